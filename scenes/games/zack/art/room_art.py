"""Pictures of the room, of the table, and of the box that serves as a bowl."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from scenes.drawing.canvas import Array, Canvas, Picture, Point
from scenes.drawing.palette import (
    BOARD,
    BOX_INSIDE,
    BRASS,
    MAT,
    OAK,
    OAK_FRONT,
    SIX,
    WALL,
    WALL_DARK,
    WALL_LIT,
    Colour,
    darker,
    lighter,
    mix,
)
from scenes.games.zack.view import NARROWS, TABLE_FAR_MM, TABLE_NEAR_MM, seen
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.outline import reach_at

TILE_MM = 400.0
Floats = npt.NDArray[np.floating[Any]]
APRON_MM = 34.0
BELOW = darker(OAK_FRONT, 0.62)
"""The colour of what is under the table."""
LAMP, SHADE = np.array((255.0, 222.0, 160.0)), np.array((22.0, 12.0, 10.0))
"""The colours of the lamp's light, and of the dark far from it."""
FINEST = 2.6  # pixels a mm: soft pictures are not painted finer than that


def room_picture(width: int, height: int, horizon: float) -> Image.Image:
    """Paint a room out of focus: shelves of games in lamplight.

    width, height: pixels. horizon: the height of the table's far edge, as a share of the height.
    """
    y = np.linspace(1.0, 0.0, height)[:, None]
    x = np.linspace(-0.5, 0.5, width)[None, :] * (width / height)
    base = Image.new("RGB", (width, height), WALL)
    draw = ImageDraw.Draw(base)
    rng = np.random.default_rng(11)
    boards = [horizon + (1.0 - horizon) * share for share in (0.30, 0.80)]
    tones = [mix(colour, WALL, 0.50) for colour in SIX.values()]
    tones += [mix(BOARD, WALL, 0.35), mix(BRASS, WALL, 0.4), darker(WALL, 0.35)]
    for board in boards:
        foot = height * (1.0 - board)
        room = height * (1.0 - horizon) * 0.40
        at = -0.02 * width
        while at < width:
            wide, high = rng.uniform(0.05, 0.13) * room * 4, room * rng.uniform(0.45, 0.86)
            if rng.random() < 0.86:
                tone = tones[int(rng.integers(len(tones)))]
                if rng.random() < 0.45:  # a pile of flat boxes
                    for level in range(3):
                        tone = tones[int(rng.integers(len(tones)))]
                        step = high / 3.4
                        draw.rectangle((at, foot - (level + 1) * step, at + wide * 1.5, foot - level * step), fill=tone)
                    wide *= 1.5
                else:
                    draw.rectangle((at, foot - high, at + wide, foot), fill=tone)
                    draw.rectangle((at, foot - high * 0.72, at + wide, foot - high * 0.55), fill=mix(tone, BOARD, 0.5))
            at += wide + rng.uniform(0.0, 0.03) * room
        draw.rectangle((0, foot, width, foot + max(2, 0.05 * room)), fill=darker(OAK, 0.25))
        draw.rectangle((0, foot + max(2, 0.05 * room), width, foot + max(3, 0.13 * room)), fill=darker(WALL, 0.45))
    base = base.filter(ImageFilter.GaussianBlur(max(1.5, height * 0.014)))
    colour = np.asarray(base, dtype=np.float64)
    distance = np.hypot(x / 0.9, (y - (horizon + 0.30)) / 0.62)
    light = np.exp(-((distance / 0.62) ** 2))[..., None]
    dark, lit = np.array(WALL_DARK, dtype=np.float64), np.array(WALL_LIT, dtype=np.float64)
    colour = dark + (colour - dark) * (0.30 + 0.70 * light)
    colour = colour + (lit - colour) * (0.26 * light)
    # A lamp that hangs into the picture.
    away = np.hypot(x, (y - 0.985) * 1.2)
    lamp = np.exp(-((away / 0.07) ** 2)) + 0.35 * np.exp(-away / 0.16)
    colour += (np.array((255, 236, 190)) - colour) * np.clip(lamp, 0, 0.96)[..., None]
    # Noise of less than a grey value's width keeps slow gradients from showing as bands.
    colour += rng.uniform(-1.2, 1.2, colour.shape[:2])[..., None]
    return Image.fromarray(np.clip(colour, 0, 255).astype(np.uint8))


