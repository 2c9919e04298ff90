"""Fingers and sleeves, the parts that the hands of all games are painted with."""

from __future__ import annotations

from itertools import pairwise

from scenes.drawing.canvas import Canvas, Point
from scenes.drawing.palette import SKIN, SKIN_LINE, Colour, lighter

NAIL = lighter(SKIN, 0.45)


def capsule(canvas: Canvas, points: list[Point], width: float, colour: Colour = SKIN) -> None:
    """Draw a finger along `points`: a stroke with round ends, `width` mm wide, outlined and part of the mask."""
    for grow, tone, cut in ((0.45, SKIN_LINE, True), (0.0, colour, False)):
        for point in points:
            radius = width / 2 + grow
            if cut:
                canvas.cut_disc(point, radius)
            canvas.disc(point, radius, tone)
        for a, b in pairwise(points):
            dx, dy = b[0] - a[0], b[1] - a[1]
            length = (dx * dx + dy * dy) ** 0.5 or 1.0
            nx, ny = -dy / length * (width / 2 + grow), dx / length * (width / 2 + grow)
            quad = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
            if cut:
                canvas.cut(quad)
            canvas.fill(quad, tone)


def folds(canvas: Canvas, start: Point, along: Point, width: float) -> None:
    """Draw a turned-up cuff and a few creases across a sleeve that begins at `start` and runs in direction `along`."""
    nx, ny = -along[1], along[0]
    for far, dark, stroke in ((8.0, 120, 0.9), (24.0, 60, 0.8), (29.0, 45, 0.8), (60.0, 50, 0.8)):
        x, y = start[0] + along[0] * far, start[1] + along[1] * far
        reach = width * (1.0 if far < 10 else 0.28)
        canvas.line([(x - nx * reach, y - ny * reach), (x + nx * reach, y + ny * reach)], (90, 90, 90), stroke, dark)
