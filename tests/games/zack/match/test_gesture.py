"""What is read out of a gesture: the same at any rate of samples, within what hands can do."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from sim.configuration import load_configuration
from sim.games.zack.bots.hand import Card
from sim.games.zack.match.gesture import (
    GestureMeasures,
    MostMeasures,
    ReachMeasures,
    presentation_rad,
    release_of,
    shipped_hand_measures,
)
from sim.games.zack.match.hand_log_entries import meant_throw, throw_line
from sim.physics import Point
from sim.physics.air import Motion
from sim.physics.bowl.state import Release
from sim.physics.bowl.throwing import aimed_throw, ballistic_speed, lands_at
from sim.physics.pointer import PointerState, Trace
from tests.games.zack.match.by_hand import flick

MEASURES = shipped_hand_measures()
WINDOW_S = MEASURES.gesture.window_ms / 1000.0
CONFIGURATION = load_configuration("zack", profile="draft")
SETUP = CONFIGURATION.setup


def sampled(
    course: Callable[[float], Point], until_s: float, hz: float, phase: float = 0.0, pixel: float = 0.0
) -> Trace:
    """A gesture as a window sees it: samples at a rate, the last one at letting go; whole pixels on wish."""
    trace = Trace()
    at_s = -0.5 + phase / hz
    while at_s < until_s - 1e-9:
        trace.add(at_s, *_pixels(course(at_s), pixel))
        at_s += 1.0 / hz
    trace.add(until_s, *_pixels(course(until_s), pixel))
    return trace


def _pixels(place: Point, pixel: float) -> Point:
    return place if not pixel else (round(place[0] / pixel) * pixel, round(place[1] / pixel) * pixel)


def moves(course: Callable[[float], Point], at_s: float) -> Point:
    """The true velocity."""
    (ax, ay), (bx, by) = course(at_s - 1e-5), course(at_s + 1e-5)
    return (bx - ax) / 2e-5, (by - ay) / 2e-5


@pytest.mark.parametrize(
    ("seconds", "rates"), [(0.2, (60.0, 144.0, 1000.0)), (0.3, (30.0, 60.0, 144.0)), (0.4, (30.0,))]
)
@pytest.mark.parametrize("share", [0.45, 0.6, 0.7])
def test_the_same_gesture_at_any_rate_gives_the_same_release(
    seconds: float, rates: tuple[float, ...], share: float
) -> None:
    """Of a flick of a fifth of a second 30 Hz sees six places: those are told from 60 Hz on."""
    course, until = flick((550.0, 170.0), seconds=seconds), share * seconds
    true = moves(course, until)
    for hz in rates:
        for phase in (0.0, 0.3, 0.6, 0.9):
            found = sampled(course, until, hz, phase).state(until, WINDOW_S)
            assert math.dist((found.vx, found.vy), true) < 0.02 * math.hypot(*true), (hz, phase)
            assert math.dist((found.x, found.y), course(until)) < 1.0


def test_a_pointer_of_whole_pixels_is_good_enough() -> None:
    errors = []
    for place in range(60):
        # The same flick from other places within a pixel.
        course, until = flick((550.0 + 0.13 * place, 170.0 + 0.07 * place)), 0.18
        true = math.hypot(*moves(course, until))
        trace = sampled(course, until, (60.0, 125.0, 1000.0)[place % 3], (place % 7) / 7, pixel=1.3)
        errors.append(trace.state(until, WINDOW_S).speed / true - 1.0)
    assert max(map(abs, errors)) < 0.10
    assert abs(sum(errors) / len(errors)) < 0.01


def test_a_turning_hand_turns_the_card() -> None:
    """A circle of 300 mm at 1500 mm/s turns by five radians a second."""

    def course(at_s: float) -> Point:
        turned = 5.0 * at_s
        return 500.0 - 300.0 * math.sin(turned), 200.0 + 300.0 * (1.0 - math.cos(turned))

    found = sampled(course, 0.2, 60.0).state(0.2, WINDOW_S)
    assert found.speed == pytest.approx(1500.0, rel=0.02)
    # Clockwise: to the left, and more and more upwards.
    assert found.turn_rad_s == pytest.approx(-5.0, rel=0.05)
    straight = release_of(SETUP, PointerState(400.0, 200.0, -1500.0, 200.0, 0.0), -1, 30.0, MEASURES.most).motion
    turned = release_of(SETUP, PointerState(400.0, 200.0, -1500.0, 200.0, -5.0), -1, 30.0, MEASURES.most).motion
    assert straight.omega == pytest.approx(-30.0)
    assert turned.omega == pytest.approx(-35.0)


def test_a_hand_at_rest_drops_its_card() -> None:
    trace = Trace()
    for frame in range(30):
        trace.add(frame / 60.0, 450.0, 210.0)
    found = trace.state(0.5, WINDOW_S)
    assert found.speed < 1e-6
    assert release_of(SETUP, found, -1, 30.0, MEASURES.most).motion[:2] == pytest.approx((450.0, 210.0))


@given(
    vx=st.floats(-1e5, 1e5), vy=st.floats(-1e5, 1e5), turn=st.floats(-1e4, 1e4), spin=st.floats(-1e3, 1e3),
    side=st.sampled_from([-1, 1]),
)  # fmt: skip
def test_nothing_exceeds_what_hands_can_do(vx: float, vy: float, turn: float, spin: float, side: int) -> None:
    motion = release_of(SETUP, PointerState(side * 400.0, 200.0, vx, vy, turn), -side, spin, MEASURES.most).motion
    assert math.hypot(motion.vx, motion.vy) <= MEASURES.most.speed_mm_s * (1 + 1e-9)
    assert abs(motion.omega) <= MEASURES.most.spin_rad_s
    assert all(map(math.isfinite, motion))


def test_left_and_right_are_mirror_images() -> None:
    right = release_of(SETUP, PointerState(400.0, 200.0, -1500.0, 300.0, -3.0), -1, 20.0, MEASURES.most).motion
    left = release_of(SETUP, PointerState(-400.0, 200.0, 1500.0, 300.0, 3.0), 1, 20.0, MEASURES.most).motion
    assert left == pytest.approx((-right.x, right.y, -right.angle, -right.vx, right.vy, -right.omega))


def test_a_gesture_like_a_practised_throw_is_that_throw() -> None:
    """The style that a bot's hand knows comes out of the same movement of the mouse."""
    for from_x in (400.0, -400.0):
        meant = aimed_throw(SETUP, from_x, 220.0, 0.0).motion
        spin = math.copysign(1.0, -from_x) * meant.omega
        found = release_of(SETUP, PointerState(from_x, 220.0, meant.vx, meant.vy, 0.0), 1 if from_x < 0 else -1, spin,
                           MEASURES.most)  # fmt: skip
        assert found.motion == pytest.approx(meant)


