"""A match of Zack!: hands, cards in the air, rulings and people in one simulated time; its record and replay."""

from __future__ import annotations

import contextlib
import json
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from sim.configuration import changed_configuration, load_configuration
from sim.errors import IllegalAction, InputError
from sim.games.zack import rules
from sim.games.zack.bots.mind import Mind
from sim.games.zack.bots.percepts import Act, ActKind, Landed, Percept, Shown
from sim.games.zack.bots.planning import Person, throw_plan
from sim.games.zack.bots.random_bot import RandomBot
from sim.games.zack.bots.turn_reading import CardFace, due_of
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import ZackMatch
from sim.games.zack.match.frame import (
    CardMissed,
    CardState,
    FrameEvent,
    GameBegan,
    GameWon,
    HandState,
    Judged,
    MatchWon,
    TableStage,
    unread,
)
from sim.games.zack.match.hands import tracks
from sim.games.zack.match.rule_adapter import Flight, card_face
from sim.match.record import Recorder, read_record
from sim.match.replay import verify
from sim.match.seats import seats_from
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.profiles import TICK_HZ
from sim.referee import serve
from tests.amounts import amount

PlayedMatch = tuple[ZackMatch, Recorder]


def play(configuration: ZackConfiguration, seed: int, *players: str) -> PlayedMatch:
    seats = seats_from(players, "zack")
    recorder = Recorder.of(configuration, seats, seed)
    match = ZackMatch(configuration, seats, seed, recorder.record_line)
    match.run()
    return match, recorder


@pytest.fixture(scope="module")
def configuration() -> ZackConfiguration:
    """As shipped, one game a match, at the draft profile."""
    return changed_configuration("zack", {"table": {"wins": 1}}, profile="draft")


@pytest.fixture(scope="module")
def finished(configuration: ZackConfiguration) -> PlayedMatch:
    """A game with some of everything."""
    return play(configuration, 4, "child", "child", "skilled", "casual:bold")


def lines_of(recorder: Recorder) -> list[dict[str, object]]:
    return [json.loads(line) for line in recorder.lines]


@pytest.mark.slow
def test_every_card_is_told_in_five_stages(finished: PlayedMatch) -> None:
    lines = lines_of(finished[1])
    thrown = [line for line in lines if line["stage"] == "executed"]
    assert len(thrown) > 30
    for executed in thrown:
        at = lines.index(executed)
        assert lines[at - 1]["stage"] == "intent"
        assert lines[at - 1]["by"] == executed["by"]
        name = executed["action"]["card"]
        after = [line for line in lines[at + 1 :] if line.get("card") == name]
        if after:  # what was in the air when the game ended is not ruled any more
            assert [line["stage"] for line in after] == ["physics", "outcome"]


def test_the_referee_gives_the_same_rulings_for_the_recorded_outcomes(finished: PlayedMatch) -> None:
    """Outcomes are lines of the referee: the rules need no physics, and no match."""
    table = finished[0].table
    assert table.challenges > 0
    assert table.misses > 0
    assert table.unsettled == 0
    lines = lines_of(finished[1])
    told = [line["line"] for line in lines if line["stage"] == "outcome" and line["line"] is not None]
    out = StringIO()
    assert serve("zack", BytesIO("".join(json.dumps(line) + "\n" for line in told).encode()), out) == 0
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert all(answer["ok"] for answer in answers)
    rulings = [line["events"] for line in lines if line["stage"] == "ruling"]
    assert [answer["events"] for answer in answers] == rulings
    assert answers[-1]["state"]["winner"] == finished[0].table.series.winner


def test_a_proved_challenge_says_who_was_due_instead(configuration: ZackConfiguration) -> None:
    """Though the cards that prove it go back to their player with the very ruling."""
    match = ZackMatch(configuration, seats_from(["casual", "child", "child", "skilled"], "zack"), 5)
    proved = None
    while proved is None and not match.finished:
        match.advance(0.25)
        verdict = match.table.verdict
        if verdict is not None and verdict.success and verdict.reason == "out_of_turn":
            proved = verdict
    assert proved.cards > 0
    assert proved.due in set(match.table.names) - {proved.against}


