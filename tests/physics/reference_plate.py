"""A published falling plate, as a check on the code: Andersen, Pesavento & Wang, J. Fluid Mech. 541, 91-104 (2005).

The thin-card limit of their equations, in their units (length a, half the chord; speed U = sqrt((rho_s/rho_f - 1) g b);
I* the moment of inertia over that of the fluid). The state is (x, y, th, u, v, w): place and angle in the world, y up,
then the velocity along the card, normal to it, and the rotation, counter-clockwise:

    I* u'              = (I* + 1) w v - G v - sin th - Fu
    (I* + 1) v'        = -I* w u + G u - cos th - Fv
    (I* + 1/2) w' / 4  = -u v - tau
    G   = (2/pi) (-C_T u v / V + C_R w)
    F   = (1/pi) (A - B (u^2 - v^2) / V^2) V (u, v)
    tau = (mu1 + mu2 |w|) w

Cards in air are sim/physics/air.py: the same law with the inertia of a flat rectangle (m l^2 / 12, where the thin
ellipse of the paper has m l^2 / 16), with dimensions, and with coefficients of their own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
X, Y, ANGLE, U, V, W = range(6)


@dataclass(frozen=True, slots=True)
class Coefficients:
    """The coefficients of the force law; the defaults are the published set (Re about 1e3, chosen by the authors)."""

    lift_translational: float = 1.2
    lift_rotational: float = math.pi
    drag_a: float = 1.4
    drag_b: float = 1.0
    mu1: float = 0.2
    mu2: float = 0.2


PUBLISHED = Coefficients()


def edge_on_speed(law: Coefficients = PUBLISHED) -> float:
    """Return the terminal speed of a plate that falls along itself."""
    return math.sqrt(math.pi / (law.drag_a - law.drag_b))


def rates(state: Floats, istar: float, law: Coefficients = PUBLISHED) -> Floats:
    """Return the time derivative of a state of six numbers (the published equations)."""
    _, _, th, u, v, w = state
    sin, cos, speed = math.sin(th), math.cos(th), math.hypot(u, v)
    turning = v / speed * u if speed else 0.0
    along = (u * u - v * v) / speed if speed else 0.0
    circulation = 2 / math.pi * (law.lift_rotational * w - law.lift_translational * turning)
    drag = (law.drag_a * speed - law.drag_b * along) / math.pi
    torque = (law.mu1 + law.mu2 * abs(w)) * w
    return np.array(
        [
            u * cos - v * sin,
            u * sin + v * cos,
            w,
            ((istar + 1) * w * v - circulation * v - sin - drag * u) / istar,
            (-istar * w * u + circulation * u - cos - drag * v) / (istar + 1),
            (-u * v - torque) * 4 / (istar + 0.5),
        ]
    )


def fall(istar: float, start: Floats, duration: float, law: Coefficients = PUBLISHED, step: float = 0.05) -> Floats:
    """Return the states every `step` from `start` (six numbers), times x 6, within 1e-10 a step (scipy, DOP853)."""
    from scipy.integrate import solve_ivp

    found = solve_ivp(
        lambda _, state: rates(state, istar, law),
        (0.0, duration),
        start,
        method="DOP853",
        t_eval=np.arange(0.0, duration, step),
        rtol=1e-10,
        atol=1e-10,
    )
    states: Floats = found.y.T
    return states


def edge_on(law: Coefficients = PUBLISHED) -> Floats:
    """Return the state of steady fall along the card, head down (th = pi/2)."""
    return np.array([0.0, 0.0, math.pi / 2, -edge_on_speed(law), 0.0, 0.0])


def edge_on_modes(istar: float, law: Coefficients = PUBLISHED) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Return growth rates (4) and modes (4 x 4, columns, in th, u, v, w) of small disturbances of the fall along the
    card.
    """
    point, size = edge_on(law), 1e-6
    columns = []
    for axis in (ANGLE, U, V, W):
        shift = np.zeros(6)
        shift[axis] = size
        columns.append((rates(point + shift, istar, law) - rates(point - shift, istar, law))[ANGLE:] / (2 * size))
    values, modes = np.linalg.eig(np.array(columns).T)
    return values.astype(np.complex128), modes.astype(np.complex128)


def overturns(istar: float, law: Coefficients = PUBLISHED, duration: float = 200.0) -> bool:
    """Return True if a plate that leaves the edge-on fall along its growing mode turns past the next edge-on fall.

    If it does, it tumbles; if it comes back, it flutters: the border between them is where it neither does, a
    heteroclinic orbit. Raises ValueError where it has not been decided within `duration`.
    """
    from scipy.integrate import solve_ivp

    values, modes = edge_on_modes(istar, law)
    growing = int(np.argmax(values.real))
    mode = modes[:, growing].real
    start = edge_on(law)
    start[ANGLE:] -= 1e-4 * mode * np.sign(mode[0])

    def past(_: float, state: Floats) -> float:
        """Return 0 where it lies flat again, on its other face."""
        return float(state[ANGLE]) + math.pi

    def back(_: float, state: Floats) -> float:
        """Return 0 where it lies flat again, having turned back."""
        return float(state[ANGLE])

    past.terminal = True  # type: ignore[attr-defined]
    back.terminal = True  # type: ignore[attr-defined]
    back.direction = 1.0  # type: ignore[attr-defined]
    found = solve_ivp(
        lambda _, state: rates(state, istar, law),
        (0.0, duration),
        start,
        method="DOP853",
        events=[past, back],
        rtol=1e-11,
        atol=1e-12,
    )
    if found.status != 1:
        raise ValueError(f"undecided within {duration:g} at I* = {istar:g}")
    return bool(found.y[ANGLE, -1] < -math.pi / 2)
