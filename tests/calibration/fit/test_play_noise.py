"""The arithmetic of a hand's scatter against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import t, truncnorm

from calibration.fit.play_noise import CUT_SDS, Scatter, mean_of, scatter
from sim.statistics import Interval


def test_normal_scatter_that_is_left_out_with_slips_is_made_good() -> None:
    # The middles of equal shares of what is left of a normal distribution of sd 1.
    values = truncnorm.ppf((np.arange(2000) + 0.5) / 2000, -CUT_SDS, CUT_SDS)
    found = scatter(values.tolist())
    assert found.sd.estimate == pytest.approx(1.0, abs=0.001)


def test_the_interval_of_a_lognormal_mean_is_coxs() -> None:
    quantile = float(t.ppf(0.975, 50.0))
    centre = Interval(0.0, -0.02 * quantile, 0.02 * quantile)
    found = mean_of(Scatter(centre, Interval(0.3, 0.25, 0.36), 50.0, 51, 0))
    half = quantile * math.hypot(0.02, 0.3**2 / math.sqrt(100.0))
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (math.exp(0.045), math.exp(0.045 - half), math.exp(0.045 + half))
    )
