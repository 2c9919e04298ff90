"""Tuning from the workshop: the commands as a user would run them, what they say meanwhile, and how it is stopped."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from sim.toml_text import toml_text
from sim.workshop.document import Document
from sim.workshop.tuning import TuneRun, Wish
from tests.short_matches import SHORT

FAKE = """
import json, pathlib, sys, time
words = sys.argv[1:]
verb, given = words[0], dict(zip(words, words[1:]))
pathlib.Path({folder!r}, verb).write_text(json.dumps(words))
if verb == "simulate":
    print(json.dumps({{"fall_rate": {{"estimate": 0.2, "low": 0.19, "high": 0.21}}}}))
    sys.exit(0)
{tune}
"""
MET = """
print("step: 8 matches, ball 60", file=sys.stderr, flush=True)
pathlib.Path(given["--out"]).write_text("[ship]\\nball_mass_g = 77.0\\n")
print(json.dumps({"ending": "met", "reason": "It is met.", "padding": "x" * 200_000}))
"""
NOT_MET = 'print(json.dumps({"ending": "unreachable", "reason": "It cannot be reached."})); sys.exit(3)'
REFUSED = 'print("yardarm: --vary: expected a number.", file=sys.stderr); sys.exit(2)'
SLOW = 'print("step: 8 matches, ball 60", file=sys.stderr, flush=True); time.sleep(600)'


def run(tmp_path: Path, tune: str, like: str | float = "expert") -> TuneRun:
    program = FAKE.format(folder=str(tmp_path), tune=tune)
    wish = Wish("riff-raff", "fall_rate", like, ("ship.ball_mass_g=60:300",), 7)
    return TuneRun(wish, "[wood]\nfriction = 0.3\n", (sys.executable, "-c", program))


def test_a_preset_is_measured_and_then_tuned_to_and_the_result_can_be_adopted(tmp_path: Path) -> None:
    tuning = run(tmp_path, MET)
    assert tuning.wait(120)
    assert tuning.words == "It is met."
    assert tuning.changes == {"ship": {"ball_mass_g": 77.0}}
    simulated, tuned = ((tmp_path / verb).read_text() for verb in ("simulate", "tune"))
    assert '"--config", "expert"' in simulated
    assert '"--target", "fall_rate=0.2000+-0.02"' in tuned
    assert '"--vary", "ship.ball_mass_g=60:300"' in tuned
    assert '"--seed", "7"' in tuned
    design = Document("riff-raff")
    assert design.adopt(tuning.changes, "tuning")
    assert design.value("ship.ball_mass_g") == 77.0


def test_a_share_is_tuned_to_at_once(tmp_path: Path) -> None:
    tuning = run(tmp_path, NOT_MET, 0.15)
    assert tuning.wait(120)
    assert not (tmp_path / "simulate").exists()
    assert tuning.words == "It cannot be reached."
    assert tuning.changes is None


def test_what_the_command_refuses_is_said(tmp_path: Path) -> None:
    tuning = run(tmp_path, REFUSED, 0.15)
    assert tuning.wait(120)
    assert tuning.words == "This design was not tuned: --vary: expected a number."


def test_it_shows_its_way_and_can_be_stopped(tmp_path: Path) -> None:
    tuning = run(tmp_path, SLOW, 0.15)
    end = time.monotonic() + 120
    while tuning.words != "8 matches, ball 60" and time.monotonic() < end:
        time.sleep(0.05)
    assert tuning.words == "8 matches, ball 60"
    tuning.stop(60)
    assert tuning.wait(0)
    assert tuning.words == "This design was not tuned: it was stopped."
    assert tuning.changes is None


@pytest.mark.study
def test_the_real_commands_answer_it() -> None:
    wish = Wish("zack", "miss_rate", 0.97, ("bowl.opening_mm=150:260",))
    tuning = TuneRun(wish, toml_text(SHORT["zack"]))
    seen = set()
    while not tuning.wait(0.5):
        seen.add(tuning.words)
    assert any("matches" in words for words in seen)
    assert "Out of reach" in tuning.words
    assert "wanted: 97 %" in tuning.words
    assert tuning.changes is None
