"""docs/evidence.md: made of what is stored, up to date with physics and people, and the one place of our results."""

from __future__ import annotations

import math
import re
import shlex
from pathlib import Path

import pytest

from sim.errors import InputError
from studies.evidence import digests, page
from studies.evidence.__main__ import chosen, made
from studies.evidence.rows import DATA, ROOT, Command, Figure, Row, pick, read, verdict
from tests.commands import parse

COMMANDS, SECTIONS = read()
ANCHORS = [
    "the-ship",
    "whole-matches",
    "the-bowl",
    "paper-and-card-in-air",
    "nerves",
    "hands",
    "the-step",
    "another-engine",
    "bots",
    "presets",
    "speed",
    "what-is-assumed",
]
"""Other pages link to these."""


def test_the_page_is_what_the_stored_results_give() -> None:
    assert page.PAGE.read_text("utf-8") == page.text(), "run `python -m studies.evidence`"


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.name)
def test_nothing_has_changed_since_a_command_was_run(command: Command) -> None:
    why = page.why_stale(command, page.stored())
    assert not why, f"{why}: run `python -m studies.evidence --make --stale --data {DATA}`"


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.name)
def test_a_command_is_there_and_says_what_it_rests_on(command: Command) -> None:
    words = shlex.split(command.run)
    if words[0] == "yardarm":
        assert parse(command.run)
    else:
        module = ROOT / words[2].replace(".", "/")
        assert words[:2] == ["python", "-m"]
        assert module.with_suffix(".py").exists() or (module / "__main__.py").exists()
    assert words[-1] == "--json"
    assert set(command.rests) <= digests.PROBES.keys()
    assert command.rests
    assert page.ways(command.name), "no row asks anything of it"


def test_the_sections_are_those_that_other_pages_link_to() -> None:
    assert [section.anchor for section in SECTIONS] == ANCHORS


def test_the_page_is_short() -> None:
    assert len(page.text().split()) <= 3500


# ---------------------------------------------------------------------------------------------------- what is decided


def row(**keys: object) -> Row:
    return Row("test", "world", "command", ("a",), **keys)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "figures", "held"),
    [
        (row(), [(1, 0, 2)], "-"),
        (row(band=(0, 2)), [(1, 0, 2)], "yes"),
        (row(band=(0, 2)), [(1, 0.5, 2.1)], "partly"),
        (row(band=(0, 2)), [(2.5, 1.9, 3)], "partly"),
        (row(band=(0, 2)), [(3, 2.1, 4)], "no"),
        (row(band=(0, 2)), [(1, 1, 1), (3, 3, 3)], "partly"),
        (row(band=([0, 2], [3, 4])), [(1, 1, 1), (3, 3, 3)], "yes"),
        (row(band=(0, 2)), [(1, -math.inf, math.inf)], "partly"),
        (row(holds=(1,)), [(0.5, 0, 1)], "yes"),
        (row(holds=(1,)), [(0.5, 0, 0.9)], "no"),
        (row(order="rising"), [(1, 0.5, 1.4), (2, 1.5, 3)], "yes"),
        (row(order="rising"), [(1, 0.5, 1.6), (2, 1.5, 3)], "partly"),
        (row(order="rising"), [(2, 1.5, 3), (1, 0.5, 1.4)], "no"),
        (row(order="falling"), [(2, 1.5, 3), (1, 0.5, 1.4)], "yes"),
    ],
)
def test_whether_figures_hold(asked: Row, figures: list[tuple[float, float, float]], held: str) -> None:
    assert verdict(asked, [Figure(*each) for each in figures]) == held


def test_figures_are_read_out_of_what_a_command_prints() -> None:
    printed = {"a": [{"name": "x", "n": 2}, {"name": "y", "n": {"estimate": 1, "low": None, "high": 3}}]}
    assert pick(printed, "a > name=x > n") == 2
    assert Figure.from_json(pick(printed, "a > name=y > n")) == Figure(1, -math.inf, 3)
    with pytest.raises(StopIteration):
        pick(printed, "a > name=z")


