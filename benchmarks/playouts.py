"""Turns of ZATRE a second of processor time, in games at random by the numbers of the rules.

    python -m benchmarks.playouts --rounds 60 --against ../before

With the root of another checkout both play the same games in turn, each in a process of its own, so that both meet the
same machine: the ratio is the median of the rounds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import yardarm as ya
from sim.statistics import Interval, median

GAMES = 6
"""Games in a round."""
ROOT = Path(__file__).resolve().parents[1]


def turns_per_s(number: int) -> float:
    """Play the games of a round; return the turns a second of processor time."""
    rules, turns = ya.rules("zatre"), 0
    begun_s = time.process_time()
    for seed in range(GAMES * number, GAMES * (number + 1)):
        chance = Random(seed)  # noqa: S311 - as a user has it
        state: Any = ya.start("zatre", ("a", "b"), chance)
        space, begun = rules.actions(state), ()
        while state.to_act:
            choice = chance.choice(list(space.legal(state, state.to_act, begun)))
            before = state
            state, begun, _ = space.apply(state, state.to_act, space.decode(choice, state.to_act), begun)
            turns += state is not before
    return turns / (time.process_time() - begun_s)


class Player:
    """A process that plays with the rules of a checkout."""

    def __init__(self, root: Path, open_: ExitStack) -> None:
        """Start it, and play a round that does not count."""
        command = [sys.executable, __file__, "--serve"]
        pipe: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        self._process = open_.enter_context(
            subprocess.Popen(command, cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, **pipe)
        )
        self.turns_per_s(0)

    def turns_per_s(self, number: int) -> float:
        """Return the turns a second of processor time of a round."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(number, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())


def measured(rounds: int, against: Path | None) -> tuple[Interval, Interval | None]:
    """Return the turns a second, and how many times as many they are as those of another checkout: medians."""
    speeds, ratios = list[float](), list[float]()
    with ExitStack() as open_:
        ours, other = Player(ROOT, open_), None if against is None else Player(against.resolve(), open_)
        for number in range(1, rounds + 1):
            before = other.turns_per_s(number) if other is not None and number % 2 else None
            speeds.append(ours.turns_per_s(number))
            if other is not None:
                ratios.append(speeds[-1] / (before or other.turns_per_s(number)))
    return median(speeds), median(ratios) if ratios else None


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="the root of another checkout")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        for line in sys.stdin:
            print(turns_per_s(int(line)), flush=True)
        return
    speed, ratio = measured(given.rounds, given.against)
    print(f"turns a second of processor time: {speed.estimate:.0f} ({speed.low:.0f}-{speed.high:.0f})")
    if ratio is not None:
        print(f"times as many as {given.against}: {ratio.estimate:.3f} ({ratio.low:.3f}-{ratio.high:.3f})")


if __name__ == "__main__":
    main()
