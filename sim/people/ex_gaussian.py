"""The ex-Gaussian distribution of reaction times: a normal plus an exponential; and the lognormal."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ExGaussian:
    """Reaction time in ms: a normal (mu, sigma) plus an independent exponential of mean tau. sigma, tau >= 0."""

    mu: float
    sigma: float
    tau: float

    @property
    def mean(self) -> float:
        """mu + tau."""
        return self.mu + self.tau

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return math.hypot(self.sigma, self.tau)

    def sample(self, rng: np.random.Generator) -> float:
        """Return one draw in ms (it can be below the floor that `reaction_s` applies). Uses two random values."""
        return self.mu + self.sigma * float(rng.standard_normal()) + self.tau * float(rng.standard_exponential())

    def fading(self, fade_ms: float) -> float:
        """Return the mean of exp(-(time - mu) / fade_ms) over all reactions: the transform of Laplace, closed form."""
        rate = self.sigma / fade_ms
        return math.exp(rate * rate / 2) / (1.0 + self.tau / fade_ms)

    def quantile(self, probability: float) -> float:
        """Return the time in ms below which a share `probability` (0..1) of reactions lies."""
        if self.sigma == 0 and self.tau == 0:
            return self.mu
        from scipy import stats

        if self.tau == 0:
            return float(stats.norm.ppf(probability, self.mu, self.sigma))
        if self.sigma == 0:
            return float(stats.expon.ppf(probability, self.mu, self.tau))
        return float(stats.exponnorm.ppf(probability, self.tau / self.sigma, self.mu, self.sigma))

    def log_density(self, rt_ms: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the logarithm of the density (per ms) at each time, in the shape of `rt_ms`. Needs sigma, tau > 0.

        The closed form behind scipy.stats.exponnorm, without the checks that slow that one down in a fit.
        """
        from scipy.special import log_ndtr

        rate = self.sigma / self.tau
        z = (rt_ms - self.mu) / self.sigma
        log_density: NDArray[np.float64] = rate * (rate / 2 - z) + log_ndtr(z - rate) - math.log(self.tau)
        return log_density


def lognormal(median: float, log_sd: float, rng: np.random.Generator) -> float:
    """Draw a lognormal value with this median and this sd of its logarithm, in the unit of the median."""
    return median * math.exp(log_sd * float(rng.standard_normal()))
