"""The view of the table: the section as it is; what lies behind it is drawn higher up, and a little smaller.

Pure arithmetic, in mm; `depth` is the distance behind the section.
"""

from __future__ import annotations

import math

from scenes.window.camera import Rectangle
from sim.games.zack.match.frame import StaticScene

Point = tuple[float, float]
RISE = 0.48  # how much higher a point is drawn for each millimetre behind the section
NARROWS = 0.0005  # and by what share of x and y it is drawn nearer to the origin
TABLE_NEAR_MM, TABLE_FAR_MM = -95.0, 330.0
CLEAR_MM = 1.0
"""How far before and behind the cards that lie outermost the bowl's front and back are drawn.

The section is drawn where a card that lies in the middle of the bowl has its near edge.
"""
NEAREST_MM = -60.0  # a bowl is not drawn nearer than that, or it would stand out over the table's edge
BESIDE_HANDS_MM = 125.0
PINCH_MM = 20.0  # how far beyond its place a hand's fingertips are, or beyond the middle of the card in it
RING_MM, RING_AT_MM = 19.0, (25.0, 9.0)
"""The width of the disc on a hand, and its place from the fingertips towards the arm and up."""


def seen(x: float, y: float, depth: float = 0.0) -> Point:
    """Return where a point of the room is drawn."""
    share = 1.0 - NARROWS * depth
    return x * share, y * share + RISE * depth


def home_view(static_scene: StaticScene) -> Rectangle:
    """Return the part of the world that shows all: from hand to hand, the table, and the height of a throw."""
    half = static_scene.hand_x_mm + BESIDE_HANDS_MM
    top = max(static_scene.hand_y_mm + 110.0, static_scene.setup.bowl.depth_mm + 160.0)
    return Rectangle(-half, seen(0.0, 0.0, TABLE_NEAR_MM)[1] - 8.0, half, top)


def box_depths_mm(static_scene: StaticScene) -> tuple[float, float]:
    """Return how far behind the section the bowl begins (less than 0) and ends: all its cards lie between."""
    setup = static_scene.setup
    if setup.bowl.round:
        # It is cut where the section is drawn; what is nearer would hide the cards.
        return 0.0, setup.cut_mm + setup.half_opening_mm + CLEAR_MM
    play = setup.half_width_mm - setup.plate.span_mm / 2 + CLEAR_MM
    return max(NEAREST_MM, -play), setup.plate.span_mm + play


def card_corners(
    x: float,
    y: float,
    angle: float,
    length: float,
    span: float,
    depth: float,
    yaw: float = 0.0,
    within: tuple[float, float] = (-math.inf, math.inf),
) -> tuple[Point, ...]:
    """Return the corners of a card's sheet, whose near edge is `depth` behind the section, before it is turned by yaw.

    They are the left and right end of that edge, then right and left of the far one. Left is where the card's own x
    axis begins; of a card that lies on its face left and right have changed places. within: between which depths they
    stay.
    """
    dx, dy = math.cos(angle) * length / 2, math.sin(angle) * length / 2
    c, s = math.cos(yaw), math.sin(yaw)
    found = []
    for end, far in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        across, back = end * dx, far * span / 2
        behind = min(within[1], max(within[0], depth + span / 2 + s * across + c * back))
        found.append(seen(x + c * across - s * back, y + end * dy, behind))
    return tuple(found)


def edge_corners(x: float, y: float, angle: float, length: float, thickness: float) -> tuple[Point, ...]:
    """Return the corners of a card's section: lower left, lower right, upper right, upper left.

    Left and up are those of the card's face.
    """
    c, s = math.cos(angle), math.sin(angle)
    dx, dy = c * length / 2, s * length / 2
    nx, ny = -s * thickness / 2, c * thickness / 2
    return (
        (x - dx - nx, y - dy - ny),
        (x + dx - nx, y + dy - ny),
        (x + dx + nx, y + dy + ny),
        (x - dx + nx, y - dy + ny),
    )
