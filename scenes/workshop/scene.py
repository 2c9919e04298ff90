"""The scene of the workshop: designs on drawing boards, their dials and handles, and how hard they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyglet.graphics import Batch, Group
from pyglet.window import key

from scenes.drawing import palette
from scenes.drawing.panel_sprite import PanelSprite
from scenes.drawing.panels import Pen, notice_picture
from scenes.play.menus import RulesScreen
from scenes.play.toast import Toast
from scenes.play.widgets import Option
from scenes.window.camera import Camera, Rectangle
from scenes.window.event_time import stamp_events
from scenes.window.viewport import clear, clipped, draw_in
from scenes.workshop.dials import DialsScreen
from scenes.workshop.feel import Feel
from scenes.workshop.figures import DrawingBoard, Marks, risk_colour
from scenes.workshop.layout import Layout, lay_out
from scenes.workshop.words import is_steady, line_picture, list_picture, percent_words, tag_picture, tag_size
from sim.configuration import presets
from sim.errors import InputError
from sim.statistics import NO_DATA, Interval
from sim.workshop.drawing import Body, Risk
from sim.workshop.editing import Action, Dial, Handle
from sim.workshop.prototype import Prototype
from sim.workshop.survey import Findings, Subject, Surveyor
from sim.workshop.tuning import TuneRun, Wish

if TYPE_CHECKING:
    from pyglet.window import Window

REACH = 13.0
"""How near to a handle a press has to be (units of a 720-line window)."""
RADIUS = 6.0
NUDGE_MM, FAR_NUDGE_MM = 1.0, 5.0
TAGS_A_FRAME = 2
"""How many words of the drawing are painted anew in one frame, so that none takes long."""
FIGURES_EVERY_S = 0.25
PART_MARGIN = 1.35
SHARES = (0.05, 0.1, 0.15, 0.2, 0.3)
"""The rates that a design can be tuned to, besides those of the shipped presets."""

KEYS = (
    ("Drag a handle", "change the design"),
    ("Click on wood", "put the piece that is drawn large there"),
    ("F6, Tab, arrows", "the same by keys: drawing, next handle, a millimetre (Shift: five)"),
    ("Ctrl Z, Ctrl Y", "undo, redo"),
    ("Ctrl S", "save as a preset"),
    ("F2", "try it by hand; Esc comes back"),
    ("F3", "two designs side by side, and alone again"),
    ("F4", "rock the ship, throw a card"),
    ("F5", "make it as hard as chosen, or stop"),
    ("Wheel, right drag", "zoom, pan"),
    ("F11", "full screen"),
    ("F1", "these keys"),
    ("Esc", "leave"),
)


@dataclass(slots=True)
class _Board:
    """A drawing in the window: its prototype, its camera, and what is shown of it."""

    prototype: Prototype
    drawing: DrawingBoard = field(default_factory=DrawingBoard)
    camera: Camera = field(default_factory=lambda: Camera(Rectangle(-1, -1, 1, 1), Rectangle(0, 0, 1, 1)))
    bodies: tuple[Body, ...] = ()
    tags: dict[str, PanelSprite] = field(default_factory=dict)
    said: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    place: Rectangle = field(default_factory=lambda: Rectangle(0, 0, 1, 1))
    risks: tuple[Risk, ...] = ()
    listed: tuple[Risk, ...] = ()
    share: Interval = NO_DATA
    known: tuple[Hashable, int] = ((), -1)
    known_s: float = -math.inf


@dataclass(slots=True)
class _Drag:
    """A handle that is held. wanted: where the pointer wants it, until the next frame."""

    handle: Handle
    part: bool
    gesture: int
    wanted: tuple[float, float] | None = None


class WorkshopScene:
    """The window's scene. window: None in tests without one. copy: makes a second prototype of a design."""

    def __init__(
        self,
        prototype: Prototype,
        copy: Callable[[Prototype], Prototype],
        wish: Wish,
        path: str,
        width: float,
        height: float,
        ratio: float,
        window: Window | None = None,
        surveyor: Surveyor | None = None,
    ) -> None:
        self.window, self.path = window, path
        self._copy, self._wish = copy, wish
        self._boards = [_Board(prototype)]
        self._size = (width, height, ratio)
        self.surveyor = surveyor or Surveyor()
        self.dials = DialsScreen(self, lambda: self._layout.unit)
        self.page: RulesScreen | None = None
        self.by_hand: Feel | None = None
        self.toast = Toast()
        self.closing = False
        self.clock_s = 0.0
        self._pointer = (-1.0, -1.0)
        self._drag: _Drag | None = None
        self._panning = False
        self._gestures = 0
        self._chosen = 0
        self._on_drawing = False
        self._refused_at: tuple[float, float] | None = None
        self._run: TuneRun | None = None
        self._tuned_words = ""
        self.target = self.targets[0].value
        self._batch = Batch()
        self._below, self._above = Group(order=0), Group(order=1)
        self._head, self._foot, self._list = (PanelSprite(self._batch, self._below) for _ in range(3))
        self._notice = PanelSprite(self._batch, self._above)
        self._marks, self._part_marks, self._part_drawing = Marks(), Marks(), DrawingBoard()
        self._part = Body("part", ())
        self._part_camera = Camera(Rectangle(-1, -1, 1, 1), Rectangle(0, 0, 1, 1))
        self._layout: Layout
        self.resize(width, height, ratio)
        self._ask()

    # ------------------------------------------------------------------------------------------ what the dials use

    @property
    def prototype(self) -> Prototype:
        """The design that is edited."""
        return self._boards[-1].prototype

    @property
    def layout(self) -> Layout:
        """The places in the window."""
        return self._layout

    @property
    def beside(self) -> bool:
        """True while two designs are side by side."""
        return len(self._boards) > 1

    @property
    def targets(self) -> Sequence[Option[str]]:
        """What the design can be made as hard as: shipped presets, and rates."""
        named = [Option(name, f"the preset {name}") for name in presets(self._wish.game)]
        return [*named, *(Option(f"{share}", f"{100 * share:.0f} %") for share in SHARES)]

    @property
    def tuning(self) -> str:
        """How the tuning under way stands, empty if there is none."""
        return "" if self._run is None else self._run.words

    def turn(self, dial: Dial, value: float) -> None:
        """Set a dial's value. While it is dragged, all of that is one step."""
        self.prototype.document.edit({dial.key: value}, dial.label.lower(), ("dial", dial.key, self._gestures))
        self._edited()

    def act(self, action: Action) -> None:
        """Make the edits of an action."""
        if not self.prototype.document.edit(action.edits, action.what):
            self.toast.say(self.prototype.document.refusal, bad=True)
            self.prototype.document.end_gesture()
        self._edited()

    def try_with(self, **changes: object) -> None:
        """Change the hands, the load, or the part that is drawn large."""
        for board in self._boards:
            for name, value in changes.items():
                setattr(board.prototype, name, value)
            if "load" in changes:
                board.prototype.reload()
        self._ask()
        self.dials.refresh()

    def undo(self) -> None:
        """Take the last step back."""
        self.prototype.document.undo()
        self._edited()

    def redo(self) -> None:
        """Do the step again that was undone last."""
        self.prototype.document.redo()
        self._edited()

    def set_beside(self) -> None:
        """Put a copy of the design beside it, to stay as it is now, or take it away."""
        if self.beside:
            del self._boards[0]
        else:
            self._boards.insert(0, _Board(self._copy(self.prototype)))
        self.resize(*self._size)
        self._ask()

    def stir(self) -> None:
        """Set the designs in motion."""
        for board in self._boards:
            board.prototype.stir()

    def feel(self) -> None:
        """Try the design by hand, with the game's own table."""
        try:
            self.by_hand = Feel(self.prototype, self._size)
        except InputError as error:
            self.toast.say(str(error), bad=True)

    def tune(self) -> None:
        """Make it as hard as the target, in the background, or stop that."""
        if self._run is not None:
            run, self._run = self._run, None
            run.stop()
            self.toast.say("The tuning was stopped.")
        else:
            like = self.target if self.target in presets(self._wish.game) else float(self.target)
            wish = Wish(self._wish.game, self._wish.metric, self._wish.vary, like, self._wish.seed)
            self._run = TuneRun(wish, self.prototype.document.preset_text())
        self.dials.refresh()

    def save(self) -> None:
        """Write the preset."""
        path = Path(self.path.strip() or "design.toml")
        if not path.suffix:
            path = path.with_suffix(".toml")
        self.path = str(path)
        try:
            self.prototype.document.save(path)
        except InputError as error:
            self.toast.say(str(error), bad=True)
        else:
            self.toast.say(f"Saved: {path}. Every verb takes it with --config.")
        self.dials.refresh()

    # ------------------------------------------------------------------------------------------ the design

    def _edited(self) -> None:
        if self.prototype.refresh():
            self._fit_cameras()
            self._ask()
        self.dials.refresh()

    def subjects(self) -> tuple[Subject, ...]:
        """Return what is surveyed: the design that is edited, then the one beside it."""
        return tuple(board.prototype.subject() for board in reversed(self._boards))

    def _ask(self) -> None:
        self.surveyor.ask(*self.subjects())

    def _findings(self, board: _Board) -> Findings | None:
        return self.surveyor.findings(board.prototype.subject().key)

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""
        self._size = (width, height, ratio)
        rows = len(self.prototype.parts) or 6
        self._layout = lay_out(width, height, len(self._boards), rows)
        for board, place in zip(self._boards, self._layout.boards, strict=True):
            board.place = place
            board.camera.resize(Rectangle(0, 0, place.width, place.height), ratio)
        self._fit_cameras()
        part = self._layout.part
        self._part_camera.resize(Rectangle(0, 0, part.width, part.height), ratio)
        column = self._layout.column
        self.dials.relaid(column.width, column.height, ratio)
        self.dials.refresh()
        if self.page is not None:
            self.page.resize(width, height, ratio)
        if self.by_hand is not None:
            self.by_hand.resize(width, height, ratio)

    def _fit_cameras(self) -> None:
        """Show all of each design; while a handle is held the view stands still under the pointer."""
        if self._drag is None:
            for board in self._boards:
                left, bottom, right, top = board.prototype.home()
                board.camera.home = Rectangle(left, bottom, right, top)
                board.drawing.rule((left, bottom, right, top))

    # ------------------------------------------------------------------------------------------ mouse

    def attach(self) -> None:
        """Listen to the window's keys and mouse."""
        assert self.window is not None
        stamp_events(self.window)
        self.window.push_handlers(
            self.on_key_press, self.on_key_release, self.on_text, self.on_text_motion, self.on_mouse_motion,
            self.on_mouse_drag, self.on_mouse_press, self.on_mouse_release, self.on_mouse_scroll, self.on_deactivate,
        )  # fmt: skip

    def on_mouse_motion(self, x: float, y: float, _dx: float = 0, _dy: float = 0) -> None:
        """Note where the pointer is."""
        self._pointer = (float(x), float(y))
        if self.by_hand is not None:
            self.by_hand.layer.pointer(x, y)
        elif self.page is not None:
            self.page.pointer(x, y)
        else:
            self.dials.pointer(x - self._layout.column.left, y)
            if self._drag is not None:
                self._drag.wanted = self._pointer

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, _modifiers: int) -> None:
        """Drag a handle, a dial, or the paper."""
        self.on_mouse_motion(x, y, dx, dy)
        if self._panning and buttons & ~1 and self.by_hand is None:
            for board in self._boards:
                board.camera.drag(dx, dy)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Take a handle, press a widget, or begin to move the paper."""
        self.on_mouse_motion(x, y)
        self.toast.hush()
        if self.by_hand is not None:
            self.by_hand.layer.press(x, y, button, modifiers)
        elif self.page is not None:
            if button == 1:
                self.page.press(x, y)
        elif x >= self._layout.column.left:
            if button == 1:
                self._gestures += 1
                self._on_drawing = False
                self.dials.press(x - self._layout.column.left, y)
        elif button == 1:
            found = self.handle_at(x, y)
            if found is not None:
                self._gestures += 1
                self._on_drawing = True
                handles = self.handles()
                self._chosen = next(i for i, (h, p) in enumerate(handles) if (h.name, p) == (found[0].name, found[1]))
                self._drag = _Drag(*found, self._gestures)
            elif not self._layout.part.contains(x, y):
                board = self._boards[-1]
                at = board.camera.to_world((x - board.place.left, y - board.place.bottom))
                board.prototype.put(board.prototype.to_design(at))
        else:
            self._panning = True

    def on_mouse_release(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """Let go of what is held."""
        self.on_mouse_motion(x, y)
        if self.by_hand is not None:
            self.by_hand.layer.release(x, y, button)
            return
        if self.page is not None:
            self.page.release()
        self.dials.release()
        self._panning = False
        if button == 1:
            self._move_handle()
            if self._drag is not None:
                self._drag = None
                # What was refused at the end of a drag is said once more, for it stays as it was.
                if self.prototype.document.refusal:
                    self.toast.say(self.prototype.document.refusal, bad=True)
            self.prototype.document.end_gesture()
            self._gestures += 1
            self._fit_cameras()

    def on_mouse_scroll(self, x: float, y: float, _scroll_x: float, scroll_y: float) -> None:
        """Scroll the dials or a page, or zoom the drawing."""
        if self.by_hand is not None:
            self.by_hand.layer.scroll(x, y, scroll_y)
        elif self.page is not None:
            self.page.wheel(scroll_y)
        elif x >= self._layout.column.left:
            self.dials.wheel(scroll_y)
        else:
            for board in self._boards:
                board.camera.zoom_at((x - self._boards[-1].place.left, y - board.place.bottom), 1.15**scroll_y)

    def on_deactivate(self) -> None:
        """Let go of everything, since no events come while another window has the focus."""
        if self.by_hand is not None:
            self.by_hand.layer.lost_focus()
        elif self._drag is not None:
            self.on_mouse_release(*self._pointer, 1, 0)

    # ------------------------------------------------------------------------------------------ keys

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Obey a key. Returns True always: Esc must not close the window by itself."""
        if symbol == key.F11:
            if self.window is not None:
                self.window.set_fullscreen(not self.window.fullscreen)
        elif symbol == key.F1:
            self._toggle_page()
        elif self.page is not None:
            word = _WORDS.get(symbol)
            if word is not None:
                self.page.key(word)
        elif self.by_hand is not None:
            if not self.by_hand.layer.key(symbol, modifiers) and symbol in (key.ESCAPE, key.F2):
                self._end_feeling()
        elif modifiers & (key.MOD_CTRL | key.MOD_COMMAND):
            self._control_key(symbol, modifiers)
        else:
            self._plain_key(symbol, modifiers)
        return True

    def _control_key(self, symbol: int, modifiers: int) -> None:
        if symbol == key.Z:
            (self.redo if modifiers & key.MOD_SHIFT else self.undo)()
        elif symbol == key.Y:
            self.redo()
        elif symbol == key.S:
            self.save()

    def _plain_key(self, symbol: int, modifiers: int) -> None:
        own = {key.F2: self.feel, key.F3: self.set_beside, key.F4: self.stir, key.F5: self.tune, key.ESCAPE: self.quit}
        if symbol in own:
            own[symbol]()
        elif symbol == key.F6:
            self._on_drawing = not self._on_drawing
            if self.dials.form is not None:
                self.dials.form.focus = ""
        elif self._on_drawing:
            self._drawing_key(symbol, modifiers)
        else:
            word = _WORDS.get(symbol)
            if word == "tab" and modifiers & key.MOD_SHIFT:
                word = "back tab"
            if word is not None:
                self.dials.key(word)

    def _drawing_key(self, symbol: int, modifiers: int) -> None:
        handles = self.handles()
        if symbol == key.TAB:
            self._gestures += 1
            self._chosen = (self._chosen + (-1 if modifiers & key.MOD_SHIFT else 1)) % len(handles)
            return
        step = FAR_NUDGE_MM if modifiers & key.MOD_SHIFT else NUDGE_MM
        ways = {key.LEFT: (-step, 0.0), key.RIGHT: (step, 0.0), key.UP: (0.0, step), key.DOWN: (0.0, -step)}
        if symbol in ways:
            handle, part = handles[self._chosen % len(handles)]
            (x, y), (dx, dy) = handle.at, ways[symbol]
            self._set(handle, part, (x + dx, y + dy), ("keys", handle.name, self._gestures))

    def on_key_release(self, symbol: int, _modifiers: int) -> None:
        """Pass the release of a key on to the table that is tried by hand."""
        if self.by_hand is not None:
            self.by_hand.layer.key_up(symbol)

    def on_text(self, text: str) -> None:
        """Pass typed text on to the dials."""
        if self.by_hand is None and self.page is None and text not in ("\r", "\n"):
            self.dials.text(text)

    def on_text_motion(self, motion: int) -> None:
        """Pass backspace and delete on to the dials."""
        word = {key.MOTION_BACKSPACE: "backspace", key.MOTION_DELETE: "delete"}.get(motion)
        if self.by_hand is None and self.page is None and word is not None:
            self.dials.key(word)

    def _toggle_page(self) -> None:
        if self.page is not None:
            self.page = None
            return
        keys = KEYS if self.by_hand is None else (*self.by_hand.layer.keys(), ("Esc, F2", "back to the drawing"))
        self.page = RulesScreen(self._close_page, f"{self.prototype.title}: the workshop", None, keys)
        self.page.resize(*self._size)

    def _close_page(self) -> None:
        self.page = None

    def _end_feeling(self) -> None:
        assert self.by_hand is not None
        self.prototype.resume(self.by_hand.practice)
        self.by_hand.close()
        self.by_hand = None

    def quit(self) -> None:
        """Close the window."""
        self.closing = True
        if self.window is not None:
            self.window.dispatch_event("on_close")

    # ------------------------------------------------------------------------------------------ handles

    def handles(self) -> tuple[tuple[Handle, bool], ...]:
        """Return the handles of the design that is edited; True for those of the part that is drawn large."""
        prototype = self.prototype
        return (*((h, False) for h in prototype.handles()), *((h, True) for h in prototype.part_handles()))

    def place_of(self, handle: Handle, part: bool) -> tuple[float, float]:
        """Return where a handle is in the window (units)."""
        board = self._boards[-1]
        camera, place = (self._part_camera, self._layout.part) if part else (board.camera, board.place)
        x, y = camera.to_screen(handle.at if part else board.prototype.from_design(handle.at))
        return place.left + x, place.bottom + y

    def handle_at(self, x: float, y: float) -> tuple[Handle, bool] | None:
        """Return the handle next to that point of the window, None if none is near."""
        reach = REACH * max(1.0, self._layout.unit)
        in_part = bool(self.prototype.part) and self._layout.part.contains(x, y)
        near = [
            (math.dist((x, y), self.place_of(handle, part)), number, handle, part)
            for number, (handle, part) in enumerate(self.handles())
            if part == in_part
        ]
        best = min(near, default=None)
        return None if best is None or best[0] > reach else (best[2], best[3])

    def _move_handle(self) -> None:
        """Put the handle that is held where the pointer wants it."""
        drag = self._drag
        if drag is None or drag.wanted is None:
            return
        (x, y), drag.wanted = drag.wanted, None
        board = self._boards[-1]
        if drag.part:
            part = self._layout.part
            wanted = self._part_camera.to_world((x - part.left, y - part.bottom))
        else:
            wanted = board.prototype.to_design(board.camera.to_world((x - board.place.left, y - board.place.bottom)))
        # Corners of a piece are found again by their place, so the handle that is held is the one as it is now.
        handle = next((h for h, part in self.handles() if h.name == drag.handle.name and part == drag.part), None)
        if handle is not None:
            self._set(handle, drag.part, wanted, ("drag", drag.gesture))

    def _set(self, handle: Handle, part: bool, wanted: tuple[float, float], gesture: tuple[object, ...]) -> None:
        self.prototype.document.edit(handle.edits(*wanted), handle.name, gesture)
        self._refused_at = self.place_of(handle, part) if self.prototype.document.refusal else None
        self._edited()

    # ------------------------------------------------------------------------------------------ time and pictures

    def update(self, wall_s: float) -> None:
        """Move on by wall time."""
        self.clock_s += wall_s
        self.toast.update(wall_s)
        self.surveyor.update()
        self._follow_tuning()
        if self.by_hand is not None:
            if self.page is None:
                self.by_hand.update(wall_s)
            return
        self._move_handle()
        for board in self._boards:
            board.prototype.advance(wall_s)
            board.bodies = board.prototype.bodies()

    def _follow_tuning(self) -> None:
        run = self._run
        if run is None:
            return
        if run.words != self._tuned_words:
            self._tuned_words = run.words
            self.dials.refresh()
        if run.over:
            self._run, self._tuned_words = None, ""
            self.toast.say(run.words, bad=run.changes is None)
            if run.changes is not None:
                self.prototype.document.adopt(run.changes, "tuning")
                self._edited()
            self.dials.refresh()

    def show(self) -> None:
        """Move and paint everything as it is now."""
        if self.by_hand is not None:
            self.by_hand.show(self.clock_s)
        else:
            budget = TAGS_A_FRAME
            for board in self._boards:
                board.drawing.show(board.bodies)
                self._learn(board)
                budget = self._show_tags(board, budget)
            if self.prototype.part:
                self._show_part()
            self._show_marks()
            self._show_lines()
            self.dials.show()
        if self.page is not None:
            self.page.show()
        self.toast.show(self._size)

    def _learn(self, board: _Board) -> None:
        """Work out the figures anew if more is known, a few times a second; of another design, at once."""
        found, subject = self._findings(board), board.prototype.subject()
        if found is None:
            return
        known = (subject.key, found.trials)
        other = known[0] != board.known[0]
        if known == board.known or not (other or self.clock_s >= board.known_s + FIGURES_EVERY_S):
            return
        board.known, board.known_s = known, self.clock_s
        if other and not found.trials:
            # Until the first trials of a new design are done, the figures of the last one stay, as a hint.
            return
        prototype = board.prototype
        board.risks, board.listed, board.share = prototype.risks(found), prototype.listed(found), found.share()

    def _pen(self) -> Pen:
        return Pen(self._layout.unit, self._size[2])

    def _show_tags(self, board: _Board, budget: int) -> int:
        """Show words at their places; return how many more may be painted anew in this frame."""
        pen, ratio = self._pen(), self._size[2]
        shown = set()
        for risk in board.risks:
            if risk.at is None:
                continue
            tag = board.tags.get(risk.name)
            if tag is None:
                tag = board.tags[risk.name] = PanelSprite(self._batch, self._below)
            wanted = (percent_words(risk.share), not is_steady(risk.share), pen, palette.INK)
            if board.said.get(risk.name) != wanted and (budget > 0 or risk.name not in board.said):
                board.said[risk.name] = wanted
                budget -= 1
            words, faint, _, _ = said = board.said[risk.name]
            shown.add(risk.name)
            x, y = board.camera.to_screen(board.prototype.from_design(risk.at))
            wide, high = (side / ratio for side in tag_size(risk.name, words, pen))
            left = x - wide / 2 if not risk.side else x - wide if risk.side < 0 else x
            top = y - 5.0 * pen.unit if not risk.side else y + high / 2
            tag.show(
                said, board.place.left + left, board.place.bottom + top, ratio,
                partial(tag_picture, risk.name, words, pen, faint), inside=board.place,
            )  # fmt: skip
        for name, tag in board.tags.items():
            if name not in shown:
                tag.hide()
        return budget

    def _show_marks(self) -> None:
        marks, unit = self._marks, max(1.0, self._layout.unit)
        marks.begin()
        self._part_marks.begin()
        for board in self._boards:
            for risk in board.risks:
                if risk.ends is None or math.isnan(risk.share.estimate):
                    continue
                a, b = (board.camera.to_screen(board.prototype.from_design(end)) for end in risk.ends)
                left, bottom = board.place.left, board.place.bottom
                ends = (left + a[0], bottom + a[1]), (left + b[0], bottom + b[1])
                marks.stretch(*ends, max(3.0, 4.0 * self._layout.unit), risk_colour(risk.share.estimate))
        key_of = self.prototype.document.key
        over = None if self._drag is not None or self.page is not None else self.handle_at(*self._pointer)
        held = None if self._drag is None else (self._drag.handle.name, self._drag.part)
        for number, (handle, part) in enumerate(self.handles()):
            lit = held == (handle.name, part) or (over is not None and (over[0].name, over[1]) == (handle.name, part))
            lit = lit or (self._on_drawing and number == self._chosen)
            bad = bool(key_of) and any(key_of.startswith(own) for own in handle.keys) and held == (handle.name, part)
            target = self._part_marks if part else marks
            target.handle(*self.place_of(handle, part), RADIUS * unit * (0.8 if part else 1.0), lit, bad)
        marks.end()
        self._part_marks.end()

    def _show_lines(self) -> None:
        layout, pen, ratio = self._layout, self._pen(), self._size[2]
        board = self._boards[-1]
        found = self._findings(board)
        words, tone = self._head_words(board, found)
        progress = None if found is None or found.done else found.progress
        size = layout.head.pixels(ratio)
        shown = (words, tone, size, pen, palette.INK, None if progress is None else round(progress, 2))
        self._head.show(
            shown, layout.head.left, layout.head.top, ratio, lambda: line_picture(words, size, pen, tone, progress)
        )
        self._show_list(board)
        below, foot_size = self._foot_words(), layout.foot.pixels(ratio)
        self._foot.show(
            (below, foot_size, pen, palette.INK), layout.foot.left, layout.foot.top, ratio,
            lambda: line_picture(below, foot_size, pen, "turn"),
        )  # fmt: skip
        refusal = self.prototype.document.refusal
        if refusal and self._refused_at is not None:
            x, y = self._refused_at
            room = round(0.9 * self._boards[-1].place.width * ratio)
            self._notice.show(
                (refusal, room, pen), x + 12.0, y - 12.0, ratio, lambda: notice_picture(refusal, True, room, pen),
                inside=Rectangle(0.0, layout.foot.top, layout.column.left, layout.head.bottom),
            )  # fmt: skip
        else:
            self._notice.hide()

    def _head_words(self, board: _Board, found: Findings | None) -> tuple[str, str]:
        problem = self.surveyor.problem or ("" if found is None else found.problem)
        if problem:
            return problem, "bad"
        if found is None or math.isnan(board.share.low):
            return "Trying it out …", "plain"
        words = board.prototype.headline(board.share)
        other = self._findings(self._boards[0]) if self.beside else None
        if other is not None:
            gap = other.difference(found)
            if not math.isnan(gap.low):
                low, high = 100 * gap.low, 100 * gap.high
                words += f"; {100 * gap.estimate:+.1f} points ({low:+.1f} to {high:+.1f}) beside the left one"
        return words, "plain"

    def _show_list(self, board: _Board) -> None:
        place, pen, ratio = self._layout.listing, self._pen(), self._size[2]
        if not board.listed or place.height < 4.0 * pen.text(12) / ratio:
            self._list.hide()
            return
        risks, size = board.listed, place.pixels(ratio)
        steady = all(is_steady(risk.share) for risk in risks)
        self._list.show(
            (risks, size, pen, palette.INK), place.left, place.top, ratio,
            lambda: list_picture(board.prototype.list_title, risks, size, pen, not steady),
        )  # fmt: skip

    def _foot_words(self) -> str:
        over = self.handle_at(*self._pointer) if self._drag is None else (self._drag.handle, self._drag.part)
        if over is None and self._on_drawing:
            handles = self.handles()
            over = handles[self._chosen % len(handles)]
        if over is not None:
            now = next((h for h, part in self.handles() if h.name == over[0].name and part == over[1]), over[0])
            return f"{now.name}: {now.label}"
        return f"{self.prototype.state_words()}   F1: keys"

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""
        size, ratio = self._size[:2], self._size[2]
        if self.by_hand is not None:
            self.by_hand.draw(window)
        else:
            clear(palette.PAPER)
            for board in self._boards:
                draw_in(window, _Drawn(board.drawing, board.camera, board.bodies), board.place, size, ratio)
            self._marks.batch.draw()
            self._batch.draw()
            if self.prototype.part:
                self._draw_part(window)
            draw_in(window, self.dials, self._layout.column, size, ratio)
        if self.page is not None:
            self.page.draw(window)
        self.toast.draw()

    def _show_part(self) -> None:
        """Fit the part that is drawn large into its place; while a corner is dragged the paper lies still."""
        body = self._part = Body("part", self.prototype.part_shapes())
        if self._drag is None or not self._drag.part:
            sides = [
                (x + sign * (shape.radius_mm or 0.0), y + sign * (shape.radius_mm or 0.0))
                for shape in body.shapes
                for x, y in shape.points
                for sign in (-1, 1)
            ]
            (left, right), (low, high) = ((min(side), max(side)) for side in zip(*sides, strict=True))
            x, y, half = (left + right) / 2, (low + high) / 2, PART_MARGIN * max(right - left, high - low) / 2
            self._part_camera.home = Rectangle(x - half, y - half, x + half, y + half)
        self._part_drawing.rule((-40.0, -40.0, 40.0, 40.0))
        self._part_drawing.show((body,))

    def _draw_part(self, window: Window) -> None:
        place, ratio = self._layout.part, self._size[2]
        body = self._part
        left, bottom = round(place.left * ratio), round(place.bottom * ratio)
        with clipped(left, bottom, *place.pixels(ratio)):
            clear(palette.PAPER_DUE)
        draw_in(window, _Drawn(self._part_drawing, self._part_camera, (body,)), place, self._size[:2], ratio)
        self._part_marks.batch.draw()

    def close(self) -> None:
        """End everything in the background."""
        if self._run is not None:
            self._run.stop()
        if self.by_hand is not None:
            self.by_hand.close()
        self.surveyor.close()


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A drawing board as `draw_in` draws it."""

    board: DrawingBoard
    camera: Camera
    bodies: tuple[Body, ...]

    def draw(self, window: Window) -> None:
        """Draw into the current target."""
        self.board.draw(window, self.camera, self.bodies)


_WORDS = {
    key.LEFT: "left", key.RIGHT: "right", key.UP: "up", key.DOWN: "down", key.HOME: "home", key.END: "end",
    key.ENTER: "enter", key.NUM_ENTER: "enter", key.SPACE: "space", key.TAB: "tab", key.ESCAPE: "escape",
    key.PAGEUP: "page up", key.PAGEDOWN: "page down",
}  # fmt: skip
