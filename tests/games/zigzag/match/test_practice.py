"""Practice at ZIGZAG, and what is noted of the person's hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.configuration import load_configuration
from sim.errors import InputError
from sim.games.zigzag import intents
from sim.games.zigzag.bots.hand_value import ZAG, worth
from sim.games.zigzag.match import Practice, hand_log_entries
from sim.games.zigzag.match import ZigzagMatch as Match
from sim.games.zigzag.match.practice import BARELY_BEGUN_S
from sim.games.zigzag.match.rule_adapter import face_of
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.vocabulary import Ending, Phase
from sim.match.hand_log import HandLog, HandsHeader, read_hand_log, read_movement
from sim.match.record import Recorder, read_record
from sim.match.replay import resume
from sim.match.seats import seats_from
from sim.seat import PERSON, Seat

ADA = Seat("Ada", "casual", PERSON)


def practice(seed: int = 5, **chosen: Any) -> Practice:
    return Practice(load_configuration("zigzag"), ADA, seed, **chosen)


def until(match: Any, what: Any, most_s: float = 60.0) -> None:
    for _ in range(round(most_s / 0.05)):
        if what():
            return
        match.advance(0.05)
    raise AssertionError("it did not come to that")


def dealt(match: Any) -> None:
    until(match, lambda: match.table.state.phase is Phase.PLAY and match.table.state.face_down["Ada"] is not None)


def ends(session: Practice, won: bool) -> None:
    """The set ends, as the rules tell it."""
    team = session.table.state.team_of("Ada") if won else 1 - session.table.state.team_of("Ada")
    session.match.carry_out(events.SetEnded(1, team))
    session.match.dealer.deal()


def cards(session: Practice) -> Any:
    return session.table.state.hands, session.table.state.pile


def test_the_same_set_is_dealt_again() -> None:
    session = practice()
    dealt(session)
    first, names = cards(session), session.names
    session.advance(BARELY_BEGUN_S)
    assert session.undo() is True
    assert session.time_s == 0.0
    dealt(session)
    assert cards(session) == first
    assert (session.number, session.names) == (1, names)
    # The same seed is the same practice, another one another.
    again, other = practice(), practice(6)
    dealt(again)
    dealt(other)
    assert cards(again) == first
    assert cards(other) != first


def test_sets_follow_each_other_and_are_counted() -> None:
    session = practice()
    dealt(session)
    first = cards(session)
    ends(session, won=True)
    assert [line.text for line in session.ticker][-1] == "Yours: 1 won of 1. Undo deals the same set again."
    session.advance(0.1)
    assert session.number == 2
    assert not session.finished
    dealt(session)
    assert cards(session) != first
    session.advance(BARELY_BEGUN_S)
    ends(session, won=False)
    assert [result.won for result in session.results] == [True, False]
    assert session.summary_line() == "Sets: 1 won of 2; 0 cards taken, 0 lost to others."


def test_a_set_taken_back_counts_no_more() -> None:
    session = practice()
    assert session.undo() is False
    dealt(session)
    session.advance(BARELY_BEGUN_S)
    ends(session, won=True)
    session.advance(0.1)
    # The next one has barely begun: what is meant is the one before.
    assert session.undo() is True
    assert (session.number, session.results) == (1, [])
    assert session.ticker[-1].text == "Set 1 is dealt again: 0 won of 0."


def test_a_complete_sheet_ends_no_practice() -> None:
    session = practice()
    dealt(session)
    session.match.carry_out(events.GameOver(("Ada", "Bert"), 0, next(iter(Ending))))
    assert not session.finished
    until(session, lambda: session.number == 2)
    with pytest.raises(InputError, match="practice happens in a window"):
        session.run()


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"players": 5}, "practice: players: expected 4 or 6, found 5."),
        ({"profile": "deft"}, "practice: profile: expected one of child, casual, skilled, found 'deft'."),
        ({"level": 4}, "practice: level: expected 1, 2 or 3, found 4."),
        ({"cards": "none"}, "practice: cards: expected one of own, partner, all, found 'none'."),
    ],
)
def test_what_cannot_be_practised_is_told(chosen: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as refused:
        practice(**chosen)
    assert str(refused.value) == said


def test_unless_said_four_casual_players_practise_at_level_1() -> None:
    session = practice()
    assert session.configuration.table.level == 1
    assert [seat.profile for seat in session.seats[1:]] == ["casual"] * 3


@pytest.mark.parametrize("players", [4, 6])
def test_whose_cards_are_open(players: int) -> None:
    partner = {4: "Bert", 6: "Cleo"}[players]
    for chosen, seen in (("own", set()), ("partner", {partner}), ("all", None)):
        session = practice(players=players, cards=chosen)
        others = set(session.names) - {"Ada"}
        assert session.open_to == (others if seen is None else seen)
        assert len(session.names) == players


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_hint_brings_one_nearer(level: int) -> None:
    session = practice(6, level=level)
    found = 0
    for _ in range(400):
        session.advance(0.1)
        hint = session.hint()
        if hint is None:
            continue
        found += 1
        view = session.view("Ada")
        assert hint.take in dict(view.tapis)
        after = [*view.hand, face_of(hint.take)]
        if hint.lay is not None:
            after.remove(hint.lay)
        assert len(after) <= 4
        # At level 3 the boxes without a constraint come first.
        stops, must = view.stops["Ada"], view.must_at(2 if level == 2 else 1)
        assert worth(after, ZAG, stops, must) > worth(view.hand, ZAG, stops, must)
        assert hint.words.endswith((": a ZAG.", ": a ZIG.", ": nearer to a ZAG."))
    assert found > 3


# ---------------------------------------------------------------------------------------------- the log of the hand


def lay_and_grab(match: Any) -> None:
    """One card is laid, another one is taken, by hand."""
    dealt(match)
    # A hand that lays and takes: out, a card down, over another card, home.
    face = next(card.value for card in match.table.state.hands["Ada"] if "." in card.value)
    match.hand.reach()
    home = match.hand.place
    for step in range(60):
        match.hand.follow(0.6 * home[0] * (1 - step / 60) + 5 * step / 60, 0.6 * home[1])
        match.advance(1 / 60)
    match.hand.lay(face)
    match.advance(0.1)
    match.hand.go_home()
    until(match, lambda: not match.hand.out and match.table.tasks["Ada"].state.value == "rest")
    match.act(intents.PickUpCard(by="Ada"))
    until(match, lambda: match.table.state.face_down["Ada"] is None)


def grab_something(match: Any) -> bool:
    """Lay a card, then take any card that lies there. False where others were faster."""
    until(match, lambda: match.table.tasks["Ada"].state.value == "rest")
    if len(match.table.state.hands["Ada"]) == 4:
        face = next(card.value for card in match.table.state.hands["Ada"] if "." in card.value)
        match.hand.reach()
        match.advance(0.1)
        match.hand.lay(face)
        match.advance(0.05)
    else:
        match.hand.reach()
    for _ in range(200):
        free = [name for name in match.table.world.cards if name not in match.table.world.held]
        if len(match.table.state.hands["Ada"]) == 4:
            break
        if free:
            pose = match.table.world.cards[free[0]]
            match.hand.follow(pose.x, pose.y)
            match.advance(1 / 60)
            if free[0] in match.table.world.cards and free[0] not in match.table.world.held:
                match.hand.grab(free[0])
        match.advance(1 / 60)
    match.hand.go_home()
    return len(match.table.state.hands["Ada"]) == 4


def a_match(tell: Any = None) -> Any:
    seats = seats_from(["me=Ada", *["child"] * 3], "zigzag", persons=True)
    return Match(load_configuration("zigzag"), seats, 4, tell)


def acted_s(lines: list[dict[str, Any]]) -> dict[str, float]:
    """When Ada did last what the rulings tell, by their events."""
    rulings = (line for line in lines if line["stage"] == "ruling")
    return {event["type"]: line["time_s"] for line in rulings for event in line["events"] if "Ada" in event.values()}


def test_every_way_of_the_hand_is_noted(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = []
    match: Any = a_match(lines.append)
    noted: list[dict[str, Any]] = []
    match.note_hand = noted.append
    lay_and_grab(match)
    assert [line["what"] for line in noted] == ["lay"]
    assert grab_something(match)
    assert [line["what"] for line in noted][-1] == "grab"
    for line in noted:
        read_movement(line)
        assert line["by"] == "Ada"
        assert line["took_ms"] == pytest.approx(1000 * (len(line["path"]) - 1) / 120)
        assert line["path"] == [[round(x, 2), round(y, 2)] for x, y in line["path"]]
        assert line["width_mm"] == match.configuration.setup.tapis.card_width_mm
    won, at_s = noted[-1], acted_s(lines)
    # The hand was out already, and went on from where it was last seen before it laid a card: a tick earlier.
    assert won["took_ms"] == pytest.approx(1000 * (at_s["card_taken"] - at_s["card_discarded"] + 1 / 120))
    assert won["won"] is True
    # It was over the card: no farther from its middle than half a diagonal and the tick that it came in.
    assert abs(won["x_mm"] - won["aim_x_mm"]) < 45
    assert abs(won["y_mm"] - won["aim_y_mm"]) < 60
    assert match.grabbed_and_late == (1, 0)
    # They go through the log like any other movement.
    log = HandLog(tmp_path / "hands.jsonl", HandsHeader(game="zigzag", person="Ada", profile="casual"))
    assert all(log.note(line) for line in noted)
    log.close()
    assert [line for _, line in read_hand_log(log.path).moves] == noted


def test_a_hand_that_waits_for_a_card_is_timed_from_when_it_lay_there() -> None:
    lines: list[dict[str, Any]] = []
    noted: list[dict[str, Any]] = []
    match: Any = a_match(lines.append)
    match.note_hand = noted.append
    lay_and_grab(match)
    until(match, lambda: match.table.tasks["Ada"].state.value == "rest")
    match.hand.reach()
    match.advance(0.1)
    card = next(card.value for card in match.table.state.hands["Ada"] if "." in card.value)
    match.hand.lay(card)
    match.advance(0.05)
    match.hand.go_home()
    until(match, lambda: match.table.tasks["Ada"].state.value == "rest")
    set_out_s, pose = match.time_s, match.table.world.cards[card]
    match.hand.reach()
    match.hand.follow(pose.x, pose.y)
    match.advance(0.05)
    match.hand.grab(card)
    match.advance(0.1)
    won, at_s = noted[-1], acted_s(lines)
    assert (won["won"], won["aim_x_mm"], won["aim_y_mm"]) == (True, pose.x, pose.y)
    assert won["waited_ms"] == pytest.approx(1000 * (set_out_s - at_s["card_discarded"]))
    assert won["took_ms"] == pytest.approx(1000 * (at_s["card_taken"] - set_out_s))


def test_a_hand_that_only_looks_is_noted_once() -> None:
    match: Any = a_match()
    noted: list[dict[str, Any]] = []
    match.note_hand = noted.append
    dealt(match)
    match.hand.reach()
    match.advance(0.3)
    match.hand.go_home()
    match.advance(1.0)
    assert [(line["what"], line["won"]) for line in noted] == [("nothing", None)]
    assert len(noted[0]["path"]) > 20


def test_what_bots_do_is_not_noted() -> None:
    match: Any = a_match()
    noted: list[dict[str, Any]] = []
    match.note_hand = noted.append
    match.advance(30.0)
    assert noted == []


def test_nothing_is_noted_again_while_a_record_is_caught_up_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = seats_from(["me=Ada", *["child"] * 3], "zigzag", persons=True)
    recorder = Recorder.of(load_configuration("zigzag"), seats, 4)
    match: Any = a_match(recorder.record_line)
    noted: list[dict[str, Any]] = []
    match.note_hand = noted.append
    lay_and_grab(match)
    assert noted
    path = tmp_path / "match.jsonl"
    recorder.write(path)
    made: list[str] = []
    monkeypatch.setattr(hand_log_entries.Reached, "line", lambda move: made.append(move.what) or {})
    again: Any = resume(read_record(path))[0]
    assert again.table.state == match.table.state
    assert made == []
