"""The box of ZIGZAG as data."""

from __future__ import annotations

from typing import Any

import pytest

from sim.errors import InputError
from sim.files import read_toml
from sim.games.zigzag.box import BOX_FILE, build_box, shipped_box_table
from sim.games.zigzag.rules import CHARACTERS, Card


def test_there_are_as_many_cards_as_the_rules_say() -> None:
    box = build_box(shipped_box_table(), "test")
    # "93 cartes : 64 cartes « Personnages », 17 cartes « spéciales », et 12 cartes « Contraintes »."
    assert (box.size, len(CHARACTERS), sum(box.specials.values()), len(box.constraints)) == (93, 64, 17, 12)
    assert box.deck(3, 3) == (*CHARACTERS, *(card for card in box.specials for _ in range(box.specials[card])))
    assert set(read_toml(BOX_FILE)["specials"]) == {card.value for card in Card if not card.is_character}


@pytest.mark.parametrize(
    ("level", "teams", "more", "cards"), [(1, 2, 0, 78), (1, 3, 0, 79), (2, 2, 1, 81), (3, 3, 0, 81)]
)
def test_decks(level: int, teams: int, more: int, cards: int) -> None:
    assert len(build_box(shipped_box_table(), "test").deck(level, teams, more)) == cards


def test_what_no_source_gives_is_assumed() -> None:
    tree = read_toml(BOX_FILE)
    assert tree["constraints"]["cards"]["provenance"] == "assumed"
    assert {tree["specials"][name]["provenance"] for name in ("steal", "stop_character", "peek")} == {"assumed"}


def changed(section: str, key: str, value: Any) -> dict[str, Any]:
    table = shipped_box_table()
    return {**table, section: {**table.get(section, {}), key: value}}


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (changed("specials", "joker", -1), "specials.joker"),
        (changed("specials", "jokers", 1), "unknown key, expected joker"),
        (changed("constraints", "cards", [["water"] * 11]), "expected 12 of water, earth"),
        (changed("constraints", "cards", [["fog"] * 12]), "on card 1"),
        (changed("wood", "age", 3), "wood: unknown key"),
    ],
)
def test_bad_boxes_are_refused(table: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=why):
        build_box(table, "test")


def test_a_box_with_too_few_jokers() -> None:
    with pytest.raises(InputError, match=r"table.more_jokers: expected at most 0, .*, found 1"):
        build_box(shipped_box_table(), "test").deck(1, 3, more_jokers=1)
    with pytest.raises(InputError, match=r"box: specials.joker: expected at least 3 jokers, found 2"):
        build_box(changed("specials", "joker", 2), "test").deck(1, 3)
