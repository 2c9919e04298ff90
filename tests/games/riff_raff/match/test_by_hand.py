"""Riff Raff by hand: what persons do is asked, refused in words, recorded, repeated and gone on with."""

from __future__ import annotations

import itertools
import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from sim.errors import InputError
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.frame import PieceAstray, PieceState, TableStage
from sim.games.riff_raff.match.intents import AnnounceCount, ChooseCard, NameCaptain, SetOrder, TakePiece
from sim.games.riff_raff.match.mouse_hand import Mouse
from sim.match.hand_log import HandLog, HandsHeader, read_hand_log
from sim.match.intents import Intent
from sim.match.record import Recorder, read_record
from sim.match.replay import resume, verify
from sim.physics.contact.profiles import TICK_HZ
from sim.rules_frame import IllegalAction
from tests.games.riff_raff.match.by_hand import (
    follow,
    glide,
    grip_above,
    kept,
    seated,
    set_down,
    three_equal_cards,
    to_my_turn,
    wait,
)

FIVE = ["intent", "executed", "physics", "outcome", "ruling"]


def lines_of(recorder: Recorder) -> list[dict[str, Any]]:
    return [json.loads(line) for line in recorder.lines]


@pytest.fixture
def alone(configuration: RiffRaffConfiguration) -> tuple[RiffRaffMatch, Recorder]:
    """A person against a bot that does not think, the person's card (6) chosen and its turn come."""
    match, recorder = seated(configuration, 11, "me", "casual:random")
    to_my_turn(match, 6)
    return match, recorder


def test_a_turn_by_hand_is_told_in_five_stages_and_repeats(
    alone: tuple[RiffRaffMatch, Recorder], tmp_path: Path
) -> None:
    match, recorder = alone
    set_down(match, "You", "crate", 6)
    told = lines_of(recorder)
    at = next(n for n, line in enumerate(told) if line.get("measured"))
    turn = told[at - 1 : at + 4]
    assert [line["stage"] for line in turn] == FIVE
    intent, executed = turn[0], turn[1]
    assert (intent["by"], intent["question"], intent["piece"], intent["slot"]) == ("You", "place", "crate", 6)
    assert intent["stance"] == "upright"
    assert abs(intent["x_mm"] - 49.5) < 2.0
    assert len(executed["action"]["path"]) > 200
    assert turn[3]["placed"] == "stays"
    assert turn[3]["ship"]["6"] == ["crate"]
    record = kept(recorder, tmp_path / "match.jsonl")
    assert verify(record) is None


def test_a_whole_match_of_two_persons_repeats(configuration: RiffRaffConfiguration, tmp_path: Path) -> None:
    match, recorder = seated(configuration, 5, "me=Ada", "me=Bert")
    while match.state.round < 3:
        for name in ("Ada", "Bert"):
            wait(match, lambda: match.state.round >= 3 or "Ada" in match.waits_for or "Bert" in match.waits_for)
            hand = match.state.hands[name]
            if match.question(name) == "card":
                match.act(ChooseCard(by=name, card=hand[0] if name == "Ada" else hand[-1]))
        wait(match, lambda: match.table.stage is not TableStage.CHOOSING)
        round_now = match.state.round
        while match.state.round == round_now:
            wait(match, lambda: bool(match.waits_for) or match.state.round != round_now)  # noqa: B023
            if match.state.round != round_now or match.table.stage is TableStage.CHOOSING:
                break
            due = match.waits_for[0]
            if match.question(due) == "count":
                match.act(AnnounceCount(by=due, count=2))
                continue
            slot = match.state.slot
            assert slot is not None
            supply = match.state.supply[due]
            kind = next(str(kind) for kind in supply if supply[kind] and str(kind) != "sailor")
            set_down(match, due, kind, slot, hz=45.0)
    record = kept(recorder, tmp_path / "match.jsonl")
    assert sum(len(record.measured) for _ in (0,)) >= 4
    assert verify(record) is None


