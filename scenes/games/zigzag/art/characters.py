"""The creatures of ZIGZAG: four elements, four landscapes, three accessories, original drawings. Millimetres, y up."""

from __future__ import annotations

import math

from PIL import Image

from scenes.drawing.palette import ELEMENTS, INK, LANDS, Colour, darker, lighter, mix
from scenes.games.zigzag.art.ink import Ink, Point

WIDE, HIGH = 63.5, 88.9
BAND = 21.0
"""The height of a card's foot with its letters (mm)."""
WHITE: Colour = (255, 255, 255)
_LEFT, _RIGHT, _TOP = -WIDE / 2, WIDE / 2, HIGH / 2


def landscape(name: str, scale: float) -> Image.Image:
    """Paint the landscape behind a creature."""
    ink, tone = Ink(WIDE, HIGH, scale), LANDS[name]
    ink.box(_LEFT - 1, -HIGH / 2 - 1, _RIGHT + 1, _TOP + 1, lighter(tone, 0.45))
    {"blue": _sea, "yellow": _desert, "green": _meadow, "pink": _mountains}[name](ink, tone)
    return ink.done()


def _sea(ink: Ink, tone: Colour) -> None:
    for row, share in enumerate((0.0, 0.14, 0.28)):
        level = 14.0 - 14.0 * row
        wave = [(x, level + 3.2 * math.sin((x + 9 * row) / 4.6)) for x in range(-34, 35)]
        ink.fill([*wave, (34, -60), (-34, -60)], darker(tone, share))
        ink.line(wave, lighter(tone, 0.75), 1.4)
    ink.fill([(-27, 31), (-17, 31), (-22, 42)], WHITE)
    ink.line([(-28, 30), (-16, 30)], darker(tone, 0.5), 2.0)


def _desert(ink: Ink, tone: Colour) -> None:
    ink.disc((-20, 33), 7.5, lighter(tone, 0.85))
    for a in range(8):
        x, y = math.cos(a * math.pi / 4), math.sin(a * math.pi / 4)
        ink.line([(-20 + 9.5 * x, 33 + 9.5 * y), (-20 + 12.5 * x, 33 + 12.5 * y)], lighter(tone, 0.85), 1.6)
    ink.fill([(4, 4), (20, 26), (36, 4)], darker(tone, 0.28))
    ink.fill([(20, 26), (36, 4), (24, 4)], darker(tone, 0.45))
    for row, share in enumerate((0.06, 0.2)):
        dune = [(x, 4 - 15 * row + 5 * math.sin((x + 30 * row) / 13)) for x in range(-34, 35)]
        ink.fill([*dune, (34, -60), (-34, -60)], darker(tone, share))


def _meadow(ink: Ink, tone: Colour) -> None:
    for row, share in enumerate((0.0, 0.22)):
        hill = [(x, 10 - 16 * row + 6 * math.sin((x + 25 * row) / 11)) for x in range(-34, 35)]
        ink.fill([*hill, (34, -60), (-34, -60)], darker(tone, share))
    for x, y, size in ((-25, 16, 1.0), (25, 22, 0.85), (-14, 24, 0.6)):
        ink.box(x - 1.2 * size, y - 8 * size, x + 1.2 * size, y, darker(tone, 0.75))
        for step in range(3):
            low = y - 3 + 6 * step * size
            half = (8.5 - 2 * step) * size
            ink.fill([(x - half, low), (x + half, low), (x, low + 10 * size)], darker(tone, 0.50))


def _mountains(ink: Ink, tone: Colour) -> None:
    for x, y, half, share in ((-20, 36, 22, 0.18), (20, 42, 26, 0.32)):
        ink.fill([(x - half, -24), (x, y), (x + half, -24)], darker(tone, share))
        cut = 10.0
        side = half * cut / (y + 24)
        jag = [(x - side, y - cut), (x - side / 3, y - cut + 4), (x + side / 3, y - cut - 1), (x + side, y - cut)]
        ink.fill([(x, y), *reversed(jag)], WHITE)
    ink.fill([(-34, -8), (-12, 2), (10, -8), (34, 0), (34, -60), (-34, -60)], darker(tone, 0.05))


# ------------------------------------------------------------------------------------------------ creatures


def creature(element: str, shades: bool, scale: float) -> Image.Image:
    """Paint the creature of an element. shades: with sunglasses."""
    ink, tone = Ink(WIDE, HIGH, scale), ELEMENTS[element]
    paint = {"water": _drop, "earth": _rock, "air": _cloud, "fire": _flame}[element]
    # A pale rim, a dark line, then the body, so that it stands out from any landscape.
    paint(ink, 2.6, WHITE, True)
    paint(ink, 1.3, darker(tone, 0.72), True)
    paint(ink, 0.0, tone, False)
    _face(ink, 6.0 if element != "fire" else 0.0, shades, tone)
    return ink.done()


def _drop(ink: Ink, grow: float, tone: Colour, bare: bool) -> None:
    ink.disc((0, 0), 18.5 + grow, tone)
    half = 15.6 + grow
    ink.fill([(-half, 10), (-8 - grow, 21), (0, 38 + 1.8 * grow), (8 + grow, 21), (half, 10)], tone)
    if not bare:
        ink.disc((-8, -7), 4.0, lighter(tone, 0.65), 6.5)
        ink.line([(-3.4, 25), (-1.2, 31)], lighter(tone, 0.65), 1.8)


