"""The lobby's choices for ZATRE: the number of persons, and what to practise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scenes.play.form import Lines
from scenes.play.widgets import Slider, Words

MOST_PERSONS = 6
"""The most persons who can play by hand; they take turns at the mouse."""
SECRET = ("place",)
"""Questions that show a player's own tiles, which the others at the mouse must not see."""
MOST_TILES = 80


def usual() -> dict[str, Any]:
    """Return the default settings of a practice, as the keyword arguments of the game's Practice."""
    return {"tiles": 20}


def lines(chosen: Mapping[str, Any], changed: Callable[[str, Any], None]) -> Lines:
    """Return the lines of the practice form. Choosing calls `changed(name, value)`."""
    return [
        Slider(
            "tiles", "Tiles on the board", (0, MOST_TILES), 2, chosen["tiles"],
            lambda count: changed("tiles", round(count)), lambda count: f"{count:.0f}",
        ),
        Words("about", "Place two tiles as well as you can, again and again; U takes a turn back.", "soft", size=13),
    ]  # fmt: skip
