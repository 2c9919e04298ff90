"""The scene for watching a match: its game's scene, a playback, and the keys and mouse, the same for every game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from pyglet.window import key, mouse

from scenes.drawing.key_words import WATCH_KEYS
from scenes.drawing.panels import Pen
from scenes.layout.places import unit_of
from scenes.playback.frame_buffer import FrameBuffer
from scenes.playback.playback import SEEK_S, Playback
from scenes.playback.protocols import MakeWatchLayer, Scene, WatchLayer
from scenes.playback.sound import Sounds
from scenes.playback.theatre import Highlights, Theatre
from scenes.playback.timeline import Timeline
from scenes.playback.title import Title
from scenes.spec import scene_of, watching_of
from scenes.window.camera import Rectangle
from scenes.window.viewport import draw_in
from sim.language import N_, _
from sim.protocols import Frame, Match

if TYPE_CHECKING:
    from pyglet.window import Window

WHEEL = 1.12
CLICK = 4.0
"""The farthest that the pointer moves during a click (window units)."""
LATEST_S = 0.1
SAID_S = 4.0
"""How long an answer to a key stays, and what can be done during a pause (s of wall time)."""
BEST = N_("B: the best moments, N: the next match")
PAUSED, MOMENT = N_("R: again, slowly"), N_("W: this placement 100 times")
"""What can be done during a pause: in any game, and in one whose moments can be tried."""
PLAY_ON = N_("P: play on")
"""The words of the button with which a person takes a seat, where the match can be played on."""
EVENTS = (
    "key_press",
    "mouse_scroll",
    "mouse_drag",
    "mouse_press",
    "mouse_release",
    "mouse_motion",
    "mouse_leave",
)


class Front(Protocol):
    """A page in front of a match that is watched, which stands still meanwhile: the rules. It moves by events alone."""

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""

    def pointer(self, x: float, y: float) -> None:
        """Note where the pointer is."""

    def press(self, x: float, y: float) -> None:
        """Press what is there."""

    def wheel(self, steps: float) -> None:
        """Scroll by that many steps of the wheel."""

    def key(self, word: str) -> bool:
        """Obey a key; return True if it has an action."""

    def show(self) -> None:
        """Move and paint the pictures."""

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""


WORDS = {
    key.UP: "up",
    key.DOWN: "down",
    key.PAGEUP: "page up",
    key.PAGEDOWN: "page down",
    key.ENTER: "enter",
    key.SPACE: "enter",
}
"""The keys of what is shown in front, as words."""


def frame_of(playback: Playback, time_s: float) -> Frame:
    """Return the frame of the match that is played back at a time (s)."""
    buffer = playback.frame_buffer
    assert isinstance(buffer, FrameBuffer)
    return buffer.at(time_s)


class WatchScene:
    """The scene while a match is watched: the game's scene, and below it the bar of the match's time."""

    def __init__(
        self,
        playback: Playback,
        width: float,
        height: float,
        pixel_ratio: float = 1.0,
        sounds: Sounds | None = None,
        bar: bool = True,
    ) -> None:
        self.playback = self._watched = playback
        self.sounds = sounds or Sounds.open(0)
        self.clock_s = 0.0
        """The clock of what moves by itself in the pictures; it stands still with the playback."""
        self.closing = False
        self.wall_s = 0.0
        self.window: Window | None = None
        self.timeline = Timeline() if bar else None
        self.title: Title | None = None
        """The title over the first picture of each match; None once it is over, and where no match has one."""
        self._titled: Match | None = None
        self._answer, self._answer_s, self._paused_s = "", 0.0, 0.0
        self._seeking = self._cornered = False
        self.rules: Callable[[Callable[[], None]], Front] | None = None
        """Makes the page of the rules, given what closes it; None if there is none."""
        self.front: Front | None = None
        self.play_on: Callable[[Match, float], str] | None = None
        """Lets a person play on at that time of a match (s), instead of this scene; returns why not, in a sentence."""
        self.layer: WatchLayer[Frame] | None = None
        self._make_layer: MakeWatchLayer | None = None
        self._layered: Match | None = None
        self._pressed: tuple[float, float] | None = None
        self._front_size: tuple[float, float, float] | None = None
        self._measure(width, height, pixel_ratio)
        self._make()
        self.show()

    def _make(self) -> None:
        frame = self.playback.shown()
        self.scene: Scene = scene_of(self.playback.match, self.place.width, self.place.height, self.ratio, frame)

    def put_layer(self, make: MakeWatchLayer, keys: Sequence[tuple[str, str]], thoughts: bool = False) -> None:
        """Put a layer over the scene, one for each match that is shown.

        keys: what its keys do, in words. thoughts: show at once what was meant and weighed.
        """
        self._make_layer = make
        self.scene.hud.keys = (*keys, *WATCH_KEYS)
        self._renew_layer(thoughts)

    def _renew_layer(self, thoughts: bool) -> None:
        """Make the layer of the match that is shown now."""
        self.close()
        if self._make_layer is not None:
            playback, self._layered = self.playback, self.playback.match
            self.layer = self._make_layer(self._layered, self.scene, lambda time_s: frame_of(playback, time_s))
            self.layer.thoughts = thoughts

    def put_title(self) -> None:
        """Begin this match, and each that follows, with its title."""
        self._titled = self.playback.match
        self.title = Title(self._titled)

    def close(self) -> None:
        """End the work in the background."""
        if self.layer is not None:
            self.layer.close()

    @property
    def held(self) -> WatchLayer[Frame] | None:
        """The layer while it stays at one moment, else None."""
        return self.layer if self.layer is not None and self.layer.holds else None

    def attach(self, window: Window) -> None:
        """Listen to a window's keys and mouse."""
        self.window = window
        window.push_handlers(**self._handlers())

    def detach(self) -> None:
        """Listen to the window no more."""
        if self.window is not None:
            self.window.remove_handlers(**self._handlers())
        self.window = None

    def come_back(self, window: Window, news: str) -> None:
        """Show again, paused, after another scene was shown in the window. news: what happened meanwhile, or empty."""
        self.playback.paused = not self.playback.ended
        self._renew_layer(self.layer is not None and self.layer.thoughts)
        self.attach(window)
        self._say(news)

    def _handlers(self) -> dict[str, Callable[..., object]]:
        return {f"on_{name}": getattr(self, f"on_{name}") for name in EVENTS}

    # ------------------------------------------------------------------------------------------ a drawing

    @property
    def table(self) -> object:
        """The match that is shown."""
        return self.playback.match

    @property
    def look(self) -> object:
        """All that changes the picture without an event of the window."""
        bar = None if self.timeline is None else self.timeline.look(self.playback, self.wall_s)
        layer = None if self.layer is None else self.layer.look
        words = self.note, self.offer, self.sounds.status
        return self.front, self.title, words, self.clock_s, self.playback.look, bar, layer

    @property
    def note(self) -> str:
        """The answer to a key, what is shown again, or what can be done during a pause."""
        if self._answer_s > 0.0:
            return self._answer
        if isinstance(self.playback, Highlights) and self.playback.shot is not None:
            return self.playback.shot.title
        if self.playback.paused and self._paused_s < SAID_S and self.held is None and self._titled is not None:
            return _(PAUSED) if self.layer is None else f"{_(PAUSED)}; {_(MOMENT)}"
        return ""

    @property
    def result_hint(self) -> str:
        """The words below the result of one match in a window: what can be done then."""
        one = isinstance(self.playback.frame_buffer, FrameBuffer) and not isinstance(self.playback, Theatre)
        return _(BEST) if one and self.timeline is not None else ""

    @property
    def offer(self) -> str:
        """The words of the button for playing on, while the match stands still or its best moments are shown."""
        stands = self.playback.paused or self.playback.ended or isinstance(self.playback, Theatre)
        return (
            _(PLAY_ON) if stands and self.held is None and self.play_on is not None and self.taken is not None else ""
        )

    @property
    def taken(self) -> Match | None:
        """The match that would be played on; None where it is not clear which."""
        return self.playback.match

    def _play_on(self) -> None:
        match = self.taken
        if self.play_on is None:
            self._say(_("This match cannot be played on."))
        elif match is None:
            self._say(_("Show one match large to play on from it."))
        else:
            why = self.play_on(match, self.playback.now_s)
            if why:
                self._say(why)

    def _say(self, words: str) -> None:
        self._answer, self._answer_s = words, SAID_S

    def _toggle_best(self) -> None:
        """Show the best moments of a match that is over, or go back to the match."""
        playback = self.playback
        if isinstance(playback, Highlights):
            self.playback = self._watched
        elif isinstance(playback, Theatre) or not isinstance(playback.frame_buffer, FrameBuffer):
            self._say(_("The best moments are those of one match, at its end."))
        elif not playback.frame_buffer.complete:
            self._say(_("The best moments come at the end of the match."))
        else:
            self._watched, self.playback = playback, Highlights(playback.frame_buffer, playback.speed)

    def _say_no_moment(self) -> None:
        title = self.playback.match.title
        has_some = watching_of(self.playback.match.game) is not None
        if has_some:
            self._say(_("A placement is tried 100 times while one match is watched."))
        else:
            self._say(_("At {title} nothing is tried 100 times; P plays on from here.", title=title))

    def _next_match(self) -> None:
        if isinstance(self.playback, Highlights):
            self.playback = self._watched
        self.playback.next_match()

    def _measure(self, width: float, height: float, pixel_ratio: float) -> None:
        """Divide the window between the scene and the bar."""
        self.size, self.ratio = (max(64.0, width), max(64.0, height)), pixel_ratio
        bar = 0.0 if self.timeline is None else self.timeline.resize(*self.size, pixel_ratio)
        self.place = Rectangle(0.0, bar, *self.size)

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay out for a window of that size in units, of `pixel_ratio` pixels each."""
        self._measure(width, height, pixel_ratio)
        self.scene.resize(self.place.width, self.place.height, pixel_ratio)

    def update(self, wall_s: float) -> None:
        """Move on by `wall_s` seconds of wall time, unless something is shown in front."""
        if self.front is not None:
            return
        self.wall_s += wall_s
        self._answer_s -= wall_s
        self._paused_s = self._paused_s + wall_s if self.playback.paused else 0.0
        if self._titled is not None and self._titled is not self.playback.match:
            self.put_title()
        if self.title is not None:
            self.title.update(min(wall_s, LATEST_S), self.playback.winding)
            if self.title.over:
                self.title = None
            elif not self.playback.winding:
                # Nothing is missed behind a title.
                self.playback.look_ahead(wall_s)
                return
        if self.held is None and not (self.playback.paused or self.playback.ended):
            self.clock_s += min(wall_s, LATEST_S)
        if self.held is None:
            self.playback.advance(wall_s)
            self.sounds.play_cues(self.playback.heard())
        self.playback.look_ahead(wall_s)
        if self.layer is not None:
            if self._layered is not self.playback.match:
                self._renew_layer(self.layer.thoughts)
            self.layer.update(self.playback.now_s)

    def tidy(self) -> None:
        """Do the work that may wait until between two frames, such as repainting after a zoom."""
        self.scene.tidy()

    def show(self) -> None:
        """Move and paint the pictures as everything is now."""
        if self.front is not None:
            self._fit_front(self.front)
            self.front.show()
            return
        self.tidy()
        self.show_match()
        if self.title is not None:
            self.title.show(self.place, Pen(unit_of(*self.size), self.ratio))

    def show_match(self) -> None:
        """Move everything to the playback's current time."""
        frame = self.playback.shown()
        self.scene.hud.result_hint = self.result_hint
        if self.layer is None:
            self.scene.show(frame, self.clock_s, self.remote)
        else:
            frame = self.layer.frame(frame)
            self.scene.show(frame, self.clock_s, self.remote)
            self.layer.show(frame)
        self.show_bar(self.playback.spans if isinstance(self.playback, Theatre) else ())

    @property
    def remote(self) -> Playback | None:
        """The playback for the panel of the remote control; None in a film, which has no remote control."""
        return None if self.timeline is None else self.playback

    def show_bar(self, lit: Sequence[tuple[float, float]] = ()) -> None:
        """Move the bar to the playback's current time; `lit` stretches of the match are brighter."""
        if self.timeline is not None:
            self.timeline.show(self.playback, self.wall_s, self.sounds.status or "♪", lit, self.note, self.offer)

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""
        self.draw_match(window)
        if self.title is not None:
            self.title.draw()
        if self.front is not None:
            self.front.draw(window)

    def draw_match(self, window: Window) -> None:
        """Draw the match and the bar."""
        draw_in(window, self.scene, self.place, self.size, self.ratio)
        if self.layer is not None:
            draw_in(window, self.layer, self.place, self.size, self.ratio)
        self.draw_bar()

    def draw_bar(self) -> None:
        if self.timeline is not None:
            self.timeline.batch.draw()

    # ------------------------------------------------------------------------------------------ the rules

    def toggle_rules(self) -> None:
        """Put the rules in front, or remove them."""
        if self.front is not None:
            self.front = None
            if self.window is not None:
                self.window.pop_handlers()
        elif self.rules is not None:
            self.front = self.rules(self.toggle_rules)
            self._front_size = None
            self._fit_front(self.front)
            if self.window is not None:
                self.window.push_handlers(
                    on_key_press=self._front_key,
                    on_mouse_motion=self._front_motion,
                    on_mouse_press=self._front_press,
                    on_mouse_scroll=self._front_scroll,
                )

    def _fit_front(self, front: Front) -> None:
        size = (*self.size, self.ratio)
        if size != self._front_size:
            self._front_size = size
            front.resize(*size)

    def _front_key(self, symbol: int, _modifiers: int) -> bool:
        assert self.front is not None
        if symbol in (key.F1, key.ESCAPE):
            self.toggle_rules()
        elif symbol in WORDS:
            self.front.key(WORDS[symbol])
        return True

    def _front_motion(self, x: float, y: float, _dx: float, _dy: float) -> bool:
        assert self.front is not None
        self.front.pointer(x, y)
        return True

    def _front_press(self, x: float, y: float, _button: int, _modifiers: int) -> bool:
        assert self.front is not None
        self.front.press(x, y)
        return True

    def _front_scroll(self, _x: float, _y: float, _scroll_x: float, scroll_y: float) -> bool:
        assert self.front is not None
        self.front.wheel(scroll_y)
        return True

    # ------------------------------------------------------------------------------------------ keys

    def actions(self) -> dict[int, Callable[..., object]]:
        """Return the action of each key."""
        playback = self.playback
        return {
            key.SPACE: playback.toggle_pause,
            key.PERIOD: playback.step,
            key.NUM_DECIMAL: playback.step,
            key.COMMA: playback.step_back,
            key.PLUS: playback.faster,
            key.EQUAL: playback.faster,
            key.NUM_ADD: playback.faster,
            key.MINUS: playback.slower,
            key.NUM_SUBTRACT: playback.slower,
            key.LEFT: lambda: playback.seek(-SEEK_S),
            key.RIGHT: lambda: playback.seek(SEEK_S),
            key.HOME: playback.home,
            key.END: playback.end,
            key.R: playback.again,
            key.T: self._toggle_thinking,
            key.N: self._next_match,
            key.B: self._toggle_best,
            key.P: self._play_on,
            key.W: self._say_no_moment,
            key.V: self._toggle_whole,
            key._0: self._reset_camera,
            key.NUM_0: self._reset_camera,
            key.S: self.sounds.toggle,
            key.F: self._toggle_fullscreen,
            key.F2: self._toggle_panels,
            key.H: self._toggle_help,
            key.F1: self.toggle_rules,
            key.ESCAPE: self.quit,
            key.Q: self.quit,
        }

    def on_key_press(self, symbol: int, _modifiers: int) -> bool:
        """Obey a key; return True if it has an action."""
        if self.front is not None:
            return self._front_key(symbol, _modifiers)
        self.title = None
        if self.layer is not None and self.layer.key(symbol, self.playback.now_s):
            return True
        action = self.actions().get(symbol)
        if action is None:
            return False
        action()
        return True

    def _toggle_thinking(self) -> None:
        self.playback.skip_thinking = not self.playback.skip_thinking

    def _toggle_help(self) -> None:
        self.scene.toggle_help()

    def _toggle_panels(self) -> None:
        self.scene.toggle_panels()

    def _toggle_whole(self) -> None:
        self.scene.camera.whole = not self.scene.camera.whole

    def _reset_camera(self) -> None:
        self.scene.camera.reset()

    def _toggle_fullscreen(self) -> None:
        if self.window is not None:
            # On changing to full screen pyglet may report the pointer in the lower left corner, which is on the bar.
            self._cornered = True
            self.window.set_fullscreen(not self.window.fullscreen)

    def quit(self) -> None:
        """Close the window."""
        self.closing = True
        if self.window is not None:
            # Not close(): pyglet's loop ends on the event on_close of its last window.
            self.window.dispatch_event("on_close")

    # ------------------------------------------------------------------------------------------ mouse

    def on_mouse_press(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """Go to that time if the bar was pressed; a press elsewhere may become a click, or be the layer's."""
        was_title, self.title = self.title, None
        if was_title is not None or not button & mouse.LEFT:
            return
        if self.timeline is not None and self.timeline.offers(x, y):
            self._play_on()
        elif self.timeline is not None and self.timeline.contains(x, y):
            if self.held is None:
                self._seeking = True
                self.playback.wind_to(self.timeline.time_at(x))
        elif self.held is None or not self.held.press(*self._in_scene(x, y)):
            self._pressed = x, y

    def on_mouse_release(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """Let go of the bar, or of what was pressed."""
        if not button & mouse.LEFT:
            return
        pressed, self._pressed, was_seeking, self._seeking = self._pressed, None, self._seeking, False
        if self.held is not None:
            self.held.release(*self._in_scene(x, y))
        elif pressed is not None and not was_seeking and math.dist(pressed, (x, y)) <= CLICK:
            self._click(x, y)

    def _click(self, x: float, y: float) -> None:
        if self.layer is not None:
            self.layer.click(*self._in_scene(x, y), self.playback.now_s)

    def _in_scene(self, x: float, y: float) -> tuple[float, float]:
        return x - self.place.left, y - self.place.bottom

    def on_mouse_motion(self, x: float, y: float, _dx: float, _dy: float) -> None:
        """Note the pointer on the bar, so that what is under it is shown."""
        self._cornered = self._cornered and x <= 0 and y <= 0
        if self.timeline is not None and not self._cornered:
            self.timeline.hover(x, y)
        if self.held is not None:
            self.held.pointer(*self._in_scene(x, y))

    def on_mouse_leave(self, _x: float, _y: float) -> None:
        """Forget the pointer's place on the bar."""
        if self.timeline is not None:
            self.timeline.hover(-1.0, float("inf"))

    def on_mouse_scroll(self, x: float, y: float, _scroll_x: float, scroll_y: float) -> None:
        """Zoom about the pointer."""
        self.scene.camera.zoom_at((x - self.place.left, y - self.place.bottom), WHEEL**scroll_y)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, _modifiers: int) -> None:
        """Move the playback if the bar is held, else pan."""
        if self._seeking and self.timeline is not None:
            self.playback.wind_to(self.timeline.time_at(x))
            self.timeline.hover(x, min(y, self.timeline.place.top))
        elif self.held is not None and self._pressed is None:
            self.held.pointer(*self._in_scene(x, y))
        elif buttons & (mouse.LEFT | mouse.MIDDLE | mouse.RIGHT):
            self._pan(x, y, dx, dy)

    def _pan(self, _x: float, _y: float, dx: float, dy: float) -> None:
        self.scene.camera.drag(dx, dy)
