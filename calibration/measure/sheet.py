"""The sheet that pieces are photographed on: marks round a free middle, printed on A4 or Letter.

The frame of the sheet is in mm from the upper left corner of its marks, x to the right, y down; z goes into the table.
The marks are the same on both papers; those of a coloured ground have other numbers, so that a photo says which it is.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]
Paper = Literal["a4", "letter"]
Ground = Literal["white", "blue"]

VERSION = 1
"""Printed on the sheet. One with other marks or other places for them needs other numbers of marks."""
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}
GROUNDS: dict[Ground, str] = {"white": "#ffffff", "blue": "#6fa8dc"}
WIDTH_MM, HEIGHT_MM, MARK_MM = 266.0, 196.0, 16.0
LINE_MM = 100.0
CARD_MM = (85.60, 53.98)
"""A bank card's sides (ISO/IEC 7810, ID-1)."""
CARD_CORNER_MM, CARD_THICK_MM = 3.18, 0.76
_ACROSS, _DOWN = 11, 8
MARKS = 2 * _ACROSS + 2 * (_DOWN - 2)
_CELLS = 6
_MARGIN_MM = 3.0
_STRIP_MM = 14.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the sheet (mm)."""

    left: float
    top: float
    right: float
    bottom: float


FREE = Box(
    MARK_MM + _MARGIN_MM,
    MARK_MM + _MARGIN_MM,
    WIDTH_MM - MARK_MM - _MARGIN_MM,
    HEIGHT_MM - MARK_MM - _STRIP_MM,
)
"""The area for pieces: above the base line."""
_BASE_MM = FREE.bottom + 1.0


def dictionary() -> cv2.aruco.Dictionary:
    """Return OpenCV's dictionary that the marks are of."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)


def first_mark(ground: Ground) -> int:
    """Return the least number of a mark on that ground; the others follow."""
    return MARKS * list(GROUNDS).index(ground)


def mark_corners() -> Floats:
    """Return the corners (marks, 4, 2) of the marks in mm, each from its upper left one clockwise."""
    xs, ys = np.linspace(0, WIDTH_MM - MARK_MM, _ACROSS), np.linspace(0, HEIGHT_MM - MARK_MM, _DOWN)
    rows = [(x, y) for y in (ys[0], ys[-1]) for x in xs]
    columns = [(x, y) for x in (xs[0], xs[-1]) for y in ys[1:-1]]
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * MARK_MM
    return np.array(rows + columns)[:, np.newaxis] + square


def mark_bits(mark: int) -> NDArray[np.bool_]:
    """Return the cells (6, 6) of a mark, True where it is white; the outermost are all black."""
    found = cv2.aruco.generateImageMarker(dictionary(), mark, _CELLS)
    return np.asarray(found > 0)


def card_outline() -> Floats:
    """Return where a bank card is drawn on the sheet, as corners (4, 2) in mm: in the free middle's lower right."""
    right, bottom = FREE.right - 4.0, FREE.bottom - 4.0
    left, top = right - CARD_MM[0], bottom - CARD_MM[1]
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def drawn(paper: Paper, ground: Ground, kind: Literal["pdf", "png"] = "pdf", dpi: float = 200.0) -> bytes:
    """Return a sheet as PDF, or as PNG with that many dots an inch; the same bytes every time."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    width, height = PAPERS[paper]
    inch = 25.4
    stream = io.BytesIO()
    with mpl.rc_context({"pdf.fonttype": 42, "font.family": "DejaVu Sans", "axes.unicode_minus": False}):
        figure = Figure(figsize=(width / inch, height / inch))
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        left, top = (width - WIDTH_MM) / 2, (height - HEIGHT_MM) / 2
        axes.set(xlim=(-left, width - left), ylim=(height - top, -top))
        axes.axis("off")
        _draw_ground(axes, ground)
        _draw_marks(axes, ground)
        _draw_strip(axes, paper, ground)
        _draw_card(axes, ground)
        metadata = {"CreationDate": None, "Title": _title(paper, ground)} if kind == "pdf" else {"Software": None}
        figure.savefig(stream, format=kind, dpi=dpi, metadata=metadata)
    return stream.getvalue()


def _title(paper: Paper, ground: Ground) -> str:
    return f"yardarm sheet {VERSION} / {paper.upper()} / {ground}"


def _draw_ground(axes: Axes, ground: Ground) -> None:
    from matplotlib.patches import Rectangle

    edge = MARK_MM + 1.5
    size = WIDTH_MM - 2 * edge, _BASE_MM - edge
    axes.add_patch(Rectangle((edge, edge), *size, facecolor=GROUNDS[ground], linewidth=0))


def _draw_marks(axes: Axes, ground: Ground) -> None:
    from matplotlib.patches import Rectangle

    cell = MARK_MM / _CELLS
    for number, corners in enumerate(mark_corners().tolist(), start=first_mark(ground)):
        (x, y), *_ = corners
        axes.add_patch(Rectangle((x, y), MARK_MM, MARK_MM, facecolor="black", linewidth=0))
        for row, column in np.argwhere(mark_bits(number)).tolist():
            at = x + column * cell, y + row * cell
            axes.add_patch(Rectangle(at, cell, cell, facecolor="white", linewidth=0))


def _draw_strip(axes: Axes, paper: Paper, ground: Ground) -> None:
    """Draw the base line, and below it the line of 100 mm and what to do."""
    left, right, base = FREE.left, FREE.right, _BASE_MM
    thin, ink = 0.5, "0.25"
    axes.plot([left, right], [base, base], color=ink, linewidth=thin)
    for x in (left + 6, (left + right) / 2, right - 6):
        axes.fill([x - 1.5, x + 1.5, x], [base + 0.6, base + 0.6, base + 2.8], color=ink, linewidth=0)
    axes.text(left + 10, base + 3.0, "this side down: the side that the piece stands on points here", fontsize=6)
    axes.text(right - 10, base + 3.0, _title(paper, ground), fontsize=6, ha="right")
    y, start = base + 8.8, left + 1
    axes.plot([start, start + LINE_MM], [y, y], color="black", linewidth=thin)
    for tick in range(11):
        x = start + tick * LINE_MM / 10
        axes.plot([x, x], [y, y - (2.4 if tick % 5 == 0 else 1.4)], color="black", linewidth=thin)
    axes.text(
        start, y + 2.6, "100 mm. Print at 100 %, not fitted to the page. Longer or shorter? --line-mm", fontsize=6
    )
    advice = (
        "Keep the sheet flat. Lay the pieces above the base line, apart from each other, seen from the side.",
        "Soft daylight, no flash. All marks in the picture, the phone 40 cm or more above it.",
    )
    for row, text in enumerate(advice):
        axes.text(right, base + 7.0 + 3.2 * row, text, fontsize=5.5, ha="right")


def _draw_card(axes: Axes, ground: Ground) -> None:
    """Draw where a card fits, in the ground's own colour and little darker, so that nothing is found there."""
    from matplotlib.colors import to_rgb
    from matplotlib.patches import FancyBboxPatch

    (left, top), *_ = card_outline().tolist()
    ink = tuple(0.86 * part for part in to_rgb(GROUNDS[ground]))
    style = f"round,pad=0,rounding_size={CARD_CORNER_MM}"
    axes.add_patch(
        FancyBboxPatch((left, top), *CARD_MM, boxstyle=style, fill=False, edgecolor=ink, linewidth=0.3, linestyle=":")
    )
    axes.text(left + 4, top + 5, "a bank card fits in here exactly (--card)", fontsize=5, color=ink)
