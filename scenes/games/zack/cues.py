"""What happens in a match of Zack!, read off its frames."""

from __future__ import annotations

import math

from scenes.games.zack.panels import verdict_words
from scenes.playback.cues import APART_S, Cue
from sim.games.zack.match.frame import CardState, StaticScene, TableStage, ZackFrame

LOUD_MM_S = 4000.0
INSIDE_MM = 4.0
_FLIES = (CardState.AIR, CardState.HELD)


class Listener:
    """Follows the frames of one match."""

    def __init__(self, static_scene: StaticScene) -> None:
        self._half_mm = static_scene.setup.half_opening_mm
        self._outside_mm = static_scene.setup.half_outside_mm
        self._rim_mm = static_scene.setup.bowl.depth_mm
        self.forget()

    def forget(self) -> None:
        """The next frame is the first."""
        self._before: ZackFrame | None = None
        self._speeds: dict[str, float] = {}

    def hear(self, frame: ZackFrame) -> tuple[Cue, ...]:
        """What has happened since the frame before; nothing after a jump, or for the first."""
        before = self._before
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            self.forget()
            before = None
        self._before = frame
        return () if before is None else (*self._cards(before, frame), *self._rulings(before, frame))

    def _cards(self, before: ZackFrame, frame: ZackFrame) -> list[Cue]:
        told, now, dt = [], frame.time_s, frame.time_s - before.time_s
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
            told.append(Cue(now, self._place(card.x, card.y), strength))
        self._speeds = speeds
        return told

    def _place(self, x: float, y: float) -> str:
        """What a card touches there first: the pile or the bowl, the bowl's rim, the table."""
        if abs(x) > self._outside_mm + INSIDE_MM or (y < self._rim_mm / 2 and abs(x) > self._outside_mm):
            return "beside"
        if abs(x) > self._half_mm - INSIDE_MM and y > self._rim_mm - INSIDE_MM:
            return "rim"
        return "card"

    def _rulings(self, before: ZackFrame, frame: ZackFrame) -> list[Cue]:
        told, now = [], frame.time_s
        if frame.misses > before.misses:
            told.append(Cue(now, "miss", 0.6, _newest(frame, "A card misses the bowl")))
        if frame.verdict is not None and (before.verdict is None or before.verdict.at_s != frame.verdict.at_s):
            first, second = verdict_words(frame.verdict)
            strength = min(1.0, 0.4 + 0.05 * frame.verdict.cards)
            told.append(Cue(now, "challenge", strength, f"{first} {second}"))
        elif frame.table_stage is TableStage.STOPPED and before.table_stage is TableStage.PLAYING:
            told.append(Cue(now, "stop", 0.6, "Stop!"))
        if frame.game != before.game:
            told.append(Cue(now, "game", 1.0, f"Game {frame.game}"))
        if frame.table_stage is TableStage.OVER and before.table_stage is not TableStage.OVER:
            told.append(Cue(now, "end", 1.0, "The end"))
        return told


def _newest(frame: ZackFrame, otherwise: str) -> str:
    """The line of the ticker that tells of a miss just now."""
    for line in reversed(frame.ticker):
        if frame.time_s - line.time_s > 0.2:
            break
        if line.text.endswith("misses the bowl."):
            return line.text.removesuffix(".")
    return otherwise
