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
_GREY_SD, _COLOUR_SD, _SHADE_SD, _GRAIN_SD = 0.03, 0.06, 0.1, 0.25
"""How well light is known: noise, noise of colour (JPEG), the paper in its shadow, the piece's own brightness."""
_HOLE_MM2 = 30.0
_PAD_MM = 4.0
_CLIPPED = 0.98


@dataclass(frozen=True, slots=True)
class Level:
    """A photo made level.

    ratio: (height, width, 3) of the paper's light. tint: the paper's blue, green and red, their mean 1. clipped: the
    share that is overexposed.
    """

    ratio: Picture
    tint: Picture
    left_mm: float
    top_mm: float
    clipped: float


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A shape that hides the paper.

    share: (height, width), 1 where it does, 0 where not. colour: red, green, blue of paper's.
    left_mm, top_mm: the upper left corner of the picture on the table. middle_mm, bottom_mm: of what is seen. whole:
    False where it reaches the rim.
    """

    share: Picture
    left_mm: float
    top_mm: float
    colour: Floats
    middle_mm: Floats
    bottom_mm: float
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
    paper_there = paper_light(light, inside)
    ratio = light / paper_there
    if inside is not None:
        ratio[inside == 0] = 1.0
    tint = paper_there.mean(axis=(0, 1))
    clipped = float(np.mean(light.min(axis=2) >= _CLIPPED))
    return Level(ratio, tint / tint.mean(), box.left, box.top, clipped)


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


def no_paper(ratio: Picture, tint: Picture, fine: float = FINE) -> Mask:
    """Return a mask of what no shadow on paper can be. fine: pixels a mm."""
    bright, colour = _apart(ratio, tint)
    strength = np.sqrt(np.sum(colour**2, axis=2)) / np.maximum(bright, 0.05)
    blur = 0.2 * fine
    strength, bright = cv2.GaussianBlur(strength, (0, 0), blur), cv2.GaussianBlur(bright, (0, 0), blur)
    mask = ((strength > _COLOURED) | (bright < _DARK)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _square(0.9 * fine))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _square(0.7 * fine)))


def _apart(ratio: Picture, tint: Picture) -> tuple[Picture, Picture]:
    """Return how bright pixels are along the paper's own colour (1 on paper in full light), and the rest of the light.

    Light as it came, not shares of the paper's: where a coloured paper gives little, shares are noise.
    """
    light = ratio * tint
    bright = light @ (tint / np.float32(tint @ tint))
    return np.asarray(bright, np.float32), np.asarray(light - bright[:, :, np.newaxis] * tint, np.float32)


def silhouettes(level: Level) -> list[Silhouette]:
    """Return what lies on the paper, in the order of reading: row by row, each from the left."""
    mask = no_paper(level.ratio, level.tint)
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
        share = piece_share(level.ratio[rows, columns], level.tint, mine)
        colour = np.median(level.ratio[rows, columns][_core(mine) > 0], axis=0)[::-1]
        share[(cv2.dilate(mine, _square(25)) == 0) | (others > 0)] = 0
        origin = np.array([level.left_mm, level.top_mm])
        found.append(
            Silhouette(
                _without_small_holes(share),
                level.left_mm + columns.start / FINE,
                level.top_mm + rows.start / FINE,
                np.asarray(colour, dtype=np.float64),
                origin + (middles[label] + 0.5) / FINE,
                level.top_mm + (top + height) / FINE,
                whole=min(left, top, bottom, right) > 2,
            )
        )
    return _as_read(found)


def _square(pixels: float) -> Mask:
    side = max(1, round(pixels)) | 1
    return np.ones((side, side), np.uint8)


def piece_share(ratio: Picture, tint: Picture, mask: Mask) -> Picture:
    """Return how much of each pixel is piece, between 0 and 1. mask: about where it is.

    A pixel's light is (1 - share) x paper + share x piece + noise, where the paper's brightness is that of the shadow,
    and the piece's that of a side or a grain, known roughly: generalised least squares, pixel by pixel.
    """
    core = _core(mask)
    light = ratio * tint
    # Near each pixel, since a piece may have several colours; far from the edge, since its edge is mixed with paper.
    piece = _nearby(light, core, 8.0)
    outside = (cv2.dilate(mask, _square(11)) == 0).astype(np.uint8)
    bright = light @ (tint / np.float32(tint @ tint))
    paper = _nearby(bright[:, :, np.newaxis], outside, 10.0) * tint
    grey = np.full(3, 3**-0.5, np.float32)
    noise = _COLOUR_SD**2 * np.eye(3, dtype=np.float32) + (_GREY_SD**2 - _COLOUR_SD**2) * np.outer(grey, grey)
    unsure = noise + _SHADE_SD**2 * paper[..., np.newaxis] * paper[..., np.newaxis, :]
    unsure = unsure + _GRAIN_SD**2 * piece[..., np.newaxis] * piece[..., np.newaxis, :]
    apart = piece - paper
    weight = np.linalg.solve(unsure, apart[..., np.newaxis])[..., 0]
    share = np.sum(weight * (light - paper), axis=2) / np.maximum(np.sum(weight * apart, axis=2), 1e-6)
    return np.asarray(np.clip(share, 0.0, 1.0), dtype=np.float32)


def _core(mask: Mask) -> Mask:
    """Return what of a piece is not at its edge; all of a piece that is all edge."""
    core = cv2.erode(mask, _square(9))
    return np.asarray(core if core.sum() >= 200 else mask)


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
    """Return silhouettes row by row from the top, each row from the left; a row is what reaches as high as its highest.

    One reaches so high if its middle is no lower than the other's bottom.
    """
    rest, ordered = sorted(found, key=lambda each: float(each.middle_mm[1])), []
    while rest:
        row = [rest[0], *(each for each in rest[1:] if each.middle_mm[1] <= rest[0].bottom_mm)]
        ordered += sorted(row, key=lambda each: float(each.middle_mm[0]))
        rest = rest[len(row) :]
    return ordered
