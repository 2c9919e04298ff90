"""Pictures of PettingZoo's environments for docs/reference/environments.md, scores of shipped policies, speeds.

`python -m studies.environments_of_matches scores [PART OF A NAME]` prints the rows of the tables of scores: what an
agent wins on average at a table of the house's bots, with its 95 % interval (Student's t), over matches with the seeds
0, 1, 2, ... `pictures docs/pictures` writes a picture of each; `speeds` prints how many steps a second of processor
time random agents get, and `layouts` the tables of observations.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from sim.files import output_folder, write_whole
from sim.seeds import rng
from sim.statistics import Interval, mean
from yardarm.envs import riff_raff_v0, zack_v0, zatre_v0, zigzag_v0
from yardarm.envs.turns import TurnsEnv

Policy = Callable[[Any, str, np.random.Generator], int]


def at_random(env: Any, agent: str, stream: np.random.Generator) -> int:
    """Return a legal action, each as likely as the others."""
    mask = env.observe(agent)["action_mask"] if isinstance(env, TurnsEnv) else None
    legal = np.flatnonzero(mask) if mask is not None else sorted(env.options(agent))
    return int(legal[int(stream.integers(len(legal)))])


def as_the_house(env: Any, _agent: str, _stream: np.random.Generator) -> int:
    """Return what the usual strategy of the agent's hands would do."""
    return int(env.suggested())


def simply(module: Any) -> Policy:
    """Return the simple policy of an environment's module."""
    return lambda env, agent, _stream: int(module.simple(env, agent))


@dataclass(frozen=True, slots=True)
class Tried:
    """A row of a table: who plays at which table, and how many matches."""

    make: Callable[..., Any]
    policy: Policy
    matches: int
    arguments: Mapping[str, Any] = field(default_factory=dict)


_ZACK = {"players": ["casual", "casual:steady", "casual:steady"], "shaping": 1.0, "max_cycles": 300}
_ZIGZAG = {"players": ["casual", "casual:team", "casual", "casual:team"], "shaping": 1.0, "max_cycles": 900}
_PERFECT = {"reading": "perfect"}
ROWS: Mapping[str, Mapping[str, Tried]] = {
    "riff_raff_v0": {
        "random": Tried(riff_raff_v0.raw_env, at_random, 30, {"players": ["casual", "casual:simple"]}),
        "simple, the usual strategy": Tried(
            riff_raff_v0.raw_env, as_the_house, 30, {"players": ["casual", "casual:simple"]}
        ),
    },
    "zatre_v0": {
        "random": Tried(zatre_v0.raw_env, at_random, 20, {"players": ["casual", "casual:sheet"]}),
        "planner, the usual strategy of skilled players": Tried(
            zatre_v0.raw_env, as_the_house, 10, {"players": ["skilled", "casual:sheet"]}
        ),
    },
    "zack_v0": {
        "random, human reading": Tried(zack_v0.parallel_env, at_random, 8, _ZACK),
        "simple, human reading": Tried(zack_v0.parallel_env, simply(zack_v0), 8, _ZACK),
        "simple, perfect reading": Tried(zack_v0.parallel_env, simply(zack_v0), 8, {**_ZACK, **_PERFECT}),
    },
    "zigzag_v0": {
        "random, human reading": Tried(zigzag_v0.parallel_env, at_random, 6, _ZIGZAG),
        "simple, human reading": Tried(zigzag_v0.parallel_env, simply(zigzag_v0), 6, _ZIGZAG),
        "simple, perfect reading": Tried(zigzag_v0.parallel_env, simply(zigzag_v0), 6, {**_ZIGZAG, **_PERFECT}),
    },
}
"""At Zack! and ZIGZAG the score is the change of the lead at the beginning: whole matches take long."""


def score(tried: Tried, words: str) -> Interval:
    """Return what an agent wins on average. words: the policy's name, which keys what it draws."""
    env = tried.make(**tried.arguments)
    return mean([played(env, tried.policy, rng(seed, "policy", words), seed) for seed in range(tried.matches)])


