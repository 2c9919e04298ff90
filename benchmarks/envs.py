"""How many steps a second Gymnasium's environments make in processes of their own, and how many in one process.

    python -m benchmarks.envs --env Yardarm/RiffRaffPlace-v0 --num-envs 16 --rounds 5 --seconds 4

Each round runs a SyncVectorEnv, which is one process, and then our vector of as many environments, so that both meet
the same machine. Of each figure: the median of the rounds, and their range. Processor time says what the processes
cost, whatever else runs; wall time also says what they waited, for each other and for others. What the vector waits for
its slowest environment alone is worked out from the processor times of steps, with the cores shared fairly.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv

WARM_STEPS = 3

Found = TypeVar("Found")


class Timed(gymnasium.Wrapper[Any, Any, Any, Any]):
    """An environment whose steps, and resets in the place of one, are timed (s of processor time)."""

    def __init__(self, env: gymnasium.Env[Any, Any], times: list[float]) -> None:
        """Append to these times."""
        super().__init__(env)
        self._times = times

    def reset(self, **arguments: Any) -> tuple[Any, dict[str, Any]]:
        """Reset, and note how long it took."""
        return self._timed(partial(self.env.reset, **arguments))

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step, and note how long it took."""
        return self._timed(partial(self.env.step, action))

    def _timed(self, work: Callable[[], Found]) -> Found:
        before = time.process_time()
        found = work()
        self._times.append(time.process_time() - before)
        return found


def in_one_process(name: str, num_envs: int, times: list[float]) -> SyncVectorEnv:
    """Return environments that step one after the other, and note how long each took."""
    return SyncVectorEnv([lambda: Timed(gymnasium.make(name), times)] * num_envs)


def together(vector: VectorEnv[Any, Any, Any], seconds: float) -> tuple[float, float, float]:
    """Return steps a second of wall time and of processor time of a vector, and the cores that its processes kept busy.

    Steps are those of single environments; processor time is that of the workers, if any, and of this process.
    """
    for _ in range(WARM_STEPS):
        vector.step(vector.action_space.sample())
    begun, used, steps = time.perf_counter(), _used_s(vector), 0
    while time.perf_counter() < begun + seconds:
        vector.step(vector.action_space.sample())
        steps += vector.num_envs
    wall, used = time.perf_counter() - begun, _used_s(vector) - used
    return steps / wall, steps / used, used / wall


def _used_s(vector: VectorEnv[Any, Any, Any]) -> float:
    """Return the processor time of the workers and of this process (s); Linux counts it for other processes."""
    ticks = os.sysconf("SC_CLK_TCK")
    total = time.process_time()
    for process in vector.processes if isinstance(vector, AsyncVectorEnv) else ():
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / ticks
    return total


def busy_share(times: Sequence[float], num_envs: int, cores: int) -> float:
    """Return the share of the cores that is busy if each step of a vector waits for its slowest environment.

    times: of the steps of one environment, taken as those of the vector's, one after the other. The cores are shared
    fairly: of n environments under way, each has a whole core or its n-th part of all cores.
    """
    worked = waited = 0.0
    for first in range(0, len(times) - num_envs + 1, num_envs):
        left = sorted(times[first : first + num_envs])
        worked += sum(left)
        done = 0.0
        for index, needs in enumerate(left):
            waited += (needs - done) * max(1.0, (num_envs - index) / cores)
            done = needs
    return worked / (cores * waited) if waited else float("nan")


def spread(values: Sequence[float]) -> str:
    """Return the median of some values with their range."""
    return f"{median(values):.3g} ({min(values):.3g} to {max(values):.3g})"


def lines(name: str, num_envs: int, rounds: int, seconds: float) -> list[str]:
    """Return what was measured, in lines of text."""
    cores = os.cpu_count() or 1
    times: list[float] = []
    one = in_one_process(f"yardarm.envs:{name}", num_envs, times)
    ours = gymnasium.make_vec(f"yardarm.envs:{name}", num_envs=num_envs)
    for made in (one, ours):
        made.reset(seed=1)
        made.action_space.seed(1)
    times.clear()
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        wall, used, _ = together(one, seconds)
        vector_wall, vector_used, busy = together(ours, seconds)
        for words, value in (
            ("steps a second of one process, by the clock", wall),
            ("steps a second of processor time, one process", used),
            ("steps a second of the vector, by the clock", vector_wall),
            ("steps a second of processor time, the vector", vector_used),
            ("times as many steps a second by the clock", vector_wall / wall),
            ("of its processor time, share that steps cost in one process", vector_used / used),
            ("cores that the vector kept busy", busy),
        ):
            found.setdefault(words, []).append(value)
    one.close()
    ours.close()
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    expected = busy_share(times, num_envs, cores)
    return [
        f"{name}: {num_envs} environments on {cores} cores, {rounds} rounds of {seconds:g} s, load {load}",
        *(f"  {words}: {spread(values)}" for words, values in found.items()),
        f"  share of the cores that waiting for the slowest leaves: {expected:.3f}",
        f"  a step's processor time: mean {1e3 * float(np.mean(times)):.1f} ms, longest {1e3 * max(times):.1f} ms",
    ]


def main() -> None:
    """Measure what the words of the command line say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--env", default="Yardarm/RiffRaffPlace-v0")
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0)
    given = parser.parse_args()
    print("\n".join(lines(given.env, given.num_envs, given.rounds, given.seconds)))


if __name__ == "__main__":
    main()
