"""External bots at Zack!: the law of the hand, what stays hidden, and what an answer may be."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sim.bots.seated import SeatedBots
from sim.bots.words import named, start
from sim.configuration import changed_configuration, load_configuration
from sim.errors import IllegalAction
from sim.games.zack.bots.hand import pick_up_s
from sim.games.zack.bots.percepts import Act, ActKind, Missed, Percept, Plan, Resumed, Ruled, Stopped
from sim.games.zack.bots.planning import Person
from sim.games.zack.bots.random_bot import lend
from sim.games.zack.match import ZackMatch
from sim.games.zack.match.legality import HandLaw
from sim.games.zack.match.outside import Look, OutsideHead
from sim.match.at_once import Prompt
from sim.people.skill import load_skills
from sim.rules_frame import FrozenMap
from sim.seat import Seat
from sim.seeds import Noise
from sim.spec import match_of
from tests.bots.at_once_bots import Noted
from tests.shipped import shipped_people

SEATS = (Seat("Anne", "casual", "noted@1"), Seat("Bert", "casual", "steady"), Seat("Cleo", "casual", "steady"))
NOTHING = {"do": "nothing"}


def match_with(answer: Any, lines: list[Any] | None = None, wish: object = None, seed: int = 3) -> ZackMatch:
    """Open a match in which Anne answers like that."""
    configuration = load_configuration("zack", profile="draft")
    return ZackMatch(configuration, SEATS, seed, None if lines is None else lines.append, bots=Noted(answer, wish))


@pytest.mark.slow
def test_a_hand_never_begins_before_its_eyes_have_read_and_takes_its_time() -> None:
    """A bot that is asked at every tick and throws at once is no faster than a person of its profile."""
    asked: list[Any] = []
    lines: list[Any] = []

    def answer(question: Any) -> Any:
        asked.append(question)
        return {"do": "throw"} if {"do": "throw"} in question.legal() else question.legal()[0]

    match = match_with(answer, lines, wish=0.0)
    match.advance(40.0)
    begun = [line for line in lines if line.get("question") == "begin" and line["by"] == "Anne"]
    thrown = [line for line in lines if line.get("question") == "throw" and line["by"] == "Anne"]
    assert len(begun) > 5
    assert thrown
    for line in begun:
        begin_s = line["tick"] / 120
        # A hand that was about to begin is not stopped by what is seen at that very tick.
        before = [each.view["ready_s"] for each in asked if each.now_s < begin_s + 1e-6][-2:]
        assert begin_s >= min(before) - 1e-6
        # The top card is turned on the way, and the hand reaches the bowl: never under a fifth of a second.
        assert line["at_s"] - begin_s > 0.2
    waits = [each.view["ready_s"] - each.now_s for each in asked]
    assert max(waits) > 0.2, "reading a card takes its time"


def test_a_bot_says_when_at_the_earliest_and_where_to() -> None:
    lines: list[Any] = []

    def answer(question: Any) -> Any:
        if question.now_s < 12.0 and {"do": "throw"} in question.legal():
            return {"do": "throw", "at_s": 12.0, "aim_mm": 30.0, "pace": 0.5}
        return NOTHING if question.now_s < 12.0 else question.legal()[0]

    match_with(answer, lines, wish=0.0).advance(16.0)
    begun = [line for line in lines if line.get("question") == "begin" and line["by"] == "Anne"]
    assert all(line["tick"] / 120 >= 12.0 - 1 / 120 for line in begun)
    lines.clear()

    def now(question: Any) -> Any:
        return {"do": "throw", "aim_mm": 30.0, "pace": 0.5} if {"do": "throw"} in question.legal() else NOTHING

    match_with(now, lines).advance(16.0)
    thrown = [line for line in lines if line.get("question") == "throw" and line["by"] == "Anne"]
    assert thrown
    assert {(line["target_x_mm"], line["pace"]) for line in thrown} == {(30.0, 0.5)}


def test_a_view_holds_no_face_of_a_card_in_a_hand_and_no_ruling() -> None:
    match = match_with(lambda question: question.legal()[0])
    for _ in range(20):
        match.advance(1.0)
        table, before = match.table, Look(match.table).of("Anne")
        state = table.state
        piles = {name: tuple(reversed(pile)) for name, pile in state.piles.items()}
        table.state = replace(state, piles=FrozenMap(piles), due="Cleo")
        assert Look(table).of("Anne") == before
        table.state = state


WRONG = {
    "no word": ({"throw": 1}, "do: expected a word"),
    "an unknown word": ({"do": "fly"}, "do: expected one of nothing, withdraw"),
    "a key too many": ({"do": "throw", "speed": 3}, "expected the keys aim_mm, at_s, pace"),
    "a key too few": ({"do": "challenge", "target": "Bert"}, "expected the keys"),
    "an unknown player": ({"do": "challenge", "target": "Zoe", "reason": "slow"}, "target: expected"),
    "itself": ({"do": "challenge", "target": "Anne", "reason": "slow"}, "target: expected one against whom"),
    "an unknown reason": ({"do": "challenge", "target": "Bert", "reason": "ugly"}, "reason: expected one of"),
    "no list of words": ({"do": "challenge", "target": ["Bert"], "reason": "slow"}, "target: expected"),
    "a pace of none": ({"do": "throw", "pace": 9}, "pace: expected a number from 0.5 to 2, found 9"),
    "a truth for a number": ({"do": "throw", "pace": True}, "pace: expected a number from 0.5 to 2, found True"),
    "a time that is none": ({"do": "throw", "at_s": math.nan}, "at_s: expected a number from 0 to 360"),
    "a place out of reach": ({"do": "throw", "aim_mm": -399.7}, "expected a number from -399.6 to 399.6, found -399.7"),
    "a stop to be ended": ({"do": "resume"}, "nothing is what the table waits for"),
    "no hand to hold back": ({"do": "withdraw"}, "no hand is under way"),
    "no object": (["throw"], "expected an object such as"),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_answer_that_is_none_is_refused(what: str) -> None:
    said: list[str] = []

    def answer(question: Any) -> Any:
        given, says = WRONG[what]
        if not said and {"do": "throw"} in question.legal():
            with pytest.raises(IllegalAction) as refused:
                question.read(copy.deepcopy(given))
            said.append(str(refused.value))
            assert says in said[0]
            assert said[0].startswith("Anne answers ")
        return NOTHING

    match_with(answer).advance(6.0)
    assert said


def test_a_throw_that_has_begun_can_be_held_back() -> None:
    lines: list[Any] = []

    def answer(question: Any) -> Any:
        return {"do": "withdraw"} if {"do": "withdraw"} in question.legal() else question.legal()[0]

    match_with(answer, lines, wish=0.0).advance(10.0)
    done = [line["question"] for line in lines if line.get("stage") == "intent" and line["by"] == "Anne"]
    # The last one may still be in the hand.
    assert done.count("begin") > 0
    assert done.count("begin") - done.count("withdraw") in (0, 1)


PEOPLE = shipped_people()
ME = Person(0, 3, load_skills()["casual"], PEOPLE.tempers["steady"], PEOPLE, 1, 400.0)


def alone(bots: Noted, cards: int = 5) -> tuple[OutsideHead, HandLaw]:
    """The head of Anne, whose turn it is all the time, and the law of her hand."""
    chance, noise_seed = lend(Noise(7), "Anne")
    seen = {"own_card": True, "challenges": {}}
    head = OutsideHead(("Anne", "Bert", "Cleo"), lambda: seen, Prompt("Anne", bots), lambda: 0, ME, chance, cards=cards)
    return head, HandLaw(ME, "Anne", noise_seed)


def acts(head: OutsideHead, law: HandLaw, until_s: float, *percepts: Percept) -> Iterator[Act]:
    """What the hand does from the second in which play begins, by the law."""
    for tick in range(120, round(120 * until_s)):
        now_s = tick / 120
        for act in head.tick(now_s):
            yield law.check(act, now_s)
        # As in a match: what falls within a tick is seen after the acts of that tick.
        for percept in (Resumed(1.0, 0), *percepts):
            if percept.at_s == now_s:
                law.sees(percept)
                head.sees(percept)


@pytest.mark.parametrize("wait_s", [1 / 480, 1 / 240, 1 / 120, 0.2])
def test_a_throw_that_was_to_begin_when_a_card_misses_waits_until_that_is_fetched(wait_s: float) -> None:
    """The bot is asked again first, so that no hand throws a card that it does not hold."""
    missed_s = 5.0

    def answer(question: Any) -> Any:
        return (
            {"do": "throw", "at_s": missed_s + wait_s if question.now_s < missed_s else 0.0} if not begun else NOTHING
        )

    head, law = alone(Noted(answer))
    begun: list[Plan] = []
    for act in acts(head, law, 8.0, Missed(missed_s, "Anne-1-1", 0, 300.0, 0)):
        begun += [act.plan] if act.kind is ActKind.BEGIN else []
    assert len(begun) == 1
    assert begun[0].towards_bowl_s >= missed_s + pick_up_s(ME.skill, 300.0, PEOPLE.hand) - 1e-6


def test_a_hand_is_held_back_from_its_begin_until_it_is_too_late() -> None:
    offered: list[tuple[bool, bool]] = []
    refused: list[str] = []

    def answer(question: Any) -> Any:
        hand, now_s = question.view["hand"], question.now_s
        if hand is None:
            return {"do": "throw", "at_s": 2.0} if {"do": "throw"} in question.legal() else NOTHING
        in_time = hand["begins_s"] <= now_s < hand["ends_s"] - ME.skill.stop_ms / 1000.0
        offered.append((in_time, {"do": "withdraw"} in question.legal()))
        if not in_time:
            with pytest.raises(IllegalAction) as wrong:
                question.read({"do": "withdraw"})
            refused.append(str(wrong.value))
        return NOTHING

    head, law = alone(Noted(answer, wish=0.0))
    kinds = [act.kind for act in acts(head, law, 4.0)]
    assert kinds[:2] == [ActKind.BEGIN, ActKind.ACT]
    assert set(offered) == {(False, False), (True, True)}
    assert {line.partition(": ")[2] for line in refused} == {"no hand is under way that could still be held back."}


def test_a_card_that_missed_is_fetched_once_and_a_throw_held_back_fetches_it_again() -> None:
    held_back: list[float] = []

    def answer(question: Any) -> Any:
        fetches.append(question.view["fetch"])
        if not held_back and {"do": "withdraw"} in question.legal():
            held_back.append(question.now_s)
            return {"do": "withdraw"}
        return {"do": "throw"} if {"do": "throw"} in question.legal() else NOTHING

    fetches: list[bool] = []
    head, law = alone(Noted(answer, wish=0.0))
    assert head.question(0.0).view["fetch"] is False
    plans = [
        act.plan for act in acts(head, law, 12.0, Missed(1.0, "Anne-1-1", 0, 300.0, 0)) if act.kind is ActKind.BEGIN
    ]
    fetched_s = pick_up_s(ME.skill, 300.0, PEOPLE.hand)
    assert [plan.fetch_s for plan in plans[:4]] == pytest.approx([fetched_s, fetched_s, 0.0, 0.0])
    assert fetches == sorted(fetches, reverse=True)
    assert {plan.intent.target_x_mm for plan in plans if plan.intent is not None} == {0.0}, "the middle, unless it aims"
    assert plans[0].begin_s == pytest.approx(1.0, abs=2 / 120), "it begins with the way to the card"


@pytest.mark.parametrize(("choose", "wanted"), [(True, "choose"), (False, "resume")])
def test_a_bot_is_told_what_the_table_waits_for(choose: bool, wanted: str) -> None:
    head, law = alone(Noted(lambda _: NOTHING))
    list(acts(head, law, 1.5))
    assert head.question(1.5).view["wanted"] is None
    head.sees(Stopped(1.5))
    head.sees(Ruled(1.6, 1, choose))
    assert head.question(1.6).view["wanted"] is None
    head.sees(Ruled(1.7, 0, choose))
    assert head.question(1.7).view["wanted"] == wanted


def test_an_empty_hand_is_offered_no_throw() -> None:
    offered: list[list[Any]] = []

    def answer(question: Any) -> Any:
        offered.append(question.legal())
        return NOTHING

    head, law = alone(Noted(answer, wish=0.0), cards=1)
    list(acts(head, law, 1.1))
    head.cards = 0
    head.tick(1.2)
    assert offered[-2] == [{"do": "throw"}, {"do": "player_card"}, NOTHING]
    assert offered[-1] == [{"do": "player_card"}, NOTHING]


@pytest.mark.slow
def test_a_table_does_not_wait_for_ever_for_a_bot_that_does_nothing() -> None:
    """It would have to go on after a stop; after a while the usual strategy does, and the bot's answer is no answer."""
    seats = (SEATS[0], *(replace(seat, profile="child") for seat in SEATS[1:]))
    configuration = changed_configuration("zack", {"table": {"wins": 1}}, profile="draft")
    lines: list[Any] = []
    questions = match_of("zack").questions
    assert questions is not None
    bots = SeatedBots.begin(configuration, questions, seats, b"key", {"Anne": start(named(idle))}, 5.0)
    match = ZackMatch(configuration, seats, 3, lines.append, bots=bots)
    match.advance(360.0)
    ended = [line for line in lines if line.get("question") in ("resume", "choose") and line["by"] == "Anne"]
    assert ended
    assert {line["fault"] for line in ended} == {"illegal"}
    assert {fault.text for fault in bots.faults} == {"Anne answers 'nothing': the table has waited for 20 s."}


def idle(_question: Any) -> object:
    """Do nothing, ever."""
    return NOTHING
