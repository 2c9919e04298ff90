"""Yards and hull from one photo square to the ship, with a bank card in her plane, before a plain pale ground.

Heights are cut through her outline: where it is narrow there is the mast, the lowest wide part is the hull, the others
are yards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.measure.camera import Camera, check_tilt
from calibration.measure.card import camera_by_card
from calibration.measure.outline import area, sharp_corners
from calibration.measure.photo import Photo
from calibration.measure.sheet import CARD_MM
from calibration.measure.silhouettes import Mask, no_paper, paper_light, piece_share
from sim.errors import InputError

Floats = NDArray[np.float64]

_STEP_MM = 0.25
_SLIM_MM, _WIDE = 25.0, 2.5
"""The greatest width of a mast, and the number of masts beside each other that is hull or yard."""
_THINNEST_MM, _LEAST_HULL_MM = 1.0, 8.0
_PX_MM = 5.0
_SQUARE_DEG = 12.0


@dataclass(frozen=True, slots=True)
class YardSeen:
    """A yard: the height of its upper side at the mast above the deck, its length, and its tilt (right end higher)."""

    height_mm: float
    length_mm: float
    tilt_deg: float
    thickness_mm: float


@dataclass(frozen=True, slots=True)
class ShipSeen:
    """A ship as a photo shows her. hull: corners (n, 2), mm from the middle of its bottom, y up, both sides alike."""

    hull: Floats
    mast_height_mm: float
    mast_width_mm: float
    yards: tuple[YardSeen, ...]
    distance_mm: float


def measure_ship(photo: Photo) -> ShipSeen:
    """Measure the ship in a photo. Raises InputError with what is wrong."""
    camera, paper = camera_by_card(photo)
    check_tilt(photo, camera)
    if camera.tilt_deg > _SQUARE_DEG:
        raise InputError(
            "{file}: expected a photo square to the ship and the card, found it {tilt:.0f} degrees off.",
            file=photo.file,
            tilt=camera.tilt_deg,
        )
    line = _outline(photo, camera, paper)
    line = _upright(photo, line)
    parts, mast = _parts(photo, line)
    (bottom, deck), *above = parts
    corners = sharp_corners(_hull_line(line, bottom, deck))
    right = sorted((corner for corner in corners.tolist() if corner[0] > 1.0), key=lambda corner: float(corner[1]))
    hull = np.array([*right, *((-x, y) for x, y in reversed(right))])
    yards = tuple(_yard(line, low, high, deck, mast) for low, high in above)
    return ShipSeen(hull - (0.0, bottom), float(line[:, 1].max()) - deck, mast, yards, camera.height_mm)


def _outline(photo: Photo, camera: Camera, paper: Mask) -> Floats:
    """Return the largest outline but the card's, as a closed line (n, 2) in mm, y up."""
    import contourpy

    there = paper_light(photo.light, paper)
    ratio = photo.light / there
    ratio[paper == 0] = 1.0
    tint = there[paper > 0].mean(axis=0)
    mask = no_paper(ratio, tint / tint.mean(), fine=_PX_MM)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    wide, high = CARD_MM
    sizes = {}
    for label in range(1, count):
        x, y = _on_table(camera, middles[label][np.newaxis])[0]
        if not (0 < x < wide and 0 < -y < high):
            sizes[label] = int(stats[label][4])
    if not sizes:
        raise InputError("{file}: expected a ship beside the card, found nothing.", file=photo.file)
    chosen = (labels == max(sizes, key=lambda label: sizes[label])).astype(np.uint8)
    share = piece_share(ratio, tint / tint.mean(), chosen)
    share[cv2.dilate(chosen, np.ones((9, 9), np.uint8)) == 0] = 0
    lines = [line for line in contourpy.contour_generator(z=share).lines(0.5) if len(line) > 100]
    if not lines:
        raise InputError("{file}: expected an edge round the ship, found none.", file=photo.file)
    found = _on_table(camera, max(lines, key=lambda line: abs(area(line))))
    return found if area(found) > 0 else found[::-1]


def _on_table(camera: Camera, pixels: Floats) -> Floats:
    """Return the places (n, 2) in the plane of the card, y up, that are seen at these pixels."""
    corners = np.array([(x, y, 0.0) for x in (-400, 0, 400) for y in (-400, 0, 400)])
    focal, radial = math.exp(camera.parameters[0]), float(camera.parameters[1])
    rotation = cv2.Rodrigues(camera.parameters[2:5])[0]
    matrix = np.array([[focal, 0, (camera.size[0] - 1) / 2], [0, focal, (camera.size[1] - 1) / 2], [0, 0, 1.0]])
    lens = np.array([radial, 0, 0, 0.0])
    straight = cv2.undistortPoints(np.ascontiguousarray(pixels)[:, np.newaxis], matrix, lens)[:, 0]
    seen = corners @ rotation.T + camera.parameters[5:8]
    onto = cv2.findHomography(seen[:, :2] / seen[:, 2:], corners[:, :2])[0]
    found = cv2.perspectiveTransform(straight[:, np.newaxis], onto)[:, 0]
    return np.asarray(found * (1, -1), dtype=np.float64)


