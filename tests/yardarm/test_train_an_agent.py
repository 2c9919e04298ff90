"""The tutorial on training: its examples run as they are written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path("docs/tutorials/train-an-agent.md")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
CONSTANTS = "GENERATIONS, POPULATION, EPISODES, TESTS = "


def run(code: str, folder: Path) -> str:
    """Run code in a folder, in a process of its own, and return what it prints."""
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_the_examples_are_short_and_the_constants_stand_at_the_top_of_the_first() -> None:
    train, bot, _ = EXAMPLES
    assert len(train.splitlines()) <= 41
    assert len(bot.splitlines()) <= 25
    assert train.count(CONSTANTS) == 1


@pytest.mark.study
def test_the_tutorial_trains_an_agent_that_then_plays_a_match(tmp_path: Path) -> None:
    """All examples word for word, but for fewer generations, tests and pairs."""
    train, bot, duel = EXAMPLES
    quick = re.sub(f"{CONSTANTS}.*", f"{CONSTANTS}1, 2, 1, 2", train)
    assert quick != train
    printed = run(quick, tmp_path)
    assert re.fullmatch(r"before training: .* \+- .*\nafter training: .* \+- .*\n", printed)
    (tmp_path / "bot.py").write_text(bot)
    assert "pairs=6, jobs=2" in duel
    score = run(duel.replace("pairs=6, jobs=2", "pairs=1"), tmp_path)
    assert score.startswith("casual:mine@1 against casual:simple at riff-raff: ")
    command = [sys.executable, "-m", "yardarm", "bot", "check", "@bot.py", "--game", "riff-raff", "--matches", "1"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0


@pytest.mark.study
def test_training_prints_what_the_tutorial_shows(tmp_path: Path) -> None:
    shown = re.findall(r"```text\n(before .*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert [run(EXAMPLES[0], tmp_path)] == shown
