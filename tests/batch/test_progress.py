"""Where a run stops, what it tells on the way, and that both are the figures of the summary."""

from __future__ import annotations

import io
import math
import random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.batch.figures import Ratio
from sim.batch.match_counts import metrics_of
from sim.batch.progress import FIRST_LOOK, Bar, ProgressEstimate, Until, counted, next_look, span
from sim.errors import InputError
from sim.metrics import MetricTable, per_match
from tests.batch.stores import summed

riff_raff = metrics_of("riff-raff")
zack = metrics_of("zack")


TABLE = MetricTable.of(per_match("mean", "mean", float))
"""A game of which one number a match is counted."""


@given(st.from_regex(r"[a-z_]+", fullmatch=True), st.floats(1e-300, 1e300))
def test_a_goal_is_read_back_from_its_text(name: str, width: float) -> None:
    goal = Until(name, width)
    assert Until.parse(str(goal)) == goal
    assert Until.parse(f" {name} = {width!r} ") == goal


@given(st.text())
def test_any_other_text_is_refused_or_sound(text: str) -> None:
    try:
        goal = Until.parse(text)
    except ValueError:
        return
    assert goal.metric.isidentifier()
    assert 0 < goal.half_width < math.inf


@pytest.mark.parametrize("text", ["", "fall_rate", "=0.1", "fall_rate=", "a=0", "a=-1", "a=nan", "a=inf", "a b=1"])
def test_no_goal(text: str) -> None:
    with pytest.raises(ValueError, match="is not a goal"):
        Until.parse(text)


def test_a_goal_may_be_in_percent() -> None:
    assert Until.parse("fall_rate=1%") == Until("fall_rate", 0.01)


def test_looks_are_the_same_for_everybody_and_not_too_many() -> None:
    looks = [next_look(0)]
    while looks[-1] < 100_000:
        looks.append(next_look(looks[-1]))
    assert looks[:3] == [FIRST_LOOK, FIRST_LOOK + 1, FIRST_LOOK + 2]
    assert len(looks) < 220
    assert looks == sorted(set(looks))
    assert [next_look(n) for n in (9, 10, 39, 40, 59, 60, 1999)] == [10, 11, 40, 42, 61, 63, 2098]


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.floats(0.1, 2.0))
def test_the_order_in_which_matches_come_does_not_matter(seed: int, width: float) -> None:
    rng = random.Random(seed)
    values = [rng.gauss(0, 1) for _ in range(120)]
    stops, estimates = set(), set()
    for shuffled in range(3):
        order = list(range(len(values)))
        if shuffled:
            rng.shuffle(order)
        estimate = ProgressEstimate(TABLE, Until("mean", width))
        for index in order:
            estimate.add(index, values[index], [])
        stops.add(estimate.stop)
        estimates.add(str(estimate.estimate()))
    assert len(stops) == len(estimates) == 1
    (stop,) = stops
    # It is the first look at which the goal is met.
    looked = FIRST_LOOK
    while looked <= len(values):
        found = TABLE.metric("mean").interval(Ratio.of(values[:looked], [1.0] * looked))
        if (found.high - found.low) / 2 <= width:
            break
        looked = next_look(looked)
    assert stop == (looked if looked <= len(values) else None)


def test_a_poison_match_says_nothing_and_holds_nobody_up() -> None:
    # Nine matches that are all alike leave room for one that differs by one.
    estimate = ProgressEstimate(TABLE, Until("mean", 1.0))
    estimate.miss(0)
    for index in range(1, FIRST_LOOK):
        assert estimate.stop is None
        estimate.add(index, 1.0, [])
    assert estimate.stop == FIRST_LOOK
    assert estimate.estimate().estimate == 1.0


def test_an_unknown_figure_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match=r"--until: expected one of fall_rate, own_fall_rate, .*, found 'miss_rate'\."):
        ProgressEstimate(riff_raff.table, Until("miss_rate", 0.1))


