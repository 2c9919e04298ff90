"""Friction from the tilts at which a piece slips."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sim.configuration import load_configuration
from tests.commands import answer_of, refusal_of

TILTS = (16.5, 17.2, 15.8, 16.9, 17.4)


@pytest.mark.parametrize(
    "text",
    [
        "angle_deg\n" + "".join(f"{tilt}\n" for tilt in TILTS),
        "Tilt\n" + "".join(f"{math.radians(tilt):.9f}\n".replace(".", ",") for tilt in TILTS),
        "rise_mm,board_mm\n" + "".join(f"{300 * math.sin(math.radians(tilt))},300\n" for tilt in TILTS),
    ],
)
def test_friction_is_the_tangent_of_the_tilt(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "tilts.csv", tmp_path / "wood.toml"
    file.write_text(text)
    answer = answer_of(capsys, "fit", "friction", file, "--out", out, "--json")
    mean = sum(math.tan(math.radians(tilt)) for tilt in TILTS) / len(TILTS)
    assert answer["friction"]["estimate"] == pytest.approx(mean)
    assert answer["friction"]["low"] < mean < answer["friction"]["high"]
    assert load_configuration("riff-raff", preset=out).setup.wood.friction == pytest.approx(mean)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("angle_deg\n16\n17\n16\n17\n", "expected at least 5 slips, found 4"),
        ("angle_deg\n16\n17\n96\n17\n16\n", "line 4: angle_deg: expected a number from 0.1 to 80"),
        (
            "rise_mm,board_mm\n301,300\n1,2\n1,2\n1,2\n1,2\n",
            "line 2: rise_mm over board_mm: expected a number from 0 to 1",
        ),
        ("rise_mm,board_mm\n30,0\n1,2\n1,2\n1,2\n1,2\n", "line 2: rise_mm over board_mm"),
        ("slope\n16\n", "rise_mm: missing column"),
    ],
)
def test_what_is_no_tilt_is_refused(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tilts.csv"
    file.write_text(text)
    assert sentence in refusal_of(capsys, "fit", "friction", file, "--out", tmp_path / "wood.toml")
    assert not (tmp_path / "wood.toml").exists()
