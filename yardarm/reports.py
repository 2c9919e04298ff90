"""Report what a store holds: `report("runs.sqlite").figure("fall_rate")`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from calibration.metrics.figures import Figure
from calibration.metrics.measured import Measured
from calibration.options import ReportOptions
from calibration.reports.command import StoreReport, write_report
from sim.batch.tabular import Row, Tabular, interval_cells
from sim.errors import InputError
from sim.refusals import either, near, one_of
from sim.untrusted_text import quoted
from yardarm.site import moments as moments_of
from yardarm.words import checked_as


@dataclass(frozen=True, slots=True, repr=False)
class Report(Tabular):
    """The figures of a store, each with its 95 % interval, and how they changed where two stores are compared.

    For example:

        >>> import yardarm as ya
        >>> report = ya.report("examples/matches.sqlite")
        >>> seats = [row for row in report.rows() if str(row["key"]).startswith("wins.seat.")]
        >>> len(seats)
        4
    """

    TABLES: ClassVar = ("figures", "changes")
    _found: StoreReport

    @property
    def game(self) -> str:
        """The game's name."""
        return self._found.game

    @property
    def runs(self) -> tuple[Measured, ...]:
        """The runs of the store, each with its figures."""
        return self._found.runs

    def figure(self, key: str, run: str | None = None) -> Figure:
        """Return a figure by its key, such as fall_rate.slot.7. Raises InputError.

        run: which one, by the beginning of its key, where the store holds several.
        """
        found = [one for one in self.runs if run is None or one.run.key.startswith(run)]
        if len(found) != 1:
            raise InputError("run: {one_of}.", one_of=one_of(run, [one.run.key for one in self.runs]))
        if key not in found[0]:
            close = near(key, (figure.key for figure in found[0].figures), 4) or [found[0].figures[0].key]
            raise InputError("key: expected {close}, found {key}.", close=either(close), key=quoted(key))
        return found[0][key]

    def to_json(self) -> dict[str, object]:
        """Return what `report --json` prints."""
        return self._found.to_json()

    def _table(self, name: str) -> Iterable[Row]:
        if name == "changes":
            for change in self._found.changes:
                yield {
                    "key": change.one.key,
                    "label": change.one.label,
                    "unit": change.one.unit,
                    "one": interval_cells(change.one.interval)["estimate"],
                    "other": interval_cells(change.other.interval)["estimate"],
                    **interval_cells(change.difference.interval),
                    "verdict": change.verdict,
                }
            return
        for one in self.runs:
            for figure in one.figures:
                named: Row = {"run": one.run.key, "key": figure.key, "label": figure.label, "unit": figure.unit}
                yield {**named, **interval_cells(figure.interval), "count": figure.count}

    def __repr__(self) -> str:
        """Return the report on one line."""
        played = sum(one.run.played for one in self.runs)
        return f"<{self.game}, report of {self._found.store.name}, runs: {len(self.runs)}, matches: {played}>"

    def __str__(self) -> str:
        """Return every figure, a line each."""
        return "\n".join(f"{figure.key}: {figure.text}" for one in self.runs for figure in one.figures)


@checked_as(ReportOptions)
def report(
    store: str | Path,
    *,
    out: str | Path | None = None,
    against: str | Path | None = None,
    csv: str | Path | None = None,
    decimal: Literal[".", ","] = ".",
    parquet: str | Path | None = None,
    run: str | None = None,
    against_run: str | None = None,
    jobs: int = 1,
    brief: bool = False,
    target: Sequence[str] = (),
    moments: int | None = None,
    assumptions: str | Path | None = None,
) -> Report:
    """Work out the figures of a store of `simulate --out`, and write a page or tables. Raises InputError.

    out: a page (.html). against: another store, to compare with. csv, parquet: folders of tables. run, against_run:
    which run of a store. brief: a page of one sheet. target: what is wanted, such as "fall_rate=15%+-2%". moments: that
    many, to be played in the page. assumptions: as `yardarm report` takes it.

        >>> import yardarm as ya
        >>> report = ya.report("examples/matches.sqlite")
        >>> report.figure("fall_rate").label
        'attempts that drop something'
    """
    given = ReportOptions(
        store=Path(store),
        out=_path(out),
        against=_path(against),
        csv=_path(csv),
        decimal=decimal,
        parquet=_path(parquet),
        run=run,
        against_run=against_run,
        jobs=jobs,
        brief=brief,
        target=list(target),
        moments=moments,
        assumptions=_path(assumptions),
        as_json=True,
    )
    return Report(write_report(given, moments_of)[0])


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)
