"""The lens: cards and box in section, true to scale, large enough to be read."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from scenes.drawing.palette import LENS, PAPER_EDGE, WRONG, lighter, mix
from scenes.drawing.panels import Pen, sheet
from scenes.drawing.quads import Corners, Quad
from scenes.games.zack.art import border_of, box_cut_picture
from scenes.games.zack.view import edge_corners
from scenes.layout.text import width_px, write
from scenes.window.camera import Rectangle
from sim.games.zack.match.frame import CardState, CardView, StaticScene, ZackFrame
from sim.language import _
from sim.physics.bowl.outline import reach_at

CAP_MM = 2.4  # the length of the marks at the ends of a card thrown out of turn
BESIDE_MM, BELOW_MM, ABOVE_MM = 4.0, 3.0, 5.0


def lens_scale(static_scene: StaticScene, place: Rectangle) -> float:
    """Return how many window units a millimetre has in the lens: as many as the place allows."""
    width, height = lens_mm(static_scene)
    return min(place.width / width, place.height / height)


def lens_mm(static_scene: StaticScene) -> tuple[float, float]:
    """Return width and height of what the lens shows (mm)."""
    setup = static_scene.setup
    return 2 * (setup.half_outside_mm + BESIDE_MM), setup.bowl.depth_mm + BELOW_MM + ABOVE_MM


def lens_origin(static_scene: StaticScene, place: Rectangle) -> tuple[float, float]:
    """Return where in the window the section's origin lies: the middle of the bowl, at the table's top."""
    scale = lens_scale(static_scene, place)
    spare = place.height - lens_mm(static_scene)[1] * scale
    return place.centre[0], place.bottom + spare / 2 + BELOW_MM * scale


def lens_panel(static_scene: StaticScene, place: Rectangle, pen: Pen) -> Image.Image:
    """Paint what lies under the cards of the lens: its ground, a line every 10 mm of height, the cut box."""
    ratio = pen.ratio
    size = round(place.width * ratio), round(place.height * ratio)
    picture = sheet(size, pen(9), LENS, mix(PAPER_EDGE, LENS, 0.4), 238, max(1, pen(1.2))).copy()
    x, y = lens_origin(static_scene, place)
    x, y = (x - place.left) * ratio, (place.top - y) * ratio
    scale = lens_scale(static_scene, place) * ratio
    draw = ImageDraw.Draw(picture)
    m = static_scene.setup.bowl
    # A scale behind the pile: a line every ten millimetres.
    inside = static_scene.setup.inside()
    for height in range(10, round(m.depth_mm), 10):
        level, half = round(y - height * scale), reach_at(inside, height)
        draw.line((x - half * scale, level, x + half * scale, level), fill=(*lighter(LENS, 0.10), 255), width=1)
    small = pen.text(11.5)
    label = _("The bowl in section")
    if width_px(label, small) < size[0] * 0.6:
        spot = round(x), round(y - m.depth_mm * scale * 0.80)
        write(picture, spot, label, small, lighter(LENS, 0.34), anchor="mm")
    box = box_cut_picture(static_scene.setup, scale)
    left, top = round(x - box.anchor[0]), round(y - (box.image.height - box.anchor[1]))
    picture.alpha_composite(box.image, (max(0, left), max(0, top)))
    return picture


def lens_quads(frame: ZackFrame, static_scene: StaticScene, offset: tuple[float, float], scale: float) -> list[Quad]:
    """Return the cards in the box and over it, seen from their edges.

    offset: where the section's origin lies. scale: units a millimetre.
    """
    plate, setup = static_scene.setup.plate, static_scene.setup
    colours = {seat.name: seat.colour for seat in frame.seats}
    order = {entry.name: place for place, entry in enumerate(frame.bowl)}
    top, widest = setup.bowl.depth_mm + ABOVE_MM, max(x for x, _ in setup.inside())
    inside = [
        card for card in frame.cards if card.state is not CardState.HELD and not card.aside and abs(card.x) < widest
    ]
    inside.sort(key=lambda card: (order.get(card.name, 10_000), card.y))
    caps: list[Quad] = []
    quads: list[Quad] = []
    for card in inside:
        ends = _below(card, plate.length_mm / 2, top)
        if ends is None:
            continue
        border = border_of(card.face, colours.get(card.by, ""))
        (x0, y0), (x1, y1) = ends
        length = math.dist(*ends)
        corners = edge_corners((x0 + x1) / 2, (y0 + y1) / 2, card.angle, length, plate.thickness_mm)
        quads.append(Quad(_scaled(corners, offset, scale), ("edge", card.face, border), of=card.name))
        if card.wrong:
            # At both ends, where it hides no other card.
            for x, y in ends:
                cap = edge_corners(x, y, card.angle, CAP_MM, plate.thickness_mm + CAP_MM / 2)
                caps.append(Quad(_scaled(cap, offset, scale), "plain", (*WRONG, 255), (card.name, x < x0 + 1e-9)))
    return quads + caps


def _below(card: CardView, half: float, top: float) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return both ends of the part of a card that is below the height `top`; None if less than a millimetre of it is.

    half: half of a card's length (mm).
    """
    c, s = math.cos(card.angle), math.sin(card.angle)
    low, high = -half, half
    if abs(s) > 1e-9:
        limit = (top - card.y) / s
        low, high = (low, min(high, limit)) if s > 0 else (max(low, limit), high)
    elif card.y > top:
        return None
    if high - low < 1.0:
        return None
    return (card.x + low * c, card.y + low * s), (card.x + high * c, card.y + high * s)


def _scaled(corners: tuple[tuple[float, float], ...], offset: tuple[float, float], scale: float) -> Corners:
    a, b, c, d = ((offset[0] + x * scale, offset[1] + y * scale) for x, y in corners)
    return a, b, c, d
