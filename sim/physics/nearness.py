"""What is near a card in flight: could it touch anything soon, is it clear of everything, does anything overlap?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from sim.physics.air import Motion
from sim.physics.bowl_measures import BowlSetup
from sim.physics.card_shapes import bounds, corners, disc_separation, meet, separation

NEAR_MM = 0.5  # beyond what a card can move in the time: room for a coming touch
CLEAR_MM = 4.0  # a card so far from everything flies again


def may_touch(
    setup: BowlSetup, motion: Motion, others: Iterable[tuple[Motion, bool]], time_s: float, roughly: bool
) -> bool:
    """Could a flying card touch table, bowl or one of the other cards within that time?

    `others`: how each moves, and whether it does. Roughly: cards count as the circles they turn in, the bowl as a box.
    """
    plate = setup.plate
    half = math.hypot(plate.length_mm, plate.thickness_mm) / 2
    reach = NEAR_MM + (math.hypot(motion.vx, motion.vy) + setup.gravity_mm_s2 * time_s) * time_s
    if roughly:
        reach += half
        left, bottom, right, top = motion.x, motion.y, motion.x, motion.y
    else:
        reach += abs(motion.omega) * half * time_s
        left, bottom, right, top = bounds(*motion[:3], plate.length_mm, plate.thickness_mm)
    left, bottom, right, top = left - reach, bottom - reach, right + reach, top + reach
    depth, inside, outside = setup.bowl.depth_mm, setup.half_floor_mm, setup.half_outside_mm
    if bottom < 0:
        return True
    over_bowl = bottom < depth and left < outside and right > -outside
    if over_bowl and (roughly or right > inside or left < -inside or bottom < setup.bowl.floor_thickness_mm):
        return True
    for there, moving in others:
        more = 0.0
        if moving:
            more = (math.hypot(there.vx, there.vy) + abs(there.omega) * half) * time_s
        size = half + more
        if there.y + size < bottom or there.y - size > top or there.x + size < left or there.x - size > right:
            continue
        box = bounds(*there[:3], plate.length_mm, plate.thickness_mm)
        if roughly or meet(box, (left, bottom, right, top), more):
            return True
    return False


def is_clear(setup: BowlSetup, motion: Motion, others: Iterable[Motion]) -> bool:
    """Is a card further than `CLEAR_MM` from table, bowl and all other cards?"""
    plate = setup.plate
    around = bounds(*motion[:3], plate.length_mm, plate.thickness_mm)
    left, bottom, right, _ = around
    if bottom - CLEAR_MM < setup.bowl.floor_thickness_mm:
        return False
    inside, outside = setup.half_floor_mm, setup.half_outside_mm
    over_bowl = bottom - CLEAR_MM < setup.bowl.depth_mm and left - CLEAR_MM < outside and right + CLEAR_MM > -outside
    if over_bowl and (right + CLEAR_MM > inside or left - CLEAR_MM < -inside):
        return False
    return not any(meet(around, bounds(*o[:3], plate.length_mm, plate.thickness_mm), CLEAR_MM) for o in others)


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
