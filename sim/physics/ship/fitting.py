"""How pieces and slots fit: which slot a place belongs to, what a slot leaves room for, how a hand comes to it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import pymunk

from sim.errors import InputError
from sim.physics import Point
from sim.physics.contact.bodies import Body
from sim.physics.ship.cargo import ABOARD, CARGO, HULL, ROWS, SHIP
from sim.physics.ship.measures import Ship, ShipSetup, Slot
from sim.physics.ship.pieces import Section, Stance
from sim.physics.ship.state import HALVES, Fore, Layer
from sim.physics.ship.world import ShipWorld, section_shapes

HOVER_MM = 14.0
BESIDE_MM = 3.0  # a piece whose middle comes down no farther beside the wood still finds it
PRESSED_MM = 1.5  # as far below the wood's surface a piece may be that is pressed against it
_STEP_S, _STEPS = 1.0 / 480.0, 480
_TRY_MM = 1.0
_PUSHES, _CLEAR_MM = 8, 0.01
_RINGS, _AROUND = 10, 24
EDGE_MM = 2.0  # so far inside the edge of a strip one keeps the middle of a piece
_MEETS: Mapping[Layer | None, pymunk.ShapeFilter] = {
    None: pymunk.ShapeFilter(mask=HULL | SHIP | ABOARD),
    **{row: pymunk.ShapeFilter(mask=HULL | CARGO | bit) for row, bit in ROWS.items()},
}


def slot_at(ship: Ship, yard: str | None, x_mm: float, layer: Layer | None = None) -> Slot:
    """Return the slot on a yard (None: the deck) nearest to `x_mm` in the hull's frame.

    layer: of the piece in question. What lies on deck without one (it fell there from a yard) is counted with the bow.
    """
    half = HALVES[layer]
    candidates = [slot for slot in ship.slots if slot.yard == yard and (None in (half, slot.half) or slot.half == half)]
    return min(candidates, key=lambda s: (max(s.wood_left_mm - x_mm, x_mm - s.wood_right_mm, 0.0), s.number))


def wood_below(ship: Ship, start: Point, velocity: Point, gravity: Point, layer: Layer | None = None) -> int | None:
    """Return the slot on whose wood a thrown point of that layer comes down, None for no wood; all in the ship's
    frame.
    """
    (x, y), (vx, vy), (gx, gy) = start, velocity, gravity
    levels = dict.fromkeys(slot.yard for slot in ship.slots)
    for _ in range(_STEPS):
        before = y
        vx, vy = vx + gx * _STEP_S, vy + gy * _STEP_S
        x, y = x + vx * _STEP_S, y + vy * _STEP_S
        for yard in levels:
            slot = slot_at(ship, yard, x, layer)
            surface = slot.surface_at(x)
            # A piece that is put down presses a little below.
            if (
                y < surface <= before + PRESSED_MM
                and slot.wood_left_mm - BESIDE_MM <= x <= slot.wood_right_mm + BESIDE_MM
            ):
                return slot.number
    return None


def row_for(slot: Slot, lying: Iterable[tuple[Layer | None, float]]) -> Layer | None:
    """Return the row of the deck that a hand puts a piece into: the slot's emptier one, of equal ones that by the mast.

    lying: row and x (mm, in the hull's frame) of the cargo. None for a slot without rows.
    """
    pieces = Counter(row for row, x in lying if x * slot.side > 0)
    return min(slot.rows, key=lambda row: pieces[row], default=None)


def free_row(world: ShipWorld, slot: Slot) -> Layer | None:
    """Return the row of the deck that a hand puts a piece into (see `row_for`), on the ship as she lies."""
    cargo, places = world.places()
    return row_for(slot, ((piece.layer, x) for piece, (x, _, _) in zip(cargo, places, strict=True)))


def put_fore(setup: ShipSetup, slot: Slot, row: Layer | None, section: Section, off_mm: float) -> Fore:
    """Return where, fore and aft, a hand puts a piece that is off the middle of its row by `off_mm` (forward).

    It keeps to what it sees: on the deck the whole piece in its row, on a yard its middle over the strip.
    """
    if row is None:
        measures = setup.ship.measures
        most = max(0.0, (measures.hull_length_mm if slot.yard is None else measures.yard_depth_mm) / 2 - EDGE_MM)
        return Fore(min(max(off_mm, -most), most))
    low, high = sorted(setup.ship.row_mm(row))
    room = max(0.0, (high - low) / 2 - section.depth_mm / 2)
    return Fore((low + high) / 2 + min(max(off_mm, -room), room))


def within_limits(slot: Slot, section: Section, angle: float, x_mm: float) -> float:
    """Return the nearest x at which a piece turned by `angle` does not reach into another slot (if too wide: its
    middle).
    """
    left, right = section.sides(angle)
    low, high = slot.left_mm - left, slot.right_mm - right
    if low > high:
        return (slot.left_mm + slot.right_mm - left - right) / 2
    return min(max(x_mm, low), high)


def over_wood(slot: Slot, section: Section, angle: float) -> tuple[float, float]:
    """Return the least and greatest x (mm) at which a piece turned by `angle` is over the slot's wood."""
    left, right = section.sides(angle)
    return slot.wood_left_mm - right, slot.wood_right_mm - left


def takes(slot: Slot, stance: Stance) -> bool:
    """Return True if a slot has room for a stance: what hangs needs the end of the wood, facing it.

    Of a deck in a row only the outer slots have one.
    """
    open_end = math.isinf(slot.right_mm if slot.side > 0 else slot.left_mm)
    return stance.edge_mm is None or (open_end and (stance.edge_mm > 0) == (slot.side > 0))


def usual_stance(setup: ShipSetup, kind: str, slot: Slot) -> Stance:
    """Return the first of a kind's stances that the slot has room for. Raises InputError if there is none."""
    for stance in setup.pieces[kind].stances.values():
        if takes(slot, stance):
            return stance
    raise InputError(
        "pieces.{kind}.stances: expected one that slot {number} has room for.", kind=kind, number=slot.number
    )


def middle_of(slot: Slot, stance: Stance) -> float:
    """Return the default x of the centre of gravity: the middle of the slot's wood, or hooked over its end."""
    if stance.edge_mm is None:
        return slot.centre_mm
    return (slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm) - stance.edge_mm


class Probe:
    """A section turned by `angle`, held against the wood without touching it; the ship must not move meanwhile.

    layer: the row of the deck whose cargo counts as wood; None for all.
    """

    def __init__(self, world: ShipWorld, section: Section, angle: float, layer: Layer | None = None) -> None:
        self._world = world
        self._body = Body(body_type=pymunk.Body.KINEMATIC)
        self._body.angle = world.hull.angle + angle
        self._shapes = section_shapes(section, self._body)
        for shape in self._shapes:
            shape.filter = _MEETS[layer]

    def overlaps(self, x: float, y: float) -> bool:
        """Return True if the section would overlap wood with its centre at (x, y) in the ship's frame."""
        self._body.position = self._world.from_ship((x, y))
        return any(depth > 0 for depth, _ in self._contacts())

    def nearest_free(self, x: float, y: float, most_mm: float) -> Point | None:
        """Return the nearest place at which the section overlaps nothing, itself if it is free (ship's frame, mm).

        None where none is found within `most_mm`.
        """
        start = place = self._world.from_ship((x, y))
        for attempt in range(_PUSHES):
            self._body.position = place
            depth, normal = max(self._contacts(), default=(0.0, (0.0, 0.0)))
            if depth <= 0:
                return (x, y) if not attempt else self._world.to_ship(place)
            if not attempt and depth > most_mm:
                return None
            place = place[0] - normal[0] * (depth + _CLEAR_MM), place[1] - normal[1] * (depth + _CLEAR_MM)
            if math.dist(start, place) > most_mm:
                break
        # Pushed out of one piece of wood it is in another: try all around.
        for ring in range(1, _RINGS + 1):
            for turn in range(_AROUND):
                far, way = most_mm * ring / _RINGS, math.tau * turn / _AROUND
                place = start[0] + far * math.cos(way), start[1] + far * math.sin(way)
                self._body.position = place
                if not any(depth > 0 for depth, _ in self._contacts()):
                    return self._world.to_ship(place)
        return None

    def _contacts(self) -> Iterator[tuple[float, Point]]:
        """Yield how deep (mm) the section is in wood, and the direction into the wood, for every point of contact."""
        query = self._world.space.shape_query
        for shape in self._shapes:
            for hit in query(shape):
                points = hit.contact_point_set
                for point in points.points:
                    yield -point.distance, (points.normal.x, points.normal.y)


def approach(
    world: ShipWorld, section: Section, stance: Stance, slot: Slot, row: Layer | None, angle: float, x: float
) -> tuple[float, float, float]:
    """Return where a hand brings a piece in from the front: x, the height of first contact, the height it starts from.

    The hand comes from before the ship, so only the place where it enters her plane must be free. What hangs is hooked
    over the end of the wood, as near to it as it goes; all else goes on top of what lies there. Where nothing is free
    up to the next yard, the piece is brought in outside the end of the slot's wood, and falls: an attempt is mandatory.
    """
    left, bottom, right, over = section.extent(angle)
    overlaps = Probe(world, section, angle, row).overlaps
    wood = (_wood_height(world, slot, x + left), _wood_height(world, slot, x + right))
    base = min(wood) - bottom
    top = slot.ceiling_mm - over if math.isfinite(slot.ceiling_mm) else base + 400.0
    if stance.edge_mm is not None:
        base = max(wood) - stance.seat_mm
        for step in range(10):
            outside = x + slot.side * step * _TRY_MM / 2
            if not overlaps(outside, base + 0.6):
                return outside, base, base + 0.6
    y = base + 0.05
    while y <= top and overlaps(x, y):
        y += _TRY_MM
    if y > top:
        end = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
        outside = end - left + 3.0 if slot.side > 0 else end - right - 3.0
        return outside, base, base + 1.0
    low, high = max(base, y - _TRY_MM), y
    for _ in range(4):
        middle = (low + high) / 2
        low, high = (middle, high) if overlaps(x, middle) else (low, middle)
    start = high
    while start < high + HOVER_MM and start + _TRY_MM <= top and not overlaps(x, start + _TRY_MM):
        start += _TRY_MM
    return x, high, start


def _wood_height(world: ShipWorld, slot: Slot, x: float) -> float:
    """Return the height of a slot's wood at x (its end if x lies beyond), in the ship's frame: yards may be tilted."""
    if slot.yard is None:
        return slot.surface_mm
    body = world.yards[world.ship.yard_index(slot.yard)]
    askew = body.angle - world.hull.angle
    thickness = world.ship.measures.yard_thickness_mm
    inside = min(max(x, slot.wood_left_mm), slot.wood_right_mm)
    return slot.surface_mm - thickness + thickness / math.cos(askew) + inside * math.tan(askew)
