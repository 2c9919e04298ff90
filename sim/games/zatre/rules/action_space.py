"""The actions of a side at ZATRE as numbers: one tile at a time, and the end of the turn.

Every value on every square, then `done`. A tile may be laid if a legal turn can come of it, and a turn is done when it
is legal as it lies. So every sequence of masked actions ends in a legal turn, and every legal turn is such a sequence,
its tiles in any order in which they continue the board.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from sim.games.zatre.rules import vocabulary as words
from sim.games.zatre.rules.board import LENGTH, SQUARES, Cells, numbers_in, place
from sim.games.zatre.rules.engine import apply
from sim.games.zatre.rules.judging import fault
from sim.games.zatre.rules.partial_turn import steps_on
from sim.games.zatre.rules.placements import tile_on, why_not_on
from sim.games.zatre.rules.state import State, sides_of
from sim.rules_frame import FrozenMap, IllegalAction, quote
from sim.rules_frame.action_space import ActionSpace


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a turn: the tiles laid so far are all of it."""


SeatAction: TypeAlias = words.Tile | Done

_DONE = len(words.TILES) * len(SQUARES)
ACTIONS = _DONE + 1
"""The number of actions."""
_PLACES = {number: place for place, number in enumerate(SQUARES)}
_NUMBERS = [[value * len(SQUARES) + _PLACES.get(n, 0) for n in range(LENGTH)] for value in range(-1, max(words.TILES))]
"""The number of an action, by the value of the tile and the number of its square."""


def actions(setup: words.Setup | State) -> ZatreActions:
    """Return the numbered actions of a game: the same for every setup, for the sides of this one."""
    return _actions(tuple(sides_of(setup.players, FrozenMap(setup.teams))))


@lru_cache(maxsize=8)
def _actions(sides: tuple[str, ...]) -> ZatreActions:
    return ZatreActions(sides)


class ZatreActions(ActionSpace[State, SeatAction]):
    """The actions of ZATRE. The seats are the sides (players, or teams); `begun` are the tiles laid in this turn."""

    def __init__(self, sides: tuple[str, ...]) -> None:
        found: dict[SeatAction, str] = {}
        for value in words.TILES:
            for number in SQUARES:
                row, col = place(number)
                found[tile_on(number, value)] = f"{value} at row {row}, column {col}"
        super().__init__(sides, {**found, Done(): "done"}, apply)

    def to_act(self, state: State, begun: tuple[SeatAction, ...] = ()) -> tuple[str, ...]:
        """Return the side whose turn it is, alone; none after the end."""
        return () if state.to_act is None else (state.to_act,)

    def _legal(self, state: State, seat: str, begun: tuple[SeatAction, ...]) -> Collection[int]:
        return numbers_at(state.cells, state.hand, begun) if seat == state.to_act else ()

    def _whole(
        self, state: State, seat: str | None, action: SeatAction, begun: tuple[SeatAction, ...]
    ) -> tuple[words.Place | None, tuple[SeatAction, ...]]:
        if state.to_act is None:
            raise IllegalAction("over", "The game is over.")
        if seat != state.to_act:
            raise IllegalAction("not_due", f"It is not for {quote(seat)} to decide now.")
        if isinstance(action, Done):
            return words.Place(_tiles(begun)), begun
        if self.encode(action) not in self.legal(state, state.to_act, begun):
            raise IllegalAction(
                "no_turn",
                f"No legal turn has a {action.value} at row {action.row}, column {action.col} beside its others.",
            )
        begun = (*begun, action)
        if len(begun) == len(state.hand):
            # The last tile was offered, so the turn is lawful: that is the next question.
            self._last = state, begun, {state.to_act: (_DONE,)}
        return None, begun


def numbers_at(cells: Cells, hand: tuple[int, ...], begun: tuple[SeatAction, ...] = ()) -> tuple[int, ...]:
    """Return the numbers of what a side may do next on a board, with its tiles in hand, after what is begun."""
    down, left = words.turn_of(_tiles(begun)), list(hand)
    for tile in down:
        if tile.value in left:
            left.remove(tile.value)
    if left:
        steps = steps_on(cells, left, down, sorted(set(left)))
        by_value = [map(_NUMBERS[value].__getitem__, numbers_in(squares)) for value, squares in steps]
        found = tuple(chain.from_iterable(by_value))
        if found:
            # What can be added must be: no tile is kept that still fits.
            return found
    # A turn of all tiles is judged again when it is answered.
    wrong = fault(cells, hand, down) if left else why_not_on(cells, hand, down)
    return (_DONE,) if wrong is None else ()


def action_of(number: int) -> SeatAction:
    """Return the action with this number. Raises IllegalAction for no number of an action."""
    if not 0 <= number <= _DONE:
        raise IllegalAction("no_number", f"The actions have the numbers 0 to {_DONE}, not {quote(number)}.")
    return Done() if number == _DONE else tile_on(SQUARES[number % len(SQUARES)], number // len(SQUARES) + 1)


def _tiles(begun: tuple[SeatAction, ...]) -> tuple[words.Tile, ...]:
    return tuple([tile for tile in begun if isinstance(tile, words.Tile)])
