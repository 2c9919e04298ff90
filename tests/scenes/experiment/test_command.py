"""What is refused before the window of an experiment opens: one sentence, and nothing is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from yardarm.command import run

TABLE = "block,game\nonly,zack\n"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"--participant": "../P07"}, "--participant: expected a code of letters and digits such as P07"),
        ({"--consent": "nowhere.txt"}, "nowhere.txt: cannot be read"),
        ({"--debriefing": "empty.txt"}, "empty.txt: expected a text to show, found none"),
        ({"--consent": "long.txt"}, "long.txt: is too large, expected at most 20000 bytes"),
        ({"--out": "trials.csv"}, "trials.csv"),
        ({}, "experiment needs a window, and there is no display"),
    ],
)
def test_a_command_that_cannot_be_is_refused_in_one_sentence(
    more: dict[str, str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C")
    monkeypatch.setattr("scenes.window.window.has_display", lambda: False)
    Path("trials.csv").write_text(TABLE)
    Path("empty.txt").write_text(" \n")
    Path("long.txt").write_text("a" * 20_001)
    before = sorted(tmp_path.iterdir())
    options = {"--participant": "P07", "--out": "out", **more}
    assert run(["experiment", "trials.csv", *(word for pair in options.items() for word in pair)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before
