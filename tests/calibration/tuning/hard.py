"""Made-up problems that have no answer, or one that is hard to confirm, with the truth about each."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from calibration.tuning.tuner import Problem, tune
from calibration.tuning.tuning import Forecast, Tuning
from tests.calibration.tuning.games import MadeUp, Truth, problem_of, space_of

KINDS = ("beyond", "edge", "cliff", "exclusive")
BUDGET = 2_000
TOLERANCE = 0.02


@dataclass(frozen=True)
class Hard:
    """A problem with its truths by figure. best: what a target's figure is at most; cliff: where it jumps."""

    problem: Problem
    truths: tuple[Truth, ...]
    best: float = math.nan
    cliff: float = math.nan

    def tuned(self, foretell: Callable[[Forecast], None] = lambda _: None) -> Tuning:
        proportions = [figure.metric.proportion for figure in self.problem.figures]
        game = MadeUp(self.problem.space, self.truths, proportions, self.problem.seed)
        return tune(self.problem, game, foretell=foretell)


def smooth(g: np.random.Generator, dimensions: int) -> Truth:
    """A fall rate between a few and sixty per cent, steep in the first parameter."""
    level, slopes = g.uniform(-2.2, -1.0), g.uniform(-1.0, 1.0, dimensions)
    slopes[0] = g.choice([-1, 1]) * g.uniform(1.0, 2.0)
    bends = g.uniform(-0.5, 0.5, dimensions)

    def truth(u: np.ndarray) -> float:
        c = u - 0.5
        return 1 / (1 + math.exp(-(level + float(slopes @ c + bends @ c**2))))

    return truth


def most(truth: Truth, dimensions: int) -> float:
    """The greatest value over a fine grid."""
    points = 201 if dimensions == 1 else 41 if dimensions == 2 else 15
    return max(truth(np.array(u)) for u in itertools.product(np.linspace(0, 1, points), repeat=dimensions))


def hard(kind: str, seed: int) -> Hard:
    """One problem of a kind, with one to three parameters (exclusive: two targets, one or two parameters)."""
    g = np.random.default_rng([seed, KINDS.index(kind)])
    dimensions = 1 + seed % 3
    if kind == "exclusive":
        dimensions = 1 + seed % 2
    space = space_of(dimensions)
    if kind in ("beyond", "edge"):
        truth = smooth(g, dimensions)
        top = most(truth, dimensions)
        # The band begins one point above what can be reached, or a tenth of a tolerance below it.
        aim = top + TOLERANCE + (0.01 if kind == "beyond" else -0.1 * TOLERANCE)
        return Hard(problem_of(space, [(aim, TOLERANCE)], [True], seed, BUDGET), (truth,), top)
    if kind == "cliff":
        at, low, high = g.uniform(0.2, 0.8), g.uniform(0.08, 0.14), g.uniform(0.28, 0.36)

        def jumps(u: np.ndarray) -> float:
            return (low if u[0] < at else high) + 0.02 * float(u.mean() - 0.5)

        return Hard(problem_of(space, [(0.2, TOLERANCE)], [True], seed, BUDGET), (jumps,), cliff=100 * at)
    # More falls make shorter matches, whatever is varied: each target is met alone, never both.
    falls, gap = smooth(g, dimensions), g.uniform(4.5, 6.0)
    while most(falls, dimensions) < (aim := falls(np.full(dimensions, 0.4))) + 0.12:
        falls = smooth(g, dimensions)

    def minutes(u: np.ndarray) -> float:
        return 20 - 30 * (falls(u) - aim) + gap

    return Hard(problem_of(space, [(aim, TOLERANCE), (20, 3)], [True, False], seed, BUDGET), (falls, minutes))


def solvable(seed: int, most_matches: int = 20_000) -> tuple[Hard, float]:
    """A problem with an answer, and its tolerance: a fall rate that is no quadratic on any scale."""
    dimensions = 1 + seed % 3
    g = np.random.default_rng(seed)
    level, slopes, bends = g.uniform(-3, -0.5), g.uniform(-2.5, 2.5, dimensions), g.uniform(-1, 1, dimensions)

    def truth(u: np.ndarray) -> float:
        c = u - 0.5
        value = level + float(slopes @ c + bends @ c**2) + 0.1 * math.sin(5 * float(u.sum()))
        return 1 / (1 + math.exp(-value))

    aim = truth(g.uniform(0.1, 0.9, dimensions))
    tolerance = max(0.1 * aim, 0.015)
    problem = problem_of(space_of(dimensions), [(aim, tolerance)], [True], seed, most_matches)
    return Hard(problem, (truth,)), tolerance
