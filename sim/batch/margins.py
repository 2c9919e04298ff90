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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sim.batch.blocks import MatchBlock, added_up
from sim.metrics import By, Compared, Part, Seats
from sim.statistics import NO_DATA, Interval, t_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sim.batch.blocks import Indices, Numbers

_STRATUM_SD, _LEVEL_SD, _SLOPE_SD = 4.5, 1.0, 0.5
"""Standard deviations of the priors of f, a and b, on the scale of logits; the mean of f is the share of all."""
_STEPS, _EXACT = 50, 1e-10

Cell = tuple[Part, int]
"""A part and a stratum."""


Kept = tuple["Indices", "NDArray[Any]", "Numbers"]
"""Of some matches: index, place in the sums, and what is added there, one of each for every number but 0."""


class CellCounts:
    """The numerators and denominators of cells, and their products summed over matches.

    Size depends on the number of cells, not of matches. matches: the number of those in which anything was counted. of:
    the numbers of the cells; numerator and denominator of cell n are at 2 n and 2 n + 1. All are sums of whole numbers:
    in whatever order they are added, nothing is lost. kept: the counts of each match, to compare them with another
    run's; None where they are not kept.
    """

    def __init__(self, pairs: bool = False) -> None:
        import numpy as np

        self.matches = 0
        self.of: dict[Cell, int] = {}
        self.sums = np.zeros(0)
        self.products = np.zeros((0, 0))
        self.kept: list[Kept] | None = [] if pairs else None

    def numbers_of(self, cells: Iterable[Cell]) -> NDArray[np.intp]:
        """Return the numbers of cells, perhaps new ones."""
        import numpy as np

        numbers = np.array([self.of.setdefault(cell, len(self.of)) for cell in cells], np.intp)
        more = 2 * len(self.of) - len(self.sums)
        if more:
            self.sums, self.products = np.pad(self.sums, (0, more)), np.pad(self.products, (0, more))
        return numbers

    def add(self, indices: Indices, table: Numbers) -> None:
        """Add matches. table: what each, one a row, adds to each place; zeros alone where nothing was counted."""
        import numpy as np

        self.sums += table.sum(axis=0)
        self.products += table.T @ table
        self.matches += int(np.count_nonzero(table[:, 1::2].any(axis=1)))
        if self.kept is not None:
            rows, places = np.nonzero(table)
            self.kept.append((indices[rows], places.astype(np.intc), table[rows, places]))

    def merge(self, later: CellCounts) -> None:
        """Add what was counted of later matches, kept likewise."""
        import numpy as np

        numbers = self.numbers_of(later.of)
        places = np.column_stack((2 * numbers, 2 * numbers + 1)).ravel()
        self.sums[places] += later.sums
        self.products[np.ix_(places, places)] += later.products
        self.matches += later.matches
        if self.kept is not None and later.kept is not None:
            self.kept += [(matches, places[there], values) for matches, there, values in later.kept]


class CellSums:
    """A proportion by part and stratum, counted over matches. pairs: see `CellCounts`."""

    def __init__(self, compared: Compared, by: By, seats: Seats, pairs: bool = False) -> None:
        self._compared, self._by, self._seats = compared, by, seats
        self.counts = CellCounts(pairs)

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
        codes, cell = np.unique((part * len(strata) + stratum)[there], return_inverse=True)
        pairs = (divmod(code, len(strata)) for code in codes.tolist())
        numbers = self.counts.numbers_of((parts[one], int(strata[other])) for one, other in pairs)
        shape = len(block.rows), 2 * len(self.counts.of)
        at = block.match[there] * shape[1] + 2 * numbers[cell]
        y, x = (block.column(count)[there] for count in (metric.of, metric.out_of))
        table = added_up(np.concatenate((at, at + 1)), np.concatenate((y, x)), shape[0] * shape[1])
        self.counts.add(block.indices, table.reshape(shape))

    def strata(self) -> dict[int, float]:
        """Return how much was counted in each stratum, all parts together: the mix of strata."""
        found: dict[int, float] = {}
        for (_, stratum), at in sorted(self.counts.of.items(), key=lambda item: item[0][1]):
            found[stratum] = found.get(stratum, 0.0) + float(self.counts.sums[2 * at + 1])
        return found

    def margins(self, mix: Mapping[int, float] | None = None) -> Margins:
        """Fit the model and return the figures of all parts that were met, in the breakdown's order.

        mix: the weights of strata, each of which was met here; None: those of `strata`.
        """
        import numpy as np

        counts, by = self.counts, self._by
        met = {part for part, _ in counts.of}
        parts = sorted(met, key=by.rank) if by.parts is None else [p for p in by.parts(self._seats) if p in met]
        # In a fixed order, so that the order of matches changes nothing.
        cells = sorted((cell for cell in counts.of if cell[0] in parts), key=lambda c: (parts.index(c[0]), c[1]))
        at = np.array([counts.of[cell] for cell in cells], dtype=np.intp)
        pairs = np.concatenate((2 * at, 2 * at + 1))
        kept = None
        if counts.kept is not None:
            matches, old, values = (np.concatenate(each) for each in zip(*counts.kept, strict=True))
            place = np.full(2 * len(counts.of), -1)
            place[pairs] = np.arange(len(pairs))
            there = place[old] >= 0
            kept = matches[there], place[old[there]], values[there]
        return fit_margins(
            parts,
            cells,
            counts.sums[pairs],
            counts.products[np.ix_(pairs, pairs)],
            counts.matches,
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
    kept: Kept | None,
) -> Margins:
    """Return the figures of parts, by the model fitted to their cells.

    sums: of y over all cells and then of x; products: of each two of these within a match, summed over matches. mix:
    the weights of the strata. kept: of each match the places in `sums` with their values, where the matches are kept.
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
        matches_of, place, values = kept
        indices, row = np.unique(matches_of, return_inverse=True)
        scale = margins * (1 - margins)
        added = [added_up(row, own[place] * values, len(indices)) for own in adds]
        by_match = dict(zip(indices.tolist(), np.column_stack(added) * scale, strict=True))
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
    rank = int(np.linalg.matrix_rank(covariance, hermitian=True, tol=1e-6 * float(np.trace(covariance))))
    if rank == 0 or matches <= 2 * rank:
        return math.nan
    values, vectors = np.linalg.eigh(covariance)
    along = (vectors.T @ (adds @ sums))[-rank:]
    quadratic = float((along**2 / values[-rank:]).sum())
    return float(fdtrc(rank, matches - rank, quadratic * (matches - rank) / (rank * (matches - 1))))
