"""The verdict on the fit of reaction times: what can be wrong with trials, and what to do about it."""

from __future__ import annotations

from calibration.fit.reactions import ConditionFit
from calibration.fit.verdict import Verdict
from sim.people.reaction import FLOOR_MS

_MOST_FAST, _MOST_SLOW = 0.05, 0.1
_MOST_ERRORS = 0.4
_MOST_LATEST = 0.03
_DOUBTFUL_MISFIT, _FAILED_MISFIT = 0.06, 0.2


def verdict_on(fit: ConditionFit) -> Verdict:
    """Return the verdict on the fit of one condition."""
    failed: list[str] = []
    doubts: list[str] = []
    fast, slow = fit.too_fast / fit.trials, fit.too_slow / fit.trials
    if fast > _MOST_FAST:
        doubts.append(
            f"{fast:.0%} of the trials are faster than {FLOOR_MS:g} ms: keys were pressed in advance, or another "
            "--unit is right."
        )
    if slow > _MOST_SLOW:
        doubts.append(f"{slow:.0%} of the trials are lapses: leave out what is not a trial, with --where.")
    errors = fit.intervals["error_rate"]
    if errors.estimate > _MOST_ERRORS:
        doubts.append(
            f"{errors.estimate:.0%} of the answers are wrong: check that --correct names the column of "
            "what was right, not of what was expected."
        )
    if fit.latest_share > _MOST_LATEST:
        doubts.append(
            f"{fit.latest_share:.0%} of the times are the longest of all: they were cut off, so "
            "tau is too small; give more time."
        )
    if fit.misfit > _FAILED_MISFIT:
        failed.append(
            f"The times do not follow an ex-Gaussian (off by {fit.misfit:.0%}): they mix tasks or units; "
            "choose with --where."
        )
    elif fit.misfit > _DOUBTFUL_MISFIT:
        doubts.append(
            f"The times are off an ex-Gaussian by {fit.misfit:.0%}: see whether they mix tasks, with --where."
        )
    return Verdict.of(failed, doubts)
