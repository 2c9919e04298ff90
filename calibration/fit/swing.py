"""A damped pendulum computed by Taylor series, for many sets of parameters at once.

    th'' = -w0^2 sin th - 2 v th' - c sgn(th') - q th'|th'|

Between two turns sgn(th') is constant and the solution analytic, so it is summed as its Taylor series, whose terms
follow from one another (sin and cos of a series by their recurrences). The turn is a root of the series of the
velocity; there dry friction changes sign, or holds the pendulum for ever where w0^2 |sin th| <= c. The series also
gives the angles between steps.

From its first turn on, every half swing depends on nothing but the angle at which it starts. So half swings are summed
from a few angles alone, and how long they take, where they end and their shapes are interpolated between those
(Chebyshev polynomials). A long record takes hardly longer than a short one.
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
# A column that takes more steps than this to its first turn (a swing takes about 14) is reported as NaN.
_MOST_STEPS = 1000
_MOST_STEPS_A_CYCLE, _MOST_CYCLES = 30, 10_000
# A pendulum that turns nearer to the top (rad) than this, or goes over it, is reported as NaN.
_TOP = 3.1
# The error of an interpolated half swing, in amplitudes, and the limits of the number of angles it needs.
_ERROR = 1e-9
_ANGLES = (6, 40)
# The half swings that are followed at once; they may end beyond the middle and lose by these shares of the widest.
_AT_ONCE = 16
_BEYOND, _LOST = 0.05, 0.5


@dataclass(frozen=True, slots=True)
class Pendulums:
    """Parameters and starts, each of shape (columns,): units as in `fit ship`, angles in radians from upright."""

    omega0_sq: Floats
    viscous: Floats
    coulomb: Floats
    quadratic: Floats
    theta: Floats
    omega: Floats


def swing(pendulums: Pendulums, times: Floats, *, rates: bool = False) -> Floats:
    """Return the angles (times, columns) at ascending times (s, from 0) of pendulums that start at time 0.

    rates: return the angular velocities (rad/s) instead. A column whose motion cannot be followed is NaN. The error is
    below 1e-8 of the amplitude per swing.
    """
    # A search sometimes tries motions far beyond any; they become NaN.
    with np.errstate(over="ignore", invalid="ignore"):
        return _swung(pendulums, times, rates)


def _swung(pendulums: Pendulums, times: Floats, rates: bool) -> Floats:
    end = float(times[-1])
    run = _Run(pendulums)
    cycles = end * float(np.nanmedian(run.frequency)) / math.tau if np.any(np.isfinite(run.frequency)) else 0.0
    run.to_first_turns(end, _MOST_STEPS + round(_MOST_STEPS_A_CYCLE * min(cycles, _MOST_CYCLES)))
    turns = np.where(np.isnan(run.turn_time), np.inf, run.turn_time)
    early = int(np.searchsorted(times, np.max(np.minimum(turns, end)), side="right"))
    values = np.empty((times.size, turns.size))
    values[:early] = run.at(times[:early, np.newaxis], rates=rates)
    over = ~(np.abs(run.turn_angle) < _TOP) & np.isfinite(turns)
    later = np.flatnonzero((turns <= end) & ~over)
    if later.size:
        halves = _HalfSwings(pendulums, later, run.turn_time[later], run.turn_angle[later], end)
        for place, column in enumerate(later):
            after = int(np.searchsorted(times, turns[column]))
            values[after:, column] = halves.at(place, times[after:], rates=rates)
    lost = run.moving & (run.time <= end) & np.isinf(turns)
    values[:, lost | over | ~np.isfinite(run.theta)] = np.nan
    return values


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
        self.turn_time, self.turn_angle = np.full_like(self.theta, np.nan), np.full_like(self.theta, np.nan)
        # With more friction than this it creeps back without a turn.
        stiffness = pendulums.omega0_sq * np.cos(_middle(pendulums))
        self._swings = pendulums.viscous**2 < 0.98 * stiffness
        # Backwards in time a swing grows: it has no half swings that it would not leave.
        self._swings &= np.minimum(np.minimum(pendulums.viscous, pendulums.coulomb), pendulums.quadratic) >= 0
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

    def to_first_turns(self, end: float, most_steps: int) -> None:
        """Move on until every pendulum has turned once, rests, or is past the time `end` (s)."""
        for _ in range(most_steps):
            if not np.any(self.moving & (self.time <= end) & np.isnan(self.turn_time)):
                return
            self.step()

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
        ends = np.sum(theta * powers, axis=0)
        # Who goes over the top goes round for ever, and all others wait.
        self.theta = np.where(np.abs(ends) > math.pi, np.nan, ends)
        self.omega = ahead
        self.time = self.time + took
        if np.any(turned):
            first = turned & self._swings & np.isnan(self.turn_time)
            self.turn_time = np.where(first, self.time, self.turn_time)
            self.turn_angle = np.where(first, self.theta, self.turn_angle)
            self._set_off(turned)

    def _expand(self) -> tuple[Floats, Floats]:
        """Return the series of angle (order + 1, columns) and velocity (order, columns) about the present."""
        p, columns = self.p, self.theta.size
        # The series that the velocity's is multiplied with: sin, cos, and the velocity itself.
        others = np.zeros((3, _ORDER, columns))
        omega = others[2]
        omega[0] = np.where(self.moving, self.omega, 0.0)
        others[0, 0], others[1, 0] = np.sin(self.theta), np.cos(self.theta)
        pull, viscous = np.where(self.moving, -p.omega0_sq, 0.0), 2 * p.viscous
        dry, drag = p.coulomb * self.sense, p.quadratic * self.sense
        for k in range(_ORDER - 1):
            by_sin, by_cos, squared = np.einsum("jc,ajc->ac", omega[: k + 1], others[:, k::-1])
            acceleration = pull * others[0, k] - viscous * omega[k] - drag * squared
            if k == 0:
                acceleration -= dry
            omega[k + 1] = acceleration / (k + 1)
            others[0, k + 1], others[1, k + 1] = by_cos / (k + 1), -by_sin / (k + 1)
        theta = np.empty((_ORDER + 1, columns))
        theta[0], theta[1:] = self.theta, omega / np.arange(1, _ORDER + 1)[:, np.newaxis]
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

    def at(self, times: Floats, *, rates: bool = False) -> Floats:
        """Return the angles, or rates (rad/s), at times already passed, or later for a pendulum at rest.

        `times` has the shape (times, columns) or (times, 1); the result (times, columns).
        """
        # A pendulum that has come to rest in the last step stays there.
        starts, series = np.array([*self.starts, self.time]), np.array([*self.series, self._expand()[0]])
        which = np.zeros(np.broadcast_shapes(times.shape, (1, self.theta.size)), dtype=np.int64)
        for start in starts[1:]:
            which += times >= start
        columns = np.arange(self.theta.size)
        since = times - starts[which, columns]
        total = np.zeros_like(since)
        for order in range(_ORDER, 0 if rates else -1, -1):
            terms = series[which, order, columns]
            total = total * since + (order * terms if rates else terms)
        return np.asarray(total, dtype=np.float64)


class _HalfSwings:
    """All half swings of some pendulums from their first turns on."""

    def __init__(self, all_: Pendulums, columns: NDArray[np.int64], time: Floats, angle: Floats, end: float) -> None:
        """Follow the pendulums of some columns from their first turns (s, rad) to the time `end`."""
        w2, viscous, coulomb, quadratic = (
            each[columns] for each in (all_.omega0_sq, all_.viscous, all_.coulomb, all_.quadratic)
        )
        middle = _middle(all_)[columns]
        widest = np.maximum(np.abs(angle) - middle, 0.0)
        moving = widest > 0
        self._middle, self._widest = middle, np.where(moving, widest, 1.0)
        nodes, moments = _degrees(middle, widest)
        places = (1 + np.cos(math.pi * (np.arange(nodes) + 0.5) / nodes)) / 2
        shares = (1 + np.cos(math.pi * (np.arange(moments) + 0.5) / moments)) / 2
        away = places[:, np.newaxis] * self._widest
        start = (middle + away).ravel()
        law = np.tile(np.array([w2, viscous, coulomb, quadratic]), nodes)
        run = _Run(Pendulums(law[0], law[1], law[2], law[3], start, np.zeros_like(start)))
        run.to_first_turns(math.inf, _MOST_STEPS)
        self._to_nodes, self._to_moments = _transform(nodes), _transform(moments)
        takes = run.turn_time.reshape(nodes, -1)
        ends = -run.turn_angle.reshape(nodes, -1) - middle
        shape = run.at(shares[:, np.newaxis] * run.turn_time).reshape(moments, nodes, -1)
        shape = (shape - middle) / away
        self._shape = np.einsum("im,jn,mnc->ijc", self._to_moments, self._to_nodes, shape)
        self._follow(time, widest, np.sign(angle), end, np.stack([ends, takes], axis=1))

    def _follow(self, time: Floats, away: Floats, side: Floats, end: float, halves: Floats) -> None:
        """Go from turn to turn: what is kept of each is its time (s), how far from the middle it is, and its side.

        halves: how far from the middle half swings end and what they take (s), by the places where they start. Several
        at once are another such function.
        """
        one = self._series(halves)
        # As many as end near enough to the range, and lose too little for their series to need more terms.
        dry = float(np.max(self._middle / self._widest, initial=1e-9))
        lost = float(np.max(1 - halves[0, 0] / self._widest, initial=1e-9))
        several = int(min(max(min(_BEYOND / dry, _LOST / lost), 1.0), _AT_ONCE))
        passed = [halves]
        for _ in range(several - 1):
            ahead = _summed(one, self._place(passed[-1][:, :1]))
            ahead[:, 1] += passed[-1][:, 1]
            passed.append(ahead)
        terms = self._series(np.stack(passed, axis=1))
        begins = [np.stack([away, time])]
        while np.any((begins[-1][0] > 0) & (begins[-1][1] <= end)):
            away, time = begins[-1]
            ahead, took = _summed(terms[:, -1], self._place(away))
            going = away > 0
            begins.append(np.stack([np.where(going, ahead, away), np.where(going, time + took, np.inf)]))
        starts = np.array(begins)
        every = _summed(terms, self._place(starts[:-1, np.newaxis, :1]))
        every[:, :, 1] += starts[:-1, np.newaxis, 1]
        self._turns(np.concatenate([starts[:1], every.reshape(-1, *starts.shape[1:])]), side)

    def _turns(self, turns: Floats, side: Floats) -> None:
        """Keep turns, (turns, 2, columns), to the one where dry friction holds."""
        reaches, times = turns[:, 0], turns[:, 1].copy()
        held = reaches <= 0
        last = np.where(np.any(held, axis=0), np.argmax(held, axis=0), len(turns) - 1)
        times[np.arange(len(turns))[:, np.newaxis] > last] = np.inf
        self._reaches, self._times, self._side = reaches, times, side
        later = np.append(times[1:], np.full((1, side.size), np.inf), axis=0)
        self._takes = later - np.where(np.isinf(times), 0.0, times)

    def _place(self, away: Floats) -> Floats:
        """Return the place of a start, from -1 (the middle) to 1 (the widest)."""
        return 2 * away / self._widest - 1

    def _series(self, values: Floats) -> Floats:
        """Return the Chebyshev series through values at the places where half swings start (first axis)."""
        return np.asarray(np.einsum("jn,n...->j...", self._to_nodes, values), dtype=np.float64)

    def at(self, column: int, times: Floats, *, rates: bool) -> Floats:
        """Return the angles (rad), or rates (rad/s), of a pendulum at times (s) from its first turn on."""
        which = np.searchsorted(self._times[:, column], times, side="right") - 1
        away, takes, middle = self._reaches[:, column], self._takes[:, column], self._middle[column]
        side = self._side[column] * (-1.0) ** np.arange(away.size)
        rests = int(np.argmax(np.isinf(takes)))
        values = np.full(times.size, 0.0 if rates else side[rests] * (middle + away[rests]))
        moving = int(np.searchsorted(which, rests))
        which = which[:moving]
        terms = _summed(self._shape[:, :, column].T[:, :, np.newaxis], 2 * away / self._widest[column] - 1)
        if rates:
            terms = np.polynomial.chebyshev.chebder(terms, scl=2.0) * (away / takes)
        else:
            terms = terms * away
            terms[0] += middle
        place = 2 * (times[:moving] - self._times[which, column]) / takes[which] - 1
        values[:moving] = _summed(terms * side, place, which)
        return values


def _middle(pendulums: Pendulums) -> Floats:
    """Return the angles (rad) about which half swings go: dry friction holds what turns nearer to upright."""
    return np.asarray(np.arcsin(np.minimum(pendulums.coulomb / pendulums.omega0_sq, 1.0)), dtype=np.float64)


def _degrees(middle: Floats, widest: Floats) -> tuple[int, int]:
    """Return the numbers of angles and of moments that interpolate half swings up to this far from their middles.

    The solutions are singular at the top (pi rad): from there the error of a degree follows.
    """
    half = float(np.max(widest, initial=0.0)) / 2
    top = (math.pi - float(np.max(middle + widest / 2, initial=0.0))) / max(half, 1e-9)
    rho = top + math.sqrt(max(top * top - 1, 1e-4))
    angles = math.ceil(-math.log(_ERROR) / math.log(rho)) + 2
    steepness = math.sin(min(half, 1.5)) ** 2
    return min(max(angles, _ANGLES[0]), _ANGLES[1]), round(15 / (1 - steepness) ** 0.25)


def _summed(terms: Floats, place: Floats, which: NDArray[np.int64] | None = None) -> Floats:
    """Return the Chebyshev series of some terms, the lowest first, at places from -1 to 1 (Clenshaw's recurrence).

    which: of several series, the last axis of `terms`, the one for each place.
    """
    twice = 2 * place
    ahead, further = np.zeros(1), np.zeros(1)
    for row in terms[:0:-1]:
        ahead, further = (row if which is None else row[which]) + twice * ahead - further, ahead
    return np.asarray((terms[0] if which is None else terms[0][which]) + place * ahead - further, dtype=np.float64)


def _transform(degree: int) -> Floats:
    """Return the matrix from values at Chebyshev's points to the coefficients of those polynomials."""
    matrix = np.cos(math.pi * np.outer(np.arange(degree), np.arange(degree) + 0.5) / degree) * 2 / degree
    matrix[0] /= 2
    return np.asarray(matrix, dtype=np.float64)
