"""Targets and figures by their names; what cannot be one is refused in one sentence with the names that are near."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from calibration.tuning.targets import Target, figure, figures_of, parse_targets
from sim.batch.match_counts import metrics_of
from sim.errors import InputError
from sim.spec import GAMES
from sim.statistics import Interval


def test_a_target_with_and_without_a_tolerance() -> None:
    targets, figures = parse_targets(["fall_rate=0.20+-0.02", "minutes = 20", "own_fall_rate=0.1±0.01"], "riff-raff")
    assert targets == (Target("fall_rate", 0.2, 0.02), Target("minutes", 20, 2.0), Target("own_fall_rate", 0.1, 0.01))
    assert [f.name for f in figures] == ["fall_rate", "minutes", "own_fall_rate"]
    assert [f.metric.proportion for f in figures] == [True, False, True]


def test_an_interval_and_a_band() -> None:
    target = Target("a", 0.2, 0.02)
    assert target.holds(Interval(0.2, 0.181, 0.219))
    assert not target.holds(Interval(0.2, 0.179, 0.21))
    assert not target.excludes(Interval(0.17, 0.15, 0.181))
    assert target.excludes(Interval(0.17, 0.15, 0.179))
    assert target.excludes(Interval(0.25, 0.221, 0.28))
    nothing = Interval(float("nan"), float("nan"), float("nan"))
    assert not target.holds(nothing)
    assert not target.excludes(nothing)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("fall_rat=0.2", "--target: riff-raff has no figure 'fall_rat', expected fall_rate"),
        ("fall_rate", "--target fall_rate: expected METRIC=VALUE"),
        ("fall_rate=much", "expected METRIC=VALUE or METRIC=VALUE+-TOLERANCE, such as fall_rate=0.20+-0.02"),
        ("fall_rate=nan", "expected METRIC=VALUE"),
        ("fall_rate=0.2+-inf", "expected METRIC=VALUE"),
        ("fall_rate=0", "expected a tolerance above 0, such as fall_rate=0+-0.01"),
        ("fall_rate=0.2+--1", "expected a tolerance above 0"),
        ("fall_rate=20", "fall_rate is a proportion, expected a value between 0 and 1"),
        ("fall_rate.colour.red=0.2", "expected fall_rate itself or, with a column of turns, fall_rate.COLUMN.VALUE"),
        ("lead_changes.slot.7=2", "(columns: none)"),
    ],
)
def test_what_is_no_target_is_refused(word: str, expected: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_targets([word], "riff-raff")
    assert expected in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_figure_has_one_target() -> None:
    with pytest.raises(InputError, match="fall_rate has a target already"):
        parse_targets(["fall_rate=0.2", "fall_rate=0.3"], "riff-raff")


def test_a_figure_of_some_turns() -> None:
    turns = [SimpleNamespace(slot=slot, fell=fell) for slot, fell in ((7, True), (7, False), (1, True))]
    found = figure("fall_rate.slot.7", "riff-raff", "--target").metric
    assert found.sums(None, turns) == (1.0, 2.0)
    assert found.proportion


def test_means_over_matches() -> None:
    match = SimpleNamespace(rounds=6, simulated_s=90.0, victory=(0.5, 0.5, 0.0))
    sums = {
        name: figure(name, "riff-raff", "--target").metric.sums(match, []) for name in ("rounds", "minutes", "wins.2")
    }
    assert sums == {"rounds": (6.0, 1.0), "minutes": (1.5, 1.0), "wins.2": (0.5, 1.0)}
    assert figure("wins.4", "riff-raff", "--target").metric.sums(match, []) == (0.0, 1.0)
    zack = SimpleNamespace(play_s=120.0, throws=80, games=3)
    seconds, throws = (figure(name, "zack", "--target").metric for name in ("game_seconds", "game_throws"))
    assert seconds.sums(zack, []) == (120.0, 3.0)
    assert throws.sums(zack, []) == (80.0, 3.0)


@pytest.mark.parametrize("game", GAMES)
def test_every_single_figure_of_simulate_is_known(game: str) -> None:
    room = metrics_of(game)
    known = figures_of(room)
    assert set(room.table.goals()) <= set(known)
    assert "minutes" in known
    assert not {"index", "seed"} & set(known)
