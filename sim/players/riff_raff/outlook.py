"""What the ship offers to a hand: how every piece would sit anywhere in a slot. Geometry alone, no simulation.

A slot is judged for all standing stances and places at once, in arrays of shape (stances, grid), on a grid of `STEP_MM`
along the wood. The outline of a level is taken in the frame of its own wood: a tipped yard carries its cargo with it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.physics.contact import Point
from sim.physics.pieces import Piece, Section, Stance
from sim.physics.ship import YARDS, Slot
from sim.physics.ship_state import ShipSetup, Snapshot

if TYPE_CHECKING:
    from sim.players.riff_raff.judgement import Judged

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

STEP_MM = 2.0
# Wood within this of the highest point will carry the piece too, once it has rocked down on it.
LEVEL_MM = 0.8
# A gap under a piece that is deeper than this looks no worse.
DEEP_MM = 10.0
# How far the grid goes on beyond an open end: a hand that misses by more has missed altogether.
_BEYOND_MM = 8.0
_CLEARANCE_MM = 1.0
_NOTHING = -1e3
_ROUNDING_MM = 1e-6


@dataclass(frozen=True, slots=True)
class Standing:
    """A stance that stands or lies on something, with its underside on the grid.

    `rise`: height of the underside above its lowest point, at `offsets` (grid steps from the centre of gravity).
    """

    piece: Piece
    stance: Stance
    left_mm: float
    bottom_mm: float
    right_mm: float
    top_mm: float
    offsets: tuple[int, ...]
    rise: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Hold:
    """A slot as hands may use it. Depends on ship and pieces alone.

    xs (grid): where the centre of gravity may go. reach (stances, grid, offsets): which entries of the outline lie
    under the piece (its last entry, nothing, where a stance has fewer offsets). rise (stances, 1, offsets): see
    Standing. height_mm (stances, 1). allowed (stances, grid): on the slot's wood, and not reaching into another slot.
    """

    slot: Slot
    stances: tuple[Standing, ...]
    hooks: tuple[tuple[Piece, Stance], ...]
    xs: Array
    reach: npt.NDArray[np.int64]
    rise: Array
    height_mm: Array
    allowed: Mask


@dataclass(frozen=True, slots=True)
class Seats:
    """How pieces would sit in a slot, each of shape (stances, grid).

    seat_mm: height of what touches first. edge_mm: how far the centre of gravity lies inside the ends of what touches
    (negative: beyond). gap_mm: how far the wood under the outer parts of the base falls away, at most DEEP_MM.
    on_cargo: it would rest on cargo. fits: there is wood, and room below the next yard.
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
    """A piece on the ship: its section, and its place (mm, rad) in the hull's frame."""

    kind: str
    section: Section
    mass_g: float
    x: float
    y: float
    angle: float


@dataclass(slots=True)
class Grids:
    """What depends on ship, pieces and hands alone, worked out once."""

    setup: ShipSetup
    _holds: dict[int, Hold] = field(default_factory=dict)
    _blurs: dict[tuple[int, float], Array] = field(default_factory=dict)

    def hold(self, number: int) -> Hold:
        """The hold of a slot."""
        if number not in self._holds:
            self._holds[number] = _hold(self.setup, self.setup.ship.slot(number))
        return self._holds[number]

    def blur(self, number: int, sd_mm: float) -> Array:
        """Where a hand with this error puts what is meant for a grid point: (stances, meant, done), rows add to 1.

        The hand keeps within the slot's limits, so what would go beyond ends up there.
        """
        key = (number, sd_mm)
        if key not in self._blurs:
            self._blurs[key] = _blur(self.hold(number), sd_mm)
        return self._blurs[key]


