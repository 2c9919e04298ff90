"""The air under a thin card: quasi-steady lift, drag and rotational damping, and added mass, in a vertical plane.

The force law is that of Andersen, Pesavento & Wang (JFM 541, 2005) in the limit of no thickness, in millimetres, grams
and seconds (tests/physics/reference_plate.py holds the published form as a check). For a plate of chord 2a and span s
that moves with (u, v) along itself and normal to itself and turns at w (counter-clockwise), speed V, mass m, moment I:

    m u'        = (m + ma) w v - rho s G v - m g sin th - Fu        ma = pi rho a^2 s
    (m + ma) v' = -m w u       + rho s G u - m g cos th - Fv
    (I + Ia) w' = -ma u v - tau                                     Ia = pi rho a^4 s / 8
    G   = 2 a (-C_T u v / V + C_R a w)                              circulation
    F   = rho a s (A - B (u^2 - v^2) / V^2) V (u, v)                drag; broadside C_D = A + B, edge-on A - B
    tau = pi rho a^3 s (mu1 V + mu2 a |w|) w                        damping of the rotation

The published damping mu1 U w takes its speed U from gravity; here it is the card's own speed V, so that air without
gravity is air as well. Without gravity the kinetic energy, added mass included, falls at F . (u, v) + tau w exactly:
circulation and added mass turn the motion and pay for nothing. Buoyancy (a thousandth of the weight of card) is left
out.

The coefficients depend on span over chord, s / 2a: around the ends of a short plate the pressures of the two faces even
out. Each goes from its value for a square to that for a strip without ends as a lifting line does (`AirLaw`); the
values are in air.toml, and where they come from in docs/explanation/physics.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import Field

from sim.errors import InputError
from sim.measures import TomlTable, check, shipped

AIR_FILE = Path(__file__).with_name("air.toml")


class AirMeasures(TomlTable):
    """The table [air] (air.toml says where each value comes from)."""

    density_kg_m3: float = Field(gt=0, le=20)
    aspect_half: float = Field(gt=0, le=20)
    square_lift_translational: float = Field(ge=0, le=10)
    square_lift_rotational: float = Field(ge=0, le=10)
    square_drag_a: float = Field(gt=0, le=10)
    square_drag_b: float = Field(ge=0, le=10)
    square_damping_linear: float = Field(ge=0, le=10)
    square_damping_quadratic: float = Field(ge=0, le=10)
    strip_lift_translational: float = Field(ge=0, le=10)
    strip_lift_rotational: float = Field(ge=0, le=10)
    strip_drag_a: float = Field(gt=0, le=10)
    strip_drag_b: float = Field(ge=0, le=10)
    strip_damping_linear: float = Field(ge=0, le=10)
    strip_damping_quadratic: float = Field(ge=0, le=10)


class SheetMeasures(TomlTable):
    """The table [sheets]: how much one sheet differs from another of the same size and stock."""

    lift_rotational_sd: float = Field(ge=0, le=1)


_DISC = math.pi / 4, 2 / 3, 3 * math.pi / 16, 8 / 15


@dataclass(frozen=True, slots=True)
class Plate:
    """A flat rectangle seen from its side: the chord lies in the plane of motion, the span across it.

    `thickness_mm` is that of the body modelled; it counts in the moment of inertia only, air sees no thickness. round:
    it is a disc, and both are its diameter.
    """

    length_mm: float
    span_mm: float
    thickness_mm: float
    mass_g: float
    round: bool = False

    @property
    def moment_g_mm2(self) -> float:
        """Moment of inertia about the axis across the plane, through the middle (air's share apart)."""
        square = self.length_mm * self.length_mm
        if self.round:
            square *= 3 / 4
        return self.mass_g * (square + self.thickness_mm * self.thickness_mm) / 12

    @property
    def shares(self) -> tuple[float, float, float, float]:
        """The integrals over the span of the chord's first to fourth powers, as shares of those of the rectangle.

        In the strips of a disc, of half chord (r^2 - z^2)^(1/2), the force law holds as in those of a rectangle.
        """
        return _DISC if self.round else (1.0, 1.0, 1.0, 1.0)

    @property
    def aspect(self) -> float:
        """Span over mean chord."""
        return self.span_mm / (self.shares[0] * self.length_mm)


@dataclass(frozen=True, slots=True)
class Air:
    """Density (g/mm3) and the coefficients of the force law for plates of one span over chord, see the module."""

    density_g_mm3: float
    lift_translational: float
    lift_rotational: float
    drag_a: float
    drag_b: float
    mu1: float
    mu2: float


class Motion(NamedTuple):
    """Pose and velocity of a card in the world's frame: mm, rad, mm/s, rad/s, counter-clockwise, y up."""

    x: float
    y: float
    angle: float
    vx: float
    vy: float
    omega: float


@dataclass(frozen=True, slots=True)
class AirLaw:
    """The coefficients of a square and of a strip without ends, and how they change in between."""

    square: Air
    strip: Air
    aspect_half: float

    def at(self, aspect: float) -> Air:
        """Return the air at a span over chord from 0 (all end) to infinity (the strip).

        Each coefficient c goes as the slope of lift of a lifting line, 1 - h / (aspect + h), through the value of the
        square at 1: c = strip + (square - strip) (1 + h) / (aspect + h), with h = `aspect_half`, 2 in that theory.
        """
        share = (1 + self.aspect_half) / (aspect + self.aspect_half)

        def between(square: float, strip: float) -> float:
            return strip + (square - strip) * share

        return Air(*(between(*ends) for ends in zip(astuple(self.square), astuple(self.strip), strict=True)))

    def over(self, plate: Plate) -> Air:
        """Return the air as this plate meets it."""
        return self.at(plate.aspect)


def build_air(table: Mapping[str, Any], where: str) -> AirLaw:
    """Build the air of a plain table [air]. Raises InputError (`where` names the file)."""
    m = check(AirMeasures, table, where, "air")
    for shape, a, b in (("square", m.square_drag_a, m.square_drag_b), ("strip", m.strip_drag_a, m.strip_drag_b)):
        if b > a:
            raise InputError(
                "{where}: air.{shape}_drag_b: expected at most {shape}_drag_a (drag must not push), found {b:g}.",
                where=where,
                shape=shape,
                b=b,
            )
    density = m.density_kg_m3 * 1e-6
    square = Air(
        density_g_mm3=density,
        lift_translational=m.square_lift_translational,
        lift_rotational=m.square_lift_rotational,
        drag_a=m.square_drag_a,
        drag_b=m.square_drag_b,
        mu1=m.square_damping_linear,
        mu2=m.square_damping_quadratic,
    )
    strip = Air(
        density_g_mm3=density,
        lift_translational=m.strip_lift_translational,
        lift_rotational=m.strip_lift_rotational,
        drag_a=m.strip_drag_a,
        drag_b=m.strip_drag_b,
        mu1=m.strip_damping_linear,
        mu2=m.strip_damping_quadratic,
    )
    law = AirLaw(square, strip, m.aspect_half)
    narrowest = law.at(0.0)
    if min(astuple(narrowest)) < 0 or narrowest.drag_b > narrowest.drag_a:
        raise InputError(
            "{where}: air: expected a square near enough to the strip that drag and damping "
            "never push at any span over chord, down to 0.",
            where=where,
        )
    return law


@cache
def shipped_air_table() -> Mapping[str, Any]:
    """Return the plain values of air.toml, as a configuration holds them."""
    table = shipped(AIR_FILE)["air"]
    assert isinstance(table, dict)
    return table


@cache
def shipped_air() -> AirLaw:
    """Return the air of air.toml."""
    return build_air(shipped_air_table(), AIR_FILE.name)


@cache
def shipped_sheets() -> SheetMeasures:
    """Return by how much one sheet differs from the next, of air.toml."""
    return check(SheetMeasures, shipped(AIR_FILE)["sheets"], AIR_FILE.name, "sheets")


_MOST_SWING = 2.0  # rad, or e-folds: of classical Runge-Kutta a swing of more than 2.8 a step grows
Flight = Callable[[Motion, float], Motion]
"""One step of free flight: the motion after a time in seconds."""


def fly(plate: Plate, air: Air, motion: Motion, dt_s: float, gravity_mm_s2: float) -> Motion:
    """Return the motion after one step of free flight; `flight` is the cheaper way to take many."""
    return flight(plate, air, gravity_mm_s2)(motion, dt_s)


def flight(plate: Plate, air: Air, gravity_mm_s2: float) -> Flight:
    """Return a stepper of free flight for this plate and air: classical Runge-Kutta, with an error of dt^5 a step."""
    sin, cos, sqrt = math.sin, math.cos, math.sqrt
    a = plate.length_mm / 2
    m, rho_s = plate.mass_g, air.density_g_mm3 * plate.span_mm
    first, second, third, fourth = plate.shares
    bare = math.pi * rho_s * a * a
    ma = bare * second
    mn = m + ma
    moment = plate.moment_g_mm2 + bare * fourth * a * a / 8
    lift_t = 2 * a * rho_s * air.lift_translational * first
    lift_r = 2 * a * a * rho_s * air.lift_rotational * second
    drag_a, drag_b = rho_s * a * air.drag_a * first, rho_s * a * air.drag_b * first
    damp_1 = bare * a * air.mu1 * third
    damp_2 = bare * a * a * air.mu2 * fourth
    mg = m * gravity_mm_s2

    def rates(th: float, u: float, v: float, w: float) -> tuple[float, float, float, float, float]:
        """Return the world velocity (x, y), then u', v', w'."""
        s, c = sin(th), cos(th)
        uv = u * v
        uu, vv = u * u, v * v
        speed = sqrt(uu + vv)
        if speed > 0.0:
            circulation = lift_r * w - lift_t * uv / speed
            drag = drag_a * speed - drag_b * (uu - vv) / speed
        else:
            circulation, drag = lift_r * w, 0.0
        return (
            c * u - s * v,
            s * u + c * v,
            (mn * w * v - circulation * v - mg * s - drag * u) / m,
            (-m * w * u + circulation * u - mg * c - drag * v) / mn,
            (-ma * uv - (damp_1 * speed + damp_2 * abs(w)) * w) / moment,
        )

    def step(motion: Motion, dt_s: float) -> Motion:
        x, y, th, vx, vy, w = motion
        s, c = sin(th), cos(th)
        u, v = c * vx + s * vy, c * vy - s * vx
        h = dt_s / 2
        x1, y1, u1, v1, w1 = rates(th, u, v, w)
        wa = w + h * w1
        x2, y2, u2, v2, w2 = rates(th + h * w, u + h * u1, v + h * v1, wa)
        wb = w + h * w2
        x3, y3, u3, v3, w3 = rates(th + h * wa, u + h * u2, v + h * v2, wb)
        wc = w + dt_s * w3
        x4, y4, u4, v4, w4 = rates(th + dt_s * wb, u + dt_s * u3, v + dt_s * v3, wc)
        k = dt_s / 6
        th += k * (w + 2 * (wa + wb) + wc)
        u += k * (u1 + 2 * (u2 + u3) + u4)
        v += k * (v1 + 2 * (v2 + v3) + v4)
        s, c = sin(th), cos(th)
        return Motion(
            x + k * (x1 + 2 * (x2 + x3) + x4),
            y + k * (y1 + 2 * (y2 + y3) + y4),
            th,
            c * u - s * v,
            s * u + c * v,
            w + k * (w1 + 2 * (w2 + w3) + w4),
        )

    return step


def steady_flight(plate: Plate, air: Air, gravity_mm_s2: float) -> Callable[[Motion, float, int], Motion]:
    """Return a stepper of free flight over a time (s), in the number of steps asked for or as many as its speed needs.

    More are needed only where a plate is much faster than people throw, or much lighter than cards are: a step in which
    it swings about its pitch, or loses its speed, by more than _MOST_SWING would make a swing grow.
    """
    step = flight(plate, air, gravity_mm_s2)
    a = plate.length_mm / 2
    rho_s = air.density_g_mm3 * plate.span_mm
    first, second, _, fourth = plate.shares
    bare = math.pi * rho_s * a * a
    swing = math.sqrt(bare * second / (plate.moment_g_mm2 + bare * fourth * a * a / 8))
    turn = 2 * a * rho_s * max(air.lift_translational, air.lift_rotational, air.drag_a) * first / plate.mass_g
    most_mm = _MOST_SWING / max(swing, turn)

    def fly_on(motion: Motion, time_s: float, least_steps: int) -> Motion:
        speed = math.hypot(motion.vx, motion.vy) + abs(motion.omega) * a
        steps = max(least_steps, math.ceil(speed * time_s / most_mm))
        for _ in range(steps):
            motion = step(motion, time_s / steps)
        return motion

    return fly_on


def drag_kick(
    plate: Plate, air: Air, vx: float, vy: float, angle: float, omega: float, dt_s: float
) -> tuple[float, float, float]:
    """Return the change of (vx, vy, omega) that air makes in `dt_s` on a card that touches something and still moves.

    Drag, lift and damping without added mass and without gravity, each solved exactly for coefficients frozen over the
    step: drag and damping only take energy, lift only turns the velocity, at any step; at rest it is exactly zero.
    """
    speed = math.sqrt(vx * vx + vy * vy)
    a = plate.length_mm / 2
    rho_s = air.density_g_mm3 * plate.span_mm
    first, second, third, fourth = plate.shares
    damping = math.pi * rho_s * a * a * a / plate.moment_g_mm2
    new_omega = 0.0
    if omega != 0.0:
        # w' = -(k + q |w|) w has the solution below; its first factor tends to dt as k does to 0.
        k, q = damping * air.mu1 * speed * third, damping * air.mu2 * a * fourth
        lapse = -math.expm1(-k * dt_s) / k if k * dt_s > 1e-12 else dt_s
        new_omega = omega * math.exp(-k * dt_s) / (1 + q * abs(omega) * lapse)
    if speed == 0.0:
        return 0.0, 0.0, new_omega - omega
    s, c = math.sin(angle), math.cos(angle)
    u, v = c * vx + s * vy, c * vy - s * vx
    drag = rho_s * a * first * (air.drag_a - air.drag_b * (u * u - v * v) / (speed * speed)) / plate.mass_g
    kept = 1 / (1 + drag * speed * dt_s)
    turning = air.lift_rotational * a * omega * second
    circulation = 2 * a * (turning - air.lift_translational * first * u * v / speed)
    turn = rho_s * circulation / plate.mass_g * dt_s
    st, ct = kept * math.sin(turn), kept * math.cos(turn)
    return ct * vx - st * vy - vx, st * vx + ct * vy - vy, new_omega - omega