def played(env: Any, policy: Policy, stream: np.random.Generator, seed: int) -> float:
    """Return the mean of the agents' rewards of a match."""
    total = 0.0
    if isinstance(env, TurnsEnv):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            total += float(env.last(observe=False)[1])
            over = env.terminations[agent] or env.truncations[agent]
            env.step(None if over else policy(env, agent, stream))
    else:
        env.reset(seed=seed)
        while env.agents:
            _, rewards, *_ = env.step({agent: policy(env, agent, stream) for agent in env.agents})
            total += sum(rewards.values())
    return total / len(env.possible_agents)


def print_scores(part: str) -> None:
    """Print the tables of scores of the environments whose name has this part."""
    for name, rows in ROWS.items():
        if part in name:
            print(name, "| policy | matches | mean reward |", "|---|---|---|", sep="\n")
            for words, tried in rows.items():
                found = score(tried, words)
                figure = f"{found.estimate:.2f} ({found.low:.2f} to {found.high:.2f})"
                print(f"| {words} | {tried.matches} | {figure} |", flush=True)


_SHOWN = {"riff_raff_v0": (2, 45), "zatre_v0": (1, 130), "zack_v0": (1, 187), "zigzag_v0": (1, 250)}
"""The seed of the match that a picture is from, and after how many steps it is taken."""


def pictures(folder: Path) -> None:
    """Write a picture of each environment. Raises InputError if the folder cannot be written to."""
    output_folder(folder)
    for name, (seed, steps) in _SHOWN.items():
        first = next(iter(ROWS[name].values()))
        env = first.make(render_mode="rgb_array")
        policy = as_the_house if isinstance(env, TurnsEnv) else list(ROWS[name].values())[-1].policy
        stream = rng(seed, "policy")
        env.reset(seed=seed)
        for _ in range(steps):
            if isinstance(env, TurnsEnv):
                env.step(policy(env, env.agent_selection, stream))
            else:
                env.step({agent: policy(env, agent, stream) for agent in env.agents})
        out = io.BytesIO()
        Image.fromarray(env.render()).save(out, "PNG", optimize=True)
        write_whole(folder / f"env-{name.replace('_', '-')}.png", out.getvalue())


def print_speeds(seconds: float = 8.0) -> None:
    """Print steps a second of processor time, with agents at random in all seats of the usual table."""
    for name, rows in ROWS.items():
        found = []
        for round_number in range(5):
            env = next(iter(rows.values())).make()
            stream, steps, used = rng(round_number, "policy"), 0, time.process_time()
            env.reset(seed=round_number)
            while time.process_time() < used + seconds / 5:
                if not env.agents or (isinstance(env, TurnsEnv) and any(env.terminations.values())):
                    env.reset()
                if isinstance(env, TurnsEnv):
                    env.step(at_random(env, env.agent_selection, stream))
                else:
                    env.step({agent: at_random(env, agent, stream) for agent in env.agents})
                steps += 1
            found.append(steps / (time.process_time() - used))
        print(f"| {name} | {sorted(found)[2]:.0f} ({min(found):.0f} to {max(found):.0f}) |", flush=True)


def print_layouts() -> None:
    """Print the tables of observations."""
    for name, rows in ROWS.items():
        env = next(iter(rows.values())).make()
        print(name, f"{len(env.words)} actions", "| numbers | name | what they are |", "|---|---|---|", sep="\n")
        print("\n".join(env.layout.table()))


def main() -> None:
    """Do what the first word of the command line says."""
    match sys.argv[1:]:
        case ["scores", *part]:
            print_scores("".join(part))
        case ["pictures", folder]:
            pictures(Path(folder))
        case ["speeds"]:
            print_speeds()
        case ["layouts"]:
            print_layouts()
        case _:
            sys.exit("expected scores [PART], pictures FOLDER, speeds or layouts")


if __name__ == "__main__":
    main()
