"""The fit of the air to measured drops: how they are read and dealt, what a search may and may not do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sim.physics.air import shipped_air
from studies import air_fit

HEADER = "shape,drop,radius_m,release,label_human,label_auto,n_frames,vz_ms,vh_ms,area_freq_hz"
ROWS = (
    "Square,3,0.020,vertical,tumbling,tumbling,120,0.70,0.53,7.0",
    "Square,1,0.015,vertical,tumbling,tumbling,120,0.72,0.54,9.0",
    "Square,2,0.015,vertical,tumbling,tumbling,120,0.71,0.53,3.0",
    "Square,5,0.045,vertical,chaotic,chaotic,120,0.60,0.30,4.0",
    "Square,4,0.030,vertical,tumbling,chaotic,120,0.63,0.60,4.9",
    "Square,6,0.020,horizontal,steady,steady,3,,,",
    "Square,6,0.020,horizontal,chaotic,chaotic,120,0.90,0.10,3.0",
    "Circle,0,0.020,vertical,tumbling,tumbling,120,0.69,0.52,8.0",
    "Circle,1,0.030,horizontal,chaotic,chaotic,120,0.90,0.20,3.0",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "drops.csv"
    path.write_text("\n".join([HEADER, *ROWS]) + "\n")
    return path


def test_squares_let_go_edge_on_are_dealt_by_size_then_number(file: Path) -> None:
    drops = air_fit.read_drops(file)
    assert len(drops) == 8, "without the one whose speed was not measured"
    fitted, kept = air_fit.halves(drops)
    assert [drop.number for drop in fitted] == [1, 3, 5]
    assert [drop.number for drop in kept] == [2, 4]


def test_the_order_of_the_rows_is_nothing(tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("\n".join([HEADER, *reversed(ROWS)]) + "\n")
    assert air_fit.halves(air_fit.read_drops(other)) == air_fit.halves(air_fit.read_drops(file))


def test_half_a_frequency_is_left_out_of_the_rotation(file: Path) -> None:
    drops = [drop for drop in air_fit.read_drops(file) if drop.shape == "Square" and drop.size_mm < 50]
    found = air_fit.measured_motion(drops, shipped_air().square)
    assert found.descent_mm_s == pytest.approx(710)
    assert found.rotation == pytest.approx(3.14159 * (7.0 * 40 + 9.0 * 30) / 2 / 756.3, rel=1e-3)


@pytest.mark.slow
def test_the_report_names_every_part(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert air_fit.main([str(file), "--count", "2"]) == 0
    out = capsys.readouterr().out
    for part in (
        "squares edge-on, fitted",
        "squares edge-on, kept",
        "squares flat, kept",
        "circles flat, as squares of",
    ):
        assert part in out


@pytest.mark.slow
def test_a_search_is_repeatable_and_never_ends_worse(file: Path) -> None:
    fitted, _ = air_fit.halves(air_fit.read_drops(file))
    start = air_fit.SQUARE_START

    def misfit(air: air_fit.Air, spread: float) -> float:
        return air_fit.square_misfit(air, spread, fitted, 2)

    found, spread, best = air_fit.climb(start, 0.1, misfit, 3, 5, "square")
    assert (found, spread, best) == air_fit.climb(start, 0.1, misfit, 3, 5, "square")
    assert best <= misfit(start, 0.1)
    assert found.drag_a + found.drag_b == pytest.approx(start.drag_a + start.drag_b)


@pytest.mark.slow
def test_the_shipped_strip_fits_better_than_where_the_search_began() -> None:
    assert air_fit.strip_misfit(shipped_air().strip) < 1 < air_fit.strip_misfit(air_fit.STRIP_START)
    assert air_fit.strip_misfit(replace(shipped_air().strip, mu1=0.3, mu2=0.3)) == float("inf")


@pytest.mark.parametrize("content", ["", "shape,drop\nSquare,1\n", HEADER + "\nSquare,x,0.1,vertical,a,b,1,1,1,1\n"])
def test_other_files_are_refused_in_one_sentence(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.csv"
    path.write_text(content)
    assert air_fit.main([str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(str(path) + ": expected ")


@pytest.mark.parametrize("words", [["--count", "0"], ["--rounds", "-1"]])
def test_wrong_input_is_refused(words: list[str], file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        air_fit.main([str(file), *words])
    assert "expected --count and --falls of at least 1" in capsys.readouterr().err
