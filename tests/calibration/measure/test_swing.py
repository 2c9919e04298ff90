"""Swings from films with known truth, and every reason for which a film is refused."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import yardarm.command
from calibration.fit.angle_scale import comment, scale_sd_in, with_scale_error
from calibration.fit.ship import fit_ship
from calibration.fit.swing import Pendulums, swing
from calibration.measure.film import Film, Track, pictures, read_film
from calibration.measure.sway import read_sway
from sim.errors import InputError
from sim.lab.sheet import read_sheet
from tests.calibration.measure.films import Take, angles, film
from tests.commands import refusal_of

TIMES = np.sort(np.concatenate([np.arange(0, 4, 1 / 30), np.arange(4, 9, 1 / 24)]))
TAKE = Take(start_deg=14.0, hold_s=0.5, yaw_deg=6.0)


def tracked(stickers: str = "mast pivot left right", shake: float = 1.0, yaw_deg: float = 6.0) -> Film:
    """A film of which only the places of the stickers are kept: to 0.1 pixels, from a hand that shakes."""
    draw = np.random.default_rng(4)
    turn = angles(TAKE, TIMES)
    squeeze = np.cos(np.radians(yaw_deg))
    places = {
        "mast": np.array([0, -300]) + np.column_stack([300 * squeeze * np.sin(turn), 300 * (1 - np.cos(turn))]),
        "pivot": np.zeros((len(TIMES), 2)),
        "left": np.tile([-200.0, 80.0], (len(TIMES), 1)),
        "right": np.tile([200.0, 80.0], (len(TIMES), 1)),
    }
    roll = shake * 0.004 * np.sin(7 * TIMES)
    move = shake * np.column_stack([4 * np.sin(5 * TIMES), 3 * np.cos(6 * TIMES)])
    tracks = []
    for name in stickers.split():
        x, y = places[name].T
        seen = np.column_stack([np.cos(roll) * x - np.sin(roll) * y, np.sin(roll) * x + np.cos(roll) * y]) + move
        seen += np.array([960, 540]) + draw.normal(0, 0.1, seen.shape)
        tracks.append(Track(list(range(len(TIMES))), [tuple(each) for each in seen.tolist()], 0.0, 50.0))
    return Film(Path("film.mp4"), TIMES + 3.0, (1920, 1080), tracks)


@pytest.mark.slow
def test_the_shake_of_a_hand_is_taken_out() -> None:
    sway = read_sway(tracked(), still=False)
    truth = angles(TAKE, sway.times)
    assert np.std(sway.angles - truth) < 0.001
    assert sway.resting == 3
    # From when she was let go, on the film's own clock.
    assert TAKE.hold_s < sway.times[0] < TAKE.hold_s + 0.3
    fit = with_scale_error(fit_ship(sway.times, sway.angles), sway.scale_sd)
    for key, known in (("omega0_sq_s2", TAKE.omega0_sq), ("coulomb_s2", TAKE.coulomb)):
        assert fit.intervals[key].low < known < fit.intervals[key].high
    assert fit.value("omega0_sq_s2") == pytest.approx(TAKE.omega0_sq, rel=1e-3)


def test_a_camera_aside_is_known_by_the_path_of_the_masthead() -> None:
    found = {}
    for yaw in (0.0, 15.0):
        sway = read_sway(tracked(shake=0.0, yaw_deg=yaw), still=True)
        truth = angles(TAKE, sway.times)
        found[yaw] = float(sway.angles @ truth / (truth @ truth)) - 1
        assert abs(found[yaw]) < 2 * sway.scale_sd
    # Without a correction it would be 3.4 %.
    assert abs(found[15.0] - found[0.0]) < 0.025


@pytest.mark.parametrize(
    ("stickers", "still", "sentence"),
    [
        ("mast", False, "expected stickers that rest, at the pivot and two on the box, found 0"),
        ("mast pivot", False, "expected stickers that rest, at the pivot and two on the box, found 1"),
        ("mast left right", False, "expected a sticker that rests at the pivot"),
        ("mast", True, "expected a sticker that rests at the pivot"),
        ("pivot left right", False, "found nothing that moves"),
        ("", False, "found none: use stickers of a strong colour"),
    ],
)
def test_a_film_without_its_stickers_is_refused(stickers: str, still: bool, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        read_sway(tracked(stickers), still)
    assert sentence in str(refused.value)


def test_a_masthead_that_leaves_its_circle_is_refused() -> None:
    made = tracked()
    mast = made.tracks[0]
    wild = [(x, y + 0.15 * (x - 960)) for x, y in mast.places]
    made.tracks[0] = dataclasses.replace(mast, places=[(x, 500 if x > 1000 else y) for x, y in wild])
    with pytest.raises(InputError, match="expected a masthead on a circle"):
        read_sway(made, still=False)


@pytest.mark.study
def test_the_error_of_scale_reaches_the_intervals(tmp_path: Path) -> None:
    one = np.ones(1)
    pendulum = Pendulums(30 * one, 0.3 * one, 0.1 * one, 0 * one, 0.25 * one, 0 * one)
    times = np.arange(0, 8, 0.03)
    true = swing(pendulum, times)[:, 0] + np.random.default_rng(1).normal(0, 5e-4, len(times))
    fit = fit_ship(times, 1.02 * true)
    assert not fit.intervals["coulomb_s2"].low < 0.1 < fit.intervals["coulomb_s2"].high
    file = tmp_path / "sway.csv"
    file.write_text(f"# a film\n{comment(0.015)}\ntime_s,angle_rad\n0,0.1\n# angle_scale_sd: 9\n")
    wider = with_scale_error(fit, scale_sd_in(read_sheet(file).comments))
    assert wider.intervals["coulomb_s2"].low < 0.1 < wider.intervals["coulomb_s2"].high
    assert wider.value("coulomb_s2") == fit.value("coulomb_s2")
    assert with_scale_error(fit, 0.0) is fit


@pytest.mark.parametrize(
    "comments", ["# angle_scale_sd: x", "# angle_scale_sd: 1e300", "# -", "# my angle_scale_sd: 0.1"]
)
def test_a_table_that_says_nothing_of_its_scale_has_no_error_of_it(comments: str, tmp_path: Path) -> None:
    file = tmp_path / "sway.csv"
    file.write_text(f"{comments}\nt_s,angle_rad\n0,0\n")
    assert scale_sd_in(read_sheet(file).comments) == 0.0


@pytest.mark.parametrize(
    "content",
    [b"", b"no film" * 1000, b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n", b"ffconcat version 1.0\nfile 'a.mp4'\n"],
    ids=["empty", "text", "a list of addresses", "a list of files"],
)
def test_what_is_no_film_is_refused(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "film.mp4"
    file.write_bytes(content)
    told = refusal_of(capsys, "measure", "swing", file, "--out", tmp_path / "sway.csv")
    assert "is not a film that can be read" in told
    assert not (tmp_path / "sway.csv").exists()


# ---------------------------------------------------------------------------------------------------------- real films


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of a variable rate."""
    file = tmp_path_factory.mktemp("films") / "film.mp4"
    film(file, dataclasses.replace(TAKE, variable=True, duration_s=5.0, size=(800, 450)))
    return file


