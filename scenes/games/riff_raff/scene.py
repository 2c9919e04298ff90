"""The scene of Riff Raff, which draws a match's frames, and the panels over it."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TypeAlias

from PIL import Image
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.game_scene import GameScene, WindowPicture
from scenes.drawing.hud import Panels, PanelSprite, used
from scenes.drawing.palette import INK
from scenes.drawing.panels import Pen, Remote, StripEntry, line_of_text
from scenes.drawing.sprites import sprite_of, texture_of
from scenes.games.riff_raff import panels
from scenes.games.riff_raff.art import backdrop
from scenes.games.riff_raff.framing import Framing
from scenes.games.riff_raff.layout import Layout, lay_out
from scenes.games.riff_raff.panels import seat_panel
from scenes.games.riff_raff.stage import Stage, seat_colour
from scenes.layout.places import Foot
from scenes.window.camera import Camera, Rectangle
from sim.games.riff_raff.match.frame import RiffRaffFrame, SeatView, StaticScene, TableStage
from sim.language import _
from sim.match.grammar import called

DIAL_DEG = 64.0
PITCH_STOPS = 0.5
"""The share of the end stop at which the dot on the dial is at the end of its way: she pitches less than she heels."""


def _mark(picture: Image.Image, left: int, top: int, side: int, index: Hashable) -> None:
    assert isinstance(index, int)
    panels.mark(picture, left, top, side, seat_colour(index), index)


class Hud(Panels):
    """All panels of Riff Raff. `resize` lays them out, `update` shows a frame."""

    def __init__(self, static_scene: StaticScene) -> None:
        super().__init__()
        self._stop_deg = static_scene.ship.measures.end_stop_deg
        self._icons, self._kinds = panels.Icons(static_scene.pieces), len(static_scene.pieces)
        groups = self.groups
        self._status, self._gauge = (PanelSprite(self.batch, groups[0]) for _ in range(2))
        self._seats = [PanelSprite(self.batch, groups[0]) for _ in range(4)]
        self._heel = PanelSprite(self.batch, groups[1])
        self._banner = PanelSprite(self.batch, groups[2])
        self._needle_group, self._dot_group = groups[1], groups[2]
        self._needle: Sprite | None = None
        self._dot: Sprite | None = None
        self._pivot, self._length = (0.0, 0.0), 0.0
        self.layout: Layout

    def seating(self, frame: RiffRaffFrame) -> int:
        return len(frame.seats)

    def resize(
        self, width: float, height: float, ratio: float, frame: RiffRaffFrame, foot: Foot | None = None
    ) -> Layout:
        """Lay the panels out for a window of that size in units, of `ratio` pixels each. foot: as for `lay_out`."""
        self._size = (width, height)
        self.ratio = ratio
        self.layout = layout = lay_out(width, height, self.seating(frame), foot, self.fold, self._kinds)
        self.pen = Pen(layout.unit, ratio)
        for sprite in (self._needle, self._dot):
            if sprite is not None:
                sprite.delete()
        self._needle = self._dot = None
        if layout.gauge is not None:
            dial, pivot, length = panels.gauge_panel(self._stop_deg, self.pixels(layout.gauge), self.pen)
            self.put(self._gauge, layout.gauge, ("dial", self.pixels(layout.gauge)), lambda: dial)
            hand = panels.needle(length, self.pen)
            texture = texture_of(hand, (hand.width / 2, hand.height - length - 1))
            texture.anchor_y = hand.height - length - 1
            self._needle = sprite_of(texture, self.batch, self._needle_group, plain=True)
            self._pivot = layout.gauge.left + pivot[0] / ratio, layout.gauge.top - pivot[1] / ratio
            self._needle.update(x=self._pivot[0], y=self._pivot[1], scale=1.0 / ratio)
            self._length = length / ratio
            mark = panels.dot(self.pen)
            middle = (mark.width / 2, mark.height / 2)
            self._dot = sprite_of(texture_of(mark, middle), self.batch, self._dot_group, plain=True)
            self._dot.scale = 1.0 / ratio
        else:
            self._gauge.hide()
            self._heel.hide()
        return layout

    # ------------------------------------------------------------------------------------------ a frame

    def update(self, frame: RiffRaffFrame, remote: Remote | None, _camera: Camera) -> None:
        layout, pen = self.layout, self.pen
        turn = (frame.round, frame.rounds, frame.slot, frame.announced, frame.table_stage, frame.due, frame.goes_on)
        status = (*turn, int(frame.time_s))
        place = layout.status
        self.put(self._status, place, status, lambda: panels.status_panel(frame, self.pixels(place), pen))
        self._show_seats(frame, layout)
        entries = [
            StripEntry(called(seat.name), str(sum(seat.supply.values())), seat.is_due, index)
            for index, seat in enumerate(frame.seats)
        ]
        self.show_strip(layout.strip, entries, _mark)
        self._show_heel(frame, layout)
        self.show_ticker(layout.ticker, frame)
        out = sum(frame.removed.values())
        self.show_remote(layout.remote, remote, _("caught {count}", count=out) if out else "")
        self._show_overlays(frame, layout)

    def _show_seats(self, frame: RiffRaffFrame, layout: Layout) -> None:
        for index, panel in enumerate(used(self._seats, min(len(frame.seats), len(layout.seats)))):
            self._show_seat(panel, frame.seats[index], index, layout.seats[index])

    def _show_seat(self, panel: PanelSprite, seat: SeatView, index: int, place: Rectangle) -> None:
        key = (
            seat.name, seat.profile, seat.strategy, seat.hand, seat.card, seat.played, tuple(seat.supply.items()),
            seat.is_captain, seat.is_due, seat.turn_in_round,
        )  # fmt: skip
        size, colour = self.pixels(place), seat_colour(index)
        self.put(panel, place, key, lambda: seat_panel(seat, index, colour, size, self.pen, self._icons))

    def _show_heel(self, frame: RiffRaffFrame, layout: Layout) -> None:
        if self._needle is None or self._dot is None or layout.gauge is None:
            return
        heel = -math.degrees(frame.hull_angle)
        share = max(-1.05, min(1.05, heel / self._stop_deg))
        self._needle.rotation = DIAL_DEG * share
        # The dot rides on the needle: inside the thin arc her bow is down.
        down = max(-1.0, min(1.0, math.degrees(frame.pitch_angle) / (PITCH_STOPS * self._stop_deg)))
        out = (panels.LEVEL_SHARE - panels.PITCH_SHARE * down) * self._length
        turn = math.radians(DIAL_DEG * share)
        self._dot.position = self._pivot[0] + out * math.sin(turn), self._pivot[1] + out * math.cos(turn), 0
        gauge, pen = layout.gauge, self.pen
        size = pen.text(13)
        room = round(gauge.width * self.ratio * 0.40)
        words = panels.heel_words(frame.hull_angle, room, size)
        top = gauge.top - (pen(10) + round(size * 1.35)) / self.ratio
        self._heel.show(
            (words, size, room),
            gauge.left + pen(9) / self.ratio,
            top,
            self.ratio,
            lambda: line_of_text(words, size, INK, room, bold=True),
        )

    def _show_overlays(self, frame: RiffRaffFrame, layout: Layout) -> None:
        width, height = self._size
        if frame.table_stage is TableStage.OVER:
            ship = layout.table
            wide = 0.96 * (width if layout.gauge is None else ship.width)
            middle = ship.centre[0], ship.bottom + 0.09 * ship.height
            self.show_result(
                self._banner, frame.winners, middle, wide, lambda room: panels.banner(frame, room, self.pen)
            )
        else:
            self._banner.hide()
        self.show_help(width, height)


CLOUDS = (
    (0.06, 0.86, 0.20, 0.0034),
    (0.40, 0.74, 0.15, 0.0052),
    (0.72, 0.90, 0.24, 0.0027),
    (0.93, 0.66, 0.13, 0.0046),
)
"""Of each cloud: place across and up (shares of the window), size (share of its width), drift (windows a second)."""
SKY_SHARE = 4  # the sky is painted at a quarter of the window's size and smoothed by the graphics card

RiffRaffScene: TypeAlias = GameScene[RiffRaffFrame, Stage, Hud]


def build_scene(
    static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: RiffRaffFrame
) -> RiffRaffScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each.

    first: the frame that the panels are laid out for.
    """
    framing = Framing(static_scene)
    return GameScene(
        lambda camera: Stage(static_scene, camera.pixels_per_mm),
        Hud(static_scene),
        Sky(framing),
        framing.ship,
        (width, height, pixel_ratio),
        first,
    )