def test_what_lies_lower_is_told_first(configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bowl is always right: of cards that come to lie still together the rules hear of the lower one first.

    The bowl is made to say that what landed later lies lower. (At the end of a match it need not say what it said then:
    what comes later can slide under a card that leans on the wall and is ruled already.)
    """
    monkeypatch.setattr(BowlWorld, "order", lambda world: world.landings()[::-1])
    told: defaultdict[int, list[str]] = defaultdict(list)
    landed: dict[int, tuple[str, ...]] = {}

    def note(line: dict[str, Any]) -> None:
        if line["stage"] == "physics" and match.table.bowl.world.inside(line["card"]):
            told[match.tick].append(line["card"])
            landed[match.tick] = match.table.bowl.world.landings()

    match = ZackMatch(configuration, seats_from(["casual"] * 4, "zack"), 1, note)
    while sum(len(cards) > 1 for cards in told.values()) < 2 and not match.finished:
        match.advance(1.0)
    assert any(len(cards) > 1 for cards in told.values())
    for tick, cards in told.items():
        assert cards == [name for name in landed[tick][::-1] if name in cards]


@pytest.mark.parametrize("stage", [TableStage.DEALING, TableStage.OVER])
def test_what_lies_on_the_card_that_wins_is_not_ruled(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch, stage: TableStage
) -> None:
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3)
    ruled: list[str] = []

    def rule(flight: Flight, in_bowl: bool) -> None:
        ruled.append(flight.name)
        match.table.stage = stage

    lies = [Flight("Anne-1-1", "Anne", "player_card", "player:red"), Flight("Bert-1-1", "Bert", "throw", "circle:red")]
    bowl = SimpleNamespace(landing=True, at_rest=True, unruled=lambda: lies, lies_in_bowl=lambda _: True)
    monkeypatch.setattr(match.rulings, "_rule_card", rule)
    match.table.stage, match.table.bowl = TableStage.PLAYING, cast(Any, bowl)
    match.rulings._rule_what_lies()
    assert ruled == ["Anne-1-1"]


def test_only_cards_that_the_rules_do_not_have_in_the_bowl_go_back(configuration: ZackConfiguration) -> None:
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3)
    match.table.bowl.lies = (rules.Entry(rules.Card.CIRCLE_RED, "Anne", name="lies"),)
    match.rulings._give_back("lies", "taken")
    assert match.table.bowl.leaving == {"taken"}


def test_a_card_in_the_bowl_is_no_miss_though_its_owner_no_longer_holds_it(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when colours were swapped while it flew: nobody is shown a card beside the bowl."""
    apply = rules.apply

    def swapped(state: rules.State | None, action: rules.Action) -> Any:
        if isinstance(action, rules.Throw):
            raise IllegalAction("number", "the owner no longer holds it")
        return apply(state, action)

    monkeypatch.setattr(rules, "apply", swapped)
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 1)
    while not match.table.throws:
        match.advance(0.25)
    assert match.table.misses == 0
    assert not [event for event in match.table.events if isinstance(event, CardMissed)]


def test_a_miss_is_told_to_the_side_of_the_bowl_or_not_as_it_lies() -> None:
    match = ZackMatch(few_cards(), seats_from(["child"] * 4, "zack"), 2)
    told: list[CardMissed] = []
    while len({event.aside for event in told}) < 2:
        match.advance(0.1)
        frame = match.frame()
        missed = [event for event in frame.events if isinstance(event, CardMissed) and event.by is not None]
        new = [event for event in missed if event not in told]
        told += new
        for event in new:
            lying = [card.aside for card in frame.cards if card.by == event.by and card.state is CardState.BESIDE]
            assert event.aside in lying


def test_who_forfeits_the_match_is_not_shown_to_win_it(configuration: ZackConfiguration) -> None:
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3)
    match.table.series = match.table.series.won("Anne")
    assert match.frame().winners == ("Anne",)
    match.forfeited = {"Anne": "too many faults"}
    assert match.frame().winners == ("Bert", "Cleo")


@pytest.mark.slow
def test_frames_show_everything(configuration: ZackConfiguration) -> None:
    match = ZackMatch(configuration, seats_from(["casual", "child", "skilled"], "zack"), 3)
    beats, cards, hands, verdicts = set(), set(), set(), 0
    while not match.finished:
        frame = match.frame()
        beats.add(frame.table_stage)
        cards |= {card.state for card in frame.cards}
        hands |= {seat.hand.state for seat in frame.seats}
        verdicts += frame.verdict is not None
        assert sum(seat.is_due for seat in frame.seats) == 1
        assert all((seat.clock_s is not None) == seat.is_due for seat in frame.seats)
        assert [seat.side for seat in frame.seats] == [1, 1, -1]
        match.advance(0.05)
    assert beats >= {TableStage.DEALING, TableStage.PLAYING, TableStage.STOPPED, TableStage.CHOOSING}
    assert match.frame().table_stage is TableStage.OVER
    assert cards >= {CardState.HELD, CardState.AIR, CardState.MOVING, CardState.BOWL}
    assert hands >= {HandState.REST, HandState.THROWING, HandState.FOLLOWING}
    assert verdicts
    assert match.frame().winners == (match.table.series.winner,)


