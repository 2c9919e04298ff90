"""Intervals against published values, and against what they promise."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, t

from sim.seeds import rng
from sim.statistics import (
    LEVEL,
    NO_DATA,
    Interval,
    binomial_quantile,
    mean,
    paired_difference,
    paired_rate_difference,
    positive_mean,
    rate,
    t_quantile,
)
from tests.processes import printed_by

# Newcombe, Statistics in Medicine 17 (1998), table I, method 3 (Wilson score, no continuity correction).
NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("successes", "trials", "low", "high"), NEWCOMBE)
def test_rate_published_values(successes: int, trials: int, low: float, high: float) -> None:
    interval = rate(successes, trials)
    assert interval.estimate == successes / trials
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


@given(st.integers(1, 500).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_rate_mirrors_and_contains(counts: tuple[int, int]) -> None:
    successes, trials = counts
    interval, mirror = rate(successes, trials), rate(trials - successes, trials)
    assert 0 <= interval.low <= interval.estimate <= interval.high <= 1
    assert interval.low == pytest.approx(1 - mirror.high, abs=1e-12)


def test_rate_covers_what_it_promises() -> None:
    # Exact: for each true rate, the probability of all counts whose interval holds it. Wilson's hovers around 95 %.
    trials = 100
    intervals = [rate(count, trials) for count in range(trials + 1)]
    truths = [step / 200 for step in range(10, 191)]
    coverage = [
        sum(binom.pmf(count, trials, truth) for count, i in enumerate(intervals) if i.low <= truth <= i.high)
        for truth in truths
    ]
    assert 0.945 < math.fsum(coverage) / len(coverage) < 0.96
    assert min(coverage) > 0.91


@pytest.mark.parametrize("interval", [Interval(0.5, 0.25, 0.75), mean([0.5]), NO_DATA], ids=str)
def test_json_is_read_again(interval: Interval) -> None:
    # As text, since what is missing is not equal to itself.
    assert str(Interval.from_json(json.loads(json.dumps(interval.to_json())))) == str(interval)


def test_mean_known_value() -> None:
    # t(0.975, 4 degrees of freedom) = 2.776445; the sample variance of 1..5 is 2.5.
    interval = mean([1, 2, 3, 4, 5])
    assert interval.estimate == 3
    assert interval.high - 3 == pytest.approx(2.776445 * math.sqrt(0.5), abs=1e-6)
    assert interval.low == pytest.approx(6 - interval.high)


def test_mean_covers_what_it_promises() -> None:
    samples = rng(11, "coverage").normal(4.0, 2.0, (2000, 6)).tolist()
    covered = sum(i.low <= 4.0 <= i.high for i in map(mean, samples))
    # Binomial: 0.95 +/- 3 standard errors of 0.5 percentage points.
    assert covered / 2000 == pytest.approx(0.95, abs=0.015)


def test_no_data_is_said() -> None:
    for interval in (rate(0, 0), mean([])):
        assert math.isnan(interval.estimate)
        assert interval.percent() == "no data"
        assert interval.to_json() == {"estimate": None, "low": None, "high": None}
    single = mean([3.5])
    assert single.to_json() == {"estimate": 3.5, "low": None, "high": None}


def test_json_is_plain() -> None:
    text = json.dumps(rate(1, 3).to_json(), allow_nan=False)
    assert json.loads(text)["estimate"] == pytest.approx(1 / 3, abs=1e-6)


def test_percent_reads_well() -> None:
    assert Interval(0.123, 0.1009, 0.149).percent() == "12.3 % (10.1-14.9)"


def test_a_difference_of_shares_reads_well_and_says_where_it_has_no_interval() -> None:
    assert Interval(0.123, -0.1009, 0.149).points() == "+12.3 (-10.1 to +14.9)"
    assert mean([-0.5]).points(2) == "-50.00 (no interval)"
    assert NO_DATA.points() == "no data"


def test_measured_values_that_cannot_be_negative_have_no_negative_bound() -> None:
    found = positive_mean([16.5, 20.9])
    assert mean([16.5, 20.9]).low < 0 < found.low < found.estimate == 18.7 < found.high < 5 * 18.7
    assert positive_mean([3.0, 3.0]) == Interval(3.0, 3.0, 3.0)
    assert math.isnan(positive_mean([3.0]).low)


def test_more_successes_than_trials_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="expected 0 to 3 successes, found 4"):
        rate(4, 3)


def test_paired_difference_uses_the_pairs() -> None:
    first = [10.0, 20.0, 30.0, 40.0]
    second = [11.1, 20.9, 31.0, 41.0]
    paired = paired_difference(first, second)
    assert paired.estimate == pytest.approx(1.0)
    assert paired.low > 0.8  # unpaired, the spread of 10 to 40 would drown it
    with pytest.raises(ValueError, match="zip"):
        paired_difference([1.0], [1.0, 2.0])


@pytest.mark.parametrize("trials", [1, 2, 7, 40, 1000, 54321])
def test_a_rate_is_scipys_wilson_interval_to_the_last_bit(trials: int) -> None:
    for successes in {0, 1, trials // 3, trials // 2, trials - 1, trials}:
        expected = binomtest(successes, trials).proportion_ci(LEVEL, method="wilson")
        found = rate(successes, trials)
        assert (found.low, found.high) == (expected.low, expected.high)


def test_quantiles_are_scipys_to_the_last_bit() -> None:
    assert all(t_quantile(freedom) == t.ppf(0.975, freedom) for freedom in (1, 2, 3, 10, 39, 400, 99999))
    for trials in (*range(1, 60), 400, 9999):
        for p in (0.05, 0.5, 0.9):
            for q in ((1 - LEVEL) / 2, 1 - (1 - LEVEL) / 2):
                assert binomial_quantile(q, trials, p) == binom.ppf(q, trials, p)


def test_an_interval_does_not_wait_for_all_of_scipys_statistics() -> None:
    code = "import sys; from sim.statistics import mean, median, rate; rate(3, 9), mean([1, 2]), median([1, 2, 3])"
    assert printed_by(f"{code}; print('scipy.stats' in sys.modules)") == "False\n"


def pairs_of(both: int, second: int, first: int, neither: int) -> tuple[list[bool], list[bool]]:
    """Pairs by their number: yes in both, in the second alone, in the first alone, in neither."""
    pairs = [(True, True)] * both + [(False, True)] * second + [(True, False)] * first + [(False, False)] * neither
    return [one for one, _ in pairs], [other for _, other in pairs]


def test_a_paired_difference_of_rates_has_its_published_value() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), on paired data: 36, 12, 2 and 0 pairs, method 10.
    found = paired_rate_difference(*pairs_of(36, 12, 2, 0))
    assert (found.estimate, found.low, found.high) == pytest.approx((0.2, 0.0569, 0.3404), abs=5e-5)
    mirror = paired_rate_difference(*pairs_of(36, 2, 12, 0))
    assert (mirror.low, mirror.high) == pytest.approx((-found.high, -found.low))


def test_where_no_pair_differs_there_is_still_a_width() -> None:
    found = paired_rate_difference(*pairs_of(0, 0, 0, 50))
    assert found.estimate == 0 == found.low + found.high
    assert found.high == pytest.approx(rate(0, 50).high)
    assert math.isnan(paired_rate_difference([], []).estimate)


def test_a_paired_difference_of_rates_covers_what_it_promises() -> None:
    draw, covered, count = rng(1, "paired"), 0, 2000
    for _ in range(count):
        # Pairs that share their noise: yes where it is below 0.3, or below 0.4.
        noise = draw.random(60)
        apart = draw.random(60) < 0.2
        found = paired_rate_difference((noise < 0.3).tolist(), ((noise < 0.4) ^ apart).tolist())
        truth = (0.4 * 0.8 + 0.6 * 0.2) - 0.3
        covered += found.low <= truth <= found.high
    assert 0.93 < covered / count < 0.985
