"""`lab throw`: hits with their interval, the noise of the hands, the same twice, and what is refused."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import yardarm.command
from sim.batch.figures import ALIKE
from sim.configuration import load_configuration
from sim.games.zack.throws import Outcome, Thrower, bowlful, throw_once
from sim.lab.throw import FEWEST_BOWLS, TRIALS_A_BOWL, ThrowOutcomes, bowls_for
from sim.physics.bowl.state import BowlSnapshot
from sim.seeds import derive
from sim.statistics import rate, t_quantile
from tests.amounts import amount
from tests.commands import answer_of, refusal_of


def throw(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The answer of `lab throw --json`."""
    return answer_of(capsys, "lab", "throw", "--json", *arguments)


@amount(60, full=120)
def test_hits_speed_and_soundness(amount: int, capsys: pytest.CaptureFixture[str]) -> None:
    answer = throw(capsys, "--player", "casual", "--distance-mm", "400", "--trials", str(amount))
    rate = answer["hit_rate"]
    assert 0 <= rate["low"] <= rate["estimate"] <= rate["high"] <= 1
    assert rate["estimate"] > 0.85
    cv = load_configuration("zack").skills["casual"].throw_speed_cv
    # The standard deviation of 120 throws is known to about 13 % (95 %), of 60 to 18 %.
    assert answer["speed_mm_s"]["sd"] / answer["speed_mm_s"]["mean"] == pytest.approx(cv, rel=0.2)
    assert answer["tunnelled"] == answer["order_violations"] == answer["unsettled"] == 0
    assert answer["bounced_out"] + round(rate["estimate"] * amount) <= amount
    assert answer["trials"] == amount
    assert 0 < answer["side_wall_hits"]["low"] < answer["side_wall_hits"]["high"] < 1
    # 3.6 degrees over 400 mm to the bowl's middle; cards come down before it and beyond.
    assert answer["landing_sd_mm"]["across"] == pytest.approx(25.2, rel=0.25)
    assert {"profile": "play", "seed": 1, "cards_in_bowl": 0}.items() <= answer.items()
    assert 0 < answer["deepest_overlap_mm"] < 0.16


@pytest.mark.slow
def test_the_seed_decides_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--trials", "5", "--cards-in-bowl", "4", "--player", "child")
    first = throw(capsys, *words)
    assert first == throw(capsys, *words)
    assert (first["cards_in_bowl"], first["bowls_filled"]) == (4, 5)
    assert throw(capsys, *words, "--seed", "2")["speed_mm_s"] != first["speed_mm_s"]


@pytest.mark.slow
def test_a_narrow_bowl_is_harder_to_hit(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--trials", "80", "--player", "child")
    wide, narrow = throw(capsys, *words), throw(capsys, *words, "--bowl-radius-mm", "45")
    assert narrow["hit_rate"]["high"] < wide["hit_rate"]["low"]
    assert narrow["configuration"] != wide["configuration"]


def test_a_preset_changes_the_bowl(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    preset = tmp_path / "low.toml"
    preset.write_text("[bowl]\ndepth_mm = 20.0\n")
    changed = throw(capsys, "--trials", "2", "--config", str(preset))
    assert changed["configuration"] != throw(capsys, "--trials", "2")["configuration"]


def test_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["lab", "throw", "--trials", "4", "--player", "skilled"]) == 0
    out, _ = capsys.readouterr()
    assert "skilled hands, 400 mm from the bowl's middle" in out
    assert "lie in the bowl" in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--player", "pirate"), "--player: expected one of"),
        (("--distance-mm", "60"), "--distance-mm: expected a hand beside the bowl"),
        (("--distance-mm", "10000"), "no further than 2000 mm, found 10000."),
        (("--bowl-radius-mm", "10"), "bowl.opening_mm: expected a floor on which a card can lie flat"),
    ],
)
def test_what_makes_no_sense_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], expected: str
) -> None:
    assert expected.removesuffix(".") in refusal_of(capsys, "lab", "throw", "--trials", "2", *arguments)


def test_a_bowlful_is_what_was_asked_for() -> None:
    configuration = load_configuration("zack")
    thrower = Thrower(configuration.setup, configuration.skills["casual"], 400.0, 220.0)
    snapshot = bowlful(thrower, 5, 7)
    assert [card.place for card in snapshot.cards] == ["bowl"] * 5
    outcome = throw_once(configuration.setup, snapshot, thrower.release(1, 3))
    assert outcome == throw_once(configuration.setup, BowlSnapshot.from_json(snapshot.to_json()), thrower.release(1, 3))


MISS = Outcome(False, True, False, False, False, False, 0, 0, False, 1.0, 0.05)
HIT = replace(MISS, hit=True)


def outcomes_of(hits: list[list[bool]]) -> ThrowOutcomes:
    """The outcomes of throws into bowls, a list of hits each."""
    found = ThrowOutcomes()
    for bowl, row in enumerate(hits):
        found.bowls += [bowl] * len(row)
        found.outcomes += [HIT if hit else MISS for hit in row]
    return found


