"""Episodes of all environments that are held: copies, pickles, states and forks go on as the episode does."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest

import yardarm.envs
from sim.errors import InputError
from tests.processes import printed_by
from tests.short_matches import SHORT
from yardarm.envs import riff_raff_v0, zack_v0, zatre_v0, zigzag_v0
from yardarm.envs.holding import Holding

assert yardarm.envs.NAMESPACE


def turns(module: Any, **more: Any) -> Any:
    env = module.raw_env(profile="draft", **more)
    env.reset(seed=4)
    return env


def at_once(module: Any, game: str) -> Any:
    env = module.parallel_env(players=4, profile="draft", config=SHORT[game])
    env.reset(seed=4)
    return env


def alone(name: str, **more: Any) -> Any:
    env: Any = gymnasium.make(f"Yardarm/{name}", profile="draft", disable_env_checker=True, **more).unwrapped
    env.reset(seed=4)
    return env


MAKE: dict[str, Callable[[], Any]] = {
    "riff_raff_v0": lambda: turns(riff_raff_v0),
    "zatre_v0": lambda: turns(zatre_v0),
    "zack_v0": lambda: at_once(zack_v0, "zack"),
    "zigzag_v0": lambda: at_once(zigzag_v0, "zigzag"),
    "RiffRaffPlace-v0": lambda: alone("RiffRaffPlace-v0"),
    "ZackThrow-v0": lambda: alone("ZackThrow-v0", time_s=60.0),
    "RiffRaffHand-v0": lambda: alone("RiffRaffHand-v0", ticks_per_step=20),
}

QUICK = "zatre_v0", "riff_raff_v0"
EACH = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in MAKE]
"""All; an episode at a ship is played again from its beginning, and noise at a bowl takes many steps to be seen."""


def play(env: Any, steps: int, chance: np.random.Generator) -> list[Any]:
    """Take random steps; return all that was seen and rewarded. Begin another episode at the end of one."""
    seen: list[Any] = []
    for _ in range(steps):
        if hasattr(env, "agent_selection"):
            agent = env.agent_selection
            over = env.terminations[agent] or env.truncations[agent]
            legal = np.flatnonzero(env.observe(agent)["action_mask"])
            env.step(None if over else int(chance.choice(legal)))
            seen.append((plain(env.observe(env.agent_selection)), env.rewards, env.agent_selection, env.terminations))
        elif hasattr(env, "possible_agents"):
            if not env.agents:
                env.reset()
            choice = {agent: int(chance.choice(np.flatnonzero(env.action_masks(agent)))) for agent in env.agents}
            seen.append(plain(env.step(choice)))
        else:
            found = env.step(chance.uniform(-1.0, 1.0, env.action_space.shape).astype(np.float32))
            seen.append(plain(found))
            if found[2] or found[3]:
                seen.append(plain(env.reset()))
    return seen


def plain(found: Any) -> Any:
    return json.loads(json.dumps(found, default=lambda value: np.asarray(value).tolist()))


def under_way(name: str, steps: int = 7) -> Any:
    env = MAKE[name]()
    play(env, steps, np.random.default_rng(1))
    return env


@pytest.mark.parametrize("name", EACH)
def test_every_kind_of_copy_goes_on_as_the_episode_does(name: str) -> None:
    env = under_way(name)
    state = json.loads(json.dumps(env.save()))
    loaded = MAKE[name]()
    loaded.load(state)
    copies = [loaded, deepcopy(env), pickle.loads(pickle.dumps(env)), env.fork()]
    assert all(plain(copy.save()) == state for copy in copies)
    first, *others = (play(one, 9, np.random.default_rng(2)) for one in (env, *copies))
    assert all(other == first for other in others)
    assert all(plain(copy.save()) == plain(env.save()) for copy in copies)


@pytest.mark.parametrize("name", EACH)
def test_other_noise_changes_what_comes_and_is_the_same_for_one_seed(name: str) -> None:
    env = under_way(name)
    one, same, other = env.fork(renoise=7), env.fork(renoise=7), env.fork(renoise=8)
    again = deepcopy(one)
    steps = {"zack_v0": 150, "zigzag_v0": 150, "zatre_v0": 30}.get(name, 9)
    first, second, third, fourth, own = (
        play(each, steps, np.random.default_rng(2)) for each in (one, same, again, other, env)
    )
    assert first == second == third
    assert first != fourth
    assert first != own


@pytest.mark.slow
@pytest.mark.parametrize("name", ["zatre_v0", "ZackThrow-v0"])
def test_a_state_goes_on_in_another_process(name: str) -> None:
    env = under_way(name)
    code = (
        "import json; import numpy as np; from tests.yardarm.test_envs_held import MAKE, play;"
        f"env = MAKE[{name!r}](); env.load(json.loads({json.dumps(env.save())!r}));"
        "print(json.dumps(play(env, 5, np.random.default_rng(2))))"
    )
    assert json.loads(printed_by(code)) == plain(play(env, 5, np.random.default_rng(2)))


@pytest.mark.parametrize("name", MAKE)
def test_what_is_no_state_of_it_is_refused(name: str) -> None:
    env = MAKE[name]()
    for state, sentence in (
        ({}, "state: format: expected yardarm-episode, found None."),
        ({**env.save(), "version": 2}, "state: version: expected 1"),
        ({**env.save(), "environment": "another"}, "state: environment: expected yardarm.envs."),
        ({**env.save(), "episode": None}, "state: episode: expected one that has begun"),
        ({**env.save(), "episode": {}}, "state: episode: expected what `save` returned"),
    ):
        with pytest.raises(InputError) as refused:
            env.load(state)
        assert str(refused.value).startswith(sentence), (sentence, str(refused.value))
    with pytest.raises(InputError, match="renoise: expected a whole number"):
        env.fork(renoise=-1)


def test_a_planner_with_other_noise_sees_its_hand_miss_elsewhere() -> None:
    """Where a throw comes to lie is the hand's doing: forks of the same noise agree, those of other noise scatter."""
    env = MAKE["ZackThrow-v0"]()
    action = np.zeros(2, np.float32)

    def place(fork: Any) -> float:
        return float(fork.step(action)[0][-4:][0]) if fork.cards == 1 else float(fork.step(action)[0].sum())

    true = place(env.fork())
    assert place(env.fork()) == true
    assert len({place(env.fork(renoise=seed)) for seed in range(6)} | {true}) == 7


def test_an_environment_before_its_first_episode_is_copied() -> None:
    env = zatre_v0.raw_env()
    assert isinstance(env, Holding)
    copy = deepcopy(env)
    copy.reset(seed=1)
    env.reset(seed=1)
    assert plain(env.save()) == plain(copy.save())
