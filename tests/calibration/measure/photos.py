"""Photos with known truth: a small renderer of prisms and lathe work on the printed sheet, or beside a bank card.

Light is linear until the end. There are shadows with penumbras, light that falls off, a colour cast, a lens with one
radial term, blur, noise, the sharpening of phones, and JPEG.
"""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

from calibration.measure.photo import linear
from calibration.measure.sheet import (
    CARD_CORNER_MM,
    CARD_MM,
    CARD_THICK_MM,
    FREE,
    HEIGHT_MM,
    PAPERS,
    WIDTH_MM,
    Ground,
    drawn,
)
from sim.physics.ship.pieces import shipped_pieces

Floats = NDArray[np.float64]
Picture = NDArray[np.float32]
FILM_MM = 27
COLOURS = {
    "beech": (196, 160, 112),
    "walnut": (92, 62, 42),
    "red": (178, 40, 36),
    "blue": (40, 70, 150),
    "green": (50, 120, 60),
    "pale": (226, 204, 168),
    "white": (232, 230, 226),
    "grey": (128, 128, 128),
}
_FINE = 8
_MIDDLE = np.array([(FREE.left + FREE.right) / 2, (FREE.top + FREE.bottom) / 2])


@dataclass(frozen=True)
class Solid:
    """A thing on the table. outline: (n, 2) mm, y up, its bounding box's middle at (0, 0), as it lies when turned by 0.

    at: where that is, in mm of the sheet. turn_deg: counter-clockwise as seen. patches: what is painted on its top.
    """

    outline: Floats
    depth_mm: float
    at: tuple[float, float]
    turn_deg: float = 0.0
    colour: tuple[int, int, int] = COLOURS["beech"]
    lathe: bool = False
    patches: tuple[tuple[Floats, tuple[int, int, int]], ...] = ()

    def placed(self, points: Floats) -> Floats:
        """Points of its outline's frame as places on the sheet (y down)."""
        turn = math.radians(self.turn_deg)
        c, s = math.cos(turn), math.sin(turn)
        return (points @ np.array([[c, s], [-s, c]])) * (1, -1) + self.at


@dataclass(frozen=True)
class Shot:
    """How a photo is taken. exif_mm: the focal length that EXIF tells, for 35 mm film; None: nothing."""

    size: tuple[int, int] = (1728, 1296)
    tilt_deg: float = 10.0
    azimuth_deg: float = 30.0
    roll_deg: float = 0.0
    distance_mm: float = 470.0
    radial: float = 0.01
    blur_px: float = 0.6
    noise: float = 1.5
    gain: float = 0.9
    cast: tuple[float, float, float] = (0.9, 1.0, 1.02)
    shadow: float = 0.5
    light_deg: tuple[float, float] = (55.0, 200.0)
    penumbra_mm: float = 2.0
    quality: int = 90
    exif_mm: int | None = FILM_MM
    ground: Ground | None = "white"
    printed: tuple[float, float] = (1.0, 1.0)
    bend_mm: float = 0.0
    covered: tuple[tuple[float, float, float, float], ...] = ()
    look_at: tuple[float, float] = field(default=(float(_MIDDLE[0]), float(_MIDDLE[1] + 4)))
    seed: int = 1

    @property
    def focal_px(self) -> float:
        return FILM_MM / math.hypot(36, 24) * math.hypot(*self.size)


def shipped(name: str) -> tuple[Floats, float]:
    """The outline (n, 2) of a shipped piece, its middle at (0, 0), and its depth (mm)."""
    section = shipped_pieces()[name]["sections"]["side"]
    return union(section["parts"]), section["depth_mm"]


@cache
def _union(parts: tuple[tuple[tuple[float, float], ...], ...]) -> Floats:
    px = 40.0
    every = np.concatenate([np.array(part) for part in parts])
    low = every.min(axis=0) - 1
    size = ((every.max(axis=0) + 1 - low) * px).astype(int)
    mask = np.zeros((size[1], size[0]), np.uint8)
    for part in parts:
        cv2.fillPoly(mask, [np.round((np.array(part) - low) * px).astype(np.int32)], 1)
    line = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea)
    found = cv2.approxPolyDP(line, 1.0, True)[:, 0].astype(float) / px + low
    return found - (found.max(axis=0) + found.min(axis=0)) / 2


