"""A few whole matches, played once for all tests of the batch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.batch.job import CrashingMatch, Task, match_seed, play
from sim.batch.store_writer import Run
from sim.configuration import changed_configuration
from sim.games.zack.configuration import ZackConfiguration
from sim.match.seats import seats_from
from sim.seat import Seat
from tests.batch.stores import COUNT
from tests.games.riff_raff.matches import configuration, played

__all__ = ["configuration", "played"]


@pytest.fixture(scope="session")
def zack_rows() -> tuple[tuple[Seat, ...], ZackConfiguration, list[tuple[Any, list[Any]]]]:
    """Two short matches of Zack!, as rows: the first game decides."""
    configuration = changed_configuration("zack", {"table": {"wins": 1}}, profile="draft")
    seats = seats_from(["child", "casual", "skilled"], "zack")
    return seats, configuration, [play(configuration, Task(i, match_seed(2, i), seats)) for i in range(2)]


@pytest.fixture
def run(played, configuration) -> Run:
    """A run of a few matches, none of which has been played."""
    return Run("riff-raff", 11, played[1].seats, configuration, COUNT)


@pytest.fixture
def results(played, run: Run) -> list[Any]:
    """Its matches: different, but quickly made; the third crashes."""
    found: list[Any] = []
    for index in range(COUNT):
        row, turns = played[1].row, played[1].turns[: len(played[1].turns) - 3 * index]
        row = replace(row, index=index, seed=match_seed(11, index), attempts=len(turns))
        found.append((row, [replace(turn, match=index) for turn in turns]))
    found[2] = CrashingMatch(Task(2, match_seed(11, 2), run.seats))
    return found
