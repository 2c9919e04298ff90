"""Many matches: `simulate`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.batch.dispatch import chunk_size, dispatch, in_order
from sim.batch.engines import Processes
from sim.batch.job import CrashingMatch, JobSpec, tried_here
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import BatchFigures, BatchSummary, table_text
from sim.batch.rows import columns
from sim.batch.runner import tasks_of
from sim.protocols import MatchRow, TurnRow
from sim.seat import Seat
from yardarm.words import Config, Players, configured, in_words_of_python, seated_at

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True, repr=False)
class Batch:
    """Matches that were played, with their figures.

    matches, turns: what is counted of each match and of each turn, with the columns that `simulate --out` stores.
    crashed: the matches that could not be played to their end. summary: all figures with 95 % intervals.
    """

    game: str
    seed: int
    seats: tuple[Seat, ...]
    matches: tuple[MatchRow, ...]
    turns: tuple[TurnRow, ...]
    crashed: tuple[CrashingMatch, ...]
    summary: BatchSummary

    def to_pandas(self, what: str = "turns") -> pandas.DataFrame:
        """Return the turns, or the matches with `what="matches"`, as a table. Raises ImportError without pandas."""
        from pandas import DataFrame

        rows = self.turns if what == "turns" else self.matches
        return DataFrame([columns(row) for row in rows])

    def __repr__(self) -> str:
        """Return the batch on one line."""
        crashed = f", {len(self.crashed)} crashed" if self.crashed else ""
        return f"<{self.game}, seed {self.seed}: {len(self.matches)} matches, {len(self.turns)} turns{crashed}>"

    def __str__(self) -> str:
        """Return the figures as `simulate` prints them."""
        return (metrics_of(self.game).text or table_text)(self.summary)


def simulate(
    game: str,
    matches: int,
    players: Players = None,
    *,
    jobs: int = 1,
    seed: int = 1,
    config: Config = None,
    profile: str = "play",
) -> Batch:
    """Let bots play whole matches, and return what was counted. Raises InputError.

    players: such as `["casual", "skilled"]`, the usual ones if None. jobs: worker processes; never changes a result. A
    script that asks for more than one keeps its own work below `if __name__ == "__main__":`.
    """
    with in_words_of_python():
        configuration = configured(game, config, profile)
        seats = seated_at(configuration, players)
        tasks, found = tasks_of(seats, seed, range(matches), None), []
        if jobs == 1:
            found = list(tried_here(configuration, tasks))
        else:
            engine = Processes(jobs)
            try:
                played = dispatch(engine, JobSpec.of(configuration), tasks, chunk_size(matches, jobs))
                found = list(in_order(played, range(matches)))
            finally:
                engine.close()
    figures = BatchFigures(metrics_of(game).table, seats)
    rows: list[MatchRow] = []
    turns: list[TurnRow] = []
    crashed: list[CrashingMatch] = []
    for result in found:
        if isinstance(result, CrashingMatch):
            crashed.append(result)
        else:
            figures.add(*result)
            rows.append(result[0])
            turns += result[1]
    return Batch(game, seed, seats, tuple(rows), tuple(turns), tuple(crashed), figures.summary())
