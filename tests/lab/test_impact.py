"""`lab impact`: measured impacts done again, the fit, one throw."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import InputError
from sim.lab.impact import (
    COLUMNS,
    Impacts,
    errors,
    fit,
    imbalance,
    impact_command,
    read_impacts,
    restitution_at_contact,
    thrown,
)
from sim.options import ImpactOptions
from sim.physics.contact.impact import Motion, Plate, even_polygon, rigid_impact
from sim.physics.contact.profiles import load_profile
from sim.seeds import rng
from sim.statistics import median
from tests.commands import answer_of, refusal_of
from tests.shipped import MEASURED_PLATE

BAND = 0.10


def made(count: int, mu: float, e: Any, noise: float = 0.02, body: Plate = MEASURED_PLATE) -> Impacts:
    """Impacts by the closed form, with measurement noise as a share of the velocity; `e` for all, or for each."""
    stream = rng(5, "made", count)
    angle = stream.uniform(-3, 3, count)
    before = Motion(
        stream.uniform(-900, 900, count), stream.uniform(-2900, -2000, count), stream.uniform(-10, 10, count)
    )
    after = rigid_impact(before, body.contact(angle), body.gyration_radius_mm, mu, e)
    vx, vy, om = (part * (1 + noise * stream.normal(size=count)) for part in (after.vx, after.vy, after.om))
    return Impacts(angle, before, Motion(vx, vy, om), clockwise=False)


def scattered(count: int) -> Impacts:
    """Impacts by the closed form whose restitution scatters: quartiles 0.53, 0.59, 0.64; friction 0.19."""
    return made(count, 0.19, rng(5, "scattered", count).normal(0.587, 0.08, count), noise=0.03)


def save(path: Path, impacts: Impacts, sense: float = 1.0, unit_mm: float = 1000.0) -> Path:
    was, after = impacts.before, impacts.after
    columns = [sense * impacts.angle, was.vx / unit_mm, was.vy / unit_mm, sense * was.om]
    columns += [after.vx / unit_mm, after.vy / unit_mm, sense * after.om]
    lines = [",".join(f"{value:.9g}" for value in row) for row in zip(*columns, strict=True)]
    path.write_bytes(gzip.compress("\n".join([",".join(COLUMNS), *lines]).encode()))
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Impacts with the restitution and scatter of the 859 measured ones, their angles clockwise as in that file.

    The measured ones have no licence to be shipped: `python -m studies.against_measurements` compares with them.
    """
    return save(tmp_path_factory.mktemp("impacts") / "like_measured.csv.gz", scattered(400), sense=-1.0)


# ------------------------------------------------------------------------------------------------ like measured


def test_momenta_tell_that_a_file_counts_angles_clockwise(file: Path) -> None:
    found = read_impacts(file, MEASURED_PLATE)
    other = Impacts(
        -found.angle,
        Motion(found.before.vx, found.before.vy, -found.before.om),
        Motion(found.after.vx, found.after.vy, -found.after.om),
        clockwise=False,
    )
    assert found.clockwise
    assert imbalance(found, MEASURED_PLATE) < 0.2 * imbalance(other, MEASURED_PLATE)


def test_restitution_at_the_contact_is_that_of_the_impacts(file: Path) -> None:
    # Quartiles of the 859 measured impacts (Fazeli et al.): 0.53, 0.59, 0.64.
    ratio = restitution_at_contact(read_impacts(file, MEASURED_PLATE), MEASURED_PLATE)
    assert np.quantile(ratio, [0.25, 0.5, 0.75]) == pytest.approx([0.53, 0.59, 0.64], abs=0.02)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))])
