"""How fast each environment steps alone, and how much faster than in another checkout of this project.

    python -m benchmarks.steps --against /path/to/checkout --env zigzag_v0 --rounds 9 --seconds 4

Actions are drawn from those that are legal. A round measures the other checkout and this one, one after the other, each
in a process of its own, so that both meet the same machine; the ratio is the median of the rounds with its interval.
All is processor time, after a while in which what is worked out once is.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

NAMES = (
    *("Yardarm/RiffRaffPlace-v0", "Yardarm/ZackThrow-v0", "Yardarm/RiffRaffHand-v0"),
    *("riff_raff_v0", "zatre_v0", "zack_v0", "zigzag_v0"),
)


def steps_a_second(name: str, seconds: float, seed: int, warm_s: float) -> float:
    """Return steps a second of processor time of an environment: actions, turns' parts, or ticks of 100 ms."""
    step = _stepper(name, seed)
    begun = time.process_time()
    while time.process_time() < begun + warm_s:
        step()
    steps, begun = 0, time.process_time()
    while time.process_time() < begun + seconds:
        step()
        steps += 1
    return steps / (time.process_time() - begun)


def _stepper(name: str, seed: int) -> Callable[[], object]:
    """Return a function that takes one step, and begins another episode after the end of one."""
    chance = np.random.default_rng(seed)
    if "/" in name:
        gymnasium: Any = importlib.import_module("gymnasium")
        env = gymnasium.make(f"yardarm.envs:{name}", disable_env_checker=True)
        env.reset(seed=seed)
        env.action_space.seed(seed)
        return lambda: env.reset() if any(env.step(env.action_space.sample())[2:4]) else None
    module: Any = importlib.import_module(f"yardarm.envs.{name}")
    if not hasattr(module, "parallel_env"):
        turns = module.raw_env()
        turns.reset(seed=seed)

        def take_turn() -> None:
            agent = turns.agent_selection
            if turns.terminations[agent] or turns.truncations[agent]:
                turns.reset()
            else:
                turns.step(int(chance.choice(np.flatnonzero(turns.observe(agent)["action_mask"]))))

        return take_turn
    table = module.parallel_env()
    seen = table.reset(seed=seed)[0]

    def tick() -> None:
        nonlocal seen
        legal = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in table.agents}
        seen = table.step({agent: int(chance.choice(numbers)) for agent, numbers in legal.items()})[0]
        if not table.agents:
            seen = table.reset()[0]

    return tick


def measured_in(folder: Path, name: str, seconds: float, seed: int, warm_s: float) -> float:
    """Return `steps_a_second` of a checkout, in a process of its own."""
    words = ["--env", name, "--seconds", str(seconds), "--seed", str(seed), "--warm", str(warm_s), "--alone"]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, str(Path(__file__).resolve()), *words]
    found = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True)
    return float(found.stdout)


def main() -> None:
    """Measure what the words of the command line say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--env", choices=NAMES, nargs="+", default=NAMES)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout, such as a worktree of main")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=4.0, help="for each measurement")
    parser.add_argument("--warm", type=float, default=5.0, metavar="SECONDS", help="not measured, before it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="print one measurement of one environment, as a number")
    given = parser.parse_args()
    if given.alone:
        print(steps_a_second(given.env[0], given.seconds, given.seed, given.warm))
        return
    from sim.statistics import median

    here = Path(__file__).resolve().parent.parent
    for name in given.env:
        own, ratios = [], []
        for index in range(given.rounds):
            what = name, given.seconds, given.seed + index, given.warm
            other = None if given.against is None else measured_in(given.against, *what)
            own.append(measured_in(here, *what))
            ratios += [] if other is None else [own[-1] / other]
        found = median(own)
        line = f"{name:<26} {found.estimate:8.0f} steps a second ({found.low:.0f}-{found.high:.0f})"
        if ratios:
            ratio = median(ratios)
            line += f", {ratio.estimate:.2f} times as many as there ({ratio.low:.2f}-{ratio.high:.2f})"
        print(line, flush=True)


if __name__ == "__main__":
    main()
