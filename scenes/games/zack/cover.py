"""The picture behind the lobby when Zack! is chosen: the room in lamplight, a table, two fans of cards."""

from __future__ import annotations

import numpy as np
from PIL import Image

from scenes.drawing.palette import OAK, lighter
from scenes.games.zack.art.card_art import card_image
from scenes.games.zack.art.room_art import room_picture

HORIZON = 0.34
ROOM_SHARE = 4
FANS = (
    (0.11, 0.80, (("circle:red", ""), ("2R", ""), ("circle:yellow", ""), ("again", ""), ("player:blue", ""))),
    (0.89, 0.80, (("circle:green", ""), ("L", ""), ("back", ""), ("circle:violet", ""), ("challenge:red", "blue"))),
)
SPREAD_DEG = 15.0


def cover(width: int, height: int) -> Image.Image:
    """Paint the picture, `width` and `height` pixels large."""
    room = room_picture(max(8, width // ROOM_SHARE), max(8, height // ROOM_SHARE), HORIZON)
    picture = room.resize((width, height), Image.Resampling.BICUBIC).convert("RGBA")
    _lay_table(picture)
    high = round(0.28 * height)
    wide = round(high * 59 / 91)
    for x, y, cards in FANS:
        middle = (len(cards) - 1) / 2
        for index, (face, border) in enumerate(cards):
            angle = SPREAD_DEG * (middle - index)
            # The cards of a fan are turned about a point below them: the centre of a square three times as high.
            square = Image.new("RGBA", (3 * high, 3 * high), (0, 0, 0, 0))
            square.alpha_composite(
                card_image(face, border, wide, high), ((3 * high - wide) // 2, high // 2 - high // 3)
            )
            square = square.rotate(angle, Image.Resampling.BICUBIC)
            left, top = round(x * width - 1.5 * high), round(y * height - 1.15 * high)
            box = (max(0, -left), max(0, -top), min(3 * high, width - left), min(3 * high, height - top))
            if box[0] < box[2] and box[1] < box[3]:
                picture.alpha_composite(square.crop(box), (max(0, left), max(0, top)))
    return picture


def _lay_table(picture: Image.Image) -> None:
    """Paint the oak of the table from the horizon downwards, lit from the middle."""
    width, height = picture.size
    rows = round(HORIZON * height)
    x, y = np.linspace(-1, 1, width)[None, :], np.linspace(0, 1, max(1, rows))[:, None]
    grain = 1 + 0.03 * np.sin(90 * y**0.6 + 2.0 * np.sin(3 * x) + 5 * x) + 0.02 * np.sin(260 * y**0.5 + 9 * x)
    light = (0.55 + 0.5 * np.exp(-((x / 0.8) ** 2) - ((y - 0.3) / 0.7) ** 2)) * grain
    colour = np.clip(np.array(lighter(OAK, 0.06), dtype=np.float64) * light[..., None], 0, 255).astype(np.uint8)
    picture.paste(Image.fromarray(colour), (0, height - rows))
