"""The printed sheet: exact, the same bytes every time, and its marks are found where they are."""

from __future__ import annotations

import io
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

import yardarm.command
from calibration.measure import sheet
from calibration.measure.extra import check_camera_extra
from sim.errors import InputError
from tests.commands import refusal_of


def test_the_same_sheet_has_the_same_bytes_and_the_size_of_its_paper(tmp_path: Path) -> None:
    for name in ("one.pdf", "other.pdf"):
        assert yardarm.command.run(["measure", "sheet", "--paper", "letter", "--out", str(tmp_path / name)]) == 0
    one = (tmp_path / "one.pdf").read_bytes()
    assert one == (tmp_path / "other.pdf").read_bytes()
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", one)
    assert box is not None
    assert [float(side) / 72 * 25.4 for side in box.groups()] == pytest.approx(sheet.PAPERS["letter"], abs=0.01)


def test_marks_lie_where_they_should_and_fit_on_both_papers() -> None:
    px_mm = 4.0
    with Image.open(io.BytesIO(sheet.drawn("a4", "blue", "png", 25.4 * px_mm))) as image:
        grey = np.asarray(image.convert("L"))
    corners, numbers, _ = cv2.aruco.ArucoDetector(sheet.dictionary()).detectMarkers(grey)
    wide, high = sheet.PAPERS["a4"]
    margin = np.array([(wide - sheet.WIDTH_MM) / 2, (high - sheet.HEIGHT_MM) / 2])
    first = sheet.first_mark("blue")
    assert sorted(numbers.ravel().tolist()) == list(range(first, first + sheet.MARKS))
    for number, seen in zip(numbers.ravel(), corners, strict=True):
        places = (seen[0] + 0.5) / px_mm - margin
        assert np.abs(places - sheet.mark_corners()[number - first]).max() < 0.3
    for size in sheet.PAPERS.values():
        assert size[0] - sheet.WIDTH_MM > 12
        assert size[1] - sheet.HEIGHT_MM > 12


def test_no_two_grounds_share_a_mark() -> None:
    firsts = [sheet.first_mark(ground) for ground in sheet.GROUNDS]
    assert np.diff(firsts).min() >= sheet.MARKS
    assert max(firsts) + sheet.MARKS <= len(sheet.dictionary().bytesList)


def test_a_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("calibration.measure.extra.find_spec", lambda name: None if name == "cv2" else object())
    with pytest.raises(InputError, match="opencv-python-headless is not installed"):
        check_camera_extra("measure sheet")
    told = refusal_of(capsys, "measure", "swing", "film.mp4", "--out", "sway.csv")
    assert "measure swing: the package opencv-python-headless is not installed" in told
    assert "pip install '.[camera]'" in told
