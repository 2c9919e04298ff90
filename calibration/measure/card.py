"""A bank card as the measure: the camera from its four sides, and the check of a print by a card that lies on it."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.measure.camera import Camera, fit_camera
from calibration.measure.outline import edge_line
from calibration.measure.photo import Photo
from calibration.measure.sheet import CARD_MM, CARD_THICK_MM, Box
from calibration.measure.silhouettes import Mask, Silhouette, no_paper, paper_light
from sim.errors import InputError

Floats = NDArray[np.float64]

ROUND_CARD = Box(-100.0, -90.0, CARD_MM[0] + 100.0, CARD_MM[1] + 90.0)
"""The area for pieces, in mm from the card's upper left corner."""
_SMALL = 4
_LEAST_PX, _CORNER_PX = 100, 0.25
"""The shortest side of a card in a photo, and the sd of the corner in which two of its fitted sides meet (pixels)."""
_FULL, _OFF_SHARE, _OFF_MM = 0.95, 0.06, 0.6
_LIKE = 0.08
"""On the sheet, what is a card to within this share of its sides is the card."""
_SCALED = 0.01


def camera_by_card(photo: Photo) -> tuple[Camera, Mask]:
    """Find the camera over a bank card on paper, and a mask of the paper. Raises InputError if there is no card.

    The frame's origin is the card's upper left corner, x along its long side; up is away from the photo's lower rim.
    """
    small = cv2.resize(photo.light, None, fx=1 / _SMALL, fy=1 / _SMALL, interpolation=cv2.INTER_AREA)
    paper = _paper(small)
    paper_there = paper_light(small, paper)
    ratio = small / paper_there
    ratio[paper == 0] = 1.0
    size = photo.pixels.shape[1::-1]
    fine = cv2.resize(ratio, size, interpolation=cv2.INTER_LINEAR)
    inside = cv2.resize(paper, size, interpolation=cv2.INTER_NEAREST)
    tint = paper_there[paper > 0].mean(axis=0)
    mask = no_paper(fine, tint / tint.mean(), fine=6.0)
    best: Camera | None = None
    for line in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        corners = quadrilateral(line[:, 0].astype(float))
        if corners is None or min(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)) < _LEAST_PX:
            continue
        found = _camera(photo, corners)
        if best is None or found.off_mm < best.off_mm:
            best = found
    if best is None:
        raise InputError(
            "{file}: expected the sheet, or a bank card of {long:.1f} x {short:.1f} mm on white paper, found neither.",
            file=photo.file,
            long=CARD_MM[0],
            short=CARD_MM[1],
        )
    if best.off_mm > _OFF_MM:
        raise InputError(
            "{file}: expected a bank card of {long:.1f} x {short:.1f} mm, found something whose corners lie {off:.1f} "
            "mm off one.",
            file=photo.file,
            long=CARD_MM[0],
            short=CARD_MM[1],
            off=best.off_mm,
        )
    return best, inside


def _camera(photo: Photo, corners: Floats) -> Camera:
    """Return the camera for a card with these corners, clockwise as seen."""
    below = np.argsort(corners[:, 1])[2:]
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    # The two ways round in which a side meets the lower rim; the card's sides say which of them it is.
    long_first = sides[0] + sides[2] > sides[1] + sides[3]
    starts = (0, 2) if long_first else (1, 3)
    upper = next((start for start in starts if start not in below), starts[0])
    seen = np.roll(corners, -upper, axis=0)
    if seen[0, 1] + seen[1, 1] > seen[2, 1] + seen[3, 1]:
        seen = np.roll(seen, -2, axis=0)
    return fit_camera(photo, card_corners(), seen, _CORNER_PX)


def card_corners() -> Floats:
    """Return the corners (4, 3) of a card's top, clockwise from its upper left one, in mm of its frame."""
    wide, high = CARD_MM
    return np.array([(x, y, -CARD_THICK_MM) for x, y in ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))])


