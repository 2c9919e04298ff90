"""A few whole matches, played once for all tests of the batch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from sim.batch.job import CrashingMatch, Task, match_seed, play
from sim.batch.store_writer import Run
from sim.configuration import configuration_from, load_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.rows import MatchRow, RowCollector, TurnRow
from sim.games.riff_raff.rules import State
from sim.games.zack.configuration import ZackConfiguration
from sim.match.seats import seats_from
from sim.measures import merged
from sim.seat import Seat
from tests.batch.rows import rows_of
from tests.batch.stores import COUNT


@dataclass(frozen=True)
class MatchResult:
    """A match as it was told, as its rows, and as the rules left it."""

    seats: tuple[Seat, ...]
    lines: list[dict[str, Any]]
    row: MatchRow
    turns: list[TurnRow]
    match: RiffRaffMatch

    @property
    def state(self) -> State:
        """The last position."""
        return self.match.state


@pytest.fixture(scope="session")
def configuration() -> RiffRaffConfiguration:
    """As shipped, at the draft profile: these tests are about counting."""
    return load_configuration("riff-raff", profile="draft")


@pytest.fixture(scope="session")
def played(configuration: RiffRaffConfiguration) -> list[MatchResult]:
    """Three matches: hasty children who drop a lot, a table of four, and a duel of twenty rounds."""
    found = []
    for index, words in enumerate((["child:random"] * 3, ["casual", "child:random"] * 2, ["casual", "child"])):
        seats, lines = seats_from(words), []
        match = RiffRaffMatch(configuration, seats, match_seed(11, index), lines.append)
        match.run()
        row, turns = rows_of(RowCollector(index, match.seed, seats), lines)
        found.append(MatchResult(seats, lines, row, turns, match))
    return found


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
    """Its matches: different, but quickly made; the third is poison."""
    found: list[Any] = []
    for index in range(COUNT):
        row, turns = played[1].row, played[1].turns[: len(played[1].turns) - 3 * index]
        row = replace(row, index=index, seed=match_seed(11, index), attempts=len(turns))
        found.append((row, [replace(turn, match=index) for turn in turns]))
    found[2] = CrashingMatch(Task(2, match_seed(11, 2), run.seats))
    return found
