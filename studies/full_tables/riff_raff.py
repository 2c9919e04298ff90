"""A practice of Riff Raff with a full ship and a piece in the hand, for the bench and for the pictures of docs/."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sim.games.riff_raff.match.practice import Practice
from studies.full_tables import FullTable

if TYPE_CHECKING:
    from scenes.games.riff_raff.play import PlayLayer

FULL: dict[str, object] = {"slot": 9, "piece": "bottle", "aboard": 20}
"""The arguments of the practice."""
ABOVE_MM = 38.0
"""The height of the pointer above the mark."""


def take(layer: PlayLayer) -> None:
    """Take the piece out of the tray, by its key, and carry it to its mark."""
    layer.update(1 / 60)
    layer.show(0.0)
    # By its number in the supply.
    layer.key(ord(str(1 + list(layer.match.static_scene.pieces).index(str(FULL["piece"])))), 0)
    layer.pointer(*place(layer))


def place(layer: PlayLayer) -> tuple[float, float]:
    """Return where the pointer is (window units): ABOVE_MM above the mark, which sways with the ship."""
    match = layer.match
    assert isinstance(match, Practice)
    mark, angle = match.mark, match.frame().hull_angle
    assert mark is not None
    slot = match.static_scene.ship.slot(match.slot)
    x, y = mark.x_mm, slot.surface_at(mark.x_mm) + ABOVE_MM
    world = math.cos(angle) * x - math.sin(angle) * y, math.sin(angle) * x + math.cos(angle) * y
    at: tuple[float, float] = layer.scene.camera.to_screen(world)
    return at


TABLE = FullTable(FULL, take, place)