@dataclass(slots=True)
class Outlook:
    """The ship as she lies, worked out as far as anybody asks. `outlook` builds and remembers it.

    judged: places by slot and by the hands' error, as View.judged found them.
    """

    setup: ShipSetup
    snapshot: Snapshot
    grids: Grids
    judged: dict[tuple[int, float], Judged] = field(default_factory=dict)
    cargo: tuple[Aboard, ...] = ()
    load_g_mm: float = 0.0
    high_g_mm: float = 0.0
    _seats: dict[int, Seats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        hull = self.snapshot.hull
        self.cargo = tuple(_seen_from(self.setup, self.snapshot, hull.x, hull.y, hull.angle))
        self.load_g_mm = math.fsum(c.mass_g * c.x for c in self.cargo)
        self.high_g_mm = math.fsum(c.mass_g * c.y for c in self.cargo)

    @property
    def heel_rad(self) -> float:
        """How the ship lies now, counter-clockwise."""
        return self.snapshot.hull.angle

    def yard_tilt_rad(self, yard: str | None) -> float:
        """A yard's angle against the hull; 0 for the deck."""
        if yard is None or not self.snapshot.yards:
            return 0.0
        return self.snapshot.yards[YARDS.index(yard)].angle - self.snapshot.hull.angle

    def seats(self, number: int) -> Seats:
        """How pieces would sit in that slot."""
        if number not in self._seats:
            self._seats[number] = self._judge(self.grids.hold(number))
        return self._seats[number]

    def _judge(self, hold: Hold) -> Seats:
        slot, xs = hold.slot, hold.xs
        wood = (xs >= slot.wood_left_mm - _ROUNDING_MM) & (xs <= slot.wood_right_mm + _ROUNDING_MM)
        outline = np.full(len(xs) + 1, _NOTHING)
        outline[:-1][wood] = slot.surface_mm
        self._heap(slot, xs, outline)
        under = outline[hold.reach] - hold.rise
        seat = under.max(axis=2)
        touches = under > seat[:, :, None] - LEVEL_MM
        # Of the underside, only what lies near its lowest line is a base; bellies and overhangs may hang free.
        base = hold.rise <= LEVEL_MM
        first = touches.argmax(axis=2)
        last = touches.shape[2] - 1 - touches[:, :, ::-1].argmax(axis=2)
        offsets = _offsets(hold)
        edge = np.minimum(np.take_along_axis(offsets, last, axis=1), -np.take_along_axis(offsets, first, axis=1))
        lowest = np.where(base, under, np.inf).min(axis=2)
        gap = np.clip(seat - lowest, 0.0, DEEP_MM)
        tilt = self.yard_tilt_rad(slot.yard)
        ceiling = slot.ceiling_mm - abs(math.tan(tilt)) * np.abs(xs) - _CLEARANCE_MM
        return Seats(
            hold,
            seat,
            edge,
            gap,
            seat > slot.surface_mm + LEVEL_MM,
            (seat > _NOTHING / 2) & (seat + hold.height_mm <= ceiling),
            tuple(self._free(hold, outline)),
        )

    def _heap(self, slot: Slot, xs: Array, outline: Array) -> None:
        """Raise the outline of bare wood to the tops of whatever lies in this level."""
        if slot.yard is None or not self.snapshot.yards:
            seen, base = self.cargo, 0.0
        else:
            yard = self.snapshot.yards[YARDS.index(slot.yard)]
            thickness = self.setup.ship.measures.yard_thickness_mm
            seen = tuple(_seen_from(self.setup, self.snapshot, yard.x, yard.y, yard.angle))
            base = slot.surface_mm - thickness / 2
        left, right = float(xs[0]), float(xs[-1])
        for c in seen:
            y = c.y + base
            if not slot.surface_mm - 60.0 < y < slot.ceiling_mm + 30.0 or not left - 45.0 < c.x < right + 45.0:
                continue
            for chain_x, chain_y, bottom in _tops(c.section, c.angle):
                if y + bottom > slot.ceiling_mm - 4.0:
                    continue
                first = max(0, math.ceil((c.x + chain_x[0] - left) / STEP_MM))
                last = min(len(xs) - 1, math.floor((c.x + chain_x[-1] - left) / STEP_MM))
                if first <= last:
                    tops = np.interp(xs[first : last + 1] - c.x, chain_x, chain_y) + y
                    high = tops > slot.surface_mm - LEVEL_MM
                    part = outline[first : last + 1]
                    part[high] = np.maximum(part[high], tops[high])

    def _free(self, hold: Hold, outline: Array) -> Iterator[tuple[Piece, Stance]]:
        """The hooks whose arm finds nothing on the wood's end."""
        slot = hold.slot
        for piece, stance in hold.hooks:
            assert stance.edge_mm is not None
            end = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
            left, _, right, _ = piece.forms[stance.form].extent(stance.angle)
            inner = end - stance.edge_mm + (left if slot.side > 0 else right)
            arm = (hold.xs >= min(inner, end)) & (hold.xs <= max(inner, end))
            if not np.any(outline[:-1][arm] > slot.surface_mm + LEVEL_MM):
                yield piece, stance


# The last few of each: between two placements everybody looks at the same ship. What is remembered is kept alive, so
# nothing else can take its identity.
_outlooks: list[Outlook] = []
_grids: list[Grids] = []
_REMEMBERED = 4


def outlook(setup: ShipSetup, snapshot: Snapshot) -> Outlook:
    """The outlook of this very snapshot; the same one for everybody who asks while the ship lies so."""
    for known in _outlooks:
        if known.snapshot is snapshot and known.setup is setup:
            return known
    _outlooks.append(Outlook(setup, snapshot, _grids_of(setup)))
    del _outlooks[:-_REMEMBERED]
    return _outlooks[-1]


def _grids_of(setup: ShipSetup) -> Grids:
    for known in _grids:
        if known.setup.ship is setup.ship and known.setup.pieces is setup.pieces:
            return known
    _grids.append(Grids(setup))
    del _grids[:-_REMEMBERED]
    return _grids[-1]


# -------------------------------------------------------------------------------------------------- building


def _seen_from(setup: ShipSetup, snapshot: Snapshot, x0: float, y0: float, angle: float) -> Iterator[Aboard]:
    """All cargo in the frame of a body at (x0, y0) turned by `angle`."""
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
        )


