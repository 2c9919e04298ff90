"""The scene of ZATRE: draws a match's frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyglet.graphics import Batch, Group
from pyglet.math import Mat4, Vec3
from pyglet.sprite import Sprite

from scenes.drawing.quads import Quad
from scenes.drawing.sprites import sprite_of, texture_of
from scenes.games.zatre.art.board_art import table_picture
from scenes.games.zatre.hud import Hud
from scenes.games.zatre.panels import sides_of
from scenes.games.zatre.stage import Stage, home_view
from scenes.playback.playback import Playback
from scenes.window.camera import Camera, Point, Rectangle
from sim.games.zatre.match.frame import StaticScene, TileView, ZatreFrame

TABLE_SHARE = 3  # the table is painted at a third of the window's size: it is soft anyway


class ZatreScene:
    """Draws frames; with a playback it tells its speed. `over`: what somebody is about to do, drawn on the board."""

    def __init__(
        self, static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: ZatreFrame
    ) -> None:
        self.static_scene = static_scene
        self.hud = Hud(static_scene)
        self.over: list[Quad] = []
        self.laid: frozenset[tuple[int, int]] = frozenset()
        """Squares on which somebody's own hand has put tiles: these do not glide there."""
        self.eyes: Callable[[ZatreFrame], ZatreFrame] = lambda frame: frame
        """What whoever looks may see of a frame."""
        self._seats = tuple(seat.name for seat in first.seats)
        self._sides = len(sides_of(first))
        self.camera = Camera(home_view(static_scene), Rectangle(0, 0, width, height), pixel_ratio)
        self._foot = 0.0
        self._table = Batch()
        self._table_sprite: Sprite | None = None
        self._stage: Stage | None = None
        self.resize(width, height, pixel_ratio)

    @property
    def stage(self) -> Stage:
        """The board, with all that lies on it."""
        assert self._stage is not None
        return self._stage

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""
        width, height = max(64.0, width), max(64.0, height)
        self.size = width, height
        board = self.hud.resize(width, height, pixel_ratio, len(self._seats), self._sides).table
        foot = min(self._foot, 0.5 * board.height)
        self.camera.resize(Rectangle(board.left, board.bottom + foot, board.right, board.top), pixel_ratio)
        if self._stage is None:
            self._stage = Stage(self.static_scene, self.camera.pixels_per_mm, pixel_ratio)
            self._stage.origin = self._origin
        if self._table_sprite is not None:
            self._table_sprite.delete()
        wide, high = max(8, round(width / TABLE_SHARE)), max(8, round(height / TABLE_SHARE))
        self._table_sprite = sprite_of(texture_of(table_picture(wide, high)), self._table, Group(order=0))
        self._table_sprite.update(scale_x=width / wide, scale_y=height / high)

    def keep_foot(self, height: float) -> None:
        """Leave so much of the board's part free below it, for something else to be put there."""
        if height != self._foot:
            self._foot = height
            self.resize(*self.size, self.camera.pixel_ratio)

    def _origin(self, tile: TileView) -> Point | None:
        """Where a tile comes from: the plate of whoever placed it."""
        layout = self.hud.layout
        if (tile.row, tile.col) in self.laid or tile.by not in self._seats or layout is None:
            return None
        return self.camera.to_world(layout.seats[self._seats.index(tile.by)].centre)

    # ------------------------------------------------------------------------------------------ a frame

    def show(self, frame: ZatreFrame, clock_s: float, playback: Playback | None = None) -> None:
        """Move everything to a frame; `clock_s` drives what moves by itself."""
        frame = self.eyes(frame)
        seats, sides = tuple(seat.name for seat in frame.seats), len(sides_of(frame))
        if (seats, sides) != (self._seats, self._sides):
            self._seats, self._sides = seats, sides
            self.resize(*self.size, self.camera.pixel_ratio)
        self.shown = frame, clock_s
        self.stage.update(frame, clock_s, self.over)
        self.hud.update(frame, playback)

    def draw(self, window: Any) -> None:
        """Draw what was shown last."""
        (x, y), scale = self.camera.offset, self.camera.scale
        window.view = Mat4()
        self._table.draw()
        window.view = Mat4.from_translation(Vec3(x, y, 0)) @ Mat4.from_scale(Vec3(scale, scale, 1))
        self.stage.batch.draw()
        window.view = Mat4()
        self.hud.batch.draw()

    def tidy(self) -> None:
        """Paint again what the camera now shows larger than it was painted."""
        self.stage.tidy(self.camera.pixels_per_mm)

    def toggle_help(self) -> None:
        """Show or hide the keys."""
        self.hud.help_shown = not self.hud.help_shown


Scene = ZatreScene
"""By the name under which `scenes.playback.protocols.scene_of` finds every game's scene."""
