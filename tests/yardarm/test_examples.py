"""Every public name has an example in its docstring, and each comes out as it is written."""

from __future__ import annotations

import doctest

import pytest

import yardarm as ya

LONG = {"League", "league", "Duel", "duel", "Sweep", "Result", "Question", "match", "watch", "Batch"}
"""Examples that play whole matches."""
LONGEST = {"Tuned", "tune"}
"""Examples that play many."""


def marks(name: str) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.study,) if name in LONGEST else (pytest.mark.slow,) if name in LONG else ()


NAMES = [pytest.param(name, marks=marks(name)) for name in ya.__all__ if name != "__version__"]


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_a_public_name_comes_out_as_written(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    said: list[str] = []
    examples = doctest.DocTestParser().get_doctest(getattr(ya, name).__doc__, {}, name, None, None)
    assert examples.examples
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=said.append)
    assert "".join(said) == ""
