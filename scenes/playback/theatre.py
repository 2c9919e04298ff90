"""A match as a play of its dramatic moments: the choice of shots, their slow motion and captions. Needs no window.

A game's `moments` (scenes/games/GAME/cues.py) measures the drama of a whole match; `programme` picks from it;
`Theatre` plays the choice under a remote control.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from scenes.playback.cues import Cue
from scenes.playback.frame_buffer import STEP_S, FrameBuffer, FrameBuffers
from scenes.playback.playback import LATEST_S, Playback
from scenes.spec import scene_part
from sim.language import N_, _

SLOW = 0.3
"""Speed of slow motion, as a share of the usual one."""
LONGEST_SLOW_S = 3.0
LENGTH_S = 90.0
"""About how long a play lasts; the end of the match is always in it."""
WORTH = 1.0
"""Moments of less drama than this, that of a single fall, only fill up to LEAST_SHOTS."""
LEAST_SHOTS = 3
DARK_S = 0.3
"""How long the stage is dark between two shots, half before and half after the cut."""
SLICE_S = 0.03


@dataclass(frozen=True, slots=True)
class Moment:
    """A stretch of a match that may be worth seeing.

    drama: 1 is that of a single fall. title: a line for people. slow: beginning and end of the part to be shown in slow
    motion, None if there is none.
    """

    start_s: float
    end_s: float
    drama: float
    title: str
    outcome: str = ""
    """A line about the outcome, shown once the slow part is over."""
    slow: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class TheatreTime:
    """A moment of the play.

    time_s: the time of the match. shot: the index of the shot. dark: how dark the stage is, 0 to 1. slowly: in slow
    motion.
    """

    time_s: float
    shot: int
    dark: float
    outcome_seen: bool = True
    """True once the outcome has been shown, so that it may be put into words."""
    slowly: bool = False


@dataclass(frozen=True, slots=True)
class Programme:
    """The moments that are shown, in the order of the match."""

    shots: tuple[Moment, ...]

    @property
    def starts(self) -> tuple[float, ...]:
        """The beginning of each shot, in seconds of the play, and the end of the last one."""
        starts = [0.0]
        for shot in self.shots:
            starts.append(starts[-1] + lasts(shot))
        return tuple(starts)

    @property
    def length_s(self) -> float:
        """The length of the play."""
        return self.starts[-1]

    def at(self, at_s: float) -> TheatreTime:
        """Return what is shown `at_s` seconds into the play."""
        starts = self.starts
        at_s = min(max(at_s, 0.0), starts[-1])
        index = min(len(self.shots) - 1, max(0, bisect_right(starts, at_s) - 1))
        since, left = at_s - starts[index], starts[index + 1] - at_s
        dark = 0.0
        for near, is_cut in ((since, index > 0), (left, index + 1 < len(self.shots))):
            if is_cut and near < DARK_S / 2:
                dark = max(dark, 1.0 - near / (DARK_S / 2))
        shot, time_s = self.shots[index], _shown_s(self.shots[index], since)
        slow = shot.slow
        slowly = slow is not None and slow[0] <= time_s < slow[1]
        return TheatreTime(time_s, index, dark, slow is None or time_s >= slow[1], slowly)

    def when(self, time_s: float) -> float:
        """Return when in the play that time of the match is seen, or else what is shown next after it."""
        starts = self.starts
        for index, shot in enumerate(self.shots):
            if time_s < shot.end_s:
                return starts[index] + _played_s(shot, max(time_s, shot.start_s))
        return starts[-1]


def lasts(shot: Moment) -> float:
    """Return how long a shot is in the play (s)."""
    return _played_s(shot, shot.end_s)


def _played_s(shot: Moment, time_s: float) -> float:
    """Return how long the play takes from the beginning of a shot to that time of the match."""
    length = time_s - shot.start_s
    if shot.slow is None:
        return length
    low, high = shot.slow
    return length + max(0.0, min(time_s, high) - low) * (1.0 / SLOW - 1.0)


def _shown_s(shot: Moment, since_s: float) -> float:
    """Return the time of the match shown `since_s` into a shot: the inverse of `_played_s`."""
    time_s = shot.start_s + since_s
    if shot.slow is None or time_s <= shot.slow[0]:
        return min(time_s, shot.end_s)
    low, high = shot.slow
    slow = low + (time_s - low) * SLOW
    if slow <= high:
        return slow
    return min(shot.end_s, high + (time_s - low) - (high - low) / SLOW)


def programme(moments: Sequence[Moment], length_s: float = LENGTH_S) -> Programme:
    """Choose the most dramatic moments that fill `length_s`, and in any case the last one, in the order of the match.

    Those with less drama than WORTH only fill up to LEAST_SHOTS. Raises ValueError if there is no moment at all.
    """
    if not moments:
        raise ValueError("no moment to show")
    moments = [_within(moment) for moment in moments]
    last = max(range(len(moments)), key=lambda index: moments[index].end_s)
    chosen, left = {last}, length_s - lasts(moments[last])
    # Of equals the earlier one first, so that the choice does not depend on the order of `moments`.
    for index in sorted(range(len(moments)), key=lambda index: (-moments[index].drama, moments[index].start_s)):
        moment = moments[index]
        if index in chosen or (moment.drama < WORTH and len(chosen) >= LEAST_SHOTS):
            continue
        if lasts(moment) <= left:
            chosen.add(index)
            left -= lasts(moment)
    return Programme(tuple(_joined([moments[index] for index in sorted(chosen, key=lambda i: moments[i].start_s)])))


def _within(moment: Moment) -> Moment:
    """Return the moment with its slow part cut to its own bounds and to LONGEST_SLOW_S."""
    if moment.slow is None:
        return moment
    low, high = max(moment.slow[0], moment.start_s), min(moment.slow[1], moment.end_s)
    high = min(high, low + LONGEST_SLOW_S)
    slow = (low, high) if high > low else None
    return Moment(moment.start_s, moment.end_s, moment.drama, moment.title, moment.outcome, slow)


def _joined(shots: Sequence[Moment]) -> list[Moment]:
    """Cut shots that overlap, so that nothing is shown twice: a shot begins where the one before ends."""
    joined: list[Moment] = []
    for shot in shots:
        if joined and shot.start_s < joined[-1].end_s:
            if shot.end_s - joined[-1].end_s < 2 * STEP_S:
                joined[-1] = replace(joined[-1], end_s=max(shot.end_s, joined[-1].end_s))
                continue
            shot = _within(
                Moment(joined[-1].end_s, shot.end_s, shot.drama, shot.title, shot.outcome, shot.slow),
            )
        joined.append(shot)
    return joined


def moments_of(game: str, frame_buffer: FrameBuffer) -> list[Moment]:
    """Return the dramatic moments of a whole match."""
    found: list[Moment] = scene_part(game, "moments")(frame_buffer.frames, frame_buffer.cues)
    return found


class Theatre(Playback):
    """A playback that shows only dramatic moments. `now` and `shot` are the current place in the play.

    First the whole match is simulated, `SLICE_S` of work a frame; meanwhile `programme` is None.
    """

    length_s = LENGTH_S

    def start(self, seed: int) -> None:
        """Begin the match of that seed."""
        super().start(seed)
        self.programme: Programme | None = None
        self.at_s = 0.0

    def prepare(self, budget_s: float | None = None) -> None:
        """Simulate for about `budget_s` (None: to the end); when the match is finished, choose what is shown."""
        until = None if budget_s is None else perf_counter() + budget_s
        while not self.frame_buffer.complete and (until is None or perf_counter() < until):
            self.frame_buffer.extend()
            if self.frame_buffer.held_up_by:
                break
        if self.frame_buffer.complete and self.programme is None:
            assert isinstance(self.frame_buffer, FrameBuffer)
            self.programme = programme(moments_of(self.match.game, self.frame_buffer), self.length_s)
            self._play_at(0.0)

    @property
    def shot(self) -> Moment | None:
        """The moment that is shown; None while the match is being simulated."""
        return None if self.programme is None else self.programme.shots[self.programme.at(self.at_s).shot]

    @property
    def now(self) -> TheatreTime | None:
        """The current place in the play; None while the match is being simulated."""
        return None if self.programme is None else self.programme.at(self.at_s)

    @property
    def spans(self) -> tuple[tuple[float, float], ...]:
        """Beginning and end of each shot, in time of the match."""
        return () if self.programme is None else tuple((shot.start_s, shot.end_s) for shot in self.programme.shots)

    def _play_at(self, at_s: float) -> None:
        assert self.programme is not None
        self.at_s = min(max(at_s, 0.0), self.programme.length_s)
        self.now_s = self.programme.at(self.at_s).time_s

    # ------------------------------------------------------------------------------------------ the remote control

    def seek(self, seconds: float) -> None:
        """Go forward, or back if negative, by that many seconds of the play."""
        self._heard.clear()
        if self.programme is not None:
            self._play_at(self.at_s + seconds)

    def seek_to(self, time_s: float) -> None:
        """Go to that time of the match, or to what is shown next after it."""
        if self.programme is not None:
            self._heard.clear()
            self._play_at(self.programme.when(time_s))

    def wind_to(self, time_s: float) -> None:
        """Go to that time like `seek_to`: the whole match is simulated before anything is shown."""
        self.seek_to(time_s)

    def end(self) -> None:
        """Go to the end of the play."""
        if self.programme is not None:
            self.seek(self.programme.length_s)

    def again(self) -> None:
        """Repeat the shot from its beginning."""
        if self.programme is not None:
            start = self.programme.starts[self.programme.at(self.at_s).shot]
            self.paused = False
            self.seek(start - self.at_s)

    @property
    def pace(self) -> float:
        """The current speed, as a multiple of real time, slow motion included."""
        return self.speed * (SLOW if self.now is not None and self.now.slowly else 1.0)

    @property
    def words(self) -> str:
        """The state of the playback, in a few words."""
        if self.programme is None:
            return _("looking for the drama …")
        number = self.programme.at(self.at_s).shot + 1
        return _("{words}, {number} of {shots}", words=super().words, number=number, shots=len(self.programme.shots))

    # ------------------------------------------------------------------------------------------ time

    @property
    def look(self) -> object:
        """All of it that changes what is shown; while the match is being simulated, how far it is."""
        return super().look, self.at_s, None if self.programme else int(self.frame_buffer.ends_s)

    def advance(self, wall_s: float) -> None:
        """Move on by `wall_s` seconds of wall time."""
        if self.programme is None:
            self.prepare(SLICE_S)
            return
        if self.paused:
            return
        shot, before = self.programme.at(self.at_s).shot, self.now_s
        self._play_at(self.at_s + min(wall_s, LATEST_S) * self.speed)
        if self.programme.at(self.at_s).shot == shot:
            self._heard += self.frame_buffer.between(before, self.now_s)

    def look_ahead(self, wall_s: float) -> None:
        """Do nothing: the whole match is simulated before anything is shown."""

    @property
    def ended(self) -> bool:
        """True when the play is over."""
        return self.programme is not None and self.at_s >= self.programme.length_s


class Highlights(Theatre):
    """The dramatic moments of a match that has been seen to its end, whose frames are shown again.

    Nothing is simulated again.
    """

    length_s = 45.0

    def __init__(self, seen: FrameBuffer, speed: float = 1.0) -> None:
        self._seen = seen
        super().__init__(lambda _seed: seen.match, seen.match.seed, speed)
        self.prepare()

    def _begin(self, seed: int) -> FrameBuffer | FrameBuffers:
        self.match = self._seen.match
        return self._seen


def between(cues: Sequence[Cue], start_s: float, end_s: float, *kinds: str) -> list[Cue]:
    """Return the cues of these kinds from `start_s` to `end_s`, both included."""
    return [h for h in cues if start_s <= h.time_s <= end_s and h.kind in kinds]


def clusters(cues: Sequence[Cue], kinds: Collection[str], within_s: float) -> list[list[Cue]]:
    """Return the cues of these kinds in groups, each cue at most `within_s` after the one before it."""
    found: list[list[Cue]] = []
    for cue in (cue for cue in cues if cue.kind in kinds):
        if found and cue.time_s - found[-1][-1].time_s <= within_s:
            found[-1].append(cue)
        else:
            found.append([cue])
    return found


def number_words(count: int) -> str:
    """Spell a small number in words; larger ones in digits."""
    words = (
        *(N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five")),
        *(N_("six"), N_("seven"), N_("eight"), N_("nine"), N_("ten")),
    )
    return _(words[count]) if count < len(words) else str(count)
