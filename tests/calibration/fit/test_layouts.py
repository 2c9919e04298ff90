"""A swing is read from the layouts of programs and people; others are refused, with the option that helps."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from calibration.fit.sway_table import read_sway
from calibration.options import FitShipOptions
from sim.errors import InputError
from studies.layouts import layouts, outcome, true_swing

LAYOUTS = layouts()
READ = [name for name, layout in LAYOUTS.items() if not layout.refused]


@pytest.mark.parametrize("name", READ)
def test_the_true_swing_is_read(name: str, tmp_path: Path) -> None:
    layout, file = LAYOUTS[name], tmp_path / "swing.csv"
    file.write_bytes(layout.content)
    if layout.asked:
        with pytest.raises(InputError) as refused:
            read_sway(file, FitShipOptions(file=file))
        assert all(f"--{option}" in str(refused.value) for option in layout.asked)
    sway = read_sway(file, FitShipOptions(file=file, **layout.asked))
    if sway.rates:
        return  # other rows
    times, degrees = true_swing()
    kept = np.isin(np.round(times, 3), np.round(sway.times, 3)) if sway.missing else np.ones(times.size, dtype=bool)
    angles = np.radians(degrees)[kept]
    np.testing.assert_allclose(sway.times - sway.times[0], times[kept] - times[0], atol=2e-3)
    # The zero of the angle is anywhere, and it may count to either side.
    turned = sway.values * math.copysign(1.0, float(np.corrcoef(sway.values, angles)[0, 1]))
    np.testing.assert_allclose(turned - turned.mean(), angles - angles.mean(), atol=6e-4)


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name not in READ])
def test_what_may_be_another_table_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "swing.csv"
    file.write_bytes(LAYOUTS[name].content)
    assert outcome(file, LAYOUTS[name])[0] == "refused"


@pytest.mark.study
@pytest.mark.parametrize("name", ["phyphox, a gyroscope", "pixels, y downwards", "a line without an arrow"])
def test_the_fit_of_a_layout_is_true(name: str, tmp_path: Path) -> None:
    file = tmp_path / "swing.csv"
    file.write_bytes(LAYOUTS[name].content)
    assert outcome(file, LAYOUTS[name])[0] in ("read", "read with options")


@pytest.mark.parametrize(
    ("text", "asked", "expected"),
    [
        (
            "time,angle\n0,2\n1,-2\n2,2\n",
            {},
            "expected a unit for angles of 2 to either side: say --unit rad or --unit deg",
        ),
        ("t,x,y\n0,1,0\n1,2,0\n", {"xy": "x"}, "--xy: expected two columns, X,Y"),
        ("t,x,y\n0,1,0\n1,2,0\n", {"xy": "x,y"}, "--pivot: expected X,Y, in the unit of the positions, or fit"),
        ("t,x,y\n0,1,0\n1,2,0\n", {"xy": "x,y", "pivot": "a,b"}, "--pivot: expected X,Y or fit"),
        (
            "t,x,y\n0,1,0\n1,9,0\n2,99,0\n",
            {"xy": "x,y", "pivot": "0,0"},
            "from which the positions keep their distance",
        ),
        ("t,a\n0,1\n1,2\n", {"unit": ["furlong"]}, "--unit: expected s or ms or rad or deg"),
        ("t_s,angle_deg\n1,NA\n2,\n", {}, "expected rows with a time and an angle, found none"),
    ],
)
def test_what_options_cannot_mean_is_refused(
    text: str, asked: dict[str, object], expected: str, tmp_path: Path
) -> None:
    file = tmp_path / "swing.csv"
    file.write_text(text)
    with pytest.raises(InputError, match=expected):
        read_sway(file, FitShipOptions(file=file, **asked))


def test_late_rows_are_put_in_order_and_a_clock_that_stands_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "swing.csv"
    rows = [(n / 100, math.cos(n / 10)) for n in range(200)]
    rows[50], rows[51] = rows[51], rows[50]
    rows += [(rows[-1][0], 0.5)] * 60
    file.write_text("t_s,angle_rad\n" + "".join(f"{t},{a}\n" for t, a in rows))
    sway = read_sway(file, FitShipOptions(file=file))
    assert (sway.times.size, bool(np.all(np.diff(sway.times) > 0))) == (200, True)
    assert "1 rows put into the order of their times" in sway.understood
    assert "60 rows left out while the clock stood" in sway.understood


def test_the_scale_of_a_film_is_read_from_its_table(tmp_path: Path) -> None:
    file = tmp_path / "sway.csv"
    file.write_text("# made by a film\n# angle_scale_sd: 0.00410\ntime_s,angle_rad\n0,0.1\n0.1,0.2\n")
    assert read_sway(file, FitShipOptions(file=file)).scale_sd == pytest.approx(0.0041)
