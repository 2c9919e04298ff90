"""The verbs: what they print, the presets they write, and what they refuse."""

from __future__ import annotations

import csv
import math
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import yardarm.command
from sim.configuration import load_configuration
from tests.calibration.fit.simulated import column, decay, trials
from tests.commands import answer_of, refusal_of

TRUTH = (26.0, 0.3, 0.12, 0.0, 0.2, 0.0, 0.01)


def table(file: Path, header: list[str], rows: Any) -> Path:
    with file.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(header)
        writer.writerows(rows)
    return file


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    return answer_of(capsys, *words, "--json")


@pytest.fixture
def sway(tmp_path: Path) -> Path:
    times = np.arange(0, 6, 1 / 50)
    angles = decay(TRUTH, times, 0.001, "verb")
    return table(tmp_path / "sway.csv", ["t_s", "angle_rad"], zip(times.tolist(), angles.tolist(), strict=True))


@pytest.fixture
def rt(tmp_path: Path) -> Path:
    rows = [(each.person, each.rt_ms, int(each.correct), each.condition) for each in trials(1, 200)]
    return table(tmp_path / "rt.csv", ["person", "rt_ms", "correct", "condition"], rows)


@pytest.fixture
def thrown(tmp_path: Path) -> Path:
    speed, up, across = (column(60, 0.0, name) for name in ("s", "e", "a"))
    rows = zip((7 + 0.35 * speed).tolist(), (50 + 1.3 * up).tolist(), (1.5 * across).tolist(), strict=True)
    return table(tmp_path / "throws.csv", ["speed", "elevation_deg", "azimuth_deg"], rows)


@pytest.mark.slow
def test_ship_tells_what_the_contract_names(sway: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "fit", "ship", str(sway))
    keys = ["omega0_sq_s2", "viscous_per_s", "coulomb_s2", "quadratic", "theta0_rad", "omega_start_rad_s", "rms_rad"]
    assert all(isinstance(found[key], float) for key in keys)
    assert {"estimate", "low", "high"} == set(found["intervals"]["omega0_sq_s2"])
    assert set(keys) <= set(found["intervals"])
    assert found["omega0_sq_s2"] == pytest.approx(26.0, rel=0.005)
    assert found["law"] == "viscous+coulomb"


