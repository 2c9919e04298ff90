"""One mind at Zack!: what it plans on what it sees, what it withholds, and that one hand does one thing at a time."""

from __future__ import annotations

import dataclasses
import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zack.bots.attention import usual_turn_ms
from sim.games.zack.bots.hand import Card, pick_up_s
from sim.games.zack.bots.mind import Mind
from sim.games.zack.bots.perception import TEMPERS
from sim.games.zack.bots.percepts import (
    ActKind,
    Began,
    Do,
    Landed,
    Missed,
    Percept,
    Plan,
    Resumed,
    Ruled,
    Shown,
    Stopped,
)
from sim.games.zack.bots.planning import Person
from sim.games.zack.bots.random_bot import RandomBot
from sim.games.zack.bots.turn_reading import CardFace
from sim.games.zack.rules import Reason
from sim.people.skill import PROFILES, Skill, load_skills
from sim.seeds import Noise
from tests.shipped import shipped_people

SKILLS = load_skills()
PEOPLE = shipped_people()
# Sees everything, errs in nothing, waits for nobody, and takes no second look.
SHARP = dataclasses.replace(SKILLS["casual"].noiseless(), attention_share=1.0, notice_share=1.0, patience_ms=0.0)
SURE = PEOPLE.tempers["bold"].model_copy(update={"recheck_share": 0.0, "haste": 1.0})
# The same, but never challenges anybody for being slow.
PATIENT = dataclasses.replace(SHARP, patience_ms=1e9)
# The same, but has eyes for its own turn only.
ALONE = dataclasses.replace(SHARP, attention_share=0.0, notice_share=0.0)
TURN_S = usual_turn_ms(SHARP, 4) / 1000.0


def mind(skill: Skill = SHARP, seat: int = 0, cards: int = 5, **options: Any) -> Mind:
    me = Person(seat, 4, skill, options.pop("temper", SURE), PEOPLE, 1, 400.0)
    return Mind(me, RandomBot(Noise(7), f"seat{seat}"), cards=cards, **options)


COLOURS = ("red", "blue", "green", "yellow")


def circle(due: int, thrower: int, below: int | None = None) -> CardFace:
    kind = f"circle:{COLOURS[due]}"
    return CardFace(kind, kind, 0, False, thrower, below, COLOURS)


def playing(seat: int = 0, first: int = 3, **options: Any) -> Mind:
    """A mind in a game in which seat `first` was told to throw at time 0."""
    it = mind(seat=seat, **options)
    it.sees(Resumed(0.0, first))
    return it


def test_before_the_game_nothing_is_planned() -> None:
    it = mind()
    assert it.next_s == math.inf
    assert it.sees(Shown(1.0, "a", circle(0, 1))) == ()
    assert it.belief is None


DARING = SURE.model_copy(update={"unread_cards": 2})
UNREAD_S = SHARP.go_no_go.mean / 1000.0


def test_who_dares_throws_at_anothers_card_before_it_can_be_read() -> None:
    (plan,) = playing(temper=DARING).sees(Shown(1.0, "a", circle(2, 3)))
    assert plan.do is Do.THROW
    assert plan.begin_s == pytest.approx(1.0 + UNREAD_S)
    assert plan.begin_s < 1.0 + TURN_S


def test_who_dares_reads_where_an_error_would_cost_more() -> None:
    def thrown(it: Mind, name: str, below: int | None) -> list[Plan]:
        plans = it.sees(Shown(1.0, name, circle(2, 3, below)))
        return [plan for plan in plans if plan.do is Do.THROW]

    crowded = playing(temper=DARING)
    for number, below in enumerate((None, 1)):
        crowded.sees(Shown(0.5, f"low{number}", circle(1, 1, below)))
        crowded.sees(Landed(0.5, f"low{number}", circle(1, 1, below)))
    assert thrown(crowded, "top", 1) == []
    # Below nothing it lies in an empty bowl: what was counted before has been taken.
    assert thrown(crowded, "first", None) != []
    assert thrown(playing(temper=DARING, cards=0), "a", None) == []
    assert playing(seat=3, temper=DARING).sees(Shown(1.0, "own", circle(2, 3)))[0].do is not Do.THROW


