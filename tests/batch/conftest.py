"""A few whole matches, played once for all tests of the batch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.batch.job import CrashingMatch, Task, match_seed, play
from sim.batch.store_writer import Run
from sim.configuration import configuration_from, load_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.zack.configuration import ZackConfiguration
from sim.match.seats import seats_from
from sim.measures import merged
from sim.seat import Seat
from tests.batch.stores import COUNT
from tests.games.riff_raff import matches


@pytest.fixture(scope="session")
def configuration() -> RiffRaffConfiguration:
    """Riff Raff as shipped, at the draft profile: these tests are about counting."""
    return matches.draft()


@pytest.fixture(scope="session")
def played() -> tuple[matches.PlayedMatch, ...]:
    """Three different matches of Riff Raff with their rows."""
    return matches.of_a_batch()


@pytest.fixture(scope="session")
def zack_rows() -> tuple[tuple[Seat, ...], ZackConfiguration, list[tuple[Any, list[Any]]]]:
    """Two short matches of Zack!, as rows: the first game decides."""
    tree = merged(dict(load_configuration("zack").tree), {"table": {"wins": 1}})
    configuration = configuration_from(tree, "test", "draft", game="zack")
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