def test_a_card_is_held_up_less_the_more_it_spins() -> None:
    throw = SETUP.throw
    glide, flick = throw.glide_backspin_rad_s, throw.flick_backspin_rad_s
    steep, flat = (math.radians(deg) for deg in (throw.glide_presentation_deg, throw.flick_presentation_deg))
    for share, held in ((-0.5, 0.0), (0.0, 0.0), (0.25, 0.25), (1.0, 1.0), (1.5, 1.0)):
        spin = glide + share * (flick - glide)
        assert presentation_rad(SETUP, spin) == pytest.approx(steep + held * (flat - steep))
    alike = replace(SETUP, throw=throw.model_copy(update={"flick_backspin_rad_s": glide}))
    assert presentation_rad(alike, glide) == pytest.approx(steep)


@pytest.mark.parametrize(
    ("table", "may_be_none"),
    [(GestureMeasures, {"least_mm_s"}), (ReachMeasures, {"low_mm"}), (MostMeasures, set())],
)
def test_only_where_it_means_something_a_measure_is_0(table: type[BaseModel], may_be_none: set[str]) -> None:
    some = dict.fromkeys(table.model_fields, 0.5)
    table(**some)
    found = set()
    for name in some:
        with contextlib.suppress(ValidationError):
            table(**some | {name: 0.0})
            found.add(name)
    assert found == may_be_none


