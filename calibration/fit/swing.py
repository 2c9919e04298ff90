"""A damped pendulum computed by Taylor series, for many sets of parameters at once.

    th'' = -w0^2 sin th - 2 v th' - c sgn(th') - q th'|th'|

Between two turns sgn(th') is constant and the solution analytic, so it is summed as its Taylor series, whose terms
follow from one another (sin and cos of a series by their recurrences). The turn is a root of the series of the
velocity; there dry friction changes sign, or holds the pendulum for ever where w0^2 |sin th| <= c. The series also
gives the angles between steps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Terms of the series, and its step times the frequency. Small swings converge fast (h^n / n!); the wider the swing, the
# nearer the poles of the solution (1.6 / w0 at 135 degrees), and the shorter the steps.
_ORDER = 12
_STEP = 0.55
# A column that takes more steps than this (a swing takes about 14) is reported as NaN.
_MOST_STEPS = 1000
_MOST_STEPS_A_CYCLE = 30


@dataclass(frozen=True, slots=True)
class Pendulums:
    """Parameters and starts, each of shape (columns,): units as in `fit ship`, angles in radians from upright."""

    omega0_sq: Floats
    viscous: Floats
    coulomb: Floats
    quadratic: Floats
    theta: Floats
    omega: Floats


def swing(pendulums: Pendulums, times: Floats) -> Floats:
    """Return the angles (times, columns) at ascending times (s, from 0) of pendulums that start at time 0.

    A column whose motion cannot be followed is NaN. The error is below 1e-8 of the amplitude per swing.
    """
    end = float(times[-1])
    run = _Run(pendulums)
    cycles = end * float(np.median(run.frequency)) / math.tau
    for _ in range(_MOST_STEPS + round(_MOST_STEPS_A_CYCLE * cycles)):
        run.step()
        if not np.any((run.time <= end) & run.moving):
            return run.at(times)
    angles = run.at(times)  # too long
    angles[:, (run.time <= end) & run.moving] = np.nan
    return angles


class _Run:
    """A run of pendulums: where each is, and the series of every step so far."""

    def __init__(self, pendulums: Pendulums) -> None:
        from scipy.special import ellipk

        self._ellipk = ellipk
        self.p = pendulums
        self.frequency = np.sqrt(pendulums.omega0_sq)
        self.time = np.zeros_like(pendulums.theta)
        self.theta, self.omega = pendulums.theta.copy(), pendulums.omega.copy()
        self.sense = np.sign(self.omega)
        # Large friction shortens the range in which the series converges.
        fastest = self.frequency + pendulums.viscous + pendulums.quadratic * np.abs(self.omega)
        self.h = _STEP / fastest / (1 + np.sin(np.minimum(np.abs(self.theta), math.pi) / 2) ** 2)
        self._set_off(self.sense == 0)
        self.starts: list[Floats] = []
        self.series: list[Floats] = []

    @property
    def moving(self) -> NDArray[np.bool_]:
        """A mask of the pendulums that dry friction does not hold."""
        moving: NDArray[np.bool_] = (self.sense != 0) & np.isfinite(self.theta)
        return moving

    def _set_off(self, turned: NDArray[np.bool_]) -> None:
        """Set the direction and the step of pendulums whose velocity is zero; dry friction may hold them."""
        p = self.p
        pull = -p.omega0_sq * np.sin(self.theta)
        onward = np.where(np.abs(pull) > p.coulomb, np.sign(pull), 0.0)
        self.sense = np.where(turned, onward, self.sense)
        # The next turn should fall into the middle of a step, the same for all columns, as finding a turn is expensive.
        steepness = np.minimum(np.sin(self.theta / 2) ** 2, 0.9999)
        slowed = np.sqrt(np.maximum(p.omega0_sq - p.viscous**2, 0.25 * p.omega0_sq))
        half_period = 2 * self._ellipk(steepness) / slowed
        steps = np.ceil(half_period * (self.frequency + p.viscous) / _STEP * (1 + steepness))
        self.h = np.where(turned, half_period / (np.max(steps[turned], initial=1.0) + 0.5), self.h)

    def step(self) -> None:
        """Move every pendulum by a step, or to its next turn where that is nearer."""
        theta, omega = self._expand()
        self.starts.append(self.time)
        self.series.append(theta)
        powers = self.h ** np.arange(_ORDER + 1)[:, np.newaxis]
        ahead = np.sum(omega * powers[:-1], axis=0)
        # Only a finite end counts as a turn; other columns go on as NaN.
        turned = self.moving & (self.sense * ahead < 0)
        took = self.h
        if np.any(turned):
            took = np.where(turned, self._turn(omega, ahead), self.h)
            powers = took ** np.arange(_ORDER + 1)[:, np.newaxis]
            ahead = np.where(turned, 0.0, np.sum(omega * powers[:-1], axis=0))
        self.theta = np.sum(theta * powers, axis=0)
        self.omega = ahead
        self.time = self.time + took
        if np.any(turned):
            self._set_off(turned)

    def _expand(self) -> tuple[Floats, Floats]:
        """Return the series of angle (order + 1, columns) and velocity (order, columns) about the present."""
        p, columns = self.p, self.theta.size
        theta = np.zeros((_ORDER + 1, columns))
        omega = np.zeros((_ORDER, columns))
        # The series that the velocity's is multiplied with: sin, cos, and the velocity itself.
        others = np.empty((3, _ORDER, columns))
        theta[0] = self.theta
        omega[0] = np.where(self.moving, self.omega, 0.0)
        others[0, 0], others[1, 0] = np.sin(self.theta), np.cos(self.theta)
        dry, drag = p.coulomb * self.sense, p.quadratic * self.sense
        still = ~self.moving
        for k in range(_ORDER):
            theta[k + 1] = omega[k] / (k + 1)
            if k + 1 == _ORDER:
                break
            others[2, k] = omega[k]
            by_sin, by_cos, squared = np.einsum("jc,ajc->ac", omega[: k + 1], others[:, k::-1])
            acceleration = -p.omega0_sq * others[0, k] - 2 * p.viscous * omega[k] - drag * squared
            if k == 0:
                acceleration -= dry
            acceleration[still] = 0.0
            omega[k + 1] = acceleration / (k + 1)
            others[0, k + 1], others[1, k + 1] = by_cos / (k + 1), -by_sin / (k + 1)
        return theta, omega

    def _turn(self, omega: Floats, ahead: Floats) -> Floats:
        """Return the time within the step at which the velocity is zero.

        Newton's method on the series of the velocity, confined to the step.
        """
        orders = np.arange(_ORDER)[:, np.newaxis]
        slope = omega[1:] * orders[1:]
        with np.errstate(divide="ignore", invalid="ignore"):
            at = self.h * omega[0] / (omega[0] - ahead)
            # When a step starts at a turn, the straight line would lead back to that turn.
            at = np.where(omega[0] == 0, 0.9 * self.h, at)
            for _ in range(5):
                powers = at**orders
                at = at - np.sum(omega * powers, axis=0) / np.sum(slope * powers[:-1], axis=0)
                at = np.clip(np.where(np.isfinite(at), at, self.h), 0.0, self.h)
        return np.asarray(at, dtype=np.float64)

    def at(self, times: Floats) -> Floats:
        """Return the angles (times, columns) at times already passed, or later for a pendulum at rest."""
        # A pendulum that has come to rest in the last step stays there.
        starts, series = np.array([*self.starts, self.time]), np.array([*self.series, self._expand()[0]])
        angles = np.empty((times.size, self.theta.size))
        for column in range(self.theta.size):
            which = np.searchsorted(starts[:, column], times, side="right") - 1
            since = times - starts[which, column]
            terms = series[:, :, column]
            total = terms[which, _ORDER]
            for order in range(_ORDER - 1, -1, -1):
                total = total * since + terms[which, order]
            angles[:, column] = total
        return angles
