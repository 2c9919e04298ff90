"""A match in turns, driven from outside: it asks, is answered, and goes the way it would have gone by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.configuration import load_configuration
from sim.errors import IllegalAction
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.intents import ChooseCard
from sim.games.zatre.match import ZatreMatch
from sim.match.record import Recorder, read_record
from sim.match.replay import verify
from sim.match.seats import seats_from
from sim.match.turn_based import FromStrategies, TurnBasedMatch
from sim.physics.contact.profiles import TICK_HZ
from tests.games.riff_raff.match.by_hand import seated, wait


def answered(match: TurnBasedMatch[Any]) -> list[tuple[str, str]]:
    """Answer every question as the player's own strategy would; what was asked, and of whom."""
    asked = []
    for question in match.questions():
        asked.append((*question.by, question.kind))
        assert match.halted
        match.answer(match._think(question))
    return asked


@pytest.mark.slow
def test_a_seat_decided_for_from_outside_plays_the_same_match(configuration: RiffRaffConfiguration) -> None:
    seats = seats_from(["skilled:simple", "child:random", "casual:simple"], "riff-raff")
    told: list[list[dict[str, Any]]] = [[], []]
    RiffRaffMatch(configuration, seats, 3, told[0].append).run()
    match = RiffRaffMatch(configuration, seats, 3, told[1].append, FromStrategies(outside=("Bert",)))
    asked = answered(match)
    assert told[0] == told[1]
    assert {by for by, _ in asked} == {"Bert"}
    assert {kind for _, kind in asked} >= {"card", "place"}


def test_every_seat_of_zatre_may_be_decided_for_from_outside() -> None:
    configuration: Any = load_configuration("zatre")
    seats = seats_from(["casual:greedy"] * 2, "zatre")
    told: list[list[dict[str, Any]]] = [[], []]
    ZatreMatch(configuration, seats, 3, told[0].append).run()
    match = ZatreMatch(configuration, seats, 3, told[1].append, FromStrategies(outside=("Anne", "Bert")))
    assert {by for by, _ in answered(match)} == {"Anne", "Bert"}
    assert told[0] == told[1]


def test_a_match_goes_on_by_whole_ticks_and_owes_the_rest(configuration: RiffRaffConfiguration) -> None:
    match = RiffRaffMatch(configuration, seats_from(["casual:random"] * 2, "riff-raff"), 3)
    for ticks in range(1, 10):
        match.advance(1 / TICK_HZ)
        assert match.tick == ticks
    match.advance(0.6 / TICK_HZ)
    assert match.tick == 9
    match.advance(0.4 / TICK_HZ)
    assert match.tick == 10


def test_an_answer_from_outside_is_checked_before_anything_moves(configuration: RiffRaffConfiguration) -> None:
    told: list[dict[str, Any]] = []
    decisions = FromStrategies(outside=("Anne",))
    match = RiffRaffMatch(configuration, seats_from(["casual:random"] * 2, "riff-raff"), 3, told.append, decisions)
    with pytest.raises(IllegalAction, match="No question is waiting"):
        match.answer(ChooseCard(by="Anne", card=3))
    question = next(match.questions())
    assert (question.by, question.kind, question.view.me) == (("Anne",), "card", "Anne")
    for wrong in (ChooseCard(by="Bert", card=3), ChooseCard(by="Anne", card=3, tick=0)):
        with pytest.raises(IllegalAction, match="Anne answers 'card': expected ChooseCard by Anne") as refused:
            match.answer(wrong)
        assert refused.value.code == "malformed"
    before = match.time_s
    match.advance(60.0)
    assert (match.time_s, told, match.pending) == (before, [], question)
    match.answer(ChooseCard(by="Anne", card=3))
    match.advance(1.0)
    assert told[0] == {"stage": "intent", "by": "Anne", "question": "card", "card": 3}


def test_a_match_left_while_one_of_two_has_chosen_is_verified(
    configuration: RiffRaffConfiguration, tmp_path: Path
) -> None:
    match, recorder = seated(configuration, 2, "me=Ada", "me=Bert")
    wait(match, lambda: len(match.waits_for) == 2)
    match.act(ChooseCard(by="Bert", card=7))
    match.advance(1.0)
    assert len(recorder.lines) == 2
    path = tmp_path / "match.jsonl"
    Recorder(recorder.lines).write(path)
    assert verify(read_record(path)) is None