@pytest.mark.parametrize(
    ("form", "figure", "words"),
    [
        (".1%", (0.1234, 0.1, 0.15), "12.3 (10.0-15.0)"),
        ("+.2p", (0.001, -0.01, 0.02), "+0.10 (-1.00 to +2.00)"),
        (".0f", (3.0, 3.0, 3.0), "3"),
        (".1f", (3.0, -math.inf, 4.0), "3.0 (no interval)"),
    ],
)
def test_how_a_figure_is_written(form: str, figure: tuple[float, float, float], words: str) -> None:
    assert page.words(form, Figure(*figure)) == words


# ------------------------------------------------------------------------------------------------------------ making


def test_commands_are_chosen_by_name_and_section() -> None:
    assert chosen([]) == list(COMMANDS.values())
    assert [command.name for command in chosen(["the-step", "ship"])] == ["ship-step", "bowl-step", "ship"]
    with pytest.raises(InputError, match="found 'shp'"):
        chosen(["shp"])


def test_a_command_that_needs_measurements_is_refused_without_them() -> None:
    with pytest.raises(InputError, match="--data DIR"):
        made(COMMANDS["piles"], None)


def test_a_command_that_prints_no_figures_is_refused() -> None:
    with pytest.raises(InputError, match="figures as JSON"):
        made(Command("x", "python -c 0", ()), None)


def test_a_result_is_stale_where_its_command_or_what_it_rests_on_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    command = COMMANDS["crowd"]
    monkeypatch.setattr(digests, "today", lambda what: f"{what} today")
    figures = dict.fromkeys(page.ways("crowd"), 1.0)
    fresh = {"command": command.run, "digests": {"people": "people today"}, "figures": figures}
    assert page.why_stale(command, {"crowd": fresh}) == ""
    assert "never" in page.why_stale(command, {})
    assert "command" in page.why_stale(command, {"crowd": {**fresh, "command": "other"}})
    assert "people" in page.why_stale(command, {"crowd": {**fresh, "digests": {"people": "before"}}})
    assert "stored" in page.why_stale(command, {"crowd": {**fresh, "figures": {}}})


# ----------------------------------------------------------------------------------------- a figure stands in one place

INTERVAL = re.compile(r"\d ?%? \(([+-]?\d[\d.]* ?(-|to) ?[+-]?\d[\d.]*)( ?%)?\)")
"""`12.2 % (9.6-15.3)`, `+0.02 (-0.28 to +0.24)`."""
PUBLISHED = "<!-- published -->"
"""At the end of a line: its intervals are those of others."""
PAGES = [
    ROOT / "README.md",
    *(
        path
        for folder in ("tutorials", "how-to", "explanation", "reference")
        for path in sorted((ROOT / "docs" / folder).rglob("*.md"))
    ),
]


def intervals(text: str) -> list[str]:
    """The lines outside code blocks that hold an interval, unless marked as published by others."""
    found, code = [], False
    for line in text.splitlines():
        code ^= line.lstrip().startswith("```")
        if not code and PUBLISHED not in line and not line.startswith("    ") and INTERVAL.search(line):
            found.append(line)
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_our_results_stand_on_no_other_page(path: Path) -> None:
    assert intervals(path.read_text("utf-8")) == []


def test_intervals_are_found_but_for_those_of_others_and_of_code() -> None:
    ours = ["it was 12.2 % (9.6-15.3) then", "+0.02 (-0.28 to +0.24)", "8.6 (8.3-8.8), and"]
    others = [f"46 ms (40-52) {PUBLISHED}", "    12.2 % (9.6-15.3)", "children (8-12) play", "pages 3 (see 4)"]
    code = ["```text", "12.2 % (9.6-15.3)", "```"]
    assert intervals("\n".join([*others, *code, *ours])) == ours
