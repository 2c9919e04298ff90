"""The ladder: a design in which seats cancel, and one short step of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from calibration.studies import ladder
from calibration.studies.ladder import STEPS, TABLES, duel, table, tasks
from sim.batch import job as work
from sim.batch.job import Task
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.statistics import Interval


def test_every_seat_is_each_sides_as_often() -> None:
    stronger, weaker = STEPS[0]
    todo = tasks(stronger, weaker, 2 * len(TABLES), 1)
    for seat in range(4):
        sides = Counter((task.seats[seat].profile, task.seats[seat].strategy) for task in todo)
        assert sides[stronger] == sides[weaker] == len(todo) / 2
    # All six ways to seat two and two, as often as each other.
    tables = Counter(tuple(seat.strategy for seat in task.seats) for task in todo)
    assert set(tables.values()) == {2}
    assert len(tables) == 6


def test_mirrored_matches_share_their_seed_and_pairs_do_not() -> None:
    todo = tasks(*STEPS[0], 9, 1)
    seeds = [task.seed for task in todo]
    assert seeds[::2] == seeds[1::2]
    assert len(set(seeds)) == 9
    for one, other in zip(todo[::2], todo[1::2], strict=True):
        assert all(a.strategy != b.strategy for a, b in zip(one.seats, other.seats, strict=True))
    assert {task.seed for task in tasks(*STEPS[1], 9, 1)}.isdisjoint(seeds)


def test_the_steps_are_those_that_were_promised() -> None:
    assert (("casual", "thumb"), ("casual", "random")) in STEPS
    assert (("casual", "lookahead"), ("casual", "thumb")) in STEPS
    assert (("casual", "thumb"), ("child", "thumb")) in STEPS
    assert (("skilled", "lookahead"), ("casual", "thumb")) in STEPS


@pytest.mark.slow
def test_judgement_beats_chance() -> None:
    # By far the widest step: six pairs show it.
    found = duel(load_configuration("riff-raff", profile="draft"), ("casual", "thumb"), ("child", "random"), 6, 2)
    assert found.matches == 6
    assert found.victory.estimate > 0.6
    assert found.pieces_ahead.estimate > 0
    assert found.fall_rates[0].estimate < found.fall_rates[1].estimate


def test_equals_share_exactly() -> None:
    # The same side twice would be ambiguous; the same hands and strategy under mirrored seats are told by the seats.
    seats = table("ABBA", ("casual", "random"), ("child", "random"))
    assert [seat.profile for seat in seats] == ["casual", "child", "child", "casual"]


def test_a_step_that_does_not_hold_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    half, sure = Interval(0.55, 0.45, 0.65), Interval(0.8, 0.7, 0.9)
    rates = (Interval(0.1, 0.08, 0.12), Interval(0.2, 0.18, 0.22))

    def fake(_c, stronger, weaker, matches, _seed, _jobs):  # type: ignore[no-untyped-def]
        won = half if (stronger, weaker) == STEPS[1] else sure
        return ladder.Duel(stronger, weaker, matches, won, Interval(1.0, 0.5, 1.5), rates)

    monkeypatch.setattr(ladder, "duel", fake)
    ladder.ladder_command(matches=10, jobs=1, seed=1)
    out = capsys.readouterr().out
    assert "Not shown beyond doubt with so many matches: casual lookahead over casual thumb." in out
    assert "80.0 % (70.0-90.0)" in out
    monkeypatch.setattr(ladder, "duel", lambda *a: replace(fake(*a), victory=sure))
    ladder.ladder_command(matches=10, jobs=1, seed=1)
    assert "Every step holds" in capsys.readouterr().out


@pytest.mark.slow
def test_rule_of_thumb_beats_chance_beyond_doubt() -> None:
    found = duel(load_configuration("riff-raff"), *STEPS[0], 60, 1)
    assert found.holds, found.victory


@pytest.mark.slow
def test_looking_ahead_drops_less_beyond_doubt() -> None:
    # The share of victories needs hundreds of matches (docs/strategies.md has them); what falls tells sooner.
    found = duel(load_configuration("riff-raff"), *STEPS[1], 40, 1)
    assert found.fall_rates[0].high < found.fall_rates[1].low, found.fall_rates
    assert found.pieces_ahead.estimate > 0


@pytest.fixture
def crashing(monkeypatch: pytest.MonkeyPatch) -> Callable[[set[int]], None]:
    """Matches take no time: the stronger side wins all of them but those that crash."""

    def set_up(which: set[int]) -> None:
        def quickly(_configuration: object, task: Task) -> object:
            if task.index in which:
                with work.at_fault():
                    raise LookupError("no such piece")
            shares = tuple(0.5 * ((seat.profile, seat.strategy) == STEPS[0][0]) for seat in task.seats)
            turn = SimpleNamespace(profile="casual", strategy="thumb", fell=True)
            other = SimpleNamespace(profile="casual", strategy="random", fell=True)
            return SimpleNamespace(index=task.index, victory=shares, pieces_left=(1, 2, 3, 4)), [turn, other]

        monkeypatch.setattr(work, "play", quickly)
        monkeypatch.setattr(ladder, "STEPS", STEPS[:1])

    return set_up


def test_a_match_that_crashes_takes_its_pair_with_it(
    crashing: Callable[[set[int]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    crashing({3})
    ladder.ladder_command(matches=8, jobs=1, seed=1, as_json=True)
    out, err = capsys.readouterr()
    (step,) = json.loads(out)["steps"]
    assert step["matches"] == 6
    assert step["victory"]["estimate"] == 1.0
    (crash,) = step["poison"]
    assert (crash["match"], crash["error"]) == (3, "LookupError: no such piece")
    assert err.startswith(f"yardarm: match 3 (seed {crash['seed']}): LookupError: no such piece; it is left out, and ")
    assert "yardarm watch riff-raff --players casual:random,casual:thumb," in err
    ladder.ladder_command(matches=8, jobs=1, seed=1)
    out, _ = capsys.readouterr()
    assert "\n    matches that crashed, and whose pairs are left out: 1\n" in out


def test_a_ladder_of_which_no_pair_is_whole_is_one_sentence(crashing: Callable[[set[int]], None]) -> None:
    crashing({1, 2})
    with pytest.raises(InputError, match=r"no pair of matches of casual thumb .* came to its end; match 1 \(seed"):
        ladder.ladder_command(matches=4, jobs=1, seed=1)
