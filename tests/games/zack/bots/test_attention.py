"""Attention and hands at Zack!: shares, patience, rechecks, choosing; movement times and motor noise of throws."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zack.bots.attention import (
    attends,
    choose_seat,
    notices,
    out_of_turn_challenge,
    slow_challenge,
    usual_turn_ms,
)
from sim.games.zack.bots.hand import (
    Card,
    ThrowIntent,
    ThrowNoise,
    challenge_time_s,
    haste,
    pick_up_s,
    throw_noise,
    throw_time_s,
)
from sim.games.zack.bots.perception import TEMPERS
from sim.games.zack.bots.planning import Person, challenge_plan, may_be_first, throw_plan
from sim.games.zack.bots.turn_reading import CardFace, Reading
from sim.games.zack.configuration import load as load_configuration
from sim.games.zack.rules import Reason
from sim.people.skill import PROFILES, Skill, load_skills
from sim.seeds import rng
from sim.statistics import mean, rate
from studies.fit_people import spread
from tests.shipped import shipped_people

SKILLS = load_skills()
PEOPLE = shipped_people()
SETUP = load_configuration().setup
STEADY = PEOPLE.tempers["steady"]
SURE = Reading(belief=2, delay_ms=600.0, error_rate=0.03)


def test_attention_comes_at_the_stated_shares() -> None:
    for name, skill in SKILLS.items():
        for question, share in ((attends, skill.attention_share), (notices, skill.notice_share)):
            stream = rng(41, name)
            interval = rate(sum(question(skill, stream) for _ in range(4000)), 4000)
            assert interval.low < share < interval.high
    assert [SKILLS[name].attention_share for name in PROFILES] == sorted(s.attention_share for s in SKILLS.values())


def waits(skill: Skill, temper: str = "steady", reading: Reading = SURE, **options: bool | float) -> list[float]:
    stream = rng(42)
    found = [slow_challenge(reading, 0, 4, skill, PEOPLE.tempers[temper], stream, **options) for _ in range(4000)]
    return [plan.after_ms for plan in found if plan is not None]


@pytest.mark.parametrize("name", PROFILES)
def test_patience_is_exponential_from_when_one_would_have_moved_oneself(name: str) -> None:
    skill = dataclasses.replace(SKILLS[name], false_go_rate=0.0)
    start = max(SURE.delay_ms, usual_turn_ms(skill, 4))
    sample = waits(skill)
    assert len(sample) == 4000
    assert min(sample) >= start
    interval = mean([wait - start for wait in sample])
    assert interval.low < skill.patience_ms < interval.high
    # A constant hazard: the median of what is left is log 2 of the mean.
    assert float(np.median(sample)) - start == pytest.approx(skill.patience_ms * math.log(2), rel=0.06)


def test_the_bold_wait_less_and_a_handicap_makes_everybody_wait() -> None:
    skill = dataclasses.replace(SKILLS["casual"], false_go_rate=0.0)
    cautious, steady, bold = (mean(waits(skill, temper)) for temper in TEMPERS)
    assert cautious.low > steady.high > steady.low > bold.high
    assert min(waits(skill, handicap_ms=3000.0)) == pytest.approx(min(waits(skill)) + 3000.0)


def test_a_false_go_and_an_opening_do_not_wait() -> None:
    skill = SKILLS["casual"]
    at_once = [sum(wait == SURE.delay_ms for wait in waits(skill, opening=opening)) for opening in (False, True)]
    for count, share in zip(at_once, (skill.false_go_rate, skill.notice_share), strict=True):
        assert rate(count, 4000).low < share < rate(count, 4000).high


def test_nobody_challenges_himself_or_on_a_card_he_may_well_have_misread() -> None:
    assert slow_challenge(dataclasses.replace(SURE, belief=0), 0, 4, SKILLS["casual"], STEADY, rng(1)) is None
    unsure = dataclasses.replace(SURE, error_rate=0.15)
    assert not waits(SKILLS["casual"], "cautious", unsure)
    assert waits(SKILLS["casual"], "steady", unsure)


EARLIER = CardFace("circle:blue", "circle:blue", 0, False, 1, 3, ("red", "yellow", "blue", "green"))


def test_a_card_out_of_turn_is_challenged_as_often_as_it_is_noticed() -> None:
    skill = SKILLS["casual"].noiseless()
    bold = PEOPLE.tempers["bold"]
    stream = rng(43)
    found = [out_of_turn_challenge(SURE, EARLIER, 3, 0, 4, skill, bold, stream) for _ in range(4000)]
    plans = [plan for plan in found if plan is not None]
    interval = rate(len(plans), 4000)
    assert interval.low < skill.notice_share < interval.high
    assert {(plan.reason, plan.target) for plan in plans} == {(Reason.OUT_OF_TURN, 3)}
    # At once after a go/no-go reaction, or after reading the card before once more.
    second = usual_turn_ms(skill, 4, bold.haste) + skill.watch_cost_ms / bold.haste
    quick = sum(plan.after_ms == pytest.approx(skill.go_no_go.mean) for plan in plans)
    slow = sum(plan.after_ms == pytest.approx(skill.go_no_go.mean + second) for plan in plans)
    assert quick + slow == len(plans)
    assert rate(slow, len(plans)).low < bold.recheck_share < rate(slow, len(plans)).high


def test_a_second_look_clears_whoever_was_in_turn() -> None:
    """The first reading was wrong: 3 was due and threw. Who works it out again sees so, and keeps still."""
    skill = SKILLS["skilled"].noiseless()
    due_three = dataclasses.replace(EARLIER, colours=("red", "yellow", "green", "blue"))
    stream = rng(44)
    cautious = PEOPLE.tempers["cautious"]
    assert cautious.recheck_share == 1.0
    assert not any(out_of_turn_challenge(SURE, due_three, 3, 0, 4, skill, cautious, stream) for _ in range(500))
    hasty = cautious.model_copy(update={"recheck_share": 0.0})
    mistaken = sum(
        out_of_turn_challenge(SURE, due_three, 3, 0, 4, skill, hasty, stream) is not None for _ in range(500)
    )
    assert mistaken > 300


def test_in_turn_or_by_oneself_there_is_nothing_to_challenge() -> None:
    skill = dataclasses.replace(SKILLS["casual"].noiseless(), notice_share=1.0)
    for thrower, reader in ((2, 0), (0, 0)):
        assert out_of_turn_challenge(SURE, EARLIER, thrower, reader, 4, skill, STEADY, rng(1)) is None
    assert out_of_turn_challenge(SURE, None, 3, 0, 4, skill, STEADY, rng(1)) is not None


def test_choosing_helps_oneself_or_whoever_holds_most() -> None:
    himself = STEADY.model_copy(update={"choose_self_share": 1.0})
    others = STEADY.model_copy(update={"choose_self_share": 0.0})
    assert choose_seat([3, 9, 9, 1], 0, himself, rng(1)) == 0
    assert choose_seat([3, 9, 9, 1], 0, others, rng(1)) == 1
    assert choose_seat([3, 9, 9, 1], 1, others, rng(1)) == 2
    # With an empty hand the next turn wins.
    assert choose_seat([0, 9, 9, 1], 0, others, rng(1)) == 0


@given(seed=st.integers(0, 2**32), name=st.sampled_from(PROFILES), temper=st.sampled_from(TEMPERS))
def test_attention_meets_the_same_luck_whatever_comes_of_it(seed: int, name: str, temper: str) -> None:
    skill, mood = SKILLS[name], PEOPLE.tempers[temper]
    ends = set()
    for reading in (SURE, dataclasses.replace(SURE, belief=0), dataclasses.replace(SURE, error_rate=0.9)):
        for earlier in (None, EARLIER):
            stream = rng(seed)
            plans = [
                slow_challenge(reading, 0, 4, skill, mood, stream),
                out_of_turn_challenge(reading, earlier, 3, 0, 4, skill, mood, stream),
            ]
            assert all(plan is None or plan.after_ms >= 100.0 for plan in plans)
            ends.add(float(stream.random()))
    assert len(ends) == 1


# --- hands

INTENT = ThrowIntent(Card.ZACK, side=1, distance_mm=400.0)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_throws_scatter_as_stated_and_more_in_haste(name: str, factor: float) -> None:
    skill = SKILLS[name]
    noises = [throw_noise(skill, seed, factor) for seed in range(2500)]
    for key, cv in (("speed_factor", skill.throw_speed_cv), ("spin_factor", skill.throw_spin_cv)):
        values = np.array([getattr(noise, key) for noise in noises])
        assert float(values.std() / values.mean()) == pytest.approx(factor * cv, rel=0.07)
        assert mean(values.tolist()).low < 1.0 < mean(values.tolist()).high
        assert float(values.min()) > 0
    for key, sd in (
        ("direction_rad", math.radians(skill.throw_direction_sd_deg)),
        ("sideways_rad", math.radians(skill.throw_direction_sd_deg)),
        ("turn_rad", math.radians(skill.throw_direction_sd_deg)),
        ("release_s", skill.throw_release_sd_ms / 1000.0),
    ):
        fitted = spread(np.array([getattr(noise, key) for noise in noises]))
        assert fitted.low < factor * sd < fitted.high
    matrix = np.corrcoef([dataclasses.astuple(noise) for noise in noises], rowvar=False)
    assert np.abs(matrix - np.eye(6)).max() < 0.08


def test_a_throw_is_a_function_of_its_seed_and_exact_without_noise() -> None:
    casual = SKILLS["casual"]
    assert throw_noise(casual, 7) == throw_noise(casual, 7)
    assert throw_noise(casual, 7) != throw_noise(casual, 8)
    assert throw_noise(casual.noiseless(), 7) == ThrowNoise(1.0, 0.0, 1.0, 0.0)


def test_haste_is_the_pace_held_to_twice_and_half_times_the_speed_over_the_usual_one() -> None:
    usual = SETUP.throw.usual_speed_mm_s
    assert [haste(SETUP, pace, usual) for pace in (0.1, 0.5, 1.0, 2.0, 5.0)] == [0.5, 0.5, 1.0, 2.0, 2.0]
    assert haste(SETUP, 1.2, 1.5 * usual) == pytest.approx(1.8)


def test_an_intent_round_trips() -> None:
    intent = ThrowIntent(Card.CHALLENGE, -1, 512.5, 10.0, 1.15)
    assert ThrowIntent.from_json(intent.to_json()) == intent
    with pytest.raises(ValueError, match="coin"):
        ThrowIntent.from_json({**intent.to_json(), "card": "coin"})


def test_movement_times_follow_fitts_the_flip_and_the_pace() -> None:
    skill, ways = SKILLS["casual"], PEOPLE.hand
    flick = 100.0 + 133.0 * math.log2(200.0 / 190.0 + 1.0)
    take = 100.0 + 133.0 * math.log2(250.0 / 59.0 + 1.0)
    assert throw_time_s(INTENT, skill, ways) == pytest.approx((150.0 + flick) / 1000.0)
    challenge = ThrowIntent(Card.CHALLENGE, 1, 400.0, pace=1.25)
    assert throw_time_s(challenge, skill, ways) == pytest.approx((take + flick) / 1250.0)
    assert challenge_time_s(challenge, 5, skill, ways) == pytest.approx(0.3 + (take + flick) / 1250.0)
    assert pick_up_s(skill, 250.0, ways) == pytest.approx(
        (take + 100.0 + 133.0 * math.log2(250.0 / 91.0 + 1.0)) / 1000.0
    )
    for card in Card:
        times = [throw_time_s(ThrowIntent(card, 1, 400.0), SKILLS[name], ways) for name in PROFILES]
        assert times == sorted(times, reverse=True)


def person(name: str = "casual", temper: str = "steady") -> Person:
    return Person(0, 4, SKILLS[name], PEOPLE.tempers[temper], PEOPLE, 1, 400.0)


def test_an_empty_hand_throws_the_player_card() -> None:
    zack, own = throw_plan(person(), 1, 1.0, 0.0, 5), throw_plan(person(), 0, 1.0, 0.5, 5)
    assert (zack.do, own.do) == ("throw", "player_card")
    assert zack.intent == INTENT
    assert own.intent.card is Card.PLAYER
    assert (own.begin_s, own.towards_bowl_s) == (1.0, 1.5)
    assert own.at_s > own.towards_bowl_s
    assert zack.at_s == pytest.approx(1.0 + throw_time_s(INTENT, SKILLS["casual"], PEOPLE.hand))


def test_now_and_then_a_challenge_takes_the_wrong_colour() -> None:
    me = person("child")
    found = slow_challenge(SURE, 0, 4, me.skill, me.temper, rng(45))
    assert found is not None
    stream = rng(46)
    plans = [challenge_plan(me, found, 1.0, stream, 3) for _ in range(4000)]
    assert {plan.meant for plan in plans} == {2}
    assert {plan.target for plan in plans} == {1, 2, 3}
    slips = rate(sum(plan.target != 2 for plan in plans), 4000)
    assert slips.low < me.skill.choice_error_rate < slips.high


def test_whether_a_miss_leaves_time_depends_on_how_far_the_card_lies() -> None:
    for name in PROFILES:
        assert may_be_first(person(name), 400.0)
        assert not may_be_first(person(name), 5.0)
