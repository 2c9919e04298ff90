"""The ways to place one's tiles that a player considers: all of them, or the best if there are very many.

Two tiles can be placed in some thousands of ways, and all are considered. The four tiles of a team can be placed in a
million ways: these are composed two tiles at a time, from the best ways to place the first two. A player who could not
place for a while may hold many more tiles, and places them one by one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from heapq import nlargest
from itertools import accumulate, chain, combinations, islice
from typing import NamedTuple, overload

import numpy as np

from sim.games.zatre.rules import (
    Cells,
    Kind,
    Outcome,
    Turn,
    fault,
    kind_of,
    laid,
    most,
    outcome_of,
    scored_on,
    turn_of,
    why_not_on,
)
from sim.games.zatre.rules.placements import Parcel, Ways, ways_on
from sim.games.zatre.rules.tile_codes import OUTCOMES, code_of

_GO_ON = 4
"""The number of ways to place two tiles from which the next two are placed."""
_NEXT = 40
"""The number of ways to place the last two tiles that are kept."""
_HANDFUL = 4
"""The largest number of tiles that are placed two at a time; more are placed one by one."""
_FURTHER = 8
"""The number of best ways from which the next single tile is placed."""
_ALL = 20_000
"""The number of ways in the order of the rules that are considered if none is found like that."""
_TRIES = 50


class Option(NamedTuple):
    """A way to place one's tiles by the rules, and its outcome."""

    turn: Turn
    outcome: Outcome

    @property
    def plain(self) -> tuple[int, int]:
        """Points, then crosses."""
        return plain(self.outcome)


def plain(outcome: Outcome) -> tuple[int, int]:
    """Return the points of an outcome, then its crosses."""
    return outcome.points, outcome.crosses


class Options(Sequence[Option]):
    """Ways to place one's tiles, in the order in which the rules find them; each is made when it is asked for."""

    def __init__(self, found: Iterable[Parcel]) -> None:
        """Keep what the rules have found."""
        self._found = list(found)
        self._ends = list(accumulate(parcel.total for parcel in self._found))

    @classmethod
    def of(cls, found: Iterable[tuple[Turn, Outcome]]) -> Options:
        return cls(Ways(turn, (), code_of(outcome), (), (0,)) for turn, outcome in found)

    def __len__(self) -> int:
        """Return the number of ways."""
        return self._ends[-1]

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        """Return the way with this index, or a list of several."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        at = bisect_right(self._ends, number)
        parcel = self._found[at]
        number -= self._ends[at] - parcel.total
        return Option(parcel.turn(number), OUTCOMES[parcel.code(number)])

    def __iter__(self) -> Iterator[Option]:
        """Yield all ways."""
        for parcel in self._found:
            yield from map(Option, parcel.turns(), map(OUTCOMES.__getitem__, parcel.codes))

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The coded outcome of each way; OUTCOMES has what it stands for."""
        return tuple(chain.from_iterable(parcel.codes for parcel in self._found))


def ways(cells: Cells, hand: tuple[int, ...]) -> Options:
    """Return ways by the rules to place these tiles, each once; at least one, which may be to place nothing."""
    if len(hand) <= 2:
        return Options(ways_on(cells, hand))
    if not any(cells) and len(hand) <= 3:
        return Options(_first_ways(cells, tuple(sorted(hand))))
    if _many(cells, hand):
        found = dict.fromkeys(_one_by_one(cells, hand))
        many = [turn for turn in found if why_not_on(cells, hand, turn) is None]
        if many:
            return Options.of((turn, outcome_of(laid(cells, turn), turn)) for turn in many)
        return Options.of(islice(scored_on(cells, hand), _ALL))
    count = most(cells, hand)
    if count > 2:
        found = {turn: None for turn in _composed(cells, hand) if len(turn) == count}
        # Of ways composed two tiles at a time, only those with a tile on a light square may break the rules.
        legal = [turn for turn in found if not _on_light(turn) or fault(cells, hand, turn) is None]
        if legal:
            return Options.of((turn, outcome_of(laid(cells, turn), turn)) for turn in legal)
    return Options.of(islice(scored_on(cells, hand), _ALL))