def table_picture(left: float, scale: float) -> Picture:
    """Paint a tile of the table's top and front in the lamp's light, TILE_MM wide, whose ends fit each other.

    left: where its left end is to lie (mm; inf: far out in the dark), which is its origin, at the foot of the section.
    """
    columns = max(8, round(TILE_MM * min(scale, FINEST)))
    fine = columns / TILE_MM
    far, near = seen(0.0, 0.0, TABLE_FAR_MM)[1], seen(0.0, 0.0, TABLE_NEAR_MM)[1]
    low = near - APRON_MM
    rows = math.ceil((far - low) * fine)
    x = ((np.arange(columns) + 0.5) / fine)[None, :]
    y = (far - (np.arange(rows) + 0.5) / fine)[:, None]
    # On the top, lines of the grain come closer together with the distance.
    depth = (y - near) / (far - near)
    across = np.where(y >= near, 9.0 * np.log1p(1.9 * np.clip(depth, 0, 1)) * 9.0, (near - y) * 0.9 + 90.0)
    turn = 2 * math.pi / TILE_MM
    warp = 2.2 * np.sin(turn * x + 0.09 * across) + 1.1 * np.sin(3 * turn * x + 0.21 * across)
    rings = np.sin(1.05 * (across + warp)) * 0.6 + np.sin(2.9 * (across + 0.7 * warp) + np.sin(2 * turn * x)) * 0.4
    plank = np.floor((across + 4.0) / 15.0)
    tone = 1.0 + 0.035 * rings + 0.035 * np.sin(plank * 2.4)
    seam = np.abs((across + 4.0) / 15.0 - np.round((across + 4.0) / 15.0))
    tone = tone * (1.0 - 0.26 * np.exp(-((seam / 0.012) ** 2)))
    top, front = np.array(OAK, dtype=np.float64), np.array(OAK_FRONT, dtype=np.float64)
    on_top = np.broadcast_to((y >= near)[..., None], (rows, columns, 1))
    light = np.where(y >= near, 1.10 - 0.42 * np.abs(depth - 0.28) ** 1.2, 0.92 + 0.010 * np.clip(y - near, -40, 0))
    colour = np.where(on_top, top, front) * (tone * light)[..., None]
    edge = np.exp(-(((y - near) / 1.3) ** 2))[..., None]
    colour = colour + (np.array(lighter(OAK, 0.45)) - colour) * 0.75 * edge
    back = np.exp(-(((y - far) / 1.2) ** 2))[..., None]
    colour = lit(colour * (1.0 - 0.55 * back), x + left, y)
    image = Image.fromarray(np.clip(colour, 0, 255).astype(np.uint8)).convert("RGBA")
    return Picture(image, (0.0, -low * fine), fine)


def lit(colour: Array, x: Floats, y: Floats) -> Array:
    """Return colours on the table as they are in the lamp's light: warm in the middle, dark far out.

    colour: of shape (rows, columns, 3). x, y: the places of its columns and rows (mm), of shapes (1, columns) and
    (rows, 1).
    """
    distance = np.hypot(x / 430.0, (y - 30.0) / 150.0)
    light = 0.24 * np.exp(-(distance**2))[..., None]
    dark = 0.74 * (1.0 - np.exp(-((distance / 1.75) ** 2)))[..., None]
    shone: Array = colour * (1.0 - light - dark) + LAMP * light + SHADE * dark
    return shone


