"""Refusals in other languages: a pseudo-language shows which words no catalogue knows, and English stays as it was."""

from __future__ import annotations

import ast
import json
import pickle
import re
from gettext import GNUTranslations
from pathlib import Path

import pytest

import sim.language
from sim.errors import IllegalAction, InputError
from sim.language import CATALOGUES, Wording, said
from tests.languages import PSEUDO, TRANSLATED, Pseudo, speaking
from yardarm.command import run

STORE = "examples/matches.sqlite"
MISTAKES = (
    "simulte",
    "watch zakk",
    "watch zack --size 3",
    "watch --text",
    "simulate zack",
    "simulate",
    "simulate zack --matches",
    "simulate zack --matchs 3",
    "simulate zack --matches x",
    "simulate zack --matches 0",
    "simulate zack --matches 2 --json=3",
    "simulate zack --matches 2 --players cas",
    "simulate zack --matches 2 --players casual",
    "simulate zack --matches 2 --players casual,casual:steady?hurry=1,casual",
    "simulate zack --matches 2 --out a.csv",
    "simulate zack --matches 2 --resume",
    "simulate zack --matches 2 --until fall",
    "simulate zack --matches 2 --config README.md",
    "simulate zack --matches 2 --config pyproject.toml",
    "simulate zack --matches 2 --config nowhere.toml",
    f"report {STORE} --csv t --decimal x",
    "report nowhere.sqlite --csv t",
    "report README.md --csv t",
    "replay README.md --verify",
    "fit ship examples/bricks.csv",
    "fit reactions nowhere.csv",
    "lab sway --start-deg 900",
    "lab place --slot 99 --piece crate",
    "list games a b",
    "tune riff-raff --target fall_rat=0.2 --vary ship.ball_mass_g=60:200",
    "tune riff-raff --target fall_rate=0.2 --vary ship.ball=1:2",
    "league table README.md",
)
VALUES = {
    *("riff", "raff", "zack", "zatre", "zigzag", "child", "casual", "skilled", "steady", "yardarm"),
    *(
        "ship",
        "fit",
        "list",
        "lab",
        "place",
        "sway",
        "report",
        "simulate",
        "watch",
        "tune",
        "league",
        "table",
        "replay",
    ),
    *("reactions", "png", "GAME", "for", "deck", "seats", "skill", "haste", "risk", "confidence"),
    *(
        "DIR",
        "PRESET",
        "build",
        "system",
        "bowl",
        "card",
        "air",
        "throw",
        "sight",
        "hand",
        "look",
        "temper",
        "line",
        "column",
    ),
}
"""Words of commands, options, files and names, which stay what they are."""


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_refused_in_the_language_that_is_spoken(
    line: str, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(root)
    assert run(line.split()) == 2
    english = capsys.readouterr().err
    monkeypatch.setenv(sim.language.VARIABLE, "de")
    monkeypatch.setattr(sim.language, "_read", lambda _language: Pseudo())
    assert run(line.split()) == 2
    found = capsys.readouterr().err
    assert found != english
    assert unmarked(found) == []


@pytest.mark.parametrize("line", ["--help", "lab --help", "lab sway --help"])
def test_a_help_is_in_the_language_that_is_spoken(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(sim.language.VARIABLE, "fr")
    assert run(line.split()) == 0
    found = " ".join(capsys.readouterr().out.split())
    assert found.startswith("Usage : yardarm")
    assert "Afficher cette aide." in found
    assert not {"the", "and", "of", "with", "Show"} & set(found.split())
    monkeypatch.delenv(sim.language.VARIABLE)
    assert run(line.split()) == 0
    assert "Show this message and exit." in capsys.readouterr().out


def unmarked(sentence: str) -> list[str]:
    """The words of a sentence in the pseudo-language that it does not mark, but for what was typed or is in a file."""
    sentence = re.sub(r"'[^']*'|--[\w-]+|\S*[._/=:,@*]\S\S*|\([^)]*\)", " ", sentence)
    words = re.findall(r"[^\W\d_]{3,}", sentence)
    return [word for word in words if not word.endswith("õ") and word not in VALUES]


def test_words_that_are_not_marked_are_found() -> None:
    assert unmarked("yardarm: 'some name' --some ship.some: sömeõ some\n") == ["some"]


def test_a_refusal_stays_english_for_programs() -> None:
    fault = InputError("{path}: is not JSON, expected a file of suite run --out.", path="a\x1b.json")
    outer = InputError("{file}: {error}", file="b", error=fault)
    with speaking(PSEUDO):
        english = "b: a\\x1b.json: is not JSON, expected a file of suite run --out."
        assert str(outer) == english
        assert json.dumps(Wording("{count} slots", count=2)) == '"2 slots"'
        assert said(outer).startswith("b: a\\x1b.json: ")
        assert said(outer) != english
        assert said(pickle.loads(pickle.dumps(outer))) == said(outer)
        action = pickle.loads(pickle.dumps(IllegalAction("over", "The match is over.")))
        assert (action.code, str(action)) == ("over", "The match is over.")
        assert said(action) != str(action)
        assert said(OSError(2, "No such file")) == "[Errno 2] No such file"


def test_numbers_of_a_refusal_are_written_as_they_are_typed() -> None:
    with speaking("de"):
        assert said(InputError("{name}: expected a number from {least:g} to {most:g}, found {value}.",
                               name="--x", least=0.5, most=2, value=3)) == (
            "--x: erwartet wird eine Zahl von 0.5 bis 2, gefunden wurde 3."
        )  # fmt: skip


# ---------------------------------------------------------------------------------------------- what is marked

ROOMS = ("sim", "scenes", "calibration", "yardarm")
MARKS = {"InputError": 0, "RecordError": 0, "Wording": 0, "N_": 0, "IllegalAction": 1}
ENGLISH = (
    *("calibration/metrics", "calibration/reports", "scenes/workshop", "sim/workshop", "yardarm/site.py"),
    *("sim/rules_frame", "sim/wire.py", "sim/referee.py", "yardarm/testing", "sim/language.py"),
)
"""Rooms whose refusals are English: those of programs, of the workshop and of reports."""


def test_every_refusal_is_in_the_catalogues(root: Path) -> None:
    found = templates(root)
    assert len(found) > 1000
    for language in TRANSLATED:
        with (CATALOGUES / f"{language}.mo").open("rb") as file:
            known = {key for key in GNUTranslations(file)._catalog if isinstance(key, str)}
        assert [each for each in found if each[1] not in known] == []


def templates(root: Path) -> list[tuple[str, str]]:
    found = []
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if name.startswith(ENGLISH) or "/rules/" in name:
                continue
            text = path.read_text("utf-8")
            tree = ast.parse(text) if any(f"{mark}(" in text for mark in MARKS) else ast.Module([], [])
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
                    at = MARKS[node.func.id]
                    given = node.args[at] if len(node.args) > at else None
                    if isinstance(given, ast.JoinedStr):
                        found.append((f"{name}:{node.lineno}", ast.unparse(given)))
                    elif isinstance(given, ast.Constant) and given.value:
                        found.append((f"{name}:{node.lineno}", str(given.value)))
    return found