def test_events_that_waited_in_a_queue_are_one_sample() -> None:
    trace = Trace()
    for step in range(50):
        trace.add(1.0 + step * 1e-5, float(step), 0.0)
    assert len(trace) == 1
    assert trace.places[0][1] == 49.0
    fast = Trace()
    for step in range(200):  # but a mouse of 1000 Hz is not one that waited
        fast.add(step / 1000.0, float(step), 0.0)
    assert len(fast) == 200
    assert fast.state(0.199, WINDOW_S).vx == pytest.approx(1000.0)


def test_where_a_movement_began() -> None:
    course = flick((550.0, 170.0), seconds=0.3)
    trace = sampled(course, 0.2, 60.0)
    gesture = MEASURES.gesture
    began = trace.began_s(0.2, gesture.still_mm, gesture.still_ms / 1000.0)
    assert -0.02 <= began <= 0.06
    # Rests of 20 ms at 0.2 s and of 100 ms at 0.4 s, then on its way with a pause of 50 ms: too short for a rest.
    halting, x = Trace(), 0.0
    for hundredth in range(90):
        at_s = hundredth / 100.0
        if not (20 <= hundredth <= 22 or 40 < hundredth <= 50 or 70 <= hundredth <= 74):
            x += 10.0
        halting.add(at_s, x, 0.0)
    assert halting.began_s(0.85, 5.0, 0.06) == 0.5
    assert halting.began_s(0.35, 5.0, 0.06) == 0.0


def test_what_a_practised_hand_would_have_done_is_about_what_it_does() -> None:
    """Scaled from the usual place instead of sought anew: at the rim it lands within a quarter of the opening."""
    for x, y in ((400.0, 220.0), (450.0, 200.0), (520.0, 260.0), (400.0, 300.0)):
        found = meant_throw(CONFIGURATION, 1, x, y)
        assert found is not None
        assert abs(lands_at(SETUP, found, SETUP.bowl.depth_mm)) < SETUP.bowl.opening_mm / 4, (x, y)
    # Straight on, it would come to the rim from below: there is no such throw.
    level = SETUP.bowl.depth_mm - 400.0 * math.tan(math.radians(SETUP.throw.flick_elevation_deg))
    assert meant_throw(CONFIGURATION, 1, 400.0, level - 1.0) is None
    assert meant_throw(CONFIGURATION, 1, 400.0, level + 1.0) is not None


@pytest.mark.parametrize("side", [-1, 1])
def test_the_line_of_a_throw_is_the_same_from_either_side(side: int) -> None:
    """It rises towards the bowl and spins backwards; so does what was meant, at the speed for that place."""
    motion = Motion(side * 500.0, 240.0, 0.1, -side * 1600.0, 400.0, -side * 25.0)
    line = throw_line(CONFIGURATION, Card.ZACK, side, Release(motion))
    assert (line["card"], line["side"], line["distance_mm"], line["aim_x_mm"]) == ("zack", side, 500.0, 0.0)
    assert (line["speed_mm_s"], line["elevation_rad"], line["spin_rad_s"]) == pytest.approx(
        (math.hypot(1600.0, 400.0), math.atan2(400.0, 1600.0), 25.0)
    )
    table, rim, rise = CONFIGURATION.table, SETUP.bowl.depth_mm, math.radians(SETUP.throw.flick_elevation_deg)
    usual = aimed_throw(SETUP, side * table.seat_distance_mm, table.hand_height_mm, 0.0).motion
    # Without air it comes down to the rim over the middle, from here and from there.
    here = ballistic_speed(SETUP, rise, 500.0, 240.0 - rim)
    there = ballistic_speed(SETUP, rise, table.seat_distance_mm, table.hand_height_mm - rim)
    assert line["meant"] == pytest.approx(
        {
            "speed_mm_s": math.hypot(usual.vx, usual.vy) * here / there,
            "elevation_rad": math.atan2(usual.vy, abs(usual.vx)),
            "spin_rad_s": SETUP.throw.flick_backspin_rad_s,
        }
    )
