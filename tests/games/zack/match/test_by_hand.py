"""A person at a table of Zack!: what the hand does, what bots are told when, what is refused, what is on record."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.configuration import changed_configuration
from sim.errors import InputError
from sim.games.zack import rules
from sim.games.zack.bots.percepts import Do
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import ZackMatch
from sim.games.zack.match.bot_driver import lag_ticks
from sim.games.zack.match.frame import CardState, TableStage
from sim.games.zack.match.intents import Begin, ChooseColour, PickUp, ResumePlay, ZackIntent
from sim.match.hand_log import read_movement
from sim.match.record import Recorder, read_record
from sim.match.replay import load_replay, resume, verify
from sim.match.seats import seats_from
from sim.physics.contact.profiles import TICK_HZ
from sim.rules_frame import IllegalAction
from tests.games.zack.match.by_hand import WIDE, AtTheMouse, flick, table

ME = "You"
THROW = Begin(by=ME, do=Do.THROW)


WITHOUT_STOPS = {"table": {"wins": 1, "stop_cards": False}, "bowl": WIDE}


@pytest.fixture(scope="module")
def configuration() -> ZackConfiguration:
    """As shipped, one game a match, at the draft profile; stop cards left out, so that nothing stops by itself."""
    return changed_configuration("zack", WITHOUT_STOPS, profile="draft")


def begun(
    configuration: ZackConfiguration, seed: int = 5, *players: str, absent: Sequence[str] = ()
) -> tuple[AtTheMouse, Recorder, list[Any]]:
    """A game that has begun, someone at the mouse, and the hand log."""
    match, recorder = table(configuration, seed, *(players or ("me", "casual", "casual")), absent=absent)
    noted: list[Any] = []
    match.note_hand = noted.append
    mouse = AtTheMouse(match)
    assert mouse.wait(lambda: match.table.stage is TableStage.PLAYING)
    return mouse, recorder, noted


def lines_of(recorder: Recorder, **wanted: object) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in recorder.lines]
    return [line for line in lines if all(line.get(key) == value for key, value in wanted.items())]


def due(mouse: AtTheMouse) -> Callable[[], bool]:
    match = mouse.match
    return lambda: match.table.due == ME and match.table.stage is TableStage.PLAYING and not match.table.bowl.flying(ME)


def play_on(mouse: AtTheMouse, seconds: float) -> None:
    """Play sensibly: throw when due, take up what missed, end stops."""
    match, end = mouse.match, mouse.now_s + seconds
    while mouse.now_s < end and not match.finished:
        mouse.frame()
        if match.waits_for:
            match.act(ResumePlay(by=ME))
        elif match.table.stage is TableStage.PLAYING and match.table.bowl.missed(ME):
            mouse.hand.pick_up(mouse.now_s)
            mouse.frame()
        elif due(mouse)() and not mouse.wait(lambda: not due(mouse)(), 0.4):
            mouse.throw()


# ------------------------------------------------------------------------------------------ one throw


def test_a_throw_is_on_record_in_five_stages(configuration: ZackConfiguration) -> None:
    mouse, recorder, noted = begun(configuration)
    assert mouse.wait(due(mouse))
    mouse.wait(lambda: False, 0.3)
    mouse.throw()
    assert mouse.wait(lambda: bool(lines_of(recorder, stage="outcome", card=f"{ME}-1-1")), 5.0)
    mine = [line for line in lines_of(recorder) if line.get("by") == ME and line.get("tick", 1) > 0]
    told = [(line["stage"], line.get("question")) for line in mine if line["stage"] != "outcome" or "card" in line]
    assert told[:6] == [
        ("intent", "begin"),
        ("intent", "show"),
        ("intent", "throw"),
        ("executed", None),
        ("physics", None),
        ("outcome", None),
    ]
    executed = lines_of(recorder, stage="executed", by=ME)[0]
    assert executed["measured"] is True
    x, _, _, vx, vy, omega, offset, _ = executed["action"]["release"]
    assert x == pytest.approx(400.0, abs=1e-6)  # the end of the reach
    assert offset != 0.0  # a mouse cannot err across the plane: the skill's noise does
    assert vx < -1500.0
    assert vy > 200.0
    assert omega == pytest.approx(-configuration.setup.throw.flick_backspin_rad_s, abs=0.5)
    last = lines_of(recorder)[-1]
    assert last["stage"] == "ruling"
    for line in noted:
        read_movement(line)
    # The log: how soon, and how; the hand moved within the first frames after 0.3 s.
    react, throw = noted
    assert react["cue"] == "turn"
    assert react["correct"] is True
    assert 200.0 < react["rt_ms"] < 400.0
    assert (react["bits"], react["conflict"]) == (0.0, False)  # everybody is told who begins
    assert throw["speed_mm_s"] == pytest.approx((vx * vx + vy * vy) ** 0.5)
    assert throw["meant"]["spin_rad_s"] == pytest.approx(30.0)
    assert throw["distance_mm"] == pytest.approx(400.0, abs=1e-6)


def test_a_reaction_ends_where_the_throw_sets_out(configuration: ZackConfiguration) -> None:
    """Neither where the card was taken before that, nor where a hand set out that took it on the way."""

    def reacted_ms(sets_out_s: float, takes_s: float, seconds: float = 0.3, fidgets_s: float = 0.0) -> float:
        mouse, _, noted = begun(configuration)
        assert mouse.wait(due(mouse))
        course, since_s, taken = flick(mouse.rest, mouse.hand.side, seconds=seconds), mouse.now_s, False
        while not mouse.hand.releases and mouse.now_s < since_s + 1.0:
            mouse.frame()
            x, y = course(mouse.now_s - since_s - sets_out_s)
            mouse.hand.follow(mouse.now_s, x, y + 40.0 * min(mouse.now_s - since_s, fidgets_s) / 0.1)
            if not taken and mouse.now_s >= since_s + takes_s - 1e-9:
                mouse.hand.take(mouse.now_s)
                taken = True
        assert noted[0]["cue"] == "turn"
        return float(noted[0]["rt_ms"])

    usual = reacted_ms(0.2, 0.0)
    # The hand is carried about for a third of a second, and rests before it throws.
    assert reacted_ms(0.5, 0.0, fidgets_s=0.3) == pytest.approx(usual + 300.0, abs=1.0)
    # A quick flick leaves the hand within a tenth of a second.
    assert reacted_ms(0.2, 0.0, seconds=0.15) == pytest.approx(usual, abs=25.0)
    assert reacted_ms(0.1, 0.2) == pytest.approx(usual, abs=50.0)


@pytest.mark.parametrize("frames_per_s", [30.0, 144.0])
def test_the_same_gesture_flies_the_same_way_at_any_frame_rate(
    configuration: ZackConfiguration, frames_per_s: float
) -> None:
    def thrown(rate: float) -> list[float]:
        match, recorder = table(configuration, 5, "me", "casual", "casual")
        mouse = AtTheMouse(match, rate)
        assert mouse.wait(due(mouse))
        mouse.throw(seconds=0.4, way=420.0)
        mouse.wait(lambda: bool(lines_of(recorder, stage="executed", by=ME)), 1.0)
        release: list[float] = lines_of(recorder, stage="executed", by=ME)[0]["action"]["release"]
        return release

    usual, other = thrown(60.0), thrown(frames_per_s)
    assert other[0] == pytest.approx(usual[0], abs=1.0)
    assert other[1] == pytest.approx(usual[1], abs=1.0)
    speed = (usual[3] ** 2 + usual[4] ** 2) ** 0.5
    assert ((other[3] - usual[3]) ** 2 + (other[4] - usual[4]) ** 2) ** 0.5 < 0.02 * speed


@pytest.mark.parametrize("late_s", [0.0, 0.004, 0.0075, 0.025])
def test_a_button_that_goes_up_between_two_samples_takes_nothing_off(
    configuration: ZackConfiguration, late_s: float
) -> None:
    mouse, _, _ = begun(configuration)
    hand, course, now_s = mouse.hand, flick(mouse.rest, mouse.hand.side, seconds=0.3), mouse.now_s
    hand.take(now_s)
    for sample in range(1, 16):
        hand.follow(now_s + sample / 125.0, *course(sample / 125.0))
    assert hand.card is not None  # behind the end of the reach, where it would be let go by itself
    hand.let_go(now_s + 15 / 125.0 + late_s)
    (ax, ay), (bx, by) = course(15 / 125.0 - 1e-5), course(15 / 125.0 + 1e-5)
    true = (bx - ax) / 2e-5, (by - ay) / 2e-5
    thrown = hand.last_release.motion
    assert math.dist((thrown.vx, thrown.vy), true) < 0.02 * math.hypot(*true)


def test_a_hand_that_has_stopped_does_not_throw(configuration: ZackConfiguration) -> None:
    mouse, _, _ = begun(configuration)
    hand, course, now_s = mouse.hand, flick(mouse.rest, mouse.hand.side, seconds=0.3), mouse.now_s
    hand.take(now_s)
    for sample in range(1, 16):
        hand.follow(now_s + sample / 125.0, *course(sample / 125.0))
    assert math.hypot(hand.release(now_s + 15 / 125.0).motion.vx) > 1000.0
    moves = hand.release(now_s + 15 / 125.0 + 0.12).motion
    assert moves.vx == hand.release(now_s + 15 / 125.0).motion.vx
    assert hand.throws(now_s + 15 / 125.0 + 0.12)
    still = hand.release(now_s + 15 / 125.0 + 0.16).motion
    assert (still.vx, still.vy) == (0.0, 0.0)
    assert not hand.throws(now_s + 15 / 125.0 + 0.16)
    hand.let_go(now_s + 15 / 125.0 + 0.16)
    assert hand.stopped
    unmoved, _ = table(configuration, 5, "me", "casual", "casual")
    assert unmoved.hand.speed_mm_s(0.0) == 0.0  # no pointer was seen yet


def test_a_card_that_nobody_saw_is_put_back_and_one_that_showed_falls(configuration: ZackConfiguration) -> None:
    mouse, recorder, _ = begun(configuration)
    hand, match = mouse.hand, mouse.match
    # Carried about slowly: the face does not show, and letting go at rest puts it back.
    hand.take(mouse.now_s)
    for step in range(60):
        hand.follow(mouse.now_s, mouse.rest[0] - step, mouse.rest[1])
        mouse.frame()
    assert hand.begun
    assert not hand.shown
    assert next(card for card in match.frame().cards if card.state is CardState.HELD).face_up is False
    mouse.wait(lambda: False, 0.2)
    hand.let_go(mouse.now_s)
    mouse.frame()
    assert lines_of(recorder, by=ME, question="withdraw")
    assert not lines_of(recorder, by=ME, question="throw")
    assert hand.card is None
    # Moved like a throw and held: it may not be kept once it was seen.
    hand.follow(mouse.now_s, *mouse.rest)
    hand.take(mouse.now_s)
    for step in range(8):
        hand.follow(mouse.now_s, mouse.rest[0] - 12.0 * step, mouse.rest[1])
        mouse.frame()
    assert hand.shown
    assert mouse.wait(lambda: hand.card is None, 1.0)
    mouse.frame()
    release = lines_of(recorder, stage="executed", by=ME)[0]["action"]["release"]
    assert abs(release[3]) < 100.0
    assert mouse.wait(lambda: bool(match.table.bowl.missed(ME)), 5.0)


def test_wheel_and_limits(configuration: ZackConfiguration) -> None:
    mouse, recorder, _ = begun(configuration)
    hand = mouse.hand
    hand.wheel(-3)
    assert hand.spin_rad_s == 0.0
    hand.wheel(-100)
    assert hand.spin_rad_s == -hand.measures.most.spin_rad_s
    hand.wheel(+6)
    assert hand.release(mouse.now_s).motion.omega == 0.0
    # A pointer that leaps across the window: no hand is as fast.
    hand.take(mouse.now_s)
    mouse.frame()
    hand.follow(mouse.now_s, -300.0, 300.0)
    mouse.frame()
    x, y, _, vx, vy, *_ = lines_of(recorder, stage="executed", by=ME)[0]["action"]["release"]
    assert (vx * vx + vy * vy) ** 0.5 <= hand.measures.most.speed_mm_s * (1 + 1e-9)
    left, bottom, right, top = hand.reach
    assert left <= x <= right
    assert bottom <= y <= top


# ------------------------------------------------------------------------------------------ fair reaction times


@pytest.mark.slow
@pytest.mark.parametrize("frames_per_s", [24.0, 30.0, 60.0, 144.0])
def test_no_bot_is_told_of_anything_before_the_frame_that_shows_it(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch, frames_per_s: float
) -> None:
    from sim.games.zack.match.bot_driver import BotDriver

    match, _ = table(configuration, 5, "me", "casual", "skilled", "casual:bold")
    mouse = AtTheMouse(match, frames_per_s)
    told: list[tuple[int, int]] = []
    sees = BotDriver.sees

    def noted(self: BotDriver, percept: Any) -> None:
        drawn = mouse.drawn[-1][0]
        told.append((round(percept.at_s * TICK_HZ) - lag, drawn))
        sees(self, percept)

    lag = lag_ticks(configuration)
    assert lag / TICK_HZ >= 1 / 60 + configuration.people.sight.screen_lag_ms / 1000.0 - 1e-9
    monkeypatch.setattr(BotDriver, "sees", noted)
    play_on(mouse, 25.0)
    assert len(told) > 40
    # What happens in a tick is to be seen from the next one on.
    assert all(happened < drawn for happened, drawn in told)


@pytest.mark.slow
def test_a_face_is_drawn_when_it_can_be_seen_and_bots_act_on_it_later(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sim.games.zack.bots.percepts import Shown
    from sim.games.zack.match.bot_driver import BotDriver

    match, _ = table(configuration, 5, "me", "casual", "skilled", "casual:bold")
    mouse = AtTheMouse(match)
    late: list[str] = []
    sees = BotDriver.sees

    def noted(self: BotDriver, percept: Any) -> None:
        if isinstance(percept, Shown):
            by = match.table.names[percept.face.thrower]
            shown = [c for _, frame in mouse.drawn[-6:] for c in frame.cards if c.by == by and c.face_up]
            if not any(c.face == percept.face.kind for c in shown):
                late.append(percept.card)
        sees(self, percept)

    monkeypatch.setattr(BotDriver, "sees", noted)
    play_on(mouse, 20.0)
    assert late == []


def test_the_lag_of_the_screen_is_a_setting(configuration: ZackConfiguration) -> None:
    slow = changed_configuration("zack", WITHOUT_STOPS | {"sight": {"screen_lag_ms": 100.0}}, profile="draft")
    assert lag_ticks(slow) - lag_ticks(configuration) == 9
    assert "screen_lag_ms" not in configuration.tree["sight"]  # matches of bots have the digests that they had


# ------------------------------------------------------------------------------------------ mistakes, and refusals


@pytest.mark.slow
def test_a_throw_out_of_turn_is_possible_and_is_punished(configuration: ZackConfiguration) -> None:
    mouse, recorder, noted = begun(configuration, 5, "skilled", "me", "skilled:bold")
    match = mouse.match
    for _ in range(30):
        mouse.wait(lambda: match.table.stage is TableStage.PLAYING and match.table.due not in (None, ME), 10.0)
        mouse.wait(lambda: False, 0.2)
        if match.table.stage is TableStage.PLAYING and match.table.due != ME and not match.table.bowl.flying(ME):
            if match.table.bowl.missed(ME):
                mouse.hand.pick_up(mouse.now_s)
                mouse.frame()
            mouse.throw()
        play_on(mouse, 0.6)
    wrong = [
        entry
        for line in lines_of(recorder, stage="ruling")
        for entry in line["events"]
        if entry["type"] == "card_landed" and entry["player"] == ME and entry["wrong"]
    ]
    assert wrong
    mine = match.table.state.colours[ME].value
    assert lines_of(recorder, stage="intent", question="challenge", target=mine, reason="out_of_turn")
    assert any(line["move"] == "react" and not line["correct"] for line in noted)
    # What the window tells does not give it away.
    assert not any("out of turn" in line.text for line in match.ticker)


def refused(match: ZackMatch, intent: ZackIntent) -> str:
    with pytest.raises(IllegalAction) as refusal:
        match.may(intent)
    words = str(refusal.value)
    assert words.endswith(".")
    assert "\n" not in words
    return words


def test_what_cannot_be_is_refused_in_a_sentence(configuration: ZackConfiguration) -> None:
    match, _ = table(configuration, 5, "me", "casual", "casual")
    assert "dealt" in refused(match, THROW)
    mouse = AtTheMouse(match)
    assert mouse.wait(due(mouse))
    assert "not stopped" in refused(match, ResumePlay(by=ME))
    assert "no colour" in refused(match, ChooseColour(by=ME, colour=rules.Colour.RED))
    assert "beside the bowl" in refused(match, PickUp(by=ME))
    mine = match.table.state.colours[ME]
    assert "your own colour" in refused(match, Begin(by=ME, do=Do.CHALLENGE, target=mine))
    assert "no challenge card against violet" in refused(
        match, Begin(by=ME, do=Do.CHALLENGE, target=rules.Colour.VIOLET)
    )
    with pytest.raises(IllegalAction, match="not played by hand"):
        match.may(ResumePlay(by="Bert"))
    mouse.hand.take(mouse.now_s)
    with pytest.raises(IllegalAction, match="busy"):
        mouse.hand.take(mouse.now_s)
    with pytest.raises(IllegalAction, match="busy"):
        mouse.hand.throw_by_itself("challenge", "blue")
    mouse.hand.put_back(mouse.now_s)
    mouse.throw()
    mouse.frame()
    assert "not come to rest" in refused(match, THROW)


def test_a_missed_card_has_to_be_picked_up(configuration: ZackConfiguration) -> None:
    mouse, recorder, noted = begun(configuration)
    match = mouse.match
    assert mouse.wait(due(mouse))
    mouse.throw(way=700.0, seconds=0.3)
    assert mouse.wait(lambda: bool(match.table.bowl.missed(ME)), 5.0)
    if match.table.state.stopped:  # someone was quicker
        pytest.fail("the seed of this test has a challenge in it")
    assert "Pick up" in refused(match, THROW)
    mouse.wait(lambda: False, 0.3)
    mouse.hand.pick_up(mouse.now_s)
    mouse.frame()
    assert not match.table.bowl.missed(ME)
    miss = next(line for line in noted if line.get("cue") == "miss")
    assert 200.0 < miss["rt_ms"] < 350.0
    match.may(THROW)
    assert lines_of(recorder, by=ME, question="pick_up")


def test_one_mouse_is_in_one_hand(configuration: ZackConfiguration) -> None:
    seats = seats_from(["me", "me=Carla", "casual"], "zack", persons=True)
    with pytest.raises(InputError, match=r"at most one person.*found 2: Anne, Carla") as refusal:
        ZackMatch(configuration, seats, 1)
    assert "\n" not in str(refusal.value)


def test_nobody_waits_for_ever(configuration: ZackConfiguration) -> None:
    match, _ = table(configuration, 5, "me", "casual", "casual")
    with pytest.raises(InputError, match="You is a person"):
        match.run()


# ------------------------------------------------------------------------------------------ challenges and stops


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_challenge_by_key_is_thrown_as_a_practised_hand_does(configuration: ZackConfiguration, goes_on: bool) -> None:
    """Of Anne, who does nothing: it is proved if she is due, and refuted if Cleo is."""
    mouse, recorder, _ = begun(configuration, 5, "casual", "me", "casual", absent=("Anne", "Cleo"))
    match = mouse.match
    match.table.state = replace(match.table.state, due="Anne" if goes_on else "Cleo")
    target = match.table.state.colours["Anne"].value
    mouse.hand.throw_by_itself("challenge", target)
    began = match.time_s
    assert mouse.wait(lambda: match.table.verdict is not None, 6.0)
    begin, thrown = lines_of(recorder, stage="intent", by=ME)[:2]
    assert (begin["question"], begin["do"], begin["target"]) == ("begin", "challenge", target)
    assert (thrown["question"], thrown["target"], thrown["reason"]) == ("challenge", target, "slow")
    assert thrown["tick"] / TICK_HZ - began > 0.4  # it takes the hand as long as a bot's
    executed = lines_of(recorder, stage="executed", by=ME)[0]
    assert executed["noise_seed"] == thrown["noise_seed"]
    assert match.table.verdict.by == ME
    assert match.table.verdict.success is goes_on
    # Who goes on does so when they like; if that is the person, play waits.
    assert match.table.state.due == (ME if goes_on else "Anne")
    if goes_on:
        assert "being judged" in refused(match, ResumePlay(by=ME))
        assert mouse.wait(lambda: match.waits_for == (ME,), 5.0)
        match.act(ResumePlay(by=ME))
        mouse.frame()
        assert match.waits_for == ()


def test_a_challenge_can_be_flicked_and_calls_what_is_true(configuration: ZackConfiguration) -> None:
    mouse, recorder, _ = begun(configuration, 5, "casual", "me", "casual")
    match = mouse.match
    target = "red" if match.table.state.colours[ME].value != "red" else "blue"
    against = match.table.state.holder(rules.Colour(target))
    # He has thrown a card out of turn, which lies on top.
    wrong = rules.Entry(match.table.state.piles[against][0], against, wrong=True)
    match.table.state = replace(
        match.table.state, bowl=(wrong,), due=next(n for n in match.table.names if n not in (ME, against))
    )
    assert match.reason(rules.Colour(target)) == "out_of_turn"
    mouse.throw("challenge", target)
    mouse.frame()
    thrown = lines_of(recorder, by=ME, question="challenge")[0]
    assert (thrown["target"], thrown["reason"]) == (target, "out_of_turn")
    assert "noise_seed" not in thrown
    assert not lines_of(recorder, by=ME, question="show")  # a challenge card lies face up


def test_a_colour_is_chosen() -> None:
    mouse, _, _ = begun(changed_configuration("zack", {"table": {"wins": 1}, "bowl": WIDE}, profile="draft"))
    match = mouse.match
    pile = match.table.state.piles[ME]
    match.table.state = replace(match.table.state, piles=match.table.state.piles.put(ME, (rules.Card.CHOOSE, *pile)))
    mouse.throw()
    assert mouse.wait(lambda: match.table.stage is TableStage.CHOOSING, 5.0)
    assert "looked at" in refused(match, ChooseColour(by=ME, colour=rules.Colour.BLUE))
    assert mouse.wait(lambda: match.waits_for == (ME,), 5.0)
    assert "Nobody plays violet" in refused(match, ChooseColour(by=ME, colour=rules.Colour.VIOLET))
    match.act(ChooseColour(by=ME, colour=rules.Colour.BLUE))
    mouse.frame()
    assert match.table.state.due == match.table.state.holder(rules.Colour.BLUE)


def test_the_player_card_wins_and_comes_too_early_before(configuration: ZackConfiguration) -> None:
    mouse, recorder, noted = begun(configuration)
    match = mouse.match
    mouse.hand.take(mouse.now_s, "player_card")  # too early: that may be done, and may be punished
    mouse.hand.put_back(mouse.now_s)
    match.table.state = replace(match.table.state, piles=match.table.state.piles.put(ME, ()))
    mouse.throw()
    assert mouse.wait(lambda: match.finished, 5.0)
    assert match.table.series.winner == ME
    assert lines_of(recorder, by=ME, question="player_card")
    assert [line.get("cue", line.get("card")) for line in noted] == ["turn", "player"]


# ------------------------------------------------------------------------------------------ the record


@pytest.mark.slow
def test_a_match_with_a_person_repeats_and_goes_on(configuration: ZackConfiguration, tmp_path: Path) -> None:
    mouse, recorder, _ = begun(configuration, 11, "casual", "me", "casual:bold")
    target = mouse.match.table.state.colours["Anne"].value
    play_on(mouse, 9.0)
    mouse.frame()
    assert mouse.wait(lambda: mouse.match.table.stage is TableStage.PLAYING and not due(mouse)(), 10.0)
    mouse.hand.throw_by_itself("challenge", target)
    play_on(mouse, 12.0)
    path = tmp_path / "me.jsonl"
    recorder.write(path)
    record = read_record(path)
    assert not record.complete
    assert len(record.measured) > 3
    assert verify(record) is None
    again, following = resume(record)
    assert isinstance(again, ZackMatch)
    assert following.lines == recorder.lines
    assert again.table.state == mouse.match.table.state
    # It is live again, and a hand can throw.
    other = AtTheMouse(again)
    play_on(other, 12.0)
    assert len(following.lines) > len(recorder.lines)
    following.write(path)
    assert verify(read_record(path)) is None
    replay = load_replay(path)
    replay.run()
    assert replay.finished


@pytest.mark.parametrize("frames", [4, 12])
def test_a_match_left_with_a_card_in_the_hand_goes_on_with_an_empty_one(
    configuration: ZackConfiguration, tmp_path: Path, frames: int
) -> None:
    mouse, recorder, _ = begun(configuration)
    assert mouse.wait(due(mouse))
    mouse.hand.take(mouse.now_s)
    for step in range(frames):
        mouse.hand.follow(mouse.now_s, mouse.rest[0] - (3.0 if frames == 4 else 9.0) * step, mouse.rest[1])
        mouse.frame()
    assert mouse.hand.begun
    assert mouse.hand.shown == (frames == 12)
    path = tmp_path / "left.jsonl"
    recorder.write(path)
    match, following = resume(read_record(path))
    assert isinstance(match, ZackMatch)
    again = AtTheMouse(match)
    assert refused(match, THROW) == "Your hand is busy."
    again.frame()
    again.frame()
    assert match.table.hands[ME].doing is None
    questions = [line["question"] for line in lines_of(following, stage="intent", by=ME)]
    assert questions[-1] == ("throw" if frames == 12 else "withdraw")
    assert again.wait(lambda: not match.table.bowl.flying(ME), 4.0)
    following.write(path)
    assert verify(read_record(path)) is None


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"measured": False}, "measured"),
        ({"by": "Anne"}, "the hand of You"),
        ({"action": {"card": "x", "face": "R", "release": [0.0, 1.0]}}, "release"),
        ({"action": {"card": "x", "face": "R", "release": [0.0] * 5 + [1e9]}}, "release"),
    ],
)
def test_a_damaged_movement_is_refused_in_one_sentence(
    configuration: ZackConfiguration, tmp_path: Path, change: dict[str, object], expected: str
) -> None:
    mouse, recorder, _ = begun(configuration)
    mouse.wait(due(mouse))
    mouse.throw()
    mouse.wait(lambda: False, 2.0)
    path = tmp_path / "damaged.jsonl"
    recorder.write(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    next(line for line in lines if "measured" in line).update(change)
    path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    with pytest.raises(InputError) as refusal:
        verify(read_record(path))
    assert expected in str(refusal.value)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)
