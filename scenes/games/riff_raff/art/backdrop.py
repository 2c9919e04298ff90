"""What lies behind and before the ship, as pictures: sky, sea, table, and the box with its cardboard waves."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from scenes.drawing.canvas import Canvas, Picture, Point
from scenes.drawing.palette import (
    BOX,
    BRASS,
    CARD_BACK,
    CARD_FRONT,
    FOAM,
    SKY_LOW,
    SKY_MIDDLE,
    SKY_TOP,
    SUN,
    SWELL,
    TABLE,
    TABLE_FRONT,
    Colour,
    darker,
    lighter,
)
from scenes.drawing.pictures import Sheet
from sim.physics.ship.measures import Ship
from sim.physics.ship.world import wave_line

CLOUDS = Sheet(Path(__file__).parents[1] / "pictures" / "clouds.webp", ("0", "1", "2", "3"))
TILE_MM = 480.0
BOX_WALL_MM = 72.0
LIP_MM = 15.0
TABLE_BACK_MM = 22.0
# The layers of the sea, from the horizon to the foreground: height of the crest (mm), amplitude (mm), waves a tile,
# drift (mm/s), bob (mm), opacity.
SWELLS = (
    (30.0, 2.0, 6, 2.0, 0.6, 1.0),
    (12.0, 3.4, 5, -4.0, 1.2, 1.0),
    (-10.0, 4.6, 4, 6.5, 1.8, 1.0),
    (-31.0, 4.4, 3, -9.0, 2.2, 0.36),
)
RIPPLE = 0.25
"""The amplitude of a second wave on each layer, as a share of that of the first."""
SMOOTH_PIXELS = 3.0
"""The most pixels over which the edge of a layer is smooth."""


def sky_picture(width: int, height: int, horizon: float) -> Image.Image:
    """Paint the sky by day, with the glow of the sun to the left.

    width, height: pixels. horizon: the share of the height that is below the horizon.
    """
    y = np.linspace(1.0, 0.0, height)[:, None]
    x = np.linspace(0.0, 1.0, width)[None, :]
    share = np.clip((y - horizon) / (1 - horizon), 0, 1)
    low, middle, top = (np.array(c, dtype=np.float64) for c in (SKY_LOW, SKY_MIDDLE, SKY_TOP))
    lower = np.clip(share / 0.45, 0, 1)[..., None] ** 0.8
    upper = np.clip((share - 0.45) / 0.55, 0, 1)[..., None]
    colour = (low + (middle - low) * lower) * (1 - upper) + top * upper
    aspect = width / height
    distance = np.hypot((x - 0.30) * aspect, y - (horizon + 0.62 * (1 - horizon)))
    glow = (0.85 * np.exp(-((distance / 0.055) ** 4)) + 0.42 * np.exp(-distance / 0.22))[..., None]
    colour = colour + (np.array(SUN) - colour) * np.clip(glow, 0, 1)
    return Image.fromarray(np.clip(colour, 0, 255).astype(np.uint8))


def cloud_picture(shape: int, width: int) -> Image.Image:
    """Return a fair-weather cloud, `width` pixels wide. shape: 0 to 3."""
    cloud = CLOUDS[str(shape)]
    return cloud.resize((width, round(width * cloud.height / cloud.width)), Image.Resampling.LANCZOS)


def trough_mm(index: int) -> float:
    """Return how far below its crest's mean height the troughs of a layer can reach (mm), at most."""
    return (1 + RIPPLE) * SWELLS[index][1]


def seen_depth_mm(index: int) -> float:
    """Return how far below its crest's mean height a layer of the sea can be seen (mm).

    The next layer is taken to be as low as it ever is. inf for the last layer, and where the next one is not opaque.
    """
    if index + 1 == len(SWELLS) or SWELLS[index + 1][-1] < 1:
        return math.inf
    (top, _, _, _, bob, _), (next_top, _, _, _, next_bob, _) = SWELLS[index : index + 2]
    return top - next_top + bob + next_bob + trough_mm(index + 1)