@pytest.mark.slow
def test_frames_carry_what_happened_as_typed_events(configuration: ZackConfiguration, finished: PlayedMatch) -> None:
    match = ZackMatch(configuration, finished[0].seats, finished[0].seed)
    found: list[FrameEvent] = []
    before_s = 0.0
    while not match.finished:
        match.advance(1 / 30)
        frame = match.frame()
        found += [event for event in frame.events if before_s <= event.at_s < frame.time_s]
        before_s = frame.time_s
    rulings = [
        event
        for line in lines_of(finished[1])
        if line["stage"] == "ruling"
        for event in cast(list[Any], line["events"])
    ]
    missed = [event["player"] for event in rulings if event["type"] == "card_missed"]
    assert missed
    assert [event.by for event in found if isinstance(event, CardMissed) and event.by is not None] == missed
    assert sum(isinstance(event, CardMissed) for event in found) == match.table.misses
    judged = [event.verdict for event in found if isinstance(event, Judged)]
    assert [(verdict.by, verdict.against) for verdict in judged] == [
        (event["by"], event["against"]) for event in rulings if event["type"] == "challenge"
    ]
    games = [event.game for event in found if isinstance(event, GameBegan)]
    assert games == list(range(1, match.table.games + 1))
    won = [event.winner for event in found if isinstance(event, GameWon)]
    assert won == [event["winner"] for event in rulings if event["type"] == "game_over"]
    assert found[-1] == MatchWon(found[-1].at_s, won[-1])


def test_every_head_sees_a_card_in_the_air_and_once_more_where_it_lies(configuration: ZackConfiguration) -> None:
    seen: list[Percept] = []

    class Watching(Mind):
        def sees(self, percept: Percept) -> None:
            seen.append(percept)
            super().sees(percept)

    lines: list[dict[str, Any]] = []
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3, lines.append, heads={"Anne": Watching})
    match.advance(8.0)
    landed = [
        outcome["card"]
        for outcome, ruling in pairwise(lines)
        if ruling["stage"] == "ruling" and ruling["events"][0]["type"] == "card_landed"
    ]
    assert len(landed) > 2
    shown = [percept.card for percept in seen if isinstance(percept, Shown)]
    # One more may be in the air.
    assert shown[: len(landed)] == landed
    assert len(shown) <= len(landed) + 1
    assert [percept.card for percept in seen if isinstance(percept, Landed)] == landed


def test_it_is_shown_who_is_due_until_a_card_has_shown_its_face(configuration: ZackConfiguration) -> None:
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3)
    match.advance(2.2)
    assert unread(match.frame()).due == "Anne"
    match.advance(1.2)
    assert match.frame().bowl
    assert (match.frame().due, unread(match.frame()).due) == ("Bert", None)


def test_the_clock_of_whom_a_stop_leaves_due_begins_anew_when_play_goes_on(configuration: ZackConfiguration) -> None:
    lines: list[dict[str, Any]] = []
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3, lines.append)
    while not any(line.get("question") == "resume" for line in lines):
        match.advance(1 / TICK_HZ)
    assert match.table.stage is TableStage.PLAYING
    (due,) = (seat for seat in match.frame().seats if seat.is_due)
    assert due.clock_s == pytest.approx(0.0, abs=2 / TICK_HZ)


def test_a_challenge_in_the_air_is_no_card_out_of_turn(configuration: ZackConfiguration) -> None:
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3)
    match.advance(12.0)
    (flight,) = match.table.bowl.flights.values()
    assert (flight.by, flight.kind, match.table.state.due) == ("Bert", "challenge", "Anne")
    assert match.table.due_instead("Bert") is None


