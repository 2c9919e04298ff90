"""Films with known truth: a ship with stickers that swings before a hand-held phone, rendered and encoded.

Pictures have time stamps that jitter, drift and skip as a phone's do, exposures that blur, rows that are read one after
the other, and H.264.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.fit.swing import Pendulums, swing

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
MAST_MM = 228.0
_CLOCK = 90_000
_WOOD = (112, 150, 190)
PINK, BLUE, GREEN = (150, 40, 225), (225, 130, 20), (60, 190, 60)


@dataclass(frozen=True)
class Take:
    """How a swing is filmed. box: stickers on the box; pivot: whether there is one at the pivot."""

    size: tuple[int, int] = (960, 540)
    duration_s: float = 8.0
    hz: float = 30.0
    variable: bool = False
    shake: float = 1.0
    box: int = 2
    pivot: bool = True
    yaw_deg: float = 5.0
    omega0_sq: float = 30.0
    viscous: float = 0.3
    coulomb: float = 0.1
    start_deg: float = 15.0
    hold_s: float = 0.8
    read_s: float = 0.015
    portrait: bool = False
    quality: int = 23
    seed: int = 1

    @property
    def scale(self) -> float:
        """Pixels a mm."""
        return 2.05 * self.size[1] / 1080


def drawn_by_lot(seed: int, **known: Any) -> Take:
    """How a person may film a ship."""
    draw = np.random.default_rng((seed, 1))
    lot: dict[str, Any] = {
        "duration_s": 9.0,
        "hz": float(draw.choice([30, 60])),
        "variable": bool(draw.random() < 0.5),
        "yaw_deg": draw.uniform(0, 15),
        "omega0_sq": draw.uniform(18, 45),
        "viscous": draw.uniform(0.1, 0.8),
        "coulomb": draw.uniform(0.02, 0.3),
        "start_deg": draw.uniform(12, 24) * draw.choice([-1, 1]),
        "hold_s": draw.uniform(0.4, 1.6),
        "read_s": draw.uniform(0.008, 0.02),
        "portrait": bool(draw.random() < 0.5),
        "quality": int(draw.integers(21, 28)),
        "seed": seed,
    }
    return Take(**{**lot, **known})


def angles(take: Take, times: Floats) -> Floats:
    """The true angles (rad) at times (s): held, then let go."""
    moments, swung = _swung(take)
    held = math.radians(take.start_deg) + 0.004 * np.sin(17 * times)
    return np.where(times < take.hold_s, held, np.interp(times, moments, swung))


@cache
def _swung(take: Take) -> tuple[Floats, Floats]:
    one = np.ones(1)
    free = np.arange(0.0, take.duration_s + 1.0, 5e-4)
    pendulum = Pendulums(
        take.omega0_sq * one,
        take.viscous * one,
        take.coulomb * one,
        0 * one,
        math.radians(take.start_deg) * one,
        0 * one,
    )
    return free + take.hold_s, swing(pendulum, free)[:, 0]


def stamps(take: Take, draw: np.random.Generator) -> Floats:
    """The times (s) at which the pictures are taken."""
    count = int(take.duration_s * take.hz)
    if not take.variable:
        return np.arange(count) / take.hz + draw.normal(0, 5e-5, count)
    step = 1 / (take.hz * (1 - 0.2 * np.clip(np.sin(np.arange(count) / 60 + draw.uniform(0, 6)), 0, 1)))
    step += draw.normal(0, 1e-3, count)
    step[draw.random(count) < 0.02] *= 2
    times = np.cumsum(np.clip(step, 0.5 / take.hz, None))
    return times[times < take.duration_s]


def film(path: Path, take: Take) -> None:
    """Write the film."""
    draw = np.random.default_rng(take.seed)
    times = stamps(take, draw)
    width, height = take.size
    unit = width / 1920
    exposure = draw.uniform(0.25, 0.7) / take.hz
    ground = _ground(take, draw)
    hand = [
        _wander(draw, len(times), slow, take.hz, amount * take.shake)
        + _wander(draw, len(times), 8, take.hz, fast * take.shake)
        for slow, amount, fast in ((1.5, 5 * unit, 0.8 * unit), (1.5, 4 * unit, 0.8 * unit), (1.2, 0.004, 0.0))
    ]
    noise = [draw.normal(0, 3.0, (height, width, 1)).astype(np.int16) for _ in range(3)]
    with av.open(str(path), "w") as out:
        stream: Any = out.add_stream("libx264", rate=round(take.hz))
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"crf": str(take.quality), "preset": "ultrafast"}
        stream.codec_context.time_base = Fraction(1, _CLOCK)
        for index, time in enumerate(times.tolist()):
            matrix = cv2.getRotationMatrix2D((width / 2, height / 2), math.degrees(hand[2][index]), 1.0)
            matrix[:, 2] += hand[0][index], hand[1][index]
            picture = cv2.warpAffine(ground, matrix, take.size, borderMode=cv2.BORDER_REPLICATE)
            _draw_ship(picture, take, matrix, time, exposure)
            picture = np.clip(picture.astype(np.int16) + noise[index % 3], 0, 255).astype(np.uint8)
            frame = av.VideoFrame.from_ndarray(cv2.GaussianBlur(picture, (3, 3), 0.8), format="bgr24")
            frame.pts, frame.time_base = round(time * _CLOCK), Fraction(1, _CLOCK)
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))


def _wander(draw: np.random.Generator, count: int, hz: float, rate: float, amount: float) -> Floats:
    every = int(rate / hz) + 1
    knots = draw.normal(0, 1, count // every + 4)
    return amount * np.interp(np.arange(count) / every, np.arange(len(knots)), knots)


def _pivot(take: Take) -> Floats:
    return np.array([take.size[0] / 2, take.size[1] * 0.76])


def _ground(take: Take, draw: np.random.Generator) -> Picture:
    width, height = take.size
    rough = cv2.resize(draw.normal(0, 14, (20, 36, 3)).astype(np.float32), take.size, interpolation=cv2.INTER_CUBIC)
    ground = np.clip(170 + rough, 0, 255).astype(np.uint8)
    u = width / 1920
    cv2.rectangle(ground, (int(600 * u), int(880 * u)), (int(1320 * u), int(1060 * u)), (120, 90, 40), -1)
    cv2.rectangle(ground, (0, int(1040 * u)), (width, height), (90, 110, 130), -1)
    cv2.rectangle(ground, (int(120 * u), int(200 * u)), (int(330 * u), int(700 * u)), (60, 80, 150), -1)
    for x, y in ((660, 930), (1260, 930))[: take.box]:
        _dot(ground, np.array([x * u, y * u]), 6.5 * take.scale, GREEN)
    return ground


def _dot(picture: Picture, place: Floats, radius: float, colour: tuple[int, int, int]) -> None:
    x, y = np.round(place * 16).astype(int).tolist()
    cv2.circle(picture, (x, y), round(radius * 16), colour, -1, cv2.LINE_AA, 4)


def _draw_ship(picture: Picture, take: Take, matrix: Floats, time: float, exposure: float) -> None:
    """Draw the ship as four moments of the exposure see her, each in the light of a quarter of it."""
    width, height = take.size
    left, right = int(0.28 * width), int(0.72 * width)
    window = picture[:, left:right]
    total = np.zeros(window.shape, np.uint16)
    s = take.scale
    for part in range(4):
        moment = time + exposure * ((part + 0.5) / 4 - 0.5)
        rough = float(angles(take, np.array([moment]))[0])
        top = _place(take, (0, MAST_MM * s), rough)
        # The masthead's row is read at its own time.
        share = top[0] / width if take.portrait else top[1] / height
        turn = float(angles(take, np.array([moment + take.read_s * (share - 0.5)]))[0])

        def at(x: float, y: float, turn: float = turn) -> Floats:
            return np.asarray(matrix[:, :2] @ _place(take, (x * s, y * s), turn) + matrix[:, 2] - (left, 0))

        layer = window.copy()
        hull = np.array([at(*corner) for corner in ((-24, 0), (24, 0), (40, 30), (-40, 30))])
        cv2.fillPoly(layer, [np.round(hull * 16).astype(np.int32)], _WOOD, cv2.LINE_AA, 4)
        _bar(layer, at(0, 30), at(0, MAST_MM + 4), 10 * s)
        for up, half in ((95, 90), (155, 70), (215, 50)):
            _bar(layer, at(-half, up), at(half, up), 4 * s)
        _dot(layer, at(0, MAST_MM), 6 * s, PINK)
        if take.pivot:
            _dot(layer, at(0, 0), 6 * s, BLUE)
        if time < take.hold_s:
            x, y = at(math.copysign(25, take.start_deg), MAST_MM * 0.62).astype(int).tolist()
            cv2.ellipse(layer, (x, y), (int(30 * s), int(20 * s)), 20, 0, 360, (130, 160, 215), -1)
        total += layer
    window[:] = total // 4


def _bar(picture: Picture, start: Floats, end: Floats, thick: float) -> None:
    ends = [tuple(np.round(each * 16).astype(int).tolist()) for each in (start, end)]
    cv2.line(picture, ends[0], ends[1], _WOOD, max(1, int(thick)), cv2.LINE_AA, 4)


def _place(take: Take, place: tuple[float, float], turn: float) -> Floats:
    """Where a point of the ship (pixels from the pivot, y up) is in the picture of a phone that does not move."""
    yaw = math.radians(take.yaw_deg)
    x = place[0] * math.cos(turn) + place[1] * math.sin(turn)
    y = -place[0] * math.sin(turn) + place[1] * math.cos(turn)
    near = 1 + 0.12 * math.sin(yaw) * x / (take.size[0] / 4)
    return _pivot(take) + np.array([x * math.cos(yaw), -y]) / near
