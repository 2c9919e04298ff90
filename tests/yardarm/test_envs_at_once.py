"""`zack_v0` and `zigzag_v0`: Farama's checks, reading, masks, and records that replay."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

import yardarm.command
from sim.errors import InputError
from sim.match.at_once import NOTHING
from tests.amounts import amount
from tests.processes import printed_by
from tests.yardarm.farama import (
    DRAFT,
    Shifted,
    ShiftedParallel,
    drawn,
    exact,
    known_with_masks,
    name_of,
    ticks,
    turns,
)
from yardarm.envs import zack_v0, zigzag_v0

MODULES = (zack_v0, zigzag_v0)


@pytest.fixture(params=MODULES, ids=name_of)
def module(request: pytest.FixtureRequest) -> ModuleType:
    """Return an environment's module."""
    found: ModuleType = request.param
    return found


def made(module: ModuleType, **more: Any) -> Any:
    """Return the parallel environment for as few as may play, with quick physics."""
    return module.parallel_env(**{"players": 3 if module is zack_v0 else 4, **DRAFT, **more})


def by_turns(module: ModuleType, **more: Any) -> Any:
    """Return the AEC environment of the same."""
    return module.env(**{"players": 3 if module is zack_v0 else 4, **DRAFT, **more})


# ------------------------------------------------------------------------------------------ Farama's checks


def test_a_parallel_environment_passes_the_check_of_pettingzoo(module: ModuleType) -> None:
    parallel_api_test(made(module), num_cycles=12)


