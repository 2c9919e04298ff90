"""Outlines as a designer draws them, perhaps concave: checked, and cut into convex parts as the engine needs them.

pymunk.autogeometry.convex_decomposition (7.3.1) is not used: among random simple polygons some crash the whole process.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.language import Wording
from sim.physics import Point
from sim.physics.contact.bodies import combine, polygon_properties

_EQUAL = 1e-9  # of the areas of an outline and of its parts, relative
_NEAR_MM = 1e-3  # corners nearer to each other are one


def checked_outline(corners: Sequence[Point]) -> tuple[Point, ...]:
    """Return an outline counter-clockwise, without corners that shape nothing.

    Raises ValueError, with the reason, where it meets itself, has fewer than three corners or no area.
    """
    outline = [(float(x), float(y)) for x, y in corners]
    if len(outline) > 1 and outline[0] == outline[-1]:
        outline.pop()
    if len(outline) < 3:
        raise ValueError(Wording("expected at least three corners, found {outline}", outline=len(outline)))
    for first, (start, end) in enumerate(_edges(outline)):
        if max(abs(start[0] - end[0]), abs(start[1] - end[1])) < _NEAR_MM:
            raise ValueError(Wording("expected corners apart from each other, found {text} twice", text=_text(start)))
        for second in range(first + 1, len(outline)):
            other = outline[second], outline[(second + 1) % len(outline)]
            if _conflict((start, end), other, shared=second == first + 1 or (second + 1) % len(outline) == first):
                raise ValueError(
                    Wording(
                        "expected an outline that does not meet itself, but the side from {text} to {text2} "
                        "meets that from {text3} to {text4}",
                        text=_text(start),
                        text2=_text(end),
                        text3=_text(other[0]),
                        text4=_text(other[1]),
                    )
                )
    if sum(turn((0.0, 0.0), start, end) for start, end in _edges(outline)) < 0:
        outline.reverse()
    kept = [
        corner
        for before, corner, after in zip([outline[-1], *outline], outline, [*outline[1:], outline[0]], strict=False)
        if turn(before, corner, after)
    ]
    polygon_properties(kept)  # raises where there is no area
    return tuple(kept)


def convex_parts(outline: Sequence[Point]) -> tuple[tuple[Point, ...], ...]:
    """Return a checked outline as convex polygons that only touch: itself, if it is convex.

    Ears are cut off as long as there are any; then triangles are joined where the union is convex (Hertel and
    Mehlhorn), which gives at most four times as many parts as the fewest possible. Raises ValueError where the parts
    would not have the area of the whole.
    """
    parts = [list(triangle) for triangle in _ears(outline)]
    joined = True
    while joined:
        joined = False
        for index, part in enumerate(parts):
            for other in range(index + 1, len(parts)):
                union = _union(part, parts[other])
                if union is not None:
                    parts[index] = union
                    del parts[other]
                    joined = True
                    break
            if joined:
                break
    area, whole = combine([polygon_properties(part) for part in parts]).area, polygon_properties(outline).area
    if abs(area - whole) > _EQUAL * whole:
        raise ValueError(
            Wording(
                "cannot be cut into convex parts: they have {area:g} mm2, the whole has {whole:g} mm2",
                area=area,
                whole=whole,
            )
        )
    return tuple(tuple(part) for part in parts)


def _ears(outline: Sequence[Point]) -> list[tuple[Point, Point, Point]]:
    """Return the triangles of a simple polygon, counter-clockwise, by cutting off ears."""
    rest, triangles = list(outline), []
    while len(rest) > 3:
        for index, corner in enumerate(rest):
            before, after = rest[index - 1], rest[(index + 1) % len(rest)]
            bends = turn(before, corner, after)
            if bends <= 0 or any(
                turn(before, corner, other) >= 0 and turn(corner, after, other) >= 0 and turn(after, before, other) >= 0
                for other in rest
                if other not in (before, corner, after)
            ):
                continue
            triangles.append((before, corner, after))
            del rest[index]
            break
        else:
            # Only corners on straight lines are left over: they shape nothing.
            straight = next((n for n in range(len(rest)) if not turn(rest[n - 2], rest[n - 1], rest[n])), None)
            if straight is None:
                raise ValueError(Wording("cannot be cut into convex parts"))
            del rest[straight - 1]
    return [*triangles, (rest[0], rest[1], rest[2])]


def _union(one: list[Point], other: list[Point]) -> list[Point] | None:
    """Return two convex polygons as one; None where they share no side, or the union is not convex."""
    for index, start in enumerate(one):
        end = one[(index + 1) % len(one)]
        if end not in other:
            continue
        at = other.index(end)
        if other[(at + 1) % len(other)] != start:
            continue
        union = [*one[index + 1 :], *one[: index + 1], *(other[at:] + other[:at])[2:]]
        corners = zip([union[-1], *union], union, [*union[1:], union[0]], strict=False)
        return union if all(turn(*three) >= 0 for three in corners) else None
    return None


def _edges(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(outline, [*outline[1:], outline[0]], strict=True))


def turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle: positive where the way from a over b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return True if two lines, from a to b and from c to d, cross, touch or lie on each other."""
    boxes = all(max(min(a[k], b[k]), min(c[k], d[k])) <= min(max(a[k], b[k]), max(c[k], d[k])) for k in (0, 1))
    return boxes and turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def folds_back(a: Point, b: Point, c: Point, flat: float = 0.0) -> bool:
    """Return True if the line from b to c lies on the one from a to b; a `turn` of at most `flat` counts as none."""
    return abs(turn(a, b, c)) <= flat and (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0


def _conflict(one: tuple[Point, Point], other: tuple[Point, Point], shared: bool) -> bool:
    """Return True if two sides meet; neighbours share a corner, and may only not fold back."""
    (a, b), (c, d) = one, other
    if shared:
        return folds_back(a, b, d) if b == c else folds_back(b, a, c)
    return meet(a, b, c, d)


def _text(point: Point) -> str:
    return f"({point[0]:g}, {point[1]:g})"
