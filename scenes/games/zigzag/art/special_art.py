"""The signs of the special cards of ZIGZAG, each with a shape of its own. Millimetres, y up."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image

from scenes.drawing.palette import BRASS, CARD_PAPER, ELEMENTS, INK, LANDS, POWER, STOP, Colour, darker, lighter
from scenes.games.zigzag.art.characters import BAND, HIGH, WHITE, WIDE
from scenes.games.zigzag.art.ink import Ink, Point
from scenes.layout.text import write

MIDDLE_Y = BAND / 2
"""The middle of the card's part above the foot (mm)."""


def sign(face: str, scale: float) -> Image.Image:
    """Paint the sign of a special card on a transparent ground."""
    ink = Ink(WIDE, HIGH, scale)
    paint = SIGNS.get(face)
    if paint is not None:
        paint(ink)
    picture = ink.done()
    words = {"z": "Z", "plus_one": "+1", "minus_one": "−1", "ten_seconds": "10"}.get(face)
    if words is not None:
        size = {"Z": 60, "10": 19}.get(words, 40)
        tone = INK if face == "ten_seconds" else WHITE
        spot = picture.width / 2, picture.height / 2 - MIDDLE_Y * scale
        write(picture, spot, words, round(size * scale * 0.9), tone, bold=True, anchor="mm")
    return picture


def _octagon(radius: float) -> list[Point]:
    turns = [math.pi / 8 + math.pi / 4 * n for n in range(8)]
    return [(radius * math.cos(t), MIDDLE_Y + radius * math.sin(t)) for t in turns]


def _stop(ink: Ink) -> None:
    for radius, tone in ((30.0, darker(STOP, 0.3)), (29.0, WHITE), (26.6, STOP)):
        ink.fill(_octagon(radius), tone)


def _stop_character(ink: Ink) -> None:
    _stop(ink)
    y = MIDDLE_Y - 5
    ink.disc((0, y), 12.5, WHITE)
    ink.fill([(-10.6, y + 7), (-5, y + 15), (0, y + 24), (5, y + 15), (10.6, y + 7)], WHITE)
    for side in (-1, 1):
        ink.disc((side * 4.5, y + 3), 2.6, STOP)
    ink.arc((0, y - 1), 5, 20, 160, STOP, 2.0)


def _stop_accessory(ink: Ink) -> None:
    _stop(ink)
    y = MIDDLE_Y
    for side in (-1, 1):
        ink.box(side * 9.5 - 8, y - 7, side * 9.5 + 8, y + 6, WHITE, 4.5)
        ink.line([(side * 16, y + 4), (side * 21, y + 9)], WHITE, 2.8)
    ink.line([(-4, y + 3), (4, y + 3)], WHITE, 2.8)


def _stop_landscape(ink: Ink) -> None:
    _stop(ink)
    y = MIDDLE_Y - 11
    ink.fill([(-20, y), (-8, y + 20), (-1, y + 9), (6, y + 16), (20, y)], WHITE)
    ink.disc((11, y + 23), 4.6, WHITE)


def _joker(ink: Ink) -> None:
    y = MIDDLE_Y - 12
    horns = (((-24, y + 24), LANDS["blue"]), ((0, y + 36), LANDS["yellow"]), ((24, y + 24), LANDS["pink"]))
    for (x, top), tone in horns:
        base = [(-13 + x * 0.2, y + 4), (13 + x * 0.2, y + 4)]
        ink.fill([base[0], (x, top), base[1]], INK)
        ink.fill([(base[0][0] + 1.4, y + 4), (x * 0.94, top - 3), (base[1][0] - 1.4, y + 4)], tone)
        ink.disc((x, top), 3.8, INK)
        ink.disc((x, top), 2.9, BRASS)
    ink.disc((0, y - 2), 14.5, INK)
    ink.disc((0, y - 2), 13.5, CARD_PAPER)
    ink.box(-16, y + 3, 16, y + 9, INK, 3)
    ink.box(-15, y + 4, 15, y + 8, LANDS["green"], 2)
    for side in (-1, 1):
        ink.disc((side * 5, y - 1), 2.2, INK)
    ink.arc((0, y - 5), 6, 10, 170, INK, 1.8)


def _sheet(ink: Ink, x: float, y: float, tone: Colour) -> None:
    ink.box(x - 10, y - 14, x + 10, y + 14, INK, 2.4)
    ink.box(x - 9, y - 13, x + 9, y + 13, tone, 1.8)


