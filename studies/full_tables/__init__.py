"""Each game with a full table and something in the hand, as benchmarks measure it and the pictures of docs/ show it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from scenes.spec import games_with_scenes
from sim.spec import GameSpec, game_of

if TYPE_CHECKING:
    from scenes.play.controller import Layer

GHOSTS_S = 60.0
"""How long it is waited for ghosts."""


@dataclass(frozen=True, slots=True)
class FullTable:
    """The practice of a game with a full table.

    full: its keywords. take: takes a thing in the hand of a play layer. place: returns where the pointer is then, in
    window units.
    """

    full: Mapping[str, object]
    take: Callable[[Any], None]
    place: Callable[[Any], tuple[float, float]]

    def aim(self, layer: Layer[Any], ghosts: int, within_s: float = GHOSTS_S) -> bool:
        """Take something in hand and aim with it until `ghosts` ghosts show; return True if they did in time.

        False at once in a game without ghosts.
        """
        self.take(layer)
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            layer.pointer(*self.place(layer))
            layer.update(1 / 60)
            layer.show(0.0)
            if layer.ghosts is None:
                # A game without ghosts: nothing in it depends on the hand's noise.
                return False
            if layer.ghosts >= ghosts:
                return True
            time.sleep(1 / 60)
        return False


def full_table(game: str) -> FullTable:
    """Return the full table of a game. Raises ModuleNotFoundError for one that has none here."""
    found = import_module(_module(game)).TABLE
    assert isinstance(found, FullTable)
    return found


def full_tables() -> Iterator[tuple[GameSpec, FullTable]]:
    """Yield each game that has pictures and a full table, with that table."""
    for game in games_with_scenes():
        if find_spec(_module(game.name)) is not None:
            yield game, full_table(game.name)


def _module(game: str) -> str:
    return f"{__name__}.{game_of(game).folder}"
