"""Bands and shares find what is known: a function with known variances and noise, one that is flat, luck of seeds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import qmc

from calibration.assumptions.drawing import legendre
from calibration.assumptions.shares import Shares, Spread, shares_of, spread_of
from calibration.tuning.response import Array
from sim.seeds import rng
from sim.statistics import Interval
from tests.amounts import amount

POINTS, MATCHES, DIMENSIONS, NOISE = 128, 4, 45, 1.0
ENDS = legendre(np.array([-1.0, 1.0, 0.5]), 3)


def effects(unit: Array) -> list[Array]:
    """Straight, bent, bowed and s-shaped single effects, a weak one, and one of two values together."""
    x = 2 * unit - 1
    return [
        x[:, 0],
        0.8 * np.exp(x[:, 1]),
        1.05 * x[:, 2] ** 2,
        0.5 * x[:, 3] + 0.3 * x[:, 3] ** 3,
        0.25 * x[:, 4],
        0.9 * x[:, 5] * x[:, 6],
    ]


def known() -> tuple[Array, Array]:
    """The shares of the effects, and the 2.5 and 97.5 % points of their sum, from very many points."""
    parts = np.array(effects(rng(1, "known").random((200_000, DIMENSIONS))))
    total = parts.sum(axis=0)
    return parts.var(axis=1) / total.var(), np.quantile(total, (0.025, 0.975))


def design(seed: int) -> Array:
    return np.asarray(qmc.Sobol(DIMENSIONS, rng=rng(seed, "design")).random_base2(int(math.log2(POINTS))))


def measured(true: Array, seed: int, lucky: float = 0.3, noise: float = NOISE) -> Spread:
    """The figures of the points, from a few matches with noise of their own, and luck that all points share."""
    stream = rng(seed, "noise")
    luck = stream.normal(0, lucky, MATCHES)
    y = true[:, None] + luck + stream.normal(0, noise, (len(true), MATCHES))
    return spread_of(y, np.ones_like(y))


def shares(spread: Spread, unit: Array, seed: int = 1) -> Shares:
    d = unit.shape[1]
    return shares_of(spread, [legendre(2 * unit[:, n] - 1, 3) for n in range(d)], [ENDS] * d, seed)


def holds(interval: Interval, value: float) -> bool:
    return interval.low - 1e-9 <= value <= interval.high + 1e-9


@pytest.mark.study
def test_shares_and_bands_hold_the_truth() -> None:
    truth, ends = known()
    hits: list[bool] = []
    edges: list[bool] = []
    for seed in range(30):
        unit = design(seed)
        spread = measured(np.array(sum(effects(unit))), seed)
        assert not spread.flat
        found = shares(spread, unit)
        hits += [holds(part.share, value) for part, value in zip(found.parts, [*truth[:4]], strict=False)]
        hits += [holds(part.share, 0.0) for part in found.parts[5:]]
        hits.append(holds(found.together, truth[5]))
        band = spread.band(seed)
        edges += [holds(band.low, ends[0]), holds(band.high, ends[1])]
    assert np.mean(hits) > 0.93
    assert np.mean(edges) >= 0.8


@pytest.mark.study
def test_the_greatest_come_first_and_their_ends_are_right() -> None:
    unit = design(3)
    found = shares(measured(np.array(sum(effects(unit))), 3), unit)
    ranked = sorted(range(DIMENSIONS), key=lambda n: -found.parts[n].share.estimate)
    assert set(ranked[:2]) == {0, 1}
    assert found.parts[0].matters > 0.99
    assert found.parts[20].matters < 0.2
    ends = found.parts[0].ends
    assert ends[1].estimate - ends[0].estimate == pytest.approx(2.0, abs=0.8)
    moved = found.parts[0].moved
    assert [end.estimate for end in moved] == pytest.approx([end.estimate for end in ends])
    assert ends[0].estimate < found.parts[0].usual < ends[1].estimate


@amount(4, full=6, whole=40)
def test_a_flat_function_is_called_flat(amount: int) -> None:
    flat = [measured(np.zeros(POINTS), seed).flat for seed in range(amount)]
    assert np.mean(flat) >= 0.9


def test_a_flat_function_leaves_next_to_nothing_open() -> None:
    spread = measured(np.full(POINTS, 5.0), 2, lucky=0.0)
    band = spread.band(1)
    # Without taking chance out, the ends would be 2 apart.
    assert band.high.estimate - band.low.estimate < 0.7


@pytest.mark.slow
def test_luck_that_all_points_share_is_no_effect_and_widens_the_ends() -> None:
    unit = design(1)
    true = np.array(sum(effects(unit)))
    calm, lucky = (measured(true, 1, lucky=size, noise=0.2) for size in (0.0, 3.0))
    assert lucky.caused == pytest.approx(calm.caused, rel=0.05)
    widths = [one.band(1).low.high - one.band(1).low.low for one in (calm, lucky)]
    assert widths[1] > 2 * widths[0]


def test_a_band_without_noise_is_that_of_the_points() -> None:
    true = np.linspace(0.0, 1.0, 101)
    y = np.repeat(true[:, None], 2, axis=1)
    band = spread_of(y, np.ones_like(y)).band(1)
    # To half a step between points.
    assert (band.low.estimate, band.high.estimate) == pytest.approx((0.025, 0.975), abs=0.0051)


@pytest.mark.slow
def test_no_end_lies_beyond_what_a_figure_can_be() -> None:
    spread = measured(np.full(POINTS, 0.1), 2)
    assert spread.band(1).low.low < 0
    assert spread.band(1, least=0.0, most=1.0).low.low == 0


def test_figures_are_quotients_of_sums() -> None:
    y, x = np.array([[1.0, 3.0], [2.0, 2.0]]), np.array([[10.0, 10.0], [5.0, 15.0]])
    assert spread_of(y, x).figures.tolist() == [0.2, 0.2]


@pytest.mark.slow
def test_the_same_data_and_seed_give_the_same_shares() -> None:
    unit = design(1)[:, :5]
    spread = measured(unit[:, 0] * 3, 1)
    assert shares(spread, unit, 7) == shares(spread, unit, 7)
