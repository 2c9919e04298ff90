"""The pictures of Zack!: cards, a throwing hand, the room, the table, and the box that serves as a bowl.

Faces are named as in the frame: `circle:red`, `2R`, `again`, `player:red`. The hand is one from the right, whose
fingertips are the origin; mirror it for a hand from the left.
"""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageOps

from scenes.drawing.canvas import Canvas, Picture, Point
from scenes.drawing.hands import Cut
from scenes.drawing.palette import (
    BOARD,
    BOX_INSIDE,
    BRASS,
    INK,
    MAT,
    OAK_FRONT,
    PAPER_EDGE,
    SIX,
    WALL_DARK,
    Colour,
    darker,
    forget_on_use,
    lighter,
    mix,
)
from scenes.drawing.pictures import Sheet, kept, scaled
from scenes.games.zack.view import NARROWS, TABLE_FAR_MM, TABLE_NEAR_MM, seen
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.outline import reach_at

SHAPE = 91.0 / 59.0  # the height of a drawn card by its width
LETTERS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "orange": "O", "violet": "V"}
BACK = "reverse"
STOPS = ("choose", "swap", "mirror")
ARROWS = ("R", "2R", "L", "2L")
PICTURES = Path(__file__).parent / "pictures"
FACES = (
    *(f"circle:{name}" for name in SIX),
    *ARROWS,
    "again",
    "back",
    BACK,
    *STOPS,
    *(f"player:{name}" for name in SIX),
)
"""All faces but those of challenge cards, which are put together from a border and a field."""
FIELDS = (*(f"challenge:{name}" for name in SIX), "challenge")
CARDS = Sheet(PICTURES / "cards.webp", (*FACES, *(f"border:{name}" for name in (*SIX, "")), *FIELDS))
EDGES = Sheet(
    PICTURES / "edges.webp", (*FACES, *(f"{field} {name}".strip() for name in (*SIX, "") for field in FIELDS))
)

SLEEVE = Cut(cuff_mm=47.0, arm_mm=64.0, length_mm=300.0)
"""The sleeve, whose cuff is at WRIST."""
WRIST: Point = (101.0, -14.5)
WRIST_TURN = -0.27
"""The direction of the arm from the wrist on (rad): flat enough that it passes above the table."""
KEPT_AT = 3.0
"""The pixels a millimetre of the pictures as they are kept."""

GLASS, GLASS_RIM = 18, 140
"""How much of what is behind the bowl's front, and its rim, they hide (of 255)."""

TILE_MM = 400.0
APRON_MM = 34.0
BELOW = darker(OAK_FRONT, 0.62)
"""The colour of what is under the table."""
LAMP, SHADE = np.array((255.0, 222.0, 160.0), np.float32), np.array((22.0, 12.0, 10.0), np.float32)
"""The colours of the lamp's light, and of the dark far from it."""
FINEST = 2.6  # pixels a mm of the kept picture of the table; the cloth is not painted finer either


def colour_of(name: str) -> Colour:
    """Return a player's colour by its name in the rules, dark grey for an unknown name."""
    return SIX.get(name, (88, 88, 88))


def ink_on(colour: Colour) -> Colour:
    """Return the colour of text that can be read on a ground: dark on a light one, white on a dark one."""
    red, green, blue = colour
    return INK if 0.30 * red + 0.59 * green + 0.11 * blue > 140 else (255, 255, 255)


def faces(border_colours: tuple[str, ...], stop_cards: bool = True) -> list[tuple[str, str]]:
    """Return every (face, border) that a game with those player colours can show; border is "" but on challenge cards.

    `challenge` without a colour is a challenge card in a hand that does not show yet against whom it is.
    """
    plain = [*(f"circle:{name}" for name in SIX), *ARROWS, "again", "back", BACK]
    plain += STOPS if stop_cards else ()
    plain += [f"player:{name}" for name in border_colours]
    challenges = [(f"challenge:{a}", b) for b in border_colours for a in border_colours if a != b]
    return [*((face, "") for face in plain), *challenges, *(("challenge", name) for name in border_colours)]


def border_of(face: str, colour: str) -> str:
    """Return the border of a card thrown by the player of that colour: that colour on challenge cards, else ""."""
    return colour if face.partition(":")[0] == "challenge" else ""


@lru_cache(maxsize=256)
def card_image(face: str, border: str, width: int, height: int) -> Image.Image:
    """Return a card's face (or back) of that size in pixels.

    border: the colour of the player who threw it, which only challenge cards show.
    """
    return _whole(face, border_of(face, border)).resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=256)
