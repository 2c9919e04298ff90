"""The most and the least of several parts: how often a claim is wrong, how often one is made, and when it is not.

With all parts equal, a sentence that names a certain winner may come in 5 % of runs. The few runs here are the quick
version of `test_equal_parts_in_twenty_thousand_runs`.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm, studentized_range
from scipy.stats import t as student

from sim.batch.margins import Margins
from sim.batch.ranking import Ranking, _shrunk, ranking, to_two_digits
from sim.games.riff_raff.metrics import AT_EQUAL_CARGO
from sim.statistics import Interval
from tests.batch.drawn_cells import drawn

_SLOT = next(by for by in AT_EQUAL_CARGO.by if by.key == "slot")
_DESIGNS = ((10, 0.0), (30, 0.6), (100, 0.0), (100, 0.6))
"""Numbers of matches, and how far these differ."""


def claims(runs: int, seed: int, draws: int = 2_000) -> tuple[int, int]:
    """Runs with ten equal slots in which any two are called different, and in which the raw figures would be."""
    stream, wrong, raw = np.random.default_rng(seed), 0, 0
    for run in range(runs):
        matches, between_sd = _DESIGNS[run % len(_DESIGNS)]
        made = drawn(stream, matches, np.zeros(10), between_sd=between_sd)
        found = ranking(made.margins(), draws)
        wrong += found is not None and (found.differ or found.most.certain or found.least.certain)
        raw += bool(np.ptp(made.raw()) > 0.1)
    return wrong, raw


@pytest.mark.slow
def test_equal_slots_are_called_different_in_five_percent_of_runs_at_most() -> None:
    runs = 100
    wrong, raw = claims(runs, seed=1)
    # The raw figures of slots that are equal differ by more than 10 points, as they are met at different times.
    assert raw > 0.9 * runs
    assert wrong <= 0.05 * runs + 3 * math.sqrt(0.05 * 0.95 * runs)


@pytest.mark.study
def test_equal_parts_in_twenty_thousand_runs() -> None:
    runs = 20_000
    wrong, _ = claims(runs, seed=2)
    assert wrong <= 0.05 * runs


def test_slots_that_differ_are_found_and_the_true_extremes_are_among_those_named() -> None:
    levels = np.linspace(-0.6, 0.6, 10)
    stream = np.random.default_rng(7)
    found = [ranking(drawn(stream, 200, levels, between_sd=0.3).margins(), 2_000) for _ in range(40)]
    ranked = [each for each in found if each is not None]
    assert len(ranked) == 40
    assert sum(each.apart for each in ranked) >= 36
    assert sum(9 in each.most.among for each in ranked) >= 36
    assert sum(0 in each.least.among for each in ranked) >= 36


def made(logits: list[float], error: float, matches: int = 1_000_000) -> Margins:
    """Independent figures of equal precision."""
    parts, variances = tuple(range(1, len(logits) + 1)), error**2 * np.eye(len(logits))
    return Margins(parts, (100.0,) * len(logits), matches, np.array(logits), variances, variances)


def of(margins: Margins) -> Ranking:
    found = ranking(margins)
    assert found is not None
    return found


@pytest.mark.parametrize("parts", [3, 10])
def test_the_quantile_is_tukeys(parts: int) -> None:
    # Tukey's honest significant difference of figures of equal precision.
    quantile = float(studentized_range.ppf(0.95, parts, np.inf))
    below, above = ([0.0] * (parts - 1) + [quantile * by] for by in (0.985, 1.015))
    equal, different = of(made(below, 1.0)), of(made(above, 1.0))
    assert (equal.differ, len(equal.most.among), len(equal.least.among)) == (False, parts, parts)
    assert (different.differ, different.most.certain, len(different.least.among)) == (True, True, parts - 1)


def test_two_parts_are_compared_by_students_t() -> None:
    quantile = float(student.ppf(0.975, 19)) * math.sqrt(2.0)
    assert not of(made([0.0, 0.98 * quantile], 1.0, matches=20)).apart
    assert of(made([0.0, 1.02 * quantile], 1.0, matches=20)).most.certain


def test_the_interval_of_a_picked_part_covers_them_all_at_once() -> None:
    # Sidak's quantile: of the largest of ten independent errors.
    quantile = float(norm.ppf((1 + 0.95 ** (1 / 10)) / 2))
    most = of(made([0.0] * 9 + [0.2], 0.1)).most.interval
    assert math.log(most.high / (1 - most.high)) == pytest.approx(0.2 + quantile * 0.1, abs=0.005)


def test_what_no_other_surely_exceeds_may_be_the_extreme() -> None:
    found = of(made([0.0, 0.1, 5.0, 5.1, 9.0], 0.3))
    assert found.most.among == (5,)
    assert found.most.certain
    assert found.least.among == (1, 2)
    assert found.apart


def test_the_matches_that_are_missing_are_those_of_a_test_of_power_four_fifths() -> None:
    found = of(made([0.0, 5.0, 5.5], 0.3, matches=1000))
    assert found.most.among == (3, 2)
    shrunk = 1 - 1 / (((np.array([0.0, 5.0, 5.5]) - 3.5) ** 2).sum() / 0.09)
    tukey = float(studentized_range.ppf(0.95, 3, 999)) / math.sqrt(2)
    wanted = 1000 * ((tukey + norm.ppf(0.8)) / (shrunk * 0.5 / (0.3 * math.sqrt(2)))) ** 2
    assert found.most.matches == pytest.approx(wanted, rel=0.05)


@pytest.mark.parametrize(
    "logits", [[0.0, 1.0], [0.0, 0.2, 1.0], [0.0, 0.3, 0.5, 1.0], [-2.0, -1.0, 0.5, 0.7, 1.0, 2.0]]
)
def test_differences_are_shrunk_by_stein(logits: list[float]) -> None:
    # James & Stein: 1 - (k - 3) / Q about the mean of k figures, here with at least 1 in place of k - 3.
    quadratic = sum((one - np.mean(logits)) ** 2 for one in logits) / 0.04
    shrunk = 1 - max(len(logits) - 3, 1) / quadratic
    assert _shrunk(np.array(logits), 0.04 * np.eye(len(logits))) == pytest.approx(shrunk)
    assert _shrunk(np.array(logits), 40.0 * np.eye(len(logits))) == 0.0
    assert _shrunk(np.zeros(3), np.eye(3)) == 0.0


def test_a_number_of_matches_has_two_digits_and_is_rounded_up() -> None:
    numbers = (0.5, 1, 9.2, 10, 99.1, 100, 101, 1200, 1201, 990_001, 1e6 - 1, 1e6, 1e300)
    assert [to_two_digits(number) for number in numbers] == [
        *(1, 1, 10, 10, 100, 100, 110, 1200, 1300),
        *(1_000_000,) * 4,
    ]


def test_too_little_is_not_compared() -> None:
    assert ranking(made([0.0, 9.0], 0.1, matches=4)) is None
    assert ranking(made([0.0], 0.1)) is None
    few = made([0.0, 9.0], 0.1, matches=5)
    assert of(replace(few, counts=(10.0, 10.0))).most.picked == 2
    assert ranking(replace(few, counts=(10.0, 9.0))) is None


def test_the_same_figures_have_the_same_bounds_in_every_run() -> None:
    most = of(made([0.0, 0.1, 0.3], 0.2, matches=30)).most.interval
    assert most.to_json() == {"estimate": 0.574443, "low": 0.449492, "high": 0.690557}


def sentence(found: Ranking) -> str:
    return found.sentence(AT_EQUAL_CARGO, _SLOT, Interval.percent)


def test_what_is_certain_is_said_plainly() -> None:
    text = sentence(of(made([-3.0, -2.0, -1.0], 0.05)))
    assert text.startswith("At equal cargo aboard, slot 3 drops most, 26.9 % (")
    assert "; slot 1 drops least, 4.7 % (" in text


def test_what_is_not_certain_says_what_it_may_be_and_how_many_matches_would_tell() -> None:
    text = sentence(of(made([-3.0, -1.2, -1.0], 0.1, matches=500)))
    assert text.startswith("At equal cargo aboard, slot 3 or 2 drops most (slot 3 as counted, 26.9 % (")
    assert " matches would tell); slot 1 drops least" in text


def test_no_more_than_five_parts_that_may_be_it_are_named() -> None:
    found = of(made([0.0, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5], 0.2, matches=500))
    assert found.apart
    for count, words in ((5, "slot 7, 6, 5, 4 or 3 drops most (slot 7 as counted"), (6, "one of 6 drops most (slot 7")):
        among = found.most.among[:count]
        assert words in sentence(replace(found, most=replace(found.most, among=among)))


def test_what_cannot_be_told_says_so() -> None:
    unclear = of(made([-1.3, -1.2, -1.0, -1.05, -1.3], 0.1, matches=500))
    text = sentence(unclear)
    assert "it is not yet clear which slot drops most and which least: slot 3 has 26.9 % (" in text
    assert text.endswith(" matches would tell these two apart.")
    assert "; about 12,000 matches would tell" in sentence(replace(unclear, matches=12_000))
    # Beyond this number nothing more is counted.
    assert "; more than 1,000,000 matches would tell" in sentence(replace(unclear, matches=1_000_000))
    equal = sentence(of(made([-1.2, -1.2, -1.2, -1.19], 0.1)))
    assert equal.endswith("nothing suggests that they differ by more than chance.")