def _crossings(line: Floats, height: float) -> Floats:
    """Return where a closed line crosses a height, from the left."""
    following = np.roll(line, -1, axis=0)
    crosses = (line[:, 1] <= height) != (following[:, 1] <= height)
    a, b = line[crosses], following[crosses]
    return np.sort(a[:, 0] + (height - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0]))


def _heights(line: Floats) -> Floats:
    return np.arange(line[:, 1].min() + _STEP_MM / 2, line[:, 1].max(), _STEP_MM)


def _upright(photo: Photo, line: Floats) -> Floats:
    """Return the line turned so that the mast is upright, with its axis at x = 0. Raises InputError without a mast."""
    for _ in range(3):
        cuts = [(height, _crossings(line, height)) for height in _heights(line)]
        slim = np.array([(h, x[0] + x[-1]) for h, x in cuts if len(x) == 2 and x[1] - x[0] < _SLIM_MM])
        if len(slim) < 20 / _STEP_MM:
            raise InputError(
                "{file}: expected a ship with a mast of at most {most:g} mm, found none: nothing else may touch her.",
                file=photo.file,
                most=_SLIM_MM,
            )
        middles = slim[:, 1] / 2
        kept = np.abs(middles - np.median(middles)) < _SLIM_MM
        slope, start = np.polyfit(slim[kept, 0], middles[kept], 1)
        turn = math.atan(slope)
        c, s = math.cos(turn), math.sin(turn)
        line = (line - (start, 0.0)) @ np.array([[c, s], [-s, c]])
    return line


def _parts(photo: Photo, line: Floats) -> tuple[list[tuple[float, float]], float]:
    """Return lowest and highest point of hull and yards, from below, and the width of the mast. Raises InputError."""
    heights = _heights(line)
    widths = np.array([float(np.ptp(_crossings(line, height))) for height in heights])
    mast = float(np.median(widths[widths < _SLIM_MM]))
    wide = np.concatenate([[False], widths > _WIDE * mast, [False]])
    starts, ends = np.flatnonzero(~wide[:-1] & wide[1:]), np.flatnonzero(wide[:-1] & ~wide[1:])
    parts = [
        (float(heights[start]) - _STEP_MM / 2, float(heights[end - 1]) + _STEP_MM / 2)
        for start, end in zip(starts, ends, strict=True)
        if (end - start) * _STEP_MM >= _THINNEST_MM
    ]
    if not parts or parts[0][1] - parts[0][0] < _LEAST_HULL_MM:
        raise InputError(
            "{file}: expected a hull at her foot, found none: film her from the stern, the mast upright.",
            file=photo.file,
        )
    return parts, mast


def _hull_line(line: Floats, bottom: float, deck: float) -> Floats:
    """Return the hull as a closed line (n, 2), each half the mean of both."""
    heights = np.linspace(bottom + 0.4, deck - 0.4, max(20, round((deck - bottom) / _STEP_MM)))
    halves = np.array([float(np.ptp(_crossings(line, height))) / 2 for height in heights])
    # Blur rounds its corners: the ends go on as the sides do a little farther in.
    for end, near, far in ((bottom, 0, 6), (deck, -1, -7)):
        slope = (halves[near] - halves[far]) / (heights[near] - heights[far])
        halves[near] += slope * (end - heights[near])
        heights[near] = end
    across = np.linspace(-1, 1, 200)
    right = np.column_stack([halves, heights])
    left = (right * (-1, 1))[::-1]
    top = np.column_stack([-across * halves[-1], np.full(200, deck)])[1:-1]
    foot = np.column_stack([across * halves[0], np.full(200, bottom)])[1:-1]
    return np.concatenate([right, top, left, foot])


def _yard(line: Floats, low: float, high: float, deck: float, mast: float) -> YardSeen:
    near = line[(line[:, 1] > low - 1) & (line[:, 1] < high + 1)]
    sides = near[np.abs(near[:, 0]) > mast]
    inner = sides[np.abs(sides[:, 0]) < 0.9 * np.abs(sides[:, 0]).max()]
    slope, at_mast = np.polyfit(inner[:, 0], inner[:, 1], 1)
    for _ in range(2):
        off = inner[:, 1] - at_mast - slope * inner[:, 0]
        # Both sides alike, however many points each has.
        upper, lower = inner[off > 0], inner[off <= 0]
        lines = [np.polyfit(side[:, 0], side[:, 1], 1) for side in (upper, lower)]
        slope, at_mast = np.mean(lines, axis=0)
    turn = math.atan(float(slope))
    along = sides @ np.array([math.cos(turn), math.sin(turn)])
    thickness = float(lines[0][1] - lines[1][1]) * math.cos(turn)
    return YardSeen(float(lines[0][1]) - deck, float(np.ptp(along)), math.degrees(turn), thickness)
