"""The part that every game's play layer shares: pointer, messages, and one frame an update. Needs no window."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, runtime_checkable

from scenes.play.notice import Notice, Rank
from scenes.window.event_time import event_time
from sim.language import N_, said
from sim.rules_frame import IllegalAction

if TYPE_CHECKING:
    from pyglet.window import Window

LEFT, RIGHT = 1, 4
"""The buttons of the mouse, as pyglet.window.mouse counts them."""
STOPPED, STOPPED_S = N_("The hand had stopped before it let go."), 1.6
"""What is said of a hand that let go too late to throw, and for how long (s)."""
F_co = TypeVar("F_co", covariant=True)


class Layer(Protocol[F_co]):
    """A game's play layer: turns mouse and keys into a person's actions, and draws over the scene what these need."""

    @property
    def controller(self) -> PlayController[F_co]:
        """The pointer, what is said to the player, and the current frame of the match."""

    @property
    def ghosts(self) -> int | None:
        """The number of ghosts that show; None in a game without any."""

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay scene and layer out for a window of that size in units, of `pixel_ratio` pixels each."""

    def pointer(self, x: float, y: float) -> None:
        """Note where the pointer is; called at every event and every frame."""

    def press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Handle a button pressed there."""

    def release(self, x: float, y: float, button: int) -> None:
        """Handle a button released there."""

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Handle a turn of the wheel."""

    def key(self, symbol: int, modifiers: int) -> bool:
        """Obey a key; return True if it has an action."""

    def key_up(self, symbol: int) -> None:
        """Take note of a key that is let go."""

    def lost_focus(self) -> None:
        """Let go of what the mouse holds: no events will come for a while."""

    def update(self, wall_s: float) -> None:
        """Pass the pointer on to the match, and move the match on by wall time."""

    def show(self, clock_s: float) -> None:
        """Move the pictures to the current frame."""

    def draw(self, window: Window) -> None:
        """Draw over the scene."""

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys and their actions, in words."""

    def close(self) -> None:
        """Stop work in the background."""


@runtime_checkable
class WishesSettings(Protocol):
    """A layer whose game changes settings of the player: a calibration, a best result."""

    def take_wishes(self) -> Mapping[str, object]:
        """Return the settings to be changed since the last call, by name."""


class Played(Protocol[F_co]):
    """A match or a practice, as a controller uses it."""

    def advance(self, seconds: float) -> None:
        """Move on by that much simulated time."""

    def frame(self) -> F_co:
        """Return the current frame."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button: its place (window units) and its time by the controller's clock."""

    x: float
    y: float
    at_s: float

    def is_click(self, x: float, y: float, units: float) -> bool:
        """Return True if the button was released at most `units` from where it was pressed: no drag."""
        return math.dist((self.x, self.y), (x, y)) <= units

    def is_tap(self, x: float, y: float, units: float, now_s: float, within_s: float) -> bool:
        """Return True if the release at (x, y) and `now_s` makes a tap.

        It does if it is less than `units` (the distances along both axes added) and less than `within_s` from the
        press.
        """
        return now_s - self.at_s < within_s and abs(x - self.x) + abs(y - self.y) < units


class PlayController(Generic[F_co]):
    """The pointer, what is said to the player, and the current frame.

    at: where the pointer is (window units). pressed: the press of the left button while it is held; a layer sets it to
    None to ignore its release. moment: returns what refusals depend on: one is shown until that changes.
    """

    def __init__(
        self, match: Played[F_co], moment: Callable[[], Hashable], clock: Callable[[], float] = event_time
    ) -> None:
        self._match, self._moment = match, moment
        self.clock = clock
        self.notice = Notice()
        self.at = (0.0, 0.0)
        self.pressed: Press | None = None
        self._frame: F_co | None = None

    def frame(self) -> F_co:
        """Return the current frame of the match, built once between two calls of `renew`."""
        if self._frame is None:
            self._frame = self._match.frame()
        return self._frame

    def renew(self) -> None:
        """Discard the frame, since the match may have changed; the next call of `frame` builds a new one."""
        self._frame = None

    def advance(self, seconds: float) -> None:
        """Move the match on by that much simulated time."""
        self._match.advance(seconds)
        self.renew()

    def begin_update(self, wall_s: float) -> None:
        """Begin an update after `wall_s` of wall time: discard the frame, and count down the time of what was said."""
        self.renew()
        self.notice.pass_time(wall_s)

    def move(self, x: float, y: float) -> bool:
        """Note where the pointer is; return True if it has moved."""
        moved = (x, y) != self.at
        self.at = x, y
        return moved

    def press(self, x: float, y: float, button: int, back: Callable[[], object]) -> bool:
        """Handle a pressed button: note the left one, call `back` for the right one.

        Return True if it was the left one.
        """
        if button == RIGHT:
            back()
        if button != LEFT:
            return False
        self.hold(x, y)
        return True

    def hold(self, x: float, y: float) -> None:
        """Take the left button for pressed there and now."""
        self.renew()
        self.pressed = Press(x, y, self.clock())

    def release(self, button: int) -> Press | None:
        """Handle a released button; return the press of the left one, or None if a layer has cleared it.

        For any other button return None.
        """
        if button != LEFT:
            return None
        self.renew()
        pressed, self.pressed = self.pressed, None
        return pressed

    def say(self, words: str, bad: bool = False, seconds: float | None = None) -> None:
        """Answer what the player has just tried; no words end what was said.

        bad: it says why something cannot be done, which is so until the moment has changed.
        """
        if not words:
            self.notice.hush()
        elif bad:
            now = self._moment()
            self.notice.say(words, "bad", Rank.ANSWER, seconds, lambda: self._moment() == now)
        else:
            self.notice.say(words, "plain", Rank.ANSWER, seconds)

    def attempt(self, action: Callable[[], None]) -> bool:
        """Perform an action; return False, and show the reason, if it raises IllegalAction."""
        self.renew()
        try:
            action()
        except IllegalAction as refusal:
            self.say(said(refusal), bad=True)
            return False
        return True
