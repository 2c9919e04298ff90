"""A fit says what it found in a recording, and when it failed; then it writes no preset unless it is asked to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import yardarm.command
from calibration.fit.ship import ShipFit, fit_ship
from sim.configuration import load_configuration
from tests.calibration.fit.simulated import decay

TRUTH = (28.51, 0.6, 0.12, 0.0, 0.2, 0.0, 0.01)
STEP = 1 / 30
TIMES = np.arange(0, 6, STEP)


def swing(*key: object) -> np.ndarray:
    return decay(TRUTH, TIMES, 0.002, "verdict", *key)


def fitted(angles: np.ndarray) -> ShipFit:
    return fit_ship(STEP * np.arange(angles.size), angles)


@pytest.mark.slow
def test_a_hand_before_and_after_the_swing_is_found() -> None:
    free = swing("held")
    noise = 0.002 * np.random.default_rng(1).standard_normal(60)
    fit = fitted(np.concatenate([0.21 + noise[:30], free[:63], free[63] + noise[30:]]))
    assert fit.decay.released_s == pytest.approx(1.0, abs=0.03)
    assert fit.decay.stopped_s == pytest.approx(3.1, abs=0.05)
    assert fit.value("omega0_sq_s2") == pytest.approx(TRUTH[0], rel=0.01)


@pytest.mark.slow
def test_a_swing_that_comes_to_rest_is_fitted_in_the_right_valley() -> None:
    truth = (24.55, 0.172, 0.069, 0.0, 0.2, 0.0, 0.0)
    times = np.arange(0, 25, 1 / 60)
    fit = fit_ship(times, decay(truth, times, 0.002, "rest"))
    assert fit.rms_rad.low < 0.002 < fit.rms_rad.high
    assert fit.value("coulomb_s2") == pytest.approx(truth[2], rel=0.05)


@pytest.mark.slow
def test_pictures_that_the_clock_does_not_miss_are_found_and_doubted() -> None:
    fit = fitted(np.delete(swing("lost"), slice(30, 34)))
    ((at, pictures),) = fit.decay.lost
    assert (at, pictures) == (pytest.approx(1.0, abs=0.1), 4)
    assert fit.verdict.grade == "doubtful"
    assert "4 pictures were lost" in str(fit.verdict)


@pytest.mark.slow
def test_one_picture_of_many_is_missed_and_none_where_the_noise_is_no_noise() -> None:
    truth = (33.2, 0.15, 0.06, 0.0, 0.2, 0.0, 0.0)
    times = np.arange(0, 6, 1 / 120)
    angles = decay(truth, times, 0.002, "one")
    fit = fit_ship(times[:-1], np.delete(angles, 300))
    assert [pictures for _, pictures in fit.decay.lost] == [1]
    assert fit.intervals["omega0_sq_s2"].low < truth[0] < fit.intervals["omega0_sq_s2"].high
    fresh = np.random.default_rng(1).standard_normal(times.size)
    alike = np.convolve(0.002 * fresh, 0.44 * 0.9 ** np.arange(60))[: times.size]
    fit = fit_ship(times, decay(truth, times, 0.0, "alike") + alike)
    assert fit.decay.lost == ()
    assert fit.verdict.good


@pytest.mark.study
def test_a_camera_that_wanders_is_doubted_and_a_walk_is_no_swing() -> None:
    assert "tripod" in str(fitted(swing("drift") + 0.03 * np.sin(1.2 * TIMES)).verdict)
    walk = np.cumsum(0.005 * np.random.default_rng(1).standard_normal(150))
    assert fitted(walk).verdict.grade == "failed"


@pytest.mark.slow
def test_a_doubtful_swing_writes_no_preset_unless_it_is_asked_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out, picture = tmp_path / "sway.csv", tmp_path / "ship.toml", tmp_path / "fit.png"
    file.write_text("t_s,angle_rad\n" + "".join(f"{t},{a}\n" for t, a in zip(TIMES, swing("short"), strict=True))[:800])
    words = ["fit", "ship", str(file), "--out", str(out)]
    assert yardarm.command.run(words) == 1
    said = capsys.readouterr().out
    assert "The rows hold" in said
    assert "no preset is written: --anyway" in said
    assert not out.exists()
    assert yardarm.command.run([*words, "--anyway", "--picture", str(picture)]) == 0
    assert "the fit is " in out.read_text()
    assert load_configuration("riff-raff", out).setup.ship.measures.pivot_viscous_per_s >= 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_times_of_two_tasks_fail_and_throws_of_two_hands_are_doubted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = np.random.default_rng(1)
    file, out = tmp_path / "table.csv", tmp_path / "skill.toml"
    times = np.concatenate([300 + 30 * drawn.standard_normal(60), 2000 + 3 * drawn.standard_normal(60)])
    file.write_text("rt_ms\n" + "".join(f"{time:.0f}\n" for time in times))
    assert yardarm.command.run(["fit", "reactions", str(file), "--out", str(out)]) == 1
    assert "verdict: failed: The times do not follow an ex-Gaussian" in capsys.readouterr().out
    speeds = np.repeat([2.0, 2.6], 30) + 0.05 * drawn.standard_normal(60)
    file.write_text("speed,elevation_deg\n" + "".join(f"{speed:.3f},{20 + speed}\n" for speed in speeds))
    assert yardarm.command.run(["fit", "throws", str(file), "--out", str(out)]) == 1
    assert "or these are several people: say --person" in capsys.readouterr().out
    assert not out.exists()
    assert yardarm.command.run(["fit", "throws", str(file), "--out", str(out), "--anyway"]) == 0
    assert "the fit is doubtful" in out.read_text()