def union(parts: Sequence[Sequence[Sequence[float]]]) -> Floats:
    """The outline (n, 2) of parts that touch, to 0.03 mm, its bounding box's middle at (0, 0)."""
    return _union(tuple(tuple((float(x), float(y)) for x, y in part) for part in parts))


def card(at: tuple[float, float], turn_deg: float = 0.0, colour: tuple[int, int, int] = (30, 60, 130)) -> Solid:
    """A bank card that lies there."""
    half = np.array(CARD_MM) / 2
    corners = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        turn = np.radians(np.linspace(90 * quarter, 90 * quarter + 90, 10))
        middle = (half - CARD_CORNER_MM) * (sx, sy)
        corners.append(middle + CARD_CORNER_MM * np.column_stack([np.cos(turn), np.sin(turn)]))
    patches = tuple(
        (np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], float), tone)
        for x, y, w, h, tone in ((-34, 2, 12, 9, (210, 190, 120)), (-33, -15, 60, 4, (210, 210, 210)))
    )
    return Solid(np.concatenate(corners), CARD_THICK_MM, at, turn_deg, colour, patches=patches)


class _View:
    """The pinhole: from mm of the table to pixels, without the lens."""

    def __init__(self, shot: Shot) -> None:
        tilt, azimuth, roll = (math.radians(each) for each in (shot.tilt_deg, shot.azimuth_deg, shot.roll_deg))
        target = np.array([*shot.look_at, 0.0])
        away = np.array([math.sin(tilt) * math.cos(azimuth), math.sin(tilt) * math.sin(azimuth), -math.cos(tilt)])
        self.place = target + shot.distance_mm * away
        look = -away
        x = np.cross([0.0, 1.0, 0.0], look)
        x /= np.linalg.norm(x)
        y = np.cross(look, x)
        c, s = math.cos(roll), math.sin(roll)
        self.turn = np.array([c * x + s * y, -s * x + c * y, look])
        self.move = -self.turn @ self.place
        self.matrix = np.array(
            [[shot.focal_px, 0, (shot.size[0] - 1) / 2], [0, shot.focal_px, (shot.size[1] - 1) / 2], [0, 0, 1.0]]
        )

    def see(self, points: Floats) -> Floats:
        """Where points (n, 3) are in the photo."""
        seen = (points @ self.turn.T + self.move) @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def on_table(self, points: Floats, height_mm: float = 0.0) -> Floats:
        """Where points (n, 2) at a height over the table are in the photo."""
        return self.see(np.column_stack([points, np.full(len(points), -height_mm)]))


def render(solids: Sequence[Solid], shot: Shot) -> bytes:
    """The photo, as a JPEG."""
    width, height = shot.size
    draw = np.random.default_rng(shot.seed)
    view = _View(shot)
    img = np.empty((height, width, 3), np.float32)
    img[:] = np.array((0.09, 0.12, 0.16), np.float32)
    _lay_paper(img, view, shot)
    for left, top, right, bottom in shot.covered:
        box = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        _fill(img, view.on_table(box), (0.3, 0.3, 0.3))
    elevation, towards = (math.radians(each) for each in shot.light_deg)
    run = np.array([math.cos(towards), math.sin(towards)]) / math.tan(elevation)
    _shade(img, solids, view, shot, run)
    for solid in sorted(solids, key=lambda each: -math.dist(each.at, view.place[:2])):
        (_draw_lathe if solid.lathe else _draw_prism)(img, solid, view, run, draw)
    return _developed(img, view, shot, draw)


@cache
def _page(ground: Ground, px_mm: float) -> Picture:
    """The printed page in linear light."""
    with Image.open(io.BytesIO(drawn("a4", ground, "png", px_mm * 25.4))) as image:
        return 0.03 + 0.85 * linear(np.asarray(image.convert("RGB"))[:, :, ::-1])


