"""A right hand seen from above, pointing up; the point that it covers is the origin. Mirror it for a left one."""

from __future__ import annotations

from scenes.drawing.canvas import Canvas, Picture, Point
from scenes.drawing.hands import FINEST, Cut, crease, cuff_edge, finger, flesh, nail
from scenes.drawing.palette import SKIN, lighter

WRIST: Point = (0.0, -122.0)
"""The middle of the cuff; the arm goes straight back from there."""
_SPREAD: tuple[tuple[Point, ...], ...] = (
    ((-24, -58), (-31, -26), (-35, -4)),
    ((-9, -54), (-12, -16), (-14, 13)),
    ((7, -54), (8, -12), (9, 20)),
    ((22, -58), (27, -22), (31, 4)),
)
_CLOSED: tuple[tuple[Point, ...], ...] = (
    ((-21, -58), (-22, -30), (-18, -10)),
    ((-8, -56), (-8, -24), (-7, 0)),
    ((6, -56), (6, -22), (5, 3)),
    ((19, -60), (19, -30), (16, -6)),
)


def sleeve(striped: bool) -> Cut:
    """Return the cut of a sleeve; that of the second member of a team is striped."""
    return Cut(cuff_mm=72.0, arm_mm=132.0, length_mm=340.0, striped=striped)


def _hand(scale: float, fingers: tuple[tuple[Point, ...], ...], thumb: tuple[Point, ...]) -> Picture:
    canvas = Canvas(-74, -146, 56, 36, min(scale, FINEST), SKIN, oversample=3 if scale < 2 else 2)
    finger(canvas, thumb, (21.0, 19.0, 17.0, 14.5), bare=0.2)
    x, y = thumb[-1]
    nail(canvas, (x, y + 2.6), 4.6, 5.4)
    for line in fingers:
        finger(canvas, line, (17.0, 16.0, 13.4), bare=0.25)
    flesh(
        canvas,
        [
            (-30, -60), (-27, -48), (-15, -41), (0, -38.5), (15, -41), (28, -49), (33, -62), (31, -88),
            (26, -110), (27, -140), (-26, -140), (-26, -112), (-33, -90),
        ],
        0.7,
    )  # fmt: skip
    # Only between the fingers is there a line: where they begin, they go on as the back of the hand.
    for (x, y), (mx, my), (tx, ty) in ((line[0], line[1], line[-1]) for line in fingers):
        for share in (0.30, 0.42, 0.54):
            canvas.disc((x + share * (mx - x), y + share * (my - y)), 6.5 - 3.0 * abs(share - 0.42), SKIN)
        canvas.disc((x - 1.0, y + 9.0), 4.6, lighter(SKIN, 0.10))
        crease(canvas, [(x - 4.5, y + 8.0), (x, y + 10.0), (x + 4.5, y + 8.0)], 1.0, 100)
        for off in (-1.6, 1.6):
            crease(canvas, [(mx - 4.5, my + off), (mx, my + off + 0.8), (mx + 4.5, my + off)], 0.8, 80)
        canvas.line([(x * 0.9, y - 2), (x * 0.55, y - 26)], lighter(SKIN, 0.16), 3.0, 110)
        nail(canvas, (tx, ty + 2.8), 4.2, 5.2)
    # The cuff lies over the wrist, although the sleeve is drawn below what the hand holds.
    edge = [(WRIST[0] + y, WRIST[1] - x) for x, y in cuff_edge(sleeve(striped=False))]
    canvas.cut([*edge, (edge[-1][0], -150), (edge[0][0], -150)], 0)
    canvas.bevel(3.0, light=0.14, shade=0.22)
    return canvas.finish()


def open_picture(scale: float) -> Picture:
    """Paint a hand with spread fingers, as when reaching."""
    return _hand(scale, _SPREAD, ((-16, -100), (-36, -78), (-53, -62), (-63, -44)))


def grip_picture(scale: float) -> Picture:
    """Paint a hand with closed fingers on a card, the thumb below its edge."""
    return _hand(scale, _CLOSED, ((-14, -102), (-34, -76), (-38, -54), (-32, -30)))
