"""The scene specs: the parts of each game that the scenes need, and where they are found.

A game's pictures are in one folder, `scenes/games/GAME/`, whose `spec.py` holds one `SCENES`. Another package adds
those of its game with an entry point of the group `yardarm.scenes`. A game without pictures is shown as text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from sim.errors import InputError
from sim.protocols import Configuration, Frame, Match, StaticScene
from sim.spec import GAMES, OURS, GameSpec, game_of, load_entry

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from PIL import Image

    from scenes.guide import Guide
    from scenes.play.controller import Layer
    from scenes.play.forecast import ForecastSource
    from scenes.play.form import Lines
    from scenes.play.settings import PlaySettings
    from scenes.playback.watch_layer import WatchLayer

GROUP = "yardarm.scenes"
"""The group of entry points under which other packages add pictures of games."""

# The types of one game, which its spec holds together.
StaticT = TypeVar("StaticT", bound=StaticScene)
FrameT = TypeVar("FrameT", bound=Frame)
SceneT = TypeVar("SceneT")
CueT = TypeVar("CueT")
MomentT = TypeVar("MomentT")
MatchT = TypeVar("MatchT", bound=Match)
LayerT = TypeVar("LayerT", bound="Layer[Frame]")
PractisedT = TypeVar("PractisedT")
StaticT_contra = TypeVar("StaticT_contra", bound=StaticScene, contravariant=True)
FrameT_contra = TypeVar("FrameT_contra", bound=Frame, contravariant=True)
SceneT_contra = TypeVar("SceneT_contra", contravariant=True)
SceneT_co = TypeVar("SceneT_co", covariant=True)
CueT_co = TypeVar("CueT_co", covariant=True)
MatchT_contra = TypeVar("MatchT_contra", bound=Match, contravariant=True)
LayerT_co = TypeVar("LayerT_co", bound="Layer[Frame]", covariant=True)


class BuildScene(Protocol[StaticT_contra, FrameT_contra, SceneT_co]):
    """Make a scene of a match, for a window of that size in units, of `pixel_ratio` pixels each."""

    def __call__(
        self,
        static_scene: StaticT_contra,
        width: float,
        height: float,
        pixel_ratio: float = 1.0,
        *,
        first: FrameT_contra,
    ) -> SceneT_co:
        """Return the scene, which shows the first frame."""


class Hears(Protocol[FrameT_contra, CueT_co]):
    """A game's listener: follows the frames of one match."""

    def hear(self, frame: FrameT_contra) -> tuple[CueT_co, ...]:
        """Return what has happened since the frame before."""

    def forget(self) -> None:
        """Take the next frame for the first."""


class BuildLayer(Protocol[MatchT_contra, SceneT_contra, LayerT_co]):
    """Make a play layer over a scene."""

    def __call__(
        self,
        match: MatchT_contra,
        scene: SceneT_contra,
        settings: PlaySettings,
        person: Callable[[], str | None],
    ) -> LayerT_co:
        """Return the layer. person: whose the mouse is, None while it changes hands."""


@dataclass(frozen=True, slots=True)
class PracticeForm(Generic[PractisedT]):
    """The part of the lobby in which to choose what to practise.

    usual: returns the first choice, as keywords of the game's practice. lines: returns the lines of a form, given the
    current choice, a function to call with the name and the value of a change, and the configuration to practise with.
    """

    usual: Callable[[], PractisedT]
    lines: Callable[[PractisedT, Callable[[str, object], None], Configuration], Lines]


