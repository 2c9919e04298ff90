"""The benchmark's parts: that it measures what it says, on very little work."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pymunk
import pytest

from benchmarks import __main__ as bench
from benchmarks import batch, bowl, heads, pipe, ship, step_clock, turns
from benchmarks.ship import naive, optimised
from benchmarks.step_clock import timed_steps
from sim.batch.job import match_seed
from sim.configuration import changed_configuration, load_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.seats import seats_from
from sim.physics.ship.measures import load_ship_profile
from sim.seat import Seat
from sim.spec import GAMES
from studies.attempts import Attempt, attempts_of

SEATS = seats_from(["casual", "casual:random"], "riff-raff")


@pytest.fixture(scope="module")
def configuration() -> RiffRaffConfiguration:
    """As shipped."""
    return load_configuration("riff-raff")


@pytest.fixture(scope="module")
def attempts(configuration: RiffRaffConfiguration) -> list[Attempt]:
    """The attempts of one match."""
    return attempts_of(configuration, SEATS, 4, 0)


def test_the_clock_counts_what_the_step_takes() -> None:
    space, step = pymunk.Space(), pymunk.Space.step
    body = pymunk.Body(1, 1)
    space.add(body)
    body.velocity_func = lambda *_: time.sleep(0.01)
    began = time.perf_counter()
    with timed_steps() as clock:
        for _ in range(5):
            space.step(0.01)
        time.sleep(0.05)
    assert clock.calls == 5
    # The steps' sleep is inside, the sleep beside them is not.
    assert 0.05 <= clock.inside_s <= time.perf_counter() - began - 0.05
    assert pymunk.Space.step is step


def test_the_clock_knows_its_own_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by one second whenever it is read: what the real one says is the machine's affair."""
    reads = count()
    monkeypatch.setattr(step_clock.time, "perf_counter", lambda: float(next(reads)))
    # Each timed step reads it twice, one second apart; the loop around them once more than the plain loop's own end.
    assert step_clock.clock_cost(4000) == (pytest.approx(1.0 - 1 / 4000), 2.0)


@pytest.mark.study
def test_attempts_are_those_that_the_match_made(configuration: RiffRaffConfiguration, attempts: list[Attempt]) -> None:
    told: list[dict[str, object]] = []
    RiffRaffMatch(configuration, SEATS, match_seed(4, 0), told.append).run()
    executed = [line["action"] for line in told if line["stage"] == "executed"]
    outcomes = [line for line in told if line["stage"] == "outcome"]
    assert [attempt.action.name for attempt in attempts] == [action["name"] for action in executed]
    for index in (0, 4, 9):
        result = optimised(attempts[index])
        assert result.settled == outcomes[index]["settled"]
        assert len(result.fallen) + len(result.caught) == len(outcomes[index]["lost"]) + len(
            outcomes[index]["caught"]
        ) + (outcomes[index]["placed"] != "stays")


@pytest.mark.slow
def test_naive_watches_its_five_seconds_at_the_reference_rate(
    configuration: RiffRaffConfiguration, attempts: list[Attempt]
) -> None:
    profile = load_ship_profile(ship.NAIVE_PROFILE)
    with timed_steps() as clock:
        result = naive(profile, attempts[0])
    assert not result.settled
    assert result.duration_s - result.released_s == pytest.approx(ship.NAIVE_S, abs=0.05)
    assert clock.steps == round(result.duration_s * profile.step_hz)
    with timed_steps() as ours:
        optimised(attempts[0])
    # Of the two it costs four times as much and more, step for step.
    assert clock.steps > 4 * ours.steps


@pytest.mark.slow
def test_callbacks_change_nothing_but_the_time(configuration: RiffRaffConfiguration, attempts: list[Attempt]) -> None:
    from sim.physics.ship.loading import Loading
    from sim.physics.ship.world import ShipWorld

    attempt = attempts[-1]
    profile = load_ship_profile("draft")
    world = ShipWorld(replace(attempt.setup, profile=profile), attempt.snapshot)
    Loading(world, attempt.action, attempt.wander, ship.NAIVE_S, _settle=ship._NeverSettled()).run()
    ends = []
    original = ship.ShipWorld

    class Watched(original):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)
            ends.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ship, "ShipWorld", Watched)
        naive(profile, attempt)
    assert ends[0].snapshot() == world.snapshot()


