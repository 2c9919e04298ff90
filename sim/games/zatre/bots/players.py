"""The players of ZATRE, weakest first: any way at all, the most points now, the whole sheet, and planning for draws.

Who looks at the whole sheet counts rows to complete, crosses, and what the board offers the next player. What a single
tile would bring that one is an estimate: exactly the ways that the rules allow come from
sim.games.zatre.rules.placements. The exception for tiles that fit on no dark square is left out. The planner considers
what sheets may be worth at the end, and all that the next player may draw. Looking further ahead by sampling draws, for
a round of the table or more, brought no measurable gain: the others change what one leaves on the board before one's
own next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np

from sim.games.zatre.bots.move_generation import Option, plain
from sim.games.zatre.bots.observation import Observation
from sim.games.zatre.bots.sheet_value import sheet_values
from sim.games.zatre.bots.two_tile_expectation import OutcomeGains, Pairs
from sim.games.zatre.rules import BONUSES, POINTS, TILES, Cells, Outcome, Sheet, Turn, square
from sim.games.zatre.rules.board import LIMIT
from sim.games.zatre.rules.frontier import Surroundings, frontier_of
from sim.games.zatre.rules.tile_codes import OUTCOMES


class RandomBot:
    """A player who takes any way that the rules allow, with equal chances."""

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """Choose any of the ways."""
        return view.any_way(rng)


class Greedy:
    """A player who takes the most points now (1 for a 10, 2 for an 11, 4 for a 12), then the most crosses, then any.

    It looks neither at the rows of the sheet nor at what the others may do next.
    """

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """Choose one of the ways that bring most."""
        codes = view.options.codes
        rank = {code: plain(OUTCOMES[code]) for code in set(codes)}
        best = max(rank.values())
        found = [number for number, code in enumerate(codes) if rank[code] == best]
        return view.options[found[int(rng.integers(len(found)))]].turn


_LOWEST = min(POINTS)
_NOWHERE = (0.0,) * (max(TILES) + 1)


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth to a sheet of one more run, by its sum, and of one more cross: linear, for quick estimates."""

    runs: tuple[float, ...]
    cross: float
    _known: dict[Surroundings, tuple[float, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, worth: Callable[[Sheet], float], sheet: Sheet) -> Worth:
        """Compute it from what each adds alone to the worth of a sheet."""
        alone = (Outcome(tens=1), Outcome(elevens=1), Outcome(twelves=1), Outcome(crosses=1))
        base = worth(sheet)
        ten, eleven, twelve, cross = (worth(sheet.written(outcome)) - base for outcome in alone)
        # `runs` is indexed by the sum of a run; sums below 10 are worth nothing.
        return cls((*([0.0] * _LOWEST), ten, eleven, twelve), cross)

    def at(self, place: Surroundings) -> tuple[float, ...]:
        """Return what a tile brings on a square, by its value, from 0; 0 where it does not fit or must not lie."""
        found = self._known.get(place)
        if found is None:
            row, column, cross = place
            highest, gains = max(row, column), [*_NOWHERE]
            # A lower tile makes no run that scores, and a higher one does not fit.
            for value in range(max(1, _LOWEST - highest), min(len(gains) - 1, LIMIT - highest) + 1):
                gain = self.runs[row + value] + self.runs[column + value]
                gains[value] = gain + self.cross if cross else gain
            found = self._known[place] = tuple(gains)
        return found


def best_places(cells: Cells | bytearray, worth: Worth) -> list[float]:
    """Return what a tile brings at its best place, by its value; 0 where it fits nowhere, and for the value 0."""
    places = frontier_of(bytes(cells)).surroundings()
    return list(map(max, zip(_NOWHERE, *map(worth.at, places), strict=True)))


def laid(cells: Cells | bytearray, tiles: Sequence[tuple[int, int]]) -> bytearray:
    """Return a board with these tiles, (square, value), added to it."""
    board = bytearray(cells)
    for number, value in tiles:
        board[number] = value
    return board


ENVY = 0.5
"""The share of an only rival's next gain that counts against a way: what the rival leaves, one may use oneself."""
SHEET_WAYS = 8
"""The number of best ways for which the sheet player computes the next player's gain."""
_BEGUN = (0.0, 0.2, 0.5, 1.0)
"""The share of its bonus that a row is worth, by the number of its filled cells."""
_UNCROSSED = 1.5
"""The factor of a row that is not crossed yet, but may be."""
_AHEAD = 5.0
"""The worth of a cross in a row without cells, in points."""


class Judge(Protocol):
    """A valuation of sheets."""

    def worth(self, sheet: Sheet) -> float:
        """Return the worth of a sheet to its owner, in points."""
        ...


Offer: TypeAlias = Callable[[Observation, Judge], Callable[[bytearray], float]]
"""A function that returns, for a view and a valuation of sheets, a function from boards to the next player's gain."""


class RuleOfThumb:
    """A valuation of the sheet as it stands, with extra points for rows begun and crosses that wait for their row."""

    def worth(self, sheet: Sheet) -> float:
        """Return the worth of a sheet to its owner, in points."""
        columns = (sheet.tens, sheet.elevens, sheet.twelves)
        rows = max(map(len, columns))
        total = _AHEAD * max(0, sheet.crosses - rows)
        for row in range(rows):
            cells = [column[row] for column in columns if row < len(column)]
            bonus = BONUSES[row] * _BEGUN[len(cells)] if row < len(BONUSES) else 0.0
            total += (sum(cells) + bonus) * (2.0 if row < sheet.crosses else _UNCROSSED)
        return total


@dataclass(frozen=True, slots=True)
class Judged:
    """A way to place one's tiles. gain: what it adds to one's sheet. worth: gain less the next player's chances."""

    option: Option
    gain: float
    worth: float


class SheetPlayer:
    """A player who values every way by a rule of thumb, and the best ones by what one tile can do afterwards."""

    def __init__(self, ways: int = SHEET_WAYS, envy: float = ENVY) -> None:
        """Set how many of the best ways are looked at further, and what an only rival's gain counts against them."""
        self._ways, self._envy = ways, envy

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """Choose the best way."""
        return best(view, rng, RuleOfThumb(), self._ways, one_tile, self._envy).option.turn


def one_tile(view: Observation, judge: Judge) -> Callable[[bytearray], float]:
    """Return a function of a board: the expected gain of the next player there with one drawn tile."""
    worth, count = Worth.of(judge.worth, view.rivals[0]), max(1, sum(view.unseen))

    def offered(board: bytearray) -> float:
        most = best_places(board, worth)
        return sum(number * most[value] for value, number in enumerate(view.unseen, start=1)) / count

    return offered


def best(
    view: Observation, rng: np.random.Generator, judge: Judge, looked_at: int, offer: Offer, share: float = ENVY
) -> Judged:
    """Return the most valuable way. Of equal ones any may be the first that is looked at.

    judge: values sheets, one's own and the next player's. looked_at: the number of ways for which `offer` is asked what
    they leave to the next player. share: of an only rival's next gain that counts against a way, from 0.
    """
    base, codes = judge.worth(view.sheet), view.options.codes
    known = {code: judge.worth(view.sheet.written(OUTCOMES[code])) - base for code in set(codes)}
    values = np.array([known[code] for code in codes])
    if not view.bag:
        # Tiles that are kept when the bag is empty are deducted; before that they are only late.
        values -= [_kept(view, option) for option in view.options]
    tie = rng.random(len(values))
    # Only those can be among the best that are no worse than the last of them.
    least = np.partition(values, -looked_at)[-looked_at] if looked_at < len(values) else -np.inf
    order = sorted(np.flatnonzero(values >= least).tolist(), key=lambda n: (-values[n], tie[n]))[:looked_at]
    if not view.bag or not view.rivals:
        return Judged(view.options[order[0]], float(values[order[0]]), float(values[order[0]]))
    offered, found = offer(view, judge), None
    for n in order:
        gain = float(values[n])
        # What the next player gains is never below 0: no way from here on is worth more than its own gain.
        if found is not None and gain <= found.worth:
            break
        option = view.options[n]
        worth = gain - share / len(view.rivals) * offered(laid(view.cells, tiles_of(option)))
        if found is None or worth > found.worth:
            found = Judged(option, gain, worth)
    assert found is not None
    return found


def tiles_of(option: Option) -> Sequence[tuple[int, int]]:
    """Return the tiles of a way as (square, value)."""
    return [(square(tile.row, tile.col), tile.value) for tile in option.turn]


def _kept(view: Observation, option: Option) -> int:
    return sum(view.rack) - sum(tile.value for tile in option.turn)


PLANNER_WAYS = 24
"""The number of best ways for which the next player's gain is computed."""


class Planner:
    """A player who judges sheets by `sheet_values`, and the best ways by all pairs of tiles of the next player."""

    def __init__(self, ways: int = PLANNER_WAYS, envy: float = ENVY) -> None:
        """Set how many of the best ways are looked at further, and what an only rival's gain counts against them."""
        self._ways, self._envy = ways, envy

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """Choose the best way."""
        judge = sheet_values(view.turns_left, view.drawn * (1 + len(view.rivals)))
        return best(view, rng, judge, self._ways, two_tiles, self._envy).option.turn


def two_tiles(view: Observation, judge: Judge) -> Callable[[bytearray], float]:
    """Return a function of a board: the expected gain of the next player there with two drawn tiles."""
    sheet = view.rivals[0]
    base = judge.worth(sheet)

    def gain(outcome: Outcome) -> float:
        return judge.worth(sheet.written(outcome)) - base

    gains = OutcomeGains(gain)
    return lambda board: Pairs(board, gains).expected(view.unseen)
