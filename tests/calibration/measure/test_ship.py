"""Yards and hull from a photo with known truth."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest

from sim.configuration import load_configuration
from tests.calibration.measure.photos import COLOURS, Shot, Solid, card, render, saved, union
from tests.commands import answer_of, refusal_of

HULL = [(-20, 0), (20, 0), (36, 8), (44, 20), (43, 32), (-43, 32), (-44, 20), (-36, 8)]
YARDS = ((54.0, 180.0, 5.0), (115.0, 150.0, 0.0), (185.0, 100.0, -3.0))
SHOT = Shot(ground=None, printed=(2.2, 2.2), tilt_deg=4.0, distance_mm=640, look_at=(190.0, 150.0), size=(1800, 1350))


def yard(height: float, length: float, tilt: float) -> list[tuple[float, float]]:
    """A yard of 4 mm whose upper side is at that height above the deck of HULL."""
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    corners = ((-length / 2, -4), (length / 2, -4), (length / 2, 0), (-length / 2, 0))
    return [(x * c - y * s, x * s + y * c + 32 + height) for x, y in corners]


@pytest.mark.study
def test_yards_and_hull_are_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mast = [(-5, 31), (5, 31), (5, 232), (-5, 232)]
    outline = union([HULL, mast, *(yard(*each) for each in YARDS)])
    ship = Solid(outline, 2.0, (190, 150), turn_deg=1.5, colour=COLOURS["walnut"])
    file, out = tmp_path / "ship.jpg", tmp_path / "ship.toml"
    file.write_bytes(render((ship, card((290.0, 80.0), 1.0)), SHOT))
    answer = answer_of(capsys, "measure", "ship", file, "--out", out, "--json")
    found = answer["ship"]
    for seen, (height, length, tilt) in zip(found["yards"], YARDS, strict=True):
        assert seen["height_mm"] == pytest.approx(height, rel=answer["within_share"])
        assert seen["length_mm"] == pytest.approx(length, rel=answer["within_share"])
        assert seen["tilt_deg"] == pytest.approx(tilt, abs=0.5)
    assert found["mast_height_mm"] == pytest.approx(200, rel=answer["within_share"])
    assert np.ptp(found["hull"], axis=0) == pytest.approx([88, 32], rel=0.04)
    assert len(load_configuration("riff-raff", preset=out).setup.ship.yards) == 3


@pytest.mark.study
def test_a_photo_without_a_ship_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ship.jpg"
    file.write_bytes(saved(np.full((1000, 1300, 3), 150, np.uint8)))
    assert "found neither" in refusal_of(capsys, "measure", "ship", file)
    brick = Solid(np.array([(-30, -20), (30, -20), (30, 20), (-30, 20)], float), 2.0, (190, 150), colour=COLOURS["red"])
    file.write_bytes(render((brick, card((290.0, 80.0))), dataclasses.replace(SHOT, tilt_deg=20.0)))
    assert "square to the ship" in refusal_of(capsys, "measure", "ship", file)
