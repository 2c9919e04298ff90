"""Skills: the shipped table, overrides, and what noiseless means."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import fields
from typing import Any

import pytest

from sim.errors import InputError
from sim.files import read_toml
from sim.people.skill import (
    PROFILES,
    SKILLS_FILE,
    Skill,
    SkillTable,
    load_skills,
    shipped_skills,
    skill_tables,
    skills_from,
)

SKILL_KEYS = [field.name for field in fields(Skill)]


def test_every_shipped_value_has_a_provenance_and_a_source() -> None:
    tables = read_toml(SKILLS_FILE)
    assert tuple(tables) == PROFILES
    for table in tables.values():
        assert list(table) == SKILL_KEYS
        for entry in table.values():
            assert set(entry) >= {"value", "provenance", "source"}
            assert entry["provenance"] in ("measured", "inferred", "assumed")
            assert len(entry["source"]) > 8


def test_what_has_no_source_is_called_assumed() -> None:
    for table in read_toml(SKILLS_FILE).values():
        for key, entry in table.items():
            if "no source" in entry["source"] or key.startswith(("placement_", "think_")):
                assert entry["provenance"] == "assumed", key


def test_the_plain_table_round_trips_and_is_a_fresh_copy() -> None:
    plain = shipped_skills()
    assert SkillTable.model_validate(plain).model_dump() == plain
    assert skills_from(plain, "x.toml") == load_skills()
    plain["casual"]["placement_sd_mm"] = 99.0
    assert shipped_skills()["casual"]["placement_sd_mm"] != 99.0


# From child to skilled each of these may only fall: nobody gets worse with practice.
FALLING = (
    "placement_sd_mm",
    "placement_angle_sd_deg",
    "release_height_mm",
    "release_height_sd_mm",
    "lowering_speed_mm_s",
    "lowering_speed_cv",
    "press_force_mn",
    "tremor_rms_mm",
    "tremor_angle_rms_deg",
    "drift_rms_mm",
    "drift_angle_rms_deg",
    "visuomotor_lag_ms",
    "reach_intercept_ms",
    "reach_slope_ms_per_bit",
    "reach_end_sd_per_width",
    "throw_speed_cv",
    "throw_direction_sd_deg",
    "throw_release_sd_ms",
    "choice_cost_ms_per_bit",
    "conflict_cost_ms",
    "lapse_rate",
    "false_go_rate",
    "choice_error_rate",
    "conflict_error_rate",
    "simple_person_sd_ms",
    "go_no_go_person_sd_ms",
    "two_choice_person_sd_ms",
    "guess_fade_ms",
    "impulse_fade_ms",
    "perspective_cost_ms",
    "perspective_error_rate",
    "link_cost_ms",
    "link_error_rate",
    "mirror_cost_ms",
    "mirror_error_rate",
    "watch_cost_ms",
    "patience_ms",
    "stop_ms",
    "throw_spin_cv",
    "flip_ms",
    "resume_median_s",
    "resume_log_sd",
    "think_card_median_s",
    "think_placement_median_s",
)


@pytest.mark.parametrize("key", FALLING)
def test_skill_orders_the_profiles(key: str) -> None:
    child, casual, skilled = (getattr(skill, key) for skill in load_skills().values())
    assert child > casual > skilled


@pytest.mark.parametrize("key", ["attention_share", "notice_share"])
def test_attention_grows_with_skill(key: str) -> None:
    child, casual, skilled = (getattr(skill, key) for skill in load_skills().values())
    assert 0.0 < child < casual < skilled <= 1.0


@pytest.mark.parametrize("task", ["simple", "go_no_go", "two_choice"])
def test_reactions_order_the_profiles_at_the_mean_and_in_the_slow_tail(task: str) -> None:
    child, casual, skilled = (getattr(skill, task) for skill in load_skills().values())
    assert child.mean > casual.mean > skilled.mean
    for probability in (0.5, 0.9, 0.99):
        assert child.quantile(probability) > casual.quantile(probability) > skilled.quantile(probability)


def test_hand_jitter_lies_in_the_assumed_band_of_an_ordinary_hand() -> None:
    for skill in load_skills().values():
        assert 0.2 <= math.hypot(skill.tremor_rms_mm, skill.drift_rms_mm) <= 1.0
        assert (skill.tremor_low_hz, skill.tremor_high_hz) == (6.0, 10.0)


def overridden(overrides: dict[str, Any]) -> dict[str, Skill]:
    return skills_from(skill_tables(overrides, "my.toml"), "my.toml")


def test_overrides_take_plain_and_sourced_values_and_the_profile_wins_over_all() -> None:
    usual = load_skills()
    skills = overridden(
        {
            "all": {"placement_sd_mm": 1.5, "tremor_rms_mm": 0},
            "child": {"placement_sd_mm": {"value": 3, "provenance": "tuned", "source": "a run"}},
        }
    )
    assert [skills[name].placement_sd_mm for name in PROFILES] == [3.0, 1.5, 1.5]
    assert all(skill.tremor_rms_mm == 0.0 for skill in skills.values())
    assert dataclasses.replace(skills["casual"], placement_sd_mm=2.5, tremor_rms_mm=0.06) == usual["casual"]
    assert overridden({}) == usual


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"casual": {"placement_sd": 1.0}}, ("skill.casual.placement_sd:", "placement_sd_mm")),
        ({"casual": {"placement_sd_mm": -1.0}}, ("skill.casual.placement_sd_mm:", "-1.0")),
        ({"skilled": {"placement_sd_mm": math.nan}}, ("skill.skilled.placement_sd_mm:", "finite")),
        ({"all": {"tremor_rms_mm": math.inf}}, ("skill.all.tremor_rms_mm:", "finite")),
        ({"child": {"lowering_speed_mm_s": 0.0}}, ("skill.child.lowering_speed_mm_s:", "more than 0")),
        ({"child": {"lapse_rate": 1.01}}, ("skill.child.lapse_rate:", "1")),
        ({"child": {"notice_share": 1.01}}, ("skill.child.notice_share:", "1")),
        ({"child": {"lapse_rate": "0.1"}}, ("skill.child.lapse_rate:", "number")),
        ({"child": {"lapse_rate": True}}, ("skill.child.lapse_rate:", "number")),
        ({"expert": {"lapse_rate": 0.1}}, ("skill.expert:", "skilled")),
        ({"casual": 3}, ("skill.casual:", "3")),
        ({"casual": {"lapse_rate": {"value": 0.1, "provenance": "guessed"}}}, ("skill.casual.lapse_rate", "assumed")),
    ],
)
def test_a_bad_override_is_one_sentence_with_file_key_and_expectation(
    overrides: dict[str, Any], expected: tuple[str, ...]
) -> None:
    with pytest.raises(InputError) as caught:
        overridden(overrides)
    message = str(caught.value)
    assert message.startswith("my.toml: ")
    assert "\n" not in message
    for part in expected:
        assert part in message


def test_an_incomplete_table_is_named() -> None:
    tables = shipped_skills()
    del tables["skilled"]["throw_speed_cv"]
    with pytest.raises(InputError, match=r"^run\.toml: skill\.skilled\.throw_speed_cv: expected this key\.$"):
        skills_from(tables, "run.toml")
    with pytest.raises(InputError, match=r"skill\.casual"):
        skills_from({**shipped_skills(), "casual": 5}, "run.toml")


def test_noiseless_silences_every_spread_and_rate_and_keeps_the_means() -> None:
    for skill in load_skills().values():
        calm = skill.noiseless()
        for field in dataclasses.fields(calm):
            value = getattr(calm, field.name)
            if any(word in field.name for word in ("_sd", "_cv", "_rms_", "sigma", "_tau_", "rate", "release_height")):
                assert value == 0.0, field.name
            elif "_mu_" not in field.name:
                assert value == getattr(skill, field.name), field.name
        assert calm.simple.mean == skill.simple.mean
        assert calm.two_choice.mean == skill.two_choice.mean
        assert calm.noiseless() == calm


def test_a_skill_is_frozen_and_slotted() -> None:
    skill = load_skills()["casual"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        skill.placement_sd_mm = 0.0
    assert not hasattr(skill, "__dict__")