@dataclass(frozen=True, slots=True)
class BenchFixture(Generic[LayerT]):
    """A full table with something in the hand, for the bench and for the pictures of docs/.

    full: keywords of the game's practice. take: takes a thing in the hand of a play layer. tremble: moves the pointer a
    little, given the number of the frame. place: returns where the pointer is then, in window units.
    """

    full: Mapping[str, object]
    take: Callable[[LayerT], None]
    tremble: Callable[[LayerT, int], None]
    place: Callable[[LayerT], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class PlayPart(Generic[MatchT, SceneT, LayerT, PractisedT]):
    """The parts of a game that playing it with the mouse needs.

    layer: imports and returns the class of its play layer, which needs a display. most_persons: how many may share the
    mouse. secret: questions whose answer the other persons at the mouse must not see. form: None if nothing can be
    practised. real_time: everybody acts at once, so a countdown precedes the match.
    """

    layer: Callable[[], BuildLayer[MatchT, SceneT, LayerT]]
    most_persons: int
    secret: tuple[str, ...]
    form: PracticeForm[PractisedT] | None
    real_time: bool = False


class BuildWatchLayer(Protocol[MatchT_contra, SceneT_contra, FrameT]):
    """Make a layer over the scene of a match that is watched."""

    def __call__(
        self,
        match: MatchT_contra,
        scene: SceneT_contra,
        frame_at: Callable[[float], FrameT],
        source: ForecastSource | None = None,
    ) -> WatchLayer[FrameT]:
        """Return the layer.

        frame_at: returns the frame of the match at a time (s). source: the background process, None for one of its own
        once it is needed.
        """


@dataclass(frozen=True, slots=True)
class WatchPart(Generic[MatchT, SceneT, FrameT]):
    """The parts of a game that only watching needs: its layer, and the layer's keys in words."""

    layer: Callable[[], BuildWatchLayer[MatchT, SceneT, FrameT]]
    keys: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SceneSpec(Generic[StaticT, FrameT, SceneT, CueT, MomentT, MatchT, LayerT, PractisedT]):
    """The parts of a game that the scenes need; each is a function that imports and returns it.

    scene: the class that draws its frames. listener: the class that turns its frames into cues. moments: finds the
    dramatic moments, given its frames and their cues. cover: paints a picture of the game, given width and height in
    pixels. play: the parts for playing it. fixture: the full table that the bench measures. guide:
    for newcomers; a game without one has no rules page and no first cards. watching: its layer over a match that is
    watched; a game without one shows frames alone.
    """

    scene: Callable[[], BuildScene[StaticT, FrameT, SceneT]]
    listener: Callable[[], Callable[[StaticT], Hears[FrameT, CueT]]]
    moments: Callable[[], Callable[[Sequence[FrameT], Sequence[CueT]], list[MomentT]]]
    cover: Callable[[], Callable[[int, int], Image.Image]]
    play: Callable[[], PlayPart[MatchT, SceneT, LayerT, PractisedT]]
    fixture: Callable[[], BenchFixture[LayerT]]
    guide: Callable[[], Guide] | None = None
    watching: Callable[[], WatchPart[Any, SceneT, FrameT]] | None = None


def scenes_of(name: str) -> SceneSpec:
    """Return the scene spec of a game. Raises InputError for a game that has no pictures."""
    game = game_of(name)
    if not has_scenes(name):
        raise InputError(f"{game.title} has no pictures; it can be told as text, with --text.")
    return _spec(name)


def guide_of(name: str) -> Guide | None:
    """Return a game's guide for newcomers, or None if it has none. Raises InputError for a game without pictures."""
    find = scenes_of(name).guide
    return None if find is None else find()


def watching_of(name: str) -> WatchPart | None:
    """Return what a game has for watching alone, None if nothing. Raises InputError for a game without pictures."""
    find = scenes_of(name).watching
    return None if find is None else find()


def has_scenes(name: str) -> bool:
    """Return True if a game has pictures."""
    return name in OURS or _entry(name) is not None


def games_with_scenes() -> list[GameSpec]:
    """Return the games that have pictures, except those whose package cannot be loaded."""
    found = []
    for name in filter(has_scenes, GAMES):
        with suppress(InputError):
            _spec(name)
            found.append(game_of(name))
    return found


@cache
def _spec(name: str) -> SceneSpec:
    entry = _entry(name)
    if name not in OURS and entry is not None:
        return load_entry(entry, SceneSpec)
    found = import_module(f"scenes.games.{game_of(name).folder}.spec").SCENES
    assert isinstance(found, SceneSpec)
    return found


def _entry(name: str) -> EntryPoint | None:
    from importlib.metadata import entry_points

    return next(iter(entry_points(group=GROUP, name=name)), None)