def test_who_has_not_read_shows_nobody_up() -> None:
    it = playing(temper=DARING)
    it.sees(Shown(1.0, "a", circle(2, 3)))
    plans = it.sees(Shown(1.1, "b", circle(2, 2, 3)))
    assert not [plan for plan in plans if plan.do is Do.CHALLENGE and plan.reason is Reason.OUT_OF_TURN]


def test_on_its_turn_it_throws_after_reading_the_card() -> None:
    it = playing(skill=PATIENT)
    (plan,) = it.sees(Shown(1.0, "a", circle(0, 3)))
    assert plan.do is Do.THROW
    assert plan.begin_s == pytest.approx(1.0 + TURN_S)
    assert it.next_s == plan.begin_s
    assert it.tick(1.0) == ()
    (begin,) = it.tick(plan.begin_s)
    assert (begin.kind, begin.plan) == (ActKind.BEGIN, plan)
    (act,) = it.tick(plan.at_s + 1.0)
    assert (act.kind, act.at_s, act.plan) == (ActKind.ACT, plan.at_s, plan)
    assert it.plans == ()


def test_the_bold_throw_sooner_than_the_cautious() -> None:
    starts = []
    for name in TEMPERS:
        (plan,) = playing(skill=PATIENT, temper=PEOPLE.tempers[name]).sees(Shown(1.0, "a", circle(0, 3)))
        starts.append(plan.begin_s)
        assert plan.begin_s == pytest.approx(1.0 + usual_turn_ms(PATIENT, 4, PEOPLE.tempers[name].haste) / 1000.0)
    assert starts == sorted(starts, reverse=True)
    assert len(set(starts)) == 3


def test_one_tick_may_bring_both_the_beginning_and_the_act() -> None:
    it = playing(skill=PATIENT)
    it.sees(Shown(1.0, "a", circle(0, 3)))
    assert [act.kind for act in it.tick(2.5)] == [ActKind.BEGIN, ActKind.ACT]


def test_the_thrower_reads_his_own_card_a_little_later() -> None:
    it = playing(skill=PATIENT, first=0)
    (first,) = it.plans
    it.tick(first.begin_s)
    under_way, second = it.sees(Shown(first.at_s - 0.06, "a", circle(0, 0)))
    assert under_way == first
    lag_s = PEOPLE.sight.thrower_lag_ms / 1000.0
    assert second.begin_s == pytest.approx(first.at_s - 0.06 + lag_s + TURN_S)
    assert [act.plan for act in it.tick(first.at_s)] == [first]
    assert it.plans == (second,)


def test_another_ones_card_withholds_a_throw_if_there_is_time() -> None:
    it = playing(skill=ALONE)
    (plan,) = it.sees(Shown(1.0, "a", circle(0, 3)))
    it.tick(plan.begin_s)
    assert it.sees(Shown(plan.at_s - ALONE.stop_ms / 1000.0 - 0.01, "b", circle(2, 1))) == ()
    assert [act.kind for act in it.tick(plan.at_s)] == [ActKind.WITHDRAW]
    it = playing(skill=ALONE)
    it.sees(Shown(1.0, "a", circle(0, 3)))
    it.tick(plan.begin_s)
    kept = it.sees(Shown(plan.at_s - ALONE.stop_ms / 1000.0 + 0.01, "b", circle(2, 1)))
    assert kept == (plan,)
    assert [act.kind for act in it.tick(plan.at_s)] == [ActKind.ACT]


def test_a_card_that_landed_as_it_was_read_needs_no_second_look() -> None:
    it = playing(skill=ALONE)
    before = it.sees(Shown(1.0, "a", circle(0, 3)))
    assert it.sees(Landed(1.4, "a", circle(0, 3))) == before
    # As someone else's turn, it does.
    assert it.sees(Landed(1.41, "a", circle(2, 3))) == ()
    assert it.belief == 2


