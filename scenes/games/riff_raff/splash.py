"""The spray where cargo goes overboard: it rises once a piece falls through the waves, and is gone soon after."""

from __future__ import annotations

from collections.abc import Iterable

from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.sprites import Gallery, fade, place
from scenes.games.riff_raff.art.backdrop import SWELLS, splash_picture
from sim.games.riff_raff.match.frame import PieceState, PieceView

LASTS_S = 0.6
MOST = 6
"""The most splashes that are seen at once."""
WATER_MM = SWELLS[-1][0]
GONE = (PieceState.FALLING, PieceState.FALLEN)


class Splashes:
    """The splashes that are seen. Each piece makes one, until it is aboard again."""

    def __init__(self, gallery: Gallery, batch: Batch, group: Group) -> None:
        art = gallery.art("splash", splash_picture)
        self.sprites: list[Sprite] = [art.sprite(batch, group) for _ in range(MOST)]
        self._begun_s: dict[str, tuple[float, float]] = {}
        self._first = True

    def update(self, pieces: Iterable[PieceView], clock_s: float) -> None:
        """Show the splashes of pieces below the water that were not there before; `clock_s` makes them rise."""
        below = {piece.name: piece.x for piece in pieces if piece.state in GONE and piece.y < WATER_MM}
        # What lies there already when a match is looked into has fallen long ago.
        begun_s = float("-inf") if self._first else clock_s
        self._first = False
        self._begun_s = {name: self._begun_s.get(name, (begun_s, x)) for name, x in below.items()}
        seen = [(at_s, x) for at_s, x in self._begun_s.values() if 0.0 <= clock_s - at_s < LASTS_S]
        for index, sprite in enumerate(self.sprites):
            shown = index < len(seen)
            if sprite.visible != shown:
                sprite.visible = shown
            if shown:
                at_s, x = seen[index]
                share = (clock_s - at_s) / LASTS_S
                place(sprite, x, WATER_MM, 0.0)
                sprite.scale_y = max(0.05, 4.0 * share * (1.0 - share))
                fade(sprite, 1.0 - share**2)
