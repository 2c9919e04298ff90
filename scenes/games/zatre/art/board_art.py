"""The pictures of ZATRE's table: board, tiles, badges. Pixels, y down, painted with Pillow; no window needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from scenes.drawing.canvas import Canvas, Picture
from scenes.drawing.palette import (
    BOX,
    BRASS,
    CARD_PAPER,
    DECK,
    INK,
    OAK,
    OAK_FRONT,
    PAPER,
    PAPER_EDGE,
    TABLE,
    Colour,
    darker,
    lighter,
    mix,
)
from scenes.layout.text import width_px, write

PITCH_MM = 20.0
"""The distance between squares; no source gives the board's size, and nothing depends on it."""
GAP_MM = 1.1
RIM_MM = 10.0
FINE = 3
LABEL_MM = 5.0
LEAST_LABEL_PX = 9
LEAST_PIPS_PX = 30
"""Tiles smaller than this have no pips, which would only be specks."""

Square = tuple[int, int]
PLATE = darker(OAK_FRONT, 0.30)
SQUARES: Mapping[str, Colour] = {
    "dark": mix(OAK, OAK_FRONT, 0.55),
    "light": lighter(DECK, 0.30),
    "red": BOX,
}
"""Colours of the kinds of squares. They differ in lightness; a cross marks the light ones, a ring the red one."""


def middle(row: float, col: float) -> tuple[float, float]:
    """Return the centre of a square in mm, with the red square at the origin and y up."""
    return (col - 7.0) * PITCH_MM, (7.0 - row) * PITCH_MM


def square_at(x: float, y: float) -> Square:
    """Return the row and column of the square that contains the point (mm), even where that is off the board."""
    return round(7.0 - y / PITCH_MM), round(x / PITCH_MM + 7.0)


def board_half_mm(cells: int) -> float:
    """Return half the side of a board of `cells` x `cells` squares, its rim included."""
    return cells * PITCH_MM / 2 + RIM_MM


def board_picture(squares: Mapping[Square, str], cells: int, scale: float) -> Picture:
    """Paint the board without tiles: a plate of dark wood with a wooden square let in for each place.

    scale: pixels a millimetre.
    """
    half = board_half_mm(cells)
    canvas = Canvas(-half, -half, half, half, scale, PLATE, oversample=2)
    corner = 7.0
    canvas.cut([(-half + corner, -half), (half - corner, -half), (half - corner, half), (-half + corner, half)])
    canvas.cut([(-half, -half + corner), (half, -half + corner), (half, half - corner), (-half, half - corner)])
    for x in (-half + corner, half - corner):
        for y in (-half + corner, half - corner):
            canvas.cut_disc((x, y), corner)
    canvas.grain(11, 0.10, ring_mm=7.0)
    edge = half - 3.2
    frame = [(-edge, -edge), (edge, -edge), (edge, edge), (-edge, edge), (-edge, -edge)]
    canvas.line(frame, mix(PLATE, BRASS, 0.55), 0.7)
    for (row, col), kind in squares.items():
        x, y = middle(row, col)
        side = PITCH_MM / 2 - GAP_MM / 2
        tone = SQUARES[kind]
        # Vary the tone a little from square to square, as wood does.
        tone = mix(tone, darker(tone, 0.5), 0.10 * ((7 * row + 13 * col + row * col) % 5) / 4)
        box = [(x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)]
        canvas.fill(box, tone)
        # The square is let into the plate: shade along its upper and left edge, light along the others.
        canvas.line([(x - side, y - side), (x - side, y + side), (x + side, y + side)], darker(tone, 0.55), 0.9, 150)
        canvas.line([(x - side, y - side), (x + side, y - side), (x + side, y + side)], lighter(tone, 0.45), 0.5, 110)
        if kind == "light":
            ink, arm = mix(tone, OAK_FRONT, 0.45), 3.4
            canvas.line([(x - arm, y - arm), (x + arm, y + arm)], ink, 0.9)
            canvas.line([(x - arm, y + arm), (x + arm, y - arm)], ink, 0.9)
        elif kind == "red":
            canvas.ring((x, y), 6.2, lighter(tone, 0.6), 1.0)
            canvas.disc((x, y), 2.2, lighter(tone, 0.6))
    canvas.grain(5, 0.035, ring_mm=3.1)
    canvas.bevel(1.6, light=0.20, shade=0.30)
    picture = canvas.finish()
    _number(picture, cells)
    return picture


