"""The probability that two people who see a card at the same moment reach for it within a given time of each other.

The gap between two reactions of one ex-Gaussian distribution is a normal of variance 2 sigma^2 plus a Laplace of scale
tau; the distribution of that sum has a closed form.
"""

from __future__ import annotations

import math

from sim.games.zigzag.rows import TIE_MS
from sim.people.ex_gaussian import ExGaussian


def gap_share(reaction: ExGaussian, within_ms: float = TIE_MS) -> float:
    """Return P(|X - Y| < within_ms) of two independent reactions X, Y. Raises ValueError for a negative time."""
    if within_ms < 0:
        raise ValueError(f"expected a time of at least 0, found {within_ms}")
    return 2.0 * _distribution(within_ms, math.sqrt(2.0) * reaction.sigma, reaction.tau) - 1.0


def _distribution(x: float, sd: float, scale: float) -> float:
    """Return P(N + L < x), with N normal of that sd and L Laplace of that scale."""
    if scale == 0:
        return 1.0 if sd == 0 else _phi(x / sd)
    if sd == 0:
        return 1.0 - 0.5 * math.exp(-x / scale) if x >= 0 else 0.5 * math.exp(x / scale)
    ratio = sd / scale
    tails = math.exp(ratio * ratio / 2) * (
        math.exp(-x / scale) * _phi(x / sd - ratio) - math.exp(x / scale) * _phi(-x / sd - ratio)
    )
    return _phi(x / sd) - 0.5 * tails


def _phi(z: float) -> float:
    return 0.5 * math.erfc(-z / math.sqrt(2.0))
