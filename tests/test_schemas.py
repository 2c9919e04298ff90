"""The schemas are as the code is, and what Yardarm writes and reads fits them."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sim.batch.job import Task, play
from sim.batch.store_format import Tables
from sim.configuration import changed_configuration
from sim.match.hand_log import HandsHeader
from sim.match.seats import seats_from
from sim.spec import GAMES, game_of
from sim.wire import json_of
from studies.schemas import schemas
from tests.json_schema import fits
from tests.match.test_hand_log import LINES
from tests.short_matches import SHORT


def schema(root: Path, name: str) -> Any:
    """Return a schema of docs."""
    return json.loads((root / "docs" / "reference" / "schemas" / name).read_text("utf-8"))


def misfits(lines: list[Any], document: Any) -> list[Any]:
    """Return the lines that a schema refuses."""
    return [line for line in lines if not fits(line, document, document)]


def test_the_schemas_are_as_the_code_is(root: Path) -> None:
    """Written again by `python -m studies.schemas docs/reference/schemas`."""
    folder = root / "docs" / "reference" / "schemas"
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == schemas()


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_a_referee_fit_and_a_wrong_key_does_not(game: str, root: Path) -> None:
    document = schema(root, f"referee-{game}.json")
    lines = []
    for path in (root / "tests" / "golden").glob(f"{game.replace('-', '_')}_*_players.jsonl"):
        answers = path.with_suffix(".answers.jsonl").read_text("utf-8").splitlines()
        for line, answer in zip(path.read_text("utf-8").splitlines(), map(json.loads, answers), strict=True):
            if answer["ok"] or answer["error"]["code"] == "illegal":
                lines.append(json.loads(line))
    words = {line["do"] for line in lines}
    assert len(words) > 1
    assert misfits(lines, document) == []
    assert all(misfits([{**line, "hat": 1}], document) for line in lines[:50])
    assert misfits([{"do": "hat"}, {}, []], document) == [{"do": "hat"}, {}, []]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_the_referee_has_lines_that_fit(game: str, root: Path) -> None:
    page = (root / "docs" / "reference" / "referee.md").read_text("utf-8")
    section = page.partition(f"\n## {game_of(game).title}\n")[2].partition("\n## ")[0]
    lines = [json.loads(line) for line in re.findall(r"^\| `(\{.*?\})` \|", section, re.MULTILINE)]
    document = schema(root, f"referee-{game}.json")
    assert misfits(lines, document) == []
    words = {one["properties"]["do"].get("const") for one in document["anyOf"]} - {None, "leave", "challenge_miss"}
    assert {line["do"] for line in lines} == words - ({"miss"} if game != "zack" else set())


def test_the_lines_of_a_log_of_hands_fit_and_a_number_as_text_does_not(root: Path) -> None:
    document = schema(root, "hands.json")
    header = json_of(HandsHeader(game="zack", person="Carla", profile="casual"))
    lines: list[Any] = json.loads(json.dumps([header, *LINES]))
    assert misfits(lines, document) == []
    assert misfits([{**line, "by": 3} for line in lines], document) != []
    assert all(misfits([{key: item for key, item in line.items() if key != "move"}], document) for line in lines[1:])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_a_record_fits(game: str, root: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    configuration = changed_configuration(game, SHORT[game], profile="draft")
    seats = seats_from(("casual",) * game_of(game).usual_seats, game)
    play(configuration, Task(0, 3, seats, path))
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    document = schema(root, f"record-{game}.json")
    assert misfits(lines, document) == []
    intents = [line for line in lines if line["stage"] == "intent"]
    assert misfits([{**line, "hat": 1} for line in intents], document) == [{**line, "hat": 1} for line in intents]


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_of_a_store_are_made_by_the_file(game: str, root: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as store:
        store.executescript((root / "docs" / "reference" / "schemas" / f"store-{game}.sql").read_text("utf-8"))
        for name, statement in Tables.of(game).create().items():
            (made,) = store.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
            assert made == statement
