"""The scene specs: the parts of each game that the scenes need, its guide for newcomers, and where they are found.

A package adds the pictures of its game with an entry point of the group `yardarm.scenes`, of the game's name; ours are
found in the same way (pyproject.toml). A game without pictures is shown on a board that is the same for all
(scenes/board).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from sim.errors import InputError
from sim.protocols import Configuration, Frame, Match
from sim.spec import GAMES, GameSpec, entries, game_of, load_entry, load_named

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from PIL import Image

    from scenes.play.controller import Layer
    from scenes.play.forecast import ForecastSource
    from scenes.play.form import Lines
    from scenes.play.settings import PlaySettings
    from scenes.playback.protocols import Scene, WatchLayer

MOST_CARDS = 4
"""The most cards that a game shows in the first minute."""

GROUP = "yardarm.scenes"
"""The group of entry points by which the pictures of games are found."""

FrameT = TypeVar("FrameT", bound=Frame)
SceneT_contra = TypeVar("SceneT_contra", contravariant=True)
MatchT_contra = TypeVar("MatchT_contra", bound=Match, contravariant=True)
LayerT = TypeVar("LayerT", bound="Layer[Frame]")
LayerT_co = TypeVar("LayerT_co", bound="Layer[Frame]", covariant=True)
PractisedT = TypeVar("PractisedT")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game in short. turn: its steps, one by one. words: what the words mean."""

    goal: str
    turn: tuple[str, ...]
    end: str
    words: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """A look at the table: the match or practice, its play layer, and who has the mouse (None: nobody)."""

    match: Any
    layer: Any
    person: str | None


@dataclass(frozen=True, slots=True)
class FirstCard:
    """A card of the first minute: a title, and a thing to try, in a few words; explanations belong to the rules.

    progress: returns how far the thing to try is, None where it cannot be tried yet; the card has done its work as soon
    as that changes. None: only the player can say so. stands: returns True while time has to
    stand still under the card.
    """

    title: str
    to_try: str
    progress: Callable[[Glance], Hashable] | None = None
    stands: Callable[[Glance], bool] | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """A newcomer's guide to a game.

    line: the game in one line. picture: paints a picture of the game, given width and height in pixels. practice: the
    keywords of the game's practice at which the cards are shown, for a game that leaves no time to read; None for one
    whose cards are shown at the match itself. look_for: what is worth looking for in a match, in at most twelve words.
    rules_at: returns the rules of a table, given its configuration, for a game with house rules.
    """

    line: str
    rules: Rules
    cards: tuple[FirstCard, ...]
    picture: Callable[[int, int], Image.Image]
    practice: Mapping[str, object] | None = None
    look_for: str = ""
    rules_at: Callable[[Any], Rules] | None = None

    def rules_of(self, configuration: object) -> Rules:
        """Return the rules of a table; None for one of which nothing is known."""
        return self.rules if self.rules_at is None or configuration is None else self.rules_at(configuration)


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
class PlayPart(Generic[PractisedT]):
    """The parts of a game that playing it with the mouse needs.

    layer: the class of its play layer (a `BuildLayer`), as "module:attribute", since it needs a display. most_persons:
    how many may share the mouse. secret: questions whose answer the other persons at the mouse must not see. form: None
    if nothing can be practised. real_time: everybody acts at once, so a countdown precedes the match. partners: how
    many players of a team have one colour. keys: what its keys do, in words, as "module:attribute"; None for nothing
    of its own.
    """

    layer: str
    most_persons: int
    secret: tuple[str, ...]
    form: PracticeForm[PractisedT] | None
    real_time: bool = False
    partners: int = 1
    keys: str | None = None


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
class WatchPart:
    """The parts of a game that only watching needs.

    layer: its layer (a `BuildWatchLayer`), as "module:attribute", since it needs a display. keys: of the layer, in
    words.
    """

    layer: str
    keys: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PracticeOption:
    """An option of `play --practice`. kind: int, float, str or a Literal. low, high: the bounds of a number."""

    kind: Any
    meaning: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """The parts of a game that the scenes need, as "module:attribute".

    scene: what makes a `Scene` (scenes/playback/protocols.py), given the static scene, width and height in units, the
    pixels of a unit and the first frame. listener: what makes a `Listener` (scenes/playback/cues.py), given the static
    scene. moments: finds the dramatic moments, given the frames and their cues. cover: paints a picture of the game,
    given width and height in pixels. play: the parts for playing it (`PlayPart`). guide: for newcomers; a game
    without one has no rules page and no first cards. watching: its layer over a match that is watched (`WatchPart`); a
    game without one shows frames alone. practice: the options that choose what is practised, by their
    names in the practice form.
    """

    scene: str
    listener: str
    moments: str
    cover: str
    play: str
    guide: str | None = None
    watching: str | None = None
    practice: Mapping[str, PracticeOption] = field(default_factory=dict)


