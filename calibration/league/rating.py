"""Elo ratings of mirrored pairs of matches, with 95 % intervals: the model of Bradley and Terry.

A player rated d points above another expects the share 1 / (1 + 10^(-d / 400)) of their victories (Bradley & Terry,
Biometrika 39, 1952; the scale is Elo's). The observation is the pair: one player's share of its two victories, shared
victories counted in parts, so that neither a seat nor what two matches of one seed have in common counts as evidence.

Ratings maximise the likelihood with Jeffreys' penalty (Firth, Biometrika 80, 1993), which keeps them finite where
a player wins or loses every pair, and takes off the bias of few of them. How far pairs scatter, as a part of the
variance of decided ones, is estimated over all of them (quasi-likelihood: McCullagh & Nelder, Generalized Linear
Models, 1989, chapter 9), and never below one half, that of two independent decided matches. Intervals are those of the
profile likelihood (Heinze & Schemper, Statistics in Medicine 21, 2002).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.statistics import Interval, t_quantile

POINTS = 400.0 / math.log(10.0)
"""Elo points for each unit of the logit."""
_LEAST_SCATTER = 0.5
_FARTHEST = 40.0
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pair:
    """A mirrored pair: the numbers of two players, and the first one's share of the victories, 0 to 1."""

    first: int
    second: int
    share: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of `players` players by the pairs that they played.

    anchor: the number of the player whose rating is 0; None: the mean of all is.
    """

    players: int
    pairs: Sequence[Pair]
    anchor: int | None = None

    @cached_property
    def scatter(self) -> float:
        """The variance of a pair as a part of that of a decided one, p (1 - p)."""
        model = _Model.of(self.players, self.pairs, 1.0)
        logits = model.fitted(self._zero)
        squares = variances = 0.0
        for pair in self.pairs:
            expected = 1.0 / (1.0 + math.exp(logits[pair.second] - logits[pair.first]))
            squares += (pair.share - expected) ** 2
            variances += expected * (1.0 - expected)
        freedom = self._freedom
        return max(_LEAST_SCATTER, squares / variances * len(self.pairs) / freedom if freedom > 0 else 1.0)

    @cached_property
    def intervals(self) -> list[Interval]:
        """The rating of each player in Elo points; bounds are NaN for the anchor and where there are too few pairs."""
        model = _Model.of(self.players, self.pairs, self.scatter)
        zero = self._zero
        best = model.fitted(zero)
        if self._freedom < 1:
            return [Interval(POINTS * logit, math.nan, math.nan) for logit in best]
        drop = t_quantile(self._freedom) ** 2 / 2.0
        lowest = model.height(best) - drop
        found = []
        for player in range(self.players):
            if player == self.anchor:
                found.append(Interval(0.0, math.nan, math.nan))
                continue
            low, high = (model.crossing(best, zero, player, lowest, way) for way in (-1.0, 1.0))
            found.append(Interval(POINTS * float(best[player]), POINTS * low, POINTS * high))
        return found

    @property
    def _freedom(self) -> int:
        return len(self.pairs) - self.players + 1

    @property
    def _zero(self) -> Floats:
        """The combination of logits that is nought."""
        zero = np.zeros(self.players)
        if self.anchor is None:
            zero[:] = 1.0
        else:
            zero[self.anchor] = 1.0
        return zero


def connected(players: int, pairs: Sequence[Pair]) -> bool:
    """Return True if every player can be compared with every other, if only through others."""
    reached, more = {0}, True
    while more:
        near = {b for pair in pairs for a, b in ((pair.first, pair.second), (pair.second, pair.first)) if a in reached}
        more = not near <= reached
        reached |= near
    return len(reached) == players


@dataclass(frozen=True, slots=True)
class _Model:
    """The penalised likelihood. design: a row for each pairing, 1 and -1 at its players. counts, wins: of its pairs."""

    design: Floats
    counts: Floats
    wins: Floats
    scatter: float

    @classmethod
    def of(cls, players: int, pairs: Sequence[Pair], scatter: float) -> _Model:
        found: dict[tuple[int, int], tuple[float, float]] = {}
        for pair in pairs:
            swapped = pair.first > pair.second
            key = (pair.second, pair.first) if swapped else (pair.first, pair.second)
            count, wins = found.get(key, (0.0, 0.0))
            found[key] = count + 1.0, wins + (1.0 - pair.share if swapped else pair.share)
        design = np.zeros((len(found), players))
        for row, (first, second) in enumerate(found):
            design[row, first], design[row, second] = 1.0, -1.0
        counts, wins_of = (np.array(column) for column in zip(*found.values(), strict=True))
        return cls(design, counts, wins_of, scatter)

    def height(self, logits: Floats) -> float:
        """Return the logarithm of the penalised likelihood, up to a constant."""
        differences = self.design @ logits
        chances = _chance(differences)
        likelihood = self.wins @ differences - self.counts @ np.logaddexp(0.0, differences)
        information = self.design[:, 1:].T @ (self.design[:, 1:] * self._weights(chances)[:, None])
        sign, determinant = np.linalg.slogdet(information)
        return float(likelihood / self.scatter + 0.5 * determinant) if sign > 0 else -math.inf

    def slope(self, logits: Floats) -> Floats:
        """Return the derivatives of the height."""
        chances = _chance(self.design @ logits)
        weights = self._weights(chances)
        part = self.design[:, 1:]
        inverse = np.linalg.pinv(part.T @ (part * weights[:, None]))
        leverage = weights * np.einsum("ij,jk,ik->i", part, inverse, part)
        found: Floats = self.design.T @ (
            (self.wins - self.counts * chances) / self.scatter + leverage * (0.5 - chances)
        )
        return found

    def fitted(self, *zeros: Floats, start: Floats | None = None, at: Floats | None = None) -> Floats:
        """Return the highest logits at which the combinations `zeros` are nought, or as they are in `at`."""
        from scipy.linalg import null_space
        from scipy.optimize import minimize

        free = null_space(np.array(zeros))
        base = np.zeros(self.design.shape[1]) if at is None else at
        if free.shape[1] == 0:
            return base
        begin = np.zeros(free.shape[1]) if start is None else free.T @ (start - base)
        fit: Any = minimize
        found = fit(
            lambda x: -self.height(base + free @ x),
            begin,
            jac=lambda x: -(free.T @ self.slope(base + free @ x)),
            method="BFGS",
            options={"gtol": 1e-7},
        )
        best: Floats = base + free @ found.x
        return best

    def crossing(self, best: Floats, zero: Floats, player: int, lowest: float, way: float) -> float:
        """Return the logit of a player, below or above the best (way: -1 or 1), at which the profile is `lowest`."""
        from scipy.optimize import brentq

        own = np.zeros(len(best))
        own[player] = 1.0
        # The move that changes this player's logit alone, relative to what is nought.
        move = own - zero * (zero[player] / (zero @ zero))
        move = move / move[player]
        last = best

        def over(step: float) -> float:
            nonlocal last
            at = best + way * step * move
            last = self.fitted(zero, own, start=last + (at[player] - last[player]) * move, at=at)
            return self.height(last) - lowest

        reach = 0.25
        while reach < _FARTHEST and over(reach) > 0:
            reach *= 2.0
        if reach >= _FARTHEST:
            return way * math.inf
        last = best
        return float(best[player] + way * brentq(over, 0.0, reach, xtol=1e-6))

    def _weights(self, chances: Floats) -> Floats:
        return self.counts * chances * (1.0 - chances)


def _chance(differences: Floats) -> Floats:
    found: Floats = 1.0 / (1.0 + np.exp(-differences))
    return found
