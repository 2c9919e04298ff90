"""Motor noise: sampled spreads, tremor's rms and band, reaching."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.people.motor import (
    PlacementError,
    ThrowError,
    Tremor,
    placement_error,
    reach_error_mm,
    reach_time_s,
    throw_error,
)
from sim.people.skill import PROFILES, load_skills
from sim.physics.minimum_jerk import MINIMUM_JERK_PEAK, minimum_jerk
from sim.seeds import rng
from sim.statistics import mean
from studies.fit_people import spread

SKILLS = load_skills()


@pytest.mark.parametrize("name", PROFILES)
def test_placement_errors_have_the_stated_spreads(name: str) -> None:
    skill = SKILLS[name]
    stream = rng(21, name)
    errors = [placement_error(skill, stream) for _ in range(5000)]
    for key, sd, centre in (
        ("dx_mm", skill.placement_sd_mm, 0.0),
        ("dy_mm", skill.release_height_sd_mm, skill.release_height_mm),
        ("dangle_rad", math.radians(skill.placement_angle_sd_deg), 0.0),
        ("speed_factor", skill.lowering_speed_cv, 1.0),
    ):
        values = np.array([getattr(error, key) for error in errors])
        interval = mean(values.tolist())
        assert interval.low < centre < interval.high, key
        if key == "speed_factor":
            assert float(values.std()) == pytest.approx(sd, rel=0.06)
            assert float(values.min()) > 0.0
        else:
            fitted = spread(values)
            assert fitted.low < sd < fitted.high, key
    matrix = np.corrcoef(
        [[error.dx_mm, error.dy_mm, error.dangle_rad, error.speed_factor] for error in errors], rowvar=False
    )
    assert np.abs(matrix - np.eye(4)).max() < 0.06


@pytest.mark.parametrize("name", PROFILES)
def test_throw_errors_have_the_stated_spreads(name: str) -> None:
    skill = SKILLS[name]
    stream = rng(22, name)
    errors = [throw_error(skill, stream) for _ in range(5000)]
    speeds = np.array([error.speed_factor for error in errors])
    assert float(speeds.std() / speeds.mean()) == pytest.approx(skill.throw_speed_cv, rel=0.05)
    for key, sd in (
        ("direction_rad", math.radians(skill.throw_direction_sd_deg)),
        ("release_s", skill.throw_release_sd_ms / 1000.0),
    ):
        fitted = spread(np.array([getattr(error, key) for error in errors]))
        assert fitted.low < sd < fitted.high, key


@given(seed=st.integers(0, 2**32), name=st.sampled_from(PROFILES), t_s=st.floats(0.0, 100.0))
def test_without_noise_the_hand_does_exactly_what_is_meant(seed: int, name: str, t_s: float) -> None:
    calm = SKILLS[name].noiseless()
    assert placement_error(calm, rng(seed)) == PlacementError(0.0, 0.0, 0.0, 1.0)
    assert throw_error(calm, rng(seed)) == ThrowError(1.0, 0.0, 0.0)
    assert Tremor.drawn(calm, rng(seed)).offset(t_s) == (0.0, 0.0, 0.0)
    assert reach_error_mm(calm, rng(seed), 80.0) == 0.0


def test_on_one_seed_more_skill_means_less_of_the_same_error() -> None:
    for seed in range(50):
        child, casual, skilled = (placement_error(SKILLS[name], rng(seed)) for name in PROFILES)
        assert abs(child.dx_mm) > abs(casual.dx_mm) > abs(skilled.dx_mm)
        assert child.dx_mm / skilled.dx_mm == pytest.approx(4.0 / 1.25)
        streams = [rng(seed) for _ in PROFILES]
        for name, stream in zip(PROFILES, streams, strict=True):
            placement_error(SKILLS[name], stream)
            throw_error(SKILLS[name], stream)
            Tremor.drawn(SKILLS[name], stream)
            reach_error_mm(SKILLS[name], stream, 80.0)
        assert len({float(stream.random()) for stream in streams}) == 1


def sampled(tremor: Tremor, seconds: float, hz: float) -> np.ndarray:
    return np.array([tremor.offset(index / hz) for index in range(int(seconds * hz))])


@pytest.mark.parametrize("name", PROFILES)
def test_tremor_has_the_stated_rms_and_band(name: str) -> None:
    skill = SKILLS[name]
    hz = 60.0
    for seed in range(3):
        track = sampled(Tremor.drawn(skill, rng(seed, "tremor")), 200.0, hz)
        expected = (
            (skill.tremor_rms_mm, skill.drift_rms_mm),
            (skill.tremor_rms_mm, skill.drift_rms_mm),
            (math.radians(skill.tremor_angle_rms_deg), math.radians(skill.drift_angle_rms_deg)),
        )
        for axis, (tremor_rms, drift_rms) in enumerate(expected):
            values = track[:, axis]
            assert math.sqrt(float(np.mean(values**2))) == pytest.approx(math.hypot(tremor_rms, drift_rms), rel=0.02)
            window = np.hanning(values.size)
            power = np.abs(np.fft.rfft(values * window)) ** 2
            frequency = np.fft.rfftfreq(values.size, 1.0 / hz)
            fast = (frequency >= 5.95) & (frequency <= 10.05)
            slow = (frequency >= 0.25) & (frequency <= 1.05)
            assert power[fast | slow].sum() / power.sum() > 0.999
            assert power[fast].sum() / power[slow].sum() == pytest.approx((tremor_rms / drift_rms) ** 2, rel=0.05)


def test_over_a_few_seconds_the_rms_is_already_about_right() -> None:
    skill = SKILLS["casual"]
    expected = math.hypot(skill.tremor_rms_mm, skill.drift_rms_mm)
    rms = [
        math.sqrt(float(np.mean(sampled(Tremor.drawn(skill, rng(seed)), 5.0, 60.0)[:, 0] ** 2))) for seed in range(40)
    ]
    assert math.sqrt(float(np.mean(np.square(rms)))) == pytest.approx(expected, rel=0.1)
    assert 0.4 * expected < min(rms) < max(rms) < 1.8 * expected


def test_tremor_is_a_function_of_time_alone_and_smooth() -> None:
    skill = SKILLS["casual"]
    first, second = Tremor.drawn(skill, rng(5)), Tremor.drawn(skill, rng(5))
    assert first == second
    assert Tremor.drawn(skill, rng(6)) != first
    coarse, fine = sampled(first, 2.0, 120.0), sampled(second, 2.0, 960.0)
    # 120 and 960 Hz meet at the same instants exactly: both divide by powers of two of 1/15 s.
    np.testing.assert_allclose(fine[::8], coarse, rtol=0, atol=1e-12)
    # Backwards, or once more, is the same.
    assert first.offset(1.25) == first.offset(1.25)
    top_speed = sum(amplitude * omega for amplitude, omega, _ in first.x_waves)
    assert float(np.abs(np.diff(fine[:, 0])).max()) * 960.0 <= top_speed


def test_the_axes_of_a_tremor_are_independent() -> None:
    track = sampled(Tremor.drawn(SKILLS["casual"], rng(7)), 100.0, 60.0)
    matrix = np.corrcoef(track, rowvar=False)
    assert np.abs(matrix - np.eye(3)).max() < 0.2


def test_a_reach_takes_what_fitts_says() -> None:
    skill = SKILLS["casual"]
    expected_ms = skill.reach_intercept_ms + skill.reach_slope_ms_per_bit * math.log2(3.0)
    assert reach_time_s(skill, 160.0, 80.0) == pytest.approx(expected_ms / 1000.0)
    assert reach_time_s(skill, 0.0, 80.0) == 0.0
    child, casual, skilled = (reach_time_s(SKILLS[name], 160.0, 80.0) for name in PROFILES)
    assert child > casual > skilled


def test_no_reach_is_faster_than_the_hand() -> None:
    slow = dataclasses.replace(SKILLS["casual"], hand_speed_max_mm_s=200.0)
    duration = reach_time_s(slow, 300.0, 80.0)
    assert duration == pytest.approx(MINIMUM_JERK_PEAK * 300.0 / 200.0)
    shares = np.linspace(0.0, 1.0, 2001)
    way = 300.0 * np.array([minimum_jerk(share) for share in shares])
    peak = float(np.max(np.diff(way) / np.diff(shares * duration)))
    assert peak == pytest.approx(200.0, rel=1e-3)


@pytest.mark.parametrize(("distance", "width"), [(-1.0, 80.0), (10.0, 0.0), (math.nan, 80.0), (10.0, math.nan)])
def test_an_impossible_reach_is_refused(distance: float, width: float) -> None:
    with pytest.raises(ValueError, match="distance"):
        reach_time_s(SKILLS["casual"], distance, width)


def test_reaches_end_with_the_stated_scatter() -> None:
    skill = SKILLS["casual"]
    stream = rng(8)
    fitted = spread(np.array([reach_error_mm(skill, stream, 80.0) for _ in range(4000)]))
    assert fitted.low < 0.22 * 80.0 < fitted.high


@given(st.floats(-1.0, 2.0), st.floats(-1.0, 2.0))
def test_a_minimum_jerk_path_runs_from_nought_to_one_and_never_back(first: float, second: float) -> None:
    low, high = sorted((first, second))
    assert 0.0 <= minimum_jerk(low) <= minimum_jerk(high) + 1e-12 <= 1.0 + 2e-12
    assert minimum_jerk(0.0) == 0.0
    assert minimum_jerk(0.5) == pytest.approx(0.5)
    assert minimum_jerk(1.0) == 1.0
    assert minimum_jerk(1.0 - low) == pytest.approx(1.0 - minimum_jerk(low), abs=1e-12)
