"""A search that cannot succeed ends early, and says why; one that can is not given up."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.reports.fronts import fronts_section
from calibration.tuning.outlook import NARROW, between, opposite
from calibration.tuning.targets import Target
from calibration.tuning.tuning import Forecast, Tuning
from sim.statistics import Interval
from tests.amounts import amount
from tests.calibration.tuning.hard import BUDGET, hard, solvable


def ended(kind: str, amount: int) -> list[Tuning]:
    return [hard(kind, seed).tuned() for seed in range(amount)]


@amount(1, full=1, whole=15)
@pytest.mark.parametrize("kind", ["beyond", "exclusive"])
def test_what_no_setting_meets_is_given_up_early(kind: str, amount: int) -> None:
    found = ended(kind, amount)
    given_up = sum(tuning.ending in ("unlikely", "unreachable") for tuning in found)
    assert given_up >= 0.75 * amount
    assert "met" not in {tuning.ending for tuning in found}
    # Half of them within a fifth of the matches allowed.
    assert np.median([tuning.matches for tuning in found]) < BUDGET / 5


@amount(1, full=4, whole=15)
def test_a_cliff_is_told_as_a_cliff(amount: int) -> None:
    for seed in range(amount):
        problem = hard("cliff", seed)
        found = problem.tuned()
        assert found.ending in ("unlikely", "unreachable")
        (drop,) = found.outlook.drops
        low, high = drop.values
        assert drop.parameter == "made.up_0"
        assert low <= problem.cliff <= high
        assert high - low <= 100 * NARROW + 0.01
        assert f"jumps from {found.figures[0].words(drop.figures[0])} to " in found.sentence()


@amount(3, full=12, whole=60)
def test_what_can_be_met_is_not_given_up(amount: int) -> None:
    for seed in range(amount):
        problem, tolerance = solvable(seed)
        found = problem.tuned()
        assert found.ending == "met", seed
        target = problem.problem.targets[0].value
        assert abs(problem.truths[0](found.space.unit(found.values)) - target) <= tolerance, seed


def test_two_targets_that_exclude_each_other_have_a_front_and_a_price() -> None:
    found = hard("exclusive", 0).tuned()
    ((pair, front),) = found.outlook.fronts
    assert pair == (0, 1)
    first, second = ([each.figures[n].estimate for each in front] for n in pair)
    assert first == sorted(first)
    assert second == sorted(second, reverse=True)
    assert not any(
        target.near(a) and other.near(b)
        for target, other in [found.targets]
        for a, b in zip(first, second, strict=True)
    )
    assert "Where the other targets are met, b comes to 2" in found.sentence()
    assert "".join(fronts_section(found)).count("<img") == 1
    met = solvable(1)[0].tuned()
    assert list(fronts_section(met)) == []


def test_neighbours_on_either_side_are_brought_to_differ_in_one_parameter() -> None:
    points = np.array([[0.5, 0.5], [0.56, 0.53], [0.9, 0.9]])
    low, high = Interval(0.1, 0.08, 0.12), Interval(0.3, 0.28, 0.32)
    cliff = opposite(points, [(low,), (high,), (high,)], [Target("a", 0.2, 0.02)], ())
    assert between(cliff).tolist() == [0.56, 0.5]
    alone = opposite(np.array([[0.5, 0.5], [0.56, 0.5]]), [(low,), (high,)], [Target("a", 0.2, 0.02)], ())
    assert between(alone).tolist() == pytest.approx([0.53, 0.5])
    close = opposite(np.array([[0.5], [0.51]]), [(low,), (high,)], [Target("a", 0.2, 0.02)], ())
    assert between(close) is None
    assert close.jump.at == pytest.approx(0.505)
    assert opposite(points[1:], [(low,), (high,)], [Target("a", 0.2, 0.02)], ()) is None


def test_a_forecast_is_made_before_the_search() -> None:
    heard: list[Forecast] = []
    problem, _ = solvable(4)
    found = problem.tuned(heard.append)
    assert heard == [found.forecast]
    assert found.forecast.low <= found.matches <= found.forecast.high
    assert str(found.forecast).startswith(f"about {found.forecast.matches} matches (")
