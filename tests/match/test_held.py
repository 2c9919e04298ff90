"""Matches that are held: saved as plain data, loaded, forked with the same or with other noise."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import yardarm as ya
from sim.games.riff_raff.match import PART
from sim.match.held import read_state, state_of
from sim.match.record import parse_record, read_record
from sim.match.replay import verify
from sim.seat import Seat
from tests.bots.examples import first
from tests.processes import printed_by
from tests.short_matches import SHORT
from yardarm.configurations import configured

LONG = "riff-raff", "zack"
GAMES = [pytest.param(game, marks=pytest.mark.slow) if game in LONG else game for game in SHORT]
"""All; with physics, matches to their end take seconds."""
FORKED = [
    pytest.param(game, marks=pytest.mark.study) if game == "riff-raff" else each
    for game, each in zip(SHORT, GAMES, strict=True)
]
"""All again, where a match is played to its end many times."""


PLAYERS = {"riff-raff": ["casual:simple"] * 2, "zatre": ["casual"] * 2}


def fresh(game: str, seed: int = 3) -> ya.Match:
    return ya.match(game, PLAYERS.get(game, ["casual"] * 4), seed=seed, profile="draft", config=SHORT[game])


def lines_of(match: ya.Match) -> Any:
    return match.save()["record"]


@cache
def played(game: str) -> ya.Result:
    return fresh(game).run()


def at(game: str, share: float) -> ya.Match:
    match = fresh(game)
    match.advance(share * 60.0 * played(game).minutes)
    return match


def whole(result: ya.Result) -> tuple[Any, ...]:
    return tuple(result._recorder.lines), result.row, result.turns, str(result.position)


@pytest.mark.parametrize("game", FORKED)
@settings(max_examples=2)
@given(share=st.floats(0.0, 1.0))
def test_a_fork_is_bit_for_bit_the_match_to_its_end(game: str, share: float) -> None:
    match = at(game, share)
    state = json.loads(json.dumps(match.save()))
    loaded, forked = ya.match.load(state), match.fork()
    assert loaded.save() == forked.save() == state
    assert loaded.time_s == match.time_s
    assert str(loaded) == str(match)
    assert whole(loaded.run()) == whole(forked.run()) == whole(match.run()) == whole(played(game))


def test_a_fork_at_a_ship_goes_on_as_the_match_does() -> None:
    match = fresh("riff-raff")
    match.advance(171.3)
    forks = match.fork(), ya.match.load(json.loads(json.dumps(match.save()))), match.fork(renoise=2), match
    for one in forks:
        one.advance(30.0)
    same, loaded, other, own = map(lines_of, forks)
    assert same == loaded == own != other


@pytest.mark.study
@pytest.mark.parametrize(
    "game", ["zatre", *(pytest.param(game, marks=pytest.mark.slow) for game in SHORT if game != "zatre")]
)
def test_a_state_is_loaded_in_another_process(game: str) -> None:
    state = json.dumps(at(game, 0.4).save())
    code = f"import json, yardarm as ya;print(json.dumps(ya.match.load(json.loads({state!r})).run()._recorder.lines))"
    assert tuple(json.loads(printed_by(code))) == whole(played(game))[0]


@pytest.mark.parametrize("game", FORKED)
@settings(max_examples=1)
@given(share=st.floats(0.05, 0.8))
def test_other_noise_changes_what_comes_and_not_what_was(game: str, share: float) -> None:
    match = at(game, share)
    before = lines_of(match)
    one, same, other = (match.fork(renoise=seed) for seed in (7, 7, 8))
    assert lines_of(one)[: len(before)] == before
    assert json.loads(lines_of(one)[len(before)])["stage"] == "noise"
    held = one.save()
    first, second, third = (whole(fork.run()) for fork in (one, same, other))
    assert first == second == whole(ya.match.load(held).run())
    assert len({first[0], third[0], whole(match.run())[0]}) == 3


@pytest.mark.parametrize("game", FORKED)
def test_a_fork_of_a_fork_and_its_record_hold(game: str, tmp_path: Any) -> None:
    fork = at(game, 0.3).fork(renoise=1)
    fork.advance(5.0)
    again = fork.fork(renoise=1)
    assert whole(again.fork().run()) == whole(again.run())
    assert verify(read_record(again.run().save(tmp_path / "fork.jsonl"))) is None


def test_the_match_of_the_same_seed_is_no_other_noise() -> None:
    """Seeds are small numbers, and that of the match is one: it must not be drawn from by chance."""
    match = fresh("zatre", seed=1)
    match.advance(60.0)
    assert match.fork(renoise=1).run().turns != match.run().turns


def test_the_bag_has_another_order_and_the_same_tiles() -> None:
    match = at("zatre", 0.3)
    position, other = match.position, match.fork(renoise=4).position
    assert sorted(position.bag) == sorted(other.bag)
    assert position.bag != other.bag
    assert position.rack == other.rack


def test_the_piles_of_zack_and_zigzag_have_another_order() -> None:
    zack, zigzag = at("zack", 0.2), at("zigzag", 0.4)
    piles, others = zack.position.piles, zack.fork(renoise=4).position.piles
    assert piles != others
    assert all(sorted(pile) == sorted(others[name]) for name, pile in piles.items())
    assert sorted(zigzag.position.pile) == sorted(zigzag.fork(renoise=4).position.pile)
    assert zigzag.position.pile != zigzag.fork(renoise=4).position.pile
    assert zigzag.position.hands == zigzag.fork(renoise=4).position.hands


def test_a_question_waits_in_a_fork_as_in_the_match() -> None:
    match = fresh("zatre")
    for question in match.questions("Anne"):
        fork = match.fork()
        loaded = ya.match.load(match.save())
        answer = question.legal[-1]
        for one in (fork, loaded):
            one.answer(answer)
        question.answer(answer)
        assert lines_of(fork) == lines_of(loaded) == lines_of(match)
        if match.time_s > 60.0:
            break
    # Bots decide all that is left.
    assert whole(fork.run()) == whole(loaded.run()) == whole(match.run())


def test_a_fork_that_waits_is_played_to_its_end_by_bots() -> None:
    match = fresh("zatre")
    next(match.questions("Anne"))
    assert whole(match.fork().run()) == whole(played("zatre"))


def drops(match: ya.Match) -> bool:
    """Return whether a piece falls in the attempt that the match waits for, with the first placement that is legal."""
    before = len(lines_of(match))
    match.answer(next(iter(asked(match).legal)))
    while True:
        match.advance(1.0)
        for text in lines_of(match)[before:]:
            line = json.loads(text)
            if line["stage"] == "outcome":
                return bool(line["placed"] != "stays" or line["lost"] or line["caught"])


def asked(match: ya.Match) -> ya.Question:
    return next(match.questions())


@pytest.mark.study
def test_a_planner_foresees_its_own_hand_only_under_the_same_noise() -> None:
    """The prediction of the same noise is exact; that of other noise is no better than a guess by how often it is so.

    Measured as agreement with what will be, against the agreement of forks of other noise among themselves.
    """
    exact, foreseen, guessed, chance = [], [], [], random.Random(1)
    for seed in range(4):
        match = fresh("riff-raff", seed=seed)
        for question in match.questions():
            if question.kind == "place" and match.time_s > 120.0 and chance.random() < 0.4:
                truth = drops(match.fork())
                exact.append(drops(match.fork()) == truth)
                tried = [drops(match.fork(renoise=n)) for n in range(2)]
                foreseen += [one == truth for one in tried]
                guessed.append(tried[0] == tried[1])
            question.answer(question.legal[0])
    assert all(exact)
    assert len(guessed) > 25
    assert abs(sum(foreseen) / len(foreseen) - sum(guessed) / len(guessed)) < 0.2
    assert sum(foreseen) < len(foreseen)


def test_a_person_is_refused() -> None:
    seats = (Seat("Me", "casual", "person"), Seat("Bert", "casual", "simple"))
    match: Any = PART.open(configured("riff-raff", None, "draft"), seats, 1)
    with pytest.raises(ya.InputError, match="Me plays by hand: only a match of bots alone can be held"):
        state_of(match, [], {})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "x"}, "state: format: expected 'yardarm-state', found 'x'."),
        ({"version": 2}, "state: version: expected 1, found 2."),
        ({"record": ["{}"]}, "state: record: line 1: "),
        ({"record": ["{"]}, "state: record: line 1: is not JSON."),
        ({"tick": -1}, "state: tick: "),
        ({"tick": 10**9}, "state: the match does not come out as recorded."),
        ({"record": object()}, "state: expected plain data, as JSON has them."),
        ({"pending": True, "tick": 0, "step": 0, "checkpoint": None}, "state: the match does not come out as"),
    ],
)
def test_what_is_no_state_is_refused_in_one_sentence(change: dict[str, object], sentence: str) -> None:
    state = at("zatre", 0.5).save()
    with pytest.raises(ya.InputError) as refused:
        ya.match.load({**state, **change})
    assert str(refused.value).startswith(sentence)


def test_a_line_after_the_checkpoint_that_cannot_be_is_named() -> None:
    state = dict(at("zatre", 0.5).save())
    lines: Any = [*state["record"], '{"stage":"noise","tick":-1,"step":0,"seed":1}']
    with pytest.raises(ya.InputError, match=f"state: record: line {len(lines)}: tick: expected at least 0"):
        ya.match.load({**state, "record": lines})


def test_what_a_checkpoint_counts_has_a_least() -> None:
    state = at("zatre", 0.5).save()
    for key, least in (("tick", 0), ("step", 0), ("lines", 1), ("seed", 0), ("said", 0)):
        checkpoint: Any = {**state["checkpoint"], key: least}
        assert getattr(read_state({**state, "checkpoint": checkpoint}).checkpoint, key) == least
        with pytest.raises(ya.InputError, match=f"checkpoint.{key}: expected at least {least}, found {least - 1}"):
            read_state({**state, "checkpoint": {**checkpoint, key: least - 1}})
    assert len(read_state(fresh("riff-raff").save()).record) == 1
    for key, wrong in (("tick", -1), ("step", -1), ("record", [])):
        with pytest.raises(ya.InputError, match=f"state: {key}: "):
            read_state({**state, key: wrong})


def test_a_state_that_was_changed_does_not_come_out() -> None:
    state = dict(at("zatre", 0.5).save())
    record: Any = state["record"]
    with pytest.raises(ya.InputError, match="state: record: line 3: is not JSON"):
        ya.match.load({**state, "record": [*record[:2], "{", *record[3:]]})
    checkpoint: Any = state["checkpoint"]
    with pytest.raises(ya.InputError, match="state: checkpoint: held: "):
        ya.match.load({**state, "checkpoint": {**checkpoint, "held": {"state": {}}}})
    match = ya.match("zigzag", ["casual", "casual", "casual", first], seed=3, profile="draft")
    match.advance(6.0)
    state = dict(match.save())
    record = state["record"]
    with pytest.raises(ya.InputError, match="state: the match does not come out as recorded"):
        ya.match.load({**state, "record": [*record[:-1], record[-1] + " "]}, [first])
    for key, value in (("schedule", [[1, "run", []]]), ("minds", {}), ("tasks", {"Hand": []}), ("state", [])):
        state = dict(at("zigzag", 0.3).save())
        checkpoint = state["checkpoint"]
        held = {**checkpoint["held"], key: value}
        with pytest.raises(ya.InputError, match="state: checkpoint: held: "):
            ya.match.load({**state, "checkpoint": {**checkpoint, "held": held}})


def test_external_bots_of_a_state_are_named_again() -> None:
    match = ya.match("zatre", ["casual:tests.bots.examples:first", "casual"], seed=2, profile="draft")
    match.advance(100.0)
    state = match.save()
    with pytest.raises(ya.InputError, match="expected it to be named again"):
        ya.match.load(state)
    again = ya.match.load(state, ["tests.bots.examples:first"])
    assert whole(match.fork().run()) == whole(again.run()) == whole(match.run())


def test_a_noise_line_that_cannot_be_is_refused() -> None:
    lines = [*lines_of(at("zatre", 0.1).fork(renoise=1))]
    lines[-1] = lines[-1].replace('"step":', '"step":-1')
    with pytest.raises(ya.InputError, match=f"line {len(lines)}: step: "):
        parse_record(Path("fork.jsonl"), [*lines, '{"stage":"seal","lines":1,"sha256":""}'])


@settings(max_examples=2)
@given(share=st.floats(0.0, 1.0), seed=st.integers(1, 3))
def test_a_match_of_several_games_is_opened_at_any_tick(share: float, seed: int) -> None:
    config = {**SHORT["zack"], "table": {"wins": 2}}

    def match() -> ya.Match:
        return ya.match("zack", ["casual"] * 3, seed=seed, profile="draft", config=config)

    result, held = match().run(), match()
    held.advance(share * 60.0 * result.minutes)
    state: Any = json.loads(json.dumps(held.save()))
    loaded = ya.match.load(state)
    assert loaded.save() == state
    assert state["checkpoint"]["lines"] == len(state["record"])
    assert whole(loaded.run()) == whole(result)
