"""The work of `fit throws` for dart scores: the scatter about the bull, when only the scores are known.

Aimed at the middle of the board, landings are taken as normal with one standard deviation to all sides (Tibshirani,
Price & Taylor, A Statistician Plays Darts, JRSS A 174, 2011): the distance from the bull is Rayleigh, the direction
even. So a score's chance is that of its rings, and the standard deviation follows by maximum likelihood, its interval
from the profile.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from sim.errors import InputError
from sim.statistics import Interval

FEWEST_SCORES = 12
# The radii (mm) of a board: double bull, single bull, inside and outside of the triples, and of the doubles.
RADII_MM = (6.35, 15.9, 99.0, 107.0, 162.0, 170.0)
_NUMBERS = range(1, 21)
# Half the 95 % quantile of chi-square with one degree of freedom.
_DROP = 1.9207


def chances(sd_mm: float) -> dict[int, float]:
    """Return the chance of every score for a hand that aims at the bull."""
    beyond = [1.0, *(math.exp(-((radius / sd_mm) ** 2) / 2) for radius in RADII_MM), 0.0]
    bull, outer_bull, inner, triple, outer, double, missed = (a - b for a, b in pairwise(beyond))
    found = {50: bull, 25: outer_bull, 0: missed}
    for number in _NUMBERS:
        for times, share in ((1, inner + outer), (2, double), (3, triple)):
            found[times * number] = found.get(times * number, 0.0) + share / len(_NUMBERS)
    return found


def fit_scores(scores: Sequence[float | None]) -> Interval:
    """Fit the standard deviation (mm) along one axis. Raises InputError for impossible scores, or too few."""
    from scipy.optimize import brentq, minimize_scalar

    known = [score for score in scores if score is not None]
    if len(known) < FEWEST_SCORES:
        raise InputError(
            "score: expected at least {fewest_scores} rows with a number, found {known}.",
            fewest_scores=FEWEST_SCORES,
            known=len(known),
        )
    counts = Counter(known)
    possible = chances(50.0)
    for score in counts:
        if score not in possible:
            raise InputError("score: expected what one dart can score, found {score:g}.", score=score)
    if set(counts) <= {50.0}:
        raise InputError("score: expected scores that differ from 50, found nothing else.")

    def missing(log_sd: float) -> float:
        likely = chances(math.exp(log_sd))
        return -sum(count * math.log(max(likely[int(score)], 1e-300)) for score, count in counts.items())

    low, high = math.log(0.5), math.log(2000.0)
    # The likelihood may have two peaks: a coarse search first.
    grid = [low + (high - low) * k / 80 for k in range(81)]
    at = min(range(1, 80), key=lambda k: missing(grid[k]))
    best = minimize_scalar(missing, bounds=(grid[at - 1], grid[at + 1]), method="bounded", options={"xatol": 1e-7})
    top, least = float(best.x), float(best.fun)

    def bound(end: float) -> float:
        def excess(log_sd: float) -> float:
            return missing(log_sd) - least - _DROP

        return math.exp(brentq(excess, top, end)) if excess(end) > 0 else math.exp(end)

    return Interval(math.exp(top), bound(low), bound(high))
