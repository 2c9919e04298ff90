"""The designs in the workshop and everything that is done to them, whatever shows them. Needs no window."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path

from scenes.play.notice import Notice
from scenes.play.widgets import Option
from sim.batch.assumed import AssumedBand, AssumedBands, shipped_bands
from sim.configuration import presets
from sim.errors import InputError
from sim.language import N_, _
from sim.statistics import NO_DATA, Interval
from sim.workshop.editing import Action, Dial, Edits
from sim.workshop.findings import Findings
from sim.workshop.prototype import Prototype, copied
from sim.workshop.survey import Subject, Surveyor
from sim.workshop.tuning import TuneRun, Wish

WAITS = N_("Undo them to take it over.")
SHARES = (0.05, 0.1, 0.15, 0.2, 0.3)
"""The rates that a design can be tuned to, besides those of the shipped presets."""


class Session:
    """One or two designs, their survey, and a tuning in the background.

    path: where the design is saved, as typed. target: what it is tuned to,
    the value of one of `targets`. notice: says what was done and what was refused. changed: called after every change.
    """

    def __init__(
        self,
        prototype: Prototype,
        path: str,
        notice: Notice,
        surveyor: Surveyor,
        changed: Callable[[], None],
    ) -> None:
        self.path, self.notice, self.surveyor = path, notice, surveyor
        self.prototypes = [prototype]
        self._changed = changed
        self._gestures = 0
        self._run: TuneRun | None = None
        self._run_of: object = None
        """The configuration of the design that is tuned."""
        self._tuned_words = ""
        self._open: AssumedBands | None = None
        self._open_of: object = None
        """The configuration that `_open` is about."""
        self.target = self.targets[0].value
        prototype.run_by(surveyor.run)
        self._ask()

    @property
    def prototype(self) -> Prototype:
        """The design that is edited; the other one, if there is one, stays as it is."""
        return self.prototypes[-1]

    def left_open(self, share: Interval) -> AssumedBand | None:
        """Return what nobody has measured leaves open of a rate of the design that is edited, where that is known."""
        configuration = self.prototype.document.configuration
        if configuration is not self._open_of:
            self._open_of, self._open = configuration, shipped_bands(configuration)
        return None if self._open is None else self._open.band(self.prototype.metric, share)

    @property
    def beside(self) -> bool:
        """True while two designs are side by side."""
        return len(self.prototypes) > 1

    # ------------------------------------------------------------------------------------------ editing

    def edit(self, edits: Edits, what: str, gesture: Hashable = None) -> bool:
        """Set values by dotted key; return False if the design is refused. Edits of one gesture are one step."""
        taken = self.prototype.document.edit(edits, what, None if gesture is None else (gesture, self._gestures))
        self._edited()
        return taken

    def next_gesture(self) -> None:
        """End a gesture: the next edit is a step of its own, and a refusal of this one is over."""
        self._gestures += 1
        self.prototype.document.end_gesture()

    def turn(self, dial: Dial, value: float) -> None:
        """Set a dial's value. While it is dragged, all of that is one step."""
        self.edit({dial.key: value}, dial.label, dial.key)

    def act(self, action: Action) -> None:
        """Make the edits of a button."""
        if not self.edit(action.edits, action.what):
            self.notice.say(self.prototype.document.refusal, "bad")
            self.next_gesture()

    def undo(self) -> None:
        """Take the last step back."""
        self.prototype.document.undo()
        self._edited()

    def redo(self) -> None:
        """Do the step again that was undone last."""
        self.prototype.document.redo()
        self._edited()

    def _edited(self) -> None:
        if self.prototype.refresh():
            # A message may quote figures of the former design.
            self.notice.hush()
            self._ask()
        self._changed()

    # ------------------------------------------------------------------------------------------ trying

    def try_with(self, **changes: object) -> None:
        """Change the hands, the load, or the part that is drawn large, of all designs."""
        for prototype in self.prototypes:
            for name, value in changes.items():
                setattr(prototype, name, value)
            if "load" in changes:
                prototype.reload()
        self._ask()
        self._changed()

    def set_beside(self) -> None:
        """Put a copy of the design beside it, to stay as it is now, or take it away."""
        if self.beside:
            del self.prototypes[0]
        else:
            other = copied(self.prototype)
            other.run_by(self.surveyor.run)
            self.prototypes.insert(0, other)
        self._ask()
        self._changed()

    def start_motion(self) -> None:
        """Set the designs in motion."""
        for prototype in self.prototypes:
            prototype.start_motion()

    def subjects(self) -> tuple[Subject, ...]:
        """Return what is surveyed: the design that is edited, then the one beside it."""
        return tuple(prototype.subject() for prototype in reversed(self.prototypes))

    def findings(self, prototype: Prototype) -> Findings | None:
        """Return what is known about a design; None before it was asked for."""
        return self.surveyor.findings(prototype.subject().key)

    def gap(self) -> Interval:
        """Return by how much more often it happens in the design that is edited than in the one beside it."""
        mine, other = (self.findings(prototype) for prototype in (self.prototype, self.prototypes[0]))
        if not self.beside or mine is None or other is None:
            return NO_DATA
        return other.difference(mine, self.prototype.counted(mine))

    def _ask(self) -> None:
        self.surveyor.ask(*self.subjects())

    # ------------------------------------------------------------------------------------------ tuning

    @property
    def targets(self) -> Sequence[Option[str]]:
        """What the design can be made as hard as: shipped presets, and rates."""
        named = [Option(name, _("the preset {name}", name=name)) for name in presets(self.prototype.document.game)]
        return [*named, *(Option(f"{share}", f"{100 * share:.0f} %") for share in SHARES)]

    @property
    def tuning(self) -> str:
        """The progress or the result of the tuning, empty if there is none; marked while it is of another design."""
        run = self._run
        if run is None or self._tuned_is_here:
            return "" if run is None else run.words
        words = _("Of the design before your changes: {words}", words=run.words)
        return f"{words} {_(WAITS)}" if run.over and run.changes is not None else words

    @property
    def _tuned_is_here(self) -> bool:
        """True while the design is the one that is tuned."""
        return self._run_of is self.prototype.document.configuration

    def tune(self) -> None:
        """Make the design as hard as the target, in the background, or stop that."""
        if self._run is not None:
            run, self._run = self._run, None
            run.stop()
            self.notice.say(_("The tuning was stopped."))
        else:
            document = self.prototype.document
            like = self.target if self.target in presets(document.game) else float(self.target)
            wish = Wish(document.game, self.prototype.metric, like, self.prototype.varied())
            self._run, self._run_of = TuneRun(wish, document.preset_text()), document.configuration
        self._changed()

    def _follow_tuning(self) -> None:
        run = self._run
        if run is None:
            return
        over, words = run.over, self.tuning
        if over and (run.changes is None or self._tuned_is_here):
            self._run, self._tuned_words = None, ""
            if run.changes is not None:
                self.prototype.document.adopt(run.changes, N_("tuning"))
            self._edited()
            self.notice.say(words, "bad" if run.changes is None else "plain")
        elif words != self._tuned_words:
            self._tuned_words = words
            if over:
                # Its figures are not those of the design as it is now, so the result waits for its own.
                self.notice.say(words)
            self._changed()

    # ------------------------------------------------------------------------------------------ files and time

    def save(self) -> None:
        """Write the preset."""
        path = Path(self.path.strip() or "design.toml")
        if not path.suffix:
            path = path.with_suffix(".toml")
        self.path = str(path)
        try:
            self.prototype.document.save(path)
        except InputError as error:
            self.notice.say(str(error), "bad")
        else:
            self.notice.say(_("Saved: {path}. Every verb takes it with --config.", path=path))
        self._changed()

    def update(self) -> None:
        """Fetch what was found out in the background."""
        self.surveyor.update()
        self._follow_tuning()

    def close(self) -> None:
        """End everything in the background."""
        if self._run is not None:
            self._run.stop()
        self.surveyor.close()