# Every match begins with three tiles on the same empty board.
@lru_cache(maxsize=64)
def _first_ways(cells: Cells, hand: tuple[int, ...]) -> tuple[Parcel, ...]:
    return tuple(ways_on(cells, hand))


def any_way(cells: Cells, hand: tuple[int, ...], rng: np.random.Generator) -> Turn:
    """Return a random way by the rules to place these tiles; with equal chances where all ways are considered."""
    if _many(cells, hand):
        for _ in range(_TRIES):
            turn = _stumbled(cells, [hand[int(n)] for n in rng.permutation(len(hand))], rng)
            if why_not_on(cells, hand, turn) is None:
                return turn
    elif len(hand) > 2 and any(cells):
        count = most(cells, hand)
        for _ in range(_TRIES if count > 2 else 0):
            turn = _stumbled(cells, [hand[int(n)] for n in rng.permutation(len(hand))], rng)
            if len(turn) == count and fault(cells, hand, turn) is None:
                return turn
    found = ways(cells, hand)
    return found[int(rng.integers(len(found)))].turn


def _composed(cells: Cells, hand: tuple[int, ...]) -> Iterator[Turn]:
    """Yield good ways to place these tiles two at a time; taken together they may be against the rules."""
    if len(hand) <= 2:
        yield from (option.turn for option in _best(cells, hand, _NEXT))
        return
    for pair in sorted(set(combinations(sorted(hand), 2))):
        rest = list(hand)
        for value in pair:
            rest.remove(value)
        for option in _best(cells, pair, _GO_ON):
            for turn in _composed(laid(cells, option.turn), tuple(rest)):
                yield turn_of((*option.turn, *turn))


def _best(cells: Cells, hand: tuple[int, ...], count: int) -> list[Option]:
    """Return the ways to place these tiles that bring most now, the best one first; the first found of equal ones."""
    options = Options(ways_on(cells, hand))
    worth = options.codes
    rank = {code: plain(OUTCOMES[code]) for code in set(worth)}
    return [options[n] for n in nlargest(count, range(len(worth)), key=lambda n: (rank[worth[n]], -n))]


def _many(cells: Cells, hand: tuple[int, ...]) -> bool:
    """Return True if the hand has too many tiles to compose ways two at a time."""
    return len(hand) > _HANDFUL and any(cells)


def _one_by_one(cells: Cells, hand: tuple[int, ...]) -> Iterator[Turn]:
    """Yield good ways to place these tiles one after the other until no more fits.

    Taken together they may be against the rules.
    """
    partial_turns: list[Turn] = [()]
    while partial_turns:
        further: dict[Turn, tuple[int, int]] = {}
        for turn in partial_turns:
            left = list(hand)
            for tile in turn:
                left.remove(tile.value)
            board = laid(cells, turn)
            found = [
                turn_of((*turn, *way)) for value in sorted(set(left)) for way, _ in scored_on(board, (value,)) if way
            ]
            if not found:
                yield turn
            for more in found:
                if more not in further:
                    further[more] = Option(more, outcome_of(laid(cells, more), more)).plain
        partial_turns = sorted(further, key=lambda turn: further[turn], reverse=True)[:_FURTHER]


def _on_light(turn: Turn) -> bool:
    return any(kind_of(tile.row, tile.col) is Kind.LIGHT for tile in turn)


def _stumbled(cells: Cells, hand: list[int], rng: np.random.Generator) -> Turn:
    """Return these tiles placed one after the other, each at random."""
    turn: Turn = ()
    for value in hand:
        found = [way for way, _ in scored_on(laid(cells, turn), (value,))]
        turn = turn_of((*turn, *found[int(rng.integers(len(found)))]))
    return turn
