"""What fits print and share: findings (a fitted figure beside the shipped one), reading tables of trials, groups."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.errors import InputError
from sim.files import read_text
from sim.statistics import Interval, paired_difference

# Children of 8 to 12: twice as slow as adults at 8 (Kail & Hall 1994), less so later; half more for the whole range.
CHILD_SLOWING = 1.5

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure: what the data say (after the documented transformation) beside what is shipped (None: nothing)."""

    name: str
    fitted: Interval
    shipped: float | None
    note: str = ""

    @property
    def inside(self) -> bool:
        """True if the shipped value lies in the interval."""
        return self.shipped is not None and self.fitted.low <= self.shipped <= self.fitted.high

    def line(self) -> str:
        """Return the figure as one row of a table."""
        fit = f"{self.fitted.estimate:9.4g}  ({self.fitted.low:.4g} to {self.fitted.high:.4g})"
        shipped = "" if self.shipped is None else f"{self.shipped:9.4g}  {'inside' if self.inside else 'OUTSIDE'}"
        return f"{self.name:32} {fit:36} {shipped:20} {self.note}".rstrip()


def shifted(interval: Interval, by: float) -> Interval:
    """Return the figure plus `by`, with its interval."""
    return Interval(interval.estimate + by, interval.low + by, interval.high + by)


def scaled(interval: Interval, factor: float) -> Interval:
    """Return the figure times `factor`, with its interval."""
    return Interval(interval.estimate * factor, interval.low * factor, interval.high * factor)


def read_rows(path: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    """Read the lines of a CSV file (packed, if it ends in .gz) by column.

    Raises InputError for a file that is missing or lacks a column.
    """
    reader = csv.DictReader(_text(path).splitlines())
    for column in columns:
        if column not in (reader.fieldnames or ()):
            raise InputError(f"{path}: {column}: expected a column of this name.")
    return list(reader)


def _text(path: Path) -> str:
    if path.suffix != ".gz":
        return read_text(path)
    try:
        return gzip.decompress(path.read_bytes()).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: expected a packed CSV file, found {error}.") from error


def read_number(row: dict[str, str], column: str, path: Path) -> float:
    """Read a number out of a row. Raises InputError for anything else."""
    try:
        return float(row[column])
    except ValueError as error:
        raise InputError(f"{path}: {column}: expected a number, found {row[column]!r}.") from error


def paired(by: dict[str, dict[str, list[float]]], plain: str, other: str) -> Interval:
    """Return what `other` has more than `plain`, person by person: `by` holds values by person and condition."""
    both = [conditions for conditions in by.values() if plain in conditions and other in conditions]
    return paired_difference(
        [float(np.mean(conditions[plain])) for conditions in both],
        [float(np.mean(conditions[other])) for conditions in both],
    )


def by_speed(times: dict[str, dict[str, Floats]]) -> list[str]:
    """Rank people from fast to slow: by the mean over the tasks of the standardised logarithm of their mean time.

    All three tasks together rank a person, so that chance in one task moves nobody into the fast group of that task.
    """
    people = sorted(set.intersection(*(set(by) for by in times.values())))
    scores = np.zeros(len(people))
    for by in times.values():
        logs = np.log([float(np.mean(by[person])) for person in people])
        scores += (logs - logs.mean()) / logs.std()
    return [people[index] for index in np.argsort(scores, kind="stable")]