def test_what_the_rules_forbid_is_refused_in_words(alone: tuple[RiffRaffMatch, Recorder]) -> None:
    match, _ = alone

    def refused(intent: Intent) -> str:
        with pytest.raises(IllegalAction) as caught:
            match.act(intent)
        text = str(caught.value)
        assert text.endswith(".")
        assert text.count(".") == 1
        return text

    assert "next round" in refused(ChooseCard(by="You", card=3))
    assert "only for slots 5 to 10" in refused(AnnounceCount(by="You", count=2))
    assert "Anne" not in refused(NameCaptain(by="You", captain="Anne"))
    assert "no such piece" in refused(TakePiece(by="You", piece="crate", stance="hanging_port"))
    assert "no piece 'cannon' in this game" in refused(TakePiece(by="You", piece="cannon"))
    with pytest.raises(IllegalAction, match="Nobody called Bert plays by hand"):
        match.act(TakePiece(by="Bert", piece="crate"))
    match.act(TakePiece(by="You", piece="crate"))
    match.advance(0.1)
    assert "holds a piece already" in refused(TakePiece(by="You", piece="rat"))


def test_a_card_that_there_is_not_and_a_second_choice_are_refused(configuration: RiffRaffConfiguration) -> None:
    match, _ = seated(configuration, 2, "me=Ada", "me=Bert")
    wait(match, lambda: "Ada" in match.waits_for)
    with pytest.raises(ValidationError, match="card"):
        ChooseCard(by="Ada", card=0)
    with pytest.raises(IllegalAction, match="does not hold the card 11"):
        match.act(ChooseCard(by="Ada", card=11))
    with pytest.raises(IllegalAction, match="Pick a card first"):
        match.act(TakePiece(by="Ada", piece="rat"))
    match.act(ChooseCard(by="Ada", card=7))
    match.advance(0.1)
    assert match.waits_for == ("Bert",)
    assert all(seat.card is None for seat in match.frame().seats)
    with pytest.raises(IllegalAction, match="cannot be changed any more"):
        match.act(ChooseCard(by="Ada", card=8))


def test_captain_order_and_count_are_asked(configuration: RiffRaffConfiguration) -> None:
    match, recorder = three_equal_cards(configuration)
    with pytest.raises(IllegalAction, match="exactly once"):
        match.act(SetOrder(by="Cleo", order=("Ada", "Ada")))
    match.act(SetOrder(by="Cleo", order=("Bert", "Ada")))
    wait(match, lambda: match.question("Cleo") == "place")
    assert match.state.order == ("Cleo", "Bert", "Ada")
    set_down(match, "Cleo", "plank", 6)
    wait(match, lambda: match.question("Bert") == "count")
    with pytest.raises(IllegalAction, match="one piece or two"):
        match.act(TakePiece(by="Bert", piece="rat"))
    match.act(AnnounceCount(by="Bert", count=1))
    wait(match, lambda: match.question("Bert") == "place")
    asked = [line["question"] for line in lines_of(recorder) if line["stage"] == "intent"]
    assert asked == ["card", "card", "card", "captain", "order", "place", "count"]


def test_a_piece_goes_back_until_it_has_touched_the_ship(alone: tuple[RiffRaffMatch, Recorder], tmp_path: Path) -> None:
    match, recorder = alone
    lines, ship = len(recorder.lines), match.table.snapshot
    match.table.mouse.point(match.now_s, 250.0, 150.0)
    match.act(TakePiece(by="You", piece="boat"))
    follow(match, glide((250.0, 150.0), (120.0, 160.0), 0.5), 0.8)
    assert match.table.holds
    held = [piece for piece in match.frame().pieces if piece.state is PieceState.HELD]
    assert [piece.kind for piece in held] == ["boat"]
    match.table.put_back()
    match.advance(0.05)
    assert (len(recorder.lines), match.table.snapshot, match.question("You")) == (lines, ship, "place")
    start, down = (250.0, 150.0), grip_above(match, "crate", 6, 50.0, -1.0)
    match.table.mouse.point(match.now_s, *start)
    match.act(TakePiece(by="You", piece="crate"))
    follow(match, glide(start, (down[0], down[1] + 25.0), 0.8), 0.9)
    follow(match, glide((down[0], down[1] + 25.0), down, 0.7), 1.0)
    with pytest.raises(IllegalAction, match="has touched the ship"):
        match.table.put_back()
    match.table.mouse.let_go(match.now_s)
    wait(match, lambda: match.table.stage is TableStage.RULED)
    # What was put back left no trace, and the next attempt comes out the same without it.
    assert verify(kept(recorder, tmp_path / "match.jsonl")) is None


