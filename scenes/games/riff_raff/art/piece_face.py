"""The face of a piece that has no art of its own: colour, coat, eyes and mouth follow from its name.

So a piece looks the same on every ship and at every size, and two pieces of one preset look different.
"""

from __future__ import annotations

import math
import zlib
from functools import partial

import numpy as np

from scenes.drawing.canvas import Canvas, Point
from scenes.drawing.palette import INK, Colour, darker, lighter, mix, rgb

_WOODS = tuple(map(rgb, ("#d77fa1", "#8f7cc4", "#3fa7a3", "#a3b545", "#e0764f", "#c9a04a", "#a06a4a", "#5a79b8",
                         "#6fb37c", "#b8578f", "#d9c75e", "#7d9aa8")))  # fmt: skip
"""The colours that the wood of a piece without art may have: none is that of a shipped piece."""
WHITE, BLUSH = rgb("#fdfaf2"), rgb("#e58a84")
_GRID = 96
"""The outline is searched for the place of the face on a grid of at most this many points a side."""
_COAT_MM = 4.6
"""The distance of spots and stripes of a coat."""


def own_colour(kind: str) -> Colour:
    """Return the colour of the wood of a piece without art."""
    return _WOODS[int(_draws(kind, "colour").integers(len(_WOODS)))]


def face(canvas: Canvas, kind: str, wood: Colour) -> None:
    """Paint coat, eyes and mouth of a piece onto a canvas whose mask is already its outline."""
    middle, room = _widest(canvas)
    draw = _draws(kind, "face")
    _coat(canvas, kind, wood)
    x, y = middle
    apart, size = draw.uniform(0.36, 0.46) * room, draw.uniform(0.19, 0.25) * room
    look = draw.uniform(-0.3, 0.3) * size
    pale = lighter(wood, 0.45)
    canvas.disc((x, y - 0.06 * room), 0.86 * room, pale, 150, 0.76 * room)
    for side in (-1, 1):
        eye = x + side * apart, y + 0.20 * room
        canvas.disc((eye[0], eye[1]), 1.12 * size, darker(wood, 0.55), 230, 1.22 * size)
        canvas.disc(eye, size, WHITE, 255, 1.1 * size)
        canvas.disc((eye[0] + look, eye[1] - 0.10 * size), 0.60 * size, INK)
        canvas.disc((eye[0] + look + 0.20 * size, eye[1] + 0.18 * size), 0.22 * size, WHITE)
        canvas.disc((x + side * 0.60 * room, y - 0.20 * room), 0.14 * room, BLUSH, 150)
    paint = (_smile, _grin, partial(_smile, whiskers=True), _beak)[int(draw.integers(4))]
    paint(canvas, (x, y - 0.14 * room), room, wood)


def _smile(canvas: Canvas, middle: Point, room: float, wood: Colour, whiskers: bool = False) -> None:
    x, y = middle
    stroke = max(0.3, 0.07 * room)
    canvas.line(_arc((x, y), 0.32 * room, 0.24 * room), darker(wood, 0.72), stroke)
    if whiskers:
        for side in (-1, 1):
            for rise in (-0.12, 0.04):
                ends = (x + side * 0.42 * room, y + rise * room), (x + side * 0.95 * room, y + 2.2 * rise * room)
                canvas.line(ends, darker(wood, 0.6), 0.5 * stroke, 200)
        canvas.disc((x, y + 0.10 * room), 0.09 * room, darker(wood, 0.72), 255, 0.07 * room)


def _grin(canvas: Canvas, middle: Point, room: float, wood: Colour) -> None:
    x, y = middle
    mouth = _arc((x, y), 0.34 * room, 0.36 * room)
    canvas.fill(mouth, darker(wood, 0.75))
    canvas.fill([(x - 0.2 * room, y), (x + 0.2 * room, y), (x + 0.15 * room, y - 0.1 * room),
                 (x - 0.15 * room, y - 0.1 * room)], WHITE)  # fmt: skip


def _beak(canvas: Canvas, middle: Point, room: float, wood: Colour) -> None:
    x, y = middle
    beak = mix(rgb("#e8a33d"), wood, 0.15)
    canvas.fill([(x - 0.26 * room, y + 0.08 * room), (x + 0.26 * room, y + 0.08 * room), (x, y - 0.30 * room)], beak)
    canvas.line([(x - 0.26 * room, y + 0.08 * room), (x, y - 0.02 * room), (x + 0.26 * room, y + 0.08 * room)],
                darker(beak, 0.45), max(0.25, 0.05 * room))  # fmt: skip


def _arc(middle: Point, half: float, deep: float) -> list[Point]:
    """Return the lower half of an ellipse, from its left end to its right one."""
    x, y = middle
    return [
        (x - half * math.cos(turn), y - deep * math.sin(turn)) for turn in (math.pi * step / 12 for step in range(13))
    ]


def _coat(canvas: Canvas, kind: str, wood: Colour) -> None:
    """Paint a lighter belly, and spots, stripes or scales."""
    draw = _draws(kind, "coat")
    xs, ys = canvas.positions()
    left, right, bottom, top = float(xs.min()), float(xs.max()), float(ys.min()), float(ys.max())
    belly = bottom + 0.22 * (top - bottom)
    canvas.fill([(left, bottom), (right, bottom), (right, belly), (left, belly)], lighter(wood, 0.30), 200)
    dark, sort = darker(wood, 0.24), int(draw.integers(3))
    columns, rows = math.ceil((right - left) / _COAT_MM) + 1, math.ceil((top - belly) / _COAT_MM) + 1
    for column in range(columns):
        x = left + _COAT_MM * (column + draw.uniform(-0.25, 0.25))
        if sort == 1:
            canvas.line([(x, top), (x + 0.6, (top + belly) / 2), (x - 0.4, belly)], dark, draw.uniform(0.7, 1.5), 150)
            continue
        for row in range(rows):
            y = belly + _COAT_MM * (row + 0.5 * (column % 2) + draw.uniform(-0.2, 0.2))
            if sort == 0:
                canvas.disc((x, y), draw.uniform(0.5, 1.1), dark, 150)
            else:
                canvas.line(_arc((x, y), 0.5 * _COAT_MM, 0.4 * _COAT_MM), dark, 0.4, 150)


def _widest(canvas: Canvas) -> tuple[Point, float]:
    """Return where a disc inside the outline has most room, and its radius (mm): of several places the highest."""
    from scipy.ndimage import distance_transform_edt

    small = canvas.mask.copy()
    small.thumbnail((_GRID, _GRID))
    step = canvas.mask.width / small.width / canvas.fine
    far = distance_transform_edt(np.pad(np.asarray(small) > 127, 1))[1:-1, 1:-1]
    # A place a little less wide but higher is a better one for a face.
    rank = far * (1.15 - 0.15 * np.arange(small.height)[:, None] / small.height)
    row, column = np.unravel_index(int(rank.argmax()), rank.shape)
    middle = canvas.left + (column + 0.5) * step, canvas.bottom + (small.height - row - 0.5) * step
    return middle, max(1.0, float(far[row, column]) * step)


def _draws(kind: str, what: str) -> np.random.Generator:
    return np.random.default_rng(zlib.crc32(f"{kind} {what}".encode()))