def test_who_was_due_instead_is_told_of_the_last_card_that_this_player_threw_out_of_turn(
    configuration: ZackConfiguration,
) -> None:
    table = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3).table
    assert table.due_instead("Bert") is None
    entries = [("Bert", True), ("Bert", True), ("Cleo", True), ("Bert", False)]
    table.bowl.lies = tuple(
        rules.Entry(rules.Card.CIRCLE_RED, by, wrong, f"{number}") for number, (by, wrong) in enumerate(entries)
    )
    table.rightful = {"0": "Anne", "1": "Cleo", "2": "Bert"}
    assert [table.due_instead(name) for name in table.names] == [None, "Cleo", "Bert"]


class Scripted:
    """A head that a program outside steers: it does what `throw` asks for, and sees nothing."""

    def __init__(self, me: Person, chance: RandomBot, *, cards: int, handicap_ms: object = None) -> None:
        self.me, self.seat, self.cards, self.chance = me, me.seat, cards, chance
        self.acts: list[Act] = []
        self.belief = None

    @property
    def next_s(self) -> float:
        return self.acts[0].at_s if self.acts else math.inf

    def sees(self, percept: Percept) -> None:
        """Nothing."""

    def throw(self, now_s: float) -> None:
        plan = throw_plan(self.me, self.cards, now_s, 0.0, self.chance.noise())
        self.acts = [Act(plan.begin_s, ActKind.BEGIN, plan), Act(plan.at_s, ActKind.ACT, plan)]

    def tick(self, now_s: float) -> list[Act]:
        done = [act for act in self.acts if act.at_s <= now_s]
        self.acts = self.acts[len(done) :]
        return done

    def chooses(self, hands: Sequence[int]) -> int:
        return 0


def scripted(configuration: ZackConfiguration, seed: int) -> tuple[ZackMatch, Scripted, list[dict[str, Any]]]:
    """A match in which a program steers Anne, her head, and what is told."""
    heads: list[Scripted] = []

    def make(me: Person, chance: RandomBot, *, cards: int, handicap_ms: object = None) -> Scripted:
        heads.append(Scripted(me, chance, cards=cards))
        return heads[-1]

    lines: list[dict[str, Any]] = []
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), seed, lines.append, heads={"Anne": make})
    return match, heads[0], lines


def test_a_program_outside_decides_for_a_seat_between_two_calls_of_advance(configuration: ZackConfiguration) -> None:
    """No thread, no waiting: the match asks the head at every tick, and takes what it has."""
    match, head, lines = scripted(configuration, 3)
    match.advance(4.0)
    assert not [line for line in lines if line["stage"] == "intent" and line["by"] == "Anne"]
    head.throw(match.time_s)
    match.advance(2.0)
    told = [(line["stage"], line.get("question")) for line in lines if line.get("by") == "Anne"]
    assert told[-5:-2] == [("intent", "begin"), ("intent", "throw"), ("executed", None)]


def test_the_face_of_a_card_shows_unless_its_hand_is_held_back(configuration: ZackConfiguration) -> None:
    """Though the same hand may have begun anew by then."""
    shown_s: list[list[float]] = []
    for held_back, again in ((False, False), (True, False), (True, True)):
        match, head, _ = scripted(configuration, 3)
        seen: list[Percept] = []
        match.bots.sees = seen.append  # type: ignore[method-assign]
        match.advance(4.0)
        head.throw(match.time_s)
        begin, act = head.acts
        if held_back:
            head.acts = [begin, replace(begin, at_s=begin.at_s + 0.05, kind=ActKind.WITHDRAW)]
            match.advance(0.1)
            if again:
                head.throw(match.time_s)
        match.advance(act.at_s + 0.1 - match.time_s)
        shown_s.append([percept.at_s for percept in seen if isinstance(percept, Shown)])
    (first_s,), none, (second_s,) = shown_s
    assert none == []
    assert second_s == pytest.approx(first_s + 0.1, abs=2 / TICK_HZ)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_goes_on_after_any_pause_of_a_program_outside(configuration: ZackConfiguration, seed: int) -> None:
    """It may be the one who all wait for: a call of `advance` then passes the time."""
    match, head, lines = scripted(configuration, seed)
    match.advance(30.0)
    assert match.time_s == pytest.approx(30.0)
    head.throw(match.time_s)
    match.advance(1.5)
    assert [line["question"] for line in lines if is_intent_of(line, "Anne")] == ["begin", "throw"]


def is_intent_of(line: dict[str, Any], name: str) -> bool:
    return line["stage"] == "intent" and line["by"] == name


