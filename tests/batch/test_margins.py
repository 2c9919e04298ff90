"""Figures at equal strata, recounted: by closed forms, by hand, by another optimiser, and by leaving matches out."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, logit

from sim.batch.blocks import MatchBlock
from sim.batch.figures import clustered_rate
from sim.batch.margins import CellSums
from sim.games.riff_raff.metrics import AT_EQUAL_CARGO
from sim.statistics import NO_DATA, t_quantile
from tests.batch.drawn_cells import Drawn, drawn
from tests.calibration.metrics.rows import SEATS, attempt, match

_SLOT = next(by for by in AT_EQUAL_CARGO.by if by.key == "slot")


def test_with_one_stratum_and_one_part_it_is_the_clustered_share() -> None:
    stream = np.random.default_rng(1)
    x = stream.integers(50, 150, 400).astype(float)
    y = stream.binomial(x.astype(int), expit(stream.normal(-1.0, 0.7, 400))).astype(float)
    found = Drawn(y[:, None, None], x[:, None, None]).margins()
    share = clustered_rate(y.tolist(), x.tolist())
    interval = found.interval(0)
    assert interval.estimate == pytest.approx(share.estimate, abs=1e-3)
    # The width of the interval, by the delta method from the ratio's own: var(logit) = var / (p (1 - p))^2.
    p = share.estimate
    r = y - p * x
    error = math.sqrt(400 / 399 * (r**2).sum()) / x.sum() / (p * (1 - p))
    assert found.standard_errors()[0] == pytest.approx(error, rel=0.01)
    assert logit(interval.high) - logit(interval.estimate) == pytest.approx(t_quantile(399) * error, rel=0.01)


def test_two_parts_in_one_stratum_are_the_fourfold_table() -> None:
    # ln(a d / b c), and its variance 1/a + 1/b + 1/c + 1/d (Woolf 1955).
    a, b, c, d = 3000.0, 7000.0, 5000.0, 4000.0
    found = Drawn(np.array([[[a], [c]]]), np.array([[[a + b], [c + d]]])).margins()
    assert found.logits[0] - found.logits[1] == pytest.approx(math.log(a * d / (b * c)), abs=2e-3)
    model = found.model
    assert model[0, 0] + model[1, 1] - 2 * model[0, 1] == pytest.approx(1 / a + 1 / b + 1 / c + 1 / d, rel=0.01)


def test_with_much_in_every_cell_it_is_the_share_standardised_by_hand() -> None:
    # Part 0 is met late, where much falls; by hand: the shares of each stratum, weighted by what both parts met there.
    y = np.array([[[20.0, 600.0], [90.0, 50.0]]]) * 100
    x = np.array([[[200.0, 1800.0], [1800.0, 200.0]]]) * 100
    found = Drawn(y, x).margins()
    assert found.interval(0).estimate == pytest.approx((20 / 200 + 600 / 1800) / 2, abs=1e-3)
    assert found.interval(1).estimate == pytest.approx((90 / 1800 + 50 / 200) / 2, abs=1e-3)
    # In a mix of one stratum alone it is the share there.
    for stratum, shares in ((0, (20 / 200, 90 / 1800)), (1, (600 / 1800, 50 / 200))):
        alone = Drawn(y, x).margins({stratum: 3.0})
        assert [alone.interval(part).estimate for part in (0, 1)] == pytest.approx(shares, abs=2e-3)
    # The raw shares say that part 0 is four times as dangerous.
    assert Drawn(y, x).raw()[0] / Drawn(y, x).raw()[1] > 4


def test_equal_parts_that_are_met_at_different_times_have_equal_figures() -> None:
    made = drawn(np.random.default_rng(3), 3000, np.zeros(4))
    figures = [made.margins().interval(part).estimate for part in range(4)]
    assert np.ptp(figures) < 0.02 < 0.1 < np.ptp(made.raw())


def test_the_fit_is_where_another_optimiser_finds_it() -> None:
    made = drawn(np.random.default_rng(4), 40, np.array([0.5, 0.0, -0.5]), strata=4)
    y, x = made.y.sum(axis=0), made.x.sum(axis=0)
    weights = x.sum(axis=0) / x.sum()
    centre = weights @ np.arange(4)
    z = (np.arange(4) - centre) / math.sqrt(weights @ (np.arange(4) - centre) ** 2)
    middle = logit((y.sum() + 0.5) / (x.sum() + 1))

    def shares(beta: np.ndarray) -> np.ndarray:
        return np.asarray(expit(beta[:4][None] + beta[4:7][:, None] + beta[7:][:, None] * z[None]))

    def loss(beta: np.ndarray) -> float:
        p = shares(beta)
        prior = ((beta[:4] - middle) ** 2).sum() / 4.5**2 + (beta[4:7] ** 2).sum() + (beta[7:] ** 2).sum() / 0.5**2
        return float(-(y * np.log(p) + (x - y) * np.log(1 - p)).sum() + prior / 2)

    best = minimize(loss, np.r_[np.full(4, middle), np.zeros(6)], method="BFGS", options={"gtol": 1e-7})
    assert expit(made.margins().logits) == pytest.approx(shares(best.x) @ weights, abs=1e-5)


def test_the_clustered_error_is_that_of_leaving_matches_out() -> None:
    made = drawn(np.random.default_rng(5), 60, np.array([0.4, 0.0, -0.4]), strata=4, between_sd=1.0)
    whole = made.margins()
    # The mix of strata stays what it was.
    mix = dict(enumerate(made.x.sum(axis=(0, 1)).tolist()))

    left_out = np.array(
        [Drawn(np.delete(made.y, n, axis=0), np.delete(made.x, n, axis=0)).margins(mix).logits for n in range(60)]
    )
    jackknife = np.sqrt(59 / 60 * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0))
    assert np.sqrt(np.diag(whole.clustered)) == pytest.approx(jackknife, rel=0.15)


def test_strata_that_bend_are_a_bad_fit_and_straight_ones_are_not() -> None:
    stream = np.random.default_rng(6)
    straight = [drawn(stream, 100, np.array([0.3, 0.0, -0.3])).margins().misfit for _ in range(40)]
    assert sum(p < 0.05 for p in straight) <= 6
    made = drawn(stream, 400, np.zeros(3))
    bent = made.y.copy()
    bent[:, 1, 3:5] = 0.0  # nothing falls in the middle of the part that is met most there
    assert Drawn(bent, made.x).margins().misfit < 1e-3


def test_rows_are_counted_by_slot_and_cargo_in_any_order() -> None:
    def cells(order: range) -> CellSums:
        found = CellSums(AT_EQUAL_CARGO, _SLOT, SEATS)
        for index in order:
            turns = [
                attempt(index, n, slot=1 + (n * (index + 1)) % 3, aboard_before=n // 2, fallen=(n * index) % 4 == 1)
                for n in range(1, 9)
            ]
            found.add(MatchBlock([match(index, turns)], turns, [len(turns)]))
        return found

    one, other = cells(range(12)), cells(range(11, -1, -1))
    assert one.strata() == {0: 12, 1: 24, 2: 24, 3: 24, 4: 12}
    assert one.margins().parts == (1, 2, 3)
    assert sum(one.margins().counts) == 96
    assert one.margins().logits.tolist() == other.margins().logits.tolist()
    assert one.margins().clustered.tolist() == other.margins().clustered.tolist()


def test_sums_products_and_kept_counts_are_those_counted_turn_by_turn() -> None:
    played = [
        [
            attempt(index, n, slot=1 + (n * (index + 2)) % 4, aboard_before=n // 3, fallen=(n + index) % 3 == 1)
            for n in range(1, 5 + index % 4)
        ]
        for index in range(9)
    ]
    found = CellSums(AT_EQUAL_CARGO, _SLOT, SEATS, pairs=True)
    for turns in (played[:4], played[4:]):
        rows = [match(each[0].match, each) for each in turns]
        found.add(MatchBlock(rows, [turn for each in turns for turn in each], list(map(len, turns))))
    counted = found.counts
    kept: dict[int, dict[int, float]] = {}
    assert counted.kept is not None
    for matches, there, values in counted.kept:
        for index, place, value in zip(matches.tolist(), there.tolist(), values.tolist(), strict=True):
            kept.setdefault(index, {})[place] = value
    sums: Counter[int] = Counter()
    products: Counter[tuple[int, int]] = Counter()
    for index, turns in enumerate(played):
        adds: dict[int, float] = {}
        for turn in turns:
            place = 2 * counted.of[turn.slot, turn.aboard_before]
            for at, value in ((place, float(turn.fell)), (place + 1, 1.0)):
                if value:
                    adds[at] = adds.get(at, 0.0) + value
        assert kept[index] == adds
        sums.update(adds)
        products.update({(a, b): x * y for a, x in adds.items() for b, y in adds.items()})
    margins = found.margins()
    assert margins.by_match is not None
    shares = expit(margins.logits)
    deviations = np.array(list(margins.by_match.values())) / (shares * (1 - shares))
    # The scatter of what the matches add is the variance that they make.
    assert np.cov(deviations.T) * len(played) == pytest.approx(margins.clustered)
    assert counted.matches == len(played)
    assert {at: value for at, value in enumerate(counted.sums.tolist()) if value} == sums
    assert {
        (a, b): value for a, row in enumerate(counted.products.tolist()) for b, value in enumerate(row) if value
    } == products


@pytest.mark.parametrize("pairs", [False, True])
def test_counts_that_are_merged_are_those_of_all_matches(pairs: bool) -> None:
    one, other, both = (CellSums(AT_EQUAL_CARGO, _SLOT, SEATS, pairs) for _ in range(3))
    for index in range(10):
        turns = [attempt(index, n, slot=1 + (n + index) % 5, aboard_before=n // 3, fallen=n == 4) for n in range(1, 7)]
        for into in (one if index < 4 else other, both):
            into.add(MatchBlock([match(index, turns)], turns, [len(turns)]))
    one.counts.merge(other.counts)
    merged, whole = one.margins(), both.margins()
    assert (merged.matches, merged.counts, one.strata()) == (10, whole.counts, both.strata())
    assert merged.clustered == pytest.approx(whole.clustered)
    assert (merged.by_match is not None) == (whole.by_match is not None) == pairs
    for index, added in (merged.by_match or {}).items():
        assert whole.by_match is not None
        assert added == pytest.approx(whole.by_match[index])
    assert len(merged.by_match or ()) == 10 * pairs


def test_figures_of_one_batch_are_what_they_were() -> None:
    """The two errors, of which the greater counts, and the check of the fit, to the digits that are printed."""
    found = drawn(np.random.default_rng(8), 30, np.array([0.5, 0.0, -0.5]), strata=4, between_sd=0.5).margins()
    clustered, model = (np.sqrt(np.diag(each)) for each in (found.clustered, found.model))
    assert found.logits == pytest.approx([-2.205797, -2.546358, -3.774614], abs=1e-6)
    assert clustered == pytest.approx([0.254169, 0.21363, 0.258466], abs=1e-6)
    assert model == pytest.approx([0.22392, 0.1815, 0.592565], abs=1e-6)
    assert found.standard_errors() == pytest.approx([clustered[0], clustered[1], model[2]])
    assert found.misfit_json() == 0.065109
    assert found.interval(0).to_json() == {"estimate": 0.099231, "low": 0.061478, "high": 0.156307}
    assert found.interval(0, 3.0).to_json() == {"estimate": 0.099231, "low": 0.048879, "high": 0.191036}
    assert found.interval(3) is NO_DATA


def test_of_one_match_or_two_little_is_known() -> None:
    one, two = (drawn(np.random.default_rng(8), count, np.zeros(3), strata=4).margins() for count in (1, 2))
    assert one.misfit_json() is two.misfit_json() is None
    assert math.isnan(one.interval(0).low)
    assert math.isnan(one.interval(0).high)
    assert 0 < two.interval(0).low < two.interval(0).estimate < two.interval(0).high < 1