def swell_picture(index: int, depth_mm: float, scale: float) -> Picture:
    """Paint one layer of the sea, `depth_mm` deep below the mean height of its crest.

    It is a tile of TILE_MM whose ends fit each other. The origin is its left end at the crest's mean height.
    """
    _, amplitude, waves, _, _, opacity = SWELLS[index]
    oversample = 2
    columns = max(8, round(TILE_MM * scale)) * oversample
    fine = columns / TILE_MM
    rows = math.ceil((depth_mm + amplitude * 2) * fine / oversample) * oversample
    x = ((np.arange(columns) + 0.5) / fine)[None, :]
    y = (amplitude * 2 - (np.arange(rows) + 0.5) / fine)[:, None]
    turn = 2 * math.pi * waves / TILE_MM
    # Sharper crests than troughs, as waves have.
    crest = amplitude * (
        np.sin(turn * x + 0.6 * np.sin(turn * x)) + RIPPLE * np.sin(2 * math.pi * (waves + 3) * x / TILE_MM + index)
    )
    below = (crest - y).astype(np.float32)
    near, deep = np.array(SWELL[index], dtype=np.float32), np.array(darker(SWELL[index], 0.34), dtype=np.float32)
    colour = near + (deep - near) * (np.clip(below / 95.0, 0, 1) ** np.float32(0.8))[..., None]
    foam_colour = np.array(FOAM, dtype=np.float32)
    # Lines that echo the crest, fading with depth, and foam along it. Only the rows that a line crosses are touched.
    for level, (gap, strength) in enumerate(((7.0, 0.26), (15.5, 0.17), (26.0, 0.11), (39.0, 0.07))):
        line = gap * (0.8 + amplitude / 8) + 1.4 * np.sin(
            2 * math.pi * (waves + level) * x / TILE_MM + 2.1 * level + index
        )
        crossed = _rows(y, crest - line, 3 * 0.75)
        echo = below[crossed] - line.astype(np.float32)
        colour[crossed] += (foam_colour - colour[crossed]) * (strength * np.exp(-((echo / 0.75) ** 2)))[..., None]
    width = 0.55 + 0.14 * amplitude
    crossed = slice(0, _rows(y, crest - 0.5, 3 * width).stop)
    foam = np.zeros_like(below)
    foam[crossed] = np.exp(-((np.clip(below[crossed] - 0.5, 0, None) / width) ** 2)) * (0.55 + 0.1 * index)
    colour[crossed] += (foam_colour - colour[crossed]) * foam[crossed][..., None]
    alpha = np.clip(below * fine / oversample + 0.5, 0, 1) * 255
    if opacity < 1:
        # A veil that thins out below: what swims or falls there is seen through it.
        alpha = alpha * np.clip(opacity * np.exp(-np.clip(below, 0, None) / 30.0) + 0.55 * foam, 0, 0.85)
    image = Image.fromarray(np.clip(colour, 0, 255).astype(np.uint8)).convert("RGB")
    image.putalpha(Image.fromarray(alpha.astype(np.uint8)))
    image = image.reduce(oversample)
    return Picture(image, (0.0, image.height - 2 * amplitude * fine / oversample), fine / oversample)


def _rows(y: npt.NDArray[np.floating], line: npt.NDArray[np.floating], reach: float) -> slice:
    """Return the rows of a sheet that lie within `reach` of a line; y: of the rows, falling."""
    near = np.flatnonzero((y[:, 0] >= line.min() - reach) & (y[:, 0] <= line.max() + reach))
    return slice(int(near[0]), int(near[-1]) + 1) if near.size else slice(0, 0)


