"""The same gesture gives the same release, however often the window is drawn and the mouse speaks."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from sim.games.riff_raff.match.mouse_hand import Mouse
from sim.physics.minimum_jerk import minimum_jerk

Gesture = Callable[[float], tuple[float, float]]
FRAMES_HZ, MICE_HZ = (24.0, 30.0, 60.0, 75.0, 144.0), (125.0, 250.0, 500.0, 1000.0)
UP_S = 0.176  # when the button goes up: a report of each of these mice comes then


def reach(lasts_s: float) -> Gesture:
    """A minimum-jerk movement of 152 mm, of that many seconds."""

    def at(t: float) -> tuple[float, float]:
        gone = minimum_jerk(max(0.0, t) / lasts_s)
        return -140.0 * gone, 60.0 * gone

    return at


def released(
    gesture: Gesture, frames_hz: float, mouse_hz: float, stamped: bool, phase_s: float, up_s: float = UP_S
) -> tuple[float, float]:
    """The velocity of a throw that a mouse reports and a window hears of frame by frame; the button goes up at up_s."""
    mouse, clock, number, at = Mouse(), -0.5, 1, (0.0, 0.0)
    while True:
        before, clock = clock, clock + 1.0 / frames_hz
        while number / mouse_hz <= min(clock - phase_s, up_s + 1e-9):
            when = number / mouse_hz + phase_s
            if at != (at := gesture(number / mouse_hz)):
                mouse.point(when if stamped else clock, *at, None if stamped else before)
            number += 1
        mouse.point(clock, *at)
        up = up_s + phase_s + 0.0005
        if up <= clock:
            mouse.let_go(up if stamped else clock, math.inf if stamped else before)
            return mouse.flick(clock, math.inf if stamped else before) or (0.0, 0.0)


@pytest.mark.parametrize("stamped", [True, False])
@pytest.mark.parametrize("lasts_s", [0.3, 0.4])
def test_the_same_gesture_gives_the_same_release(stamped: bool, lasts_s: float) -> None:
    gesture, h = reach(lasts_s), 1e-5
    true = tuple((b - a) / (2 * h) for a, b in zip(gesture(UP_S - h), gesture(UP_S + h), strict=True))
    assert math.hypot(*true) > 500.0
    for frames_hz in FRAMES_HZ:
        for mouse_hz in MICE_HZ:
            for phase_s in (0.0, 0.0031, 0.0077):
                found = released(gesture, frames_hz, mouse_hz, stamped, phase_s)
                assert math.dist(found, true) < 0.02 * math.hypot(*true), (frames_hz, mouse_hz, phase_s)


@pytest.mark.parametrize("stamped", [True, False])
@pytest.mark.parametrize(("lasts_s", "up_s"), [(0.15, 0.088), (0.2, 0.12)])
def test_a_quick_gesture_gives_the_same_release_at_every_rate(stamped: bool, lasts_s: float, up_s: float) -> None:
    """What is found lies up to a tenth from the velocity of that very moment, but always at the same place."""
    found = [
        math.hypot(*released(reach(lasts_s), frames_hz, mouse_hz, stamped, phase_s, up_s))
        for frames_hz in FRAMES_HZ
        for mouse_hz in MICE_HZ
        for phase_s in (0.0, 0.0031, 0.0077)
    ]
    assert max(found) < 1.02 * min(found)


def test_where_only_the_last_report_of_a_frame_is_handed_on_a_flick_is_a_flick() -> None:
    gesture = reach(0.3)
    for frames_hz in FRAMES_HZ:
        velocity = released(gesture, frames_hz, frames_hz, False, 0.0)
        assert math.hypot(*velocity) > 400.0


def test_the_strength_multiplies_a_throw_and_makes_none_of_a_slow_hand() -> None:
    mouse = Mouse()
    mouse.strength = 2.0
    for number in range(30):
        mouse.point(number / 100, 10.0 * number, 0.0)
    assert mouse.flick(0.29) == pytest.approx((2000.0, 0.0), abs=1e-6)
    slow = Mouse()
    slow.strength = 2.0
    for number in range(30):
        slow.point(number / 100, 1.0 * number, 0.0)
    assert slow.flick(0.29) is None
