"""Intervals for clustered figures: closed forms, edges, and whether they cover."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from sim.batch.clusters import clustered_mean, clustered_rate, quantile
from sim.statistics import rate


def test_the_ratio_by_hand() -> None:
    # Three matches: 1 of 4, 3 of 6, 2 of 10. r = 6/20; sum (y - r x)^2 = 0.2^2 + 1.2^2 + 1^2 = 2.48.
    found = clustered_mean([1, 3, 2], [4, 6, 10])
    half = float(t.ppf(0.975, 2)) * math.sqrt(3 / 2 * 2.48 / 400)
    assert found.estimate == pytest.approx(0.3)
    assert (found.low, found.high) == pytest.approx((0.3 - half, 0.3 + half))


def test_a_rate_of_many_single_observations_is_wilson() -> None:
    y = [1.0] * 300 + [0.0] * 700
    found, plain = clustered_rate(y, [1.0] * 1000), rate(300, 1000)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=2e-4)


def test_clusters_that_agree_within_widen_the_interval() -> None:
    # A hundred matches of ten attempts, all or nothing: as good as a hundred observations.
    y = [10.0] * 30 + [0.0] * 70
    found, plain = clustered_rate(y, [10.0] * 100), rate(300, 1000)
    assert found.high - found.low > 3 * (plain.high - plain.low)
    assert found.high - found.low == pytest.approx(rate(30, 100).high - rate(30, 100).low, rel=0.03)


def test_no_falls_at_all() -> None:
    found = clustered_rate([0.0] * 10, [30.0] * 10)
    assert found.estimate == found.low == 0.0
    # Nothing is known of the clustering: ten matches are ten observations, and Student's quantile of nine.
    q = float(t.ppf(0.975, 9)) ** 2
    assert found.high == pytest.approx(q / (10 + q))
    mirrored = clustered_rate([30.0] * 10, [30.0] * 10)
    assert (mirrored.low, mirrored.estimate, mirrored.high) == (pytest.approx(1 - found.high), 1.0, 1.0)


def test_one_match_or_none() -> None:
    assert clustered_rate([3], [10]).estimate == 0.3
    assert math.isnan(clustered_rate([3], [10]).low)
    assert math.isnan(clustered_mean([3], [10]).high)
    assert math.isnan(clustered_rate([], []).estimate)
    assert math.isnan(clustered_rate([0, 0], [0, 0]).estimate)
    with pytest.raises(ValueError, match="zip"):
        clustered_rate([1.0], [1.0, 2.0])


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=30))
def test_a_rate_stays_between_nought_and_one(pairs: list[tuple[int, int]]) -> None:
    found = clustered_rate([min(p) for p in pairs], [max(p) for p in pairs])
    if not math.isnan(found.low):
        assert 0 <= found.low <= found.estimate <= found.high <= 1


def test_intervals_cover() -> None:
    """Matches whose own fall rates differ (beta-binomial, mean 0.15): 95 % of the intervals should hold the mean.

    The naive binomial interval, on the same data, must be found out.
    """
    rng = np.random.default_rng(5)
    runs, matches = 600, 25
    covered = naive = 0
    for _ in range(runs):
        x = rng.integers(20, 40, matches)
        y = rng.binomial(x, rng.beta(1.5, 8.5, matches))
        ours, plain = clustered_rate(y.tolist(), x.tolist()), rate(int(y.sum()), int(x.sum()))
        covered += ours.low <= 0.15 <= ours.high
        naive += plain.low <= 0.15 <= plain.high
    # Three standard errors of 600 runs are 2.7 points.
    assert 0.92 <= covered / runs <= 0.98
    assert naive / runs < 0.80


def test_means_cover() -> None:
    rng = np.random.default_rng(6)
    runs, matches, covered = 600, 25, 0
    for _ in range(runs):
        x = rng.integers(1, 9, matches)
        y = x * rng.gamma(4.0, 0.5, matches)
        found = clustered_mean(y.tolist(), x.tolist())
        covered += found.low <= 2.0 <= found.high
    assert 0.91 <= covered / runs <= 0.98


def test_quantiles() -> None:
    values = [float(v) for v in range(1, 101)]
    median = quantile(values[::-1], 0.5)
    # The textbook interval for the median of 100 values: the 40th to the 61st.
    assert (median.estimate, median.low, median.high) == (50.0, 40.0, 61.0)
    few = quantile([3.0, 1.0, 2.0], 0.1)
    assert few.estimate == 1.0
    assert math.isnan(few.low)
    assert math.isnan(quantile([], 0.5).estimate)


def test_quantiles_cover() -> None:
    rng = np.random.default_rng(7)
    runs, covered = 500, 0
    for _ in range(runs):
        found = quantile(rng.normal(size=60).tolist(), 0.5)
        covered += found.low <= 0.0 <= found.high
    assert covered / runs >= 0.93
