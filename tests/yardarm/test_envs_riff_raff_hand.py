"""RiffRaffHand: what the hand can do, what it sees, and how an episode ends."""

from __future__ import annotations

import math
from typing import Any

import gymnasium
import numpy as np
import pytest

import yardarm.envs  # noqa: F401 - registers the environments
from sim.errors import InputError
from sim.physics.contact.profiles import TICK_HZ
from sim.seeds import rng
from yardarm.envs.numbers import Numbers
from yardarm.envs.policies import set_down
from yardarm.envs.riff_raff_hand import RiffRaffHand

NAME = "Yardarm/RiffRaffHand-v0"


def made(**arguments: Any) -> RiffRaffHand:
    """Return the environment itself, after a reset under seed 1 with a crate for slot 6 of an empty ship."""
    env = gymnasium.make(NAME, **arguments).unwrapped
    assert isinstance(env, RiffRaffHand)
    env.reset(seed=1, options={"slot": 6, "piece": "crate", "cargo": 0})
    return env


def move(x: float = 0.0, y: float = 0.0, turn: float = 0.0, opens: float = -1.0) -> Numbers:
    """Return an action."""
    return np.array([x, y, turn, opens], np.float32)


def test_the_hand_goes_as_far_as_a_carrying_hand_goes_in_a_step() -> None:
    env = made(noise=False)
    x, y = env.hand_mm
    for _ in range(6):
        env.step(move(1.0, -1.0))
    there = env.hand_mm
    assert there[0] - x == pytest.approx(6 * env.step_mm, abs=0.1)
    assert there[1] - y == pytest.approx(-6 * env.step_mm, abs=0.1)
    assert env.step_mm == pytest.approx(env.skill.carry_speed_mm_s * env.ticks_per_step / TICK_HZ)


def test_the_hand_turns_the_piece_no_faster_than_a_wrist() -> None:
    env = made(noise=False)
    for _ in range(6):
        env.step(move(turn=9.0))
    assert env.attempt._angle == pytest.approx(6 * env.step_rad, abs=1e-6)


def test_ticks_in_a_step_are_the_control_ticks_of_the_physics() -> None:
    for ticks in (1, 4):
        env = made(ticks_per_step=ticks)
        before = env.attempt.world.ticks
        env.step(move())
        assert env.attempt.world.ticks - before == ticks
        assert env.metadata["render_fps"] == TICK_HZ // ticks


def test_a_target_runs_a_little_ahead_of_a_hand_that_wood_holds_back_and_no_more() -> None:
    env = made(noise=False)
    for _ in range(20):
        env.step(move(0.0, -1.0))
        env.step(move(-0.2, -1.0))
    for _ in range(30):
        env.step(move(-1.0, -1.0))
        assert math.dist(env._hand.place[:2], env.hand_mm) < 25.0 + env.step_mm * math.sqrt(2) + 1.0


def test_the_hand_does_not_open_over_another_slot_and_opens_over_its_own() -> None:
    env = made(noise=False)
    env.reset(seed=1, options={"slot": 9, "piece": "crate", "cargo": 0})
    x, _ = env.attempt.world.to_ship(env.hand_mm)
    for _ in range(round((130.0 + x) / env.step_mm)):
        env.step(move(1.0 if x < 30.0 else -1.0))
    for _ in range(20):
        away = 30.0 - env.attempt.world.to_ship(env.hand_mm)[0]
        env.step(move(away / env.step_mm))
    _, reward, terminated, _, info = env.step(move(opens=1.0))
    assert info["refused"]
    assert not info["let_go"]
    assert not terminated
    assert reward == 0.0
    assert "cannot open here" in env._words


def test_a_piece_set_down_stays_and_the_episode_ends() -> None:
    env = made()
    over = False
    rewards = []
    while not over:
        _, reward, terminated, truncated, info = env.step(set_down(env, rng(1)))
        rewards.append(reward)
        over = terminated or truncated
    assert terminated
    assert info["let_go"]
    assert rewards == [0.0] * (len(rewards) - 1) + [1.0]
    assert env._stowage[6] == ("crate",)


