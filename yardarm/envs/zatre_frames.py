"""Pictures of the tables of ZATRE, as the window shows them, without a display."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from PIL import Image

from scenes.drawing.canvas import Picture
from scenes.games.zatre.art import HALF_MM, PITCH_MM, board_picture, middle, tile_image
from scenes.window.camera import Rectangle
from sim.games.zatre import rules
from yardarm.envs.frames import Pixels, Sheet

WIDTH = 480
"""The width of a picture in pixels."""
_WORDS = 1.30


_VIEW = Rectangle(-HALF_MM, -HALF_MM, HALF_MM, _WORDS * HALF_MM)


@lru_cache(maxsize=1)
def _board() -> Image.Image:
    sheet = Sheet(_VIEW, WIDTH)
    sheet.put(board_picture(WIDTH / (2 * HALF_MM)), 0.0, 0.0)
    return sheet.image


def board_pixels(tiles: Collection[rules.Tile], new: Collection[rules.Tile], lines: Sequence[str]) -> Pixels:
    """Return a board of ZATRE (height, width, 3). new: tiles of the turn that is under way, a little larger."""
    sheet = Sheet(_VIEW, WIDTH, _board())
    for tile in (*tiles, *new):
        side = round(PITCH_MM * sheet.scale * (1.15 if tile in new else 0.95))
        sheet.put(_centred(tile_image(tile.value, side), sheet.scale), *middle(tile.row, tile.col))
    sheet.words(lines)
    return sheet.pixels()


def _centred(image: Image.Image, scale: float) -> Picture:
    return Picture(image, (image.width / 2, image.height / 2), scale)
