"""A piece's outline from its silhouettes: the parallax of its height taken out, with at most 64 sharp corners.

A flat piece of depth d under a camera at height h hides the paper of its base, of its top, and all between: what its
height hides is the base, grown about the foot of the camera by up to 1 / (1 - d / h). So the base lies within the
silhouette, and within the same shrunk about the foot by 1 - d / h; for a convex piece it is just what both have. A
hollow may be filled; a photo from another side shows it. A round piece, turned on a lathe, is seen at half its height.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.measure.camera import Camera
from calibration.measure.silhouettes import FINE, Picture, Silhouette
from sim.physics.contact.outlines import checked_outline

Floats = NDArray[np.float64]

MOST_CORNERS = 64
_OFF_MM = 0.12
"""By how much a side may miss the line that it stands for."""
_BLUNT_MM, _BLUNT_OFF_MM = 0.9, 0.5
"""A side shorter than this, whose neighbours meet so near, is a corner that blur has rounded off."""
_CORNER_OFF_MM = 0.8
_SMOOTH_MM = 0.12
_STEP_MM = 0.1
_SNAP_DEG = 15.0
_FLAT_MM, _FLAT_SHARE, _FLAT_DEG = 3.0, 0.2, 2.0


@dataclass(frozen=True, slots=True)
class Profile:
    """A round piece: half-widths (n,) at heights (n,) along its axis, mm. up: the axis on the table, pointing up."""

    heights: Floats
    halves: Floats
    up: Floats
    foot: Floats

    @property
    def depth_mm(self) -> float:
        """The mean depth: the volume over the area of the outline."""
        return float(math.pi * np.sum(self.halves**2) / (2 * np.sum(self.halves)))


def base_share(silhouette: Silhouette, camera: Camera, depth_mm: float) -> Picture:
    """Return how much of each pixel may be the base of a flat piece."""
    x, y, z = camera.position
    shrink = 1 - depth_mm / -z
    # In pixels of the silhouette, whose first one has its middle half a pixel from its corner.
    foot = (np.array([x - silhouette.left_mm, y - silhouette.top_mm]) * FINE - 0.5).tolist()
    move = np.array([[shrink, 0, foot[0] * (1 - shrink)], [0, shrink, foot[1] * (1 - shrink)]])
    size = silhouette.share.shape[1::-1]
    return np.asarray(np.minimum(silhouette.share, cv2.warpAffine(silhouette.share, move, size)))


def edge_line(share: Picture, left_mm: float, top_mm: float) -> Floats:
    """Return the longest closed line (n, 2) at which a share is one half, in mm of the table; empty if there is none.

    y points up, away from the base line.
    """
    import contourpy

    smooth = cv2.GaussianBlur(share, (0, 0), _SMOOTH_MM * FINE)
    lines = [line for line in contourpy.contour_generator(z=smooth).lines(0.5) if len(line) > 20]
    closed = [line[:-1] for line in lines if np.allclose(line[0], line[-1])]
    if not closed:
        return np.zeros((0, 2))
    line = max(closed, key=lambda each: abs(area(each)))
    found = (line + 0.5) / FINE + (left_mm, top_mm)
    found[:, 1] *= -1
    return np.asarray(found if area(found) > 0 else found[::-1])


def area(corners: Floats) -> float:
    """Return the area of a polygon (n, 2), positive where it goes counter-clockwise."""
    x, y = corners.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


def centroid(corners: Floats) -> Floats:
    """Return the centre of gravity (2,) of a polygon (n, 2)."""
    following = np.roll(corners, -1, axis=0)
    cross = corners[:, 0] * following[:, 1] - following[:, 0] * corners[:, 1]
    return np.asarray(((corners + following) * cross[:, np.newaxis]).sum(axis=0) / (3 * cross.sum()))


# ------------------------------------------------------------------------------------------------------ sharp corners


def sharp_corners(line: Floats, most: int = MOST_CORNERS) -> Floats:
    """Return a closed line (n, 2) as at most `most` corners (m, 2), where the straight sides between them meet.

    Douglas and Peucker's corners divide the line; each side is fitted to its part of the line by least squares, away
    from the ends, where blur rounds it.
    """
    corners = _divided(line, most)
    sides = [
        (line[start], line[end], _side(_between(line, start, end)))
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    index = 0
    while index < len(sides) and len(sides) > 3:
        start, end, _ = sides[index]
        after = (index + 1) % len(sides)
        meet = _meet(sides[index - 1][2], sides[after][2])
        blunt = np.linalg.norm(end - start) < _BLUNT_MM
        if blunt and meet is not None and np.linalg.norm(meet - (start + end) / 2) < _BLUNT_OFF_MM:
            sides[after] = (meet, *sides[after][1:])
            del sides[index]
        else:
            index += 1
    found = []
    for before, (start, _, side) in zip([sides[-1], *sides], sides, strict=False):
        meet = _meet(before[2], side)
        found.append(meet if meet is not None and np.linalg.norm(meet - start) < _CORNER_OFF_MM else start)
    return np.array(found) if is_simple(np.array(found)) else line[corners]


def is_simple(corners: Floats) -> bool:
    """Return True if an outline does not meet itself."""
    try:
        checked_outline([(float(x), float(y)) for x, y in corners])
    except ValueError:
        return False
    return True


def _divided(line: Floats, most: int) -> list[int]:
    """Return the places of corners in a line, enough that no side misses it by more than need be."""
    fine = np.round(line * 1000).astype(np.int32)[:, np.newaxis]
    off = _OFF_MM
    while len(found := cv2.approxPolyDP(fine, off * 1000, True)[:, 0]) > most:
        off *= 1.2
    places = {tuple(point): index for index, point in enumerate(fine[:, 0].tolist())}
    return sorted(places[tuple(point)] for point in found.tolist())


def _between(line: Floats, start: int, end: int) -> Floats:
    return line[start : end + 1] if end > start else np.concatenate([line[start:], line[: end + 1]])


def _side(points: Floats) -> tuple[Floats, float]:
    """Return a straight line, by normal (2,) and distance from the origin, fitted to the middle of the points."""
    spare = max(1, len(points) // 8) if len(points) > 10 else 0
    kept = points[spare : len(points) - spare]
    middle = kept.mean(axis=0)
    normal = np.linalg.svd(kept - middle)[2][1]
    return normal, float(normal @ middle)


def _meet(one: tuple[Floats, float], other: tuple[Floats, float]) -> Floats | None:
    """Return where two straight lines meet; None where they are nearly parallel."""
    matrix = np.array([one[0], other[0]])
    return np.linalg.solve(matrix, [one[1], other[1]]) if abs(np.linalg.det(matrix)) > 0.1 else None


# ------------------------------------------------------------------------------------------------------------- round


def round_profile(line: Floats, camera: Camera) -> Profile:
    """Return the profile of a round piece that lies on the table, from the edge (n, 2) of its silhouette there.

    Seen from aside, its ends bulge: a flat end of half-width r by r tan(lean). They are taken to be flat.
    """
    x, y, z = camera.position
    foot, height = np.array([x, -y]), -float(z)
    half = 0.0
    profile = None
    for _ in range(3):
        at_axis = foot + (line - foot) * (1 - half / height)
        profile = _profile(at_axis, foot, height - half)
        half = float(profile.halves.max())
    assert profile is not None
    return profile


def _profile(line: Floats, foot: Floats, height: float) -> Profile:
    middle = centroid(line)
    up = _axis(line)
    side = np.array([up[1], -up[0]])
    lean = (foot - middle) / height
    along = (line - middle) @ up
    across = (line - middle) @ side / math.hypot(1.0, float(lean @ side))
    heights = np.arange(along.min() + _STEP_MM / 2, along.max(), _STEP_MM)
    halves = np.array([_half_width(along, across, each) for each in heights])
    bulge = abs(float(lean @ up)) * halves
    kept = (heights + bulge <= along.max()) & (heights - bulge >= along.min())
    return Profile(heights[kept], halves[kept], up, middle)


def _axis(line: Floats) -> Floats:
    """Return the axis about which a line is most symmetrical, of its two principal ones, pointing up."""
    turn, scale = np.zeros((512, 512), np.uint8), 400 / float(np.ptp(line, axis=0).max())
    middle = centroid(line)
    cv2.fillPoly(turn, [np.round((line - middle) * scale + 256).astype(np.int32)], 1)
    moments = cv2.moments(turn, binaryImage=True)
    first = math.atan2(2 * moments["mu11"], moments["mu20"] - moments["mu02"]) / 2

    def unlike(angle: float) -> float:
        c, s = math.cos(2 * angle), math.sin(2 * angle)
        mirror = np.array([[c, s, 256 - 256 * (c + s)], [s, -c, 256 - 256 * (s - c)]])
        return float(np.count_nonzero(cv2.warpAffine(turn, mirror, turn.shape, flags=cv2.INTER_NEAREST) != turn))

    tries = [first + quarter + math.radians(off) for quarter in (0.0, math.pi / 2) for off in np.arange(-6, 6.1, 0.5)]
    # An axis that is as good as another is the one that points up.
    best = min(tries, key=lambda angle: unlike(angle) * (1.0 if abs(math.sin(angle)) > 0.7 else 1.25))
    up = np.array([math.cos(best), math.sin(best)])
    return up if up[1] >= 0 else -up


def _half_width(along: Floats, across: Floats, height: float) -> float:
    """Return half the distance between the outermost crossings of a closed line with a height."""
    following = np.roll(along, -1)
    crosses = (along <= height) != (following <= height)
    share = (height - along[crosses]) / (following[crosses] - along[crosses])
    places = across[crosses] + share * (np.roll(across, -1)[crosses] - across[crosses])
    return float(np.ptp(places)) / 2 if places.size else 0.0


def profile_line(profile: Profile) -> Floats:
    """Return the closed line (n, 2) of a profile, its axis upright."""
    low, high = profile.heights[0] - _STEP_MM / 2, profile.heights[-1] + _STEP_MM / 2
    heights = np.concatenate([[low], profile.heights, [high]])
    halves = np.concatenate([profile.halves[:1], profile.halves, profile.halves[-1:]])
    right = _dense(np.column_stack([halves, heights]))
    left = right[::-1] * (-1, 1)
    return np.concatenate(
        [_dense(np.array([left[-1], right[0]]))[:-1], right, _dense(np.array([right[-1], left[0]]))[1:-1], left]
    )


def _dense(points: Floats) -> Floats:
    """Return a line (n, 2) with points a step apart."""
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    at = np.linspace(0.0, lengths[-1], max(2, math.ceil(lengths[-1] / _STEP_MM) + 1))
    return np.column_stack([np.interp(at, lengths, points[:, 0]), np.interp(at, lengths, points[:, 1])])


# ----------------------------------------------------------------------------------------------------------- stances


def stood_up(corners: Floats) -> tuple[Floats, dict[str, float]]:
    """Return an outline with the flat side level that points down, and its stances: names with angles in degrees.

    The lowest corner is at y = 0, the middle of the width at x = 0. A stance is a flat side (of what a straight edge
    finds) with the centre of gravity above it. Where none points down, the piece stands as it lay.
    """
    angles = _flat_sides(corners)
    down = min(angles, key=abs, default=math.inf)
    if abs(down) > _SNAP_DEG:
        down = 0.0
    turned = _rotated(corners, down)
    low, high = turned.min(axis=0), turned.max(axis=0)
    turned = turned - ((low[0] + high[0]) / 2, low[1])
    stances = {"upright": 0.0}
    for angle in sorted((_wrapped(each - down) for each in angles), key=abs):
        if abs(angle) > 1.0:
            stances.setdefault(_stance_name(angle, len(stances)), round(angle, 1))
    return turned, stances


def _rotated(corners: Floats, degrees: float) -> Floats:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.asarray(corners @ np.array([[c, s], [-s, c]]))


def _wrapped(degrees: float) -> float:
    return (degrees + 180.0) % 360.0 - 180.0


def _stance_name(angle: float, number: int) -> str:
    for name, usual in (("on_its_left", 90.0), ("on_its_right", -90.0), ("upside_down", 180.0)):
        if abs(_wrapped(angle - usual)) < 10.0:
            return name
    return f"on_side_{number}"


def _flat_sides(corners: Floats) -> list[float]:
    """Return the angles (degrees, counter-clockwise) by which an outline is turned so that a flat side is below."""
    hull = cv2.convexHull(corners.astype(np.float32))[:, 0].astype(float)
    if area(hull) < 0:
        hull = hull[::-1]
    sides = _joined(hull)
    middle, largest = centroid(corners), float(np.ptp(corners, axis=0).max())
    angles = []
    for start, end in sides:
        length = float(np.linalg.norm(end - start))
        way = (end - start) / length
        under = float((middle - start) @ way) / length
        if length >= max(_FLAT_MM, _FLAT_SHARE * largest) and 0.05 < under < 0.95:
            angles.append(_wrapped(-math.degrees(math.atan2(way[1], way[0]))))
    return angles


def _joined(hull: Floats) -> list[tuple[Floats, Floats]]:
    """Return the sides of a hull (n, 2), those that go on nearly straight as one."""
    ways = np.roll(hull, -1, axis=0) - hull
    angles = np.degrees(np.arctan2(ways[:, 1], ways[:, 0]))
    turns = np.abs([_wrapped(float(each)) for each in angles - np.roll(angles, 1)])
    kept: Sequence[int] = np.flatnonzero(turns > _FLAT_DEG).tolist()
    return [(hull[start], hull[end]) for start, end in zip(kept, [*kept[1:], *kept[:1]], strict=True)]
