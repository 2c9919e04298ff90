"""Durations that are never negative and sometimes long."""

from __future__ import annotations

import math

import numpy as np


def lognormal(median: float, log_sd: float, rng: np.random.Generator) -> float:
    """Draw a lognormal value with this median and this sd of its logarithm, in the unit of the median."""
    return median * math.exp(log_sd * float(rng.standard_normal()))
