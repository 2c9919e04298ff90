"""Made-up games: figures that are known functions of the parameters, with matches that scatter about them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.tuning.evaluations import Outcome
from calibration.tuning.space import Parameter, Space, Values
from calibration.tuning.targets import Figure, Target
from calibration.tuning.tuner import Problem
from sim.metrics import SHARE, Metric
from sim.seeds import rng

Truth = Callable[[np.ndarray], float]


_MOST = 4096
"""Matches of one point and stream at most."""


@dataclass
class MadeUp:
    """An evaluator. Each truth is a function of the unit cube: a proportion, or a positive mean.

    `cluster` is how much a match differs from the mean one (for a proportion p: p (1 - p) times it); half of its
    variance is the same at every point of a stream, as with common seeds. `calls` is what was asked for.
    """

    space: Space
    truths: Sequence[Truth]
    proportions: Sequence[bool]
    seed: int = 1
    attempts: int = 25
    cluster: float = 0.4
    calls: list[tuple[Values, str, int, int]] = field(default_factory=list)
    _tables: dict[tuple[Values, str], list[np.ndarray]] = field(default_factory=dict)

    def __call__(self, values: Values, stream: str, first: int, count: int) -> list[Outcome]:
        self.calls.append((values, stream, first, count))
        if (values, stream) not in self._tables:
            self._tables[values, stream] = self._matches(values, stream)
        assert first + count <= _MOST
        x = [float(self.attempts) if proportion else 1.0 for proportion in self.proportions]
        tables = self._tables[values, stream]
        return [
            Outcome(60.0, tuple((float(y[index]), x_n) for y, x_n in zip(tables, x, strict=True)))
            for index in range(first, first + count)
        ]

    def _matches(self, values: Values, stream: str) -> list[np.ndarray]:
        """For each figure what every match of this point and stream counts; match i is the same whoever asks."""
        common = rng(self.seed, "made up", stream).standard_normal(_MOST)
        own = rng(self.seed, "made up", stream, repr(values))
        found = []
        for truth, proportion in zip(self.truths, self.proportions, strict=True):
            value = truth(self.space.unit(values))
            shift = self.cluster * math.sqrt(0.5) * (common + own.standard_normal(_MOST))
            if proportion:
                chance = np.clip(value + value * (1 - value) * shift, 0, 1)
                found.append(own.binomial(self.attempts, chance).astype(float))
            else:
                found.append(value * np.exp(shift - self.cluster**2 / 2))
        return found


def space_of(dimensions: int, home: float = 0.5) -> Space:
    """A space of made-up parameters between 0 and 100."""
    parameters = (Parameter(f"made.up_{n}", 0.0, 100.0, False, 100 * home) for n in range(dimensions))
    return Space("riff-raff", tuple(parameters))


def figure_of(name: str, proportion: bool) -> Figure:
    """A figure of which only the interval is used."""
    return Figure(name, Metric(name, name, float, float, SHARE if proportion else ""))


def problem_of(
    space: Space,
    wanted: Sequence[tuple[float, float]],
    proportions: Sequence[bool],
    seed: int = 1,
    most_matches: int = 20_000,
) -> Problem:
    """Targets (value, tolerance) for figures a, b, ..."""
    targets = tuple(Target("abc"[n], *pair) for n, pair in enumerate(wanted))
    figures = tuple(figure_of("abc"[n], proportion) for n, proportion in enumerate(proportions))
    return Problem(space, targets, figures, seed, most_matches)
