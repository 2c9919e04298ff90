"""The ranges of an evening's values, from what was read: all of them hold the truth at once in 95 of 100 evenings.

All that a game's plan has to measure shares the 5 % that may miss (Bonferroni), whether it is measured or not: when one
stops makes no difference. An instrument that is off is off for all readings of a thing alike, so its error is added to
that of their mean (in squares). How far readings scatter is the instrument's doing: it is pooled over everything that
it has read several times, in units of how far it may be off, which counts as two readings more; three readings alone
say next to nothing of one case in 560. Where a thing's own readings scatter more than that, their scatter stands.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

from calibration.measure.things import Thing
from sim.measures import errors_wide
from sim.statistics import LEVEL

Entry = tuple[list[float], float]
"""Readings of a thing, and how far the instrument may be off (95 %), in the unit of readings."""
_STATED = 2.0
"""The degrees of freedom that the error which an instrument is known by has of its scatter."""


def jointly_of(things: Mapping[str, Thing]) -> int:
    """Return how many ranges hold all at once: one of each thing that is not counted."""
    return sum(not thing.counted for thing in things.values())


def value_of(readings: Sequence[float], thing: Thing) -> float:
    """Return the value of the preset's key: by the mean of readings, or by how far they scatter about it."""
    return _rounded(thing.value(_sd(readings) if thing.scatter else fmean(readings)))


def ranges_of(entries: Mapping[str, Entry], things: Mapping[str, Thing]) -> dict[str, tuple[float, float]]:
    """Return the range of the value of each thing that was read."""
    jointly, scatters = jointly_of(things), _scatters(entries, things)
    found = {}
    for name, (readings, within) in entries.items():
        thing = things[name]
        if thing.counted:
            ends = (readings[0], readings[0])
        elif thing.scatter:
            ends = _about_scatter(readings, jointly)
        else:
            ends = _about_mean(readings, within, thing, scatters.get(thing.by or name), jointly)
        low, high = sorted(map(thing.value, ends))
        found[name] = _rounded(low), _rounded(high)
    return found


def _scatters(entries: Mapping[str, Entry], things: Mapping[str, Thing]) -> dict[str, tuple[float, float]]:
    """Return of each instrument the degrees of freedom and the sum of squares of what was read several times."""
    found: dict[str, tuple[float, float]] = {}
    for name, (readings, _) in entries.items():
        thing = things[name]
        if len(readings) > 1 and not thing.scatter and not thing.counted:
            stated = _STATED if thing.by else 0.0
            freedom, squares = found.get(thing.by or name, (stated, stated / errors_wide() ** 2))
            found[thing.by or name] = freedom + len(readings) - 1, squares + _squares(readings) / thing.within**2
    return found


def _about_mean(
    readings: Sequence[float], within: float, thing: Thing, scatter: tuple[float, float] | None, jointly: int
) -> tuple[float, float]:
    """Return the range of a mean. scatter: degrees of freedom and sum of squares; None: the error has it in itself."""
    from scipy.special import stdtrit

    chance = 0.0
    if scatter is not None:
        freedom, squares = scatter
        sd = max(thing.within * math.sqrt(squares / freedom), _sd(readings))
        chance = float(stdtrit(freedom, 1 - _tail(jointly))) * sd / math.sqrt(len(readings))
    half = math.hypot(chance, within * errors_wide(jointly) / errors_wide())
    middle, (least, most) = fmean(readings), thing.plausible
    return max(middle - half, least), min(middle + half, most)


def _about_scatter(readings: Sequence[float], jointly: int) -> tuple[float, float]:
    """Return the range of a standard deviation, by chi squared; how far the instrument scatters is small beside it."""
    from scipy.special import chdtri

    tail = _tail(jointly)
    low, high = (math.sqrt(_squares(readings) / float(chdtri(len(readings) - 1, each))) for each in (tail, 1 - tail))
    return low, high


def _tail(jointly: int) -> float:
    return (1 - LEVEL) / 2 / jointly


def _sd(readings: Sequence[float]) -> float:
    return math.sqrt(_squares(readings) / (len(readings) - 1)) if len(readings) > 1 else 0.0


def _squares(readings: Sequence[float]) -> float:
    middle = fmean(readings)
    return math.fsum((each - middle) ** 2 for each in readings)


def _rounded(value: float) -> float:
    """Return a value to six digits, more than anybody reads off."""
    return float(f"{value:.6g}")
