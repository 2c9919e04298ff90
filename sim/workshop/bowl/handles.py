"""The handles of the drawing of a table: rim and hand, and the corners of card and bowl."""

from __future__ import annotations

from sim.games.zack.configuration import ZackConfiguration
from sim.workshop.editing import Handle, whole_mm

CARD, ABOVE = "card", "bowl from above"


def bowl_handles(configuration: ZackConfiguration) -> tuple[Handle, ...]:
    """Return the handles of bowl and hand, in the frame of the table."""
    setup, table = configuration.setup, configuration.table
    bowl = setup.bowl
    return (
        Handle(
            "rim",
            f"opening {bowl.opening_mm:g} mm, depth {bowl.depth_mm:g}",
            (setup.half_opening_mm, bowl.depth_mm),
            ("bowl.opening_mm", "bowl.depth_mm"),
            lambda x, y: {"bowl.opening_mm": whole_mm(2 * x), "bowl.depth_mm": whole_mm(y)},
        ),
        Handle(
            "hand",
            f"{table.seat_distance_mm:g} mm from the bowl's middle, {table.hand_height_mm:g} up",
            (table.seat_distance_mm, table.hand_height_mm),
            ("table.seat_distance_mm", "table.hand_height_mm"),
            lambda x, y: {"table.seat_distance_mm": whole_mm(x), "table.hand_height_mm": whole_mm(y)},
        ),
    )


def part_handles(configuration: ZackConfiguration, part: str) -> tuple[Handle, ...]:
    """Return the corner of what is drawn large: the card's face, or the bowl from above."""
    setup = configuration.setup
    if part == CARD:
        a, b, keys = setup.card.length_mm, setup.card.span_mm, ("card.length_mm", "card.span_mm")
    else:
        a, b, keys = setup.bowl.opening_mm, setup.bowl.width_mm, ("bowl.opening_mm", "bowl.width_mm")
    return (
        Handle(
            "corner",
            f"{a:g} x {b:g} mm",
            (a / 2, b / 2),
            keys,
            lambda x, y: {keys[0]: whole_mm(2 * x), keys[1]: whole_mm(2 * y)},
        ),
    )
