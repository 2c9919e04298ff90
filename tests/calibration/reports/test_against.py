"""Two runs side by side: what counts as changed, and in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.metrics.counting import measure
from calibration.metrics.figures import CHANCE, Figure
from calibration.metrics.measured import Measured
from calibration.metrics.metrics_reader import StoredRun, reading
from calibration.reports.against import CHANGED, PERHAPS, SAME, compare, labels
from sim.batch.figures import Ratio
from sim.statistics import Interval
from tests.calibration.reports.stored import run_of

pytestmark = pytest.mark.slow


def figures(run: StoredRun, **intervals: tuple[float, float, float]) -> Measured:
    return Measured(run, tuple(Figure(key, key, Interval(*found), 99) for key, found in intervals.items()), {})


def test_what_changed_beyond_doubt_comes_first(stores: Path) -> None:
    run = run_of(stores, "riff.sqlite")
    same = {f"same_{n:02}": (0.5, 0.4, 0.6) for n in range(30)}
    one = figures(run, little=(0.5, 0.4, 0.6), much=(0.9, 0.88, 0.92), more=(0.9, 0.89, 0.91), **same)
    other = figures(run, little=(0.35, 0.25, 0.45), much=(0.5, 0.48, 0.52), more=(0.5, 0.49, 0.51), **same)
    changes = compare(one, other)
    assert [change.one.key for change in changes[:3]] == ["more", "much", "little"]
    # 1.06 half widths from 0: alone it would be a change, among 33 it may be chance.
    assert [change.verdict for change in changes[:4]] == [CHANGED, CHANGED, PERHAPS, SAME]
    alone = compare(figures(run, little=(0.5, 0.4, 0.6)), figures(run, little=(0.35, 0.25, 0.45)))
    assert alone[0].verdict == CHANGED


def test_chances_and_figures_of_only_one_are_not_compared(stores: Path) -> None:
    run = run_of(stores, "riff.sqlite")
    test = Figure("seat_test.a", "a", Interval(0.4, float("nan"), float("nan")), 9, CHANCE)
    both = Figure("b", "b", Interval(0.5, 0.4, 0.6), 9, sums=Ratio(pairs=True))
    one, other = Measured(run, (test, both), {}), Measured(run, (test,), {})
    assert compare(one, other) == []
    assert [change.one.key for change in compare(one, one)] == ["b"]


@pytest.mark.parametrize(("name", "paired"), [("heavy.sqlite", True), ("other.sqlite", False)])
def test_matches_of_the_same_seeds_are_pairs(stores: Path, name: str, paired: bool) -> None:
    with reading(stores / "riff.sqlite") as first, reading(stores / name) as second:
        changes = compare(measure(first, first.runs[0], pairs=True), measure(second, second.runs[0], pairs=True))
    found = {change.one.key: change.difference.paired for change in changes}
    assert found["fall_rate"] is paired
    assert found["first_fall.survival.2"] is False


def test_a_store_against_itself_has_not_changed(stores: Path) -> None:
    with reading(stores / "riff.sqlite") as reader:
        measured = measure(reader, reader.runs[0], pairs=True)
    assert {change.verdict for change in compare(measured, measured)} == {SAME}


def test_runs_are_called_by_what_tells_them_apart() -> None:
    assert labels(("a.sqlite", "run-1"), ("b.sqlite", "run-1")) == ("a.sqlite", "b.sqlite")
    assert labels(("a.sqlite", "run-1"), ("a.sqlite", "run-2")) == ("run-1", "run-2")
    first, second = labels(("a.sqlite", "run-1"), ("a.sqlite", "run-1"))
    assert first != second