def test_impacts_that_were_not_fitted_are_repeated_within_the_band(
    file: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    impact_command(ImpactOptions(file=file, fit=True, seed=seed, as_json=True))
    answer = json.loads(capsys.readouterr().out)
    assert answer["fit"]["impacts"] == 200
    assert answer["tested"] == 200
    assert answer["median_error"]["high"] <= BAND
    assert 0.15 < answer["friction"] < 0.25
    assert 0.54 < answer["restitution"] < 0.64


@pytest.mark.slow
def test_the_step_does_not_matter(file: Path) -> None:
    some = read_impacts(file, MEASURED_PLATE).some(np.arange(0, 400, 3))
    medians = [
        median(errors(some, thrown(some, MEASURED_PLATE, 0.2, 0.59, load_profile(name)), MEASURED_PLATE))
        for name in ("play", "reference")
    ]
    assert medians[0].estimate == pytest.approx(medians[1].estimate, abs=0.005)


# ------------------------------------------------------------------------------------------------ what the fit finds


@pytest.mark.slow
@pytest.mark.parametrize(("mu", "e"), [(0.1, 0.3), (0.3, 0.7)])
def test_the_fit_finds_what_was_put_in(mu: float, e: float) -> None:
    found = fit(made(120, mu, e, noise=0.005), MEASURED_PLATE)
    assert found.friction.estimate == pytest.approx(mu, abs=0.02)
    assert found.restitution.estimate == pytest.approx(e, abs=0.02)
    assert found.friction.low < found.friction.estimate < found.friction.high


@pytest.mark.parametrize("sense", [1.0, -1.0])
@pytest.mark.parametrize(("unit", "unit_mm"), [("m", 1000.0), ("mm", 1.0)])
def test_files_are_read_in_either_sense_and_unit(tmp_path: Path, sense: float, unit: str, unit_mm: float) -> None:
    truth = made(40, 0.2, 0.6)
    found = read_impacts(save(tmp_path / "i.csv.gz", truth, sense, unit_mm), MEASURED_PLATE, unit)
    assert found.clockwise == (sense < 0)
    assert found.angle == pytest.approx(truth.angle, rel=1e-6)
    assert found.before.vy == pytest.approx(truth.before.vy, rel=1e-6)
    assert found.after.om == pytest.approx(truth.after.om, rel=1e-6)


def test_a_perfect_repetition_has_no_error_and_a_wrong_one_has() -> None:
    truth = made(40, 0.2, 0.6, noise=0.0)
    right = errors(truth, thrown(truth, MEASURED_PLATE, 0.2, 0.6, load_profile("play")), MEASURED_PLATE)
    wrong = errors(truth, thrown(truth, MEASURED_PLATE, 0.2, 0.2, load_profile("play")), MEASURED_PLATE)
    assert float(np.median(right)) < 0.006
    assert float(np.median(wrong)) > 0.2


def test_a_median_lies_between_two_order_statistics() -> None:
    interval = median(list(range(1, 102)))
    assert (interval.estimate, interval.low, interval.high) == (51.0, 41.0, 61.0)
    assert np.isnan(median([1.0, 2.0]).low)


# ------------------------------------------------------------------------------------------------ the command


def test_one_throw_tells_before_and_after(capsys: pytest.CaptureFixture[str]) -> None:
    impact_command(ImpactOptions(speed_mm_s=1000.0, friction=0.0, restitution=0.5, as_json=True))
    answer = json.loads(capsys.readouterr().out)
    assert answer["hit"] is True
    assert answer["before"]["vy_mm_s"] == -1000.0
    assert answer["after"]["vy_mm_s"] == pytest.approx(500.0)
    assert answer["after"]["vx_mm_s"] == pytest.approx(0.0, abs=1e-6)
    assert {"profile", "configuration", "seed", "versions"} <= set(answer)


def test_the_slowest_throw_ends(capsys: pytest.CaptureFixture[str]) -> None:
    impact_command(ImpactOptions(speed_mm_s=1e-6, as_json=True))
    assert json.loads(capsys.readouterr().out)["before"]["vy_mm_s"] == pytest.approx(0.0, abs=1e-5)


@pytest.mark.slow
def test_the_text_gives_the_error_with_its_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    impact_command(ImpactOptions(file=save(tmp_path / "i.csv.gz", made(40, 0.2, 0.6)), fit=True))
    text = capsys.readouterr().out
    assert "angles: counter-clockwise" in text
    assert "median_error: 0.0" in text
    assert " to " in text


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({}, "either a FILE of impacts or --speed-mm-s"),
        ({"speed_mm_s": 10.0, "mass_g": 0.0}, "--mass-g"),
        ({"speed_mm_s": 10.0, "semi_axes_mm": (3.0, -1.0)}, "--semi-axes-mm"),
        ({"speed_mm_s": 10.0, "length_unit": "ft"}, "--length-unit"),
        ({"file": Path("none.csv.gz")}, "none.csv.gz: cannot be read"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        impact_command(ImpactOptions(**options))


def test_too_few_impacts_to_fit_are_refused(tmp_path: Path) -> None:
    file = save(tmp_path / "i.csv.gz", made(12, 0.2, 0.6))
    with pytest.raises(InputError, match="at least 20 impacts"):
        impact_command(ImpactOptions(file=file, fit=True))
    with pytest.raises(ValueError, match="ten impacts"):
        fit(made(5, 0.2, 0.6), MEASURED_PLATE)


def test_broken_files_are_refused(tmp_path: Path) -> None:
    torn = tmp_path / "torn.csv.gz"
    torn.write_bytes(gzip.compress(b"a,b\n1,2\n" * 1000)[:40])
    with pytest.raises(InputError, match="cannot be read"):
        read_impacts(torn, MEASURED_PLATE)
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(",".join(COLUMNS) + "\n1,2,3,4,5,x,7\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"line 2: vy_post: expected a finite number, found 'x'"):
        read_impacts(wrong, MEASURED_PLATE)


CORNERS = "--corners-mm"


@pytest.mark.parametrize(
    ("corners", "complaint"),
    [
        ("0,0;40,0", "has 2 corners, expected three or more"),
        ("0,0;40;0,20", "'40' is not two lengths"),
        ("0,0;40,0;10,2;0,20", "expected a convex polygon"),
        ("0,0;10,0;20,0", "expected a convex polygon"),
    ],
)
def test_corners_that_are_no_polygon_are_refused(
    corners: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refusal_of(capsys, "lab", "impact", CORNERS, corners, "--speed-mm-s", "800")
    assert CORNERS in said
    assert complaint in said


@pytest.mark.slow
def test_impacts_of_a_polygon_are_fitted_and_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = even_polygon(36.4, [(0, 0), (70, 0), (70, 50), (0, 50)])
    path = save(tmp_path / "tile.csv.gz", made(60, 0.3, 0.5, body=body))
    words = ["lab", "impact", str(path), "--fit", CORNERS, "0,0;70,0;70,50;0,50", "--json"]
    found = answer_of(capsys, *words)
    assert found["friction"] == pytest.approx(0.3, abs=0.02)
    assert found["restitution"] == pytest.approx(0.5, abs=0.02)
    assert found["median_error"]["estimate"] < 0.05
