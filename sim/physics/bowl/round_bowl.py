"""A round bowl, as a card sees it whose two ends lie on either side of the plane of motion.

The bowl is its section turned about its upright axis. A card in its middle, of half its span c to either side, meets
the inside first with its ends: where the plane z = c cuts the bowl, a radius r is at x = (r^2 - c^2)^(1/2). Outside,
and over the rim, it meets what reaches farthest, the section in the plane z = 0. So in the plane of motion the bowl is
what lies between the two; that is exact for a rectangle that is not turned, in the middle of a section that never falls
on its way outwards. Of a round card it is exact where it tips over the rim; on the inside its ends, which it has not,
keep it a little farther from the wall than it need be.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from sim.physics import Point

STEP_MM = 8.0
"""The most that a straight piece of a cut reaches outwards: the cut of a sloping line is curved."""


def chord(radius_mm: float, cut_mm: float) -> float:
    """Return how far from the middle a circle of this radius is in a plane `cut_mm` beside it; 0 where it is not."""
    return math.sqrt(max(0.0, radius_mm**2 - cut_mm**2))


def profile(section: Sequence[Point], cut_mm: float) -> list[Point]:
    """Return radius and height (mm) of the section from the inside outwards, as far as the plane of the cut meets it.

    section: the same of its right half, from the middle of the floor to the rim. Sloping lines are cut into pieces.
    """
    found = list[Point]()
    for (r0, y0), (r1, y1) in itertools.pairwise(section):
        if max(r0, r1) <= cut_mm:
            continue
        # From where the cut begins, if it begins within this line.
        near, far = chord(r0, cut_mm), chord(r1, cut_mm)
        pieces = 1 if y0 == y1 else max(1, math.ceil(abs(far - near) / STEP_MM))
        radii = [math.hypot(near + (far - near) * piece / pieces, cut_mm) for piece in range(1, pieces)]
        line = [max(r0, cut_mm) if r1 > r0 else r0, *radii, r1]
        heights = [y0 + (y1 - y0) * (radius - r0) / (r1 - r0) if r1 != r0 else y0 for radius in line[:-1]] + [y1]
        found += list(zip(line, heights, strict=True))[bool(found) :]
    return found


def cut_outline(section: Sequence[Point], cut_mm: float) -> tuple[Point, ...]:
    """Return the inner outline where the plane of the cut meets the bowl, from the left end of the rim to the right."""
    right = [(chord(radius, cut_mm), y) for radius, y in profile(section, cut_mm)]
    if right[0][0] == 0.0 and right[0][1] == right[1][1]:
        # A flat floor has no seam in its middle.
        del right[0]
    left = [(-x, y) for x, y in reversed(right) if x]
    return (*left, *right)


def cut_parts(
    section: Sequence[Point], cut_mm: float, thickness_mm: float, floor_mm: float
) -> tuple[tuple[Point, ...], ...]:
    """Return the wood between the cut of the inside and the outside, as convex polygons, counter-clockwise.

    thickness_mm: of the wall, level; floor_mm: of the floor.
    """
    points = profile(section, cut_mm)
    (first, _), right = points[0], list[tuple[Point, ...]]()
    for (r0, y0), (r1, y1) in itertools.pairwise(points):
        low, high = chord(r0, cut_mm), chord(r1, cut_mm)
        if y1 > y0:
            right.append(((low, y0), (r0 + thickness_mm, y0), (r1 + thickness_mm, y1), (high, y1)))
        elif y0 > floor_mm:
            outer, foot = r1 + thickness_mm, y0 - thickness_mm
            right.append(((low, foot), (outer, foot), (outer, y1), (low, y0)))
    left = [tuple((-x, y) for x, y in reversed(part)) for part in right]
    flat = [radius for radius, y in section if y == floor_mm]
    reach = max(flat, default=first) + thickness_mm
    floor = ((-reach, 0.0), (reach, 0.0), (reach, floor_mm), (-reach, floor_mm))
    return (floor, *right, *left)
