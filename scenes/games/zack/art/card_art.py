"""Faces, backs and edges of the cards. Faces are named as in the frame: `circle:red`, `2R`, `again`, `player:red`."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from scenes.drawing.canvas import Canvas, Point
from scenes.drawing.palette import (
    ARROW_LEFT,
    ARROW_RIGHT,
    BOLT,
    BRASS,
    CARD_LINE,
    CARD_PAPER,
    CARD_REVERSE,
    EXCLAIM,
    INK,
    SIX,
    STOP,
    Colour,
    darker,
    forget_on_use,
    lighter,
    mix,
)
from scenes.layout.text import write

SHAPE = 91.0 / 59.0  # the height of a drawn card by its width
LETTERS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "orange": "O", "violet": "V"}
BACK = "reverse"
STOPS = ("choose", "swap", "mirror")
ARROWS = ("R", "2R", "L", "2L")
_WIDE, _HIGH = 59.0, 91.0  # the faces are drawn on a sheet of this size, whatever the cards measure
_MASTER = 4.0  # pixels a mm of the sheet from which all sizes are made
_ROUND = 4.5


def colour_of(name: str) -> Colour:
    """Return a player's colour by its name in the rules, dark grey for an unknown name."""
    return SIX.get(name, (88, 88, 88))


def ink_on(colour: Colour) -> Colour:
    """Return the colour of text that can be read on a ground: dark on a light one, white on a dark one."""
    red, green, blue = colour
    return INK if 0.30 * red + 0.59 * green + 0.11 * blue > 140 else (255, 255, 255)


def faces(border_colours: tuple[str, ...], stop_cards: bool = True) -> list[tuple[str, str]]:
    """Return every (face, border) that a game with those player colours can show; border is "" but on challenge cards.

    `challenge` without a colour is a challenge card in a hand that does not show yet against whom it is.
    """
    plain = [*(f"circle:{name}" for name in SIX), *ARROWS, "again", "back", BACK]
    plain += STOPS if stop_cards else ()
    plain += [f"player:{name}" for name in border_colours]
    challenges = [(f"challenge:{a}", b) for b in border_colours for a in border_colours if a != b]
    return [*((face, "") for face in plain), *challenges, *(("challenge", name) for name in border_colours)]


def border_of(face: str, colour: str) -> str:
    """Return the border of a card thrown by the player of that colour: that colour on challenge cards, else ""."""
    return colour if face.partition(":")[0] == "challenge" else ""


@lru_cache(maxsize=256)
def card_image(face: str, border: str, width: int, height: int) -> Image.Image:
    """Return a card's face (or back) of that size in pixels.

    border: the colour of the player who threw it, which only challenge cards show.
    """
    return _master(face, border_of(face, border)).resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=128)
def _master(face: str, border: str) -> Image.Image:
    kind, _, colour = face.partition(":")
    paper = CARD_PAPER
    if face == BACK:
        paper = CARD_REVERSE
    elif kind == "player":
        paper = colour_of(colour)
    elif kind == "challenge":
        paper = colour_of(border)
    canvas = Canvas(-_WIDE / 2, -_HIGH / 2, _WIDE / 2, _HIGH / 2, _MASTER, paper, oversample=2)
    canvas.cut(_rounded(_WIDE / 2, _HIGH / 2, _ROUND))
    if face == BACK:
        _reverse(canvas)
    elif kind == "circle":
        _circle(canvas, colour_of(colour))
    elif face in ARROWS:
        _arrow(canvas, strokes=2 if face[0] == "2" else 1, side=1 if face[-1] == "R" else -1)
    elif face in EXCLAIM:
        _exclamation(canvas, EXCLAIM[face])
    elif face in STOPS:
        _stop(canvas, face)
    elif kind == "player":
        _player(canvas, colour_of(colour))
    elif kind == "challenge":
        _challenge(canvas, colour_of(colour))
    edge = darker(paper, 0.35) if kind in ("player", "challenge") or face == BACK else CARD_LINE
    outline = _rounded(_WIDE / 2 - 0.5, _HIGH / 2 - 0.5, _ROUND - 0.4)
    canvas.line([*outline, outline[0]], edge, 1.0)
    picture = canvas.finish().image
    _letters(picture, face, border)
    return picture


def _rounded(half_x: float, half_y: float, radius: float) -> list[Point]:
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(7):
            turn = (quarter + step / 6) * math.pi / 2
            x = sx * (half_x - radius) + radius * math.cos(turn)
            points.append((x, sy * (half_y - radius) + radius * math.sin(turn)))
    return points


def _circle(canvas: Canvas, colour: Colour) -> None:
    canvas.disc((0, 0), 22.5, darker(colour, 0.25))
    canvas.disc((0, 0), 21.5, colour)
    canvas.disc((-7, 8), 8.5, lighter(colour, 0.5), 70)
    canvas.ring((0, 0), 25.5, colour, 0.9)


