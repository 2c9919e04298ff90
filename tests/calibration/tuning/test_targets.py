"""Targets and figures by their names; what cannot be one is refused in one sentence with the names that are near."""

from __future__ import annotations

import math
from dataclasses import fields
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binom

from calibration.tuning.targets import Target, figure, figures_of, parse_targets
from sim.batch.job import Task, play
from sim.batch.match_counts import metrics_of
from sim.configuration import changed_configuration, load_configuration
from sim.errors import InputError
from sim.match.seats import seats_from
from sim.seeds import rng
from sim.spec import GAMES
from sim.statistics import Interval
from tests.short_matches import SHORT

FOUR = load_configuration("riff-raff"), seats_from(["casual"] * 4, "riff-raff")


def test_a_target_with_and_without_a_tolerance() -> None:
    targets, figures = parse_targets(["fall_rate=0.20+-0.02", "minutes = 20", "own_fall_rate=0.1±0.01"], *FOUR)
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
        ("fall_rate=much", "METRIC=VALUE+-TOLERANCE, METRIC<VALUE or METRIC>VALUE, such as fall_rate=0.20+-0.02"),
        ("fall_rate=nan", "expected METRIC=VALUE"),
        ("fall_rate=0.2+-inf", "expected METRIC=VALUE"),
        ("fall_rate=0", "expected a tolerance above 0, such as fall_rate=0+-0.01"),
        ("fall_rate=0.2+--1", "expected a tolerance above 0"),
        ("fall_rate=20", "fall_rate is a proportion, expected a value between 0 and 1"),
        ("fall_rate.colour.red=0.2", "expected fall_rate itself or, with a column of turns, fall_rate.COLUMN.VALUE"),
        ("lead_changes.slot.7=2", "(columns: none)"),
        ("minutes.p90<", "expected METRIC=VALUE"),
        ("minutes.p99<25", "expected .p10 to .p90 of a figure with one value in each match"),
        ("fall_rate.p90<0.2", "expected .p10 to .p90 of a figure with one value in each match (attempts, "),
        ("minute.p90<25", "has no figure 'minute.p90'"),
    ],
)
def test_what_is_no_target_is_refused(word: str, expected: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_targets([word], *FOUR)
    assert expected in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_limits_percent_and_quantiles() -> None:
    words = ["minutes.p90 < 25", "fall_rate>15%+-1%", "drama=0.5", "first_fall=6", "first_fall_minutes.p50>2"]
    targets, figures = parse_targets(words, *FOUR)
    assert targets[0] == Target("minutes.p90", 25, 2.5, "<")
    assert (targets[0].low, targets[0].high) == (-math.inf, 25)
    assert targets[1] == Target("fall_rate", 0.15, 0.01, ">")
    assert (targets[1].low, targets[1].high) == (0.15, math.inf)
    assert str(targets[0]) == "minutes.p90<25+-2.5"
    assert [figure.quantile for figure in figures] == [0.9, None, None, None, 0.5]
    assert figures[0].label == "minutes of a match, in 90 % of the matches at most"
    # The search aims within the limit; farther within is as good.
    misses = targets[0].misses(np.array([10.0, 22.5, 25.0, 30.0]))
    assert misses.tolist() == [0.0, 0.0, 1.0, 3.0]
    assert targets[1].misses(np.array([0.5, 0.15])).tolist() == [0.0, pytest.approx(-1.0)]


def test_a_quantile_over_matches_is_that_of_numpy_with_an_interval_by_ranks() -> None:
    (figure_,) = parse_targets(["minutes.p90<25"], *FOUR)[1]
    values = np.sort(rng(1, "quantile").normal(20, 3, 101))
    found = figure_.interval([(float(value), 1.0) for value in values] + [(0.0, 0.0)])
    assert found.estimate == np.quantile(values, 0.9, method="inverted_cdf")
    # Of 101 values, the 90 % quantile lies with 95 % between the 84th (or so) and the 97th.
    ranks = [int(np.searchsorted(values, edge)) + 1 for edge in (found.low, found.high)]
    assert binom.cdf(ranks[1] - 1, 101, 0.9) - binom.cdf(ranks[0] - 1, 101, 0.9) >= 0.95
    assert binom.cdf(ranks[1] - 2, 101, 0.9) - binom.cdf(ranks[0], 101, 0.9) < 0.95


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ((0.19, 0.185, 0.195), "inside your band, below the value"),
        ((0.21, 0.205, 0.215), "inside your band, above the value"),
        ((0.2, 0.19, 0.21), "inside your band, about the value"),
        ((0.19, 0.17, 0.21), "inside your band, its interval reaches beyond"),
        ((0.1, 0.09, 0.11), "below your band"),
        ((0.23, 0.21, 0.25), "above your band, its interval reaches into it"),
        ((math.nan, math.nan, math.nan), "no data"),
    ],
)
def test_where_a_figure_lies_is_said_in_words(found: tuple[float, float, float], words: str) -> None:
    assert Target("a", 0.2, 0.02).standing(Interval(*found)) == words
    limit = Target("a", 0.2, 0.02, "<").standing(Interval(*found))
    assert limit in ("inside your limit", "above your limit", "no data") or "limit, its interval" in limit
    assert (limit == "inside your limit") == (found[2] <= 0.2)


