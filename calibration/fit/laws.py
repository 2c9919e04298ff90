"""Least squares of a free decay under several laws of damping at once, and the starting points of the search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from calibration.fit.swing import Pendulums, swing

Floats = NDArray[np.float64]

TERMS = ("viscous", "coulomb", "quadratic")
LAWS: tuple[tuple[str, ...], ...] = tuple(law for count in range(4) for law in combinations(TERMS, count))
FULL = len(LAWS) - 1

# The parameters of a law: log(w0^2 s^2), v, c, q, the angle and velocity at the first row, and the file's zero.
PARAMETERS = ("log_omega0_sq", *TERMS, "theta", "omega", "zero")
_DAMPING = slice(1, 4)
_WOBBLE = 1e-6
# Cauchy's weights: 95 % as good as least squares for normal errors, at this many robust sds (Holland & Welsch 1977).
_CAUCHY = 2.385
# In the search, nothing nearer than this share of the swing is an outlier: a long rest must not dominate.
_COARSE = 0.01
# A law is given up if twice the logarithm of its likelihood ratio exceeds this.
_HOPELESS = 200.0
# The rows that the search for a start uses at most; the last descent uses all.
_WINDOW_ROWS = 400
_WINDOW_CYCLES = 3.0
# The first stretch ends before dry friction can stop the pendulum, which would give the sum of squares kinks.
_FIRST_CYCLES = 1.6


@dataclass(frozen=True, slots=True)
class LawFit:
    """The best fit under one law: parameters (7,), residuals (rows,) and derivatives by the parameters (rows, 7).

    If the search was whitened, residuals and derivatives are, too; `raw` are the residuals without whitening.
    """

    law: tuple[str, ...]
    parameters: Floats
    residuals: Floats
    jacobian: Floats
    raw: Floats

    @property
    def active(self) -> NDArray[np.bool_]:
        """A mask of the parameters that the law has, shape (7,)."""
        return active_parameters(self.law)

    @property
    def rss(self) -> float:
        """The residual sum of squares."""
        return float(self.residuals @ self.residuals)

    @property
    def proper(self) -> bool:
        """True if every term of the law is above zero; otherwise a shorter law says the same."""
        return all(self.parameters[1 + TERMS.index(term)] > 0 for term in self.law)


def active_parameters(law: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return a mask of the PARAMETERS that a law has."""
    return np.array([name in law or name not in TERMS for name in PARAMETERS])


def noise_sd(residuals: Floats, span: float) -> float:
    """Return a robust sd of residuals, for telling outliers. span: the range of the recorded angles.

    A ship at rest is recorded with less noise than a moving one, and often for longer, so the 90 % quantile of the
    absolute residuals counts as well as the median. The least result is 2e-4 of the span, as any model may be that far
    off.
    """
    half, most = np.quantile(np.abs(residuals), (0.5, 0.9))
    return max(1.4826 * float(half), float(most) / 1.644854, 2e-4 * span)


def misfit(residuals: Floats, span: float) -> float:
    """Return how far a model is off, with outliers weighted down; infinite if its motion cannot be followed."""
    cost = float(np.mean(np.log1p((residuals / (_COARSE * span)) ** 2)))
    return cost if math.isfinite(cost) else math.inf


