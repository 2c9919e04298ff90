"""Pictures of a throwing hand from the right, whose fingertips are the origin; mirror them for a hand from the left."""

from __future__ import annotations

from scenes.drawing.canvas import Canvas, Picture
from scenes.drawing.hands import NAIL, capsule, folds
from scenes.drawing.palette import SKIN, SKIN_LINE


def fingers_picture(scale: float) -> Picture:
    """Paint what lies behind the card: fingers, back of the hand, wrist."""
    canvas = Canvas(-16, -52, 132, 34, scale, SKIN, oversample=3)
    for finger in (
        [(50, 12), (26, 13), (4, 3)],
        [(50, 4), (24, 3), (-4, -5)],
        [(52, -6), (28, -9), (4, -13)],
        [(54, -13), (34, -18), (16, -19)],
    ):
        capsule(canvas, [(float(x), float(y)) for x, y in finger], 12.0)
    capsule(canvas, [(56, 0), (74, -4)], 42.0)
    capsule(canvas, [(80, -6), (122, -24)], 31.0)
    canvas.fill([(48, 16), (78, 14), (112, -6), (106, -34), (76, -22), (50, -18)], SKIN)
    for knuckle in ((47, 13), (46, 4), (48, -7)):
        canvas.line([(knuckle[0] + 3, knuckle[1] + 3), (knuckle[0] + 4, knuckle[1] - 3)], SKIN_LINE, 0.9, 110)
    canvas.bevel(2.4, light=0.16, shade=0.18)
    return canvas.finish()


def thumb_picture(scale: float) -> Picture:
    """Paint what lies before the card: the thumb."""
    canvas = Canvas(-10, -16, 78, 30, scale, SKIN, oversample=3)
    capsule(canvas, [(62, -2), (36, 11), (18, 9), (3, 3)], 14.0)
    canvas.disc((1.6, 4.2), 4.0, SKIN_LINE, 110, 3.1)
    canvas.disc((1.2, 4.4), 3.4, NAIL, 255, 2.6)
    canvas.fill([(44, 2), (58, 8), (72, 2), (66, -9), (50, -6)], SKIN)
    canvas.bevel(2.2, light=0.16, shade=0.18)
    return canvas.finish()


def sleeve_picture(scale: float) -> Picture:
    """Paint the sleeve, white so that it can be tinted."""
    canvas = Canvas(92, -190, 420, 14, scale, (255, 255, 255), oversample=2)
    canvas.cut([(106, 8), (94, -34), (396, -190), (420, -150), (420, -124)])
    folds(canvas, (100.0, -13.0), (0.91, -0.41), 46.0)
    canvas.bevel(4.0, light=0.1, shade=0.28)
    return canvas.finish()
