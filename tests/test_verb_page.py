"""The page of the verbs: what --help says, bounds, exit codes; and what each verb offers to try works."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import yardarm.command
from sim.verbs import Verb
from studies.verb_page import SHARED, page
from tests.commands import DECLARED, VERBS, help_of, typed

# Some need a window and a person, or a photo or film, tune needs some minutes.
NOTHING_QUICK = {"play", "experiment", "tune", "workshop", "measure piece", "measure ship", "measure swing"}
SLOWEST = {"study assumptions", "study sensitivity"}


def test_the_page_says_what_help_says() -> None:
    text = " ".join(page().split())
    for verb in VERBS:
        # Lines may break elsewhere; the words and their order are the same, but for the options that all share.
        usage, _, options = help_of(verb).partition("Options:\n")
        assert " ".join(usage.split()) in text
        own = [option for option in re.findall(r"(?m)^  (--[\w-]+)", options) if option not in SHARED]
        assert [option for option in own if option not in text] == []
        for code, meaning in DECLARED[verb].exits.items():
            assert f"{code}, {meaning}" in text


def test_every_verb_has_something_to_try_and_to_read_on() -> None:
    assert {words for words, verb in DECLARED.items() if not verb.run} == NOTHING_QUICK
    assert all(verb.guides for verb in DECLARED.values())


@pytest.mark.study
@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")
@pytest.mark.parametrize(
    ("words", "verb"),
    [
        pytest.param(words, verb, id=words, marks=pytest.mark.study if words in SLOWEST else pytest.mark.slow)
        for words, verb in sorted(DECLARED.items())
        if verb.run
    ],
)
def test_what_can_be_tried_works(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, verb: Verb
) -> None:
    monkeypatch.chdir(tmp_path)
    assert any(f"yardarm {typed(words)}" in line for line in verb.run)
    for line in verb.run:
        if line.startswith("yardarm "):
            assert yardarm.command.run(shlex.split(line)[1:]) == 0, line
            continue
        shell = subprocess.run(
            ["/bin/sh", "-c", line.replace("yardarm ", f"{sys.executable} -m yardarm ")],
            env={**os.environ, "PYTHONPATH": str(root)},
            check=False,
        )
        assert shell.returncode == 0, line