def test_its_environment_of_turns_passes_the_check_of_pettingzoo(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    known_with_masks(name_of(module), monkeypatch)
    api_test(by_turns(module), num_cycles=6)


def test_two_parallel_environments_with_one_seed_are_alike(module: ModuleType) -> None:
    parallel_seed_test(lambda: made(module), num_cycles=5)
    seed_test(lambda: by_turns(module), num_cycles=3)


def test_a_parallel_environment_ends_after_its_cycles(module: ModuleType) -> None:
    max_cycles_test(module)


@pytest.mark.slow
def test_every_render_mode_of_a_parallel_environment_gives_what_it_should(module: ModuleType) -> None:
    render_test(lambda render_mode: by_turns(module, render_mode=render_mode))
    assert module.parallel_env.metadata["name"] == name_of(module)


@amount(1, full=3, whole=100)
def test_parallel_environments_pass_the_checks_with_many_seeds(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch, amount: int
) -> None:
    known_with_masks(name_of(module), monkeypatch)
    for seed in range(amount):
        parallel_api_test(ShiftedParallel(made(module), seed), num_cycles=10)
        parallel_seed_test(lambda seed=seed: ShiftedParallel(made(module), seed), num_cycles=3)
        api_test(Shifted(by_turns(module), seed), num_cycles=2)
        seed_test(lambda seed=seed: Shifted(by_turns(module), seed), num_cycles=2)


@pytest.mark.study
def test_an_environment_of_all_at_once_runs_the_benchmark_of_pettingzoo(module: ModuleType) -> None:
    # It measures for five seconds.
    performance_benchmark(by_turns(module))


# ------------------------------------------------------------------------------------------ time, ends and rewards


def test_a_step_lasts_a_tenth_of_a_second_except_while_cards_are_dealt(module: ModuleType) -> None:
    env = made(module)
    seen, _ = env.reset(seed=1)
    assert not env._idle()
    for _ in range(20):
        before_s = env.match.time_s
        seen, *_ = env.step({agent: drawn(seen[agent]["action_mask"], np.random.default_rng(0)) for agent in seen})
        assert env.match.time_s - before_s == pytest.approx(0.1)


@pytest.mark.parametrize("reading", ["human", "perfect"])
def test_where_nobody_does_anything_the_table_is_not_waited_for_for_ever(module: ModuleType, reading: str) -> None:
    env = made(module, reading=reading, max_cycles=40)
    env.reset(seed=1)
    for cycle in range(40):
        _, rewards, terminations, truncations, _ = env.step(dict.fromkeys(env.agents, 0))
        assert not any(terminations.values())
        assert all(out == (cycle == 39) for out in truncations.values())
    assert env.agents == []
    assert set(rewards.values()) == {0.0}


def test_a_table_that_waits_for_an_agent_that_does_nothing_goes_on_by_itself_in_the_end() -> None:
    """After 20 s the usual strategy of the agent's hands ends the stop: only then it is illegal to do nothing."""

    def first_stop(idle: bool) -> tuple[float, str, str]:
        """Return how long the first stop lasts (s), what was refused in it, and the record."""
        env = made(zack_v0)
        env.reset(seed=7)
        began_s, why = None, ""
        while began_s is None or env.match.table.state.stopped:
            idles = idle and env.match.table.state.stopped
            *_, infos = env.step({agent: 0 if idles else zack_v0.simple(env, agent) for agent in env.agents})
            why = why or next((info["refused"] for info in infos.values() if info), "")
            if began_s is None and env.match.table.state.stopped:
                began_s = env.match.time_s
            assert env.match.time_s < 90.0, "play never stops, or never goes on"
        return env.match.time_s - began_s, why, env.record()

    # What led to the stop is settled and tidied up in either.
    (usual_s, never, _), (idle_s, why, record) = first_stop(idle=False), first_stop(idle=True)
    assert idle_s - usual_s == pytest.approx(20.0, abs=3.0)
    assert (never, "20 s" in why) == ("", True)
    assert '"fault":"illegal"' in record


@pytest.mark.study
def test_whole_matches_end_and_everybody_s_stakes_add_up_to_nothing(module: ModuleType) -> None:
    env = made(module, config={"table.wins": 1} if module is zack_v0 else {"table.most_minutes": 5})
    env.reset(seed=3)
    total = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        _, rewards, terminations, *_ = env.step({agent: module.simple(env, agent) for agent in env.agents})
        total = {agent: total[agent] + rewards[agent] for agent in total}
    assert all(terminations.values())
    assert sum(total.values()) == pytest.approx(0.0)
    winners = {line["stage"]: line for line in map(json.loads, env.record().splitlines())}["end"]["winners"]
    assert {name for agent, name in env.seating.agents.items() if total[agent] > 0} == (
        set(winners) if len(winners) < len(total) else set()
    )


# ------------------------------------------------------------------------------------------ records


def test_a_record_replays_and_verifies_without_the_agents(
    module: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    env = made(module)
    ticks(env, 5, 40)
    path = str(env.save_record(tmp_path / "match.jsonl"))
    assert yardarm.command.run(["replay", path, "--verify"]) == 0
    assert "agent@0" in Path(path).read_text()
    assert capsys.readouterr().out


def test_a_trajectory_depends_on_the_seed_alone(module: ModuleType) -> None:
    one, other = made(module), made(module)
    ticks(other, 9, 3)
    assert exact(ticks(one, 4, 12)) == exact(ticks(other, 4, 12))
    assert exact(ticks(one, 4, 12)) != exact(ticks(one, 5, 12))


def test_the_environment_of_turns_plays_the_parallel_one(module: ModuleType) -> None:
    env = by_turns(module)
    found = turns(env, 6, 4 * len(env.possible_agents))
    other = made(module)
    other.reset(seed=6)
    count = len(other.agents)
    for start in range(0, len(found), count):
        other.step({step[0]: step[-1] for step in found[start : start + count]})
    assert env.unwrapped.record() == other.record()


SCRIPT = """
import json, sys
from tests.yardarm.farama import exact, ticks
from tests.yardarm.test_envs_at_once import MODULES, made
print(json.dumps([exact(ticks(made(m, reading=r), 3, 8)) for m in MODULES for r in ("human", "perfect")]))
"""


@pytest.mark.slow
def test_another_process_with_another_hash_seed_plays_the_same_ticks() -> None:
    found = json.loads(printed_by(SCRIPT, "-W", "error", hash_seed=77))
    assert found == [exact(ticks(made(m, reading=r), 3, 8)) for m in MODULES for r in ("human", "perfect")]


# ------------------------------------------------------------------------------------------ masks


@given(seed=st.integers(0, 10**6), steps=st.integers(1, 30), reading=st.sampled_from(["human", "perfect"]))
@settings(max_examples=4, deadline=None)
def test_a_mask_at_zack_is_what_the_match_accepts(seed: int, steps: int, reading: Any) -> None:
    check_masks(zack_v0.parallel_env(players=3, reading=reading, **DRAFT), seed, steps)


@given(seed=st.integers(0, 10**6), steps=st.integers(1, 30), reading=st.sampled_from(["human", "perfect"]))
@settings(max_examples=4, deadline=None)
def test_a_mask_at_zigzag_is_what_the_match_accepts(seed: int, steps: int, reading: Any) -> None:
    check_masks(zigzag_v0.parallel_env(reading=reading, **DRAFT), seed, steps)


def check_masks(env: Any, seed: int, steps: int) -> None:
    """Play at random; what is refused must have been overtaken, and every legal answer of a bot must have a number."""
    stream = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    refused = done = 0
    for _ in range(steps):
        actions = {agent: drawn(seen[agent]["action_mask"], stream) for agent in env.agents}
        for agent in env.agents:
            asked, options = env.asked(agent), env.options(agent)
            legal = {answer["do"] for answer in asked.legal()}
            given = {zigzag_v0._GIVE} if "assign" in legal else set()
            assert {answer["do"] for answer in options.values()} == (legal | given) - {"assign"}
            for number, answer in options.items():
                if env.game == "zack":
                    asked.read(answer)  # raises where the match would not accept it
                assert seen[agent]["action_mask"][number]
            assert seen[agent]["action_mask"].sum() == len(options)
        seen, _, _, _, infos = env.step(actions)
        refused += sum("refused" in info for info in infos.values())
        done += sum(action > 0 for action in actions.values())
    assert refused <= 0.05 * done + 1


def test_what_is_masked_counts_as_nothing(module: ModuleType) -> None:
    env, other = made(module), made(module)
    seen, _ = env.reset(seed=2)
    other.reset(seed=2)
    for _ in range(15):
        masked = {agent: int(np.flatnonzero(seen[agent]["action_mask"] == 0)[-1]) for agent in seen}
        seen, *_ = env.step(masked)
        other.step(dict.fromkeys(other.agents, 0))
    assert env.record() == other.record()


# ------------------------------------------------------------------------------------------ reading


def test_a_perfect_reader_knows_at_once_who_is_due_and_a_human_one_later_and_not_always() -> None:
    waits: dict[str, list[float]] = {"human": [], "perfect": []}
    wrong = {"human": 0, "perfect": 0}
    for reading in ("human", "perfect"):
        env = made(zack_v0, reading=reading, players=["casual", "casual:steady", "casual:steady", "casual:steady"])
        env.reset(seed=8)
        for _ in range(150):
            env.step(dict.fromkeys(env.agents, zack_v0.simple(env, "anne_0")))
            view: Any = env.asked("anne_0").view
            waits[reading].append(view["ready_s"] - view["time_s"])
            wrong[reading] += view["belief"] not in (None, env.match.table.due) and not view["stopped"]
    assert max(waits["perfect"]) == pytest.approx(0.0, abs=1e-6)
    assert max(waits["human"]) > 0.3
    assert wrong["perfect"] == 0


def test_a_perfect_reader_sees_every_card_on_the_tapis_and_a_human_one_a_little_later() -> None:
    late = {"human": 0, "perfect": 0}
    for reading in ("human", "perfect"):
        env = made(zigzag_v0, reading=reading, players=["casual", "casual:team", "casual:team", "casual:team"])
        env.reset(seed=8)
        for _ in range(150):
            env.step({"anne_0": 0})
            view: Any = env.asked("anne_0").view
            lies = len(env.match.view("Anne").tapis)
            late[reading] += len(view["tapis"]) < lies
    assert late["perfect"] == 0
    assert late["human"] > 3


def test_an_observation_at_zack_counts_cards_clockwise_from_the_agent() -> None:
    env = zack_v0.parallel_env(players=4, **DRAFT)
    ticks(env, 4, 60)
    cards = env.match.table.cards_left()
    for number, agent in enumerate(env.possible_agents):
        seen = env._observe(env.seating.agents[agent])["observation"]
        found = seen[env.layout.slices["cards"]] * 24
        assert found == pytest.approx([*cards[number:], *cards[:number]])


def test_an_observation_at_zigzag_has_the_own_hand_and_nobody_else_s() -> None:
    env = zigzag_v0.parallel_env(**DRAFT)
    ticks(env, 4, 40)
    for name in env.seating.agents.values():
        seen = env._observe(name)["observation"]
        hand = seen[env.layout.slices["hand"]] * 2
        held = env.match.view(name).hand
        assert hand.sum() == len(held)
        assert all(hand[zigzag_v0._FACES.index(face)] > 0 for face in held)


def test_a_gift_of_the_master_of_cards_is_made_player_by_player() -> None:
    env = zigzag_v0.parallel_env(**DRAFT)
    env.reset(seed=1)
    asked = env.asked("bert_1")
    env._asked["Bert"] = replace(asked, look=lambda: {**asked.view, "offered": ["a", "b", "c"]})
    meant = [env._meaning("Bert", {"do": "give", "to": to}) for to in ("Dirk", "Anne", "Bert")]
    assert [answer["do"] for answer in meant] == [NOTHING, NOTHING, "assign"]
    assert meant[2]["cards"] == {"Dirk": "a", "Anne": "b", "Bert": "c"}


def test_actions_name_players_as_they_sit_from_the_agent() -> None:
    env = zigzag_v0.parallel_env(**DRAFT)
    first, third = env._numbers_of["Anne"], env._numbers_of["Cleo"]
    assert first["look", "Bert"] == third["look", "Dirk"]
    assert first["contre", 1] == env._numbers_of["Bert"]["contre", 0]
    assert env.words[first["look", "Bert"]] == "look at the hand of the player 1 to the left"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"players": 2}, "players: expected three to six players, found 2"),
        ({"reading": "quick"}, "reading: expected one of human, perfect, found 'quick'"),
        ({"max_cycles": -1}, "max_cycles: expected a whole number from 1, found -1"),
    ],
)
def test_a_wrong_argument_is_refused_in_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=f"^{sentence}"):
        zack_v0.parallel_env(**arguments)
