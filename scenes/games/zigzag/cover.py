"""The picture behind the lobby when ZIGZAG is chosen: felt on oak, and two hands of cards."""

from __future__ import annotations

from PIL import Image

from scenes.games.zigzag.art.card_art import SHAPE, card_image
from scenes.games.zigzag.art.table_art import table_picture

FANS = (
    (0.11, 0.74, ("water.blue.sunglasses", "fire.blue.cocktail", "earth.blue.suitcase", "air.blue.none")),
    (0.89, 0.74, ("fire.pink.suitcase", "joker", "air.green.suitcase", "stop_accessory")),
)
SPREAD_DEG = 15.0
CARD_SHARE = 0.28


def cover(width: int, height: int) -> Image.Image:
    """Paint the picture. Width and height are in pixels."""
    picture = Image.new("RGBA", (width, height))
    scale = max(width / 1100.0, height / 620.0)
    table = table_picture(scale)
    ground = table.image
    if table.scale != scale:
        side = scale / table.scale
        ground = ground.resize((round(ground.width * side), round(ground.height * side)), Image.Resampling.BICUBIC)
    picture.paste(ground, ((width - ground.width) // 2, (height - ground.height) // 2))
    high = max(16, round(CARD_SHARE * height))
    wide = round(high / SHAPE)
    for x, y, faces in FANS:
        middle = (len(faces) - 1) / 2
        for index, face in enumerate(faces):
            # Turn the card about the lower end of the fan, which is the middle of this square.
            square = Image.new("RGBA", (3 * high, 3 * high), (0, 0, 0, 0))
            square.alpha_composite(card_image(face, wide, high), ((3 * high - wide) // 2, high // 6))
            square = square.rotate(SPREAD_DEG * (middle - index), Image.Resampling.BICUBIC)
            left, top = round(x * width - 1.5 * high), round(y * height - 1.15 * high)
            box = (max(0, -left), max(0, -top), min(3 * high, width - left), min(3 * high, height - top))
            if box[0] < box[2] and box[1] < box[3]:
                picture.alpha_composite(square.crop(box), (max(0, left), max(0, top)))
    return picture
