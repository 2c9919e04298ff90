"""The five journeys in Python: one import and at most five statements each."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import yardarm as ya
from tests.yardarm.test_python import script

A_MATCH = """
import yardarm as ya
r = ya.match("zatre", ["casual", "skilled"], seed=1).run()
print(r, r.winners)
print(r.turns[-1])
r.save("match.jsonl")
"""
A_PLACEMENT = """
import yardarm as ya
p = ya.place(slot=10, piece="crate", hands="casual", trials=20)
print(p)
print(p.fall_rate.percent())
"""
A_BOT = """
import yardarm as ya
b = ya.simulate("zatre", matches=MATCHES, players=["casual:random", "casual:@bot.py"], jobs=2)
print(b)
print(b.matches[0].victory)
"""
A_SWEEP = """
import yardarm as ya
s = ya.sweep("riff-raff", "fall_rate", {"ship.ball_mass_g": [60, 110]}, matches=4, profile="draft", jobs=2)
print(s)
s.plot("sweep.svg")
"""
THE_RULES = """
import yardarm as ya
rules = ya.rules("riff-raff")
state, events = rules.apply(rules.start(("Anne", "Bert")), rules.Reveal({"Anne": 7, "Bert": 9}))
print(state)
"""


def journey(text: str, folder: Path, root: Path) -> str:
    """Run a journey as a script of its own, and return what it prints."""
    statements = ast.parse(text).body
    assert len(statements) <= 5
    assert [type(each) for each in statements].count(ast.Import) == 1
    (folder / "journey.py").write_text(text)
    done = script(folder, root, "journey.py")
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.mark.slow
def test_a_match_and_its_turns(tmp_path: Path, root: Path) -> None:
    told = journey(A_MATCH, tmp_path, root).splitlines()
    again = ya.match("zatre", ["casual", "skilled"], seed=1).run()
    assert told[0] == repr(again)
    assert told[-1] == repr(again.turns[-1])
    assert (tmp_path / "match.jsonl").stat().st_size > 10_000


@pytest.mark.slow
def test_one_placement(tmp_path: Path, root: Path) -> None:
    told = journey(A_PLACEMENT, tmp_path, root).splitlines()
    assert told[0].startswith("crate on slot 10, casual hands, 20 times")
    assert re.fullmatch(r"\d+\.\d % \(\d+\.\d-\d+\.\d\)", told[-1])


@pytest.mark.slow
def test_a_bot_of_ones_own_with_two_jobs(tmp_path: Path, root: Path) -> None:
    some_matches_of_a_bot(6, tmp_path, root)


@pytest.mark.study
def test_a_bot_of_ones_own_over_200_matches_with_two_jobs(tmp_path: Path, root: Path) -> None:
    some_matches_of_a_bot(200, tmp_path, root)


def some_matches_of_a_bot(matches: int, folder: Path, root: Path) -> None:
    (folder / "bot.py").write_text("def act(question):\n    return question.legal[0]\n")
    told = journey(A_BOT.replace("MATCHES", str(matches)), folder, root)
    assert f"matches  {matches}" in re.sub(r" +", "  ", told) or f"{matches} matches" in told
    alone = ya.simulate("zatre", matches=1, players=["casual:random", f"casual:@{folder / 'bot.py'}"])
    assert told.splitlines()[-1] == str(alone.matches[0].victory)


@pytest.mark.study
def test_a_sweep_and_its_plot(tmp_path: Path, root: Path) -> None:
    told = journey(A_SWEEP, tmp_path, root)
    assert re.findall(r"ship.ball_mass_g (\d+)  0\.\d+ \(0(?:\.\d+)? to 0\.\d+\)", told) == ["60", "110"]
    assert (tmp_path / "sweep.svg").read_text("utf-8").startswith("<?xml")


def test_the_rules_alone(tmp_path: Path, root: Path) -> None:
    told = journey(THE_RULES, tmp_path, root).splitlines()
    assert told[0] == "Round 1 of 20: Bert loads slot 9; Bert is captain."


@pytest.mark.study
def test_the_page_on_sweeps_runs(tmp_path: Path, root: Path) -> None:
    page = (root / "docs/how-to/sweep-and-plot.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2
    told = journey(blocks[0].replace("matches=20", "matches=2"), tmp_path, root)
    assert len(told.splitlines()) == 4
    assert (tmp_path / "ball.svg").exists()
    pandas = pytest.importorskip("pandas", reason="pandas is not installed, and Yardarm does not install it")
    names: dict[str, object] = {"ya": ya}
    exec(compile(blocks[1].replace("matches=20", "matches=2"), "docs/how-to/sweep-and-plot.md", "exec"), names)
    assert isinstance(names["turns"], pandas.DataFrame)