def mat_picture(setup: BowlSetup, depths: tuple[float, float], scale: float) -> Picture:
    """Paint a cloth below the bowl, with the bowl's shadow; the origin is the foot of the section.

    depths: how far behind the section the bowl begins and ends (mm).
    """
    half, corner = setup.half_outside_mm + 92.0, 46.0
    near, far = max(TABLE_NEAR_MM + 7.0, depths[0] - 64.0), min(TABLE_FAR_MM - 7.0, depths[1] + 74.0)

    def outline(inset: float) -> list[Point]:
        points = []
        x_most, y_most = half - inset, (far - near) / 2 - inset
        middle = (near + far) / 2
        for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
            for step in range(13):
                turn = (quarter + step / 12) * math.pi / 2
                cx, cy = sx * (x_most - corner), sy * (y_most - corner)
                points.append(seen(cx + corner * math.cos(turn), 0.0, middle + cy + corner * math.sin(turn)))
        return points

    edge = outline(0.0)
    low, high = min(y for _, y in edge), max(y for _, y in edge)
    width = max(x for x, _ in edge)
    canvas = Canvas(-width - 2, low - 2, width + 2, high + 2, min(scale, FINEST), MAT, oversample=3)
    canvas.cut(edge)
    x, y = canvas.positions()
    weave = 0.025 * np.sin(x * 2.6) * np.sin(y * 7.0)
    canvas.tint(1.0 + weave + 0.10 * np.exp(-((x / 190.0) ** 2) - ((y - 20.0) / 60.0) ** 2))
    for inset, tone, stroke in ((5.0, BRASS, 1.0), (9.0, lighter(MAT, 0.35), 0.6)):
        line = outline(inset)
        canvas.line([*line, line[0]], tone, stroke, 190)
    # The box's shadow.
    w, (n, d) = setup.half_outside_mm, depths
    for grow, alpha in ((16, 26), (11, 34), (6, 44), (2, 60)):
        canvas.fill(
            [
                seen(-w - grow, 0, n - grow * 1.4),
                seen(w + grow * 1.6, 0, n - grow * 1.4),
                seen(w + grow * 1.6, 0, d + grow),
                seen(-w - grow, 0, d + grow),
            ],
            (8, 14, 18),
            alpha,
        )
    canvas.bevel(1.2, light=0.10, shade=0.16)
    picture = canvas.finish()
    rows, columns = picture.image.height, picture.image.width
    across = (np.arange(columns)[None, :] + 0.5 - picture.anchor[0]) / picture.scale
    up = (rows - np.arange(rows)[:, None] - 0.5 - picture.anchor[1]) / picture.scale
    cloth = lit(np.asarray(picture.image.convert("RGB"), dtype=np.float64), across, up)
    image = Image.fromarray(np.clip(cloth, 0, 255).astype(np.uint8)).convert("RGB")
    image.putalpha(picture.image.getchannel("A"))
    return Picture(image, picture.anchor, picture.scale)


