"""Throws across the plane: who fits between the side walls, what meeting one costs, and who passes beside the bowl."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zack.configuration import load
from sim.physics.air import Motion
from sim.physics.bowl.card_geometry import corners
from sim.physics.bowl.sideways import (
    Aside,
    Course,
    Fit,
    compliance,
    course_of,
    fit,
    half_width_mm,
    lowest,
    meet_side_wall,
)
from sim.physics.bowl.state import BowlSnapshot, Release
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.impact import Motion as Velocity
from sim.physics.contact.impact import rigid_impact
from tests.amounts import amount

CONFIGURATION = load()
SETUP = CONFIGURATION.setup
PLATE = SETUP.plate
HALF, WALL = SETUP.half_width_mm, SETUP.bowl.wall_thickness_mm
ANGLES = st.floats(-math.pi, math.pi)
SPEEDS = st.floats(-3000.0, 3000.0)


def release(aside: Aside | None, side: int = -1) -> Release:
    """The throw of a practised hand 400 mm beside the bowl, with that error across the plane."""
    return Release(aimed_throw(SETUP, side * 400.0, 220.0, 0.0).motion, aside)


def thrown(aside: Aside | None, side: int = -1) -> tuple[BowlWorld, list[str]]:
    """The world after that throw, and its moments."""
    world = BowlWorld(SETUP)
    world.throw("card", release(aside, side))
    return world, [moment.what for moment in world.settle()]


# ------------------------------------------------------------------------------------------ geometry


@given(ANGLES, ANGLES)
def test_the_half_width_is_that_of_the_turned_card(angle: float, yaw: float) -> None:
    ends = [(x, z) for x in (-PLATE.length_mm / 2, PLATE.length_mm / 2) for z in (-45.5, 45.5)]
    across = [math.sin(yaw) * math.cos(angle) * x + math.cos(yaw) * z for x, z in ends]
    assert half_width_mm(PLATE, angle, yaw) == pytest.approx(max(across), abs=1e-9)


@given(st.floats(-300.0, 300.0), ANGLES, ANGLES)
def test_left_and_right_are_alike_and_nothing_is_between_the_places(z: float, angle: float, yaw: float) -> None:
    half = half_width_mm(PLATE, angle, yaw)
    assert fit(SETUP, z, half, HALF) is fit(SETUP, -z, half_width_mm(PLATE, -angle, -yaw), HALF)
    near, far = abs(z) - half, abs(z) + half
    covered = min(far, HALF + WALL) - max(near, HALF)
    if fit(SETUP, z, half, HALF) is Fit.WALL:
        assert covered > 0
    else:
        assert covered <= 1e-9
        assert (fit(SETUP, z, half, HALF) is Fit.INSIDE) == (far <= HALF)


def test_a_straight_card_has_the_play_that_its_size_leaves() -> None:
    play = HALF - PLATE.span_mm / 2
    assert play == pytest.approx(14.5)
    assert fit(SETUP, play, half_width_mm(PLATE, 0.3, 0.0), HALF) is Fit.INSIDE
    assert fit(SETUP, play + 1e-6, half_width_mm(PLATE, 0.3, 0.0), HALF) is Fit.WALL
    assert fit(SETUP, HALF + WALL + 45.5, half_width_mm(PLATE, 0.3, 0.0), HALF) is Fit.OUTSIDE


def test_a_card_flies_straight_on_across_the_plane() -> None:
    course = Course(-400.0, Aside(30.0, 0.0))
    assert [course.z_mm(x) for x in (-400.0, -200.0, 0.0, 200.0)] == pytest.approx([0.0, 15.0, 30.0, 45.0])
    assert Course.from_json(course.to_json()) == course
    assert course_of(SETUP, -400.0, None) is None
    free = course_of(SETUP, -400.0, Aside(2.0, 0.01))
    assert not free.above


# ------------------------------------------------------------------------------------------ the impact


@given(ANGLES, SPEEDS, st.floats(-3000.0, -1.0), st.floats(-60.0, 60.0), st.floats(-105.0, 105.0))
def test_meeting_a_wall_adds_no_energy_and_takes_the_approach(
    angle: float, vx: float, vy: float, omega: float, z: float
) -> None:
    before = Motion(0.0, 50.0, angle, vx, vy, omega)
    half = half_width_mm(PLATE, angle, 0.0)
    after = meet_side_wall(SETUP, before, z, half)
    arm_z = min(abs(HALF + WALL / 2 - abs(z)), half)
    # The whole card, with the roll and the yaw that the impulse gives it, by the full inertia of a thin plate.
    jx, jy = PLATE.mass_g * (after.vx - before.vx), PLATE.mass_g * (after.vy - before.vy)
    c, s = math.cos(angle), math.sin(angle)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    length, span = PLATE.length_mm, PLATE.span_mm
    body = np.diag([span**2, span**2 + length**2, 12 * PLATE.moment_g_mm2 / PLATE.mass_g]) * PLATE.mass_g / 12
    inertia = turn @ body @ turn.T
    x, y = lowest(SETUP, before)
    arm = np.array([x, y - 50.0, arm_z])
    spin = np.array([0.0, 0.0, omega])
    spun = spin + np.linalg.solve(inertia, np.cross(arm, [jx, jy, 0.0]))
    assert spun[2] == pytest.approx(after.omega, abs=1e-6)

    def energy(motion: Motion, turning: np.ndarray) -> float:
        return PLATE.mass_g * (motion.vx**2 + motion.vy**2) / 2 + float(turning @ inertia @ turning) / 2

    assert energy(after, spun) <= energy(before, spin) * (1 + 1e-9)
    approach = vy + omega * x
    if approach < 0:
        left = after.vy + float(np.cross(spun, arm)[1])
        assert left == pytest.approx(-SETUP.card.bowl_restitution * approach, rel=1e-6, abs=1e-6)
    else:
        assert after == before


@given(ANGLES, SPEEDS, SPEEDS, st.floats(-60.0, 60.0), st.floats(0.0, 105.0))
def test_the_impact_is_the_same_on_both_sides_and_mirrored(
    angle: float, vx: float, vy: float, omega: float, z: float
) -> None:
    half = half_width_mm(PLATE, angle, 0.0)
    one = meet_side_wall(SETUP, Motion(0.0, 50.0, angle, vx, vy, omega), z, half)
    assert one == meet_side_wall(SETUP, Motion(0.0, 50.0, angle, vx, vy, omega), -z, half)


def test_a_contact_in_the_plane_is_the_impact_of_the_plane() -> None:
    assert compliance(PLATE, 0.7, 0.0).normal == compliance(PLATE, 0.7, 0.0).sliding == 0.0
    before = Motion(0.0, 50.0, 0.4, 900.0, -1200.0, 5.0)
    x, y = lowest(SETUP, before)
    assert (x, y) in corners(0.0, 50.0, 0.4, PLATE.length_mm, PLATE.thickness_mm)
    plain = rigid_impact(
        Velocity(900.0, -1200.0, 5.0),
        (x, y - 50.0),
        math.sqrt(PLATE.moment_g_mm2 / PLATE.mass_g),
        SETUP.card.bowl_friction,
        SETUP.card.bowl_restitution,
    )
    met = meet_side_wall(SETUP, before, HALF + WALL / 2, 45.5)
    assert (met.vx, met.vy, met.omega) == pytest.approx((plain.vx, plain.vy, plain.om))


# ------------------------------------------------------------------------------------------ throws


def test_without_an_error_across_the_plane_nothing_changes() -> None:
    plain, moments = thrown(None)
    same, as_many = thrown(Aside(0.0, 0.0))
    near, still = thrown(Aside(9.0, 0.05))
    assert moments == as_many == still
    assert plain.motion("card") == same.motion("card") == near.motion("card")


@pytest.mark.parametrize("offset", [5.0, 22.0, 45.0, 75.0, 150.0])
def test_right_and_left_of_the_plane_are_alike(offset: float) -> None:
    one, moments = thrown(Aside(offset, 0.1))
    other, as_many = thrown(Aside(-offset, -0.1))
    assert moments == as_many
    assert one.motion("card") == other.motion("card")
    assert one.pose("card").z == -other.pose("card").z
    assert one.lane("card") == -other.lane("card")


@pytest.mark.parametrize(
    ("offset", "expected", "where"),
    [(10.0, (False, False), "bowl"), (30.0, (True, False), "bowl"), (75.0, (True, True), "beside"),
     (140.0, (False, True), "beside")],
)  # fmt: skip
def test_what_becomes_of_a_card(offset: float, expected: tuple[bool, bool], where: str) -> None:
    world, moments = thrown(Aside(offset, 0.0))
    assert ("side" in moments, "passes" in moments) == expected
    assert world.where("card") == where
    pose = world.pose("card")
    half = half_width_mm(PLATE, pose.angle, 0.0)
    if where == "bowl":
        assert abs(pose.z) + half <= HALF + 1e-9
    else:
        assert "lands" not in moments
        assert not world.inside("card")
        assert world.order() == ()
        assert abs(pose.z) - half >= HALF + WALL - 1e-9


def test_a_card_beside_meets_neither_the_bowl_nor_what_lies_in_it() -> None:
    world, _ = thrown(None)
    lying = world.motion("card")
    world.throw("wide", release(Aside(200.0, 0.0), side=1))
    moments = world.settle()
    assert {moment.name for moment in moments} == {"wide"}
    assert {moment.what for moment in moments} == {"passes", "floor", "rests"}
    assert world.motion("card") == lying
    assert world.deepest_overlap_mm() < PLATE.thickness_mm / 5
    # It lies on the table, beyond an end wall that it would have met.
    assert world.motion("wide").y < PLATE.thickness_mm
    world.throw("again", release(Aside(200.0, 0.0), side=1))
    world.settle()
    assert world.deepest_overlap_mm() < PLATE.thickness_mm / 5


@pytest.mark.parametrize("offset", [30.0, 75.0, 200.0])
def test_a_world_cut_into_pieces_goes_on_as_it_was(offset: float) -> None:
    whole, _ = thrown(Aside(offset, 0.1))
    pieces = BowlWorld(SETUP)
    pieces.throw("card", release(Aside(offset, 0.1)))
    while pieces.active:
        for _ in range(7):
            pieces.tick()
        pieces = BowlWorld(SETUP, BowlSnapshot.from_json(pieces.snapshot().to_json()))
    assert pieces.poses() == whole.poses()


@amount(60, full=100, whole=200)
def test_as_many_meet_a_side_wall_as_the_spread_says(amount: int) -> None:
    """By the closed form 56 % of a casual hand's straight cards from 400 mm; the yaw adds to that."""
    spread = 400.0 * math.tan(math.radians(CONFIGURATION.skills["casual"].throw_direction_sd_deg))
    z = np.random.default_rng(3).standard_normal(amount) * spread
    met = 0
    for offset in z:
        _, moments = thrown(Aside(float(offset), 0.0))
        met += "side" in moments
    beyond = np.abs(z) > HALF - PLATE.span_mm / 2
    # A card meets the wall where it comes down, not over the middle of the bowl.
    assert abs(met - int(beyond.sum())) <= 0.12 * amount


def test_releases_with_and_without_the_error_round_trip() -> None:
    plain, erring = release(None), release(Aside(12.5, -0.2))
    assert len(plain.to_json()) == 6
    assert len(erring.to_json()) == 8
    assert Release.from_json(plain.to_json()) == plain
    assert Release.from_json(erring.to_json()) == erring
    with pytest.raises(ValueError, match="finite"):
        BowlWorld(SETUP).throw("card", release(Aside(math.nan, 0.0)))
