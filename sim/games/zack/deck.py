"""Decks of cards as data: what is shipped, what a preset makes of it, and the cards of one game.

The card names are those of the rules, as plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from sim.errors import InputError
from sim.games.zack import rules
from sim.measures import TomlTable, check, shipped
from sim.refusals import meant, one_of
from sim.rules_frame.chance import Chance

DECK_FILE = Path(__file__).with_name("deck.toml")

ACTIONS = ("R", "2R", "L", "2L", "again", "back")
"""The six kinds of action cards of Zack!."""

LATER_ACTIONS = ("again", "back")
"""Action cards that both rulebooks advise to leave out the first time."""

ColourName = Literal["red", "blue", "green", "yellow", "orange", "violet"]


class SplitTable(TomlTable):
    """One way to share out the cards that are not stop cards."""

    circles_per_colour: int = Field(ge=0, le=40)
    cards_per_action: int = Field(ge=0, le=40)


class StopsTable(TomlTable):
    """Stop cards of each kind."""

    choose: int = Field(ge=0, le=40)
    swap: int = Field(ge=0, le=40)
    mirror: int = Field(ge=0, le=40)


class DeckTable(TomlTable):
    """The deck as written in the file; `split` names the one of the `splits` that is played with."""

    colours: list[ColourName] = Field(min_length=3, max_length=6)
    split: str
    splits: dict[str, SplitTable]
    stops: StopsTable


@dataclass(frozen=True, slots=True)
class Deck:
    """The Zack cards in the box.

    Attributes:
        colours: of the circles.
        circles_per_colour: cards of each circle.
        cards_per_action: cards of each of R, 2R, L, 2L, again and back.
        stops: cards of each stop card.
    """

    colours: tuple[str, ...]
    circles_per_colour: int
    cards_per_action: int
    stops: Mapping[str, int]

    @property
    def size(self) -> int:
        """Cards in the box, 72 as shipped."""
        rest = len(self.colours) * self.circles_per_colour + len(ACTIONS) * self.cards_per_action
        return rest + sum(self.stops.values())

    def cards(
        self, colours_in_play: Iterable[str], stop_cards: bool = False, again_and_back: bool = True
    ) -> tuple[str, ...]:
        """Return the cards of one game, sorted, to be shuffled.

        Circles of colours that no seat has are left out; so are the stop cards, unless the players are practised, and
        again and back the very first time (`again_and_back` false). Raises InputError for a colour without cards.
        """
        played = tuple(colours_in_play)
        for colour in played:
            if colour not in self.colours:
                known = f"{', '.join(self.colours)}{meant(colour, self.colours)}"
                raise InputError(
                    "deck: colours: there is no circle {colour!r}, only {known}.", colour=colour, known=known
                )
        names = [f"circle:{colour}" for colour in self.colours if colour in played] * self.circles_per_colour
        actions = [action for action in ACTIONS if again_and_back or action not in LATER_ACTIONS]
        names += actions * self.cards_per_action
        if stop_cards:
            names += [stop for stop, count in self.stops.items() for _ in range(count)]
        return tuple(sorted(names))


def shipped_deck_table() -> dict[str, Any]:
    """Return the plain tree of the shipped deck of Zack!."""
    return shipped(DECK_FILE)


def build_deck(table: Mapping[str, Any], where: str) -> Deck:
    """Build the deck of a plain tree (see deck.toml). Raises InputError that names `where` and the key."""
    # The inner tables first, so that a misspelt key is reported with those of its own table.
    inner: dict[str, tuple[type[TomlTable], Any]] = {"stops": (StopsTable, table.get("stops"))}
    splits = table.get("splits")
    if isinstance(splits, Mapping):
        inner |= {f"splits.{name}": (SplitTable, values) for name, values in splits.items()}
    for key, (model, values) in inner.items():
        if isinstance(values, Mapping):
            check(model, values, where, f"deck.{key}")
    found = check(DeckTable, table, where, "deck")
    if len(set(found.colours)) < len(found.colours):
        raise InputError("{where}: deck.colours: expected different colours, found one twice.", where=where)
    if found.split not in found.splits:
        raise InputError(
            "{where}: deck.split: {one_of}.", where=where, one_of=one_of(found.split, sorted(found.splits))
        )
    split = found.splits[found.split]
    if not split.circles_per_colour + split.cards_per_action:
        raise InputError(
            "{where}: deck.splits.{split}: expected at least one card, found none.", where=where, split=found.split
        )
    return Deck(
        tuple(found.colours), split.circles_per_colour, split.cards_per_action, dict(found.stops.model_dump().items())
    )


def start(players: Iterable[str], rng: Chance, edition: str = "amigo", stop_cards: bool = False) -> rules.State:
    """Return the first position of a game with the shipped deck. Raises IllegalAction."""
    names = tuple(players)
    cards = build_deck(shipped_deck_table(), "shipped").cards(
        [colour.value for colour in rules.Colour][: len(names)], stop_cards
    )
    return rules.start(names, rng, map(rules.Card, cards), rules.Edition(edition), stop_cards)
