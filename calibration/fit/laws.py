"""Least squares of a free decay under several laws of damping at once, and the starting points of the search."""

from __future__ import annotations

import math
from collections.abc import Mapping
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
# A swing has come to rest if the last part of its rows (one of _LAST) scatters less than this times the residuals.
_LAST, _AT_REST = 10, 1.5
# Its usual amplitude, in those at its start, and the shares of dry friction from which its fit starts.
_USUAL_AMPLITUDE = 0.4
_DRY_SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8)
# The most steps of a descent.
_ROUNDS = 60
# The rows that the search for a start uses at most; the last descent uses all.
_WINDOW_ROWS = 1000
# Those that the search for the optimum of all of them uses at most.
_SEARCHED_ROWS = 3000
_WINDOW_CYCLES = 3.0
# On this number of cycles all laws are followed.
_ALL_LAWS_CYCLES = 12.0
# The first stretch ends before dry friction can stop the pendulum, which would give the sum of squares kinks.
FIRST_CYCLES = 1.6


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a recording: ascending times (s, from 0), and angles (rad). rates: rad/s, as a gyroscope has them."""

    times: Floats
    values: Floats
    rates: bool = False

    @property
    def span(self) -> float:
        """The range of the values."""
        return float(np.ptp(self.values))

    def part(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> Rows:
        """Return some of the rows, on the same clock."""
        return Rows(self.times[which], self.values[which], self.rates)

    def late(self, some: NDArray[np.bool_], times: Floats) -> Rows:
        """Return the rows with some of them (a mask) at later times, and each other as much later as the one before."""
        by = np.append(0.0, times - self.times[some])[np.cumsum(some)]
        return Rows(self.times + by, self.values, self.rates)


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
        """The residual sum of squares; infinite for a motion that cannot be followed."""
        total = float(np.sum(self.residuals**2))
        return total if math.isfinite(total) else math.inf

    @property
    def followed(self) -> bool:
        """True if the motion can be followed, and that of all its neighbours."""
        return math.isfinite(self.rss) and bool(np.all(np.isfinite(self.jacobian)))

    def better(self, other: LawFit) -> float:
        """Return the logarithm of how many times smaller the mean square is than that of another fit."""
        if not math.isfinite(self.rss):
            return -math.inf
        return math.log(max(other.rss / other.residuals.size, 1e-300) / max(self.rss / self.residuals.size, 1e-300))

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


def first_parameters(rows: Rows) -> tuple[float, Floats]:
    """Return a cycle (s) and parameters (laws, 7) that fit the first swings; outliers weigh less (Cauchy's weights)."""
    cycle, starts = _harmonic_start(rows)
    near = stretch(rows, FIRST_CYCLES * cycle)
    return cycle, _borrowed(near, descend(near, starts, robust=True, rounds=15, tolerance=0.1)[0])


def further(rows: Rows, parameters: Floats) -> Floats:
    """Return the parameters (laws, 7) of a shorter stretch, moved so that they fit these rows; outliers weigh less.

    On long stretches only the law with all terms is moved: the others follow from it.
    """
    cycles = float(rows.times[-1]) * math.exp(float(parameters[FULL, 0]) / 2) / math.tau
    if cycles <= _ALL_LAWS_CYCLES:
        return _borrowed(rows, descend(rows, parameters, robust=True, rounds=15, tolerance=0.1)[0])
    start = parameters[[int(np.argmin(misfits(rows, parameters)))]]
    moved = descend(rows, start, robust=True, rounds=15, tolerance=0.1, laws=(LAWS[FULL],))[0]
    before, after = misfits(rows, np.concatenate([start, moved]))
    return shared_out(moved[0] if after <= 1.05 * before else start[0], rows)


def nearest(rows: Rows, parameters: Floats) -> Floats:
    """Return those of the parameters (laws, 7) of several laws that fit some rows best: (7,)."""
    some = stretch(rows, float(rows.times[-1]))
    return np.asarray(parameters[int(np.argmin(misfits(some, parameters)))], dtype=np.float64)


def _borrowed(rows: Rows, parameters: Floats) -> Floats:
    """Replace the parameters of each law that fits far worse than a law it contains by that law's."""
    costs = misfits(rows, parameters)
    result = parameters.copy()
    for index, law in enumerate(LAWS):
        within = [other for other, shorter in enumerate(LAWS) if set(shorter) <= set(law)]
        best = min(within, key=lambda other: costs[other])
        if not costs[index] <= 1.05 * costs[best]:
            result[index] = parameters[best]
    return result


def stretch(rows: Rows, end_s: float) -> Rows:
    """Return the rows to a time, at least 30 and not much more than 400 of them."""
    count = max(int(np.searchsorted(rows.times, end_s, side="right")), min(30, rows.times.size))
    return rows.part(np.arange(0, count, max(1, count // _WINDOW_ROWS)))


def misfits(rows: Rows, parameters: Floats) -> Floats:
    """Return how far models (sets, 7) are off, outliers weighted down; infinite where a motion cannot be followed."""
    model = predicted(parameters, rows.times, rows.rates)
    scale = max(_COARSE * rows.span, 1e-12)
    cost = np.mean(np.log1p(((rows.values[:, np.newaxis] - model) / scale) ** 2), axis=0)
    return np.where(np.isfinite(cost), cost, np.inf)


def optimum(rows: Rows, starts: Floats, memory: Floats | None = None) -> list[LawFit]:
    """Fit every law by least squares, none worse than a law that it contains. memory: as in `descend`.

    Laws that are far too unlikely are left a little short of their optimum.
    """
    # Whitening needs the rows in a row.
    every = 1 if memory is not None else -(-rows.times.size // _SEARCHED_ROWS)
    some = rows.part(np.arange(0, rows.times.size, every))
    parameters, fits = descend(some, starts, rounds=6, tolerance=1.0, memory=memory)
    if _comes_to_rest(some, fits[FULL]):
        parameters, fits = _with_other_shares(some, parameters, fits, memory)
    if every > 1:
        fits = descend(rows, parameters, rounds=0)[1]
    least = min(fit.rss for fit in fits)
    hopeless = least * math.exp(_HOPELESS / rows.times.size)
    near = [i for i, fit in enumerate(fits) if i == FULL or fit.rss <= hopeless]
    polished = descend(rows, parameters[near], memory=memory, laws=tuple(LAWS[i] for i in near))[1]
    for index, fit in zip(near, polished, strict=True):
        fits[index] = fit
    for index, law in enumerate(LAWS):
        within = [fit for fit in fits[:index] if set(fit.law) < set(law)]
        best = min(within, key=lambda fit: fit.rss, default=fits[index])
        if fits[index].rss > best.rss * (1 + 1e-9):
            rounds = _ROUNDS if best.rss <= hopeless else 1
            fits[index] = descend(rows, best.parameters[np.newaxis], rounds=rounds, memory=memory, laws=(law,))[1][0]
    return fits


def _comes_to_rest(rows: Rows, fit: LawFit) -> bool:
    last = rows.values[-max(rows.times.size // _LAST, 8) :]
    return float(np.std(last)) < _AT_REST * math.sqrt(fit.rss / rows.times.size)


def _with_other_shares(
    rows: Rows, parameters: Floats, fits: list[LawFit], memory: Floats | None
) -> tuple[Floats, list[LawFit]]:
    """Return parameters (laws, 7) and fits, where those from other shares of dry friction fit better.

    The sum of squares of a swing that comes to rest has kinks where dry friction holds her at another turn, and valleys
    between those.
    """
    starts, places = [], []
    for place, law in enumerate(LAWS):
        others = [1 + TERMS.index(term) for term in law if term != "coulomb"]
        if "coulomb" not in law or not others:
            continue
        here = parameters[place]
        omega = math.exp(float(here[0]) / 2)
        equal = _equal_rates(omega, max(_USUAL_AMPLITUDE * math.hypot(float(here[4]), float(here[5]) / omega), 1e-4))
        rates = {term: float(here[1 + TERMS.index(term)]) / equal[term] for term in law}
        rate = sum(rates.values())
        rest = max(rate - rates["coulomb"], 1e-9)
        for share in _DRY_SHARES:
            start = here.copy()
            start[1 + TERMS.index("coulomb")] = share * rate * equal["coulomb"]
            start[others] *= (1 - share) * rate / rest
            starts.append(start)
            places.append(place)
    laws = tuple(LAWS[place] for place in places)
    tried, found = descend(rows, np.array(starts), rounds=30, tolerance=1.0, memory=memory, laws=laws)
    parameters, fits = parameters.copy(), list(fits)
    for place, values, fit in zip(places, tried, found, strict=True):
        if fit.rss < fits[place].rss:
            parameters[place], fits[place] = values, fit
    return parameters, fits


def shared_out(parameters: Floats, rows: Rows) -> Floats:
    """Return parameters (laws, 7) of which each law takes as much of the swing in some rows as these (7,) do."""
    omega = math.exp(float(parameters[0]) / 2)
    power = math.sqrt(2.0) * float(np.std(rows.values)) / (omega if rows.rates else 1.0)
    equal = _equal_rates(omega, max(power, 1e-4))
    rate = sum(float(parameters[1 + TERMS.index(term)]) / equal[term] for term in TERMS)
    result = np.repeat(parameters[np.newaxis], len(LAWS), axis=0)
    for row, law in zip(result, LAWS, strict=True):
        row[_DAMPING] = _shares(law, rate, equal)
    result[FULL] = parameters
    return result


def descend(
    rows: Rows,
    starts: Floats,
    *,
    robust: bool = False,
    rounds: int = _ROUNDS,
    tolerance: float = 3e-3,
    memory: Floats | None = None,
    laws: tuple[tuple[str, ...], ...] = LAWS,
) -> tuple[Floats, list[LawFit]]:
    """Minimise the squares for all laws at once by Levenberg and Marquardt's method; damping is never negative.

    `starts` has the shape (laws, 7). Returns the parameters and the fits. robust: use Cauchy's weights. memory:
    coefficients of autoregressive noise, which is removed by whitening.
    """
    masks = np.array([active_parameters(law) for law in laws])
    best = np.where(masks, starts, 0.0)
    residuals, jacobians = _linearised(best, rows, memory)
    least = _COARSE * rows.span
    scales = np.array([_CAUCHY * max(noise_sd(row, rows.span), least) for row in residuals]) if robust else None
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
        # With more friction it does not swing.
        frequency = np.exp(tried[:, :1] / 2)
        most = np.concatenate([0.9 * frequency, 4 * frequency**2, np.full_like(frequency, 20.0)], axis=1)
        tried[:, _DAMPING] = np.clip(tried[:, _DAMPING], 0.0, most)
        new_residuals, new_jacobians = _linearised(tried, rows, memory)
        new_costs = _costs(new_residuals, None if scales is None else scales[chosen])
        for place, law in enumerate(chosen):
            if math.isfinite(new_costs[place]) and new_costs[place] <= costs[law]:
                # Stop when the gain is too small to matter statistically.
                least_gain = tolerance * costs[law] / rows.times.size
                going[law] = math.isinf(costs[law]) or costs[law] - new_costs[place] > least_gain
                best[law], costs[law] = tried[place], new_costs[place]
                residuals[law], jacobians[law] = new_residuals[place], new_jacobians[place]
                damping[law] = max(damping[law] / 8, 1e-12)
            else:
                damping[law] *= 10
                going[law] = damping[law] < 1e9
    raw = residuals if memory is None else rows.values - predicted(best, rows.times, rows.rates).T
    fits = [LawFit(law, best[i].copy(), residuals[i], jacobians[i], raw[i]) for i, law in enumerate(laws)]
    return best, fits


def _costs(residuals: Floats, scales: Floats | None) -> Floats:
    if scales is None:
        costs = np.sum(residuals**2, axis=1)
    else:
        width = scales[:, np.newaxis]
        costs = np.sum(width**2 * np.log1p((residuals / width) ** 2), axis=1)
    return np.where(np.isfinite(costs), costs, np.inf)


def _step(
    residuals: Floats, jacobian: Floats, at: Floats, mask: NDArray[np.bool_], damping: float, scale: float | None
) -> Floats:
    weights = np.ones_like(residuals) if scale is None else 1 / (1 + (residuals / scale) ** 2)
    pull = products(jacobian, (weights * residuals)[:, np.newaxis])[:, 0]
    # A damping at zero that would become negative stays at zero.
    free = mask.copy()
    free[_DAMPING] &= (at[_DAMPING] > 0) | (pull[_DAMPING] > 0)
    part = jacobian[:, free]
    normal = products(part * weights[:, np.newaxis], part)
    normal[np.diag_indices_from(normal)] *= 1 + damping
    step = np.zeros_like(at)
    try:
        found = np.linalg.solve(normal, pull[free])
    except np.linalg.LinAlgError:
        return step
    if np.all(np.isfinite(found)):
        step[free] = found
    step[0] = min(max(step[0], -0.7), 0.7)
    return step


def products(first: Floats, second: Floats) -> Floats:
    """Return the sums of products of columns, (rows, a) and (rows, b): (a, b).

    Not by BLAS, whose threads wait for one another on a busy machine, for longer than these small sums take.
    """
    return np.asarray(np.einsum("ra,rb->ab", first, second), dtype=np.float64)


def predicted(parameters: Floats, times: Floats, rates: bool = False) -> Floats:
    """Return the angles (rad), or rates (rad/s), that parameters (sets, 7) predict for the file: (times, sets)."""
    omega0_sq = np.exp(np.clip(parameters[:, 0], -20.0, 20.0))
    viscous, coulomb, quadratic, theta, omega, zero = parameters[:, 1:].T
    model = swing(Pendulums(omega0_sq, viscous, coulomb, quadratic, theta, omega), times, rates=rates)
    return np.asarray(model + zero, dtype=np.float64)


def _linearised(parameters: Floats, rows: Rows, memory: Floats | None) -> tuple[Floats, Floats]:
    """Return residuals (laws, rows) and the model's derivatives by the parameters (laws, rows, 7).

    The derivatives are forward differences.
    """
    laws, size = len(parameters), rows.times.size
    # The derivative by the zero is one, so each law takes seven columns: itself and six neighbours.
    count = len(PARAMETERS) - 1
    wobbles = np.repeat(_WOBBLE * np.exp(parameters[:, :1] / 2), count, axis=1)
    wobbles[:, [0, 3, 4]] = _WOBBLE
    columns = np.repeat(parameters[:, np.newaxis, :], count + 1, axis=1)
    for index in range(count):
        columns[:, 1 + index, index] += wobbles[:, index]
    model = predicted(columns.reshape(laws * (count + 1), -1), rows.times, rows.rates).T.reshape(laws, count + 1, size)
    jacobian = np.ones((laws, size, count + 1))
    jacobian[:, :, :count] = np.swapaxes((model[:, 1:] - model[:, :1]) / wobbles[:, :, np.newaxis], 1, 2)
    residuals = rows.values - model[:, 0]
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


def _harmonic_start(rows: Rows) -> tuple[float, Floats]:
    """Return a cycle (s) and first parameters (laws, 7) from the damped harmonic that fits the first swings best."""
    frequency, first = _first_frequency(rows)
    near = first[rows.times[first] <= _WINDOW_CYCLES / frequency] if first.size else first
    near = near if near.size >= 12 else np.arange(min(rows.times.size, 12))
    t, y = rows.times[near], rows.values[near]
    best: tuple[float, float, float, Floats] | None = None
    for omega in math.tau * frequency * np.linspace(0.7, 1.3, 13):
        for ratio in (0.0, 0.003, 0.01, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8):
            fade = np.exp(-ratio * omega * t)
            basis = np.stack([fade * np.cos(omega * t), fade * np.sin(omega * t), np.ones_like(t)], axis=1)
            solution, *_ = np.linalg.lstsq(basis, y, rcond=None)
            left = float(np.sum((y - basis @ solution) ** 2))
            if best is None or left < best[0]:
                best = (left, float(omega), ratio * float(omega), solution)
    assert best is not None
    _, omega, rate, (along, across, zero) = best
    if rows.rates:
        along, across = -across / omega, along / omega
    rate = max(rate, 0.002 * omega)
    return math.tau / omega, _spread_over_laws(omega, rate, float(along), float(across), float(zero))


# If dry friction is overestimated, the pendulum stops, and the search has no gradient to follow.
_SHARES = {"viscous": 1.0, "coulomb": 0.3, "quadratic": 0.5}


def _spread_over_laws(omega: float, rate: float, along: float, across: float, zero: float) -> Floats:
    """Return parameters for each law with the harmonic's loss of amplitude, divided among its terms by _SHARES."""
    from scipy.special import ellipk

    amplitude = min(max(math.hypot(along, across), 1e-6), 2.9)
    # A wide swing takes longer than a small one.
    omega0 = omega * 2 / math.pi * float(ellipk(math.sin(amplitude / 2) ** 2))
    equal = _equal_rates(omega, amplitude)
    speed = omega * across - rate * along
    start = math.log(omega0**2 + rate**2)
    return np.array([[start, *_shares(law, rate, equal), along, speed, zero] for law in LAWS])


def _equal_rates(omega: float, amplitude: float) -> dict[str, float]:
    """Return what each term has to be to take as much of a swing as a viscous term of 1 per s. amplitude: rad."""
    return {
        "viscous": 1.0,
        "coulomb": amplitude * omega * math.pi / 2,
        "quadratic": 0.75 * math.pi / (omega * amplitude),
    }


def _shares(law: tuple[str, ...], rate: float, equal: Mapping[str, float]) -> list[float]:
    total = sum(_SHARES[term] for term in law)
    return [rate * equal[term] * _SHARES[term] / total if term in law else 0.0 for term in TERMS]


def _first_frequency(rows: Rows) -> tuple[float, NDArray[np.int64]]:
    """Return the strongest frequency (Hz) of the first stretch with 1.5 cycles of it, and the stretch's rows."""
    rows_at_once, stride = 500, 1
    while True:
        first = np.arange(0, min(rows.times.size, rows_at_once * stride), stride)
        t, y = rows.times[first], rows.values[first] - float(np.mean(rows.values[first]))
        span = float(t[-1] - t[0])
        steps = np.diff(t)
        highest = 0.5 / float(np.median(steps[steps > 0]))
        count = int(min(4000, max(8, 4 * span * highest)))
        frequencies = np.linspace(0.3 / span, max(highest, 1.0 / span), count)
        phase = math.tau * np.outer(frequencies, t)
        power = (np.cos(phase) @ y) ** 2 + (np.sin(phase) @ y) ** 2
        found = float(frequencies[int(np.argmax(power))])
        if found * span >= 1.5 or rows_at_once * stride >= rows.times.size:
            return found, first
        stride *= 2
