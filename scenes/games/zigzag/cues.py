"""Cues of a match of ZIGZAG, for sounds and marks, and its drama: cues close together make one moment.

An announcement that is right counts 1.2, 0.6 more where both partners had to have a combination; a wrong one 0.9; a
CONTRE 1, 0.5 more where it is confirmed; a card reached too late 0.35; hands that touch 0.2; a STOP or a power 0.3; the
end of the match 1.5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenes.games.zigzag.art import title
from scenes.games.zigzag.panels import verdict_words
from scenes.playback.cues import APART_S, Cue
from scenes.playback.theatre import Moment, clusters
from sim.games.zigzag.match.frame import (
    CardGrabbed,
    CardLies,
    Check,
    HandState,
    PowerSpoken,
    StaticScene,
    TableStage,
    ZigzagFrame,
)
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.vocabulary import Call
from sim.language import _
from sim.match.grammar import called, jointly, said_of, said_of_all, whom
from sim.rules_frame import Event

News = Event | CardLies | CardGrabbed | PowerSpoken

LAID, TAKEN = 0.5, 0.3
BUMP_MM = 1.12
"""Hands touch if their palms are nearer than this many diameters."""
NEARLY_MM = 130.0
"""A hand that reached for a card and was this near when another took it is too late."""

RIGHT, BOTH, WRONG, CONTRE, CONFIRMED = 1.2, 0.6, 0.9, 1.0, 0.5
LATE, BUMP, PLAYED, LAST = 0.35, 0.2, 0.3, 1.5
WITHIN_S = 2.0
LEAD_S, TRAIL_S = 4.0, 2.5
REACH_S = 0.8
"""About the time from setting out to taking a card."""
KINDS = ("challenge", "miss", "beside", "stop", "end")
CALLED_WITH_BOTH = (Call.DOUBLE_ZIG, Call.ZIG_ZAG, Call.DOUBLE_ZAG)


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
        return [
            Cue(frame.time_s, "beside", 0.4, _("{names} are in each other's way", names=jointly((a, b))))
            for a, b in sorted(met)
        ]

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
                you, other = (
                    _("You are first at {card}; too late for {whom}"),
                    _("{name} is first at {card}; too late for {whom}"),
                )
                words = said_of(event.by, you, other, card=title(card.face), whom=whom(seat.name))
                found.append(Cue(now, "miss", 0.6, words))
    return found


def _rulings(before: ZigzagFrame, frame: ZigzagFrame, news: Sequence[News]) -> list[Cue]:
    """Return cues for STOPs, powers, verdicts and the beginning and end of hands, sets and match."""
    found, now = [], frame.time_s
    stopping = {event.player for event in news if isinstance(event, events.StopPlaced)}
    for seat in frame.seats:
        found += [
            Cue(now, "stop", 0.7, _("{card} before {whom}", card=title(event.card.value), whom=whom(seat.name)))
            for event in news
            if isinstance(event, events.StopPlaced) and event.target == seat.name
        ]
        found += [
            Cue(now, "stop", 0.4, f"{called(seat.name)}: {_(event.text)}")
            for event in news
            # Who places a STOP says so: that is heard once.
            if isinstance(event, PowerSpoken) and event.by == seat.name and seat.name not in stopping
        ]
    check = frame.check
    if check is not None and any(isinstance(event, events.AnnouncementJudged | events.ContreJudged) for event in news):
        first, second = verdict_words(check, frame.teams)
        found.append(Cue(now, "challenge", 1.0 if check.success else 0.7, f"{first} {second}"))
    sets = [event.set for event in news if isinstance(event, events.SetStarted)]
    hands = [event.hand for event in news if isinstance(event, events.HandStarted)]
    if sets:
        found.append(Cue(now, "game", 1.0, _("Set {set}", set=sets[-1])))
    elif hands:
        found.append(Cue(now, "turn", 0.3, _("Hand {hand}", hand=hands[-1])))
    if frame.table_stage is TableStage.OVER and before.table_stage is not TableStage.OVER:
        found.append(Cue(now, "end", 1.0, _("The end")))
    return found


def moments(frames: Sequence[ZigzagFrame], cues: Sequence[Cue]) -> list[Moment]:
    """Return a moment for every cluster of dramatic cues, or a single one for the whole match if there is none."""
    found = [_moment(cluster, frames) for cluster in clusters(cues, KINDS, WITHIN_S)]
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, _("No hands got in each other's way"))]


def _moment(cluster: list[Cue], frames: Sequence[ZigzagFrame]) -> Moment:
    begins, ends = cluster[0].time_s, cluster[-1].time_s
    near = [frame for frame in frames if begins - 0.05 <= frame.time_s <= ends + 0.05]
    count = {kind: sum(cue.kind == kind for cue in cluster) for kind in KINDS}
    checks = {frame.check.at_s: frame.check for frame in near if frame.check is not None}
    judged = {cue.time_s for cue in cluster if cue.kind == "challenge"}
    drama = LATE * count["miss"] + BUMP * count["beside"] + PLAYED * count["stop"] + LAST * count["end"]
    drama += sum(_worth(check) for check in checks.values() if judged)
    number = near[0].set if near else frames[-1].set
    title, second = _words(cluster, number, near, frames[-1])
    start, end = max(frames[0].time_s, begins - LEAD_S), ends + TRAIL_S
    if count["end"]:
        end = max(end, frames[-1].time_s)
    climax = next((h.time_s for h in cluster if h.kind in ("miss", "challenge")), begins)
    return Moment(start, min(end, frames[-1].time_s + 0.01), drama, title, second, (climax - REACH_S, climax + 0.2))


def _worth(check: Check) -> float:
    if check.call is None:
        return CONTRE + CONFIRMED * check.success
    if not check.success:
        return WRONG
    return RIGHT + BOTH * (check.call in CALLED_WITH_BOTH)


def _words(cluster: Sequence[Cue], number: int, near: Sequence[ZigzagFrame], last: ZigzagFrame) -> tuple[str, str]:
    """Return a title and a second line for a cluster of cues in the set `number`.

    near: the frames around it. last: the last frame of the match.
    """
    if cluster[-1].kind == "end" and last.winners:
        you, one = _("You win the match"), _("{name} wins the match")
        won = said_of_all(last.winners, you, one, _("{names} win the match"))
        return _("Set {set}: the last box", set=number), won
    called_s = max((cue.time_s for cue in cluster if cue.kind == "challenge"), default=math.inf)
    for frame in near:
        if frame.time_s >= called_s and frame.check is not None:
            first, second = verdict_words(frame.check, frame.teams)
            return _("Set {set}: {what}", set=number, what=first), second
    for kind in ("challenge", "miss", "stop", "beside"):
        said = [cue.words for cue in cluster if cue.kind == kind]
        if said:
            return _("Set {set}: {what}", set=number, what=said[-1]), ""
    return _("Set {set}", set=number), ""
