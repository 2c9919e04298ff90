"""What the scenes know of a game: its scene spec, and where that of each game is found.

A game's pictures are one folder, `scenes/games/GAME/`, whose `spec.py` holds one `SCENES`. Another package adds those
of its game with an entry point of the group `yardarm.scenes`. A game without them is told as text.
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
    """What the lobby offers to practise.

    usual: what is practised at first, as the game's practice takes it. lines: the lines of a form in which to choose,
    given what is chosen and a function that is called with the name and value of what changes.
    """

    usual: Callable[[], dict[str, Any]]
    lines: Callable[[Mapping[str, Any], Callable[[str, Any], None]], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class BenchFixture:
    """A full table and something in the hand: what the bench measures, and what the pictures of docs/ show.

    full: what is practised. take: takes a thing in the hand of a play layer. tremble: moves the pointer a little, by
    the number of the frame. place: where the pointer is then, in window units.
    """

    full: Mapping[str, Any]
    take: Callable[[Any], None]
    tremble: Callable[[Any, int], None]
    place: Callable[[Any], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class PlayPart:
    """What playing a game with the mouse needs.

    layer: imports and returns the class of its play layer, which needs a display. most_persons: how many may share the
    mouse. secret: questions whose answer the others at the mouse must not see. form: None where nothing can be
    practised.
    """

    layer: Callable[[], Callable[..., Any]]
    most_persons: int
    secret: tuple[str, ...]
    form: PracticeForm | None


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """A game as the scenes know it; each part is a function that imports and returns it.

    scene: the class that draws its frames. listener: the class that turns its frames into cues. moments: finds the
    dramatic moments of its frames and their cues. cover: paints a picture of the game, so many pixels wide and high.
    play: what playing it needs. fixture: what the bench measures.
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
    """Return the games that have pictures, but for those whose package cannot be loaded."""
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
