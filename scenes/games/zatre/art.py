"""The pictures of ZATRE's table: board, tiles, badges. Pixels, y down; no window needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

from scenes.drawing.canvas import Picture
from scenes.drawing.palette import BOX, BRASS, INK, OAK, OAK_FRONT, PAPER, PAPER_EDGE, Colour, darker, lighter, mix
from scenes.drawing.pictures import Sheet, kept, scaled
from scenes.layout.text import width_px, write
from sim.games.zatre.rules import SIZE

PICTURES = Path(__file__).parent / "pictures"
VALUES = range(1, 7)
TILES = Sheet(
    PICTURES / "tiles.webp",
    ("down", *map(str, VALUES), *(f"{value} small" for value in VALUES), "open", "aimed", "ban", "shadow"),
)
"""Tiles with pips, small ones without, marks of squares, and a soft square shadow in white, to be tinted."""
PITCH_MM = 20.0
"""The distance between squares; no source gives the board's size, and nothing depends on it."""
RIM_MM = 10.0
HALF_MM = SIZE * PITCH_MM / 2 + RIM_MM
"""Half the side of the board, its rim included."""
KEPT_AT = 4.0
"""The pixels a millimetre of the board's picture as it is kept."""
FINE = 3
LABEL_MM = 5.0
LEAST_LABEL_PX = 9
LEAST_PIPS_PX = 30
"""Tiles smaller than this have no pips, which would only be specks."""

Square = tuple[int, int]
LABEL = mix(darker(OAK_FRONT, 0.30), BRASS, 0.80)
"""The colour of the numbers along the board's rim."""


def middle(row: float, col: float) -> tuple[float, float]:
    """Return the centre of a square in mm, with the red square at the origin and y up."""
    return (col - 7.0) * PITCH_MM, (7.0 - row) * PITCH_MM


def square_at(x: float, y: float) -> Square:
    """Return the row and column of the square that contains the point (mm), even where that is off the board."""
    return round(7.0 - y / PITCH_MM), round(x / PITCH_MM + 7.0)


def board_picture(scale: float) -> Picture:
    """Return the board without tiles, at `scale` pixels a millimetre, with the numbers of rows and columns on its rim.

    The numbers are written last, and left out where they would be too small to read.
    """
    board = kept(PICTURES / "board.webp")
    picture = scaled(board, KEPT_AT, (board.width / 2, board.height / 2), scale)
    text = round(LABEL_MM * picture.scale)
    if text < LEAST_LABEL_PX:
        return picture
    rim = SIZE * PITCH_MM / 2 + 3.3
    for number in range(SIZE):
        x, y = middle(number, number)
        for at in ((-rim, y), (rim, y), (x, -rim), (x, rim)):
            spot = (
                picture.anchor[0] + at[0] * picture.scale,
                picture.image.height - picture.anchor[1] - at[1] * picture.scale,
            )
            write(picture.image, spot, str(number), text, LABEL, anchor="mm")
    return picture


def table_picture(width: int, height: int) -> Image.Image:
    """Return the table top, lit from the middle."""
    return kept(PICTURES / "table.webp").resize((max(2, width), max(2, height)), Image.Resampling.BICUBIC)


@lru_cache(maxsize=256)
def tile_image(value: int | None, side: int) -> Image.Image:
    """Return a tile seen from above, `side` pixels wide, with its figure and as many pips.

    value: None for a tile that lies face down.
    """
    name = "down" if value is None else f"{value}" if side >= LEAST_PIPS_PX else f"{value} small"
    return part_image(name, max(4, side))


def part_image(name: str, side: int) -> Image.Image:
    """Return a picture of TILES, `side` pixels wide."""
    return TILES[name].resize((side, side), Image.Resampling.LANCZOS)


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
