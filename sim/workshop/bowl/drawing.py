"""What a table of Zack! looks like on the drawing board."""

from __future__ import annotations

import math

from sim.games.zack.configuration import ZackConfiguration
from sim.workshop.bowl.handles import CARD, SECTION
from sim.workshop.bowl.live import LiveTable
from sim.workshop.drawing import Body, Shape, box


class TableDrawing:
    """The shapes of a design, worked out once, and where they are on a live table."""

    def __init__(self, configuration: ZackConfiguration) -> None:
        setup, table = configuration.setup, configuration.table
        rim = setup.bowl.rim_radius_mm
        hands = tuple(Shape("hand", ((way * table.seat_distance_mm, table.hand_height_mm),), 13.0) for way in (-1, 1))
        self._fixed = (
            Body("table", (Shape("table", ((-3000.0, -24.0), (3000.0, -24.0), (3000.0, 0.0), (-3000.0, 0.0))),)),
            Body("bowl", tuple(Shape("bowl", part) for part in setup.parts())),
            Body("rims", tuple(Shape("bowl", (place,), rim) for place in setup.rims())),
            Body("hands", hands),
        )
        self._card = (Shape("card", box(setup.card.length_mm / 2, max(0.6, setup.card.thickness_mm / 2))),)

    def bodies(self, live: LiveTable) -> tuple[Body, ...]:
        """Return table, bowl, hands and the cards as they are now."""
        found = list(self._fixed)
        found += [
            Body(pose.name, self._card, pose.x, pose.y, pose.angle)
            for pose in live.world.poses()
            if math.isfinite(pose.x)
        ]
        return tuple(found)


def home(configuration: ZackConfiguration) -> tuple[float, float, float, float]:
    """Return the part of the world to be seen: both hands, and a little above them."""
    table = configuration.table
    half = table.seat_distance_mm + 70.0
    return -half, -50.0, half, max(table.hand_height_mm, configuration.setup.bowl.depth_mm) + 90.0


def part_shapes(configuration: ZackConfiguration, part: str) -> tuple[Shape, ...]:
    """Return the card's face, the bowl from above with a card in it, or the bowl in section."""
    setup = configuration.setup
    card = box(setup.card.length_mm / 2, setup.card.span_mm / 2)
    if part == CARD:
        return (Shape("card", card),)
    if part == SECTION:
        rim = setup.bowl.rim_radius_mm
        walls = (Shape("bowl", wall) for wall in setup.parts())
        return (*walls, *(Shape("bowl", (place,), rim) for place in setup.rims()))
    return Shape("bowl", box(setup.bowl.opening_mm / 2, setup.bowl.width_mm / 2)), Shape("card", card)