def test_a_piece_is_not_let_go_where_it_would_come_down_on_another_slot(
    alone: tuple[RiffRaffMatch, Recorder],
) -> None:
    match, _ = alone
    start = (250.0, 200.0)
    match.table.mouse.point(match.now_s, *start)
    match.act(TakePiece(by="You", piece="rat"))
    # Below the sailor that Bert has hung from slot 10.
    over_eight = grip_above(match, "rat", 8, 40.0, 10.0)
    follow(match, glide(start, over_eight, 0.8), 1.2)
    match.table.mouse.let_go(match.now_s)
    match.advance(0.05)
    assert match.table.take_refusal() == "The rat would come down on slot 8, not on 6."
    assert match.table.take_refusal() is None
    assert match.table.holds
    in_the_mast = (0.0, grip_above(match, "rat", 6, 0.0, 10.0)[1])
    follow(match, glide(over_eight, in_the_mast, 0.6), 0.9)
    match.table.mouse.let_go(match.now_s)
    match.advance(0.05)
    assert match.table.take_refusal() == "There is no room for the rat here."
    over_six = grip_above(match, "rat", 6, 50.0, 5.0)
    follow(match, glide(in_the_mast, over_six, 0.6), 0.9)
    match.table.mouse.let_go(match.now_s)
    wait(match, lambda: match.table.stage is TableStage.RULED)
    assert dict(match.state.ship)[6] == ("rat",)


def test_what_is_thrown_on_another_slot_goes_back_to_its_owner(
    alone: tuple[RiffRaffMatch, Recorder], tmp_path: Path
) -> None:
    match, recorder = alone
    before = {str(slot): list(pieces) for slot, pieces in match.state.ship.items() if pieces}
    start = (250.0, 200.0)
    match.table.mouse.point(match.now_s, *start)
    match.act(TakePiece(by="You", piece="boat"))
    above = grip_above(match, "boat", 8, 40.0, 35.0)
    follow(match, glide(start, above, 0.8), 1.0)
    follow(match, glide(above, (above[0], above[1] - 40.0), 0.15), 0.075, 240.0)
    match.table.mouse.let_go(match.now_s)
    wait(match, lambda: match.table.stage is TableStage.RULED)
    told = [line.text for line in match.ticker]
    assert "The boat came down on slot 8, not on 6: it is taken back." in told
    astray = [event for event in match.frame().events if isinstance(event, PieceAstray)]
    assert [(event.slot, event.card) for event in astray] == [(8, 6)]
    outcome = next(line for line in lines_of(recorder) if line["stage"] == "outcome" and line["by"] == "You")
    assert (outcome["placed"], outcome["ship"]) == ("lost", before)
    assert match.state.supply_counts["You"] == 16
    assert verify(kept(recorder, tmp_path / "match.jsonl")) is None


def test_a_match_left_in_mid_air_goes_on_at_the_question(alone: tuple[RiffRaffMatch, Recorder], tmp_path: Path) -> None:
    match, recorder = alone
    match.table.mouse.point(match.now_s, 250.0, 150.0)
    match.act(TakePiece(by="You", piece="chest"))
    follow(match, glide((250.0, 150.0), (60.0, 160.0), 0.6), 0.7)
    path = tmp_path / "match.jsonl"
    recorder.write(path)
    resumed, again = resume(read_record(path))
    assert isinstance(resumed, RiffRaffMatch)
    assert again.lines == recorder.lines
    wait(resumed, lambda: resumed.question("You") == "place")
    assert not resumed.table.holds
    set_down(resumed, "You", "chest", 6)
    again.write(path)
    further, once_more = resume(read_record(path))
    assert once_more.lines == again.lines
    assert isinstance(further, RiffRaffMatch)
    assert further.table.snapshot == resumed.table.snapshot
    assert verify(kept(again, path)) is None


