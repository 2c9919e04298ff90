"""Pictures of the tables of ZATRE, as the window shows them, without a display."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from PIL import Image

from scenes.drawing.canvas import Picture
from scenes.games.zatre.art.board_art import PITCH_MM, board_half_mm, board_picture, middle, tile_image
from scenes.window.camera import Rectangle
from sim.games.zatre import rules
from sim.games.zatre.rules.board import SIZE, SQUARES, kind_of, place
from yardarm.envs.frames import Pixels, Sheet

WIDTH = 480
"""The width of a picture in pixels."""
_WORDS = 1.30


@lru_cache(maxsize=1)
def _board() -> Picture:
    squares: Mapping[tuple[int, int], str] = {place(number): str(kind_of(*place(number))) for number in SQUARES}
    return board_picture(squares, SIZE, WIDTH / (2 * board_half_mm(SIZE)))


def board_pixels(tiles: Collection[rules.Tile], new: Collection[rules.Tile], lines: Sequence[str]) -> Pixels:
    """Return a board of ZATRE (height, width, 3). new: tiles of the turn that is under way, a little larger."""
    half = board_half_mm(SIZE)
    sheet = Sheet(Rectangle(-half, -half, half, _WORDS * half), WIDTH)
    sheet.put(_board(), 0.0, 0.0)
    for tile in (*tiles, *new):
        side = round(PITCH_MM * sheet.scale * (1.15 if tile in new else 0.95))
        sheet.put(_centred(tile_image(tile.value, side), sheet.scale), *middle(tile.row, tile.col))
    sheet.words(lines)
    return sheet.pixels()


def _centred(image: Image.Image, scale: float) -> Picture:
    return Picture(image, (image.width / 2, image.height / 2), scale)
