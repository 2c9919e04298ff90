"""Pictures of a throwing hand from the right, whose fingertips are the origin; mirror them for a hand from the left."""

from __future__ import annotations

from scenes.drawing.canvas import Canvas, Picture, Point
from scenes.drawing.hands import FINEST, Cut, crease, finger, flesh, nail
from scenes.drawing.palette import SKIN, lighter

SLEEVE = Cut(cuff_mm=47.0, arm_mm=64.0, length_mm=300.0)
"""The sleeve, whose cuff is at WRIST."""
WRIST: Point = (101.0, -14.5)
WRIST_TURN = -0.27
"""The direction of the arm from the wrist on (rad): flat enough that it passes above the table."""


def fingers_picture(scale: float) -> Picture:
    """Paint what lies behind the card: fingers, back of the hand, wrist."""
    canvas = Canvas(-16, -52, 132, 34, min(scale, FINEST), SKIN, oversample=3 if scale < 3 else 2)
    for line in (
        [(56, 9), (38, 17), (20, 13), (3, 3)],
        [(56, 2), (36, 8), (16, 3), (-4, -5)],
        [(57, -6), (38, -3), (22, -8), (3, -13)],
        [(58, -13), (44, -13), (31, -16), (16, -20)],
    ):
        finger(canvas, [(float(x), float(y)) for x, y in line], (14.0, 12.6, 10.6), bare=0.12)
    flesh(
        canvas,
        [(50, 14), (66, 17), (84, 12), (108, 3), (124, -8), (114, -33), (94, -30), (74, -25), (57, -20), (51, -4)],
        0.6,
    )
    for x, y in ((52.5, 12.0), (51.5, 3.5), (52.5, -5.5), (55.0, -13.5)):
        crease(canvas, [(x + 0.6, y + 3.0), (x + 2.4, y), (x + 0.6, y - 3.0)], 0.8, 120)
        crease(canvas, [(x + 6.0, y + 0.4), (x + 18.0, 0.72 * y - 0.5)], 0.7, 45)
    canvas.bevel(2.4, light=0.12, shade=0.18)
    return canvas.finish()


def thumb_picture(scale: float) -> Picture:
    """Paint what lies before the card: the thumb."""
    canvas = Canvas(-10, -24, 96, 30, min(scale, FINEST), SKIN, oversample=3 if scale < 3 else 2)
    finger(canvas, [(84, -14), (62, -4), (38, 10), (19, 10), (3, 3)], (9.0, 19.0, 17.0, 14.0, 12.0), bare=0.3)
    nail(canvas, (2.2, 4.4), 4.2, 3.3)
    for x in (19.0, 22.0):
        crease(canvas, [(x, 13.5), (x + 1.4, 10.5), (x + 0.8, 7.0)], 0.7, 80)
    canvas.line([(70, -2), (56, 5), (44, 11)], lighter(SKIN, 0.2), 1.4, 90)
    canvas.bevel(2.0, light=0.12, shade=0.16)
    return canvas.finish()
