"""A question's model: what a seat may know as a match to try things out in, and nothing hidden in it."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import yardarm as ya
from sim.bots.bot import Question
from sim.match.held import state_of


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


def refused(question: Question) -> object:
    """Answer with what the refusal of a model says."""
    try:
        question.model()
    except ya.InputError as error:
        return {"do": str(error)}
    return question.legal[0]


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
    for question in islice(match.questions(), 14):
        model = question.model(5)
        (same,) = islice(model.questions(question.by), 1)
        assert (same.kind, same.view, same.legal) == (question.kind, question.view, question.legal)
        assert model.time_s == match.time_s
        seen.add(question.kind)
        question.answer(question.legal[-1])
    assert seen == {"zatre": {"place"}}.get(game, seen)
    fork = model.fork()
    fork.answer(question.legal[-1])
    fork.advance(40.0)
    assert fork.fork().run().row == fork.run().row


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


def test_games_without_a_model_say_so() -> None:
    match = ya.match("zack", [refused, "casual", "casual"], seed=1, profile="draft")
    match.advance(8.0)
    assert match.time_s == 8.0
    with pytest.raises(ya.InputError, match="determinize: expected a match that waits for an answer"):
        match.determinize(1)
    with pytest.raises(ya.InputError, match="model: expected a game in which players take turns, and no other"):
        Question("Anne", "move", {}, list).model()
