"""The page on the rules alone says what comes of its examples; and they load no more than they need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import yardarm as ya
from tests.processes import printed_by

PAGE = Path("docs/how-to/use-the-rules-alone.md")
EXAMPLES = re.findall(r"```python\n(.*?)```\n```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_every_example_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    assert len(EXAMPLES) == PAGE.read_text("utf-8").count("```python") == 4
    for example, expected in EXAMPLES:
        if "pyspiel" in example:
            pytest.importorskip("pyspiel", reason="the extra [openspiel] is not installed")
        exec(compile(example, str(PAGE), "exec"), names)
        assert capsys.readouterr().out == expected


def test_the_page_has_the_lengths_of_the_lists() -> None:
    four = ("Anne", "Bert", "Cleo", "Dirk")
    zack, zigzag = ya.rules("zack"), ya.rules("zigzag")
    colours = dict(zip(four, zack.Colour, strict=False))
    deck = zigzag.CHARACTERS
    setups = {
        "Riff Raff": ya.rules("riff-raff").Setup(four, "Anne"),
        "ZATRE": ya.rules("zatre").Setup(four, "Anne", 6, (1, 1)),
        "Zack!": zack.Setup(four, colours, dict.fromkeys(four, ()), "Anne"),
        "ZIGZAG": zigzag.Setup(four, deck),
    }
    spaces = dict(zip(setups, map(ya.rules, ("riff-raff", "zatre", "zack", "zigzag")), strict=True))
    shown = re.findall(r"^\| ([\w !]+) \| [^|]+ \| (?:4 players: )?(\d+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {game: int(length) for game, length in shown} == {
        game: len(spaces[game].actions(setup)) for game, setup in setups.items()
    }


@pytest.mark.parametrize("game", ya.games())
def test_the_rules_of_every_game_load_nothing_but_the_standard_library(game: str) -> None:
    heavy = ("numpy", "pydantic", "pymunk", "scipy")
    code = f"import sys, yardarm; yardarm.rules({game!r}); print(sorted({{*{heavy}}} & sys.modules.keys()))"
    assert printed_by(code) == "[]\n"


def test_a_game_without_such_rules_is_refused_in_a_sentence() -> None:
    with pytest.raises(ya.InputError, match=r"^game: expected one of riff-raff, .*, found 'chess'\.$"):
        ya.rules("chess")