def _arrow(canvas: Canvas, strokes: int, side: int) -> None:
    """Draw an arrow that goes up the card and bends to `side` (-1 left, 1 right), with one stroke or two."""
    tone = ARROW_RIGHT if side > 0 else mix(ARROW_LEFT, ARROW_RIGHT, 0.35)
    offsets = (0.0,) if strokes == 1 else (-5.2, 5.2)
    for offset in offsets:
        width = 7.0 if strokes == 1 else 5.4
        # Up from below the middle, then a quarter of a circle over to the side.
        radius = 19.0 - offset
        centre = (side * 8.0, -4.0)
        bend = [
            (centre[0] - side * radius * math.cos(t), centre[1] + radius * math.sin(t))
            for t in (math.pi / 2 * s / 20 for s in range(21))
        ]
        canvas.line([(bend[0][0], -27.0), *bend], tone, width)
        canvas.disc((bend[0][0], -27.0), width / 2, tone)
    head = 13.5 if strokes == 1 else 15.5
    tip = (side * 23.5, 15.0)
    canvas.fill([tip, (side * 7.0, 15.0 + head), (side * 7.0, 15.0 - head)], tone)
    if strokes == 2:
        canvas.line([(side * 7.5, 15.0), (side * 14, 15.0)], CARD_PAPER, 2.4)


def _exclamation(canvas: Canvas, colour: Colour) -> None:
    canvas.fill([(-9.5, 31), (9.5, 31), (4.6, -9), (-4.6, -9)], colour)
    canvas.disc((0, 30), 9.5, colour, radius_y=5.0)
    canvas.disc((0, -9), 4.6, colour)
    canvas.disc((0, -24), 8.0, colour)
    canvas.line([(-5.0, 27), (-2.4, 0)], lighter(colour, 0.5), 2.2, 120)


def _stop(canvas: Canvas, face: str) -> None:
    def octagon(radius: float) -> list[Point]:
        return [(radius * math.cos(t), radius * math.sin(t)) for t in (math.pi / 8 + math.pi / 4 * i for i in range(8))]

    canvas.fill(octagon(28.0), darker(STOP, 0.25))
    canvas.fill(octagon(27.0), (255, 255, 255))
    canvas.fill(octagon(24.6), STOP)
    white = (255, 255, 255)
    if face == "choose":
        for index, colour in enumerate(SIX.values()):
            turn = math.pi / 2 - index * math.pi / 3
            centre = (13.0 * math.cos(turn), 13.0 * math.sin(turn))
            canvas.disc(centre, 6.4, white)
            canvas.disc(centre, 5.2, colour)
        canvas.disc((0, 0), 3.6, white)
    elif face == "swap":
        for y, side in ((6.5, 1), (-6.5, -1)):
            canvas.line([(-side * 14.0, y), (side * 8.0, y)], white, 4.6)
            canvas.fill([(side * 16.5, y), (side * 6.0, y + 7.6), (side * 6.0, y - 7.6)], white)
    else:
        for side in (-1, 1):
            canvas.fill([(side * 18.5, 8), (side * 9.0, 15.5), (side * 9.0, 0.5)], white)
        canvas.line([(-10, 8), (10, 8)], white, 4.2)
        for y in (-6.5, -12.5):
            canvas.line([(-9, y), (9, y)], white, 3.4)


def _player(canvas: Canvas, colour: Colour) -> None:
    inner = _rounded(_WIDE / 2 - 4, _HIGH / 2 - 4, 3.0)
    canvas.line([*inner, inner[0]], lighter(colour, 0.6), 0.9)
    canvas.disc((0, -22), 19.0, lighter(colour, 0.72), radius_y=8.0)
    canvas.fill([(-6.5, 6), (6.5, 6), (15.5, -21), (-15.5, -21)], lighter(colour, 0.86))
    canvas.disc((0, -21), 15.5, lighter(colour, 0.86), radius_y=5.5)
    canvas.disc((0, 13), 11.5, lighter(colour, 0.93))


def _challenge(canvas: Canvas, target: Colour) -> None:
    canvas.fill(_rounded(_WIDE / 2 - 9.5, _HIGH / 2 - 9.5, 3.0), CARD_PAPER)
    canvas.fill(_rounded(_WIDE / 2 - 11.0, _HIGH / 2 - 11.0, 2.0), target)
    bolt = [(5, 29), (-11.5, -3), (-1.5, -3), (-6, -29), (12.5, 6.5), (2.5, 6.5), (11.5, 29)]
    canvas.line([*bolt, bolt[0]], INK, 2.6)
    canvas.fill(bolt, BOLT)


def _reverse(canvas: Canvas) -> None:
    pale = lighter(CARD_REVERSE, 0.22)
    for step in range(-16, 17):
        x = step * 6.5
        canvas.line([(x - 46, -46), (x + 46, 46)], pale, 0.9, 130)
        canvas.line([(x + 46, -46), (x - 46, 46)], pale, 0.9, 130)
    frame = _rounded(_WIDE / 2 - 3.4, _HIGH / 2 - 3.4, 2.6)
    canvas.line([*frame, frame[0]], BRASS, 1.2)
    canvas.disc((0, 0), 17.0, BRASS)
    canvas.disc((0, 0), 15.6, CARD_REVERSE)


