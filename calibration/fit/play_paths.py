"""Tremor and drift of a hand, from the paths of the pieces that it carried.

Only the parts of a path where the hand moves evenly are used: pieces of one second for the tremor, of four for the
drift, detrended and faded at both ends (Hann). The power in and beside each band is compared with the power that one
sinusoid of the band would leave there after the same treatment, so that short pieces, leakage and the trend cause no
bias. Every hold and axis is one witness; intervals are those of a ratio of sums over witnesses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sim.statistics import Interval

Floats = NDArray[np.float64]

FEWEST_WITNESSES = 12
# A hand faster than this (mm/s, over a quarter of a second) is carrying, not holding still.
_STILL_MM_S = 30.0
_EVEN_MM_S = 80.0
_TURNING_RAD_S = 0.35
# A hand whose speed changes by more than this within a quarter of a second is starting or stopping.
_CHANGE = (25.0, 25.0, 0.2)
_SMOOTH_S = 0.25
_TREMOR_PIECE_S, _DRIFT_PIECE_S = 1.0, 4.0
_SHORTEST_TREMOR_S, _SHORTEST_DRIFT_S = 0.3, 2.0
_TREMOR_TREND, _DRIFT_TREND = 3, 1
# A piece with this many times the median power is an intended movement; by chance, one in some thousands.
_MEANT = 12.0
_STANDS = 1e-8
"""A median power (mm2 or rad2) up to this is rounding."""
_BAND_GRID = 24


@dataclass(frozen=True, slots=True)
class Held:
    """The path of a carried piece: samples per second, and x, y (mm), angle (rad) in an array of shape (samples, 3)."""

    hz: float
    samples: Floats


@dataclass(frozen=True, slots=True)
class Wander:
    """The rms of one band on one kind of axis.

    witnesses: holds times axes. seconds: the length of the paths used. left_out: pieces left out as intended movements.
    """

    rms: Interval
    witnesses: int
    seconds: float
    left_out: int


@dataclass(frozen=True, slots=True)
class _Kind:
    """A band to be measured: limits (Hz), longest and shortest piece (s), order of the trend, greatest speed (mm/s)."""

    band: tuple[float, float]
    most_s: float
    least_s: float
    trend: int
    speed_mm_s: float


def fit_wander(
    paths: Sequence[Held], tremor_hz: tuple[float, float], drift_hz: tuple[float, float], angle: bool
) -> tuple[Wander | None, Wander | None]:
    """Return tremor and drift in position (mm) or, if `angle`, in the angle (rad).

    Each is None if fewer than 12 witnesses show it.
    """
    tremor = _fit(paths, _Kind(tremor_hz, _TREMOR_PIECE_S, _SHORTEST_TREMOR_S, _TREMOR_TREND, _EVEN_MM_S), angle, None)
    other = (tremor_hz, 0.0 if tremor is None else tremor.rms.estimate**2)
    drift = _fit(paths, _Kind(drift_hz, _DRIFT_PIECE_S, _SHORTEST_DRIFT_S, _DRIFT_TREND, _STILL_MM_S), angle, other)
    return tremor, drift


def _fit(
    paths: Sequence[Held], kind: _Kind, angle: bool, other: tuple[tuple[float, float], float] | None
) -> Wander | None:
    """Return the rms in one band. other: a band and its known variance, whose leakage is subtracted."""
    found: list[tuple[float, float]] = []
    seconds, left_out = 0.0, 0
    seen = [(hold, pieces) for hold in paths if (pieces := _pieces(hold, kind))]
    axes = (2,) if angle else (0, 1)
    ratios = [
        _power(hold.samples[piece, axis], hold.hz, kind) / _expected(_key(hold.hz, piece, kind), kind.band)
        for hold, pieces in seen
        for piece in pieces
        for axis in axes
    ]
    # A pointer that mostly stands still gives no scale to judge by.
    most = _MEANT * float(np.median(ratios)) if ratios else 0.0
    most = most if most > _STANDS else math.inf
    place = iter(ratios)
    for hold, pieces in seen:
        sums = dict.fromkeys(axes, (0.0, 0.0))
        for piece in pieces:
            weight = _expected(_key(hold.hz, piece, kind), kind.band)
            leak = 0.0 if other is None else other[1] * _expected(_key(hold.hz, piece, kind), other[0])
            for axis in axes:
                ratio = next(place)
                if ratio > most:
                    left_out += 1
                    continue
                power, expected = sums[axis]
                sums[axis] = (power + ratio * weight - leak, expected + weight)
                seconds += (piece.stop - piece.start) / hold.hz
        found += [each for each in sums.values() if each[1] > 0]
    if len(found) < FEWEST_WITNESSES:
        return None
    return Wander(_ratio(found), len(found), seconds / len(axes), left_out)


def _ratio(found: list[tuple[float, float]]) -> Interval:
    """Return the square root of a ratio of sums, with its interval computed on the logarithm."""
    from scipy.stats import t

    powers, weights = (np.array(column) for column in zip(*found, strict=True))
    square = float(powers.sum() / weights.sum())
    if square <= 0:
        return Interval(0.0, 0.0, 0.0)
    count = powers.size
    error = math.sqrt(count / (count - 1) * float(np.sum((powers - square * weights) ** 2))) / float(weights.sum())
    half = float(t.ppf(0.975, count - 1)) * error / square / 2
    rms = math.sqrt(square)
    return Interval(rms, rms * math.exp(-half), rms * math.exp(half))


# --------------------------------------------------------------------------------------------- pieces of a path


def _pieces(hold: Held, kind: _Kind) -> list[slice]:
    """Return pieces of equal length in which the hand moves evenly enough."""
    count, least = len(hold.samples), round(kind.least_s * hold.hz)
    if count < max(least, 8):
        return []
    speeds, half = _speeds(hold), max(1, round(_SMOOTH_S * hold.hz / 2))
    ends = np.pad(speeds, ((half, half), (0, 0)), mode="edge")
    even = np.abs(speeds) <= np.array([kind.speed_mm_s, kind.speed_mm_s, _TURNING_RAD_S])
    even &= np.abs(ends[2 * half :] - ends[: -2 * half]) <= np.array(_CHANGE)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], even.all(axis=1).astype(int), [0]])))
    pieces: list[slice] = []
    for start, stop in edges.reshape(-1, 2).tolist():
        parts = max(1, math.ceil((stop - start) / (kind.most_s * hold.hz) - 1e-9))
        length = (stop - start) // parts
        if length >= max(least, 8):
            pieces += [slice(start + part * length, start + (part + 1) * length) for part in range(parts)]
    return pieces


def _speeds(hold: Held) -> Floats:
    """Return the signed speed of each axis, from means over a quarter of a second, which remove the tremor."""
    samples = hold.samples
    half = max(1, round(_SMOOTH_S * hold.hz / 2))
    wide = 2 * half + 1
    padded = np.pad(np.cumsum(samples, axis=0), ((1, 0), (0, 0)))
    count = len(samples)
    low, high = np.clip(np.arange(count) - half, 0, None), np.clip(np.arange(count) + half + 1, None, count)
    smooth = (padded[high] - padded[low]) / (high - low)[:, None]
    # At the ends the mean is over fewer samples, so its time is nearer the middle.
    times = (low + high - 1) / 2 / hold.hz
    if count <= wide:
        return np.asarray(np.polyfit(np.arange(count) / hold.hz, samples, 1)[:1]).repeat(count, axis=0)
    return np.asarray(np.gradient(smooth, axis=0) / np.gradient(times)[:, None])


# --------------------------------------------------------------------------------------------- power in a band

_Key = tuple[int, float, tuple[float, float], int]


def _key(hz: float, piece: slice, kind: _Kind) -> _Key:
    return piece.stop - piece.start, hz, kind.band, kind.trend


def _power(values: Floats, hz: float, kind: _Kind) -> float:
    window = _sieve(values.size, hz, kind.band, kind.trend)
    return float(window(values[:, None])[0])


@lru_cache(maxsize=512)
def _sieve(count: int, hz: float, band: tuple[float, float], trend: int) -> Callable[[Floats], Floats]:
    """Return a function from columns of `count` samples to their power in and beside a band, with the trend removed."""
    time = np.linspace(-1.0, 1.0, count)
    basis, _ = np.linalg.qr(np.vander(time, trend + 1))
    window = np.hanning(count + 2)[1:-1, None]
    frequencies = np.fft.rfftfreq(count, 1 / hz)
    beside = 1.5 * hz / count
    chosen = (frequencies >= band[0] - beside) & (frequencies <= band[1] + beside)

    def power(columns: Floats) -> Floats:
        rest = columns - basis @ (basis.T @ columns)
        spectrum = np.fft.rfft(rest * window, axis=0)[chosen]
        return np.asarray(np.sum(np.abs(spectrum) ** 2, axis=0), dtype=np.float64)

    return power


@lru_cache(maxsize=1024)
def _expected(key: _Key, source: tuple[float, float]) -> float:
    """Return the power in the key's band of wander with rms 1 and frequencies spread over `source`."""
    count, hz, band, trend = key
    width = (source[1] - source[0]) / _BAND_GRID
    frequencies = source[0] + width * (np.arange(_BAND_GRID) + 0.5)
    angles = math.tau * np.outer(np.arange(count) / hz, frequencies)
    # A sinusoid of random phase and rms 1 is the mean of sine and cosine of amplitude root two.
    columns = math.sqrt(2.0) * np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    return float(np.mean(_sieve(count, hz, band, trend)(columns)))