def _tops(section: Section, angle: float) -> Iterator[tuple[list[float], list[float], float]]:
    """The upper chain of each part of a turned section, from left to right, and the part's lowest point."""
    if section.radius_mm is not None:
        r = section.radius_mm
        steps = [math.pi * (1 - k / 8) for k in range(9)]
        yield [r * math.cos(a) for a in steps], [r * math.sin(a) for a in steps], -r
        return
    cos, sin = math.cos(angle), math.sin(angle)
    for part in section.parts:
        chain = upper_chain([(cos * x - sin * y, sin * x + cos * y) for x, y in part])
        bottom = min(sin * x + cos * y for x, y in part)
        yield [x for x, _ in chain], [y for _, y in chain], bottom


def upper_chain(corners: list[Point]) -> list[Point]:
    """The upper side of the convex hull of these corners, from left to right (Andrew's monotone chain).

    Rounded to a nanometre: an upright side of a turned piece must not have its foot a rounding outside its head.
    """
    chain: list[Point] = []
    for x, y in sorted((round(x, 6), round(y, 6)) for x, y in corners):
        while len(chain) >= 2:
            (x0, y0), (x1, y1) = chain[-2], chain[-1]
            if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) < 0:
                break
            chain.pop()
        # Of corners above each other the higher one counts.
        if chain and chain[-1][0] == x:
            chain.pop()
        chain.append((x, y))
    return chain


def _standing(piece: Piece, stance: Stance) -> Standing:
    section = piece.forms[stance.form]
    left, bottom, right, top = section.extent(stance.angle)
    # Centroids are exact to rounding only, and a side that lies on the grid belongs to the piece.
    offsets = range(math.ceil((left - _ROUNDING_MM) / STEP_MM), math.floor((right + _ROUNDING_MM) / STEP_MM) + 1)
    rise = np.full(len(offsets), math.inf)
    xs = np.array([offset * STEP_MM for offset in offsets])
    # The underside is the upper side of the section turned over.
    for chain_x, chain_y, _ in _tops(section, stance.angle + math.pi):
        under = (-xs >= chain_x[0] - _ROUNDING_MM) & (-xs <= chain_x[-1] + _ROUNDING_MM)
        rise = np.minimum(rise, np.where(under, -np.interp(-xs, chain_x, chain_y) - bottom, math.inf))
    return Standing(piece, stance, left, bottom, right, top, tuple(offsets), tuple(float(r) for r in rise))


