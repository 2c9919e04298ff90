"""Stores that tests fill themselves, and what they export."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sim.batch.export import write_tables
from sim.batch.metrics import BatchFigures, BatchSummary
from sim.batch.runner import index_of
from sim.batch.store_writer import Run, Store
from sim.seat import Seat
from sim.spec import MetricsPart

COUNT = 6
"""Matches of the run that is made up."""


def exports(store: Path, into: Path) -> dict[str, bytes]:
    """The files of `report --csv`."""
    write_tables(store, into, None)
    return {path.name: path.read_bytes() for path in sorted(into.iterdir())}


def filled(path: Path, run: Run, results: list[Any]) -> Path:
    """A store of these results."""
    with Store(path, run, resume=False) as store:
        for result in results:
            store.add(result)
    return path


def wanted(store: Store, result: Any) -> bool:
    """Whether a result is still missing in a store."""
    return index_of(result) in store.missing()


def summed(room: MetricsPart, played: Iterable[Any], seats: tuple[Seat, ...]) -> BatchSummary:
    """The figures of these matches."""
    figures = BatchFigures(room.table, seats)
    for row, turns in played:
        figures.add(row, turns)
    return figures.summary()