def test_a_piece_dropped_beside_the_ship_falls() -> None:
    env = made()
    _, reward, terminated, _, info = env.step(move(1.0, opens=1.0))
    assert terminated
    assert reward == -1.0
    assert info["fallen"] + info["caught"] == 1


def test_a_hand_that_never_opens_is_cut_off_with_the_piece_in_it() -> None:
    env = made(max_steps=3)
    assert [env.step(move())[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]
    assert env.attempt.hand is not None


def test_a_hand_above_120_mm_s_throws() -> None:
    thrown, set_free = made(noise=False), made(noise=False)
    for env, speed in ((thrown, 1.0), (set_free, 0.1)):
        for _ in range(3):
            env.step(move(-speed, speed))
        env.step(move(-speed, speed, opens=1.0))
    assert thrown.attempt.thrown
    assert not set_free.attempt.thrown


def test_the_error_of_the_hand_is_not_seen_and_does_move_the_piece() -> None:
    """Its owner sees the hand where they mean it to be; the piece is elsewhere by the error, drawn with the seed."""
    env, perfect = made(), made(noise=False)
    error = env._hand.error
    assert abs(error[0]) > 0.05
    for one in (env, perfect):
        for _ in range(12):
            one.step(move(-0.5))
    for axis in (0, 1):
        assert env.hand_mm[axis] == pytest.approx(perfect.hand_mm[axis], abs=1.5)
    assert env.piece_place[0] == pytest.approx(perfect.piece_place[0], abs=3.0)
    hand = env.attempt.hand
    assert hand.body.position.x - env.hand_mm[0] == pytest.approx(error[0])


def test_the_numbers_are_the_places_of_hand_and_piece() -> None:
    """Counted in a second way: from the bodies of the physics."""
    env = made(noise=False)
    for _ in range(5):
        observation = env.step(move(-0.7, -0.3))[0]
    attempt = env.attempt
    hand = attempt.hand
    x, y = attempt.world.to_ship((hand.body.position.x, hand.body.position.y))
    part = env.layout.slices
    assert observation[part["hand"]] == pytest.approx([x / env._ship.half_mm, y / env._ship.top_mm], abs=1e-6)
    corners = [attempt.cargo.body.local_to_world(corner) for corner in attempt.cargo.section.corners]
    lowest = min(attempt.world.to_ship((corner.x, corner.y))[1] for corner in corners)
    assert observation[part["height"]][0] == pytest.approx((lowest - attempt.slot.surface_mm) / 40.0, abs=1e-3)
    assert observation[part["slot"]].tolist() == [float(number == 6) for number in range(1, 11)]
    assert not observation[part["cargo"]].any()  # the held piece is not aboard


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"ticks_per_step": 0}, "ticks_per_step: expected a whole number from 1"),
        ({"cargo": 99}, "cargo: expected a whole number from 0 to 12"),
        ({"sway_deg": 40}, "sway_deg: expected a number from 0 to 15"),
        ({"hands": "none"}, "hands: expected one of"),
        ({"render_mode": "human"}, "render_mode: expected one of rgb_array, ansi"),
    ],
)
def test_an_argument_that_cannot_be_is_refused_in_one_sentence(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        RiffRaffHand(**arguments)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"slot": 0}, "slot: expected a whole number from 1 to 10"),
        ({"piece": "anchor"}, "piece: expected one of boat"),
        ({"heel": 3}, "options: expected one of slot, piece, cargo"),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_one_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        made().reset(seed=1, options=options)


@pytest.mark.study
def test_set_down_beats_chance_by_far() -> None:
    env = gymnasium.make(NAME)
    scores: dict[bool, list[float]] = {True: [], False: []}
    for skilled, found in scores.items():
        stream = rng(1, "policy")
        for seed in range(40):
            env.reset(seed=seed)
            total, over = 0.0, False
            while not over:
                drawn = stream.uniform(-1, 1, 4).astype(np.float32)
                _, reward, terminated, truncated, _ = env.step(set_down(env, stream) if skilled else drawn)
                total, over = total + float(reward), terminated or truncated
            found.append(total)
    assert np.mean(scores[True]) > 0.7
    assert np.mean(scores[False]) < 0.0
