"""The lobby's form for Riff Raff: how many persons may play, and what can be practised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scenes.play.form import Lines
from scenes.play.widgets import Choice, Option, Slider, Words
from sim.physics.ship.measures import SLOTS
from sim.physics.ship.pieces import KINDS

PLACES = ("deck, left", "deck, left", "deck, right", "deck, right", "low yard, left", "low yard, right",
          "middle yard, left", "middle yard, right", "top yard, left", "top yard, right")  # fmt: skip
MOST_PERSONS = 4
"""The most persons that can take turns at the mouse."""
SECRET = ("card",)
"""The questions whose answers the others at the mouse must not see."""
MOST_ABOARD = 24


def usual() -> dict[str, Any]:
    """Return what is practised at first, as arguments of the game's Practice."""
    return {"slot": 7, "piece": None, "cargo": 0}


def lines(chosen: Mapping[str, Any], changed: Callable[[str, Any], None]) -> Lines:
    """Return the lines of the form; a choice calls `changed(name, value)`."""
    slots = [Option(slot, f"{slot}: {place}") for slot, place in zip(SLOTS, PLACES, strict=True)]
    pieces = [Option(None, "any"), *(Option(kind, kind) for kind in KINDS)]
    return [
        Choice("slot", "Slot", slots, chosen["slot"], lambda slot: changed("slot", slot), steps=True),
        Choice("piece", "Piece", pieces, chosen["piece"], lambda kind: changed("piece", kind)),
        Slider(
            "cargo", "Aboard already", (0, MOST_ABOARD), 1, chosen["cargo"],
            lambda count: changed("cargo", round(count)), lambda count: f"{count:.0f}",
        ),
        Words("about", "Set it down on the mark, again and again; U takes an attempt back.", "soft", size=13),
    ]  # fmt: skip
