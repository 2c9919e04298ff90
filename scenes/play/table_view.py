"""A session in the window: its game's scene, and over it the play layer for mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from scenes.play.controller import Layer
from scenes.play.notice import Notice
from scenes.play.recent import Seen
from scenes.play.session import Session
from scenes.play.settings import PlaySettings
from scenes.playback.cues import listener_of
from scenes.playback.frame_buffer import still
from scenes.playback.protocols import Scene
from scenes.playback.sound import Sounds
from scenes.spec import play_layer_of, play_of, scene_of
from sim.protocols import Frame

if TYPE_CHECKING:
    from pyglet.window import Window


@runtime_checkable
class Learns(Protocol):
    """A layer that finds out something about the player which their settings keep, such as how they flick."""

    keep: Callable[..., None]
    """Takes the changed settings by name."""


STILL_HZ = 10
"""How often a table is drawn on which nothing moves but the clock and what pulses, such as the sea."""


class Stillness:
    """The state of a table on which frames may come to differ in their clock alone."""

    def __init__(self) -> None:
        self._frame: Frame | None = None

    def look(self, frame: Frame, clock_s: float) -> object:
        """Return what changes with every moment, or STILL_HZ times a second while nothing moves."""
        before, self._frame = self._frame, frame
        return int(clock_s * STILL_HZ) if before is not None and still(before, frame) else clock_s


class Table:
    """A session with its scene, its play layer and its listener."""

    def __init__(
        self,
        session: Session,
        settings: PlaySettings,
        size: tuple[float, float, float],
        person: Callable[[], str | None],
        notice: Notice,
        scene: Scene | None = None,
    ) -> None:
        """Build scene and layer. scene: one of a table that looks the same, which need not be painted again."""
        self.session = session
        self._person, self._notice = person, notice
        self.keep: Callable[..., None] = lambda **_changes: None
        """Keeps changes of the player's settings that the layer has found out; set by the window's scene."""
        self._profile = settings.profile
        play = play_of(session.match.game)
        self.real_time = play.real_time and not session.is_practice
        """True if everybody acts at once: a countdown precedes the beginning and the end of a pause."""
        self._build_layer, self._secret = play_layer_of(session.match.game), play.secret
        self._stillness = Stillness()
        self.seen = Seen(session.match)
        self.again_s: float | None = None
        """The time of the match that is shown again; None where it is shown as it is now."""
        self.scene: Scene
        self.layer: Layer[Frame]
        self._fold: bool | None = None
        self._build(settings, size, scene)

    def build_view(self, settings: PlaySettings, size: tuple[float, float, float]) -> None:
        """Build scene and layer anew, after a change of settings that concern them."""
        self.close()
        self._build(settings, size)

    def _build(self, settings: PlaySettings, size: tuple[float, float, float], scene: Scene | None = None) -> None:
        match = self.session.match
        self._size = size
        self.scene = scene or scene_of(match, *size, match.frame())
        if self._fold is not None:
            self.scene.fold_panels(self._fold)
        self._listener = listener_of(match)
        if settings.profile == self._profile:
            # Unless the setting has been changed since, the ghosts have the noise of the seat's own profile.
            settings = settings.changed(profile=self.session.setup.mine.profile)
        if self.session.setup.tempo is not None:
            settings = settings.changed(tempo=self.session.setup.tempo)
        self.layer = self._build_layer(match, self.scene, settings, self._person)
        # What the window has to say goes the same way as what is said at its table: one message at a time.
        self.layer.controller.notice = self._notice
        if isinstance(self.layer, Learns):
            self.layer.keep = lambda **changes: self.keep(**changes)

    def close(self) -> None:
        """Stop work in the background."""
        self.layer.close()

    def secret(self, name: str) -> bool:
        """Return True if the other persons must not see the question that this person is asked now."""
        match = self.session.match
        question = getattr(match, "question", None)
        if question is None or self.session.is_practice:
            # A practice has one person only.
            return False
        return question(name) in self._secret

    def toggle_panels(self) -> None:
        """Fold the panels away, or unfold them."""
        self._fold = self.scene.toggle_panels()
        self.layer.resize(*self._size)

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""
        self._size = width, height, ratio
        self.layer.resize(width, height, ratio)

    def look(self, clock_s: float) -> object:
        """Return what changes the picture without an event of the window."""
        return self._stillness.look(self.layer.controller.frame(), clock_s)

    def show(self, clock_s: float, sounds: Sounds) -> None:
        """Move the pictures to the match's current frame, or to the one that is shown again, and play its sounds."""
        if self.again_s is not None:
            self.scene.tidy()
            self.scene.show(self.seen.at(self.again_s), clock_s)
            return
        frame = self.layer.controller.frame()
        cues = self._listener.hear(frame)
        self.seen.note(frame, cues)
        sounds.play_cues(cues)
        self.scene.tidy()
        self.scene.show(frame, clock_s)
        self.layer.show(clock_s)

    def draw(self, window: Window) -> None:
        """Draw the scene, and the play layer over it."""
        self.scene.draw(window)
        if self.again_s is None:
            self.layer.draw(window)
