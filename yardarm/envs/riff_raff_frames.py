"""Pictures of the ship of Riff Raff with what lies on her, as the window shows her."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

from PIL import Image

from scenes.drawing.canvas import Picture
from scenes.drawing.palette import PLAYERS, Colour
from scenes.games.riff_raff.art import backdrop, hand_art, ship_art
from scenes.games.riff_raff.art.piece_art import piece_picture
from scenes.games.riff_raff.depth import IN_SHADE, LEVEL, TINTS, Lean, on_mast, on_wood, parts_of, risen
from scenes.window.camera import Rectangle
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.ship.measures import ShipSetup, Slot
from sim.physics.ship.state import HALVES, CargoState, Layer, Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from yardarm.envs.frames import Pixels, Sheet, Sleeve, Stamp

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
        lean = Lean(snapshot.hull.angle, snapshot.pitch.angle)
        yards = snapshot.yards or self._upright
        # The table does not lean.
        cargo = [*((piece, lean) for piece in snapshot.cargo), *((piece, LEVEL) for piece in beside)]
        self._put_part(sheet, "rod", lean)
        sheet.paste(self._fixed["ring"])
        sheet.put(self._art["flag"], *on_mast(self._setup.ship.mast_top_mm * lean.tall, lean), lean.roll)
        self._put_part(sheet, "keel", lean, IN_SHADE)
        self._put_part(sheet, "deck", lean)
        self._put_rows(sheet, ("bow_end", "bow"), cargo, held)
        self._put_part(sheet, "mast", lean)
        for index, yard in enumerate(yards):
            sheet.put(self._art[f"yard{index}"], *risen(yard.x, yard.y, lean), yard.angle)
        slots = [(wood, wood.number == slot) for wood in self._setup.ship.slots]
        for wood, lit in slots:
            self._put_slot(sheet, wood, lit, lean, yards)
        self._put_rows(sheet, (None, "stern", "stern_end"), cargo, held)
        self._put_part(sheet, "hull", lean)
        for wood, lit in slots:
            if wood.yard is None:
                self._put_tag(sheet, wood, lit, on_wood(self._setup.ship, wood, yards, lean), lean)
        for name in ("card", "lip"):
            sheet.paste(self._fixed[name])
        if lines:
            sheet.words(lines)
        return sheet.pixels()

    def _put_part(self, sheet: Sheet, name: str, lean: Lean, tint: Colour = (255, 255, 255)) -> None:
        at, tall = parts_of(self._setup.ship, lean)[name]
        sheet.put(self._art["hull" if name == "keel" else name], *at, lean.roll, tint, tall)

    def _put_rows(
        self, sheet: Sheet, rows: Sequence[Layer | None], cargo: Sequence[tuple[CargoState, Lean]], held: str | None
    ) -> None:
        """Put what lies in these rows, the farthest first."""
        for piece, lean in [each for row in rows for each in cargo if each[0].layer == row]:
            key = piece.kind, piece.form
            if key not in self._pieces:
                self._pieces[key] = piece_picture(self._setup.pieces[piece.kind], piece.form, self._scale)
            place = risen(piece.pose.x, piece.pose.y, lean, piece.fore.mm)
            grip = hand_art.grip_height(self._setup.pieces[piece.kind].forms[piece.form], piece.pose.angle)
            hand = place[0], place[1] + grip, -hand_art.ARM_LEAN
            if piece.name == held:
                sheet.put(self._hand["fingers"], *hand)
            sheet.put(self._pieces[key], *place, piece.pose.angle, TINTS[HALVES[piece.layer]])
            if piece.name == held:
                self._sleeve.put(sheet, *hand, SLEEVE)
                sheet.put(self._hand["thumb"], *hand)

    def _put_slot(self, sheet: Sheet, slot: Slot, lit: bool, lean: Lean, yards: Sequence[Pose]) -> None:
        """Put a yard slot's number below its wood, and light above any that is to be loaded."""
        wood = on_wood(self._setup.ship, slot, yards, lean)
        if slot.yard is not None:
            self._put_tag(sheet, slot, lit, wood, lean)
        if lit:
            x, y, angle = wood
            sheet.put(self._art[f"glow{slot.number}"], *risen(x, y, lean, slot.fore_mm), angle)

    def _put_tag(self, sheet: Sheet, slot: Slot, lit: bool, wood: tuple[float, float, float], lean: Lean) -> None:
        place = ship_art.tag_place(self._setup.ship, slot, wood, lean, self._scale)
        sheet.put(self._art[f"tag{slot.number}{lit}"], *place, wood[2])

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
            "deck": ship_art.deck_picture(ship, scale),
            "mast": ship_art.mast_picture(ship, scale),
            "card": backdrop.card_picture(ship, scale),
            "lip": backdrop.lip_picture(ship, scale),
        }
        for index in range(len(ship.yards)):
            art[f"yard{index}"] = ship_art.yard_picture(ship, index, scale)
        for slot in ship.slots:
            art[f"glow{slot.number}"] = ship_art.glow_picture(slot, scale)
            for lit in (False, True):
                art[f"tag{slot.number}{lit}"] = ship_art.tag_picture(slot.number, lit, scale)
        return art

    @cached_property
    def _fixed(self) -> dict[str, Stamp | None]:
        """What does not move, but lies before or behind what does."""
        sheet = Sheet(self._view, self._width)
        return {name: sheet.stamp(self._art[name], 0.0, 0.0) for name in ("ring", "card", "lip")}

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
