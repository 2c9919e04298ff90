"""Tuning from the workshop: the commands as a user would run them, what they say meanwhile, and how it is stopped."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from sim.configuration import load_configuration, part_of, presets
from sim.spec import game_of
from sim.statistics import Interval
from sim.toml_text import toml_text
from sim.workshop.document import Document
from sim.workshop.tuning import FIGURES, TuneRun, Wish, shipped_figure
from studies.preset_figures import figures
from tests.short_matches import SHORT

FAKE = """
import json, pathlib, sys, time
words = sys.argv[1:]
verb, given = words[0], dict(zip(words, words[1:]))
pathlib.Path({folder!r}, verb).write_text(json.dumps(words))
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


def test_a_preset_is_tuned_to_by_its_shipped_figure_and_the_result_can_be_adopted(tmp_path: Path) -> None:
    tuning = run(tmp_path, MET)
    assert tuning.wait(120)
    assert tuning.words == "It is met."
    assert tuning.changes == {"ship": {"ball_mass_g": 77.0}}
    tuned = (tmp_path / "tune").read_text()
    assert f'"--target", "fall_rate={shipped_figure("riff-raff", "expert", "fall_rate").estimate:.4f}+-0.02"' in tuned
    assert '"--vary", "ship.ball_mass_g=60:300"' in tuned
    assert '"--seed", "7"' in tuned
    design = Document("riff-raff")
    assert design.adopt(tuning.changes, "tuning")
    assert design.value("ship.ball_mass_g") == 77.0


def test_a_share_is_tuned_to_at_once(tmp_path: Path) -> None:
    tuning = run(tmp_path, NOT_MET, 0.15)
    assert tuning.wait(120)
    assert '"--target", "fall_rate=0.1500+-0.02"' in (tmp_path / "tune").read_text()
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


@pytest.mark.parametrize("game", ["riff-raff", "zack"])
def test_the_figures_of_presets_are_of_the_presets_that_are_shipped(game: str) -> None:
    folder = part_of(game_of(game)).presets
    assert folder is not None
    known = json.loads((folder / FIGURES).read_text("utf-8"))
    assert {name: figure["configuration"] for name, figure in known.items()} == {
        name: load_configuration(game, Path(name)).digest for name in presets(game)
    }


@pytest.mark.study
@pytest.mark.parametrize(
    ("game", "preset", "metric"), [("riff-raff", "family", "fall_rate"), ("zack", "family", "miss_rate")]
)
def test_a_figure_of_a_preset_is_what_simulate_counts(game: str, preset: str, metric: str) -> None:
    found = figures(game, preset, metric)[metric]
    assert Interval(found["estimate"], found["low"], found["high"]) == shipped_figure(game, preset, metric)


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
