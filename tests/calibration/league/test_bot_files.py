"""Digests of the files behind bots: the file of a bot in Python, the program and the files of a command."""

from __future__ import annotations

import shlex
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from calibration.league.bot_files import digests_of
from sim.bots.words import BotWords


def digest(word: str) -> str:
    """Return the digest of the bot that a word names."""
    return digests_of(BotWords((("bot@1", word),)))["bot@1"]


def test_a_bot_in_python_has_the_digest_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "my_bots"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('imported')\n")
    (package / "clever.py").write_text("def act(question):\n    return question.legal[0]\n")
    own = sha256((package / "clever.py").read_bytes()).hexdigest()
    assert digest(f"@{package / 'clever.py'}:act?depth=3") == own
    monkeypatch.syspath_prepend(tmp_path)
    assert digest("my_bots.clever:act?depth=3") == own
    assert digest("my_bots:act") == sha256((package / "__init__.py").read_bytes()).hexdigest()
    assert not any(name.startswith("my_bots") for name in sys.modules)


def test_a_command_has_the_digest_of_its_program_and_its_files(tmp_path: Path) -> None:
    program, book = tmp_path / "engine", tmp_path / "book.txt"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    book.write_text("e4\n")
    one, other = (sha256(path.read_bytes()).hexdigest() for path in (program, book))
    assert digest(f"!{shlex.quote(str(program))} --fast") == one
    both = sha256(f"{one}\n{other}".encode()).hexdigest()
    assert digest(f"!{shlex.quote(str(program))} --book {shlex.quote(str(book))}") == both


def test_a_function_has_no_file() -> None:
    assert digest("(function 0)") == ""
