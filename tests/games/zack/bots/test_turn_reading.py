"""Working out whose turn it is: delays and errors against closed forms, wrong answers against a table by hand."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.games.zack.bots.perception import TEMPERS, build_people, face_seen_s, shipped_people_tables
from sim.games.zack.bots.turn_reading import (
    CardFace,
    Turn,
    due_of,
    mistakes,
    opposite_share,
    read_turn,
    reading_task,
)
from sim.people.reaction import FLOOR_MS, mean_error_rate
from sim.people.skill import PROFILES, Skill, load_skills
from sim.seeds import rng
from sim.statistics import Interval, mean, paired_difference, rate
from tests.shipped import shipped_people

SKILLS = load_skills()
Seen = tuple[CardFace, int]
"""What there is to be read, and whose turn it makes it."""
RED = CardFace("circle:red", "circle:red", 0, False, 0, 3)
CIRCLE: Seen = RED, 2
BACK: Seen = CardFace("back", "back", 1, False, 0, 2), 2


def side(due: int = 1, links: int = 0, mirrored: bool = False, kind: str = "L", thrower: int = 0) -> Seen:
    return CardFace("again" if links else kind, kind, links, mirrored, thrower, 2), due


COLOURS = ("blue", "green", "red", "yellow", "violet")


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (CardFace("circle:red", "circle:red", 0, False, 0, 3, COLOURS), 2),
        (CardFace("L", "L", 0, False, 4, 3, COLOURS), 0),
        (CardFace("2R", "2R", 0, True, 4, 3, COLOURS), 1),
        (CardFace("again", "R", 2, False, 4, 3, COLOURS), 3),
        (CardFace("again", "none", 1, False, 4, None, COLOURS), 4),
        (CardFace("back", "back", 1, False, 4, 3, COLOURS), 3),
        (CardFace("back", "back", 1, False, 4, None, COLOURS), 4),
        (CardFace("swap", "swap", 0, False, 4, 3, COLOURS), 4),
        (CardFace("player:red", "player:red", 0, False, 4, 3, COLOURS, under=1), 1),
        (CardFace("player:red", "player:red", 0, False, 4, 3, COLOURS, CardFace("L", "L", 0, True, 4)), 3),
        (3, 3),
    ],
)
def test_whose_turn_it_is_follows_from_what_lies_open_on_the_table(turn: Turn, expected: int) -> None:
    assert due_of(turn, 5) == expected


def error_rate(face: CardFace, reader: int, skill: Skill) -> float:
    return mean_error_rate(skill, reading_task(face, reader, 4, skill))


def surely(skill: Skill) -> Skill:
    """The same reader, who never errs and never lapses."""
    return dataclasses.replace(
        skill,
        lapse_rate=0.0,
        choice_error_rate=0.0,
        conflict_error_rate=0.0,
        perspective_error_rate=0.0,
        link_error_rate=0.0,
        mirror_error_rate=0.0,
    )


def delays(seen: Seen, reader: int, seats: int, skill: Skill, count: int = 3000) -> list[float]:
    stream = rng(31, "delays")
    return [read_turn(*seen, reader, seats, skill, stream).delay_ms for _ in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_ones_own_turn_takes_a_choice_among_the_seats(name: str, seats: int) -> None:
    skill = surely(SKILLS[name])
    face = RED, 1
    interval = mean(delays(face, 1, seats, skill))
    expected = skill.two_choice.mean + skill.choice_cost_ms_per_bit * (math.log2(seats) - 1)
    assert interval.low < expected < interval.high


def test_adding_seats_slows_turns_by_100_to_200_ms_a_bit() -> None:
    for name in PROFILES:
        skill = surely(SKILLS[name])
        face = RED, 1
        # From three seats to six is exactly one bit. The same luck on both sides: the difference has no noise left.
        three, six = (delays(face, 1, seats, skill, 200) for seats in (3, 6))
        assert paired_difference(three, six).estimate == pytest.approx(skill.choice_cost_ms_per_bit)
        assert 100.0 <= skill.choice_cost_ms_per_bit <= 200.0


def test_another_seats_turn_takes_longer_by_the_cost_of_holding_back() -> None:
    skill = surely(SKILLS["casual"])
    mine, his = (delays((RED, due), 1, 4, skill, 200) for due in (1, 2))
    assert paired_difference(mine, his).estimate == pytest.approx(skill.watch_cost_ms)


@pytest.mark.parametrize(("reader", "expected"), [(0, 0.0), (1, 0.5), (2, 1.0), (3, 0.5)])
def test_the_opposite_seat_sees_left_and_right_exchanged(reader: int, expected: float) -> None:
    assert opposite_share(reader, 0, 4) == pytest.approx(expected)
    assert opposite_share(reader, 1, 4) == pytest.approx(opposite_share(1, reader, 4))


@pytest.mark.slow
def test_left_and_right_are_slower_and_worse_from_the_opposite_side() -> None:
    for name in PROFILES:
        skill = SKILLS[name]
        own, beside, opposite = (mean(delays(side(due=1), reader, 4, surely(skill), 400)) for reader in (0, 3, 2))
        assert own.estimate < beside.estimate < opposite.estimate
        extra = skill.conflict_cost_ms + skill.perspective_cost_ms
        # The conflict takes an exponential time.
        error = 4.0 * skill.conflict_cost_ms / math.sqrt(400)
        assert opposite.estimate - own.estimate == pytest.approx(extra, abs=error)
        assert beside.estimate - own.estimate == pytest.approx(extra / 2, abs=error / 2)
        assert 15.0 <= extra <= 100.0
        assert wrong(side(due=1), 0, skill).high < wrong(side(due=1), 2, skill).low
        # A colour is the same from everywhere.
        assert reading_task(RED, 2, 4, skill) == reading_task(RED, 0, 4, skill)


def wrong(seen: Seen, reader: int, skill: Skill, count: int = 12000) -> Interval:
    """The share of wrong readings, with its interval."""
    stream = rng(32, "wrong", reader)
    return rate(sum(read_turn(*seen, reader, 4, skill, stream).belief != seen[1] for _ in range(count)), count)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seen", "reader", "keys"),
    [
        (CIRCLE, 2, ("choice_error_rate",)),
        (side(), 0, ("choice_error_rate",)),
        (side(), 2, ("choice_error_rate", "conflict_error_rate", "perspective_error_rate")),
        (side(mirrored=True), 0, ("choice_error_rate", "mirror_error_rate")),
        (side(links=2), 0, ("choice_error_rate", "link_error_rate", "link_error_rate")),
        ((CardFace("back", "back", 1, True, 0, 2), 2), 2, ("choice_error_rate", "link_error_rate")),
    ],
)
@pytest.mark.parametrize("name", PROFILES)
def test_errors_come_at_the_sum_of_the_stated_rates(name: str, seen: Seen, reader: int, keys: tuple[str, ...]) -> None:
    skill = SKILLS[name]
    expected = sum(getattr(skill, key) for key in keys)
    assert error_rate(seen[0], reader, skill) == pytest.approx(expected)
    if seen[1] == reader:
        # A guess is to go: right for the player who is due.
        expected -= skill.choice_error_rate * (1.0 - skill.slip_share)
    interval = wrong(seen, reader, skill, 3000)
    # A 99.9 % band about the expected rate: 18 cases, and none may fail by chance. The closed form leaves out that no
    # guess is worse than chance.
    assert interval.estimate - expected < 3.3 * math.sqrt(expected * (1 - expected) / 3000)
    assert interval.estimate - expected > -3.3 * math.sqrt(expected * (1 - expected) / 3000) - 0.008


def test_again_back_and_mirrored_cost_what_the_skill_says() -> None:
    skill = SKILLS["casual"]
    assert reading_task(side(links=3)[0], 0, 4, skill).extra_ms == pytest.approx(3 * skill.link_cost_ms)
    assert reading_task(side(mirrored=True)[0], 0, 4, skill).extra_ms == pytest.approx(skill.mirror_cost_ms)
    # What is neither left nor right is not touched by their exchange.
    assert reading_task(dataclasses.replace(RED, mirrored=True), 0, 4, skill).extra_ms == 0.0


@pytest.mark.parametrize(
    ("seen", "seats", "expected"),
    [
        (side(due=1), 4, {3: 3.0, 2: 1.0, 0: 1.0}),
        # Two to the left of four is the same person either way: only neighbours are left to err to.
        (side(due=2, kind="2L"), 4, {3: 1.0, 1: 1.0}),
        (side(due=1), 3, {2: 4.0, 0: 1.0}),
        # An again on a left, thrown by 0, the card below by 2: as if from 2, or the thrower again.
        (side(due=1, links=1), 5, {4: 3.0, 2: 1.0, 0: 2.0, 3: 3.0}),
        (BACK, 4, {0: 4.0}),
        (CIRCLE, 4, {0: 1.0, 1: 1.0, 3: 1.0}),
        ((CardFace("again", "again", 1, False, 1, None), 1), 3, {0: 1.0, 2: 1.0}),
    ],
)
def test_wrong_answers_are_plausible_ones(seen: Seen, seats: int, expected: dict[int, float]) -> None:
    assert dict(mistakes(*seen, seats)) == expected


def test_slips_and_impulses_lead_to_wrong_seats_as_often_as_they_are_plausible() -> None:
    always = dataclasses.replace(surely(SKILLS["casual"]), choice_error_rate=0.9, slip_share=1.0)
    stream, counts = rng(33), dict.fromkeys(range(4), 0)
    for _ in range(4000):
        counts[read_turn(*side(due=1), 0, 4, always, stream).belief] += 1
    errors = sum(counts[seat] for seat in (0, 2, 3))
    assert rate(counts[3], errors).low < 3 / 5 < rate(counts[3], errors).high


def test_a_guess_is_to_go_and_comes_early() -> None:
    guessing = dataclasses.replace(surely(SKILLS["casual"]), choice_error_rate=0.2, slip_share=0.0)
    readings = [read_turn(*CIRCLE, 1, 4, guessing, rng(34, number)) for number in range(3000)]
    assert {reading.belief for reading in readings} == {1, 2}
    guesses = mean([reading.delay_ms + guessing.watch_cost_ms for reading in readings if reading.belief == 1])
    assert guesses.high < mean([reading.delay_ms for reading in readings if reading.belief == 2]).low
    # For the one who is due it is right.
    assert all(read_turn(*CIRCLE, 2, 4, guessing, rng(34, number)).belief == 2 for number in range(200))


@pytest.mark.slow
def test_haste_buys_time_with_errors() -> None:
    skill = SKILLS["casual"]
    for seen, reader in ((CIRCLE, 1), (side(due=3), 2)):
        times, errors = [], []
        for haste in (0.85, 1.0, 1.4):
            stream = rng(35, "haste")
            readings = [read_turn(*seen, reader, 4, skill, stream, haste) for _ in range(6000)]
            times.append(mean([reading.delay_ms for reading in readings]))
            errors.append(rate(sum(reading.belief != seen[1] for reading in readings), 6000))
            expected = readings[0].error_rate
            assert errors[-1].low - 0.005 < expected < errors[-1].high + 0.02
        assert times[0].low > times[1].high > times[1].low > times[2].high
        assert errors[0].estimate < errors[1].estimate < errors[2].estimate
        assert errors[0].high < errors[2].low


@given(
    seed=st.integers(0, 2**32),
    name=st.sampled_from(PROFILES),
    seats=st.integers(3, 6),
    kind=st.sampled_from(["circle:red", "R", "2R", "L", "2L", "back", "choose", "swap", "mirror"]),
    links=st.integers(0, 4),
    mirrored=st.booleans(),
    places=st.tuples(*[st.integers(0, 5)] * 4),
)
def test_readings_are_seats_and_times_and_every_skill_meets_the_same_luck(
    seed: int, name: str, seats: int, kind: str, links: int, mirrored: bool, places: tuple[int, int, int, int]
) -> None:
    reader, thrower, due, below = (place % seats for place in places)
    face = CardFace(kind, kind, links, mirrored, thrower, below)
    streams = [rng(seed), rng(seed), rng(seed)]
    reading = read_turn(face, due, reader, seats, SKILLS[name], streams[0])
    assert 0 <= reading.belief < seats
    assert FLOOR_MS <= reading.delay_ms < 20_000
    assert 0 <= reading.error_rate <= 0.9
    assert read_turn(face, due, reader, seats, SKILLS[name], streams[1]) == reading
    calm = read_turn(face, due, reader, seats, SKILLS[name].noiseless(), streams[2])
    assert calm.belief == due
    assert len({float(stream.random()) for stream in streams}) == 1
    assert all(0 <= seat < seats and seat != due and weight > 0 for seat, weight in mistakes(face, due, seats))


def test_more_skill_reads_faster_and_better() -> None:
    for seen, reader in ((CIRCLE, 2), (side(), 2), (side(mirrored=True, links=1), 2)):
        child, casual, skilled = (mean(delays(seen, reader, 4, SKILLS[name], 1500)) for name in PROFILES)
        assert child.low > casual.high > casual.low > skilled.high
        rates = [error_rate(seen[0], reader, SKILLS[name]) for name in PROFILES]
        assert rates[0] > rates[1] > rates[2]


def test_one_seat_is_no_choice() -> None:
    with pytest.raises(ValueError, match="two seats"):
        read_turn(*CIRCLE, 0, 1, SKILLS["casual"], rng(1))


def test_the_others_see_a_face_before_its_thrower_and_before_it_is_let_go() -> None:
    sight = shipped_people().sight
    others, thrower = (face_seen_s(2.0, sight, by_thrower=mine) for mine in (False, True))
    assert others < thrower
    assert others == pytest.approx(2.0 - sight.face_lead_ms / 1000)
    assert thrower - others == pytest.approx(sight.thrower_lag_ms / 1000)
    # Whoever shows a card can no longer hold it back, or onlookers would answer a card that is never thrown.
    assert all(skill.stop_ms > sight.face_lead_ms for skill in SKILLS.values())


@pytest.mark.parametrize(
    ("section", "change", "expected"),
    [
        ("sight", {"face_lead_ms": -1.0}, "sight.face_lead_ms"),
        ("hand", {"throw_way_mm": 0.0}, "hand.throw_way_mm"),
        ("look", {"relook": 1.0}, "look.relook"),
        ("temper", {"steady": {"risk": 0.0}}, "temper.steady.risk"),
        ("temper", {"angry": {"risk": 1.0}}, "temper.angry"),
        ("temper", {"bold": 3}, "temper.bold"),
        ("sight", 3, "sight"),
        ("mood", {}, "mood"),
    ],
)
def test_a_bad_table_of_people_is_one_sentence(section: str, change: object, expected: str) -> None:
    tables = {key: dict(value) for key, value in shipped_people_tables().items()}
    old = tables.get(section, {})
    if section == "temper" and isinstance(change, dict):
        for name, table in change.items():
            old[name] = {**old.get(name, {}), **table} if isinstance(table, dict) else table
    elif isinstance(change, dict):
        tables[section] = {**old, **change}
    else:
        tables[section] = change
    with pytest.raises(InputError) as caught:
        build_people(tables, "mine.toml")
    assert str(caught.value).startswith(f"mine.toml: {expected}")
    assert "\n" not in str(caught.value)


def test_tempers_are_ordered_by_daring() -> None:
    cautious, steady, bold = (shipped_people().tempers[name] for name in TEMPERS)
    for key in ("haste", "risk", "choose_self_share", "challenge_pace"):
        assert getattr(cautious, key) < getattr(steady, key) < getattr(bold, key)
    for key in ("confidence", "recheck_share"):
        assert getattr(cautious, key) > getattr(steady, key) > getattr(bold, key)