def test_a_chosen_card_is_not_forgotten(configuration: RiffRaffConfiguration, tmp_path: Path) -> None:
    match, recorder = seated(configuration, 2, "me=Ada", "me=Bert")
    match.advance(3.0)
    match.act(ChooseCard(by="Bert", card=7))
    match.advance(1.0)
    path = tmp_path / "match.jsonl"
    recorder.write(path)
    resumed, _ = resume(read_record(path))
    assert isinstance(resumed, RiffRaffMatch)
    assert resumed.waits_for == ("Ada",)
    assert resumed.tick == lines_of(recorder)[-1]["tick"] + 1, "it stands at its last line"


def test_records_that_cannot_be_are_refused_in_a_sentence(
    alone: tuple[RiffRaffMatch, Recorder], tmp_path: Path
) -> None:
    match, recorder = alone
    set_down(match, "You", "rat", 6)

    def changed(find: str, put: str) -> Path:
        other = Recorder([line.replace(find, put) for line in recorder.lines])
        path = tmp_path / "changed.jsonl"
        other.write(path)
        return path

    from sim.match.record import read_record

    with pytest.raises(InputError, match="path"):
        read_record(changed('"path":[[', '"path":[[1.0],['))
    with pytest.raises(InputError, match="cannot be held"):
        verify(read_record(changed('"from_tick":0,"stance":"flat"', '"from_tick":0,"stance":"upright"')))
    with pytest.raises(InputError, match="line 2: You do not hold the card 12"):
        verify(read_record(changed('"question":"card","card":6', '"question":"card","card":12')))
    with pytest.raises(InputError, match="tick: expected when You said that"):
        verify(read_record(changed(f'"card":6,"tick":{json.loads(recorder.lines[1])["tick"]}', '"card":6')))
    with pytest.raises(InputError, match="path"):
        read_record(changed('"path":[[', '"path":[[1e300,0.0,0.0],['))
    # A path above another slot: no hand would have opened there.
    measured = next(line for line in recorder.lines if '"measured"' in line)
    path = '"path":[' + ",".join(["[40.0,190.0,0.0]"] * 90) + "]"
    other = changed(measured, re.sub(r'"path":\[\[.*?\]\]', path, measured))
    with pytest.raises(InputError, match=f"{other}: .*lets go where the rules forbid it"):
        resume(read_record(other))
    with pytest.raises(InputError, match=f"{other}: .*lets go where the rules forbid it"):
        verify(read_record(other))
    lines = [line for line in recorder.lines if '"measured"' not in line]
    Recorder(lines).write(tmp_path / "without.jsonl")
    with pytest.raises(InputError, match="does not tell what the hand did"):
        verify(read_record(tmp_path / "without.jsonl"))


def test_a_match_with_persons_does_not_run_by_itself(configuration: RiffRaffConfiguration) -> None:
    match, _ = seated(configuration, 2, "me", "casual:random")
    with pytest.raises(InputError, match="You plays by hand"):
        match.run()