@pytest.mark.study
def test_a_film_becomes_a_table_and_a_film_to_check(taken: Path, tmp_path: Path) -> None:
    out, overlay = tmp_path / "sway.csv", tmp_path / "check.mp4"
    words = ["measure", "swing", taken, "--out", out, "--overlay", overlay]
    assert yardarm.command.run(list(map(str, words))) == 0
    lines = out.read_text().splitlines()
    rows = np.array([[float(cell) for cell in line.split(",")] for line in lines[3:]])
    assert lines[2] == "time_s,angle_rad"
    assert 0 < scale_sd_in(read_sheet(out).comments) < 0.05
    start = read_film(taken).times[0]
    assert np.std(rows[:, 1] - angles(TAKE, rows[:, 0] + start)) < 0.004
    # Each picture's own stamp, not its number over a rate.
    assert np.ptp(np.diff(rows[:, 0])) > 0.01
    assert sum(1 for _ in pictures(overlay)) == sum(1 for _ in pictures(taken))


@pytest.mark.slow
def test_a_film_that_breaks_off_is_refused(taken: Path, tmp_path: Path) -> None:
    whole = taken.read_bytes()
    for keep in (100, len(whole) // 2):
        file = tmp_path / "film.mp4"
        file.write_bytes(whole[:keep])
        with pytest.raises(InputError):
            read_film(file)


@pytest.mark.slow
def test_json_says_how_the_film_was_read(taken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words: list[Any] = ["measure", "swing", taken, "--out", tmp_path / "sway.csv", "--json"]
    assert yardarm.command.run(list(map(str, words))) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["stickers_at_rest"] == 3
    assert 20 < answer["pictures_per_s"] < 30
