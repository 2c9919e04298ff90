"""Silhouettes of what lies on paper: the photo made level, the paper's light taken off, and edges found against it.

Light is linear, so a pixel on an edge is a mixture of piece and paper, and half a mixture is the edge. A shadow is
paper with less light of the same colour: what is not the piece's light is compared with the paper just beside it, in
the same shadow.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.measure.camera import Camera
from calibration.measure.photo import Photo
from calibration.measure.sheet import Box

Floats = NDArray[np.float64]
Picture = NDArray[np.float32]
Mask = NDArray[np.uint8]

FINE = 10
"""Pixels of the level picture, a mm."""
_GRID = 16
_LEAST_MM2 = 12.0
_COLOURED, _DARK = 0.16, 0.20
"""What differs from paper more than a shadow can: by its colour, or by being darker than this share of the paper."""
_HUE = 0.06
"""The least colour (of the paper's light) by which an edge is found; with less, it is found by darkness."""
_HOLE_MM2 = 30.0
_PAD_MM = 4.0
_CLIPPED = 0.98


@dataclass(frozen=True, slots=True)
class Level:
    """A photo made level. ratio: (height, width, 3) of the paper's light. clipped: the share that is overexposed."""

    ratio: Picture
    left_mm: float
    top_mm: float
    clipped: float


@dataclass(frozen=True, slots=True)
class Silhouette:
    """What hides the paper. share: (height, width), 1 where it does, 0 where not. colour: red, green, blue of paper's.

    left_mm, top_mm: the upper left corner of the picture on the table. whole: False where it reaches the rim.
    """

    share: Picture
    left_mm: float
    top_mm: float
    colour: Floats
    middle_mm: Floats
    whole: bool


def level_photo(photo: Photo, camera: Camera, box: Box, paper: Mask | None = None) -> Level:
    """Return the part of a photo that shows the box of the table, FINE pixels a mm, as shares of the paper's light.

    paper: a mask of the photo where there is paper; None: everywhere in the box.
    """
    width, height = round((box.right - box.left) * FINE), round((box.bottom - box.top) * FINE)
    columns, rows = np.arange(0, width + _GRID, _GRID), np.arange(0, height + _GRID, _GRID)
    x, y = np.meshgrid(box.left + (columns + 0.5) / FINE, box.top + (rows + 0.5) / FINE)
    places = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    coarse = camera.project(places).reshape(*x.shape, 2).astype(np.float32)
    onto = np.array([[_GRID, 0.0, 0.0], [0.0, _GRID, 0.0]])
    where = cv2.warpAffine(coarse, onto, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light = cv2.remap(photo.light, where, None, cv2.INTER_LINEAR)
    inside = None if paper is None else cv2.remap(paper, where, None, cv2.INTER_NEAREST)
    ratio = light / np.maximum(paper_light(light, inside), 1e-3)
    if inside is not None:
        ratio[inside == 0] = 1.0
    return Level(ratio, box.left, box.top, float(np.mean(light.min(axis=2) >= _CLIPPED)))


def paper_light(light: Picture, inside: Mask | None = None) -> Picture:
    """Return the light (height, width, 3) of the paper alone: a square law in x and y, fitted to what agrees on one."""
    small = cv2.resize(light, None, fx=1 / 12, fy=1 / 12, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    y, x = np.mgrid[0:height, 0:width] / max(height, width)
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)
    values = small.reshape(-1, 3)
    there = np.ones(len(values), bool)
    if inside is not None:
        there = cv2.resize(inside, (width, height), interpolation=cv2.INTER_NEAREST).ravel() > 0
    bright = values.mean(axis=1)
    kept = there & (bright >= np.median(bright[there]))
    fitted = values
    for _ in range(8):
        fitted = np.maximum(terms @ np.linalg.lstsq(terms[kept], values[kept], rcond=None)[0], 1e-3)
        agrees = there & (np.abs(values / fitted - 1) < 0.06).all(axis=1)
        if agrees.sum() < 100:
            break
        kept = agrees
    surface = fitted.reshape(height, width, 3).astype(np.float32)
    return np.asarray(cv2.resize(surface, light.shape[1::-1], interpolation=cv2.INTER_LINEAR))


def no_paper(ratio: Picture, fine: float = FINE) -> Mask:
    """Return a mask of what no shadow on paper can be. fine: pixels a mm."""
    mean = ratio.mean(axis=2)
    colour = np.sqrt(np.sum((ratio - mean[:, :, np.newaxis]) ** 2, axis=2)) / np.maximum(mean, 0.05)
    blur = 0.2 * fine
    colour, mean = cv2.GaussianBlur(colour, (0, 0), blur), cv2.GaussianBlur(mean, (0, 0), blur)
    mask = ((colour > _COLOURED) | (mean < _DARK)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _square(0.9 * fine))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _square(0.7 * fine)))


