"""The air under cards: exact properties of the force law, of its integration, and of the kick that air gives.

How cards and paper fall (the bands) is tests/lab/test_fall.py.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import InputError
from sim.physics.air import Air, Motion, Plate, build_air, drag_kick, fly, shipped_air, shipped_air_table
from sim.physics.contact.profiles import GRAVITY_MM_S2
from tests.calls import calls_of
from tests.physics.reference_plate import Coefficients, fall

CARD = Plate(length_mm=63.5, span_mm=88.9, thickness_mm=0.3, mass_g=1.81)
PAPER = Plate(length_mm=20.0, span_mm=20.0, thickness_mm=0.0, mass_g=0.028)
LAW = shipped_air()
AIR = LAW.over(CARD)

speeds = st.floats(-4000.0, 4000.0)
angles = st.floats(-10.0, 10.0)
spins = st.floats(-100.0, 100.0)


def flown(plate: Plate, motion: Motion, seconds: float, steps: int, gravity: float = GRAVITY_MM_S2) -> Motion:
    for _ in range(steps):
        motion = fly(plate, AIR, motion, seconds / steps, gravity)
    return motion


def energy(plate: Plate, motion: Motion, gravity: float = 0.0) -> float:
    """Kinetic energy with the added mass, and the potential (g mm2/s2)."""
    half = plate.length_mm / 2
    added = math.pi * AIR.density_g_mm3 * half**2 * plate.span_mm
    sin, cos = math.sin(motion.angle), math.cos(motion.angle)
    u, v = cos * motion.vx + sin * motion.vy, cos * motion.vy - sin * motion.vx
    turning = (plate.moment_g_mm2 + added * half**2 / 8) * motion.omega**2
    return (plate.mass_g * u * u + (plate.mass_g + added) * v * v + turning) / 2 + plate.mass_g * gravity * motion.y


# ------------------------------------------------------------------------------------------------ the law


def test_it_is_the_published_law_with_dimensions() -> None:
    """With the moment of the published thin ellipse, and mu1 = 0 (which scales otherwise there), both fall alike."""
    istar, rho = 1.7, AIR.density_g_mm3
    half, span = 40.0, 100.0
    mass = istar * math.pi * rho * half**2 * span
    law = Coefficients(lift_translational=1.2, lift_rotational=2.0, drag_a=1.4, drag_b=1.0, mu1=0.0, mu2=0.2)
    air = Air(rho, 1.2, 2.0, 1.4, 1.0, 0.0, 0.2)

    class ThinEllipse(Plate):
        @property
        def moment_g_mm2(self) -> float:
            return self.mass_g * (self.length_mm / 2) ** 2 / 4

    plate = ThinEllipse(2 * half, span, 0.0, mass)
    speed = math.sqrt(istar * half * GRAVITY_MM_S2)  # U^2 = m g / (pi rho a s)
    unit = half / speed
    start = np.array([0.0, 0.0, 1.2, 0.0, 0.0, 0.0])
    published = fall(istar, start, 12.0, law)[200]
    motion = Motion(0.0, 0.0, 1.2, 0.0, 0.0, 0.0)
    for _ in range(4000):
        motion = fly(plate, air, motion, 10.0 * unit / 4000, GRAVITY_MM_S2)
    assert (motion.x / half, motion.y / half, motion.angle) == pytest.approx(tuple(published[:3]), abs=1e-5)
    assert motion.omega * unit == pytest.approx(published[5], abs=1e-5)


@pytest.mark.parametrize("plate", [CARD, PAPER])
@pytest.mark.parametrize(("angle", "drag"), [(0.0, "drag_a + drag_b"), (math.pi / 2, "drag_a - drag_b")])
def test_terminal_speeds_are_the_closed_forms(plate: Plate, angle: float, drag: str) -> None:
    """A plate that does not turn falls at sqrt(2 m g / (rho C_D S)), C_D = A + B flat and A - B edge-on."""
    coefficient = AIR.drag_a + AIR.drag_b if "+" in drag else AIR.drag_a - AIR.drag_b
    area = plate.length_mm * plate.span_mm
    expected = math.sqrt(2 * plate.mass_g * GRAVITY_MM_S2 / (AIR.density_g_mm3 * coefficient * area))
    motion = Motion(0.0, 0.0, angle, 0.0, 0.0, 0.0)
    for _ in range(4000):
        motion = fly(plate, AIR, motion, 1 / 480, GRAVITY_MM_S2)
        motion = motion._replace(angle=angle, omega=0.0, vx=0.0)  # locked
    assert -motion.vy == pytest.approx(expected, rel=0.001)


def test_flat_without_a_lock_stays_flat() -> None:
    motion = flown(CARD, Motion(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), 1.0, 480)
    assert (motion.x, motion.angle, motion.omega) == (0.0, 0.0, 0.0)


@given(vx=speeds, vy=speeds, angle=angles, omega=spins)
@settings(max_examples=100, deadline=None)
def test_without_gravity_energy_never_grows(vx: float, vy: float, angle: float, omega: float) -> None:
    motion = Motion(0.0, 0.0, angle, vx, vy, omega)
    for _ in range(20):
        before, motion = energy(CARD, motion), fly(CARD, AIR, motion, 1 / 960, 0.0)
        assert energy(CARD, motion) <= before * (1 + 1e-6) + 1e-9


def test_with_gravity_what_is_lost_is_the_power_of_drag_and_damping() -> None:
    motion, steps, dt = Motion(0.0, 1500.0, 1.5, 0.0, 0.0, 0.0), 8000, 1 / 9600
    half, rho_s = CARD.length_mm / 2, AIR.density_g_mm3 * CARD.span_mm

    def power(m: Motion) -> float:
        speed = math.hypot(m.vx, m.vy)
        u = math.cos(m.angle) * m.vx + math.sin(m.angle) * m.vy
        along = 2 * u * u - speed * speed
        drag = rho_s * half * (AIR.drag_a * speed**3 - AIR.drag_b * along * speed)
        damping = math.pi * rho_s * half**3 * (AIR.mu1 * speed + AIR.mu2 * half * abs(m.omega)) * m.omega**2
        return drag + damping

    began, lost = energy(CARD, motion, GRAVITY_MM_S2), 0.0
    for _ in range(steps):
        following = fly(CARD, AIR, motion, dt, GRAVITY_MM_S2)
        lost += (power(motion) + power(following)) / 2 * dt
        motion = following
    assert abs(motion.omega) > 10
    assert began - energy(CARD, motion, GRAVITY_MM_S2) == pytest.approx(lost, rel=1e-4)


@given(vx=speeds, vy=speeds, angle=angles, omega=spins)
@settings(max_examples=50, deadline=None)
def test_a_mirrored_flight_is_the_mirror_of_the_flight(vx: float, vy: float, angle: float, omega: float) -> None:
    one = flown(CARD, Motion(5.0, 7.0, angle, vx, vy, omega), 0.05, 24)
    other = flown(CARD, Motion(-5.0, 7.0, -angle, -vx, vy, -omega), 0.05, 24)
    assert tuple(other) == pytest.approx((-one.x, one.y, -one.angle, -one.vx, one.vy, -one.omega), rel=1e-9, abs=1e-9)


@given(vx=speeds, vy=speeds, angle=angles, omega=spins)
@settings(max_examples=50, deadline=None)
def test_the_two_faces_are_alike(vx: float, vy: float, angle: float, omega: float) -> None:
    one = flown(CARD, Motion(0.0, 0.0, angle, vx, vy, omega), 0.05, 24)
    other = flown(CARD, Motion(0.0, 0.0, angle + math.pi, vx, vy, omega), 0.05, 24)
    expected = (one.x, one.y, one.angle + math.pi, one.vx, one.vy, one.omega)
    assert tuple(other) == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_the_step_is_of_fourth_order_and_fine_enough_at_play() -> None:
    start = Motion(0.0, 0.0, 0.4, 900.0, -300.0, 25.0)
    exact = flown(CARD, start, 0.4, 30000)
    errors = []
    for rate_hz in (480, 960, 1920):
        end = flown(CARD, start, 0.4, round(0.4 * rate_hz))
        errors.append(math.hypot(end.x - exact.x, end.y - exact.y, 30 * (end.angle - exact.angle)))
    orders = [math.log2(coarse / fine) for coarse, fine in pairwise(errors)]
    assert min(orders) > 3.5, (errors, orders)
    assert errors[0] < 0.1, "a tenth of a millimetre after a whole throw"


def test_rest_and_dead_air() -> None:
    """At rest nothing acts but gravity, and a vacuum leaves a ballistic path."""
    still = Motion(1.0, 2.0, 0.7, 0.0, 0.0, 0.0)
    assert fly(CARD, AIR, still, 1 / 480, 0.0) == pytest.approx(still)
    thin = replace(AIR, density_g_mm3=1e-18)
    motion = Motion(0.0, 0.0, 0.3, 500.0, 800.0, 9.0)
    for _ in range(100):
        motion = fly(CARD, thin, motion, 0.002, GRAVITY_MM_S2)
    assert motion.x == pytest.approx(100.0, abs=1e-6)
    assert motion.y == pytest.approx(800 * 0.2 - GRAVITY_MM_S2 * 0.2**2 / 2, abs=1e-6)
    assert motion.angle == pytest.approx(0.3 + 1.8, abs=1e-9)


# ------------------------------------------------------------------------------------------------ the kick on contact


@pytest.mark.parametrize("angle", [0.0, 0.3, -2.0])
def test_the_kick_at_rest_is_exactly_zero(angle: float) -> None:
    assert drag_kick(CARD, AIR, 0.0, 0.0, angle, 0.0, 1 / 120) == (0.0, 0.0, 0.0)


@given(vx=speeds, vy=speeds, angle=angles, omega=spins, dt=st.floats(1e-5, 1 / 120))
@settings(max_examples=300, deadline=None)
def test_the_kick_only_takes_energy(vx: float, vy: float, angle: float, omega: float, dt: float) -> None:
    for plate in (CARD, PAPER):
        for air in (AIR, replace(AIR, mu1=0.3, mu2=0.3)):
            dvx, dvy, domega = drag_kick(plate, air, vx, vy, angle, omega, dt)
            assert math.hypot(vx + dvx, vy + dvy) <= math.hypot(vx, vy) * (1 + 1e-12)
            assert abs(omega + domega) <= abs(omega)
            assert (omega + domega) * omega >= 0, "damping never turns the rotation round"


def test_the_kick_falls_to_rest_and_stays() -> None:
    air = replace(AIR, mu1=0.1)
    vx, vy, omega = 900.0, -2000.0, 80.0
    for _ in range(20000):
        kick = drag_kick(PAPER, air, vx, vy, 0.3, omega, 1 / 120)
        vx, vy, omega = vx + kick[0], vy + kick[1], omega + kick[2]
    assert math.hypot(vx, vy) < 20
    assert 0 <= omega < 1


@given(vx=speeds, vy=speeds, angle=angles, omega=spins)
@settings(max_examples=100, deadline=None)
def test_the_kick_is_the_force_law_without_added_mass(vx: float, vy: float, angle: float, omega: float) -> None:
    dt = 1e-7
    air = replace(AIR, mu1=0.05)
    half, rho_s = CARD.length_mm / 2, AIR.density_g_mm3 * CARD.span_mm
    sin, cos, speed = math.sin(angle), math.cos(angle), math.hypot(vx, vy)
    u, v = cos * vx + sin * vy, cos * vy - sin * vx
    turning, along = (u * v / speed, (u * u - v * v) / speed) if speed else (0.0, 0.0)
    circulation = 2 * half * (air.lift_rotational * half * omega - air.lift_translational * turning)
    drag = half * (air.drag_a * speed - air.drag_b * along)
    fu, fv = (rho_s * (sign * circulation * other - drag * own) for sign, other, own in ((-1, v, u), (1, u, v)))
    torque = -math.pi * rho_s * half**3 * (air.mu1 * speed + air.mu2 * half * abs(omega)) * omega
    expected = ((cos * fu - sin * fv) / CARD.mass_g, (sin * fu + cos * fv) / CARD.mass_g, torque / CARD.moment_g_mm2)
    found = tuple(change / dt for change in drag_kick(CARD, air, vx, vy, angle, omega, dt))
    assert found == pytest.approx(expected, rel=1e-3, abs=0.05)


# ------------------------------------------------------------------------------------------------ the table


def test_the_shipped_table_is_the_air() -> None:
    assert build_air(shipped_air_table(), "here") == LAW
    for air in (LAW.square, LAW.strip):
        assert air.drag_a + air.drag_b == pytest.approx(1.98), "a flat plate, broadside, in two dimensions"


def test_coefficients_go_from_those_of_a_square_to_those_of_a_strip() -> None:
    assert LAW.at(1.0) == LAW.square
    assert LAW.at(math.inf) == LAW.strip
    assert LAW.over(CARD) == LAW.at(88.9 / 63.5)
    aspects = (0.5, 1.0, 2.0, 5.0, 10.0, 100.0)
    for key in ("lift_rotational", "mu2"):
        values = [getattr(LAW.at(aspect), key) for aspect in aspects]
        assert values in (sorted(values), sorted(values, reverse=True))
    assert {LAW.at(aspect).density_g_mm3 for aspect in aspects} == {AIR.density_g_mm3}
    # Half of what a square lacks of the strip is left where the lifting line has twice its slope of span 1, at 4.
    assert LAW.at(4.0).mu2 - LAW.strip.mu2 == pytest.approx((LAW.square.mu2 - LAW.strip.mu2) / 2)


@given(aspect=st.floats(1e-6, 1e6))
def test_drag_and_damping_take_energy_at_any_span(aspect: float) -> None:
    air = LAW.at(aspect)
    assert 0 <= air.drag_b <= air.drag_a
    assert min(air.lift_translational, air.lift_rotational, air.mu1, air.mu2) >= 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"square_drag_b": 1.5},
            "air.toml: air.square_drag_b: expected at most square_drag_a (drag must not push), found 1.5.",
        ),
        (
            {"strip_drag_b": 1.8},
            "air.toml: air.strip_drag_b: expected at most strip_drag_a (drag must not push), found 1.8.",
        ),
        (
            {"strip_damping_linear": 0.1},
            "air.toml: air: expected a square near enough to the strip that drag and damping never push at any span",
        ),
        ({"density_kg_m3": 0.0}, "air.toml: air.density_kg_m3: expected more than 0, found 0.0."),
        ({"lift": 1.0}, "air.toml: air.lift: unknown key"),
        ({"square_damping_linear": "much"}, "air.toml: air.square_damping_linear: expected a number"),
    ],
)
def test_bad_tables_are_refused_in_one_sentence(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as refused:
        build_air({**shipped_air_table(), **change}, "air.toml")
    assert str(refused.value).startswith(message)


def test_a_step_of_flight_is_a_few_dozen_calls() -> None:
    motion = Motion(0.0, 0.0, 0.4, 900.0, -300.0, 25.0)
    # 32, in some 4 us on the machine it was written on; a budget, not a benchmark.
    assert calls_of(lambda: fly(CARD, AIR, motion, 1 / 480, GRAVITY_MM_S2)) < 50
