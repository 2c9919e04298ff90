"""A piece as a body in the ship's world, and what its shapes meet while it lies, is held or falls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pymunk

from sim.physics.ship.pieces import Section
from sim.physics.ship.state import Fore, Layer

SHIP, CARGO, GROUND, PALM, FALLING, BEFORE, HULL = 1, 2, 4, 8, 16, 32, 64
ROWS: Mapping[Layer, int] = {"bow": 128, "bow_end": 256, "stern": 512, "stern_end": 1024}
ABOARD = CARGO | sum(ROWS.values())
# Cargo of one row passes cargo of the others; what was put on a yard, and so stands or fell in the middle, meets all.
# The hull meets all. Mast and yards (the ship) stand amidships, and are in the way of what is there alone.
CARGO_FILTERS: Mapping[Layer | None, pymunk.ShapeFilter] = {
    None: pymunk.ShapeFilter(categories=CARGO, mask=HULL | SHIP | ABOARD | FALLING | GROUND),
    **{
        row: pymunk.ShapeFilter(categories=bit, mask=HULL | CARGO | bit | FALLING | GROUND) for row, bit in ROWS.items()
    },
}
# What slides off a yard, forward or aft, passes the cargo amidships too on its way down.
SPILLED_FILTERS: Mapping[Layer | None, pymunk.ShapeFilter] = {
    row: pymunk.ShapeFilter(categories=bit, mask=HULL | bit | FALLING | GROUND) for row, bit in ROWS.items()
}
BEFORE_FILTER = pymunk.ShapeFilter(categories=BEFORE, mask=0)


@dataclass(slots=True)
class Cargo:
    """A piece as a body in the world. layer: the row of the deck whose cargo it meets until it falls; None: all.

    before: nearer to the viewer than the ship, or off her bow or stern. fore: where it is fore and aft. depth_mm: of
    the piece, fore and aft. borne: the share of its weight that a hand bears. level: the wood it is on, 0 for the deck,
    then the yards from the lowest up. rests: the ends (mm, fore and aft) of what carries it. leans: for how many looks
    it has leant over one of them. last: its place in the ship's frame at the last look.
    """

    name: str
    kind: str
    form: str
    section: Section
    body: pymunk.Body
    shapes: list[pymunk.Shape]
    rolling: pymunk.SimpleMotor | None
    layer: Layer | None
    fore: Fore
    depth_mm: float
    falling: bool = False
    before: bool = False
    borne: float = 0.0
    level: int = -1
    rests: tuple[float, float] | None = None
    leans: int = 0
    last: tuple[float, float] | None = None

    @property
    def weighs_g(self) -> float:
        """The mass (g) with which it weighs on the ship: none while it falls or flies, and less what a hand bears."""
        return 0.0 if self.falling or self.before or self.fore.spilled else (1.0 - self.borne) * self.section.mass_g

    def meet(self, shape_filter: pymunk.ShapeFilter) -> None:
        """Have all its shapes meet what this filter says."""
        for shape in self.shapes:
            shape.filter = shape_filter


def falling_filter(before: bool, spared: bool) -> pymunk.ShapeFilter:
    """Return what falling cargo meets. before: it falls clear of the ship. spared: no hand means to catch it."""
    wood = 0 if before else HULL | SHIP | ABOARD | FALLING
    return pymunk.ShapeFilter(categories=FALLING, mask=wood | GROUND | (0 if spared else PALM))
