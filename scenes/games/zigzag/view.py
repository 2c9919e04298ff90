"""The places around a tapis seen from above: seats, and what lies before them. Pure arithmetic, in mm."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scenes.window.camera import Rectangle
from sim.games.zigzag.match.frame import StaticScene

Point = tuple[float, float]
FAN_BEHIND_MM, FAN_BESIDE_MM = 52.0, 132.0
FAN_SCALE, ITEM_SCALE = 0.75, 0.70
"""The size of cards in hand, of which others see the backs, and of cards before a player, relative to the tapis'."""
ITEM_FIRST_MM, ITEM_STEP_MM = 100.0, 50.0
NAME_MM = 12.0
"""How far beyond a player's cards the middle of their name stands."""
NAME_HALF_MM, PILE_HALF_MM = 14.0, 36.0


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the tapis; all points in mm.

    home: where its hand rests. facing, right: unit vectors along the axes, forward and to the right. angle: the turn of
    its cards (rad). fan: where its cards are held. name: where its name stands.
    items: where the first card before it lies, and the step to the next.
    """

    home: Point
    facing: Point
    right: Point
    angle: float
    fan: Point
    name: Point
    items: tuple[Point, Point]

    def beside(self, forward: float, right: float) -> Point:
        """Return the point that far forward and to the right of where the hand rests (mm)."""
        (fx, fy), (rx, ry) = self.facing, self.right
        return self.home[0] + fx * forward + rx * right, self.home[1] + fy * forward + ry * right

    def item(self, number: int) -> Point:
        """Return the place of a card before the player, by its number from 0."""
        (x, y), (dx, dy) = self.items
        return x + dx * number, y + dy * number

    @property
    def waiting(self) -> Point:
        """The place of the card dealt face down, where the hand goes to pick it up."""
        return 0.78 * self.home[0], 0.78 * self.home[1]


def place_of(home: Point, seats: int) -> Place:
    """Return the seat whose hand rests at `home`."""
    x, y = home
    upright = abs(y) >= abs(x) - 1e-6
    facing = (0.0, -math.copysign(1.0, y)) if upright else (-math.copysign(1.0, x), 0.0)
    right = (facing[1], -facing[0])
    angle = math.atan2(facing[1], facing[0]) - math.pi / 2

    def at(forward: float, beside: float) -> Point:
        return x + facing[0] * forward + right[0] * beside, y + facing[1] * forward + right[1] * beside

    # Half the height of the cards in hand, and half the width of the fan.
    half_mm, fan_mm = 45.0 * FAN_SCALE, 80.0 * FAN_SCALE
    if upright and seats > 4:
        fan, towards, back = at(14.0, -FAN_BESIDE_MM), 1.0, -4.0
    elif upright:
        # Two seats on a side: their items lie between them.
        fan, towards, back = at(-FAN_BEHIND_MM, 0.0), -math.copysign(1.0, x) * right[0], -24.0
    else:
        fan, towards, back = at(-FAN_BEHIND_MM, 0.0), math.copysign(1.0, y) * right[1], -40.0
    if upright:
        name = fan[0], fan[1] + math.copysign(half_mm + NAME_MM, y)
    else:
        # The name stands on the side of the neighbour; the items lie on the outer side.
        name = fan[0], fan[1] - math.copysign(fan_mm + NAME_MM, y)
    step = right[0] * towards * ITEM_STEP_MM, right[1] * towards * ITEM_STEP_MM
    items = at(back, towards * ITEM_FIRST_MM), step
    return Place(home, facing, right, angle, fan, name, items)


def places_of(static_scene: StaticScene) -> dict[str, Place]:
    """Return every seat by the name of its player."""
    return {name: place_of(static_scene.homes[name], len(static_scene.seats)) for name in static_scene.seats}


def home_view(static_scene: StaticScene) -> Rectangle:
    """Return the part of the table that has to be seen."""
    places = places_of(static_scene).values()
    beside = 80.0 * FAN_SCALE
    wide = max(*(abs(place.fan[0]) + beside for place in places), abs(static_scene.pile[0]) + PILE_HALF_MM)
    high = max(abs(place.name[1]) + NAME_HALF_MM for place in places)
    return Rectangle(-wide, -high, wide, high)


def corners(x: float, y: float, angle: float, wide: float, high: float) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a rectangle centred at (x, y) and turned by `angle` (rad).

    Their order is lower left, lower right, upper right, upper left before the turn.
    """
    c, s = math.cos(angle), math.sin(angle)
    ax, ay, bx, by = c * wide / 2, s * wide / 2, -s * high / 2, c * high / 2
    return (
        (x - ax - bx, y - ay - by),
        (x + ax - bx, y + ay - by),
        (x + ax + bx, y + ay + by),
        (x - ax + bx, y - ay + by),
    )
