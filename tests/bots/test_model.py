"""A question's model: what a seat may know as a match to try things out in, and nothing hidden in it."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

import yardarm as ya
from sim.bots.bot import Question
from sim.games.zigzag import rules as zigzag_rules
from sim.match.held import state_of
from sim.rules_frame import FrozenMap
from tests.processes import printed_by
from yardarm.envs import zack_v0, zigzag_v0


def one_step(question: Question) -> object:
    """Answer with the best of a few answers, each tried out in a fork of the model."""
    model, best, chosen = question.model(3), -1e9, question.legal[0]
    (waits,) = islice(model.questions(question.by), 1)
    assert waits.view == question.view
    for answer in question.legal[:3]:
        fork = model.fork(renoise=1)
        fork.answer(answer)
        fork.advance(10.0)
        position: Any = fork.position
        if position.sheets[question.by].total > best:
            best, chosen = position.sheets[question.by].total, answer
    return chosen


def asked(game: str, seed: int = 3, after_s: float = 200.0) -> Any:
    """Return a match and the first question after some time."""
    match = ya.match(game, ["casual"] * 3, seed=seed, profile="draft")
    for question in match.questions():
        if match.time_s > after_s:
            return match, question
        question.answer(question.legal[0])
    raise AssertionError("no question")


def test_a_bot_in_its_process_plans_with_the_model_it_is_given() -> None:
    match = ya.match("zatre", [one_step, "casual"], seed=1, profile="draft")
    match.advance(400.0)
    lines: Any = match.save()["record"]
    fault = [line for line in lines if '"fault"' in line or "forfeited" in line]
    assert fault == []
    assert len([line for line in lines if '"by":"Anne","question":"place"' in line]) > 3


@pytest.mark.parametrize("game", ["zatre", "riff-raff"])
def test_a_model_waits_for_the_answer_to_the_same_question(game: str) -> None:
    match, question = asked(game)
    seen = set()
    for question in islice(match.questions(), 8):
        model = question.model(5)
        (same,) = islice(model.questions(question.by), 1)
        assert (same.kind, same.view, same.legal) == (question.kind, question.view, question.legal)
        assert model.time_s == match.time_s
        seen.add(question.kind)
        question.answer(question.legal[-1])
    assert "place" in seen
    fork = model.fork()
    fork.answer(question.legal[-1])
    fork.advance(20.0)
    again = fork.fork()
    for one in (fork, again):
        one.advance(20.0)
    assert again.save() == fork.save()


def test_what_is_hidden_makes_no_difference_to_a_model() -> None:
    """Matches that differ in the bag, in the tiles of others and in the seed of what is to come give the same bytes."""
    match, question = asked("zatre")
    played = match._played
    text = json.dumps(question.state(4))
    state = played.table.state
    others = [name for name in state.players if name != question.by]
    hidden = [*state.bag, *(tile for name in others for tile in state.rack[name])][::-1]
    rack = dict(state.rack)
    for name in others:
        rack[name], hidden = tuple(hidden[: len(rack[name])]), hidden[len(rack[name]) :]
    assert tuple(hidden) != state.bag
    played.table.state = replace(state, bag=tuple(hidden), rack=type(state.rack)(rack))
    played.noise.seed = 99
    played.seed = 98
    assert json.dumps(question.state(4)) == text
    assert json.dumps(question.state(5)) != text


@pytest.mark.parametrize("game", ["zatre", "riff-raff"])
def test_the_seed_of_the_match_is_in_no_model(game: str) -> None:
    seed = 7_141_592_653_589
    match, question = asked(game, seed)
    text = json.dumps(question.state(1))
    assert str(seed) not in text
    assert str(seed) in json.dumps(state_of(match._played, match._recorder.lines, {}))
    assert question.state(1)["record"] == ya.match.load(question.state(1)).save()["record"]


def test_the_tiles_of_others_are_drawn_from_what_is_unseen() -> None:
    match, question = asked("zatre")
    truth = match.position
    models = [question.model(seed).position for seed in range(20)]
    for model in models:
        assert model.rack[question.by] == truth.rack[question.by]
        assert model.cells == truth.cells
        assert {name: len(tiles) for name, tiles in model.rack.items()} == {
            name: len(tiles) for name, tiles in truth.rack.items()
        }
        everything = [[*one.bag, *(tile for tiles in one.rack.values() for tile in tiles)] for one in (model, truth)]
        assert sorted(everything[0]) == sorted(everything[1])
    assert len({model.bag for model in models}) == 20
    assert question.model(3).determinize(4).position == models[4]


def test_a_question_without_a_match_has_no_model() -> None:
    match = ya.match("zack", ["casual"] * 3, seed=1, profile="draft")
    with pytest.raises(ya.InputError, match="determinize: expected a match that waits for an answer"):
        match.determinize(1)
    with pytest.raises(ya.InputError, match="model: expected a question of a match"):
        Question("Anne", "move", {}, list).model()


# ------------------------------------------------------------------------------------ where everybody acts at once


AT_ONCE = {"zack": zack_v0, "zigzag": zigzag_v0}


def under_way(game: str, ticks: int, seed: int = 4) -> Any:
    """Return an environment in which agents have played at random for some ticks."""
    env = AT_ONCE[game].parallel_env(players=4, profile="draft", reading="human")
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    for _ in range(ticks):
        masks = {agent: np.flatnonzero(env.action_masks(agent)) for agent in env.agents}
        env.step({agent: int(chance.choice(mask)) for agent, mask in masks.items()})
    return env


def hide_otherwise(match: Any, by: str, chance: np.random.Generator) -> None:
    """Change all that a player of Zack! or ZIGZAG cannot know."""
    match.noise.seed, match.seed = 99, 98
    table = match.table
    if match.game == "zack":
        shown = [n for n in table.names if table.bowl.flying(n) or table.hands[n].face_up]
        piles, whole = dict(table.state.piles), []
        for name, pile in piles.items():
            whole += pile[1:] if name in shown else pile
        left = [whole[int(n)] for n in chance.permutation(len(whole))]
        for name, pile in piles.items():
            top = pile[:1] if name in shown else ()
            piles[name] = (*top, *(left.pop() for _ in range(len(pile) - len(top))))
        table.state = replace(table.state, piles=FrozenMap(piles))
        for name, track in table.hands.items():
            if name != by and track.doing is not None and track.towards_s > match.time_s:
                track.withdraw()
        return
    unnoticed, _ = match.people.knowledge(by, match.time_s)
    if not unnoticed:
        table.state = zigzag_rules.determinize(table.state, by, chance)
    own = table.state.team_of(by)
    table.signs = tuple(signs if team == own else signs[::-1] for team, signs in enumerate(table.signs))
    for name, hand in table.world.hands.items():
        if hand.reach is not None and table.tasks[name].state in ("laying", "reaching"):
            hand.reach = replace(hand.reach, x1=hand.reach.x1 + 3.0, takes_s=hand.reach.takes_s + 0.1)
        if name != by and table.tasks[name].state == "laying":
            table.tasks[name].card = table.state.hands[name][0].value


@pytest.mark.parametrize("game", AT_ONCE)
def test_what_is_hidden_where_all_act_at_once_makes_no_difference(game: str) -> None:
    chance = np.random.default_rng(1)
    out = 0
    for ticks in (18, 33):
        env = under_way(game, ticks)
        for agent, name in islice(env.seating.agents.items(), 2):
            asked = env.match.question(name)
            other = deepcopy(env)
            text = json.dumps(asked.model(4))
            assert text == json.dumps(asked.model(4)) != json.dumps(asked.model(5))
            hide_otherwise(other.match, name, chance)
            assert json.dumps(other.match.question(name).model(4)) == text, (ticks, agent)
            loaded = ya.match.load(asked.model(4))
            assert loaded.time_s == env.match.time_s
            assert loaded.save() == loaded.fork().save()
            out += env.match.table.world.active if game == "zigzag" else env.match.table.bowl.world.active
    assert out


@pytest.mark.parametrize("game", AT_ONCE)
def test_a_model_where_all_act_at_once_goes_on_in_any_process(game: str) -> None:
    env = under_way(game, 25)
    name = env.match.table.names[0]
    asked = env.match.question(name)
    answer = asked.legal()[0]
    state = json.loads(json.dumps(asked.model(2)))
    model = ya.match.load(state)
    with pytest.raises(ya.IllegalAction, match="expected"):
        model.answer({"do": "fly"})
    model.answer(answer)
    with pytest.raises(ya.IllegalAction, match="No question is waiting"):
        model.answer(answer)
    model.advance(3.0)
    code = (
        f"import json, yardarm as ya; model = ya.match.load(json.loads({json.dumps(state)!r}));"
        f"model.answer({answer!r}); model.advance(3.0); print(json.dumps(model.save()))"
    )
    assert json.loads(printed_by(code)) == json.loads(json.dumps(model.save()))
    assert json.loads(json.dumps(model.fork().save())) == json.loads(json.dumps(model.save()))
    assert ya.match.load(state).determinize(3).save() == ya.match.load(state).determinize(3).save()


def plans(question: Question) -> object:
    """Answer with the first of the legal answers, after trying two out in the model."""
    for answer in question.legal[:2]:
        fork = question.model(1).fork(renoise=2)
        fork.answer(answer)
        fork.advance(0.5)
    return question.legal[0]


@pytest.mark.study
@pytest.mark.parametrize("game", AT_ONCE)
def test_a_bot_plans_where_everybody_acts_at_once(game: str) -> None:
    match = ya.match(game, [plans, "casual", "casual", "casual"], seed=1, profile="draft", bot_time_s=20.0)
    match.advance(12.0)
    lines: Any = match.save()["record"]
    assert [line for line in lines if '"fault"' in line or "forfeited" in line] == []
    assert len([line for line in lines if '"by":"Anne"' in line and '"intent"' in line]) > 3


def comes_down(match: Any, card: str) -> float:
    """Return where a card comes to lie at Zack! (mm), once it has."""
    while card not in match.table.bowl.cards:
        match.advance(0.05)
    while match.table.bowl.world.where(card) not in ("bowl", "beside"):
        match.advance(0.05)
    return float(match.table.bowl.world.pose(card).x)


@pytest.mark.slow
def test_a_planner_with_a_model_foresees_its_throw_no_better_than_chance() -> None:
    """Models of the same moment agree with what will be as little as with each other."""
    apart, among = [], []
    for seed in range(12):
        env = under_way("zack", 0, seed)
        name = env.match.table.state.due
        agent = next(each for each, seat in env.seating.agents.items() if seat == name)
        asked = env.match.question(name)
        answer = env.options(agent)[env.words.index("throw at the middle at the usual pace")]
        card = env.match.table.bowl.next_name(name)
        places = []
        for number in range(2):
            model = ya.match.load(asked.model(number))
            model.answer(answer)
            places.append(comes_down(model._played, card))
        env._hands.meant[name] = answer
        true = comes_down(env.match, card)
        apart += [abs(place - true) for place in places]
        among.append(abs(places[0] - places[1]))
    assert min(apart) > 0.0
    assert 0.5 < (sum(apart) / len(apart)) / (sum(among) / len(among)) < 2.0
