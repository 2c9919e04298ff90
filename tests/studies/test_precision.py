"""Work against precision: the points, their trials in pairs, what is close, and what is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from sim.physics.bowl.measures import load_card_profile
from sim.physics.contact.profiles import Profile
from sim.physics.ship.measures import load_ship_profile
from sim.statistics import Interval
from studies import precision
from studies.paired import Row, Trial
from studies.precision import Bench, TimedTrial, bench_of, close_points, study, work


def small(what: str) -> Bench:
    """The bench with its first group and three points: one, the base and the reference."""
    bench = bench_of(what)
    some = (bench.points[0], next(each for each in bench.points if each.name == bench.base), bench.points[-1])
    return replace(bench, groups=bench.groups[:1], points=some)


@pytest.mark.parametrize(("what", "shipped"), [("ship", load_ship_profile), ("bowl", load_card_profile)])
def test_play_and_the_reference_are_points_that_are_compared(what: str, shipped: object) -> None:
    assert callable(shipped)
    points = [replace(each, name="") for each in bench_of(what).points]
    assert replace(shipped("play"), name="") in points
    assert replace(shipped("reference"), name="") == points[-1]
    assert len(set(points)) == len(points)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["ship", "bowl"])
def test_a_trial_is_the_same_in_any_order_and_number_of_processes(what: str) -> None:
    bench = small(what)
    found = [each.trial for each in study(bench, 3, 1, 5)]
    backwards = replace(bench, points=bench.points[::-1])
    again = [each.trial for each in study(backwards, 3, 1, 5)]
    assert [trial.found for trial in again] == [trial.found for trial in found]
    assert [trial.group for trial in found] == [bench.groups[0]] * 3
    assert list(found[0].found) == list(bench.names)
    assert set(found[0].found[bench.base]) == set(bench.measures) >= set(bench.deciding)


def test_work_is_a_multiple_of_that_at_the_base() -> None:
    bench = small("ship")
    fast, base, reference = bench.names
    trials = [
        TimedTrial(Trial("empty", {}), {fast: 0.5 * unit, base: unit, reference: 3.0 * unit})
        for unit in (0.5, 1.0, 2.0)
    ]
    spent = work(bench, trials)
    assert [spent[name].estimate for name in bench.names] == [0.5, 1.0, 3.0]


def test_close_is_what_lies_within_a_point_with_its_whole_interval() -> None:
    bench = small("ship")

    def row(measure: str, profile: str, low: float, high: float, group: str = "all") -> Row:
        return Row(group, measure, profile, 1, 1, Interval(0.2, 0.1, 0.3), Interval((low + high) / 2, low, high), 0.0)

    fast, base, reference = bench.names
    near = [row(measure, name, -0.009, 0.009) for measure in bench.deciding for name in bench.names]
    assert close_points(bench, near) == [fast, base, reference]
    assert close_points(bench, [*near, row("lost", fast, 0.001, 0.011)]) == [base, reference]
    assert close_points(bench, [*near, row("lost", base, -0.011, 0.0)]) == [fast, reference]
    assert close_points(bench, [*near, row("unsettled", fast, 0.2, 0.3), row("fell", fast, 0.2, 0.3, "empty")]) == [
        fast,
        base,
        reference,
    ]


@pytest.mark.slow
def test_the_table_repeats_and_work_has_its_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fall(group: str, index: int, seed: int, profile: Profile) -> Mapping[str, float]:
        return dict.fromkeys(bench.measures, float((index + seed + len(group) + profile.steps_per_tick // 16) % 2))

    bench = replace(small("ship"), experiment=fall)
    monkeypatch.setattr(precision, "bench_of", lambda what: bench)
    for folder in ("one", "other"):
        precision.main(["ship", "--out", str(tmp_path / folder), "--trials", "4", "--seed", "3"])
    one, other = (tmp_path / folder for folder in ("one", "other"))
    assert (one / "precision-ship.csv").read_bytes() == (other / "precision-ship.csv").read_bytes()
    assert (one / "precision-ship-work.csv").read_text().startswith("profile,work,work_low,work_high\n")
    assert (one / "precision-ship.png").stat().st_size > 10_000
    assert "Within one point of the reference: 1920 Hz, 10 iterations, 0.05 mm." in capsys.readouterr().out
