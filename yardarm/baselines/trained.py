"""Train a preference among placements with CMA-ES: `python -m yardarm.baselines.trained --out trained.json`.

It starts from the expected reward of a fitted judgement, which looks no further than the next placement, and is given
weights of its own for every feature, by which it may prefer what helps later ones. Their worth is the mean return of
whole episodes (Hansen 2016, The CMA evolution strategy: a tutorial, arXiv:1604.00772).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from sim.errors import InputError
from sim.seeds import derive, rng
from yardarm.baselines.bots import Fitted, Trained, shipped
from yardarm.baselines.checkpoint import Checkpoint, provenance, read_checkpoint
from yardarm.baselines.features import Array
from yardarm.baselines.practice import episode, positive, processes, table

POPULATION = 12
"""The candidates of a generation."""
EPISODES = 4
"""The episodes of each; those of all candidates of a generation begin alike (common random numbers)."""
MINUTES = 25.0
SPREAD = 0.15
"""The standard deviation with which the weights are varied at first, in pieces."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An episode to be played, as a job for a process."""

    hands: str
    seed: int
    learned: Checkpoint


def returned(trial: Trial) -> tuple[float, int]:
    """Play an episode by a checkpoint; return the sum of its rewards and the number of its placements."""
    at, rewards = table(trial.hands), list[float]()
    total = episode(at, at.by(Trained(trial.learned)), trial.seed, lambda reward, _: rewards.append(reward))
    return total, len(rewards)


def learn(
    start: Checkpoint,
    seed: int,
    *,
    generations: int | None = None,
    minutes: float = MINUTES,
    jobs: int = 1,
    hands: str = "casual",
    command: str = "",
) -> Iterator[Checkpoint]:
    """Train a preference from that of `start` on, for a number of generations or of minutes; yield it after each.

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
    configuration = table(hands).env.configuration.digest
    until, placements, generation = time.monotonic() + 60.0 * minutes, 0, 0
    means: list[float] = []
    with processes(jobs) as spread:
        while generation < generations if generations is not None else time.monotonic() < until:
            candidates: Sequence[Array] = search.ask()
            seeds = [derive(seed, "trained", generation, k) for k in range(EPISODES)]
            trials = [
                Trial(hands, one, replace(start, preference=candidate)) for candidate in candidates for one in seeds
            ]
            found = list(spread(returned, trials))
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
                provenance=provenance(again, seed, placements, hands, configuration, figures),
            )


def main(arguments: list[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser("python -m yardarm.baselines.trained", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the checkpoint's file")
    parser.add_argument(
        "--start", type=Path, help="a fitted checkpoint to start from; that of the package unless given"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"how long, {MINUTES:g} unless given")
    parser.add_argument("--generations", type=positive, help="how many generations, in place of minutes")
    parser.add_argument("--hands", default="casual", help="a skill profile")
    parser.add_argument("--jobs", type=positive, default=1, help="processes; they change no number")
    given = parser.parse_args(arguments)
    command = f"python -m yardarm.baselines.trained --seed {given.seed} --hands {given.hands}"
    try:
        start = shipped(Fitted.FILE) if given.start is None else read_checkpoint(given.start)
        for learned in learn(
            start,
            given.seed,
            generations=given.generations,
            minutes=given.minutes,
            jobs=given.jobs,
            hands=given.hands,
            command=command,
        ):
            learned.write(given.out)  # what is interrupted has learned something too
    except InputError as refused:
        parser.error(str(refused))


if __name__ == "__main__":
    main()
