"""What holds of the rows and figures of every game: counted of the lines of a match, live or recorded."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sim.batch.job import Task
from sim.batch.job import play as play_task
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import BatchFigures, table_text
from sim.batch.row_schema import RowSchema
from sim.batch.rows import columns
from sim.batch.runner import run_tasks
from sim.match.record import read_record
from yardarm.testing.matches import COUNTS, GAMES, LARGEST, SEED, configured, played, seated

MATCHES = 2
FIRST = 7
"""The number of the first of them."""


@cache
def batch(game: str) -> list[tuple[Any, Sequence[Any]]]:
    """The rows of a few matches of the largest table, the first of them that of `played`."""
    return [play_task(configured(game), task) for task in tasks(game)]


def tasks(game: str) -> list[Task]:
    """What the batch is made of."""
    seats = seated(game, COUNTS[game][-1])
    return [Task(FIRST + more, SEED + more, seats) for more in range(MATCHES)]


def rows_of(game: str, count: int, lines: list[dict[str, Any]]) -> tuple[Any, Sequence[Any]]:
    collector = metrics_of(game).collector(FIRST, SEED, seated(game, count))
    with pytest.raises(ValueError, match="not ended"):
        collector.match_row()
    for line in lines:
        collector.add_line(line)
    return collector.match_row(), collector.turns


@pytest.mark.parametrize(("game", "count"), LARGEST)
def test_a_record_gives_the_rows_of_its_match(game: str, count: int, tmp_path: Path) -> None:
    found = played(game, count)
    found.recorder.write(tmp_path / "match.jsonl")
    recorded = [json.loads(line) for line in read_record(tmp_path / "match.jsonl").lines[1:]]
    largest = count == COUNTS[game][-1]
    row, turns = batch(game)[0] if largest else play_task(configured(game), Task(FIRST, SEED, seated(game, count)))
    row_on_record, turns_on_record = rows_of(game, count, recorded)
    # What no record keeps (`UNRECORDED`) is missing in its rows.
    lacking = [
        n for n in (item.name for item in fields(turns[0])) if {getattr(t, n) for t in turns_on_record} == {None}
    ]
    assert (row_on_record, turns_on_record) == (row, [replace(turn, **dict.fromkeys(lacking)) for turn in turns])
    part = metrics_of(game)
    assert type(row) is part.match_row
    assert {type(turn) for turn in turns} == {part.turn_row}
    assert (row.index, row.seed) == (FIRST, SEED)
    assert {turn.match for turn in turns} == {FIRST}
    numbers = [list(columns(turn).values())[1] for turn in turns]
    assert numbers == list(range(1, len(turns) + 1))
    assert math.fsum(row.victory) == pytest.approx(1.0)
    assert len(row.victory) == count
    winners = {seat.name for seat, share in zip(found.match.seats, row.victory, strict=True) if share}
    assert winners == set(found.lines[-1]["winners"])
    for one in (row, *turns):
        layout, flat = RowSchema.of(type(one)), columns(one)
        assert all(value is None or type(value) in (int, float, str) for value in flat.values())
        assert list(flat) == [name for name, _ in layout.columns]
        assert layout.flaw(layout.stored_cells(one), count) is None
        assert layout.stored_cells(layout.back(layout.stored_cells(one), count)) == layout.stored_cells(one)


@pytest.mark.parametrize("game", GAMES)
def test_another_seed_gives_another_match(game: str) -> None:
    one, other = ([replace(turn, match=0) for turn in turns] for _, turns in batch(game))
    assert one != other


@pytest.mark.parametrize("game", GAMES)
def test_figures_are_those_of_the_rows_in_any_order(game: str) -> None:
    part, seats, rows = metrics_of(game), seated(game, COUNTS[game][-1]), batch(game)
    one, other = BatchFigures(part.table, seats), BatchFigures(part.table, seats)
    with pytest.raises(ValueError, match="no match"):
        one.summary()
    for row, turns in rows:
        one.add(row, turns)
    for row, turns in reversed(rows):
        other.add(row, turns)
    printed: dict[str, Any] = dict(one.summary().printed)
    assert json.dumps(printed) == json.dumps(other.summary().printed)
    assert printed["matches"] == one.matches == MATCHES
    # Where partners win together, the figures by seat go by another name.
    wins = printed["wins_by_seat" if "wins_by_seat" in printed else "wins"]
    shares = [wins[seat.name]["estimate"] for seat in seats]
    victories = [sum(row.victory[at] for row, _ in rows) / MATCHES for at in range(len(seats))]
    assert shares == pytest.approx(victories, abs=1e-6)
    text = (part.text or table_text)(one.summary())
    assert all(seat.name in text for seat in seats)
    assert max(map(len, text.splitlines())) < 130


@pytest.mark.parametrize("game", GAMES)
def test_what_is_waited_for_and_tuned_is_the_figure_that_is_printed(game: str) -> None:
    part, rows = metrics_of(game), batch(game)
    figures = BatchFigures(part.table, seated(game, COUNTS[game][-1]))
    for row, turns in rows:
        figures.add(row, turns)
    printed: dict[str, Any] = dict(figures.summary().printed)
    assert part.table.primary in part.table.until
    for name, metric in part.table.goals().items():
        sums = [metric.sums(row, turns) for row, turns in rows]
        over, under = sum(of for of, _ in sums), sum(out_of for _, out_of in sums)
        base, _, key = name.partition(".")
        single = printed[base][key] if key else printed[base].get("mean", printed[base])
        if under:
            assert single["estimate"] == pytest.approx(over / under, abs=1e-6), name
        else:
            assert single["estimate"] is None, name


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_processes_change_nothing(game: str) -> None:
    assert list(run_tasks(configured(game), tasks(game), 2)) == batch(game)
