"""The law of versions: what `-vN` of an environment stands for, so that nothing changes silently.

An agent's score means something only on the environment that it was trained for. A version is therefore tied to the
digest of the game's shipped configuration, and to that of a short episode under a fixed policy: if either changes, a
test fails.

How to raise N: give the environment its next name (in `ENTRY_POINTS`, or as a module `..._vN`) and take the old one
out, since the values that it stood for are gone; run `python -m studies.env_versions`, which prints this table as it
is now; put the new line in the place of the old one; say in docs/reference/environments.md and CHANGELOG.md what
changed. Only a change that no number of the episode can show (a name, a sentence) leaves N as it is.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.configuration import load_configuration
from sim.seeds import rng
from sim.spec import load_named
from yardarm.envs.policies import fixed_action

STEPS, TURNS, TICKS = 12, 24, 60
"""The steps of the fixed episode; where agents take turns; where all act at once."""
SEED = 17
DIGITS = 3
"""The digits behind the point that the digest of an episode sees; beyond them machines may differ."""


@dataclass(frozen=True, slots=True)
class Version:
    """The digests that an environment had when it got its number: of its game's configuration, and of an episode."""

    game: str
    configuration: str
    trajectory: str


VERSIONS: Mapping[str, Version] = {
    "riff_raff_v0": Version("riff-raff", "333979b33ada58cd", "7c77f39f0624514f"),
    "zatre_v0": Version("zatre", "52a5e27ecc908ebd", "98249aa7944a1e62"),
    "zack_v0": Version("zack", "14a8b57d55539899", "05094ca747d57fa8"),
    "zigzag_v0": Version("zigzag", "64d862686ec2401f", "47dc62c46175f5dc"),
    "Yardarm/RiffRaffHand-v0": Version("riff-raff", "333979b33ada58cd", "f60a62b6f77dd0c5"),
    "Yardarm/RiffRaffPlace-v0": Version("riff-raff", "333979b33ada58cd", "baae9d3e7d8dc475"),
    "Yardarm/ZackThrow-v0": Version("zack", "14a8b57d55539899", "17b102f9d35e96a2"),
}


def current(name: str) -> Version:
    """Return what an environment of the table is now."""
    game = VERSIONS[name].game
    return Version(game, load_configuration(game).digest, trajectory_digest(_episode(name)))


def why_changed(name: str) -> str:
    """Return one sentence that says what has changed about an environment since it got its number; empty if nothing."""
    then, now = VERSIONS[name], current(name)
    changed = [
        what
        for what, before, after in (
            ("the configuration of its game", then.configuration, now.configuration),
            ("its behaviour in a fixed episode", then.trajectory, now.trajectory),
        )
        if before != after
    ]
    if not changed:
        return ""
    return (
        f"{name}: {' and '.join(changed)} changed, so scores before and after cannot be compared: raise the number of "
        f"its version, as studies/env_versions.py says, or take the change back. It is now {now}."
    )


def trajectory_digest(steps: Iterable[Any]) -> str:
    """Return sixteen hexadecimal digits of a trajectory: arrays and numbers, also in tuples, lists and mappings."""
    found = hashlib.sha256()
    for part in chain.from_iterable(_numbers(step) for step in steps):
        # Adding 0 makes -0.0 and 0.0 the same.
        found.update((np.round(part, DIGITS) + 0.0).tobytes())
    return found.hexdigest()[:16]


def _numbers(value: Any) -> Iterator[npt.NDArray[np.float64]]:
    if isinstance(value, Mapping):
        for key in sorted(value):
            yield from _numbers(value[key])
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _numbers(part)
    else:
        yield np.asarray(value, dtype=np.float64).reshape(-1)


def _episode(name: str) -> Iterator[Any]:
    """Yield what an environment answers in its fixed episode."""
    if "/" in name:
        return _gymnasium_episode(name)
    module: Any = load_named("environments", name, f"yardarm.envs.{name}", ModuleType)
    if hasattr(module, "parallel_env"):
        return _at_once_episode(module.parallel_env(), name)
    return _turns_episode(module.raw_env(), name)


def _drawn(mask: Any, stream: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[math.floor(stream.random() * len(legal))])


def _turns_episode(env: Any, name: str) -> Iterator[Any]:
    stream = rng(SEED, "policy", name)
    env.reset(seed=SEED)
    for _ in range(TURNS):
        seen = env.observe(env.agent_selection)
        yield seen, env.rewards
        env.step(_drawn(seen["action_mask"], stream))


def _at_once_episode(env: Any, name: str) -> Iterator[Any]:
    stream = rng(SEED, "policy", name)
    seen, _ = env.reset(seed=SEED)
    for _ in range(TICKS):
        actions = {agent: _drawn(seen[agent]["action_mask"], stream) for agent in env.agents}
        seen, rewards, *_ = env.step(actions)
        yield seen, rewards


def _gymnasium_episode(name: str) -> Iterator[Any]:
    import gymnasium

    env = gymnasium.make(f"yardarm.envs:{name}")
    stream = rng(SEED, "policy", name)
    try:
        yield env.reset(seed=SEED)[0]
        for _ in range(STEPS):
            observation, reward, terminated, truncated, _ = env.step(fixed_action(env.action_space, stream))
            yield observation, reward, terminated, truncated
            if terminated or truncated:
                yield env.reset()[0]
    finally:
        env.close()


def main() -> None:
    """Print the table as it is now."""
    for name in VERSIONS:
        now = current(name)
        print(f'    "{name}": Version("{now.game}", "{now.configuration}", "{now.trajectory}"),')


if __name__ == "__main__":
    main()
