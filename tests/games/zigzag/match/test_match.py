"""A match of ZIGZAG from the deal to the end: whole, repeatable, and by the rules."""

from __future__ import annotations

import contextlib
import io
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.configuration import changed_configuration, load_configuration
from sim.errors import InputError
from sim.games.zigzag import intents, rules
from sim.games.zigzag.match import ZigzagMatch as Match
from sim.games.zigzag.match.frame import Check, HandState
from sim.games.zigzag.match.frame_builder import SHOWN_S
from sim.games.zigzag.referee import VOCABULARY
from sim.games.zigzag.rules.vocabulary import Choice, Phase
from sim.match import text as story
from sim.match.record import Recorder, read_record
from sim.match.replay import replay as opened_replay
from sim.match.replay import resume, verify
from sim.match.seats import seats_from
from sim.people.skill import PROFILES
from sim.protocols import Line
from sim.rules_frame import IllegalAction
from sim.seat import Seat
from sim.wire import read

TEAM = "casual:team,casual:watchful,casual:team,skilled:watchful"


def seats(words: str = TEAM, persons: bool = False) -> tuple[Seat, ...]:
    return seats_from(words.split(","), "zigzag", persons=persons)


def played(words: str = TEAM, seed: int = 4, **table: Any) -> tuple[Match, list[Line], Recorder]:
    configuration = changed_configuration("zigzag", {"table": {"most_minutes": 3.0, **table}})
    recorder = Recorder.of(configuration, seats(words), seed)
    lines: list[Line] = []

    def tell(line: Line) -> None:
        lines.append(json.loads(json.dumps(line)))
        recorder.record_line(line)

    match = Match(configuration, seats(words), seed, tell)
    match.run()
    return match, lines, recorder


@pytest.fixture(scope="module")
def one() -> tuple[Match, list[Line], Recorder]:
    return played()


@pytest.mark.slow
def test_a_match_of_bots_has_hands_takes_signs_and_announcements(one: tuple[Match, list[Line], Recorder]) -> None:
    _, lines, _ = one
    told = {event["type"] for line in lines if line["stage"] == "ruling" for event in line["events"]}
    assert {"hand_started", "card_discarded", "card_taken", "sign_made", "announcement_judged", "box_ticked"} <= told


@pytest.mark.slow
def test_the_referee_rules_the_same_from_the_outcomes_alone(one: tuple[Match, list[Line], Recorder]) -> None:
    match, lines, _ = one
    state = None
    told: list[Any] = []
    for line in lines:
        if line["stage"] == "outcome":
            words = dict(line["line"])
            action = read(VOCABULARY.lines[words.pop("do")], words)
            state, events = VOCABULARY.apply(state, action)
            told.append([event.type for event in events])
    assert state == match.table.state
    assert told == [[event["type"] for event in line["events"]] for line in lines if line["stage"] == "ruling"]


