"""ZIGZAG's ladder: mirrored pairs of partners, one wide step of it, and how every ladder is told as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from calibration.studies import ladder_zigzag as ladder
from calibration.studies.ladders import Met, tasks, to_json
from sim.configuration import changed_configuration, load_configuration
from sim.games.zigzag.bots import STRATEGIES
from sim.statistics import Interval


def test_every_strategy_meets_the_next_weaker_one() -> None:
    names = [(weaker[1], stronger[1]) for stronger, weaker in ladder.STEPS]
    assert names == list(pairwise(STRATEGIES))


def test_partners_play_alike_and_pairs_are_mirrored() -> None:
    todo = tasks(*ladder.STEPS[0], 3, 1, ladder.TABLES)
    assert len({task.seed for task in todo}) == 3
    for one, other in zip(todo[::2], todo[1::2], strict=True):
        ways = [[seat.strategy for seat in task.seats] for task in (one, other)]
        assert one.seed == other.seed
        assert ways == [["greedy", "random"] * 2, ["random", "greedy"] * 2]


def test_who_is_ahead_is_told_by_the_seats_of_either_side() -> None:
    met = Met(0, (True, False, True, False), None, ())
    assert met.ahead((4, 1, 2, 1)) == 2.0
    assert met.ours_of((0.5, 0.0, 0.5, 0.0)) == 1.0


@pytest.mark.slow
def test_greed_beats_chance() -> None:
    short = changed_configuration("zigzag", {"table": {"most_minutes": 3.0}})
    found = ladder.duel(short, *ladder.STEPS[0], 3, 2)
    assert found.matches == 4
    assert found.victory.estimate > 0.8
    assert found.boxes_ahead.estimate >= 1.0
    assert 0 < found.minutes.estimate <= 3.0 + 1e-6


def test_a_step_that_does_not_hold_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sure, short = Interval(0.9, 0.8, 0.95), Interval(0.58, 0.52, 0.64)

    def fake(_c, stronger, weaker, matches, _seed, _jobs):  # type: ignore[no-untyped-def]
        won = short if stronger[1] == "team" else sure
        return ladder.Duel(stronger, weaker, matches, won, Interval(1.0, 0.5, 1.5), Interval(9.0, 8.0, 10.0))

    monkeypatch.setattr(ladder, "duel", fake)
    ladder.ladder_command(matches=9, jobs=1, seed=1)
    out = capsys.readouterr().out
    assert "10 matches a step" in out
    assert "Not 60 %, or not beyond doubt more than half: team over greedy." in out
    ladder.ladder_command(matches=9, jobs=1, seed=7, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert {"profile", "configuration", "seed", "versions"} <= set(told)
    assert [step["holds"] for step in told["steps"]] == [True, False, True]
    assert told["steps"][1]["stronger"] == {"profile": "casual", "strategy": "team"}
    assert told["steps"][1]["victory"] == {"estimate": 0.58, "low": 0.52, "high": 0.64}
    monkeypatch.setattr(ladder, "duel", lambda *a: replace(fake(*a), victory=sure))
    ladder.ladder_command(matches=9, jobs=1, seed=1)
    assert "Every step holds" in capsys.readouterr().out


def test_every_interval_of_a_step_is_told() -> None:
    from calibration.studies import ladder as riff_raff

    step = riff_raff.STEPS[0]
    interval = Interval(0.5, 0.4, 0.6)
    told = to_json(riff_raff.Duel(*step, 10, interval, interval, (interval, interval)))
    assert {"victory", "pieces_ahead", "fall_rates"} <= set(told)
    assert told["fall_rates"] == [interval.to_json()] * 2
    assert told["holds"] is False


@pytest.mark.slow
@pytest.mark.parametrize(("number", "matches"), [(0, 16), (1, 80), (2, 80)], ids=[step[0][1] for step in ladder.STEPS])
def test_every_step_holds(number: int, matches: int) -> None:
    found = ladder.duel(load_configuration("zigzag"), *ladder.STEPS[number], matches, 1)
    assert found.holds, found.victory
