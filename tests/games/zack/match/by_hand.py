"""A person at the mouse, made of arithmetic: gestures in time, whatever the frame rate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sim.games.zack.bots.mind import Mind
from sim.games.zack.bots.percepts import Percept
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import ZackMatch
from sim.match.record import Recorder
from sim.match.seats import seats_from
from sim.physics import Point

WIDE = {"width_mm": 2000.0}
"""The table [bowl] of a bowl that no card passes to the side."""


def reach(share: float) -> float:
    """A minimum-jerk movement's way after a share of its time."""
    t = min(1.0, max(0.0, share))
    return t**3 * (10.0 - 15.0 * t + 6.0 * t * t)


def flick(
    start: Point, side: int = 1, way: float = 300.0, rise: float = 0.25, seconds: float = 0.3
) -> Callable[[float], Point]:
    """Where a hand is this many seconds after it started to flick towards the bowl."""

    def at(elapsed: float) -> Point:
        gone = way * reach(elapsed / seconds)
        return start[0] - side * gone, start[1] + rise * gone

    return at


class AtTheMouse:
    """Drives the hand of a match (or a practice) as a window does, at a frame rate."""

    def __init__(self, match: Any, frames_per_s: float = 60.0) -> None:
        self.match, self.hand = match, match.hand
        self.frame_s = 1.0 / frames_per_s
        self.now_s = 100.0
        self.drawn: list[tuple[int, Any]] = []
        side = self.hand.side
        self.rest: Point = (side * (match.configuration.table.seat_distance_mm + 150.0), 170.0)
        self.hand.follow(self.now_s, *self.rest)

    def frame(self) -> Any:
        """One frame of the window."""
        self.now_s += self.frame_s
        self.hand.before_frame(self.now_s)
        self.match.advance(min(self.frame_s, self.match.longest_step_s))
        self.hand.after_frame(self.now_s)
        shown = self.match.frame()
        self.drawn.append((self.match.tick, shown))
        return shown

    def wait(self, until: Callable[[], bool], most_s: float = 60.0) -> bool:
        """Frames until that is so; False if it never is."""
        end = self.now_s + most_s
        while not until() and self.now_s < end and not self.match.finished:
            self.frame()
        return until()

    def throw(self, card: str | None = None, target: str | None = None, **gesture: float) -> None:
        """Take a card and flick it; it leaves the hand where the reach ends, or where the hand has slowed down."""
        self.hand.follow(self.now_s, *self.rest)
        self.hand.take(self.now_s, card, target)
        course = flick(self.rest, self.hand.side, **gesture)
        began_s = self.now_s
        while self.hand.card is not None and self.now_s - began_s < 0.6:
            self.frame()
            self.hand.follow(self.now_s, *course(self.now_s - began_s))
        self.hand.let_go(self.now_s)


class Absent(Mind):
    """A player who sees nothing, and so does nothing."""

    def sees(self, percept: Percept) -> None:
        """Look away."""


def table(
    configuration: ZackConfiguration, seed: int, *players: str, absent: Sequence[str] = ()
) -> tuple[ZackMatch, Recorder]:
    """A match with persons, and its recorder. absent: who does nothing."""
    seats = seats_from(players, "zack", persons=True)
    recorder = Recorder.of(configuration, seats, seed)
    heads = dict.fromkeys(absent, Absent)
    return ZackMatch(configuration, seats, seed, recorder.record_line, heads=heads), recorder
