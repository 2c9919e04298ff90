"""The third dimension of a throw at the bowl: where a card is across the plane, and what it costs to meet a side wall.

The plane holds the middle of the bowl; z points away from the viewer. A card flies straight on across it, as it was
thrown, and lies turned by its yaw. Coming down to the rim's height, it is inside the bowl's width, over a side wall, or
outside. Over a wall it meets the wall's top in one impact in closed form: the law of contact/impact.py with the card's
freedom to roll and to yaw about its middle, which makes it give way the more the farther out it is met. The plane keeps
what is in it; the roll tips the card to the side on which its middle is: into the bowl, or out of it.

Units: mm, mm/s, rad, rad/s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from sim.physics.air import Motion, Plate
from sim.physics.bowl.card_geometry import corners
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.round_bowl import chord
from sim.physics.contact.impact import Compliance, rigid_impact
from sim.physics.contact.impact import Motion as Velocity


@dataclass(frozen=True, slots=True)
class Aside:
    """A throw's error across the plane: where it passes the bowl's middle (mm), and how far the card is turned."""

    offset_mm: float
    yaw_rad: float


class Fit(Enum):
    """The place of a card across the bowl's width."""

    INSIDE = "inside"
    WALL = "wall"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Course:
    """The way of a card across the plane: thrown from `from_x_mm`, with this error.

    lane: 0 over the bowl, -1 or 1 beside it, where it meets neither the bowl nor what lies in it. above: True until it
    has come down to the rim's height between the bowl's ends, or its lane is known.
    """

    from_x_mm: float
    aside: Aside
    lane: int = 0
    above: bool = True

    def z_mm(self, x_mm: float) -> float:
        """Return how far from the plane the card is at x, if nothing has kept it from flying straight on."""
        gone = 1.0 if self.from_x_mm == 0 else 1.0 - x_mm / self.from_x_mm
        return self.aside.offset_mm * gone

    def half_width_mm(self, plate: Plate, angle: float) -> float:
        """Return half of what the card takes up across the plane at this angle in it."""
        return half_width_mm(plate, angle, self.aside.yaw_rad)

    def fit(self, setup: BowlSetup, motion: Motion) -> Fit:
        """Return the card's place across the bowl's width."""
        half = self.half_width_mm(setup.plate, motion.angle)
        return fit(setup, self.z_mm(motion.x), half, width_at(setup, motion, half))

    def beside(self, x_mm: float) -> Course:
        """Return the course of the same card, once it is known to pass beside the bowl, or tips out of it, at x."""
        return replace(self, lane=1 if self.z_mm(x_mm) > 0 else -1, above=False)

    def below(self) -> Course:
        """Return the course of the same card inside the bowl."""
        return replace(self, above=False)

    def drawn_z_mm(self, setup: BowlSetup, x_mm: float, angle: float) -> float:
        """Return where across the plane the card is: within the side walls or outside them, once that is known."""
        z, half = self.z_mm(x_mm), self.half_width_mm(setup.plate, angle)
        width = width_at(setup, Motion(x_mm, setup.bowl.depth_mm, angle, 0.0, 0.0, 0.0), half)
        if self.lane:
            return self.lane * max(abs(z), width + setup.bowl.wall_thickness_mm + half)
        if self.above or abs(x_mm) > setup.half_outside_mm:
            return z
        room = max(0.0, width - half)
        return min(room, max(-room, z))

    def to_json(self) -> list[Any]:
        """Return plain data."""
        return [self.from_x_mm, self.aside.offset_mm, self.aside.yaw_rad, self.lane, self.above]

    @staticmethod
    def from_json(data: Any) -> Course:
        """Read what `to_json` wrote. Raises TypeError or ValueError on anything else."""
        from_x, offset, yaw, lane, above = data
        return Course(float(from_x), Aside(float(offset), float(yaw)), int(lane), bool(above))


def course_of(setup: BowlSetup, from_x_mm: float, aside: Aside | None) -> Course | None:
    """Return the course of a card; None for one that stays inside the bowl's width wherever it comes down in it."""
    if aside is None:
        return None
    course = Course(from_x_mm, aside)
    widest = course.half_width_mm(setup.plate, 0.0)
    ends = (-setup.half_outside_mm, setup.half_outside_mm)
    free = all(fit(setup, course.z_mm(x), widest, setup.half_width_mm) is Fit.INSIDE for x in ends)
    # What is beside a card in a round bowl depends on where it comes down.
    return course.below() if free and not setup.bowl.round else course


