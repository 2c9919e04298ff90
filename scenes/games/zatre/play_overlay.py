"""The overlay of a person's turn at ZATRE: open squares, tiles laid so far, runs with their sums, and news in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scenes.drawing.palette import GLOW, TONES, lighter
from scenes.drawing.quads import Quad
from scenes.games.zatre.panels import sum_tone
from scenes.games.zatre.stage import PENDING, Stage
from scenes.games.zatre.turn_draft import TurnDraft
from sim.games.zatre import rules
from sim.games.zatre.match.frame import BagEmptied, Square, TurnBegan, TurnRuled, ZatreFrame
from sim.match.grammar import whom, whose

if TYPE_CHECKING:
    from scenes.drawing.callouts import Callouts

Point = tuple[float, float]


def overlay(stage: Stage, draft: TurnDraft, shown: int | None, held: int | None, at: Square | None) -> list[Quad]:
    """Return the squares open to the tile `shown`, the tiles laid already, and the tile `held` over the square `at`.

    at: None where the pointer is not over the board's part of the window.
    """
    open_squares = () if shown is None else draft.open_for(shown)
    quads = [stage.mark(square, square == at and held is not None) for square in open_squares]
    for number, square in draft.laid.items():
        quads += stage.tile(square, draft.hand[number], glow=PENDING)
    turn = draft.down
    if held is not None and at is not None and at in stage.static_scene.squares:
        if at in open_squares:
            turn = draft.with_tile(held, at)
            quads += stage.tile(at, draft.hand[held], glow=GLOW, lift=0.06)
        elif not _taken(draft, at):
            quads.append(stage.ban(at))
            quads += _sums(stage, draft, draft.with_tile(held, at), (at,))
    if turn:
        quads += _sums(stage, draft, turn, None)
    return quads


def _taken(draft: TurnDraft, at: Square) -> bool:
    return draft.at(at) is not None or any((tile.row, tile.col) == at for tile in draft.state.board)


def _sums(stage: Stage, draft: TurnDraft, turn: rules.Turn, of: Sequence[Square] | None) -> list[Quad]:
    """Return the runs that tiles of the turn touch, framed, with their sums.

    of: only runs through tiles on these squares.
    """
    lines: list[Quad] = []
    labels: list[Quad] = []
    for run in draft.sums(turn, of):
        tone = sum_tone(run.total)
        glow = {"score": GLOW, "plain": lighter(TONES["plain"], 0.6), "bad": TONES["bad"]}[tone]
        *frame, label = stage.run(run.squares, str(run.total), tone, glow)
        lines += frame
        labels.append(label)
    return [*lines, *labels]


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
