"""One match as a piece of work: everything it depends on as plain data, and the function that a worker runs.

The seed of match i is a function of (run seed, i) alone, and a match is played from plain data, so neither the engine,
nor the number of workers, nor the order of work can change a result.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.batch.results import Tally
from sim.configuration import Configuration, configuration_from, versions
from sim.errors import InputError
from sim.games import game_of
from sim.matches.match import Match
from sim.matches.record import Recorder
from sim.matches.seats import Seat
from sim.seeds import derive

Played = tuple[Any, list[Any]]
"""A match's row and the rows of its turns, as the game's module in sim.batch defines them."""
POISON_HOOK = "YARDARM_TEST_POISON"
"""For tests: a worker with this variable dies when it is given one of these matches (`3,7`)."""


@dataclass(frozen=True, slots=True)
class Task:
    """One match to be played: everything it depends on, besides the configuration that the whole batch shares."""

    index: int
    seed: int
    seats: tuple[Seat, ...]
    record: Path | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """What all tasks of a batch share, as a worker is told it: the configuration as JSON, and who must play it."""

    game: str
    profile: str
    tree: str
    versions: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, configuration: Configuration) -> Work:
        """The work of a batch with this configuration."""
        tree = json.dumps(configuration.tree, allow_nan=False)
        return cls(configuration.game, configuration.profile, tree, tuple(versions().items()))


def match_seed(run_seed: int, index: int) -> int:
    """The seed of match `index` of a run."""
    return derive(run_seed, "match", index)


def play(configuration: Configuration, task: Task) -> Played:
    """Play one match to its end. Raises InputError if its record cannot be written."""
    game = game_of(configuration.game)
    tally: Tally = game.room("sim.batch").Tally(task.index, task.seed, task.seats)
    tells: list[Callable[[dict[str, Any]], None]] = [tally.tell]
    recorder = None
    if task.record is not None:
        recorder = Recorder.of(configuration, task.seats, task.seed)
        tells.append(recorder.tell)

    def tell(line: dict[str, Any]) -> None:
        for listener in tells:
            listener(line)

    match: Match = game.room("sim.matches").Match(configuration, task.seats, task.seed, tell)
    match.run()
    if recorder is not None and task.record is not None:
        recorder.write(task.record)
    return tally.match_row(), tally.turns


def play_chunk(work: Work, tasks: Sequence[Task]) -> list[Played]:
    """What a worker does: play these matches. Raises InputError if it is not of the same versions as its client."""
    here = versions()
    for package, expected in work.versions:
        if here.get(package) != expected:
            raise InputError(
                f"a worker has {package} {here.get(package, 'of no known version')}, expected {expected}: "
                "results would depend on who plays."
            )
    configuration = _configuration(work)
    played = []
    for task in tasks:
        if str(task.index) in os.environ.get(POISON_HOOK, "").split(","):
            os._exit(70)
        played.append(play(configuration, task))
    return played


@lru_cache(maxsize=2)
def _configuration(work: Work) -> Configuration:
    return configuration_from(json.loads(work.tree), "the batch's configuration", work.profile, work.game)
