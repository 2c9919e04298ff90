"""Going on with real matches: everything that was told before is told again, and the file grows from there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scenes.play.session import Session
from scenes.play.setup import Setup
from sim.errors import InputError
from sim.match.record import read_record
from sim.match.seats import seats_from
from sim.spec import GAMES, GameSpec
from tests.processes import running

WORDS = {
    "riff-raff": ["me=Ada", "casual:random"],
    "zack": ["me=Ada", "casual", "child"],
    "zatre": ["me=Ada", "child"],
    "zigzag": ["me=Ada", "casual", "child", "casual"],
}


def begun(game: str, path: Path) -> Session:
    setup = Setup(game, seats_from(WORDS[game], game, persons=True), 3, None, "draft")
    return Session.begin(setup, path, lambda: False, lambda: None)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_match_left_twice_goes_on_both_times(game: GameSpec, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    session = begun(game.name, path)
    session.match.advance(20.0)
    assert session.close() is not None
    first = read_record(path)
    again = Session.going_on(path, None, lambda: False, lambda: None)
    assert again.setup.persons == ("Ada",)
    assert again.close() is None  # nothing new, so nothing is written
    session = Session.going_on(path, None, lambda: False, lambda: None)
    session.match.advance(20.0)
    session.close()
    second = read_record(path)
    assert second.intact
    assert second.lines[: len(first.lines)] == first.lines
    if game.name == "zack":  # bots go on by themselves
        assert len(second.lines) > len(first.lines)


def test_going_on_into_another_file_leaves_the_first(tmp_path: Path) -> None:
    path, other = tmp_path / "match.jsonl", tmp_path / "other.jsonl"
    session = begun("zack", path)
    session.match.advance(20.0)
    session.close()
    text = path.read_text()
    session = Session.going_on(path, other, lambda: False, lambda: None)
    session.match.advance(20.0)
    session.close()
    assert path.read_text() == text
    assert read_record(other).intact


def test_a_match_of_bots_is_not_gone_on_with(tmp_path: Path) -> None:
    from sim.match.record import Recorder

    setup = Setup("zack", seats_from(["casual"] * 3, "zack"), 3)
    path = tmp_path / "bots.jsonl"
    Recorder.of(setup.configuration(), setup.seats, 3).write(path)
    with pytest.raises(InputError, match="expected a match with a person at the table"):
        Session.going_on(path, None, lambda: False, lambda: None)


PLAYED_UNTIL_KILLED = """
import sys
from pathlib import Path
from scenes.play.session import Session
from scenes.play.setup import Setup
from sim.match.seats import seats_from
game, path, *words = sys.argv[1:]
setup = Setup(game, seats_from(words, game, persons=True), 3, None, "draft")
session = Session.begin(setup, Path(path), lambda: False, lambda: None)
while True:
    session.match.advance(1 / 60)
    if session.save_new_ruling() is not None:
        print(session.recorder.rulings, flush=True)
"""


@pytest.mark.busy
def test_a_killed_process_loses_at_most_one_turn(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    words = ["zack", str(path), *WORDS["zack"]]
    command, env = [sys.executable, "-c", PLAYED_UNTIL_KILLED, *words], {**os.environ, "PYTHONPATH": str(root)}
    with running(command, stdout=subprocess.PIPE, text=True, env=env) as playing:
        ruled = 0
        while ruled < 4:
            ruled = int(playing.stdout.readline())
        playing.send_signal(signal.SIGKILL)
        rest = playing.stdout.read().split()
    assert playing.returncode == -signal.SIGKILL
    ruled = int(rest[-1]) if rest else ruled
    record = read_record(path)
    saved = sum(json.loads(line)["stage"] == "ruling" for line in record.lines)
    # Killed between a file and the word of it, one ruling more is there.
    assert ruled <= saved <= ruled + 1
    assert (record.intact, record.complete) == (True, False)
    session = Session.going_on(path, None, lambda: False, lambda: None)
    assert tuple(session.recorder.lines) == record.lines
    session.match.advance(30.0)
    assert session.recorder.rulings > saved
