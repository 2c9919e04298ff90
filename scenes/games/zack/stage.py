"""The sprites of the scene that lie in millimetres: table, box, cards and hands."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from enum import IntEnum, auto
from functools import partial

from PIL import Image, ImageOps
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.arms import Sleeve
from scenes.drawing.batch import Batch
from scenes.drawing.canvas import Picture, soft_sheet
from scenes.drawing.quads import Atlas, Corners, Quad, Quads, Tint
from scenes.drawing.sprites import RESCALE_LESS, RESCALE_MORE, Apart, Art, Gallery, mirrored, place
from scenes.games.zack.art import (
    BACK,
    SLEEVE,
    TILE_MM,
    WRIST,
    WRIST_TURN,
    blob,
    border_of,
    box_back_picture,
    colour_of,
    cut_at_picture,
    faces,
    fingers_picture,
    mat_picture,
    side_image,
    table_image,
    table_picture,
    thumb_picture,
)
from scenes.games.zack.panels import chip
from scenes.games.zack.view import (
    PINCH_MM,
    RING_AT_MM,
    RING_MM,
    RISE,
    TABLE_NEAR_MM,
    box_depths_mm,
    card_corners,
    edge_corners,
    seen,
)
from sim.games.zack.match.frame import (
    CardState,
    CardView,
    HandState,
    HandView,
    SeatView,
    StaticScene,
    TableStage,
    ZackFrame,
)
from sim.physics.bowl.outline import ground_at

TILES, LIT_TILES = 26, 8
"""The number of the table's tiles, as wide as windows show of it zoomed out, and of those that the lamp reaches."""
CAPACITY = 400
CLEAR = 1
"""The clear pixels round every picture of a card: its edges are smooth wherever it is drawn."""
CONTACT_MM, CONTACT_OFF_MM = 6.0, (1.1, -1.3)
"""How far the shadow reaches round a card on what it lies on, and where it falls: the lamp is at the upper left."""
HAND_DEPTH_MM = 70.0  # how far the hands of one side rest behind each other; they let go in the section
BEHIND_MM = 40.0  # how much farther back cards behind the box are drawn, or nothing of them would be seen
ANYWHERE = (-math.inf, math.inf)
THICKNESS_PIXELS = 0.9  # the least thickness at which a card's edge is drawn
STRETCHED = 1.7  # how far the view closes in before table, mat and hands are painted again, which takes a moment


class Layer(IntEnum):
    """The layers of the stage, from the back to the front."""

    TABLE = auto()
    MAT = auto()
    BEHIND = auto()  # cards that fell behind the box
    BOX = auto()
    HANDS = auto()
    CARDS = auto()
    CUT = auto()
    FRONT = auto()  # cards that fell before the box
    THUMBS = auto()


CARD_LAYERS = (Layer.BEHIND, Layer.CARDS, Layer.FRONT)


class Hand:
    """The sprites of a seat's hand, and its sleeve. index: of the seat among those on its side."""

    def __init__(self, sprites: list[tuple[Art, Sprite]], sleeve: Sleeve, side: int, index: int, colour: str) -> None:
        self._sprites, self.sleeve, self.side, self.index, self.colour = sprites, sleeve, side, index, colour

    def place(self, x: float, y: float, angle: float) -> None:
        """Put the hand's fingertips there (mm), turned by `angle` (rad)."""
        for _, sprite in self._sprites:
            place(sprite, x, y, angle)
        self.sleeve.place(x, y, angle, self.side)

    def drop(self) -> None:
        """Delete the sprites."""
        self.sleeve.drop()
        for art, sprite in self._sprites:
            art.drop(sprite)


