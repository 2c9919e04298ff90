"""Cues of a match of ZIGZAG, derived from the events and the hands of its frames."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenes.games.zigzag.art.card_art import title
from scenes.games.zigzag.panels import verdict_words
from scenes.playback.cues import APART_S, Cue
from sim.games.zigzag.match.frame import (
    CardGrabbed,
    CardLies,
    HandState,
    PowerSpoken,
    StaticScene,
    TableStage,
    ZigzagFrame,
)
from sim.games.zigzag.rules import events
from sim.match.grammar import does, jointly, whom
from sim.rules_frame import Event

News = Event | CardLies | CardGrabbed | PowerSpoken

LAID, TAKEN = 0.5, 0.3
BUMP_MM = 1.12
"""Hands touch if their palms are nearer than this many diameters."""
NEARLY_MM = 130.0
"""A hand that reached for a card and was this near when another took it is too late."""


class Listener:
    """A follower of one match, which derives cues from successive frames."""

    def __init__(self, static_scene: StaticScene) -> None:
        self._touch_mm = 2 * static_scene.setup.hand.palm_mm * BUMP_MM
        self.forget()

    def forget(self) -> None:
        """Treat the next frame as the first."""
        self._before: ZigzagFrame | None = None
        self._number = -1

    def hear(self, frame: ZigzagFrame) -> tuple[Cue, ...]:
        """Return the cues since the frame before; none after a jump, or for the first frame."""
        before, number = self._before, self._number
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            before = None
        self._before = frame
        if frame.events or before is None:
            self._number = frame.events[-1].number if frame.events else -1
        if before is None:
            return ()
        news = [event.what for event in frame.events if event.number > number]
        return (*_cards(before, frame, news), *self._hands(before, frame), *_rulings(before, frame, news))

    def _hands(self, before: ZigzagFrame, frame: ZigzagFrame) -> list[Cue]:
        """Return a cue for each pair of hands that has begun to touch."""
        met = self._touching(frame) - self._touching(before)
        return [Cue(frame.time_s, "beside", 0.4, f"{jointly((a, b))} are in each other's way") for a, b in sorted(met)]

    def _touching(self, frame: ZigzagFrame) -> set[tuple[str, str]]:
        out = [seat for seat in frame.seats if seat.hand.state is not HandState.REST]
        return {
            (a.name, b.name)
            for number, a in enumerate(out)
            for b in out[number + 1 :]
            if math.hypot(a.hand.x - b.hand.x, a.hand.y - b.hand.y) <= self._touch_mm
        }


def _cards(before: ZigzagFrame, frame: ZigzagFrame, news: Sequence[News]) -> list[Cue]:
    """Return cues for cards that were laid, taken, and lost to another hand."""
    now, lay = frame.time_s, {card.name: card for card in before.cards if card.held_by is None}
    lies = {card.name for card in frame.cards if card.held_by is None}
    found = [Cue(now, "card", LAID) for event in news if isinstance(event, CardLies) and event.name in lies]
    for event in news:
        if not isinstance(event, CardGrabbed) or event.name not in lay or frame.table_stage is not TableStage.PLAYING:
            continue
        card = lay[event.name]
        found.append(Cue(now, "card", TAKEN))
        for seat in before.seats:
            hand = seat.hand
            near = math.hypot(hand.x - card.x, hand.y - card.y) < NEARLY_MM
            if seat.name != event.by and hand.aim == card.name and hand.state is HandState.REACHING and near:
                words = f"{does(event.by, 'is')} first at {title(card.face)}; too late for {whom(seat.name)}"
                found.append(Cue(now, "miss", 0.6, words))
    return found


def _rulings(before: ZigzagFrame, frame: ZigzagFrame, news: Sequence[News]) -> list[Cue]:
    """Return cues for STOPs, powers, verdicts and the beginning and end of hands, sets and match."""
    found, now = [], frame.time_s
    for seat in frame.seats:
        found += [
            Cue(now, "stop", 0.7, f"{title(event.card.value)} before {seat.name}")
            for event in news
            if isinstance(event, events.StopPlaced) and event.target == seat.name
        ]
        found += [
            Cue(now, "stop", 0.4, f"{seat.name}: {event.text}")
            for event in news
            if isinstance(event, PowerSpoken) and event.by == seat.name
        ]
    check = frame.check
    if check is not None and any(isinstance(event, events.AnnouncementJudged | events.ContreJudged) for event in news):
        first, second = verdict_words(check, frame.teams)
        found.append(Cue(now, "challenge", 1.0 if check.success else 0.7, f"{first} {second}"))
    sets = [event.set for event in news if isinstance(event, events.SetStarted)]
    hands = [event.hand for event in news if isinstance(event, events.HandStarted)]
    if sets:
        found.append(Cue(now, "game", 1.0, f"Set {sets[-1]}"))
    elif hands:
        found.append(Cue(now, "turn", 0.3, f"Hand {hands[-1]}"))
    if frame.table_stage is TableStage.OVER and before.table_stage is not TableStage.OVER:
        found.append(Cue(now, "end", 1.0, "The end"))
    return found