def _arrow(ink: Ink, a: Point, b: Point, width: float, tone: Colour) -> None:
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    neck = b[0] - ux * width * 1.8, b[1] - uy * width * 1.8
    ink.line([a, neck], tone, width)
    nx, ny = -uy * width * 1.5, ux * width * 1.5
    ink.fill([b, (neck[0] + nx, neck[1] + ny), (neck[0] - nx, neck[1] - ny)], tone)


def _steal(ink: Ink) -> None:
    y = MIDDLE_Y
    _sheet(ink, 15, y + 9, darker(POWER, 0.2))
    _sheet(ink, 5, y + 4, darker(POWER, 0.05))
    _sheet(ink, -15, y - 9, WHITE)
    _arrow(ink, (9, y + 2), (-13, y - 9), 5.4, STOP)


def _swap(ink: Ink) -> None:
    y = MIDDLE_Y
    for side, dy in ((1, 8.0), (-1, -8.0)):
        _arrow(ink, (-side * 24, y + dy), (side * 25, y + dy), 8.0, darker(POWER, 0.35) if side > 0 else POWER)
    for x in (-17, 17):
        _sheet(ink, x, y + (22 if x > 0 else -22) * 0.0 + (19 if x < 0 else -19), WHITE)


def _disc(ink: Ink) -> None:
    ink.disc((0, MIDDLE_Y), 29.0, darker(POWER, 0.5))
    ink.disc((0, MIDDLE_Y), 27.6, POWER)


def _master(ink: Ink) -> None:
    y = MIDDLE_Y - 14
    crown = [(-22, y), (-25, y + 26), (-11, y + 13), (0, y + 33), (11, y + 13), (25, y + 26), (22, y)]
    ink.fill([(x * 1.05, y + (v - y) * 1.05 - 0.8) for x, v in crown], INK)
    ink.fill(crown, BRASS)
    for x, top in ((-25, 26), (0, 33), (25, 26)):
        ink.disc((x, y + top), 3.4, INK)
        ink.disc((x, y + top), 2.5, lighter(BRASS, 0.6))
    ink.box(-22, y - 6, 22, y, INK, 1.5)
    ink.box(-21, y - 5, 21, y - 1, darker(BRASS, 0.2), 1.0)
    _clocks(ink)


def _ten(ink: Ink) -> None:
    y = MIDDLE_Y
    ink.box(-5, y + 26, 5, y + 33, INK, 2)
    ink.disc((0, y), 28.0, INK)
    ink.disc((0, y), 25.0, WHITE)
    for step in range(12):
        t = step * math.pi / 6
        a, b = (20.5 if step % 3 else 18.0), 23.5
        ink.line([(a * math.cos(t), y + a * math.sin(t)), (b * math.cos(t), y + b * math.sin(t))], INK, 1.6)


def _peek(ink: Ink) -> None:
    y = MIDDLE_Y
    lid = [(28 * math.cos(t), y + 17 * math.sin(t)) for t in (math.pi * n / 24 for n in range(49))]
    edge = [(x * (1 - 0.10 * abs(x) / 28), v) for x, v in lid]
    ink.fill([(x * 1.06, y + (v - y) * 1.1) for x, v in edge], INK)
    ink.fill(edge, WHITE)
    ink.disc((0, y), 13.0, INK)
    ink.disc((0, y), 11.8, ELEMENTS["water"])
    ink.disc((0, y), 6.0, INK)
    ink.disc((3, y + 3), 2.4, WHITE)
    for x in (-18, -6.5, 6.5, 18):
        ink.line([(x, y + 18 - 0.012 * x * x), (x * 1.25, y + 25 - 0.016 * x * x)], INK, 2.2)
    _clocks(ink)


def _clocks(ink: Ink) -> None:
    """Draw two small clocks, which mean that the power acts later."""
    for x in (-23.5, 23.5):
        y = HIGH / 2 - 9.5
        ink.disc((x, y), 5.4, INK)
        ink.disc((x, y), 4.2, WHITE)
        ink.line([(x, y), (x, y + 2.8)], INK, 1.0)
        ink.line([(x, y), (x + 2.0, y)], INK, 1.0)


SIGNS: dict[str, Callable[[Ink], None]] = {
    "joker": _joker,
    "stop_character": _stop_character,
    "stop_accessory": _stop_accessory,
    "stop_landscape": _stop_landscape,
    "steal": _steal,
    "swap": _swap,
    "z": _disc,
    "master": _master,
    "ten_seconds": _ten,
    "peek": _peek,
    "plus_one": _disc,
    "minus_one": _disc,
}
