"""Pieces from photos with known truth, and every reason for which a photo is refused."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from calibration.measure.outline import sharp_corners, stood_up
from calibration.measure.photo import LARGEST, read_photo
from calibration.measure.sheet import card_outline
from sim.configuration import load_configuration
from sim.errors import InputError
from tests.calibration.measure.photos import COLOURS, Shot, Solid, card, missed_mm, render, saved, shipped
from tests.commands import answer_of, refusal_of

BOTTLE, CRATE = shipped("bottle"), shipped("crate")
SOLIDS = (
    Solid(*BOTTLE, (75, 80), turn_deg=4),
    Solid(*CRATE, (130, 70), turn_deg=-6, colour=COLOURS["red"]),
)
NAMED = ("--name", "bottle", "--name", "crate", "--depth-mm", BOTTLE[1], "--depth-mm", CRATE[1])


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bottle and a crate on the sheet."""
    return shot(tmp_path_factory.mktemp("photos") / "table.jpg", SOLIDS)


def shot(file: Path, solids: Any, **how: Any) -> Path:
    """A photo of solids."""
    file.write_bytes(render(solids, dataclasses.replace(Shot(), **how)))
    return file


@pytest.mark.slow
def test_two_pieces_become_a_preset_that_a_design_takes(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, overlay = tmp_path / "pieces.toml", tmp_path / "check.png"
    words = ["measure", "piece", photo, *NAMED, "--mass-g", 4.5, "--mass-g", 9.7, "--out", out, "--overlay", overlay]
    answer = answer_of(capsys, *words, "--json")
    for found, (outline, depth) in zip(answer["pieces"], (BOTTLE, CRATE), strict=True):
        assert missed_mm(np.array(found["outline"]), outline) < min(0.5, found["within_mm"] + found["filled_mm"])
        assert len(found["outline"]) <= 64
        assert found["depth_mm"] == depth
    pieces = load_configuration("riff-raff", preset=out).setup.pieces
    assert pieces["crate"].mass_g == pytest.approx(9.7, rel=0.01)
    assert set(pieces["crate"].stances) == {"upright", "on_its_left", "on_its_right", "upside_down"}
    assert pieces["bottle"].stances["upright"].angle == 0
    # The colour of red paint, by the paper's white.
    red, green, blue = (int(pieces["crate"].colour[place : place + 2], 16) for place in (1, 3, 5))
    assert np.abs(np.array([red, green, blue]) - COLOURS["red"]).max() < 20
    assert tomllib.loads(out.read_text())["pieces"]["crate"]["outline"]["provenance"] == "measured"
    with Image.open(overlay) as drawn:
        assert drawn.width > 2000


@pytest.mark.study
def test_the_height_of_a_piece_is_taken_out(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--name", "bottle", "--name", "crate", "--depth-mm", 2)
    flat = answer_of(capsys, "measure", "piece", photo, *words, "--json")["pieces"][1]
    assert missed_mm(np.array(flat["outline"]), CRATE[0]) > 1.0


@pytest.mark.study
def test_another_number_of_pieces_is_refused(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = refusal_of(capsys, "measure", "piece", photo, "--name", "crate", "--depth-mm", "24")
    assert "expected 1 piece(s), one for each --name, found 2" in told


def test_options_are_as_many_as_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    told = refusal_of(
        capsys, "measure", "piece", "x.jpg", "--name", "a", "--name", "b", "--mass-g", "3", "--depth-mm", 5
    )
    assert "--mass-g: expected 0 or 2 finite number(s) for 2 piece(s), found 1" in told
    told = refusal_of(capsys, "measure", "piece", "x.jpg", "--name", "a")
    assert "--depth-mm: expected 1 finite number(s)" in told


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\0\0\0\x24ftypheic\0\0\0\0mif1heic" + bytes(40), "expected a JPEG, found HEIC"),
        (b"GIF89a" + bytes(50), "expected a photo (JPEG or PNG)"),
        (saved(np.zeros((1200, 900, 3), np.uint8))[:-5000], "is a damaged photo"),
        (saved(np.zeros((600, 800, 3), np.uint8)), "expected a photo of 0.8 to 120 megapixels, found 800 x 600"),
        (b"", "expected a photo (JPEG or PNG)"),
    ],
    ids=["heic", "gif", "broken off", "small", "empty"],
)
def test_what_is_no_photo_is_refused(content: bytes, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(content)
    with pytest.raises(InputError) as refused:
        read_photo(file)
    assert sentence in str(refused.value)


def test_a_photo_of_too_many_bytes_or_pixels_is_not_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "photo.png"
    Image.new("1", (11_000, 11_000)).save(file)
    with pytest.raises(InputError, match="11000 x 11000 pixels"):
        read_photo(file)
    with file.open("wb") as stream:
        stream.truncate(LARGEST + 1)
    with pytest.raises(InputError, match="is too large"):
        read_photo(file)


def test_a_photo_without_a_sheet_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "photo.jpg"
    grey = np.full((1000, 1300, 3), 150, np.uint8)
    file.write_bytes(saved(grey))
    assert "found none of its marks" in refusal_of(capsys, "measure", "piece", file, "--name", "a", "--depth-mm", 9)
    told = refusal_of(capsys, "measure", "piece", file, "--name", "a", "--depth-mm", 9, "--card")
    assert "found neither" in told


def test_a_blurred_corner_is_sharp_again() -> None:
    around = np.linspace(0, np.pi / 2, 9)[1:-1]
    corners = []
    for quarter, (x, y) in enumerate(((11.7, 7.7), (-11.7, 7.7), (-11.7, -7.7), (11.7, -7.7))):
        turn = around + quarter * np.pi / 2
        corners.append(np.array([x, y]) + 0.3 * np.column_stack([np.cos(turn), np.sin(turn)]))
    rounded = np.concatenate(corners)
    steps = [
        start + (end - start) * np.arange(200)[:, np.newaxis] / 200
        for start, end in zip(rounded, np.roll(rounded, -1, axis=0), strict=True)
    ]
    found = sharp_corners(np.concatenate(steps))
    assert len(found) == 4
    assert missed_mm(found, np.array([(12, 8), (-12, 8), (-12, -8), (12, -8)], float)) < 0.02


def test_a_disc_stands_nowhere_and_keeps_its_area() -> None:
    turn = np.linspace(0, 2 * np.pi, 2000, endpoint=False)
    found = sharp_corners(15 * np.column_stack([np.cos(turn), np.sin(turn)]))
    assert len(found) <= 64
    outline, stances = stood_up(found)
    assert stances == {"upright": 0.0}
    x, y = outline.T
    assert np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2 == pytest.approx(np.pi * 225, rel=3e-3)


# ------------------------------------------------------------------------------------------------- one render a reason

CRATE_ALONE = (Solid(*CRATE, (130, 70), colour=COLOURS["red"]),)
ALONE = ("--name", "crate", "--depth-mm", CRATE[1])
SMALL = (1440, 1080)
REFUSED: dict[str, tuple[tuple[Solid, ...], dict[str, Any], str]] = {
    "covered": (CRATE_ALONE, {"covered": ((-20, -10, 110, 210), (110, 165, 280, 210))}, "of the sheet's 34 marks"),
    "bent": (CRATE_ALONE, {"bend_mm": 12.0, "tilt_deg": 25.0}, "must lie flat"),
    "stretched": (CRATE_ALONE, {"printed": (1.0, 0.96), "tilt_deg": 2.0}, "be printed without stretching"),
    "blurred": (CRATE_ALONE, {"blur_px": 3.0}, "expected a sharp photo"),
    "overexposed": (CRATE_ALONE, {"gain": 1.9}, "is not overexposed"),
    "nothing": ((), {}, "found nothing"),
    "over the base line": ((Solid(*CRATE, (130, 160), colour=COLOURS["red"]),), {}, "reaches beyond"),
    "far aside": (CRATE_ALONE, {"tilt_deg": 43.0}, "off the vertical"),
}


@pytest.mark.study
@pytest.mark.parametrize("reason", REFUSED)
def test_a_photo_is_refused_for_what_is_wrong(reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    solids, how, sentence = REFUSED[reason]
    # These two are seen on a photo of a phone's size only.
    small = {} if reason in ("blurred", "far aside") else {"size": SMALL}
    file = shot(tmp_path / "photo.jpg", solids, **small, **how)
    assert sentence in refusal_of(capsys, "measure", "piece", file, *ALONE)


@pytest.mark.study
def test_a_card_tells_a_print_that_was_scaled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    middle = card_outline().mean(axis=0)
    at = 0.95 * middle - (0, 2)
    solids = (*CRATE_ALONE, card((float(at[0]), float(at[1]))))
    file = shot(tmp_path / "photo.jpg", solids, printed=(0.95, 0.95))
    told = refusal_of(capsys, "measure", "piece", file, *ALONE, "--card")
    assert "printed at 95." in told or "printed at 94." in told
    assert "--line-mm 9" in told
    line = 95.0
    found = answer_of(capsys, "measure", "piece", file, *ALONE, "--card", "--line-mm", line, "--json")["pieces"][0]
    assert missed_mm(np.array(found["outline"]), CRATE[0]) < 0.4


@pytest.mark.study
def test_a_card_alone_is_a_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crate = dataclasses.replace(CRATE_ALONE[0], at=(200, 90), turn_deg=3)
    solids = (crate, card((115.0, 90.0), 4.0))
    file = shot(tmp_path / "photo.jpg", solids, ground=None, look_at=(150.0, 90.0))
    found = answer_of(capsys, "measure", "piece", file, *ALONE, "--card", "--json")["pieces"][0]
    assert missed_mm(np.array(found["outline"]), CRATE[0]) < found["within_mm"]


@pytest.mark.study
def test_a_round_piece_is_seen_at_half_its_height(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wide = float(np.ptp(BOTTLE[0][:, 0]))
    solid = Solid(BOTTLE[0], wide, (130, 85), turn_deg=8, lathe=True)
    file = shot(tmp_path / "photo.jpg", (solid,), tilt_deg=6.0, look_at=(130, 85))
    found = answer_of(capsys, "measure", "piece", file, "--name", "bottle", "--round", "--json")["pieces"][0]
    outline = np.array(found["outline"])
    assert missed_mm(outline, BOTTLE[0]) < 0.4
    # The volume over the area, of a neck that is thinner than the belly.
    halves = np.abs(BOTTLE[0][:, 0])
    assert np.pi / 4 * 2 * halves.min() < found["depth_mm"] < np.pi / 4 * wide
    aside = shot(tmp_path / "aside.jpg", (solid,), tilt_deg=25.0, look_at=(130, 85))
    told = refusal_of(capsys, "measure", "piece", aside, "--name", "bottle", "--round")
    assert "straight below the camera" in told


@pytest.mark.study
def test_a_second_photo_from_the_other_side_shows_a_hollow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outline = np.array([(-15, -10), (15, -10), (15, 10), (9, 10), (9, -4), (-9, -4), (-9, 10), (-15, 10)], float)
    solid = Solid(outline, 18.0, (130, 80), colour=COLOURS["green"])
    files = [
        shot(tmp_path / f"{azimuth}.jpg", (solid,), tilt_deg=22.0, azimuth_deg=azimuth, seed=azimuth)
        for azimuth in (80, 265)
    ]
    words = ("--name", "cup", "--depth-mm", 18, "--json")
    one = answer_of(capsys, "measure", "piece", files[0], *words)["pieces"][0]
    both = answer_of(capsys, "measure", "piece", *files, *words)["pieces"][0]
    missed = [missed_mm(np.array(each["outline"]), outline) for each in (one, both)]
    assert missed[0] > 1.0
    assert missed[0] < one["within_mm"] + one["filled_mm"]
    assert missed[1] < 0.5


@pytest.mark.study
def test_a_pale_piece_lies_on_a_blue_ground(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    solid = dataclasses.replace(CRATE_ALONE[0], colour=COLOURS["white"])
    white = shot(tmp_path / "white.jpg", (solid,), light_deg=(80.0, 20.0), tilt_deg=3.0)
    assert "--ground blue" in refusal_of(capsys, "measure", "piece", white, *ALONE)
    blue = shot(tmp_path / "blue.jpg", (solid,), ground="blue")
    found = answer_of(capsys, "measure", "piece", blue, *ALONE, "--json")["pieces"][0]
    assert missed_mm(np.array(found["outline"]), CRATE[0]) < 0.5
    assert int(found["colour"][1:3], 16) > 200
