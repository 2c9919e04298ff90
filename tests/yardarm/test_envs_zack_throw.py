"""ZackThrow: what an action means, the clock, what is fetched, and what is seen."""

from __future__ import annotations

import math
from typing import Any

import gymnasium
import numpy as np
import pytest

import yardarm.envs  # noqa: F401 - registers the environments
from sim.errors import InputError
from sim.games.zack.bots.hand import Card, ThrowIntent, haste, throw_noise, throw_time_s
from sim.games.zack.throws import Thrower, throw_once
from sim.physics.bowl.state import IN_BOWL, BowlSnapshot
from sim.physics.bowl.throwing import aimed_throw, comes_down
from sim.seeds import derive
from yardarm.envs.numbers import Numbers
from yardarm.envs.zack_throw import ZackThrow

NAME = "Yardarm/ZackThrow-v0"


def made(**arguments: Any) -> ZackThrow:
    """Return the environment itself, after a reset under seed 1."""
    env = gymnasium.make(NAME, **arguments).unwrapped
    assert isinstance(env, ZackThrow)
    env.reset(seed=1)
    return env


def throw(aim: float = 0.0, pace: float = 0.0) -> Numbers:
    """Return an action."""
    return np.array([aim, pace], np.float32)


def test_an_action_is_an_aim_to_twenty_millimetres_and_a_pace_from_half_to_twice() -> None:
    env = made()
    for aim, target in ((0.0, 0.0), (0.17, -20.0), (-1.0, 100.0), (3.0, -100.0)):
        assert env.intent(throw(aim)).target_x_mm == target
    assert [env.intent(throw(0.0, pace)).pace for pace in (-1.0, 0.0, 1.0, 9.0)] == [0.5, 1.0, 2.0, 2.0]


def test_a_throw_is_the_one_of_the_lab_under_the_same_noise() -> None:
    """The environment's throw at the middle against `lab throw`, number by number."""
    env = made()
    configuration = env.configuration
    thrower = Thrower(
        configuration.setup, configuration.skills["casual"], env.distance_mm, configuration.table.hand_height_mm
    )
    outcome = throw_once(configuration.setup, BowlSnapshot(), thrower.release(1, derive(env._seed, "noise", 0)), False)
    _, reward, _, _, info = env.step(throw())
    assert info["hit"] == outcome.hit
    assert reward == float(outcome.hit)


def test_an_aim_beyond_the_middle_brings_the_card_down_as_far_beyond_it() -> None:
    """The throw and its target move together: without noise it comes down where the one at the middle does, shifted."""
    env = made()
    setup, height = env.configuration.setup, env.configuration.table.hand_height_mm
    for aim in (-0.6, 0.0, 0.6):
        intent = env.intent(throw(aim))
        direct = aimed_throw(setup, intent.distance_mm, height, intent.target_x_mm)
        found = comes_down(setup, env._meant(intent))[0]
        assert found == pytest.approx(comes_down(setup, direct)[0], abs=3.0)
        assert found == pytest.approx(100.0 * aim, abs=20.0)


def test_the_pace_takes_the_time_that_it_takes_in_a_match_and_scatters_as_there() -> None:
    env = made()
    env.step(throw(0.0, 1.0))
    intent = ThrowIntent(Card.ZACK, 1, env.distance_mm, 0.0, 2.0)
    assert env._clock_s >= throw_time_s(intent, env.skill, env.configuration.people.hand)
    setup, intents = env.configuration.setup, (env.intent(throw(0, 1.0)), env.intent(throw(0, -1.0)))
    factors = [haste(setup, each.pace, env._meant(each).speed_mm_s) for each in intents]
    hasty, slow = (
        np.std([throw_noise(env.skill, seed, factor).direction_rad for seed in range(300)]) for factor in factors
    )
    assert hasty == pytest.approx(4 * slow, rel=0.01)


def test_every_card_is_in_the_hand_or_in_the_bowl_and_the_reward_is_the_change() -> None:
    env = made(time_s=30.0)
    total, over, fetched = 0.0, False, 0
    while not over:
        before = env._clock_s
        observation, reward, terminated, truncated, info = env.step(throw(0.4, 1.0))
        total, over = total + float(reward), terminated or truncated
        fetched += info.get("fetched", 0)
        assert total == info["in_bowl"]
        assert all(env._world.where(name) == IN_BOWL for name in env._world.names())
        assert observation[env.layout.slices["cards"]].reshape(10, 5)[:, 0].sum() == info["in_bowl"]
        assert env._clock_s > before
    assert terminated
    assert total == 10
    assert info["thrown"] == 10 + fetched
    assert fetched > 0


def test_when_the_time_is_up_the_card_is_not_thrown() -> None:
    env = made(time_s=0.5)
    assert not env.step(throw())[3]
    observation, reward, terminated, truncated, info = env.step(throw())
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["thrown"] == 1
    assert observation[env.layout.slices["time"]] <= 0.0


def test_distances_are_drawn_between_two_to_twenty_millimetres() -> None:
    env = made(distance_mm=(240.0, 330.0))
    found = set()
    for seed in range(60):
        observation, _ = env.reset(seed=seed)
        found.add(env.distance_mm)
        assert observation[env.layout.slices["distance"]] == pytest.approx(env.distance_mm / 1000.0)
    assert found == {240.0, 260.0, 280.0, 300.0, 320.0}
    env.reset(seed=1, options={"distance_mm": 500.0})
    assert env.distance_mm == 500.0


def test_the_pile_is_as_high_as_its_cards_where_they_lie() -> None:
    """Counted in a second way: at each place, over the corners of every card's section."""
    env = made(time_s=60.0)
    for _ in range(4):
        observation = env.step(throw())[0]
    setup = env.configuration.setup
    places = np.linspace(-setup.half_opening_mm, setup.half_opening_mm, 19)
    pile = observation[env.layout.slices["pile"]] * setup.bowl.depth_mm
    for along, height in zip(places, pile, strict=True):
        expected = 0.0
        for name in env._world.names():
            x, y, angle = env._world.motion(name)[:3]
            half = setup.plate.length_mm / 2
            ends = [(-(x + side * half * math.cos(angle)), y + side * half * math.sin(angle)) for side in (-1, 1)]
            (a, low), (b, high) = sorted(ends)
            if a <= along <= b:
                expected = max(expected, low + (high - low) * (along - a) / (b - a))
        assert height == pytest.approx(min(expected, setup.bowl.depth_mm), abs=1e-3)
    assert pile.max() > 0.0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"cards": 0}, "cards: expected a whole number from 1 to 30"),
        ({"time_s": "long"}, "time_s: expected a number from 0.1 to 600"),
        ({"distance_mm": 50}, "distance_mm: expected a number from 200 to 1000"),
        ({"distance_mm": (300, 400, 500)}, "distance_mm: expected a number or two"),
        ({"hands": "giant"}, "hands: expected one of"),
    ],
)
def test_an_argument_that_cannot_be_is_refused_in_one_sentence(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        ZackThrow(**arguments)
    with pytest.raises(InputError, match="options: expected one of distance_mm"):
        made().reset(options={"side": 1})
