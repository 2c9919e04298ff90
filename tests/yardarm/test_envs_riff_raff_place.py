"""RiffRaffPlace: actions, the rules that it keeps, its rewards, and what it does alike to a match."""

from __future__ import annotations

from collections import Counter
from typing import Any

import gymnasium
import numpy as np
import pytest

import yardarm.envs  # noqa: F401 - registers the environments
from sim.errors import InputError
from sim.games.riff_raff.match.questions import range_mm
from sim.lab.place import Placing
from sim.people.execution import PlaceIntent
from sim.physics.ship.state import Snapshot
from sim.seeds import derive, rng
from yardarm.envs.policies import fixed_action, look_ahead, simple
from yardarm.envs.riff_raff_place import ME, PLACES, RiffRaffPlace

NAME = "Yardarm/RiffRaffPlace-v0"


def made(**arguments: Any) -> RiffRaffPlace:
    """Return the environment itself, in reset under seed 1."""
    env = gymnasium.make(NAME, **arguments).unwrapped
    assert isinstance(env, RiffRaffPlace)
    env.reset(seed=1)
    return env


def box(env: RiffRaffPlace, kind: str, stance: str, place: float = 0.0) -> Any:
    """Return the action for a way and a place."""
    action = np.full(len(env.ways) + 1, -1.0, np.float32)
    action[env.ways.index((kind, stance))] = 1.0
    action[-1] = place
    return action


def test_a_place_goes_from_the_port_to_the_starboard_end_of_what_a_match_allows() -> None:
    env = made()
    low, high = range_mm(env.configuration.setup, env.slot, "crate", "upright")
    for place, x_mm in ((-1.0, low), (0.0, (low + high) / 2), (1.0, high), (9.0, high)):
        intent = env.intent(box(env, "crate", "upright", place))
        assert (intent.kind, intent.stance, intent.slot) == ("crate", "upright", env.slot)
        assert intent.x_mm == pytest.approx(x_mm)


def test_a_way_that_is_not_in_the_hand_stands_for_the_best_one_that_is() -> None:
    env = made()
    env.reset(seed=1, options={"cargo": "7:rat,10:rat"})
    action = box(env, "rat", "flat")
    action[env.ways.index(("chest", "upright"))] = 0.5
    assert env.intent(action).kind == "chest"
    mask = env._info()["action_mask"]
    assert {kind for (kind, _), there in zip(env.ways, mask, strict=True) if not there} == {"rat"}


def test_a_number_whose_piece_is_not_in_the_hand_stands_for_the_next_that_is() -> None:
    env = made(actions="discrete")
    env.reset(seed=1, options={"cargo": "7:rat,10:rat"})
    rat, last = env.ways.index(("rat", "flat")), len(env.ways) - 1
    assert env.intent(rat * PLACES).kind == env.ways[rat + 1][0]
    env.reset(seed=1, options={"cargo": "7:chest,10:chest"})
    assert env.intent(last * PLACES + 3).kind == env.ways[0][0]
    mask = env._info()["action_mask"]
    assert mask.shape == (env.action_space.n,)
    assert mask.sum() == PLACES * last
    assert env.action_space.contains(env.action_space.sample(mask))


@pytest.mark.parametrize("actions", ["box", "discrete"])
def test_an_intent_made_an_action_is_the_same_intent_as_near_as_an_action_can(actions: str) -> None:
    env = made(actions=actions)
    for kind, stance in env.ways:
        low, high = range_mm(env.configuration.setup, env.slot, kind, stance)
        meant = PlaceIntent(kind, stance, env.slot, low + 0.3 * (high - low))
        found = env.intent(env.action(meant))
        assert (found.kind, found.stance) == (kind, stance)
        assert found.x_mm == pytest.approx(meant.x_mm, abs=(high - low) / PLACES)


def test_masks_are_those_of_sb3_contrib_where_actions_are_discrete() -> None:
    env = made(actions="discrete")
    masks = env.action_masks()
    assert masks.dtype == bool
    assert masks.shape == (env.action_space.n,)
    assert (masks == env._info()["action_mask"]).all()
    with pytest.raises(InputError, match="action_masks: expected actions='discrete'"):
        made().action_masks()


def test_a_step_is_a_placement_as_the_lab_makes_it_under_the_same_noise() -> None:
    """The environment's trial against `lab place`, bit for bit: both are what a match executes."""
    env = made()
    seed = env._seed
    intent = env.intent(box(env, "crate", "upright", 0.1))
    _, _, _, _, info = env.step(box(env, "crate", "upright", 0.1))
    setup = env.configuration.setup
    result = Placing(setup, Snapshot(), env.configuration.skills["casual"], intent).trial(derive(seed, "noise", 0))
    assert info["fallen"] == len(result.fallen)
    assert info["aboard"] == sum(len(names) for names in result.aboard.values())
    assert info["stays"] == any("placed" in names for names in result.aboard.values())


