"""Write data sets of shipped policies in Minari's format: `python examples/learning/dataset.py --out FOLDER`.

All together have 100,000 steps and take about an hour of one core; `--only zack-throw --steps 500` makes some, of 500
steps each. Episodes are whole and have the seeds 0, 1, 2, ... The same command gives the same numbers; reset with an
episode's seed and given its actions, the environment repeats its observations and rewards.
"""

from __future__ import annotations

import argparse
import os
import re
import warnings
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from yardarm.envs.policies import POLICIES

STEPS: Mapping[str, Mapping[str, int]] = {
    "Yardarm/RiffRaffPlace-v0": {"at random": 10_000, "simple": 20_000},
    "Yardarm/RiffRaffHand-v0": {"at random": 1_000, "set down on a free place": 49_000},
    "Yardarm/ZackThrow-v0": {"at random": 10_000, "at the middle, at the usual pace": 10_000},
}
"""The steps of each data set, by the environment and the name of the policy."""


def episode(env: gymnasium.Env, policy: Any, seed: int) -> dict[str, list[Any]]:
    """Return an episode as Minari's buffers have it, with one observation more than actions."""
    stream, over = np.random.default_rng(seed), False
    found: dict[str, list[Any]] = {"observations": [env.reset(seed=seed)[0]]}
    while not over:
        action = policy(env, stream)
        observation, reward, terminated, truncated, _ = env.step(action)
        seen = {"observations": observation, "actions": action, "rewards": reward}
        for name, value in {**seen, "terminations": terminated, "truncations": truncated}.items():
            found.setdefault(name, []).append(value)
        over = terminated or truncated
    return found


def write(name: str, words: str, steps: int) -> None:
    """Write the data set of a policy into the folder that MINARI_DATASETS_PATH names."""
    from minari import create_dataset_from_buffers
    from minari.data_collector import EpisodeBuffer

    env, episodes, done = gymnasium.make(f"yardarm.envs:{name}"), [], 0
    while done < steps:
        episodes.append(EpisodeBuffer(seed=len(episodes), **episode(env, POLICIES[name][words], len(episodes))))
        done += len(episodes[-1].rewards)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # It would have the address of somebody to write to, and of the code.
        found = create_dataset_from_buffers(
            called(name, words),
            episodes,
            env=env,
            eval_env=env,
            algorithm_name=f"yardarm.envs.policies: {words}",
            author="Yardarm contributors",
            description=f"{name}: {words}. The hands are simulated. Episode k has the seed k.",
            requirements=[f"yardarm[rl]=={version('yardarm')}"],
            data_format="parquet",
        )
    found.storage.update_metadata({"policy": words, "yardarm_version": version("yardarm"), "licence": "MIT"})
    print(f"{found.id}: {found.total_episodes} episodes, {found.total_steps} steps")


def called(name: str, words: str) -> str:
    """Return the name of a data set, such as `yardarm/riff-raff-place/at-random-v0`."""
    env = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name.partition("/")[2].removesuffix("-v0")).lower()
    return f"yardarm/{env}/{re.sub(r'[^a-z]+', '-', words)}-v0"


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder, in which no such data set is yet")
    parser.add_argument("--only", default="", help="a part of the names of those to make")
    parser.add_argument("--steps", type=int, help="the least steps of each")
    given = parser.parse_args(words)
    os.environ["MINARI_DATASETS_PATH"] = str(given.out.resolve())
    for name, policies in STEPS.items():
        for policy, steps in policies.items():
            if given.only in called(name, policy):
                write(name, policy, given.steps or steps)


if __name__ == "__main__":
    main()
