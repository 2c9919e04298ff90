"""The study of falling cards: its bands, its sets around the shipped coefficients, its picture."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from sim.physics.air import Air, AirLaw, shipped_air
from studies import air_study


@pytest.mark.slow
def test_the_bands_are_told_and_the_picture_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two sheets a point say nothing of shares; of what hangs on no share every band is held."""
    file = tmp_path / "air.png"
    air_study.main(["--count", "2", "--plot", str(file)])
    lines = capsys.readouterr().out.splitlines()[1:]
    assert len(lines) == 24
    assert all(" held " in line for line in lines if not line.startswith("square of"))
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.study
def test_every_band_is_held(capsys: pytest.CaptureFixture[str]) -> None:
    assert air_study.main(["--count", "300"]) == 0
    assert "MISSED" not in capsys.readouterr().out


@pytest.mark.slow
def test_a_missed_band_is_an_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    published = Air(1.2e-6, 1.2, math.pi, 1.4, 1.0, 0.2, 0.2)
    monkeypatch.setattr(air_study, "shipped_air", lambda: AirLaw(published, published, 2.0))
    assert air_study.main(["--count", "2"]) == 1
    missed = [line for line in capsys.readouterr().out.splitlines() if "MISSED" in line]
    assert any(line.startswith("card, chord 63.5: share that tumbles") for line in missed)


def test_sets_lie_around_the_shipped_coefficients() -> None:
    law = shipped_air()
    sets = [air_study.around(law, 0.1, index, 7) for index in range(200)]
    assert sets[3] == air_study.around(law, 0.1, 3, 7)
    assert len(set(sets)) == 200
    for one in sets:
        for air, shipped in ((one.square, law.square), (one.strip, law.strip)):
            assert air.lift_rotational == pytest.approx(shipped.lift_rotational, rel=0.1)
            assert air.drag_a + air.drag_b == pytest.approx(shipped.drag_a + shipped.drag_b, rel=0.1)
            assert air.drag_a - air.drag_b == pytest.approx(shipped.drag_a - shipped.drag_b, rel=0.1)
    assert max(one.square.mu2 for one in sets) > 1.08 * law.square.mu2


def test_no_border_is_no_number() -> None:
    assert math.isnan(air_study.froude_border(replace(shipped_air().strip, mu1=0.3, mu2=0.3), 1))


@pytest.mark.parametrize("words", [["--count", "1"], ["--sets", "-1"], ["--spread", "1"]])
def test_wrong_input_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        air_study.main(words)
    assert "expected --count and --sheets from 2" in capsys.readouterr().err
