"""What people report of a game, as data: statements, the figure that each speaks of, and how far it may be wrong.

A game ships its reports as a part of its spec; anybody may write a file of the same form. A report is a table:

    [length]
    statement = "a match takes 15 to 30 minutes"
    source = "where it is published"
    figure = "minutes"
    band = [15.0, 30.0]
    softness = 5.0
    reason = "why the statement means that band, and may be wrong by so much"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import Field, field_validator

from calibration.tuning.response import Array
from calibration.tuning.targets import Figure, figure
from sim.errors import InputError
from sim.files import read_toml
from sim.language import Wording
from sim.measures import TomlTable, check
from sim.protocols import Configuration
from sim.seat import Seat
from sim.spec import game_of, load_part

SHIPPED = "reports"
"""The word for a game's own file."""
_FREEDOM = 4.0
"""The degrees of freedom of the kernel: its tails are long, so that no single report can rule a draw out."""


@dataclass(frozen=True, slots=True)
class ReportsPart:
    """The reports that a game ships. file: where. computed: figures that a configuration shows without a match."""

    file: Path
    computed: Mapping[str, Callable[[Any], float]] = field(default_factory=dict)


class Report(TomlTable):
    """One statement. band: of the figure, that it means. softness: how far outside is still believable (one sigma)."""

    statement: str = Field(min_length=1)
    source: str = Field(min_length=1)
    figure: str
    band: tuple[float, float]
    softness: float = Field(gt=0)
    reason: str = Field(min_length=1)

    @field_validator("band")
    @classmethod
    def _ordered(cls, band: tuple[float, float]) -> tuple[float, float]:
        if band[0] > band[1]:
            raise ValueError(Wording("expected LOW <= HIGH"))
        return band

    def likelihoods(self, figures: Array, noise: Array) -> Array:
        """Return how likely the statement is where the figures are so, relative to figures in its band: (n,).

        noise: the variances of chance of the figures, by which the statement is softer. It is 1 within the band, and
        where a figure is NaN, as nothing is known of it; outside it falls as Student's density does.
        """
        low, high = self.band
        outside = np.nan_to_num(np.maximum(np.maximum(low - figures, figures - high), 0.0))
        squares = outside**2 / (self.softness**2 + noise)
        return np.asarray((1 + squares / _FREEDOM) ** (-(_FREEDOM + 1) / 2))


@dataclass(frozen=True, slots=True)
class Reports:
    """All statements of a file, by name. computed: see ReportsPart."""

    path: Path
    by_name: Mapping[str, Report]
    computed: Mapping[str, Callable[[Any], float]]

    def figures(self, configuration: Configuration, seats: tuple[Seat, ...]) -> dict[str, Figure]:
        """Return the figures of matches that they speak of, by name. Raises InputError for one that there is not."""
        return {
            report.figure: figure(report.figure, configuration, seats, f"--given: {self.path}: {name}.figure")
            for name, report in self.by_name.items()
            if report.figure not in self.computed
        }


def read_reports(given: str, game: str) -> Reports:
    """Read the reports that a game ships, or a file of the same form. Raises InputError."""
    part = load_part(game_of(game), "reports", ReportsPart)
    if given == SHIPPED and part is None:
        raise InputError("--given: {game} ships no reports, expected FILE.toml.", game=game)
    path = part.file if given == SHIPPED and part is not None else Path(given)
    tables = read_toml(path)
    if not tables:
        raise InputError("--given: {path}: expected a report, such as [length], found none.", path=path)
    by_name = {name: check(Report, table, f"--given: {path}", name) for name, table in tables.items()}
    return Reports(path, by_name, {} if part is None else part.computed)
