"""The bowl's studies: the step does not decide, and nothing passes through."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.configuration import load_configuration
from sim.physics.bowl.state import CardPose
from studies import soundness as bowl_soundness
from studies.bowl import STUDY, main, study
from studies.soundness import soundness, top
from tests.amounts import amount


@pytest.mark.study
def test_step_convergence_in_short() -> None:
    trials = study(20, 11, (0, 6))
    play, reference = STUDY.compare(trials, "hit")
    assert (play.step_hz, reference.step_hz) == (2880, 11520)
    assert play.trials == 40
    assert play.discordant <= 0.05  # one throw in a thousand or so: docs/evidence.md
    assert STUDY.compare(trials, "inverted")[0].discordant <= 0.1
    assert reference.difference.estimate == 0
    lines = STUDY.csv_text(STUDY.table(trials)).splitlines()
    assert len(lines) == 1 + 3 * 5 * 2
    assert lines[0].startswith("cards,measure,profile,step_hz,trials,value,value_low")


@pytest.mark.study
def test_step_convergence_at_length(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--out", str(tmp_path), "--trials", "100", "--seed", "12"])
    assert "Written" in capsys.readouterr().out
    assert (tmp_path / "bowl-convergence.png").stat().st_size > 10_000
    trials = study(100, 12)
    for measure, width in (("hit", 0.01), ("inverted", 0.03)):
        difference = STUDY.compare(trials, measure)[0].difference
        assert difference.low <= 0 <= difference.high or abs(difference.estimate) < width


@pytest.mark.slow
@amount(8, full=16, whole=66)
def test_a_bowlful_is_sound(amount: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bowl_soundness, "CARDS", amount)
    seen = soundness(amount, 3)
    answer = seen.to_json()
    assert answer["throws"] == amount
    assert answer["tunnelled"]["count"] == answer["overlap_beyond_a_fifth"]["count"] == 0
    assert answer["not_finite"] == answer["order_violations"] == 0
    assert answer["bowls_propped_above_the_rim"]["count"] == 0
    assert 0 < answer["deepest_overlap_mm"] < 0.16


def test_a_pile_that_is_too_high_is_told_from_a_card_that_leans_over_the_rim() -> None:
    setup = load_configuration("zack").setup
    rim, inner = setup.bowl.depth_mm, setup.bowl.opening_mm / 4
    assert top(setup, CardPose("a", 0.0, rim + 2.0, 0.0), inner) == pytest.approx(rim + 2.0)
    # Its middle is above the rim, but where it is high there is the wall.
    leaning = top(setup, CardPose("a", setup.bowl.opening_mm / 2 - 20.0, rim + 1.0, 0.4), inner)
    assert leaning < rim
