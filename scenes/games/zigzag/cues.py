"""What happens in a match of ZIGZAG, read off its frames."""

from __future__ import annotations

import math

from scenes.games.zigzag.art.card_art import title
from scenes.games.zigzag.panels import verdict_words
from scenes.playback.cues import APART_S, Cue
from sim.games.zigzag.match.frame import CardView, HandState, SeatView, StaticScene, TableStage, ZigzagFrame

LAID, TAKEN = 0.5, 0.3
BUMP_MM = 1.12
"""Two palms that are nearer than this many of their diameters touch."""
NEARLY_MM = 130.0
"""Whoever was so near a card that another has taken has lost the race for it."""


class Listener:
    """Follows the frames of one match."""

    def __init__(self, static_scene: StaticScene) -> None:
        self._touch_mm = 2 * static_scene.setup.hand.palm_mm * BUMP_MM
        self.forget()

    def forget(self) -> None:
        """The next frame is the first."""
        self._before: ZigzagFrame | None = None

    def hear(self, frame: ZigzagFrame) -> tuple[Cue, ...]:
        """What has happened since the frame before; nothing after a jump, or for the first."""
        before = self._before
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            before = None
        self._before = frame
        if before is None:
            return ()
        return (*self._cards(before, frame), *self._hands(before, frame), *self._rulings(before, frame))

    def _cards(self, before: ZigzagFrame, frame: ZigzagFrame) -> list[Cue]:
        told, now = [], frame.time_s
        lay = {card.name: card for card in before.cards if card.held_by is None}
        lies = {card.name: card for card in frame.cards if card.held_by is None}
        told += [Cue(now, "card", LAID) for name in lies if name not in lay]
        for name, card in lay.items():
            if name in lies or frame.table_stage is not TableStage.PLAYING:
                continue
            taker = _taker(card, frame)
            if taker is None:
                continue
            told.append(Cue(now, "card", TAKEN))
            for seat in before.seats:
                hand = seat.hand
                near = math.hypot(hand.x - card.x, hand.y - card.y) < NEARLY_MM
                if seat.name != taker and hand.aim == name and hand.state is HandState.REACHING and near:
                    words = f"{taker} is first at {title(card.face)}; {seat.name} is too late"
                    told.append(Cue(now, "miss", 0.6, words))
        return told

    def _hands(self, before: ZigzagFrame, frame: ZigzagFrame) -> list[Cue]:
        """Hands that have come to touch each other."""
        met = self._touching(frame) - self._touching(before)
        return [Cue(frame.time_s, "beside", 0.4, f"{a} and {b} are in each other's way") for a, b in sorted(met)]

    def _touching(self, frame: ZigzagFrame) -> set[tuple[str, str]]:
        out = [seat for seat in frame.seats if seat.hand.state is not HandState.REST]
        return {
            (a.name, b.name)
            for number, a in enumerate(out)
            for b in out[number + 1 :]
            if math.hypot(a.hand.x - b.hand.x, a.hand.y - b.hand.y) <= self._touch_mm
        }

    def _rulings(self, before: ZigzagFrame, frame: ZigzagFrame) -> list[Cue]:
        told, now = [], frame.time_s
        for old, seat in zip(before.seats, frame.seats, strict=True):
            if len(seat.stops) > len(old.stops):
                told.append(Cue(now, "stop", 0.7, f"{title(seat.stops[-1])} before {seat.name}"))
            voice = seat.voice
            if voice is not None and (old.voice is None or old.voice.at_s != voice.at_s) and not _calls(seat):
                told.append(Cue(now, "stop", 0.4, f"{seat.name}: {voice.text}"))
        check = frame.check
        if check is not None and (before.check is None or before.check.at_s != check.at_s):
            first, second = verdict_words(check, frame.teams)
            told.append(Cue(now, "challenge", 1.0 if check.success else 0.7, f"{first} {second}"))
        if frame.set != before.set:
            told.append(Cue(now, "game", 1.0, f"Set {frame.set}"))
        elif frame.hand != before.hand:
            told.append(Cue(now, "turn", 0.3, f"Hand {frame.hand}"))
        if frame.table_stage is TableStage.OVER and before.table_stage is not TableStage.OVER:
            told.append(Cue(now, "end", 1.0, "The end"))
        return told


def _calls(seat: SeatView) -> bool:
    """An announcement or a CONTRE is told when it has been looked at."""
    return seat.voice is not None and seat.voice.text.upper() == seat.voice.text and seat.voice.text[:1] in "ZDC"


def _taker(card: CardView, frame: ZigzagFrame) -> str | None:
    """Whose hand has the card now, or carries one that looks like it from where it lay."""
    for now in frame.cards:
        if now.held_by is not None and (now.name == card.name or now.face == card.face):
            return now.held_by
    return None
