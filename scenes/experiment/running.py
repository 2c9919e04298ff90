"""A trial in the window: one attempt of a practice, timed from its first frame to its outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from scenes.experiment.table import PROFILE
from scenes.play.notice import Notice
from scenes.play.scene import LATEST_S
from scenes.play.session import Session
from scenes.play.settings import PlaySettings
from scenes.play.setup import Setup
from scenes.play.table_view import Table
from scenes.playback.protocols import Scene
from scenes.playback.sound import Sounds
from sim.match.trials import Trial, TrialDone, Tried
from sim.protocols import Line
from sim.seat import PERSON, Seat

if TYPE_CHECKING:
    from pyglet.window import Window

NATURAL_FLICK = 600.0
"""The speed of the pointer (window units a second) that throws a card as a practised hand does: assumed, the same for
all participants, who would otherwise set it by their first throws."""
SETTINGS = PlaySettings(
    time_bends=False, waits_pass=False, notice_answered=True, record_hands=False, natural_flick=NATURAL_FLICK
)

Size = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment: the wall clock, and a clock that only goes forward (s)."""

    at: str
    s: float

    @classmethod
    def now(cls, clock: Callable[[], float]) -> Stamp:
        """Return the present moment."""
        return cls(datetime.now(UTC).isoformat(timespec="milliseconds"), clock())


class RunningTrial:
    """A trial under way. note_hand: takes a movement, and returns the number of its line in the log.

    before: the trial before, whose painted table is used again if it looks the same. Raises InputError.
    """

    def __init__(
        self,
        trial: Trial,
        design: Path | None,
        person: str,
        note_hand: Callable[[str, Line], int | None],
        size: Size,
        sounds: Sounds,
        clock: Callable[[], float],
        before: RunningTrial | None = None,
    ) -> None:
        self.trial, self._note_hand, self._sounds, self._clock = trial, note_hand, sounds, clock
        self.size = size
        seat = Seat(person, PROFILE, PERSON)
        setup = Setup(trial.game, (seat,), trial.seed, design, practice=dict(trial.asked))
        session = Session.begin(setup, None, lambda: False, lambda: person)
        match = session.match
        assert isinstance(match, Tried)
        self.match: Tried = match
        self.match.is_trial = True
        self._moved: list[Line] = []
        session.match.note_hand = self._moved.append
        same = before is not None and before.size == size and before.looks_like(session.match.static_scene)
        scene: Scene | None = before.table.scene if before is not None and same else None
        settings = SETTINGS.changed(ghosts=trial.ghosts)
        self.table: Table = Table(session, settings, size, lambda: person, Notice(), scene)
        # A view that comes nearer would change what a millimetre of the mouse is.
        self.table.scene.camera.whole = True
        self.outcome = ""
        self.pauses = 0
        self._begun: Stamp | None = None
        self._ended: Stamp | None = None
        self._drawn_s = 0.0
        self._frames_s: list[float] = []
        self._hand_lines: list[int] = []

    def looks_like(self, static_scene: object) -> bool:
        """Return True if a table of that static scene is painted as this one is."""
        own: object = self.table.session.match.static_scene
        return own == static_scene

    @property
    def hidden(self) -> bool:
        """True while the table must not be seen: the piece or card has left the hand of a trial without feedback."""
        return not self.trial.feedback and (bool(self.outcome) or self.match.let_go)

    @property
    def audible(self) -> Sounds:
        return self._sounds if self.trial.feedback else _SILENCE

    def pause(self) -> None:
        """Let go of what the mouse leads; the frames on either side of a pause are not counted."""
        self.pauses += 1
        self._drawn_s = 0.0
        self.table.layer.lost_focus()

    def update(self, wall_s: float, pointer: tuple[float, float]) -> None:
        """Move on by wall time, at most LATEST_S; the first call begins the trial. Raises InputError."""
        now_s = self._clock()
        if self._begun is None:
            self._begun, wall_s = Stamp.now(self._clock), 0.0
        elif self._drawn_s and not self.outcome:
            self._frames_s.append(now_s - self._drawn_s)
        self._drawn_s = now_s
        layer = self.table.layer
        if not self.outcome:
            layer.pointer(*pointer)
        layer.update(min(max(0.0, wall_s), LATEST_S))
        for line in self._moved:
            number = self._note_hand(self.trial.game, line)
            if number is not None:
                self._hand_lines.append(number)
        self._moved.clear()
        if not self.outcome:
            self._watch()

    def _watch(self) -> None:
        attempted, limit_s = self.match.attempted, self.trial.limit_s
        if attempted is not None:
            self.outcome = attempted.outcome
        elif limit_s is not None and self.match.time_s > limit_s and not self.match.let_go:
            self.outcome = "late"
            self.table.layer.lost_focus()
        if self.outcome:
            self._ended = Stamp.now(self._clock)

    def done(self, device: str | None) -> TrialDone:
        """Return the line of the trial, which is over."""
        assert self._begun is not None
        assert self._ended is not None
        attempted = self.match.attempted
        frames_ms = 1000.0 * np.array(self._frames_s)
        median, high, most = (
            (round(float(np.quantile(frames_ms, share)), 2) for share in (0.5, 0.95, 1.0))
            if len(frames_ms)
            else (None, None, None)
        )
        return TrialDone(
            **{name: getattr(self.trial, name) for name in Trial.__dataclass_fields__},
            begun_at=self._begun.at,
            begun_s=self._begun.s,
            ended_at=self._ended.at,
            ended_s=self._ended.s,
            outcome="late" if attempted is None else attempted.outcome,
            attempt=attempted,
            hand_lines=tuple(self._hand_lines),
            frame_ms_median=median,
            frame_ms_95th=high,
            frame_ms_most=most,
            pauses=self.pauses,
            device=device,
            window=(round(self.size[0] * self.size[2]), round(self.size[1] * self.size[2])),
            pixels_per_mm=self.table.scene.camera.pixels_per_mm,
        )

    def show(self, clock_s: float) -> None:
        """Move the pictures to the present."""
        if not self.hidden:
            self.table.show(clock_s, self.audible)

    def draw(self, window: Window) -> None:
        """Draw the table, or nothing where it must not be seen."""
        if not self.hidden:
            self.table.draw(window)

    def close(self) -> None:
        """End what works in the background."""
        self.table.close()


_SILENCE = Sounds.open(0.0)
