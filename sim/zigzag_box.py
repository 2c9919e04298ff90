"""The box of ZIGZAG as data: how many there are of each card, and what the constraint cards say (box.toml).

Cards and characteristics are named as the rules engine names them, as plain text: this module stands below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from pydantic import Field

from sim.errors import InputError
from sim.tables import Table, check, shipped

BOX_FILE = Path(__file__).with_name("rules") / "zigzag" / "box.toml"

TRAITS = (
    ("water", "earth", "air", "fire"),
    ("blue", "yellow", "green", "pink"),
    ("sunglasses", "cocktail", "suitcase", "none"),
)
"""The twelve characteristics by kind: element, landscape, accessory."""

SHIFTS = ("plus_one", "minus_one")
"""The special cards that are taken out at level 1."""

NUMBERS = 12
"""Numbers on a constraint card, and constraint cards."""


class SpecialsTable(Table):
    """Cards of each special kind."""

    joker: int = Field(ge=0, le=12)
    stop_character: int = Field(ge=0, le=12)
    stop_accessory: int = Field(ge=0, le=12)
    stop_landscape: int = Field(ge=0, le=12)
    steal: int = Field(ge=0, le=12)
    swap: int = Field(ge=0, le=12)
    z: int = Field(ge=0, le=12)
    master: int = Field(ge=0, le=12)
    ten_seconds: int = Field(ge=0, le=12)
    peek: int = Field(ge=0, le=12)
    plus_one: int = Field(ge=0, le=12)
    minus_one: int = Field(ge=0, le=12)


class ConstraintsTable(Table):
    """The constraint cards: each a list of characteristics, that of number 1 first."""

    cards: list[list[str]] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class ZigzagBox:
    """The cards in the box.

    Attributes:
        specials: cards of each special kind, by name.
        constraints: the constraint cards, each the characteristics of the numbers 1 to 12.
    """

    specials: Mapping[str, int]
    constraints: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> int:
        """Cards in the box, 93 as shipped."""
        return 4**3 + sum(self.specials.values()) + len(self.constraints)

    def deck(self, level: int, teams: int, more_jokers: int = 0) -> tuple[str, ...]:
        """The cards of one game, to be shuffled: no +1 and -1 at level 1, one joker a team, more if agreed on.

        With the variant three everybody is a team. Raises InputError if the box has too few jokers.
        """
        jokers = teams + more_jokers
        if not 0 <= jokers <= self.specials["joker"]:
            raise InputError(f"box: specials.joker: expected at least {jokers} jokers, found {self.specials['joker']}.")
        counts = {**self.specials, "joker": jokers}
        if level == 1:
            counts |= dict.fromkeys(SHIFTS, 0)
        characters = [".".join(traits) for traits in product(*TRAITS)]
        return (*characters, *(name for name, count in counts.items() for _ in range(count)))


def shipped_box_table() -> dict[str, Any]:
    """The plain tree of the shipped box."""
    return shipped(BOX_FILE)


def build_box(table: Mapping[str, Any], where: str) -> ZigzagBox:
    """The box of a plain tree (see box.toml). Raises InputError, one sentence that names `where` and the key."""
    for key in table:
        if key not in ("specials", "constraints"):
            raise InputError(f"{where}: {key}: unknown key, expected specials or constraints.")
    specials = check(SpecialsTable, table.get("specials", {}), where, "specials")
    constraints = check(ConstraintsTable, table.get("constraints", {}), where, "constraints")
    known = [trait for kind in TRAITS for trait in kind]
    for place, card in enumerate(constraints.cards, 1):
        if len(card) != NUMBERS or not set(card) <= set(known):
            raise InputError(
                f"{where}: constraints.cards: expected {NUMBERS} of {', '.join(known)} on card {place}, found {card!r}."
            )
    return ZigzagBox(specials.model_dump(), tuple(map(tuple, constraints.cards)))
