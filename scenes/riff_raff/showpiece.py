"""Riff Raff with a full ship and a piece in the hand: what the bench measures, and what the pictures show."""

from __future__ import annotations

import math
from typing import Any

FULL: dict[str, Any] = {"slot": 8, "piece": "barrel", "cargo": 20}
"""What is practised."""
ABOVE_MM = 26.0
"""So far above its mark the piece hangs."""


def take(layer: Any) -> None:
    """Take the piece out of the supply and carry it to its mark."""
    layer.update(1 / 60)
    layer.show(0.0)
    tray = layer.tray
    index = next(i for i, item in enumerate(tray.items) if item.value == FULL["piece"])
    layer.press(*tray.spots[index].centre, 1, 0)
    layer.pointer(*place(layer))


def tremble(layer: Any, index: int) -> None:
    """The pointer is never quite still."""
    x, y = place(layer)
    layer.pointer(x + index % 2, y)


def ghosts(layer: Any) -> int:
    """How many ghosts show."""
    tremble(layer, 0)
    known = layer.foresights.ghosts() if layer.foresights is not None else None
    return 0 if known is None else len(known.shown)


def place(layer: Any) -> tuple[float, float]:
    """Where the pointer is, then: above the mark, which sways with the ship."""
    match = layer.match
    mark, angle = match.mark, match.frame().hull_angle
    slot = match.scenery.ship.slot(mark.slot)
    x, y = mark.x_mm, slot.surface_mm + ABOVE_MM
    world = math.cos(angle) * x - math.sin(angle) * y, math.sin(angle) * x + math.cos(angle) * y
    at: tuple[float, float] = layer.scene.camera.to_screen(world)
    return at
