"""Pictures that follow no design, and are kept as files in the folder `pictures` of a game.

A sheet has eight pictures of one size in each row, in the order in which the code that reads it names them. To change
one, paint over its field in any editor; to add one, append it and its name. NAME-colour-blind.webp has what NAME.webp
shows otherwise in that palette, in the same fields, and is transparent elsewhere. Colours that the code uses are the
same in both, as a test asserts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PIL import Image

from scenes.drawing import palette
from scenes.drawing.canvas import Picture, Point
from scenes.layout.parts import lay

COLUMNS = 8
"""How many pictures stand side by side in the file of a sheet."""


@cache
def kept(path: Path) -> Image.Image:
    """Return the picture in a file; copy it before painting on it.

    Where there is a file NAME-PALETTE.webp for the palette in use, what it shows takes the place of NAME.webp's.
    """
    with Image.open(path) as picture:
        picture.load()
    own = path.with_stem(f"{path.stem}-{palette.used()}")
    if own.exists():
        with Image.open(own) as other:
            picture.paste(other, mask=other.getchannel("A").point(lambda alpha: 255 if alpha else 0))
    return picture


palette.forget_on_use(kept.cache_clear)


class Sheet:
    """Pictures of one size in one file, row by row in the order of their names."""

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self._path = path
        self._places = {name: divmod(number, COLUMNS) for number, name in enumerate(names)}
        self._rows = -(-len(names) // COLUMNS)

    def __getitem__(self, name: str) -> Image.Image:
        """Return a copy of the picture of that name."""
        row, column = self._places[name]
        whole = kept(self._path)
        wide, high = whole.width // COLUMNS, whole.height // self._rows
        return whole.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high)).convert("RGBA")


def lay_fan(
    picture: Image.Image, cards: Sequence[Image.Image], place: tuple[float, float], drop: int, spread_deg: float
) -> None:
    """Lay cards of one size like a fan in a hand onto a picture, each turned by `spread_deg` beyond the one before.

    place: shares of the picture's width and height. drop: from the top of the fan's circle to the cards (pixels).
    """
    wide, high = cards[0].size
    left, top = round(place[0] * picture.width - 1.5 * high), round(place[1] * picture.height - 1.15 * high)
    for index, card in enumerate(cards):
        # Cards are turned about a point below them: the centre of a square three times as high.
        square = Image.new("RGBA", (3 * high, 3 * high), (0, 0, 0, 0))
        square.alpha_composite(card, ((3 * high - wide) // 2, drop))
        angle = spread_deg * ((len(cards) - 1) / 2 - index)
        lay(picture, square.rotate(angle, Image.Resampling.BICUBIC), left, top)


def scaled(image: Image.Image, finest: float, origin: Point, scale: float) -> Picture:
    """Return a kept picture at about `scale` pixels a millimetre, but no larger than it is kept.

    finest: the pixels a millimetre that it is kept at. origin: the place of its origin then, in pixels from the lower
    left corner.
    """
    share = min(1.0, scale / finest)
    size = max(1, round(image.width * share)), max(1, round(image.height * share))
    # A tile is as wide as a whole number of pixels.
    share = size[0] / image.width
    picture = image.convert("RGBA") if image.mode == "P" else image
    if size != image.size:
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    return Picture(picture.convert("RGBA"), (origin[0] * share, origin[1] * share), finest * share)
