"""The verdict on a fit of a ship: what can be wrong with a recording, how it shows, and what to do about it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from calibration.fit.decay import Decay
from calibration.fit.laws import LawFit, Rows
from calibration.fit.left_over import roughness, slow_part
from calibration.fit.verdict import Verdict
from sim.statistics import Interval

# Swings of what stands on a table take this long (s), and go this far (degrees).
_SWING_S = (0.15, 5.0)
_SWING_DEG = (0.5, 120.0)
_FEWEST_CYCLES = 2.0
_FEWEST_ROWS_A_CYCLE = 6.0
# What the model leaves over, beyond noise, as a share of the swing.
_DOUBTFUL_SHARE, _FAILED_SHARE = 0.03, 0.15
_DRIFT_SHARE = 0.1
_DOUBTFUL_OUTLIERS, _FAILED_OUTLIERS = 0.05, 0.2
_WIDEST = 0.1
"""The widest interval of the frequency, as a share of it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The grounds of a verdict: the decay, the best law's fit, the rows it was fitted to, and its frequency."""

    decay: Decay
    fit: LawFit
    kept: Rows
    omega0_sq: Interval
    outliers: int


def verdict_on(evidence: Evidence) -> Verdict:
    """Return the verdict on a fit."""
    failed: list[str] = []
    doubts: list[str] = []
    _of_the_swing(evidence, failed, doubts)
    _of_what_is_left(evidence, failed, doubts)
    _of_the_rows(evidence, failed, doubts)
    return Verdict.of(failed, doubts)


def _of_the_swing(evidence: Evidence, failed: list[str], doubts: list[str]) -> None:
    omega0_sq, kept = evidence.omega0_sq, evidence.kept
    period = math.tau / math.sqrt(omega0_sq.estimate)
    cycles = float(kept.times[-1] - kept.times[0]) / period
    if cycles < 1:
        failed.append(f"The rows hold {cycles:.1f} of a swing: let her swing longer.")
    elif cycles < _FEWEST_CYCLES:
        doubts.append(f"The rows hold {cycles:.1f} swings: let her swing longer.")
    if not _SWING_S[0] <= period <= _SWING_S[1]:
        doubts.append(
            f"A swing takes {period:.3g} s, expected {_SWING_S[0]:g} to {_SWING_S[1]:g} s: check the unit of time "
            "(--unit ms), or to --fps for a film in slow motion."
        )
    degrees = math.degrees(_amplitude(evidence))
    if degrees < _SWING_DEG[0]:
        doubts.append(
            f"She swings by {degrees:.2g} degrees, expected {_SWING_DEG[0]:g} or more: if the angles are radians, say "
            "--unit rad, otherwise let her go from farther out."
        )
    elif degrees > _SWING_DEG[1]:
        doubts.append(f"She swings by {degrees:.3g} degrees, expected {_SWING_DEG[1]:g} at most: check the unit.")
    width = (omega0_sq.high - omega0_sq.low) / omega0_sq.estimate
    if width > _WIDEST:
        doubts.append(
            f"The interval of omega0_sq_s2 is {width:.0%} of it: let her swing longer, or measure more finely."
        )
    rows = kept.times.size / max(cycles, 1e-9)
    if rows < _FEWEST_ROWS_A_CYCLE:
        doubts.append(f"A swing has {rows:.1f} rows: film with more pictures a second.")


def _of_what_is_left(evidence: Evidence, failed: list[str], doubts: list[str]) -> None:
    amplitude = _swing(evidence)
    residuals = Rows(evidence.kept.times, evidence.fit.raw, evidence.kept.rates)
    noise = roughness(residuals)
    slow = slow_part(residuals, evidence.decay.cycle_s)
    rows_a_cycle = max(1.0, residuals.times.size * evidence.decay.cycle_s / max(float(residuals.times[-1]), 1e-9))
    drift = float(np.ptp(slow))
    if drift > max(_DRIFT_SHARE * amplitude, 10 * noise / math.sqrt(rows_a_cycle)):
        doubts.append(
            f"The middle of the swing wanders by {drift / amplitude:.0%} of the swing: put the camera on a tripod, or "
            "measure the angle against something that stays still."
        )
    rms = math.sqrt(float(np.mean(evidence.fit.raw**2)))
    structure = math.sqrt(max(rms * rms - noise * noise, 0.0)) / amplitude
    if structure > _FAILED_SHARE or not math.isfinite(structure):
        failed.append(
            f"The best fit is {structure:.0%} of the swing off: these rows are not of a ship that swings freely."
        )
    elif structure > _DOUBTFUL_SHARE:
        doubts.append(
            f"The best fit is {structure:.1%} of the swing off, more than noise explains: look at --picture for a "
            "clock, an angle or a hand that is not as it should be."
        )
    if noise > 0.5 * amplitude:
        doubts.append("The noise is half of the swing or more: let her go from farther out.")


def _of_the_rows(evidence: Evidence, failed: list[str], doubts: list[str]) -> None:
    decay = evidence.decay
    share = evidence.outliers / decay.rows.times.size
    if share > _DOUBTFUL_OUTLIERS:
        (failed if share > _FAILED_OUTLIERS else doubts).append(
            f"{share:.0%} of the rows are outliers: see where the marker was lost."
        )
    if decay.clipped:
        doubts.append(
            f"{decay.clipped} rows are cut off at the limit of the sensor: let her go from less far out, or widen its "
            "range."
        )
    if decay.lost:
        lost = sum(abs(pictures) for _, pictures in decay.lost)
        doubts.append(
            f"{lost} pictures were lost that the clock does not know of, and others may not show: take the time of "
            "each picture from the film."
        )


def _amplitude(evidence: Evidence) -> float:
    """Return how far (rad) she swings at first."""
    theta, omega = evidence.fit.parameters[4], evidence.fit.parameters[5]
    return math.hypot(float(theta), float(omega) / math.sqrt(evidence.omega0_sq.estimate))


def _swing(evidence: Evidence) -> float:
    """Return half the range of the swing in what was recorded: rad, or rad/s."""
    amplitude = _amplitude(evidence)
    return max(amplitude * (math.sqrt(evidence.omega0_sq.estimate) if evidence.kept.rates else 1.0), 1e-12)
