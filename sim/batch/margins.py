"""Parts of a breakdown compared at equal strata: predictive margins of a logistic model, with clustered variances.

Parts differ in when they are met: low cards are played late, when the ship is full. A raw share mixes both. Here the
chance of y in part k at stratum c (the cargo aboard) follows

    logit p(k, c) = f(c) + a(k) + b(k) z(c)

with a level of its own for every stratum, and a level and a slope for every part (z: the strata, standardised). The
figure of a part is its predictive margin, sum_c w(c) p(k, c): what its share would be if it were met in the mix w of
strata in which all parts together are met (Lane & Nelder, Biometrics 38, 1982; Graubard & Korn, Biometrics 55, 1999).
It is the directly standardised share where every part is met often in every stratum, and exists where some are not.

The levels and slopes have weak normal priors (standard deviations below), which keep them finite where nothing or
everything falls, and weigh less the more there is. The variance of a figure, or of a difference of figures, is the
greater of two: the sandwich of the scores summed by match (Liang & Zeger, Biometrika 73, 1986), which knows that the
turns of a match are alike but is too small with few matches, and the Bayesian one of the model (Nychka, Journal of the
American Statistical Association 83, 1988). Both are those of logit(figure).

The check of the fit is the robust score test (Boos, The American Statistician 46, 1992) of the curvature c(k) z(c)^2
that the model leaves out.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sim.batch.blocks import MatchBlock, added_up
from sim.metrics import By, Compared, Part, Seats
from sim.statistics import NO_DATA, Interval, t_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_STRATUM_SD, _LEVEL_SD, _SLOPE_SD = 4.5, 1.0, 0.5
"""Standard deviations of the priors of f, a and b, on the scale of logits; the mean of f is the share of all."""
_STEPS, _EXACT = 50, 1e-10

Cell = tuple[Part, int]
"""A part and a stratum."""


@dataclass(frozen=True, slots=True)
class CellCounts:
    """The sums of a `CellSums` without what it counts, as one process sends them to another.

    of: the numbers of the cells. sums, products: numerator and denominator of cell n are at 2 n and 2 n + 1. kept: of
    each match, places in `sums` and what it adds there.
    """

    matches: int
    of: Mapping[Cell, int]
    sums: Numbers
    products: Numbers
    kept: Mapping[int, tuple[array[int], array[float]]]


class CellSums:
    """The numerators and denominators of a proportion by part and stratum, and their products summed over matches.

    Size depends on the number of cells, not of matches. pairs: keep the counts of each match besides, to compare them
    with another run's.
    """

    def __init__(self, compared: Compared, by: By, seats: Seats, pairs: bool = False) -> None:
        import numpy as np

        self._compared, self._by, self._seats, self._pairs = compared, by, seats, pairs
        self.matches = 0
        """The number of matches in which anything was counted."""
        self._of: dict[Cell, int] = {}
        self._sums = np.zeros(0)
        self._products = np.zeros((0, 0))
        self._kept: dict[int, tuple[array[int], array[float]]] = {}

    def add(self, block: MatchBlock) -> None:
        """Add the matches of a block. What is counted of a turn is a whole number."""
        import numpy as np

        metric, part_of = self._compared.metric, self._by.part_of
        assert part_of is not None
        parts, part = block.coded(part_of(block.turns, self._seats))
        strata, stratum = block.coded(block.turns.each(self._compared.stratum))
        there = part >= 0
        if not there.any():
            return
        cells, cell = np.unique((part * len(strata) + stratum)[there], return_inverse=True)
        numbers = np.array(
            [
                self._of.setdefault((parts[one], int(strata[other])), len(self._of))
                for one, other in (divmod(code, len(strata)) for code in cells.tolist())
            ],
            dtype=np.intp,
        )
        self._make_room()
        # What each match adds to each place: one row a match, one column a place.
        shape = len(block.rows), 2 * len(self._of)
        match, place = block.match[there], 2 * numbers[cell]
        y, x = (block.column(count)[there] for count in (metric.of, metric.out_of))
        at = match * shape[1] + place
        table = added_up(np.concatenate((at, at + 1)), np.concatenate((y, x)), shape[0] * shape[1]).reshape(shape)
        used = slice(shape[1])
        self._sums[used] += table.sum(axis=0)
        # Whole numbers: in whatever order they are added, nothing is lost.
        self._products[used, used] += table.T @ table
        turns = np.bincount(match, minlength=shape[0])
        self.matches += int(np.count_nonzero(turns))
        if self._pairs:
            # The places of a match in the order in which they were met: a numerator of nought meets none.
            met = np.column_stack((np.where(y != 0, place, -1), place + 1)).tolist()
            end = 0
            for index, number, adds in zip(block.indices.tolist(), turns.tolist(), table, strict=True):
                begin, end = end, end + number
                here = list(dict.fromkeys(one for pair in met[begin:end] for one in pair if one >= 0))
                if here:
                    self._kept[index] = array("i", here), array("d", adds[here].tolist())

    def counted(self) -> CellCounts:
        """Return what was counted so far."""
        return CellCounts(self.matches, self._of, self._sums, self._products, self._kept)

    def merge(self, later: CellCounts) -> None:
        """Add what was counted of later matches."""
        import numpy as np

        if not later.of:
            return
        places = np.array([2 * self._of.setdefault(cell, len(self._of)) for cell in later.of], dtype=np.intp)
        places = np.column_stack((places, places + 1)).ravel()
        self._make_room()
        # Its cells are numbered from 0 in their order; beyond them is room that was not needed yet.
        used = len(places)
        self._sums[places] += later.sums[:used]
        self._products[np.ix_(places, places)] += later.products[:used, :used]
        self.matches += later.matches
        for match, (olds, values) in later.kept.items():
            self._kept[match] = array("i", (int(places[old]) for old in olds)), values

    def _make_room(self) -> None:
        import numpy as np

        if 2 * len(self._of) > len(self._sums):
            # Room for as many again, so that growing costs little.
            more = 4 * len(self._of) - len(self._sums)
            self._sums, self._products = np.pad(self._sums, (0, more)), np.pad(self._products, (0, more))

    def strata(self) -> dict[int, float]:
        """Return how much was counted in each stratum, all parts together: the mix of strata."""
        found: dict[int, float] = {}
        for (_, stratum), at in sorted(self._of.items(), key=lambda item: item[0][1]):
            found[stratum] = found.get(stratum, 0.0) + float(self._sums[2 * at + 1])
        return found

    def margins(self, mix: Mapping[int, float] | None = None) -> Margins:
        """Fit the model and return the figures of all parts that were met, in the breakdown's order.

        mix: the weights of strata, each of which was met here; None: those of `strata`.
        """
        import numpy as np

        met = {part for part, _ in self._of}
        by = self._by
        parts = sorted(met, key=by.rank) if by.parts is None else [p for p in by.parts(self._seats) if p in met]
        # In a fixed order, so that the order of matches changes nothing.
        cells = sorted((cell for cell in self._of if cell[0] in parts), key=lambda c: (parts.index(c[0]), c[1]))
        at = np.array([self._of[cell] for cell in cells], dtype=np.intp)
        pairs = np.concatenate((2 * at, 2 * at + 1))
        kept = None
        if self._pairs:
            place = {int(old): new for new, old in enumerate(pairs)}
            kept = {
                match: [(place[old], value) for old, value in zip(olds, values, strict=True) if old in place]
                for match, (olds, values) in self._kept.items()
            }
        return fit_margins(
            parts,
            cells,
            self._sums[pairs],
            self._products[np.ix_(pairs, pairs)],
            self.matches,
            self.strata() if mix is None else mix,
            kept,
        )


@dataclass(frozen=True, slots=True)
class Margins:
    """The figures of the parts at equal strata.

    counts: the denominators of the parts. logits: logit of each figure. clustered, model: their two covariance
    matrices. misfit: the p-value of the check of the fit; NaN with too few matches. by_match: what each match adds to
    the deviation of each figure (in shares), where matches were kept.
    """

    parts: tuple[Part, ...]
    counts: tuple[float, ...]
    matches: int
    logits: Numbers = field(repr=False)
    clustered: Numbers = field(repr=False)
    model: Numbers = field(repr=False)
    misfit: float = math.nan
    by_match: Mapping[int, Numbers] | None = field(default=None, repr=False)

    def standard_errors(self) -> Numbers:
        """Return the standard error of the logit of every figure."""
        import numpy as np

        errors: Numbers = np.sqrt(np.maximum(np.diag(self.clustered), np.diag(self.model)))
        return errors

    def misfit_json(self) -> float | None:
        """Return the p-value of the check of the fit as plain data."""
        return None if math.isnan(self.misfit) else round(self.misfit, 6)

    def interval(self, part: Part, quantile: float | None = None) -> Interval:
        """Return the figure of a part. quantile: of its error; None: Student's for this figure alone."""
        if part not in self.parts:
            return NO_DATA
        n = self.parts.index(part)
        if self.matches < 2:
            return Interval(_expit(self.logits[n]), math.nan, math.nan)
        half = (t_quantile(self.matches - 1) if quantile is None else quantile) * self.standard_errors()[n]
        return Interval(_expit(self.logits[n]), _expit(self.logits[n] - half), _expit(self.logits[n] + half))


