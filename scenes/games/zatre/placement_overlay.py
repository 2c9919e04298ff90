"""The overlay of a person's turn at ZATRE: open squares, tiles laid so far, runs with their sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenes.drawing.palette import GLOW, TONES, lighter
from scenes.drawing.quads import Quad
from scenes.games.zatre.panels import sum_tone
from scenes.games.zatre.stage import PENDING, Stage
from scenes.games.zatre.turn_draft import TurnDraft
from sim.games.zatre.match.frame import Square


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


def _sums(stage: Stage, draft: TurnDraft, turn: Any, of: Sequence[Square] | None) -> list[Quad]:
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
