"""README and tutorials: the files they name are there, and `.ci/blocks.py`, which runs them, tells blocks apart."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from sim.files import given_file
from studies.examples import files, write_hands

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md"))]
FILE = r"[\w/-]+\.(?:csv|html|json|jsonl|gif|mp4|png|py|sqlite|svg|toml)"
WRITES = ("--out ", "--record ", "--csv ", "--export ", "--report ", "--store ", ">", "> ")


def _runner() -> ModuleType:
    spec = importlib.util.spec_from_file_location("blocks", ROOT / ".ci" / "blocks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RUNNER = _runner()


def test_the_runner_reads_lines_continued_lines_and_here_documents() -> None:
    assert RUNNER.commands("one\ntwo \\\n  more\nthree <<'END'\na\nEND\nfour\n") == [
        "one",
        "two \\\n  more",
        "three <<'END'\na\nEND",
        "four",
    ]
    assert RUNNER.WINDOW.match("yardarm play")
    assert not RUNNER.WINDOW.match("yardarm watch zack --text")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_that_is_read_is_shipped_or_was_written_before(page: Path) -> None:
    written: set[str] = set()
    text = page.read_text("utf-8")
    for block in RUNNER.BLOCK.finditer(text):
        saved = RUNNER.SAVED.search(text, 0, block.start())
        if saved:
            written.add(saved[1])
        elif block["kind"] == "sh":
            for line in block["text"].replace("\\\n", "").splitlines():
                named = re.findall(rf"(--[\w-]+ |> ?|[ @!,:])({FILE})\b", line)
                missing = [
                    file
                    for before, file in named
                    if before not in WRITES
                    and not line.startswith("cp ")
                    and file not in written
                    and not given_file(Path(file)).is_file()
                ]
                assert missing == [], line
                written |= {file for before, file in named if before in WRITES or line.startswith("cp ")}


def test_an_example_is_found_by_name_unless_there_is_such_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert given_file(Path("examples/bot.py")).is_file()
    assert given_file(Path("other/bot.py")) == Path("other/bot.py")
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "bot.py").touch()
    assert given_file(Path("examples/bot.py")) == Path("examples/bot.py")


def test_the_measurements_in_examples_are_those_that_their_command_makes(tmp_path: Path) -> None:
    write_hands(tmp_path / "hands.jsonl")
    made = {**files(), "hands.jsonl": (tmp_path / "hands.jsonl").read_text("utf-8")}
    for name, text in made.items():
        assert (ROOT / "examples" / name).read_text("utf-8") == text


def test_the_two_commands_stand_alone() -> None:
    # .ci/run takes the test command from here, so each must be one line and need nothing but the checkout.
    readme = (ROOT / "README.md").read_text("utf-8")
    for mark in ("watch-command", "test-command"):
        (text,) = re.findall(rf"<!-- {mark} -->\n```sh\n(.*?)```", readme, flags=re.DOTALL)
        assert text.count("\n") == 1
        assert text.startswith("python3 -m venv .venv && .venv/bin/pip install ")
