"""The places in the workshop's window, of any size. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scenes.layout.places import unit_of
from scenes.layout.text import scale, text_height
from scenes.window.camera import Point, Rectangle

COLUMN = 400.0
"""The width of the column of dials (units of a 720-line window)."""
LIST_LEAST = 9.0
"""The least width of the list, in heights of its text: name, figure and interval."""
LIST_SHARE = 0.3
"""The most share of a drawing's width that the list takes beside the masthead."""
LOW_SHARE = 0.42
"""The most share of a drawing's height that the list takes beside the box."""
COLUMN_SHARES = 0.30, 0.42
"""The least and the most share of the window's width that the column takes."""
PART_SHARE = 0.27
"""The side of the square in which a part is drawn large, as a share of the drawing's smaller side."""
GAP = 6.0
HEADLINE = 178, 230
"""The most characters of the line above the drawings, for one design and for two."""
CHARACTER = 0.56
"""The mean width of a character, in heights of its text."""
MIDDLE = 20.0
"""The room that the list leaves beside a drawing's middle, where the ball hangs (units of a 720-line window)."""
PASSES = 6


@dataclass(frozen=True, slots=True)
class Layout:
    """The places in units of the window.

    column: the dials. head: the lines above the drawings. boards: one drawing each, the one that is edited last. part:
    the square with a part drawn large. listing: the list of figures, empty where there is no room. foot: the line of
    words below.
    """

    unit: float
    column: Rectangle
    head: Rectangle
    boards: tuple[Rectangle, ...]
    part: Rectangle
    listing: Rectangle
    foot: Rectangle


def lay_out(width: float, height: float, designs: int, rows: int) -> Layout:
    """Return the places for one design or for two side by side, with a list of that many rows."""
    unit = unit_of(width, height)
    low, high = COLUMN_SHARES
    column = min(max(COLUMN * unit * scale() ** 0.6, low * width), high * width)
    gap = GAP * unit
    line = 1.75 * text_height(14, unit)
    right = width - column
    words = HEADLINE[designs - 1] * CHARACTER * text_height(14, unit)
    lines = math.ceil(words / (right - 4 * gap))
    head = Rectangle(gap, height - gap - line - (lines - 1) * 1.3 * text_height(14, unit), right - gap, height - gap)
    foot = Rectangle(gap, gap, right - gap, gap + line)
    each = right / designs
    boards = tuple(Rectangle(each * index, foot.top, each * (index + 1), head.bottom) for index in range(designs))
    board = boards[-1]
    side = PART_SHARE * min(max(board.width, 0.6 * right), board.height)
    row = 1.35 * text_height(12, unit)
    list_high = min((rows + 1.2) * row, board.height - side - 3 * gap)
    list_wide = min(13.5 * text_height(12, unit), board.width / 2 - gap - MIDDLE * unit)
    top = board.top - gap
    if list_wide > LIST_SHARE * board.width:
        # The drawing is too narrow for a list next to the masthead; below, there is only the box.
        list_high = min(list_high, LOW_SHARE * board.height)
        top = board.bottom + gap + list_high
    if list_wide < LIST_LEAST * text_height(12, unit):
        list_wide = list_high = 0.0
    return Layout(
        unit,
        Rectangle(right, 0.0, width, height),
        head,
        boards,
        Rectangle(board.right - gap - side, foot.top + gap, board.right - gap, foot.top + gap + side),
        Rectangle(board.left + gap, top - list_high, board.left + gap + list_wide, top),
        foot,
    )


def spread(boxes: Sequence[Rectangle], inside: Rectangle) -> list[Rectangle]:
    """Return the boxes moved apart so that none covers another, where `inside` has room for that.

    Two that share more of their height than of their width are pushed sideways, if there is room, others up and down,
    each by half of what they share.
    """
    found = [_kept_in(box, inside) for box in boxes]
    for _ in range(PASSES):
        moved = False
        for first in range(len(found)):
            for second in range(first + 1, len(found)):
                a, b = found[first], found[second]
                across = min(a.right, b.right) - max(a.left, b.left)
                along = min(a.top, b.top) - max(a.bottom, b.bottom)
                if across <= 1e-6 or along <= 1e-6:
                    continue
                moved = True
                sideways = across / min(a.width, b.width) <= along / min(a.height, b.height)
                if sideways and a.width + b.width <= inside.width:
                    way = -1.0 if a.centre[0] <= b.centre[0] else 1.0
                    step = (way * across / 2, 0.0)
                else:
                    way = 1.0 if a.centre[1] >= b.centre[1] else -1.0
                    step = (0.0, way * along / 2)
                found[first] = _kept_in(_shifted(a, step), inside)
                found[second] = _kept_in(_shifted(b, (-step[0], -step[1])), inside)
        if not moved:
            break
    return found


def _shifted(box: Rectangle, by: Point) -> Rectangle:
    return Rectangle(box.left + by[0], box.bottom + by[1], box.right + by[0], box.top + by[1])


def _kept_in(box: Rectangle, inside: Rectangle) -> Rectangle:
    """Return the box moved into a place by the shortest way."""
    across = max(inside.left - box.left, 0.0) or min(inside.right - box.right, 0.0)
    along = min(inside.top - box.top, 0.0) or max(inside.bottom - box.bottom, 0.0)
    return _shifted(box, (across, along))