def _number(picture: Picture, cells: int) -> None:
    """Write the numbers of rows and columns along the rim, unless they would be too small to read."""
    text = round(LABEL_MM * picture.scale)
    if text < LEAST_LABEL_PX:
        return
    rim = cells * PITCH_MM / 2 + 3.3
    for number in range(cells):
        x, y = middle(number, number)
        for at in ((-rim, y), (rim, y), (x, -rim), (x, rim)):
            spot = (
                picture.anchor[0] + at[0] * picture.scale,
                picture.image.height - picture.anchor[1] - at[1] * picture.scale,
            )
            write(picture.image, spot, str(number), text, mix(PLATE, BRASS, 0.80), anchor="mm")


def table_picture(width: int, height: int) -> Image.Image:
    """Paint the table top, lit from the middle."""
    x, y = np.linspace(-1, 1, max(2, width))[None, :], np.linspace(-1, 1, max(2, height))[:, None]
    grain = 1 + 0.035 * np.sin(26 * y + 1.6 * np.sin(3.1 * x + 2 * y)) + 0.02 * np.sin(71 * y + 2.3 * np.sin(5 * x))
    light = (0.42 + 0.50 * np.exp(-(0.8 * x**2 + 0.9 * y**2))) * grain
    colour = np.clip(np.array(TABLE, dtype=np.float64) * light[..., None], 0, 255).astype(np.uint8)
    return Image.fromarray(colour)


def tile_tone(value: int) -> Colour:
    """Return the colour of a tile: ivory for a 1, darker wood up to the 6, so that lightness tells values apart."""
    return mix(CARD_PAPER, mix(BRASS, OAK, 0.30), 0.06 + 0.105 * (value - 1))


