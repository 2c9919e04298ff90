"""The study of falling cards: its bands, its sets around the shipped coefficients, its picture."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from sim.physics.air.air import Air, shipped_air
from studies import air_study


def test_every_band_is_held_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "air.png"
    assert air_study.main(["--count", "1", "--plot", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(" held " in line for line in lines) == len(lines) - 1 == 15
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_missed_band_is_an_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    published = Air(1.2e-6, 1.2, math.pi, 1.4, 1.0, 0.2, 0.2)
    monkeypatch.setattr(air_study, "shipped_air", lambda: published)
    assert air_study.main(["--count", "1"]) == 1
    missed = [line for line in capsys.readouterr().out.splitlines() if "MISSED" in line]
    assert any(line.startswith("card, chord 63.5: share that tumbles") for line in missed)


def test_sets_lie_around_the_shipped_coefficients() -> None:
    air = shipped_air()
    sets = [air_study.around(air, 0.1, index, 7) for index in range(200)]
    assert sets[3] == air_study.around(air, 0.1, 3, 7)
    assert len(set(sets)) == 200
    for one in sets:
        assert one.lift_rotational == pytest.approx(air.lift_rotational, rel=0.1)
        assert one.drag_a + one.drag_b == pytest.approx(air.drag_a + air.drag_b, rel=0.1)
        assert one.drag_a - one.drag_b == pytest.approx(air.drag_a - air.drag_b, rel=0.1)
        assert 0 <= one.mu1 <= 0.02
    assert max(one.mu2 for one in sets) > 1.08 * air.mu2


def test_no_border_is_no_number() -> None:
    assert math.isnan(air_study.froude_border(replace(shipped_air(), mu1=0.3, mu2=0.3), 1))


@pytest.mark.parametrize("words", [["--count", "0"], ["--sets", "-1"], ["--spread", "1"]])
def test_wrong_input_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        air_study.main(words)
    assert "expected --count of at least 1" in capsys.readouterr().err