@pytest.mark.parametrize("hz", [30.0, 60.0, 144.0])
def test_a_flick_flies_the_same_at_every_frame_rate(configuration: RiffRaffConfiguration, hz: float) -> None:
    flights = []
    for rate in (hz, 1000.0):
        match, _ = seated(configuration, 11, "me", "casual:random")
        to_my_turn(match, 6)
        start, far = (330.0, 150.0), (180.0, 190.0)
        while match._owed_s > 1e-9:
            match.advance(1 / 120 - match._owed_s)
        match.table.mouse.point(match.now_s, *start)
        match.act(TakePiece(by="You", piece="crate"))
        follow(match, glide(start, start, 0.5), 0.5, rate)
        follow(match, glide(start, far, 0.5), 0.28, rate)
        match.table.mouse.let_go(match.now_s)
        carrying = match.table.carrying
        wait(match, lambda: not match.table.holds, 120.0, 1.0)  # noqa: B023
        release = carrying.release
        assert carrying.flicked
        hand = carrying.release_velocity
        assert math.hypot(*hand) > 500.0
        assert math.dist((release.vx, release.vy), hand) < 0.02 * math.hypot(*hand)
        flight = []
        while not any(carrying.world.touches.ground) and len(flight) < 24:
            flight.append(tuple(carrying.cargo.body.position))
            match.advance(1 / 120)
        flights.append(flight)
    assert len(flights[0]) == len(flights[1]) == 24
    assert max(math.dist(a, b) for a, b in zip(*flights, strict=True)) < 1.0


def test_a_pointer_that_jumps_moves_hand_and_ship_within_reason(alone: tuple[RiffRaffMatch, Recorder]) -> None:
    match, _ = alone
    match.table.mouse.point(match.now_s, 250.0, 150.0)
    match.act(TakePiece(by="You", piece="crate"))
    # Further down than the wood is: she swings on while it is carried there.
    down = grip_above(match, "crate", 6, 80.0, -10.0)
    follow(match, glide((250.0, 150.0), (80.0, down[1] + 20.0), 0.6), 0.8)
    follow(match, glide((80.0, down[1] + 20.0), down, 0.6), 0.8)
    carrying = match.table.carrying
    assert carrying.touched
    places = [carrying.hand.pose()] if carrying.hand else []
    for jump in ((80.0, -3000.0), (5000.0, 40.0), (80.0, -3000.0), (-4000.0, 300.0)):
        for _ in range(20):
            match.table.mouse.point(match.now_s + 1 / 60, *jump)
            match.advance(1 / 60)
            places.append(carrying.hand.pose())
    fastest = max(math.hypot(b.x - a.x, b.y - a.y) * 60 for a, b in itertools.pairwise(places))
    assert fastest < 1.1 * carrying.grasp.reach.speed_max_mm_s
    assert carrying.held_back > 20
    # The wood tips on its peg and she heels, but she does not go over.
    assert carrying.max_heel_rad < math.radians(25)


def test_slow_motion_is_no_part_of_a_reaction() -> None:
    mouse = Mouse()
    mouse.begin(0, "upright")
    mouse.point(0.0, 0.0, 0.0)
    for tick in range(36):
        # A tenth of a second of the match as it is, then a fifth of a second in slow motion, which takes 0.8 s.
        mouse.pace = 1.0 if tick < 12 else 0.25
        mouse.palm(tick)
    assert mouse.since(0.1, 0.05, 0.0) == pytest.approx(0.05)
    assert mouse.since(0.1, 1 / TICK_HZ, 0.0) == pytest.approx(0.1 - 1 / TICK_HZ)
    assert mouse.since(0.3, 0.1, 0.0) == pytest.approx(0.8)
    assert mouse.since(0.4, 0.15, 0.1) == pytest.approx(0.05 + 0.8)
    assert Mouse().since(0.4, 0.15, 0.1) == 0.0, "no palm has moved"


def test_a_hand_that_lets_go_within_a_tick_stays_where_the_pointer_is_until_it_opens() -> None:
    mouse = Mouse()
    mouse.begin(0, "upright")
    mouse.point(0.0, 20.0, 150.0)
    mouse.let_go(0.4 / TICK_HZ)
    held, opened = mouse.wish(0), mouse.wish(1)
    assert (held.lets_go, opened.lets_go) == (False, True)
    assert mouse.path == [(20.0, 150.0, 0.0)]


def placed_by_you(recorder: Recorder) -> str:
    """What came of the person's piece."""
    found = [line for line in lines_of(recorder) if line["stage"] == "outcome" and line["by"] == "You"]
    return str(found[0]["placed"])


