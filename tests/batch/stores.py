"""Stores that tests fill themselves, and what they export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.batch.dispatch import Poison
from sim.batch.export import report_command
from sim.batch.store import Run, Store

COUNT = 6
"""Matches of the run that is made up."""


def exports(store: Path, into: Path) -> dict[str, bytes]:
    """The files of `report --csv`."""
    report_command(store, into, None)
    return {path.name: path.read_bytes() for path in sorted(into.iterdir())}


def filled(path: Path, run: Run, results: list[Any]) -> Path:
    """A store of these results."""
    with Store(path, run, resume=False) as store:
        for result in results:
            store.add(result)
    return path


def index_free(done: set[int], result: Any) -> bool:
    """Whether a result is still wanted."""
    return (result.task.index if isinstance(result, Poison) else result[0].index) not in done
