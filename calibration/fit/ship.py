"""The work of `fit ship`: from the record of a free decay to the frequency, the friction and its law, with intervals.

    th'' = -w0^2 sin th - 2 v th' - c sgn(th') - q th'|th'|,      angle in the file = th + zero

The free decay is found in the recording (calibration/fit/decay.py). Every combination of the three kinds of friction is
fitted to it by least squares, without the rows that are outliers. The law is chosen by the Bayesian information
criterion with the noise's variance profiled. If the residuals are correlated, the criterion uses their effective number
of rows, and the intervals come from a covariance that is valid for correlated residuals. Intervals hold what any law
makes likely, so that they include the uncertainty of the choice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.fit.decay import Decay, free_decay
from calibration.fit.laws import (
    FULL,
    LAWS,
    PARAMETERS,
    TERMS,
    LawFit,
    Rows,
    descend,
    nearest,
    noise_sd,
    optimum,
    predicted,
    products,
)
from calibration.fit.lost_pictures import frame_of, left_open, losses, sharper, sure_gain
from calibration.fit.ship_verdict import Evidence, verdict_on
from calibration.fit.verdict import Verdict
from sim.errors import InputError
from sim.statistics import Interval, t_quantile

Floats = NDArray[np.float64]

FEWEST_ROWS = 20
KEYS = {
    "log_omega0_sq": "omega0_sq_s2",
    "viscous": "viscous_per_s",
    "coulomb": "coulomb_s2",
    "quadratic": "quadratic",
    "theta": "theta0_rad",
    "omega": "omega_start_rad_s",
    "zero": "zero_rad",
}
# A row this many robust sds off is an outlier, unless the share of such rows shows that the model is wrong.
_OUTLIER_SDS = 6.0
_MOST_OUTLIERS = 0.2
# Residuals count as correlated below this p-value.
CORRELATED_P = 0.001
# Where rows say nothing of the frequency, its interval ends here.
_HIGHEST_LOG = 300.0
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class ShipFit:
    """The result of a fit to a free decay.

    intervals: by the values of KEYS. worth_rows: the effective number of independent rows. criteria: by law, above the
    least. weights: by law. fits: by law, all that were compared. plain: the best fit without quadratic damping, which
    the simulated ship does not have. decay: where in the recording it is. start_s: its first row on the file's clock.
    Of a gyroscope's recording, `zero_rad` and `rms_rad` are in rad/s. whiteness_p: the chance that residuals without
    any correlation look as correlated as these.
    """

    law: tuple[str, ...]
    intervals: Mapping[str, Interval]
    rms_rad: Interval
    rows: int
    outliers: int
    worth_rows: float
    criteria: Mapping[tuple[str, ...], float]
    weights: Mapping[tuple[str, ...], float]
    fits: Mapping[tuple[str, ...], LawFit]
    plain: LawFit
    decay: Decay
    start_s: float
    whiteness_p: float
    verdict: Verdict

    def value(self, key: str) -> float:
        """Return the estimate of a key."""
        return self.intervals[key].estimate

    def angles(self, times_s: Floats) -> Floats:
        """Return the predicted angles (rad), or rates (rad/s), at ascending times on the file's clock from start_s on.

        They are the mean of what the laws predict, by weight: laws that fit the rows alike part where there are none.
        """
        laws = [law for law, weight in self.weights.items() if weight > 0]
        parameters = np.array([self.fits[law].parameters for law in laws])
        by_law = predicted(parameters, np.concatenate([[0.0], times_s - self.start_s]), self.decay.rows.rates)[1:]
        weights = np.array([self.weights[law] for law in laws])
        return np.asarray(by_law @ weights / weights.sum(), dtype=np.float64)


def fit_ship(
    times_s: Floats,
    angles_rad: Floats,
    *,
    rates: bool = False,
    report: Callable[[float], None] = lambda share: None,
) -> ShipFit:
    """Fit the free decay in a recording: angles (rad, positive to either side, any zero) at ascending times (s).

    Rows may have any spacing. rates: they are rad/s, as a gyroscope has them. report: called with the share of the work
    that is done. Raises InputError for fewer than 20 rows, no time between them, or an angle that does not change.
    """
    times = np.asarray(times_s, dtype=np.float64) - float(times_s[0]) if len(times_s) else np.zeros(0)
    recording = Rows(times, np.asarray(angles_rad, dtype=np.float64), rates)
    _check(recording)
    decay = free_decay(recording, lambda share: report(0.6 * share))
    rows = decay.rows
    if rows.times.size < FEWEST_ROWS:
        raise InputError(
            "t_s: expected at least {fewest_rows} rows of a swing, found {size}.",
            fewest_rows=FEWEST_ROWS,
            size=rows.times.size,
        )
    fits, kept = _without_outliers(rows, decay.parameters)
    clock = times[decay.which]
    frame = frame_of(clock)
    if frame is not None and fits[FULL].followed:
        mended = sharper(rows.part(kept), clock[kept], fits[FULL].parameters, frame, decay.cycle_s)
        later = rows.late(kept, mended.times)
        if not np.array_equal(later.times, rows.times):
            again = _without_outliers(later, np.array([fit.parameters for fit in fits]))
            more = max(len(losses(clock, later.times)) - len(decay.lost), 1)
            full = again[0][FULL]
            if full.followed and _correlation(full)[0] * full.better(fits[FULL]) > more * sure_gain(clock.size):
                rows, (fits, kept) = later, again
                decay = replace(decay, rows=rows, lost=losses(clock, rows.times))
    report(0.9)
    memory = _memory(fits[FULL].raw) if _is_correlated(fits[FULL].raw) else np.zeros(0)
    if memory.size:
        starts = np.array([fit.parameters for fit in fits])
        fits = optimum(rows.part(kept), starts, memory)
    full = fits[FULL]
    if not full.followed:
        raise InputError("angle_rad: expected a swing, found rows that no pendulum follows.")
    fits = [fit for fit in fits if fit.followed]
    worth, score = _correlation(full)
    criteria = {fit.law: _criterion(fit, worth) for fit in fits if fit.proper}
    least = min(criteria.values())
    weights = _weights(criteria, worth)
    chosen = min(criteria, key=lambda law: criteria[law])
    by_law = {fit.law: fit for fit in fits}
    best = by_law[chosen]
    spreads = [_covariance(fit, score) for fit in fits]
    likelier = np.zeros(len(fits))
    if frame is not None:
        for place, fit in enumerate(fits):
            by_losses, likelier[place] = left_open(fit, worth, clock[kept], rows.times[kept], frame)
            spreads[place] += by_losses
    intervals = _intervals(fits, spreads, likelier, best, worth)
    outliers = int(np.sum(~kept))
    p = _whiteness(best.raw)
    evidence = Evidence(decay, best, rows.part(kept), intervals["omega0_sq_s2"], outliers)
    return ShipFit(
        law=chosen,
        intervals=intervals,
        rms_rad=_rms(best),
        rows=int(np.sum(kept)),
        outliers=outliers,
        worth_rows=worth,
        criteria={law: value - least for law, value in criteria.items()},
        weights=weights,
        fits={law: by_law[law] for law in weights},
        plain=by_law[min((law for law in criteria if "quadratic" not in law), key=lambda law: criteria[law])],
        decay=decay,
        start_s=float(times_s[0]) + decay.start_s,
        whiteness_p=p,
        verdict=verdict_on(evidence),
    )


def _intervals(
    fits: Sequence[LawFit], spreads: Sequence[Floats], likelier: Floats, chosen: LawFit, worth: float
) -> dict[str, Interval]:
    """Return the intervals by key: the ends of what is hardly less likely than the best fit, whichever its law.

    That region of the law with all terms (its profile likelihood) ends where a term becomes zero: there begins the
    region of a law without that term. So its ends are among those of the laws. spreads: covariances (7, 7) by law.
    likelier: the squares (sds) by which something else than the law makes it so.
    """
    drop = t_quantile(max(worth - len(PARAMETERS), 1)) ** 2
    squares = [worth * math.log(max(fit.rss, 1e-300)) - more for fit, more in zip(fits, likelier, strict=True)]
    ends = [chosen.parameters]
    for fit, covariance, above in zip(fits, spreads, np.array(squares) - min(squares), strict=True):
        # The law that was chosen may be a little beyond the region.
        left = drop if fit is chosen else drop - above
        if left < 0:
            continue
        for index, variance in enumerate(np.diag(covariance)):
            along = covariance[index] / math.sqrt(variance) if variance > 0 else np.zeros_like(fit.parameters)
            for sign in (-1, 1):
                end = fit.parameters + sign * math.sqrt(left) * along
                # Beyond it, the region of a shorter law ends.
                if np.all(end[[PARAMETERS.index(term) for term in TERMS]] >= 0):
                    ends.append(end)
    lows, highs = np.min(ends, axis=0), np.max(ends, axis=0)
    intervals = {}
    for name, estimate, low, high in zip(PARAMETERS, chosen.parameters, lows, highs, strict=True):
        bounds = [float(estimate), float(low), float(high)]
        if name == "log_omega0_sq":
            bounds = [math.exp(min(bound, _HIGHEST_LOG)) for bound in bounds]
        intervals[KEYS[name]] = Interval(*bounds)
    return intervals


def _check(recording: Rows) -> None:
    times, angles = recording.times, recording.values
    if times.size < FEWEST_ROWS:
        raise InputError(
            "t_s: expected at least {fewest_rows} rows with a time and an angle, found {size}.",
            fewest_rows=FEWEST_ROWS,
            size=times.size,
        )
    if not np.all(np.isfinite(times)) or not np.all(np.isfinite(angles)):
        raise InputError("t_s: expected finite times and angles.")
    if np.any(np.diff(times) < 0) or len(np.unique(times)) < FEWEST_ROWS:
        raise InputError(
            "t_s: expected times that ascend, at least {fewest_rows} different ones.", fewest_rows=FEWEST_ROWS
        )
    if recording.span < 1e-9:
        raise InputError("angle_rad: expected angles that change, found a ship at rest.")


def _without_outliers(rows: Rows, start: Floats) -> tuple[list[LawFit], NDArray[np.bool_]]:
    """Fit the rows that are not outliers, from parameters (laws, 7). Returns the fits and a mask of those rows."""
    kept = np.ones(rows.times.size, dtype=np.bool_)
    best = nearest(rows, start)[np.newaxis]
    for _ in range(5):
        residuals = np.abs(rows.values - predicted(best, rows.times, rows.rates)[:, 0])
        now = residuals <= _OUTLIER_SDS * noise_sd(residuals[kept], rows.span)
        if np.mean(~now) > _MOST_OUTLIERS:
            now = np.ones_like(kept)
        if np.array_equal(now, kept):
            break
        kept = now
        best = descend(rows.part(kept), best, rounds=6, tolerance=1.0, laws=(LAWS[FULL],))[0]
    return optimum(rows.part(kept), start), kept


# --- effective number of rows


def _correlation(full: LawFit) -> tuple[float, Floats | None]:
    """Return the effective number of independent (whitened) rows, and the scores' covariance if they are correlated.

    The covariance (7, 7) is Newey and West's, prewhitened (Andrews & Monahan 1992). The effective number is that of the
    rows over the inflation of the parameters' variance, averaged over the parameters, under the widest law, for all
    laws.
    """
    residuals, count = full.residuals, full.residuals.size
    if not _is_correlated(residuals):
        return float(count), None
    scores = full.jacobian * residuals[:, np.newaxis]
    covariance = _long_run(scores)
    normal = products(full.jacobian, full.jacobian)
    active = full.active
    noise = full.rss / count
    ratio = np.linalg.solve(normal[np.ix_(active, active)] * noise, covariance[np.ix_(active, active)])
    inflation = max(1.0, float(np.trace(ratio)) / int(active.sum()))
    return max(count / inflation, 2.0 + int(active.sum())), covariance


def _is_correlated(residuals: Floats) -> bool:
    return _whiteness(residuals) < CORRELATED_P


def _whiteness(residuals: Floats) -> float:
    """Return the chance that residuals of no correlation are as correlated as these (Ljung & Box, ten lags)."""
    from scipy.special import chdtrc

    count = residuals.size
    lags = min(10, count // 5)
    found = _autocorrelations(residuals, lags)[1:]
    portmanteau = count * (count + 2) * sum(r * r / (count - lag) for lag, r in enumerate(found.tolist(), start=1))
    return float(chdtrc(lags, portmanteau))


def _autocorrelations(residuals: Floats, lags: int) -> Floats:
    centred = residuals - residuals.mean()
    sums = [float(np.sum(centred[lag:] * centred[: centred.size - lag])) for lag in range(lags + 1)]
    return np.array(sums) / max(sums[0], 1e-300)


def _memory(residuals: Floats) -> Floats:
    """Return the autoregression coefficients of the residuals, up to 8, by the least information criterion."""
    count = residuals.size
    most = min(8, count // 10)
    correlations = _autocorrelations(residuals, most)
    best: Floats = np.zeros(0)
    least = math.inf
    for order in range(1, most + 1):
        lags = np.abs(np.subtract.outer(np.arange(order), np.arange(order)))
        found: Floats = np.asarray(
            np.linalg.solve(correlations[lags] + 1e-9 * np.eye(order), correlations[1 : order + 1]), dtype=np.float64
        )
        left = max(1 - float(found @ correlations[1 : order + 1]), 1e-12)
        criterion = count * math.log(left) + order * math.log(count)
        if criterion < least:
            best, least = found, criterion
    return best


def _long_run(scores: Floats) -> Floats:
    """Return the covariance (7, 7) of the sum of the scores (rows, 7)."""
    before, after = scores[:-1], scores[1:]
    memory = np.sum(before * after, axis=0) / np.maximum(np.sum(before**2, axis=0), 1e-300)
    memory = np.clip(memory, -0.97, 0.97)
    left = after - memory * before
    scale = np.maximum(left.std(axis=0), 1e-300)
    # Andrews' bandwidth for Bartlett's weights, from the remaining autocorrelation.
    rest = np.clip(
        np.sum(left[1:] * left[:-1], axis=0) / np.maximum(np.sum(left[:-1] ** 2, axis=0), 1e-300), -0.97, 0.97
    )
    strength = np.sum(4 * rest**2 / ((1 - rest) ** 6 * (1 + rest) ** 2)) / np.sum(1 / (1 - rest) ** 4)
    reach = int(min(len(left) // 4, math.ceil(1.1447 * (strength * len(left)) ** (1 / 3)))) + 1
    units = left / scale
    total = products(units, units)
    for lag in range(1, reach):
        cross = products(units[lag:], units[:-lag])
        total += (1 - lag / reach) * (cross + cross.T)
    recoloured = scale / (1 - memory)
    return np.asarray(total * np.outer(recoloured, recoloured), dtype=np.float64)


def _criterion(fit: LawFit, worth: float) -> float:
    """Return the Bayesian information criterion with the noise's variance profiled, for `worth` effective rows."""
    count = fit.residuals.size
    parameters = int(fit.active.sum()) + 1
    return worth * math.log(max(fit.rss / count, 1e-300)) + parameters * math.log(worth)


