"""Pictures of Gymnasium's environments for docs/reference/environments.md, and the scores of shipped policies.

`python -m studies.environments scores [PART OF A NAME]` prints a table of scores: the mean return with its 95 %
interval (Student's t) over episodes with the seeds 0, 1, 2, ... `python -m studies.environments pictures
docs/pictures` writes a picture of each. Both draw from the seeds alone, so that everyone gets the same.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import gymnasium
from PIL import Image

from sim.files import output_folder, write_whole
from sim.seeds import rng
from sim.statistics import Interval, mean
from yardarm.envs.policies import POLICIES, Policy

EPISODES = {"looking ahead": 30}
"""How many episodes a policy plays; others play USUAL."""
USUAL = 100
STEPS = {"Yardarm/RiffRaffPlace-v0": (4, 10), "Yardarm/RiffRaffHand-v0": (29, 13), "Yardarm/ZackThrow-v0": (3, 7)}
"""The seed of the episode that a picture is from, and after how many steps of the best policy it is taken."""


def score(name: str, policy: Policy, episodes: int, words: str = "") -> Interval:
    """Return the mean return of a policy over the seeds from 0 on.

    words: the policy's name, which keys what it draws.
    """
    env = gymnasium.make(f"yardarm.envs:{name}")
    found = [played(env, policy, seed, words) for seed in range(episodes)]
    env.close()
    return mean(found)


def played(env: Any, policy: Policy, seed: int, words: str) -> float:
    """Return the sum of the rewards of an episode."""
    stream = rng(seed, "policy", words)
    env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, _ = env.step(policy(env, stream))
        total, over = total + float(reward), terminated or truncated
    return total


def rows(part: str = "") -> list[str]:
    """Return the rows of the tables of scores for the environments whose name has this part."""
    found = []
    for name, policies in POLICIES.items():
        if part in name:
            found += [f"{name}", "| policy | episodes | mean return |", "|---|---|---|"]
            for words, policy in policies.items():
                episodes = EPISODES.get(words, USUAL)
                found.append(row(words, episodes, score(name, policy, episodes, words)))
                print(found[-1], file=sys.stderr)
    return found


def row(words: str, episodes: int, interval: Interval) -> str:
    """Return a row of a table of scores."""
    figure = f"{interval.estimate:.2f} ({interval.low:.2f} to {interval.high:.2f})"
    return f"| {words} | {episodes} | {figure} |"


def pictures(folder: Path) -> None:
    """Write a picture of each environment. Raises InputError if the folder cannot be written to."""
    output_folder(folder)
    for name, (seed, steps) in STEPS.items():
        env = gymnasium.make(f"yardarm.envs:{name}", render_mode="rgb_array")
        policy = list(POLICIES[name].values())[-1]
        env.reset(seed=seed)
        for _ in range(steps):
            env.step(policy(env, rng(seed, "policy")))
        stream = io.BytesIO()
        Image.fromarray(env.render()).save(stream, "PNG", optimize=True)  # type: ignore[arg-type]
        write_whole(folder / f"env-{_file_name(name)}.png", stream.getvalue())
        env.close()


def _file_name(name: str) -> str:
    """Return `riff-raff-place` for `Yardarm/RiffRaffPlace-v0`."""
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name.partition("/")[2])
    return words.strip("-").rpartition("-v")[0]


def main() -> None:
    """Run what the words of the command line say."""
    match sys.argv[1:]:
        case ["scores", *part]:
            print("\n".join(rows(*part)))
        case ["pictures", folder]:
            pictures(Path(folder))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