def half_width_mm(plate: Plate, angle: float, yaw: float) -> float:
    """Return half of what a card takes up across the plane: its span and its length in the plane, turned by the yaw."""
    if plate.round:
        return plate.span_mm / 2
    return (plate.span_mm * abs(math.cos(yaw)) + plate.length_mm * abs(math.cos(angle) * math.sin(yaw))) / 2


def fit(setup: BowlSetup, z_mm: float, half_mm: float, width_mm: float) -> Fit:
    """Return the place across the bowl of a card of that half width at z, where half of the bowl is this wide."""
    if abs(z_mm) + half_mm <= width_mm:
        return Fit.INSIDE
    if abs(z_mm) - half_mm >= width_mm + setup.bowl.wall_thickness_mm:
        return Fit.OUTSIDE
    return Fit.WALL


def width_at(setup: BowlSetup, motion: Motion, half_mm: float) -> float:
    """Return how wide half of the bowl is where a card of that half width comes down to it.

    Of a round bowl it is what its circle leaves beside the farthest corner that has come down to the rim, or beside the
    middle of a round card; but never less than a card in the middle takes up, whose ends meet the rim in the plane.
    """
    if not setup.bowl.round:
        return setup.half_width_mm
    radius = setup.half_opening_mm
    if setup.plate.round:
        room = max(0.0, radius - half_mm)
        return half_mm + chord(room, min(abs(motion.x), room))
    plate, low = setup.plate, lowest(setup, motion)
    outline = corners(*motion[:3], plate.length_mm, plate.thickness_mm)
    down = max((abs(x) for x, y in outline if y <= max(setup.bowl.depth_mm, low[1])), default=abs(low[0]))
    return max(half_mm, chord(radius, down))


def lowest(setup: BowlSetup, motion: Motion) -> tuple[float, float]:
    """Return the lowest corner of a card in the plane."""
    plate = setup.plate
    return min(corners(*motion[:3], plate.length_mm, plate.thickness_mm), key=lambda corner: corner[1])


def compliance(plate: Plate, angle: float, arm_z_mm: float) -> Compliance:
    """Return what rolling and yawing add to the inverse mass at a contact `arm_z_mm` out of the plane (per mass).

    A thin plate or disc of that angle in the plane, with the inverse squares of its gyration radii about its length and
    its normal turned into the plane's axes: sideways (x) for the friction, upright (y) for the blow, and their product.
    """
    rolls, turns = 12 / plate.span_mm**2, 12 / (plate.span_mm**2 + plate.length_mm**2)
    if plate.round:
        rolls, turns = 16 / plate.span_mm**2, 8 / plate.span_mm**2
    c, s = math.cos(angle), math.sin(angle)
    about_x, about_y = c * c * rolls + s * s * turns, s * s * rolls + c * c * turns
    square = arm_z_mm * arm_z_mm
    return Compliance(square * about_x, square * about_y, -square * s * c * (rolls - turns))


def meet_side_wall(setup: BowlSetup, motion: Motion, z_mm: float, half_mm: float) -> Motion:
    """Return the motion in the plane after a card at z has met the top of the side wall that it is over.

    The lowest corner in the plane is met, at the wall's middle or the end of the card, whichever is nearer.
    """
    plate, card = setup.plate, setup.card
    x, y = lowest(setup, motion)
    middle = width_at(setup, motion, half_mm) + setup.bowl.wall_thickness_mm / 2
    arm_z = min(abs(middle - abs(z_mm)), half_mm)
    after = rigid_impact(
        Velocity(motion.vx, motion.vy, motion.omega),
        (x - motion.x, y - motion.y),
        math.sqrt(plate.moment_g_mm2 / plate.mass_g),
        card.bowl_friction,
        card.bowl_restitution,
        compliance(plate, motion.angle, arm_z),
    )
    return motion._replace(vx=float(after.vx), vy=float(after.vy), omega=float(after.om))
