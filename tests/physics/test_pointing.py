"""Pointer samples as one path: smooth, independent of their rate, and robust against odd ones."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.physics.pointing import Pointing, pursue
from sim.physics.reaching import minimum_jerk


def reach(t: float) -> tuple[float, float]:
    share = minimum_jerk(t / 0.5)
    return 160.0 * share, 40.0 * math.sin(2.0 * share)


@pytest.mark.parametrize("hz", [30.0, 60.0, 144.0])
@pytest.mark.parametrize("phase", [0.0, 0.4])
def test_the_path_hardly_depends_on_the_rate(hz: float, phase: float) -> None:
    pointing, tick, worst, end = Pointing(), 1, 0.0, 0.28
    times = [(i + phase) / hz for i in range(-20, 60) if (i + phase) / hz < end] + [end]
    for time in times:
        pointing.note(time, reach(time))
        while tick / 120 <= time:
            worst = max(worst, math.dist(pointing.at(tick / 120), reach(tick / 120)))
            tick += 1
    assert worst < 0.2
    true = [(a - b) / 2e-6 for a, b in zip(reach(end + 1e-6), reach(end - 1e-6), strict=True)]
    assert math.dist(pointing.velocity(end), true) < 0.01 * math.hypot(*true)


def test_it_ends_where_the_pointer_is_and_stands_still_before_and_after() -> None:
    pointing = Pointing()
    assert not pointing.known
    with pytest.raises(ValueError, match="seen"):
        pointing.at(0.0)
    assert pointing.velocity(0.0) == (0.0, 0.0)
    for time, x in ((1.0, 0.0), (1.02, 3.0), (1.04, 8.0)):
        pointing.note(time, (x, 1.0))
        assert pointing.at(time) == (x, 1.0)
    assert pointing.at(0.5) == (0.0, 1.0)
    assert pointing.at(9.0) == (8.0, 1.0)
    pointing.note(1.04, (9.0, 1.0))
    assert pointing.at(1.04) == (9.0, 1.0)


def test_a_pause_between_fast_samples_is_crossed_straight() -> None:
    pointing = Pointing()
    for time, x in ((0.0, 0.0), (0.008, 8.0), (0.016, 5.0), (0.3, 6.0)):
        pointing.note(time, (x, 0.0))
    assert all(4.9 <= pointing.at(0.016 + 0.0284 * i)[0] <= 6.1 for i in range(11))


@given(st.lists(st.tuples(st.floats(0.0005, 0.2), st.floats(-200, 200), st.floats(-200, 200)), min_size=1, max_size=40))
def test_no_samples_throw_it_off(samples: list[tuple[float, float, float]]) -> None:
    pointing, time = Pointing(), 0.0
    for gap, x, y in samples:
        before, time = time, time + gap
        pointing.note(time, (x, y))
        for share in (0.1, 0.5, 0.9, 1.0):
            x_at, y_at = pointing.at(before + share * gap)
            assert abs(x_at) < 5000 and abs(y_at) < 5000  # noqa: PT018
        assert all(map(math.isfinite, pointing.velocity(time)))


def test_a_hand_is_there_at_once_or_comes_as_fast_as_it_can() -> None:
    dt = 1 / 120
    assert pursue((0, 0), (100.0, 0.0), (1.0, 0.5), 2000.0, 60_000.0, dt) == (120.0, 60.0)
    place, velocity, speeds = (0.0, 0.0), (0.0, 0.0), []
    for _ in range(120):
        velocity = pursue(place, velocity, (400.0, 0.0), 2000.0, 60_000.0, dt)
        place = (place[0] + velocity[0] * dt, place[1] + velocity[1] * dt)
        speeds.append(velocity[0])
        assert place[0] < 415.0
    assert place[0] == pytest.approx(400.0, abs=0.1)
    assert 1500.0 < max(speeds) <= 2000.0
    assert max(b - a for a, b in zip([0.0, *speeds], speeds, strict=False)) <= 500.0 + 1e-6