def box_back_picture(setup: BowlSetup, depths: tuple[float, float], scale: float) -> Picture:
    """Paint the bowl behind the section: floor, inner walls and rim; the origin is the foot of the section.

    depths: how far behind the section it begins and ends (mm).
    """
    m, outline = setup.bowl, setup.inside()
    low, high, thick, top = setup.half_floor_mm, setup.half_opening_mm, m.wall_thickness_mm, m.depth_mm
    (near, far), foot, outer = depths, m.floor_thickness_mm, high + thick
    widest = max(setup.half_outside_mm, outer)
    deep = far + thick
    bottom, ceiling = seen(0.0, 0.0, near)[1], seen(0.0, top, deep)[1]
    side = widest * (1.0 - NARROWS * near)
    canvas = Canvas(-side - 2, bottom, side + 2, ceiling + 1, scale, BOX_INSIDE, oversample=3)
    inside = darker(BOX_INSIDE, 0.0)
    hollow = [(x, top if y == outline[-1][1] else y) for x, y in outline]
    # The back wall, then the ground and the walls from the lowest to the highest.
    canvas.cut([seen(x, y, far) for x, y in hollow])
    canvas.fill([seen(x, y, far) for x, y in hollow], lighter(inside, 0.06))
    _adorn_back(canvas, setup, far)
    for (x0, y0), (x1, y1) in sorted(itertools.pairwise(hollow), key=lambda line: line[0][1] + line[1][1]):
        strip = [seen(x0, y0, near), seen(x1, y1, near), seen(x1, y1, far), seen(x0, y0, far)]
        if y0 == y1 == foot:
            strip[:2] = [seen(x0, 0.0, near), seen(x1, 0.0, near)]
        steep = abs(y1 - y0) / math.hypot(x1 - x0, y1 - y0)
        # A wall that leans out would else have the colour of the floor.
        wall = lighter(inside, 0.14) if y1 < y0 else darker(inside, 0.30 if m.section is None else 0.40)
        canvas.cut(strip)
        canvas.fill(strip, mix(darker(inside, 0.30), wall, steep))
    for rise, alpha in ((2.0, 70), (5.0, 50), (10.0, 30)):
        corner = [seen(-low, foot, far), seen(low, foot, far)]
        forward = far - 3 * rise
        canvas.fill([*corner, seen(low, foot, forward), seen(-low, foot, forward)], (20, 6, 8), alpha // 2)
    for way in (-1, 1):
        rim = [seen(way * high, top, near), seen(way * outer, top, near)]
        rim += [seen(way * outer, top, deep), seen(way * high, top, far)]
        canvas.cut(rim)
        canvas.fill(rim, lighter(BOX_INSIDE, 0.42))
    rim = [seen(-outer, top, deep), seen(outer, top, deep), seen(high, top, far), seen(-high, top, far)]
    canvas.cut(rim)
    canvas.fill(rim, lighter(BOX_INSIDE, 0.50))
    return canvas.finish()


def _adorn_back(canvas: Canvas, setup: BowlSetup, far: float) -> None:
    """Paint a pattern on the back wall, as far as it fits there, and the shade at its foot."""
    m, inside = setup.bowl, darker(BOX_INSIDE, 0.0)
    outline = setup.inside()
    y = (m.floor_thickness_mm + m.depth_mm) / 2
    reach = min(reach_at(outline, y - 7.0 / 2), reach_at(outline, y))
    for step in range(-7, 8):
        x = step * setup.half_opening_mm / 7.6
        if abs(x) + 5.0 > reach:
            continue
        centre = seen(x, y, far)
        canvas.fill(
            [(centre[0] + dx, centre[1] + dy) for dx, dy in ((0, 7), (5, 0), (0, -7), (-5, 0))],
            lighter(inside, 0.16),
            150,
        )
    low, foot = setup.half_floor_mm, m.floor_thickness_mm
    for rise, alpha in ((2.0, 70), (5.0, 50), (10.0, 30)):
        corner = [seen(-low, foot, far), seen(low, foot, far)]
        canvas.fill([*corner, seen(low, foot + rise, far), seen(-low, foot + rise, far)], (20, 6, 8), alpha)


def box_cut_picture(setup: BowlSetup, scale: float) -> Picture:
    """Paint the cut walls and floor of the bowl, exactly as they are in the section, whose foot is the origin."""
    m = setup.bowl
    outer = setup.half_outside_mm
    canvas = Canvas(-outer - 1, 0.0, outer + 1, m.depth_mm, scale, BOARD)
    parts = setup.parts()
    for part in parts:
        canvas.cut(list(part))
    for centre in setup.rims():
        canvas.cut_disc(centre, m.rim_radius_mm)
    for part in parts:
        # Of a wall in many parts only the outside is drawn.
        edges = [*part, part[0]] if m.section is None else part[:2] if len(part) == 4 else part[1:]
        canvas.line([*edges], darker(BOX_INSIDE, 0.2), 0.35)
    # The lining inside.
    for (x0, y0), (x1, y1) in itertools.pairwise(setup.inside()):
        share = 0.15 / math.hypot(x1 - x0, y1 - y0)
        out_x, out_y = (y1 - y0) * share, (x0 - x1) * share
        canvas.line([(x0 + out_x, y0 + out_y), (x1 + out_x, y1 + out_y)], BOX_INSIDE, 0.6)
    canvas.bevel(0.4, light=0.16, shade=0.2)
    return canvas.finish()


def cut_at_picture(setup: BowlSetup, depth: float, scale: float) -> Picture:
    """Paint the same as it is seen at a depth (mm), where it looks a little larger or smaller."""
    seen_as = 1.0 - NARROWS * depth
    cut = box_cut_picture(setup, scale * seen_as)
    return Picture(cut.image, cut.anchor, cut.scale / seen_as)


def blob(width: int, height: int, colour: Colour, hardness: float = 1.0) -> Image.Image:
    """Paint a soft spot, for shadows and lights. hardness: the higher, the faster it fades outwards."""
    x = np.linspace(-1.0, 1.0, width)[None, :]
    y = np.linspace(-1.0, 1.0, height)[:, None]
    share = np.clip(1.0 - np.hypot(x, y), 0, 1) ** hardness
    image = Image.new("RGB", (width, height), colour)
    image.putalpha(Image.fromarray((share * share * (3 - 2 * share) * 255).astype(np.uint8)))
    return image
