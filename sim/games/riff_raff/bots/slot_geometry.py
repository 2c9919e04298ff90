"""The geometry of every piece at every place in a slot, as the ship is loaded now. No simulation.

A slot is judged for all standing stances and places at once, in arrays of shape (stances, grid), on a grid of `STEP_MM`
along the wood. The outline of a level is taken in the frame of its own wood: a tipped yard carries its cargo with it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sim.games.riff_raff.bots.slot_grid import (
    LEVEL_MM,
    ROUNDING_MM,
    STEP_MM,
    Array,
    Grids,
    Hold,
    Mask,
    Top,
    grids_of,
    tops,
)
from sim.games.riff_raff.bots.sway import Balance
from sim.people.execution import PlaceIntent
from sim.physics.ship.fitting import row_for
from sim.physics.ship.measures import ShipSetup, Slot
from sim.physics.ship.pieces import Piece, Section, Stance
from sim.physics.ship.state import Layer, Snapshot

# Gaps under a piece that are deeper than this count as this deep.
DEEP_MM = 10.0
_CLEARANCE_MM = 1.0
_NOTHING = -1e3


@dataclass(frozen=True, slots=True)
class Seats:
    """The geometry of pieces put down in a slot; each array has shape (stances, grid).

    seat_mm: height of the point that touches first. edge_mm: how far the centre of gravity lies inside the ends of what
    touches (negative: beyond). gap_mm: how far the wood under the outer parts of the base falls away, at most DEEP_MM.
    on_cargo: whether it would rest on cargo. fits: whether there is wood, and room below the next yard. free_hooks: the
    hanging stances whose place at the wood's end is free.
    """

    hold: Hold
    seat_mm: Array
    edge_mm: Array
    gap_mm: Array
    on_cargo: Mask
    fits: Mask
    free_hooks: tuple[tuple[Piece, Stance], ...]


@dataclass(frozen=True, slots=True)
class Aboard:
    """A piece on the ship: its section, its pose (mm, rad) in the frame of the hull or of a yard, and its layer.

    fore_mm: how far before the mast.
    """

    kind: str
    section: Section
    mass_g: float
    x: float
    y: float
    angle: float
    layer: Layer | None
    fore_mm: float


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece on some wood, as an obstacle: its position (mm) in that wood's frame, its upper sides, and its layer."""

    x: float
    y: float
    tops: tuple[Top, ...]
    layer: Layer | None


@dataclass(frozen=True, slots=True)
class Places:
    """All places in a slot for all kinds of piece, in a fixed order.

    ways: pairs of kind and stance; `way` (places): the index into `ways`. x_mm (places): where the centre of gravity
    goes. features: (places, features).
    """

    slot: int
    ways: tuple[tuple[str, str], ...]
    way: npt.NDArray[np.int64]
    x_mm: Array
    features: Array

    def intent(self, index: int) -> PlaceIntent:
        kind, stance = self.ways[int(self.way[index])]
        return PlaceIntent(kind, stance, self.slot, float(self.x_mm[index]))

    def of(self, kinds: Sequence[str]) -> Mask:
        wanted = np.array([kind in kinds for kind, _ in self.ways], dtype=np.bool_)
        return wanted[self.way]


@dataclass(frozen=True, slots=True)
class Judged:
    """Places with their chances: `own` that the piece falls, `others` that other pieces do.

    change: the expected change of the player's supply; -1 at best.
    """

    places: Places
    own: Array
    others: Array
    change: Array


