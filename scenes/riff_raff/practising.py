"""What the lobby offers to practise at Riff Raff: a slot, a piece, what is aboard already."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scenes.play.form import Lines
from scenes.play.widgets import Choice, Field, Option, Words
from sim.physics.pieces import KINDS
from sim.physics.ship import SLOTS

PLACES = ("deck, left", "deck, left", "deck, right", "deck, right", "low yard, left", "low yard, right",
          "middle yard, left", "middle yard, right", "top yard, left", "top yard, right")  # fmt: skip


def usual() -> dict[str, Any]:
    """What is practised at first."""
    return {"slot": 7, "piece": "barrel", "cargo": None}


def lines(chosen: Mapping[str, Any], changed: Callable[[str, Any], None]) -> Lines:
    """Lines of a form in which to choose; `changed(name, value)` is told."""
    slots = [Option(slot, f"{slot}: {place}") for slot, place in zip(SLOTS, PLACES, strict=True)]
    return [
        Choice("slot", "Slot", slots, chosen["slot"], lambda slot: changed("slot", slot), steps=True),
        Choice("piece", "Piece", [Option(k, k) for k in KINDS], chosen["piece"], lambda k: changed("piece", k)),
        Field(
            "cargo", "Aboard already", chosen["cargo"] or "", lambda text: changed("cargo", text or None), most=80,
            hint="nothing, or such as 8:crate,9:rat",
        ),
        Words("about", "Set it down on the mark, again and again; U takes an attempt back.", "soft", size=13),
    ]  # fmt: skip
