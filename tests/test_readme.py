"""The README's examples work as written: in their order, in a fresh checkout.

What is done with a block says the mark in the comment above it:

- `quick`: run; with fewer trials among the default tests, as it is written among the slow ones;
- `films`, `long`: what reads or writes a file is run among the slow tests, without a display, and with what SHORTER
  puts in place of what takes long; the other command lines are only read;
- `studies`: each verb is run for its page (test_verb_pages.py), so the command lines are only read here;
- `windows`: somebody has to sit there, so its command lines are only read, and the files that they name looked for;
- `watch-command`, `test-command`: what a stranger types first; `.ci/run` runs the second.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from studies.examples import files
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
SHORTER = {
    "yardarm tune riff-raff --target fall_rate=0.12+-0.02 --vary ship.ball_mass_g=60:200 --vary wood.friction=0.2:0.5"
    " --out easier.toml --report tuned.html": "echo ship.ball_mass_g=160 >easier.toml",
    "riff-raff --matches 10000": "riff-raff --players child:random,child:random --profile draft --matches 1",
    "riff-raff --matches 100": "riff-raff --players child:random,child:random --profile draft --matches 1",
    "--jobs 4 --until fall_rate=0.01": "--jobs 1",
    "--out learned.toml": "--matches 2 --tries 1 --profile draft --out learned.toml",
    "watch riff-raff --seed 8 --theatre": "watch zatre --players child:random,child:random --size 64x64 --theatre",
    "zatre\nyardarm league": "zatre --matches 1\nyardarm league",
    "--pairs 20": "--pairs 1",
    "--matches 20": "--matches 1",
    "--tasks 20": "--template throw-hurry --tasks 1",
}
FILE = r"[\w/-]+\.(?:csv|html|json|jsonl|gif|mp4|png|py|sqlite|toml)"
MARKS = {"quick", "films", "long", "studies", "windows", "watch-command", "test-command"}
COMMANDS = [command for block in BLOCKS for command in block.commands()]
PYTHON = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), flags=re.DOTALL)
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
    done = run(text, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert done.stderr == ""


def run(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a block in a folder, without a display; `yardarm` is that of this checkout."""
    command = folder / "bin" / "yardarm"
    command.parent.mkdir(exist_ok=True)
    command.write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} {shlex.quote(sys.executable)} -m yardarm "$@"\n'
    )
    command.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    words = ["bash", "-euo", "pipefail", "-c", text]
    return completed(words, cwd=folder, env={**environment, "PATH": path}, text=True)


def test_every_block_says_what_is_done_with_it() -> None:
    assert {block.mark for block in BLOCKS} == MARKS
    text = "".join(block.text for block in BLOCKS)
    assert [part for part in SHORTER if part not in text] == []


def test_every_file_that_is_read_is_shipped_or_was_written_before() -> None:
    written: set[str] = set()
    missing: list[str] = []
    for block in BLOCKS:
        for line in block.text.splitlines():
            for before, file in re.findall(rf"(\S*[ @>])({FILE})\b", line):
                if before in ("--out ", "--record ", "--csv ", "--export ", "--report ", ">"):
                    written.add(file)
                elif file not in written and not (ROOT / file).is_file():
                    missing.append(f"{file}: {line}")
    assert missing == []
    assert {"match.jsonl", "runs.sqlite", "mine.toml"} <= written


@pytest.mark.slow
def test_one_command_reads_what_another_has_written(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for block in BLOCKS:
        text = block.text
        for longer, shorter in SHORTER.items():
            text = text.replace(longer, shorter)
        if block.mark in ("films", "long"):
            text = "\n".join(line for line in text.splitlines() if re.search(FILE, line))
        elif ">mine.toml" not in text:
            continue
        done = run(text, tmp_path)
        assert done.returncode == 0, f"{text}\n{done.stderr}"


@pytest.mark.slow
def test_the_python_works(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    ((code, shortened),) = [re.subn("matches=4", "matches=1", found) for found in PYTHON]
    assert shortened == 2
    program = f"PYTHONPATH={shlex.quote(str(ROOT))} {shlex.quote(sys.executable)} - <<'PYTHON'\n{code}PYTHON\n"
    done = run(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "sweep.svg").is_file()


def test_the_measurements_in_examples_are_those_that_their_command_makes() -> None:
    for name, text in files().items():
        assert (ROOT / "examples" / name).read_text("utf-8") == text


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
