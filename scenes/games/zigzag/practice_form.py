"""The lobby's choices for ZIGZAG: one person at the table, and what to practise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scenes.play.form import Lines
from scenes.play.widgets import Choice, Option, Words
from sim.people.skill import PROFILES
from sim.spec import GAMES

MOST_PERSONS = 1
"""All players act at the same time, so only one can use the mouse."""
SECRET: tuple[str, ...] = ()
"""Only one person plays by hand, so nothing has to be hidden from another."""
SEEN = (Option("own", "your own"), Option("partner", "your partner's too"), Option("all", "everybody's"))


def usual() -> dict[str, Any]:
    """Return the default settings of a practice, as the keyword arguments of the game's Practice."""
    return {"players": 4, "profile": "child", "level": 1, "cards": "own"}


def lines(chosen: Mapping[str, Any], changed: Callable[[str, Any], None]) -> Lines:
    """Return the lines of the practice form. Choosing calls `changed(name, value)`."""
    counts = [Option(count, str(count)) for count in GAMES["zigzag"].counts]
    return [
        Choice("players", "At the table", counts, chosen["players"], lambda n: changed("players", n)),
        Choice("profile", "The others are", [Option(name, name) for name in PROFILES], chosen["profile"],
               lambda name: changed("profile", name)),
        Choice("level", "Level", [Option(n, str(n)) for n in (1, 2, 3)], chosen["level"],
               lambda n: changed("level", n)),
        Choice("cards", "Cards you see", SEEN, chosen["cards"], lambda whose: changed("cards", whose)),
        Words("about", "Set after set; U deals the same cards again, H shows an exchange that helps.", "soft", size=13),
    ]  # fmt: skip