def _expit(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))


def fit_margins(
    parts: Sequence[Part],
    cells: Sequence[Cell],
    sums: Numbers,
    products: Numbers,
    matches: int,
    mix: Mapping[int, float],
    kept: Mapping[int, Iterable[tuple[int, float]]] | None,
) -> Margins:
    """Return the figures of parts, by the model fitted to their cells.

    sums: of y over all cells and then of x; products: of each two of these within a match, summed over matches. mix:
    the weights of the strata. kept: of each match, places in `sums` with their values, where the matches are kept.
    """
    import numpy as np
    from scipy.special import expit, logit

    y, x = np.split(sums, 2)
    levels = sorted({stratum for _, stratum in cells})
    part_of = np.array([parts.index(part) for part, _ in cells], dtype=np.intp)
    level_of = np.array([levels.index(stratum) for _, stratum in cells], dtype=np.intp)
    weights = np.array([mix.get(level, 0.0) for level in levels]) / sum(mix.values())
    centre = float(weights @ levels)
    spread = math.sqrt(float(weights @ (np.array(levels) - centre) ** 2)) or 1.0
    z = (np.array(levels) - centre) / spread
    design = _design(part_of, level_of, len(parts), z)
    precision = np.repeat((_STRATUM_SD**-2, _LEVEL_SD**-2, _SLOPE_SD**-2), (len(levels), len(parts), len(parts)))
    # Half a success and half a failure more keep the mean of the prior finite.
    mean = np.where(np.arange(design.shape[1]) < len(levels), logit((y.sum() + 0.5) / (x.sum() + 1.0)), 0.0)
    beta = mean.copy()
    for _ in range(_STEPS):
        p: Numbers = expit(design @ beta)
        information = (design * (x * p * (1 - p))[:, None]).T @ design
        bread = np.asarray(np.linalg.inv(information + np.diag(precision)), dtype=np.float64)
        step = bread @ (design.T @ (y - x * p) - precision * (beta - mean))
        # A bounded step cannot overshoot far where the curve is flat.
        beta = beta + step / max(1.0, float(np.abs(step).max()))
        if float(np.abs(step).max()) < _EXACT:
            break
    p = expit(design @ beta)
    every_part, every_level = np.indices((len(parts), len(levels))).reshape(2, -1)
    grid = _design(every_part, every_level, len(parts), z)
    shares = expit(grid @ beta).reshape(len(parts), len(levels))
    margins = shares @ weights
    # The derivative of each margin's logit by the parameters.
    slopes = (grid.reshape(len(parts), len(levels), -1) * (weights * shares * (1 - shares))[:, :, None]).sum(axis=1)
    slopes /= (margins * (1 - margins))[:, None]
    # The scores of a match are `score` @ (y, x) of its cells.
    score = np.hstack((design.T, -design.T * p))
    adds = slopes @ bread @ score
    by_match = None
    if kept is not None:
        by_match = {
            match: (margins * (1 - margins)) * sum((adds[:, at] * value for at, value in counts), np.zeros(len(parts)))
            for match, counts in kept.items()
        }
    return Margins(
        tuple(parts),
        tuple(float(x[part_of == n].sum()) for n in range(len(parts))),
        matches,
        logit(margins),
        _clustered(adds, sums, products, matches),
        slopes @ bread @ slopes.T,
        _misfit(design, part_of, z[level_of], p, x, bread, sums, products, matches),
        by_match,
    )


