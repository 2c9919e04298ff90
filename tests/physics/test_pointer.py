"""Pointer samples as one path: smooth, independent of their rate, and robust against odd ones."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.physics.minimum_jerk import minimum_jerk
from sim.physics.pointer import FLICK_S, MEANT_S, REST_S, Pointing, Trace, even_times, pursue


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
    assert plain.velocity(last + FLICK_S - 0.001) == plain.velocity(last)
    assert plain.velocity(last + FLICK_S + 0.001) == (0.0, 0.0)
    assert (asked.heard_s(last + 0.007), asked.heard_s(0.001), Pointing().heard_s(3.0)) == (last, 0.0, 3.0)


def test_what_is_left_of_a_flick_falls_to_nothing_as_the_hand_rests() -> None:
    pointing = Pointing()
    for number in range(18):
        pointing.note(number / 125.0, reach(number / 125.0))
    rests = [pointing.last_motion(17 / 125.0 + rest_s) for rest_s in (0.0, REST_S, 0.09, 0.12, FLICK_S, 0.2, MEANT_S)]
    fresh = [last.fresh for last in rests]
    assert fresh[:2] == [1.0, 1.0]
    assert fresh[1:5] == sorted(fresh[1:5], reverse=True)
    assert fresh[4:] == [0.0, 0.0, 0.0]
    assert {last.speed for last in rests} == {rests[0].speed}
    assert [last.late for last in rests] == [False, False, False, False, True, True, False]
    assert Pointing().last_motion(1.0).fresh == 0.0


@pytest.mark.parametrize("reader", [Pointing, Trace])
@pytest.mark.parametrize(
    "tail", [[(0.008, 0.3)], [(0.008, 3.0), (0.02, 3.8)], [(0.016, 1.0), (0.032, 0.2)], [(0.06, -0.8)]]
)
def test_last_reports_that_fall_short_do_not_brake_a_flick(
    reader: Callable[[], Pointing | Trace], tail: list[tuple[float, float]]
) -> None:
    """A finger leaves the pad in the middle of a report, and the pointer trembles after it has stopped."""
    pointer, note = reader(), lambda at_s, x: None
    if isinstance(pointer, Trace):
        note = lambda at_s, x: pointer.add(at_s, x, 0.0)  # noqa: E731
    else:
        note = lambda at_s, x: pointer.note(at_s, (x, 0.0))  # noqa: E731
    for number in range(20):
        note(number * 0.008, number * 0.008 * 800.0)
    for after_s, beyond in tail:
        note(0.152 + after_s, 0.152 * 800.0 + beyond)
    last = pointer.last_motion(0.22)
    assert (last.vx, last.vy) == pytest.approx((800.0, 0.0), rel=0.02, abs=1e-6)
    assert last.rest_s == pytest.approx(0.22 - 0.152, abs=1e-6)


@pytest.mark.parametrize(("far_mm", "lasts_s"), [(40.0, 0.35), (160.0, 0.5), (250.0, 0.5)])
@pytest.mark.parametrize("step_s", [0.001, 0.008, 0.015])
def test_a_hand_that_brakes_to_a_stop_is_slow_at_its_end(far_mm: float, lasts_s: float, step_s: float) -> None:
    pointing = Pointing()
    for number in range(math.ceil(lasts_s / step_s) + 1):
        # In whole pixels of 0.8 mm.
        pointing.note(number * step_s, (0.8 * round(far_mm * minimum_jerk(number * step_s / lasts_s) / 0.8), 0.0))
    assert all(pointing.last_motion(lasts_s + after_s).speed < 120.0 for after_s in (0.0, 0.02, 0.05, 0.1))


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
