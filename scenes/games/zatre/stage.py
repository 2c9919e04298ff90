"""The table of ZATRE as drawn: the board, tiles on it and on their way to it, runs that count. In mm, y up."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence

from PIL import Image
from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.palette import BRASS, GLOW, Colour, lighter
from scenes.drawing.quads import PLAIN, Atlas, Corners, Quad, Quads, Tint
from scenes.drawing.sprites import RESCALE_LESS, RESCALE_MORE, Gallery
from scenes.games.zatre.art import (
    BADGES,
    HALF_MM,
    PITCH_MM,
    VALUES,
    Square,
    badge_image,
    board_picture,
    middle,
    part_image,
    tile_image,
)
from scenes.games.zatre.cues import GLIDE_S
from scenes.games.zatre.panels import sum_tone
from scenes.layout.text import least_text
from scenes.window.camera import Point, Rectangle
from sim.games.zatre.match.frame import Gains, StaticScene, TileView, ZatreFrame

CAPACITY = 900
TILE_MM = 18.2
BADGE_MM = 8.6
BADGE_TEXT = 1.5
"""The least height of a badge, in heights of the smallest text."""
PENDING = BRASS
"""The edge of a tile that has been laid but may still be taken back."""
LIFT = 0.45
"""The most by which a tile on its way is drawn larger, as a share: it is nearer to the viewer."""
HOME = Rectangle(*(side * (HALF_MM + 1.5) for side in (-1, -1, 1, 1)))
"""The part of the table seen at first: the board, and a margin for its shadow."""


def tint(colour: Colour, alpha: float) -> Tint:
    """Return a colour at an opacity of 0 to 1 as premultiplied RGBA, as quads take it."""
    red, green, blue = colour
    return round(red * alpha), round(green * alpha), round(blue * alpha), round(255 * alpha)


def box(x: float, y: float, wide: float, high: float) -> Corners:
    """Return the corners of a rectangle centred at (x, y), counterclockwise from the lower left."""
    left, right, low, top = x - wide / 2, x + wide / 2, y - high / 2, y + high / 2
    return (left, low), (right, low), (right, top), (left, top)


class Stage:
    """The board and its tiles.

    origin: returns where, in mm, a new tile comes from; None: it appears on its square. laid: squares on which the
    viewer's own hand has put tiles, which do not glide there. overlay: what the viewer is about to do, drawn over the
    board.
    """

    def __init__(self, static_scene: StaticScene, pixels_per_mm: float, ratio: float = 1.0) -> None:
        self.static_scene, self.ratio = static_scene, ratio
        self.batch = Batch()
        self.gallery = Gallery(pixels_per_mm)
        self.origin: Callable[[TileView], Point | None] = lambda _tile: None
        self.laid: frozenset[Square] = frozenset()
        self.overlay: list[Quad] = []
        self._groups = [Group(order=order) for order in range(2)]
        self.gallery.art("board", board_picture).sprite(self.batch, self._groups[0], plain=True)
        self.quads = self._painted(pixels_per_mm)

    def _painted(self, pixels_per_mm: float) -> Quads:
        """Paint tiles, badges and marks into an atlas, for that many pixels a millimetre."""
        self.scale = pixels_per_mm
        scale = min(max(pixels_per_mm, 0.3), 8.0)
        side, least = max(6, round(TILE_MM * scale)), round(BADGE_TEXT * least_text() * self.ratio)
        high = self._high = max(min(least, side), round(BADGE_MM * scale))

        def paint(key: Hashable) -> Image.Image:
            match key:
                case ("tile", int(value)):
                    return tile_image(value, side)
                case ("badge", str(words), str(tone)):
                    return badge_image(words, high, *BADGES[tone])
                case "shadow":
                    return part_image("shadow", 32)
                case "open" | "aimed" | "ban":
                    return part_image(key, max(8, side))
            return Image.new("RGBA", (4, 4), (255, 255, 255, 255))

        keys: list[Hashable] = [
            "plain",
            "shadow",
            "open",
            "aimed",
            "ban",
            *(("tile", value) for value in VALUES),
        ]
        keys += [("badge", str(total), sum_tone(total)) for total in range(2, 13)]
        return Quads(Atlas(paint, keys, spare=40), self.batch, self._groups[1], CAPACITY)

    def tidy(self, pixels_per_mm: float) -> None:
        """Paint again the pictures that are now seen much larger or smaller than they were painted."""
        self.gallery.wanted(pixels_per_mm)
        self.gallery.repaint()
        if not RESCALE_LESS * self.scale <= pixels_per_mm <= RESCALE_MORE * self.scale:
            self.quads.delete()
            self.quads = self._painted(pixels_per_mm)

    # ------------------------------------------------------------------------------------------ a frame

    def update(self, frame: ZatreFrame, clock_s: float) -> None:
        """Show a frame, and over it what the viewer is about to do."""
        quads: list[Quad] = []
        flying: list[Quad] = []
        for tile in frame.board:
            start = self.origin(tile) if tile.new and (tile.row, tile.col) not in self.laid else None
            share = 1.0 if start is None else (frame.time_s - tile.put_s) / GLIDE_S
            if start is not None and 0.0 <= share < 1.0:
                flying += self._gliding(tile, start, share)
            else:
                quads += self.tile((tile.row, tile.col), tile.value, glow=GLOW if tile.new else None)
        if frame.gains is not None:
            quads += self.gains(frame.gains, clock_s)
        self.quads.show([*quads, *self.overlay, *flying])

    def _gliding(self, tile: TileView, start: Point, share: float) -> list[Quad]:
        smooth = share * share * (3 - 2 * share)
        x, y = middle(tile.row, tile.col)
        x, y = start[0] + (x - start[0]) * smooth, start[1] + (y - start[1]) * smooth
        lift = LIFT * math.sin(math.pi * share)
        return self.tile_at(x, y, tile.value, lift=lift, of=(tile.row, tile.col))

    def tile(self, at: Square, value: int, glow: Colour | None = None, lift: float = 0.0) -> list[Quad]:
        x, y = middle(*at)
        quads: list[Quad] = []
        if glow is not None:
            quads.append(Quad(box(x, y, PITCH_MM * 1.0, PITCH_MM * 1.0), "plain", tint(glow, 0.95)))
        return quads + self.tile_at(x, y, value, lift=lift, of=at)

    def tile_at(
        self, x: float, y: float, value: int, lift: float = 0.0, alpha: float = 1.0, of: Hashable = None
    ) -> list[Quad]:
        """Return the quads of a tile and its shadow, centred at (x, y).

        lift: how much larger it is drawn because it is above the board (0.1: by a
        tenth). alpha: opacity, 0 to 1.
        """
        side = TILE_MM * (1 + lift)
        drop = 0.06 * TILE_MM + 0.35 * TILE_MM * lift
        shade = box(x + 0.6 * drop, y - drop, side * 1.22, side * 1.22)
        level = round(255 * alpha)
        light: Tint = PLAIN if alpha >= 1.0 else (level, level, level, level)
        return [
            Quad(shade, "shadow", (0, 0, 0, round(150 * alpha / (1 + 1.5 * lift))), of),
            Quad(box(x, y, side, side), ("tile", value), light, of),
        ]

    def badge(self, x: float, y: float, words: str, tone: str) -> Quad:
        """Return a label centred at a point."""
        image = badge_image(words, self._high, *BADGES[tone])
        wide, high = image.width / self.scale, image.height / self.scale
        return Quad(box(x, y, wide, high), ("badge", words, tone))

    def run(self, squares: Sequence[Square], words: str, tone: str, glow: Colour) -> list[Quad]:
        """Return the frame of a run and, as the last quad, the label at its end."""
        (x0, y0), (x1, y1) = middle(*squares[0]), middle(*squares[-1])
        half, thick = PITCH_MM / 2 - 0.6, 1.7
        left, right, low, top = min(x0, x1) - half, max(x0, x1) + half, min(y0, y1) - half, max(y0, y1) + half
        x, y, wide, high = (left + right) / 2, (low + top) / 2, right - left, top - low
        quads: list[Quad] = []
        # Dark beside bright: the frame shows on light squares and on dark ones.
        for grown, colour in ((0.9, (20, 14, 10)), (0.0, glow)):
            ink, line = tint(colour, 0.95), thick + 2 * grown
            quads += [Quad(box(x, at, wide + line, line), "plain", ink) for at in (low, top)]
            quads += [Quad(box(at, y, line, high + line), "plain", ink) for at in (left, right)]
        along_row = squares[0][0] == squares[-1][0]
        spot = (right - 1.0, top) if along_row else (right, low + 1.0)
        return [*quads, self.badge(*spot, words, tone)]

    def gains(self, gains: Gains, clock_s: float) -> list[Quad]:
        """Return the runs that a turn made, with their sums and points, and its crosses."""
        quads: list[Quad] = []
        glow = lighter(GLOW, 0.25 + 0.25 * math.sin(5.0 * clock_s))
        labels: list[Quad] = []
        for run in gains.runs:
            *lines, label = self.run(run.squares, f"{run.sum}: +{run.points}", "score", glow)
            quads += lines
            labels.append(label)
        for at in gains.crosses:
            x, y = middle(*at)
            labels.append(self.badge(x - 0.40 * PITCH_MM, y - 0.38 * PITCH_MM, "x2", "cross"))
        return [*quads, *labels]

    def mark(self, at: Square, strong: bool) -> Quad:
        """Return the mark of a square on which a tile may go; `strong` under the pointer."""
        x, y = middle(*at)
        return Quad(box(x, y, PITCH_MM * 0.96, PITCH_MM * 0.96), "aimed" if strong else "open")

    def ban(self, at: Square) -> Quad:
        """Return the mark of a square on which the held tile may not go."""
        x, y = middle(*at)
        return Quad(box(x, y, PITCH_MM * 0.96, PITCH_MM * 0.96), "ban")
