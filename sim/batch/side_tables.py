"""The tables of a store beside runs, matches and turns, made when something is to be kept in them.

answers: what became of the answers of external bots. records: what it takes to play a match again bit for bit.
times: the processor time of decisions, a measurement, which no digest covers since it never comes out alike. links:
the matches of a league in the order in which they came, each with a digest over its own and all before it.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from sim.batch.rows import Cell
from sim.bots.fault_count import AnswerCount, Verdict
from sim.match.replay import SealedMatch
from sim.match.thinking_time import ThinkingTime
from sim.seat import Seat
from sim.untrusted_text import has_control

_MOST = 10**9


@dataclass(frozen=True, slots=True)
class SideTable:
    """A table with rows of matches. columns: with their types in SQLite, the first `keys` of them its key."""

    name: str
    columns: tuple[tuple[str, str], ...]
    keys: int


_MATCH = (("run", "TEXT"), ("match", "INTEGER"))
_SEAT = (*_MATCH, ("seat", "INTEGER"))
ANSWERS = SideTable("answers", (*_SEAT, ("verdict", "TEXT"), ("answers", "INTEGER"), ("first", "TEXT")), 4)
RECORDS = SideTable("records", (*_MATCH, ("lines", "INTEGER"), ("sha256", "TEXT"), ("answers", "TEXT")), 2)
TIMES = SideTable("times", (*_SEAT, ("decisions", "INTEGER"), ("processor_s", "REAL")), 3)
LINKS = SideTable("links", (*_MATCH, ("place", "INTEGER"), ("link", "TEXT")), 2)
SIDE_TABLES = (ANSWERS, RECORDS, TIMES, LINKS)


def answer_cells(answers: Sequence[AnswerCount], seats: Sequence[Seat]) -> list[tuple[Cell, ...]]:
    """Return the answers of a match as rows without run and match; seats are counted from 1."""
    numbers = {seat.name: number for number, seat in enumerate(seats, start=1)}
    return sorted((numbers[each.by], each.verdict, each.answers, each.first or None) for each in answers)


def record_cells(sealed: SealedMatch | None) -> list[tuple[Cell, ...]]:
    """Return a sealed match as a row without run and match; nothing for None."""
    return [] if sealed is None else [(sealed.lines, sealed.sha256, sealed.answers)]


def time_cells(times: ThinkingTime | None, seats: Sequence[Seat]) -> list[tuple[Cell, ...]]:
    """Return the thinking times of a match as rows without run and match."""
    return [
        (number, times.decisions[seat.name], times.processor_s[seat.name])
        for number, seat in enumerate(seats, start=1)
        if times is not None and seat.name in times.decisions
    ]


def answers_from(rows: Sequence[Sequence[Any]], names: Sequence[str]) -> tuple[AnswerCount, ...]:
    """Return the answers of the rows of a match. names: those of the seats."""
    return tuple(
        AnswerCount(names[seat - 1], verdict, answers, first or "") for _, _, seat, verdict, answers, first in rows
    )


def sealed_from(rows: Sequence[Sequence[Any]]) -> SealedMatch | None:
    """Return the sealed match of the rows of a match; None without any."""
    return SealedMatch(*rows[0][2:]) if rows else None


def flaw_of(table: SideTable, row: Sequence[Any], seats: int) -> str | None:
    """Return what is wrong with a row that no match can have; None if it is sound."""
    if table is RECORDS:
        lines, sha256, answers = row[2:]
        sound = _whole(lines, 1) and isinstance(sha256, str) and len(sha256) == 64 and not has_control(sha256)
        return None if sound and (answers is None or isinstance(answers, str)) else "records: is no sealed match"
    if not _whole(row[2], 1) or row[2] > seats:
        return f"{table.name}: seat: expected 1 to {seats}"
    if table is ANSWERS:
        verdict, answers, first = row[3:]
        sound = verdict in _VERDICTS and _whole(answers, 0)
        sound = sound and (first is None or (isinstance(first, str) and not has_control(first)))
        return None if sound else "answers: expected what became of answers, and how many they are"
    decisions, processor_s = row[3:]
    sound = _whole(decisions, 1) and isinstance(processor_s, float) and 0.0 <= processor_s < math.inf
    return None if sound else "times: expected decisions and their processor time"


_VERDICTS = ("counted", *(each for part in get_args(Verdict) for each in get_args(part)))


def _whole(value: object, low: int) -> bool:
    return isinstance(value, int) and low <= value <= _MOST


def side_rows(connection: sqlite3.Connection, table: SideTable, run: str, among: str = "") -> list[tuple[Any, ...]]:
    """Return the rows of a run in a side table, by their keys; none where the store lacks the table.

    among: a further condition in SQL, beginning with AND.
    """
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table.name,)).fetchone() is None:
        return []
    order = ", ".join(f'"{name}"' for name, _ in table.columns[1 : table.keys])
    return connection.execute(f"SELECT * FROM {table.name} WHERE run = ?{among} ORDER BY {order}", (run,)).fetchall()