def _single_intervals(answer: dict[str, object]) -> dict[str, object]:
    return {k: v for k, v in answer.items() if isinstance(v, dict) and set(v) == {"estimate", "low", "high"}}


def _the_metrics_are_the_figures(room, played, seats) -> None:
    answer = _single_intervals(summed(room, played, seats).printed)
    assert set(room.table.goals()) == set(answer)
    for name in answer:
        estimate = ProgressEstimate(room.table, Until(name, 1e-9))
        for row, turns in played:
            estimate.add(row.index, row, turns)
        assert estimate.estimate().to_json() == answer[name]
        assert estimate.text().startswith(name)
    assert ProgressEstimate(room.table, None).name == room.table.primary


def test_the_figures_of_riff_raff(played) -> None:
    from dataclasses import replace

    rows = []
    four = played[1]
    for index in range(3):
        turns = four.turns[: len(four.turns) - 5 * index]
        rows.append((replace(four.row, index=index, lead_changes=index), [replace(t, match=index) for t in turns]))
    _the_metrics_are_the_figures(riff_raff, rows, four.seats)


@pytest.mark.slow
def test_the_figures_of_zack(zack_rows) -> None:
    seats, _, rows = zack_rows
    _the_metrics_are_the_figures(zack, rows, seats)


class Terminal(io.StringIO):
    """Standard error, as it may be a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.isatty = lambda: is_terminal


def test_the_bar_tells_rate_time_left_and_the_estimate() -> None:
    bar = Bar("matches", 200, done=40, figure=lambda: "fall_rate 12.0 % (10.0-14.0)")
    for _ in range(10):
        bar.step()
    shown = f"matches [{'#' * 6}{'-' * 18}] 50 of 200"
    assert bar.line(5.0) == f"{shown}, 2/s, 75 s left, fall_rate 12.0 % (10.0-14.0)"
    assert bar.line(0.0) == f"{shown}, fall_rate 12.0 % (10.0-14.0)"
    assert Bar("matches", 0, figure=lambda: "no data").line(5.0) == f"matches [{'-' * 24}] 0 of 0"
    assert [span(s) for s in (0, 89, 90, 5399, 5400, 7200)] == ["0 s", "89 s", "2 min", "90 min", "1.5 h", "2.0 h"]


def test_the_bar_is_drawn_four_times_a_second_at_its_end_and_no_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal, clock = Terminal(True), SimpleNamespace(now=100.0)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("time.monotonic", lambda: clock.now)
    monkeypatch.setenv("COLUMNS", "46")
    with Bar("days", 8) as bar:
        for clock.now in (100.1, 100.25, 100.4, 100.5, 100.6):
            bar.step()
        bar.to(7)
        bar.to(7)
        bar.step()
    drawn = [line.removesuffix("\x1b[K") for line in terminal.getvalue().split("\r")]
    # At the beginning, every quarter of a second, at the end; then it is wiped.
    assert drawn == ["", f"days [{'-' * 24}] 0 of 8", f"days [{'#' * 6}{'-' * 18}] 2 of 8, 8/s, ",
                     f"days [{'#' * 12}{'-' * 12}] 4 of 8, 8/s, ", f"days [{'#' * 24}] 8 of 8, 13.3/", ""]  # fmt: skip


@pytest.mark.parametrize("is_terminal", [True, False])
def test_the_bar_is_drawn_on_a_terminal_only_and_wiped(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
    terminal = Terminal(is_terminal)
    monkeypatch.setattr("sys.stderr", terminal)
    assert list(counted("abc", 3, "letters")) == ["a", "b", "c"]
    shown = terminal.getvalue()
    if not is_terminal:
        assert shown == ""
        return
    assert shown.startswith("\rletters [------------------------] 0 of 3")
    assert "3 of 3" in shown
    assert shown.endswith("\r\x1b[K")
