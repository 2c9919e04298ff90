"""The fits against measurements of others, where they are: ../shared/data, which is no part of the project."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import yardarm.command
from calibration.fit.ship import fit_ship

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the open data (../shared/data) are not here")


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(newline="") as stream:
        return list(csv.DictReader(stream))


def answer(capsys: pytest.CaptureFixture[str], verb: str, file: Path, header: str, lines: list[str]) -> dict[str, Any]:
    file.write_text("\n".join([header, *lines]) + "\n")
    assert yardarm.command.run(["fit", verb, str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def rip() -> tuple[np.ndarray, np.ndarray]:
    """The free swing from 90 degrees without its first swing: from the first turn on the other side."""
    table = rows("pendulum/rip_freeswing_90deg_200Hz.csv")
    times = np.array([float(row["t_s"]) for row in table])
    angles = np.radians([float(row["theta_deg"]) for row in table])
    later = times >= 0.72
    return times[later], angles[later]


def phy180(until_s: float) -> tuple[np.ndarray, np.ndarray]:
    table = rows("pendulum/phy180_L0.495m_30fps.csv")
    times = np.array([float(row["t_s"]) for row in table])
    angles = np.array([float(row["theta_rad"]) for row in table])
    return times[times <= until_s], angles[times <= until_s]


def predicted(times: np.ndarray, angles: np.ndarray, share: float = 2 / 3) -> float:
    """How far the rest is off (rms), as a share of its own rms, by the fit to the first two thirds, or that share."""
    known = times <= times[0] + (times[-1] - times[0]) * share
    found = fit_ship(times[known], angles[known])
    missed = angles[~known] - found.angles(times[~known])
    return float(np.sqrt(np.mean(missed**2)) / np.std(angles[~known]))


@pytest.mark.slow
def test_two_thirds_of_a_wide_decay_predict_the_rest() -> None:
    assert predicted(*rip()) < 0.1


@pytest.mark.slow
def test_half_of_a_wide_decay_predicts_the_rest_by_the_mixture_of_laws() -> None:
    # By the chosen law alone (viscous, 55 % of the weight) it would be 0.070 off, and the last second 9 % high.
    assert predicted(*rip(), 0.5) < 0.06


@pytest.mark.slow
def test_two_thirds_of_a_long_decay_predict_the_rest() -> None:
    assert predicted(*phy180(45.0)) < 0.1


@pytest.mark.slow
def test_the_wide_decay_is_dry_and_viscous(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"{time},{angle}" for time, angle in zip(*(each.tolist() for each in rip()), strict=True)]
    found = answer(capsys, "ship", tmp_path / "rip.csv", "t_s,angle_rad", lines)
    assert {"viscous", "coulomb"} <= set(found["law"].split("+"))
    assert found["omega0_sq_s2"] == pytest.approx(120.3, rel=0.01)
    assert found["rms_rad"] < 0.01


@pytest.mark.slow
def test_the_long_decay_has_the_published_period() -> None:
    # The same pendulum's period at that length, timed by its makers: 1.431 s; and its decay, tau = 164 s.
    found = fit_ship(*phy180(45.0))
    period = math.tau / math.sqrt(found.value("omega0_sq_s2"))
    amplitude = found.value("theta0_rad")
    (timed,) = [
        float(row["period"]) for row in rows("pendulum/phy180_period_vs_length.csv") if row["length"] == "0.495"
    ]
    assert period * (1 + amplitude**2 / 16) == pytest.approx(timed, rel=0.01)
    assert found.rms_rad.estimate < 0.005


@pytest.mark.slow
@pytest.mark.parametrize("which", ["coramik", "yuningsih"])
def test_swings_of_the_published_periods_give_back_their_frequency(which: str) -> None:
    # Only periods are published: swings are made of them, and their frequency must come back through the fit.
    published = json.loads((DATA / "pendulum" / "published_physical_pendulum.json").read_text())
    if which == "coramik":
        own = published["coramik2023_lego"]
        pairs = list(zip(own["period_tracker_s"], own["amplitude_deg"], strict=True))[::2]
    else:
        own = published["yuningsih2020_rod"]
        pairs = [(period, float(own["amplitude_deg"])) for period in own["period_s"]][::6]
    from scipy.special import ellipk

    for period, degrees in pairs:
        amplitude = math.radians(degrees)
        omega0 = 4 / period * float(ellipk(math.sin(amplitude / 2) ** 2))
        times = np.arange(0, 5 * period, 1 / 25)
        from tests.calibration.fit.simulated import decay

        angles = decay((omega0**2, 0.01, 0.0, 0.0, amplitude, 0.0, 0.0), times, 0.002, which, period)
        assert math.sqrt(fit_ship(times, angles).value("omega0_sq_s2")) == pytest.approx(omega0, rel=0.002)


def test_reactions_are_those_of_the_data_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        f"{row['subj']},{'' if row['response'] == 'wait' else row['rt']},{row['correct']},{row['task']}"
        for row in rows("reactions/mental_chronometry_50x3x20.csv")
    ]
    found = answer(capsys, "reactions", tmp_path / "rt.csv", "person,rt_ms,correct,condition", lines)["conditions"]
    sheet = {"reaction": (246, 22, 59, 305), "goNoGo": (355, 54, 91, 445), "discrimination": (365, 42, 148, 514)}
    for name, figures in sheet.items():
        for key, figure in zip(("mu_ms", "sigma_ms", "tau_ms", "mean_ms"), figures, strict=True):
            assert found[name][key] == pytest.approx(figure, rel=0.05), (name, key)
            interval = found[name]["intervals"][key]
            assert interval["low"] < figure < interval["high"]
        assert found[name]["people"] == 50
        assert found[name]["intervals_over"] == "people"
    assert found["discrimination"]["error_rate"] == pytest.approx(0.026, abs=0.001)


@pytest.mark.slow
def test_flankers_add_errors_and_hardly_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        f"{row['subj']},{row['rt']},{row['correct']},{row['congruency']}"
        for row in rows("reactions/flanker_trials.csv")
    ]
    found = answer(capsys, "reactions", tmp_path / "rt.csv", "person,rt_ms,correct,condition", lines)["conditions"]
    added = found["incongruent"]["error_rate"] - found["congruent"]["error_rate"]
    assert added == pytest.approx(0.019, abs=0.002)
    assert abs(found["incongruent"]["mean_ms"] - found["congruent"]["mean_ms"]) < 10


def test_a_skilled_thrower_scatters_as_the_data_sheet_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"{row['speed_ms']},{row['elev_deg']},{row['azim_deg']}" for row in rows("aim/freethrow_60.csv")]
    found = answer(capsys, "throws", tmp_path / "t.csv", "speed,elevation_deg,azimuth_deg", lines)
    speed, elevation = (found["intervals"][key] for key in ("speed_cv", "elevation_sd_deg"))
    assert speed["low"] < 0.011 < speed["high"]
    assert elevation["low"] < 1.25 < elevation["high"]


def test_darts_of_an_amateur(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = [row["score"] for row in rows("aim/dart_scores_100.csv")]
    found = answer(capsys, "throws", tmp_path / "darts.csv", "score", scores)
    low, high = (found["intervals"]["landing_sd_mm"][end] for end in ("low", "high"))
    # The sheet: sigma about 28 mm.
    assert found["landing_sd_mm"] == pytest.approx(28, abs=2)
    assert low < 28 < high