def _weights(criteria: Mapping[tuple[str, ...], float], worth: float) -> dict[tuple[str, ...], float]:
    """Return Akaike's weights of the laws (Burnham & Anderson 2002), which are less strict than the choosing criterion.

    A term too weak to be chosen still widens the intervals of the terms that stand in for it.
    """
    akaike = {law: value - len(law) * (math.log(worth) - 2) for law, value in criteria.items()}
    least = min(akaike.values())
    raw = {law: math.exp(-0.5 * min(value - least, 700.0)) for law, value in akaike.items()}
    return {law: value / sum(raw.values()) for law, value in raw.items()}


def _covariance(fit: LawFit, score: Floats | None) -> Floats:
    """Return the covariance (7, 7) of the parameters, zero for those that the law does not have.

    score: the scores' covariance, None for uncorrelated residuals.
    """
    active = fit.active
    normal = products(fit.jacobian, fit.jacobian)[np.ix_(active, active)]
    # Scaled, because the units of the parameters differ by orders of magnitude.
    scale = 1 / np.sqrt(np.maximum(np.diag(normal), 1e-300))
    inverse = np.linalg.pinv(normal * np.outer(scale, scale)) * np.outer(scale, scale)
    count, freedom = fit.residuals.size, fit.residuals.size - int(active.sum())
    result = np.zeros((active.size, active.size))
    if score is None:
        result[np.ix_(active, active)] = inverse * fit.rss / freedom
    else:
        result[np.ix_(active, active)] = inverse @ score[np.ix_(active, active)] @ inverse * (count / freedom)
    return result


def _rms(fit: LawFit) -> Interval:
    """Return the sd of the residuals, with the interval of a variance (for any kurtosis and autocorrelation)."""
    count = fit.raw.size
    freedom = count - int(fit.active.sum())
    estimate = math.sqrt(float(np.sum(fit.raw**2)) / freedom)
    squares = fit.raw**2
    noise = float(squares.mean())
    lags = _autocorrelations(fit.raw, min(count // 4, 200))[1:]
    significant = np.abs(lags) > 2 / math.sqrt(count)
    inflation = 1 + 2 * float(np.sum(lags[significant] ** 2))
    spread = math.sqrt(inflation * float(squares.var()) / count) / (2 * noise) if noise > 0 else 0.0
    return Interval(estimate, estimate * math.exp(-_Z * spread), estimate * math.exp(_Z * spread))
