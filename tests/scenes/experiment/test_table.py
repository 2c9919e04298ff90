"""The table of an experiment: what it may say, and the one sentence by which anything else is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from scenes.experiment.table import MOST_TRIALS, columns, games_of_trials, read_table
from sim.errors import InputError

HEAD = "block,game,slot,piece,distance_mm,design,training,ghosts,feedback,limit_s,seed,repeats\n"


def read(folder: Path, text: str) -> object:
    file = folder / "trials.csv"
    file.write_text(text)
    return read_table(file)


def test_a_row_stands_for_trials_of_consecutive_seeds_and_what_is_left_out_has_its_usual_value(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[wood]\nfriction = 0.6\n")
    text = HEAD + "a,riff-raff,7,rat,,own.toml,on,off,off,2.5,40,2\nb,zack,,,420,,,,,,,\n"
    first, second, third = read(tmp_path, text)
    assert (first.seed, second.seed, third.seed) == (40, 41, 3)
    assert (first.trial, second.trial, third.trial) == (1, 2, 3)
    assert first.asked == {"slot": 7, "piece": "rat"}
    assert (first.training, first.ghosts, first.feedback, first.limit_s) == (True, False, False, 2.5)
    assert (third.training, third.ghosts, third.feedback, third.limit_s) == (False, True, True, None)
    assert third.asked == {"distance_mm": 420.0}
    assert (first.design, third.design) == ("own.toml", None)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "trials.csv: expected a header line"),
        ("block,game\n", "expected at least one row"),
        ("block,gmae\na,zack\n", r"line 1: .*'gmae', did you mean 'game'"),
        ("block,game,seed,seed\na,zack,1,2\n", "line 1: seed: expected one column of that name, found two"),
        ("block,seed\na,1\n", "game: missing column"),
        ("block,game\n,zack\n", "line 2: block: expected a word, found an empty cell"),
        ("block,game\na,chess\n", "line 2: game: expected one of riff-raff, zack"),
        ("block,game\na,zatre\n", "line 2: game: expected one of riff-raff, zack"),
        ("block,game,slot\na,riff-raff,99\n", "line 2: .*slot: expected a number from 1 to 10, found 99"),
        ("block,game,slot\na,riff-raff,2.5\n", "line 2: slot: expected a whole number .*found '2.5'"),
        ("block,game,piece\na,riff-raff,hat\n", "line 2: .*piece: expected one of boat.*'hat'"),
        ("block,game,slot\na,zack,3\n", "line 2: slot: expected an empty cell at zack, found 3"),
        ("block,game,ghosts\na,zack,yes\n", "line 2: ghosts: expected .*on.*off.*'yes'"),
        ("block,game,limit_s\na,zack,nan\n", "line 2: limit_s: expected a finite number, found 'nan'"),
        ("block,game,limit_s\na,zack,0\n", "line 2: limit_s: expected a number from 0.1 to 600, found '0'"),
        ("block,game,repeats\na,zack,1001\n", "line 2: repeats: expected a whole number from 1 to 1000"),
        ("block,game,design\na,zack,nowhere.toml\n", "line 2: .*nowhere.toml"),
        ("block,game\na,zack\nb,zack\na,zack\n", "line 4: block: expected the trials of 'a' one after the other"),
        ("block,game\n" + "x" * 65 + ",zack\n", "line 2: block: expected at most 64 printable characters"),
        ("block,game,repeats\n" + "a,zack,1000\n" * 6, f"line 7: expected at most {MOST_TRIALS} trials, found 6000"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        read(tmp_path, text)
    assert re.search(sentence, str(refused.value)), str(refused.value)
    assert str(refused.value).startswith(str(tmp_path / "trials.csv"))
    assert "\n" not in str(refused.value)


def test_the_columns_are_those_of_all_trials_and_those_of_each_games_practice() -> None:
    assert set(games_of_trials()) == {"riff-raff", "zack"}
    assert {"block", "game", "design", "slot", "piece", "aboard", "distance_mm", "seed"} < columns().keys()
    assert "drill" not in columns()


def test_tasks_without_end_are_refused_before_they_are_all_tried(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("scenes.experiment.table.MOST_TASKS", 2)
    rows = "".join(f"a,zack,{distance}\n" for distance in (400, 410, 420))
    with pytest.raises(InputError, match="line 4: expected at most 2 different tasks"):
        read(tmp_path, "block,game,distance_mm\n" + rows)
