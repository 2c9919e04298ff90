"""Faces of players, drawn in code: of people and of wooden bots, each seat with a hat and a coat of its own.

A face is drawn in a square of 100 units, y up, its middle at the origin. A child has a small head and large eyes, a
skilled player a moustache, or a monocle.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from scenes.drawing import palette
from scenes.drawing.canvas import Canvas
from scenes.drawing.palette import BRASS, INK, SKIN, SKIN_LINE, STEEL, YARD, Colour, darker, lighter, mix, rgb

if TYPE_CHECKING:
    from PIL import Image

Point = tuple[float, float]

SKINS = (SKIN, rgb("#c98d62"), rgb("#f4d3b4"), rgb("#8a5a3c"))
HAIR = (rgb("#6b4226"), rgb("#2b2320"), rgb("#c8893b"), rgb("#8f8f94"))
EYE = (250, 248, 242)
CHILDS_HEAD = 0.84
EYES = {"child": 5.6, "casual": 4.0, "skilled": 3.8}
"""The radius of an eye."""


@lru_cache(maxsize=128)
def face(index: int, colours: int, is_person: bool, profile: str, side: int) -> Image.Image:
    """Paint the face of the player in seat `index`, `side` pixels wide and high.

    colours: there are that many at the table, which go round. profile: child, casual or skilled.
    """
    colour = palette.PLAYERS[index % colours % len(palette.PLAYERS)]
    canvas = Canvas(-50, -50, 50, 50, side / 100, lighter(colour, 0.72), oversample=3)
    canvas.cut_disc((0, 0), 49)
    canvas.disc((0, -62), 44, colour)
    canvas.ring((0, -62), 44, darker(colour, 0.35), 2.0)
    size = CHILDS_HEAD if profile == "child" else 1.0
    if is_person:
        _person(canvas, index, profile, size)
    else:
        _bot(canvas, profile, size)
    HATS[index % len(HATS)](canvas, colour, size)
    canvas.ring((0, 0), 48.4, darker(colour, 0.1), 2.2)
    return canvas.finish().image.resize((side, side))


palette.forget_on_use(face.cache_clear)


def _person(canvas: Canvas, index: int, profile: str, size: float) -> None:
    skin, hair = SKINS[index % len(SKINS)], HAIR[index % len(HAIR)]
    line = mix(skin, SKIN_LINE, 0.6)
    canvas.disc((0, -22), 9, darker(skin, 0.14), radius_y=14)
    for x in (-1, 1):
        canvas.disc((x * 22 * size, 0), 5.5 * size, darker(skin, 0.1))
    canvas.disc((0, 5 * size), 23 * size, hair, radius_y=26 * size)
    canvas.disc((0, 0), 21.5 * size, skin, radius_y=25 * size)
    for x in (-1, 1):
        _eye(canvas, (x * 8.6 * size, 3 * size), EYES.get(profile, 4.0))
        canvas.disc((x * 13 * size, -8 * size), 4.2 * size, (226, 110, 96), 70)
    canvas.line(_bow((0, 0.5 * size), 3.0 * size, -4.5 * size), line, 1.6)
    canvas.line(_bow((0, -11 * size), 8.5 * size, -4.5 * size), darker(line, 0.25), 2.2)
    if profile == "skilled":
        for x in (-1, 1):
            tip = [(0, -7), (x * 6, -6), (x * 13, -4.5), (x * 16, -1.5), (x * 11, -9.5), (x * 5, -10.5), (0, -9)]
            canvas.fill(tip, hair)
    if profile == "child":
        for across, y in ((-7.8, -5.0), (-4.6, -6.5), (7.8, -5.0), (4.6, -6.5)):
            canvas.disc((across * size, y * size), 0.9, line)


def _bot(canvas: Canvas, profile: str, size: float) -> None:
    wood, edge = YARD, darker(YARD, 0.45)
    canvas.fill(_box(5, -32, -14), STEEL)
    for y in (-28, -23, -18):
        canvas.line([(-5, y), (5, y)], darker(STEEL, 0.35), 1.2)
    for x in (-1, 1):
        canvas.disc((x * 23 * size, 0), 4.5 * size, BRASS)
        canvas.ring((x * 23 * size, 0), 4.5 * size, darker(BRASS, 0.4), 1.2)
    canvas.fill(_box(22 * size, -22 * size, 19 * size), wood)
    for y in (-12, 1, 14):
        canvas.line([(-21 * size, y * size), (21 * size, (y + 0.8) * size)], darker(wood, 0.13), 0.9)
    canvas.line([*_box(22 * size, -22 * size, 19 * size), (-22 * size, -22 * size)], edge, 1.8)
    for x in (-1, 1):
        centre = (x * 9 * size, 4 * size)
        canvas.disc(centre, 7.2 * size, BRASS)
        canvas.disc(centre, 5.4 * size, darker(wood, 0.75))
        canvas.disc(centre, 0.62 * EYES.get(profile, 4.0), lighter(BRASS, 0.7))
        for y in (-18, 15):
            canvas.disc((x * 18 * size, y * size), 1.5, darker(BRASS, 0.2))
    canvas.line([(-9 * size, -12 * size), (9 * size, -12 * size)], edge, 5.0)
    for x in (-6, -2, 2, 6):
        canvas.line([(x * size, -9.6 * size), (x * size, -14.4 * size)], wood, 1.0)
    if profile == "skilled":
        canvas.ring((9 * size, 4 * size), 9.4 * size, darker(BRASS, 0.35), 1.8)
        canvas.line([(17 * size, 0), (19 * size, -12 * size), (18 * size, -24 * size)], darker(BRASS, 0.35), 1.1)


def _eye(canvas: Canvas, centre: Point, radius: float) -> None:
    canvas.disc(centre, radius, EYE)
    canvas.disc((centre[0] + 0.12 * radius, centre[1] - 0.1 * radius), 0.62 * radius, INK)
    canvas.disc((centre[0] + 0.35 * radius, centre[1] + 0.2 * radius), 0.2 * radius, EYE)


def _bow(centre: Point, half: float, depth: float) -> list[Point]:
    """Return a curve through the middle, `half` wide to each side, whose middle is `depth` above its ends."""
    return [(centre[0] + half * t, centre[1] + depth * (1 - t * t)) for t in (s / 8 for s in range(-8, 9))]


def _box(half: float, bottom: float, top: float) -> list[Point]:
    return [(-half, bottom), (half, bottom), (half, top), (-half, top)]


def _dome(half: float, bottom: float, high: float) -> list[Point]:
    return [(half * math.cos(a), bottom + high * math.sin(a)) for a in (math.pi * s / 16 for s in range(17))]


def _cap(canvas: Canvas, colour: Colour, size: float) -> None:
    """Draw a sailor's cap: a white dome on a band."""
    foot = 14 * size
    canvas.fill(_dome(25 * size, foot + 5 * size, 15 * size), EYE)
    canvas.fill(_box(23 * size, foot, foot + 7 * size), colour)
    canvas.line([(-23 * size, foot), (23 * size, foot)], darker(colour, 0.4), 1.4)


