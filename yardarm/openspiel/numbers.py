"""What a seat may know as tensors, each with a name: read off the plain data that the rules call its observation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple, TypeAlias

from yardarm.openspiel.trees import Moment, Tree

SIZE = 15
"""The squares on a side of ZATRE's board. Rules are found by their game's name, so that a house without one works."""


class Around(NamedTuple):
    """Names in the order of seats, from the observer's own on: of those who decide, and of all players."""

    seats: Sequence[str]
    players: Sequence[str]


@dataclass(frozen=True, slots=True)
class Part:
    """A tensor: its shape, and its numbers by a value of plain data."""

    shape: tuple[int, ...]
    of: Callable[[Any, Around], Iterable[float]]

    @property
    def size(self) -> int:
        return prod(self.shape)


Layout: TypeAlias = Mapping[str, tuple[str, Part]]
"""The tensors of a game by their names, each with the key of the observation that it shows."""

NUMBER = Part((1,), lambda value, _: [float(value or 0)])
"""A number, or whether something holds."""
LENGTH = Part((1,), lambda value, _: [float(value if isinstance(value, int) else len(value or ()))])
"""The number of things, seen or not."""


def one_of(words: Iterable[object]) -> Part:
    """Return 1 at one of these words, if the value is one of them."""
    known = tuple(words)
    return Part((len(known),), lambda value, _: [float(value == word) for word in known])


def counts(words: Iterable[object]) -> Part:
    """Return how often each word is in a list, or what a mapping says of it; zeros for what is not seen."""
    known = tuple(words)

    def found(value: Any, _: Around) -> Iterable[float]:
        if isinstance(value, Mapping):
            return [float(value[word]) for word in known]
        return [float(value.count(word)) for word in known] if isinstance(value, list) else [0.0] * len(known)

    return Part((len(known),), found)


def first(count: int, part: Part) -> Part:
    """Return a part for each of the first things of a list, and zeros where there are fewer."""

    def found(value: Any, around: Around) -> Iterable[float]:
        some = [number for thing in (value or ())[:count] for number in part.of(thing, around)]
        return [*some, *[0.0] * (count * part.size - len(some))]

    return Part((count, *part.shape), found)


def last(count: int, part: Part) -> Part:
    """Return the same of the last things, the last one first."""
    forward = first(count, part)
    return Part(forward.shape, lambda value, around: forward.of((value or [])[::-1], around))


def by_key(keys: Iterable[str], part: Part) -> Part:
    """Return a part for each of these keys of a mapping."""
    known = tuple(keys)
    return Part(
        (len(known), *part.shape), lambda value, around: [x for key in known for x in part.of(value[key], around)]
    )


def fields(**parts: Part) -> Part:
    """Return parts for some keys of a mapping; of what is nothing, they say nothing."""
    size = sum(part.size for part in parts.values())

    def found(value: Any, around: Around) -> Iterable[float]:
        return (
            [0.0] * size if value is None else [x for key, part in parts.items() for x in part.of(value[key], around)]
        )

    return Part((size,), found)


def each(count: int, part: Part, players: bool = False) -> Part:
    """Return a part for each seat, from the own one on; players: for each player, where they are others."""

    def found(value: Any, around: Around) -> Iterable[float]:
        return [x for name in (around.players if players else around.seats) for x in part.of(value.get(name), around)]

    return Part((count, *part.shape), found)


def named(count: int) -> Part:
    """Return 1 for each seat that is named, alone or in a list."""

    def found(value: Any, around: Around) -> Iterable[float]:
        names = value if isinstance(value, list) else [value]
        return [float(seat in names) for seat in around.seats]

    return Part((count,), found)


def layout(tree: Tree) -> Layout:
    """Return the tensors of a game."""
    return {**_LAYOUTS[tree.game](tree), "begun": ("begun", counts(range(tree.actions)))}


def numbers(tree: Tree, moment: Moment, seat: int | None, parts: Layout) -> dict[str, list[float]]:
    """Return the numbers of each tensor, in a row. seat: None for what everybody sees, from the first seat on."""
    seen, at = moment.observation(seat), seat or 0
    player = at * len(tree.names) // len(tree.seats)
    around = Around((*tree.seats[at:], *tree.seats[:at]), (*tree.names[player:], *tree.names[:player]))
    return {
        name: list(part.of(seen[key], around)) if key in seen else [0.0] * part.size
        for name, (key, part) in parts.items()
    }


def _riff_raff(tree: Tree) -> Layout:
    equipment, seats = tree.rules.STANDARD, len(tree.seats)
    cards, pieces = equipment.cards, tuple(equipment.pieces)
    return {
        "phase": ("phase", one_of(tree.rules.Phase)),
        "round": ("round", NUMBER),
        "captain": ("captain", named(seats)),
        "to_act": ("to_act", named(seats)),
        "order": ("order", first(seats, named(seats))),
        "slot": ("slot", one_of(cards)),
        "announced": ("announced", NUMBER),
        "placed": ("placed", NUMBER),
        "hands": ("hands", each(seats, counts(cards))),
        "card": ("played", each(seats, last(1, one_of(cards)))),
        "supply": ("supply", each(seats, counts(pieces))),
        "ship": ("ship", by_key(map(str, cards), counts(pieces))),
        "removed": ("removed", counts(pieces)),
    }


