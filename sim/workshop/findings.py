"""What a survey has found so far, and the figures made of it, with intervals.

Cells are the strata of a survey: every round tries each of them once, so how cells differ adds nothing to the variance
of a figure. Circumstances are drawn anew for every cluster of a round, such as a cargo, and the trials of a cluster
share them. So a figure over some cells is their mean, and its variance is summed over clusters (Cochran, Sampling
Techniques, 1977, 5A.1 and 9A):

    var = k sum (sum of residuals in the cluster)^2 / n^2

with the residuals of n trials from an additive model of the names of their cells (such as slot and kind of piece), and
k = N / (N - p) for the p parameters that N trials of the survey were fitted with. What the model lacks only widens it.

Few trials say little of their own variance. So it is averaged with that of figures alike: as multiples of the variance
of independent trials, weighed by events, as `sim.batch.figures` does, `PRIOR` events for what all figures have in
common. Others do not make narrow what scatters more than they: they are worth `LEAST_PRIOR` events where that makes
the variance larger. The interval is Wilson's for as many independent trials as would tell as much.

References are designs that are known better, tried in the same rounds with the same noise. Their outcomes x are
control variates of this design's y (Cochran, 12.9 and 12.10, double sampling with regression):

    figure = mean(y - b x) + b (figure of the reference)

b is fitted to the pairs, in the model above, for all figures at once. The variance of the reference's own figure is
part of the sum above, cluster by cluster, so that what it owes to trials of the same clusters is counted once. It is
right whatever b is: the rounds that a reference is known by are drawn alike, and its mean is taken over them. A
reference that explains less than `LEAST_GAIN` of the variance is left alone.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sim.batch.figures import Ratio
from sim.language import _
from sim.statistics import NO_DATA, Interval, share_interval, t_quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

Cell = tuple[Hashable, ...]
PRIOR = 4.0
"""The number of events that the variance which figures have in common is worth."""
LEAST_PRIOR = 0.5
"""The same for a figure that scatters more than the others, such as that of a slot that alone feels an edit."""
UNSEEN = 2.0
"""The number of events, as independent trials have them, that are added to what figures have in common."""
LEAST_GAIN = 0.1
"""The share of the residual variance that references must explain to be used."""
TRIALS_A_REFERENCE = 80
"""With fewer trials for each, the first of the references are used alone: coefficients that are fitted to few clusters
make intervals too narrow."""
TRIALS_A_PARAMETER = 5
"""With fewer trials the names of cells explain nothing, and every figure scatters about its own mean."""
STEADY = 0.05
"""A figure is steady when its interval reaches no farther than this on either side."""
COARSE = 0.15
"""An interval that reaches farther than this on either side is shown alone: its middle means nothing yet."""


@dataclass(frozen=True, slots=True)
class _Fit:
    """Outcomes by round and cell (NaN for none), their residuals, and the coefficients of the references in use."""

    outcomes: Numbers
    left: Numbers
    """What is left of the outcomes when the references' are taken off, each times its coefficient."""
    residuals: Numbers | None
    slopes: tuple[tuple[Findings, float], ...]


