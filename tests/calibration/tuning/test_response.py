"""The model of a response: exact where it must be, honest about what it does not know."""

from __future__ import annotations

import math

import numpy as np
import pytest

from calibration.tuning.design import cloud, first_points
from calibration.tuning.response import Link, Noise, Response, Sums, shared_noise
from sim.batch.figures import Ratio, clustered_rate
from sim.seeds import rng


def sums_about(value: float, matches: int, attempts: int, g: np.random.Generator) -> Sums:
    return Sums(g.binomial(attempts, value, matches).astype(float), np.full(matches, float(attempts)))


def test_the_scatter_is_that_of_the_intervals() -> None:
    """The linearised variance of a quotient, by hand: y 1, 3 of x 10, 10: r = 0.2, sum (y - r x)^2 = 2."""
    sums = Sums(np.array([1.0, 3.0]), np.array([10.0, 10.0]))
    assert sums.value == 0.2
    assert sums.scatter() == pytest.approx(2 * (2 / 1 * 2 / 400))
    g = np.random.default_rng(1)
    y, x = g.poisson(3, 40).astype(float), g.integers(5, 20, 40).astype(float)
    found = Ratio.of(y.tolist(), x.tolist()).mean()
    assert found.high - found.estimate == pytest.approx(2.0860 * math.sqrt(Sums(y, x).scatter() / 40), rel=1e-4)


@pytest.mark.parametrize("half_width", [0.02, 0.01])
def test_as_many_matches_as_are_asked_for_give_that_interval(half_width: float) -> None:
    g = np.random.default_rng(2)
    noise = Noise.of(Link("logit"), [sums_about(p, 200, 25, g) for p in (0.1, 0.2, 0.3)])
    matches = noise.matches_for(0.2, half_width)
    sums = sums_about(0.2, matches, 25, g)
    found = clustered_rate(sums.y.tolist(), sums.x.tolist())
    assert (found.high - found.low) / 2 == pytest.approx(half_width, rel=0.2)


@pytest.mark.parametrize("scale", ["logit", "log", "plain"])
def test_a_scale_leads_there_and_back(scale) -> None:
    values = np.array([0.001, 0.2, 0.9])
    np.testing.assert_allclose(Link(scale).back(Link(scale).to(values)), values)


def test_a_quadratic_is_found() -> None:
    g = np.random.default_rng(3)

    def truth(u: np.ndarray) -> float:
        return 1 / (1 + math.exp(2 + 1.5 * u[0] - 1.0 * u[1] + 1.2 * u[0] * u[1] - 0.8 * u[1] ** 2))

    points = first_points(2, 5)
    model = Response(points, [sums_about(truth(u), 4000, 25, g) for u in points], True)
    probe = cloud(2, 1)[:64]
    assert np.abs(model.value(probe) - [truth(u) for u in probe]).max() < 0.01
    np.testing.assert_allclose(model.value(probe), model.figure(probe)[0])


def test_its_intervals_hold_what_they_promise() -> None:
    """A truth that is no quadratic, noisy figures: nine of ten of the 95 % intervals hold it, or more."""
    held = []
    for seed in range(20):
        g = np.random.default_rng(seed)
        level, slope, bend = g.uniform(-2, -1), g.uniform(-1, 1, 2), g.uniform(-0.3, 0.3)

        def truth(u: np.ndarray, level=level, slope=slope, bend=bend) -> float:
            return 1 / (1 + math.exp(-level - slope @ u - bend * math.sin(3 * u.sum())))

        points = first_points(2, seed)
        model = Response(points, [sums_about(truth(u), 12, 25, g) for u in points], True)
        probe = cloud(2, seed)[:32]
        _, low, high = model.figure(probe)
        held += [a <= truth(u) <= b for u, a, b in zip(probe, low, high, strict=True)]
    assert sum(held) >= 0.9 * len(held)


def test_what_never_happened_is_still_on_the_scale() -> None:
    x = np.full(8, 25.0)
    model = Response(first_points(1, 1), [Sums(np.full(8, float(n)), x) for n in (0, 0, 1, 2, 4)], True)
    low, high = (float(v) for v in model.value(np.array([[0.0], [1.0]])))
    assert 0 < low < 0.03
    assert high == pytest.approx(0.16, abs=0.03)


def test_means_that_may_be_nought_or_less_stay_as_they_are() -> None:
    one = np.ones(6)
    data = [Sums(np.array([-1.0, 1.0, 0.0, 0.0, 2.0, -2.0]) + shift, one) for shift in (-500, 0, 500, 1000, 1500)]
    model = Response(first_points(1, 1), data, False)
    assert model.link.scale == "plain"
    assert float(model.value(np.array([[0.5]]))[0]) == pytest.approx(500, abs=20)


@pytest.mark.parametrize("dimensions", [1, 2, 3, 5])
def test_the_first_points_reach_every_bound(dimensions: int) -> None:
    points = first_points(dimensions, 4)
    assert points.shape == (5 if dimensions == 1 else max(8, 4 * dimensions), dimensions)
    assert (points.min(axis=0) == 0).all()
    assert (points.max(axis=0) == 1).all()
    np.testing.assert_array_equal(points, first_points(dimensions, 4))


def _of_the_same_seeds(correlation: float, stream: np.random.Generator) -> tuple[list[Sums], list[list[int]]]:
    """Six points of 8 matches each with the same seeds, and one of 24: normal figures of 40 with that correlation."""
    luck, data, names = stream.standard_normal(24), [], []
    for count in (24, 8, 8, 8, 8, 8, 8):
        own = stream.standard_normal(count)
        mixed = math.sqrt(correlation) * luck[:count] + math.sqrt(1 - correlation) * own
        data.append(Sums(40.0 + 4.0 * mixed, np.ones(count)))
        names.append(list(range(count)))
    return data, names


def test_matches_of_the_same_seeds_that_go_together_do_not_count_twice() -> None:
    points = np.linspace(0, 1, 7)[:, None]
    held, correlations = dict.fromkeys((False, True), 0), []
    for number in range(60):
        data, names = _of_the_same_seeds(0.98, rng(number, "test", "shared"))
        shared = shared_noise(data, names)
        correlations.append((shared[1, 2], shared[0, 1] * math.sqrt(8 * 24) / 8))
        for known in held:
            found = Response(points, data, False, None, shared if known else None).interval(np.array([0.9]))
            held[known] += found.low <= 40.0 <= found.high
    assert np.mean(correlations, axis=0) == pytest.approx([0.98, 0.98], abs=0.02)
    assert held[True] >= 52
    assert held[False] <= 48, "one in four is lost"


def test_matches_that_part_ways_are_independent_as_are_those_of_other_seeds() -> None:
    data, names = _of_the_same_seeds(0.1, rng(3, "test", "shared"))
    assert not shared_noise(data, names).any()
    data, _ = _of_the_same_seeds(0.98, rng(3, "test", "shared"))
    assert not shared_noise(data, [[n, *range(100 * n + 1, 100 * n + len(d.x))] for n, d in enumerate(data, 1)]).any()
