"""Draw learning curves, three seeds each: `python examples/learning/curves.py --out curves.json --draw curves.png`.

What stands in the file already is not made again; `--only sac` makes one curve. Learners are scored on the same
episodes, whose seeds no training uses, by the environment's own rewards. The whole takes some 20 minutes of a core.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import gymnasium
import ismcts
import learners
import numpy as np
from learners import hand, place, throw, zatre
from scipy.stats import sem, t

from yardarm.envs.policies import POLICIES

SEEDS = 1, 2, 3
FRESH = 10_000
"""The seed of the first episode that scores."""


@dataclass(frozen=True)
class Curve:
    """What is learned: by which learner (None: by a search), scored in which environment, at which steps.

    baselines: policies of the environment, each called with it and a stream.
    """

    title: str
    learner: Callable | None
    env: Callable[[], gymnasium.Env]
    steps: tuple[int, ...]
    episodes: int
    baselines: Mapping[str, Callable]

    @property
    def axis(self):
        return "steps of training" if self.learner else "rounds of search a turn"


ZATRE = {
    "at random": lambda env, stream: stream.choice(np.flatnonzero(env.action_masks())),
    "sheet, the usual bot": lambda env, _stream: env.table.suggested(),
}
THROW, HAND, PLACE = (POLICIES[f"Yardarm/{name}-v0"] for name in ("ZackThrow", "RiffRaffHand", "RiffRaffPlace"))
CURVES = {
    "maskable-ppo": Curve("MaskablePPO: ZATRE", learners.maskable_ppo, zatre, (*range(0, 8193, 2048),), 20, ZATRE),
    "ismcts": Curve("ISMCTS: ZATRE", None, zatre, (4, 16, 64, 256), 6, ZATRE),
    "ppo": Curve("PPO: ZackThrow", learners.ppo, throw, (*range(0, 2049, 256),), 20, THROW),
    "sac": Curve("SAC: RiffRaffHand", learners.sac, hand, (*range(0, 2001, 250),), 20, HAND),
    "dqn": Curve("DQN: RiffRaffPlace", learners.dqn, place, (*range(0, 1501, 500),), 8, PLACE),
}


def trained(curve, seed):
    """Yield the mean return before training, and after each part of it."""
    import torch

    torch.set_num_threads(1)
    model, env = curve.learner(seed), curve.env()

    def policy(observation):
        masks = {"action_masks": env.action_masks()} if isinstance(env, learners.OneSeat) else {}
        return model.predict(observation, deterministic=True, **masks)[0]

    for before, after in zip((0, *curve.steps), curve.steps, strict=False):
        if after > before:
            model.learn(after - before, reset_num_timesteps=False)
        yield np.mean([played(env, policy, FRESH + number) for number in range(curve.episodes)])


def searched(curve, seed):
    """Yield the mean return by how many rounds are searched for a turn: each turn is learned anew."""
    env = curve.env()
    for rounds in curve.steps:
        policy = searching(env, rounds, np.random.default_rng(seed))
        yield np.mean([played(env, policy, FRESH + number) for number in range(curve.episodes)])


def searching(env, rounds, rng):
    """Return a policy that searches for a turn, and then lays its tiles one by one."""
    plan = []

    def policy(_observation):
        state, legal = env.table.match.table.state, np.flatnonzero(env.action_masks())
        space = ismcts.RULES.actions(state)
        if not plan:
            tiles = ismcts.search(state, state.to_act, rounds, rng).tiles
            plan[:] = [*map(space.encode, tiles), space.encode(ismcts.RULES.Done())]
        return plan.pop(next(at for at, number in enumerate(plan) if number in legal))

    return policy


def played(env, policy, seed):
    """Return the sum of the rewards of an episode. policy: of an observation."""
    observation, _ = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        observation, reward, terminated, truncated, _ = env.step(policy(observation))
        total, over = total + float(reward), terminated or truncated
    return total


def baseline(curve, policy):
    """Return the mean return of a policy with its interval."""
    env, stream = curve.env(), np.random.default_rng(1)
    episodes = range(FRESH, FRESH + curve.episodes)
    return interval([played(env, lambda _: policy(env, stream), seed) for seed in episodes])


def interval(values):
    """Return the mean with the ends of its 95 % interval (Student's t)."""
    mean, half = np.mean(values), t.ppf(0.975, len(values) - 1) * sem(values)
    return [round(float(number), 3) for number in (mean, mean - half, mean + half)]


def made(name):
    """Return a curve: of each seed and of the baselines, and what they were made with."""
    curve, seeds, began = CURVES[name], {}, time.process_time()
    for seed in SEEDS:
        seeds[str(seed)] = []
        for mean in (trained if curve.learner else searched)(curve, seed):
            seeds[str(seed)].append(round(float(mean), 3))
            print(f"{name}, seed {seed}: {seeds[str(seed)]}", flush=True)
    return {
        "steps": curve.steps,
        "seeds": seeds,
        "baselines": {words: baseline(curve, policy) for words, policy in curve.baselines.items()},
        "episodes": curve.episodes,
        "processor_s": round(time.process_time() - began),
        "versions": versions(),
    }


def versions():
    found = {"python": platform.python_version()}
    for name in ("yardarm", "numpy", "pymunk", "torch", "stable-baselines3", "sb3-contrib"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def draw(known, path):
    """Draw the curves: each seed thin, their mean with its interval, and the baselines with theirs."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.5, 5.6), dpi=80, layout="constrained")
    for number, (name, found) in enumerate(known.items(), 1):
        curve, steps = CURVES[name], found["steps"]
        axes = figure.add_subplot(2, 3, number, title=curve.title, xlabel=curve.axis, ylabel="return")
        seeds = np.array(list(found["seeds"].values())).T
        mean, low, high = np.array([interval(values) for values in seeds]).T
        for colour, (words, (middle, least, most)) in enumerate(found["baselines"].items(), 1):
            axes.axhspan(least, most, color=f"C{colour}", alpha=0.15, linewidth=0)
            axes.axhline(middle, color=f"C{colour}", linestyle="--", label=words)
        ends = [*seeds.flat, *(end for ends in found["baselines"].values() for end in ends)]
        axes.set_ylim(min(ends) - 0.3, max(ends) + 0.3)  # an interval of three seeds can be far wider
        axes.fill_between(steps, low, high, color="C0", alpha=0.2, linewidth=0)
        axes.plot(steps, seeds, color="C0", linewidth=0.6)
        axes.plot(steps, mean, color="C0", linewidth=2, label="learner" if curve.learner else "search")
        if not curve.learner:
            axes.set_xscale("log", base=4)
            axes.set_xticks(steps, steps)
        axes.legend(fontsize=7)
    figure.savefig(path)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=CURVES, action="append", help="a curve to make anew; again for another")
    parser.add_argument("--out", type=Path, default=Path("curves.json"), help="curves.json unless given")
    parser.add_argument("--draw", type=Path, help="a picture to draw")
    given = parser.parse_args(words)
    known = json.loads(given.out.read_text("utf-8")) if given.out.exists() else {}
    for name in given.only or [name for name in CURVES if name not in known]:
        known[name] = made(name)
        ordered = {name: known[name] for name in CURVES if name in known}
        given.out.write_text(json.dumps(ordered, indent=1) + "\n", "utf-8")
    if given.draw:
        draw(known, given.draw)


if __name__ == "__main__":
    main()