BOARD = SceneSpec(
    scene="scenes.board.scene:build_scene",
    listener="scenes.board.cues:Listener",
    moments="scenes.board.cues:moments",
    cover="scenes.board.scene:cover",
    play="scenes.spec:BOARD_PLAY",
)
"""Of a game without pictures of its own."""
BOARD_PLAY: PlayPart[None] = PlayPart("scenes.board.play:PlayLayer", most_persons=1, secret=(), form=None)


def scenes_of(game: str) -> SceneSpec:
    """Return the scene spec of a game. Raises InputError for an unknown game."""
    entry = _entries().get(game_of(game).name)
    return BOARD if entry is None else load_entry(entry, SceneSpec)


def scene_part(game: str, part: str) -> Any:
    """Return a part of a game's pictures by its name in `SceneSpec`, None for a game without it.

    Raises InputError for an unknown game.
    """
    value = getattr(scenes_of(game), part)
    return None if value is None else load_named(game, part, value, object)


def scene_of(match: Match, width: float, height: float, pixel_ratio: float, first: Frame) -> Scene:
    """Return the scene of a match's game, laid out for its first frame."""
    made: Scene = scene_part(match.game, "scene")(match.static_scene, width, height, pixel_ratio, first=first)
    return made


def play_of(game: str) -> PlayPart[Any]:
    """Return what playing a game with the mouse needs. Raises InputError for an unknown game."""
    part: PlayPart[Any] = scene_part(game, "play")
    return part


def play_layer_of(game: str) -> BuildLayer[Any, Any, Layer[Any]]:
    """Return the class of a game's play layer. Raises InputError for an unknown game."""
    layer: Any = load_named(game, "layer", play_of(game).layer, object)
    return layer


def play_keys_of(game: str) -> tuple[tuple[str, str], ...]:
    """Return the keys of a game while it is played, and what they do. Raises InputError for an unknown game."""
    named = play_of(game).keys
    return () if named is None else load_named(game, "keys", named, tuple)


def guide_of(game: str) -> Guide | None:
    """Return a game's guide for newcomers, or None if it has none. Raises InputError for an unknown game."""
    guide: Guide | None = scene_part(game, "guide")
    return guide


def watching_of(game: str) -> WatchPart | None:
    """Return what a game has for watching alone, None if nothing. Raises InputError for an unknown game."""
    part: WatchPart | None = scene_part(game, "watching")
    return part


def watch_layer_of(game: str) -> BuildWatchLayer[Any, Any, Any]:
    """Return what makes a game's layer over a match that is watched, which the game must have."""
    part = watching_of(game)
    assert part is not None
    layer: Any = load_named(game, "layer", part.layer, object)
    return layer


def games_with_scenes() -> list[GameSpec]:
    """Return all games, except those whose package cannot be loaded."""
    found = []
    for name in GAMES:
        with suppress(InputError):
            scenes_of(name)
            found.append(game_of(name))
    return found


@cache
def _entries() -> Mapping[str, EntryPoint]:
    return entries(GROUP)
