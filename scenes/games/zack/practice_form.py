"""The lobby's form for Zack!: how many persons may play, and what can be practised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scenes.play.form import Lines
from scenes.play.widgets import Choice, Option, Slider, Words

MOST_PERSONS = 1
"""The most persons: all players throw at once, and there is one mouse."""
SECRET: tuple[str, ...] = ()
"""The questions whose answers others must not see: none, since there is one person."""
DISTANCE_MM = (250.0, 800.0)
CARDS = (0, 5, 10, 20, 40)


def usual() -> dict[str, Any]:
    """Return what is practised at first, as arguments of the game's Practice."""
    return {"distance_mm": 400.0, "side": 1, "cards": 0}


def lines(chosen: Mapping[str, Any], changed: Callable[[str, Any], None]) -> Lines:
    """Return the lines of the form; a choice calls `changed(name, value)`."""
    return [
        Slider(
            "distance", "Distance", DISTANCE_MM, 10.0, chosen["distance_mm"], lambda v: changed("distance_mm", v),
            lambda v: f"{v:.0f} mm",
        ),
        Choice("side", "You sit", (Option(-1, "left"), Option(1, "right")), chosen["side"],
               lambda v: changed("side", v)),
        Choice("cards", "Cards in the bowl", [Option(n, str(n)) for n in CARDS], chosen["cards"],
               lambda v: changed("cards", v)),
        Words("about", "Throw card after card; U takes a throw back.", "soft", size=13),
    ]  # fmt: skip
