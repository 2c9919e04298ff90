"""Elo ratings of mirrored pairs of matches, with 95 % intervals: the model of Bradley and Terry.

A player rated d points above another expects the share 1 / (1 + 10^(-d / 400)) of their victories (Bradley & Terry,
Biometrika 39, 1952; the scale is Elo's). The observation is the pair: one player's share of its two victories, shared
victories counted in parts, so that neither a seat nor what two matches of one seed have in common counts as evidence.

Ratings maximise the likelihood with Jeffreys' penalty (Firth, Biometrika 80, 1993), which keeps them finite where
a player wins or loses every pair, and takes off the bias of few of them. How far pairs scatter, as a part of the
variance of decided ones, is estimated over all of them (quasi-likelihood: McCullagh & Nelder, Generalized Linear
Models, 1989, chapter 9) and two pairs more of the usual scatter, so that some is left where all end alike by chance.
`python -m studies.league_coverage` counts how many intervals hold what is true. Intervals are those of the profile
likelihood (Heinze & Schemper, Statistics in Medicine 21, 2002), with the quantile of as many degrees of freedom.

Where some never lose to others, nothing bounds how much better they are (Ford, American Mathematical Monthly 64, 1957).
So the mean that is 0 is that of the most players who can all be compared both ways, through others too; and bounds that
no pair sets are infinite.

Shares of victories have theirs from the same likelihood, so that they say neither more nor less than the ratings: the
bounds are the shares expected at the bounds of the rating.
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
_USUAL_SCATTER, _USUAL_PAIRS = 0.5, 2
"""A scatter, that of two independent decided matches, and the number of pairs that it counts as beside those played."""
_FARTHEST = 20.0
"""How far from the best a bound is looked for (logits). Farther out chances are 0 to rounding, and what was found
there would be an accident."""
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

    anchor: the number of the player whose rating is 0; None: the mean of `core` is. known: the scatter of more pairs
    than these, and its degrees of freedom.
    """

    players: int
    pairs: Sequence[Pair]
    anchor: int | None = None
    known: tuple[float, int] | None = None

    @cached_property
    def scatter(self) -> float:
        """The variance of a pair as a part of that of a decided one, p (1 - p)."""
        if self.known is not None:
            return self.known[0]
        model = _Model.of(self.players, self.pairs, 1.0)
        logits = model.fitted(self._zero)
        squares = variances = 0.0
        for pair in self.pairs:
            expected = 1.0 / (1.0 + math.exp(logits[pair.second] - logits[pair.first]))
            squares += (pair.share - expected) ** 2
            variances += expected * (1.0 - expected)
        found = squares / variances * len(self.pairs) if self._are_enough else 0.0
        return (found + _USUAL_PAIRS * _USUAL_SCATTER) / (self._freedom if self._are_enough else _USUAL_PAIRS)

    @cached_property
    def core(self) -> tuple[int, ...]:
        """The players whose mean is 0: as many as have each won something from each other, if only through others.

        All where no two have.
        """
        groups = {
            tuple(other for other in range(self.players) if self._above[player, other] and self._above[other, player])
            for player in range(self.players)
        }
        most = min(groups, key=lambda group: (-len(group), group))
        return most if len(most) > 1 else tuple(range(self.players))

    @cached_property
    def _above(self) -> NDArray[np.bool_]:
        """True where the first player is known not to be infinitely weaker: has won something from the second, or from
        one of whom that is true, and so on."""
        found = np.eye(self.players, dtype=bool)
        for pair in self.pairs:
            found[pair.first, pair.second] |= pair.share > 0.0
            found[pair.second, pair.first] |= pair.share < 1.0
        for between in range(self.players):
            found |= found[:, between, None] & found[None, between]
        return found

    @cached_property
    def intervals(self) -> list[Interval]:
        """The rating of each player in Elo points; bounds are NaN for the anchor and where there are too few pairs.

        They are infinite where no pair sets them.
        """
        best, ends = self._best, self._ends
        zeros = list(self.core) if self.anchor is None else [self.anchor]
        found = []
        for player in range(self.players):
            low = high = math.nan
            if player in ends:
                low, high = (POINTS * float(logits[player]) for logits in ends[player])
                low = low if self._above[player, zeros].all() else -math.inf
                high = high if self._above[zeros, player].all() else math.inf
            found.append(Interval(POINTS * float(best[player]), low, high))
        return found

    def victories(self, player: int) -> Interval:
        """Return the share of the victories of a player in their pairs, with bounds where their rating has some."""
        own = [(pair.second, pair.share) for pair in self.pairs if pair.first == player]
        own += [(pair.first, 1.0 - pair.share) for pair in self.pairs if pair.second == player]
        share = math.fsum(won for _, won in own) / len(own)
        if player not in self._ends:
            return Interval(share, math.nan, math.nan)
        others = [other for other, _ in own]
        low, high = (float(_chance(logits[player] - logits[others]).mean()) for logits in self._ends[player])
        # Of a player who wins every pair, ratings expect a little less.
        return Interval(share, min(low, share), max(high, share))

    def against(self, first: int, second: int) -> Interval:
        """Return the share of the victories of a player against another, by their own pairs and the scatter of all."""
        own = [Pair(0, 1, pair.share) for pair in self.pairs if (pair.first, pair.second) == (first, second)]
        own += [Pair(1, 0, pair.share) for pair in self.pairs if (pair.second, pair.first) == (first, second)]
        return Ratings(2, own, known=(self.scatter, self._freedom)).victories(0)

    @cached_property
    def _model(self) -> _Model:
        return _Model.of(self.players, self.pairs, self.scatter)

    @cached_property
    def _best(self) -> Floats:
        return self._model.fitted(self._zero)

    @cached_property
    def _ends(self) -> dict[int, tuple[Floats, Floats]]:
        """The logits of all at either bound of the rating of a player, for each that has bounds."""
        if not self._are_enough:
            return {}
        model, best, zero = self._model, self._best, self._zero
        lowest = model.height(best) - t_quantile(self._freedom) ** 2 / 2.0

        def end(player: int, way: float) -> Floats:
            return model.crossing(best, zero, player, lowest, way)

        return {
            player: (end(player, -1.0), end(player, 1.0)) for player in range(self.players) if player != self.anchor
        }

    @property
    def _freedom(self) -> int:
        return len(self.pairs) - self.players + 1 + _USUAL_PAIRS if self.known is None else self.known[1]

    @property
    def _are_enough(self) -> bool:
        return self._freedom > _USUAL_PAIRS

    @property
    def _zero(self) -> Floats:
        """The combination of logits that is 0."""
        zero = np.zeros(self.players)
        if self.anchor is None:
            zero[list(self.core)] = 1.0
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
        """Return the highest logits at which the combinations `zeros` are 0, or as they are in `at`."""
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

    def crossing(self, best: Floats, zero: Floats, player: int, lowest: float, way: float) -> Floats:
        """Return the logits, that of a player below or above the best (way: -1 or 1), at which the profile is `lowest`.

        Where it is nowhere as low, that player's is infinite.
        """
        from scipy.optimize import brentq

        own = np.zeros(len(best))
        own[player] = 1.0
        # The move that changes this player's logit alone, relative to what is 0.
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
            found: Floats = np.where(own == 1.0, way * math.inf, last)
            return found
        last = best
        over(brentq(over, 0.0, reach, xtol=1e-6))
        return last

    def _weights(self, chances: Floats) -> Floats:
        return self.counts * chances * (1.0 - chances)


def _chance(differences: Floats) -> Floats:
    found: Floats = 1.0 / (1.0 + np.exp(-differences))
    return found