def silhouettes(level: Level) -> list[Silhouette]:
    """Return what lies on the paper, in the order of reading: row by row, each from the left."""
    mask = no_paper(level.ratio)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for label in range(1, count):
        left, top, width, height, area = (int(each) for each in stats[label])
        if area < _LEAST_MM2 * FINE**2:
            continue
        bottom, right = mask.shape[0] - top - height, mask.shape[1] - left - width
        pad = round(_PAD_MM * FINE)
        rows = slice(max(0, top - pad), top + height + pad)
        columns = slice(max(0, left - pad), left + width + pad)
        mine = (labels[rows, columns] == label).astype(np.uint8)
        others = cv2.dilate(((labels[rows, columns] > 0) & (mine == 0)).astype(np.uint8), _square(5))
        share, colour = _share(level.ratio[rows, columns], mine)
        share[(cv2.dilate(mine, _square(25)) == 0) | (others > 0)] = 0
        origin = np.array([level.left_mm, level.top_mm])
        found.append(
            Silhouette(
                _without_small_holes(share),
                level.left_mm + columns.start / FINE,
                level.top_mm + rows.start / FINE,
                colour,
                origin + (middles[label] + 0.5) / FINE,
                whole=min(left, top, bottom, right) > 2,
            )
        )
    return _as_read(found)


def _square(pixels: float) -> Mask:
    side = max(1, round(pixels)) | 1
    return np.ones((side, side), np.uint8)


def _share(ratio: Picture, mask: Mask) -> tuple[Picture, Floats]:
    """Return how much of each pixel is piece, between 0 and 1, and the piece's colour as a share of the paper's."""
    mean = ratio.mean(axis=2)
    core = cv2.erode(mask, _square(9))
    if core.sum() < 200:
        core = mask
    # Near each pixel, since a piece may have several colours; far from the edge, since its edge is mixed with paper.
    own = _nearby(ratio, core, 8.0)
    own_mean = own.mean(axis=2)
    hue = own - own_mean[:, :, np.newaxis]
    strength = np.sum(hue**2, axis=2)
    outside = (cv2.dilate(mask, _square(11)) == 0).astype(np.uint8)
    paper = _nearby(mean[:, :, np.newaxis], outside, 10.0)[:, :, 0]
    chroma = ratio - mean[:, :, np.newaxis]
    of_piece = np.maximum(np.sum(chroma * hue, axis=2) / np.maximum(strength, 1e-6), 0.0)
    by_colour = 1 - (mean - of_piece * own_mean) / np.maximum(paper, 0.05)
    by_darkness = (paper - mean) / np.maximum(paper - own_mean, 0.05)
    share = np.clip(np.where(strength > _HUE**2, by_colour, by_darkness), 0.0, 1.0).astype(np.float32)
    return share, np.median(ratio[core > 0], axis=0)[::-1].astype(np.float64)


def _nearby(values: Picture, mask: Mask, spread_px: float) -> Picture:
    """Return the mean (height, width, channels) of the values in the mask round each pixel, by a Gaussian weight."""
    weight = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), spread_px)
    total = cv2.GaussianBlur(values * mask[:, :, np.newaxis], (0, 0), spread_px)
    total = total.reshape(values.shape)
    middle = np.median(values[mask > 0], axis=0) if mask.any() else np.ones(values.shape[2], np.float32)
    faint = 1e-4  # beyond the reach of the weights: the median of all
    return np.asarray((total + faint * middle) / (weight[:, :, np.newaxis] + faint), dtype=np.float32)


def _without_small_holes(share: Picture) -> Picture:
    """Return it with holes filled that are too small for a piece's: light on a varnish, an eye, a letter."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((share < 0.5).astype(np.uint8), connectivity=4)
    filled = share.copy()
    for label in set(range(1, count)) - {int(labels[0, 0])}:
        if stats[label][4] < _HOLE_MM2 * FINE**2:
            filled[cv2.dilate((labels == label).astype(np.uint8), _square(5)) > 0] = 1.0
    return filled


def _as_read(found: list[Silhouette]) -> list[Silhouette]:
    """Return silhouettes row by row from the top, each row from the left; a row is what overlaps its highest."""
    rest, ordered = sorted(found, key=lambda each: float(each.middle_mm[1])), []
    while rest:
        lowest = rest[0].top_mm + rest[0].share.shape[0] / FINE - _PAD_MM
        row = [each for each in rest if each.middle_mm[1] <= lowest]
        ordered += sorted(row, key=lambda each: float(each.middle_mm[0]))
        rest = [each for each in rest if each.middle_mm[1] > lowest]
    return ordered