def test_a_frame_between_two(configuration: ZackConfiguration) -> None:
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3)
    while not any(card.state is CardState.AIR for card in match.frame().cards):
        match.advance(1 / 30)
    first = match.frame()
    match.advance(1 / 30)
    second = match.frame()
    middle = first.interpolate(second, 0.5)
    flying = next(card for card in first.cards if card.state is CardState.AIR)
    a, m, b = (next(c for c in f.cards if c.name == flying.name) for f in (first, middle, second))
    assert m.x == pytest.approx((a.x + b.x) / 2)
    assert middle.time_s == pytest.approx((first.time_s + second.time_s) / 2)
    assert middle.game_s == pytest.approx((first.game_s + second.game_s) / 2)
    assert second.share_unchanged(first) == second


def test_a_hand_holds_its_card_from_the_moment_at_which_it_moves_to_the_bowl() -> None:
    track = tracks({"Anne": 1}, 400.0, 200.0)["Anne"]
    track.takes(1.0, "throw", "R")
    assert (track.view(TICK_HZ).state, track.view(TICK_HZ).card) == (HandState.THROWING, "R")
    track.begin(1.0, "throw", "R", towards_s=2.0, at_s=2.5)
    fetching, throws = (track.view(round(at_s * TICK_HZ)) for at_s in (1.5, 2.0))
    assert (fetching.state, fetching.card, fetching.progress) == (HandState.FETCHING, None, 0.5)
    assert (throws.state, throws.card, throws.progress) == (HandState.THROWING, "R", 0.0)
    assert (fetching.x, fetching.y) == pytest.approx((400.0, 30.0)), "half-way it is down at the table"
    assert throws.y > 30.0


def test_a_hand_glides_with_its_card(configuration: ZackConfiguration) -> None:
    """At 60 pictures a second, made of 30 frames, none repeats the one before."""
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 3)
    glides = 0
    before = match.frame()
    for _ in range(300):
        match.advance(1 / 30)
        now = match.frame()
        middle = before.interpolate(now, 0.5)
        held = [{card.name: card for card in frame.cards} for frame in (before, middle, now)]
        for a in before.cards:
            m, b = (cards.get(a.name) for cards in held[1:])
            if a.state is not CardState.HELD or m is None or b is None or {m.face, b.face} != {a.face}:
                continue
            assert (m.x, m.y, m.angle) == pytest.approx(((a.x + b.x) / 2, (a.y + b.y) / 2, (a.angle + b.angle) / 2))
            glides += (a.x, a.y) != (b.x, b.y)
        before = now
    assert glides > 20


@pytest.mark.slow
def test_two_games_won_win_the_match() -> None:
    match, _ = play(load_configuration("zack", profile="draft"), 2, "skilled", "child", "child")
    assert match.table.series.winner is not None
    assert match.table.series.wins[match.table.series.winner] == 2
    assert match.table.games == sum(match.table.series.wins.values())
    assert f"{match.table.series.winner} 2" in match.summary_line()


# ------------------------------------------------------------------------------------------ the record


@pytest.fixture
def file(tmp_path: Path, finished: PlayedMatch) -> Path:
    path = tmp_path / "zack.jsonl"
    finished[1].write(path)
    return path


def few_cards() -> ZackConfiguration:
    """One card of each kind, thrown from so far away that many miss."""
    deck = {"splits": {"six_five": {"circles_per_colour": 1, "cards_per_action": 1}}}
    changes = {"table": {"wins": 1, "seat_distance_mm": 700.0}, "deck": deck}
    return changed_configuration("zack", changes, profile="draft")


@pytest.fixture(scope="module")
def own_miss() -> PlayedMatch:
    """A game in which a player card falls beside the bowl."""
    return play(few_cards(), 2, "child", "child", "child")


def is_own_miss(line: dict[str, object]) -> bool:
    told = line.get("line")
    return isinstance(told, dict) and told["do"] == "miss" and told.get("card") == "player"


@pytest.mark.slow
def test_a_player_card_beside_the_bowl_is_told_to_the_rules(own_miss: PlayedMatch) -> None:
    lines = lines_of(own_miss[1])
    told = [n for n, line in enumerate(lines) if is_own_miss(line)]
    assert told
    for n in told:
        assert lines[n + 1]["stage"] == "ruling"
        (event,) = lines[n + 1]["events"]
        assert event["type"] == "card_missed"
        assert event["card"].startswith("player:")
    test_the_referee_gives_the_same_rulings_for_the_recorded_outcomes(own_miss)


def damaged(file: Path, change: dict[str, object], question: str) -> Path:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    target = next(line for line in lines if line.get("question") == question)
    target |= change
    file.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    return file


