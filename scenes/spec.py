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
from typing import TYPE_CHECKING, Any

from sim.errors import InputError
from sim.spec import GAMES, OURS, GameSpec, game_of, load_entry

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from PIL import Image

GROUP = "yardarm.scenes"
"""The group of entry points under which other packages add pictures of games."""


@dataclass(frozen=True, slots=True)
class PracticeForm:
    """The part of the lobby in which to choose what to practise.

    usual: returns the first choice, as keywords of the game's practice. lines: returns the lines of a form, given the
    current choice and a function to call with the name and the value of a change.
    """

    usual: Callable[[], dict[str, Any]]
    lines: Callable[[Mapping[str, Any], Callable[[str, Any], None]], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class BenchFixture:
    """A full table with something in the hand, for the bench and for the pictures of docs/.

    full: keywords of the game's practice. take: takes a thing in the hand of a play layer. tremble: moves the pointer a
    little, given the number of the frame. place: returns where the pointer is then, in window units.
    """

    full: Mapping[str, Any]
    take: Callable[[Any], None]
    tremble: Callable[[Any, int], None]
    place: Callable[[Any], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class PlayPart:
    """The parts of a game that playing it with the mouse needs.

    layer: imports and returns the class of its play layer, which needs a display. most_persons: how many may share the
    mouse. secret: questions whose answer the other persons at the mouse must not see. form: None if nothing can be
    practised. real_time: everybody acts at once, so a countdown precedes the match.
    """

    layer: Callable[[], Callable[..., Any]]
    most_persons: int
    secret: tuple[str, ...]
    form: PracticeForm | None
    real_time: bool = False


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """The parts of a game that the scenes need; each is a function that imports and returns it.

    scene: the class that draws its frames. listener: the class that turns its frames into cues. moments: finds the
    dramatic moments, given its frames and their cues. cover: paints a picture of the game, given width and height in
    pixels. play: the parts for playing it. fixture: the full table that the bench measures.
    """

    scene: Callable[[], Callable[..., Any]]
    listener: Callable[[], Callable[[Any], Any]]
    moments: Callable[[], Callable[[Any, Any], list[Any]]]
    cover: Callable[[], Callable[[int, int], Image.Image]]
    play: Callable[[], PlayPart]
    fixture: Callable[[], BenchFixture]


def scenes_of(name: str) -> SceneSpec:
    """Return the scene spec of a game. Raises InputError for a game that has no pictures."""
    game = game_of(name)
    if not has_scenes(name):
        raise InputError(f"{game.title} has no pictures; it can be told as text, with --text.")
    return _spec(name)


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