def _zack(tree: Tree) -> Layout:
    seats, cards = len(tree.seats), tuple(tree.rules.Card)
    colours = tuple(tree.rules.Colour)
    entry = fields(card=one_of((*cards, *tree.rules.OwnCard)), by=named(seats), wrong=NUMBER)
    return {
        "phase": ("phase", one_of(tree.rules.Phase)),
        "due": ("due", named(seats)),
        "stop": ("stop", one_of(tree.rules.Stop)),
        "mirrored": ("mirrored", NUMBER),
        "hands": ("hands", each(seats, NUMBER)),
        "colours": ("colours", each(seats, one_of(colours))),
        "challenges": ("challenges", each(seats, counts(colours))),
        "bowl": ("bowl", last(_BOWL, entry)),
        "in_bowl": ("bowl", LENGTH),
        "unseen": ("unseen", counts(cards)),
    }


def _zatre(tree: Tree) -> Layout:
    seats, players, values = len(tree.seats), len(tree.names), tuple(tree.rules.TILES)
    column = first(_ROWS, NUMBER)
    columns = dict.fromkeys(("10", "11", "12"), column)
    return {
        "board": ("board", Part((len(values), SIZE, SIZE), _board)),
        "rack": ("rack", each(players, counts(values), players=True)),
        "held": ("rack", each(players, LENGTH, players=True)),
        "unseen": ("unseen", counts(values)),
        "bag": ("bag", NUMBER),
        "to_act": ("to_act", named(seats)),
        "sheets": ("sheets", each(seats, fields(x2=NUMBER, **columns, minus=NUMBER, total=NUMBER))),
    }


def _board(tiles: Any, _: Around) -> Iterable[float]:
    """Return for each value the squares where it lies."""
    found = [0.0] * (6 * SIZE * SIZE)
    for tile in tiles:
        found[((tile["value"] - 1) * SIZE + tile["row"]) * SIZE + tile["col"]] = 1.0
    return found


def _zigzag(tree: Tree) -> Layout:
    rules, seats = tree.rules, len(tree.seats)
    variant = rules.Variant(tree.agreed["variant"])
    cards, boxes, teams = (
        tuple(rules.Card),
        tuple(rules.TICKS_WANTED[variant]),
        len(rules.teams_of(tree.seats, variant)),
    )
    levels = tuple(map(str, rules.levels_of(tree.agreed["level"])))
    power = fields(by=named(seats), card=one_of(cards))
    effect = fields(card=one_of(cards), by=named(seats), target=named(seats))
    return {
        "phase": ("phase", one_of(rules.Phase)),
        "resumes": ("resumes", one_of(rules.Phase)),
        "hand": ("hand", NUMBER),
        "due": ("due", named(seats)),
        "hands": ("hands", each(seats, counts(cards))),
        "held": ("hands", each(seats, LENGTH)),
        "face_down": ("face_down", each(seats, NUMBER)),
        "tapis": ("tapis", counts(cards)),
        "pile": ("pile", NUMBER),
        "poubelle": ("poubelle", NUMBER),
        "stops": ("stops", each(seats, counts(cards))),
        "shifts": ("shifts", each(seats, counts(cards))),
        "laid": ("laid", first(seats, power)),
        "effects": ("effects", first(_EFFECTS, effect)),
        "offered": ("offered", counts(cards)),
        "opened": ("opened", named(seats)),
        "passed": ("passed", named(seats)),
        "robbed": ("robbed", named(seats)),
        "shuffle_due": ("shuffle_due", NUMBER),
        "announcement": ("announcement", fields(player=named(seats), call=one_of(rules.Call))),
        "contre": ("contre", fields(player=named(seats), team=one_of(range(teams)))),
        "choice": ("choice", fields(team=one_of(range(teams)))),
        "must": ("constraints", each(seats, first(rules.NUMBERS, one_of(rules.Trait)))),
        "numbers": ("numbers", each(seats, NUMBER)),
        "sheets": ("sheets", first(teams, by_key(levels, counts(boxes)))),
        "failed": ("failed", first(teams, NUMBER)),
        "unseen": ("unseen", counts(cards)),
    }


_BOWL = 8
"""Cards of the bowl that are shown, from the top."""
_ROWS = 30
"""Rows of a sheet that are shown; later ones are hardly ever reached, and have no bonus."""
_EFFECTS = 4
_LAYOUTS: Mapping[str, Callable[[Tree], Layout]] = {
    "riff-raff": _riff_raff,
    "zack": _zack,
    "zatre": _zatre,
    "zigzag": _zigzag,
}
