"""What every game's play layer shares: the pointer, what is said to the player, and one frame an update. No window."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from scenes.window.event_time import event_time
from sim.rules_frame import IllegalAction

if TYPE_CHECKING:
    from pyglet.window import Window

F = TypeVar("F")
F_co = TypeVar("F_co", covariant=True)


class Layer(Protocol[F_co]):
    """A game's play layer: turns mouse and keys into what a person does, and draws over the scene what that needs."""

    @property
    def notice(self) -> str:
        """What is said to the player, or empty."""

    @property
    def ghosts(self) -> int | None:
        """How many ghosts show; None in a game without any."""

    def frame(self) -> F_co:
        """Return the match as it is now: one object from one update to the next."""

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay scene and layer out for a window of that size in units, of `pixel_ratio` pixels each."""

    def pointer(self, x: float, y: float) -> None:
        """Hear where the pointer is, at every event and every frame."""

    def press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Hear that a button went down there."""

    def release(self, x: float, y: float, button: int) -> None:
        """Hear that a button went up there."""

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Hear that the wheel was turned."""

    def key(self, symbol: int, modifiers: int) -> bool:
        """Obey a key; return True where it meant something."""

    def lost_focus(self) -> None:
        """Let go of what the mouse holds: nothing more is heard of it for a while."""

    def update(self, wall_s: float) -> None:
        """Feed the pointer to the match, and move the match on by wall time."""

    def show(self, clock_s: float) -> None:
        """Bring the pictures up to the frame."""

    def draw(self, window: Window) -> None:
        """Draw over the scene."""

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return keys and what they do."""

    def close(self) -> None:
        """Let go of what works in the background."""


class Played(Protocol[F_co]):
    """What a controller asks of a match or a practice."""

    def advance(self, seconds: float) -> None:
        """Move on by that much simulated time."""

    def frame(self) -> F_co:
        """Return this moment."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button that went down: where (window units), and when by the controller's clock."""

    x: float
    y: float
    at_s: float

    def is_click(self, x: float, y: float, units: float) -> bool:
        """Return True if the button went up no farther than that from where it went down: it has not dragged."""
        return math.dist((self.x, self.y), (x, y)) <= units

    def is_tap(self, x: float, y: float, units: float, now_s: float, within_s: float) -> bool:
        """Return True if the button went up so near, measured along the axes, and so soon."""
        return now_s - self.at_s < within_s and abs(x - self.x) + abs(y - self.y) < units


class Notice:
    """One line for the player: what was said last, while it stands, else what there is to be done."""

    def __init__(self) -> None:
        self._said, self._bad, self._left_s = "", False, 0.0
        self._to_do, self._to_do_bad = "", False

    @property
    def stands(self) -> bool:
        """True while what was said last is shown."""
        return self._left_s > 0

    @property
    def words(self) -> str:
        """The line, or empty."""
        return self._said if self.stands else self._to_do

    @property
    def bad(self) -> bool:
        """True where the line says why something cannot be done."""
        return self._bad if self.stands else self._to_do_bad

    def say(self, words: str, bad: bool, seconds: float) -> None:
        """Show a line for so long; an empty one lets nothing else be shown meanwhile."""
        self._said, self._bad, self._left_s = words, bad, seconds

    def suggest(self, words: str, bad: bool = False) -> None:
        """Show a line while nothing else is said."""
        self._to_do, self._to_do_bad = words, bad

    def hush(self) -> None:
        """End what was said last."""
        self._left_s = 0.0

    def clear(self) -> None:
        """Show nothing until something is said or suggested anew."""
        self.hush()
        self.suggest("")

    def pass_time(self, wall_s: float) -> None:
        """Let wall time pass."""
        self._left_s = max(0.0, self._left_s - wall_s)


class PlayController(Generic[F]):
    """The pointer, a notice, and the frame that all look at.

    at: where the pointer is (window units). pressed: the left button, while it is held; a layer that does not want to
    hear of its release sets it to None. refused_s: so long the reason for a refusal is shown.
    """

    def __init__(self, match: Played[F], refused_s: float, clock: Callable[[], float] = event_time) -> None:
        self._match, self._refused_s = match, refused_s
        self.clock = clock
        self.notice = Notice()
        self.at = (0.0, 0.0)
        self.pressed: Press | None = None
        self._frame: F | None = None

    def frame(self) -> F:
        """Return the match as it is now, built once from one `renew` to the next."""
        if self._frame is None:
            self._frame = self._match.frame()
        return self._frame

    def renew(self) -> None:
        """Take the next frame from the match: it may have changed."""
        self._frame = None

    def advance(self, seconds: float) -> None:
        """Move the match on."""
        self._match.advance(seconds)
        self.renew()

    def move(self, x: float, y: float) -> bool:
        """Take note of where the pointer is; return True if it has moved."""
        moved = (x, y) != self.at
        self.at = x, y
        return moved

    def press(self, x: float, y: float) -> None:
        """Take note that the left button went down."""
        self.renew()
        self.pressed = Press(x, y, self.clock())

    def release(self) -> Press | None:
        """Take note that the left button went up; return what is known of how it went down."""
        self.renew()
        pressed, self.pressed = self.pressed, None
        return pressed

    def attempt(self, action: Callable[[], None]) -> bool:
        """Do something; return False, and say why, where the rules or the match do not allow it."""
        self.renew()
        try:
            action()
        except IllegalAction as refusal:
            self.notice.say(str(refusal), True, self._refused_s)
            return False
        return True
