"""`lab throw`: hits with their interval, the noise of the hands, the same twice, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from sim.configuration import load_configuration
from sim.lab.throw import Thrower, bowlful, throw_once
from sim.physics.bowl.state import BowlSnapshot
from tests.amounts import amount


def throw(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The answer of `lab throw --json`."""
    assert yardarm.command.run(["lab", "throw", "--json", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    answer = json.loads(out)
    assert isinstance(answer, dict)
    return answer


@amount(60, full=120)
def test_hits_speed_and_soundness(amount: int, capsys: pytest.CaptureFixture[str]) -> None:
    answer = throw(capsys, "--player", "casual", "--distance-mm", "400", "--trials", str(amount))
    rate = answer["hit_rate"]
    assert 0 <= rate["low"] <= rate["estimate"] <= rate["high"] <= 1
    assert rate["estimate"] > 0.85
    cv = load_configuration("zack").skills["casual"].throw_speed_cv
    # The standard deviation of 120 throws is known to about 13 % (95 %), of 60 to 18 %.
    assert answer["speed_mm_s"]["sd"] / answer["speed_mm_s"]["mean"] == pytest.approx(cv, rel=0.2)
    assert answer["tunnelled"] == answer["order_violations"] == answer["unsettled"] == 0
    assert answer["bounced_out"] + round(rate["estimate"] * amount) <= amount
    assert answer["trials"] == amount
    assert 0 < answer["side_wall_hits"]["low"] < answer["side_wall_hits"]["high"] < 1
    # 3.6 degrees over 400 mm to the bowl's middle; cards come down before it and beyond.
    assert answer["landing_sd_mm"]["across"] == pytest.approx(25.2, rel=0.25)
    assert {"profile": "play", "seed": 1, "cards_in_bowl": 0}.items() <= answer.items()
    assert 0 < answer["deepest_overlap_mm"] < 0.16


def test_the_seed_decides_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--trials", "5", "--cards-in-bowl", "4", "--player", "child")
    first = throw(capsys, *words)
    assert first == throw(capsys, *words)
    assert first["cards_in_bowl"] == 4
    assert throw(capsys, *words, "--seed", "2")["speed_mm_s"] != first["speed_mm_s"]


@pytest.mark.slow
def test_a_narrow_bowl_is_harder_to_hit(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--trials", "80", "--player", "child")
    wide, narrow = throw(capsys, *words), throw(capsys, *words, "--bowl-radius-mm", "45")
    assert narrow["hit_rate"]["high"] < wide["hit_rate"]["low"]
    assert narrow["configuration"] != wide["configuration"]


def test_a_preset_changes_the_bowl(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    preset = tmp_path / "low.toml"
    preset.write_text("[bowl]\ndepth_mm = 20.0\n")
    changed = throw(capsys, "--trials", "2", "--config", str(preset))
    assert changed["configuration"] != throw(capsys, "--trials", "2")["configuration"]


def test_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["lab", "throw", "--trials", "4", "--player", "skilled"]) == 0
    out, _ = capsys.readouterr()
    assert "skilled hands, 400 mm from the bowl's middle" in out
    assert "lie in the bowl" in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--player", "pirate"), "--player: expected one of"),
        (("--distance-mm", "60"), "--distance-mm: expected a hand beside the bowl"),
        (("--bowl-radius-mm", "10"), "bowl.opening_mm: expected a floor on which a card can lie flat"),
    ],
)
def test_what_makes_no_sense_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], expected: str
) -> None:
    assert yardarm.command.run(["lab", "throw", "--trials", "2", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert expected in err
    assert len(err.strip().splitlines()) == 1


def test_a_bowlful_is_what_was_asked_for() -> None:
    configuration = load_configuration("zack")
    thrower = Thrower(configuration.setup, configuration.skills["casual"], 400.0, 220.0)
    snapshot = bowlful(thrower, 5, 7)
    assert [card.place for card in snapshot.cards] == ["bowl"] * 5
    outcome = throw_once(configuration.setup, snapshot, thrower.release(1, 3))
    assert outcome == throw_once(configuration.setup, BowlSnapshot.from_json(snapshot.to_json()), thrower.release(1, 3))