def _scarf(canvas: Canvas, colour: Colour, size: float) -> None:
    """Draw a spotted headscarf with a knot at the side."""
    foot = 11 * size
    canvas.fill([(20 * size, foot), (33 * size, foot - 4), (28 * size, foot + 4), (34 * size, foot + 8)], colour)
    canvas.fill(_dome(23.5 * size, foot, 18 * size), colour)
    for x, y in ((-14, 4), (-5, 10), (5, 4), (14, 8), (-2, 1.5)):
        canvas.disc((x * size, foot + y * size), 1.9 * size, EYE)
    canvas.line([(-23 * size, foot), (23 * size, foot)], darker(colour, 0.4), 1.6)


def _tricorne(canvas: Canvas, colour: Colour, size: float) -> None:
    """Draw a captain's hat with a brass edge."""
    foot = 13 * size
    canvas.fill(_dome(19 * size, foot, 19 * size), darker(colour, 0.2))
    brim = [(t * 31 * size, foot - 2 + 11 * size * abs(t) ** 1.6) for t in (s / 10 for s in range(-10, 11))]
    upper = [(t * 31 * size, foot + 9 * size + 3 * size * abs(t)) for t in (s / 10 for s in range(10, -11, -1))]
    canvas.fill([*brim, *upper], colour)
    canvas.line(upper, BRASS, 2.0)
    canvas.disc((0, foot + 5 * size), 3.0 * size, BRASS)


def _bobble(canvas: Canvas, colour: Colour, size: float) -> None:
    """Draw a knitted cap with a bobble."""
    foot = 11 * size
    canvas.fill(_dome(23.5 * size, foot + 3, 18 * size), colour)
    for x in (-12, -4, 4, 12):
        canvas.line([(x * size, foot + 4), (0.55 * x * size, foot + 18 * size)], darker(colour, 0.22), 1.3)
    canvas.fill(_box(24.5 * size, foot, foot + 6 * size), lighter(colour, 0.35))
    canvas.disc((0, foot + 23 * size), 5.2 * size, lighter(colour, 0.6))


def _straw(canvas: Canvas, colour: Colour, size: float) -> None:
    """Draw a straw hat with a ribbon."""
    foot, straw = 13 * size, rgb("#e9cf8f")
    canvas.fill(_dome(19 * size, foot + 2, 17 * size), straw)
    canvas.fill(_box(19 * size, foot + 2, foot + 7 * size), colour)
    canvas.disc((0, foot + 1), 32 * size, straw, radius_y=4.4 * size)
    canvas.ring((0, foot + 1), 32 * size, darker(straw, 0.35), 1.2, radius_y=4.4 * size)


def _feather(canvas: Canvas, colour: Colour, size: float) -> None:
    """Draw a headband with a feather."""
    foot = 12 * size
    quill = [(10, foot), (15, foot + 12), (24, foot + 22), (25, foot + 12), (17, foot + 2)]
    canvas.fill(quill, lighter(colour, 0.45))
    canvas.line([(11, foot), (23, foot + 20)], darker(colour, 0.2), 1.3)
    canvas.fill(_box(22.5 * size, foot, foot + 6.5 * size), colour)
    for x in (-15, -5, 5, 15):
        canvas.disc((x * size, foot + 3.2 * size), 1.7 * size, BRASS)


HATS = (_cap, _scarf, _tricorne, _bobble, _straw, _feather)
