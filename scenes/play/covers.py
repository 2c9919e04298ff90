"""The pictures of games: behind the lobby, and on the cards from which a game is chosen."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.sprites import sprite_of, texture_of
from scenes.spec import guide_of, scene_part

PAINTED_PX = 480
"""Pictures on cards are painted at most this wide, and stretched, since their details are small."""


@lru_cache(maxsize=16)
def card_picture(game: str, width: int, height: int) -> Image.Image:
    """Return the picture of a game, painted once for each size: a card is painted again when the pointer is on it."""
    guide = guide_of(game)
    paint = scene_part(game, "cover") if guide is None else guide.picture
    if width <= PAINTED_PX:
        return paint(width, height)
    small = paint(PAINTED_PX, max(1, round(PAINTED_PX * height / width)))
    return small.resize((width, height), Image.Resampling.BICUBIC)


class LobbyBackground:
    """The picture of one game at a time."""

    def __init__(self) -> None:
        self._batch = Batch()
        self._sprite: Sprite | None = None
        self._key: tuple[str, tuple[float, float, float], float] | None = None

    def forget(self) -> None:
        """Paint the picture again at the next `show`, as after a change of colours."""
        self._key = None

    def show(self, game: str, size: tuple[float, float, float], share: float = 1.0) -> None:
        """Show the picture of that game, for a window of that size (width, height, pixels a unit).

        share: it is painted at this share of its size and stretched.
        """
        if (game, size, share) == self._key:
            return
        self._key = (game, size, share)
        width, height, ratio = size
        ratio *= share
        picture = scene_part(game, "cover")(round(width * ratio), round(height * ratio))
        if self._sprite is not None:
            self._sprite.delete()
        self._sprite = sprite_of(texture_of(picture), self._batch, Group(order=0), plain=True)
        self._sprite.update(scale=1.0 / ratio)

    def draw(self) -> None:
        """Draw the picture."""
        self._batch.draw()
