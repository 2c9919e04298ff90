"""The depth of the deck as it is drawn: seen a little from above, the bow lies higher on the picture than the stern.

All the physics is in one plane, which is drawn in the middle of the deck, where mast and yards stand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from scenes.drawing.palette import Colour
from sim.physics import Point
from sim.physics.ship.measures import Ship
from sim.physics.ship.state import Layer

RISE_MM: Mapping[Layer | None, float] = {None: 0.0, "bow": 5.0, "stern": -4.0}
"""How far above its place in the physics a piece of that half is drawn, along the mast."""
TINTS: Mapping[Layer | None, Colour] = {None: (255, 255, 255), "bow": (192, 198, 210), "stern": (255, 255, 255)}
"""What a piece of that half is tinted: what lies behind is a little dimmer."""
NEAR_MM, FAR_MM = -5.5, 6.5
"""The near and the far edge of a deck in quadrants, above her deck in the physics."""


def edges(ship: Ship) -> tuple[float, float]:
    """Return the heights (mm) at which the near and the far edge of the deck are drawn; both her own for a row."""
    deck = ship.deck_mm
    return (deck, deck) if ship.measures.deck == "row" else (deck + NEAR_MM, deck + FAR_MM)


def risen(x: float, y: float, hull_angle: float, layer: Layer | None) -> Point:
    """Return where a point (mm, world's frame) of that half is drawn on a ship turned by `hull_angle` (rad)."""
    rise = RISE_MM[layer]
    return x - rise * math.sin(hull_angle), y + rise * math.cos(hull_angle)


def lowered(x: float, y: float, hull_angle: float, layer: Layer | None) -> Point:
    """Return the point of that half that is drawn at (x, y): the inverse of `risen`."""
    rise = RISE_MM[layer]
    return x + rise * math.sin(hull_angle), y - rise * math.cos(hull_angle)
