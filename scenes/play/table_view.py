"""A session in the window: the scene of its game, and over it the layer that turns mouse and keys into hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scenes.export.sound import Sounds
from scenes.play.controller import Layer
from scenes.play.session import Session
from scenes.play.settings import PlaySettings
from scenes.playback.cues import listener_of
from scenes.playback.protocols import Scene, scene_of
from scenes.spec import scenes_of
from sim.protocols import Frame

if TYPE_CHECKING:
    from pyglet.window import Window


class Table:
    """A session with its pictures."""

    def __init__(
        self,
        session: Session,
        settings: PlaySettings,
        size: tuple[float, float, float],
        person: Callable[[], str | None],
    ) -> None:
        self.session = session
        self._person = person
        self._profile = settings.profile
        play = scenes_of(session.match.game).play()
        self.real_time = play.real_time and not session.is_practice
        """True where everybody acts at once: players are counted in when they begin or come back."""
        self._build_layer, self._secret = play.layer(), play.secret
        self.scene: Scene
        self.layer: Layer[Frame]
        self._build(settings, size)

    def build_view(self, settings: PlaySettings, size: tuple[float, float, float]) -> None:
        """Build the pictures anew, for other colours or letters."""
        self.close()
        self._build(settings, size)

    def _build(self, settings: PlaySettings, size: tuple[float, float, float]) -> None:
        match = self.session.match
        self.scene = scene_of(match, *size, match.frame())
        self._listener = listener_of(match)
        if settings.profile == self._profile:
            # Until somebody says otherwise, the ghosts have the noise that the seat is supposed to have.
            settings = settings.changed(profile=self.session.setup.mine.profile)
        self.layer = self._build_layer(match, self.scene, settings, self._person)

    def close(self) -> None:
        """Let go of what works in the background."""
        self.layer.close()

    def secret(self, name: str) -> bool:
        """Is what this person is asked now for one pair of eyes only?"""
        match = self.session.match
        question = getattr(match, "question", None)
        if question is None or self.session.is_practice:
            # Whoever practises is alone.
            return False
        return question(name) in self._secret

    def resize(self, width: float, height: float, ratio: float) -> None:
        """The window is so many units wide and high, of `ratio` pixels each."""
        self.layer.resize(width, height, ratio)

    def show(self, clock_s: float, sounds: Sounds) -> None:
        """Bring the pictures up to the match, and let it be heard."""
        frame = self.layer.frame()
        sounds.tell(self._listener.hear(frame))
        self.scene.tidy()
        self.scene.show(frame, clock_s)
        self.layer.show(clock_s)

    def draw(self, window: Window) -> None:
        """Draw table and hands."""
        self.scene.draw(window)
        self.layer.draw(window)
