"""The scores of Yardarm-40, counted once more in another way."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from calibration.league.suite.folds import Selection, templates
from calibration.league.suite.run import Failed, Scored
from calibration.league.suite.scores import SuiteResult, difference, result_of, stratified
from calibration.league.suite.tasks import Tried
from sim.batch.figures import clustered_rate
from sim.bots.seated import BotFault
from sim.seeds import rng


def _shares(result: SuiteResult) -> list[list[np.ndarray]]:
    """Return the shares of solved tries by bot and template, from the JSON that anybody would read."""
    data = json.loads(json.dumps(result.to_json()))
    return [[np.array(each["solved"]) / each["tries"] for each in bot["templates"]] for bot in (data, data["against"])]


NAMES = ("top-shared", "low-empty", "throw-far", "table-three")


def _tried(solved: float, tries: int, *faults: BotFault) -> Tried:
    return Tried(solved, tries, 1, 0.002, list(faults))


def _result(most: int = 12, fault: bool = False) -> SuiteResult:
    stream, found = rng(1, "scores"), []
    for name in NAMES:
        tries = templates()[name].tries
        for number in range(most):
            ours, theirs = (int(stream.binomial(tries, share)) for share in (0.8, 0.5))
            wrong = [BotFault("Anne", "place", "late", "no answer within 1 s")] if fault and number == 3 else []
            tried = (_tried(ours, tries, *wrong), _tried(theirs, tries))
            found.append(Scored(len(found), name, number, f"{number}", tried))
    return result_of(Selection(names=NAMES, most=most), ("ours", "theirs"), 1, found)


def test_the_score_of_one_template_is_that_of_its_clusters() -> None:
    solved = [4, 3, 0, 2, 4, 4, 1]
    one = stratified([[each / 4 for each in solved]], [4])
    clustered = clustered_rate(solved, [4] * 7)
    assert (one.estimate, one.low, one.high) == pytest.approx(
        (clustered.estimate, clustered.low, clustered.high), rel=1e-12
    )


def test_each_template_weighs_the_same_and_its_tasks_are_one_observation_each() -> None:
    result = _result()
    ours, _ = _shares(result)
    means = [each.mean() for each in ours]
    assert result.score.estimate == pytest.approx(np.mean(means))
    cargo = [each.shares for each in result.scores.of("cargo")]
    assert result.scores.score("cargo").estimate == pytest.approx(np.mean([np.mean(each) for each in cargo]))
    assert len(cargo) == 2
    # Tries of a task cannot tell more than independent ones.
    least = [each.mean() * (1 - each.mean()) / templates()[name].tries for name, each in zip(NAMES, ours, strict=True)]
    spread = sum(each.var(ddof=1) / len(each) for each in ours)
    error = math.sqrt(max(spread, sum(least) / 12)) / len(NAMES)
    width = result.score.high - result.score.low
    # Student's quantile for 44 degrees of freedom is 2.015; Wilson's interval is a little narrower than twice that.
    assert width == pytest.approx(2 * 2.015 * error, rel=0.05)


def test_two_bots_are_compared_in_pairs_of_the_same_tasks() -> None:
    result = _result()
    gaps = [ours - theirs for ours, theirs in zip(*_shares(result), strict=True)]
    found = result.difference()
    assert found.estimate == pytest.approx(np.mean([each.mean() for each in gaps]))
    error = math.sqrt(sum(each.var(ddof=1) / len(each) for each in gaps)) / len(NAMES)
    assert found.high - found.estimate == pytest.approx(2.0154 * error, rel=1e-3)


def test_bots_that_do_alike_differ_by_nothing_within_a_width() -> None:
    shares = [[1.0, 0.5, 0.25], [0.0, 1.0, 1.0]]
    found = difference(shares, shares)
    assert found.estimate == 0
    assert found.low < -0.3
    assert found.high > 0.3


def test_a_single_task_has_no_interval() -> None:
    assert math.isnan(stratified([[0.5], [1.0]], [4, 4]).low)
    assert math.isnan(difference([[0.5]], [[1.0]]).low)
    assert math.isnan(stratified([], []).estimate)


def test_with_one_task_of_each_template_the_text_says_what_it_cannot_say() -> None:
    text = str(_result(most=1))
    assert "nan" not in text
    assert text.count("(no interval)") == 1 + 3 * len([line for line in text.splitlines() if " % (" in line])
    assert "one task of a template says nothing about how much its tasks differ" in text
    assert "no interval" not in str(_result())


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    stream, held = np.random.default_rng(1), 0
    for _ in range(400):
        truth = np.array([0.9, 0.6, 0.3])
        # Tasks differ, so the tries of one are alike.
        chances = np.clip(truth[:, None] + stream.uniform(-0.1, 0.1, (3, 20)), 0, 1)
        shares = stream.binomial(4, chances) / 4
        found = stratified(shares.tolist(), [4, 4, 4])
        held += found.low <= truth.mean() <= found.high
    assert 0.925 <= held / 400 <= 0.985


def test_the_result_says_all_of_it_as_text_and_as_data() -> None:
    result = _result(fault=True)
    text = str(result)
    assert "only the first 12 tasks" in text
    assert "of the victories; fair is 33 %" in text
    assert "late at cargo did not count (the first: no answer within 1 s)" in text
    data = result.to_json()
    assert data["faults"][0] == {"kind": "cargo", "why": "late", "answers": 2, "first": "no answer within 1 s"}
    assert data["against"]["bot"] == "theirs"
    assert "ms_a_decision" not in data
    assert result.to_json(times=True)["ms_a_decision"]["cargo"] == 2.0
    assert result.text(times=True).count("Processor time a decision") == 2
    table = next(each for each in data["templates"] if each["template"] == "table-three")
    assert table["fair"] == 0.333333
    assert table["numbers"] == list(range(12))


def test_a_task_that_failed_is_left_out_and_said() -> None:
    good = [Scored(n, "top-shared", n, "", (_tried(2, 4),)) for n in range(3)]
    result = result_of(Selection(names=("top-shared",)), ("ours",), 1, [*good, Failed("top-shared", 3, "KeyError: 7")])
    assert "Left out: task 3 of top-shared: KeyError: 7." in str(result)
    assert result.to_json()["crashed"] == [{"template": "top-shared", "number": 3, "error": "KeyError: 7"}]
    assert result.scores.templates[0].numbers == (0, 1, 2)
