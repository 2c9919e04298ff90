"""A session in the window: the scene of its game, and over it the layer that turns mouse and keys into hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from scenes.export.sound import Sounds
from scenes.play.session import Session
from scenes.play.settings import PlaySettings
from scenes.play.setup import secret_questions
from scenes.playback.cues import listener_of
from scenes.playback.protocols import Scene, scene_of
from scenes.spec import scenes_of


class Layer(Protocol):
    """A game's play layer (scenes/GAME/play.py): the person's hands, what is said to them, ghosts."""

    notice: str

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""

    def pointer(self, x: float, y: float) -> None:
        """The pointer is there."""

    def press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A button went down there."""

    def release(self, x: float, y: float, button: int) -> None:
        """A button went up there."""

    def scroll(self, x: float, y: float, steps: float) -> None:
        """The wheel was turned."""

    def key(self, symbol: int, modifiers: int) -> bool:
        """A key; True where it meant something."""

    def lost_focus(self) -> None:
        """Nothing more is to be heard of the mouse for a while."""

    def update(self, wall_s: float) -> None:
        """So much time has passed: feed the pointer to the match, and move it on."""

    def show(self, clock_s: float) -> None:
        """Bring the pictures up to the match."""

    def draw(self, window: Any) -> None:
        """Draw over the scene."""

    def keys(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do."""


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
        self.scene: Scene
        self.layer: Layer
        self.build_view(settings, size)

    def build_view(self, settings: PlaySettings, size: tuple[float, float, float]) -> None:
        """Make the pictures, also anew for other colours or letters."""
        self.close()
        match = self.session.match
        self.scene = scene_of(match, *size, match.frame())
        layer = scenes_of(match.game).play().layer()
        self._listener = listener_of(match)
        if settings.profile == self._profile:
            # Until somebody says otherwise, the ghosts have the noise that the seat is supposed to have.
            settings = settings.changed(profile=self.session.setup.mine.profile)
        self.layer = layer(match, self.scene, settings, self._person)
        self.layer.resize(*size)

    def close(self) -> None:
        """Let go of what works in the background."""
        close = getattr(getattr(self, "layer", None), "close", None)
        if close is not None:
            close()

    @property
    def real_time(self) -> bool:
        """Everybody acts at once: whoever begins or comes back is counted in."""
        return bool(getattr(self.layer, "real_time", False)) and not self.session.is_practice

    def secret(self, name: str) -> bool:
        """Is what this person is asked now for one pair of eyes only?"""
        match = self.session.match
        question = getattr(match, "question", None)
        if question is None or self.session.is_practice:
            # Whoever practises is alone.
            return False
        return question(name) in secret_questions(match.game)

    def resize(self, width: float, height: float, ratio: float) -> None:
        """The window is so many units wide and high, of `ratio` pixels each."""
        self.scene.resize(width, height, ratio)
        self.layer.resize(width, height, ratio)

    def show(self, clock_s: float, sounds: Sounds) -> None:
        """Bring the pictures up to the match, and let it be heard."""
        frame = self.session.match.frame()
        sounds.tell(self._listener.hear(frame))
        self.scene.tidy()
        self.scene.show(frame, clock_s)
        self.layer.show(clock_s)

    def draw(self, window: Any) -> None:
        """Draw table and hands."""
        self.scene.draw(window)
        self.layer.draw(window)
