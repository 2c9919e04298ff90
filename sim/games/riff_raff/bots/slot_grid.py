"""The geometry of an empty slot: places, undersides, limits. It depends on ship and pieces alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sim.physics import Point
from sim.physics.ship.measures import ShipSetup, Slot
from sim.physics.ship.pieces import Piece, Section, Stance

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Top = tuple[list[float], list[float], float]
"""The upper side of a part from left to right, as xs and ys (mm from the centre of gravity), and its lowest y."""

STEP_MM = 2.0
# Wood this little below the highest point will carry the piece too, once it has rocked down on it.
LEVEL_MM = 0.8
ROUNDING_MM = 1e-6
# The length of the grid beyond an open end: a hand that misses by more has missed altogether.
_BEYOND_MM = 8.0


@dataclass(frozen=True, slots=True)
class Standing:
    """A stance that stands or lies on something, with its underside on the grid.

    rise: height of the underside above its lowest point, at `offsets` (grid steps from the centre of gravity).
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
    """A slot as hands may use it. It depends on ship and pieces alone.

    xs (grid): possible places of the centre of gravity. offset_mm (offsets, stances, 1): distance of the underside's
    points from the centre of gravity. reach (offsets, stances, grid): which entries of the outline lie under them (its
    last entry, which is empty, where a stance has fewer offsets). rise (offsets, stances, 1): see Standing. base
    (offsets, stances, 1): the rise of what lies near the lowest line, minus infinity for the rest. low_mm, mass_g,
    rolling (stances): height of the centre of gravity, mass of the piece, whether it lies on its side. height_mm
    (stances, 1): height of the piece. allowed (stances, grid): on the slot's wood, and not reaching into another slot.

    Offsets are the first axis because the minimum and maximum over them are taken all the time.
    """

    slot: Slot
    stances: tuple[Standing, ...]
    hooks: tuple[tuple[Piece, Stance], ...]
    xs: Array
    offset_mm: Array
    reach: npt.NDArray[np.int64]
    rise: Array
    base: Array
    low_mm: Array
    mass_g: Array
    rolling: Mask
    height_mm: Array
    allowed: Mask


@dataclass(slots=True)
class Grids:
    """The holds and blurs of all slots, which depend on ship, pieces and hands alone; each is computed once."""

    setup: ShipSetup
    _holds: dict[int, Hold] = field(default_factory=dict)
    _blurs: dict[tuple[int, float], Array] = field(default_factory=dict)

    def hold(self, number: int) -> Hold:
        """Return the hold of a slot."""
        if number not in self._holds:
            self._holds[number] = _hold(self.setup, self.setup.ship.slot(number))
        return self._holds[number]

    def blur(self, number: int, sd_mm: float) -> Array:
        """Return where a hand with this error puts what is meant for a grid point: (stances, meant, done), rows sum to
        1.

        The hand keeps within the slot's limits, so the chances of places beyond are added to those at the limit.
        """
        key = (number, sd_mm)
        if key not in self._blurs:
            self._blurs[key] = _blur(self.hold(number), sd_mm)
        return self._blurs[key]


# The last few grids. They are compared by identity, which is safe because the list keeps the objects alive.
_grids: list[Grids] = []
_REMEMBERED = 4


def grids_of(setup: ShipSetup) -> Grids:
    """Return the grids of this ship and these pieces, built once."""
    for known in _grids:
        if known.setup.ship is setup.ship and known.setup.pieces is setup.pieces:
            return known
    _grids.append(Grids(setup))
    del _grids[:-_REMEMBERED]
    return _grids[-1]


def tops(section: Section, angle: float) -> Iterator[Top]:
    """Yield the upper chain of each part of a turned section, from left to right, and the part's lowest point."""
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
    """Return the upper side of the convex hull of these corners, from left to right (Andrew's monotone chain).

    Corners are rounded to a nanometre, so that the foot of an upright side of a turned piece does not lie a rounding
    error outside its head.
    """
    chain: list[Point] = []
    for x, y in sorted((round(x, 6), round(y, 6)) for x, y in corners):
        while len(chain) >= 2:
            (x0, y0), (x1, y1) = chain[-2], chain[-1]
            if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) < 0:
                break
            chain.pop()
        # Of two corners above each other the higher one counts.
        if chain and chain[-1][0] == x:
            chain.pop()
        chain.append((x, y))
    return chain


def _standing(piece: Piece, stance: Stance) -> Standing:
    section = piece.forms[stance.form]
    left, bottom, right, top = section.extent(stance.angle)
    # Centroids are exact only up to rounding, and a side that lies on the grid belongs to the piece.
    offsets = range(math.ceil((left - ROUNDING_MM) / STEP_MM), math.floor((right + ROUNDING_MM) / STEP_MM) + 1)
    rise = np.full(len(offsets), math.inf)
    xs = np.array([offset * STEP_MM for offset in offsets])
    # The underside is the upper side of the section turned over.
    for chain_x, chain_y, _ in tops(section, stance.angle + math.pi):
        under = (-xs >= chain_x[0] - ROUNDING_MM) & (-xs <= chain_x[-1] + ROUNDING_MM)
        rise = np.minimum(rise, np.where(under, -np.interp(-xs, chain_x, chain_y) - bottom, math.inf))
    return Standing(piece, stance, left, bottom, right, top, tuple(offsets), tuple(float(r) for r in rise))


def _hold(setup: ShipSetup, slot: Slot) -> Hold:
    stances = tuple(
        _standing(piece, stance)
        for piece in setup.pieces.values()
        for stance in piece.stances.values()
        if stance.edge_mm is None
    )
    # A piece that hangs has its body outside the end, so it must face the mast; and only an open end can carry it.
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
    reach = np.full((longest, len(stances), len(xs)), len(xs), dtype=np.int64)
    rise = np.full((longest, len(stances), 1), math.inf)
    offset_mm = np.zeros((longest, len(stances), 1))
    for row, standing in enumerate(stances):
        count = len(standing.offsets)
        columns = np.array(standing.offsets)[:, None] + np.arange(len(xs))[None, :]
        inside = (columns >= 0) & (columns < len(xs))
        reach[:count, row] = np.where(inside, columns, len(xs))
        rise[:count, row, 0] = standing.rise
        offset_mm[:count, row, 0] = STEP_MM * np.array(standing.offsets)
    near = np.where(low < high, ROUNDING_MM, STEP_MM / 2)[:, None]
    allowed = (xs[None, :] >= low[:, None] - near) & (xs[None, :] <= high[:, None] + near)
    return Hold(
        slot,
        stances,
        hooks,
        xs,
        offset_mm,
        reach,
        rise,
        np.where(rise <= LEVEL_MM, rise, -math.inf),
        low_mm=np.array([-s.bottom_mm for s in stances]),
        mass_g=np.array([s.piece.mass_g for s in stances]),
        rolling=np.array([s.stance.name == "rolling" for s in stances]),
        height_mm=np.array([[s.top_mm - s.bottom_mm] for s in stances]),
        allowed=allowed,
    )


def _blur(hold: Hold, sd_mm: float) -> Array:
    xs = hold.xs
    # The limits of where the hand goes: those of the slot, or of the grid at an open end.
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
