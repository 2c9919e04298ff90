"""The bots in docs/bots, and `bot check`."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import yardarm.command
from sim.batch.job import PlayedMatch
from sim.batch.runner import run_tasks, tasks_of
from sim.bots import seated
from sim.bots.started import end_bots
from sim.bots.words import seated_with_bots
from sim.configuration import changed_configuration, load_configuration
from tests.bots import diary
from tests.commands import answer_of, refusal_of
from tests.short_matches import SHORT

DOCS = Path(__file__).parents[2] / "docs"
BOTS = DOCS / "bots"
HERE = Path(__file__).parent


def word(language: str, folder: Path) -> str:
    """Return the word of a reference bot; C is compiled into a folder."""
    if language == "py":
        return f"!{sys.executable} {BOTS / 'engine.py'}"
    tool = shutil.which({"js": "node", "c": "cc"}[language])
    if tool is None:
        pytest.skip(f"no {'node' if language == 'js' else 'C compiler'} here")
    if language == "js":
        return f"!{tool} {BOTS / 'engine.js'}"
    subprocess.run([tool, "-O1", "-Wall", "-Wextra", "-Werror", "-o", folder / "engine", BOTS / "engine.c"], check=True)
    return f"!{folder / 'engine'}"


@pytest.mark.slow
@pytest.mark.parametrize("language", ["py", "js", "c"])
def test_a_reference_bot_passes_the_check(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = word(language, tmp_path)
    told = answer_of(capsys, "bot", "check", bot, "--game", "zatre", "--matches", "1", "--json")
    assert told["bot"] == f"engine-{language}@1"
    assert len(told["checks"]) == 4
    assert all(check["holds"] for check in told["checks"])


@pytest.mark.parametrize("name", ["engine.py", "engine.js", "engine.c"])
def test_a_reference_bot_has_under_60_lines(name: str) -> None:
    assert len((BOTS / name).read_text().splitlines()) < 60


def test_the_reference_bots_pick_alike(tmp_path: Path) -> None:
    configuration = load_configuration("zatre")
    found = []
    for language in ("py", "c"):
        seats, bots = seated_with_bots([f"casual:{word(language, tmp_path)}", "casual:random"], "zatre")
        (match,) = run_tasks(configuration, tasks_of(seats, 4, range(1), bots=bots))
        assert isinstance(match, PlayedMatch)
        assert not match.faults
        found.append((match[0].victory, len(match[1]), match[0].simulated_s))
    assert found[0] == found[1]
    end_bots()


def test_the_check_says_what_does_not_hold(capsys: pytest.CaptureFixture[str]) -> None:
    bot = "tests.bots.examples:Wrong"
    with pytest.raises(SystemExit, match="1"):
        yardarm.command.run(["bot", "check", bot, "--game", "zatre", "--matches", "1"])
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "ok  says who it is: Wrong@0"
    assert said[1].startswith("NO  zatre: answers what it is asked, by the rules: ")
    assert said[2] == "ok  zatre: plays the same match again: 1 of 1 came out alike"


def test_the_check_plays_each_match_twice_with_the_fewest_players(capsys: pytest.CaptureFixture[str]) -> None:
    diary.begin()
    told = answer_of(capsys, "bot", "check", "tests.bots.examples:Drawn", "--game", "zatre", "--matches", "2", "--json")
    (noted,) = diary.diaries()
    assert [line["players"] for line in noted if "players" in line] == [["Anne", "Bert"]] * 4
    assert [check["holds"] for check in told["checks"]] == [True] * 4
    _, _, again, in_time = (check["found"] for check in told["checks"])
    assert again == "2 of 2 came out alike"
    times = re.fullmatch(r"([\d.]+) ms a question, at most ([\d.]+) ms of \d+ ms", in_time)
    assert times is not None
    assert 0.0 < float(times[1]) <= float(times[2])


@pytest.mark.parametrize("bot", ["nobody", "nobody:Bot", "@nowhere.py", "!nowhere"])
def test_the_check_refuses_what_cannot_be_started(bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal_of(capsys, "bot", "check", bot)
    assert said.startswith("yardarm: BOT: ")


TABLES = {"riff-raff": 2, "zack": 3, "zatre": 2, "zigzag": 4}
"""By game: how many bots sit at a table that answer anything at all."""
QUICK = "zatre", "zigzag"


@pytest.mark.study
@pytest.mark.parametrize(
    ("game", "least"),
    [
        *(pytest.param(game, 50, marks=() if game in QUICK else pytest.mark.slow) for game in TABLES),
        # Hands and physics take minutes.
        *(pytest.param(game, 10_000, marks=pytest.mark.study) for game in TABLES),
    ],
)
def test_fuzzed_answers_over_the_pipe_end_as_a_ruling_or_a_counted_fault(
    game: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never as a traceback, and never in silence: each answer counts, or is a fault."""
    monkeypatch.setattr(seated, "MOST_FAULTS", 1.0)
    noted = tmp_path / "answers.txt"
    fuzzing = f"child:!{sys.executable} {HERE / 'fuzzing.py'} {noted}"
    seats, bots = seated_with_bots([fuzzing] * TABLES[game], game)
    configuration = changed_configuration(game, SHORT[game], profile="draft")
    answers = faults = matches = 0
    while answers < least:
        (match,) = run_tasks(
            configuration, tasks_of(seats, random.Random(matches).getrandbits(30), range(1), bots=bots)
        )
        assert isinstance(match, PlayedMatch), match
        answers, matches = len(noted.read_text().splitlines()), matches + 1
        faults += len(match.faults)
        assert all(fault.text and "\n" not in fault.text for fault in match.faults)
        assert {fault.why for fault in match.faults} <= {"illegal", "failed"}
    end_bots()
    assert least // 10 < faults < answers - least // 20
