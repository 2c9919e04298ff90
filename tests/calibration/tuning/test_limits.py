"""Limits and quantiles as targets, the settings that meet them, and rounded values: on made-up games, truth known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from calibration.tuning.response import Response, Sums, of_quantile
from calibration.tuning.settings_map import LIKELY, SURE, chances
from calibration.tuning.targets import Figure, Target
from calibration.tuning.tuner import Problem, tune
from calibration.tuning.tuning import Tuning
from sim.metrics import per_match
from sim.seeds import rng
from tests.calibration.tuning.games import MadeUp, problem_of, space_of

CLUSTER = 0.4
Z_90 = 1.2815516


def slope(u: np.ndarray) -> float:
    """From 0.08 to 0.38."""
    return 0.08 + 0.3 * float(u[0])


def minutes(u: np.ndarray) -> float:
    """From 15 to 35, the mean."""
    return 15 + 20 * float(u[0])


def p90(u: np.ndarray) -> float:
    """The quantile of these minutes: matches scatter log-normally."""
    return minutes(u) * math.exp(CLUSTER * Z_90 - CLUSTER**2 / 2)


def test_a_limit_on_a_quantile_is_met_in_truth() -> None:
    space = space_of(1, home=0.9)
    figure = Figure("m.p90", per_match("m", "minutes", lambda row: row), 0.9)
    problem = Problem(space, (Target("m.p90", 40.0, 3.0, "<"),), (figure,), 1, 20_000)
    game = MadeUp(space, [minutes], [False], cluster=CLUSTER)
    assert p90(space.unit(space.usual)) > 50
    found = tune(problem, game)
    assert found.ending == "met"
    assert p90(space.unit(found.values)) < 40
    # No farther from the usual values than it must be.
    assert p90(space.unit(found.values)) > 33
    (reached,) = found.reached
    assert reached.high <= 40
    assert "minutes, in 90 % of the matches at most " in found.sentence()
    assert "inside your limit (wanted: below 40)" in found.sentence()


def test_a_limit_that_no_setting_keeps_is_out_of_reach() -> None:
    space = space_of(1)
    problem = replace(problem_of(space, [(0.05, 0.01)], [True]), targets=(Target("a", 0.05, 0.005, "<"),))
    found = tune(problem, MadeUp(space, [slope], [True]))
    assert found.ending == "unreachable"
    assert space.unit(found.values)[0] < 0.1


def test_the_sums_of_a_quantile_have_its_scatter() -> None:
    """The second count: quantiles of many samples."""
    g = rng(1, "scatter of a quantile")
    for p in (0.1, 0.5, 0.9):
        samples = g.normal(20, 3, (1500, 400))
        spread = np.var(np.quantile(samples, p, axis=1)) * 400
        sums = [of_quantile(sample, p) for sample in samples[:200]]
        assert np.mean([s.scatter() for s in sums]) == pytest.approx(spread, rel=0.12)
        assert sums[0].value == pytest.approx(np.quantile(samples[0], p, method="median_unbiased"))


def fall_rate_tuned(rounds: bool) -> tuple[Tuning, MadeUp]:
    space = space_of(1)
    game = MadeUp(space, [slope], [True])
    return tune(replace(problem_of(space, [(0.2, 0.02)], [True]), rounds=rounds), game), game


def test_rounded_values_are_confirmed_by_matches_of_their_own() -> None:
    plain, _ = fall_rate_tuned(False)
    found, game = fall_rate_tuned(True)
    assert (found.values, found.confirmed) == (plain.values, plain.confirmed)
    assert plain.rounded is None
    (value,) = found.rounded.values
    assert value == 40.0
    (interval,) = found.rounded.intervals(found.figures)
    assert found.targets[0].holds(interval)
    assert abs(slope(found.space.unit(found.rounded.values)) - 0.2) <= 0.02
    assert game.calls[-1] == (found.rounded.values, found.rounded.stream, 0, found.rounded.matches)
    assert found.rounded.stream not in {evaluation.stream for evaluation in plain.evaluations}
    assert (found.path, found.evaluations, found.maps) == (plain.path, plain.evaluations, plain.maps)


def test_the_map_has_the_settings_that_meet_it_in_truth() -> None:
    found, _ = fall_rate_tuned(False)
    (line,) = found.maps
    assert line.parameters == ("made.up_0",)
    ((low, high),) = line.ranges(LIKELY)
    # In truth from 0.18 to 0.22: 33.3 to 46.7.
    assert low == pytest.approx(33.3, abs=5)
    assert high == pytest.approx(46.7, abs=5)
    ((inner, outer),) = line.ranges(SURE)
    assert low <= inner <= found.values[0] <= outer <= high
    assert line.to_json()["parameters"] == ["made.up_0"]


def test_chances_are_those_of_draws_of_the_model() -> None:
    """The second count: a share of normal draws on the model's scale, for a band, a limit, and both at once."""
    g = rng(1, "chances")
    points = np.linspace(0, 1, 6)[:, None]
    draws = [g.binomial(25, slope(u), 40) for u in points]
    model = Response(points, [Sums(y.astype(float), np.full(len(y), 25.0)) for y in draws], proportion=True)
    where = np.array([[0.3], [0.5]])
    mean, deviation = model.predict(where)
    values = model.link.back(mean[:, None] + deviation[:, None] * g.standard_normal((2, 20_000)))
    band, limit = Target("a", 0.2, 0.03), Target("b", 0.22, 0.01, "<")
    inside = ((values >= band.low) & (values <= band.high)).mean(axis=1)
    below = (values <= limit.high).mean(axis=1)
    assert chances([model], [band], where) == pytest.approx(inside, abs=0.012)
    assert chances([model], [limit], where) == pytest.approx(below, abs=0.012)
    assert chances([model, model], [band, limit], where) == pytest.approx(inside * below, abs=0.02)


def test_maps_cross_pairs_of_parameters() -> None:
    space = space_of(2)
    found = tune(problem_of(space, [(0.2, 0.02)], [True]), MadeUp(space, [slope], [True]))
    (plane,) = found.maps
    assert plane.parameters == ("made.up_0", "made.up_1")
    chance = np.array(plane.chances)
    assert chance.shape == (len(plane.axes[1]), len(plane.axes[0]))
    # Only the first parameter does anything: the columns differ, not the rows.
    best = chance.argmax(axis=1)
    assert np.ptp(np.array(plane.axes[0])[best]) <= 25
    assert 0 < plane.share(SURE) < plane.share(LIKELY) < 0.5
