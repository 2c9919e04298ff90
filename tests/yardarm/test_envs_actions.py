"""Actions of all environments: what is none is refused in a sentence, before anything moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.utils import AECEnv

import yardarm.envs
from sim.errors import InputError
from tests.yardarm.farama import DRAFT, name_of
from yardarm.envs import riff_raff_v0, zack_v0, zatre_v0, zigzag_v0

BOXES = ("RiffRaffHand-v0", "RiffRaffPlace-v0", "ZackThrow-v0")
MATCHES = (riff_raff_v0, zatre_v0, zack_v0, zigzag_v0)
AT_ONCE = (zack_v0, zigzag_v0)
# What is no number of an action, whatever the space.
NONE = (None, 1.5, float("nan"), float("inf"), "1", -1, 10**6, True, [0], np.array([0]), np.float32(1.0))


def in_a_box(name: str) -> Any:
    """Return an environment whose actions are a Box, at the beginning of an episode."""
    env: Any = gymnasium.make(f"{yardarm.envs.NAMESPACE}/{name}", **DRAFT).unwrapped
    env.reset(seed=1)
    return env


def odd_boxes(size: int) -> Iterator[tuple[Any, str]]:
    """Yield what is no action of this many numbers, and how the refusal ends."""
    for number in (np.nan, np.inf, -np.inf):
        action = np.zeros(size, np.float32)
        action[size - 1] = number
        yield action, f"found {number} as number {size}."
    for odd in (np.zeros(size + 1), np.zeros((1, size)), None, 0.5, "up", [[0.0], [0.0, 1.0]], [None] * size):
        yield odd, "."


@pytest.mark.parametrize("name", BOXES)
def test_what_is_no_array_of_finite_numbers_is_refused_and_nothing_moves(name: str) -> None:
    env, untouched = in_a_box(name), in_a_box(name)
    (size,) = env.action_space.shape
    for action, ends in odd_boxes(size):
        with pytest.raises(InputError) as refused:
            env.step(action)
        sentence = str(refused.value)
        assert sentence.startswith(f"action: expected {size} finite numbers, found ")
        assert sentence.endswith(ends)
    good = np.full(size, 0.25)
    (seen, *more), (expected, *others) = env.step(good.tolist()), untouched.step(good)
    assert (seen == expected).all()
    assert repr(more) == repr(others)


def test_a_discrete_action_is_a_whole_number_of_its_space() -> None:
    env: Any = gymnasium.make(f"{yardarm.envs.NAMESPACE}/RiffRaffPlace-v0", actions="discrete", **DRAFT).unwrapped
    env.reset(seed=1)
    for action in NONE:
        with pytest.raises(InputError, match=r"^action: expected a whole number from 0 to 230, found "):
            env.step(action)
    assert env.intent(np.array(7)) == env.intent(np.int64(7)) == env.intent(7)


def opened(module: ModuleType, kind: str) -> Any:
    env = getattr(module, kind)(players={zack_v0: 3, zigzag_v0: 4}.get(module, 2), **DRAFT)
    env.reset(seed=1)
    return env


@pytest.mark.parametrize("kind", ["env", "raw_env"])
@pytest.mark.parametrize("module", MATCHES, ids=name_of)
def test_what_is_no_action_of_the_deciding_agent_is_refused(module: ModuleType, kind: str) -> None:
    env = opened(module, kind)
    assert isinstance(env, AECEnv)
    agent, last = env.agent_selection, env.action_space(env.agent_selection).n - 1
    for action in NONE:
        with pytest.raises(InputError, match=f"^action: expected a whole number from 0 to {last}, found "):
            env.step(action)
    assert env.agent_selection == agent
    assert not any(env.terminations.values())


@pytest.mark.parametrize("module", AT_ONCE, ids=name_of)
def test_where_all_act_at_once_each_agent_needs_an_action(module: ModuleType) -> None:
    env = opened(module, "parallel_env")
    before_s, first = env.match.time_s, env.agents[0]
    for action in NONE:
        with pytest.raises(InputError, match=f"^actions: {first}: expected a whole number from 0 to "):
            env.step({**dict.fromkeys(env.agents, 0), first: action})
    for actions in ({}, None, [0, 0, 0]):
        with pytest.raises(InputError, match=f"^actions: expected one for each agent, found none for {first}"):
            env.step(actions)
    assert env.match.time_s == before_s


@pytest.mark.parametrize("module", MATCHES, ids=name_of)
def test_masks_are_booleans_of_the_agent_that_decides(module: ModuleType) -> None:
    env = opened(module, "parallel_env" if module in AT_ONCE else "env")
    agent = env.agents[0] if module in AT_ONCE else env.agent_selection
    masks = env.action_masks(agent) if module in AT_ONCE else env.action_masks()
    assert masks.dtype == bool
    seen = env._observe(env.seating.agents[agent]) if module in AT_ONCE else env.observe(agent)
    assert (masks == seen["action_mask"]).all()
    assert masks.any()


@pytest.mark.parametrize("module", MATCHES, ids=name_of)
def test_the_table_is_printed_for_a_human(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    made = partial(module.env, players={zack_v0: 3, zigzag_v0: 4}.get(module, 2), **DRAFT)
    env = made(render_mode="human")
    env.reset(seed=1)
    printed = capsys.readouterr().out
    assert env.render() is None
    assert capsys.readouterr().out == printed != ""
