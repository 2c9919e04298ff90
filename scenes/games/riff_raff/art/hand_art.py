"""Pictures of hands: one that lowers a piece, its thumb before the wood and its fingers behind, and two that catch.

All are right hands, seen by their owner; mirror them for left ones.
"""

from __future__ import annotations

import math

import numpy as np

from scenes.drawing.canvas import Canvas, Picture, Point
from scenes.drawing.hands import FINEST, Cut, crease, finger, flesh, nail, smooth
from scenes.drawing.palette import SKIN, lighter
from sim.physics.ship.pieces import Section

THUMB_MM = 7.0  # how far the thumb's tip reaches below the origin of the lowering hand
SLEEVE = Cut(cuff_mm=27.0, arm_mm=38.0, length_mm=120.0)
"""The sleeve of the lowering hand, whose cuff is at WRIST."""
WRIST: Point = (23.0, 57.0)
WRIST_TURN = 1.31
"""The direction of the lowering arm from the wrist on (rad)."""
ARM_LEAN = math.radians(24.0)
"""How far a lowering hand leans to the side from which its arm comes."""
PALM_SLEEVE = Cut(cuff_mm=44.0, arm_mm=64.0, length_mm=200.0)
PALM_WRIST_TURN = -0.70


def palm_wrist(width: float) -> Point:
    """Return the middle of the cuff of a catching hand with a palm of that width (mm)."""
    return width / 2 + 29.0, -36.0


def grip_height(section: Section, angle: float) -> float:
    """Return how far above a piece's centre of gravity the hand is drawn (mm): its thumb covers a third at most."""
    low, high = section.core(angle)
    return high + THUMB_MM - min(THUMB_MM, (high - low) / 3.0)


def _oversample(scale: float) -> int:
    """Return how much larger a hand is painted than it is shown: less where its pixels are small anyway."""
    return 4 if scale < 3 else 2


def fingers_picture(scale: float) -> Picture:
    """Paint what lies behind the held piece: the fingers and the back of the hand.

    The origin is where the fingertips pinch: the middle of the held piece's upper edge.
    """
    scale = min(scale, FINEST)
    canvas = Canvas(-30, -14, 56, 92, scale, SKIN, _oversample(scale))
    for line in (
        [(31, 41), (38, 27), (33, 12), (24, 4)],
        [(27, 40), (33, 25), (27, 8), (17, 0)],
        [(21, 38), (27, 23), (20, 6), (9, -4)],
    ):
        finger(canvas, [(float(x), float(y)) for x, y in line], (10.5, 7.6))
    flesh(canvas, [(8, 40), (12, 30), (22, 32), (33, 35), (37.5, 43), (35, 55), (33.5, 68), (14, 66), (10, 54)], 0.6)
    canvas.fill(smooth([(14, 42), (18, 36), (25, 40), (24, 54), (20, 62), (16, 56)], True), lighter(SKIN, 0.14))
    for knuckle in (16.5, 23.5, 30.5):
        crease(canvas, [(knuckle - 2.0, 35.5), (knuckle + 0.5, 34.0), (knuckle + 3.0, 35.5)], 0.6)
        crease(canvas, [(knuckle + 0.6, 38.0), (knuckle + 0.2, 45.0)], 0.5, 50)
    canvas.bevel(1.6, light=0.10, shade=0.16)
    return canvas.finish()


def thumb_picture(scale: float) -> Picture:
    """Paint what lies before the held piece: the thumb; the origin is that of the fingers."""
    scale = min(scale, FINEST)
    canvas = Canvas(-14, -10, 34, 60, scale, SKIN, _oversample(scale))
    finger(canvas, [(18, 50), (9, 34), (-1, 22), (-3.5, 10), (-1.5, -2.5)], (8.0, 12.5, 10.5, 9.0, 8.2), bare=0.22)
    nail(canvas, (-1.9, -2.2), 2.3, 3.1)
    for y in (11.0, 13.0):
        crease(canvas, [(-5.6, y), (-3.0, y + 0.8), (-0.6, y + 0.4)], 0.5, 80)
    canvas.bevel(1.4, light=0.10, shade=0.14)
    return canvas.finish()


