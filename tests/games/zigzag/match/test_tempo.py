"""The beginner's tempo at ZIGZAG: bots that leave a person time, and say why they act; all of it is in the record."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from sim.configuration import changed_configuration, load_configuration
from sim.games.zigzag import intents
from sim.games.zigzag.bots.observation import Percept, PerceptKind
from sim.games.zigzag.bots.sign_beliefs import Reason, ReasonKind, Suspect, reason_against
from sim.games.zigzag.match import Practice
from sim.games.zigzag.match import ZigzagMatch as Match
from sim.games.zigzag.match.hints import discard_hint, exchange_hint
from sim.games.zigzag.rules import events
from sim.match.record import Recorder, read_record
from sim.match.replay import replay, resume, verify
from sim.match.seats import YOU, seats_from
from sim.match.tempo import EXPERT, SetTempo, Tempo
from sim.seat import PERSON, Seat
from tests.games.zigzag.bots.test_mind import HAND, mind, view

SLOW = Tempo(0.0, grows=True)


def match_of(tempo: Tempo | None, seed: int = 4, who: str = "casual") -> tuple[Match, Recorder]:
    configuration: Any = load_configuration("zigzag")
    table = seats_from(["me", who, who, who], "zigzag", persons=True)
    recorder = Recorder.of(configuration, table, seed)
    match = Match(configuration, table, seed, recorder.record_line)
    if tempo is not None:
        match.act(SetTempo.of(YOU, tempo))
    return match, recorder


def first_lays(tempo: Tempo) -> list[float]:
    """The times from the deal of a hand to the first card on the tapis (s)."""
    found = []
    for seed in range(3):
        _, recorder = played(tempo, seed, 12.0)
        dealt = None
        for line in map(json.loads, recorder.lines):
            if line["stage"] == "ruling":
                types = [event["type"] for event in line["events"]]
                if "hand_started" in types:
                    dealt = line["time_s"]
                elif "card_discarded" in types and dealt is not None:
                    found.append(line["time_s"] - dealt)
                    dealt = None
    return found


def played(tempo: Tempo | None, seed: int = 4, seconds: float = 12.0) -> tuple[Match, Recorder]:
    match, recorder = match_of(tempo, seed)
    match.advance(seconds)
    return match, recorder


def test_bots_leave_a_beginner_time() -> None:
    assert median(first_lays(SLOW)) > 2.0 * median(first_lays(EXPERT))


def test_the_experts_tempo_is_that_of_a_match_without_any() -> None:
    with_line, without = played(EXPERT)[1].lines, played(None)[1].lines
    assert [line for line in with_line if '"question":"tempo"' not in line] == without


def test_the_tempo_is_in_the_record_which_repeats_and_is_gone_on_with(tmp_path: Path) -> None:
    match, recorder = played(SLOW, seconds=15.0)
    path = tmp_path / "slow.jsonl"
    recorder.write(path)
    record = read_record(path)
    assert record.intents[0][1] == {
        "stage": "intent", "by": YOU, "question": "tempo", "tempo": 0.0, "grows": True, "tick": 0
    }  # fmt: skip
    assert verify(record) is None
    followed: Any = replay(record)
    followed.advance(5.0)
    assert followed.table.tempo == SLOW
    again: Any = resume(record)[0]
    assert again.table.tempo == SLOW
    # Without the line the same people are faster, and nothing fits.
    lines = [line for line in path.read_text().splitlines() if '"question":"tempo"' not in line]
    path.write_text("\n".join(lines) + "\n")
    assert verify(read_record(path)) is not None
    assert match.table.tempo == SLOW


@pytest.mark.parametrize(("team", "value"), [(0, 0.1), (1, 0.0)])
def test_the_tempo_grows_with_the_sets_that_the_persons_team_wins(team: int, value: float) -> None:
    match, _ = match_of(SLOW)
    match.advance(0.1)
    assert match.table.learner == YOU
    match.carry_out(events.SetEnded(1, team))
    assert match.table.tempo.value == value
    match.table.tempo = EXPERT
    assert match.table.learner is None


def test_a_practice_keeps_its_tempo_from_set_to_set_and_lets_it_grow() -> None:
    configuration: Any = changed_configuration("zigzag", {})
    practice = Practice(configuration, Seat("Ada", "casual", PERSON), 5)
    practice.act(SetTempo.of("Ada", Tempo(0.3, grows=True)))
    practice.advance(0.1)
    assert practice.table.tempo.value == 0.3
    practice._watch(events.SetEnded(1, practice.table.state.team_of("Ada")))
    practice.match.finished = True
    practice.advance(0.1)
    assert practice.number == 2
    assert practice.table.tempo.value == pytest.approx(0.4)
    assert practice.undo()
    practice.advance(0.1)
    assert practice.number == 1
    assert practice.table.tempo.value == 0.3


# ------------------------------------------------------------------------------------------------ reasons


def test_what_was_seen_of_an_opponent_is_the_reason() -> None:
    blue = ["water.blue.none", "earth.blue.suitcase", "fire.blue.none"]
    assert reason_against("Bert", Suspect(blue, signed=True)) == Reason(ReasonKind.SIGN, "Bert")
    assert reason_against("Bert", Suspect(blue)) == Reason(ReasonKind.CARDS, "Bert", 3, "blue")
    assert reason_against("Bert", Suspect(blue[:1])) == Reason(ReasonKind.TIME, "Bert")
    assert reason_against("Bert", Suspect(), spoils=True) == Reason(ReasonKind.SPOILS, "Bert")


def test_a_bot_knows_why_it_calls_a_contre() -> None:
    player = mind("watchful")
    while not (player.suspects and player.suspects["Bert"].signed):
        player.sees(Percept(5.0, PerceptKind.SIGNED, "Bert", None, "sighs"), view())
    assert player.decide(9.0, view()) == [intents.CallContre(by="Anne", team=1)]
    assert player.reason == Reason(ReasonKind.SIGN, "Bert")
    player.decide(10.0, view())
    assert player.reason is None


def test_a_bot_knows_why_it_plays_a_card_on_somebody() -> None:
    player = mind("watchful")
    player.suspects["Dirk"] = Suspect(["water.blue.none", "earth.blue.suitcase"])
    dealt = view(hand=("stop_landscape", *HAND[1:]), opened=False, waiting=True)
    (played_card,) = player.decide(9.0, dealt)
    assert isinstance(played_card, intents.PlayPower)
    assert played_card.target == "Dirk"
    assert player.reason == Reason(ReasonKind.CARDS, "Dirk", 2, "blue")


# ------------------------------------------------------------------------------------------------ hints


def test_a_hint_names_the_card_that_is_missed_least() -> None:
    odd = ("water.blue.none", "water.blue.suitcase", "water.blue.cocktail", "fire.pink.sunglasses")
    hint = discard_hint(view(hand=odd, waiting=True, opened=False))
    assert (hint.lay, hint.take) == ("fire.pink.sunglasses", None)
    assert "Lay fire pink sunglasses" in hint.words
    special = discard_hint(view(hand=("stop_accessory", *odd[:3]), waiting=True, opened=False))
    assert special.lay == "stop_accessory"
    assert discard_hint(view(hand=odd, waiting=False, opened=True)) is None


def test_a_hint_names_the_card_that_is_worth_snatching() -> None:
    odd = ("water.blue.none", "water.blue.suitcase", "water.blue.cocktail", "fire.pink.sunglasses")
    lying = (("earth.green.none", "earth.green.none"), ("water.blue.sunglasses", "water.blue.sunglasses"))
    hint = exchange_hint(view(hand=odd, tapis=lying))
    assert (hint.lay, hint.take) == ("fire.pink.sunglasses", "water.blue.sunglasses")
    assert hint.words == "Lay fire pink sunglasses, take water blue sunglasses: a ZAG."