@given(st.integers(1, 20_000))
def test_bowls_are_shared_evenly_and_come_from_both_sides(trials: int) -> None:
    bowls = bowls_for(trials)
    assert min(trials, FEWEST_BOWLS) <= bowls <= max(FEWEST_BOWLS, trials / TRIALS_A_BOWL + 2)
    sides = {(index % bowls, index % 2) for index in range(trials)}
    assert len(sides) == min(trials, 2 * bowls)


def test_the_trials_take_the_bowls_in_turn_and_say_how_many_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["lab", "throw", "--trials", "11", "--cards-in-bowl", "1"]) == 0
    out, _ = capsys.readouterr()
    assert "1 card in it (9 bowls in turn), 11 throws" in out
    assert throw(capsys, "--trials", "11", "--cards-in-bowl", "1")["bowls_filled"] == 9
    assert throw(capsys, "--trials", "11")["bowls_filled"] == 0


def test_throws_into_an_empty_bowl_or_into_one_bowl_each_are_independent() -> None:
    assert outcomes_of([[True], [False], [True], [True]]).share("hit") == rate(3, 4)


def test_the_interval_is_that_of_a_sample_of_bowls() -> None:
    rows = [[True] * hits + [False] * (20 - hits) for hits in (20, 9, 18, 20, 4, 19, 20, 15, 17)]
    found = outcomes_of(rows).share("hit")
    assert found.estimate == pytest.approx(142 / 180)
    # Second way: the bounds are the two shares from which what was found is t standard errors away, where the variance
    # is as many times that of independent throws as the bowls' own shares show.
    shares = [sum(row) / 20 for row in rows]
    independent = found.estimate * (1 - found.estimate) / 180
    effect = float(np.var(shares, ddof=1)) / 9 / independent
    assert effect > 5
    # With the effect of other figures, which weighs as much as two of the 38 misses.
    effect = (2 * (1 + 19 * ALIKE) + 38 * effect) / 40
    for bound in (found.low, found.high):
        error = math.sqrt(bound * (1 - bound) / 180 * effect)
        assert abs(found.estimate - bound) / error == pytest.approx(t_quantile(8))
    assert found.high - found.low > 2 * (rate(142, 180).high - rate(142, 180).low)


def test_throws_that_all_hit_are_not_worth_as_many_independent_ones() -> None:
    found = outcomes_of([[True] * 50] * 21).share("hit")
    assert found.high == found.estimate == 1.0
    assert rate(400, 400).low < found.low < rate(1050, 1050).low


def coverage(hits: list[ThrowOutcomes], truth: float) -> tuple[float, float]:
    """The share of experiments whose interval holds the truth, and the share if all throws counted as independent."""
    ours = [experiment.share("hit") for experiment in hits]
    pooled = [rate(experiment.count("hit"), len(experiment.outcomes)) for experiment in hits]
    return (
        sum(found.low <= truth <= found.high for found in ours) / len(hits),
        sum(found.low <= truth <= found.high for found in pooled) / len(hits),
    )


@pytest.mark.parametrize(("alike", "bowls", "pooled_too_low"), [(0.0, 9, False), (0.005, 21, False), (0.1, 9, True)])
def test_the_interval_covers_however_alike_throws_into_one_bowl_are(
    alike: float, bowls: int, pooled_too_low: bool
) -> None:
    stream, truth = np.random.default_rng(5), 0.82
    chances = np.full((300, bowls), truth)
    if alike:
        # The chance of a bowl has a beta distribution; `alike` is the share of the variance between bowls.
        spread = 1 / alike - 1
        chances = stream.beta(truth * spread, (1 - truth) * spread, size=(300, bowls))
    experiments = [outcomes_of((stream.random((50, bowls)) < row).T.tolist()) for row in chances]
    found, pooled = coverage(experiments, truth)
    # The standard error of 300 experiments is 1.3 points.
    assert 0.92 <= found <= 0.985
    assert (pooled < 0.8) == pooled_too_low


@pytest.mark.study
def test_many_small_experiments_against_a_long_one() -> None:
    # Bowls of 12 cards and a child's hands; 60 bowls of 40 throws are the truth, and experiments of nine bowls are
    # drawn from them.
    configuration = load_configuration("zack")
    thrower = Thrower(configuration.setup, configuration.skills["child"], 400.0, 220.0)
    rows = []
    for number in range(60):
        snapshot = bowlful(thrower, 12, derive(3, "coverage", number))
        releases = [
            thrower.release(1 if throw % 2 else -1, derive(3, "coverage", number, throw)) for throw in range(40)
        ]
        rows.append([throw_once(configuration.setup, snapshot, release, watch=False).hit for release in releases])
    stream = np.random.default_rng(6)
    drawn = [[rows[bowl] for bowl in stream.integers(60, size=9)] for _ in range(1000)]
    found, _ = coverage([outcomes_of(each) for each in drawn], float(np.mean(rows)))
    assert 0.92 <= found <= 0.985
