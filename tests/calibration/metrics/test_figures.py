"""The shape of figures, and differences against published and hand-computed cases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.metrics.figures import CHANCE, Figure, difference, distribution_figures, format_interval
from sim.batch.figures import Ratio, Values, clustered_rate, quantile, quotients
from sim.metrics import SHARE
from sim.statistics import Interval, paired_difference, rate, t_quantile


def sums_of(*pairs: tuple[float, float]) -> Ratio:
    y, x = np.array(pairs, np.float64).T
    (sums,) = quotients(y[:, None], x[:, None], np.arange(len(y)))
    return sums


def values_of(matches: Sequence[Sequence[float]], pairs: bool = False) -> Values:
    values = Values(pairs)
    values.add(np.arange(len(matches)), list(chain.from_iterable(matches)), list(map(len, matches)))
    return values


def share(successes: int, trials: int) -> Figure:
    return Figure("a", "a", rate(successes, trials), trials)


def number(*values: float) -> Figure:
    sums = sums_of(*((value, 1.0) for value in values))
    return Figure("a", "a", sums.mean(), len(values), "", sums)


def test_sums_are_kept_by_match() -> None:
    sums = sums_of((1.0, 2.0), (0.0, 0.0), (2.0, 2.0))
    assert (sums.matches, sums.y, sums.x) == (2, 3.0, 4.0)
    assert sums.share() == clustered_rate([1, 2], [2, 2])
    # Three of four: match 0 has half of one less than that, match 2 half of one more.
    assert sums.residuals() == {0: -0.5, 2: 0.5}
    assert Ratio().residuals() is None


def test_two_proportions_as_newcombe_has_them() -> None:
    # 56 of 70 against 48 of 80: Newcombe (Statistics in Medicine 17, 1998), method 10: 0.0524 to 0.3339.
    found = difference(share(56, 70), share(48, 80), paired=False)
    assert found.interval.estimate == pytest.approx(0.2)
    assert (found.interval.low, found.interval.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert not found.paired
    assert found.distance > 1


def test_pairs_are_worth_what_they_are_worth() -> None:
    one, other = (3.0, 5.0, 8.0, 12.0), (1.0, 4.0, 6.0, 9.0)
    paired = difference(number(*one), number(*other), paired=True)
    # Nearly the interval of the paired t test, but for the degrees of freedom: the same estimate, variance 0.6667 / 4.
    expected, wider = paired_difference(other, one), t_quantile(2) / t_quantile(3)
    assert paired.interval.estimate == pytest.approx(expected.estimate)
    width = paired.interval.high - paired.interval.low
    assert width == pytest.approx(wider * (expected.high - expected.low), rel=1e-6)
    apart = difference(number(*one), number(*other), paired=False)
    assert apart.interval.high - apart.interval.low > 3 * (paired.interval.high - paired.interval.low)
    assert (paired.paired, apart.paired) == (True, False)


def test_only_matches_that_both_have_are_pairs() -> None:
    one, other = number(1, 2, 3, 4), number(1, 2)
    rho = (-1.5 * -0.5 + -0.5 * 0.5) / math.sqrt(5.0 * 0.5)
    found = difference(one, other, paired=True)
    half, theirs = one.interval.high - 2.5, other.interval.high - 1.5
    expected = math.sqrt(half**2 + theirs**2 - 2 * rho * half * theirs)
    assert found.interval.high - found.interval.estimate == pytest.approx(expected)


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=8))
def test_nothing_differs_from_itself(values: list[float]) -> None:
    found = difference(number(*values), number(*values), paired=True)
    assert found.interval.estimate == 0.0
    assert found.interval.high == pytest.approx(0.0, abs=1e-3)
    assert found.distance == 0.0
    assert found.by_chance == 1.0


def test_a_difference_at_the_edge_of_its_interval_is_five_percent() -> None:
    found = difference(
        Figure("a", "a", Interval(3.0, 1.0, 5.0), 1, ""), Figure("a", "a", Interval(1.0, 1.0, 1.0), 1, ""), False
    )
    assert found.interval == Interval(2.0, 0.0, 4.0)
    assert found.distance == 1.0
    assert found.by_chance == pytest.approx(0.05)


def test_a_figure_without_an_interval_has_no_verdict() -> None:
    found = difference(Figure("a", "a", Interval(3.0, math.nan, math.nan), 1, ""), number(1, 2), False)
    assert math.isnan(found.distance)
    assert math.isnan(found.by_chance)


@pytest.mark.parametrize(
    ("interval", "unit", "signed", "text"),
    [
        (Interval(0.123, 0.101, 0.149), SHARE, False, "12.3 % (10.1 to 14.9)"),
        (Interval(-0.05, -0.1, 0.0), SHARE, True, "-5.0 points (-10.0 to +0.0)"),
        (Interval(7.875, 7.76, 8.004), "", False, "7.88 (7.76 to 8.00)"),
        (Interval(121.4, 114.6, 128.2), "s", False, "121 s (115 to 128)"),
        (Interval(9, 8, 10), "", False, "9 (8 to 10)"),
        (Interval(4, 3, math.nan), "", False, "4 (3 to ?)"),
        (Interval(0.56, math.nan, math.nan), CHANCE, False, "0.56"),
        (Interval(math.nan, math.nan, math.nan), SHARE, False, "no data"),
    ],
)
def test_figures_as_people_read_them(interval: Interval, unit: str, signed: bool, text: str) -> None:
    assert format_interval(interval, unit, signed) == text


def test_quantiles_of_one_value_a_match_are_exact() -> None:
    values = values_of([[float(match % 7)] for match in range(30)])
    assert values.quantile(0.5) == quantile([float(match % 7) for match in range(30)], 0.5)


def test_quantiles_know_of_the_matches() -> None:
    # All turns of a match are the same, or every match has a bit of everything.
    alike = values_of([[float(match)] * 10 for match in range(20)])
    mixed = values_of([[float((7 * turn + 3 * match) % 20) for turn in range(10)] for match in range(20)])
    wide, narrow = alike.quantile(0.5), mixed.quantile(0.5)
    assert wide.estimate == narrow.estimate == 9.0
    assert wide.high - wide.low >= 3 * (narrow.high - narrow.low)


@pytest.mark.parametrize("pairs", [True, False])
def test_a_distribution_adds_up(pairs: bool) -> None:
    values = values_of([(0.1, 0.2, 0.3, 0.3, 0.9, 1.4)] * 10, pairs)
    found = distribution_figures(values, "t", "t", 0.25, "s")
    assert {figure.key.removeprefix("t.distribution."): round(6 * figure.interval.estimate) for figure in found} == {
        "0": 2, "250": 2, "500": 0, "750": 1, "1000": 0, "1250": 1, "1500+": 0,
    }  # fmt: skip
    assert found[1].label == "t, 0.25 to 0.5 s"
    assert found[-1].label == "t, 1.5 s or more"


def test_a_distribution_without_end_is_refused() -> None:
    values = values_of([(1.0, 1e100)])
    with pytest.raises(ValueError, match="beyond 250 s"):
        distribution_figures(values, "t", "t", 0.25, "s")


def test_values_below_nought_have_steps_of_their_own() -> None:
    values = values_of([[-30.0], [10.0], [12.0], [40.0]])
    found = {figure.key: figure.interval.estimate for figure in distribution_figures(values, "t", "t", 25.0, "points")}
    assert found == {
        "t.distribution.-50000": 0.25,
        "t.distribution.-25000": 0.0,
        "t.distribution.0": 0.5,
        "t.distribution.25000": 0.25,
        "t.distribution.50000+": 0.0,
    }


def test_few_observations_or_few_matches_are_few() -> None:
    wide = sums_of(*((1.0, 4.0),) * 5)
    assert not Figure("a", "a", wide.share(), 20, SHARE, wide).few
    assert Figure("a", "a", wide.share(), 9, SHARE, wide).few
    narrow = sums_of(*((1.0, 50.0),) * 4)
    assert Figure("a", "a", narrow.share(), 200, SHARE, narrow).few
