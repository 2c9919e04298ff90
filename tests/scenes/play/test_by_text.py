"""`play --text`: a person answers in the terminal, at the games of the house that need no hand."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import yardarm.command


def run(*words: str) -> int:
    return yardarm.command.run(["play", *words])


def test_zatre_is_played_with_numbers_and_objects_and_verified(
    own_folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "zatre.jsonl"
    typed = ("99999", '{"tiles": []}', "?", "1")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed) + "\n"))
    words = ("--seats", "me,casual:random", "--seed", "3", "--profile", "draft", "--record", str(record))
    assert run("zatre", "--text", *words) == 0
    told, err = capsys.readouterr()
    assert err == ""
    assert "Your tiles: 5 4 5" in told
    assert "   1  tiles value 5 row 6 col 7; " in told
    assert "Expected one of the answers above, or an object such as {" in told
    assert "Every tile that can be placed must be placed" in told
    meant = [json.loads(line) for line in record.read_text().splitlines()]
    mine = [line for line in meant if line["stage"] == "intent" and line["by"] == "You"]
    assert [len(line["tiles"]) for line in mine] == [3]
    assert yardarm.command.run(["replay", str(record), "--verify"]) == 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("riff-raff --text", "Riff Raff is played with the hand, for which there are no words; expected zatre."),
        ("zack --text", "Zack! is played with the hand"),
        ("zigzag --text", "ZIGZAG is played with the hand"),
        ("zatre --text --seats me,me=Bo", "--text: expected one person at the table, found 2."),
        ("zatre --text --practice", "expected either --practice or --text, not both"),
        ("--text", "expected a game with it"),
    ],
)
def test_what_has_no_words_is_refused(
    own_folders: Path, line: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence.removesuffix(".") in err


def test_a_closed_input_is_refused(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(sys, "stdin", None)
        assert run("zatre", "--text") == 2
    assert "closed standard input" in capsys.readouterr().err
