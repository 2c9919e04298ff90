"""All sprites of the scene that lie in millimetres. They are made once; a frame only moves them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import IntEnum, auto
from functools import partial

from PIL import Image
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.canvas import Picture
from scenes.drawing.palette import PLAYERS, TABLE_FRONT, Colour, darker
from scenes.drawing.sprites import Apart, Art, Gallery, fade, place, sprite_of, texture_of
from scenes.games.riff_raff.art import backdrop, hand_art, ship_art
from scenes.games.riff_raff.art.piece_art import piece_picture
from scenes.games.riff_raff.contact_shadows import ContactShadows
from scenes.games.riff_raff.depth import IN_SHADE, TINTS, Lean, lean_of, on_mast, on_wood, parts_of, piece_at, risen
from scenes.games.riff_raff.hands import CatchingHands, LoweringHand, outer_side
from scenes.games.riff_raff.splash import GONE, Splashes
from sim.games.riff_raff.match.frame import PieceState, PieceView, RiffRaffFrame, StaticScene, TableStage
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import HALVES, Half, Pose
from sim.physics.ship.state import Layer as Row

TILES = 9
LIFT_S = 0.55  # how long an opened hand is seen to withdraw
LIFT_MM = 90.0
FLAG_HZ = 11.0
ROD_SHINES = 0.22
"""How much of rod and ball is seen through the box, where they swing behind it."""


class Layer(IntEnum):
    """The layers of the stage, from the back to the front."""

    SEA = auto()
    TABLE = auto()
    BOX = auto()
    OVER_BOW = auto()
    ROD = auto()
    RING = auto()
    PALM_FINGERS = auto()
    FLAG = auto()
    KEEL = auto()
    DECK = auto()
    BOW_GLOW = auto()
    BOW_END_FINGERS = auto()
    BOW_END_PIECES = auto()
    BOW_END_THUMB = auto()
    BOW_FINGERS = auto()
    BOW_PIECES = auto()
    BOW_THUMB = auto()
    MAST = auto()
    YARDS = auto()
    TAGS = auto()
    GLOW = auto()
    FINGERS = auto()
    PIECES = auto()
    STERN_FINGERS = auto()
    STERN_PIECES = auto()
    STERN_END_FINGERS = auto()
    STERN_END_PIECES = auto()
    HULL = auto()
    DECK_TAGS = auto()
    OVER_STERN = auto()
    WATER = auto()
    CARD = auto()
    LIP = auto()
    ROD_BEHIND = auto()
    LANDED = auto()
    SPLASH = auto()
    PALMS = auto()
    SLEEVES = auto()
    THUMB = auto()


UNTINTED = (Layer.SEA, Layer.TABLE, Layer.BOX, Layer.ROD, Layer.RING, Layer.DECK, Layer.MAST, Layer.YARDS, Layer.TAGS,
            Layer.HULL, Layer.DECK_TAGS, Layer.WATER, Layer.CARD, Layer.LIP)  # fmt: skip
"""The layers whose sprites neither fade nor are tinted."""
HELD_IN: Mapping[Row | None, tuple[Layer, Layer, Layer]] = {
    None: (Layer.FINGERS, Layer.PIECES, Layer.THUMB),
    "bow_end": (Layer.BOW_END_FINGERS, Layer.BOW_END_PIECES, Layer.BOW_END_THUMB),
    "bow": (Layer.BOW_FINGERS, Layer.BOW_PIECES, Layer.BOW_THUMB),
    "stern": (Layer.STERN_FINGERS, Layer.STERN_PIECES, Layer.THUMB),
    "stern_end": (Layer.STERN_END_FINGERS, Layer.STERN_END_PIECES, Layer.THUMB),
}
"""The layers of fingers, piece and thumb, by the row of the deck that the piece is meant for."""
GOES_IN: Mapping[Half | None, Layer] = {None: Layer.PIECES, "bow": Layer.OVER_BOW, "stern": Layer.OVER_STERN}
"""The layer of a piece that has left that half of the deck: behind the ship, or before her."""
LANDS_MM = 0.0
"""Below this height nothing of the ship is in the way of what falls: it is before waves and box."""
APART = (Layer.OVER_BOW, Layer.WATER, Layer.ROD_BEHIND)
"""The first layer of what sways with the ship, the layer after the last, and the first of what moves before the box."""


def seat_colour(index: int) -> Colour:
    """Return a player's colour, by the index of the seat."""
    return PLAYERS[index % len(PLAYERS)]


