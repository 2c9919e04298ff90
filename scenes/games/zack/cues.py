"""Cues of a match of Zack!, for sounds and marks, read off its frames."""

from __future__ import annotations

import math

from scenes.games.zack.panels import verdict_words
from scenes.playback.cues import APART_S, Cue
from sim.games.zack.match.frame import (
    CardMissed,
    CardState,
    CardView,
    GameBegan,
    Judged,
    MatchWon,
    PlayStopped,
    StaticScene,
    ZackFrame,
)
from sim.match.grammar import does

LOUD_MM_S = 4000.0
INSIDE_MM = 4.0
JUST_NOW_S = 0.2
_FLIES = (CardState.AIR, CardState.HELD)


class Listener:
    """A listener that follows the frames of one match."""

    def __init__(self, static_scene: StaticScene) -> None:
        self._half_mm = static_scene.setup.half_opening_mm
        self._outside_mm = static_scene.setup.half_outside_mm
        self._rim_mm = static_scene.setup.bowl.depth_mm
        self.forget()

    def forget(self) -> None:
        """Begin anew: the next frame is taken as the first."""
        self._before: ZackFrame | None = None
        self._speeds: dict[str, float] = {}

    def hear(self, frame: ZackFrame) -> tuple[Cue, ...]:
        """Return the cues since the frame before; none after a jump in time, or for the first frame."""
        before = self._before
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            self.forget()
            before = None
        self._before = frame
        return () if before is None else (*self._cards(before, frame), *self._rulings(before, frame))

    def _cards(self, before: ZackFrame, frame: ZackFrame) -> list[Cue]:
        found, now, dt = [], frame.time_s, frame.time_s - before.time_s
        was = {card.name: card for card in before.cards}
        speeds = {}
        for card in frame.cards:
            old = was.get(card.name)
            if old is None:
                continue
            if card.state in (CardState.AIR, CardState.MOVING):
                speeds[card.name] = math.hypot(card.x - old.x, card.y - old.y) / dt
            if old.state not in _FLIES or card.state in _FLIES:
                continue
            strength = min(1.0, max(0.2, self._speeds.get(card.name, 0.0) / LOUD_MM_S))
            found.append(Cue(now, self._place(card), strength))
        self._speeds = speeds
        return found

    def _place(self, card: CardView) -> str:
        """Return what a card touches there first: the pile or the bowl, the bowl's rim, the table."""
        x, y = card.x, card.y
        if card.aside or abs(x) > self._outside_mm + INSIDE_MM or (y < self._rim_mm / 2 and abs(x) > self._outside_mm):
            return "beside"
        if abs(x) > self._half_mm - INSIDE_MM and y > self._rim_mm - INSIDE_MM:
            return "rim"
        return "card"

    def _rulings(self, before: ZackFrame, frame: ZackFrame) -> list[Cue]:
        found, now = [], frame.time_s
        recent = [event for event in frame.events if before.time_s <= event.at_s < now]
        if any(isinstance(event, CardMissed) for event in recent):
            found.append(Cue(now, "miss", 0.6, _newest_miss(frame)))
        for event in recent:
            match event:
                case Judged(_, verdict):
                    first, second = verdict_words(verdict)
                    strength = min(1.0, 0.4 + 0.05 * verdict.cards)
                    found.append(Cue(now, "challenge", strength, f"{first} {second}"))
                case PlayStopped():
                    found.append(Cue(now, "stop", 0.6, "Stop!"))
                case GameBegan(_, game) if game > 1:
                    found.append(Cue(now, "game", 1.0, f"Game {game}"))
                case MatchWon():
                    found.append(Cue(now, "end", 1.0, "The end"))
        return found


def _newest_miss(frame: ZackFrame) -> str:
    """Return who has missed just now, in words, where that is known."""
    for event in reversed(frame.events):
        if frame.time_s - event.at_s > JUST_NOW_S:
            break
        if isinstance(event, CardMissed) and event.by is not None:
            return f"{does(event.by, 'misses')} the bowl{' to the side' * event.aside}"
    return "A card misses the bowl"