def _paper(light: NDArray[np.float32]) -> Mask:
    """Return a mask of the paper: what the largest bright part of a photo encloses, without its rim."""
    grey = (255 * np.sqrt(np.clip(light.mean(axis=2), 0, 1))).astype(np.uint8)
    grey = cv2.GaussianBlur(grey, (0, 0), 3)
    _, bright = cv2.threshold(grey, 0, 1, cv2.THRESH_OTSU)
    lines = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    mask = np.zeros(grey.shape, np.uint8)
    if lines:
        cv2.fillConvexPoly(mask, cv2.convexHull(max(lines, key=cv2.contourArea)), 1)
    mask = cv2.erode(mask, np.ones((15, 15), np.uint8))
    if not mask.any():
        mask[:] = 1
    return np.asarray(mask)


def quadrilateral(line: Floats) -> Floats | None:
    """Return the corners (4, 2) in which the straight sides of a closed line meet, clockwise as y points down.

    None for what has not four straight sides.
    """
    hull = cv2.convexHull(line.astype(np.float32))
    full = float(cv2.contourArea(hull))
    if full < 100 or cv2.contourArea(line.astype(np.float32)) < _FULL * full:
        return None
    _, (width, height), _ = cv2.minAreaRect(hull)
    rough = cv2.approxPolyDP(hull, _OFF_SHARE * max(width, height), True)[:, 0].astype(float)
    if len(rough) != 4:
        return None
    if cv2.contourArea(rough.astype(np.float32), True) < 0:
        rough = rough[::-1]
    sides = []
    for start, end in zip(rough, np.roll(rough, -1, axis=0), strict=True):
        length = float(np.linalg.norm(end - start))
        way = (end - start) / length
        normal = np.array([-way[1], way[0]])
        share, off = (line - start) @ way / length, np.abs((line - start) @ normal)
        near = line[(off < 0.06 * length) & (share > 0.15) & (share < 0.85)]
        if len(near) < 10:
            return None
        sides.append(_straight(near))
    return np.array(
        [
            np.linalg.solve([before[0], side[0]], [before[1], side[1]])
            for before, side in zip([sides[-1], *sides], sides, strict=False)
        ]
    )


def _straight(points: Floats) -> tuple[Floats, float]:
    """Return the straight line (normal, distance) through points, without those that lie farther off than most."""
    for _ in range(4):
        middle = points.mean(axis=0)
        normal = np.linalg.svd(points - middle, full_matrices=False)[2][1]
        off = np.abs((points - middle) @ normal)
        points = points[off <= max(1e-3 * float(np.ptp(points)), 2 * float(np.median(off)))]
    return normal, float(normal @ middle)


def without_card(photo: Photo, camera: Camera, found: list[Silhouette]) -> list[Silhouette]:
    """Return what lies on the sheet without the bank card. Raises InputError if the card is not as large as one."""
    for each in found:
        line = edge_line(each.share, each.left_mm, each.top_mm)
        corners = quadrilateral(line) if len(line) else None
        if corners is None:
            continue
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        pairs = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2), reverse=True)
        shown = np.array(pairs) * (1 - CARD_THICK_MM / camera.height_mm)
        off = np.log(shown / CARD_MM)
        if np.abs(off).max() > _LIKE:
            continue
        scale = math.exp(float(off.mean()))
        if np.abs(off).max() > _SCALED:
            raise InputError(
                "{file}: expected a bank card of {long:.2f} x {short:.2f} mm, found {found:.2f} x {found2:.2f} mm by "
                "the sheet, so the sheet was printed at {percent:.1f} %: print it at 100 %, or give --line-mm "
                "{line:.1f}.",
                file=photo.file,
                long=CARD_MM[0],
                short=CARD_MM[1],
                found=shown[0],
                found2=shown[1],
                percent=100 / scale,
                line=100 / scale,
            )
        return [other for other in found if other is not each]
    raise InputError("{file}: --card: expected a bank card beside the pieces, found none.", file=photo.file)
