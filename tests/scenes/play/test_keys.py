"""Digit keys take choices: the row and the number pad, 0 the tenth, with Shift ten more. Keys change places."""

from __future__ import annotations

from typing import Any

import pytest

from scenes.drawing.key_words import check_places, choice_key, placed, placed_words, swapped
from scenes.play.first_minute import FirstCards
from scenes.play.notice import Notice
from scenes.spec import guide_of


def test_twenty_choices_have_a_key_each(screen: Any) -> None:
    from pyglet.window import key

    from scenes.play.keys import choice_of

    digits = [key._1, key._2, key._3, key._4, key._5, key._6, key._7, key._8, key._9, key._0]
    assert [choice_of(symbol, 0) for symbol in digits] == list(range(1, 11))
    assert [choice_of(symbol, key.MOD_SHIFT) for symbol in digits] == list(range(11, 21))
    assert choice_of(key.NUM_0, key.MOD_NUMLOCK) == 10
    assert choice_of(key.A, key.MOD_SHIFT) is None


def test_the_name_of_the_key_says_which() -> None:
    assert [choice_key(number) for number in (1, 9, 10, 11, 20, 21)] == ["1", "9", "0", "Shift 1", "Shift 0", ""]


def test_two_keys_change_places_and_none_is_lost(screen: Any) -> None:
    from pyglet.window import key

    from scenes.play.keys import meant

    places = swapped({}, "Space", "J")
    assert places == {"Space": "J", "J": "Space"}
    assert (meant(key.J, places), meant(key.SPACE, places), meant(key.K, places)) == (key.SPACE, key.J, key.K)
    again = swapped(places, "J", "T")
    # T does now what J did, which was the work of Space.
    assert meant(key.T, again) == key.SPACE
    assert sorted(again) == sorted(again.values())
    assert swapped(swapped(again, "J", "T"), "J", "Space") == {}


def test_only_letters_space_and_tab_change_places(screen: Any) -> None:
    from pyglet.window import key

    from scenes.play.keys import name_of

    assert [name_of(symbol) for symbol in (key.A, key.SPACE, key.TAB)] == ["A", "Space", "Tab"]
    assert [name_of(symbol) for symbol in (key.F1, key.ESCAPE, key._1, key.LEFT, 0)] == [None] * 5


def test_the_words_name_the_keys_that_do_it_now() -> None:
    places = swapped(swapped({}, "Space", "J"), "Q", "Z")
    assert placed_words("Hold Space, let go", places) == "Hold J, let go"
    assert placed_words("Wheel, Q E", places) == "Wheel, Z E"
    assert placed([("Drag a piece", "carry it"), ("T", "skip")], places) == (
        ("Drag a piece", "carry it"), ("T", "skip"),
    )  # fmt: skip


def test_sentences_and_cards_name_the_keys_that_do_it_now() -> None:
    places = swapped(swapped({}, "Space", "J"), "A", "Z")
    notice = Notice(lambda: places)
    notice.suggest("A card (the Z) is yours: press [Space].")
    assert notice.words == "A card (the Z) is yours: press J."
    notice.say("Sign with [A].")
    assert notice.words == "Sign with Z."
    guide = guide_of("zigzag")
    assert guide is not None
    shown = [FirstCards(guide, "Done", keys) for keys in ({}, places)]
    for cards in shown:
        cards.number = [card.title for card in guide.cards].index("Sign and call")
    assert [cards.card and cards.card.to_try for cards in shown] == [
        f"Sign ZIG with {key}, ZAG with S: your partner calls it." for key in "AZ"
    ]


@pytest.mark.parametrize("places", [{"A": "B"}, {"A": "B", "B": "B"}, {"F1": "A", "A": "F1"}])
def test_keys_that_are_lost_are_refused(places: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="expected letters, Space and Tab"):
        check_places(places)
