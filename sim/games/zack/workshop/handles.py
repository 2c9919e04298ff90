"""The handles of the drawing of a table: rim and hand, and the corners of card and bowl."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sim.games.zack.configuration import ZackConfiguration
from sim.language import N_, Composed, _
from sim.workshop.editing import Edits, Handle, whole_mm

CARD, ABOVE, SECTION = N_("card"), N_("bowl from above"), N_("bowl in section")
SECTION_KEYS = ("bowl.section", "bowl.wall_angle_deg", "bowl.floor_thickness_mm")
SNAP = 0.03
"""How near to floor or rim a corner of the section lies on it, as a share of the height."""
DIGITS = 3


def bowl_handles(configuration: ZackConfiguration) -> tuple[Handle, ...]:
    """Return the handles of bowl and hand, in the frame of the table."""
    setup, table = configuration.setup, configuration.table
    bowl = setup.bowl
    return (
        Handle(
            N_("rim"),
            _("opening {wide:g} mm, depth {deep:g}", wide=bowl.opening_mm, deep=bowl.depth_mm),
            (setup.half_opening_mm, bowl.depth_mm),
            ("bowl.opening_mm", "bowl.depth_mm"),
            lambda x, y: {"bowl.opening_mm": whole_mm(2 * x), "bowl.depth_mm": whole_mm(y)},
        ),
        Handle(
            N_("hand"),
            _("{far:g} mm from the bowl's middle, {high:g} up", far=table.seat_distance_mm, high=table.hand_height_mm),
            (table.seat_distance_mm, table.hand_height_mm),
            ("table.seat_distance_mm", "table.hand_height_mm"),
            lambda x, y: {"table.seat_distance_mm": whole_mm(x), "table.hand_height_mm": whole_mm(y)},
        ),
    )


def part_handles(configuration: ZackConfiguration, part: str) -> tuple[Handle, ...]:
    """Return the handles of what is drawn large: the card's face, the bowl from above, or its section."""
    setup = configuration.setup
    if part == SECTION:
        return section_handles(configuration)
    if part == CARD:
        a, b, keys = setup.card.length_mm, setup.card.span_mm, ("card.length_mm", "card.span_mm")
    else:
        a, b, keys = setup.bowl.opening_mm, setup.bowl.width_mm, ("bowl.opening_mm", "bowl.width_mm")
    if setup.card.round if part == CARD else setup.bowl.round:
        label, at = _("diameter {wide:g} mm", wide=a), (a / 2, 0.0)
        return (Handle(N_("edge"), label, at, keys, lambda x, _y: dict.fromkeys(keys, whole_mm(2 * x))),)
    return (
        Handle(
            N_("corner"),
            _("{long:g} x {wide:g} mm", long=a, wide=b),
            (a / 2, b / 2),
            keys,
            lambda x, y: {keys[0]: whole_mm(2 * x), keys[1]: whole_mm(2 * y)},
        ),
    )


def section_handles(configuration: ZackConfiguration) -> tuple[Handle, ...]:
    """Return the corners of the right half of the bowl's section, in the frame of the table; the left half follows."""
    setup = configuration.setup
    rim, _hand = bowl_handles(configuration)
    floor, height = setup.bowl.floor_thickness_mm, setup.top_mm - setup.bowl.floor_thickness_mm
    points = section_of(configuration)
    found = []
    for number, (x, y) in enumerate(points[:-1], start=1):
        at = (x * setup.half_opening_mm, floor + y * height)
        label = _("{far:.3g} mm from the middle, {high:.3g} above the floor", far=at[0], high=at[1] - floor)
        edits = partial(_section_corner, configuration, number - 1)
        found.append(Handle(Composed(N_("section, corner {number}"), number=number), label, at, SECTION_KEYS, edits))
    return (*found, rim)


def section_of(configuration: ZackConfiguration) -> list[list[float]]:
    """Return the points of `bowl.section`; of a box, those that make the same inside."""
    setup = configuration.setup
    if setup.bowl.section is not None:
        return [[x, y] for x, y in setup.bowl.section]
    return [[0.0, 0.0], [setup.half_floor_mm / setup.half_opening_mm, 0.0], [1.0, 1.0]]


def section_edits(configuration: ZackConfiguration, section: Sequence[Sequence[float]]) -> Edits:
    """Return the edits that give the bowl a section: it takes the place of the angle of a box's walls."""
    bowl = configuration.setup.bowl
    thick = max(bowl.floor_thickness_mm, bowl.wall_thickness_mm)
    edits: dict[str, Any] = {"bowl.section": [list(point) for point in section], "bowl.wall_angle_deg": 0.0}
    return edits if thick == bowl.floor_thickness_mm else {**edits, "bowl.floor_thickness_mm": thick}


def _section_corner(configuration: ZackConfiguration, index: int, x: float, y: float) -> Edits:
    """Return the edits that put a corner at (x, y) in mm; none if it is there. The first one stays in the middle."""
    setup = configuration.setup
    floor = setup.bowl.floor_thickness_mm
    points = section_of(configuration)
    height = (y - floor) / (setup.top_mm - floor)
    # Floor and rim attract a corner: nobody hits them exactly.
    height = next((end for end in (0.0, 1.0) if abs(height - end) < SNAP), round(height, DIGITS))
    moved = [round(x / setup.half_opening_mm, DIGITS) if index else 0.0, height]
    if [round(share, DIGITS) for share in points[index]] == moved:
        return {}
    return section_edits(configuration, [*points[:index], moved, *points[index + 1 :]])
