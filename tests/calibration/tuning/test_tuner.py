"""The search on made-up games whose truth is known: it finds what there is, believes only fresh matches, says so."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.tuning.design import Choice
from calibration.tuning.evaluations import SEARCH, Outcome
from calibration.tuning.outlook import HOPELESS
from calibration.tuning.space import Parameter, Space, Values
from calibration.tuning.targets import Target
from calibration.tuning.tuner import COARSE, Problem, tune
from calibration.tuning.tuning import Tuning
from studies.against_grid import Comparison
from tests.amounts import amount
from tests.calibration.tuning.games import MadeUp, problem_of, space_of


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def crooked(seed: int, dimensions: int):
    """A fall rate that is no quadratic on any scale, with slopes of any sign."""
    g = np.random.default_rng(seed)
    level, slopes, bends = g.uniform(-3, -0.5), g.uniform(-2.5, 2.5, dimensions), g.uniform(-1, 1, dimensions)

    def truth(u: np.ndarray) -> float:
        c = u - 0.5
        return logistic(level + float(slopes @ c + bends @ c**2) + 0.1 * math.sin(5 * float(u.sum())))

    return truth, g.uniform(0.1, 0.9, dimensions)


def slope(u: np.ndarray) -> float:
    """From 0.08 to 0.38 along the first parameter, the others nearly nothing."""
    return 0.08 + 0.3 * float(u[0]) + 0.01 * float(u[1:].sum())


def tuned(truth, wanted, dimensions: int = 1, seed: int = 1, home: float = 0.5, **more: int) -> tuple[Tuning, MadeUp]:
    space = space_of(dimensions, home)
    game = MadeUp(space, [truth], [True], seed)
    return tune(problem_of(space, [wanted], [True], seed, **more), game), game


@pytest.mark.slow
@amount(20, full=30, whole=50)
def test_the_answer_is_true_in_nine_of_ten_problems(amount: int) -> None:
    met = true = 0
    for seed in range(amount):
        dimensions = 1 + seed % 3
        truth, somewhere = crooked(seed, dimensions)
        aim = truth(somewhere)
        tolerance = max(0.1 * aim, 0.015)
        found, game = tuned(truth, (aim, tolerance), dimensions, seed)
        met += found.ending == "met"
        true += found.ending == "met" and abs(truth(game.space.unit(found.values)) - aim) <= tolerance
    assert met >= 0.96 * amount
    assert true >= 0.92 * amount  # nine of ten, and a little: measured are 50 of 50


def test_what_is_quoted_are_fresh_matches_in_the_band() -> None:
    found, game = tuned(slope, (0.2, 0.02))
    assert found.ending == "met"
    confirmed = found.confirmed
    assert confirmed.stream != SEARCH
    # Played at once, after everything else, at a number fixed before.
    assert game.calls[-1] == (found.values, confirmed.stream, 0, confirmed.matches)
    (interval,) = found.reached
    assert (interval,) == confirmed.intervals(found.figures)
    assert found.targets[0].low <= interval.low < interval.high <= found.targets[0].high
    assert sum(count for *_, count in game.calls) == found.matches


def test_coarse_before_fine_with_common_seeds() -> None:
    _, game = tuned(slope, (0.2, 0.02), 2)
    design = [call for call in game.calls if call[1] == SEARCH and call[2] == 0][:9]
    assert len({values for values, *_ in design}) == len(design)
    assert {(first, count) for _, _, first, count in design} == {(0, COARSE)}


def test_two_targets_at_once() -> None:
    space = space_of(2)
    truths = [lambda u: 0.1 + 0.3 * float(u[0]) - 0.05 * float(u[1]), lambda u: 300 + 500 * float(u[1])]
    found = tune(problem_of(space, [(0.2, 0.02), (500, 40)], [True, False]), MadeUp(space, truths, [True, False]))
    assert found.ending == "met"
    u = space.unit(found.values)
    assert abs(truths[0](u) - 0.2) <= 0.02
    assert abs(truths[1](u) - 500) <= 40


def test_of_equally_good_answers_the_nearest_to_the_usual_values() -> None:
    """Only the first parameter matters: the second stays where it is."""
    for home in (0.2, 0.8):
        found, _ = tuned(lambda u: 0.08 + 0.3 * float(u[0]), (0.2, 0.02), 2, home=home)
        assert found.ending == "met"
        assert abs(found.values[1] / 100 - home) < 0.3


def test_usual_values_that_meet_the_targets_are_looked_at_first_and_kept() -> None:
    """The truth at home is 0.235, a quarter of a tolerance beside the value."""
    found, game = tuned(slope, (0.24, 0.02), 2, seed=2)
    assert (found.ending, found.unchanged, found.values) == ("met", True, found.space.usual)
    assert {values for values, *_ in game.calls} == {found.space.usual}
    assert [call[1:] for call in game.calls[-1:]] == [("fresh 1", 0, found.confirmed.matches)]
    assert found.sentence().startswith("The usual values meet the target already, so nothing needs to change: a 2")
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert (told["unchanged"], told["likeliest"], told["model"]) == (True, None, [])
    assert [parameter["value"] for parameter in told["parameters"]] == [50.0, 50.0]


def test_usual_values_beside_the_band_are_left_and_the_search_is_as_it_would_be() -> None:
    found, _ = tuned(slope, (0.2, 0.02))
    assert (found.ending, found.unchanged) == ("met", False)
    assert abs(slope(found.space.unit(found.values)) - 0.2) <= 0.02


def test_where_nothing_is_likely_it_ends_and_says_so_with_what_is_expected_at_the_nearest() -> None:
    found, _ = tuned(slope, (0.42, 0.02), most_matches=2_000)
    assert found.ending == "unlikely"
    assert found.matches < 600
    assert found.outlook.chance < HOPELESS
    words = found.sentence()
    assert words.startswith("No setting within these ranges is likely to meet the target (chance ")
    assert "by its models the nearest is a 3" in words
    assert "It may help to widen made.up_0 above 100." in words
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert told["outlook"]["chance"] == round(found.outlook.chance, 4)
    assert told["outlook"]["widen"] == {"made.up_0": 1}
    assert told["likeliest"]["values"]["made.up_0"] >= 90
    likely, _ = tuned(slope, (0.2, 0.02))
    assert "likely to meet" not in likely.sentence()
    assert likely.outlook is None


class Line:
    """A model that knows a figure: level at 0, and slope along the only parameter."""

    def __init__(self, level: float, slope: float) -> None:
        self.level, self.slope = level, slope

    def value(self, points: np.ndarray) -> np.ndarray:
        return self.level + self.slope * points[:, 0]

    def figure(self, points: np.ndarray, _spread: float) -> tuple[np.ndarray, ...]:
        return (self.value(points),) * 3


@pytest.mark.parametrize(("tolerances", "way"), [(0.1, 0.0), (0.5, 0.5), (1.0, 0.8), (4.0, 64 / 65)])
def test_a_miss_weighs_in_proportion_to_the_tolerance(tolerances: float, way: float) -> None:
    """The value lies at the far bound, this many tolerances from home: how much of the way is it worth to go?

    (miss / half a tolerance)^2 + way^2 is least at 4 t^2 / (1 + 4 t^2); for a tenth of a tolerance nothing moves.
    """
    space = space_of(1, home=0.0)
    choice = Choice(space, [Target("a", 0.2, 0.02)], 1)
    model: Any = Line(0.2 - 0.02 * tolerances, 0.02 * tolerances)
    point, possible = choice.best([model], np.array([[0.5]]))
    assert possible
    assert float(point[0]) == pytest.approx(way, abs=0.01)


def test_a_target_out_of_reach_is_told_with_the_nearest() -> None:
    found, _ = tuned(slope, (0.9, 0.09), 2)
    assert found.ending == "unreachable"
    assert found.values[0] == 100
    assert found.confirmed is not None
    assert found.reached[0].high < 0.81
    # Twice the interval: nineteen of twenty are not enough for a test.
    width = found.reached[0].high - found.reached[0].low
    assert abs(found.reached[0].estimate - slope(found.space.unit(found.values))) < width
    assert "Out of reach within the bounds: the nearest is a 3" in found.sentence()
    # Where the largest of chances is that are all nothing says nothing.
    assert found.likeliest.chance < 0.005
    assert "nothing on the map is likely to meet the target: the best chance is less than 1 %. " in found.sentence()
    told_of = replace(found, likeliest=replace(found.likeliest, chance=0.2))
    assert "the best chance is 20 %, at made.up_0 = " in told_of.sentence()


def test_a_target_just_out_of_reach_is_told_apart_from_one_just_within() -> None:
    beyond, _ = tuned(slope, (0.42, 0.02))
    within, _ = tuned(slope, (0.37, 0.02))
    assert beyond.ending in ("unreachable", "unlikely")
    assert within.ending == "met"


def test_two_targets_that_exclude_each_other() -> None:
    space = space_of(1)
    truths = [lambda u: 0.1 + 0.3 * float(u[0]), lambda u: 0.4 - 0.3 * float(u[0])]
    found = tune(problem_of(space, [(0.15, 0.02), (0.15, 0.02)], [True, True]), MadeUp(space, truths, [True, True]))
    assert found.ending == "unreachable"
    # Nearest in the least-squares sense of the tolerances: half way.
    assert 35 <= found.values[0] <= 65


def test_matches_run_out() -> None:
    found, _ = tuned(slope, (0.2, 0.002), most_matches=300)
    assert found.ending == "not_found"
    assert found.matches <= 300
    assert found.confirmed is None
    assert "Not found within 300 matches (--max-matches)" in found.sentence()
    assert json.loads(json.dumps(found.to_json(), allow_nan=False))["targets"][0]["met"] is False


def test_fewer_matches_than_the_first_design() -> None:
    found, _ = tuned(slope, (0.2, 0.02), most_matches=5)
    assert found.ending == "not_found"
    assert found.matches == 0
    json.dumps(found.to_json(), allow_nan=False)


def test_whole_numbers_stay_whole_and_may_be_too_coarse() -> None:
    space = Space("riff-raff", (Parameter("made.up", 1.0, 5.0, True, 2.0),))
    minutes = MadeUp(space, [lambda u: 5 + 20 * float(u[0])], [False])
    found = tune(problem_of(space, [(15, 1)], [False]), minutes)
    assert (found.ending, found.values) == ("met", (3.0,))
    assert all(values[0].is_integer() for values, *_ in minutes.calls)
    between = tune(problem_of(space, [(12.5, 1)], [False]), minutes)
    assert between.ending in ("unreachable", "unlikely")
    assert between.values in ((2.0,), (3.0,))


def test_a_contradiction_is_learnt_from() -> None:
    """The matches that were searched with are luckier than all others: fresh ones say so, and the search goes on."""

    class Lucky(MadeUp):
        def _matches(self, values: Values, stream: str) -> list[np.ndarray]:
            (falls,) = super()._matches(values, stream)
            return [np.maximum(0.0, falls - 2) if stream == SEARCH else falls]

    space = space_of(1)
    game = Lucky(space, [slope], [True])
    found = tune(problem_of(space, [(0.2, 0.02)], [True]), game)
    assert "contradicted" in {step.what for step in found.path}
    assert found.ending == "met"
    assert abs(slope(space.unit(found.values)) - 0.2) <= 0.02
    streams = [stream for _, stream, *_ in game.calls if stream.startswith("fresh")]
    assert len(streams) == len(set(streams)) > 1


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (tuned(slope, (0.2, 0.02), 2, seed=7)[0] for _ in range(2))
    assert first == second
    assert tuned(slope, (0.2, 0.02), 2, seed=8)[0].evaluations != first.evaluations


@pytest.mark.slow
@pytest.mark.parametrize("killed_after", [1, 5, 12])
def test_a_search_that_is_taken_up_again_ends_the_same(killed_after: int) -> None:
    """Whatever was played is known; the rest is played."""
    space = space_of(2)
    honest = MadeUp(space, [slope], [True])
    problem = problem_of(space, [(0.2, 0.02)], [True])
    known: dict[tuple[Values, str, int], Outcome] = {}

    class Killed(Exception):  # noqa: N818 - no error
        pass

    def play(values: Values, stream: str, first: int, count: int) -> list[Outcome]:
        for index in range(first, first + count):
            if (values, stream, index) not in known:
                if len(known) == killed_after * COARSE + 3:
                    raise Killed
                known[values, stream, index] = honest(values, stream, index, 1)[0]
        return [known[values, stream, index] for index in range(first, first + count)]

    with pytest.raises(Killed):
        tune(problem, play)
    killed_after = 10**6
    again = tune(problem, play)
    assert again == tune(problem, MadeUp(space, [slope], [True]))
    assert len(known) == again.matches


def test_a_grid_that_does_the_same_takes_ten_times_as_long() -> None:
    """As in the example of the README: two parameters, one steep and one mild. The grid is run here, not computed."""

    def truth(u: np.ndarray) -> float:
        return logistic(-0.95 - 1.9 * float(u[0]) - 0.6 * float(u[1]))

    found, _ = tuned(truth, (0.2, 0.02), 2, seed=3)
    compared = Comparison.of(found)
    grid = MadeUp(found.space, [truth], [True], seed=3)
    axes = [np.linspace(0, 100, count) for count in compared.steps]
    points = [(float(a), float(b)) for a in axes[0] for b in axes[1]]
    seconds, best = 0.0, math.inf
    for values in points:
        outcomes = grid(values, "grid", 0, compared.matches_per_point)
        seconds += sum(outcome.seconds for outcome in outcomes)
        rate = sum(o.sums[0][0] for o in outcomes) / sum(o.sums[0][1] for o in outcomes)
        best = min(best, abs(rate - 0.2))
    assert best <= 0.02  # it finds it, too
    assert seconds == pytest.approx(compared.grid_seconds)
    assert seconds >= 10 * found.seconds


def test_what_is_never_counted_cannot_be_tuned() -> None:
    from sim.errors import InputError

    def play(values: Values, stream: str, first: int, count: int) -> list[Outcome]:
        return [Outcome(1.0, ((0.0, 0.0),))] * count

    with pytest.raises(InputError, match="--target a: nothing that it counts happened"):
        tune(problem_of(space_of(1), [(0.2, 0.02)], [True]), play)


def test_json_tells_everything() -> None:
    found, _ = tuned(slope, (0.2, 0.02), 2)
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert told["ending"] == "met"
    assert told["targets"][0]["met"] is True
    assert [p["value"] for p in told["parameters"]] == list(found.values)
    assert sum(e["matches"] for e in told["evaluations"]) == told["matches"]["all"] == found.matches
    assert told["seconds_simulated"] == found.matches * 60
    assert {curve["parameter"] for curve in told["model"]} == {"made.up_0", "made.up_1"}
    assert told["confirmation"]["found"]["a"] == told["targets"][0]["reached"]
    assert told["path"][-1]["what"] == "confirmed"


def test_the_problem_is_a_value() -> None:
    space = space_of(1)
    assert problem_of(space, [(0.2, 0.02)], [True]).targets == problem_of(space, [(0.2, 0.02)], [True]).targets
    assert isinstance(problem_of(space, [(0.2, 0.02)], [True]), Problem)