def _letters(picture: Image.Image, face: str, border: str) -> None:
    """Write a letter or sign in two corners, so that cards differ by more than colour, and a large one if it fits."""
    kind, _, colour = face.partition(":")
    middle = picture.width / 2, picture.height / 2
    mm = _MASTER
    if face == BACK:
        write(picture, middle, "Z!", round(17 * mm), BRASS, bold=True, anchor="mm")
        return
    if kind in ("circle", "player"):
        ink = ink_on(colour_of(colour)) if kind == "circle" else darker(colour_of(colour), 0.15)
        spot = middle if kind == "circle" else (middle[0], middle[1] + 12 * mm)
        size = 21 if kind == "circle" else 15
        write(picture, spot, LETTERS.get(colour, "?"), round(size * mm), ink, bold=True, anchor="mm")
    if kind == "challenge":
        _challenge_letters(picture, colour, border)
    if kind in ("player", "challenge", "choose", "swap", "mirror"):
        return
    sign, tone = {"again": "↻", "back": "↩"}.get(face, face), EXCLAIM.get(face, INK)
    if kind == "circle":
        tone = colour_of(colour)
        sign, tone = LETTERS.get(colour, "?"), darker(tone, 0.35 if ink_on(tone) != INK else 0.60)
    size = round((11.0 if len(sign) == 1 else 10.0) * mm)
    corner = Image.new("RGBA", (round(17 * mm), round(13 * mm)), (*tone, 0))
    write(corner, (0, corner.height / 2), sign, size, tone, bold=True, anchor="lm")
    inset = round(3.2 * mm)
    picture.alpha_composite(corner, (inset, round(2.6 * mm)))
    turned = corner.transpose(Image.Transpose.ROTATE_180)
    below = picture.height - round(2.6 * mm) - turned.height
    picture.alpha_composite(turned, (picture.width - inset - turned.width, below))


def _challenge_letters(picture: Image.Image, target: str, border: str) -> None:
    """Write the letter of the challenged colour in two corners of the field, and the thrower's in two of the border."""
    mm, middle = _MASTER, (picture.width / 2, picture.height / 2)
    for letter, x, y, size, ground in (
        (LETTERS.get(target, ""), 12.6, 26.6, 11.0, colour_of(target)),
        (LETTERS.get(border, ""), 24.7, 40.2, 7.5, colour_of(border)),
    ):
        for side in (-1, 1):
            spot = middle[0] + side * x * mm, middle[1] + side * y * mm
            write(picture, spot, letter, round(size * mm), ink_on(ground), bold=True, anchor="mm")


# ------------------------------------------------------------------------------------------------ seen edge-on


def edge_colours(face: str, border: str) -> tuple[Colour, Colour | None]:
    """Return the colours of a card's edge: that of its face, and a second one or None.

    Circles and single arrows have one colour only.
    """
    kind, _, colour = face.partition(":")
    if kind == "circle":
        return colour_of(colour), None
    if kind == "player":
        return colour_of(colour), BRASS
    if kind == "challenge":
        return colour_of(border), colour_of(colour)
    if face in ARROWS:
        return (ARROW_RIGHT if face[-1] == "R" else ARROW_LEFT), CARD_PAPER if face[0] == "2" else None
    return EXCLAIM.get(face, STOP), CARD_PAPER


@lru_cache(maxsize=128)
def edge_image(face: str, border: str, width: int, height: int) -> Image.Image:
    """Return a card seen from its edge, of that size in pixels.

    Circles and single arrows are plain; all others have a part in a second colour.
    """
    base, second = edge_colours(face, border)
    fine = Image.new("RGBA", (width * 2, height), (*base, 255))
    draw = ImageDraw.Draw(fine)
    kind = face.partition(":")[0]
    if second is not None:
        if kind in ("player", "challenge"):
            third = fine.width // 3 if kind == "challenge" else fine.width // 12
            if kind == "challenge":
                draw.rectangle((third, 0, fine.width - third, height), fill=(*second, 255))
            else:
                draw.rectangle((0, 0, third, height), fill=(*second, 255))
                draw.rectangle((fine.width - third, 0, fine.width, height), fill=(*second, 255))
        else:
            dash = fine.width / 11
            for index in range(1, 11, 2):
                draw.rectangle((round(index * dash), 0, round((index + 1) * dash), height), fill=(*second, 255))
    # Lit above and dark below, so that two cards of one colour can be told apart.
    for row in range(height):
        share = row / max(1, height - 1)
        shade = (255, 255, 255, round(80 * (1 - 3 * share))) if share < 0.33 else (0, 0, 0, round(150 * (share - 0.33)))
        line = Image.new("RGBA", (fine.width, 1), shade)
        fine.alpha_composite(line, (0, row))
    return fine.resize((width, height), Image.Resampling.BOX)


forget_on_use(card_image.cache_clear)
forget_on_use(_master.cache_clear)
forget_on_use(edge_image.cache_clear)