def _lay_paper(img: Picture, view: _View, shot: Shot) -> None:
    wide, high = PAPERS["a4"]
    px_mm = 10.0 if shot.size[0] > 2500 else 5.0
    page = np.full((round(high * px_mm), round(wide * px_mm), 3), 0.86, np.float32)
    if shot.ground is not None:
        page = _page(shot.ground, px_mm)
    page = cv2.GaussianBlur(page, (0, 0), 0.7)
    margin = np.array([(wide - WIDTH_MM) / 2, (high - HEIGHT_MM) / 2])
    strips = 24 if shot.bend_mm else 1
    for strip in range(strips):
        left, right = wide * strip / strips, wide * (strip + 1) / strips
        corners = np.array([(left, 0), (right, 0), (right, high), (left, high)])
        rise = shot.bend_mm * np.sin(math.pi * corners[:, 0] / wide)
        places = (corners - margin) * shot.printed
        seen = view.see(np.column_stack([places, -rise]))
        onto = cv2.getPerspectiveTransform((corners * px_mm - 0.5).astype(np.float32), seen.astype(np.float32))
        cut = page.copy() if strips > 1 else page
        layer = cv2.warpPerspective(cut, onto, img.shape[1::-1], flags=cv2.INTER_LINEAR)
        _fill(img, seen, layer)


