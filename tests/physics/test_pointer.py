"""Pointer samples as one path: smooth, independent of their rate, and robust against odd ones."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.physics.minimum_jerk import minimum_jerk
from sim.physics.pointer import Pointing, even_times, pursue


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


def test_a_place_told_again_does_not_brake_a_flick_and_a_rest_ends_it() -> None:
    plain, asked = Pointing(), Pointing()
    for number in range(18):
        time = number / 125.0
        plain.note(time, reach(time))
        asked.note(time, reach(time))
        # A frame between two samples asks where the pointer is: where it was.
        asked.note(time + 0.005, reach(time))
    last = 17 / 125.0
    assert asked.velocity(last + 0.007) == plain.velocity(last)
    assert all(asked.at(t / 120) == plain.at(t / 120) for t in range(16))
    assert plain.velocity(last + 0.039) == plain.velocity(last)
    assert plain.velocity(last + 0.041) == (0.0, 0.0)
    assert (asked.heard_s(last + 0.007), asked.heard_s(0.001), Pointing().heard_s(3.0)) == (last, 0.0, 3.0)


def test_what_comes_in_one_go_is_where_the_pointer_is() -> None:
    pointing = Pointing()
    for time, x in ((0.0, 0.0), (0.0333, 9.0), (0.0334, 12.0), (0.0336, 15.0), (0.0667, 30.0), (0.1, 45.0)):
        pointing.note(time, (x, 0.0))
    assert pointing.velocity(0.1)[0] == pytest.approx(450.0, rel=0.01)


def test_reports_read_a_frame_at_a_time_are_put_back_in_time() -> None:
    came = [0.0013 + 0.008 * number for number in range(30)]
    since, until = zip(*((int(60 * at_s) / 60, (int(60 * at_s) + 1) / 60) for at_s in came), strict=True)
    assert even_times(since, until) == pytest.approx(came, abs=0.001)
    # Where only the last report of a frame is handed on nobody knows when it came.
    last = list(zip(sorted(set(since)), sorted(set(until)), strict=True))
    assert even_times(*zip(*last, strict=True)) is None


def test_the_path_does_not_set_out_before_the_pointer_does() -> None:
    pointing = Pointing()
    for number in range(60):
        pointing.note(number / 60.0, (5.0, 5.0))
    pointing.note(1.0, (9.0, 5.0))
    pointing.note(1.01, (14.0, 5.0))
    assert all(math.dist(pointing.at(t / 120), (5.0, 5.0)) < 0.4 for t in range(119))
    assert pointing.at(1.0) == (9.0, 5.0)


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
