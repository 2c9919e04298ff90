"""Throws from near and far: what is meant, and how far from it cards come down."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from sim.games.zack.configuration import load
from sim.games.zack.throws import Thrower
from sim.physics.bowl.throwing import aimed_throw, comes_down

pytestmark = pytest.mark.slow

CONFIGURATION = load()
SETUP, HEIGHT_MM = CONFIGURATION.setup, CONFIGURATION.table.hand_height_mm
DISTANCES_MM = (250.0, 300.0, 350.0, 375.0, 400.0, 450.0, 500.0, 525.0, 600.0)


@cache
def errors(distance_mm: float) -> npt.NDArray[np.float64]:
    """Return where cards come down from there, along the throw and across it (200, 2), under seeds 0, 1, ... (mm)."""
    thrower = Thrower(SETUP, CONFIGURATION.skills["casual"], distance_mm, HEIGHT_MM)
    return np.array([comes_down(SETUP, thrower.release(1, seed)) for seed in range(200)])


def miss(found: npt.NDArray[np.float64]) -> float:
    """Return the root mean square distance from the middle (mm)."""
    return float(np.sqrt((found**2).sum(axis=1).mean()))


def test_the_farther_the_faster_a_throw_is_meant_without_a_jump() -> None:
    speeds = [aimed_throw(SETUP, distance, HEIGHT_MM, 0.0).speed_mm_s for distance in DISTANCES_MM]
    powers = np.diff(np.log(speeds)) / np.diff(np.log(DISTANCES_MM))
    assert powers.min() > 0.8
    assert powers.max() < 1.6


def test_the_farther_the_more_cards_scatter_along_the_throw_and_across_it() -> None:
    spreads = np.array([errors(distance).std(axis=0) for distance in DISTANCES_MM])
    assert (np.diff(spreads, axis=0) > 0).all()


@pytest.mark.parametrize("distance", [250.0, 300.0, 350.0, 400.0])
def test_the_error_from_half_as_far_again_is_in_the_band_of_measured_ones(distance: float) -> None:
    """The error at 1.5 d over that at d is 1.5 to 2.8, as measured."""
    near, far = errors(distance), errors(1.5 * distance)
    draws = np.random.default_rng(7).integers(len(near), size=(400, len(near)))
    ratios = [miss(far[draw]) / miss(near[draw]) for draw in draws]
    low, high = np.quantile(ratios, (0.025, 0.975))
    assert 1.5 < low < high < 2.8
