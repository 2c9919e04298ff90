"""The window of an experiment: consent, blocks of trials with breaks between them, debriefing.

Nothing of it is kept before consent, and every trial as soon as it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from pyglet.window import key

from scenes.experiment.running import RunningTrial, Size, Stamp
from scenes.experiment.screens import Choice, TextScreen
from scenes.experiment.table import design_of
from scenes.play.input_router import key_words
from scenes.playback.sound import Sounds
from scenes.window.event_time import stamp_events
from sim.language import _, _n
from sim.match.trials import Participation, Trial

if TYPE_CHECKING:
    from pyglet.window import Window

RESULT_S = 1.0
"""How long the outcome of a trial is shown, or nothing at all, before the next (s)."""
NOT_PASSED_ON = (key.K,)
"""The keys of a practice that would change how a throw leaves the hand."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is shown to a participant, and where it is kept. consent, debriefing: texts, empty for ours.

    device: what the participant points with, as the researcher says; None if that is not known.
    """

    table: Path
    trials: Sequence[Trial]
    participation: Participation
    consent: str = ""
    debriefing: str = ""
    device: str | None = None


class ExperimentScene:
    """The scene of the window. running: the trial that is shown, or was shown last. screen: what is in front of it.

    agreed: whether the participant has given consent, now or when they began. clock: only goes forward (s).
    """

    def __init__(
        self, plan: Plan, size: Size, window: Window | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        self.plan, self._size, self._window, self._clock = plan, size, window, clock
        self.closing = False
        self.agreed = plan.participation.begun
        self.screen: TextScreen | None = None
        self.running: RunningTrial | None = None
        self.pointer = (0.0, 0.0)
        self._clock_s = self._since_s = 0.0
        self._starts = self._away = False
        self._sounds = Sounds.open(1.0)
        if self.agreed:
            self._begin()
        else:
            self._ask()

    # ------------------------------------------------------------------------------------------ the course of it

    def _ask(self) -> None:
        plan = self.plan
        ours = _(
            "# Before you begin\n\nYou will do {count} short tasks with the mouse. How your hand moves, and what comes "
            "of it, is written to the folder {folder} on this computer, under the code {participant}, and nothing "
            "leaves the computer.\n\nYou may pause or stop at any time: press Esc.",
            count=len(plan.trials),
            folder=plan.participation.folder,
            participant=plan.participation.header.participant,
        )
        choices: list[Choice] = [
            ("agree", _("I agree"), self._agree),
            ("refuse", _("I do not agree"), self._refuse),
        ]
        self._open(plan.consent or ours, choices)

    def _agree(self) -> None:
        self.agreed = True
        self._begin()

    def _refuse(self) -> None:
        self._open(_("# Thank you\n\nNothing has been recorded."), [("close", _("Close"), self.quit)])

    def _begin(self) -> None:
        self.plan.participation.begin(Stamp.now(self._clock).at)
        self._next()

    def _next(self) -> None:
        """Go on to the next trial, to the screen of its block, or to the debriefing."""
        trials, done = self.plan.trials, self.plan.participation.done
        if done == len(trials):
            ours = _("# That was all\n\nThank you for taking part.")
            self._open(self.plan.debriefing or ours, [("close", _("Close"), self.quit)])
        elif self.running is None or trials[done - 1].block != trials[done].block:
            self._announce(trials[done])
        else:
            self._start()

    def _announce(self, first: Trial) -> None:
        """Show the screen before a block, which is a break as well."""
        trials, done = self.plan.trials, self.plan.participation.done
        blocks = list(dict.fromkeys(trial.block for trial in trials))
        left = sum(trial.block == first.block for trial in trials[done:])
        number, count = blocks.index(first.block) + 1, len(blocks)
        parts = [
            _("# Block {number} of {count}: {name}", number=number, count=count, name=first.block),
            _n("{count} trial.", "{count} trials.", left),
        ]
        if first.training:
            parts.append(_("It begins with practice trials."))
        if done:
            parts.append(_("Take a break for as long as you like."))
        self._open("\n\n".join(parts), [("begin", _("Begin"), self._wait)])

    def _wait(self) -> None:
        """Say that the table is being set, which may take a second, and set it once that is seen."""
        self._open(_("The table is being set"), ())
        self._starts = True

    def _start(self) -> None:
        trial, part = self.plan.trials[self.plan.participation.done], self.plan.participation
        before, self.screen = self.running, None
        if before is not None:
            before.close()
        design, person = design_of(trial, self.plan.table), part.header.participant
        self.running = RunningTrial(
            trial, design, person, part.note_hand, self._size, self._sounds, self._clock, before
        )
        self._since_s = 0.0

    def _pause(self) -> None:
        assert self.running is not None
        self.running.pause()
        choices = [("on", _("Go on"), self._go_on), ("leave", _("Leave"), self.quit)]
        words = _("# Paused\n\nIf you leave, you can go on later with this trial.")
        self._open(words, choices, self._go_on)

    def _go_on(self) -> None:
        self.screen = None

    def _open(self, text: str, choices: Sequence[Choice], escape: Callable[[], None] | None = None) -> None:
        self.screen = TextScreen(text, choices, escape)
        self.screen.resize(*self._size)
        self.screen.pointer(*self.pointer)

    @property
    def _trial(self) -> RunningTrial | None:
        """The trial that takes what mouse and keys do; None while there is none."""
        running = self.running
        return None if running is None or self.screen is not None or running.outcome else running

    # ------------------------------------------------------------------------------------------ a scene of the loop

    @property
    def table(self) -> object:
        """The table that is shown."""
        return None if self.running is None else self.running.table

    @property
    def look(self) -> object:
        """All that changes the picture without an event of the window: during a trial every frame is drawn."""
        return (self.screen, self.screen.form) if self.screen is not None else self._clock_s

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""
        self._size = max(64.0, width), max(64.0, height), ratio
        if self.running is not None:
            self.running.size = self._size
            self.running.table.resize(*self._size)
        if self.screen is not None:
            self.screen.resize(*self._size)

    def update(self, wall_s: float) -> None:
        """Move on by `wall_s` seconds of wall time. Raises InputError where something cannot be written."""
        self._clock_s += wall_s
        if self._away and self._trial is not None:
            self._pause()
        self._away = False
        if self._starts:
            self._starts = False
            self._start()
        elif self.screen is not None:
            self.screen.update(wall_s)
        elif self.running is not None:
            self._move_on(self.running, wall_s)

    def _move_on(self, running: RunningTrial, wall_s: float) -> None:
        was_over = bool(running.outcome)
        running.update(wall_s, self.pointer)
        if running.outcome and not was_over:
            self.plan.participation.note(running.done(self.plan.device))
        elif was_over:
            self._since_s += wall_s
            if self._since_s >= RESULT_S:
                self._next()

    def show(self) -> None:
        """Move and paint the pictures as everything is now."""
        if self.screen is not None:
            self.screen.show()
        elif self.running is not None:
            self.running.show(self._clock_s)

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""
        if self.screen is not None:
            self.screen.draw(window)
        elif self.running is not None:
            self.running.draw(window)

    def quit(self) -> None:
        """Close the window, as its button does."""
        self.closing = True
        if self._window is not None:
            # Not close(): pyglet's loop ends on the event on_close of its last window.
            self._window.dispatch_event("on_close")

    def close(self) -> None:
        """Close all files, and end what works in the background."""
        if self.running is not None:
            self.running.close()
            self.running = None
        self.plan.participation.close()

    # ------------------------------------------------------------------------------------------ the window's events

    def attach(self, window: Window) -> None:
        """Listen to a window's mouse, keys and focus."""
        stamp_events(window)
        window.push_handlers(
            self.on_mouse_motion, self.on_mouse_drag, self.on_mouse_enter, self.on_mouse_press, self.on_mouse_release,
            self.on_mouse_scroll, self.on_key_press, self.on_key_release, self.on_deactivate, self.on_activate,
        )  # fmt: skip

    def on_mouse_motion(self, x: float, y: float, _dx: float = 0, _dy: float = 0) -> None:
        """Note where the pointer is."""
        self.pointer = float(x), float(y)
        if self.screen is not None:
            self.screen.pointer(*self.pointer)
        elif self._trial is not None:
            self._trial.table.layer.pointer(*self.pointer)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, _buttons: int, _modifiers: int) -> None:
        """Note where the pointer is while a button is held."""
        self.on_mouse_motion(x, y, dx, dy)

    def on_mouse_enter(self, x: float, y: float) -> None:
        """Note where the pointer came in."""
        self.on_mouse_motion(x, y)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        self.on_mouse_motion(x, y)
        if self.screen is not None:
            if button == 1:
                self.screen.touch(x, y)
                self.screen.press(x, y)
        elif self._trial is not None:
            self._trial.table.layer.press(x, y, button, modifiers)

    def on_mouse_release(self, x: float, y: float, button: int, _modifiers: int) -> None:
        self.on_mouse_motion(x, y)
        if self.screen is not None:
            self.screen.release()
        elif self._trial is not None:
            self._trial.table.layer.release(x, y, button)

    def on_mouse_scroll(self, x: float, y: float, _scroll_x: float, scroll_y: float) -> None:
        """Scroll a text, or turn what is held."""
        if self.screen is not None:
            self.screen.wheel(scroll_y)
        elif self._trial is not None:
            self._trial.table.layer.scroll(x, y, scroll_y)

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Obey a key. Returns True always: Esc must not close the window."""
        trial = self._trial
        if self.screen is not None:
            word = key_words().get(symbol)
            if word is not None:
                self.screen.key("back tab" if word == "tab" and modifiers & key.MOD_SHIFT else word)
        elif trial is not None and symbol not in NOT_PASSED_ON:
            taken = trial.table.layer.key(symbol, modifiers)
            if not taken and symbol in (key.ESCAPE, key.P):
                self._pause()
        return True

    def on_key_release(self, symbol: int, _modifiers: int) -> None:
        """Pass a key that is let go on to the table."""
        if self._trial is not None:
            self._trial.table.layer.key_up(symbol)

    def on_deactivate(self) -> None:
        """Note that the window lost the focus: a trial pauses."""
        self._away = True

    def on_activate(self) -> None:
        """Note that the window has the focus; some displays take it away for a moment as they give it."""
        self._away = False