def search(times: Floats, angles: Floats) -> Floats:
    """Search parameters (laws, 7) near the optimum, on longer and longer stretches so that no swing is miscounted.

    `times` ascend from 0. Outliers are weighted down (Cauchy's weights).
    """
    cycle, parameters = _harmonic_start(times, angles)
    stretch = _FIRST_CYCLES * cycle
    while True:
        rows = np.flatnonzero(times <= stretch)
        whole = rows.size == times.size
        if rows.size >= min(30, times.size):
            rows = rows[:: max(1, rows.size // _WINDOW_ROWS)]
            parameters = descend(times[rows], angles[rows], parameters, robust=True, rounds=15, tolerance=0.1)[0]
            parameters = _borrowed(times[rows], angles[rows], parameters)
        if whole:
            return parameters
        stretch *= 2.2


def optimum(times: Floats, angles: Floats, starts: Floats, memory: Floats | None = None) -> list[LawFit]:
    """Fit every law by least squares, none worse than a law that it contains. memory: as in `descend`.

    Laws that are far too unlikely are left a little short of their optimum.
    """
    parameters, fits = descend(times, angles, starts, rounds=6, tolerance=1.0, memory=memory)
    least = min(fit.rss for fit in fits)
    near = [i for i, fit in enumerate(fits) if i == FULL or fit.rss <= least * math.exp(_HOPELESS / times.size)]
    polished = descend(times, angles, parameters[near], memory=memory, laws=tuple(LAWS[i] for i in near))[1]
    for index, fit in zip(near, polished, strict=True):
        fits[index] = fit
    for index, law in enumerate(LAWS):
        within = [fit for fit in fits[:index] if set(fit.law) < set(law)]
        best = min(within, key=lambda fit: fit.rss, default=fits[index])
        if fits[index].rss > best.rss * (1 + 1e-9):
            fits[index] = descend(times, angles, best.parameters[np.newaxis], memory=memory, laws=(law,))[1][0]
    return fits


def _borrowed(times: Floats, angles: Floats, parameters: Floats) -> Floats:
    """Replace the parameters of each law that fits far worse than a law it contains by that law's."""
    spread = [misfit(angles - model, float(np.ptp(angles))) for model in predicted_angles(parameters, times).T]
    result = parameters.copy()
    for index, law in enumerate(LAWS):
        within = [other for other, shorter in enumerate(LAWS) if set(shorter) <= set(law)]
        best = min(within, key=lambda other: spread[other])
        if not spread[index] <= 1.05 * spread[best]:
            result[index] = parameters[best]
    return result


def descend(
    times: Floats,
    angles: Floats,
    starts: Floats,
    *,
    robust: bool = False,
    rounds: int = 60,
    tolerance: float = 1e-4,
    memory: Floats | None = None,
    laws: tuple[tuple[str, ...], ...] = LAWS,
) -> tuple[Floats, list[LawFit]]:
    """Minimise the squares for all laws at once by Levenberg and Marquardt's method; damping is never negative.

    `starts` has the shape (laws, 7). Returns the parameters and the fits. robust: use Cauchy's weights. memory:
    coefficients of autoregressive noise, which is removed by whitening.
    """
    masks = np.array([active_parameters(law) for law in laws])
    best = np.where(masks, starts, 0.0)
    residuals, jacobians = _linearised(best, times, angles, memory)
    span = float(np.ptp(angles))
    scales = np.array([_CAUCHY * max(noise_sd(row, span), _COARSE * span) for row in residuals]) if robust else None
    costs = _costs(residuals, scales)
    damping = np.full(len(laws), 1e-3)
    going = np.ones(len(laws), dtype=np.bool_)
    for _ in range(rounds):
        chosen = np.flatnonzero(going)
        if not chosen.size:
            break
        tried = best[chosen].copy()
        for place, law in enumerate(chosen):
            scale = None if scales is None else scales[law]
            tried[place] += _step(residuals[law], jacobians[law], best[law], masks[law], damping[law], scale)
        # With damping far beyond that of a pendulum that swings, the equation becomes stiff.
        frequency = np.exp(tried[:, :1] / 2)
        most = np.concatenate([5 * frequency, 4 * frequency**2, np.full_like(frequency, 20.0)], axis=1)
        tried[:, _DAMPING] = np.clip(tried[:, _DAMPING], 0.0, most)
        new_residuals, new_jacobians = _linearised(tried, times, angles, memory)
        new_costs = _costs(new_residuals, None if scales is None else scales[chosen])
        for place, law in enumerate(chosen):
            gain = costs[law] - new_costs[place]
            if gain >= 0:  # False for a motion that cannot be followed
                # Stop when the gain is too small to matter statistically.
                going[law] = gain > tolerance * costs[law] / times.size
                best[law], costs[law] = tried[place], new_costs[place]
                residuals[law], jacobians[law] = new_residuals[place], new_jacobians[place]
                damping[law] = max(damping[law] / 8, 1e-12)
            else:
                damping[law] *= 10
                going[law] = damping[law] < 1e9
    raw = residuals if memory is None else angles - predicted_angles(best, times).T
    fits = [LawFit(law, best[i].copy(), residuals[i], jacobians[i], raw[i]) for i, law in enumerate(laws)]
    return best, fits


def _costs(residuals: Floats, scales: Floats | None) -> Floats:
    if scales is None:
        return np.asarray(np.sum(residuals**2, axis=1), dtype=np.float64)
    width = scales[:, np.newaxis]
    return np.asarray(np.sum(width**2 * np.log1p((residuals / width) ** 2), axis=1), dtype=np.float64)


def _step(
    residuals: Floats, jacobian: Floats, at: Floats, mask: NDArray[np.bool_], damping: float, scale: float | None
) -> Floats:
    weights = np.ones_like(residuals) if scale is None else 1 / (1 + (residuals / scale) ** 2)
    pull = jacobian.T @ (weights * residuals)
    # A damping at zero that would become negative stays at zero.
    free = mask.copy()
    free[_DAMPING] &= (at[_DAMPING] > 0) | (pull[_DAMPING] > 0)
    part = jacobian[:, free]
    normal = (part * weights[:, np.newaxis]).T @ part
    normal[np.diag_indices_from(normal)] *= 1 + damping
    step = np.zeros_like(at)
    try:
        step[free] = np.linalg.solve(normal, pull[free])
    except np.linalg.LinAlgError:
        return step
    step[0] = min(max(step[0], -0.7), 0.7)
    return step


def predicted_angles(parameters: Floats, times: Floats) -> Floats:
    """Return the angles that parameters (sets, 7) predict for the file: (times, sets)."""
    omega0_sq = np.exp(np.clip(parameters[:, 0], -20.0, 20.0))
    viscous, coulomb, quadratic, theta, omega, zero = parameters[:, 1:].T
    model = swing(Pendulums(omega0_sq, viscous, coulomb, quadratic, theta, omega), times)
    return np.asarray(model + zero, dtype=np.float64)


def _linearised(parameters: Floats, times: Floats, angles: Floats, memory: Floats | None) -> tuple[Floats, Floats]:
    """Return residuals (laws, rows) and the model's derivatives by the parameters (laws, rows, 7).

    The derivatives are forward differences.
    """
    laws = len(parameters)
    # The derivative by the zero is one, so each law takes seven columns: itself and six neighbours.
    count = len(PARAMETERS) - 1
    wobbles = np.repeat(_WOBBLE * np.exp(parameters[:, :1] / 2), count, axis=1)
    wobbles[:, [0, 3, 4]] = _WOBBLE
    columns = np.repeat(parameters[:, np.newaxis, :], count + 1, axis=1)
    for index in range(count):
        columns[:, 1 + index, index] += wobbles[:, index]
    model = predicted_angles(columns.reshape(laws * (count + 1), -1), times).T.reshape(laws, count + 1, times.size)
    jacobian = np.ones((laws, times.size, count + 1))
    jacobian[:, :, :count] = np.swapaxes((model[:, 1:] - model[:, :1]) / wobbles[:, :, np.newaxis], 1, 2)
    residuals = angles - model[:, 0]
    return (residuals, jacobian) if memory is None else (_whitened(residuals, memory), _whitened(jacobian, memory))


def _whitened(rows: Floats, memory: Floats) -> Floats:
    """Return the innovations of the rows (second axis) given the rows before.

    The first rows, which have too few rows before them, are dropped.
    """
    order, count = memory.size, rows.shape[1]
    result = rows[:, order:].copy()
    for back, share in enumerate(memory.tolist(), start=1):
        result -= share * rows[:, order - back : count - back]
    return result


# --- starting points


def _harmonic_start(times: Floats, angles: Floats) -> tuple[float, Floats]:
    """Return a cycle (s) and first parameters (laws, 7) from the damped harmonic that fits the first swings best."""
    frequency, rows = _first_frequency(times, angles)
    near = rows[times[rows] <= _WINDOW_CYCLES / frequency] if rows.size else rows
    near = near if near.size >= 12 else np.arange(min(times.size, 12))
    t, y = times[near], angles[near]
    best: tuple[float, float, float, Floats] | None = None
    for omega in math.tau * frequency * np.linspace(0.7, 1.3, 13):
        for ratio in (0.0, 0.003, 0.01, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8, 1.6):
            fade = np.exp(-ratio * omega * t)
            basis = np.stack([fade * np.cos(omega * t), fade * np.sin(omega * t), np.ones_like(t)], axis=1)
            solution, *_ = np.linalg.lstsq(basis, y, rcond=None)
            left = float(np.sum((y - basis @ solution) ** 2))
            if best is None or left < best[0]:
                best = (left, float(omega), ratio * float(omega), solution)
    assert best is not None
    _, omega, rate, (along, across, zero) = best
    rate = max(rate, 0.002 * omega)
    amplitude = min(max(math.hypot(along, across), 1e-6), 2.9)
    return math.tau / omega, _spread_over_laws(omega, rate, amplitude, float(along), float(across), float(zero))


# If dry friction is overestimated, the pendulum stops, and the search has no gradient to follow.
_SHARES = {"viscous": 1.0, "coulomb": 0.3, "quadratic": 0.5}


def _spread_over_laws(omega: float, rate: float, amplitude: float, along: float, across: float, zero: float) -> Floats:
    """Return parameters for each law with the harmonic's loss of amplitude, divided among its terms by _SHARES."""
    from scipy.special import ellipk

    # A wide swing takes longer than a small one.
    omega0 = omega * 2 / math.pi * float(ellipk(math.sin(amplitude / 2) ** 2))
    equal = {
        "viscous": rate,
        "coulomb": rate * amplitude * omega * math.pi / 2,
        "quadratic": rate * 0.75 * math.pi / (omega * amplitude),
    }
    rows = []
    for law in LAWS:
        total = sum(_SHARES[term] for term in law)
        shares = [equal[term] * _SHARES[term] / total if term in law else 0.0 for term in TERMS]
        speed = omega * across - rate * along
        rows.append([math.log(omega0**2 + rate**2), *shares, along, speed, zero])
    return np.array(rows)


def _first_frequency(times: Floats, angles: Floats) -> tuple[float, NDArray[np.int64]]:
    """Return the strongest frequency (Hz) of the first stretch with 1.5 cycles of it, and the stretch's rows."""
    rows_at_once, stride = 500, 1
    while True:
        rows = np.arange(0, min(times.size, rows_at_once * stride), stride)
        t, y = times[rows], angles[rows] - float(np.mean(angles[rows]))
        span = float(t[-1] - t[0])
        steps = np.diff(t)
        highest = 0.5 / float(np.median(steps[steps > 0]))
        count = int(min(4000, max(8, 4 * span * highest)))
        frequencies = np.linspace(0.3 / span, max(highest, 1.0 / span), count)
        phase = math.tau * np.outer(frequencies, t)
        power = (np.cos(phase) @ y) ** 2 + (np.sin(phase) @ y) ** 2
        found = float(frequencies[int(np.argmax(power))])
        if found * span >= 1.5 or rows_at_once * stride >= times.size:
            return found, rows
        stride *= 2
