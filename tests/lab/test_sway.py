"""`lab sway`: the record, what is read off it, and what is refused."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk

import yardarm.command
from sim.configuration import load_configuration
from sim.games.riff_raff.cargo import load, parse_cargo
from sim.lab.sway import let_go, measure
from sim.physics.ship.measures import Ship
from tests.commands import answer_of, refusal_of

UNDAMPED = "[ship]\npivot_viscous_per_s = 0.0\npivot_coulomb_s2 = 0.0\nyard_stop_deg = 0.0\nend_stop_deg = 170.0\n"
VISCOUS = UNDAMPED.replace("pivot_viscous_per_s = 0.0", "pivot_viscous_per_s = 0.5")
SLUGGISH = UNDAMPED.replace("pivot_viscous_per_s = 0.0", "pivot_viscous_per_s = 8.0")


def sway(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The answer of `lab sway --json`."""
    return answer_of(capsys, "lab", "sway", "--json", *arguments)


def record(file: Path) -> tuple[list[float], list[float]]:
    with file.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["t_s", "angle_rad"]
    return [float(row["t_s"]) for row in rows], [float(row["angle_rad"]) for row in rows]


def shipped() -> Ship:
    return load_configuration("riff-raff").setup.ship


def test_the_record_starts_where_she_is_let_go_and_is_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sway.csv"
    answer = sway(capsys, "--start-deg", "10", "--duration-s", "3", "--csv", str(file))
    times, angles = record(file)
    assert len(times) == 3 * answer["rate_hz"] + 1
    assert times == pytest.approx([i / answer["rate_hz"] for i in range(len(times))], abs=1e-6)
    assert angles[0] == pytest.approx(math.radians(10)), "positive to starboard"
    assert min(angles) < -math.radians(2)
    assert [path.name for path in tmp_path.iterdir()] == ["sway.csv"]


def test_the_answer_names_what_it_depends_on(capsys: pytest.CaptureFixture[str]) -> None:
    answer = sway(capsys, "--duration-s", "4", "--seed", "5", "--profile", "draft")
    assert {"profile": "draft", "seed": 5}.items() <= answer.items()
    assert len(answer["configuration"]) == 16
    assert {"yardarm", "pymunk", "numpy"} <= set(answer["versions"])


@pytest.mark.slow
@pytest.mark.parametrize("start_deg", [5, 30, 80])
def test_the_period_of_an_undamped_ship_is_the_closed_form(
    start_deg: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    preset = tmp_path / "undamped.toml"
    preset.write_text(UNDAMPED)
    answer = sway(capsys, "--start-deg", f"{start_deg}", "--config", str(preset))
    half = math.sin(math.radians(start_deg) / 2)
    expected = 4 / math.sqrt(shipped().natural_frequency_sq_s2) * float(ellipk(half**2))
    assert answer["period_s"] == pytest.approx(expected, rel=0.0005)
    assert abs(answer["decay_per_s"]) < 1e-4
    assert answer["settled_angle_rad"] is None, "nothing ever brings her to rest"


def test_the_decay_is_the_viscous_friction(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    preset = tmp_path / "viscous.toml"
    preset.write_text(VISCOUS)
    answer = sway(capsys, "--start-deg", "-5", "--config", str(preset), "--duration-s", "8")
    assert answer["decay_per_s"] == pytest.approx(0.5, rel=0.01)
    period = 2 * math.pi / math.sqrt(shipped().natural_frequency_sq_s2 - 0.25)
    assert answer["period_s"] == pytest.approx(period, rel=0.001)
    assert answer["settled_angle_rad"] == pytest.approx(0, abs=math.radians(0.02))


def test_where_she_does_not_swing_there_is_no_period(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    preset = tmp_path / "sluggish.toml"
    preset.write_text(SLUGGISH)
    for arguments in (["--config", str(preset)], ["--start-deg", "0"], ["--duration-s", "0.1"]):
        answer = sway(capsys, *arguments)
        assert answer["period_s"] is None
        assert answer["decay_per_s"] is None
    assert sway(capsys, "--start-deg", "0")["settled_angle_rad"] == pytest.approx(0, abs=1e-6)


def test_cargo_heels_her_as_statics_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    preset = tmp_path / "viscous.toml"
    preset.write_text(VISCOUS.replace("0.5", "2.0"))
    answer = sway(capsys, "--cargo", "4:crate", "--start-deg", "3", "--config", str(preset))
    ship = shipped()
    crate, slot = load_configuration("riff-raff").setup.pieces["crate"], ship.slot(4)
    mass, lever, height = crate.mass_g, slot.centre_mm, slot.surface_mm - crate.stances["upright"].seat_mm
    expected = math.atan2(mass * lever, ship.righting_g_mm - mass * height)
    assert answer["settled_angle_rad"] == pytest.approx(expected, rel=0.01)
    assert answer["fallen"] == []


def test_what_she_throws_off_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    answer = sway(capsys, "--cargo", "1:crate,10:barrel", "--start-deg", "30")
    assert "barrel-2" in answer["fallen"]


def test_dry_friction_and_a_middle_off_zero_do_not_disturb_the_period() -> None:
    """A made-up record: x'' + 2 v x' + w^2 x = 0 about 0.05 rad, its middle moved against every half swing by 0.004."""
    damped, viscous, dry, rate_hz = 5.0, 0.3, 0.004, 120
    half = math.pi / damped
    start, began = 0.3, 0.0
    heel = []
    for t in np.arange(0, 6, 1 / rate_hz).tolist():
        if t - began > half:
            side = math.copysign(dry, start)
            start, began = side - (start - side) * math.exp(-viscous * half), began + half
        side, phase = math.copysign(dry, start), t - began
        swing = math.cos(damped * phase) + viscous / damped * math.sin(damped * phase)
        heel.append(0.05 + side + (start - side) * math.exp(-viscous * phase) * swing)
    swings = measure(np.array(heel))
    assert swings.period_s == pytest.approx(2 * half, rel=0.002)
    assert swings.decay_per_s is not None
    assert swings.decay_per_s > 1.02 * viscous, "dry friction adds to the decay"


def test_the_same_record_twice() -> None:
    setup = load_configuration("riff-raff").setup
    snapshot = load(setup, parse_cargo("7:rat,4:crate", setup))
    one, other = (let_go(setup, snapshot, 0.2, 2.0) for _ in range(2))
    assert one.heel_rad.tobytes() == other.heel_rad.tobytes()
    assert len(one.heel_rad) == len(one.time_s)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--cargo", "12:crate"], "12:crate"),
        (["--cargo", "3:dragon"], "dragon"),
        (["--start-deg", "33"], "32 degrees"),
        (["--start-deg", "-33"], "32 degrees"),
        (["--config", "none.toml"], "none.toml"),
        (["--csv", "nowhere/at/all.csv"], "nowhere/at/all.csv"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert named in refusal_of(capsys, "lab", "sway", "--duration-s", "0.5", *arguments)


def test_without_json_a_person_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["lab", "sway", "--cargo", "4:crate"]) == 0
    out, _ = capsys.readouterr()
    assert "period 1.3" in out or "period 1.2" in out
    assert "at rest at +" in out
