"""ZATRE in the lobby: the picture behind it (the board askew, tiles beside it), and the form of a practice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from PIL import Image, ImageFilter

from scenes.drawing.palette import INK
from scenes.games.zatre.art import HALF_MM, PITCH_MM, board_picture, table_picture, tile_image
from scenes.layout.parts import lay
from scenes.play.form import Lines
from scenes.play.widgets import Slider, Words
from scenes.spec import PlayPart, PracticeForm
from sim.language import _
from sim.protocols import Configuration

TABLE_SHARE = 3
SCALE = 0.92
TILT_DEG = -7.0
# The rulebook's worked opening, then tiles around it: row, column, value.
LAID = ((7, 7, 6), (7, 8, 5), (8, 8, 5), (8, 7, 5), (6, 7, 1), (6, 8, 2), (6, 9, 3), (6, 10, 3))
# Position as a share of the window's width and height, turn (degrees), value.
BESIDE = ((0.06, 0.78, 14.0, 4), (0.115, 0.86, -21.0, 2), (0.045, 0.92, 38.0, 6), (0.93, 0.12, -12.0, 1),
          (0.885, 0.20, 27.0, 5), (0.955, 0.26, 8.0, 3))  # fmt: skip

MOST_PERSONS = 6
"""The most persons who can play by hand; they take turns at the mouse."""
SECRET = ("place",)
"""Questions that show a player's own tiles, which the others at the mouse must not see."""
MOST_TILES = 80


class Practised(TypedDict):
    """The choice of what is practised, as the game's practice takes it."""

    tiles: int


def usual() -> Practised:
    """Return the default settings of a practice, as the keyword arguments of the game's Practice."""
    return {"tiles": 20}


def lines(chosen: Practised, changed: Callable[[str, object], None], _configuration: Configuration) -> Lines:
    """Return the lines of the practice form. Choosing calls `changed(name, value)`."""
    return [
        Slider(
            "tiles", _("Tiles on the board"), (0, MOST_TILES), 2, chosen["tiles"],
            lambda count: changed("tiles", round(count)), lambda count: f"{count:.0f}",
        ),
        Words("about", _("Place two tiles for the most points; a turn can be undone."), "soft", size=13),
    ]  # fmt: skip


def cover(width: int, height: int) -> Image.Image:
    """Paint the picture. Width and height are in pixels."""
    table = table_picture(max(8, width // TABLE_SHARE), max(8, height // TABLE_SHARE))
    picture = table.resize((width, height), Image.Resampling.BICUBIC).convert("RGBA")
    scale = max(0.2, SCALE * height / (2 * HALF_MM))
    art = board_picture(scale)
    board, pitch = art.image, PITCH_MM * art.scale
    side = max(4, round(0.92 * pitch))
    for row, col, value in LAID:
        x = art.anchor[0] + (col - 7) * pitch
        y = board.height - art.anchor[1] + (row - 7) * pitch
        board.alpha_composite(tile_image(value, side), (round(x - side / 2), round(y - side / 2)))
    if art.scale < scale:
        # Larger than it is kept.
        side = round(board.width * scale / art.scale)
        board = board.resize((side, side), Image.Resampling.BICUBIC)
    board = board.rotate(TILT_DEG, Image.Resampling.BICUBIC, expand=True)
    _put(picture, _shadow(board), round(0.5 * width + 0.012 * height), round(0.5 * height + 0.02 * height))
    _put(picture, board, width // 2, height // 2)
    large = max(8, round(0.085 * height))
    for x_share, y_share, angle, value in BESIDE:
        tile = tile_image(value, large).rotate(angle, Image.Resampling.BICUBIC, expand=True)
        x, y = round(x_share * width), round(y_share * height)
        _put(picture, _shadow(tile), x + large // 14, y + large // 10)
        _put(picture, tile, x, y)
    return picture


def _shadow(art: Image.Image) -> Image.Image:
    """Return the blurred shadow of a picture, with a margin all round."""
    margin = max(2, round(0.03 * art.width))
    alpha = Image.new("L", (art.width + 2 * margin, art.height + 2 * margin), 0)
    alpha.paste(art.getchannel("A").point(lambda value: round(0.55 * value)), (margin, margin))
    shadow = Image.new("RGBA", alpha.size, (*INK, 255))
    shadow.putalpha(alpha.filter(ImageFilter.GaussianBlur(margin / 2)))
    return shadow


def _put(picture: Image.Image, art: Image.Image, x: int, y: int) -> None:
    """Lay a picture onto another one, centred at (x, y)."""
    lay(picture, art, x - art.width // 2, y - art.height // 2)


PLAY = PlayPart(
    "scenes.games.zatre.play:PlayLayer",
    MOST_PERSONS,
    SECRET,
    PracticeForm(usual, lines),
    keys="scenes.games.zatre.play:KEYS",
)