class Sky:
    """The sky and its clouds; it also moves the camera."""

    def __init__(self, framing: Framing) -> None:
        self._framing = framing
        self._picture = WindowPicture(SKY_SHARE, plain=True, opaque=True)
        self._batch = Batch()
        self._clouds: list[Sprite] = []
        self._size = (0.0, 0.0)

    def resize(self, size: tuple[float, float], camera: Camera) -> None:
        """Paint for a window of that size in units."""
        self._size = width, height = size
        # Where the horizon lies while the ship is shown, wherever the camera is just now.
        ship = Camera(self._framing.ship, camera.viewport, camera.pixel_ratio)
        horizon = ship.to_screen((0.0, backdrop.SWELLS[0][0]))[1] / height
        self._picture.paint(size, lambda wide, high: backdrop.sky_picture(wide, high, min(0.8, max(0.05, horizon))))
        for sprite in self._clouds:
            sprite.delete()
        self._clouds = []
        for index, (_across, _up, share, _drift) in enumerate(CLOUDS):
            picture = backdrop.cloud_picture(index, max(16, round(share * width * camera.pixel_ratio)))
            cloud = sprite_of(texture_of(picture), self._batch, Group(order=1 + index), plain=True)
            cloud.scale = 1.0 / camera.pixel_ratio
            self._clouds.append(cloud)

    def update(self, frame: RiffRaffFrame, clock_s: float, camera: Camera) -> None:
        """Let the clouds drift, and move the camera."""
        width, height = self._size
        for cloud, (x, y, size, drift) in zip(self._clouds, CLOUDS, strict=True):
            across = math.fmod(x + drift * clock_s + size, 1.0 + 2 * size)
            cloud.position = ((across - size) * width, y * height - 0.1 * height, 0)
        self._framing.update(frame, clock_s, camera)

    def draw(self, _size: tuple[float, float], _camera: Camera) -> None:
        """Draw in window units."""
        self._picture.draw()
        self._batch.draw()
