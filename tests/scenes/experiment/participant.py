"""A participant whose hands are a script: an experiment in a window off screen, and a clock that only they move."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scenes.experiment.table import PROFILE, read_table
from sim.match.trials import Participation, TrialsHeader
from sim.physics.minimum_jerk import minimum_jerk
from tests.games.riff_raff.match.by_hand import grip_above
from tests.games.zack.match.by_hand import flick

SIZE = (1280.0, 720.0, 1.0)
LEFT = 1
Place = tuple[float, float]


def participation(table: Path, folder: Path, trials: int, **changes: Any) -> Participation:
    """What the command would open for a participant P07."""
    header: dict[str, Any] = {"participant": "P07", "table": table.name, "table_sha256": "t", "consent_sha256": "c"}
    header |= {"trials": trials, "profile": PROFILE, "language": "en", "yardarm": "0", **changes}
    return Participation(folder / "P07", TrialsHeader(**header))


class Participant:
    """A person in front of the window of an experiment."""

    def __init__(self, screen: Any, table: Path, folder: Path, shows_every: int = 1, **plan: Any) -> None:
        """Open the window. shows_every: pictures are moved in every nth frame, which is most of the work."""
        from scenes.experiment.scene import ExperimentScene, Plan

        screen.resize(*map(int, SIZE[:2]))
        self.screen, self.now_s, self.hz = screen, 50.0, 60.0
        self._shows_every, self._frames = shows_every, 0
        trials = read_table(table)
        self.part = participation(table, folder, len(trials))
        self.scene = ExperimentScene(Plan(table, trials, self.part, **plan), SIZE, clock=lambda: self.now_s)
        self.frame()

    def draw(self, window: Any) -> None:
        self.scene.draw(window)

    # ------------------------------------------------------------------------------------------ what they do

    @property
    def running(self) -> Any:
        return self.scene.running

    @property
    def layer(self) -> Any:
        return self.running.table.layer

    def frame(self) -> None:
        """Let a frame pass."""
        self.now_s += 1.0 / self.hz
        if self.running is not None:
            self.layer.controller.clock = lambda: self.now_s
        self.scene.update(1.0 / self.hz)
        self._frames += 1
        if self._frames % self._shows_every == 0:
            self.scene.show()

    def until(self, so: Any, most_s: float = 60.0) -> None:
        """Let time pass until something is so."""
        end = self.now_s + most_s
        while not so():
            assert self.now_s < end, "it never came to that"
            self.frame()

    def buttons(self) -> list[str]:
        """The buttons on the screen in front, if there is one."""
        form = None if self.scene.screen is None else self.scene.screen.form
        return [] if form is None else [widget.name for line in form.foot for widget in line]

    def words(self) -> str:
        """All that the screen in front says."""
        form = None if self.scene.screen is None else self.scene.screen.form
        return "" if form is None else " ".join(widget.label for line in form.lines for widget in line)

    def press(self, name: str) -> None:
        """Press a button of the screen in front."""
        x, y = self.scene.screen.form.place_of(name).centre
        self.scene.on_mouse_press(x, y, LEFT, 0)
        self.scene.on_mouse_release(x, y, LEFT, 0)

    def begin(self) -> None:
        """Begin the block that is announced, and look at its first trial."""
        self.press("begin")
        self.until(lambda: self.scene.screen is None)
        self.look()

    def look(self) -> None:
        """Look at the trial that has begun until it can be tried."""
        self.frame()
        self.until(lambda: self.running.outcome or getattr(self.layer, "tray", self) is not None)

    def move(self, start: Place, end: Place, seconds: float) -> None:
        """Move the mouse smoothly in that time."""
        steps = max(1, round(seconds * self.hz))
        for step in range(1, steps + 1):
            way = minimum_jerk(step / steps)
            self.scene.on_mouse_motion(*(a + (b - a) * way for a, b in zip(start, end, strict=True)))
            self.frame()

    def to_screen(self, x_mm: float, y_mm: float) -> Place:
        x, y = self.running.table.scene.camera.to_screen((x_mm, y_mm))
        return x, y

    def spot(self, piece: object) -> Place:
        """The middle of a piece in the tray."""
        tray = self.layer.tray
        x, y = next(spot.centre for item, spot in zip(tray.items, tray.spots, strict=True) if item.value == piece)
        return x, y

    def take(self, piece: str) -> Place:
        """Press on a piece of the tray; return where the pointer is then."""
        x, y = self.spot(piece)
        self.scene.on_mouse_motion(x, y)
        self.frame()
        self.scene.on_mouse_press(x, y, LEFT, 0)
        self.frame()
        return x, y

    def place(self, seconds: float = 0.6, off_mm: float = 0.0) -> None:
        """Take the trial's piece, carry it to its mark in that time, set it down, and see what comes of it."""
        match, asked = self.running.match, self.running.trial.asked
        start, x_mm = self.take(asked["piece"]), match.mark.x_mm + off_mm
        over = self.to_screen(*grip_above(match, asked["piece"], asked["slot"], x_mm, 14.0))
        down = self.to_screen(*grip_above(match, asked["piece"], asked["slot"], x_mm, -1.0))
        self.move(start, over, seconds)
        self.move(over, down, 0.4)
        self.move(down, down, 0.2)
        self.scene.on_mouse_release(*down, LEFT, 0)
        self.until(lambda: self.running.outcome)

    def throw(self, start_mm: Place = (540.0, 170.0)) -> None:
        """Flick the top card towards the bowl, and see what comes of it."""
        at = self.to_screen(*start_mm)
        self.scene.on_mouse_motion(*at)
        self.frame()
        self.scene.on_mouse_press(*at, LEFT, 0)
        course, began_s, hand = flick(start_mm), self.now_s, self.running.match.hand
        while hand.card is not None and self.now_s - began_s < 0.6:
            self.frame()
            at = self.to_screen(*course(self.now_s - began_s))
            self.scene.on_mouse_motion(*at)
        self.scene.on_mouse_release(*at, LEFT, 0)
        self.until(lambda: self.running.outcome)

    def settle(self) -> None:
        """Wait until the next trial or screen is there."""
        done = self.running
        self.until(lambda: self.scene.running is not done or self.scene.screen is not None)
        if self.scene.screen is None:
            self.look()


@pytest.fixture
def sits_down(screen: Any) -> Iterator[Callable[..., Participant]]:
    """What opens the window for a participant; whatever becomes of the test, all files are closed."""
    opened: list[Participant] = []

    def sit_down(*given: Any, **named: Any) -> Participant:
        opened.append(Participant(screen, *given, **named))
        return opened[-1]

    yield sit_down
    for someone in opened:
        someone.scene.close()


def bits(distance_mm: float, width_mm: float) -> float:
    """Fitts's index of difficulty, in Shannon's form."""
    return math.log2(distance_mm / width_mm + 1.0)
