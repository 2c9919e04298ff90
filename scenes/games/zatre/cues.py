"""Cues of a match of ZATRE, derived from the events and the tiles of its frames."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.playback.cues import APART_S, Cue
from sim.games.zatre.match.frame import (
    BagEmptied,
    Gains,
    MatchEnded,
    News,
    StaticScene,
    TurnBegan,
    TurnRuled,
    ZatreFrame,
)

KNOCK = 0.45
GLIDE_S = 0.55
"""The time a tile takes from the rack to its square."""
BIG_POINTS = 6
"""A turn of at least this many points gets a stronger cue and a mark on the timeline."""
MOST_POINTS = 12


class Listener:
    """A follower of one match, which derives cues from successive frames."""

    def __init__(self, _static_scene: StaticScene) -> None:
        self.forget()

    def forget(self) -> None:
        """Treat the next frame as the first."""
        self._before: ZatreFrame | None = None
        self._number = -1

    def hear(self, frame: ZatreFrame) -> tuple[Cue, ...]:
        """Return the cues since the frame before; none after a jump, or for the first frame."""
        before, number = self._before, self._number
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            before = None
        self._before = frame
        self._number = frame.events[-1].number if frame.events else -1
        if before is None:
            return ()
        return *_tiles(before, frame), *_rulings(frame, [event.what for event in frame.events if event.number > number])


def _tiles(before: ZatreFrame, frame: ZatreFrame) -> list[Cue]:
    """Return a knock for each tile that came down on its square between the two frames."""
    return [
        Cue(frame.time_s, "knock", KNOCK)
        for tile in frame.board
        if tile.new and before.time_s < tile.put_s + GLIDE_S <= frame.time_s
    ]


def _rulings(frame: ZatreFrame, news: Sequence[News]) -> list[Cue]:
    """Return cues for turns, their points, the last tile and the end of the match."""
    found, now = [], frame.time_s
    for event in news:
        match event:
            case TurnBegan():
                found.append(Cue(now, "turn", 0.5, f"Turn {event.turn}: {event.side}"))
            case TurnRuled(gains=gains) if gains.points:
                kind = "catch" if gains.points >= BIG_POINTS else "score"
                found.append(Cue(now, kind, min(1.0, 0.3 + gains.points / MOST_POINTS), gains_words(gains)))
            case TurnRuled(gains=gains, tiles=0):
                found.append(Cue(now, "miss", 0.5, f"{gains.by} can place nothing"))
            case BagEmptied():
                found.append(Cue(now, "round", 1.0, "The bag is empty: the last turn"))
            case MatchEnded():
                found.append(Cue(now, "end", 1.0, "The end"))
    return found


def gains_words(gains: Gains) -> str:
    """Return what a turn scored, in words: `Ada: 12 and 10, 5 points, 1 x2`."""
    points = "1 point" if gains.points == 1 else f"{gains.points} points"
    crosses = f", {len(gains.crosses)} x2" if gains.crosses else ""
    return f"{gains.by}: {sums_words(gains)}, {points}{crosses}"


def sums_words(gains: Gains) -> str:
    """Return the sums of a turn's runs, highest first: `12, 12 and 10`."""
    sums = [str(total) for total in sorted((run.sum for run in gains.runs), reverse=True)]
    return " and ".join([*([", ".join(sums[:-1])] if len(sums) > 1 else []), *sums[-1:]])
