"""`python -m studies.against_measurements`, on files made with the figures that the measured ones are quoted for."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from calibration.fit.darts import chances
from sim.lab.pile import PileSettings
from sim.people.ex_gaussian import ExGaussian
from studies import against_measurements
from studies.against_measurements import QUOTED, agreement, near, read_piles
from tests.calibration.fit.simulated import decay
from tests.lab.overhangs import overhang

TRIALS = 500
RIGHT = {"reaction": 500, "goNoGo": 500, "discrimination": 487, "congruent": 495, "incongruent": 486}


def write(path: Path, header: str, rows: Iterable[Sequence[object]]) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([header.split(","), *rows])


def quantiles(task: str) -> list[float]:
    """Times (ms) that have exactly the quoted distribution of a task."""
    mu, sigma, tau = (QUOTED[task][key] for key in ("mu_ms", "sigma_ms", "tau_ms"))
    return [ExGaussian(mu, sigma, tau).quantile((index + 0.5) / TRIALS) for index in range(TRIALS)]


def answers(condition: str, task: str) -> list[list[object]]:
    """Each of 50 people's ten answers, right and wrong ones of all speeds."""
    right = np.arange(TRIALS) * 7919 % TRIALS < RIGHT[condition]
    return [[index % 50, condition, ms, int(right[index])] for index, ms in enumerate(quantiles(task))]


def make_reactions(folder: Path) -> None:
    tasks = [row for task in QUOTED for row in answers(task, task)]
    write(folder / "mental_chronometry_50x3x20.csv", "subj,task,rt,correct", tasks)
    flanker = [row for name in ("congruent", "incongruent") for row in answers(name, "discrimination")]
    write(folder / "flanker_trials.csv", "subj,congruency,rt,correct", flanker)


def make_aim(folder: Path, speed_cv: float = 0.011) -> None:
    # In an order in which no throw resembles the one before.
    scatter = norm.ppf((np.arange(60) * 23 % 60 + 0.5) / 60)
    throws = np.column_stack((7 * (1 + speed_cv * scatter), 52 + 1.25 * scatter))
    write(folder / "freethrow_60.csv", "speed_ms,elev_deg", throws)
    scores = [[score] for score, chance in chances(28.0).items() for _ in range(round(400 * chance))]
    write(folder / "dart_scores_100.csv", "score", scores)


def make_pendulums(folder: Path) -> None:
    """Decays with what docs/evidence.md quotes of the measured ones."""
    wide = np.arange(0, 5, 1 / 40)
    angles = np.degrees(decay((120.3, 0.117, 1.95, 0.0, -1.57, 0.0, 0.0), wide, 0.005, "wide"))
    write(folder / "rip_freeswing_90deg_200Hz.csv", "t_s,theta_deg", np.column_stack((wide, angles)))
    long = np.arange(0, 46, 1 / 6)
    angles = decay((19.464, 0.0, 0.0, 0.0134, -0.306, 0.0, 0.0), long, 0.0025, "long")
    write(folder / "phy180_L0.495m_30fps.csv", "t_s,theta_rad", np.column_stack((long, angles)))
    write(folder / "phy180_period_vs_length.csv", "length,period", [[0.3, 1.1], [0.495, 1.431]])


def compared(capsys: pytest.CaptureFixture[str], data: Path, name: str, code: int = 0) -> list[str]:
    assert against_measurements.main([str(data), "--only", name]) == code
    return capsys.readouterr().out.splitlines()[1:]


@pytest.mark.study
def test_reactions_as_quoted_are_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_reactions(tmp_path / "reactions")
    rows = compared(capsys, tmp_path, "reactions")
    assert len(rows) == 3 * 4 * 2 + 1 + 2
    assert all(row.endswith("yes") for row in rows)


def test_throws_as_quoted_are_held_and_others_are_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_aim(tmp_path / "aim")
    assert len(compared(capsys, tmp_path, "aim")) == 4
    make_aim(tmp_path / "aim", speed_cv=0.02)
    failed = [row for row in compared(capsys, tmp_path, "aim", code=1) if row.endswith("NO")]
    assert [row.split(":")[0] for row in failed] == ["a skilled thrower"]


@pytest.mark.study
def test_pendulums_as_quoted_are_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_pendulums(tmp_path / "pendulum")
    assert len(compared(capsys, tmp_path, "pendulum")) == 8


def test_piles_are_turned_up_and_agree_with_what_fell(tmp_path: Path) -> None:
    file = tmp_path / "piles.csv"
    piles = {str(offset): overhang(offset) for offset in (24.0, 50.0)}
    rows = [
        [trial, brick.id, int(falls.get(brick.id, False)), brick.x_mm / 100 + 4, 4.82 - brick.y_mm / 100, 0.0]
        for trial, (bricks, falls) in piles.items()
        for brick in bricks
    ]
    write(file, "trial,index,fall,x,y,angle", rows)
    read = read_piles(file)
    for trial, (bricks, _) in piles.items():
        assert [brick.y_mm for brick in read[trial][0]] == pytest.approx([brick.y_mm for brick in bricks])
        assert [brick.x_mm for brick in read[trial][0]] == pytest.approx([brick.x_mm for brick in bricks])
    world = PileSettings(gravity_mm_s2=1000, table_y_mm=0, table_half_width_mm=150, runs=3)
    assert [each.estimate for each in agreement(read, replace(world, remove="0"))] == [1.0, 1.0]
    # Left alone neither falls, of which one should: five of the six bricks are as they should be.
    per_brick, any_falls = agreement(read, world)
    assert (per_brick.estimate, any_falls.estimate) == (pytest.approx(5 / 6), 0.5)


def test_a_figure_outside_its_band_is_said_to_fail() -> None:
    assert near("x", 1.0, 1.1, 0.2).line().endswith("yes")
    assert near("x", 1.0, 1.3, 0.2).line().endswith("NO")
    assert not near("x", float("nan"), 1.0, 0.2).held


def test_a_missing_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in against_measurements.SETS:
        assert against_measurements.main([str(tmp_path), "--only", name]) == 2
        said = capsys.readouterr().err
        assert str(tmp_path) in said
        assert said.count("\n") == 1
