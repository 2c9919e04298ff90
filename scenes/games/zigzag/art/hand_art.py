"""A right hand seen from above, pointing up, with its sleeve; the point that it covers is the origin."""

from __future__ import annotations

from scenes.drawing.canvas import Canvas, Picture, Point
from scenes.drawing.hands import NAIL, capsule, folds
from scenes.drawing.palette import SKIN, SKIN_LINE, darker

SLEEVE_MM = 1100.0
_SPREAD: tuple[tuple[Point, ...], ...] = (
    ((-27, -46), (-33, -22), (-35, -4)),
    ((-11, -42), (-13, -12), (-14, 13)),
    ((6, -42), (7, -8), (8, 20)),
    ((22, -46), (27, -18), (30, 4)),
)
_CLOSED: tuple[tuple[Point, ...], ...] = (
    ((-20, -50), (-21, -28), (-18, -10)),
    ((-8, -48), (-8, -22), (-7, 0)),
    ((6, -48), (6, -20), (5, 3)),
    ((19, -52), (19, -28), (16, -6)),
)


def _hand(scale: float, fingers: tuple[tuple[Point, ...], ...], thumb: tuple[Point, ...]) -> Picture:
    canvas = Canvas(-74, -150, 56, 36, scale, SKIN, oversample=3)
    capsule(canvas, [(0, -118), (0, -146)], 48.0)
    capsule(canvas, list(thumb), 17.0)
    for finger in fingers:
        capsule(canvas, list(finger), 15.0)
    palm = [(-30, -50), (-14, -38), (14, -38), (31, -52), (30, -92), (22, -122), (-22, -122), (-31, -92)]
    for point in palm[:4]:
        capsule(canvas, [point], 13.0)
    canvas.cut(palm)
    canvas.fill(palm, SKIN)
    for (x, y), (mx, my) in ((finger[0], finger[1]) for finger in fingers):
        canvas.line([(x - 5, y + 1), (x, y + 3), (x + 5, y + 1)], SKIN_LINE, 1.2, 120)
        canvas.line([(mx - 4, my), (mx + 4, my)], SKIN_LINE, 0.9, 90)
    for finger in fingers:
        x, y = finger[-1]
        canvas.disc((x, y + 2.4), 4.9, SKIN_LINE, 120, 5.6)
        canvas.disc((x, y + 2.6), 4.2, NAIL, 255, 4.9)
    canvas.line([(-24, -66), (-20, -92)], SKIN_LINE, 1.2, 80)
    canvas.bevel(3.0, light=0.16, shade=0.20)
    return canvas.finish()


def open_picture(scale: float) -> Picture:
    """Paint a hand with spread fingers, as when reaching."""
    return _hand(scale, _SPREAD, ((-26, -84), (-50, -66), (-62, -44)))


def grip_picture(scale: float) -> Picture:
    """Paint a hand with closed fingers on a card, the thumb below its edge."""
    return _hand(scale, _CLOSED, ((-24, -84), (-38, -58), (-32, -30)))


def sleeve_picture(scale: float, striped: bool) -> Picture:
    """Paint a sleeve in white, to be tinted in the team's colour. striped: for the second member of a team."""
    scale = min(scale, 1.0)
    canvas = Canvas(-74, -SLEEVE_MM, 74, -112, scale, (255, 255, 255), oversample=2)
    canvas.cut([(-34, -120), (34, -120), (66, -420), (72, -SLEEVE_MM), (-72, -SLEEVE_MM), (-66, -420)])
    folds(canvas, (0.0, -122.0), (0.0, -1.0), 40.0)
    if striped:
        for row in range(14):
            y = -172.0 - 66.0 * row
            canvas.fill([(-74, y), (74, y), (74, y - 26), (-74, y - 26)], darker((255, 255, 255), 0.62), 255)
    canvas.bevel(5.0, light=0.1, shade=0.30)
    return canvas.finish()