def test_what_is_wanted_is_said_in_percent() -> None:
    assert Target("a", 0.2, 0.02).words("share") == "20 % ± 2 points"
    assert Target("a", 0.2, 0.02, "<").words("share") == "below 20 %"
    assert Target("a", 22, 2).words("minutes") == "22 ± 2 minutes"
    assert Target("a", 22, 2, ">").words("") == "above 22"


def test_a_figure_has_one_target() -> None:
    with pytest.raises(InputError, match="fall_rate has a target already"):
        parse_targets(["fall_rate=0.2", "fall_rate=0.3"], *FOUR)


def test_a_figure_of_some_turns() -> None:
    turns = [SimpleNamespace(slot=slot, fell=fell) for slot, fell in ((7, True), (7, False), (1, True))]
    found = figure("fall_rate.slot.7", *FOUR, "--target").metric
    assert found.sums(None, turns) == (1.0, 2.0)
    assert found.proportion


def test_means_over_matches() -> None:
    match = SimpleNamespace(rounds=6, simulated_s=90.0, victory=(0.5, 0.5, 0.0))
    sums = {name: figure(name, *FOUR, "--target").metric.sums(match, []) for name in ("rounds", "minutes", "wins.2")}
    assert sums == {"rounds": (6.0, 1.0), "minutes": (1.5, 1.0), "wins.2": (0.5, 1.0)}
    zack = SimpleNamespace(play_s=120.0, throws=80, games=3)
    seconds, throws = (
        figure(name, load_configuration("zack"), FOUR[1], "--target").metric for name in ("game_seconds", "game_throws")
    )
    assert seconds.sums(zack, []) == (120.0, 3.0)
    assert throws.sums(zack, []) == (80.0, 3.0)


@pytest.mark.parametrize("game", GAMES)
def test_every_single_figure_of_simulate_is_known(game: str) -> None:
    room = metrics_of(game)
    known = figures_of(room, 4)
    assert set(room.table.goals()) <= set(known)
    assert "minutes" in known
    assert not {"index", "seed"} & set(known)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("wins.5=0.2", "--target wins.5: expected one of the 4 seats, wins.1 to wins.4"),
        ("wins.0=0.2", "expected one of the 4 seats"),
        ("fall_rate.slot.77=0.2", "no turn has slot 77, expected one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"),
        ("fall_rate.slot.07=0.2", "no turn has slot 07"),
        ("fall_rate.piece.whale=0.2", "no turn has piece whale, expected one of "),
        ("fall_rate.round.11=0.2", "no turn has round 11"),
        ("fall_rate.seat.4=0.2", "no turn has seat 4, expected one of 0, 1, 2, 3"),
        ("fall_rate.profile.child=0.2", "no turn has profile child, expected one of casual"),
        ("fall_rate.strategy.bold=0.2", "no turn has strategy bold"),
        ("fall_rate.stance.asleep=0.2", "no turn has stance asleep"),
        ("fall_rate.settled.yes=0.2", "no turn has settled yes, expected one of False, True"),
        ("fall_rate.aboard_before.-1=0.2", "no turn has aboard_before -1, expected a whole number"),
        ("fall_rate.x_mm.left=0.2", "no turn has x_mm left, expected a number"),
        ("fall_rate=130%", "expected a value between 0 and 1"),
        ("fall_rate<0+-0.1", "expected a value between 0 and 1, and not its end"),
        ("fall_rate>1", "expected a value between 0 and 1, and not its end"),
        ("minutes=-3", "--target minutes=-3: minutes: expected a value of 0 or more"),
        ("minutes.p50<0+-1", "expected a value of 0 or more, and not its end"),
        ("drama=1.2", "expected a value between 0 and 1"),
        ("first_fall=-1+-0.1", "expected a value of 0 or more"),
    ],
)
def test_what_no_match_can_show_is_refused(word: str, expected: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_targets([word], *FOUR)
    assert expected in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["wins.1=0.7+-0.1", "wins.2>0.5"], "--target wins.1 and wins.2: the victories of all seats sum to 1"),
        ([f"wins.{seat}=0.2+-0.02" for seat in range(1, 5)], "a sum of 0.88 or less"),
        (["minutes.p10>30", "minutes.p90<20"], "--target minutes.p10: 30 or more, expected no more than"),
    ],
)
def test_targets_that_exclude_each_other_by_what_they_count_are_refused(words: list[str], expected: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_targets(words, *FOUR)
    assert expected in str(refusal.value)
    assert len(parse_targets([f"wins.{seat}=0.25+-0.02" for seat in range(1, 5)], *FOUR)[0]) == 4


def test_a_figure_that_may_lie_below_nought_may_be_asked_for_there() -> None:
    zatre = load_configuration("zatre"), FOUR[1]
    (target,), _ = parse_targets(["starter_ahead=-2+-1"], *zatre)
    assert target.value == -2


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_a_match_shows_is_never_refused(game: str) -> None:
    """Every value in every column of a match's turns can restrict a figure."""
    configuration, seats = changed_configuration(game, SHORT[game], profile="draft"), seats_from(["casual"] * 4, game)
    _, turns = play(configuration, Task(0, 1, seats))
    part = metrics_of(game)
    base = next(metric.key for metric in part.table.goals().values() if metric.of_turns)
    for item in fields(part.turn_row):
        for value in {str(getattr(turn, item.name)) for turn in turns}:
            assert figure(f"{base}.{item.name}.{value}", configuration, seats, "--target").metric.of_turns
