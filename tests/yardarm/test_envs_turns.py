"""`riff_raff_v0` and `zatre_v0`: Farama's checks, and that what is played is the match of the house."""

from __future__ import annotations

import json
import pickle
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import yardarm as ya
from sim.errors import IllegalAction, InputError
from sim.seeds import rng
from tests.amounts import amount
from tests.processes import printed_by
from tests.yardarm.farama import DRAFT, Shifted, drawn, exact, known_with_masks, name_of, turns
from yardarm.envs import riff_raff_v0, zatre_v0

MODULES = (riff_raff_v0, zatre_v0)


@pytest.fixture(params=MODULES, ids=name_of)
def module(request: pytest.FixtureRequest) -> ModuleType:
    """Return an environment's module."""
    found: ModuleType = request.param
    return found


def made(module: ModuleType, **more: Any) -> Any:
    """Return the environment for two with the usual wrappers and quick physics."""
    return module.env(**{"players": 2, **DRAFT, **more})


# ------------------------------------------------------------------------------------------ Farama's checks


def test_an_environment_of_turns_passes_the_check_of_pettingzoo(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    known_with_masks(name_of(module), monkeypatch)
    api_test(made(module), num_cycles=6)


def test_two_environments_of_turns_with_one_seed_are_alike(module: ModuleType) -> None:
    seed_test(lambda: made(module), num_cycles=5)


@pytest.mark.slow
def test_every_render_mode_of_an_environment_of_turns_gives_what_it_should(module: ModuleType) -> None:
    render_test(lambda render_mode: made(module, render_mode=render_mode))
    assert module.raw_env.metadata["name"] == name_of(module)


@amount(1, full=3, whole=100)
def test_environments_of_turns_pass_the_checks_with_many_seeds(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch, amount: int
) -> None:
    known_with_masks(name_of(module), monkeypatch)
    for seed in range(amount):
        api_test(Shifted(made(module), seed), num_cycles=2)
        seed_test(lambda seed=seed: Shifted(made(module), seed), num_cycles=4)


@pytest.mark.study
def test_an_environment_of_turns_runs_the_benchmark_of_pettingzoo(module: ModuleType) -> None:
    # It measures for five seconds.
    performance_benchmark(made(module))


# ------------------------------------------------------------------------------------------ the same match


def replayed(env: Any, seed: int) -> str:
    """Return the record of the match played through `yardarm.match(...).questions()` with the same answers."""
    raw = env.unwrapped
    match = ya.match(raw.game, [seat.profile for seat in raw.seating.seats], seed=seed, **DRAFT)
    asked = match.questions()
    for line in map(json.loads, raw.record().splitlines()):
        if line["stage"] == "intent":
            question = next(asked)
            assert question.by == line["by"]
            question.answer({key: value for key, value in line.items() if key not in ("stage", "by", "question")})
    next(asked, None)
    return match._recorder.text()


def test_a_random_match_is_byte_by_byte_the_one_of_the_public_functions(module: ModuleType) -> None:
    env = made(module, players=["casual", "child"])
    turns(env, 11, 16)
    assert replayed(env, 11) == env.unwrapped.record()


@pytest.mark.study
def test_whole_random_matches_are_byte_by_byte_those_of_the_public_functions(module: ModuleType) -> None:
    for seed in range(5):
        env = made(module, players=3)
        found = turns(env, seed)
        assert replayed(env, seed) == env.unwrapped.record()
        over = [step for step in found if step[4]]
        assert {step[0] for step in over} == {"anne_0", "bert_1", "cleo_2"}
        assert sum(step[3] for step in over) == pytest.approx(0.0)


def test_an_agent_that_does_what_the_house_would_do_plays_the_match_of_the_house_at_zatre() -> None:
    env = made(zatre_v0, players=["child", "casual"])
    turns(env, 5, house=True)
    match = ya.match("zatre", ["child", "casual"], seed=5, **DRAFT)
    match.run()
    assert match._recorder.text() == env.unwrapped.record()


def test_the_nearest_action_to_a_placement_is_no_farther_than_half_a_part_of_the_wood() -> None:
    env = made(riff_raff_v0, places=5)
    env.reset(seed=2)
    raw = env.unwrapped
    for _ in range(16):
        question = raw.match.pending
        if question is None:
            break
        thought = raw._waiting.think()
        action = raw.suggested()
        answer = raw._answer(question, action)
        if question.kind == "place":
            low, high = riff_raff_v0.questions.range_mm(raw._setup, thought.slot, thought.piece, thought.stance)
            assert (answer.piece, answer.stance, answer.slot) == (thought.piece, thought.stance, thought.slot)
            assert abs(answer.x_mm - thought.x_mm) <= (high - low) / 10 + 1e-9
        else:
            assert answer == thought
        env.step(action)


def test_bots_of_the_house_play_their_seats_and_are_no_agents() -> None:
    env = made(zatre_v0, players=["casual:greedy", "child", "casual:random"])
    found = turns(env, 3, 30)
    assert {step[0] for step in found} == {"bert_1"}
    played = {line["by"] for line in map(json.loads, env.unwrapped.record().splitlines()) if line["stage"] == "intent"}
    assert played == {"Anne", "Bert", "Cleo"}


@pytest.mark.slow
def test_partners_at_zatre_take_turns_and_share_the_stakes() -> None:
    env = made(zatre_v0, players=4, config={"table.teams": True})
    found = turns(env, 4)
    ends = {step[0]: step[3] for step in found if step[4]}
    assert sorted(ends.values()) == [-1.0, -1.0, 1.0, 1.0]
    assert ends["anne_0"] == ends["bert_1"]


# ------------------------------------------------------------------------------------------ masks and legality


@given(seed=st.integers(0, 10**6), steps=st.integers(0, 14), places=st.integers(1, 6))
@settings(max_examples=4, deadline=None)
def test_a_mask_at_riff_raff_is_what_the_match_accepts(seed: int, steps: int, places: int) -> None:
    env = riff_raff_v0.raw_env(players=3, places=places, **DRAFT)
    check_masks(env, seed, steps)


@given(seed=st.integers(0, 10**6), steps=st.integers(0, 60))
@settings(max_examples=4, deadline=None)
def test_a_mask_at_zatre_is_what_the_match_accepts(seed: int, steps: int) -> None:
    env = zatre_v0.raw_env(players=3)
    check_masks(env, seed, steps)


def check_masks(env: Any, seed: int, steps: int) -> None:
    """Play at random for some steps; then no masked action may do anything, and what is open must be accepted."""
    stream = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            return
        env.step(drawn(env.observe(env.agent_selection)["action_mask"], stream))
    if env.terminations[env.agent_selection]:
        return
    question, record = env.match.pending, env.record()
    mask = env.observe(env.agent_selection)["action_mask"]
    others = [agent for agent in env.agents if agent != env.agent_selection]
    assert not any(env.observe(agent)["action_mask"].any() for agent in others)
    if question.kind == "place" and env.game == "zatre":
        state, begun = env.match.table.state, env._down
        if len(state.hand) <= zatre_v0.MOST_TILES:
            assert (env._rules.mask(state, state.to_act, begun) == mask).all()
        return
    assert [accepted(env, question, action) for action in range(len(env.words))] == list(mask.astype(bool))
    for action in np.flatnonzero(mask == 0)[:3]:
        with pytest.raises(IllegalAction, match="cannot"):
            env.step(int(action))
    assert env.record() == record


def accepted(env: Any, question: Any, action: int) -> bool:
    """Return whether the match of `riff_raff_v0` accepts an action, by its number in the rules and not by the mask."""
    first = env._first_of[env._ways[0]]
    answer: dict[str, Any]
    if action >= first:
        piece, stance = env._ways[(action - first) // env.places]
        kind, answer = "place", {"piece": piece, "stance": stance}
    else:
        decoded = env._space_of_rules.decode(action, question.by[0])
        match type(decoded).__name__:
            case "Choose":
                kind, answer = "card", {"card": decoded.card}
            case "NameCaptain":
                kind, answer = "captain", {"captain": decoded.captain}
            case "Announce":
                kind, answer = "count", {"count": decoded.count}
            case _:
                kind, answer = "order", {"order": list(decoded.order[1:])}
                if decoded.order[0] != env.match.state.captain:
                    return False
    if kind != question.kind:
        return False
    try:
        env.match._check(question, riff_raff_v0.questions.read(question, answer))
    except IllegalAction:
        return False
    return True


def test_a_side_that_has_kept_many_tiles_is_not_thought_about_for_ever() -> None:
    """Here many tiles are kept; each turn is one that the match considers, and is accepted."""
    stream = rng(14, "policy", "random")
    env = zatre_v0.raw_env(players=["casual", "casual:sheet"])
    env.reset(seed=14)
    most = 0
    for agent in env.agent_iter():
        most = max(most, len(env.match.table.state.hand))
        over = env.terminations[agent]
        env.step(None if over else drawn(env.observe(agent)["action_mask"], stream))
    assert most > zatre_v0.MOST_TILES
    assert env.match.finished


def test_an_illegal_action_ends_the_match_for_who_did_it() -> None:
    env = made(zatre_v0)
    env.reset(seed=1)
    seen, *_ = env.last()
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    rewards = {}
    for agent in env.agent_iter():
        rewards[agent] = env.last()[1]
        env.step(None)
    assert sorted(rewards.values()) == [-1.0, 0.0]


# ------------------------------------------------------------------------------------------ ends and rewards


@pytest.mark.parametrize("cycles", [1, 4])
def test_a_match_is_truncated_after_its_cycles(module: ModuleType, cycles: int) -> None:
    found = turns(made(module, max_cycles=cycles), 1)
    assert sum(step[-1] is not None for step in found) == cycles
    assert all(step[5] and not step[4] for step in found[cycles:])


def test_shaped_rewards_are_the_changes_of_the_lead(module: ModuleType) -> None:
    plain, shaped = made(module), made(module, shaping=0.5)
    first, second = turns(plain, 8, 14), turns(shaped, 8, 14)
    assert [step[-1] for step in first] == [step[-1] for step in second]
    for agent in plain.possible_agents:
        extra = sum(b[3] - a[3] for a, b in zip(first, second, strict=True) if a[0] == agent)
        extra += shaped._cumulative_rewards[agent] - plain._cumulative_rewards[agent]
        standing = shaped.unwrapped._standing()
        mine = shaped.unwrapped.seating.agents[agent]
        (other,) = standing.keys() - {mine}
        begun = 0.0 if module is zatre_v0 else -1.0 - -1.0
        assert extra == pytest.approx(0.5 * (standing[mine] - standing[other] - begun))


def test_a_seed_gives_the_same_trajectory_whatever_was_played_before(module: ModuleType) -> None:
    one, other = made(module), made(module)
    turns(other, 9, 3)
    assert exact(turns(one, 4, 8)) == exact(turns(other, 4, 8))
    one.reset(seed=4)
    one.reset()
    other.reset(seed=4)
    assert one.unwrapped.record() != other.unwrapped.record()


SCRIPT = """
import json, sys
from tests.yardarm.farama import exact, turns
from yardarm.envs import riff_raff_v0, zatre_v0
print(json.dumps([exact(turns(m.env(players=2, profile="draft"), 3, 8)) for m in (riff_raff_v0, zatre_v0)]))
"""


@pytest.mark.slow
def test_another_process_with_another_hash_seed_plays_the_same_turns() -> None:
    found = json.loads(printed_by(SCRIPT, "-W", "error", hash_seed=77))
    assert found == [exact(turns(made(module), 3, 8)) for module in MODULES]


def test_an_environment_can_be_sent_to_another_process(module: ModuleType) -> None:
    env = module.raw_env(players=2, **DRAFT)
    assert exact(turns(pickle.loads(pickle.dumps(env)), 2, 6)) == exact(turns(env, 2, 6))


# ------------------------------------------------------------------------------------------ what is seen


def test_an_observation_at_riff_raff_has_the_position_by_name() -> None:
    env = riff_raff_v0.raw_env(players=3, **DRAFT)
    turns(env, 6, 16, house=True)
    state = env.match.state
    for agent, name in env.seating.agents.items():
        seen, parts = env.observe(agent)["observation"], env.layout.slices
        around = env.seating.around(name)
        assert [int(row.argmax()) + 1 for row in seen[parts["cards"]].reshape(3, 10) if row.any()] == [
            state.cards[player] for player in around if player in state.cards
        ]
        assert seen[parts["supply"]].reshape(3, -1).sum(1) == pytest.approx(
            [state.supply_counts[player] for player in around]
        )
        assert seen[parts["round"]] == pytest.approx(state.round / state.rounds)
        assert int(seen[parts["seat"]].argmax()) == list(env.seating.agents).index(agent)


def test_an_observation_at_zatre_hides_the_racks_of_others() -> None:
    env = zatre_v0.raw_env(players=2)
    turns(env, 6, 41, house=True)
    state, parts = env.match.table.state, env.layout.slices
    for agent, name in env.seating.agents.items():
        seen = env.observe(agent)["observation"]
        own = list(state.rack[name])
        laid = [tile.value for tile in env._down] if name == state.to_act else []
        left = [own.count(value) - laid.count(value) for value in range(1, 7)]
        assert seen[parts["rack"]] * 4 == pytest.approx(left)
        on_board = sum(value > 0 for value in state.cells) + len(env._down)
        assert (seen[parts["board"]] > 0).sum() == on_board
        down = 0 if name == state.to_act else len(env._down)
        assert (seen[parts["unseen"]] * 21).sum() == pytest.approx(
            121 - sum(value > 0 for value in state.cells) - len(own) - down, abs=1e-4
        )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"players": 7}, "players: expected two to four players, found 7."),
        ({"players": ["casual:simple", "casual:simple"]}, "players: expected at least one agent"),
        (
            {"players": ["expert", "casual"]},
            "players: expected one of the skills child, casual, skilled, found 'expert'.",
        ),
        ({"players": "casual"}, "players: expected a number or a list of words, found 'casual'."),
        ({"max_cycles": 0}, "max_cycles: expected a whole number from 1, found 0."),
        ({"render_mode": "film"}, "render_mode: expected one of human, rgb_array, ansi, found 'film'."),
        ({"places": 0}, "places: expected a whole number from 1, found 0."),
        ({"config": {"ship.bal_mass_g": 3}}, "config: ship.bal_mass_g"),
    ],
)
def test_a_wrong_argument_is_refused_in_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=f"^{sentence.replace('.', chr(92) + '.')}"):
        riff_raff_v0.raw_env(**arguments)


def test_a_wrong_seed_is_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match=r"^seed: expected a whole number from 0, found -1\."):
        zatre_v0.raw_env().reset(seed=-1)
