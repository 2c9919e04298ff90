"""Exact sums of floats, of their squares and products, column by column, by whole numbers of 64 bits.

A float is a sum of whole numbers below 2**26, each times a power of two. Products of two of them stay below 2**52, so
that those of 1024 rows add up without loss; the sums are put together as whole numbers of any size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Limbs = list[tuple[int, NDArray[np.int64]]]

ROWS = 1024
"""The most rows that are summed at once."""
_BITS = 26


@dataclass(frozen=True, slots=True)
class ExactSums:
    """Sums by column as whole numbers: of y, x, yy, xy and xx; the first two in 1 / unit, the others in its square."""

    unit: int
    sums: tuple[Sequence[int], ...]


def exact_sums(y: Numbers, x: Numbers) -> ExactSums | None:
    """Return the sums of the columns of two tables of at most `ROWS` rows.

    None where that cannot be done: for values that are not finite, or of magnitudes too far apart.
    """
    ys, xs = _limbs(y), _limbs(x)
    if ys is None or xs is None:
        return None
    least = min((exponent for exponent, _ in (*ys, *xs)), default=0)
    least = min(0, least)
    columns = y.shape[1]

    def single(limbs: Limbs) -> list[int]:
        return _joined([(exponent - least, limb.sum(axis=0)) for exponent, limb in limbs], columns)

    def double(ones: Limbs, others: Limbs) -> list[int]:
        return _joined(
            [(e - least + f - least, (one * other).sum(axis=0)) for e, one in ones for f, other in others],
            columns,
        )

    return ExactSums(1 << -least, (single(ys), single(xs), double(ys, ys), double(xs, ys), double(xs, xs)))


def _limbs(values: Numbers) -> Limbs | None:
    """Return whole numbers below 2**26 with exponents whose sum the values are; None if there are none."""
    import numpy as np

    most = float(np.abs(values).max(initial=0.0))
    if not math.isfinite(most):
        return None
    if most < 1 << _BITS:
        whole = values.astype(np.int64)
        if (whole == values).all():
            return [(0, whole)]
    exponent = math.frexp(most)[1] - _BITS
    rest = np.ldexp(values, -exponent)
    if (np.ldexp(rest, exponent) != values).any():
        return None
    found: Limbs = []
    while rest.any():
        whole_part = np.trunc(rest)
        found.append((exponent, whole_part.astype(np.int64)))
        rest = np.ldexp(rest - whole_part, _BITS)
        exponent -= _BITS
    return found


def _joined(parts: Sequence[tuple[int, NDArray[np.int64]]], columns: int) -> list[int]:
    """Return sums of whole numbers by column. parts: each with the power of two that it is multiplied by."""
    if len(parts) == 1 and parts[0][0] == 0:
        whole: list[int] = parts[0][1].tolist()
        return whole
    found = [0] * columns
    for shift, column in parts:
        for n, number in enumerate(column.tolist()):
            found[n] += number << shift
    return found
