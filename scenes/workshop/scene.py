"""The scene of the workshop: mouse and keys go to the part of the window that they are meant for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyglet.graphics import Group
from pyglet.window import key

from scenes.drawing import palette
from scenes.drawing.batch import Batch
from scenes.drawing.panels import Pen
from scenes.drawing.toast import Toast
from scenes.play.input_router import key_words
from scenes.play.menus import RulesScreen
from scenes.play.notice import Notice
from scenes.window.event_time import stamp_events
from scenes.window.viewport import clear, draw_in
from scenes.workshop.board import TAGS_A_FRAME, Board
from scenes.workshop.dials import DialsScreen
from scenes.workshop.figures import Marks, PartSquare
from scenes.workshop.handle_tool import HandleTool, Placed
from scenes.workshop.layout import Layout, lay_out
from scenes.workshop.practice_table import PracticeTable
from scenes.workshop.readouts import Former, Readouts, headline
from scenes.workshop.session import Session
from sim.errors import InputError
from sim.language import N_, _
from sim.statistics import NO_DATA, Interval
from sim.workshop.prototype import Prototype
from sim.workshop.survey import Surveyor

if TYPE_CHECKING:
    from pyglet.window import Window

KEYS = (
    (N_("Drag a handle"), N_("change the design")),
    (N_("Click on wood"), N_("put the piece that is drawn large there")),
    (N_("F6, Tab, arrows"), N_("the same by keys: drawing, next handle, one millimetre (Shift: five)")),
    (N_("Ctrl Z, Ctrl Y"), N_("undo, redo")),
    (N_("Ctrl S"), N_("save as a preset")),
    ("F2", N_("try it by hand; Esc comes back")),
    ("F3", N_("two designs side by side, and alone again")),
    ("F4", N_("rock the ship, throw a card")),
    ("F5", N_("make it as hard as chosen, or stop")),
    (N_("Wheel, right drag"), N_("zoom, pan")),
    ("F11", N_("full screen")),
    ("F1", N_("these keys")),
    ("Esc", N_("leave")),
)
F1 = N_("F1: keys")
ZOOM_STEP = 1.15
LEFT_BUTTON = 1
OPENING, SHOWN = "opening", "shown"
_ARROWS = {key.LEFT: (-1, 0), key.RIGHT: (1, 0), key.UP: (0, 1), key.DOWN: (0, -1)}


class WorkshopScene:
    """The window's scene. window: None in tests without one."""

    def __init__(
        self,
        prototype: Prototype,
        path: str,
        width: float,
        height: float,
        ratio: float,
        window: Window | None = None,
        surveyor: Surveyor | None = None,
    ) -> None:
        self.window = window
        self.notice, self._toast = Notice(), Toast()
        self.session = Session(prototype, path, self.notice, surveyor or Surveyor(), self._changed)
        self.page: RulesScreen | None = None
        self.by_hand: PracticeTable | None = None
        self.closing = False
        self._clock_s = 0.0
        self._size = (width, height, ratio)
        self._pointer = (-1.0, -1.0)
        self._panning = self._stale = False
        self._gap: Interval = NO_DATA
        self._opening = ""
        self._batch = Batch()
        # From below: coloured wood, figures, handles (two groups), refusals.
        self._figures, above = Group(order=1), Group(order=4)
        self._readouts = Readouts(self._batch, self._figures, above)
        self._boards = [Board(prototype, self._batch, self._figures)]
        self._marks, self._square = Marks(self._batch, under=0, over=2), PartSquare()
        self.handles = HandleTool(self.session, lambda: self._boards[-1], self._square)
        self._layout: Layout = lay_out(width, height, 1, self._rows)
        self.dials = DialsScreen(self.session, self.practise, lambda: self._layout.unit)
        self.resize(width, height, ratio)

    @property
    def table(self) -> object:
        """The table that is shown: the one that is tried by hand, or the drawings."""
        return self.by_hand or self

    @property
    def boards(self) -> tuple[Board, ...]:
        """The drawings, from the left; the last one is edited."""
        return tuple(self._boards)

    @property
    def layout(self) -> Layout:
        """The places in the window."""
        return self._layout

    @property
    def _rows(self) -> int:
        return len(self.session.prototype.parts) or 6

    def _changed(self) -> None:
        prototypes = self.session.prototypes
        if [board.prototype for board in self._boards] != prototypes:
            for board in self._boards:
                if board.prototype not in prototypes:
                    board.hide()
            known = {id(board.prototype): board for board in self._boards}
            self._boards = [
                known.get(id(prototype)) or Board(prototype, self._batch, self._figures) for prototype in prototypes
            ]
            self.resize(*self._size)
        self._fit_cameras()
        # While a handle is dragged, the dials follow in a frame without an edit, so that no frame takes too long.
        self._stale = True
        if self.handles.held is None:
            self._refresh()

    def _refresh(self) -> None:
        """Let the dials show the design as it is, if it has changed."""
        if self._stale:
            self._stale = False
            self.dials.refresh()

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""
        self._size = (width, height, ratio)
        self._layout = lay_out(width, height, len(self._boards), self._rows)
        for board, place in zip(self._boards, self._layout.boards, strict=True):
            board.resize(place, ratio)
        self._square.resize(self._layout.part, ratio)
        self._fit_cameras()
        self.dials.relaid(self._layout.column.width, self._layout.column.height, ratio)
        self.dials.refresh()
        if self.page is not None:
            self.page.resize(width, height, ratio)
        if self.by_hand is not None:
            self.by_hand.resize(width, height, ratio)

    def _fit_cameras(self) -> None:
        """Show all of each design; while a handle is held the view stands still under the pointer."""
        if self.handles.held is None:
            for board in self._boards:
                board.fit()

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
            self.handles.drag(float(x), float(y))

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, _modifiers: int) -> None:
        """Drag a handle, a dial, or the paper."""
        self.on_mouse_motion(x, y, dx, dy)
        if self._panning and buttons & ~LEFT_BUTTON and self.by_hand is None:
            for board in self._boards:
                board.camera.drag(dx, dy)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Take a handle, press a widget, or begin to move the paper."""
        self.on_mouse_motion(x, y)
        self.notice.hush()
        if self.by_hand is not None:
            self.by_hand.layer.press(x, y, button, modifiers)
        elif self.page is not None:
            if button == LEFT_BUTTON:
                self.page.press(x, y)
        elif x >= self._layout.column.left:
            if button == LEFT_BUTTON:
                self.session.next_gesture()
                self.handles.by_keys = False
                self.dials.press(x - self._layout.column.left, y)
        elif button == LEFT_BUTTON:
            self._press_drawing(x, y)
        else:
            self._panning = True

    def _press_drawing(self, x: float, y: float) -> None:
        found = self.handles.at(x, y, self._layout.unit)
        if found is not None:
            self.handles.take(found)
        elif not self._layout.part.contains(x, y):
            board = self._boards[-1]
            board.prototype.put(board.to_design(x, y))

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
        if button == LEFT_BUTTON:
            self.handles.release()
            self._refresh()
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
            under = next((board for board in self._boards if board.place.contains(x, y)), self._boards[-1])
            at = x - under.place.left, y - under.place.bottom
            for board in self._boards:
                board.camera.zoom_at(at, ZOOM_STEP**scroll_y)

    def on_deactivate(self) -> None:
        """Let go of everything, since no events come while another window has the focus."""
        if self.by_hand is not None:
            self.by_hand.layer.lost_focus()
        elif self.handles.held is not None:
            self.on_mouse_release(*self._pointer, LEFT_BUTTON, 0)

    # ------------------------------------------------------------------------------------------ keys

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Obey a key. Returns True always: Esc must not close the window by itself."""
        if symbol == key.F11:
            if self.window is not None:
                self.window.set_fullscreen(not self.window.fullscreen)
        elif symbol == key.F1:
            self._toggle_page()
        elif self.page is not None:
            word = key_words().get(symbol)
            if word is not None:
                self.page.key(word)
        elif self.by_hand is not None:
            if not self.by_hand.layer.key(symbol, modifiers) and symbol in (key.ESCAPE, key.F2):
                self._end_practice()
        elif modifiers & (key.MOD_CTRL | key.MOD_COMMAND):
            self._control_key(symbol, modifiers)
        else:
            self._plain_key(symbol, modifiers)
        return True

    def _control_key(self, symbol: int, modifiers: int) -> None:
        if symbol == key.Z:
            (self.session.redo if modifiers & key.MOD_SHIFT else self.session.undo)()
        elif symbol == key.Y:
            self.session.redo()
        elif symbol == key.S:
            self.session.save()

    def _plain_key(self, symbol: int, modifiers: int) -> None:
        own = {
            key.F2: self.practise, key.F3: self.session.set_beside, key.F4: self.session.start_motion,
            key.F5: self.session.tune, key.ESCAPE: self.quit,
        }  # fmt: skip
        if symbol in own:
            own[symbol]()
        elif symbol == key.F6:
            self.handles.by_keys = not self.handles.by_keys
            if self.dials.form is not None:
                self.dials.form.focus = ""
        elif self.handles.by_keys:
            self._drawing_key(symbol, bool(modifiers & key.MOD_SHIFT))
        else:
            word = key_words().get(symbol)
            if word == "tab" and modifiers & key.MOD_SHIFT:
                word = "back tab"
            if word is not None:
                self.dials.key(word)

    def _drawing_key(self, symbol: int, shift: bool) -> None:
        if symbol == key.TAB:
            self.handles.choose_next(-1 if shift else 1)
        elif symbol in _ARROWS:
            self.handles.nudge(*_ARROWS[symbol], far=shift)

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
        figures = (_("Figures"), _(self.session.prototype.figures_words))
        keys = (
            (*((_(keys), _(does)) for keys, does in KEYS), figures)
            if self.by_hand is None
            else (*self.by_hand.layer.keys(), ("Esc, F2", _("back to the drawing")))
        )
        self.page = RulesScreen(
            self._close_page, _("{game}: the workshop", game=self.session.prototype.title), None, keys
        )
        self.page.resize(*self._size)

    def _close_page(self) -> None:
        self.page = None

    def practise(self) -> None:
        """Try the design by hand, at the game's own table, which opens once it has been shown that it will."""
        self.notice.say(_("Opening the table …"))
        self._opening = OPENING

    def _open_practice(self) -> None:
        self._opening = ""
        self.notice.hush()
        try:
            self.by_hand = PracticeTable(self.session.prototype, self._size)
        except InputError as error:
            self.notice.say(str(error), "bad")

    def _end_practice(self) -> None:
        assert self.by_hand is not None
        self.session.prototype.resume(self.by_hand.practice)
        self.by_hand.close()
        self.by_hand = None

    def quit(self) -> None:
        """Close the window."""
        self.closing = True
        if self.window is not None:
            # Not close(): pyglet's loop ends on the event on_close of its last window.
            self.window.dispatch_event("on_close")

    # ------------------------------------------------------------------------------------------ time and pictures

    def update(self, wall_s: float) -> None:
        """Move on by wall time."""
        self._clock_s += wall_s
        self.notice.pass_time(wall_s)
        self.session.surveyor.sparing = self._hands_are_busy
        self.session.update()
        if self._opening == SHOWN:
            self._open_practice()
        if self.by_hand is not None:
            if self.page is None:
                self.by_hand.update(wall_s)
            return
        if not self.handles.update(wall_s):
            self._refresh()
        for board in self._boards:
            board.advance(wall_s)

    @property
    def _hands_are_busy(self) -> bool:
        """True while something is dragged, or tried by hand."""
        dragged = self.handles.held is not None or (self.dials.form is not None and self.dials.form.held)
        return bool(dragged) or self.by_hand is not None

    @property
    def look(self) -> object:
        """All that changes the picture without an event of the window."""
        page = None if self.page is None else self.page.form
        if self.by_hand is not None:
            return page or self.by_hand.look(self._clock_s)
        boards = [board.look(self.session.findings(board.prototype), self._clock_s) for board in self._boards]
        session = self.session
        return page, self.dials.form, boards, session.tuning, session.surveyor.problem, self.notice.words, self._opening

    def show(self) -> None:
        """Move and paint the pictures as everything is now."""
        if self.by_hand is not None:
            self.by_hand.show(self._clock_s)
        else:
            self._show_drawings()
            self.dials.show()
        if self.page is not None:
            self.page.show()
        self._toast.show(self.notice.words, self.notice.message.tone, self._size)
        if self._opening:
            self._opening = SHOWN

    def _show_drawings(self) -> None:
        layout, ratio = self._layout, self._size[2]
        unit, over = layout.unit, self._over()
        most = TAGS_A_FRAME
        self._marks.begin()
        self._square.marks.begin()
        learned = [board.learn(self.session.findings(board.prototype), self._clock_s) for board in self._boards]
        if any(learned) or not self.session.beside:
            self._gap = self.session.gap()
        for board in self._boards:
            most = board.show(Pen(unit, ratio), ratio, most)
            board.mark(self._marks, unit)
        prototype, board = self.session.prototype, self._boards[-1]
        if prototype.part:
            held = self.handles.held
            self._square.show(prototype.part_shapes(), still=held is not None and held.part)
        self.handles.mark(self._marks, unit, over)
        self._marks.end()
        self._square.marks.end()
        found = self.session.findings(prototype)
        progress = None if found is None or found.done else found.progress
        former = Former(board.rate_words, self._clock_s - board.rate_s) if board.rate_words else None
        words, tone = headline(self.session, board.share, self._gap, former)
        self._readouts.show_headline(words, tone, progress, layout, ratio)
        self._readouts.show_list(board, layout, ratio)
        self._readouts.show_state(self.handles.words(over) or f"{prototype.state_words()}   {_(F1)}", layout, ratio)
        self._readouts.show_refusal(prototype.document.refusal, self.handles.refused_at, board.place, layout, ratio)

    def _over(self) -> Placed | None:
        if self.handles.held is not None or self.page is not None:
            return None
        return self.handles.at(*self._pointer, self._layout.unit)

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""
        size, ratio = self._size[:2], self._size[2]
        if self.by_hand is not None:
            self.by_hand.draw(window)
        else:
            clear(palette.PAPER)
            for board in self._boards:
                board.draw(window, size, ratio)
            self._batch.draw()
            if self.session.prototype.part:
                self._square.draw(window, size, ratio)
            draw_in(window, self.dials, self._layout.column, size, ratio)
        if self.page is not None:
            self.page.draw(window)
        self._toast.draw()

    def close(self) -> None:
        """End everything in the background."""
        if self.by_hand is not None:
            self.by_hand.close()
        self.session.close()
