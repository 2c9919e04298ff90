"""Data sets of known parameters, and how often the fits' intervals hold those."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.fit.reactions import Trial, fit_reactions
from calibration.fit.ship import KEYS, fit_ship
from calibration.fit.swing import Pendulums, swing
from calibration.fit.throws import cv, fit_column, pooled_lag1
from sim.seeds import rng
from sim.statistics import Interval

# w0^2, v, c, q, angle and velocity at the start, the file's zero.
SHIPS = {
    "viscous+coulomb": (26.7, 0.5, 0.12, 0.0, 0.35, 0.1, 0.01),
    "all three": (26.0, 0.15, 0.15, 0.25, 0.6, 0.2, -0.02),
}
NOISE_RAD = 0.002
STAMPS_S = np.arange(0, 7, 1 / 60) + rng(5, "clock").uniform(0.0, 0.002, 7 * 60)
TIMES_S = STAMPS_S - STAMPS_S[0]
"""The stamps of a clock. Where it only counts pictures, intervals also hold one that is lost: studies/recordings.py."""


def decay(truth: tuple[float, ...], times: np.ndarray, noise_rad: float, *key: object) -> np.ndarray:
    """The angles (rad) of a simulated free decay."""
    angles = swing(Pendulums(*(np.array([value]) for value in truth[:6])), times)[:, 0] + truth[6]
    return angles + noise_rad * rng(5, "decay", *map(str, key)).standard_normal(times.size)


def ship(name: str, seed: int) -> dict[str, bool]:
    """Which intervals of one simulated record hold the truth; only of what the true law has."""
    truth = SHIPS[name]
    found = fit_ship(TIMES_S, decay(truth, TIMES_S, NOISE_RAD, name, seed))
    wanted = {key: value for key, value in zip(KEYS.values(), truth, strict=True) if key != "quadratic" or value}
    return holds({**found.intervals, "rms_rad": found.rms_rad}, {**wanted, "rms_rad": NOISE_RAD})


def trials(seed: int, count: int = 300) -> list[Trial]:
    """One person's simulated reactions."""
    stream = rng(6, "trials", seed)
    times = 246.0 + 22.0 * stream.standard_normal(count) + 59.0 * stream.standard_exponential(count)
    right = stream.random(count) >= 0.05
    return [Trial("ann", float(time), bool(ok), "simple") for time, ok in zip(times, right, strict=True)]


def reactions(seed: int) -> dict[str, bool]:
    """As `ship`."""
    truth = {"mu_ms": 246.0, "sigma_ms": 22.0, "tau_ms": 59.0, "mean_ms": 305.0, "error_rate": 0.05}
    return holds(fit_reactions(trials(seed))["simple"].intervals, truth)


def column(count: int, memory: float, *key: object) -> np.ndarray:
    """A standard normal series of that lag-1 correlation."""
    fresh = rng(7, "column", *map(str, key)).standard_normal(count)
    values = fresh.copy()
    for index in range(1, count):
        values[index] = memory * values[index - 1] + (1 - memory**2) ** 0.5 * fresh[index]
    return values


def throws(seed: int, count: int = 80, memory: float = 0.2) -> dict[str, bool]:
    """As `ship`."""
    speed = fit_column("speed", (7.0 + 0.35 * column(count, memory, seed, "speed")).tolist())
    elevation = fit_column("elevation_deg", (52.0 + 1.3 * column(count, memory, seed, "elevation")).tolist())
    azimuth = fit_column("azimuth_deg", (0.5 + 1.5 * column(count, memory, seed, "azimuth")).tolist())
    release = fit_column("release_ms", (9.5 * column(count, memory, seed, "release")).tolist())
    lag1 = pooled_lag1({"speed": speed, "elevation_deg": elevation, "azimuth_deg": azimuth})
    return holds(
        {
            "speed_cv": cv(speed),
            "elevation_sd_deg": elevation.sd,
            "azimuth_sd_deg": azimuth.sd,
            "release_sd_ms": release.sd,
            "lag1": lag1,
        },
        {"speed_cv": 0.05, "elevation_sd_deg": 1.3, "azimuth_sd_deg": 1.5, "release_sd_ms": 9.5, "lag1": memory},
    )


def holds(intervals: Mapping[str, Interval], truth: Mapping[str, float]) -> dict[str, bool]:
    """Which intervals hold the truth."""
    return {key: intervals[key].low <= value <= intervals[key].high for key, value in truth.items()}
