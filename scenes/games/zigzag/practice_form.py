"""What the lobby offers at ZIGZAG: one person at the table, and what to practise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from scenes.play.form import Lines
from scenes.play.widgets import Choice, Option, Words
from sim.people.skill import PROFILES
from sim.spec import GAMES

MOST_PERSONS = 1
"""Everybody acts at once, and one mouse is in one hand."""
SECRET: tuple[str, ...] = ()
"""There is one person: nothing has to be hidden from another."""
SEEN = (Option("own", "your own"), Option("partner", "your partner's too"), Option("all", "everybody's"))


class Practised(TypedDict):
    """What is practised, as the game's Practice takes it."""

    players: int
    profile: str
    level: int
    cards: str


def usual() -> Practised:
    """What is practised at first, as the game's Practice takes it."""
    return {"players": 4, "profile": "child", "level": 1, "cards": "own"}


def lines(chosen: Practised, changed: Callable[[str, object], None]) -> Lines:
    """Lines of a form in which to choose; `changed(name, value)` is told."""
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
