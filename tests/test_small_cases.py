"""The least that a verb can be given: it answers, and neither it nor a library that it asks complains on the way."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

import yardarm.command

PLAYERS = "--players casual:random,casual:greedy"
LINES = (
    f"league run zatre {PLAYERS},child:random --pairs 1 --profile draft --jobs 1 --out league.sqlite",
    "league table league.sqlite",
    "league table league.sqlite --json",
    f"simulate zatre --matches 1 {PLAYERS} --profile draft --out one.sqlite",
    "report one.sqlite --json",
    "report one.sqlite --out one.html",
    "report one.sqlite --against one.sqlite --out same.html",
    "lab impact --speed-mm-s 1e-320",
    "lab impact --speed-mm-s 0",
    "lab sway --start-deg 1e-320 --duration-s 1",
    "lab throw --trials 1",
    "lab place --slot 10 --piece rat --trials 1",
    "lab fall --length-mm 63.5 --areal-density-gsm 320 --count 1",
    "fit judgement --matches 2 --tries 1 --profile draft --jobs 1",
    "suite run --bot random --template throw-hurry --tasks 1",
)

OTHERS = (DeprecationWarning, ResourceWarning)
"""What Python shows nobody but those who write programs."""


@pytest.mark.study
def test_the_least_of_everything_is_no_cause_for_complaint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    complaints = []
    for line in LINES:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            assert yardarm.command.run(line.split()) == 0, line
        out, err = capsys.readouterr()
        if line.endswith("--json"):
            json.loads(out)
        said = [str(each.message) for each in seen if not issubclass(each.category, OTHERS)]
        complaints += [(line, text) for text in (*said, err) if text]
    assert complaints == []
