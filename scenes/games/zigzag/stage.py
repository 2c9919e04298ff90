"""The table of ZIGZAG as drawn. `update` moves everything to a frame, `batch` draws it."""

from __future__ import annotations

import math
from collections.abc import Hashable
from enum import IntEnum, auto
from functools import lru_cache

from PIL import Image
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.arms import Sleeve
from scenes.drawing.batch import Batch
from scenes.drawing.palette import GLOW, PLAYERS
from scenes.drawing.pictures import kept
from scenes.drawing.quads import PLAIN, Atlas, Quad, Quads, Tint
from scenes.drawing.sprites import RESCALE_LESS, RESCALE_MORE, Art, Gallery, Painter, mirrored, place
from scenes.games.zigzag.art import (
    BACK,
    FACES,
    PICTURES,
    WRIST,
    card_image,
    constraint_image,
    deferred_image,
    grip_picture,
    open_picture,
    sleeve_cut,
    table_picture,
)
from scenes.games.zigzag.view import FAN_SCALE, ITEM_SCALE, Place, corners, places_of
from sim.games.zigzag.match.frame import CardView, HandState, SeatView, StaticScene, ZigzagFrame
from sim.games.zigzag.rules.cards import Trait

LYING, HELD = 260, 40
DEEPEST = 14
"""The most cards drawn in a heap."""
LIFT_MM = 9.0
FAN_STEP_MM, FAN_TURN = 25.0 * FAN_SCALE, 0.09
SHOWN_STEP_MM, SHOWN_IN_MM = 66.0, 14.0
"""The step from one card that is shown to the next, and how much nearer to the middle they lie than those in hand."""
GRIP_BACK_MM = 24.0
"""The distance by which a gripping hand stays behind the card's middle, so that its face can be seen."""
SHOULDER_MM = -330.0, 150.0
"""Where an arm comes from: forward and, for a right hand, to the right of where the hand rests."""
SLEEVE_OPACITY = 0.7
"""Cards are read through an arm that reaches across them."""
BUMP_MM = 1.12  # hands touch if their palms are nearer than this many diameters


CardQuads = tuple[Quad, Quad]


@lru_cache(maxsize=1024)
def card_quads(
    face: str, x: float, y: float, angle: float, wide: float, high: float, lift: float, kind: str, of: Hashable = None
) -> CardQuads:
    """Return the shadow of a card and the card, cached, since most cards lie where they lay in the frame before.

    x, y, wide, high, lift: in mm, of a card on the tapis. angle: in rad. kind: card, fan, item, constraint or deferred.
    of: the card, by its name.
    """
    size = {"card": 1.0, "fan": FAN_SCALE}.get(kind, ITEM_SCALE)
    wide, high = wide * size, high * size
    key: Hashable = "deferred" if kind == "deferred" else ("card" if kind == "fan" else kind, face)
    off = 2.0 + 0.8 * lift
    # The light comes from the upper left.
    shadow = corners(x + off, y - off, angle, wide * 60 / 42, high * 80 / 62)
    return (
        Quad(shadow, "shadow", (0, 0, 0, 120 if lift else 150), of),
        Quad(corners(x, y + lift * 0.4, angle, wide, high), key, PLAIN, of),
    )


class Layer(IntEnum):
    """The layers of the table, from back to front."""

    TABLE = auto()
    LYING = auto()
    SLEEVES = auto()
    HELD = auto()
    HANDS = auto()
    ABOVE = auto()


class Arm:
    """The pictures of a seat's hand and sleeve. side: 1 for a right hand, -1 for a left one."""

    def __init__(self, sleeve: Sleeve, hands: tuple[tuple[Art, Sprite], tuple[Art, Sprite]], side: int) -> None:
        self.sleeve, self.side = sleeve, side
        self._hands = hands
        self.spread, self.grip = (sprite for _, sprite in hands)

    def drop(self) -> None:
        """Delete the sprites."""
        self.sleeve.drop()
        for art, sprite in self._hands:
            art.drop(sprite)