@dataclass(slots=True)
class SlotGeometry:
    """The geometry of the ship as she lies, computed as it is needed; `slot_geometry_of` builds and remembers it.

    judged: judged places by judgement, slot and the hands' error, as Observation.judged found them. balance: in the
    hull's frame, with this copy's list.
    """

    setup: ShipSetup
    snapshot: Snapshot
    grids: Grids
    judged: dict[tuple[object, int, float], Judged] = field(default_factory=dict)
    cargo: tuple[Aboard, ...] = ()
    balance: Balance = field(init=False)
    _seats: dict[int, Seats] = field(default_factory=dict)
    _lying: dict[str | None, list[Lying]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        hull = self.snapshot.hull
        self.cargo = tuple(_seen_from(self.setup, self.snapshot, hull.x, hull.y, hull.angle))
        starboard, forward = self.setup.ship.across_g_mm, self.setup.ship.list_g_mm[1]
        self.balance = Balance(
            self.setup.ship.righting_g_mm,
            starboard + math.fsum(c.mass_g * c.x for c in self.cargo),
            forward + math.fsum(c.mass_g * c.fore_mm for c in self.cargo),
            math.fsum(c.mass_g * c.y for c in self.cargo),
        )

    def yard_tilt_rad(self, yard: str | None) -> float:
        """Return a yard's angle relative to the hull (rad); 0 for the deck."""
        if yard is None:
            return 0.0
        index = self.setup.ship.yard_index(yard)
        if not self.snapshot.yards:
            return self.setup.ship.yards[index].lies_rad
        return self.snapshot.yards[index].angle - self.snapshot.hull.angle

    def row(self, slot: Slot) -> Layer | None:
        """Return the row of the deck that a piece is put into there, None for a yard."""
        return row_for(slot, ((c.layer, c.x) for c in self.cargo))

    def fore_mm(self, slot: Slot) -> float:
        """Return how far before the mast a piece is put down there."""
        return self.setup.ship.middle_mm(slot, self.row(slot))

    def seats(self, number: int) -> Seats:
        """Return the geometry of pieces in that slot."""
        if number not in self._seats:
            self._seats[number] = self._judge(self.grids.hold(number))
        return self._seats[number]

    def _judge(self, hold: Hold) -> Seats:
        slot, xs = hold.slot, hold.xs
        wood = (xs >= slot.wood_left_mm - ROUNDING_MM) & (xs <= slot.wood_right_mm + ROUNDING_MM)
        outline = np.full(len(xs) + 1, _NOTHING)
        outline[:-1][wood] = slot.surface_mm
        self._heap(slot, xs, outline)
        beneath = outline.take(hold.reach)
        under = beneath - hold.rise
        seat = under.max(axis=0)
        touches = under > seat - LEVEL_MM
        first = np.where(touches, hold.offset_mm, np.inf).min(axis=0)
        last = np.where(touches, hold.offset_mm, -np.inf).max(axis=0)
        # Only the part of the underside near its lowest line is a base; bellies and overhangs may hang free.
        lowest = (beneath - hold.base).min(axis=0)
        gap = np.clip(seat - lowest, 0.0, DEEP_MM)
        tilt = self.yard_tilt_rad(slot.yard)
        ceiling = slot.ceiling_mm - abs(math.tan(tilt)) * np.abs(xs) - _CLEARANCE_MM
        return Seats(
            hold,
            seat,
            np.minimum(last, -first),
            gap,
            seat > slot.surface_mm + LEVEL_MM,
            (seat > _NOTHING / 2) & (seat + hold.height_mm <= ceiling),
            tuple(self._free(hold, outline)),
        )

    def _heap(self, slot: Slot, xs: Array, outline: Array) -> None:
        """Raise the outline of bare wood, in place, to the tops of the cargo on this level.

        Cargo of the other rows of the deck is not met there.
        """
        row = self.row(slot)
        base = 0.0
        if slot.yard is not None and self.snapshot.yards:
            base = slot.surface_mm - self.setup.ship.measures.yard_thickness_mm / 2
        left, right = float(xs[0]), float(xs[-1])
        for c in self._lie(slot.yard):
            if None not in (row, c.layer) and row != c.layer:
                continue
            y = c.y + base
            if not slot.surface_mm - 60.0 < y < slot.ceiling_mm + 30.0 or not left - 45.0 < c.x < right + 45.0:
                continue
            for chain_x, chain_y, bottom in c.tops:
                if y + bottom > slot.ceiling_mm - 4.0:
                    continue
                first = max(0, math.ceil((c.x + chain_x[0] - left) / STEP_MM))
                last = min(len(xs) - 1, math.floor((c.x + chain_x[-1] - left) / STEP_MM))
                if first <= last:
                    above = np.interp(xs[first : last + 1] - c.x, chain_x, chain_y) + y
                    high = above > slot.surface_mm - LEVEL_MM
                    part = outline[first : last + 1]
                    part[high] = np.maximum(part[high], above[high])

    def _lie(self, level: str | None) -> list[Lying]:
        """Return all cargo, with its upper sides, in the frame of a level's own wood."""
        if level not in self._lying:
            seen: Iterable[Aboard] = self.cargo
            if level is not None and self.snapshot.yards:
                yard = self.snapshot.yards[self.setup.ship.yard_index(level)]
                seen = _seen_from(self.setup, self.snapshot, yard.x, yard.y, yard.angle)
            self._lying[level] = [Lying(c.x, c.y, tuple(tops(c.section, c.angle)), c.layer) for c in seen]
        return self._lying[level]

    def _free(self, hold: Hold, outline: Array) -> Iterator[tuple[Piece, Stance]]:
        """Yield the hanging stances whose arm meets nothing on the wood's end."""
        slot = hold.slot
        for piece, stance in hold.hooks:
            assert stance.edge_mm is not None
            end = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
            left, _, right, _ = piece.forms[stance.form].extent(stance.angle)
            inner = end - stance.edge_mm + (left if slot.side > 0 else right)
            arm = (hold.xs >= min(inner, end)) & (hold.xs <= max(inner, end))
            if not np.any(outline[:-1][arm] > slot.surface_mm + LEVEL_MM):
                yield piece, stance


# The last few geometries: between two placements all players look at the same ship. They are compared by identity,
# which is safe because the list keeps the objects alive.
_remembered: list[SlotGeometry] = []
_REMEMBERED = 4


def slot_geometry_of(setup: ShipSetup, snapshot: Snapshot) -> SlotGeometry:
    """Return the geometry of this very snapshot; the same object for all callers while the ship lies so."""
    for known in _remembered:
        if known.snapshot is snapshot and known.setup is setup:
            return known
    _remembered.append(SlotGeometry(setup, snapshot, grids_of(setup)))
    del _remembered[:-_REMEMBERED]
    return _remembered[-1]


# -------------------------------------------------------------------------------------------------- building


def _seen_from(setup: ShipSetup, snapshot: Snapshot, x0: float, y0: float, angle: float) -> Iterator[Aboard]:
    """Yield all cargo in the frame of a body at (x0, y0) turned by `angle`."""
    cos, sin = math.cos(angle), math.sin(angle)
    for state in snapshot.cargo:
        p, piece = state.pose, setup.pieces[state.kind]
        dx, dy = p.x - x0, p.y - y0
        yield Aboard(
            state.kind,
            piece.forms[state.form],
            piece.mass_g,
            cos * dx + sin * dy,
            cos * dy - sin * dx,
            p.angle - angle,
            state.layer,
            state.fore.mm,
        )
