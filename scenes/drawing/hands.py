"""Fingers, flesh and sleeves: what the hands of all games are painted with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PIL import Image

from scenes.drawing.canvas import Array, Canvas, Picture, Point
from scenes.drawing.palette import SKIN, SKIN_LINE, Colour, darker, lighter

NAIL = lighter(SKIN, 0.45)
FINEST = 5.0
"""Hands are painted with at most this many pixels a millimetre: nearer, their soft shading needs no more."""
MOST_ACROSS = 240.0
"""Sleeves are painted with at most this many pixels across."""
OUTLINE = 0.055
"""The width of the dark line around a finger, as a share of the finger's width."""
TONES = ((1.0, 0.0, darker(SKIN, 0.16)), (0.88, 0.05, darker(SKIN, 0.06)), (0.72, 0.10, SKIN),
         (0.40, 0.16, lighter(SKIN, 0.13)))  # fmt: skip
"""The tones of a finger, from its edge to where the light falls: share of its width, shift to the light, colour."""
CUFF_LONG, CUFF_MORE, CUFF_BULGE = 0.32, 0.03, 0.09
"""The length of a turned-up cuff, how much it is wider than the sleeve on each side, and how far the middle of its edge
is before the sides, as shares of the cuff's width."""
SLICE_MM = 8.0
"""The length of the piece of a sleeve that is drawn out to the edge of the window."""
FADED = 0.95
"""The share of a forearm's painted length at which it has faded out."""
STEPS = 8


def smooth(points: Sequence[Point], closed: bool = False) -> list[Point]:
    """Return a smooth line through all points (Catmull-Rom), with STEPS parts between two of them."""
    ends = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    line: list[Point] = []
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(STEPS):
            t = step / STEPS
            p, q, r, s = -t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2
            line.append(((p * ax + q * bx + r * cx + s * dx) / 2, (p * ay + q * by + r * cy + s * dy) / 2))
    return line if closed else [*line, points[-1]]


def finger(canvas: Canvas, points: Sequence[Point], widths: Sequence[float], bare: float = 0.0) -> None:
    """Draw a finger along `points`, rounded and lit from the upper left, outlined, and part of the mask.

    widths: from where it begins to its tip, evenly spaced (mm). bare: the share of its length, from the beginning, that
    has no outline because it lies in the hand.
    """
    line = smooth(points)
    radii: list[float] = [
        float(width) / 2 for width in np.interp(np.linspace(0, 1, len(line)), np.linspace(0, 1, len(widths)), widths)
    ]
    rim, first = OUTLINE * max(widths), round(bare * len(line))
    # What makes it round begins gently where it leaves the hand.
    begins = np.clip(0.7 + 0.3 * (np.arange(len(line)) - first) / 6, 0.7, 1.0) if bare else np.ones(len(line))
    rounded = [radius * float(share) for radius, share in zip(radii, begins, strict=True)][first:]
    _stroke(canvas, line[first:], [radius + rim for radius in rounded], SKIN_LINE, True)
    for share, shift, tone in TONES:
        begin = 0 if tone == SKIN else first
        thick = radii if tone == SKIN else rounded
        moved = [(x - shift * r, y + shift * r) for (x, y), r in zip(line[begin:], thick, strict=True)]
        _stroke(canvas, moved, [share * radius for radius in thick], tone, False)


def _stroke(canvas: Canvas, line: Sequence[Point], radii: Sequence[float], tone: Colour, cut: bool) -> None:
    """Draw a line with round ends that is as wide as twice the radius at each of its points."""
    for point, radius in zip(line, radii, strict=True):
        canvas.disc(point, radius, tone)
        if cut:
            canvas.cut_disc(point, radius)
    for (a, b), (p, q) in zip(pairwise(line), pairwise(radii), strict=True):
        length = math.dist(a, b) or 1.0
        nx, ny = (a[1] - b[1]) / length, (b[0] - a[0]) / length
        quad = [
            (a[0] + nx * p, a[1] + ny * p),
            (b[0] + nx * q, b[1] + ny * q),
            (b[0] - nx * q, b[1] - ny * q),
            (a[0] - nx * p, a[1] - ny * p),
        ]
        canvas.fill(quad, tone)
        if cut:
            canvas.cut(quad)


def flesh(canvas: Canvas, outline: Sequence[Point], rim: float) -> None:
    """Draw the body of a hand: the smooth shape through `outline`, filled, with a dark line `rim` mm wide around it."""
    line = smooth(outline, closed=True)
    canvas.cut(line)
    canvas.line([*line, line[0]], SKIN_LINE, 2 * rim)
    canvas.fill(line, SKIN)


def nail(canvas: Canvas, centre: Point, radius: float, radius_y: float) -> None:
    """Draw a finger's nail."""
    canvas.disc(centre, radius + 0.12 * radius, SKIN_LINE, 110, radius_y + 0.12 * radius)
    canvas.disc(centre, radius, NAIL, 255, radius_y)
    canvas.disc((centre[0] - 0.25 * radius, centre[1] + 0.25 * radius_y), 0.45 * radius, (255, 255, 255), 90)


def crease(canvas: Canvas, points: Sequence[Point], width: float, alpha: int = 110) -> None:
    """Draw a line of the hand."""
    canvas.line(smooth(points), SKIN_LINE, width, alpha)