def table_image(face: str, border: str, width: int, height: int, is_round: bool) -> Image.Image:
    """Return a card's face (or back) as it is on the table: as `card_image`, or of a round card in its circle."""
    image = card_image(face, border, width, height)
    if not is_round:
        return image
    # As large as fits there without a corner of its paper beyond the circle.
    inner = round(0.88 * image.width), round(0.88 * image.height)
    disc = Image.new("L", (4 * image.width, 4 * image.height), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, disc.width - 1, disc.height - 1), fill=255)
    paper = Image.new("RGBA", image.size, image.getpixel((image.width // 2, max(1, image.height // 14))))
    paper.alpha_composite(
        image.resize(inner, Image.Resampling.LANCZOS), ((image.width - inner[0]) // 2, (image.height - inner[1]) // 2)
    )
    paper.putalpha(disc.resize(image.size, Image.Resampling.LANCZOS))
    return paper


@lru_cache(maxsize=128)
def _whole(face: str, border: str) -> Image.Image:
    if not face.startswith("challenge"):
        return CARDS[face]
    picture = CARDS[f"border:{border}"]
    picture.alpha_composite(CARDS[face.rstrip(":")])
    return picture


@lru_cache(maxsize=128)
def edge_image(face: str, border: str, width: int, height: int) -> Image.Image:
    """Return a card seen from its edge, of that size in pixels.

    Circles and single arrows are plain; all others have a part in a second colour.
    """
    return EDGES[f"{face.rstrip(':')} {border}".strip()].resize((width, height), Image.Resampling.BOX)


def side_image(width: int, height: int) -> Image.Image:
    """Paint the paper of a card's edge: lit from above, so that those of a pile stay apart."""
    column = Image.new("RGB", (1, height))
    for row in range(height):
        column.putpixel((0, row), darker(PAPER_EDGE, 0.05 + 0.35 * (row + 0.5) / height))
    return column.resize((width, height)).convert("RGBA")


for _cache in (card_image, table_image, _whole, edge_image):
    forget_on_use(_cache.cache_clear)


def fingers_picture(scale: float) -> Picture:
    """Return what lies behind the card: fingers, back of the hand, wrist."""
    return scaled(kept(PICTURES / "fingers.webp"), KEPT_AT, (49.5, 157.5), scale)


def thumb_picture(scale: float) -> Picture:
    """Return what lies before the card: the thumb."""
    return scaled(kept(PICTURES / "thumb.webp"), KEPT_AT, (31.5, 73.5), scale)


def room_picture(width: int, height: int, horizon: float) -> Image.Image:
    """Return a room out of focus: shelves of games in lamplight.

    width, height: pixels. horizon: the height of the table's far edge, as a share of the height.
    """
    picture = Image.new("RGB", (width, height), WALL_DARK)
    above = width, max(1, round((1.0 - horizon) * height))
    room = kept(PICTURES / "room.webp")
    if room.size != above:
        room = ImageOps.fit(room, above, Image.Resampling.BICUBIC, centering=(0.5, 1.0))
    picture.paste(room)
    return picture


def table_picture(left: float, scale: float) -> Picture:
    """Return a tile of the table's top and front in the lamp's light, TILE_MM wide, whose ends fit each other.

    left: where its left end is to lie (mm; inf: far out in the dark), which is its origin, at the foot of the section.
    """
    return lit(_tile(scale), left)


@lru_cache(maxsize=2)
def _tile(scale: float) -> Picture:
    foot = seen(0.0, 0.0, TABLE_NEAR_MM)[1] - APRON_MM
    return scaled(kept(PICTURES / "table.webp"), FINEST, (0.0, -foot * FINEST), scale)


forget_on_use(_tile.cache_clear)


def lit(picture: Picture, left: float = 0.0) -> Picture:
    """Return a picture of what lies on the table as it is in the lamp's light: warm in the middle, dark far out.

    left: where its origin is to lie (mm; inf: far out).
    """
    rows, columns = picture.image.height, picture.image.width
    x = (left + (np.arange(columns)[None, :] + 0.5 - picture.anchor[0]) / picture.scale).astype(np.float32)
    y = ((rows - np.arange(rows)[:, None] - 0.5 - picture.anchor[1]) / picture.scale).astype(np.float32)
    distance = np.hypot(x / 430.0, (y - 30.0) / 150.0)
    light = 0.24 * np.exp(-(distance**2))[..., None]
    dark = 0.74 * (1.0 - np.exp(-((distance / 1.75) ** 2)))[..., None]
    colour = np.asarray(picture.image.convert("RGB"), dtype=np.float32)
    shone = colour * (1.0 - light - dark) + LAMP * light + SHADE * dark
    image = Image.fromarray(np.clip(shone, 0, 255).astype(np.uint8))
    image.putalpha(picture.image.getchannel("A"))
    return Picture(image, picture.anchor, picture.scale)


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
        if setup.bowl.round:
            canvas.fill(ring(setup, w + grow, 0.0), (8, 14, 18), alpha)
            continue
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
    return lit(canvas.finish())


def box_back_picture(setup: BowlSetup, depths: tuple[float, float], scale: float) -> Picture:
    """Paint the bowl behind the section: floor, inner walls and rim; the origin is the foot of the section.

    depths: how far behind the section it begins and ends (mm).
    """
    if setup.bowl.round:
        return _round_back_picture(setup, scale)
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


TURNS = 96
"""The straight pieces that a circle of a round bowl is drawn in."""


def ring(setup: BowlSetup, radius: float, height: float) -> list[Point]:
    """Return the part of a circle about the axis of a round bowl that is behind the section, from right to left."""
    middle = setup.cut_mm
    before = math.asin(min(1.0, middle / radius)) if radius > 0.0 else 0.0
    turns = ((math.pi + 2 * before) * step / TURNS - before for step in range(TURNS + 1))
    return [seen(radius * math.cos(turn), height, middle + radius * math.sin(turn)) for turn in turns]


def _round_back_picture(setup: BowlSetup, scale: float) -> Picture:
    """Paint a round bowl behind the section, as `box_back_picture` does one that is not."""
    m, outer = setup.bowl, setup.half_opening_mm + setup.bowl.wall_thickness_mm
    radii = [*setup.radii[:-1], (setup.half_opening_mm, m.depth_mm)]
    rims = ring(setup, setup.half_opening_mm, m.depth_mm), ring(setup, outer, m.depth_mm)
    wide, ceiling = max(outer, *(x for x, _ in radii)), max(y for _, y in rims[1])
    canvas = Canvas(-wide - 2, 0.0, wide + 2, ceiling + 1, scale, BOX_INSIDE, oversample=3)
    floor = ring(setup, max(radius for radius, y in radii if y == m.floor_thickness_mm) or 1e-3, m.floor_thickness_mm)
    canvas.cut(floor)
    canvas.fill(floor, darker(BOX_INSIDE, 0.30))
    for (r0, y0), (r1, y1) in itertools.pairwise(radii):
        low, high = ring(setup, max(r0, 1e-3), y0), ring(setup, max(r1, 1e-3), y1)
        steep = (y1 - y0) / math.hypot(r1 - r0, y1 - y0)
        # The back first; what faces the lamp, which is to the left of it, is lighter.
        for step in sorted(range(TURNS), key=lambda step: abs(2 * step - TURNS)):
            way = math.cos(math.pi * (step + 0.5) / TURNS)
            wall = lighter(BOX_INSIDE, 0.14 * max(0.0, -way)) if way < 0.0 else darker(BOX_INSIDE, 0.30 * way)
            strip = [low[step], low[step + 1], high[step + 1], high[step]]
            canvas.cut(strip)
            canvas.fill(strip, mix(darker(BOX_INSIDE, 0.30), wall, steep))
    brim = [*rims[0], *reversed(rims[1])]
    canvas.cut(brim)
    canvas.fill(brim, lighter(BOX_INSIDE, 0.45))
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
    parts = setup.cut()
    for part in parts:
        canvas.cut(list(part))
    for centre in setup.rims()[:2]:
        canvas.cut_disc(centre, m.rim_radius_mm)
    for part in parts:
        # Of a wall in many parts only the outside is drawn.
        edges = [*part, part[0]] if not setup.shaped else part[:2] if len(part) == 4 else part[1:]
        canvas.line([*edges], darker(BOX_INSIDE, 0.2), 0.35)
    # The lining inside.
    for (x0, y0), (x1, y1) in itertools.pairwise(setup.inside()):
        share = 0.15 / math.hypot(x1 - x0, y1 - y0)
        out_x, out_y = (y1 - y0) * share, (x0 - x1) * share
        canvas.line([(x0 + out_x, y0 + out_y), (x1 + out_x, y1 + out_y)], BOX_INSIDE, 0.6)
    canvas.bevel(0.4, light=0.16, shade=0.2)
    return canvas.finish()


def cut_at_picture(setup: BowlSetup, depth: float, scale: float) -> Picture:
    """Paint the bowl's front, as of glass, between its cut walls, as it is seen at a depth (mm).

    There it looks a little larger or smaller than in the section.
    """
    seen_as = 1.0 - NARROWS * depth
    cut, glass = box_cut_picture(setup, scale * seen_as), _glass_picture(setup, scale * seen_as)
    glass.alpha_composite(cut.image)
    return Picture(glass, cut.anchor, cut.scale / seen_as)


def _glass_picture(setup: BowlSetup, scale: float) -> Image.Image:
    """Paint the bowl's front from wall to wall, with its rim, as large as the picture of its cut walls."""
    m, outer = setup.bowl, setup.half_outside_mm
    canvas = Canvas(-outer - 1, 0.0, outer + 1, m.depth_mm, scale, lighter(BOX_INSIDE, 0.35))
    outline = setup.inside()
    canvas.cut(outline, GLASS)
    (x0, y0), (x1, y1) = outline[0], outline[-1]
    canvas.cut([(x0, y0), (x1, y1), (x1, m.depth_mm), (x0, m.depth_mm)], GLASS_RIM)
    return canvas.finish().image


def blob(width: int, height: int, hardness: float) -> Image.Image:
    """Paint a soft white spot, to be tinted. hardness: the higher, the faster it fades outwards."""
    x = np.linspace(-1.0, 1.0, width)[None, :]
    y = np.linspace(-1.0, 1.0, height)[:, None]
    share = np.clip(1.0 - np.hypot(x, y), 0, 1) ** hardness
    image = Image.new("RGB", (width, height), (255, 255, 255))
    image.putalpha(Image.fromarray((share * share * (3 - 2 * share) * 255).astype(np.uint8)))
    return image
