"""The air under a thin card: quasi-steady lift, drag and rotational damping, and added mass, in a vertical plane.

The force law is that of Andersen, Pesavento & Wang (JFM 541, 2005) in the limit of no thickness, in millimetres, grams
and seconds (sim/physics/air/reference_plate.py holds the published form as a check). For a plate of chord 2a and span s
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
out. Coefficients: air.toml; where they come from: docs/air.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import Field

from sim.errors import InputError
from sim.measures import TomlTable, check, shipped

AIR_FILE = Path(__file__).with_name("air.toml")


class AirMeasures(TomlTable):
    """The table [air] (air.toml says where each value comes from)."""

    density_kg_m3: float = Field(gt=0, le=2000)
    lift_translational: float = Field(ge=0, le=10)
    lift_rotational: float = Field(ge=0, le=10)
    drag_a: float = Field(gt=0, le=10)
    drag_b: float = Field(ge=0, le=10)
    damping_linear: float = Field(ge=0, le=10)
    damping_quadratic: float = Field(ge=0, le=10)


@dataclass(frozen=True, slots=True)
class Plate:
    """A flat rectangle seen from its side: the chord lies in the plane of motion, the span across it.

    `thickness_mm` is that of the body modelled; it counts in the moment of inertia only, air sees no thickness.
    """

    length_mm: float
    span_mm: float
    thickness_mm: float
    mass_g: float

    @property
    def moment_g_mm2(self) -> float:
        """Moment of inertia about the axis across the plane, through the middle (air's share apart)."""
        return self.mass_g * (self.length_mm * self.length_mm + self.thickness_mm * self.thickness_mm) / 12


@dataclass(frozen=True, slots=True)
class Air:
    """Density (g/mm3) and the coefficients of the force law, see the module."""

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


def build_air(table: Mapping[str, Any], where: str) -> Air:
    """Build the air of a plain table [air]. Raises InputError (`where` names the file)."""
    m = check(AirMeasures, table, where, "air")
    if m.drag_b > m.drag_a:
        raise InputError(f"{where}: air.drag_b: expected at most drag_a (drag must not push), found {m.drag_b:g}.")
    return Air(
        density_g_mm3=m.density_kg_m3 * 1e-6,
        lift_translational=m.lift_translational,
        lift_rotational=m.lift_rotational,
        drag_a=m.drag_a,
        drag_b=m.drag_b,
        mu1=m.damping_linear,
        mu2=m.damping_quadratic,
    )


@cache
def shipped_air_table() -> Mapping[str, Any]:
    """Return the plain values of air.toml, as a configuration holds them."""
    table = shipped(AIR_FILE)["air"]
    assert isinstance(table, dict)
    return table


@cache
def shipped_air() -> Air:
    """Return the air of air.toml."""
    return build_air(shipped_air_table(), AIR_FILE.name)


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
    ma = math.pi * rho_s * a * a
    mn = m + ma
    moment = plate.moment_g_mm2 + ma * a * a / 8
    lift_t, lift_r = 2 * a * rho_s * air.lift_translational, 2 * a * a * rho_s * air.lift_rotational
    drag_a, drag_b = rho_s * a * air.drag_a, rho_s * a * air.drag_b
    damp_1 = ma * a * air.mu1
    damp_2 = ma * a * a * air.mu2
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
    damping = math.pi * rho_s * a * a * a / plate.moment_g_mm2
    new_omega = 0.0
    if omega != 0.0:
        # w' = -(k + q |w|) w has the solution below; its first factor tends to dt as k does to 0.
        k, q = damping * air.mu1 * speed, damping * air.mu2 * a
        lapse = -math.expm1(-k * dt_s) / k if k * dt_s > 1e-12 else dt_s
        new_omega = omega * math.exp(-k * dt_s) / (1 + q * abs(omega) * lapse)
    if speed == 0.0:
        return 0.0, 0.0, new_omega - omega
    s, c = math.sin(angle), math.cos(angle)
    u, v = c * vx + s * vy, c * vy - s * vx
    drag = rho_s * a * (air.drag_a - air.drag_b * (u * u - v * v) / (speed * speed)) / plate.mass_g
    kept = 1 / (1 + drag * speed * dt_s)
    circulation = 2 * a * (air.lift_rotational * a * omega - air.lift_translational * u * v / speed)
    turn = rho_s * circulation / plate.mass_g * dt_s
    st, ct = kept * math.sin(turn), kept * math.cos(turn)
    return ct * vx - st * vy - vx, st * vx + ct * vy - vy, new_omega - omega
