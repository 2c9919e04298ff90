"""The guide on training: its examples run as they are written, and the page on baselines lists the features."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from yardarm.baselines.features import FEATURES

PAGE = Path("docs/train-an-agent.md")
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


def test_the_page_on_baselines_lists_every_feature_in_its_words(root: Path) -> None:
    listed = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", (root / "docs/baselines.md").read_text("utf-8"), re.MULTILINE))
    assert listed == dict(FEATURES)


@pytest.mark.slow
def test_the_guide_trains_an_agent_that_then_plays_a_match(tmp_path: Path) -> None:
    """All examples word for word, but for fewer generations, tests and pairs."""
    train, bot, score = EXAMPLES
    quick = re.sub(f"{CONSTANTS}.*", f"{CONSTANTS}1, 2, 1, 2", train)
    assert quick != train
    printed = run(quick, tmp_path)
    assert re.fullmatch(r"before training: .* \+- .*\nafter training: .* \+- .*\n", printed)
    (tmp_path / "bot.py").write_text(bot)
    assert "pairs=20" in score
    duel = run(score.replace("pairs=20", "pairs=1"), tmp_path)
    assert duel.startswith("casual:mine@1 against casual:simple at riff-raff: ")
    command = [sys.executable, "-m", "yardarm", "bot", "check", "@bot.py", "--game", "riff-raff", "--matches", "1"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