@pytest.mark.parametrize(
    ("question", "change", "expected"),
    [
        ("throw", {"side": 2}, "side"),
        ("throw", {"by": "Zoe"}, "there is no 'Zoe' at the table"),
        ("throw", {"tick": 0}, "tick: expected at least"),
        ("begin", {"do": "sneeze"}, "do"),
        ("challenge", {"target": "pink"}, "target"),
        ("throw", {"extra": 1}, "extra"),
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence(
    file: Path, question: str, change: dict[str, object], expected: str
) -> None:
    with pytest.raises(InputError) as refusal:
        verify(read_record(damaged(file, change, question)))
    assert expected in str(refusal.value)
    assert str(file) in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.slow
def test_a_changed_throw_is_found(file: Path) -> None:
    found = verify(read_record(damaged(file, {"noise_seed": 1}, "throw")))
    assert found.number > 2


@pytest.mark.slow
@amount(4, full=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    number=st.integers(1, 60), key=st.sampled_from(["tick", "by", "line", "do", "at_s"]), value=st.integers(-5, 10**6)
)
def test_no_damage_to_a_line_gives_a_traceback(file: Path, number: int, key: str, value: int) -> None:
    lines = file.read_text().splitlines()
    line = json.loads(lines[number])
    lines[number] = json.dumps({**line, key: value})
    broken = file.with_name("broken.jsonl")
    broken.write_text("\n".join(lines) + "\n")
    with contextlib.suppress(InputError):  # and nothing else
        record = read_record(broken)
        assert not record.intact
        verify(record)


# ------------------------------------------------------------------------------------------ reading the bowl


def face_of(*cards: tuple[str, str]) -> CardFace:
    seats = ("ann", "bob", "cem")
    hands = {seat: [] for seat in seats}
    for by, card in cards:
        hands[by].append(rules.Card(card))
    colours = dict(zip(seats, (rules.Colour.RED, rules.Colour.BLUE, rules.Colour.GREEN), strict=True))
    state, _ = rules.apply(None, rules.Setup(seats, colours, {s: tuple(h) for s, h in hands.items()}, "ann"))
    for by, _ in cards:
        state, _ = rules.apply(state, rules.Throw(by))
    return card_face(state)


def test_what_there_is_to_read() -> None:
    plain = face_of(("ann", "L"))
    assert (plain.kind, plain.carried, plain.links, plain.thrower, due_of(plain, 3), plain.below) == (
        "L",
        "L",
        0,
        0,
        1,
        None,
    )
    again = face_of(("ann", "L"), ("bob", "again"), ("cem", "again"))
    assert (again.carried, again.links, due_of(again, 3), again.below) == ("L", 2, 0, 1)
    back = face_of(("ann", "L"), ("bob", "back"))
    assert (back.carried, back.links, due_of(back, 3)) == ("back", 1, 0)
    first = face_of(("ann", "again"))
    assert (first.carried, first.links, due_of(first, 3)) == ("none", 1, 0)


@pytest.mark.study
def test_beginners_can_be_given_time(configuration: ZackConfiguration) -> None:
    """Practised players may agree to wait before they challenge beginners (German rules; point 26 of the editions)."""
    patient = changed_configuration("zack", {"table": {"wins": 1, "child_handicap_ms": 5000.0}}, profile="draft")

    def challenged(table: ZackConfiguration) -> int:
        lines = [line for seed in (3, 4) for line in lines_of(play(table, seed, "child", "skilled", "skilled")[1])]
        return sum(
            event["type"] == "challenge" and event["against"] == "Anne"
            for line in lines
            if line["stage"] == "ruling"
            for event in line["events"]
        )

    assert challenged(patient) < challenged(configuration) / 2


def test_time_is_given_to_beginners_and_not_by_them(configuration: ZackConfiguration) -> None:
    patient = changed_configuration("zack", {"table": {"child_handicap_ms": 5000.0}}, profile="draft")
    waits: dict[int, object] = {}

    def make(me: Person, chance: RandomBot, *, cards: int, handicap_ms: object = None) -> Scripted:
        waits[me.seat] = handicap_ms
        return Scripted(me, chance, cards=cards)

    seats = seats_from(["skilled", "child", "child"], "zack")
    ZackMatch(patient, seats, 3, heads={seat.name: make for seat in seats})
    assert waits == {0: {1: 5000.0, 2: 5000.0}, 1: {}, 2: {}}