def palm_fingers_picture(width: float, finger_mm: float, scale: float) -> Picture:
    """Paint what lies behind the pieces in a catching hand: the far side of the palm, and the fingers there.

    width, finger_mm: of the palm, and how high its fingertips rise above it (mm). The origin is the middle of the
    palm's upper face.
    """
    scale = min(scale, FINEST)
    half = width / 2
    canvas = Canvas(-half - 6, -8, half + 8, finger_mm + 8, scale, SKIN, _oversample(scale))
    # The farther a finger, the higher on the picture, as on the ship's deck.
    for up, tip in ((5.4, 8.6), (3.8, 5.6), (2.0, 2.6)):
        path = [
            (0.15 * half, up - 4.6), (-0.42 * half, up - 5.0), (-0.86 * half, up - 3.8),
            (-half - 0.6 + 0.6 * tip, up + 1.6), (-half - 0.2 + 0.7 * tip, finger_mm - 5.0 + 0.9 * tip),
        ]  # fmt: skip
        finger(canvas, path, (10.0, 10.0, 9.6, 9.2, 8.4))
        for share in (0.34, 0.72):
            x = -share * half
            crease(canvas, [(x - 1.0, up - 1.2), (x, up - 0.4), (x + 0.6, up + 0.3)], 0.5, 90)
    palm = [
        (-0.22 * half, 4.6),
        (0.15 * half, 6.2),
        (0.6 * half, 5.6),
        (half + 2, 2.0),
        (half + 4, -6),
        (-0.1 * half, -6),
    ]
    flesh(canvas, palm, 0.5)
    crease(canvas, [(0.02 * half, 1.0), (0.2 * half, 3.4), (0.55 * half, 3.0)], 0.6, 100)
    _, above = canvas.positions()
    # The deeper in the hand, the darker.
    canvas.tint(0.84 + 0.14 * np.clip(above / finger_mm, 0, 1))
    canvas.bevel(1.4, light=0.10, shade=0.14)
    return canvas.finish()


def palm_picture(width: float, thickness: float, finger_mm: float, scale: float) -> Picture:
    """Paint what lies before the pieces in a catching hand: near finger, edge of the palm, thumb and wrist.

    Its upper edge is drawn where pieces meet it in the physics: the palm, and at its ends a fingertip and the thumb.
    width, thickness, finger_mm: of the palm, and how high the fingertips rise above it (mm). The origin is the middle
    of the palm's upper face. The fingers point to the left, the forearm goes down and to the right.
    """
    scale = min(scale, FINEST)
    half, deep = width / 2, thickness
    canvas = Canvas(-half - 9, -58, half + 60, finger_mm + 1, scale, SKIN, _oversample(scale))
    tip = finger_mm - 5.0
    finger(
        canvas,
        [(0.1 * half, -6.0), (-0.42 * half, -5.6), (-0.85 * half, -4.8), (-half - 3.4, -0.5), (-half - 3.0, tip - 0.6)],
        (13.0, 12.0, 11.4, 10.6, 10.0),
        bare=0.2,
    )
    finger(
        canvas,
        [(half + 16, -22), (half + 8, -8), (half + 4.5, 0), (half + 3.0, tip - 0.9)],
        (22.0, 16.0, 12.5, 10.0),
        bare=0.45,
    )
    body = [
        (-0.40 * half, 2.0), (0.4 * half, 2.0), (half + 6, -1.0), (half + 14, -7.5), (half + 44, -30),
        (half + 30, -56), (half + 8, -37), (half - 12, -24), (0.34 * half, -deep - 9.0), (-0.04 * half, -deep - 5.5),
        (-0.26 * half, -7.0),
    ]  # fmt: skip
    line = smooth(body, closed=True)
    canvas.cut(line)
    canvas.fill(line, SKIN)
    for share in (0.40, 0.76):
        x = -share * half
        crease(canvas, [(x - 0.6, 0.0), (x, -2.4), (x - 0.4, -4.8)], 0.6, 110)
    crease(canvas, [(-0.14 * half, -1.0), (-0.06 * half, -4.5), (0.0, -7.0)], 0.7, 120)
    crease(canvas, [(0.30 * half, -1.2), (0.42 * half, -8), (0.72 * half, -14), (half + 4, -20)], 0.7, 120)
    crease(canvas, [(half + 15, -34), (half + 24, -27), (half + 32, -18)], 0.6, 90)
    crease(canvas, [(half + 18, -37), (half + 27, -29), (half + 35, -21)], 0.6, 70)
    # What fingertip and thumb are rounded to inside the palm meets nothing: the palm is drawn where it is.
    canvas.cut([(-half, 0), (half, 0), (half, finger_mm + 9), (-half, finger_mm + 9)], 0)
    canvas.bevel(2.2, light=0.20, shade=0.26)
    return canvas.finish()
