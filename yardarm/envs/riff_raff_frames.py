"""Pictures of the ship of Riff Raff with what lies on her, as the window shows her."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

from PIL import Image

from scenes.drawing.canvas import Picture
from scenes.drawing.palette import PLAYERS
from scenes.games.riff_raff.art import backdrop, hand_art, ship_art
from scenes.games.riff_raff.art.piece_art import piece_picture
from scenes.games.riff_raff.depth import TINTS, risen
from scenes.window.camera import Rectangle
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.ship.measures import ShipSetup, Slot
from sim.physics.ship.state import CargoState, Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from yardarm.envs.frames import Pixels, Sheet, Sleeve

WIDTH = 480
"""The width of a picture in pixels."""
_ABOVE_MM, _BESIDE_MM = 62.0, 14.0
_FLAG = 3
SLEEVE = PLAYERS[0]


_painted: dict[str, ShipPictures] = {}
_REMEMBERED = 4


def pictures_of(configuration: RiffRaffConfiguration) -> ShipPictures:
    """Return the pictures of a configuration's ship; the last few are remembered, since painting takes a second."""
    key = configuration.digest
    if key not in _painted:
        _painted[key] = ShipPictures(configuration.setup)
        for old in list(_painted)[:-_REMEMBERED]:
            del _painted[old]
    return _painted[key]


