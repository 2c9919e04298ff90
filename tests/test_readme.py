"""The README's examples are command lines that the command accepts; the quick ones are run."""

from __future__ import annotations

import os
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.commands import VERBS, parse
from tests.processes import completed

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of shell, and the mark in the comment above it."""

    mark: str
    text: str

    def commands(self) -> list[str]:
        """The `yardarm ...` commands, also behind `&&`, without here-documents."""
        text = re.sub(r"<<'(\w+)'\n.*?\n\1\n", "\n", self.text, flags=re.DOTALL)
        parts = [part.strip() for line in text.splitlines() for part in line.split("&&")]
        return [part for part in parts if re.match(r"(\S*/)?yardarm\s", part)]


def blocks() -> list[Block]:
    """The shell blocks of the README."""
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.findall(r"(?:<!-- ([\w-]+) -->\n)?```(?:sh|console)\n(.*?)```", text, flags=re.DOTALL)
    return [Block(mark, body) for mark, body in found]


BLOCKS = blocks()
COMMANDS = [command for block in BLOCKS for command in block.commands()]
QUICK = [block.text for block in BLOCKS if block.mark == "quick"]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_accepts_it(command: str) -> None:
    assert parse(command) in VERBS


def test_every_verb_is_shown() -> None:
    assert {parse(command) for command in COMMANDS} == set(VERBS)


@pytest.mark.parametrize(
    ("text", "as_written"),
    [
        pytest.param(text, as_written, id=f"{text.splitlines()[0]}-{as_written}", marks=[pytest.mark.slow] * as_written)
        for text in QUICK
        for as_written in (False, True)
        # A batch cannot be shortened by its options, and is slow in either case.
        if as_written or "yardarm simulate" not in text
    ],
)
def test_a_quick_example_runs(text: str, as_written: bool, tmp_path: Path) -> None:
    if not as_written:
        text = re.sub(r"(--trials|--count) \d+", r"\1 4", text).replace("--jobs 2", "--jobs 1")
    command = tmp_path / "bin" / "yardarm"
    command.parent.mkdir()
    command.write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} {shlex.quote(sys.executable)} -m yardarm "$@"\n'
    )
    command.chmod(0o755)
    done = completed(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"},
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("mark", ["watch-command", "test-command"])
def test_the_two_commands_stand_alone(mark: str) -> None:
    # .ci/run takes the test command from here, so it must be one line and need nothing but the checkout.
    (text,) = [block.text for block in BLOCKS if block.mark == mark]
    assert text.count("\n") == 1
    assert text.startswith("python3 -m venv .venv && .venv/bin/pip install ")


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?://)([^)#]+)", (ROOT / "README.md").read_text("utf-8"))
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