class Stage:
    """The table with box, cards and hands. `update` moves everything to a frame; `batch` draws it.

    colours: those of the players.
    """

    def __init__(self, static_scene: StaticScene, colours: tuple[str, ...], pixels_per_mm: float) -> None:
        self.static_scene = static_scene
        self.batch = Batch()
        self.gallery = Gallery(pixels_per_mm, STRETCHED)
        self._groups = {layer: (Apart if layer is Layer.HANDS else Group)(order=layer) for layer in Layer}
        self._faces = faces(colours, static_scene.stop_cards)
        self.hands: dict[str, Hand] = {}
        self.hand_depths: dict[str, float] = {}
        """How far behind the section each player's hand is (mm), by name, in the frame shown last."""
        self._kept: dict[str, tuple[CardView, str, list[Quad]]] = {}
        self.tiles: list[Sprite] = []
        self._tiles()
        setup, depths = static_scene.setup, box_depths_mm(static_scene)
        self._depths = depths
        self._sprite("mat", partial(mat_picture, setup, depths), Layer.MAT)
        self._sprite("box", partial(box_back_picture, setup, depths), Layer.BOX)
        cut = self._sprite("cut", partial(cut_at_picture, setup, depths[0]), Layer.CUT)
        cut.position = (*seen(0.0, 0.0, depths[0]), 0)
        self.repaint_cards(pixels_per_mm)

    # ------------------------------------------------------------------------------------------ building

    def _sprite(self, name: str, painter: Callable[[float], Picture], layer: Layer) -> Sprite:
        return self.gallery.art(name, painter).sprite(self.batch, self._groups[layer], plain=True)

    def _tiles(self) -> None:
        for index in range(-TILES // 2, TILES // 2):
            left = index * TILE_MM
            # Far out all tiles are alike.
            lit_from = left if -LIT_TILES // 2 <= index < LIT_TILES // 2 else math.inf
            art = self.gallery.art(f"table {lit_from}", partial(table_picture, lit_from))
            self.tiles.append(art.sprite(self.batch, self._groups[Layer.TABLE], plain=True))
            self.tiles[-1].position = (left, 0.0, 0)

    def repaint_cards(self, pixels_per_mm: float) -> None:
        """Make all pictures of cards anew for that many pixels a millimetre."""
        self.card_scale = pixels_per_mm
        scale = min(max(pixels_per_mm, 0.35), 3.0)
        plate = self.static_scene.setup.plate
        size = round(plate.length_mm * scale), round(plate.span_mm * RISE * scale * 1.15)
        self._texels = {"face": size, "edge": (size[0], max(1, round(plate.thickness_mm * scale)))}

        def paint(key: Hashable) -> Image.Image:
            match key:
                case ("face", str(face), str(border)):
                    return ImageOps.expand(table_image(face, border, *size, plate.round), CLEAR, (0, 0, 0, 0))
                case "edge":
                    return ImageOps.expand(side_image(*self._texels["edge"]), CLEAR, (0, 0, 0, 0))
                case "contact":
                    return blob(48, 48, 3.0) if plate.round else soft_sheet(48, 48, 4)
                case "glow":
                    return blob(64, 32, 1.2)
            return blob(48, 24, 0.7)

        first, *others = (("face", *face) for face in self._faces)
        old: dict[Layer, Quads] = getattr(self, "_cards", {})
        atlas = Atlas(paint, ["glow", "shadow", "contact", "edge", first], later=others)
        self._cards = {layer: Quads(atlas, self.batch, self._groups[layer], CAPACITY) for layer in CARD_LAYERS}
        self.cards = self._cards[Layer.CARDS]
        self._kept.clear()
        for quads in old.values():
            quads.delete()

    def tidy(self, pixels_per_mm: float) -> None:
        """Paint again what the camera now shows larger or smaller than it was painted."""
        self.gallery.wanted(pixels_per_mm)
        self.gallery.repaint()
        self.cards.atlas.paint_ahead()
        if not RESCALE_LESS * self.card_scale <= pixels_per_mm <= RESCALE_MORE * self.card_scale:
            self.repaint_cards(pixels_per_mm)

    # ------------------------------------------------------------------------------------------ a frame

    def update(self, frame: ZackFrame, clock_s: float) -> None:
        """Show a frame; `clock_s` drives the pulse of the light before the player who is due."""
        shifts = self.hand_depths = self._show_hands(frame)
        colours = {seat.name: seat.colour for seat in frame.seats}
        order = {entry.name: place for place, entry in enumerate(frame.bowl)}
        quads: dict[Layer, list[Quad]] = {layer: [] for layer in CARD_LAYERS}
        quads[Layer.CARDS] += self._due_light(frame, clock_s)
        lying: list[tuple[float, CardView]] = []
        flying: list[tuple[float, CardView]] = []
        for card in frame.cards:
            if card.state is CardState.BOWL:
                lying.append((order.get(card.name, -1000.0 + card.y), card))
            elif card.state is CardState.BESIDE:
                lying.append((-5000.0 + card.y, card))
            else:
                depth = shifts.get(card.by, 0.0) if card.state is CardState.HELD else self._depth_of(card)
                flying.append((depth, card))
        lying.sort(key=lambda item: item[0])
        flying.sort(key=lambda item: (item[1].state is CardState.HELD, -item[0], item[1].y))
        tops = [(card.x, card.y) for _, card in lying if card.state is CardState.BOWL]
        for _, card in lying:
            quads[layer_of(card)] += self._lying(card, colours.get(card.by, ""))
        for depth, card in flying:
            quads[layer_of(card)].append(self._shadow(card, depth, tops))
        for depth, card in flying:
            quads[layer_of(card)] += self._card(card, colours.get(card.by, ""), depth)
        for layer, shown in quads.items():
            self._cards[layer].show(shown)
        gone = self._kept.keys() - {card.name for card in frame.cards}
        for name in gone:
            del self._kept[name]

    def _lying(self, card: CardView, border: str) -> list[Quad]:
        kept = self._kept.get(card.name)
        if kept is not None and kept[1] == border and kept[0] == card:
            return kept[2]
        sheet, edge = self._card(card, border, self._depth_of(card))
        quads = [_contact(sheet), sheet, edge]
        self._kept[card.name] = (card, border, quads)
        return quads

    def _card(self, card: CardView, border: str, depth: float) -> list[Quad]:
        plate = self.static_scene.setup.plate
        border = border_of(card.face, border)
        upright = math.cos(card.angle)
        shown = card.face if card.face_up and upright >= 0 else BACK
        # No corner of a card in the bowl is drawn through its front or its back.
        within = self._depths if card.state in (CardState.BOWL, CardState.MOVING) and not card.aside else ANYWHERE
        near_left, near_right, far_right, far_left = card_corners(
            card.x, card.y, card.angle, plate.length_mm, plate.span_mm, depth, card.yaw, within
        )
        x, y = (near_left[0] + near_right[0]) / 2, (near_left[1] + near_right[1]) / 2
        along = near_right[0] - near_left[0], near_right[1] - near_left[1]
        corners: Corners = (near_left, near_right, far_right, far_left)
        if upright < 0:
            # Seen from behind, or on its face: the picture is not mirrored.
            corners = (near_right, near_left, far_left, far_right)
        light = round(255 * (0.74 + 0.26 * abs(upright)))
        tint: Tint = (light, light, light, 255)
        if card.wrong:
            tint = (light, round(light * 0.66), round(light * 0.62), 255)
        thick = max(plate.thickness_mm, THICKNESS_PIXELS / self.card_scale)
        low_left, low_right, high_right, high_left = edge_corners(
            x, y, math.atan2(along[1], along[0]), math.hypot(*along), thick
        )
        bordered = border if shown == card.face else ""
        edge: Corners = (low_left, low_right, high_right, high_left)
        return [
            Quad(grown(corners, *self._texels["face"]), ("face", shown, bordered), tint, card.name),
            Quad(grown(edge, *self._texels["edge"]), "edge", tint, card.name),
        ]

    def _depth_of(self, card: CardView) -> float:
        """Return how far behind the section the near edge of a card is drawn that no hand holds; never off the table.

        Nor is it before the bowl's front, unless the card comes down there.
        """
        if card.aside:
            return max(TABLE_NEAR_MM, card.z + BEHIND_MM * (card.z > 0))
        return max(self._depths[0], card.z)

    def _shadow(self, card: CardView, depth: float, tops: list[tuple[float, float]]) -> Quad:
        setup = self.static_scene.setup
        half = setup.plate.length_mm * 0.62
        inside = abs(card.x) < setup.half_opening_mm and not card.aside
        ground = ground_at(setup.inside(), card.x) if inside else 0.0
        if inside:
            ground = max([ground, *(y for x, y in tops if abs(x - card.x) < half)])
        high = max(0.0, card.y - ground)
        wide = half * (abs(math.cos(card.angle)) * 0.7 + 0.3) + 0.10 * high
        if inside:
            wide = min(wide, setup.half_opening_mm)
        deep = setup.plate.span_mm * 0.62 + 0.06 * high
        alpha = round(150 * math.exp(-high / 130.0))
        middle = depth + setup.plate.span_mm * 0.46
        left, right = card.x - wide, card.x + wide
        if inside:
            left, right = max(left, -setup.half_opening_mm), min(right, setup.half_opening_mm)
        corners = (
            seen(left, ground, middle - deep),
            seen(right, ground, middle - deep),
            seen(right, ground, middle + deep),
            seen(left, ground, middle + deep),
        )
        return Quad(corners, "shadow", (0, 0, 0, alpha), card.name)

    def _due_light(self, frame: ZackFrame, clock_s: float) -> list[Quad]:
        seat = next((seat for seat in frame.seats if seat.is_due), None)
        if seat is None or frame.table_stage is TableStage.OVER:
            return []
        strength = 0.62 + 0.20 * math.sin(clock_s * 4.0)
        red, green, blue = (round(value * strength) for value in colour_of(seat.colour))
        x = seat.side * (self.static_scene.hand_x_mm - 30.0)
        wide, near, far = 130.0, -70.0, 240.0
        corners = (seen(x - wide, 0, near), seen(x + wide, 0, near), seen(x + wide, 0, far), seen(x - wide, 0, far))
        return [Quad(corners, "glow", (red, green, blue, round(110 * strength)), seat.name)]

    # ------------------------------------------------------------------------------------------ hands

    def _show_hands(self, frame: ZackFrame) -> dict[str, float]:
        """Move the hands; return by player's name how far behind the section each hand is (mm)."""
        held = {card.by: card for card in frame.cards if card.state is CardState.HELD}
        counts = {-1: 0, 1: 0}
        shifts: dict[str, float] = {}
        for seat in frame.seats:
            index = counts[seat.side]
            counts[seat.side] += 1
            hand = self._hand(seat, index)
            depth = shifts[seat.name] = index * HAND_DEPTH_MM * _withdrawn(seat.hand)
            self._place(hand, seat, held.get(seat.name), depth)
        for name in self.hands.keys() - {seat.name for seat in frame.seats}:
            self.hands.pop(name).drop()
        return shifts

    def _hand(self, seat: SeatView, index: int) -> Hand:
        found = self.hands.get(seat.name)
        if found is not None and (found.side, found.index, found.colour) == (seat.side, index, seat.colour):
            return found
        if found is not None:
            found.drop()
        sprites: list[tuple[Art, Sprite]] = []
        for layer, name, painter in (
            (Layer.HANDS, "fingers", fingers_picture),
            (Layer.THUMBS, "thumb", thumb_picture),
        ):
            art = self.gallery.art(f"{name}{seat.side}", mirrored(painter) if seat.side < 0 else painter)
            sprites.append((art, art.sprite(self.batch, self._seat_group(layer, index))))
        sleeves = Group(order=1, parent=self._seat_group(Layer.HANDS, index))
        over = Group(order=1, parent=self._seat_group(Layer.THUMBS, index))
        art = self.gallery.art(f"ring-{seat.colour}{seat.side}", partial(ring_picture, seat.colour, seat.side))
        sprites.append((art, art.sprite(self.batch, over)))
        sleeve = Sleeve(self.gallery, SLEEVE, WRIST, WRIST_TURN, self.batch, sleeves)
        self.hands[seat.name] = made = Hand(sprites, sleeve, seat.side, index, seat.colour)
        return made

    def _seat_group(self, layer: Layer, index: int) -> Group:
        """Return the group of a seat on its side of the table: hands that rest farther back are drawn first."""
        return Group(order=-index, parent=self._groups[layer])

    def _place(self, hand: Hand, seat: SeatView, card: CardView | None, depth: float) -> None:
        x, y, side = seat.hand.x, seat.hand.y, seat.side
        lean = 0.30 * _withdrawn(seat.hand)
        if card is not None:
            x = card.x + PINCH_MM * side * math.cos(card.angle)
            y = card.y + PINCH_MM * side * math.sin(card.angle)
        else:
            x += PINCH_MM * side
        x, y = seen(x, y, depth + self.static_scene.setup.plate.span_mm * 0.45)
        hand.place(x, y, side * lean)
        hand.sleeve.fade(1.0, colour_of(seat.colour))


def ring_picture(colour: str, side: int, scale: float) -> Picture:
    """Paint the disc of a player's colour on the back of a hand, where the view may end before the sleeve."""
    high = round(RING_MM * scale)
    picture = Image.new("RGBA", (high, high))
    chip(picture, (0, 0, high, high), colour)
    across, up = RING_AT_MM
    return Picture(picture, (high / 2 - side * across * scale, high / 2 - up * scale), scale)


def layer_of(card: CardView) -> Layer:
    """Return the layer of a card: behind the box or before it, for a card that comes down there."""
    if not card.aside:
        return Layer.CARDS
    return Layer.BEHIND if card.z > 0 else Layer.FRONT


def grown(corners: Corners, wide: int, high: int) -> Corners:
    """Return the corners of a picture with the clear pixels round it, given those of its wide x high other pixels."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    u, v = (CLEAR - 0.5) / wide, (CLEAR - 0.5) / high
    (lx, ly), (rx, ry) = ((dx - ax) * v, (dy - ay) * v), ((cx - bx) * v, (cy - by) * v)
    (nx, ny), (fx, fy) = ((bx - ax) * u, (by - ay) * u), ((cx - dx) * u, (cy - dy) * u)
    return (
        (ax - nx - lx, ay - ny - ly),
        (bx + nx - rx, by + ny - ry),
        (cx + fx + rx, cy + fy + ry),
        (dx - fx + lx, dy - fy + ly),
    )


def _contact(sheet: Quad) -> Quad:
    """Return the shadow of a card on what it lies on."""
    corners = sheet.corners
    middle_x, middle_y = (sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
    off_x, off_y = CONTACT_OFF_MM
    wider = []
    for x, y in corners:
        long = math.hypot(x - middle_x, y - middle_y) or 1.0
        share = 1.0 + CONTACT_MM / long
        wider.append((middle_x + (x - middle_x) * share + off_x, middle_y + (y - middle_y) * share + off_y))
    a, b, c, d = wider
    return Quad((a, b, c, d), "contact", (0, 0, 0, 150), sheet.of)


def _withdrawn(hand: HandView) -> float:
    """Return how far a hand is withdrawn: 1 at rest, 0 where it lets go or picks up."""
    if hand.state is HandState.THROWING:
        return (1.0 - hand.progress) ** 2
    if hand.state is HandState.FOLLOWING:
        return 1.0 - (1.0 - hand.progress) ** 2
    if hand.state is HandState.FETCHING:
        return abs(2.0 * hand.progress - 1.0)
    return 1.0
