"""Runs of PettingZoo's environments for the tests: episodes under a policy, and Farama's checks without any warning."""

from __future__ import annotations

import hashlib
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test
from pettingzoo.utils.wrappers import BaseParallelWrapper, BaseWrapper

from sim.seeds import rng

DRAFT = {"profile": "draft"}
"""Coarse physics: as quick as it can be."""

checks = api_test.__globals__
"""The names of the module of PettingZoo's check, two of which list its own environments with masks."""


def name_of(module: ModuleType) -> str:
    """Return the name of a module's environment."""
    return module.__name__.rpartition(".")[2]


def known_with_masks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter an environment in PettingZoo's lists of those whose observations are dicts with a mask.

    `api_test` warns of such observations unless the environment is one of PettingZoo's own; all other warnings stay.
    """
    for listed in ("env_obs_dicts", "env_obs_space"):
        monkeypatch.setitem(checks, listed, [*checks[listed], name])


class Shifted(BaseWrapper):
    """An AEC environment whose seeds are higher by `by`, so that checks that name a seed can be run on others."""

    def __init__(self, env: Any, by: int) -> None:
        super().__init__(env)
        self._by = by

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; without a seed, that of `by`."""
        super().reset(self._by + (seed or 0), options)


class ShiftedParallel(BaseParallelWrapper):
    """The same of a parallel environment."""

    def __init__(self, env: Any, by: int) -> None:
        super().__init__(env)
        self._by = by

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin a match; without a seed, that of `by`."""
        return super().reset(self._by + (seed or 0), options)


def drawn(mask: Any, stream: np.random.Generator) -> int:
    """Return a legal action, each as likely as the others."""
    legal = np.flatnonzero(mask)
    return int(legal[int(stream.integers(len(legal)))])


def turns(env: Any, seed: int, most: int = 10**6, house: bool = False) -> list[Any]:
    """Return what the agents of an AEC environment see and get in an episode at random, or as the house's bots do."""
    stream = rng(seed, "policy")
    found: list[Any] = []
    env.reset(seed=seed)
    for agent in env.agent_iter(most):
        seen, reward, terminated, truncated, _ = env.last()
        assert env.observation_space(agent).contains(seen)
        action = None
        if not (terminated or truncated):
            action = env.unwrapped.suggested() if house else drawn(seen["action_mask"], stream)
        found.append((agent, seen["observation"], seen["action_mask"], reward, terminated, truncated, action))
        env.step(action)
    return found


def ticks(env: Any, seed: int, most: int) -> list[Any]:
    """Return what the agents of a parallel environment see and get in an episode at random."""
    stream = rng(seed, "policy")
    seen, _ = env.reset(seed=seed)
    found: list[Any] = []
    for _ in range(most):
        if not env.agents:
            break
        actions = {agent: drawn(seen[agent]["action_mask"], stream) for agent in env.agents}
        seen, rewards, terminations, truncations, infos = env.step(actions)
        for agent, one in seen.items():
            assert env.observation_space(agent).contains(one)
            found.append(
                (agent, one["observation"], one["action_mask"], rewards[agent], terminations[agent], truncations[agent])
            )
            assert set(infos[agent]) <= {"refused"}
    return found


def exact(found: list[Any]) -> str:
    """Return a digest of all bits of a trajectory."""
    digest = hashlib.sha256()
    for step in found:
        for part in step:
            digest.update(part.tobytes() if isinstance(part, np.ndarray) else repr(part).encode())
    return digest.hexdigest()
