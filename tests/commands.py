"""Command lines as the tests read them: parsed by the real command, without doing the work."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import shlex
from functools import cache
from typing import Any

import pytest
from typer.main import get_command

import yardarm.command
from sim.verbs import Verb


def verb_commands(command: Any, words: tuple[str, ...] = ()) -> dict[str, Any]:
    """The leaf commands by their words, such as `lab sway`."""
    below = getattr(command, "commands", None)
    if below is None:
        return {" ".join(words): command}
    return {verb: leaf for name, child in below.items() for verb, leaf in verb_commands(child, (*words, name)).items()}


VERBS = sorted(verb_commands(get_command(yardarm.command.build())))


DECLARED: dict[str, Verb] = {verb.words: verb for verb in yardarm.command.verbs()}
"""What each verb was declared as, by its words."""


@cache
def _idle() -> tuple[Any, list[str]]:
    """The command with verbs that only note that they were called, and their notes."""
    called: list[str] = []
    # Not the one that all tests share.
    command = get_command(yardarm.command.build())
    for verb, leaf in verb_commands(command).items():
        leaf.callback = lambda verb=verb, **_: called.append(verb)
    return command, called


def parse(line: str) -> str:
    """The verb of `yardarm ...`, up to a pipe or redirection, if the command accepts it; raises what typer raises."""
    program, *arguments = itertools.takewhile(lambda word: word not in ("<", ">", "|", "&&"), shlex.split(line))
    assert program.endswith("yardarm"), line
    command, called = _idle()
    called.clear()
    command.main(args=arguments, prog_name="yardarm", standalone_mode=False)
    return called[0] if called else ""


def typed(words: str) -> str:
    """The words of a verb that are typed: without a last one that stands for its argument."""
    return " ".join(word for word in words.split() if not word.isupper())


def help_of(verb: str) -> str:
    """What `yardarm VERB --help` prints."""
    with contextlib.redirect_stdout(io.StringIO()) as text:
        assert yardarm.command.run([*verb.split(), "--help"]) == 0
    return text.getvalue()


def answer_of(capsys: pytest.CaptureFixture[str], *words: object) -> dict[str, Any]:
    """What `yardarm ...`, told to speak JSON, answers; it complains of nothing."""
    assert yardarm.command.run(list(map(str, words))) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return found


def refusal_of(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """The one sentence with which `yardarm ...` refuses bad input."""
    assert yardarm.command.run(list(map(str, words))) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.endswith(".\n")
    return err