def _rock(ink: Ink, grow: float, tone: Colour, bare: bool) -> None:
    shape = [(-22, -15), (-21, 4), (-13, 18), (2, 22), (15, 17), (22, 3), (21, -15), (12, -20), (-13, -20)]
    middle = (0.0, 0.0)
    ink.fill([_out(point, middle, grow) for point in shape], tone)
    ink.line([(0, 20), (0, 29)], (58, 122, 60) if not bare else tone, 2.2 + 2 * grow)
    for side in (-1, 1):
        leaf = [(0, 27), (side * 4, 35), (side * 13, 37), (side * 9, 29)]
        ink.fill([_out(p, (side * 6, 32), grow) for p in leaf], (82, 158, 70) if not bare else tone)
    if not bare:
        for a, b in (((-17, 2), (-12, -4)), ((12, -11), (17, -6)), ((-9, -15), (-3, -13))):
            ink.line([a, b], darker(tone, 0.4), 1.3)


def _cloud(ink: Ink, grow: float, tone: Colour, bare: bool) -> None:
    for x, y, r in ((-14, -6, 11), (14, -6, 11), (-9, 8, 12), (9, 9, 13), (0, -7, 13), (0, 16, 10)):
        ink.disc((x, y), r + grow, tone)
    if not bare:
        ink.arc((16, 24), 7, 150, 420, darker(tone, 0.55), 2.2)
        ink.arc((18.5, 24), 3.2, 150, 380, darker(tone, 0.55), 1.8)
        ink.line([(-25, -17), (-8, -17)], darker(tone, 0.28), 1.6)


def _flame(ink: Ink, grow: float, tone: Colour, bare: bool) -> None:
    shape = [(-17, -14), (-20, 0), (-16, 12), (-14, 24), (-8, 15), (-3, 26), (3, 39), (6, 24), (10, 15), (14, 23),
             (17, 11), (20, -1), (16, -14), (8, -20), (-8, -20)]  # fmt: skip
    ink.fill([_out(point, (0, 4), grow * 1.25) for point in shape], tone)
    if not bare:
        inner = [(0.62 * x, -4 + 0.62 * (y + 2)) for x, y in shape]
        ink.fill([(x, y - 3) for x, y in inner], mix(tone, (255, 236, 120), 0.75))


def _out(point: Point, middle: Point, grow: float) -> Point:
    dx, dy = point[0] - middle[0], point[1] - middle[1]
    length = math.hypot(dx, dy) or 1.0
    return point[0] + dx / length * grow, point[1] + dy / length * grow


def _face(ink: Ink, y: float, shades: bool, tone: Colour) -> None:
    y -= 2.0
    if shades:
        for side in (-1, 1):
            x = side * 8.4
            ink.box(x - 8.2, y - 6.2, x + 8.2, y + 5.6, WHITE, 4.6)
            ink.box(x - 7.2, y - 5.2, x + 7.2, y + 4.6, (16, 20, 26), 3.8)
            ink.line([(x - 4, y - 1), (x - 1, y + 2.4)], (150, 170, 190), 1.5)
        ink.line([(-3, y + 2), (3, y + 2)], (16, 20, 26), 2.2)
        for side in (-1, 1):
            ink.line([(side * 15, y + 2.6), (side * 20, y + 4.4)], (16, 20, 26), 2.0)
    else:
        for side in (-1, 1):
            ink.disc((side * 6.6, y), 5.2, INK)
            ink.disc((side * 6.6, y), 4.5, WHITE)
            ink.disc((side * 6.0, y - 0.6), 2.3, INK)
    ink.arc((0, y - 6.5), 5.4, 15, 165, darker(tone, 0.8), 1.7)


# ------------------------------------------------------------------------------------------------ accessories


def possession(name: str, scale: float) -> Image.Image | None:
    """Paint a cocktail or a suitcase beside the creature. Returns None for any other name."""
    if name not in ("cocktail", "suitcase"):
        return None
    ink = Ink(WIDE, HIGH, scale)
    (_cocktail if name == "cocktail" else _suitcase)(ink)
    return ink.done()


def _cocktail(ink: Ink) -> None:
    x, y = 20.0, 12.0
    for grow, glass in ((1.5, WHITE), (0.6, INK)):
        ink.fill([(x - 10 - grow, y + 9 + grow), (x + 10 + grow, y + 9 + grow), (x, y - 5 - 1.6 * grow)], glass)
        ink.line([(x, y - 3), (x, y - 19)], glass, 1.8 + 2 * grow)
        ink.line([(x - 6, y - 20), (x + 6, y - 20)], glass, 2.0 + 2 * grow)
    ink.fill([(x - 8.6, y + 8.3), (x + 8.6, y + 8.3), (x, y - 3.8)], (226, 240, 246))
    ink.fill([(x - 6.0, y + 5), (x + 6.0, y + 5), (x, y - 3.6)], (226, 62, 96))
    ink.line([(x + 1, y + 1), (x + 8, y + 19)], INK, 2.4)
    ink.line([(x + 1, y + 1), (x + 8, y + 19)], (255, 206, 60), 1.4)
    ink.disc((x - 8, y + 10), 4.0, INK)
    ink.disc((x - 8, y + 10), 3.2, (255, 170, 40))


def _suitcase(ink: Ink) -> None:
    x, y = 17.0, -13.5
    ink.box(x - 14, y - 10, x + 14, y + 10, WHITE, 3.5)
    ink.arc((x, y + 9), 6.4, 180, 360, WHITE, 5.0)
    ink.arc((x, y + 9), 5.8, 180, 360, INK, 2.6)
    ink.box(x - 12.8, y - 8.8, x + 12.8, y + 8.8, INK, 3.0)
    ink.box(x - 11.8, y - 7.8, x + 11.8, y + 7.8, (150, 84, 40), 2.2)
    for side in (-7.5, 7.5):
        ink.box(x + side - 1.6, y - 7.8, x + side + 1.6, y + 7.8, (214, 170, 92))
    ink.disc((x, y), 2.0, (244, 214, 130))
