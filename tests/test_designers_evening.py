"""A designer's evening, shortened: from an idea to two designs compared, by nothing but the command and a preset."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import yardarm

IDEA = """\
[pieces.whale]
outline = [[-18, 0], [14, 0], [19, 6], [18, 14], [10, 18], [-6, 16], [-14, 8], [-22, 16], [-24, 12], [-22, 6]]
depth_mm = 10
supply = 2                # a pod of them: two in each player's set

[ship]
mast_height_mm = 232

[[ship.yards]]
height_mm = 54
length_mm = 190

[[ship.yards]]
height_mm = 110
length_mm = 165

[[ship.yards]]
height_mm = 166
length_mm = 130

[[ship.yards]]            # the fourth, cocked like a hat
height_mm = 220
length_mm = 96
tilt_deg = 13

[wood]
friction = 0.45           # linen glued to the yards
"""


@pytest.fixture
def carry_out(capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """Return a function that carries out the words after `yardarm`, and returns what they print."""

    def carried_out(line: str) -> str:
        assert yardarm.run(shlex.split(line)) == 0
        return capsys.readouterr().out

    return carried_out


# Bands are wide and matches few: what is tried is that each step hands on to the next, not how hard the ship is.
@pytest.mark.slow
def test_a_whale_and_a_fourth_yard_go_from_an_idea_to_a_comparison(
    carry_out: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("whale.toml").write_text(IDEA)
    carry_out("watch riff-raff --config whale.toml --seed 1 --profile draft --export whale.png")
    assert Path("whale.png").read_bytes().startswith(b"\x89PNG")

    told = carry_out(
        "tune riff-raff --config whale.toml --target fall_rate=15%+-12% --target minutes=20+-8"
        " --vary ship.ball_mass_g=100:220 --profile draft --max-matches 150 --jobs 2 --out tuned.toml --json"
    )
    tuned = json.loads(told)
    assert tuned["ending"] == "met"
    falls, minutes = tuned["targets"]
    assert 0.03 <= falls["reached"]["low"] < falls["reached"]["high"] <= 0.27
    assert 12.0 <= minutes["reached"]["low"] < minutes["reached"]["high"] <= 28.0

    before = _report(carry_out, "tuned", "before")
    run = before["runs"][0]
    figures = {figure["key"]: figure for figure in run["figures"]}
    # Four yards and the deck; a ninth piece.
    assert {f"fall_rate_at_equal_cargo.slot.{slot}" for slot in range(1, 13)} <= figures.keys()
    assert figures["fall_rate.piece.whale"]["count"] > 0
    # What the report points at is what its figures say, and it owns how little so few matches tell.
    most = run["comparisons"]["fall_rate_at_equal_cargo.slot"]["extremes"]["most"]
    at_equal_cargo = {slot: figures[f"fall_rate_at_equal_cargo.slot.{slot}"]["estimate"] for slot in range(1, 13)}
    assert most["part"] == str(max(at_equal_cargo, key=lambda slot: at_equal_cargo[slot]))
    assert not most["certain"]

    # Set the fourth yard straight.
    text = Path("tuned.toml").read_text()
    assert text.count("tilt_deg = 13") == 1
    Path("changed.toml").write_text(text.replace("tilt_deg = 13", "tilt_deg = 0"))
    after = _report(carry_out, "changed", "after", " --against before.sqlite")
    changes = {change["key"]: change for change in after["changes"]}
    change = changes["fall_rate_at_equal_cargo.slot.12"]
    assert change["one"]["estimate"] - change["other"]["estimate"] == pytest.approx(
        change["difference"]["estimate"], abs=2e-6
    )
    assert change["difference"]["low"] < change["difference"]["estimate"] < change["difference"]["high"]
    assert "slot 12" in Path("after.html").read_text("utf-8")


def _report(carry_out: Callable[[str], str], preset: str, name: str, against: str = "") -> Any:
    """Play five matches of a preset into a store, and return the report of it."""
    carry_out(f"simulate riff-raff --config {preset}.toml --profile draft --matches 5 --seed 2 --out {name}.sqlite")
    return json.loads(carry_out(f"report {name}.sqlite --out {name}.html --json{against}"))
