"""Train a preference among placements with CMA-ES: `python -m studies.baselines.trained --out trained.json`.

It starts from the expected reward of a fitted judgement, which looks no further than the next placement, and is given
weights of its own for every feature, by which it may prefer what helps later ones. Their worth is the mean return of
whole episodes (Hansen 2016, The CMA evolution strategy: a tutorial, arXiv:1604.00772). Then it plays against itself:
the turns of these matches tell what one piece is worth in the race for the victory.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import numpy as np

from sim.batch.engines import spread
from sim.batch.job import CrashingMatch, Task
from sim.batch.runner import run_tasks
from sim.errors import InputError
from sim.files import temporary_folder
from sim.games.riff_raff.bots.learned.checkpoint import Checkpoint, read_checkpoint
from sim.games.riff_raff.bots.learned.features import Array
from sim.games.riff_raff.bots.learned.race import Pace, Turn, pace_of
from sim.games.riff_raff.rows import TurnRow
from sim.seeds import derive, rng
from studies.arguments import positive
from studies.baselines.practice import CASUAL, Setting, add_setting, episode, policy_of, provenance, table
from yardarm.baselines.bots import Trained, shipped_fit
from yardarm.words import seated_at

POPULATION = 12
"""The candidates of a generation."""
EPISODES = 4
"""The episodes of each; those of all candidates of a generation begin alike (common random numbers)."""
MINUTES = 25.0
MATCHES = 40
TABLES = (2, 3, 4)
"""The matches, at each table, in which it is counted how supplies change in a turn."""
SPREAD = 0.15
"""The standard deviation with which the weights are varied at first, in pieces."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An episode to be played, as a job for a process."""

    setting: Setting
    seed: int
    learned: Checkpoint


def returned(trial: Trial) -> tuple[float, int]:
    """Play an episode by a checkpoint; return the sum of its rewards and the number of its placements."""
    at, rewards = table(trial.setting), list[float]()
    total = episode(at, policy_of(Trained(trial.learned), at), trial.seed, lambda reward, _: rewards.append(reward))
    return total, len(rewards)


def learn(
    start: Checkpoint,
    seed: int,
    *,
    generations: int | None = None,
    minutes: float = MINUTES,
    jobs: int = 1,
    setting: Setting = CASUAL,
    command: str = "",
) -> Iterator[Checkpoint]:
    """Yield a checkpoint after each generation, trained from `start` on, for a number of them or of minutes.

    The same seed gives the same weights after the same number of generations, whatever the jobs.
    """
    import cma

    stream = rng(seed, "trained")
    search = cma.CMAEvolutionStrategy(
        start.preference,
        SPREAD,
        {
            "popsize": POPULATION,
            "randn": lambda *shape: stream.standard_normal(shape),
            "seed": float("nan"),  # the stream is given: numpy's own is left alone
            "verbose": -9,
            "verb_log": 0,
        },
    )
    configuration = table(setting).env.configuration.digest
    until, placements, generation = time.monotonic() + 60.0 * minutes, 0, 0
    means: list[float] = []
    with spread(jobs) as mapped:
        while generation < generations if generations is not None else time.monotonic() < until:
            candidates: Sequence[Array] = search.ask()
            seeds = [derive(seed, "trained", generation, k) for k in range(EPISODES)]
            trials = [
                Trial(setting, one, replace(start, preference=candidate)) for candidate in candidates for one in seeds
            ]
            found = list(mapped(returned, trials))
            returns = np.array([total for total, _ in found]).reshape(len(candidates), EPISODES).mean(axis=1)
            placements += sum(count for _, count in found)
            search.tell(candidates, list(-returns))
            generation += 1
            means.append(float(returns.mean()))
            print(f"generation {generation}: {placements} placements, mean return {means[-1]:.2f}", file=sys.stderr)
            again = f"{command} --generations {generation}"
            figures = {"generations": generation, "first_mean_return": means[0], "last_mean_return": means[-1]}
            yield replace(
                start,
                # The mean of the distribution: of single candidates, the best one was also lucky.
                preference=np.asarray(search.result.xfavorite, np.float64),
                provenance=provenance(again, seed, placements, setting.hands, configuration, figures),
            )


def counted(
    learned: Checkpoint, seed: int, *, matches: int = MATCHES, jobs: int = 1, setting: Setting = CASUAL
) -> Pace:
    """Return how supplies change where a checkpoint plays against itself, at tables of two, three and four.

    matches: at each table. The number of jobs changes no number.
    """
    configuration = table(setting).env.configuration
    turns: list[Turn] = []
    with temporary_folder("pace") as folder:
        own = folder / "trained.json"
        learned.write(own)
        for players in TABLES:
            word = f"{setting.hands}:{Trained.__module__}:{Trained.__name__}?checkpoint={own}"
            seats, bots = seated_at(configuration, [word] * players)
            found = [Task(k, derive(seed, "pace", players, k), seats, None, bots) for k in range(matches)]
            for result in run_tasks(configuration, found, jobs):
                if isinstance(result, CrashingMatch):
                    raise InputError(f"a match to count turns in crashed: {result.description()}.")
                changes: Counter[tuple[int, int]] = Counter()
                for attempt in cast("Sequence[TurnRow]", result[1]):
                    changes[attempt.round, attempt.seat] += attempt.supply_after - attempt.supply_before
                rounds = configuration.agreed.rounds_of(configuration.equipment, players)
                turns += [Turn(players, number, rounds, change) for (number, _), change in changes.items()]
    return pace_of(turns)


def main(arguments: list[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser("python -m studies.baselines.trained", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the checkpoint's file")
    parser.add_argument(
        "--start", type=Path, help="a fitted checkpoint to start from; that of the package unless given"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"how long, {MINUTES:g} unless given")
    parser.add_argument("--generations", type=positive, help="how many generations, in place of minutes")
    add_setting(parser)
    parser.add_argument(
        "--matches", type=positive, default=MATCHES, help="matches at each table, to count what a turn brings"
    )
    parser.add_argument("--jobs", type=positive, default=1, help="processes; they change no number")
    given = parser.parse_args(arguments)
    setting = Setting.given(given)
    begun = "" if given.start is None else f"--start {shlex.quote(str(given.start))} "
    command = (
        f"python -m studies.baselines.trained {begun}--matches {given.matches} --seed {given.seed} {setting.options}"
    )
    try:
        start = shipped_fit() if given.start is None else read_checkpoint(given.start)
        learned = start
        for learned in learn(
            start,
            given.seed,
            generations=given.generations,
            minutes=given.minutes,
            jobs=given.jobs,
            setting=setting,
            command=command,
        ):
            learned.write(given.out)  # what is interrupted has learned something too
        pace = counted(learned, given.seed, matches=given.matches, jobs=given.jobs, setting=setting)
        replace(learned, pace=pace).write(given.out)
    except InputError as refused:
        parser.error(str(refused))


if __name__ == "__main__":
    main()