def test_what_landed_last_counts_not_what_showed_last() -> None:
    it = playing(skill=ALONE)
    it.sees(Shown(1.0, "a", circle(1, 3)))
    it.sees(Shown(1.1, "b", circle(2, 3)))
    assert it.sees(Landed(1.3, "a", circle(1, 3))) == ()
    assert it.belief == 2
    it.sees(Landed(1.4, "b", circle(2, 3)))
    assert it.belief == 2
    it = playing(skill=ALONE)
    it.sees(Shown(1.0, "a", circle(1, 3)))
    it.sees(Shown(1.1, "b", circle(2, 3)))
    it.sees(Landed(1.3, "b", circle(2, 3)))
    it.sees(Landed(1.4, "a", circle(1, 3)))
    assert it.belief == 1


def test_after_a_miss_it_fetches_the_card_and_throws_again() -> None:
    it = playing(skill=PATIENT, first=0)
    (first,) = it.plans
    it.tick(first.at_s)
    (again,) = it.sees(Missed(2.0, "a", 0, 250.0, 0))
    assert again.do is Do.THROW
    assert again.begin_s == pytest.approx(2.0 + PATIENT.simple.mean / 1000.0)
    assert again.fetch_s == pytest.approx(pick_up_s(PATIENT, 250.0, PEOPLE.hand))
    assert again.at_s > again.towards_bowl_s > again.begin_s


def test_a_missed_card_takes_as_long_to_fetch_when_another_card_has_come_between() -> None:
    """The turn went to someone else and came back: the card still lay beside the bowl, and is thrown no sooner."""
    it = playing(skill=ALONE)
    (fetched,) = it.sees(Missed(2.0, "a", 0, 250.0, 0))
    assert it.sees(Shown(2.05, "b", circle(2, 3))) == ()
    (plan,) = it.sees(Shown(2.1, "c", circle(0, 3)))
    assert plan.fetch_s == 0.0
    assert plan.begin_s == 2.0 + fetched.fetch_s > 2.1 + TURN_S


def test_a_card_that_missed_while_the_game_was_stopped_is_fetched_before_the_next_throw() -> None:
    it = playing(skill=ALONE)
    it.sees(Stopped(2.0))
    it.sees(Missed(2.1, "a", 0, 1000.0, 0))
    (plan,) = it.sees(Resumed(2.2, 0))
    assert plan.towards_bowl_s == pytest.approx(2.1 + pick_up_s(ALONE, 1000.0, PEOPLE.hand))


def test_a_miss_takes_back_what_its_card_asked_for() -> None:
    it = playing(skill=PATIENT)
    assert it.sees(Shown(1.0, "a", circle(0, 3)))
    assert it.sees(Missed(1.4, "a", 3, 250.0, 3))[0].do is Do.CHALLENGE
    assert it.belief == 3
    # The player who is due all the same, because the thrower was not, throws on.
    it = playing(skill=PATIENT)
    (plan,) = it.sees(Shown(1.0, "a", circle(0, 3)))
    assert it.sees(Missed(1.4, "b", 2, 250.0, 0)) == (plan,)


def test_a_miss_is_an_opening_only_if_the_card_lies_far_enough() -> None:
    for distance, opens in ((250.0, True), (5.0, False)):
        it = playing(skill=PATIENT)
        challenges = it.sees(Missed(1.4, "a", 3, distance, 3))
        quick = [plan for plan in challenges if plan.begin_s < 3.0]
        assert bool(quick) == opens
        assert all((plan.reason, plan.meant) == (Reason.SLOW, 3) for plan in challenges)


def test_a_slow_neighbour_is_challenged_once_patience_is_out() -> None:
    it = playing()
    (plan,) = it.sees(Shown(1.0, "a", circle(2, 3)))
    assert (plan.do, plan.reason, plan.meant, plan.target) == (Do.CHALLENGE, Reason.SLOW, 2, 2)
    assert plan.begin_s == pytest.approx(1.0 + TURN_S + SHARP.watch_cost_ms / 1000.0)
    assert plan.intent.card is Card.CHALLENGE
    assert plan.intent.pace == SURE.challenge_pace


