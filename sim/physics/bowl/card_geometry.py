"""Cards as thin rectangles in a plane: corners, bounds, gaps, overlaps, and what is near a card in flight.

Plain floats; a card is (x, y, angle).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import lru_cache

from sim.physics import Point
from sim.physics.air import Motion, Plate
from sim.physics.bowl.measures import BowlSetup

NEAR_MM = 0.5  # beyond what a card can move in the time: room for a coming touch
CLEAR_MM = 4.0  # a card so far from everything flies again

Bounds = tuple[float, float, float, float]  # left, bottom, right, top
Corners = tuple[Point, ...]
NOWHERE: Bounds = (math.inf, math.inf, -math.inf, -math.inf)


def corners(x: float, y: float, angle: float, length: float, thickness: float) -> Corners:
    """Return the four corners, counter-clockwise, the lower left of the unturned card first."""
    c, s = math.cos(angle), math.sin(angle)
    ax, ay = c * length / 2, s * length / 2
    bx, by = -s * thickness / 2, c * thickness / 2
    return (
        (x - ax - bx, y - ay - by),
        (x + ax - bx, y + ay - by),
        (x + ax + bx, y + ay + by),
        (x - ax + bx, y - ay + by),
    )


def bounds(x: float, y: float, angle: float, length: float, thickness: float) -> Bounds:
    """Return the upright rectangle around a card."""
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    width, height = (c * length + s * thickness) / 2, (s * length + c * thickness) / 2
    return x - width, y - height, x + width, y + height


@lru_cache(maxsize=4096)
def lying_outline(x: float, y: float, angle: float, length: float, thickness: float) -> tuple[Corners, Bounds]:
    """Return corners and bounds of a card that lies still: the same ones are asked for at every throw near it."""
    return corners(x, y, angle, length, thickness), bounds(x, y, angle, length, thickness)


def meet(first: Bounds, second: Bounds, gap: float = 0.0) -> bool:
    """Return True if two upright rectangles come nearer to each other than `gap`."""
    return (
        first[0] < second[2] + gap
        and second[0] < first[2] + gap
        and first[1] < second[3] + gap
        and second[1] < first[3] + gap
    )


def separation(first: Sequence[Point], second: Sequence[Point]) -> float:
    """Return how far two convex polygons are apart, by the axis that separates them best.

    Positive: a lower bound of their distance (exact face to face). Negative: minus the depth of their overlap, the
    least shift that parts them. Both counter-clockwise.
    """
    return max(_best_face(first, second), _best_face(second, first))


def _best_face(faces: Sequence[Point], other: Sequence[Point]) -> float:
    best = -math.inf
    x0, y0 = faces[-1]
    for x1, y1 in faces:
        dx, dy = x1 - x0, y1 - y0
        # The outward normal of a counter-clockwise face is (dy, -dx).
        nearest = min([(px - x0) * dy - (py - y0) * dx for px, py in other]) / math.sqrt(dx * dx + dy * dy)
        if nearest > best:
            best = nearest
        x0, y0 = x1, y1
    return best


def nearer(first: Sequence[Point], second: Sequence[Point], gap: float) -> bool:
    """Return True if `separation` is less than `gap`; it stops at the first face that decides."""
    for faces, other in ((first, second), (second, first)):
        x0, y0 = faces[-1]
        for x1, y1 in faces:
            dx, dy = x1 - x0, y1 - y0
            length = math.sqrt(dx * dx + dy * dy)
            for px, py in other:
                if ((px - x0) * dy - (py - y0) * dx) / length < gap:
                    break
            else:
                return False
            x0, y0 = x1, y1
    return True


def disc_separation(polygon: Sequence[Point], centre: Point, radius: float) -> float:
    """Return the distance from a convex polygon (counter-clockwise) to a disc; negative by the depth of an overlap."""
    px, py = centre
    inside = -math.inf
    nearest = math.inf
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        inside = max(inside, ((px - x0) * dy - (py - y0) * dx) / math.sqrt(square))
        share = min(1.0, max(0.0, ((px - x0) * dx + (py - y0) * dy) / square))
        nearest = min(nearest, math.hypot(px - x0 - share * dx, py - y0 - share * dy))
        x0, y0 = x1, y1
    return (inside if inside < 0 else nearest) - radius


class Walls(Enum):
    """The walls of the bowl that a card may meet."""

    NONE = "none"
    ENDS = "ends"  # those of the section
    ALL = "all"  # a side wall as well, so that all of the bowl counts as near


class Lying:
    """Cards that lie still: where they are, the rectangles around them, and what holds them all."""

    def __init__(self, plate: Plate, motions: Iterable[Motion]) -> None:
        size = plate.length_mm, plate.thickness_mm
        self.cards = [(m.x, m.y, lying_outline(m.x, m.y, m.angle, *size)[1]) for m in motions]
        # Of no cards the rectangle is one that nothing meets.
        self.middles = self.around = NOWHERE
        if self.cards:
            xs, ys, boxes = zip(*self.cards, strict=True)
            self.middles = min(xs), min(ys), max(xs), max(ys)
            lefts, bottoms, rights, tops = zip(*boxes, strict=True)
            self.around = min(lefts), min(bottoms), max(rights), max(tops)


class Surroundings:
    """The measures of a set-up that a flying card is compared with, worked out once."""

    def __init__(self, setup: BowlSetup) -> None:
        plate = setup.plate
        self._size = plate.length_mm, plate.thickness_mm
        self._half = math.hypot(plate.length_mm, plate.thickness_mm) / 2
        self._gravity = setup.gravity_mm_s2
        self._depth, self._floor = setup.bowl.depth_mm, setup.bowl.floor_thickness_mm
        self._inside, self._outside = setup.half_floor_mm, setup.half_outside_mm
        # A bowl of any shape is near where one of its parts is; in a box all between the walls is clear.
        self._parts = [(box_around(part), part) for part in _bodies(setup)] if setup.shaped else None

    def may_touch(
        self,
        motion: Motion,
        lying: Callable[[], Lying],
        moving: Iterable[Motion],
        time_s: float,
        roughly: bool,
        walls: Callable[[], Walls],
    ) -> bool:
        """Return True if a flying card could touch table, bowl or another card within `time_s`.

        lying: the cards that lie still, asked for only where they count. moving: the motions of the others. roughly:
        cards count as the circles they turn in, the bowl as a box. walls: of the bowl that the card may meet, asked for
        only over it.
        """
        half = self._half
        x, y, angle, vx, vy, omega = motion
        reach = NEAR_MM + (math.hypot(vx, vy) + self._gravity * time_s) * time_s
        if roughly:
            reach += half
            left, bottom, right, top = x, y, x, y
        else:
            reach += abs(omega) * half * time_s
            left, bottom, right, top = bounds(x, y, angle, *self._size)
        left, bottom, right, top = left - reach, bottom - reach, right + reach, top + reach
        if bottom < 0:
            return True
        if (
            bottom < self._depth
            and left < self._outside
            and right > -self._outside
            and (may_meet := walls()) is not Walls.NONE
            and (roughly or may_meet is Walls.ALL or self._meets((left, bottom, right, top)))
        ):
            return True
        here = left, bottom, right, top
        still = lying()
        low_x, low_y, high_x, high_y = still.middles
        if not (high_y + half < bottom or low_y - half > top or high_x + half < left or low_x - half > right):
            for x, y, box in still.cards:
                if y + half < bottom or y - half > top or x + half < left or x - half > right:
                    continue
                if roughly or meet(box, here):
                    return True
        for there in moving:
            more = (math.hypot(there.vx, there.vy) + abs(there.omega) * half) * time_s
            size = half + more
            if there.y + size < bottom or there.y - size > top or there.x + size < left or there.x - size > right:
                continue
            if roughly or meet(bounds(*there[:3], *self._size), here, more):
                return True
        return False

    def _meets(self, box: Bounds) -> bool:
        """Return True if an upright rectangle over the bowl comes to the bowl itself."""
        left, bottom, right, top = box
        if self._parts is None:
            return right > self._inside or left < -self._inside or bottom < self._floor
        outline = (left, bottom), (right, bottom), (right, top), (left, top)
        return any(meet(box, around) and nearer(outline, part, 0.0) for around, part in self._parts)

    def is_clear(self, motion: Motion, lying: Callable[[], Lying], moving: Iterable[Motion], walls: Walls) -> bool:
        """Return True if a card is further than `CLEAR_MM` from table, bowl and all other cards."""
        around = bounds(*motion[:3], *self._size)
        left, bottom, right, top = around
        if bottom - CLEAR_MM < self._floor:
            return False
        outside = self._outside
        over_bowl = (
            walls is not Walls.NONE
            and bottom - CLEAR_MM < self._depth
            and left - CLEAR_MM < outside
            and right + CLEAR_MM > -outside
        )
        reach = left - CLEAR_MM, bottom - CLEAR_MM, right + CLEAR_MM, top + CLEAR_MM
        if over_bowl and (walls is Walls.ALL or self._meets(reach)):
            return False
        still = lying()
        if meet(around, still.around, CLEAR_MM):
            for _, _, box in still.cards:
                if meet(around, box, CLEAR_MM):
                    return False
        return not any(meet(around, bounds(*there[:3], *self._size), CLEAR_MM) for there in moving)


def _bodies(setup: BowlSetup) -> Iterable[Corners]:
    """Return the bowl's parts, each rim as the square around it."""
    yield from (*setup.parts(), *setup.brims())
    for x, y in setup.rims():
        yield corners(x, y, 0.0, 2 * setup.bowl.rim_radius_mm, 2 * setup.bowl.rim_radius_mm)


def box_around(polygon: Corners) -> Bounds:
    """Return the upright rectangle around a polygon."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def deepest_overlap_mm(setup: BowlSetup, motions: Sequence[Motion], bowl: bool = True) -> float:
    """Return how deep any two bodies overlap at most: cards at these places, table, and the `bowl` if asked."""
    plate = setup.plate
    outlines = [corners(*motion[:3], plate.length_mm, plate.thickness_mm) for motion in motions]
    around = [bounds(*motion[:3], plate.length_mm, plate.thickness_mm) for motion in motions]
    deepest = 0.0
    for index, (outline, box) in enumerate(zip(outlines, around, strict=True)):
        deepest = max(deepest, -box[1])
        for part in (*setup.parts(), *setup.brims()) if bowl else ():
            deepest = max(deepest, -separation(outline, part))
        for centre in setup.rims() if bowl else ():
            deepest = max(deepest, -disc_separation(outline, centre, setup.bowl.rim_radius_mm))
        for other, other_box in zip(outlines[:index], around[:index], strict=True):
            if meet(box, other_box):
                deepest = max(deepest, -separation(outline, other))
    return deepest
