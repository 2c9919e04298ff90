"""Whether a hand may open where it is, and where the piece then begins its way: one truth for hand and forecast.

What is set down is refused where it would come down on another slot, or where there is no room for it. What is thrown
is never refused: what comes of it is ruled when it lies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from sim.physics.ship.cargo import Cargo
from sim.physics.ship.fitting import Probe, wood_below
from sim.physics.ship.measures import Slot
from sim.physics.ship.world import ShipWorld

FLICK_MM_S = 120.0
"""Below this a hand lets go as one sets down, above as one throws."""
SLIDES_MM = 5.0
"""A piece that is in wood or cargo by less than this slides to the nearest free place when it is let go."""


class RefusalReason(StrEnum):
    """The reasons for which a hand does not open here."""

    NO_ROOM = "no room"
    OTHER_SLOT = "other slot"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A hand that did not open, with the reason; `slot` is the one on which the piece would come down."""

    why: RefusalReason
    slot: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """A hand that may open: where the piece then is (mm, ship's frame).

    free: False where there is no room for it, so that it flies before the ship until there is.
    """

    x: float
    y: float
    free: bool = True


def judge_letting_go(
    world: ShipWorld, cargo: Cargo, place: tuple[float, float, float], slot: Slot, inside: bool, thrown: bool
) -> Opening | Refusal:
    """Return what letting go of a held piece meets: an opening hand, or a refusal.

    place: the piece's pose in the ship's frame (mm, rad). slot: the one it is for. inside: is it in the ship's plane
    already? thrown: does the hand throw? It moves on as its body moves now.
    """
    x, y, angle = place
    if inside:
        return Opening(x, y)
    free = Probe(world, cargo.section, angle, cargo.layer).nearest_free(x, y, SLIDES_MM)
    if free is not None:
        x, y = free
    if thrown:
        return Opening(x, y, free is not None)
    if free is None:
        return Refusal(RefusalReason.NO_ROOM)
    lands = comes_down(world, cargo, (x, y, angle))
    return Opening(x, y) if lands in (None, slot.number) else Refusal(RefusalReason.OTHER_SLOT, lands or 0)


def comes_down(world: ShipWorld, cargo: Cargo, place: tuple[float, float, float]) -> int | None:
    """Return the slot on which a piece would come down if let go there, bare wood supposed; None for no slot.

    place: its pose in the ship's frame (mm, rad). An estimate as people make it: on a ship that stands still, by the
    course of the centre of gravity.
    """
    hull, g = world.hull.angle, world.setup.gravity_mm_s2
    x, y, angle = place
    vx, vy = cargo.body.velocity
    cos, sin = math.cos(hull), math.sin(hull)
    speed = (cos * vx + sin * vy, cos * vy - sin * vx)
    bottom = cargo.section.extent(angle)[1]
    return wood_below(world.ship, (x, y + bottom), speed, (-sin * g, -cos * g), cargo.layer)
