"""The places in the workshop's window, of any size. Pure arithmetic: window units, y up."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.drawing.layout import unit_of
from scenes.drawing.text import scale, text_height
from scenes.window.camera import Rectangle

COLUMN = 400.0
"""The width of the column of dials (units of a 720-line window)."""
COLUMN_SHARES = 0.30, 0.42
"""The least and the most share of the window's width that the column takes."""
PART_SHARE = 0.27
"""The side of the square in which a part is drawn large, as a share of the drawing's smaller side."""
GAP = 6.0


@dataclass(frozen=True, slots=True)
class Layout:
    """The places. column: the dials. head: the line above the drawings. boards: one drawing each, the one that is
    edited last. part: the square with a part drawn large. listing: the list of figures. foot: the line of words below.
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
    head = Rectangle(gap, height - gap - line, right - gap, height - gap)
    foot = Rectangle(gap, gap, right - gap, gap + line)
    each = right / designs
    boards = tuple(Rectangle(each * index, foot.top, each * (index + 1), head.bottom) for index in range(designs))
    board = boards[-1]
    side = PART_SHARE * min(max(board.width, 0.6 * right), board.height)
    row = 1.35 * text_height(12, unit)
    list_high = min((rows + 1.2) * row, board.height - side - 3 * gap)
    list_wide = min(13.5 * text_height(12, unit), board.width - side - 3 * gap)
    # Beside another one the drawing is too narrow for a list next to the masthead; below, there is only the box.
    top = board.top - gap if designs == 1 else board.bottom + gap + list_high
    return Layout(
        unit,
        Rectangle(right, 0.0, width, height),
        head,
        boards,
        Rectangle(board.right - gap - side, foot.top + gap, board.right - gap, foot.top + gap + side),
        Rectangle(board.left + gap, top - list_high, board.left + gap + list_wide, top),
        foot,
    )
