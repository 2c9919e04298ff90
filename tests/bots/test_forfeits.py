"""Bots that forfeit a match: when, and who wins it then."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import yardarm as ya
from sim.bots.seated import FEW_FAULTS
from sim.bots.started import end_bots
from sim.bots.words import named
from sim.errors import InputError
from sim.match.record import read_record
from sim.match.replay import load_replay, verify
from tests.processes import ROOT, completed


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End all bots after each test."""
    yield
    end_bots()


class Fails:
    """Answers nothing to the questions of these numbers, counted from 1."""

    def __init__(self, *numbers: int) -> None:
        self.numbers, self.asked = numbers, 0

    def act(self, question: Any) -> object:
        """Fail, or take the first."""
        self.asked += 1
        return None if self.asked in self.numbers else question.legal[0]


def played(*players: object, **more: Any) -> Any:
    return ya.match("zatre", list(players), profile="draft", seed=3, **more).run()


def test_a_few_faults_are_stood_in_for() -> None:
    m = ya.match("zatre", [Fails(*range(1, FEW_FAULTS + 1)), "casual:greedy"], profile="draft", seed=3)
    m.run()
    assert [fault.why for fault in m._asked.bots.faults] == ["illegal"] * FEW_FAULTS
    assert not m._asked.forfeited


def test_a_tenth_of_the_answers_may_fail() -> None:
    seldom = Fails(*range(10, 1000, 10))
    m = ya.match("zatre", [seldom, "casual:greedy"], profile="draft", seed=3)
    m.run()
    assert len(m._asked.bots.faults) >= 1
    assert not m._asked.forfeited


def test_who_forfeits_does_not_win_and_the_record_says_why(tmp_path: Path) -> None:
    """The usual strategy that stands in would have beaten one that takes whatever comes first."""
    result = played(Fails(*range(1, 100)), lambda question: question.legal[-1])
    assert result.winners == ("Bert",)
    path = result.save(tmp_path / "match.jsonl")
    end = json.loads(path.read_text().splitlines()[-2])
    assert end["winners"] == ["Bert"]
    assert end["forfeited"]["Anne"].startswith("4 of 4 answers did not count, the last: Anne answers 'place'")
    assert verify(read_record(path)) is None
    match: Any = load_replay(path)
    match.run()
    assert match.frame().winners == ("Bert",)
    assert any(line.text.startswith("Anne forfeits the match: 4 of 4 answers") for line in match.ticker)


def test_where_all_forfeit_the_rules_say_who_wins() -> None:
    fails = Fails(*range(1, 1000))
    result = played(fails, fails)
    usual = played("casual", "casual")
    assert result.row.victory == usual.row.victory


def test_partners_lose_together() -> None:
    config = {"table.teams": True}
    result = played(Fails(*range(1, 100)), "casual", "casual", "casual", config=config)
    assert result.row.victory in ((0.0, 0.5, 0.0, 0.5), (0.0, 0.5, 0.5, 0.0), (0.0, 0.0, 0.5, 0.5))


def test_a_function_is_a_player() -> None:
    def first(question: Any) -> object:
        return question.legal[0]

    m = ya.match("zatre", [first, "casual:greedy"], seed=3)
    assert [seat.strategy for seat in m.seats] == ["first@0", "greedy"]
    assert m.run().row == ya.match("zatre", ["casual:tests.bots.examples:first", "casual:greedy"], seed=3).run().row


def test_a_function_stays_in_its_process() -> None:
    with pytest.raises(InputError, match="players: a function plays in the process that has it alone: expected jobs=1"):
        ya.simulate("zatre", matches=2, players=[lambda question: question.legal[0], "casual:greedy"], jobs=2)
    with pytest.raises(InputError, match="expected words such as casual"):
        ya.match("zatre", [3, "casual"])
    assert named(print) == named(print)


LIBRARY = """
import fcntl
import os
import yardarm as ya

held = fcntl.fcntl(0, fcntl.F_DUPFD, 200)

def forked():
    global held
    try:
        os.close(held)
    except OSError:
        os.abort()
    held = fcntl.fcntl(0, fcntl.F_DUPFD, 200)

os.register_at_fork(after_in_child=forked)
print(ya.match("zatre", [lambda question: question.legal[0], "casual:greedy"], profile="draft", seed=3).run().winners)
"""


@pytest.mark.slow
def test_libraries_may_close_files_of_their_own_in_each_fork() -> None:
    """A fork of a fork aborted where Arrow was loaded, since its files were closed already."""
    told = completed([sys.executable, "-c", LIBRARY], cwd=ROOT, text=True)
    assert (told.returncode, told.stdout) == (0, "('Bert',)\n"), told
