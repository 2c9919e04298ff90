"""Cues of a match of ZATRE, derived from its frames."""

from __future__ import annotations

from scenes.playback.cues import APART_S, Cue
from sim.games.zatre.match.frame import Gains, StaticScene, TableStage, ZatreFrame

KNOCK = 0.45
GLIDE_S = 0.55
"""The time a tile takes from the rack to its square."""
BIG_POINTS = 6
"""A turn of at least this many points gets a stronger cue and a mark on the timeline."""
MOST_POINTS = 12


class Listener:
    """A follower of one match, which derives cues from successive frames."""

    def __init__(self, _scenery: StaticScene) -> None:
        self.forget()

    def forget(self) -> None:
        """Treat the next frame as the first."""
        self._before: ZatreFrame | None = None

    def hear(self, frame: ZatreFrame) -> tuple[Cue, ...]:
        """Return the cues since the frame before; none after a jump, or for the first frame."""
        before = self._before
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            before = None
        self._before = frame
        return () if before is None else (*_tiles(before, frame), *_rulings(before, frame))


def _tiles(before: ZatreFrame, frame: ZatreFrame) -> list[Cue]:
    """Return a knock for each tile that came down on its square between the two frames."""
    return [
        Cue(frame.time_s, "knock", KNOCK)
        for tile in frame.board
        if tile.new and before.time_s < tile.put_s + GLIDE_S <= frame.time_s
    ]


def _rulings(before: ZatreFrame, frame: ZatreFrame) -> list[Cue]:
    told, now = [], frame.time_s
    if frame.turn != before.turn and frame.due is not None:
        told.append(Cue(now, "turn", 0.5, f"Turn {frame.turn}: {frame.due}"))
    if frame.table_stage is TableStage.RULED and before.table_stage is not TableStage.RULED and frame.gains is not None:
        gains = frame.gains
        if gains.points:
            kind = "catch" if gains.points >= BIG_POINTS else "score"
            told.append(Cue(now, kind, min(1.0, 0.3 + gains.points / MOST_POINTS), gains_words(gains)))
        elif not any(tile.new for tile in frame.board):
            told.append(Cue(now, "miss", 0.5, f"{gains.by} can place nothing"))
    if frame.bag == 0 and before.bag > 0 and frame.table_stage is not TableStage.OVER:
        told.append(Cue(now, "round", 1.0, "The bag is empty: the last turn"))
    if frame.table_stage is TableStage.OVER and before.table_stage is not TableStage.OVER:
        told.append(Cue(now, "end", 1.0, "The end"))
    return told


def gains_words(gains: Gains) -> str:
    """Return what a turn scored, in words: `Ada: 12 and 10, 5 points, 1 x2`."""
    points = "1 point" if gains.points == 1 else f"{gains.points} points"
    crosses = f", {len(gains.crosses)} x2" if gains.crosses else ""
    return f"{gains.by}: {sums_words(gains)}, {points}{crosses}"


def sums_words(gains: Gains) -> str:
    """Return the sums of a turn's runs, highest first: `12, 12 and 10`."""
    sums = [str(total) for total in sorted((run.sum for run in gains.runs), reverse=True)]
    return " and ".join([*([", ".join(sums[:-1])] if len(sums) > 1 else []), *sums[-1:]])
