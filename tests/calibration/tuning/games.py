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
from sim.batch.results import Metric
from sim.seeds import rng

Truth = Callable[[np.ndarray], float]


@dataclass
class MadeUp:
    """An evaluator. Each truth is a function of the unit cube: a proportion, or a positive mean.

    `cluster` is the sd of a match's own deviation (on the logit, or of the logarithm); half of it is the same at every
    point of a stream, as with common seeds. `calls` is what was asked for.
    """

    space: Space
    truths: Sequence[Truth]
    proportions: Sequence[bool]
    seed: int = 1
    attempts: int = 25
    cluster: float = 0.4
    calls: list[tuple[Values, str, int, int]] = field(default_factory=list)

    def __call__(self, values: Values, stream: str, first: int, count: int) -> list[Outcome]:
        self.calls.append((values, stream, first, count))
        return [self._match(values, stream, index) for index in range(first, first + count)]

    def _match(self, values: Values, stream: str, index: int) -> Outcome:
        common = rng(self.seed, "made up", stream, index)
        own = rng(self.seed, "made up", stream, index, repr(values))
        sums = []
        for truth, proportion in zip(self.truths, self.proportions, strict=True):
            value = truth(self.space.unit(values))
            shift = self.cluster * math.sqrt(0.5) * (common.standard_normal() + own.standard_normal())
            if proportion:
                # Beta-like scatter that keeps the mean: the match's own chance on the logit, corrected by sampling.
                p = value if self.cluster == 0 else _shifted(value, shift, self.cluster)
                sums.append((float(own.binomial(self.attempts, p)), float(self.attempts)))
            else:
                sums.append((value * math.exp(shift - self.cluster**2 / 2), 1.0))
        return Outcome(60.0, tuple(sums))


def _shifted(p: float, shift: float, sd: float) -> float:
    """A chance that scatters about p, with mean p to within a hundredth of its sd for small sd."""
    moved = p + p * (1 - p) * shift
    return min(max(moved, 0.0), 1.0)


def space_of(dimensions: int, home: float = 0.5) -> Space:
    """A space of made-up parameters between 0 and 100."""
    return Space("riff-raff", tuple(Parameter(f"made.up_{n}", 0.0, 100.0, False, 100 * home) for n in range(dimensions)))


def figure_of(name: str, proportion: bool) -> Figure:
    """A figure of which only the interval is used."""
    return Figure(name, Metric(float, float, proportion))


def problem_of(space: Space, wanted: Sequence[tuple[float, float]], proportions: Sequence[bool], **more: int) -> Problem:
    """Targets (value, tolerance) for figures a, b, ..."""
    targets = tuple(Target("abc"[n], *pair) for n, pair in enumerate(wanted))
    figures = tuple(figure_of("abc"[n], proportion) for n, proportion in enumerate(proportions))
    return Problem(space, targets, figures, **{"seed": 1, **more})