class Stage:
    """The felt, the cards and the hands. left_handed: the players whose left hand is drawn, not their right one."""

    def __init__(self, static_scene: StaticScene, pixels_per_mm: float) -> None:
        self.static_scene = static_scene
        self.places: dict[str, Place] = places_of(static_scene)
        self.batch = Batch()
        self.gallery = Gallery(pixels_per_mm)
        self._groups = {layer: Group(order=layer) for layer in Layer}
        self._table = self.gallery.art("table", table_picture).sprite(self.batch, self._groups[Layer.TABLE], plain=True)
        self.left_handed: frozenset[str] = frozenset()
        self.arms = {name: self._arm(name) for name in static_scene.seats}
        self.marked: str | None = None
        """The name of a card on the tapis to be highlighted, or None."""
        self.repaint_cards(pixels_per_mm)

    def team(self, name: str) -> int:
        """Return the number of a player's team."""
        return next(number for number, seats in enumerate(self.static_scene.teams) if name in seats)

    def _arm(self, name: str) -> Arm:
        index, side = self.static_scene.seats.index(name), -1 if name in self.left_handed else 1
        second = self.static_scene.teams[self.team(name)].index(name) > 0
        sleeves = Group(order=index, parent=self._groups[Layer.SLEEVES])
        group = Group(order=index, parent=self._groups[Layer.HANDS])
        sleeve = Sleeve(self.gallery, sleeve_cut(second), WRIST, -math.pi / 2, self.batch, sleeves)
        sleeve.fade(SLEEVE_OPACITY, PLAYERS[self.team(name) % len(PLAYERS)])

        def hand(state: str, painter: Painter) -> tuple[Art, Sprite]:
            art = self.gallery.art(f"{state}{side}", mirrored(painter) if side < 0 else painter)
            return art, art.sprite(self.batch, group, plain=True)

        return Arm(sleeve, (hand("open", open_picture), hand("grip", grip_picture)), side)

    def repaint_cards(self, pixels_per_mm: float) -> None:
        """Paint all cards for that many pixels a millimetre."""
        self.card_scale = pixels_per_mm
        scale = min(max(pixels_per_mm, 0.3), 3.0)
        tapis = self.static_scene.setup.tapis
        size = max(8, round(tapis.card_width_mm * scale)), max(10, round(tapis.card_height_mm * scale))
        small = max(8, round(size[0] * ITEM_SCALE)), max(10, round(size[1] * ITEM_SCALE))

        def paint(key: Hashable) -> Image.Image:
            match key:
                case ("card", str(face)):
                    return card_image(face, *size)
                case ("item", str(face)):
                    return card_image(face, *small)
                case ("constraint", str(trait)):
                    return constraint_image(trait, *small)
                case "deferred":
                    return deferred_image(*small)
            return kept(PICTURES / f"{key}.webp")

        # Shadow and light round a marked card are white, to be tinted; a bump is where two hands touch.
        later: list[Hashable] = [("card", face) for face in FACES]
        later += [("item", face) for face in ("stop_character", "stop_accessory", "stop_landscape", BACK)]
        later += ["deferred", *(("constraint", trait.value) for trait in Trait)]
        old = getattr(self, "_quads", ())
        atlas = Atlas(paint, ["shadow", "halo", "bump", ("card", BACK)], later=later)
        self._quads = (
            Quads(atlas, self.batch, self._groups[Layer.LYING], LYING),
            Quads(atlas, self.batch, self._groups[Layer.HELD], HELD),
            Quads(atlas, self.batch, self._groups[Layer.ABOVE], LYING),
        )
        for quads in old:
            quads.delete()

    def tidy(self, pixels_per_mm: float) -> None:
        """Paint again the pictures that are now seen much larger or smaller than they were painted."""
        self.gallery.wanted(pixels_per_mm)
        self.gallery.repaint()
        self._quads[0].atlas.paint_ahead()
        if not RESCALE_LESS * self.card_scale <= pixels_per_mm <= RESCALE_MORE * self.card_scale:
            self.repaint_cards(pixels_per_mm)

    # ------------------------------------------------------------------------------------------ a frame

    def update(self, frame: ZigzagFrame, clock_s: float) -> None:
        """Show a frame. `clock_s` (s) makes the light of a marked card pulse."""
        lying: list[Quad] = []
        held: list[Quad] = []
        above: list[Quad] = []
        lying += self._heap(self.static_scene.pile, frame.pile, BACK)
        lying += self._poubelle(frame)
        for seat in frame.seats:
            if seat.waiting:
                x, y = self.places[seat.name].waiting
                lying += self._card(BACK, x, y, self.places[seat.name].angle)
        carried = {card.held_by: card for card in frame.cards if card.held_by is not None}
        for card in frame.cards:
            on_table = card.held_by is None or not self._in_hand(card, frame)
            if card.name == self.marked:
                lying.append(self._halo(card, clock_s))
            if on_table:
                lying += self._card(card.face, card.x, card.y, card.angle, of=card.name)
            else:
                held += self._card(card.face, card.x, card.y, card.angle, LIFT_MM, of=card.name)
        for seat in frame.seats:
            self._place_arm(seat, carried.get(seat.name))
            above += self._items(seat)
            above += self._shown(seat) if seat.shown else self._fan(seat)
        above += self._bumps(frame)
        for quads, what in zip(self._quads, (lying, held, above), strict=True):
            quads.show(what)

    def _in_hand(self, card: CardView, frame: ZigzagFrame) -> bool:
        """Return True if the card is carried by its holder, rather than covered by the hand where it lies."""
        seat = next((seat for seat in frame.seats if seat.name == card.held_by), None)
        return seat is not None and (card.x, card.y) == (seat.hand.x, seat.hand.y)

    def _card(
        self,
        face: str,
        x: float,
        y: float,
        angle: float,
        lift: float = 0.0,
        kind: str = "card",
        of: Hashable = None,
    ) -> CardQuads:
        tapis = self.static_scene.setup.tapis
        return card_quads(face, x, y, angle, tapis.card_width_mm, tapis.card_height_mm, lift, kind, of)

    def _halo(self, card: CardView, clock_s: float) -> Quad:
        tapis, strength = self.static_scene.setup.tapis, 0.75 + 0.25 * math.sin(clock_s * 6.0)
        red, green, blue = (round(value * strength) for value in GLOW)
        tint: Tint = (red, green, blue, round(255 * strength))
        wide, high = tapis.card_width_mm * 76 / 58, tapis.card_height_mm * 100 / 82
        return Quad(corners(card.x, card.y, card.angle, wide, high), "halo", tint)

    def _heap(self, at: tuple[float, float], count: int, face: str) -> list[Quad]:
        quads: list[Quad] = []
        layers = min(DEEPEST, math.ceil(count / 4))
        for layer in range(layers):
            quads += self._card(face, at[0] - 0.7 * layer, at[1] + 0.9 * layer, 0.0)
        return quads

    def _poubelle(self, frame: ZigzagFrame) -> list[Quad]:
        """Return the cards thrown away last, crosswise over a heap."""
        x, y = self.static_scene.poubelle
        quads: list[Quad] = []
        for number, face in enumerate(frame.poubelle):
            # Depends only on the card's number in the heap, so that a card stays where it fell.
            serial = frame.discarded - len(frame.poubelle) + number
            turn = 0.30 * math.sin(2.1 * serial)
            quads += self._card(face, x + 9 * math.sin(3.7 * serial), y + 11 * math.cos(5.3 * serial), turn)
        return quads

    def _fan(self, seat: SeatView) -> list[Quad]:
        """Return a player's cards in hand, from behind."""
        where, count = self.places[seat.name], len(seat.cards)
        quads: list[Quad] = []
        for number in range(count):
            off = number - (count - 1) / 2
            x = where.fan[0] + where.right[0] * off * FAN_STEP_MM - where.facing[0] * 2.2 * off * off
            y = where.fan[1] + where.right[1] * off * FAN_STEP_MM - where.facing[1] * 2.2 * off * off
            quads += self._card(BACK, x, y, where.angle - FAN_TURN * off, kind="fan")
        return quads

    def _shown(self, seat: SeatView) -> list[Quad]:
        """Return the cards that a player shows, upright and in a row, so that the viewer can read them."""
        where, count = self.places[seat.name], len(seat.shown)
        quads: list[Quad] = []
        (x, y), (inwards, up) = where.fan, where.facing
        y += SHOWN_IN_MM * up
        for number, face in enumerate(seat.shown):
            # A row from left to right, centred; for seats at the table's ends it extends inwards.
            off = number - (count - 1) / 2 if inwards == 0.0 else number if inwards > 0 else number - count + 1
            quads += self._card(face, x + off * SHOWN_STEP_MM, y, 0.0)
        return quads

    def _items(self, seat: SeatView) -> list[Quad]:
        """Return what lies before a player: constraint card, STOPs, powers face down."""
        where, number = self.places[seat.name], 0
        quads: list[Quad] = []
        if seat.constraint is not None:
            # A viewer who must not know the constraint sees the card's back.
            kind = "constraint" if seat.constraint[1] else "item"
            quads += self._card(seat.constraint[1] or BACK, *where.item(number), 0.0, kind=kind)
            number += 1
        for face in seat.stops:
            quads += self._card(face, *where.item(number), 0.0, kind="item")
            number += 1
        for _ in range(seat.deferred):
            quads += self._card(BACK, *where.item(number), 0.0, kind="deferred")
            number += 1
        return quads

    def _bumps(self, frame: ZigzagFrame) -> list[Quad]:
        """Return a mark for each place where two hands touch."""
        palm = self.static_scene.setup.hand.palm_mm
        out = [seat.hand for seat in frame.seats if seat.hand.state is not HandState.REST]
        pairs = [(a, b) for number, a in enumerate(out) for b in out[number + 1 :]]
        return [
            Quad(corners((a.x + b.x) / 2, (a.y + b.y) / 2, 0.0, 110.0, 110.0), "bump")
            for a, b in pairs
            if math.hypot(a.x - b.x, a.y - b.y) <= 2 * palm * BUMP_MM
        ]

    # ------------------------------------------------------------------------------------------ hands

    def _place_arm(self, seat: SeatView, card: CardView | None) -> None:
        arm, where = self.arms[seat.name], self.places[seat.name]
        if (arm.side < 0) != (seat.name in self.left_handed):
            arm.drop()
            arm = self.arms[seat.name] = self._arm(seat.name)
        x, y = seat.hand.x, seat.hand.y
        shoulder = where.beside(SHOULDER_MM[0], arm.side * SHOULDER_MM[1])
        turn = math.atan2(y - shoulder[1], x - shoulder[0]) - math.pi / 2
        gripping = card is not None or seat.hand.state is HandState.GRASPING
        back = GRIP_BACK_MM if gripping else 0.0
        x, y = x + back * math.sin(turn), y - back * math.cos(turn)
        arm.sleeve.place(x, y, turn, arm.side)
        place(arm.grip if gripping else arm.spread, x, y, turn)
        if arm.grip.visible != gripping:
            arm.grip.visible = gripping
        if arm.spread.visible == gripping:
            arm.spread.visible = not gripping
