"""Score baselines on fresh episodes: `python -m studies.baselines.score`.

All play the same episodes, whose seeds no training has used, so that differences between them are of the same tables.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from sim.batch.engines import spread
from sim.errors import InputError
from sim.games.riff_raff.bots import STRATEGIES
from sim.people.execution import PlaceIntent
from sim.refusals import one_of
from sim.seeds import derive
from sim.statistics import Interval, mean, paired_difference
from studies.arguments import positive, print_json
from studies.baselines.practice import CASUAL, Policy, Setting, add_setting, episode, policy_of, table
from yardarm.baselines.bots import Fitted, Learned, Trained
from yardarm.baselines.practice import Table

LEARNED: dict[str, type[Learned]] = {"fitted": Fitted, "trained": Trained}
BASELINES = tuple(dict.fromkeys((*STRATEGIES, *LEARNED)))
"""The baselines by name: the strategies of the game, and the bots that have learned."""
REFERENCE = "simple"
EPISODES = 100


@dataclass(frozen=True, slots=True)
class Score:
    """The returns of a baseline in episodes in their order; decision_ms: the mean processor time for a placement."""

    name: str
    returns: tuple[float, ...]
    decision_ms: float

    @property
    def interval(self) -> Interval:
        """The mean return with its 95 % interval."""
        return mean(self.returns)


def policy(word: str, at: Table) -> Policy:
    """Return the policy of a baseline, `trained` or `trained?FILE`, at a table. Raises InputError."""
    name, _, file = word.partition("?")
    if name in STRATEGIES and not file:
        strategy = STRATEGIES[name]
        return lambda at, stream: strategy.place(at.env.view, stream)
    if name not in LEARNED:
        raise InputError(f"bots: {one_of(word, BASELINES, 'some of')}.")
    return policy_of(LEARNED[name](file or None), at)


def _scored(word: str, setting: Setting, seed: int, index: int) -> tuple[float, float, int]:
    """Return the return of an episode, the processor time for its decisions (s), and how many they were."""
    at = table(setting)
    chosen = policy(word, at)
    spent, count = 0.0, 0

    def timed(at: Table, stream: np.random.Generator) -> PlaceIntent:
        nonlocal spent, count
        began = time.process_time()
        intent = chosen(at, stream)
        spent, count = spent + time.process_time() - began, count + 1
        return intent

    return episode(at, timed, derive(seed, "baselines score", index)), spent, count


def scores(
    words: Sequence[str], episodes: int = EPISODES, seed: int = 1, jobs: int = 1, setting: Setting = CASUAL
) -> list[Score]:
    """Play the same episodes with each of these baselines. Raises InputError."""
    for word in words:
        policy(word, table(setting))
    found = []
    with spread(jobs) as mapped:
        for word in words:
            played = list(mapped(partial(_scored, word, setting, seed), range(episodes)))
            returns, spent, counts = zip(*played, strict=True)
            found.append(Score(word, returns, 1e3 * sum(spent) / sum(counts)))
    return found


def report(found: Sequence[Score]) -> str:
    """Return a table in Markdown: of each the mean return, what it is more than that of simple's, and its time."""
    reference = next((score for score in found if score.name == REFERENCE), None)
    rows = ["| baseline | mean return | more than simple | ms a placement |", "|---|---|---|---|"]
    for score in found:
        more = ""
        if reference is not None and score is not reference and len(score.returns) > 1:
            more = _words(paired_difference(reference.returns, score.returns), "+.2f")
        rows.append(f"| {score.name} | {_words(score.interval, '.2f')} | {more} | {score.decision_ms:.1f} |")
    return "\n".join(rows)


def _words(interval: Interval, form: str) -> str:
    return f"{interval.estimate:{form}} ({interval.low:{form}} to {interval.high:{form}})"


def main(arguments: list[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser("python -m studies.baselines.score", description=__doc__)
    parser.add_argument("bots", nargs="*", default=BASELINES, help=f"{', '.join(BASELINES)}, or trained?FILE")
    parser.add_argument("--episodes", type=positive, default=EPISODES)
    parser.add_argument("--seed", type=int, default=1)
    add_setting(parser)
    parser.add_argument("--jobs", type=positive, default=1, help="processes; they change no number")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(arguments)
    try:
        found = scores(given.bots, given.episodes, given.seed, given.jobs, Setting.given(given))
        if given.json:
            print_json({score.name: {"return": score.interval, "decision_ms": score.decision_ms} for score in found})
        else:
            print(report(found))
    except InputError as refused:
        parser.error(str(refused))


if __name__ == "__main__":
    main()
