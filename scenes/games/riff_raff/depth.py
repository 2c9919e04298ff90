"""The depth of the ship as it is drawn: seen from the stern, a little from above, so that the bow lies higher.

All the physics of the engine is in one plane, which is drawn in the middle of the deck, where mast and yards stand.
Pitch is drawn as the angle from which she is seen: as her bow dips the deck is seen flatter, and at last from below.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scenes.drawing.palette import Colour
from sim.games.riff_raff.match.frame import PieceState, PieceView, RiffRaffFrame
from sim.physics import Point
from sim.physics.ship.measures import Ship, Slot
from sim.physics.ship.state import Half, Pose

ELEVATION_RAD = math.radians(6.0)
"""How far from above she is seen while she floats level, fore and aft."""
TINTS: Mapping[Half | None, Colour] = {None: (255, 255, 255), "bow": (192, 198, 210), "stern": (255, 255, 255)}
"""What a piece of that half is tinted: what lies behind is a little dimmer."""
IN_SHADE: Colour = (110, 104, 104)
"""What the hull is tinted amidships, where it is seen from below."""
LEAST_FRONT = 0.4
"""A deck is drawn so that its near edge leaves at least this share of the hull's height to be seen."""


@dataclass(frozen=True, slots=True)
class Lean:
    """The lean of a ship (rad): her hull's angle, counter-clockwise as it is seen, and her pitch, bow down."""

    roll: float = 0.0
    pitch: float = 0.0

    @property
    def tall(self) -> float:
        """The length (mm) at which 1 mm along the mast is drawn; 1 while she floats level."""
        return math.cos(ELEVATION_RAD - self.pitch) / math.cos(ELEVATION_RAD)

    @property
    def deep(self) -> float:
        """The height (mm) by which what lies 1 mm before the mast is drawn above it; negative once seen from below."""
        return math.sin(ELEVATION_RAD - self.pitch) / math.cos(ELEVATION_RAD)

    def partly(self, share: float) -> Lean:
        """Return a share of this lean."""
        return Lean(share * self.roll, share * self.pitch)


LEVEL = Lean()


def lean_of(frame: RiffRaffFrame) -> Lean:
    """Return how the ship leans in a frame."""
    return Lean(frame.hull_angle, frame.pitch_angle)


def ends_mm(ship: Ship) -> float:
    """Return how far before and behind the mast the deck ends."""
    return ship.measures.hull_length_mm / 2


def front_mm(ship: Ship) -> float:
    """Return the height (mm) at which the near edge of the deck is drawn while she floats level."""
    lowest = max((y for _, y in ship.hull if y < ship.deck_mm), default=0.0)
    return max(ship.deck_mm - LEVEL.deep * ends_mm(ship), LEAST_FRONT * ship.deck_mm, lowest)


def risen(x: float, y: float, lean: Lean, fore_mm: float = 0.0) -> Point:
    """Return where a point (mm, world's frame) so far before the mast is drawn, moved along the mast."""
    height = y * math.cos(lean.roll) - x * math.sin(lean.roll)
    return _moved(x, y, lean, height * (lean.tall - 1.0) + fore_mm * lean.deep)


def lowered(x: float, y: float, lean: Lean, fore_mm: float = 0.0) -> Point:
    """Return the point so far before the mast that is drawn at (x, y): the inverse of `risen`."""
    height = y * math.cos(lean.roll) - x * math.sin(lean.roll)
    return _moved(x, y, lean, (height - fore_mm * lean.deep) / lean.tall - height)


def on_mast(height_mm: float, lean: Lean) -> Point:
    """Return the place that is drawn at this height of the mast's axis."""
    return -height_mm * math.sin(lean.roll), height_mm * math.cos(lean.roll)


def stern_up(ship: Ship, lean: Lean) -> float:
    """Return how much higher than on a level ship the stern is drawn (mm)."""
    return ship.deck_mm * (lean.tall - 1.0) + (LEVEL.deep - lean.deep) * ends_mm(ship)


def parts_of(ship: Ship, lean: Lean) -> Mapping[str, tuple[Point, float]]:
    """Return where the parts of the ship are drawn that turn with her, and how tall: 1 as painted, 0 not at all.

    The hull is her stern; the keel is the same amidships, of which the bottom is seen once the stern has gone up.
    """
    up = stern_up(ship, lean)
    top = max(front_mm(ship), *(y for _, y in ship.hull if y != ship.deck_mm))
    return {
        "rod": ((0.0, 0.0), lean.tall),
        "keel": ((0.0, 0.0), (top + up) / top if up > 0.0 else 0.0),
        "deck": (on_mast(ship.deck_mm * lean.tall, lean), max(0.0, lean.deep / LEVEL.deep)),
        "mast": ((0.0, 0.0), lean.tall),
        "hull": (on_mast(up, lean), 1.0),
    }


def on_wood(ship: Ship, slot: Slot, yards: Sequence[Pose], lean: Lean) -> tuple[float, float, float]:
    """Return x, y (mm, world's frame) and angle (rad) of a slot's surface line at the mast, on deck or on a yard."""
    if slot.yard is None:
        return *on_mast(slot.surface_mm, lean), lean.roll
    index, half = ship.yard_index(slot.yard), ship.measures.yard_thickness_mm / 2
    pose, offset = yards[index], ship.yards[index].offset_mm
    cos, sin = math.cos(pose.angle), math.sin(pose.angle)
    return pose.x - offset * cos - sin * half, pose.y - offset * sin + cos * half, pose.angle


def _moved(x: float, y: float, lean: Lean, by_mm: float) -> Point:
    along, up = on_mast(by_mm, lean)
    return x + along, y + up


def piece_at(piece: PieceView, lean: Lean, ship: Ship) -> Point:
    """Return where a piece is drawn on or beside a ship that leans so.

    What falls comes off her lean on its way down to the table, which does not lean.
    """
    if piece.state in (PieceState.FALLING, PieceState.FALLEN):
        table = -ship.measures.table_below_mm
        share = (piece.y - table) / (ship.deck_mm - table)
        lean = lean.partly(min(1.0, max(0.0, share)) if piece.state is PieceState.FALLING else 0.0)
    return risen(piece.x, piece.y, lean, piece.fore_mm)