@pytest.mark.slow
def test_the_slots_are_the_ten_cards_and_then_the_ten_cards_again() -> None:
    env = made()
    slots = []
    over = False
    while not over:
        slots.append(env.slot)
        over = any(env.step(simple(env, rng(1)))[2:4])
    assert len(slots) > 10
    for block in (slots[:10], slots[10:]):
        assert len(set(block)) == len(block)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_rewards_count_what_stays_and_what_falls_and_no_piece_is_lost(seed: int) -> None:
    """Counted in a second way: the pieces in hand, aboard and caught are always the sixteen of two sets."""
    env = made()
    env.reset(seed=seed)
    stream, total, events = rng(seed, "policy"), 0.0, Counter[str]()
    over = False
    while not over:
        before = env._state.supply_counts[ME]
        _, reward, terminated, truncated, info = env.step(fixed_action(env.action_space, stream))
        total += float(reward)
        events.update(stays=info["stays"], gone=info["fallen"] + info["caught"])
        left, state = info["left"], env._state
        aboard = sum(len(pieces) for pieces in state.ship.values())
        removed = sum(state.removed.values())
        assert left + aboard + removed == 16
        assert info["aboard"] == aboard == len(env._snapshot.cargo)
        assert left <= before + info["fallen"]
        over = terminated or truncated
        assert terminated == (left == 0)
    assert total == events["stays"] - events["gone"]


def test_an_episode_ends_when_the_hand_is_empty_and_is_cut_off_after_its_steps() -> None:
    env = made(hands="skilled")
    kinds = ("boat", "barrel", "bottle", "crate", "plank", "rat", "chest")
    cargo = ",".join(f"{slot}:{kind}" for slot, kind in zip((1, 2, 3, 4, 5, 6, 7), kinds, strict=True))
    env.reset(seed=1, options={"cargo": cargo})
    assert env._info()["left"] == 9
    short = made(max_steps=2)
    assert [short.step(simple(short, rng(1)))[3] for _ in range(2)] == [False, True]


def test_options_load_the_ship_and_deal_the_slots() -> None:
    env = made()
    observation, info = env.reset(seed=1, options={"cargo": "7:rat,10:crate", "slots": [5, 6]})
    assert info["aboard"] == 2
    assert info["left"] == 14
    assert info["slot"] == 5
    stowage = observation[env.layout.slices["stowage"]].reshape(10, 8)
    assert np.argwhere(stowage).tolist() == [[6, 6], [9, 3]]
    assert stowage.max() == 0.5
    cargo = observation[env.layout.slices["cargo"]].reshape(16, 5)
    assert cargo[:, 0].sum() == 2
    assert cargo[cargo[:, 0] == 1][0, 1] > 0  # the crate of slot 10 lies to starboard
    env.step(simple(env, rng(1)))
    assert env.slot == 6


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"hands": "nobody"}, "hands: expected one of child, casual, skilled"),
        ({"actions": "words"}, "actions: expected one of box, discrete"),
        ({"catch": "some"}, "catch: expected one of all, others, none"),
        ({"max_steps": 0}, "max_steps: expected a whole number from 1"),
        ({"config": {"ship.ball": 3}}, "ball"),
        ({"profile": "rough"}, "profile"),
    ],
)
def test_an_argument_that_cannot_be_is_refused_in_one_sentence(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        gymnasium.make(NAME, **arguments)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cargos": ""}, "options: expected one of cargo, slots"),
        ({"cargo": "7:rat,8:rat,9:rat"}, "cargo: expected at most 2 rat"),
        ({"cargo": "77:rat"}, "cargo: 77:rat: expected a slot"),
        ({"slots": [11]}, "slots: expected a whole number from 1 to 10"),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_one_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        made().reset(seed=1, options=options)


def test_other_hands_and_another_design_are_another_environment() -> None:
    env = made(hands="child", config={"ship.ball_mass_g": 90.0})
    assert env.configuration.setup.ship.measures.ball_mass_g == 90.0
    observation, _ = env.reset(seed=1)
    usual, _ = made().reset(seed=1)
    spread = env.layout.slices["spread"]
    assert observation[spread] > usual[spread]


def test_the_house_s_bots_choose_actions_of_the_environment() -> None:
    env = made()
    for policy in (simple, look_ahead):
        action = policy(env, rng(1))
        assert env.action_space.contains(action)
        assert env.intent(action).slot == env.slot


def test_every_number_of_an_observation_has_a_name_and_a_meaning() -> None:
    env = made()
    rows = env.layout.table()
    assert len(rows) == len(env.layout.slices)
    assert sum(part.count for part in env.layout.parts) == env.observation_space.shape[0]
    assert all(part.words for part in env.layout.parts)
