"""The background of the lobby: a picture of the game, painted once for each size of the window."""

from __future__ import annotations

from pyglet.graphics import Batch, Group
from pyglet.sprite import Sprite

from scenes.drawing.sprites import sprite_of, texture_of
from scenes.spec import scene_part


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
