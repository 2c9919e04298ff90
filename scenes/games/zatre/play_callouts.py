"""Words at the place where something happens at ZATRE: points at the tile that was laid, whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sim.games.zatre.match.frame import BagEmptied, Square, TurnBegan, TurnRuled, ZatreFrame
from sim.match.grammar import whom, whose

if TYPE_CHECKING:
    from scenes.drawing.callouts import Callouts

Point = tuple[float, float]


def points_words(ruled: TurnRuled) -> str:
    """Return what a turn scored and for whom: `+5 to you`, `+5 and x2 to Bert`, `No points`."""
    points, crosses = ruled.gains.points, len(ruled.gains.crosses)
    if not points:
        return "No points"
    times = {0: "", 1: " and x2", 2: " and x2 twice"}.get(crosses, f" and x2 {crosses} times")
    return f"+{points}{times} to {whom(ruled.side)}"


class TableCallouts:
    """The news of a match, said at their places.

    square: returns where a square of the board is (window units). place_of: returns where a side's first player is
    named.
    """

    def __init__(
        self, callouts: Callouts, square: Callable[[Square], Point], place_of: Callable[[str], Point | None]
    ) -> None:
        self._callouts, self._square, self._place_of = callouts, square, place_of
        self._number: int | None = None
        self._totals: dict[str, int] = {}

    def read(self, frame: ZatreFrame, mine: Callable[[str], bool]) -> None:
        """Show in words what has happened since the frame before; nothing of the first one.

        mine: returns whether the person at the mouse belongs to a side.
        """
        number = self._number
        self._number = frame.events[-1].number if frame.events else -1 if number is None else number
        if number is None:
            return
        for event in frame.events:
            if event.number <= number:
                continue
            match event.what:
                case TurnBegan(side=side) if mine(side):
                    self._callouts.banner(f"{whose(side)} turn", "turn")
                case TurnRuled():
                    self._ruled(event.what, frame, mine(event.what.side))
                case BagEmptied():
                    self._callouts.banner("The bag is empty: this is the last turn.", "bad")

    def _ruled(self, ruled: TurnRuled, frame: ZatreFrame, mine: bool) -> None:
        side, points = ruled.side, ruled.gains.points
        added = ruled.totals[side] - self._totals.get(side, 0)
        self._totals = dict(ruled.totals)
        laid = [(tile.row, tile.col) for tile in frame.board if tile.new]
        tone = "good" if points and mine else "turn" if points else "plain"
        if laid:
            last = laid[-1]
            self._callouts.say(points_words(ruled), lambda: self._square(last), tone)
        elif not ruled.tiles:
            self._callouts.say("Nothing fits", lambda: self._place_of(side), "bad")
        if points and added > points:
            # A row is full or doubled: the sheet gains more than was made on the board.
            self._callouts.say(f"+{added} with bonus and x2", lambda: self._place_of(side), tone)
