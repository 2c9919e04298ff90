"""The overlay of a person's turn at ZATRE: open squares, tiles laid so far, runs with their sums, and news in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scenes.drawing.palette import GLOW, TONES, lighter
from scenes.drawing.quads import Quad
from scenes.games.zatre.panels import sum_tone
from scenes.games.zatre.stage import PENDING, Stage
from scenes.games.zatre.turn_draft import TurnDraft
from scenes.play.notice import Notice, Rank
from sim.games.zatre import rules
from sim.games.zatre.match.frame import BagEmptied, Square, TableStage, TurnRuled, ZatreFrame
from sim.language import _, put_in
from sim.match.grammar import whom


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


def points_words(ruled: TurnRuled, added: int) -> str:
    """Return what a turn scored and for whom: `+5 to you`, `No points for Bert`.

    added: what its sheet gained, more than the points where a row is full or doubled.
    """
    points, crosses = ruled.gains.points, len(ruled.gains.crosses)
    if not ruled.tiles:
        return _("Nothing fits for {whom}.", whom=whom(ruled.side))
    if not points:
        return _("No points for {whom}.", whom=whom(ruled.side))
    words = {
        0: _("+{points} to {whom}."),
        1: _("+{points} and x2 to {whom}."),
        2: _("+{points} and x2 twice to {whom}."),
    }.get(crosses, _("+{points} and x2 {crosses} times to {whom}."))
    if added > points:
        words = {
            0: _("+{points} to {whom}, with bonus and x2 +{added}."),
            1: _("+{points} and x2 to {whom}, with bonus and x2 +{added}."),
            2: _("+{points} and x2 twice to {whom}, with bonus and x2 +{added}."),
        }.get(crosses, _("+{points} and x2 {crosses} times to {whom}, with bonus and x2 +{added}."))
    return put_in(words, points=points, crosses=crosses, whom=whom(ruled.side), added=added)


class News:
    """The news of a match."""

    def __init__(self, notice: Callable[[], Notice]) -> None:
        self._notice = notice
        self._number: int | None = None
        self._counted: TurnRuled | None = None
        """The turn that was counted last, until the next one is placed."""
        self._totals: dict[str, int] = {}

    def read(self, frame: ZatreFrame, mine: Callable[[str], bool]) -> None:
        """Announce what has happened since the frame before; nothing of the first one.

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
                case TurnRuled() as ruled:
                    self._ruled(ruled, mine(ruled.side))
                case BagEmptied():
                    self._notice().say(_("The bag is empty: this is the last turn."), "bad", Rank.OUTCOME)
        if frame.table_stage in (TableStage.PLACED, TableStage.OVER):
            self._counted = None

    def _ruled(self, ruled: TurnRuled, mine: bool) -> None:
        added = ruled.totals[ruled.side] - self._totals.get(ruled.side, 0)
        self._totals, self._counted = dict(ruled.totals), ruled
        tone = "good" if ruled.gains.points and mine else "turn" if ruled.gains.points else "plain"
        rank = Rank.OUTCOME if mine else Rank.NEWS
        self._notice().say(points_words(ruled, added), tone, rank, holds=lambda: self._counted is ruled)
