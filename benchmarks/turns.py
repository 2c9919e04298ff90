"""What finding ZATRE's turns costs, against laying two tiles on all squares and asking the rules of each turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from benchmarks.decisions import Decisions
from sim.batch.job import match_seed
from sim.configuration import load_configuration
from sim.games.zatre import rules
from sim.games.zatre.rules.board import SQUARES, Cells, place
from sim.match.seats import seats_from
from sim.protocols import Line
from sim.spec import match_of
from sim.statistics import Interval, median

GAME = "zatre"
_LEAST = 3
"""The fewest positions whose median is looked for."""

Position = tuple[Cells, tuple[int, ...]]
"""A board, and the two tiles to be laid."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The ratio of the processor times of the plain way and of ours, position by position, as a median.

    found: the turns of two tiles that our way found. differ: the positions at which the plain way found others.
    """

    speedup: Interval
    positions: int
    found: int
    differ: int

    def to_json(self) -> Line:
        """Return it as plain data."""
        return {
            "turns_speedup_over_naive": self.speedup.to_json(),
            "positions": self.positions,
            "turns": self.found,
            "positions_that_differ": self.differ,
        }


def positions_of(seed: int) -> list[Position]:
    """Return the positions of a match of four casual players in which two tiles are to be laid on a board with some."""
    found: list[Position] = []

    def answer(question: Any, think: Callable[[], Any]) -> Any:
        view = question.view
        if question.kind == "place" and len(view.rack) == 2 and any(view.cells):
            found.append((view.cells, view.rack))
        return think()

    seats = seats_from(("casual",) * 4, GAME)
    match_of(GAME).open(load_configuration(GAME), seats, match_seed(seed, 0), bots=Decisions(answer)).run()
    return found


def ours(cells: Cells, hand: tuple[int, ...]) -> set[frozenset[rules.Tile]]:
    """Return the turns of two tiles as the rules find them, without the order of their tiles."""
    return {frozenset(turn) for turn, _ in rules.scored_on(cells, hand) if len(turn) == len(hand)}


def plain(cells: Cells, hand: tuple[int, ...]) -> set[frozenset[rules.Tile]]:
    """Return the same by laying both tiles on every two empty squares and asking whether that is a fault."""
    empty = [place(number) for number in SQUARES if not cells[number]]
    first, second = hand
    laid = ((rules.Tile(*one, first), rules.Tile(*other, second)) for one, other in permutations(empty, 2))
    return {frozenset(turn) for turn in laid if rules.fault(cells, hand, turn) is None}


def compared(positions: Sequence[Position], seconds: float) -> Turns:
    """Find the turns of positions spread over a match in both ways, for about `seconds` of processor time."""
    ratios: list[float] = []
    found = differ = 0
    begun = time.process_time()
    # In an order that meets all parts of a match soon.
    for index in sorted(range(len(positions)), key=lambda number: (number * 0.618034) % 1.0):
        if len(ratios) >= _LEAST and time.process_time() - begun >= seconds:
            break
        at = time.process_time()
        mine = ours(*positions[index])
        between = time.process_time()
        others = plain(*positions[index])
        ratios.append((time.process_time() - between) / max(between - at, 1e-9))
        found += len(mine)
        differ += mine != others
    return Turns(median(ratios), len(ratios), found, differ)


def measured(seed: int, seconds: float) -> Turns:
    """Compare both ways on the positions of a match."""
    return compared(positions_of(seed), seconds)
