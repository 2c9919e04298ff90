"""A designer's evening, from an idea to two designs compared: the very preset and commands of docs/designing.md."""

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
from sim.batch.ranking import FEWEST_TURNS
from tests.commands import parse

_PAGE = Path(__file__).resolve().parent.parent / "docs" / "designing.md"
_SECTION = _PAGE.read_text("utf-8").split("\n## A designer's evening\n")[1].split("\n## ")[0]
_BLOCKS = [re.sub("(?m)^    ", "", text).strip() for text in re.findall(r"(?:(?:    .*)?\n)*    .*\n", _SECTION)]
PRESET = next(text for text in _BLOCKS if "[pieces.whale]" in text)
COMMANDS = [line for text in _BLOCKS for line in text.replace("\\\n", "").splitlines() if line.startswith("yardarm ")]
# The line that the page changes, and what becomes of it.
BEFORE, AFTER = re.findall(r"`(tilt_deg = \d+)`", _SECTION)

CarryOut = Callable[[str], Any]


@pytest.mark.parametrize("line", COMMANDS)
def test_the_command_takes_each_line_of_the_evening(line: str) -> None:
    assert parse(line)


@pytest.fixture
def carry_out(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CarryOut:
    """Return a function that carries out a command line in a folder with the preset, and returns its JSON, if any."""
    monkeypatch.chdir(tmp_path)
    Path("whale.toml").write_text(PRESET + "\n")

    def carried_out(line: str) -> Any:
        words = shlex.split(line)[1:]
        with_json = words[0] != "watch"
        assert yardarm.command.run([*words, *["--json"] * with_json]) == 0
        out = capsys.readouterr().out
        return json.loads(out) if with_json else out

    return carried_out


def _evening(commands: list[str], carry_out: CarryOut) -> tuple[Any, Any, Any]:
    """Carry out the evening; return what tune, the report on the tuned design, and the comparison found."""
    watch, tune, simulate, report, simulate_changed, compare = commands
    carry_out(watch)
    assert Path("whale.png").read_bytes().startswith(b"\x89PNG")
    tuned = carry_out(tune)
    carry_out(simulate)
    before = carry_out(report)["runs"][0]
    text = Path("tuned.toml").read_text()
    assert text.count(BEFORE) == 1
    Path("changed.toml").write_text(text.replace(BEFORE, AFTER))
    carry_out(simulate_changed)
    return tuned, before, carry_out(compare)


def _change(compared: Any, key: str) -> Any:
    (found,) = [change for change in compared["changes"] if change["key"] == key]
    # Recounted: a difference is that of its two estimates, and lies within its interval.
    assert found["one"]["estimate"] - found["other"]["estimate"] == pytest.approx(
        found["difference"]["estimate"], abs=2e-6
    )
    assert found["difference"]["low"] < found["difference"]["estimate"] < found["difference"]["high"]
    return found


def _figures(run: Any) -> dict[str, Any]:
    return {figure["key"]: figure for figure in run["figures"]}


# Bands are wide and matches few: what is tried is that each step hands on to the next, not how hard the ship is.
@pytest.mark.study
def test_a_short_evening_goes_from_an_idea_to_a_comparison(
    carry_out: CarryOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuner, "COARSE", 2)
    monkeypatch.setattr(tuner, "_OWN", 4)
    monkeypatch.setattr(tuner, "_FEWEST_FRESH", 6)
    short = {"15%+-3%": "15%+-12%", "20+-3": "20+-8", "0.5:4": "1.9:2.1", "--matches 60": "--matches 5"}
    commands = [re.sub("|".join(map(re.escape, short)), lambda found: short[found[0]], line) for line in COMMANDS]
    tuned, before, compared = _evening(commands, carry_out)
    assert tuned["ending"] == "met"
    figures = _figures(before)
    # Four yards and the deck; a ninth piece.
    assert {f"fall_rate_at_equal_cargo.slot.{slot}" for slot in range(1, 13)} <= figures.keys()
    assert figures["fall_rate.piece.whale"]["count"] > 0
    # What the report points at is what its figures say, and it owns how little so few matches tell.
    most = before["comparisons"]["fall_rate_at_equal_cargo.slot"]["extremes"]["most"]
    slots = {slot: figures[f"fall_rate_at_equal_cargo.slot.{slot}"] for slot in range(1, 13)}
    often = [slot for slot in slots if slots[slot]["count"] >= FEWEST_TURNS]
    assert most["part"] == str(max(often, key=lambda slot: slots[slot]["estimate"]))
    assert not most["certain"]
    _change(compared, "fall_rate_at_equal_cargo.slot.12")
    assert "slot 12" in Path("compared.html").read_text("utf-8")


@pytest.mark.study
def test_the_evening_finds_what_the_page_says(carry_out: CarryOut) -> None:
    tuned, before, compared = _evening(COMMANDS, carry_out)

    # Tuned: fresh matches lie in both bands with their whole intervals.
    assert tuned["ending"] == "met"
    falls, minutes = tuned["targets"]
    assert 0.12 <= falls["reached"]["low"] < falls["reached"]["high"] <= 0.18
    assert 17.0 <= minutes["reached"]["low"] < minutes["reached"]["high"] <= 23.0

    # Matches that tune has never seen agree with what it reached.
    figures = _figures(before)
    assert figures["fall_rate"]["low"] < falls["reached"]["high"]
    assert falls["reached"]["low"] < figures["fall_rate"]["high"]
    assert 17.0 <= figures["minutes.mean"]["low"] < figures["minutes.mean"]["high"] <= 23.0

    # The report points at a slot of the fourth yard; set straight, that slot is safer beyond its interval.
    assert before["comparisons"]["fall_rate_at_equal_cargo.slot"]["extremes"]["most"]["part"] == "12"
    assert _change(compared, "fall_rate_at_equal_cargo.slot.12")["difference"]["high"] < 0.0