@pytest.mark.study
def test_a_batch_tells_the_share_of_the_engine(configuration: RiffRaffConfiguration) -> None:
    found = batch.run_batch(configuration, SEATS, 1, 0.1)
    assert found.matches >= 1
    assert found.turns >= 10 * found.matches
    assert 0 < found.step_share < 1


def test_a_question_over_the_pipe_is_that_of_a_match_and_is_timed_one_by_one() -> None:
    question, table = pipe.first_question(3)
    assert question.kind == "card"
    assert list(question.legal) == [{"card": card} for card in question.view["position"]["hands"]["Anne"]]
    assert "slots" in table
    begun = time.perf_counter()
    found = pipe.measured(3, 40)
    passed_ms = 1000.0 * (time.perf_counter() - begun)
    assert found.questions == 40
    # Half of the questions took at least the median: all of them together cannot have taken less.
    assert 0.0 < 20 * found.median_ms.estimate < passed_ms
    assert found.median_ms.low <= found.median_ms.estimate <= found.median_ms.high
    assert found.median_ms.estimate <= found.p95_ms


@pytest.mark.slow
def test_both_ways_find_the_same_turns_of_two_tiles() -> None:
    positions = turns.positions_of(2)
    assert all(len(hand) == 2 for _, hand in positions)
    found = turns.compared(positions[10:13], 0.0)
    assert (found.positions, found.differ) == (3, 0)
    assert found.found == sum(len(turns.ours(*position)) for position in positions[10:13])
    assert found.found > 20


@pytest.mark.study
def test_throws_the_plain_way_agree() -> None:
    setup, throws = bowl.sample_throws(4, 1, (0, 3))
    bench = bowl.compare(setup, throws)
    assert bench.throws == 4
    assert sum(own != naive for own, naive in bench.both) <= 1
    # How much more is for the bench to say: in here nothing is timed.
    assert bench.speedup > 0
    assert bench.rates()["hit_rate"].estimate >= 0.75


