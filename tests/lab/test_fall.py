"""`lab fall`: how cards and paper fall, against the bands that were measured, and what the verb tells and refuses."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from sim.lab.fall import BOUNDS, Fall, _most_falls, falls, inertia_ratio, let_fall, mode_of, sheet, swings, turns_over
from sim.physics.air import Air, shipped_air, shipped_sheets
from sim.physics.contact.profiles import load_profile
from sim.statistics import mean, median
from tests.amounts import amount
from tests.commands import answer_of, refusal_of

LAW = shipped_air()
AIR = LAW.square
SHEET_SD = shipped_sheets().lift_rotational_sd
PLAY = load_profile("play")
CARD_GSM, PAPER_GSM = 320.0, 70.0


@cache
def dropped(
    length_mm: float, gsm: float, height_mm: float = 1500.0, count: int = 30, span_mm: float = 88.9, sheet_sd: float = 0
) -> tuple[Fall, ...]:
    """Let go edge-on, 90 +/- 3 degrees; by default turning about the long side of a card."""
    plate = sheet(length_mm, span_mm, gsm)
    return tuple(falls(plate, LAW.over(plate), count, 90.0, 3.0, height_mm, 1, PLAY, sheet_sd))


@cache
def squares(size_mm: float, count: int) -> tuple[Fall, ...]:
    """Squares of paper from 1.1 m, as they were measured."""
    return dropped(size_mm, PAPER_GSM, 1100.0, count, size_mm, SHEET_SD)


def strips(length_mm: float, height_mm: float, count: int, gsm: float = PAPER_GSM) -> list[Fall]:
    """Strips without ends."""
    return falls(sheet(length_mm, 1.0, gsm), LAW.strip, count, 90.0, 3.0, height_mm, 1, PLAY)


def share(mode: str, runs: Sequence[Fall]) -> float:
    return sum(run.mode == mode for run in runs) / len(runs)


def turns_per_s(runs: Sequence[Fall]) -> float:
    return mean([run.rotation_rad_s for run in runs]).estimate / math.tau


# ------------------------------------------------------------------------------------------------ the bands


@pytest.mark.slow
@amount(40, full=60, whole=400)
@pytest.mark.parametrize(
    ("size_mm", "measured"), [(30.0, 0.99), (45.0, 0.89), (60.0, 0.46), (75.0, 0.12), (90.0, 0.03), (100.0, 0.01)]
)
def test_the_share_of_squares_that_tumble_slopes_as_measured(size_mm: float, measured: float, amount: int) -> None:
    """Howison, Hughes & Iida 2020: the logistic curve through 42 squares let go edge-on, within 10 points."""
    found = share("tumbling", squares(size_mm, amount))
    sampling = 0.0 if amount >= 400 else math.sqrt(measured * (1 - measured) / amount)
    assert abs(found - measured) <= 0.1 + sampling


@amount(10, full=15, whole=100)
def test_squares_that_tumble_move_as_measured(amount: int) -> None:
    """The medians of the measured squares of at most 54 mm, each within 10 %."""
    runs = [(size, run) for size in (30.0, 34.0, 38.0, 45.0) for run in squares(size, amount)]
    tumbling = [(size, run) for size, run in runs if run.mode == "tumbling"]
    assert len(tumbling) >= 0.9 * len(runs)
    unit = math.sqrt(PAPER_GSM * 1e-6 * 9806.65 / AIR.density_g_mm3)
    assert median(run.descent_mm_s for _, run in tumbling).estimate == pytest.approx(704, rel=0.1)
    paths = (math.degrees(math.atan2(run.descent_mm_s, run.horizontal_mm_s)) for _, run in tumbling)
    assert median(paths).estimate == pytest.approx(52.6, rel=0.1)
    assert median(run.rotation_rad_s * size / unit for size, run in tumbling).estimate == pytest.approx(1.13, rel=0.1)


def test_sheets_that_are_all_alike_have_a_cliff() -> None:
    """The slope is that of sheets that differ: without it nearly all squares of 52 mm tumble and none of 75."""
    for size, low, high in ((52.0, 0.95, 1.0), (75.0, 0.0, 0.05)):
        runs = dropped(size, PAPER_GSM, 1100.0, 20, size)
        assert low <= share("tumbling", runs) <= high


@amount(3, full=6, whole=10)
def test_plates_of_more_span_sink_slower_and_flatter_and_turn_faster(amount: int) -> None:
    """The trend that Wang, Hu, Xu & Wu (JFM 2013) report for plates of span over chord 2 to 10.

    They also report a faster glide sideways; ours stays within a few per cent.
    """
    rows = []
    for aspect in (2.0, 3.0, 5.0, 7.0, 10.0):
        runs = dropped(50.0, 160.0, 3000.0, amount, 50.0 * aspect)
        assert share("tumbling", runs) == 1
        down, aside = (
            mean([getattr(run, key) for run in runs]).estimate for key in ("descent_mm_s", "horizontal_mm_s")
        )
        rows.append((-down, -math.atan2(down, aside), turns_per_s(runs)))
    for before, after in pairwise(rows):
        assert all(later > earlier for earlier, later in zip(before, after, strict=True))


@pytest.mark.parametrize(
    ("chord_mm", "span_mm"), [(59.0, 91.0), (63.5, 88.9), (88.9, 63.5), (91.0, 59.0)], ids=["59", "63", "89", "91"]
)
def test_a_card_let_go_edge_on_tumbles_at_the_measured_rate_and_sinks_at_the_measured_speed(
    chord_mm: float, span_mm: float
) -> None:
    runs = dropped(chord_mm, CARD_GSM, span_mm=span_mm, sheet_sd=SHEET_SD)
    assert share("tumbling", runs) >= 0.95
    assert 3 <= turns_per_s(runs) <= 7
    assert 700 <= mean([run.descent_mm_s for run in runs]).estimate <= 1900
    assert {run.turns > 0 for run in runs} == {True, False}, "to either side"


@pytest.mark.slow
def test_rotation_grows_as_the_root_of_the_areal_density() -> None:
    """Within 15 % of one curve over all stocks that tumble steadily within the fall, 100 to 400 g/m2."""
    constants = []
    for gsm in (100.0, 150.0, 200.0, 250.0, 320.0, 400.0):
        runs = dropped(63.5, gsm)
        assert share("tumbling", runs) >= 0.95, gsm
        constants.append(turns_per_s(runs) / math.sqrt(gsm))
    centre = math.sqrt(min(constants) * max(constants))
    assert max(constants) / centre < 1.15


@pytest.mark.slow
def test_rotation_goes_as_one_over_the_width() -> None:
    """Mahadevan, Ryu & Samuel 1999, over widths that tumble: within 15 % of one curve."""
    constants = [
        turns_per_s(dropped(width, 160.0, span_mm=1.4 * width)) * width
        for width in (20.0, 30.0, 40.0, 60.0, 80.0, 110.0)
    ]
    assert max(constants) / math.sqrt(min(constants) * max(constants)) < 1.15


@pytest.mark.parametrize(("length_mm", "gsm"), [(63.5, CARD_GSM), (20.0, PAPER_GSM), (100.0, PAPER_GSM)])
def test_flat_it_falls_at_the_closed_form(length_mm: float, gsm: float) -> None:
    plate = sheet(length_mm, 88.9, gsm)
    air = LAW.over(plate)
    run = let_fall(plate, air, 0.0, 6000.0, PLAY)
    expected = math.sqrt(2 * gsm * 1e-6 * 9806.65 / (air.density_g_mm3 * (air.drag_a + air.drag_b)))
    assert run.mode == "steady"
    assert run.turns == 0
    assert run.descent_mm_s == pytest.approx(expected, rel=0.01)


@amount(6, full=15)
def test_paper_tumbles_when_small_and_never_when_large(amount: int) -> None:
    for size in (15.0, 20.0, 30.0):
        assert share("tumbling", squares(size, amount)) >= 0.9, size
    for size in (150.0, 200.0, 297.0):
        assert share("tumbling", squares(size, amount)) <= 0.1, size


@pytest.mark.slow
@amount(3, full=6)
def test_flutter_gives_way_to_turning_over_at_the_measured_froude_number(amount: int) -> None:
    """Belmonte, Eisenberg & Moses 1998: Fr_c = 0.67 +/- 0.05, with Fr^2 = sigma / (rho l), strips, long falls."""
    fr_of = {round(math.sqrt(math.pi / 4 * inertia_ratio(sheet(length, 1.0, PAPER_GSM), AIR)), 3): length
             for length in (100.0, 110.0, 115.0, 120.0, 125.0, 130.0, 135.0, 140.0, 150.0, 160.0)}  # fmt: skip
    fluttering = {fr for fr, length in fr_of.items() if share("fluttering", strips(length, 8000.0, amount)) > 0.5}
    turning = set(fr_of) - fluttering
    assert max(fluttering) < min(turning), "one border"
    border = (max(fluttering) + min(turning)) / 2
    assert 0.62 <= border <= 0.72, border


def test_an_autorotating_strip_has_the_measured_mean_forces() -> None:
    """Smith 1970, long wings: C_L 2.20, C_D 1.60; within 10 %."""
    gsm = 160.0
    runs = strips(50.0, 3000.0, 10, gsm)
    assert share("tumbling", runs) == 1
    down, aside = (mean([getattr(run, key) for run in runs]).estimate for key in ("descent_mm_s", "horizontal_mm_s"))
    pressure = AIR.density_g_mm3 * (down**2 + aside**2) / 2
    total = gsm * 1e-6 * 9806.65 / pressure
    lift, drag = (total * part / math.hypot(down, aside) for part in (aside, down))
    assert lift == pytest.approx(2.20, rel=0.1)
    assert drag == pytest.approx(1.60, rel=0.1)


def test_with_the_published_damping_a_card_would_never_tumble() -> None:
    """The trap: the coefficients of 2005 belong to Re 1e3, where a plate as heavy as a card only flutters."""
    published = Air(AIR.density_g_mm3, 1.2, math.pi, 1.4, 1.0, 0.2, 0.2)
    runs = falls(sheet(63.5, 88.9, CARD_GSM), published, 10, 90.0, 3.0, 1500.0, 1, PLAY)
    assert share("tumbling", runs) == 0


def test_the_answer_does_not_hang_on_the_step() -> None:
    card = sheet(63.5, 88.9, CARD_GSM)
    play, fine = (
        falls(card, LAW.over(card), 10, 90.0, 3.0, 1500.0, 1, load_profile(name)) for name in ("play", "reference")
    )
    for one, other in zip(play, fine, strict=True):
        assert one.mode == other.mode
        assert one.turns == pytest.approx(other.turns, abs=0.05)
        assert one.descent_mm_s == pytest.approx(other.descent_mm_s, rel=0.02)


# ------------------------------------------------------------------------------------------------ the modes


def degrees(*angles: float) -> list[float]:
    return [math.radians(angle) for angle in angles]


@pytest.mark.parametrize(
    ("angles", "mode"),
    [
        (degrees(*range(90, -700, -10)), "tumbling"),
        (degrees(*range(90, -300, -10), -290, -285, *range(-290, -700, -10)), "tumbling"),
        (degrees(*range(90, -300, -10), *range(-300, -100, 10)), "chaotic"),
        (degrees(*range(90, -90, -10), *range(-90, 90, 10)), "fluttering"),
        (degrees(*range(97, -98, -5), *range(-98, 97, 5)), "fluttering"),
        (degrees(0, 5, 0, -5, 0, 5), "steady"),
        (degrees(180, 185, 180, 175), "steady"),
        (degrees(90, 89, 87), "fluttering"),
        (degrees(45, 46, 45), "fluttering"),
        (degrees(0.0), "steady"),
    ],
)
def test_modes(angles: list[float], mode: str) -> None:
    assert mode_of(angles) == mode
    assert mode_of([-angle for angle in angles]) == mode
    assert mode_of([angle + math.pi for angle in angles]) == mode


def test_swings_lie_between_turning_points() -> None:
    found = swings(degrees(0, 30, 60, 50, 70, 20, -40, -35, -50, 0))
    expected = [(0, 70), (70, -50), (-50, 0)]
    assert [tuple(math.degrees(end) for end in swing) for swing in found] == [pytest.approx(pair) for pair in expected]
    assert not turns_over(*degrees(97, -98))
    assert turns_over(*degrees(10, -190))
    with pytest.raises(ValueError, match="no angles"):
        swings([])


# ------------------------------------------------------------------------------------------------ the verb


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    return answer_of(capsys, "lab", "fall", "--json", *arguments)


def test_the_answer_tells_every_run_and_what_it_depends_on(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--length-mm", "63.5", "--areal-density-gsm", "320", "--count", "4", "--seed", "3")
    found = answer(capsys, *words)
    assert len(found["runs"]) == 4
    assert {"mode", "descent_mm_s", "horizontal_mm_s", "rotation_rad_s"} <= set(found["runs"][0])
    assert found["runs"][0] != found["runs"][1], "every sheet is let go a little otherwise"
    assert found["shares"]["tumbling"]["estimate"] == 1.0
    assert found["shares"]["tumbling"]["low"] < 1
    told = mean([run["descent_mm_s"] for run in found["runs"]])
    assert found["means"]["descent_mm_s"]["estimate"] == pytest.approx(told.estimate, abs=0.01)
    assert {"profile": "play", "seed": 3}.items() <= found.items()
    assert len(found["configuration"]) == 16
    assert "yardarm" in found["versions"]
    assert found["mass_g"] == pytest.approx(320e-6 * 63.5**2)
    drag = found["coefficients"]["drag_a"] + found["coefficients"]["drag_b"]
    flat = math.sqrt(2 * 0.32 * 9.80665 / (found["air"]["density_kg_m3"] * drag))
    assert found["flat_terminal_mm_s"] == pytest.approx(1000 * flat, rel=1e-6)
    assert answer(capsys, *words) == found, "twice the same"
    assert answer(capsys, *words[:-1], "4")["runs"] != found["runs"]


def test_the_width_counts_for_the_air(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--length-mm", "50", "--areal-density-gsm", "160", "--count", "5", "--sheet-sd", "0", "--width-mm")
    narrow, square, wide = (answer(capsys, *words, width) for width in ("30", "50", "500"))
    assert [each["span_over_chord"] for each in (narrow, square, wide)] == [0.6, 1, 10]
    lifts = [each["coefficients"]["lift_rotational"] for each in (narrow, square, wide)]
    assert lifts == sorted(lifts)
    assert lifts[1] == AIR.lift_rotational
    descents = [each["means"]["descent_mm_s"]["estimate"] for each in (narrow, square, wide)]
    assert descents == sorted(descents, reverse=True)
    assert wide["means"]["rotation_rad_s"]["low"] > square["means"]["rotation_rad_s"]["high"]


def test_sheets_differ_by_streams_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--length-mm", "30", "--areal-density-gsm", "70", "--count", "3", "--release-sd-deg", "0")
    alike, unlike = answer(capsys, *words, "--sheet-sd", "0"), answer(capsys, *words)
    assert alike["sheet_sd"] == 0
    assert alike["runs"][0] == alike["runs"][1] == alike["runs"][2]
    assert unlike["sheet_sd"] == SHEET_SD
    assert len({run["descent_mm_s"] for run in unlike["runs"]}) == 3


def test_more_sheets_leave_the_first_ones_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--length-mm", "40", "--areal-density-gsm", "80", "--height-mm", "600", "--count")
    assert answer(capsys, *words, "5")["runs"][:2] == answer(capsys, *words, "2")["runs"]


def test_the_defaults_are_those_of_the_command_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--length-mm", "40", "--areal-density-gsm", "80", "--count", "2")
    spelt = ("--release-deg", "90", "--release-sd-deg", "3", "--height-mm", "1100", "--width-mm", "40", "--seed", "1")
    assert answer(capsys, *words) == answer(capsys, *words, *spelt, "--sheet-sd", str(SHEET_SD))


def test_the_path_as_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fall.csv"
    found = answer(
        capsys, "--length-mm", "63.5", "--areal-density-gsm", "320", "--count", "2", "--csv", str(file), "--height-mm",
        "700", "--release-sd-deg", "0",
    )  # fmt: skip
    with file.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["run", "t_s", "x_mm", "y_mm", "angle_rad"]
    assert {row["run"] for row in rows} == {"0", "1"}
    first = [row for row in rows if row["run"] == "0"]
    assert (float(first[0]["y_mm"]), float(first[0]["angle_rad"])) == (700, pytest.approx(math.pi / 2, abs=1e-6))
    assert float(first[1]["t_s"]) == pytest.approx(1 / 120, abs=1e-6)
    assert float(first[-1]["t_s"]) == pytest.approx(found["runs"][0]["seconds"], abs=1 / 100)
    below = [row for row in first if float(row["y_mm"]) < 0.65 * 700]
    speed = (float(below[0]["y_mm"]) - float(below[-1]["y_mm"])) / (float(below[-1]["t_s"]) - float(below[0]["t_s"]))
    assert speed == pytest.approx(found["runs"][0]["descent_mm_s"], rel=0.05)


def test_it_reads_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["lab", "fall", "--length-mm", "63.5", "--width-mm", "88.9",
                        "--areal-density-gsm", "320", "--count", "5"]) == 0  # fmt: skip
    out = capsys.readouterr().out
    assert "5 sheets of 63.5 x 88.9 mm, 320 g/m2 (1.81 g, I* 5.35)" in out
    assert "tumbling   100.0 %" in out
    assert "turns/s" in out
    assert (
        yardarm.command.run(["lab", "fall", "--length-mm", "63.5", "--areal-density-gsm", "320", "--count", "1"]) == 0
    )
    assert "+/-" not in capsys.readouterr().out.split("\n", 1)[1], "one sheet has no spread"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--length-mm 0 --areal-density-gsm 80", "--length-mm: expected a number from 1 to 5000, found 0."),
        ("--length-mm 1e-6 --areal-density-gsm 80", "--length-mm: expected a number from 1 to 5000, found 1e-06."),
        ("--length-mm 1e200 --areal-density-gsm 80", "--length-mm: expected a number from 1 to 5000, found 1e+200."),
        ("--length-mm 40 --areal-density-gsm 0", "--areal-density-gsm: expected a number from 1 to 20000, found 0."),
        ("--length-mm 40 --areal-density-gsm 1e9", "--areal-density-gsm: expected a number from 1 to 20000"),
        (
            "--length-mm 40 --areal-density-gsm 80 --width-mm 0",
            "--width-mm: expected a number from 1 to 5000, found 0.",
        ),
        ("--length-mm 40 --areal-density-gsm 80 --width-mm 6000", "--width-mm: expected a number from 1 to 5000"),
        ("--length-mm 40 --areal-density-gsm 80 --height-mm 0", "--height-mm: expected a number from 1 to 20000"),
        ("--length-mm 40 --areal-density-gsm 80 --height-mm 1e9", "--height-mm: expected a number from 1 to 20000"),
        (
            "--length-mm 40 --areal-density-gsm 80 --release-deg 1e300",
            "--release-deg: expected a number from -360 to 360",
        ),
        ("--length-mm 40 --areal-density-gsm 80 --sheet-sd 2", "--sheet-sd: expected a number from 0 to 1, found 2."),
        ("--length-mm 40 --areal-density-gsm 80 --release-sd-deg 1e308", "--release-sd-deg: expected a number from 0"),
        (
            "--length-mm 40 --areal-density-gsm 80 --count 1000000000",
            "--count: expected 1 to 5472 such sheets from 1100",
        ),
        ("--length-mm 1 --areal-density-gsm 20000 --height-mm 20000 --count 1000", "--count: expected 1 to"),
        ("--length-mm 40 --areal-density-gsm 80 --release-deg nan", "nan is not a finite number"),
        ("--length-mm 40 --areal-density-gsm 80 --count 0", "'--count'"),
        ("--length-mm 40", "--areal-density-gsm"),
        ("--length-mm 40 --areal-density-gsm 80 --count 1 --csv no/such/folder.csv", "cannot be written"),
    ],
)
def test_wrong_input_is_one_sentence(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message.removesuffix(".") in refusal_of(capsys, "lab", "fall", *words.split())


@pytest.mark.parametrize("length_mm", BOUNDS["--length-mm"])
@pytest.mark.parametrize("gsm", BOUNDS["--areal-density-gsm"])
@pytest.mark.parametrize("height_mm", BOUNDS["--height-mm"])
@pytest.mark.parametrize("profile", ["draft", "reference"])
def test_one_sheet_at_any_bounds_may_be_asked_for(length_mm: float, gsm: float, height_mm: float, profile: str) -> None:
    assert _most_falls(sheet(length_mm, length_mm, gsm), AIR, height_mm, load_profile(profile)) >= 1


def test_the_largest_and_lightest_sheet_comes_down_from_the_least_height() -> None:
    (longest, lightest, lowest) = (BOUNDS["--length-mm"][1], BOUNDS["--areal-density-gsm"][0], BOUNDS["--height-mm"][0])
    plate = sheet(longest, longest, lightest)
    assert let_fall(plate, LAW.over(plate), 0.0, lowest, PLAY).mode == "steady"
