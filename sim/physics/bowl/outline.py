"""The section of a bowl of any shape: its outline as data, the convex parts it is built of, and what lies inside.

An outline is that of the right half, from the middle of the floor to the rim, in shares of half the opening (x) and of
the height from floor to rim (y); the left half is its mirror image, since players sit on both sides.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from sim.physics import Point
from sim.physics.contact.outlines import folds_back, meet, turn

WIDEST = 1.5
"""How far a belly may reach beyond the rim, as a share of half the opening."""
SHORTEST = 0.01
"""The least distance of two points that follow each other, in shares."""
_FLAT = 1e-9


def fault_of(outline: Sequence[Point]) -> str | None:
    """Return what is wrong with an outline, as what was expected and what was found; None for one that can be built."""
    (first, _), last = outline[0], outline[-1]
    if first != 0 or any(x <= 0 for x, _ in outline[1:]):
        return "expected points right of the bowl's middle (x > 0), and the first one in it (x = 0)"
    if last != (1.0, 1.0):
        return f"expected the rim, [1, 1], as the last point, found [{last[0]:g}, {last[1]:g}]"
    outside = next(((x, y) for x, y in outline if not (x <= WIDEST and 0 <= y <= 1)), None)
    if outside is not None:
        return (
            f"expected points between floor and rim (y from 0 to 1), no farther out than x = {WIDEST:g}, "
            f"found [{outside[0]:g}, {outside[1]:g}]"
        )
    if min(y for _, y in outline) > 0:
        return "expected its lowest point at the floor (y = 0)"
    if any(math.dist(a, b) < SHORTEST for a, b in itertools.pairwise(outline)):
        return f"expected points at least {SHORTEST:g} apart"
    crossing = _crossing(outline)
    return None if crossing is None else f"expected an outline that does not cross itself, found {crossing}"


def _crossing(outline: Sequence[Point]) -> str | None:
    """Return which two lines of an outline meet that do not follow each other; None where none do."""
    lines = list(itertools.pairwise(outline))
    for (i, (a, b)), (j, (c, d)) in itertools.combinations(enumerate(lines, start=1), 2):
        if j == i + 1:
            # Neighbours meet at their common point; a line that turns back lies on the one before.
            if folds_back(a, b, d, _FLAT):
                return f"line {j} on line {i}"
        elif meet(a, b, c, d):
            return f"line {i} across line {j}"
    return None


def inner_outline(outline: Sequence[Point], half_mm: float, floor_mm: float, top_mm: float) -> tuple[Point, ...]:
    """Return the whole inner outline in mm, from the left end of the wall to the right one.

    half_mm: half of the opening. floor_mm, top_mm: the heights of the shares 0 and 1. A middle point that lies on one
    straight line with its neighbours, as on a flat floor, is left out: cards do not slide across a seam.
    """
    right = [(x * half_mm, floor_mm + y * (top_mm - floor_mm)) for x, y in outline]
    left = [(-x, y) for x, y in reversed(right[1:])]
    points = [*left, *right]
    straight = [abs(turn(a, b, c)) < _FLAT for a, b, c in zip(points, points[1:], points[2:], strict=False)]
    return tuple(point for point, flat in zip(points, (False, *straight, False), strict=True) if not flat)


def wall_parts(inside: Sequence[Point], thickness_mm: float) -> tuple[tuple[Point, ...], ...]:
    """Return a wall of this thickness below and outside an inner outline, as convex polygons, counter-clockwise.

    One slab a line, and a wedge wherever two slabs gape.
    """
    lines = list(itertools.pairwise(inside))
    outward = [_outward(a, b, thickness_mm) for a, b in lines]
    slabs = [(_moved(a, n), _moved(b, n), b, a) for (a, b), n in zip(lines, outward, strict=True)]
    joints = zip(itertools.pairwise(lines), itertools.pairwise(outward), strict=True)
    wedges = [
        (b, _moved(b, before), _moved(b, after))
        for (((a, b), (_, c)), (before, after)) in joints
        if turn(a, b, c) > _FLAT
    ]
    return (*slabs, *wedges)


def _outward(a: Point, b: Point, long: float) -> Point:
    """Return what leads from a line to the outside of the wall, to the right of the way from a to b."""
    share = long / math.dist(a, b)
    return (b[1] - a[1]) * share, (a[0] - b[0]) * share


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def contains(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Return True if a point lies in a polygon of any shape: a ray from it crosses the edges an odd number of times."""
    inside = False
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
        x0, y0 = x1, y1
    return inside


def reach_at(inside: Sequence[Point], y: float) -> float:
    """Return how far out (mm) an inner outline is at a height, at most; 0 where it is nowhere so low or so high."""
    found = (
        x0 + (x1 - x0) * (0.0 if y0 == y1 else (y - y0) / (y1 - y0))
        for (x0, y0), (x1, y1) in itertools.pairwise(inside)
        if min(y0, y1) <= y <= max(y0, y1)
    )
    return max(found, default=0.0)


def ground_at(inside: Sequence[Point], x: float) -> float:
    """Return the height (mm) of the ground under a point x of the opening: that of the outline where it is lowest."""
    found = (
        min(y0, y1) if x0 == x1 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        for (x0, y0), (x1, y1) in itertools.pairwise(inside)
        if min(x0, x1) <= x <= max(x0, x1)
    )
    return min(found, default=0.0)
