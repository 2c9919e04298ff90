"""What the lobby offers at ZATRE: how many persons, and what to practise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from scenes.play.form import Lines
from scenes.play.widgets import Slider, Words

MOST_PERSONS = 6
"""They take turns at the mouse."""
SECRET = ("place",)
"""Questions whose answer the others at the mouse must not see: with them one's own tiles are shown."""
MOST_TILES = 80


class Practised(TypedDict):
    """What is practised, as the game's Practice takes it."""

    tiles: int


def usual() -> Practised:
    """What is practised at first, as the game's Practice takes it."""
    return {"tiles": 20}


def lines(chosen: Practised, changed: Callable[[str, object], None]) -> Lines:
    """Lines of a form in which to choose; `changed(name, value)` is told."""
    return [
        Slider(
            "tiles", "Tiles on the board", (0, MOST_TILES), 2, chosen["tiles"],
            lambda count: changed("tiles", round(count)), lambda count: f"{count:.0f}",
        ),
        Words("about", "Place two tiles as well as you can, again and again; U takes a turn back.", "soft", size=13),
    ]  # fmt: skip
