"""The deck of Zack! as data."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sim.errors import InputError
from sim.files import read_toml
from sim.games.zack.configuration import spans
from sim.games.zack.deck import ACTIONS, DECK_FILE, build_deck, shipped_deck_table
from sim.games.zack.rules import Card, Colour, deal
from sim.measures import PROVENANCES

SPLITS = {"one_ten": (1, 10), "three_eight": (3, 8), "five_six": (5, 6), "six_five": (6, 5), "seven_four": (7, 4)}
FOUR = ["red", "blue", "green", "yellow"]


@pytest.mark.parametrize(("split", "counts"), SPLITS.items())
def test_every_split_has_72_cards_six_of_them_stop_cards(split: str, counts: tuple[int, int]) -> None:
    deck = build_deck({**shipped_deck_table(), "split": split}, "test")
    circles, actions = counts
    cards = Counter(deck.cards([colour.value for colour in Colour], stop_cards=True))
    assert deck.size == cards.total() == 72
    assert {cards[card.value] for card in Card if card.colour} == {circles}
    assert {cards[card] for card in ACTIONS} == {actions}
    assert {cards[card.value] for card in Card if card.stops} == {2}
    assert set(cards) == {card.value for card in Card}


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.75, 0.999])
def test_a_drawn_deck_is_lawful(share: float) -> None:
    """What `study assumptions zack` may draw: 72 cards of the 21 kinds, 6 of them stop cards, whole hands for all."""
    drawn = spans()["deck.split"].at(share)
    deck = build_deck({**shipped_deck_table(), "split": drawn}, "test")
    colours = [colour.value for colour in Colour]
    assert deck.size == 72
    assert sum(deck.stops.values()) == 6
    for players in range(3, 7):
        cards = [Card(name) for name in deck.cards(colours[:players], stop_cards=True)]
        assert {card for card in Card if card.colour is None} <= set(cards)
        hands = deal(cards, colours[:players]).hands
        assert {len(hand) for hand in hands.values()} == {len(cards) // players}


def test_every_split_may_be_drawn() -> None:
    assert {spans()["deck.split"].at(share / 10) for share in range(10)} == set(SPLITS)


def test_the_shipped_split_is_36_circles_30_actions_6_stop_cards() -> None:
    table = shipped_deck_table()
    assert table["split"] == "six_five"
    assert set(table["splits"]) == set(SPLITS)
    deck = build_deck(table, "test")
    assert (deck.circles_per_colour, deck.cards_per_action) == (6, 5)


@pytest.mark.parametrize(("players", "without", "with_stops"), [(3, 48, 54), (4, 54, 60), (5, 60, 66), (6, 66, 72)])
def test_sizes_for_every_number_of_players(players: int, without: int, with_stops: int) -> None:
    deck = build_deck(shipped_deck_table(), "test")
    colours = [colour.value for colour in Colour][:players]
    assert len(deck.cards(colours)) == without
    assert len(deck.cards(colours, stop_cards=True)) == with_stops


def test_beginners_leave_out_stop_cards_and_the_first_time_again_and_back() -> None:
    """German rules p. 2 and 7: stop cards are for the practised; Zurück and Nochmal come when the play is familiar."""
    deck = build_deck(shipped_deck_table(), "test")
    assert not {"choose", "swap", "mirror"} & set(deck.cards(FOUR))
    first_time = deck.cards(FOUR, again_and_back=False)
    assert len(first_time) == 24 + 20
    assert not {"again", "back"} & set(first_time)


def test_circles_of_unused_colours_are_taken_out_and_the_order_is_fixed() -> None:
    deck = build_deck(shipped_deck_table(), "test")
    assert deck.cards(FOUR) == deck.cards(reversed(FOUR)) == tuple(sorted(deck.cards(FOUR)))
    assert {card for card in deck.cards(FOUR) if "circle" in card} == {f"circle:{colour}" for colour in FOUR}
    with pytest.raises(InputError, match="no circle 'pink'"):
        deck.cards(["red", "pink"])


def test_a_preset_may_change_any_count() -> None:
    table = shipped_deck_table()
    table["splits"]["six_five"]["circles_per_colour"] = 9
    table["stops"]["mirror"] = 0
    deck = build_deck(table, "test")
    assert deck.size == 54 + 30 + 4
    assert Card.MIRROR.value not in deck.cards(FOUR, stop_cards=True)


def test_every_value_says_where_it_comes_from() -> None:
    def leaves(tree: dict[str, Any]) -> list[dict[str, Any]]:
        return [tree] if "value" in tree else [leaf for item in tree.values() for leaf in leaves(item)]

    found = leaves(read_toml(DECK_FILE))
    assert len(found) == 15
    assert all(leaf["provenance"] in PROVENANCES and leaf["source"] for leaf in found)


Change = Callable[[dict[str, Any]], Any]
WRONG: list[tuple[str, Change]] = [
    (
        "deck.split: expected one of five_six, one_ten, seven_four, six_five, three_eight",
        lambda t: t.update(split="six"),
    ),
    ("deck.splits.six_five.circles_per_colour", lambda t: t["splits"]["six_five"].update(circles_per_colour=-1)),
    ("deck.splits.six_five.cards_per_action", lambda t: t["splits"]["six_five"].update(cards_per_action=2.5)),
    ("at least one card", lambda t: t["splits"]["six_five"].update(circles_per_colour=0, cards_per_action=0)),
    ("deck.stops.mirrors: unknown key, expected mirror", lambda t: t["stops"].update(mirrors=1)),
    ("deck.stops.swap", lambda t: t["stops"].pop("swap")),
    ("deck.colours", lambda t: t.update(colours=["red", "pink", "blue"])),
    ("deck.colours", lambda t: t.update(colours=["red", "blue", "red"])),
    ("deck.colours", lambda t: t.update(colours=["red", "blue"])),
    ("deck.colour: unknown key", lambda t: t.update(colour="red")),
]


@pytest.mark.parametrize(("part", "change"), WRONG, ids=[part for part, _ in WRONG])
def test_what_is_no_deck_is_refused_in_one_sentence(part: str, change: Change) -> None:
    table = copy.deepcopy(shipped_deck_table())
    change(table)
    with pytest.raises(InputError) as refusal:
        build_deck(table, "deck of a test")
    message = str(refusal.value)
    assert message.startswith("deck of a test: ")
    assert part in message
    assert message.endswith(".")
    assert "\n" not in message