def layer_picture(index: int, depth_mm: float, scale: float) -> Picture:
    """Paint one layer of the sea as deep as it can be seen behind the next one, and `depth_mm` deep at most.

    What another layer hides would cost as much time to draw as what is seen.
    """
    return swell_picture(index, min(depth_mm, seen_depth_mm(index) + SMOOTH_PIXELS / scale), scale)


def table_picture(scale: float) -> Picture:
    """Paint a stretch of the table and its front, seen a little from above.

    The origin is the left end of the front edge of its top.
    """
    canvas = Canvas(0, -70, TILE_MM, TABLE_BACK_MM, scale, TABLE, oversample=2)
    canvas.cut([(-5, -80), (TILE_MM + 5, -80), (TILE_MM + 5, TABLE_BACK_MM), (-5, TABLE_BACK_MM)])
    canvas.grain(41, 0.06, ring_mm=9.0)
    canvas.fill([(-5, -80), (TILE_MM + 5, -80), (TILE_MM + 5, 0), (-5, 0)], TABLE_FRONT, 190)
    x, y = canvas.positions()
    light = np.where(y > 0, 1.12 - 0.30 * y / TABLE_BACK_MM, 1.0 + 0.0035 * np.clip(y, -70, 0))
    canvas.tint(light + 0 * x)
    canvas.line([(-5, -0.4), (TILE_MM + 5, -0.4)], lighter(TABLE, 0.45), 0.9)
    canvas.line([(-5, TABLE_BACK_MM), (TILE_MM + 5, TABLE_BACK_MM)], darker(TABLE, 0.5), 0.8)
    return canvas.finish()


def box_back_picture(ship: Ship, scale: float) -> Picture:
    """Paint the inside of the box and the rear wave card, which carries the ring; the origin is the gimbal."""
    m = ship.measures
    half, floor = m.box_width_mm / 2, -m.table_below_mm
    canvas = Canvas(-half, floor, half, 0, scale, CARD_BACK, oversample=3)
    x = np.linspace(-half + 5, half - 5, 90)
    crest = [(float(v), m.wave_top_mm + 15 + 17 * math.exp(-((v / 26) ** 2)) + 4.5 * math.cos(v / 11.5)) for v in x]
    canvas.cut([(x[0], floor), *crest, (x[-1], floor)])
    wall = [(-half, floor), (half, floor), (half, floor + BOX_WALL_MM), (-half, floor + BOX_WALL_MM)]
    canvas.cut(wall)
    _waves(canvas, crest, lighter(CARD_BACK, 0.20), 5)
    canvas.fill(wall, darker(BOX, 0.62), 215)
    for side in (-1, 1):
        canvas.fill(
            [
                (side * (half - 3), floor),
                (side * half, floor),
                (side * half, floor + BOX_WALL_MM),
                (side * (half - 3), floor + BOX_WALL_MM),
            ],
            darker(BOX, 0.35),
        )
    canvas.bevel(0.8, light=0.12, shade=0.2)
    return canvas.finish()


def card_picture(ship: Ship, scale: float) -> Picture:
    """Paint the front wave card; the origin is the gimbal.

    Pieces that fall meet its crest. The rod swings in its notch, above whose small waves half of the ball is seen.
    """
    m = ship.measures
    half, floor = m.box_width_mm / 2, -m.table_below_mm
    line = wave_line(m.wave_top_mm, half)
    inner, top = line[0]
    foot = -m.rod_length_mm
    right = [(inner * (0.62 + 0.38 * math.cos(math.pi * t / 2) ** 2.2), top + (foot - top) * t) for t in _shares(24)]
    narrow = right[-1][0]
    low = [(-narrow + 2 * narrow * t, foot + 2.2 * math.sin(4 * math.pi * t)) for t in _shares(24)]
    left = [(-px, py) for px, py in right]
    edge = [(-px, py) for px, py in reversed(line)] + left + low + list(reversed(right)) + line
    canvas = Canvas(-half, floor, half, m.wave_top_mm, scale, CARD_FRONT, oversample=3)
    canvas.cut([(-half, floor), *edge, (half, floor)])
    x, y = canvas.positions()
    canvas.tint(1.06 + 0.0022 * (y - top) + 0 * x)
    for side in (-1, 1):
        crest = [(side * px, py) for px, py in line]
        _waves(canvas, crest, lighter(CARD_FRONT, 0.30), 8)
        for share, drop, size in ((0.26, 34.0, 10.0), (0.70, 50.0, 8.0), (0.40, 78.0, 9.0), (0.86, 92.0, 7.0)):
            _curl(canvas, (side * (inner + (half - inner) * share), top - drop), size, side)
    canvas.line(edge, FOAM, 3.2)
    canvas.line([(px, py - 2.8) for px, py in edge], lighter(CARD_FRONT, 0.55), 0.8, 150)
    canvas.bevel(0.7, light=0.16, shade=0.22)
    return canvas.finish()


