"""Where something that is thrown comes down on the ship, as one judges it before it flies."""

from __future__ import annotations

from sim.physics.contact.bodies import Point
from sim.physics.ship.measures import Ship
from sim.physics.ship.world import slot_at

BESIDE_MM = 3.0  # a piece whose middle comes down no farther beside the wood still finds it
PRESSED_MM = 1.5  # as far below the wood's surface a piece may be that is pressed against it
_STEP_S, _STEPS = 1.0 / 480.0, 480


def wood_below(ship: Ship, start: Point, velocity: Point, gravity: Point) -> int | None:
    """The slot whose wood a point comes down on that is thrown like that, all in the ship's frame; None for no wood."""
    (x, y), (vx, vy), (gx, gy) = start, velocity, gravity
    levels = {slot.yard: slot.surface_mm for slot in ship.slots}
    for _ in range(_STEPS):
        before = y
        vx, vy = vx + gx * _STEP_S, vy + gy * _STEP_S
        x, y = x + vx * _STEP_S, y + vy * _STEP_S
        for yard, surface in levels.items():
            slot = slot_at(ship, yard, x)
            # A piece that is put down presses a little below.
            if (
                y < surface <= before + PRESSED_MM
                and slot.wood_left_mm - BESIDE_MM <= x <= slot.wood_right_mm + BESIDE_MM
            ):
                return slot.number
    return None
