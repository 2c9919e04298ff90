"""Intervals for clustered figures: closed forms, edges, and whether they cover."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from sim.batch.blocks import BLOCK
from sim.batch.figures import Ratio, clustered_rate, quantile
from sim.statistics import rate, t_quantile


def test_the_ratio_by_hand() -> None:
    # Three matches: 1 of 4, 3 of 6, 2 of 10. r = 6/20; sum (y - r x)^2 = 0.2^2 + 1.2^2 + 1^2 = 2.48.
    found = Ratio.of([1, 3, 2], [4, 6, 10]).mean()
    # Matches have long tails: with half as many degrees of freedom as matches.
    half = float(t.ppf(0.975, 1.5)) * math.sqrt(3 / 2 * 2.48 / 400)
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
    # Nothing is known of the clustering: that of other figures is assumed, and Student's quantile of nine.
    q, n = float(t.ppf(0.975, 9)) ** 2, 300 / (1 + 29 * 0.02)
    assert found.high == pytest.approx(q / (n + q))
    mirrored = clustered_rate([30.0] * 10, [30.0] * 10)
    assert (mirrored.low, mirrored.estimate, mirrored.high) == (pytest.approx(1 - found.high), 1.0, 1.0)


def test_a_few_events_more_or_less_change_a_bound_little() -> None:
    # 26 matches of 31 attempts: nothing, then one fall in each of the first matches, or all of them in one.
    for falls in ([0, 1, 2, 3, 4], [0, 1, 1, 1, 1]):
        rows = [[0.0] * 26 for _ in falls]
        for number, row in enumerate(rows):
            for fall in range(number):
                row[fall if falls[-1] > 1 else 0] += 1.0
        highs = [clustered_rate(row, [31.0] * 26).high for row in rows]
        assert 0.003 < highs[0] < 0.012
        assert all(before < after < 1.9 * before for before, after in pairwise(highs))


def test_one_yes_or_no_a_match_has_nothing_to_cluster() -> None:
    found, plain = clustered_rate([1.0] * 8 + [0.0] * 12, [1.0] * 20), rate(8, 20)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))


def test_what_cannot_be_negative_has_no_negative_bound() -> None:
    for values in ([5.0, 32.4], [0.0, 0.0, 0.1, 90.0], [3.0, 4.0, 5.0] * 9):
        found = Ratio.of(values, [1.0] * len(values)).positive_mean()
        assert 0 < found.low < found.estimate < found.high
        # As far below as above, in proportion.
        assert found.low * found.high == pytest.approx(found.estimate**2)
    # A difference may be.
    assert Ratio.of([5.0, 32.4], [1.0, 1.0]).mean().low < 0


def test_where_all_matches_are_alike_they_need_not_all_be() -> None:
    found = Ratio.of([8.0] * 10, [1.0] * 10).positive_mean()
    assert 0.1 < found.high - found.estimate == found.estimate - found.low < 1
    nothing = Ratio.of([0.0] * 10, [1.0] * 10)
    assert (nothing.positive_mean().low, nothing.positive_mean().estimate) == (0.0, 0.0)
    assert 0.3 < nothing.positive_mean().high < 1
    # Of what comes in lumps there may be any number where there was none.
    assert math.isnan(nothing.positive_mean(lumps=True).high)


def test_one_match_or_none() -> None:
    assert clustered_rate([3], [10]).estimate == 0.3
    assert math.isnan(clustered_rate([3], [10]).low)
    assert math.isnan(Ratio.of([3], [10]).mean().high)
    assert math.isnan(clustered_rate([], []).estimate)
    assert math.isnan(clustered_rate([0, 0], [0, 0]).estimate)
    with pytest.raises(ValueError, match="as many numerators as denominators"):
        clustered_rate([1.0], [1.0, 2.0])


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=30))
def test_a_rate_stays_between_nought_and_one(pairs: list[tuple[int, int]]) -> None:
    found = clustered_rate([min(p) for p in pairs], [max(p) for p in pairs])
    if not math.isnan(found.low):
        assert 0 <= found.low <= found.estimate <= found.high <= 1


def variance(y: Sequence[float], x: Sequence[float]) -> float:
    """The variance of the quotient, in fractions."""
    ys, xs = ([Fraction(float(value)) for value in column] for column in (y, x))
    r, k = sum(ys, Fraction()) / sum(xs, Fraction()), len(ys)
    squares = sum(((y_i - r * x_i) ** 2 for y_i, x_i in zip(ys, xs, strict=True)), Fraction())
    return float(Fraction(k, k - 1) * squares / sum(xs, Fraction()) ** 2)


def variance_of(ratio: Ratio) -> float:
    found = ratio.mean()
    return ((found.high - found.estimate) / t_quantile(ratio.clusters / 2)) ** 2


@given(st.lists(st.tuples(st.floats(-1e3, 1e3), st.floats(0.1, 1e3) | st.integers(1, 99)), min_size=2, max_size=30))
def test_a_variance_is_that_of_fractions(pairs: list[tuple[float, float]]) -> None:
    y, x = zip(*pairs, strict=True)
    found, most = Ratio.of(y, x), max(map(abs, y)) / sum(x)
    assert found.mean().estimate == pytest.approx(math.fsum(y) / math.fsum(x), rel=1e-12, abs=1e-12 * most)
    assert variance_of(found) == pytest.approx(variance(y, x), rel=1e-9, abs=1e-18 * max(1.0, most**2))


@pytest.mark.parametrize("scatter", [1e-4, 1e-2, 1.0])
@pytest.mark.parametrize("sizes", [0.0, 0.5])
def test_a_variance_keeps_nine_digits_over_many_blocks(scatter: float, sizes: float) -> None:
    rng = np.random.default_rng(8)
    x = np.exp(sizes * rng.standard_normal(8 * BLOCK))
    # It drifts, so that blocks differ by more than chance.
    y = 1e6 * x * (1 + scatter * (rng.standard_normal(len(x)) + np.linspace(-1, 1, len(x))))
    assert variance_of(Ratio.of(y, x)) == pytest.approx(variance(y, x), rel=1e-9)


def test_a_sum_in_blocks_is_that_of_their_quotients() -> None:
    rng = np.random.default_rng(9)
    y, x = rng.random((2, 2 * BLOCK + 7))
    merged = Ratio()
    for begin in range(0, len(y), BLOCK):
        merged.merge(Ratio.of(y[begin : begin + BLOCK], x[begin : begin + BLOCK]))
    assert repr(merged.mean()) == repr(Ratio.of(y, x).mean())
    # Matches that count nothing change nothing, as where one crashed.
    kept = rng.random(BLOCK) < 0.9
    gaps = Ratio.of(y[:BLOCK] * kept, x[:BLOCK] * kept)
    assert repr(gaps.mean()) == repr(Ratio.of(y[:BLOCK][kept], x[:BLOCK][kept]).mean())


def test_a_small_scatter_about_a_large_mean() -> None:
    # 0.1 more or less on a million seconds: the difference of squares has no digit of it left in floating point.
    values = [1e6 + 0.1 * (-1) ** n for n in range(1000)]
    found = Ratio.of(values, [1.0] * 1000).mean()
    assert found.high - found.estimate == pytest.approx(float(t.ppf(0.975, 500)) * 0.1 / math.sqrt(999), rel=1e-6)


def test_a_cluster_of_nothing_says_nothing_and_nonsense_is_refused() -> None:
    ratio = Ratio.of([1.0, math.nan], [0.0, 0.0])
    assert (ratio.clusters, ratio.y) == (0, 0.0)
    for wrong in (math.nan, math.inf, 1e300):
        with pytest.raises(ValueError, match="finite"):
            Ratio.of([wrong, 0.0], [1.0, 1.0])


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


@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda rng: rng.lognormal(0.0, 0.8, 10), math.exp(0.32)),
        (lambda rng: rng.poisson(rng.gamma(1.0, 1.0, 10)), 1.0),
        (lambda rng: rng.gamma(1.0, 3.0, 10), 3.0),
        (lambda rng: rng.normal(5.0, 1.0, 10), 5.0),
    ],
    ids=["lognormal", "counts", "exponential", "normal"],
)
def test_means_of_ten_matches_cover_whatever_their_shape(draw: Callable[[Any], Any], truth: float) -> None:
    rng, runs = np.random.default_rng(6), 600
    found = [Ratio.of(draw(rng).tolist(), [1.0] * 10).positive_mean() for _ in range(runs)]
    covered = sum(each.low <= truth <= each.high for each in found) / runs
    # Three standard errors of 600 runs are 2.7 points; Student's interval holds 85 to 90 % of the skewed ones.
    assert 0.92 <= covered <= 0.985
    assert all(each.low >= 0 for each in found)


def test_rare_events_that_come_together_cover() -> None:
    """As rare and as clustered (a correlation of 0.1) as the passed turns of ZATRE, sixty to a match."""
    rng, runs, truth = np.random.default_rng(7), 600, 0.0137
    covered = 0
    for _ in range(runs):
        y = rng.binomial(60, rng.beta(9 * truth, 9 * (1 - truth), 10))
        found = clustered_rate(y.tolist(), [60.0] * 10)
        covered += found.low <= truth <= found.high
    assert 0.92 <= covered / runs <= 0.985


def test_means_of_many_matches_cover() -> None:
    rng = np.random.default_rng(6)
    runs, matches, covered = 600, 25, 0
    for _ in range(runs):
        x = rng.integers(1, 9, matches)
        y = x * rng.gamma(4.0, 0.5, matches)
        found = Ratio.of(y.tolist(), x.tolist()).positive_mean()
        covered += found.low <= 2.0 <= found.high
    assert 0.92 <= covered / runs <= 0.98


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