# ------------------------------------------------------------------------------------------------ sleeves


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a sleeve.

    cuff_mm, arm_mm: its width at the cuff, and from `length_mm` on. striped: it has dark stripes along the arm.
    """

    cuff_mm: float
    arm_mm: float
    length_mm: float
    striped: bool = False


def cuff_edge(cut: Cut) -> list[Point]:
    """Return the edge of a cuff as it is seen (mm), from one side to the other; the arm lies along x."""
    half = (0.5 + CUFF_MORE) * cut.cuff_mm
    turns = np.linspace(-math.pi / 2, math.pi / 2, 25)
    return [(-CUFF_BULGE * cut.cuff_mm * math.cos(turn), half * math.sin(turn)) for turn in turns]


def sleeve_picture(cut: Cut, scale: float) -> Picture:
    """Paint a sleeve from the cuff to where it has its full width, white so that it can be tinted.

    The arm lies along x, and the origin is the middle of the cuff's edge. `shaft_picture` goes on where this ends.
    """
    bulge, turned_up = CUFF_BULGE * cut.cuff_mm, CUFF_LONG * cut.cuff_mm
    canvas = _cloth(cut, -bulge, cut.length_mm, scale)
    # Beyond the right edge of the canvas, so that nothing is left free where the shaft begins.
    along = np.array([0.0, turned_up, turned_up + 1e-6, cut.length_mm, cut.length_mm + SLICE_MM])
    side = list(zip(along.tolist(), _half_width(cut, along - 1e-9).tolist(), strict=True))
    canvas.cut([*cuff_edge(cut), *side, *((x, -y) for x, y in reversed(side))])
    x, y = canvas.positions()
    across = y / _half_width(cut, x)
    folds = np.ones_like(across)
    for share, bend, depth in ((0.20, 0.10, 0.10), (0.27, -0.06, 0.08), (0.45, 0.12, 0.06), (0.62, -0.10, 0.05)):
        off = (x - cut.length_mm * share - bend * cut.arm_mm * across**2 - 0.10 * cut.arm_mm * across) / (
            0.05 * cut.arm_mm
        )
        folds = folds - depth * np.exp(-(off**2)) * np.clip(1.1 - np.abs(across - 0.3 * np.sign(bend)), 0, 1)
    hem = 1 - 0.34 * np.exp(-(((x - turned_up) / (0.018 * cut.cuff_mm)) ** 2))
    ribs = 1 - 0.07 * (0.5 + 0.5 * np.sin(across * 26.0)) * (x < turned_up)
    lip = 1 - 0.22 * np.exp(-(((x + bulge * np.sqrt(np.clip(1 - across**2, 0, 1))) / (0.05 * cut.cuff_mm)) ** 2))
    canvas.tint(folds * hem * ribs * lip)
    return canvas.finish()


def shaft_picture(cut: Cut, scale: float) -> Picture:
    """Paint SLICE_MM of the sleeve where it has its full width, as in `sleeve_picture`; it may be drawn out along x."""
    half = cut.arm_mm / 2
    canvas = _cloth(cut, cut.length_mm, cut.length_mm + SLICE_MM, scale)
    beyond = cut.length_mm + 2 * SLICE_MM
    canvas.cut([(0.0, half), (beyond, half), (beyond, -half), (0.0, -half)])
    picture = canvas.finish()
    # Without the margins at both ends: drawn out, they would be wide gaps.
    wide = max(1, round(SLICE_MM * picture.scale))
    return Picture(picture.image.crop((2, 0, 2 + wide, picture.image.height)), (0.0, picture.anchor[1]), picture.scale)


def forearm_picture(cut: Cut, scale: float) -> Picture:
    """Paint a sleeve as in `sleeve_picture` that fades out from where the cuff ends to where it has its full width."""
    picture = sleeve_picture(cut, scale)
    wide, high = picture.image.size
    along = (np.arange(wide) + 0.5 - picture.anchor[0]) / picture.scale / cut.length_mm
    shown = np.clip((FADED - along) / (FADED - CUFF_LONG), 0.0, 1.0)
    alpha = np.asarray(picture.image.getchannel("A")) * shown[None, :]
    picture.image.putalpha(Image.fromarray(np.broadcast_to(alpha, (high, wide)).round().astype(np.uint8)))
    return picture


def _half_width(cut: Cut, x: Array) -> Array:
    """Return half the sleeve's width (mm) at distances `x` from the cuff's edge (mm); the cuff is turned up."""
    share = np.clip(x / cut.length_mm, 0, 1)
    half: Array = (cut.cuff_mm + (cut.arm_mm - cut.cuff_mm) * share) / 2
    return half + CUFF_MORE * cut.cuff_mm * (x < CUFF_LONG * cut.cuff_mm)


def _cloth(cut: Cut, left: float, right: float, scale: float) -> Canvas:
    """Return a canvas of cloth, round like an arm, with a dark edge."""
    scale = min(scale, MOST_ACROSS / cut.arm_mm)
    oversample = 4 if scale < 1 else 2
    canvas = Canvas(left, -cut.arm_mm / 2, right, cut.arm_mm / 2, scale, (255, 255, 255), oversample)
    x, y = canvas.positions()
    half = _half_width(cut, x)
    across = np.abs(y) / half
    shade = 1.0 - 0.36 * np.clip(across, 0, 1.1) ** 2.6
    if cut.striped:
        shade = shade * np.where(
            (across < 0.10) | (np.abs(across - 0.38) < 0.10) | (np.abs(across - 0.75) < 0.09), 0.45, 1
        )
    edge = np.clip((np.abs(y) - half + 0.020 * cut.arm_mm) / (0.010 * cut.arm_mm), 0, 1)
    canvas.tint(shade * (1 - 0.55 * edge))
    return canvas