@pytest.mark.slow
def test_another_noise_of_a_grab_is_found(one: tuple[Match, list[Line], Recorder], tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    one[2].write(path)
    record = read_record(path)
    changed = [json.loads(text) for text in record.lines]
    number, line = next((n, line) for n, line in enumerate(changed) if line.get("question") == "grab")
    line["noise_seed"] += 1
    path.write_text(
        "\n".join(
            [*(json.dumps(each, separators=(",", ":")) for each in changed), '{"stage":"seal","lines":1,"sha256":""}']
        )
    )
    found = verify(read_record(path))
    assert found.number > number + 1


@pytest.mark.slow
def test_who_covers_a_card_first_has_it_and_the_record_tells_who_else_reached_for_it() -> None:
    _, lines, _ = played(seed=6)
    covers = [line for line in lines if line.get("what") == "covers"]
    assert covers
    contested = [line for line in covers if line["rivals"]]
    assert contested
    for line in covers:
        follows = lines[lines.index(line) + 1]
        assert follows["line"]["do"] == "take"
        assert follows["line"]["player"] == line["by"]
    for line in contested:
        assert line["by"] not in [rival["by"] for rival in line["rivals"]]


def test_nobody_takes_from_the_tapis_before_he_has_picked_up_his_card(
    one: tuple[Match, list[Line], Recorder],
) -> None:
    waiting: set[str] = set()
    for line in one[1]:
        for event in line.get("events", ()):
            if event["type"] == "card_dealt":
                waiting.add(event["player"])
            elif event["type"] == "card_picked_up":
                waiting.discard(event["player"])
            elif event["type"] == "hand_ended" or event["type"] == "set_started":
                waiting.clear()
            elif event["type"] == "card_taken":
                assert event["player"] not in waiting


def test_frames_tell_what_a_drawing_needs() -> None:
    match = Match(load_configuration("zigzag"), seats(), 4)
    states, signs, voices, before = set(), set(), set(), match.frame()
    while match.time_s < 60.0 and not match.finished:
        match.advance(0.05)
        frame = match.frame().share_unchanged(before)
        states |= {seat.hand.state for seat in frame.seats}
        signs |= {seat.sign for seat in frame.seats}
        voices |= {seat.voice.text for seat in frame.seats if seat.voice is not None}
        half = before.interpolate(frame, 0.5)
        assert before.time_s <= half.time_s <= frame.time_s
        assert len(frame.seats) == 4
        assert len(frame.teams) == 2
        assert all(len(team.boxes) == 4 for team in frame.teams)
        before = frame
    assert {HandState.REST, HandState.LAYING, HandState.REACHING, HandState.BACK} <= states
    assert signs & {"zig", "zag"}
    assert any("Z" in text for text in voices)


def test_the_cards_of_a_check_are_shown_while_it_is_talked_of_and_in_the_check() -> None:
    match = Match(changed_configuration("zigzag", {}, profile="draft"), seats(), 4)
    table, name = match.table, match.names[0]
    table.shown = {name: ("4", "5")}

    def shown(seconds_ago: float, phase: rules.Phase) -> tuple[bool, bool]:
        table.check = Check(None, name, 0, True, None, match.time_s - seconds_ago)
        table.state = replace(table.state, phase=phase)
        frame = match.frame()
        return frame.check is not None, bool(frame.seats[0].shown)

    assert shown(0.0, rules.Phase.PLAY) == (True, True)
    assert shown(SHOWN_S, rules.Phase.PLAY) == (False, False)
    assert shown(SHOWN_S, rules.Phase.CONTRE) == (False, True)


def test_a_frame_counts_down_the_contres_that_may_fail_and_ticks_no_empty_box() -> None:
    match = Match(changed_configuration("zigzag", {}, profile="draft"), seats(), 4)
    state = match.table.state
    match.table.state = replace(state, failed=(1, 0))
    first, second = match.frame().teams
    assert (first.contres_left, second.contres_left) == (state.contre_limit - 1, state.contre_limit)
    assert not any(ticked for team in (first, second) for _, _, ticked in team.boxes)


def test_the_story_is_told_in_words() -> None:
    match = Match(changed_configuration("zigzag", {"table": {"most_minutes": 1.0}}), seats(), 4)
    out = io.StringIO()
    story.print_match(match, out)
    assert "Hand 1." in out.getvalue()
    assert "takes" in out.getvalue()
    assert "Boxes ticked" in out.getvalue()


def test_a_match_that_lasts_too_long_is_won_by_most_boxes() -> None:
    match, lines, _ = played("casual:random,casual:team,casual:random,casual:team", most_minutes=1.0)
    assert match.time_s == pytest.approx(60.0, abs=0.02)
    assert set(lines[-1]["winners"]) >= {"Bert", "Dirk"}
    assert list(match.frame().winners) == lines[-1]["winners"]


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_level_is_played(level: int) -> None:
    match, lines, _ = played(level=level, seed=2, most_minutes=2.0)
    assert match.table.state.level == level
    assert any(line.get("question") == "announce" for line in lines)


@pytest.mark.study
@pytest.mark.parametrize("profile", PROFILES)
def test_a_match_of_level_3_ends_by_a_full_sheet_long_before_the_clock(profile: str) -> None:
    configuration = changed_configuration("zigzag", {"table": {"level": 3}}, profile="draft")
    for seed in range(4):
        match = Match(configuration, seats(",".join([profile] * 4)), seed)
        match.run()
        assert match.time_s < 45 * 60, seed
        assert any(not match.table.state.open_boxes(team) for team in range(2))


def test_five_players_are_refused() -> None:
    with pytest.raises(InputError, match="four or six"):
        Match(load_configuration("zigzag"), seats("casual,casual,casual,casual,casual"), 1)


# ------------------------------------------------------------------------------------------------ a person


def by_hand(seconds: float, seed: int = 4) -> tuple[Match, Recorder]:
    """Someone who lays their first card, picks up, takes what comes under their hand, and passes."""
    configuration = load_configuration("zigzag")
    table = seats("me,casual,casual,casual", persons=True)
    recorder = Recorder.of(configuration, table, seed)
    match = Match(configuration, table, seed, recorder.record_line)
    hand, person = match.hand, "You"
    while match.time_s < seconds:
        state = match.table.state
        if state.phase is rules.Phase.PLAY:
            with contextlib.suppress(IllegalAction):
                _one_thing(match, person)
        else:
            hand.follow(*hand.home)
        match.advance(1.0 / 60.0)
    return match, recorder


def _one_thing(match: Match, person: str) -> None:
    state, hand = match.table.state, match.hand
    course = match.table.tasks[person]
    if person not in state.opened:
        hand.follow(-60.0, -150.0)
        if not hand.out:
            hand.reach()
        elif abs(hand.place[1] + 150.0) < 5.0:
            hand.lay(state.hands[person][0].value)
    elif state.face_down[person] is not None:
        if hand.out:
            hand.go_home()
        elif course.state is HandState.REST:
            match.act(intents.PickUpCard(by=person))
    elif person not in state.passed:
        match.act(intents.PassOn(by=person))


def test_a_person_plays_with_his_hand_and_the_record_repeats(tmp_path: Path) -> None:
    match, recorder = by_hand(20.0)
    path = tmp_path / "match.jsonl"
    recorder.write(path)
    record = read_record(path)
    questions = Counter(line["question"] for _, line in record.intents if line["by"] == "You")
    assert questions["reach"]
    assert questions["lay"]
    assert questions["home"]
    assert questions["pick_up"]
    assert record.measured
    assert record.measured[0][1]["action"]["path"]
    assert verify(record) is None
    replay = opened_replay(record)
    assert replay.person is None
    resumed, _ = resume(record)
    assert resumed.time_s <= match.time_s
    with pytest.raises(InputError, match="person"):
        match.run()


def test_a_match_that_is_left_while_the_hand_is_out_repeats_and_is_gone_on_with(tmp_path: Path) -> None:
    path, out = tmp_path / "match.jsonl", 0
    for seconds in (2.55, 2.6, 2.66, 3.4):
        match, recorder = by_hand(seconds)
        out += match.hand.out
        recorder.write(path)
        record = read_record(path)
        assert verify(record) is None
        again, more = resume(record)
        assert tuple(more.lines) == record.lines
        # What is done after that repeats, too.
        while again.time_s < seconds + 3.0:
            with contextlib.suppress(IllegalAction):
                _one_thing(again, "You")
            again.advance(1.0 / 60.0)
        more.write(path)
        assert verify(read_record(path)) is None
    assert out > 1


def test_what_a_person_may_not_do_is_told_in_a_sentence() -> None:
    match = Match(load_configuration("zigzag"), seats("me,casual,casual,casual", persons=True), 4)
    while match.table.state.phase is not rules.Phase.PLAY:
        match.advance(0.1)
    card = match.table.state.hands["You"][0].value
    for line, reason in (
        (intents.PassOn(by="Bert"), "not played by hand"),
        (intents.Lay(by="You", card=card), "not over the table"),
        (intents.GoHome(by="You"), "not over the table"),
        (intents.PickUpCard(by="You"), "Discard"),
        (intents.CallContre(by="You", team=0), "own team"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            match.may(line)


def test_two_persons_at_one_mouse_are_refused() -> None:
    with pytest.raises(InputError, match="at most one person"):
        Match(load_configuration("zigzag"), seats("me,me,casual,casual", persons=True), 1)


def test_a_person_is_asked_for_the_box_of_their_own_teams_double_zag() -> None:
    configuration = changed_configuration("zigzag", {"table": {"level": 3}})
    match = Match(configuration, seats("me,casual,casual,casual", persons=True), 4)
    state = match.table.state
    own = state.team_of("You")
    assert {level for level, _ in match.view("You").boxes} == {1, 2}
    for team in (own, 1 - own):
        match.table.state = replace(state, phase=Phase.TICK, choice=Choice(team, (2,)))
        assert match.waits_for == (("You",) if team == own else ())
        assert {level for level, _ in match.view("You").boxes} == ({2} if team == own else {1, 2})