class ShipPictures:
    """Pictures of a ship; the paintings that they are put together from are made once, when the first is asked for."""

    def __init__(self, setup: ShipSetup, width: int = WIDTH) -> None:
        ship, m = setup.ship, setup.ship.measures
        half = max(m.box_width_mm / 2, ship.half_beam_mm) + _BESIDE_MM
        self._setup = setup
        self._width = width
        self._view = Rectangle(-half, -m.table_below_mm - _BESIDE_MM, half, ship.mast_top_mm + _ABOVE_MM)
        self._scale = width / self._view.width
        self._pieces: dict[tuple[str, str], Picture] = {}
        self._upright = ShipWorld(setup).snapshot().yards

    def pixels(
        self,
        snapshot: Snapshot,
        slot: int | None = None,
        lines: Sequence[str] = (),
        beside: Iterable[CargoState] = (),
        held: str | None = None,
    ) -> Pixels:
        """Return the ship as she lies (shape: height, width, 3).

        slot: the one to be loaded, which is lit. lines: words over the picture. beside: pieces that lie on the table.
        held: the name of a piece that a hand holds.
        """
        sheet = Sheet(self._view, self._width, self._back)
        hull = snapshot.hull.angle
        sheet.put(self._art["rod"], 0.0, 0.0, hull)
        sheet.put(self._art["ring"], 0.0, 0.0)
        top = self._setup.ship.mast_top_mm
        sheet.put(self._art["flag"], -math.sin(hull) * top, math.cos(hull) * top, hull)
        sheet.put(self._art["hull"], 0.0, 0.0, hull)
        yards = snapshot.yards or self._upright
        cargo = [*snapshot.cargo, *beside]
        self._put_cargo(sheet, [piece for piece in cargo if piece.layer == "bow"], hull, held)
        sheet.put(self._art["mast"], 0.0, 0.0, hull)
        for index, yard in enumerate(yards):
            sheet.put(self._art[f"yard{index}"], yard.x, yard.y, yard.angle)
        for wood in self._setup.ship.slots:
            self._put_tag(sheet, wood, wood.number == slot, hull, yards)
        self._put_cargo(sheet, [piece for piece in cargo if piece.layer is None], hull, held)
        self._put_cargo(sheet, [piece for piece in cargo if piece.layer == "stern"], hull, held)
        for name in ("card", "lip"):
            sheet.put(self._art[name], 0.0, 0.0)
        if lines:
            sheet.words(lines)
        return sheet.pixels()

    def _put_cargo(self, sheet: Sheet, cargo: Iterable[CargoState], hull: float, held: str | None) -> None:
        for piece in cargo:
            key = piece.kind, piece.form
            if key not in self._pieces:
                self._pieces[key] = piece_picture(self._setup.pieces[piece.kind], piece.form, self._scale)
            place = risen(piece.pose.x, piece.pose.y, hull, piece.layer)
            grip = hand_art.grip_height(self._setup.pieces[piece.kind].forms[piece.form], piece.pose.angle)
            hand = place[0], place[1] + grip, -hand_art.ARM_LEAN
            if piece.name == held:
                sheet.put(self._hand["fingers"], *hand)
            sheet.put(self._pieces[key], *place, piece.pose.angle, TINTS[piece.layer])
            if piece.name == held:
                self._sleeve.put(sheet, *hand, SLEEVE)
                sheet.put(self._hand["thumb"], *hand)

    def _put_tag(self, sheet: Sheet, slot: Slot, lit: bool, hull: float, yards: Sequence[Pose]) -> None:
        """Put a slot's number on its wood, and light above it if it is to be loaded."""
        ship = self._setup.ship
        if slot.yard is None:
            angle, height = hull, slot.surface_mm
            x, y = -math.sin(angle) * height, math.cos(angle) * height
            tag = ship_art.deck_tag_place(ship, slot)
        else:
            yard, half = yards[ship.yard_index(slot.yard)], ship.measures.yard_thickness_mm / 2
            angle = yard.angle
            x, y = yard.x - math.sin(angle) * half, yard.y + math.cos(angle) * half
            radius = ship_art.tag_radius(self._scale)
            tag = (
                slot.side * (ship.measures.mast_width_mm / 2 + radius + 1.5),
                -ship.measures.yard_thickness_mm - radius - 0.8,
            )
        cos, sin = math.cos(angle), math.sin(angle)
        sheet.put(
            self._art[f"tag{slot.number}{lit}"], x + cos * tag[0] - sin * tag[1], y + sin * tag[0] + cos * tag[1], angle
        )
        if lit:
            sheet.put(self._art[f"glow{slot.number}"], *risen(x, y, angle, slot.layer), angle)

    @cached_property
    def _hand(self) -> dict[str, Picture]:
        return {"fingers": hand_art.fingers_picture(self._scale), "thumb": hand_art.thumb_picture(self._scale)}

    @cached_property
    def _sleeve(self) -> Sleeve:
        return Sleeve(hand_art.SLEEVE, hand_art.WRIST, hand_art.WRIST_TURN, self._scale)

    @cached_property
    def _art(self) -> dict[str, Picture]:
        ship, scale = self._setup.ship, self._scale
        art = {
            "rod": ship_art.rod_picture(ship, scale),
            "ring": ship_art.ring_picture(scale),
            "flag": ship_art.flag_picture(_FLAG, scale),
            "hull": ship_art.hull_picture(ship, scale),
            "mast": ship_art.mast_picture(ship, scale),
            "card": backdrop.card_picture(ship, scale),
            "lip": backdrop.lip_picture(ship, scale),
        }
        for index in range(len(ship.yards)):
            art[f"yard{index}"] = ship_art.yard_picture(ship, index, scale)
        for slot in ship.slots:
            art[f"glow{slot.number}"] = ship_art.glow_picture(slot, ship.deck_half_mm, scale)
            for lit in (False, True):
                art[f"tag{slot.number}{lit}"] = ship_art.tag_picture(slot.number, lit, scale)
        return art

    @cached_property
    def _back(self) -> Image.Image:
        """Sky, sea, table and the back of the box, which do not move."""
        view, ship = self._view, self._setup.ship
        floor = -ship.measures.table_below_mm
        horizon = (backdrop.SWELLS[0][0] - view.bottom) / view.height
        sheet = Sheet(view, self._width, backdrop.sky_picture(self._width, round(view.height * self._scale), horizon))
        tiles = range(math.floor(view.left / backdrop.TILE_MM), math.ceil(view.right / backdrop.TILE_MM))
        for index, (crest, *_) in enumerate(backdrop.SWELLS):
            if backdrop.SWELLS[index][-1] == 1.0:
                depth = crest - floor - backdrop.TABLE_BACK_MM + 12.0
                picture = backdrop.layer_picture(index, depth, self._scale)
                for tile in tiles:
                    sheet.put(picture, tile * backdrop.TILE_MM, crest)
        picture = backdrop.table_picture(self._scale)
        for tile in tiles:
            sheet.put(picture, tile * backdrop.TILE_MM, floor)
        sheet.put(backdrop.box_back_picture(ship, self._scale), 0.0, 0.0)
        return sheet.image