def _shares(steps: int) -> list[float]:
    return [step / steps for step in range(steps + 1)]


def lip_picture(ship: Ship, scale: float) -> Picture:
    """Paint the front edge of the box; the origin is the gimbal."""
    m = ship.measures
    half, floor = m.box_width_mm / 2, -m.table_below_mm
    canvas = Canvas(-half, floor, half, floor + LIP_MM, scale, BOX, oversample=3)
    canvas.cut([(-half, floor), (half, floor), (half, floor + LIP_MM), (-half, floor + LIP_MM)])
    for inset, width in ((2.6, 0.8), (4.2, 0.35)):
        canvas.line(
            [
                (-half + inset, floor + inset),
                (half - inset, floor + inset),
                (half - inset, floor + LIP_MM - inset),
                (-half + inset, floor + LIP_MM - inset),
                (-half + inset, floor + inset),
            ],
            BRASS,
            width,
        )
    canvas.bevel(0.8)
    return canvas.finish()


def splash_picture(scale: float) -> Picture:
    """Paint the spray where something falls into the waves; the origin is where it meets them."""
    canvas = Canvas(-34, -6, 34, 44, scale, FOAM, oversample=3)
    for side in (-1, 1):
        for lean, long, width in ((6, 34, 2.6), (14, 27, 2.2), (22, 18, 1.8)):
            for t in _shares(40):
                canvas.cut_disc((side * (3 + lean * t), long * (1 - (1 - t) ** 2)), (0.5 + 0.3 * t) * width)
        for x, y, radius in ((9, 38, 1.5), (19, 31, 1.3), (27, 22, 1.2), (30, 12, 1.0)):
            canvas.cut_disc((side * x, y), radius)
    canvas.cut([(22.0 * math.cos(2 * math.pi * t), 3.4 * math.sin(2 * math.pi * t)) for t in _shares(40)], 190)
    return canvas.finish()


def _waves(canvas: Canvas, crest: list[Point], colour: Colour, lines: int) -> None:
    """Draw printed lines that follow the crest."""
    for number in range(1, lines + 1):
        drop = 5.0 * number + 0.55 * number**1.6
        canvas.line(
            [(px, py * (1 - 0.02 * number) - drop) for px, py in crest], colour, 0.55, max(40, 170 - 14 * number)
        )


def _curl(canvas: Canvas, centre: Point, size: float, side: int) -> None:
    """Draw a printed breaker that curls to `side` (-1 left, 1 right); `size` is its radius (mm)."""
    cx, cy = centre
    spiral = [
        (cx + side * size * (1 - t / 7) * math.cos(t), cy + size * (1 - t / 7) * math.sin(t))
        for t in np.linspace(0, 6.0, 40)
    ]
    tail = [(cx + side * size * (1 + 1.3 * t), cy - size * 0.55 * math.sin(1.5 * t)) for t in _shares(12)]
    canvas.line([*reversed(tail), *spiral], FOAM, 0.9, 135)