@pytest.mark.parametrize(("share", "seat", "dropped"), [(1.0, 2, True), (0.0, 2, False), (1.0, 1, False)])
def test_a_hand_that_is_seen_to_start_withholds_the_challenge(share: float, seat: int, dropped: bool) -> None:
    it = playing(skill=dataclasses.replace(SHARP, notice_share=share))
    (plan,) = it.sees(Shown(1.0, "a", circle(2, 3)))
    assert it.sees(Began(plan.begin_s, seat)) == (() if dropped else (plan,))


def test_a_beginner_is_granted_his_time() -> None:
    it = playing(handicap_ms={2: 4000.0})
    (plan,) = it.sees(Shown(1.0, "a", circle(2, 3)))
    assert plan.begin_s == pytest.approx(5.0 + TURN_S + SHARP.watch_cost_ms / 1000.0)


def out_of_turn(**options: Any) -> tuple[Mind, tuple[Any, ...]]:
    it = playing(skill=PATIENT, **options)
    it.sees(Shown(1.0, "a", circle(2, 3)))
    it.sees(Landed(1.4, "a", circle(2, 3)))
    return it, it.sees(Shown(2.0, "b", circle(3, 1, 3)))


def test_a_card_by_the_wrong_person_is_challenged() -> None:
    it, plans = out_of_turn()
    (plan,) = [plan for plan in plans if plan.reason is Reason.OUT_OF_TURN]
    assert (plan.meant, plan.target) == (1, 1)
    assert plan.begin_s == pytest.approx(2.0 + SHARP.go_no_go.mean / 1000.0)
    # It goes on while the wrong card is among the four top ones.
    for index in range(4):
        assert plan in it.sees(Landed(2.01 + index / 1000.0, f"x{index}", circle(3, 1)))
    assert plan not in it.sees(Landed(2.02, "x4", circle(3, 1)))


def test_a_wrong_card_that_misses_is_no_longer_worth_a_challenge() -> None:
    it, _ = out_of_turn()
    assert all(plan.reason is not Reason.OUT_OF_TURN for plan in it.sees(Missed(2.1, "b", 1, 250.0, 2)))


def test_a_player_card_out_of_turn_is_a_mistake_like_any() -> None:
    it = playing(skill=PATIENT)
    it.sees(Shown(1.0, "a", circle(2, 3)))
    it.sees(Landed(1.4, "a", circle(2, 3)))
    # It names nobody: who was due stays due.
    (plan,) = it.sees(Shown(2.0, "own", CardFace("player:red", "player:red", 0, False, 1, 3, COLOURS, 2)))
    assert (plan.reason, plan.meant) == (Reason.OUT_OF_TURN, 1)
    assert it.belief == 2


def test_ones_own_turn_comes_before_a_challenge() -> None:
    it, _ = out_of_turn()
    (plan,) = it.sees(Shown(2.1, "c", circle(0, 3)))
    assert plan.do is Do.THROW


def test_a_stop_withholds_everything_and_the_ruling_names_who_goes_on() -> None:
    it = playing(skill=PATIENT)
    it.sees(Shown(1.0, "a", circle(0, 3)))
    assert it.sees(Stopped(1.1)) == ()
    assert it.sees(Shown(1.2, "b", circle(0, 3))) == ()
    assert it.sees(Ruled(1.2, 3)) == ()
    (plan,) = it.sees(Ruled(1.2, 0))
    assert plan.do is Do.RESUME
    # Told twice, it is still one plan; play goes on only when the table says so.
    assert [plan.do for plan in it.sees(Ruled(1.3, 0, choose=True))] == [Do.CHOOSE]
    assert it.sees(Stopped(1.4))
    (acted,) = [act.plan.do for act in it.tick(60.0) if act.kind is ActKind.ACT]
    assert acted is Do.CHOOSE
    (throw,) = it.sees(Resumed(61.0, 0))
    assert throw.begin_s == pytest.approx(61.0 + PATIENT.simple.mean / 1000.0)


def test_settling_takes_the_stated_time() -> None:
    for name in PROFILES:
        skill = SKILLS[name].noiseless()
        (plan,) = mind(skill=skill).sees(Ruled(1.0, 0))
        assert plan.at_s == pytest.approx(1.0 + skill.resume_median_s)