@pytest.mark.study
def test_units_are_in_the_columns_names(sway: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sway.open() as stream:
        rows = [(1000 * float(row["t_s"]), math.degrees(float(row["angle_rad"]))) for row in csv.DictReader(stream)]
    rows[7] = (rows[7][0], "")
    other = table(tmp_path / "other.csv", ["time_ms", "angle_deg"], rows)
    plain, turned = (answer(capsys, "fit", "ship", str(file)) for file in (sway, other))
    assert turned["missing"] == 1
    assert turned["viscous_per_s"] == pytest.approx(plain["viscous_per_s"], rel=0.02)


@pytest.mark.study
def test_the_preset_sways_like_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, preset, second = tmp_path / "first.csv", tmp_path / "ship.toml", tmp_path / "second.csv"
    changed = tmp_path / "changed.toml"
    changed.write_text("[ship]\npivot_viscous_per_s = 0.5\npivot_coulomb_s2 = 0.2\nrod_length_mm = 130.0\n")
    sway = ["lab", "sway", "--start-deg", "10", "--duration-s", "6"]
    assert yardarm.command.run([*sway, "--config", str(changed), "--csv", str(first)]) == 0
    capsys.readouterr()
    found = answer(capsys, "fit", "ship", str(first), "--out", str(preset))
    assert found["viscous_per_s"] == pytest.approx(0.5, rel=0.01)
    assert found["coulomb_s2"] == pytest.approx(0.2, rel=0.01)
    assert yardarm.command.run([*sway, "--config", str(preset), "--csv", str(second)]) == 0
    capsys.readouterr()
    again = answer(capsys, "fit", "ship", str(second))
    for key in ("omega0_sq_s2", "viscous_per_s", "coulomb_s2"):
        assert again[key] == pytest.approx(found[key], rel=0.01)
    measures = load_configuration("riff-raff", preset).setup.ship.measures
    assert measures.rod_length_mm == pytest.approx(130.0, rel=0.01)
    assert 'provenance = "measured"' in preset.read_text()
    assert "first.csv" in preset.read_text()


@pytest.mark.slow
def test_quadratic_damping_is_said_to_be_missing_from_our_ship(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    times = np.arange(0, 6, 1 / 50)
    angles = decay((26.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0), times, 0.001, "drag")
    file = table(tmp_path / "drag.csv", ["t_s", "angle_rad"], zip(times.tolist(), angles.tolist(), strict=True))
    preset = tmp_path / "drag.toml"
    *_, remark = answer(capsys, "fit", "ship", str(file), "--out", str(preset))["remarks"]
    assert remark.startswith("Our ship has no quadratic damping")
    assert remark in preset.read_text()
    assert load_configuration("riff-raff", preset).setup.ship.measures.pivot_viscous_per_s > 0


def test_reactions_and_their_preset(rt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    preset = tmp_path / "people.toml"
    found = answer(capsys, "fit", "reactions", str(rt), "--out", str(preset), "--device-delay-ms", "80")
    simple = found["conditions"]["simple"]
    assert {"mu_ms", "sigma_ms", "tau_ms", "mean_ms", "error_rate", "intervals"} <= set(simple)
    assert simple["intervals"]["mu_ms"]["low"] < 246 < simple["intervals"]["mu_ms"]["high"]
    assert found["preset_conditions"] == {"simple": "simple"}
    for game in ("riff-raff", "zack"):
        skills = load_configuration(game, preset).skills
        assert skills["casual"].simple_mu_ms == pytest.approx(simple["mu_ms"] - 80)
        assert skills["casual"].simple_person_sd_ms == pytest.approx(simple["person_sd_ms"])
        assert skills["skilled"].simple_mu_ms == load_configuration(game).skills["skilled"].simple_mu_ms


def test_throws_and_their_preset(thrown: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    preset = tmp_path / "hand.toml"
    found = answer(capsys, "fit", "throws", str(thrown), "--out", str(preset), "--skill", "skilled")
    assert {"speed_cv", "elevation_sd_deg", "azimuth_sd_deg", "lag1"} <= set(found["intervals"])
    skilled = load_configuration("zack", preset).skills["skilled"]
    assert skilled.throw_speed_cv == pytest.approx(found["speed_cv"])
    assert skilled.throw_direction_sd_deg == pytest.approx(found["elevation_sd_deg"])


@pytest.mark.slow
def test_without_json_people_can_read_it(
    sway: Path, rt: Path, thrown: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for verb, file, word in (("ship", sway, "law of damping"), ("reactions", rt, "tau_ms"), ("throws", thrown, "lag1")):
        assert yardarm.command.run(["fit", verb, str(file)]) == 0
        assert word in capsys.readouterr().out


BAD = {
    "no such column": ("ship", "t_s,angel\n0,1\n", "angle_rad: missing column"),
    "empty": ("ship", "", "header line"),
    "header only": ("ship", "t_s,angle_rad\n", "at least one row"),
    "not a number": ("ship", "t_s,angle_rad\n0,0.1\n1,inf\n", "line 3: angle_rad: expected a finite number"),
    "a word": ("ship", "t_s,angle_rad\n0,zero\n", "line 2: angle_rad"),
    "back in time": ("ship", "t_s,angle_rad\n1,0.1\n0,0.2\n", "line 3: t_s: expected times that ascend"),
    "days": (
        "ship",
        "t_s,angle_rad\n0,0.1\n1e308,0.2\n",
        "t_s: expected a film or a sensor, found steps of 1e+308 s: if they are ms, say --unit ms",
    ),
    "a long record": (
        "ship",
        "t_s,angle_deg\n" + "".join(f"{n},{n % 3}\n" for n in range(3700)),
        "line 3603: t_s: expected a record of at most 3600 s, found 3601 s",
    ),
    "no angle": ("ship", "t_s,angle_deg\n0,1\n1,1e308\n", "angle_deg: angles of 1e+308 deg are not a swing"),
    "degrees called radians": (
        "ship",
        "t_s,angle_rad\n0,12\n1,-12\n",
        "angle_rad: angles of 12 rad are not a swing: did you mean angle_deg? Then say --unit deg.",
    ),
    "a huge cell": (
        "ship",
        f"t_s,angle_rad\n0,{'9' * 5000}\n",
        "line 2: angle_rad: expected a finite number, found '999",
    ),
    "a huge header": ("ship", f"t_s,angle_rad{'x' * 200_000}\n0,1\n", "line 1: is not valid CSV"),
    "few rows": ("ship", "t_s,angle_rad\n0,0.1\n1,0.2\n", "at least 20 rows"),
    "an escape for a condition": (
        "reactions",
        "person,rt_ms,correct,condition\na,300,1,\x1b[31m\u202e\n",
        r"condition '\x1b[31m\u202e'",
    ),
    "two columns": (
        "ship",
        "t_s,Angle (deg),angle_deg\n0,0.1,5\n",
        "expected one column for angle_rad, found Angle (deg) as well: say --angle NAME.",
    ),
    "a strange truth": (
        "reactions",
        "person,rt_ms,correct,condition\na,300,2,x\n",
        "line 2: correct: expected 0 or 1, or a word such as True or False, found '2': say --correct",
    ),
    "no times": ("reactions", "person,correct\na,1\n", "rt_ms: missing column, found person, correct (commas): say"),
    "seconds called milliseconds": (
        "reactions",
        "rt_ms,correct\n" + "0.4,1\n0.5,1\n" * 20,
        "rt_ms: expected reaction times, found a median of 0.5 ms: if it is another unit, say --unit ms or --unit s.",
    ),
    "few trials": ("reactions", "person,rt_ms,correct,condition\na,300,1,x\n", "condition 'x'"),
    "few throws": ("throws", "speed,elevation_deg,azimuth_deg\n1,2,3\n", "speed: expected at least 12"),
    "all alike": (
        "throws",
        "speed,elevation_deg,azimuth_deg\n" + "1,2,3\n" * 20,
        "speed: expected numbers that differ",
    ),
}


@pytest.mark.parametrize(("verb", "text", "expected"), BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_refused_in_one_sentence(
    verb: str, text: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, preset = tmp_path / "bad.csv", tmp_path / "preset.toml"
    file.write_text(text)
    err = refusal_of(capsys, "fit", verb, str(file), "--out", str(preset))
    assert str(file) in err
    assert expected in err
    assert not preset.exists()


def test_folders_and_places_that_cannot_be_written_are_refused(
    thrown: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(tmp_path.iterdir())
    assert "found a folder" in refusal_of(capsys, "fit", "throws", str(tmp_path))
    for out in (tmp_path / "nowhere" / "hand.toml", tmp_path):
        assert "cannot be written" in refusal_of(capsys, "fit", "throws", str(thrown), "--out", str(out))
    assert sorted(tmp_path.iterdir()) == before


def test_conditions_that_say_nothing_need_a_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("ann", each.rt_ms, 1, f"x{index % 2}") for index, each in enumerate(trials(2, 120))]
    file = table(tmp_path / "two.csv", ["person", "rt_ms", "correct", "condition"], rows)
    preset = tmp_path / "people.toml"
    assert "--condition" in refusal_of(capsys, "fit", "reactions", str(file), "--out", str(preset))
    found = answer(capsys, "fit", "reactions", str(file), "--out", str(preset), "--condition", "x1")
    assert found["preset_conditions"] == {"simple": "x1"}


def test_a_file_with_braces_in_its_name_is_fitted(thrown: Path, tmp_path: Path) -> None:
    file = tmp_path / "t{0}{x}\n.csv"
    file.write_text("\ufeff" + thrown.read_text(), encoding="utf-8")
    out = tmp_path / "hand.toml"
    assert yardarm.command.run(["fit", "throws", str(file), "--out", str(out)]) == 0
    assert out.read_text().startswith(r"# The hand of t{0}{x}\n.csv, by `yardarm fit throws`;")
    assert tomllib.loads(out.read_text())["skill"]["casual"]["throw_speed_cv"]["source"].startswith(
        r"fit throws t{0}{x}\n"
    )
