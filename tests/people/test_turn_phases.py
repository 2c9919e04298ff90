"""The phases of a turn with a piece: their times, and what the hand does about the ship's sway."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import stdev

import pytest

from sim.people.execution import PlaceIntent, care, execute
from sim.people.skill import PROFILES, load_skills
from sim.people.turn_phases import carry_s, hold_s, pick_up_s, talk_s, tidy_s
from sim.seeds import rng

SKILLS = load_skills()


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


@pytest.mark.parametrize("name", PROFILES)
def test_phases_take_as_long_as_the_table_says(name: str) -> None:
    skill = SKILLS[name]
    for phase, expected in (
        (lambda stream: pick_up_s(skill, stream) - carry_s(skill), skill.take_median_s),
        (lambda stream: hold_s(skill, stream), skill.hold_median_s),
        (lambda stream: tidy_s(skill, stream, 1), skill.tidy_median_s),
        (lambda stream: talk_s(skill, stream), skill.order_median_s),
    ):
        drawn = [phase(rng(7, index)) for index in range(2000)]
        assert median(drawn) == pytest.approx(expected, rel=0.06)
        assert stdev(map(math.log, drawn)) == pytest.approx(skill.turn_log_sd, rel=0.06)


def test_every_fallen_piece_takes_its_time() -> None:
    calm = SKILLS["casual"].noiseless()
    assert tidy_s(calm, rng(1), 0) == 0.0
    assert tidy_s(calm, rng(1), 5) == pytest.approx(5 * calm.tidy_median_s)


def test_carrying_peaks_at_the_stated_speed() -> None:
    assert carry_s(SKILLS["casual"]) == pytest.approx(1.875 * 400.0 / 400.0)


@pytest.mark.parametrize("name", PROFILES)
def test_the_stated_share_holds_on(name: str) -> None:
    skill = SKILLS[name]
    drawn = [care(skill, rng(8, index)) for index in range(2000)]
    held = [found for found in drawn if found is not None and found.ease_s > 0.0]
    assert len(held) / len(drawn) == pytest.approx(skill.hold_share, abs=0.04)
    assert median([found.ease_s for found in held]) == pytest.approx(skill.ease_median_s, rel=0.06)
    assert stdev(math.log(found.ease_s) for found in held) == pytest.approx(skill.turn_log_sd, rel=0.06)
    assert {found.patience_s for found in held} == {skill.calm_patience_s}


def test_two_hands_err_by_the_root_of_two_less_with_the_same_luck() -> None:
    skill, meant = SKILLS["casual"], PlaceIntent("rat", "flat", 4, 50.0)
    one, two = (execute(replace(meant, hands=hands), "rat-1", skill, 3) for hands in (1, 2))
    for a, b in ((one.x_mm - 50.0, two.x_mm - 50.0), (one.fore_mm, two.fore_mm), (one.angle_rad, two.angle_rad)):
        assert math.isclose(a, b * math.sqrt(2.0))
    assert (one.hands, two.hands) == (1, 2)
    assert replace(one, x_mm=0.0, fore_mm=0.0, angle_rad=0.0, open_height_mm=0.0, hands=2) == replace(
        two, x_mm=0.0, fore_mm=0.0, angle_rad=0.0, open_height_mm=0.0
    )


def test_care_changes_nothing_else_of_what_a_hand_does() -> None:
    skill = SKILLS["casual"]
    meant = PlaceIntent("rat", "flat", 4, 50.0)
    for seed in range(20):
        held = execute(meant, "rat-1", replace(skill, hold_share=1.0), seed)
        free = execute(meant, "rat-1", replace(skill, calm_patience_s=0.0), seed)
        assert math.isclose(held.care.calm_rad_s, math.radians(skill.calm_roll_deg_s))
        assert replace(held, care=None) == free