@pytest.mark.parametrize(("to_mm", "placed"), [(128.0, "caught"), (300.0, "lost")])
def test_the_hand_that_let_go_catches_what_falls_late_if_the_pointer_takes_it_there(
    alone: tuple[RiffRaffMatch, Recorder], to_mm: float, placed: str
) -> None:
    match, recorder = alone
    start = (250.0, 180.0)
    match.table.mouse.point(match.now_s, *start)
    match.act(TakePiece(by="You", piece="barrel", stance="rolling"))
    # It rolls down its yard for half a second before it falls.
    over = grip_above(match, "barrel", 6, 60.0, 3.0)
    follow(match, glide(start, over, 0.8), 1.4)
    match.table.mouse.let_go(match.now_s)
    wait(match, lambda: not match.table.holds, 120.0)
    carrying = match.table.carrying
    assert carrying is not None
    assert [palm.x < 0 for palm in match.frame().palms] == [True], "the other hand held the barrel"
    match.advance(0.2)
    follow(match, glide(over, (to_mm, -30.0), 0.25), 0.3)
    assert carrying.name in {cargo.name for cargo in carrying.world.snapshot().cargo}
    assert len(match.frame().palms) == 2, "it is there before the barrel is"
    wait(match, lambda: match.table.stage is TableStage.RULED)
    assert placed_by_you(recorder) == placed
    assert carrying.caught == ([carrying.name] if placed == "caught" else [])


@pytest.mark.parametrize("pace", [1.0, pytest.param(0.25, marks=pytest.mark.slow)])
def test_palms_follow_the_pointer_as_soon_as_they_are_there(
    configuration: RiffRaffConfiguration, tmp_path: Path, pace: float
) -> None:
    match, recorder = seated(configuration, 11, "me", "casual:random")
    match.table.mouse.pace = pace
    logged: list[dict[str, Any]] = []
    match.note_hand = logged.append
    to_my_turn(match, 6)
    start = (250.0, 180.0)
    match.table.mouse.point(match.now_s, *start)
    match.act(TakePiece(by="You", piece="crate"))
    # Half over the yard's end: it topples, and falls beside the hull.
    over = grip_above(match, "crate", 6, 95.0, 6.0)
    follow(match, glide(start, over, 0.8), 1.2)
    assert [palm.x < 0 for palm in match.frame().palms] == [True], "the other hand holds the crate"
    match.table.mouse.let_go(match.now_s)
    wait(match, lambda: match.table.carrying is not None and match.table.carrying.guided.noticed_s is not None, 120.0)
    match.advance(0.15)
    assert len(match.frame().palms) == 1, "the hand that held it is still on its way"
    where = match.table.carrying.guided.waits_at(1)[0]
    follow(match, glide((over[0], 0.0), (128.0, -30.0), 0.1), 0.2)
    assert match.table.stage is TableStage.WATCHING
    assert match.frame().palms[1].x < where - 20.0
    wait(match, lambda: match.table.stage is TableStage.RULED)
    assert placed_by_you(recorder) == "lost", "the hand that held it came too late"
    assert match.state.supply_counts["You"] == 16
    assert [line["move"] for line in logged] == ["place", "react"]
    place, react = logged
    assert (place["piece"], place["aim_x_mm"], place["path_hz"]) == ("crate", None, 120)
    assert len(place["path"]) > 100
    assert place["path"] == [[round(x, 3), round(y, 3), round(angle, 5)] for x, y, angle in place["path"]]
    assert 130.0 < pace * react["rt_ms"] < 260.0, "the person's own time, of which slow motion takes more"
    assert react["correct"] is True
    # And they are what a log of hands holds.
    path = tmp_path / "hands.jsonl"
    log = HandLog(path, HandsHeader(game="riff-raff", person="You", profile="casual"))
    for line in logged:
        log.note(line)
    log.close()
    assert log.trouble == ""
    assert len(read_hand_log(path).moves) == 2
