"""Made-up batches whose parts are met at different strata, drawn by numpy, straight to figures at equal strata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from sim.batch.margins import Margins, fit_margins

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Drawn:
    """Numerators and denominators by match, part and stratum."""

    y: Numbers
    x: Numbers

    def margins(self, mix: Mapping[int, float] | None = None) -> Margins:
        """The figures at equal strata, in this mix of them or in that of all parts."""
        matches, parts, strata = self.x.shape
        met = self.x.sum(axis=0).ravel() > 0
        cells = [(part, stratum) for part in range(parts) for stratum in range(strata)]
        both = np.hstack([each.reshape(matches, -1)[:, met] for each in (self.y, self.x)])
        mix = mix or dict(enumerate(self.x.sum(axis=(0, 1)).tolist()))
        used = [cell for cell, is_met in zip(cells, met, strict=True) if is_met]
        found = sorted({part for part, _ in used})
        return fit_margins(found, used, both.sum(axis=0), both.T @ both, matches, mix, None)

    def raw(self) -> Numbers:
        """The shares of the parts, whenever they were met."""
        shares: Numbers = self.y.sum(axis=(0, 2)) / self.x.sum(axis=(0, 2))
        return shares


def drawn(
    stream: np.random.Generator,
    matches: int,
    levels: Numbers,
    turns: int = 32,
    strata: int = 8,
    between_sd: float = 0.0,
) -> Drawn:
    """Matches in which the stratum grows turn by turn, and parts of a low number are met late.

    levels: of the parts, on the scale of logits. between_sd: how far matches differ, on the same scale.
    """
    parts = len(levels)
    stratum = np.minimum(strata - 1, np.arange(turns) * strata // turns)
    late = np.arange(turns) / (turns - 1)
    # Part 0 is likely at the end, the last one at the beginning; none is ever impossible.
    weights = np.exp(-((np.linspace(1.0, 0.0, parts)[None] - late[:, None]) ** 2) / 0.3)
    bounds = np.cumsum(weights / weights.sum(axis=1, keepdims=True), axis=1)
    part = (stream.random((matches, turns, 1)) > bounds[None]).sum(axis=2)
    logits = -3.2 + 0.45 * stratum[None] + levels[part] + stream.normal(0.0, between_sd, (matches, 1))
    fell = stream.random((matches, turns)) < expit(logits)
    cell = (np.arange(matches)[:, None] * parts + part) * strata + stratum[None]
    shape, size = (matches, parts, strata), matches * parts * strata
    counts = [np.bincount(cell.ravel(), weights=w, minlength=size) for w in (fell.ravel().astype(float), None)]
    return Drawn(*(each.reshape(shape).astype(float) for each in counts))