class Stage:
    """The ship before the sea. `update` moves everything to a frame; `batch` draws it.

    pointed_slot: the number of a slot that is lit like the one to be loaded, since the player points at its card.
    """

    def __init__(self, static_scene: StaticScene, pixels_per_mm: float) -> None:
        self.static_scene = static_scene
        self.batch = Batch()
        self.gallery = Gallery(pixels_per_mm)
        self._pixels_per_mm = pixels_per_mm
        self.pointed_slot: int | None = None
        self._groups = {layer: (Apart if layer in APART else Group)(order=layer) for layer in Layer}
        self._layers = 0
        self._pieces: dict[tuple[str, str, Layer], tuple[Art, Sprite]] = {}
        self._last_hand: tuple[float, Pose, Row | None, int] | None = None
        ship, m = static_scene.ship, static_scene.ship.measures
        floor = -m.table_below_mm
        self._swells = [
            self._tiles(
                f"swell{i}", partial(backdrop.layer_picture, i, *self._depth(i)), Layer.WATER if i == 3 else Layer.SEA
            )
            for i in range(4)
        ]
        for index, sprite in enumerate(self._tiles("table", backdrop.table_picture, Layer.TABLE)):
            sprite.position = ((index - TILES / 2) * backdrop.TILE_MM, floor, 0)
        below = sprite_of(
            texture_of(Image.new("RGB", (4, 4), darker(TABLE_FRONT, 0.25))),
            self.batch,
            self._groups[Layer.SEA],
            plain=True,
        )
        below.update(x=-5000.0, y=floor - 4000.0, scale_x=2500.0, scale_y=(4000.0 - 60.0) / 4)
        self._below = below
        self._sprite("box", partial(backdrop.box_back_picture, ship), Layer.BOX)
        self._sprite("card", partial(backdrop.card_picture, ship), Layer.CARD)
        self._sprite("lip", partial(backdrop.lip_picture, ship), Layer.LIP)
        self._sprite("ring", ship_art.ring_picture, Layer.RING)
        # She has depth: amidships, the deck, and the stern.
        rod = self.gallery.art("rod", partial(ship_art.rod_picture, ship))
        self._rod_behind = rod.sprite(self.batch, self._groups[Layer.ROD_BEHIND])
        fade(self._rod_behind, ROD_SHINES)
        self._parts = {
            "rod": rod.sprite(self.batch, self._groups[Layer.ROD], plain=True),
            "keel": self._sprite("hull", partial(ship_art.hull_picture, ship), Layer.KEEL),
            "deck": self._sprite("deck", partial(ship_art.deck_picture, ship), Layer.DECK),
            "mast": self._sprite("mast", partial(ship_art.mast_picture, ship), Layer.MAST),
            "hull": self._sprite("hull", partial(ship_art.hull_picture, ship), Layer.HULL),
        }
        fade(self._parts["keel"], 1.0, IN_SHADE)
        self._yards = [
            self._sprite(f"yard{i}", partial(ship_art.yard_picture, ship, i), Layer.YARDS)
            for i in range(len(ship.yards))
        ]
        # All of the flag's frames are painted now, and swapped while it waves.
        self._flags = [
            self.gallery.art(f"flag{i}", partial(ship_art.flag_picture, i)) for i in range(ship_art.FLAG_FRAMES)
        ]
        self._flag_sprites = [art.sprite(self.batch, self._groups[Layer.FLAG]) for art in self._flags]
        self._tags: dict[tuple[int, bool], tuple[Art, Sprite]] = {}
        for slot in ship.slots:
            layer = Layer.DECK_TAGS if slot.yard is None else Layer.TAGS
            for lit in (False, True):
                art = self.gallery.art(f"tag{slot.number}{lit}", partial(ship_art.tag_picture, slot.number, lit))
                self._tags[slot.number, lit] = art, art.sprite(self.batch, self._groups[layer], plain=True)
        self._glows = {
            slot.number: self._sprite(
                f"glow{slot.number}",
                partial(ship_art.glow_picture, slot),
                Layer.BOW_GLOW if slot.half == "bow" else Layer.GLOW,
            )
            for slot in ship.slots
        }
        sleeves = self._groups[Layer.SLEEVES]
        self.hands = {
            row: LoweringHand(self.gallery, self.batch, self._groups[fingers], self._groups[thumb], sleeves)
            for row, (fingers, _, thumb) in HELD_IN.items()
        }
        behind, before = self._groups[Layer.PALM_FINGERS], self._groups[Layer.PALMS]
        self.catching = CatchingHands(self.gallery, static_scene.palm_width_mm, self.batch, behind, before, sleeves)
        # Over all cargo of a row, since some lies on other cargo.
        over = {row: Group(order=1, parent=self._groups[pieces]) for row, (_, pieces, _) in HELD_IN.items()}
        self.shadows = ContactShadows(static_scene, self.gallery, self.batch, over)
        self.splashes = Splashes(self.gallery, self.batch, self._groups[Layer.SPLASH])
        for kind, piece in static_scene.pieces.items():
            for form in piece.forms:
                self._piece_art(kind, form)

    # ------------------------------------------------------------------------------------------ building

    def _depth(self, index: int) -> tuple[float]:
        """Return how far down a layer of the sea is painted (mm), as a tuple of one.

        That is from the mean height of its crest to a little below the table's far edge.
        """
        return (
            backdrop.SWELLS[index][0] + self.static_scene.ship.measures.table_below_mm - backdrop.TABLE_BACK_MM + 12.0,
        )

    def _sprite(self, name: str, painter: Callable[[float], Picture], layer: Layer) -> Sprite:
        return self.gallery.art(name, painter).sprite(self.batch, self._groups[layer], plain=layer in UNTINTED)

    def _tiles(self, name: str, painter: Callable[[float], Picture], layer: Layer) -> list[Sprite]:
        art = self.gallery.art(name, painter)
        # Each layer of the sea has a group of its own: they are drawn in the order in which they were made.
        self._layers += 1
        group = Group(order=self._layers, parent=self._groups[layer])
        return [art.sprite(self.batch, group, plain=True) for _ in range(TILES)]

    def _piece_art(self, kind: str, form: str) -> Art:
        return self.gallery.art(f"{kind}/{form}", partial(piece_picture, self.static_scene.pieces[kind], form))

    # ------------------------------------------------------------------------------------------ a frame

    def tidy(self, pixels_per_mm: float) -> None:
        """Paint again a few of the pictures that the camera now shows larger or smaller than they were painted."""
        self._pixels_per_mm = pixels_per_mm
        self.gallery.wanted(pixels_per_mm)
        self.gallery.repaint()

    def update(self, frame: RiffRaffFrame, clock_s: float) -> None:
        """Show a frame; `clock_s` moves sea and flag, which are no part of the match."""
        self._sea(clock_s)
        self._ship(frame, clock_s)
        self._cargo(frame)
        self.shadows.update(frame)
        self.splashes.update(frame.pieces, clock_s)
        self._lowering_hand(frame)
        self._catching_hands(frame)

    def _sea(self, clock_s: float) -> None:
        for sprites, (top, _, waves, drift, bob, _) in zip(self._swells, backdrop.SWELLS, strict=True):
            start = (clock_s * drift) % backdrop.TILE_MM - backdrop.TILE_MM * TILES / 2
            y = top + bob * math.sin(clock_s * 0.9 + waves)
            for index, sprite in enumerate(sprites):
                sprite.update(x=start + index * backdrop.TILE_MM, y=y)

    def _ship(self, frame: RiffRaffFrame, clock_s: float) -> None:
        lean = lean_of(frame)
        # A number is never smaller than can be read, however far away the ship is.
        radius = ship_art.tag_radius(self._pixels_per_mm)
        self._wood(lean, frame)
        self._flag(lean, frame, clock_s)
        for slot in self.static_scene.ship.slots:
            lit = slot.number == frame.slot and frame.table_stage is not TableStage.OVER
            lit = lit or slot.number == self.pointed_slot
            x, y, turned = on_wood(self.static_scene.ship, slot, frame.yards, lean)
            tag_at = ship_art.tag_place(self.static_scene.ship, slot, (x, y, turned), lean, self._pixels_per_mm)
            for state in (False, True):
                art, tag = self._tags[slot.number, state]
                tag.visible = state == lit
                if state == lit:
                    tag.scale = radius / ship_art.tag_radius(art.asked) / art.scale
                    place(tag, *tag_at, turned)
            glow = self._glows[slot.number]
            glow.visible = lit
            if lit:
                place(glow, *risen(x, y, lean, slot.fore_mm), turned)
                fade(glow, 0.80 + 0.20 * math.sin(clock_s * 3.2))

    def _wood(self, lean: Lean, frame: RiffRaffFrame) -> None:
        for name, (at, tall) in parts_of(self.static_scene.ship, lean).items():
            sprite = self._parts[name]
            sprite.visible = tall > 0.0
            sprite.scale_y = tall
            place(sprite, *at, lean.roll)
        self._rod_behind.scale_y = self._parts["rod"].scale_y
        place(self._rod_behind, 0.0, 0.0, lean.roll)
        for sprite, yard in zip(self._yards, frame.yards, strict=True):
            place(sprite, *risen(yard.x, yard.y, lean), yard.angle)

    def _flag(self, lean: Lean, frame: RiffRaffFrame, clock_s: float) -> None:
        shown = int(clock_s * FLAG_HZ) % len(self._flag_sprites)
        captain = next((index for index, seat in enumerate(frame.seats) if seat.is_captain), None)
        for index, sprite in enumerate(self._flag_sprites):
            sprite.visible = index == shown
        flag = self._flag_sprites[shown]
        fade(flag, 1.0, (245, 245, 240) if captain is None else seat_colour(captain))
        place(flag, *on_mast(self.static_scene.ship.mast_top_mm * lean.tall, lean), lean.roll)

    def _cargo(self, frame: RiffRaffFrame) -> None:
        seen, lean, ship = set(), lean_of(frame), self.static_scene.ship
        for piece in frame.pieces:
            half = HALVES[piece.layer]
            layer = HELD_IN[piece.layer][1]
            if piece.state in GONE:
                layer = GOES_IN[half] if piece.y > LANDS_MM else Layer.LANDED
            key = (piece.name, f"{piece.kind}/{piece.form}", layer)
            seen.add(key)
            held = self._pieces.get(key)
            if held is None:
                art = self._piece_art(piece.kind, piece.form)
                held = self._pieces[key] = (art, art.sprite(self.batch, self._groups[layer]))
            place(held[1], *piece_at(piece, lean, ship), piece.angle)
            over = piece.state is PieceState.FALLEN and frame.table_stage is TableStage.OVER
            fade(held[1], 0.55 if over else 1.0, TINTS[half])
        for key in [key for key in self._pieces if key not in seen]:
            art, sprite = self._pieces.pop(key)
            art.drop(sprite)

    # ------------------------------------------------------------------------------------------ hands

    def _lowering_hand(self, frame: RiffRaffFrame) -> None:
        due = next((index for index, seat in enumerate(frame.seats) if seat.is_due), 0)
        held = next((piece for piece in frame.pieces if piece.state is PieceState.HELD), None)
        pose, opacity, lift, side = None, 1.0, 0.0, 1
        row: Row | None = None
        if frame.hand is not None:
            pose = frame.hand if held is None else Pose(held.x, held.y, held.angle)
            grip = 0.0 if held is None else hand_art.grip_height(self._section(held), held.angle)
            row = None if held is None else held.layer
            fore_mm = 0.0 if held is None else held.fore_mm
            x, y = risen(pose.x, pose.y, lean_of(frame), fore_mm)
            pose = Pose(x, y + grip, 0.0)
            side = outer_side(pose.x)
            self._last_hand = (frame.time_s, pose, row, side)
        elif self._last_hand is not None:
            since = frame.time_s - self._last_hand[0]
            # Once two hands wait to catch, it is one of them.
            if 0 <= since < LIFT_S and len(frame.palms) < 2:
                share = since / LIFT_S
                _, pose, row, side = self._last_hand
                lift, opacity = LIFT_MM * share**1.5, 1.0 - share**2
            else:
                self._last_hand = None
        for other, hand in self.hands.items():
            if pose is None or other != row:
                hand.hide()
        if pose is None:
            return
        at = pose.x + 0.5 * side * lift, pose.y + lift
        self.hands[row].show(at, side, seat_colour(due), opacity, 4.0 * min(1.0, lift / 12.0))

    def _section(self, piece: PieceView) -> Section:
        return self.static_scene.pieces[piece.kind].forms[piece.form]

    def _catching_hands(self, frame: RiffRaffFrame) -> None:
        due = next((index for index, seat in enumerate(frame.seats) if seat.is_due), 0)
        self.catching.show(frame.palms, seat_colour(due))
