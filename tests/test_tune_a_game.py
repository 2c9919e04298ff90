"""The tutorial on tuning, from an idea to two designs compared: its very preset and commands."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from calibration.tuning import tuner

_PAGE = Path(__file__).resolve().parent.parent / "docs" / "tutorials" / "tune-a-game.md"
_TEXT = _PAGE.read_text("utf-8")
(PRESET,) = re.findall(r"```toml\n(.*?)```", _TEXT, flags=re.DOTALL)
COMMANDS = re.findall(r"^yardarm .*$", _TEXT.replace("\\\n", ""), flags=re.MULTILINE)

CarryOut = Callable[[str], Any]


@pytest.fixture
def carry_out(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CarryOut:
    """Return a function that carries out a command line in a folder with the preset, and returns its JSON, if any."""
    monkeypatch.chdir(tmp_path)
    Path("whale.toml").write_text(PRESET, "utf-8")

    def carried_out(line: str) -> Any:
        words = shlex.split(line)[1:]
        with_json = words[0] != "watch"
        assert yardarm.command.run([*words, *["--json"] * with_json]) == 0
        out = capsys.readouterr().out
        return json.loads(out) if with_json else out

    return carried_out


def _tutorial(commands: list[str], carry_out: CarryOut) -> tuple[Any, Any, Any]:
    """Carry out the tutorial; return what the first matches, the tuning, and the comparison found."""
    watch, simulate, tune, simulate_tuned, compare, play = commands
    assert play.split()[:2] == ["yardarm", "play"]
    carry_out(watch)
    assert Path("whale.png").read_bytes().startswith(b"\x89PNG")
    first, tuned = carry_out(simulate), carry_out(tune)
    carry_out(simulate_tuned)
    return first, tuned, carry_out(compare)


def _change(compared: Any, key: str) -> Any:
    (found,) = [change for change in compared["changes"] if change["key"] == key]
    # Recounted: a difference is that of its two estimates, and lies within its interval.
    assert found["one"]["estimate"] - found["other"]["estimate"] == pytest.approx(
        found["difference"]["estimate"], abs=2e-6
    )
    assert found["difference"]["low"] < found["difference"]["estimate"] < found["difference"]["high"]
    return found


# Bands are wide and matches few: what is tried is that each step hands on to the next, not how hard the ship is.
@pytest.mark.study
def test_a_short_lesson_goes_from_an_idea_to_a_comparison(carry_out: CarryOut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuner, "COARSE", 2)
    monkeypatch.setattr(tuner, "_OWN", 4)
    monkeypatch.setattr(tuner, "_FEWEST_FRESH", 6)
    short = {"12%+-3%": "12%+-11%", "--matches 20": "--matches 5"}
    commands = [re.sub("|".join(map(re.escape, short)), lambda found: short[found[0]], line) for line in COMMANDS]
    first, tuned, compared = _tutorial(commands, carry_out)
    assert "whale" in first["fall_rate_by_piece"]
    assert tuned["ending"] == "met"
    _change(compared, "fall_rate.piece.whale")
    assert "whale" in Path("compared.html").read_text("utf-8")


@pytest.mark.study
def test_the_lesson_finds_what_the_page_says(carry_out: CarryOut) -> None:
    first, tuned, compared = _tutorial(COMMANDS, carry_out)
    # Fresh matches lie in the band with their whole interval, below what the ship did before.
    (falls,) = tuned["targets"]
    assert tuned["ending"] == "met"
    assert 0.09 <= falls["reached"]["low"] < falls["reached"]["high"] <= 0.15 < first["fall_rate"]["estimate"]
    # The wood alone differs, it is rougher, and the matches that are compared in pairs show what it does.
    assert 0.3 < tuned["parameters"][0]["value"] <= 0.6
    assert _change(compared, "fall_rate")["difference"]["estimate"] < 0.0
