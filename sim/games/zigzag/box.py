"""The box of ZIGZAG as data: how many there are of each card, and what the constraint cards say (zigzag_box.toml).

Which cards and traits there are, the rules engine says; the file says only how many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, create_model

from sim.errors import InputError
from sim.games.zigzag import rules
from sim.games.zigzag.rules import CHARACTERS, NUMBERS, SHIFTS, Card, Trait
from sim.measures import TomlTable, check, shipped
from sim.refusals import either, meant
from sim.rules_frame.chance import Chance

BOX_FILE = Path(__file__).with_name("box.toml")
SECTIONS = ("specials", "constraints")

SPECIALS = tuple(card for card in Card if not card.is_character)
"""The cards that the table [specials] counts."""

_Count = Annotated[int, Field(ge=0, le=12)]
_Specials = create_model("_Specials", __base__=TomlTable, **{card.value: (_Count, ...) for card in SPECIALS})  # type: ignore[call-overload]


class _Constraints(TomlTable):
    """The constraint cards: each a list of traits, that of number 1 first."""

    cards: list[list[str]] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class ZigzagBox:
    """The cards in the box.

    Attributes:
        specials: cards of each special kind.
        constraints: the constraint cards, each the traits of the numbers 1 to 12.
    """

    specials: Mapping[Card, int]
    constraints: tuple[tuple[Trait, ...], ...]

    @property
    def size(self) -> int:
        """Cards in the box, 93 as shipped."""
        return len(CHARACTERS) + sum(self.specials.values()) + len(self.constraints)

    def deck(self, level: int, teams: int, more_jokers: int = 0) -> tuple[Card, ...]:
        """Return the cards of one game, to be shuffled: no +1 and -1 at level 1, one joker a team, more if agreed on.

        With the variant three everybody is a team. Raises InputError if the box has too few jokers.
        """
        jokers, there = teams + more_jokers, self.specials[Card.JOKER]
        if jokers > there and more_jokers:
            raise InputError(
                "table.more_jokers: expected at most {most}, the jokers of the box beyond one a team, found {more}.",
                most=max(0, there - teams), more=more_jokers,
            )  # fmt: skip
        if jokers > there:
            raise InputError(
                "box: specials.joker: expected at least {jokers} jokers, found {there}.", jokers=jokers, there=there
            )
        counts = {**self.specials, Card.JOKER: jokers}
        if level == 1:
            counts |= dict.fromkeys(SHIFTS, 0)
        return (*CHARACTERS, *(card for card, count in counts.items() for _ in range(count)))


def shipped_box_table() -> dict[str, Any]:
    """Return the plain tree of the shipped box."""
    return shipped(BOX_FILE)


def build_box(table: Mapping[str, Any], where: str) -> ZigzagBox:
    """Build the box of a plain tree (see zigzag_box.toml). Raises InputError that names `where` and the key."""
    for key in table:
        if key not in SECTIONS:
            raise InputError(
                "{where}: {key}: unknown key, expected {sections}{meant}.",
                where=where,
                key=key,
                sections=either(SECTIONS),
                meant=meant(key, SECTIONS),
            )
    specials = check(_Specials, table.get("specials", {}), where, "specials")
    constraints = check(_Constraints, table.get("constraints", {}), where, "constraints")
    for place, traits in enumerate(constraints.cards, 1):
        if len(traits) != NUMBERS or not set(traits) <= {trait.value for trait in Trait}:
            raise InputError(
                "{where}: constraints.cards: expected {numbers} of {trait} on card {place}, found {traits!r}.",
                where=where,
                numbers=NUMBERS,
                trait=", ".join(Trait),
                place=place,
                traits=traits,
            )
    return ZigzagBox(
        {card: getattr(specials, card.value) for card in SPECIALS},
        tuple(tuple(map(Trait, traits)) for traits in constraints.cards),
    )


def start(players: Iterable[str], rng: Chance, level: int = 1, variant: str = "teams") -> rules.State:
    """Return the table before the first deal of a game with the shipped box. Raises IllegalAction."""
    names, box, kind = tuple(players), build_box(shipped_box_table(), "shipped"), rules.Variant(variant)
    deck = box.deck(level, len(rules.teams_of(names, kind)))
    return rules.start(names, rng, deck, level, box.constraints, kind)
