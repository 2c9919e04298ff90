"""The schemas are as the code is, and what Yardarm writes and reads fits them."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scenes.experiment.table import read_table
from sim.batch.job import Task, play
from sim.batch.store_format import Tables
from sim.configuration import changed_configuration
from sim.match.hand_log import HandsHeader
from sim.match.seats import seats_from
from sim.match.trials import Trial, TrialDone, TrialsHeader
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


def test_the_lines_of_trials_fit_and_rows_of_the_tables_that_are_examples_do_too(root: Path) -> None:
    document, table = schema(root, "trials.json"), schema(root, "trials-table.json")
    header = TrialsHeader(
        participant="P07", table="t.csv", table_sha256="", consent_sha256="", trials=1, profile="casual", language="en",
        yardarm="0",
    )  # fmt: skip
    for name in ("fitts", "placement"):
        file = root / "examples" / name / "trials.csv"
        trials = read_table(file)
        assert misfits([json_of(header), *(json_of(done(trial)) for trial in trials)], document) == []
        assert len(misfits([{**json_of(done(trial)), "pauses": "1"} for trial in trials], document)) == len(trials)
        with file.open(newline="") as stream:
            rows = [{key: valued(cell) for key, cell in row.items() if cell} for row in csv.DictReader(stream)]
        assert misfits(rows, table) == []
        assert misfits([{**rows[0], "slots": 1}, {**rows[0], "ghosts": "yes"}, {}], table) != []


def valued(cell: str) -> object:
    """Return a cell as the number that it is, or as it is."""
    return json.loads(cell) if cell.isdigit() else cell


def done(trial: Trial) -> TrialDone:
    """Return a trial that ran out of time."""
    asked = {name: getattr(trial, name) for name in Trial.__dataclass_fields__}
    return TrialDone(
        **asked, begun_at="", begun_s=1.0, ended_at="", ended_s=2.0, outcome="late", attempt=None, hand_lines=(2, 3),
        frame_ms_median=16.7, frame_ms_95th=17.0, frame_ms_most=None, pauses=0, device=None, window=(9, 9),
        pixels_per_mm=1.0,
    )  # fmt: skip


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