@dataclass(slots=True)
class Findings:
    """What is known about a subject so far. outcomes: by round, then by cell. problem: why no more is to come.

    clusters: by cell, what circumstances it shares with others of its round; empty if all of a round share them.
    references: designs whose outcomes in the same rounds are control variates. name: what it is called as a reference.
    """

    cells: tuple[Cell, ...]
    rounds: int
    clusters: tuple[Hashable, ...] = ()
    references: tuple[Findings, ...] = ()
    name: str = ""
    outcomes: dict[int, dict[Cell, bool]] = field(default_factory=dict)
    problem: str = ""
    _known: int = 0
    _tabled: tuple[int, Numbers] | None = None
    _fitted: tuple[Hashable, _Fit] | None = None
    _common: tuple[Hashable, float] | None = None

    @property
    def trials(self) -> int:
        """The number of trials so far."""
        return self._known

    @property
    def done(self) -> bool:
        """True if no more is to come."""
        return bool(self.problem) or self._known >= self.rounds * len(self.cells)

    @property
    def progress(self) -> float:
        """The share of all trials that is done."""
        return self._known / max(1, self.rounds * len(self.cells))

    def add(self, number: int, outcomes: Mapping[Cell, bool]) -> None:
        """Add outcomes of a round; those that are known already change nothing."""
        known = self.outcomes.setdefault(number, {})
        before = len(known)
        known.update(outcomes)
        self._known += len(known) - before

    def as_reference(self, name: str) -> Findings:
        """Return what is known now, as a reference of other designs; of its own references, those without any."""
        outcomes = {number: dict(known) for number, known in self.outcomes.items()}
        references = tuple(reference for reference in self.references if not reference.references)
        return replace(self, references=references, name=name, outcomes=outcomes, _fitted=None, _common=None)

    @property
    def compared_with(self) -> tuple[str, ...]:
        """The names of the references that figures are made with now."""
        return tuple(dict.fromkeys(reference.name for reference, _ in self._fit().slopes))

    def share(self, cells: Collection[Cell] | None = None) -> Interval:
        """Return how often it happened, over some cells or all of them, with the interval."""
        import numpy as np

        chosen = set(self.cells if cells is None else cells)
        mine = np.array([cell in chosen for cell in self.cells], bool)
        count = int(np.count_nonzero(~np.isnan(self._fit().outcomes[:, mine])))
        if not count:
            return NO_DATA
        estimate, influence = self._figure(mine)
        r = min(1.0, max(0.0, estimate))
        clusters = self._clusters_tried()
        if clusters < 2:
            return Interval(r, math.nan, math.nan)
        own = self._variance(influence) * count**2 / max(r, 1 - r)
        events, common = count * min(r, 1 - r), self._common_effect()
        effect = max((prior * common + own) / (prior + events) for prior in (LEAST_PRIOR, PRIOR))
        return share_interval(r, count / effect, t_quantile(clusters - 1))

    def difference(self, other: Findings, cells: Collection[Cell]) -> Interval:
        """Return by how much more often it happens in `other`, paired, over those cells that both know."""
        pairs: dict[tuple[int, Hashable], list[int]] = {}
        cluster = dict(zip(self.cells, self.clusters or (0,) * len(self.cells), strict=True))
        for number in sorted(self.outcomes.keys() & other.outcomes.keys()):
            mine, theirs = self.outcomes[number], other.outcomes[number]
            for cell in cells:
                if cell in mine and cell in theirs:
                    pairs.setdefault((number, cluster[cell]), []).append(theirs[cell] - mine[cell])
        return Ratio.of(map(sum, pairs.values()), map(len, pairs.values())).mean()

    # ------------------------------------------------------------------------------------------ the estimator

    def _state(self) -> Hashable:
        return self._known, tuple(reference.trials for reference in self.references)

    def _fit(self) -> _Fit:
        state = self._state()
        if self._fitted is None or self._fitted[0] != state:
            self._fitted = state, self._fit_anew()
        return self._fitted[1]

    def _fit_anew(self) -> _Fit:
        import numpy as np

        y = self._table()
        there = ~np.isnan(y)
        count = int(there.sum())
        names = np.tile(_names(self.cells), (len(y), 1))[there.ravel()]
        # Of every further place of names, one column is the sum of the others less another place's.
        parameters = names.shape[1] - len(self.cells[0]) + 1
        if count < TRIALS_A_PARAMETER * parameters:
            return _Fit(y, y, None, ())
        usable = [reference for reference in self.references if self._is_known_better(reference, there)]
        usable = usable[: max(1, count // TRIALS_A_REFERENCE)]
        controls = [reference._table()[: len(y)] for reference in usable]
        plain = _residuals(names, y[there])[1]
        slopes: tuple[tuple[Findings, float], ...] = ()
        left = y
        if controls:
            fitted, rest = _residuals(np.column_stack([names, *(x[there] for x in controls)]), y[there])
            if rest @ rest < (1 - LEAST_GAIN) * (plain @ plain):
                plain, parameters = rest, parameters + len(usable)
                slopes = tuple(zip(usable, fitted[-len(usable) :].tolist(), strict=True))
                left = y - sum(slope * x for (_, slope), x in zip(slopes, controls, strict=True))
        residuals = np.zeros_like(y)
        residuals[there] = plain * math.sqrt(count / (count - parameters))
        return _Fit(y, left, residuals, slopes)

    def _table(self) -> Numbers:
        """Return the outcomes by round and cell, NaN where there is none yet."""
        import numpy as np

        if self._tabled is None or self._tabled[0] != self._known:
            table = np.full((max(self.outcomes, default=-1) + 1, len(self.cells)), math.nan)
            for number, known in self.outcomes.items():
                table[number] = [known.get(cell, math.nan) for cell in self.cells]
            self._tabled = self._known, table
        return self._tabled[1]

    def _is_known_better(self, reference: Findings, there: Numbers) -> bool:
        import numpy as np

        if reference.cells != self.cells or reference.trials <= self._known:
            return False
        known = ~np.isnan(reference._table())
        return len(known) >= len(there) and bool(np.all(known[: len(there)] >= there))

    def _figure(self, mine: Numbers) -> tuple[float, Numbers]:
        """Return the mean over some cells, and what every trial adds to its error, by round and cell."""
        import numpy as np

        fit = self._fit()
        left = np.where(mine, fit.left, math.nan)
        count = np.count_nonzero(~np.isnan(left))
        estimate = float(np.nansum(left)) / count
        errors = np.nan_to_num(left - estimate) if fit.residuals is None else np.where(mine, fit.residuals, 0.0)
        influence = errors / count
        for reference, slope in fit.slopes:
            theirs, more = reference._figure(mine)
            estimate += slope * theirs
            influence = _padded_sum(influence, slope * more)
        return estimate, influence

    def _variance(self, influence: Numbers) -> float:
        import numpy as np

        return float((np.einsum("rc,ck->rk", influence, self._membership()) ** 2).sum())

    def _membership(self) -> Numbers:
        """Return which cell is in which cluster of its round, as ones and zeros."""
        return _one_hot(self.clusters or (0,) * len(self.cells))

    def _clusters_tried(self) -> int:
        import numpy as np

        there = ~np.isnan(self._fit().outcomes)
        return int(np.count_nonzero(np.einsum("rc,ck->rk", there.astype(float), self._membership())))

    def _common_effect(self) -> float:
        """Return how many times the variance of independent trials the variance of figures is.

        It is pooled over all cells with a name in common, such as those of a slot; of the names' places in the cells,
        the one with the largest effect counts.
        """
        state = self._state()
        if self._common is None or self._common[0] != state:
            self._common = state, self._pooled_effect()
        return self._common[1]

    def _pooled_effect(self) -> float:
        import numpy as np

        there = ~np.isnan(self._fit().outcomes)
        effects = []
        for names in zip(*self.cells, strict=True):
            found = independent = events = 0.0
            for mine in _one_hot(names).T > 0:
                count = int(there[:, mine].sum())
                if count:
                    estimate, influence = self._figure(mine)
                    r = min(1.0, max(0.0, estimate))
                    found += self._variance(influence)
                    independent += r * (1 - r) / count
                    events += count * min(r, 1 - r)
            ratio = found / independent if independent > 0 else 1.0
            effects.append((UNSEEN + events * ratio) / (UNSEEN + events))
        return max(effects)


@lru_cache(maxsize=64)
def _one_hot(labels: tuple[Hashable, ...]) -> Numbers:
    import numpy as np

    each = list(dict.fromkeys(labels))
    return np.array([[float(label == other) for other in each] for label in labels]).reshape(-1, len(each))


@lru_cache(maxsize=8)
def _names(cells: tuple[Cell, ...]) -> Numbers:
    """Return the names of cells, place by place, as ones and zeros."""
    import numpy as np

    return np.column_stack([_one_hot(names) for names in zip(*cells, strict=True)])


def _residuals(columns: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
    """Return the coefficients of the least squares of `y`, and what they leave of it."""
    import numpy as np

    # Sums by einsum, since the threads of a large matrix product would take the processor from the trials.
    squares, products = np.einsum("ni,nj->ij", columns, columns), np.einsum("ni,n->i", columns, y)
    fitted = np.linalg.lstsq(squares, products, rcond=None)[0]
    return fitted, y - np.einsum("ni,i->n", columns, fitted)


def _padded_sum(first: Numbers, second: Numbers) -> Numbers:
    import numpy as np

    total = np.zeros((max(len(first), len(second)), first.shape[1]))
    total[: len(first)] += first
    total[: len(second)] += second
    return total


def cells_with(found: Findings, name: Hashable) -> tuple[Cell, ...]:
    return tuple(cell for cell in found.cells if name in cell)


def half_width(share: Interval) -> float:
    """Return half the width of an interval, infinite while there is none."""
    return math.inf if math.isnan(share.low) else (share.high - share.low) / 2


def percent_words(share: Interval) -> str:
    """Return a share in percent with its interval; the interval alone while it is coarse."""
    if half_width(share) <= COARSE:
        return share.percent()
    return _("{low:.0f} to {high:.0f} %", low=100 * share.low, high=100 * share.high)


def is_steady(share: Interval) -> bool:
    """Return True if the interval is narrow enough to act on."""
    return half_width(share) <= STEADY