def _hold(setup: ShipSetup, slot: Slot) -> Hold:
    stances = tuple(
        _standing(piece, stance)
        for piece in setup.pieces.values()
        for stance in piece.stances.values()
        if stance.edge_mm is None
    )
    # What hangs has its body outside the end, so the figure must face the mast; and only an open end can carry it.
    open_end = math.isinf(slot.right_mm if slot.side > 0 else slot.left_mm)
    hooks = tuple(
        (piece, stance)
        for piece in setup.pieces.values()
        for stance in piece.stances.values()
        if stance.edge_mm is not None and open_end and (stance.edge_mm > 0) == (slot.side > 0)
    )
    left = slot.wood_left_mm - (_BEYOND_MM if math.isinf(slot.left_mm) else 0.0)
    right = slot.wood_right_mm + (_BEYOND_MM if math.isinf(slot.right_mm) else 0.0)
    xs: Array = left + STEP_MM * np.arange(math.floor((right - left) / STEP_MM) + 1, dtype=np.float64)
    low = np.array([slot.left_mm - s.left_mm for s in stances])
    high = np.array([slot.right_mm - s.right_mm for s in stances])
    # A piece that is too wide for its slot goes in the middle.
    middle = np.array([(slot.left_mm + slot.right_mm - s.left_mm - s.right_mm) / 2 for s in stances])
    wide = low > high
    low, high = np.where(wide, middle, low), np.where(wide, middle, high)
    low, high = np.maximum(low, slot.wood_left_mm), np.minimum(high, slot.wood_right_mm)
    longest = max(len(s.offsets) for s in stances)
    reach = np.full((len(stances), len(xs), longest), len(xs), dtype=np.int64)
    rise = np.full((len(stances), 1, longest), 0.0)
    for row, standing in enumerate(stances):
        columns = np.arange(len(xs))[:, None] + np.array(standing.offsets)[None, :]
        inside = (columns >= 0) & (columns < len(xs))
        reach[row, :, : len(standing.offsets)] = np.where(inside, columns, len(xs))
        rise[row, 0, : len(standing.offsets)] = standing.rise
        rise[row, 0, len(standing.offsets) :] = math.inf
    near = np.where(low < high, _ROUNDING_MM, STEP_MM / 2)[:, None]
    allowed = (xs[None, :] >= low[:, None] - near) & (xs[None, :] <= high[:, None] + near)
    height = np.array([[s.top_mm - s.bottom_mm] for s in stances])
    return Hold(slot, stances, hooks, xs, reach, rise, height, allowed)


def _offsets(hold: Hold) -> Array:
    """Offsets (mm) of the padded underside, shape (stances, offsets)."""
    width = hold.reach.shape[2]
    padded = np.zeros((len(hold.stances), width))
    for row, standing in enumerate(hold.stances):
        padded[row, : len(standing.offsets)] = STEP_MM * np.array(standing.offsets)
    return padded


def _blur(hold: Hold, sd_mm: float) -> Array:
    xs = hold.xs
    # Limits of what is done: those of the slot, or of the grid at an open end.
    slot = hold.slot
    blur = np.zeros((len(hold.stances), len(xs), len(xs)))
    steps = np.arange(-3, 4)
    weights = np.exp(-0.5 * (steps / 1.5) ** 2)
    weights /= weights.sum()
    for row, standing in enumerate(hold.stances):
        low = max(slot.left_mm - standing.left_mm, float(xs[0]))
        high = min(slot.right_mm - standing.right_mm, float(xs[-1]))
        if low > high:
            low = high = (low + high) / 2
        for step, weight in zip(steps, weights, strict=True):
            done = np.clip(xs + step / 1.5 * sd_mm, low, high)
            where = np.clip(np.rint((done - xs[0]) / STEP_MM).astype(np.int64), 0, len(xs) - 1)
            np.add.at(blur[row], (np.arange(len(xs)), where), weight)
    return blur
