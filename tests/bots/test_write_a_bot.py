"""The tutorial on bots: its bots play, and show what the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import yardarm.command

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorials" / "write-a-bot.md"
TEXT = PAGE.read_text("utf-8")
FIRST, LOOK, BOLD, CAREFUL = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def run(*words: str) -> int:
    return yardarm.command.run(list(words))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save the bots in a folder under the names that the page gives them, and go there."""
    monkeypatch.chdir(tmp_path)
    for name, code in {"first": FIRST, "look": LOOK, "bold": BOLD, "careful": CAREFUL}.items():
        Path(f"{name}.py").write_text(code, "utf-8")


@pytest.mark.slow
def test_the_bot_that_looks_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.findall(r"```text\n(heel .*?)\n```", TEXT, re.DOTALL)
    players = "casual:@look.py,casual:random"
    assert run("watch", "riff-raff", "--players", players, "--seed", "3", "--text") == 0
    assert set(shown) < set(capsys.readouterr().err.splitlines())
    assert len(shown) == 1


# The first two meet in a league below.
@pytest.mark.parametrize(
    "bot",
    [
        *(pytest.param(bot, marks=pytest.mark.study) for bot in ("first", "bold")),
        pytest.param("careful", marks=pytest.mark.slow),
    ],
)
def test_a_bot_of_the_page_plays_by_the_rules(bot: str) -> None:
    assert run("bot", "check", f"@{bot}.py", "--game", "riff-raff", "--matches", "1") == 0


@pytest.mark.study
def test_the_bots_meet_in_a_league() -> None:
    players = "casual:@bold.py,casual:@first.py"
    options = ("--players", players, "--pairs", "1", "--profile", "draft", "--out", "league.sqlite")
    assert run("league", "run", "riff-raff", *options) == 0
    assert run("league", "table", "league.sqlite") == 0


def test_the_two_lines_that_are_taken_out_stand_in_the_bot() -> None:
    (out,) = re.findall(r"```text\n(    if .*?)```", TEXT, re.DOTALL)
    assert BOLD.count(out) == 1
    compile(BOLD.replace(out, ""), "low.py", "exec")
