"""Pictures of hands: one that lowers a piece, its thumb before the wood and its fingers behind, and two that catch."""

from __future__ import annotations

from scenes.drawing.canvas import Canvas, Picture
from scenes.drawing.hands import NAIL, capsule, folds
from scenes.drawing.palette import SKIN, SKIN_LINE

THUMB_MM = 7.0  # how far the thumb's tip reaches below the origin of the lowering hand


def fingers_picture(scale: float) -> Picture:
    """Paint what lies behind the held piece: the fingers and the back of the hand.

    The origin is where the fingertips pinch: the middle of the held piece's upper edge.
    """
    canvas = Canvas(-30, -14, 52, 92, scale, SKIN)
    palm = [(6, 24), (17, 19), (29, 26), (33, 42), (30, 58), (13, 52)]
    canvas.cut(palm)
    canvas.fill(palm, SKIN)
    canvas.line([*palm, palm[0]], SKIN_LINE, 0.8)
    for finger in (
        [(26, 34), (24, 17), (17, 6)],
        [(21, 34), (17, 13), (11, -2)],
        [(15, 36), (9, 14), (5, -6)],
    ):
        capsule(canvas, list(finger), 8.4)
    canvas.fill([(10, 30), (29, 28), (31, 50), (14, 50)], SKIN)
    canvas.line([(12, 31), (15, 37)], SKIN_LINE, 0.6, 120)
    canvas.line([(19, 29), (21, 35)], SKIN_LINE, 0.6, 120)
    canvas.bevel(1.6, light=0.14, shade=0.14)
    return canvas.finish()


def thumb_picture(scale: float) -> Picture:
    """Paint what lies before the held piece: the thumb; the origin is that of the fingers."""
    canvas = Canvas(-14, -10, 34, 50, scale, SKIN)
    capsule(canvas, [(18, 38), (4, 24), (-2, 9), (-1.5, -2.0)], 9.0)
    canvas.disc((-1.7, -2.4), 2.6, SKIN_LINE, 120, 3.3)
    canvas.disc((-1.7, -2.4), 2.2, NAIL, 255, 2.9)
    canvas.fill([(10, 30), (22, 30), (26, 46), (16, 42)], SKIN)
    canvas.bevel(1.6, light=0.14, shade=0.14)
    return canvas.finish()


def sleeve_picture(scale: float) -> Picture:
    """Paint the sleeve of the lowering hand, white so that it can be tinted; the origin is that of the fingers."""
    canvas = Canvas(0, 40, 118, 300, scale, (255, 255, 255), oversample=2)
    canvas.cut([(9, 51), (34, 56), (101, 300), (69, 300)])
    folds(canvas, (21.5, 53.5), (0.26, 0.97), 24.0)
    canvas.bevel(3.0, light=0.1, shade=0.24)
    return canvas.finish()


def palm_picture(width: float, thickness: float, finger: float, scale: float) -> Picture:
    """Paint a catching hand seen from its edge.

    Its cupped face is drawn where pieces meet it in the physics. width, thickness, finger: of the palm, and how high
    the fingertips rise above it (mm). The origin is the middle of the palm's upper face. The forearm goes down and to
    the right; mirror the picture for the other hand.
    """
    half, rim = width / 2, 4.0
    canvas = Canvas(-half - rim - 1, -52, half + 60, finger + 1, scale, SKIN)
    back = [  # the back of the hand: what lies below the face meets nothing
        (-half - rim, finger - 1.4),
        (-half - rim - 0.4, finger * 0.4),
        (-half - rim + 0.6, -thickness * 0.45),
        (-half + 1.0, -thickness * 0.85),
        (-half * 0.62, -thickness - 2.2),
        (-half * 0.1, -thickness - 5.0),
        (half * 0.45, -thickness - 7.0),
        (half + 26, -50),
        (half + 46, -36),
        (half + rim + 10, -thickness - 3),
        (half + rim + 1.2, -thickness * 0.4),
        (half + rim, finger - 1.4),
    ]
    face = [
        (half + rim - 1.4, finger),
        (half + 1.2, finger),
        (half, finger - 1.4),
        (half, 0),
        (-half, 0),
        (-half, finger - 1.4),
        (-half - 1.2, finger),
        (-half - rim + 1.4, finger),
    ]
    canvas.cut([*back, *face])
    for share in (-0.66, -0.30):
        canvas.line([(half * share, -thickness - 4), (half * share + 1, -thickness + 3.2)], SKIN_LINE, 0.6, 150)
    canvas.line(
        [(half * 0.15, -thickness - 2), (half * 0.55, -thickness + 1.5), (half * 0.9, -thickness + 2)],
        SKIN_LINE,
        0.6,
        120,
    )
    canvas.disc((-half - rim / 2 - 0.6, finger - 2.4), 1.2, NAIL, 230, 1.8)
    canvas.bevel(2.0, light=0.16, shade=0.2)
    return canvas.finish()


def palm_sleeve_picture(width: float, scale: float) -> Picture:
    """Paint the sleeve of a catching hand, white so that it can be tinted; the origin is that of the palm."""
    half = width / 2
    canvas = Canvas(half, -270, half + 260, -16, scale, (255, 255, 255), oversample=2)
    canvas.cut([(half + 12, -42), (half + 38, -21), (half + 258, -222), (half + 230, -264)])
    folds(canvas, (half + 25, -31.5), (0.76, -0.65), 27.0)
    canvas.bevel(3.5, light=0.1, shade=0.26)
    return canvas.finish()
