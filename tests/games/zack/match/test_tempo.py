"""The beginner's tempo at Zack!: bots that leave a person time, in the record, so that replays know it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.configuration import changed_configuration, load_configuration
from sim.errors import IllegalAction
from sim.games.zack.bots.attention import ChallengePlan
from sim.games.zack.bots.perception import PEOPLE_FILE, build_people, shipped_people_tables
from sim.games.zack.bots.planning import LONGEST_GRACE_MS, Pace, Person, challenge_plan, throw_plan
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import ZackMatch
from sim.games.zack.match.frame import Challenged, TableStage
from sim.games.zack.rules import Reason
from sim.match.record import Recorder, read_record
from sim.match.replay import replay, resume, verify
from sim.match.tempo import EXPERT, SetTempo, Tempo
from sim.seeds import rng
from tests.games.zack.match.by_hand import WIDE, AtTheMouse, table

BEGINNER = Tempo(0.0, grows=True)


@pytest.fixture(scope="module")
def configuration() -> ZackConfiguration:
    return changed_configuration("zack", {"bowl": WIDE}, profile="draft")


def seated(configuration: ZackConfiguration, tempo: Tempo) -> tuple[AtTheMouse, Recorder]:
    """A person called Zoe among bold bots at that tempo, once cards may be thrown."""
    match, recorder = table(configuration, 5, "me=Zoe", "skilled:bold", "skilled:bold")
    if tempo.is_learning:
        match.act(SetTempo.of("Zoe", tempo))
    mouse = AtTheMouse(match)
    assert mouse.wait(lambda: match.table.stage is TableStage.PLAYING)
    return mouse, recorder


def questions(recorder: Recorder) -> list[str]:
    return [line["question"] for line in map(json.loads, recorder.lines) if line["stage"] == "intent"]


def first_challenge_s(mouse: AtTheMouse) -> float:
    """How long after play began a person who does nothing is challenged."""
    match = mouse.match
    began_s = match.time_s

    def challenged() -> bool:
        return any(isinstance(event, Challenged) and event.against == "Zoe" for event in match.table.events)

    assert mouse.wait(challenged, 90.0)
    return float(match.time_s - began_s)


def test_an_idle_beginner_is_left_more_time_before_they_are_challenged(configuration: ZackConfiguration) -> None:
    expert, _ = seated(configuration, EXPERT)
    beginner, _ = seated(configuration, BEGINNER)
    assert expert.match.table.due == beginner.match.table.due == "Zoe"
    quick, slow = first_challenge_s(expert), first_challenge_s(beginner)
    assert slow > LONGEST_GRACE_MS / 1000.0
    assert slow > 3.0 * quick


def person(pace: Pace) -> Person:
    people = build_people(shipped_people_tables(), PEOPLE_FILE.name)
    skill = load_configuration("zack").skills["casual"]
    return Person(1, 4, skill, people.tempers["steady"], people, 1, 400.0, pace)


def test_bots_wait_before_challenges_and_longest_before_one_of_the_person() -> None:
    slow = ChallengePlan(Reason.SLOW, 0, 800.0)

    def begins_s(pace: Pace, target: int) -> float:
        challenge = ChallengePlan(slow.reason, target, slow.after_ms)
        return challenge_plan(person(pace), challenge, 10.0, rng(1, "test"), 0).begin_s

    learning = Pace(BEGINNER, learner=0)
    assert begins_s(Pace(), 0) == begins_s(Pace(), 2) == 10.8
    assert begins_s(learning, 2) == pytest.approx(10.0 + 0.8 * BEGINNER.thinking)
    assert begins_s(learning, 0) == pytest.approx(begins_s(learning, 2) + LONGEST_GRACE_MS / 1000.0)
    halfway = Pace(Tempo(0.5), learner=0)
    assert begins_s(Pace(), 0) < begins_s(halfway, 0) < begins_s(learning, 0)
    hands = [throw_plan(person(pace), 9, 10.0, 0.0, 0).at_s - 10.0 for pace in (Pace(), halfway, learning)]
    assert hands == sorted(hands)
    assert hands[2] == pytest.approx(hands[0] * BEGINNER.moving)


def test_the_tempo_is_on_record_and_the_record_repeats_and_goes_on(
    configuration: ZackConfiguration, tmp_path: Path
) -> None:
    mouse, recorder = seated(configuration, BEGINNER)
    assert questions(recorder)[0] == "tempo"
    mouse.throw()
    mouse.wait(lambda: False, 6.0)
    path = tmp_path / "slow.jsonl"
    recorder.write(path)
    record = read_record(path)
    assert verify(record) is None
    again: list[Any] = []
    repeated = replay(record, again.append)
    repeated.advance(1.0)
    assert repeated.table.tempo == BEGINNER
    resumed, more = resume(record)
    assert resumed.table.tempo == BEGINNER
    assert resumed.table.learner == "Zoe"
    assert more.lines == recorder.lines
    resumed.advance(3.0)
    mouse.match.advance(3.0)
    assert more.lines == recorder.lines


def test_at_the_experts_tempo_the_record_has_no_line_of_it(configuration: ZackConfiguration) -> None:
    mouse, recorder = seated(configuration, EXPERT)
    assert mouse.match.table.tempo == EXPERT
    assert "tempo" not in questions(recorder)


def test_it_is_set_by_the_person_and_before_the_first_card(configuration: ZackConfiguration) -> None:
    mouse, _ = seated(configuration, EXPERT)
    with pytest.raises(IllegalAction, match="before the first card"):
        mouse.match.act(SetTempo.of("Zoe", BEGINNER))
    match, _ = table(configuration, 5, "me=Zoe", "casual", "casual")
    with pytest.raises(IllegalAction, match="not played by hand"):
        match.act(SetTempo.of("Anne", BEGINNER))


def test_it_grows_with_a_game_that_the_person_wins(configuration: ZackConfiguration) -> None:
    mouse, _ = seated(configuration, BEGINNER)
    match: ZackMatch = mouse.match
    other = next(name for name in match.table.names if name != "Zoe")
    match._end_game(other)
    assert match.table.tempo == BEGINNER
    match._end_game("Zoe")
    assert 0.0 < match.table.tempo.value < 1.0
    assert match.table.pace.grace_ms(0) < LONGEST_GRACE_MS
    assert match.table.pace.grace_ms(1) == 0.0


def test_a_challenge_names_who_was_due_instead(configuration: ZackConfiguration) -> None:
    """Zoe throws out of turn until one of the others has noticed."""
    match, _ = table(configuration, 7, "casual", "skilled:bold", "me=Zoe")
    mouse = AtTheMouse(match)
    assert mouse.wait(lambda: match.table.stage is TableStage.PLAYING)
    due: str | None = None

    def accused() -> list[Challenged]:
        events = (event for event in match.table.events if isinstance(event, Challenged))
        return [event for event in events if event.against == "Zoe" and event.reason == "out_of_turn"]

    free: Callable[[], bool] = lambda: (  # noqa: E731 - it is short
        match.table.stage is TableStage.PLAYING and not match.table.bowl.flying("Zoe") and match.table.due != "Zoe"
    )
    for _ in range(12):
        if accused():
            break
        if match.waits_for or match.table.bowl.missed("Zoe") or not mouse.wait(free, 4.0):
            mouse.wait(lambda: False, 1.0)
            continue
        due = match.table.state.due
        mouse.throw()
        mouse.wait(lambda: bool(accused()), 2.0)
    assert accused()
    assert accused()[-1].due in {name for name in match.table.names if name != "Zoe"}
    assert due is not None
