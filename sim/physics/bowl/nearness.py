"""What is near a card in flight: could it touch anything soon, is it clear of everything, does anything overlap?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from sim.physics.air.air import Motion, Plate
from sim.physics.bowl.card_geometry import Bounds, bounds, corners, disc_separation, meet, separation
from sim.physics.bowl.measures import BowlSetup

NEAR_MM = 0.5  # beyond what a card can move in the time: room for a coming touch
CLEAR_MM = 4.0  # a card so far from everything flies again


class Lying:
    """Cards that lie still: where they are, the rectangles around them, and what holds them all."""

    def __init__(self, plate: Plate, motions: Iterable[Motion]) -> None:
        size = plate.length_mm, plate.thickness_mm
        self.cards = [(m.x, m.y, bounds(m.x, m.y, m.angle, *size)) for m in motions]
        xs, ys = [x for x, _, _ in self.cards], [y for _, y, _ in self.cards]
        boxes = [box for _, _, box in self.cards]
        # Of no cards the rectangle is one that nothing meets.
        self.middles: Bounds = (
            min(xs, default=math.inf),
            min(ys, default=math.inf),
            max(xs, default=-math.inf),
            max(ys, default=-math.inf),
        )
        self.around: Bounds = (
            min((box[0] for box in boxes), default=math.inf),
            min((box[1] for box in boxes), default=math.inf),
            max((box[2] for box in boxes), default=-math.inf),
            max((box[3] for box in boxes), default=-math.inf),
        )


class Surroundings:
    """What a flying card asks of a set-up, with its measures worked out once."""

    def __init__(self, setup: BowlSetup) -> None:
        plate = setup.plate
        self._size = plate.length_mm, plate.thickness_mm
        self._half = math.hypot(plate.length_mm, plate.thickness_mm) / 2
        self._gravity = setup.gravity_mm_s2
        self._depth, self._floor = setup.bowl.depth_mm, setup.bowl.floor_thickness_mm
        self._inside, self._outside = setup.half_floor_mm, setup.half_outside_mm

    def may_touch(
        self, motion: Motion, lying: Callable[[], Lying], moving: Iterable[Motion], time_s: float, roughly: bool
    ) -> bool:
        """Could a flying card touch table, bowl or one of the other cards within that time?

        The others: those that lie still (asked for only where they count), and how the moving ones move. Roughly: cards
        count as the circles they turn in, the bowl as a box.
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
            and (roughly or right > self._inside or left < -self._inside or bottom < self._floor)
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

    def is_clear(self, motion: Motion, lying: Callable[[], Lying], moving: Iterable[Motion]) -> bool:
        """Is a card further than `CLEAR_MM` from table, bowl and all other cards?"""
        around = bounds(*motion[:3], *self._size)
        left, bottom, right, _ = around
        if bottom - CLEAR_MM < self._floor:
            return False
        inside, outside = self._inside, self._outside
        over_bowl = bottom - CLEAR_MM < self._depth and left - CLEAR_MM < outside and right + CLEAR_MM > -outside
        if over_bowl and (right + CLEAR_MM > inside or left - CLEAR_MM < -inside):
            return False
        still = lying()
        if meet(around, still.around, CLEAR_MM) and any(meet(around, box, CLEAR_MM) for _, _, box in still.cards):
            return False
        return not any(meet(around, bounds(*there[:3], *self._size), CLEAR_MM) for there in moving)


def deepest_overlap_mm(setup: BowlSetup, motions: Sequence[Motion]) -> float:
    """How deep any two bodies overlap at most: cards at these places, table, bowl."""
    plate = setup.plate
    outlines = [corners(*motion[:3], plate.length_mm, plate.thickness_mm) for motion in motions]
    around = [bounds(*motion[:3], plate.length_mm, plate.thickness_mm) for motion in motions]
    deepest = 0.0
    for index, (outline, box) in enumerate(zip(outlines, around, strict=True)):
        deepest = max(deepest, -box[1])
        for part in (setup.floor(), *setup.walls()):
            deepest = max(deepest, -separation(outline, part))
        for centre in setup.rims():
            deepest = max(deepest, -disc_separation(outline, centre, setup.bowl.rim_radius_mm))
        for other, other_box in zip(outlines[:index], around[:index], strict=True):
            if meet(box, other_box):
                deepest = max(deepest, -separation(outline, other))
    return deepest