def _fill(img: Picture, polygon: Floats, light: Any) -> None:
    """Fill a polygon (n, 2) of the photo, by how much of each pixel it covers. light: a colour, or a picture."""
    low = np.maximum(np.floor(polygon.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(polygon.max(axis=0)).astype(int) + 2, img.shape[1::-1])
    if (high <= low).any():
        return
    fine = _FINE if max(high - low) < 1500 else 2
    mask = np.zeros((high - low)[::-1] * fine, np.uint8)
    points = (polygon - low + 0.5) * fine - 0.5
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, shift=4)
    cover = cv2.resize(mask, tuple((high - low).tolist()), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    here = img[low[1] : high[1], low[0] : high[0]]
    paint = light[low[1] : high[1], low[0] : high[0]] if isinstance(light, np.ndarray) and light.ndim == 3 else light
    here += cover[:, :, np.newaxis] * (np.asarray(paint, np.float32) - here)


def _shade(img: Picture, solids: Sequence[Solid], view: _View, shot: Shot, run: Floats) -> None:
    small = 4
    shade = np.zeros((shot.size[1] // small, shot.size[0] // small), np.uint8)
    for solid in solids:
        base = solid.placed(solid.outline)
        for step in range(7):
            seen = view.on_table(base + run * solid.depth_mm * step / 6) / small
            cv2.fillPoly(shade, [np.round(seen * 16).astype(np.int32)], 255, shift=4)
    px_mm = shot.focal_px / shot.distance_mm
    soft = cv2.GaussianBlur(shade.astype(np.float32) / 255, (0, 0), shot.penumbra_mm * px_mm / small)
    img *= (1 - shot.shadow * cv2.resize(soft, shot.size, interpolation=cv2.INTER_LINEAR))[:, :, np.newaxis]


def _tone(colour: tuple[int, int, int]) -> Floats:
    """A colour as blue, green and red light."""
    return 0.9 * linear(np.array([colour[::-1]], np.uint8))[0].astype(float)


def _draw_prism(img: Picture, solid: Solid, view: _View, run: Floats, draw: np.random.Generator) -> None:
    base = solid.placed(solid.outline)
    tone = _tone(solid.colour)
    x, y = base.T
    turns = math.copysign(1.0, float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)))
    sides = []
    for start, end in zip(base, np.roll(base, -1, axis=0), strict=True):
        normal = np.array([end[1] - start[1], start[0] - end[0]]) * turns
        length = float(np.linalg.norm(normal))
        if length and normal @ (view.place[:2] - start) > 0:
            bright = 0.62 - 0.22 * float(normal @ run) / length / max(float(np.linalg.norm(run)), 1e-9)
            far = math.dist((start + end) / 2, view.place[:2])
            quad = np.array([(*start, 0), (*end, 0), (*end, -solid.depth_mm), (*start, -solid.depth_mm)])
            sides.append((far, quad, bright))
    for _, quad, bright in sorted(sides, key=lambda each: -each[0]):
        _fill(img, view.see(quad), tone * bright)
    top = view.on_table(base, solid.depth_mm)
    grain = np.empty_like(img)
    low, high = np.floor(top.min(axis=0)).astype(int) - 2, np.ceil(top.max(axis=0)).astype(int) + 3
    low, high = np.maximum(low, 0), np.minimum(high, img.shape[1::-1])
    wood = cv2.GaussianBlur(draw.normal(0, 1, (high - low)[::-1]).astype(np.float32), (0, 0), sigmaX=20, sigmaY=1.5)
    wood = 1 + 0.06 * wood / max(float(wood.std()), 1e-9)
    grain[low[1] : high[1], low[0] : high[0]] = tone * wood[:, :, np.newaxis]
    _fill(img, top, grain)
    for patch, colour in solid.patches:
        _fill(img, view.on_table(solid.placed(patch), solid.depth_mm), _tone(colour))


def _draw_lathe(img: Picture, solid: Solid, view: _View, run: Floats, draw: np.random.Generator) -> None:
    """Draw a solid of revolution about the y axis of its outline, lying on its widest part."""
    upper = solid.outline[solid.outline[:, 0] >= -1e-9]
    upper = upper[np.argsort(upper[:, 1], kind="stable")]
    heights = np.linspace(solid.outline[:, 1].min(), solid.outline[:, 1].max(), 160)
    halves = np.array([_half(solid.outline, each) for each in heights])
    turn = np.linspace(0, math.tau, 60, endpoint=False)
    rings = []
    for at, half in zip(heights, halves, strict=True):
        across = solid.placed(np.column_stack([half * np.cos(turn), np.full(60, at)]))
        rings.append(view.see(np.column_stack([across, -solid.depth_mm / 2 - half * np.sin(turn)])))
    tone = _tone(solid.colour)
    low = np.floor(np.concatenate(rings).min(axis=0)) - 4
    mask_rings = [
        cv2.convexHull(np.concatenate(pair).astype(np.float32))[:, 0].astype(float)
        for pair in itertools.pairwise(rings)
    ]
    size = (np.ceil(np.concatenate(rings).max(axis=0)) + 5 - low).astype(int)
    mask = np.zeros(size[::-1] * _FINE, np.uint8)
    for ring in mask_rings:
        cv2.fillPoly(mask, [np.round(((ring - low + 0.5) * _FINE - 0.5) * 16).astype(np.int32)], 255, shift=4)
    cover = cv2.resize(mask, tuple(size.tolist()), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    left, top = low.astype(int)
    here = img[top : top + size[1], left : left + size[0]]
    here += cover[:, :, np.newaxis] * (tone * draw.uniform(0.9, 1.0) - here)


def _half(outline: Floats, height: float) -> float:
    """Half the width of an outline at a height."""
    span = np.ptp(outline[:, 1])
    height = float(np.clip(height, outline[:, 1].min() + 1e-4 * span, outline[:, 1].max() - 1e-4 * span))
    following = np.roll(outline, -1, axis=0)
    crosses = (outline[:, 1] <= height) != (following[:, 1] <= height)
    a, b = outline[crosses], following[crosses]
    return float(np.abs(a[:, 0] + (height - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])).max())


def _developed(img: Picture, view: _View, shot: Shot, draw: np.random.Generator) -> bytes:
    width, height = shot.size
    y, x = np.mgrid[0:height:8, 0:width:8].astype(np.float32)
    falls = 1 + 0.12 * (x / width - 0.5) - 0.1 * (y / height - 0.5)
    falls *= 1 - 0.12 * ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width**2 / 4 + height**2 / 4)
    img *= cv2.resize(falls, shot.size)[:, :, np.newaxis]
    img *= np.array(shot.cast[::-1], np.float32) * shot.gain
    places = np.stack([x, y], axis=-1).reshape(-1, 1, 2)
    lens = np.array([shot.radial, 0, 0, 0.0])
    straight = cv2.undistortPoints(places, view.matrix, lens, P=view.matrix).reshape(*x.shape, 2).astype(np.float32)
    onto = np.array([[8.0, 0, 0], [0, 8.0, 0]])
    bent = cv2.warpAffine(straight, onto, shot.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    img = cv2.remap(img, bent, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    img = cv2.GaussianBlur(img, (0, 0), shot.blur_px)
    value = np.clip(img, 0, 1)
    img = 255 * np.where(value < 0.0031308, 12.92 * value, 1.055 * value ** (1 / 2.4) - 0.055).astype(np.float32)
    noise = draw.standard_normal((height // 2, width // 2, 3), dtype=np.float32)
    img += 1.3 * shot.noise * cv2.resize(noise, shot.size, interpolation=cv2.INTER_LINEAR)
    img += 0.5 * (img - cv2.GaussianBlur(img, (0, 0), 1.5))
    return saved(np.clip(img, 0, 255).astype(np.uint8), shot.quality, shot.exif_mm)


def saved(pixels: NDArray[np.uint8], quality: int = 90, exif_mm: int | None = None) -> bytes:
    """A picture (blue, green, red) as JPEG, with the focal length in its EXIF."""
    exif = Image.Exif()
    if exif_mm is not None:
        exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.FocalLengthIn35mmFilm] = exif_mm
    stream = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels[:, :, ::-1])).save(stream, "JPEG", quality=quality, exif=exif)
    return stream.getvalue()


def drawn_by_lot(seed: int, size: tuple[int, int] = (4032, 3024), ground: Ground | None = "white") -> Shot:
    """How a person may take a photo: anything within what the page asks for."""
    draw = np.random.default_rng((seed, 1))
    scale = size[0] / 4032
    return replace(
        Shot(),
        size=size,
        tilt_deg=draw.uniform(0, 30),
        azimuth_deg=draw.uniform(0, 360),
        roll_deg=float(draw.choice([0, 90, 180, 270]) + draw.normal(0, 8)) if ground else draw.normal(0, 8),
        distance_mm=draw.uniform(420, 560),
        radial=draw.uniform(-0.03, 0.03),
        blur_px=draw.uniform(0.8, 1.5) * scale,
        noise=draw.uniform(2, 5),
        gain=draw.uniform(0.8, 0.98),
        cast=(draw.uniform(0.92, 1.1), 1.0, draw.uniform(0.78, 1.05)),
        shadow=draw.uniform(0.35, 0.6),
        light_deg=(draw.uniform(40, 75), draw.uniform(0, 360)),
        penumbra_mm=draw.uniform(1, 3.5),
        quality=int(draw.integers(80, 95)),
        ground=ground,
        seed=seed,
    )


def missed_mm(outline: Floats, truth: Floats) -> float:
    """How far the farthest point of either outline is from the other (Hausdorff), laid onto each other as well as can
    be: turned and moved, not mirrored.
    """  # fmt: skip
    from scipy.spatial import cKDTree

    mine, its = _dotted(outline), _dotted(truth)
    tree = cKDTree(its)

    def laid(points: Floats, rounds: int) -> Floats:
        for _ in range(rounds):
            near = its[tree.query(points)[1]]
            a, b = points - points.mean(axis=0), near - near.mean(axis=0)
            u, _, v = np.linalg.svd(a.T @ b)
            points = a @ (u @ np.diag([1.0, np.linalg.det(u @ v)]) @ v) + near.mean(axis=0)
        return points

    tries = []
    for turn in np.radians(np.arange(0, 360, 15)):
        c, s = math.cos(turn), math.sin(turn)
        tries.append(laid((mine[::4] - mine.mean(axis=0)) @ np.array([[c, s], [-s, c]]) + its.mean(axis=0), 4))
    best = min(tries, key=lambda points: float(np.mean(tree.query(points)[0] ** 2)))
    a, b = mine[::4] - mine[::4].mean(axis=0), best - best.mean(axis=0)
    u, _, v = np.linalg.svd(a.T @ b)
    turned = (mine - mine[::4].mean(axis=0)) @ (u @ np.diag([1.0, np.linalg.det(u @ v)]) @ v) + best.mean(axis=0)
    points = laid(turned, 25)
    return max(float(tree.query(points)[0].max()), float(cKDTree(points).query(its)[0].max()))


def _dotted(corners: Floats) -> Floats:
    """Points 0.05 mm apart along a closed outline."""
    dots = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        count = max(1, math.ceil(float(np.linalg.norm(end - start)) / 0.05))
        dots.append(start + (end - start) * np.arange(count)[:, np.newaxis] / count)
    return np.concatenate(dots)