def test_the_last_card_gone_the_hand_finds_the_player_card() -> None:
    it = playing(skill=PATIENT, cards=1, first=0)
    (first,) = it.plans
    it.tick(first.begin_s)
    *_, planned = it.sees(Shown(first.at_s - 0.06, "a", circle(0, 0)))
    assert planned.do is Do.THROW
    it.tick(first.at_s)
    it.cards = 0
    begin, act = it.tick(planned.at_s + 0.5)
    assert begin.plan.do is act.plan.do is Do.PLAYER_CARD
    assert begin.plan.begin_s == planned.begin_s


def test_who_overlooked_his_turn_looks_again() -> None:
    blind = dataclasses.replace(PATIENT, choice_error_rate=1.0, slip_share=1.0)
    it = playing(skill=blind)
    assert all(plan.do is not Do.THROW for plan in it.sees(Shown(1.0, "a", circle(0, 3))))
    assert it.belief != 0
    looks = it.next_s
    assert 3.0 <= looks < 30.0
    for step in range(200):
        it.tick(looks + step)
    assert it.next_s < math.inf
    # With sound eyes again the second look finds it (the mind's own draws decide when).
    sound = playing(skill=PATIENT)
    sound.sees(Shown(1.0, "a", circle(2, 3)))
    sound.sees(Landed(1.4, "a", circle(0, 3)))
    assert [plan.do for plan in sound.plans] == [Do.THROW]


def test_chooses_by_itself() -> None:
    assert mind().chooses([0, 5, 6, 7]) == 0
    shy = SURE.model_copy(update={"choose_self_share": 0.0})
    assert mind(temper=shy).chooses([4, 5, 9, 7]) == 2


Percepts = st.lists(
    st.tuples(
        st.sampled_from(["shown", "landed", "missed", "began", "stopped", "ruled", "resumed"]),
        st.floats(0.0, 1.5),
        st.integers(0, 3),
        st.integers(0, 3),
        st.sampled_from(["circle:red", "L", "2R", "back"]),
        st.integers(0, 5),
    ),
    max_size=25,
)


@given(seed=st.integers(0, 2**32), name=st.sampled_from(PROFILES), temper=st.sampled_from(TEMPERS), happenings=Percepts)
def test_whatever_it_sees_one_hand_does_one_thing_after_the_other(
    seed: int, name: str, temper: str, happenings: list[tuple[str, float, int, int, str, int]]
) -> None:
    stories = []
    for eager in (False, True):
        me = Person(0, 4, SKILLS[name], PEOPLE.tempers[temper], PEOPLE, 1, 400.0)
        it = Mind(me, RandomBot(Noise(seed), "anita"), cards=3)
        it.sees(Resumed(0.0, 0))
        now, acts = 0.0, []
        for what, step, seat, due, kind, card in happenings:
            now += step
            if eager:
                # Asked at every moment that it names, not only before each percept: the same comes out.
                while it.next_s <= now:
                    acts += it.tick(it.next_s)
            percept: Percept
            face = CardFace(kind, kind, 0, False, seat, due, COLOURS)
            match what:
                case "shown":
                    percept = Shown(now, str(card), face)
                case "landed":
                    percept = Landed(now, str(card), face)
                case "missed":
                    percept = Missed(now, str(card), seat, 200.0, due)
                case "began":
                    percept = Began(now, seat)
                case "stopped":
                    percept = Stopped(now)
                case "ruled":
                    percept = Ruled(now, seat, choose=card > 3)
                case _:
                    percept = Resumed(now, seat)
            plans = it.sees(percept)
            acts += it.tick(now)
            assert all(plan.at_s >= plan.begin_s >= 0 for plan in plans)
            assert all(a.at_s <= b.begin_s for a, b in pairwise(plans))
            assert it.next_s > now
        acts += it.tick(now + 5.0)
        stories.append(acts)
        moving = None
        for one, other in pairwise(acts):
            assert one.at_s <= other.at_s
        for act in acts:
            assert (act.kind is ActKind.BEGIN) == (moving is None)
            moving = act.plan if act.kind is ActKind.BEGIN else None
            if act.plan.do is Do.CHALLENGE:
                assert act.plan.target not in (None, 0)
                assert act.plan.meant not in (None, 0)
    assert stories[0] == stories[1]