def _design(part_of: NDArray[np.intp], level_of: NDArray[np.intp], parts: int, z: Numbers) -> Numbers:
    """Return a row of the model's columns for each cell: its stratum, its part, and its part times z."""
    import numpy as np

    own = np.eye(parts)[part_of]
    return np.hstack((np.eye(len(z))[level_of], own, own * z[level_of][:, None]))


def _clustered(adds: Numbers, sums: Numbers, products: Numbers, matches: int) -> Numbers:
    """Return the covariance over matches of sums of `adds` @ (y, x), given the sums and products of these."""
    import numpy as np

    total = adds @ sums
    if matches < 2:
        return np.zeros((len(adds), len(adds)))
    found: Numbers = (adds @ products @ adds.T - np.outer(total, total) / matches) * matches / (matches - 1)
    return found


def _misfit(
    design: Numbers,
    part_of: NDArray[np.intp],
    z: Numbers,
    p: Numbers,
    x: Numbers,
    bread: Numbers,
    sums: Numbers,
    products: Numbers,
    matches: int,
) -> float:
    """Return the p-value of the score test of curvatures of the parts; NaN where it cannot be made.

    The quadratic form has the distribution of Hotelling's T^2: F with the number of curvatures that strata can tell,
    and the remaining matches.
    """
    import numpy as np
    from scipy.special import fdtrc

    curved = np.eye(int(part_of.max()) + 1)[part_of] * (z**2)[:, None]
    weighted = curved * (x * p * (1 - p))[:, None]
    # What the curvatures say beyond the columns that the model has: the efficient score.
    beyond = curved.T - (weighted.T @ design) @ bread @ design.T
    adds = np.hstack((beyond, -beyond * p))
    covariance = _clustered(adds, sums, products, matches)
    rank = int(np.linalg.matrix_rank(covariance, hermitian=True, tol=1e-6 * max(float(np.trace(covariance)), 1e-12)))
    if rank == 0 or matches <= 2 * rank:
        return math.nan
    values, vectors = np.linalg.eigh(covariance)
    along = (vectors.T @ (adds @ sums))[-rank:]
    quadratic = float((along**2 / values[-rank:]).sum())
    return float(fdtrc(rank, matches - rank, quadratic * (matches - rank) / (rank * (matches - 1))))