@pytest.mark.study
def test_one_json_object(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fewer(configuration: RiffRaffConfiguration, seats: tuple[Seat, ...], seed: int, index: int) -> object:
        return attempts_of(configuration, seats, seed, index)[:6]

    def short(game: str, changes: dict[str, object]) -> Callable[[], object]:
        return lambda: changed_configuration(game, changes, profile="draft")

    throws = bowl.sample_throws
    monkeypatch.setattr(bench, "_PLAYERS", ("casual",) * 3)
    monkeypatch.setattr(bench, "load_riff_raff", short("riff-raff", {}))
    monkeypatch.setattr(bench, "load_zack", short("zack", {"table": {"wins": 1}}))
    monkeypatch.setattr(ship, "attempts_of", fewer)
    monkeypatch.setattr(bowl, "sample_throws", lambda _count, seed: throws(1, seed))
    monkeypatch.setattr(heads, "_LEAST", 2)
    monkeypatch.setattr(batch, "scaling_two_jobs", lambda *_: 1.5)
    monkeypatch.setattr("benchmarks.frames.SIZE", (320, 180))
    monkeypatch.setattr("benchmarks.frames.FRAMES", 4)
    # What one builds by hand is tried in tests/benchmarks/test_frames.py.
    monkeypatch.setattr("benchmarks.frames._built", lambda *_: [1.0, 2.0])
    monkeypatch.setattr("benchmarks.frames.shown", lambda _seed: {"zack": {"a_second": 61.0, "late": 0.25}})
    bench.main(["--seconds", "0.1", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert 0 < answer["step_share"] < 1
    assert {"matches_per_s", "placements_per_s", "speedup_over_naive"} <= set(answer["riff_raff"])
    assert answer["riff_raff"]["speedup_over_naive"] > 0
    assert answer["scaling_two_jobs"] == 1.5
    assert answer["bots"]["question_ms"]["estimate"] > 0
    assert answer["zatre"]["turns_speedup_over_naive"]["estimate"] > 10
    assert answer["zatre"]["positions_that_differ"] == 0
    assert answer["heads"]["lookahead_over_trained"]["estimate"] > 10
    assert answer["heads"]["skilled_match_over_casual"]["estimate"] > 0
    games = {name.replace("-", "_") for name in GAMES}
    by_hand = ("frame_build_ms", "frame_build_p99_ms", "frame_build_alone_ms", "frame_build_alone_p99_ms")
    for name in ("frame_ms", *by_hand):
        frame = answer[name]
        assert frame is None or (set(frame) == games and all(0 < cost < 1000 for cost in frame.values()))
    if answer["frame_build_ms"] is not None:
        assert all(answer["frame_build_p99_ms"][game] >= cost for game, cost in answer["frame_build_ms"].items())
    assert answer["frames_shown"] == {"zack": {"a_second": 61.0, "late": 0.25}}
    assert {"matches_per_s", "throws_per_s", "speedup_over_naive"} <= set(answer["zack"])
    assert answer["zack"]["speedup_over_naive"] > 0
    assert {"seed", "profile", "configuration", "versions"} <= set(answer)


def test_text_says_where_there_is_no_interval(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is measured in a second or two has figures of one match, and of none."""
    one = {"estimate": 0.5, "low": None, "high": None}
    none = dict.fromkeys(one)
    speeds = {"matches_per_s": 2.0, "placements_per_s": 50.0, "throws_per_s": 80.0, "speedup_over_naive": 15.5}
    found = {
        "step_share": 0.66,
        "riff_raff": {**speeds, "fall_rate": one, "naive_fall_rate": none, "trials": 1},
        "zack": {**speeds, "step_share": 0.6, "hit_rate": one, "hit_rate_naive": none, "trials": 1},
        "scaling_two_jobs": 2.0,
        "zatre": {
            "turns_speedup_over_naive": {"estimate": 400.0, "low": 380.0, "high": 420.0},
            "positions": 40,
            "turns": 1700,
            "positions_that_differ": 0,
        },
        "heads": {
            "lookahead_over_trained": {"estimate": 160.0, "low": 110.0, "high": 180.0},
            "questions": 22,
            "skilled_match_over_casual": {"estimate": 1.4, "low": None, "high": None},
            "matches": 3,
        },
        "bots": {"question_ms": {"estimate": 0.3, "low": 0.2, "high": 0.4}, "questions": 1000},
        "frame_ms": None,
        "frames_shown": {"zack": {"a_second": 61.0, "late": 0.25}},
    }
    monkeypatch.setattr(bench, "measured", lambda *_: found)
    bench.main([])
    lines = capsys.readouterr().out.splitlines()
    assert "  drops something: ours 50.0 % (no interval), plain no data, of 1" in lines
    assert "  hits: ours 50.0 % (no interval), plain no data, of 1" in lines
    assert any(line.endswith("400.00 times as long (380.00-420.00), median of 40 positions") for line in lines)
    assert any(line.endswith("160.00 times as long (110.00-180.00), median of 22 questions") for line in lines)
    assert any(line.endswith("1.40 times as long (no interval), median of 3 matches") for line in lines)
    assert lines[-1].endswith("61 a second, 25.0 % later than 1/60 s")


@pytest.mark.study
def test_both_ways_drop_and_hit_as_often(configuration: RiffRaffConfiguration) -> None:
    found = ship.compare(load_configuration("riff-raff"), SEATS, 1, 20.0)
    ours, plain = found.rate(found.falls), found.rate(found.naive_falls)
    assert ours.low <= plain.estimate <= ours.high
    assert plain.low <= ours.estimate <= plain.high
    rates = bowl.compare(*bowl.sample_throws(60, 1)).rates()
    for name in ("hit_rate", "inversion_rate"):
        assert rates[name].low <= rates[f"{name}_naive"].estimate <= rates[name].high
