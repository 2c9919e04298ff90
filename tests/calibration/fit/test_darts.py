"""Dart scores: their chances by hand, the spread found again, and what is refused."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import yardarm.command
from calibration.fit.darts import RADII_MM, chances, fit_scores
from tests.commands import refusal_of


def scored(x: float, y: float) -> int:
    """What a dart at that place (mm from the bull) scores, by the board's numbers as they stand round it."""
    ring = sum(math.hypot(x, y) >= radius for radius in RADII_MM)
    if ring in (0, 1, 6):
        return {0: 50, 1: 25, 6: 0}[ring]
    around = (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
    number = around[round(math.degrees(math.atan2(x, y)) / 18) % 20]
    return number * {2: 1, 3: 3, 4: 1, 5: 2}[ring]


def test_chances_of_a_hand_by_hand() -> None:
    told = chances(20.0)
    assert math.fsum(told.values()) == pytest.approx(1)
    assert told[50] == pytest.approx(1 - math.exp(-(6.35**2) / 800))
    # 40 is a double only, 57 a triple only.
    assert told[40] == pytest.approx((math.exp(-(162**2) / 800) - math.exp(-(170**2) / 800)) / 20)
    assert told[57] == pytest.approx((math.exp(-(99**2) / 800) - math.exp(-(107**2) / 800)) / 20)


@pytest.mark.slow
def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    stream = np.random.default_rng(4)
    held = 0
    for _ in range(200):
        landed = stream.normal(0, 30.0, (100, 2))
        found = fit_scores([scored(x, y) for x, y in landed])
        held += found.low <= 30.0 <= found.high
    assert 180 <= held <= 198


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["59"] * 20, "expected what one dart can score, found 59"),
        (["20"] * 5, "at least 12 rows with a number, found 5"),
        (["50"] * 20, "expected scores that differ from 50"),
    ],
)
def test_what_no_dart_scores_is_refused(
    lines: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "darts.csv"
    file.write_text("\n".join(["score", *lines]))
    assert expected in refusal_of(capsys, "fit", "throws", str(file))


def test_scores_make_no_preset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "darts.csv"
    file.write_text("\n".join(["score", *(["20", "5", "1"] * 10)]))
    said = refusal_of(capsys, "fit", "throws", str(file), "--out", str(tmp_path / "p.toml"))
    assert "scores alone make no hand" in said
    assert not (tmp_path / "p.toml").exists()
    assert yardarm.command.run(["fit", "throws", str(file)]) == 0
    assert "30 darts aimed at the bull" in capsys.readouterr().out
