"""Heads that want too much: the match refuses what no hand can do and what makes no sense, before anything moves."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

import sim.games.zack.match.bot_driver as table
import yardarm.command
from sim.errors import IllegalAction
from sim.games.zack.bots.attention import ChallengePlan
from sim.games.zack.bots.hand import Card, pick_up_s
from sim.games.zack.bots.mind import Mind
from sim.games.zack.bots.percepts import Act, ActKind, Do, Missed, Percept, Plan, Ruled
from sim.games.zack.bots.planning import Person, challenge_plan, throw_plan
from sim.games.zack.bots.random_bot import lend
from sim.games.zack.bots.turn_reading import CardFace, due_of
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import ZackMatch
from sim.games.zack.match.legality import HandLaw
from sim.games.zack.match.rule_adapter import turn_of
from sim.games.zack.rules import Reason
from sim.match.seats import seats_from
from sim.people.skill import load_skills
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.seeds import Noise, rng
from tests.games.zack.match.test_match import few_cards
from tests.shipped import shipped_people

Twist = Callable[[Plan], Any]


def refusal(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch, head: type[Mind]
) -> tuple[IllegalAction, list[Line]]:
    """The refusal that a match of such heads ends with, and what had been told by then."""
    monkeypatch.setattr(table, "Mind", head)
    told: list[Line] = []
    match = ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 1, told.append)
    with pytest.raises(IllegalAction) as refused:
        match.advance(60.0)
    return refused.value, told


def twisted(twist: Twist, what: ActKind = ActKind.BEGIN) -> type[Mind]:
    """A head whose plan of a throw is changed where it begins or lets go."""

    class Twisted(Mind):
        def tick(self, now_s: float) -> tuple[Act, ...]:
            return tuple(
                replace(act, plan=twist(act.plan)) if act.kind is what and act.plan.intent else act
                for act in super().tick(now_s)
            )

    return Twisted


def aimed(**changed: Any) -> Twist:
    """The plan with its intent changed."""

    def twist(plan: Plan) -> Plan:
        assert plan.intent is not None
        return replace(plan, intent=replace(plan.intent, **changed))

    return twist


UNLAWFUL: dict[str, tuple[str, Twist]] = {
    "lets go 50 ms after the hand starts": ("hand_time", lambda plan: replace(plan, at_s=plan.begin_s + 0.05)),
    "takes longer than its hand": ("hand_time", lambda plan: replace(plan, at_s=plan.at_s + 1.0)),
    "began a second ago": ("hand_time", lambda plan: replace(plan, begin_s=plan.begin_s - 1.0, at_s=plan.at_s - 1.0)),
    "fetches back in time": ("hand_time", lambda plan: replace(plan, fetch_s=-0.2, at_s=plan.at_s - 0.2)),
    "throws ten times as fast": ("hand_time", aimed(pace=10.0)),
    "never lets go": ("number", lambda plan: replace(plan, at_s=math.inf)),
    "lets go at no time": ("number", lambda plan: replace(plan, at_s=math.nan)),
    "begins with a word for a time": ("number", lambda plan: replace(plan, begin_s="now")),
    "aims nowhere": ("number", aimed(target_x_mm=math.nan)),
    "aims at the next table": ("place", aimed(target_x_mm=5000.0)),
    "throws from within the bowl": ("place", aimed(distance_mm=1.0)),
    "throws from the other side": ("place", lambda plan: aimed(side=-plan.intent.side)(plan)),
    "throws another card": ("type", aimed(card=Card.CHALLENGE)),
    "throws without an intent": ("type", lambda plan: replace(plan, intent=None)),
    "does what nobody does": ("unknown_word", lambda plan: replace(plan, do="sneeze")),
    "plans nothing": ("type", lambda _: None),
}


@pytest.mark.parametrize("name", UNLAWFUL)
def test_an_unlawful_plan_is_refused_before_the_hand_moves(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    code, twist = UNLAWFUL[name]
    refused, told = refusal(configuration, monkeypatch, twisted(twist))
    assert refused.code == code
    assert str(refused).startswith("'Anne' (seat 0), ")
    assert str(refused).endswith(".")
    assert {line["stage"] for line in told} == {"outcome", "ruling"}  # cards were dealt, and no hand has moved


@pytest.mark.parametrize(
    "twist",
    [lambda plan: replace(plan, noise=plan.noise + 1), lambda plan: replace(plan, noise=None)],
    ids=["not its own", "none"],
)
def test_a_head_cannot_choose_the_noise_of_its_hand(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch, twist: Twist
) -> None:
    class Chooser(Mind):
        def tick(self, now_s: float) -> tuple[Act, ...]:
            return tuple(replace(act, plan=twist(act.plan)) for act in super().tick(now_s))

    refused, told = refusal(configuration, monkeypatch, Chooser)
    assert refused.code == "noise"
    assert not any(line["stage"] == "executed" for line in told)


def test_a_head_that_lets_go_before_its_hand_is_there_is_refused(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hasty(Mind):
        def tick(self, now_s: float) -> tuple[Act, ...]:
            acts = super().tick(now_s)
            return (*acts, *(replace(act, kind=ActKind.ACT) for act in acts if act.kind is ActKind.BEGIN))

    refused, told = refusal(configuration, monkeypatch, Hasty)
    assert refused.code == "hand_time"
    assert not any(line["stage"] == "executed" for line in told)


@pytest.mark.parametrize(
    ("what", "code"), [(ActKind.ACT, "no_hand"), (ActKind.WITHDRAW, "no_hand"), ("jump", "unknown_word")]
)
def test_what_no_hand_has_begun_is_neither_done_nor_withdrawn(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch, what: Any, code: str
) -> None:
    class Skips(Mind):
        def tick(self, now_s: float) -> tuple[Act, ...]:
            return tuple(replace(act, kind=what) for act in super().tick(now_s))

    assert refusal(configuration, monkeypatch, Skips)[0].code == code


def test_a_head_that_names_no_time_or_no_seat_is_refused(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Timeless(Mind):
        next_s = math.nan

    monkeypatch.setattr(table, "Mind", Timeless)
    with pytest.raises(IllegalAction, match="next: expected a time") as refused:
        ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 1)
    assert refused.value.code == "number"

    class Lost(Mind):
        belief = 9

    monkeypatch.setattr(table, "Mind", Lost)
    with pytest.raises(IllegalAction, match="belief: expected a seat from 0 to 2, found 9"):
        ZackMatch(configuration, seats_from(["casual"] * 3, "zack"), 1).frame()


# ------------------------------------------------------------------------------------------ one hand


PEOPLE = shipped_people()


def law() -> tuple[Person, HandLaw, Callable[[], int]]:
    """Someone on seat 0 of three, the law of their hand, and tickets for it."""
    skills = load_skills()
    me = Person(0, 3, skills["casual"], PEOPLE.tempers["steady"], PEOPLE, 1, 400.0)
    chance, noise_seed = lend(Noise(7), "anna")
    return me, HandLaw(me, "anna", noise_seed), chance.noise


def refused_code(law: HandLaw, act: Act, now_s: float) -> str:
    with pytest.raises(IllegalAction) as refused:
        law.check(act, now_s)
    return refused.value.code


def test_a_throw_that_takes_no_time_is_refused_with_the_time_that_its_hand_takes() -> None:
    me, its_law, ticket = law()
    plan = throw_plan(me, 3, 1.0, 0.0, ticket())
    needed_ms = 1000.0 * (plan.at_s - plan.begin_s)
    with pytest.raises(
        IllegalAction, match=f"this hand takes {needed_ms:.0f} ms and 0 ms to fetch a card, found 50 ms"
    ):
        its_law.check(Act(1.0, ActKind.BEGIN, replace(plan, at_s=plan.begin_s + 0.05)), plan.begin_s)


def test_a_ticket_of_noise_is_good_for_one_throw_of_one_hand() -> None:
    """A head that has seen a good throw cannot have the same luck again."""
    me, its_law, ticket = law()
    plan = throw_plan(me, 3, 1.0, 0.0, ticket())
    assert its_law.noise_seed(plan) == its_law_of_another_table(plan)
    for noise in (plan.noise, 99, -1):
        with pytest.raises(IllegalAction, match="fresh ticket"):
            its_law.noise_seed(replace(plan, noise=noise))


def its_law_of_another_table(plan: Plan) -> int:
    _, its_law, ticket = law()
    assert ticket() == plan.noise
    return its_law.noise_seed(plan)


def test_a_card_that_missed_is_fetched_before_it_is_thrown_again() -> None:
    me, its_law, ticket = law()
    its_law.sees(Missed(10.0, "anna-1-1", 0, 300.0, 0))
    fetch_s = pick_up_s(me.skill, 300.0, PEOPLE.hand)
    at_once = throw_plan(me, 3, 10.2, 0.0, ticket())
    assert refused_code(its_law, Act(10.2, ActKind.BEGIN, at_once), 10.2) == "hand_time"
    # With the time that it takes, whether this is part of the plan or has passed; another's card binds nobody.
    its_law.check(Act(10.2, ActKind.BEGIN, fetched := throw_plan(me, 3, 10.2, fetch_s, ticket())), 10.2)
    its_law.check(Act(10.3, ActKind.WITHDRAW, fetched), 10.3)
    later = throw_plan(me, 3, 10.0 + fetch_s, 0.0, ticket())
    its_law.check(Act(later.begin_s, ActKind.BEGIN, later), later.begin_s)
    _, other, ticket = law()
    other.sees(Missed(10.0, "berta-1-1", 1, 300.0, 0))
    other.check(Act(10.2, ActKind.BEGIN, replace(at_once, noise=ticket())), 10.2)


def test_a_hand_that_was_under_way_when_its_card_missed_goes_on() -> None:
    """Its act is said after the percept of the same tick, and was begun before."""
    me, its_law, ticket = law()
    its_law.sees(Missed(10.0, "anna-1-1", 0, 300.0, 0))
    after = throw_plan(me, 3, 10.001, 0.0, ticket())
    assert refused_code(its_law, Act(10.001, ActKind.BEGIN, after), 10.001) == "hand_time"
    before = throw_plan(me, 3, 9.999, 0.0, ticket())
    its_law.check(Act(9.999, ActKind.BEGIN, before), 10.0)


def test_a_hand_cannot_be_held_back_at_the_last_moment() -> None:
    """So nobody looks at their own card, which shows before it leaves the hand, and keeps it."""
    me, its_law, ticket = law()
    plan = throw_plan(me, 3, 1.0, 0.0, ticket())
    its_law.check(Act(1.0, ActKind.BEGIN, plan), 1.0)
    assert refused_code(its_law, Act(1.3, ActKind.WITHDRAW, plan), plan.at_s - PEOPLE.sight.face_lead_ms / 1000) == (
        "hand_time"
    )
    assert me.skill.stop_ms > PEOPLE.sight.face_lead_ms


def test_a_challenge_names_another_seat_of_the_table_and_a_reason() -> None:
    me, its_law, ticket = law()
    wish = ChallengePlan(Reason.SLOW, 1, 200.0)
    plan = challenge_plan(me, wish, 1.0, rng(3), ticket())
    for changed, code in (
        ({"target": 3}, "unknown_seat"),
        ({"target": -1}, "unknown_seat"),
        ({"target": True}, "unknown_seat"),
        ({"target": None}, "unknown_seat"),
        ({"target": me.seat}, "unknown_seat"),
        ({"reason": "slow"}, "unknown_word"),
        ({"reason": None}, "unknown_word"),
    ):
        assert refused_code(its_law, Act(1.2, ActKind.BEGIN, replace(plan, **changed)), 1.2) == code
    its_law.check(Act(1.2, ActKind.BEGIN, plan), 1.2)


def test_one_hand_does_one_thing_at_a_time() -> None:
    me, its_law, ticket = law()
    its_law.check(Act(1.0, ActKind.BEGIN, throw_plan(me, 3, 1.0, 0.0, ticket())), 1.0)
    second = throw_plan(me, 3, 1.1, 0.0, ticket())
    assert refused_code(its_law, Act(1.1, ActKind.BEGIN, second), 1.1) == "hand_busy"


@pytest.mark.parametrize(("do", "asked"), [(Do.RESUME, False), (Do.CHOOSE, True)])
def test_a_stop_is_ended_by_whoever_is_asked_to_and_once(do: Do, asked: bool) -> None:
    _, its_law, _ = law()
    plan = Plan(do, 5.0, 5.0)

    def settle() -> None:
        its_law.check(Act(5.0, ActKind.BEGIN, plan), 5.0)
        its_law.check(Act(5.0, ActKind.ACT, plan), 5.0)

    for percept in (None, Ruled(4.0, 1, asked), Ruled(4.0, 0, not asked)):
        if percept is not None:
            its_law.sees(percept)
        with pytest.raises(IllegalAction) as refused:
            settle()
        assert refused.value.code == "not_asked"
    its_law.sees(Ruled(4.5, 0, asked))
    settle()
    with pytest.raises(IllegalAction):
        settle()


@pytest.mark.slow
def test_the_bots_of_the_house_keep_the_law_where_cards_miss_all_the_time() -> None:
    """From 700 mm away they fetch, withdraw and challenge; the match would refuse what is not lawful."""
    seats = seats_from(["child", "child:bold", "child", "casual:bold"], "zack")
    told: list[Line] = []
    # With seed 9 a ruling comes while an answer to the ruling before is about to be given.
    for seed in (*range(4), 9):
        ZackMatch(few_cards(), seats, seed, told.append).advance(90.0)
    assert sum(str(line.get("line")).count("'miss'") for line in told) > 4
    assert {"withdraw", "challenge", "resume"} <= {line.get("question") for line in told}


# ------------------------------------------------------------------------------------------ what a seat may know


def test_what_a_seat_is_shown_holds_no_ruling_no_seed_and_nobodys_cards(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Percepts say what can be seen and heard at the table; whose turn it is follows, and they do not say it."""
    shown: list[Percept] = []

    class Spy(Mind):
        def sees(self, percept: Percept) -> tuple[Plan, ...]:
            shown.append(percept)
            return super().sees(percept)

    monkeypatch.setattr(table, "Mind", Spy)
    ZackMatch(configuration, seats_from(["child"] * 4, "zack"), 2).advance(60.0)
    assert len({type(percept) for percept in shown}) >= 6
    keys = {field.name for percept in shown for field in fields(percept)}
    assert keys <= {"at_s", "card", "face", "seat", "distance_mm", "turn", "choose"}
    assert [field.name for field in fields(CardFace)] == [
        "kind", "carried", "links", "mirrored", "thrower", "below", "colours", "under",
    ]  # fmt: skip


@pytest.mark.slow
def test_whose_turn_it_is_can_be_worked_out_from_what_is_shown(configuration: ZackConfiguration) -> None:
    """Nothing is kept back that is needed: what is shown says the same as the rules."""
    match = ZackMatch(configuration, seats_from(["child"] * 4, "zack"), 2)
    turns = 0
    while match.time_s < 90.0:
        match.advance(1.0 / TICK_HZ)
        if not match.table.state.stopped and not match.finished:
            turns += 1
            assert match.table.names[due_of(turn_of(match.table.state), 4)] == match.table.state.due
    assert turns > 1000


def test_watch_ends_in_one_sentence_where_a_head_is_unlawful(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table, "Mind", twisted(UNLAWFUL["lets go 50 ms after the hand starts"][1]))
    assert yardarm.command.run(["watch", "zack", "--text", "--seed", "1"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("yardarm: 'Anne' (seat 0), throw: this hand takes ")
    assert said.count("\n") == 1