@lru_cache(maxsize=256)
def tile_image(value: int | None, side: int, thick: bool = True) -> Image.Image:
    """Paint a tile seen from above, `side` pixels wide, with its figure and as many pips.

    value: None for a tile that lies face down. thick: show the tile's front edge.
    """
    side = max(4, side)
    fine = side * FINE
    picture = Image.new("RGBA", (fine, fine), (*OAK_FRONT, 0))
    draw = ImageDraw.Draw(picture)
    pad, radius = max(1, round(0.03 * fine)), round(0.17 * fine)
    low = round(0.05 * fine) if thick else 0
    tone = mix(OAK, OAK_FRONT, 0.25) if value is None else tile_tone(value)
    box = (pad, pad, fine - pad - 1, fine - pad - 1)
    draw.rounded_rectangle(box, radius, fill=(*darker(tone, 0.62), 255))
    face = (box[0] + pad // 2, box[1] + pad // 2, box[2] - pad // 2, box[3] - pad // 2 - low)
    draw.rounded_rectangle(face, radius, fill=(*darker(tone, 0.10), 255))
    inner = (face[0], face[1], face[2] - round(0.025 * fine), face[3] - round(0.03 * fine))
    draw.rounded_rectangle(inner, radius, fill=(*lighter(tone, 0.30), 255))
    lit = tuple(inner[n] + round(0.025 * fine) * (n < 2) for n in range(4))
    draw.rounded_rectangle(lit, radius, fill=(*tone, 255))
    x, y = (lit[0] + lit[2]) / 2, (lit[1] + lit[3]) / 2
    if value is None:
        draw.ellipse((x - 0.17 * fine, y - 0.17 * fine, x + 0.17 * fine, y + 0.17 * fine),
                     outline=(*lighter(tone, 0.35), 255), width=max(2, round(0.035 * fine)))  # fmt: skip
        return picture.reduce(FINE)
    pips = side >= LEAST_PIPS_PX
    if pips:
        step, radius_px = 0.115 * fine, 0.036 * fine
        line = lit[3] - 0.125 * fine
        for number in range(value):
            at = x + (number - (value - 1) / 2) * step
            draw.ellipse((at - radius_px, line - radius_px, at + radius_px, line + radius_px), fill=(*INK, 235))
    picture = picture.reduce(FINE)
    at_y = y / FINE - (0.085 * side if pips else 0)
    write(picture, (x / FINE, at_y), str(value), round(side * (0.60 if pips else 0.74)), INK, bold=True, anchor="mm")
    return picture


@lru_cache(maxsize=256)
def badge_image(words: str, high: int, tone: Colour, ink: Colour) -> Image.Image:
    """Paint words on a round-ended label, `high` pixels high."""
    text = max(7, round(high * 0.66))
    wide = max(high, width_px(words, text, True) + round(0.62 * high))
    fine = Image.new("RGBA", (wide * FINE, high * FINE), (*tone, 0))
    ImageDraw.Draw(fine).rounded_rectangle(
        (0, 0, fine.width - 1, fine.height - 1), fine.height / 2, fill=(*tone, 250), outline=(*ink, 255),
        width=max(FINE, round(0.07 * fine.height)),
    )  # fmt: skip
    picture = fine.reduce(FINE)
    write(picture, (wide / 2, high / 2), words, text, ink, bold=True, anchor="mm")
    return picture


def shadow_image(side: int) -> Image.Image:
    """Paint a soft square shadow in white, which is tinted where it is drawn."""
    line = np.clip(1.25 * (1 - np.abs(np.linspace(-1, 1, side))) / 0.5, 0, 1)
    alpha = (255 * np.outer(line, line) ** 0.9).clip(0, 255).astype(np.uint8)
    picture = Image.new("RGBA", (side, side), (255, 255, 255, 255))
    picture.putalpha(Image.fromarray(alpha))
    return picture


def mark_image(side: int, colour: Colour, wash: int, crossed: bool = False) -> Image.Image:
    """Paint the mark of a square: a frame, dark beside bright so that it shows on any wood, with a dot or a cross.

    wash: opacity of the fill, 0 to 255. crossed: a cross instead of the dot.
    """
    fine = side * FINE
    picture = Image.new("RGBA", (fine, fine), (*colour, 0))
    draw = ImageDraw.Draw(picture)
    thin, wide, edge = max(2, round(0.035 * fine)), round(0.085 * fine), round(0.03 * fine)
    radius, dark = round(0.16 * fine), darker(INK, 0.4)
    for inset, outline, width in ((edge, dark, wide + 2 * thin), (edge + thin, colour, wide)):
        draw.rounded_rectangle((inset, inset, fine - inset - 1, fine - inset - 1), radius, outline=(*outline, 255),
                               fill=(*colour, wash) if width > wide else None, width=width)  # fmt: skip
    if crossed:
        for ink, width in ((dark, wide + 3 * thin), (colour, wide)):
            draw.line((0.3 * fine, 0.3 * fine, 0.7 * fine, 0.7 * fine), fill=(*ink, 255), width=width)
            draw.line((0.3 * fine, 0.7 * fine, 0.7 * fine, 0.3 * fine), fill=(*ink, 255), width=width)
    else:
        for ink, radius_px in ((dark, 0.14 * fine), (colour, 0.105 * fine)):
            draw.ellipse((fine / 2 - radius_px, fine / 2 - radius_px, fine / 2 + radius_px, fine / 2 + radius_px),
                         fill=(*ink, 255))  # fmt: skip
    return picture.reduce(FINE)


def rack_image(size: tuple[int, int]) -> Image.Image:
    """Paint a wooden rack on which tiles stand. size: width and height in pixels."""
    width, height = size
    fine = Image.new("RGBA", (width * 2, height * 2), (*OAK_FRONT, 0))
    draw = ImageDraw.Draw(fine)
    radius = min(fine.height // 5, 24)
    draw.rounded_rectangle((0, 0, fine.width - 1, fine.height - 1), radius, fill=(*darker(OAK_FRONT, 0.35), 255))
    draw.rounded_rectangle((3, 3, fine.width - 4, fine.height - 7), radius, fill=(*mix(OAK, OAK_FRONT, 0.4), 255))
    shelf = round(fine.height * 0.16)
    draw.rounded_rectangle((3, fine.height - shelf - 7, fine.width - 4, fine.height - 7), radius // 2,
                           fill=(*lighter(mix(OAK, OAK_FRONT, 0.2), 0.12), 255))  # fmt: skip
    return fine.reduce(2)


BADGES: Mapping[str, tuple[Colour, Colour]] = {
    "score": (PAPER, INK),
    "plain": (mix(PAPER, PAPER_EDGE, 0.6), INK),
    "bad": (BOX, PAPER),
    "cross": (BRASS, INK),
}
"""Paper and ink of the badges by kind."""
