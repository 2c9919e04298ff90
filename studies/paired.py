"""Studies of the physics step: the same trials at every profile, compared in pairs with the finest one."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sim.batch.engines import spread
from sim.batch.progress import counted
from sim.files import output_folder, write_whole
from sim.statistics import Interval, paired_difference, positive_mean, rate
from studies.arguments import print_json

if TYPE_CHECKING:
    from matplotlib.figure import Figure

T = TypeVar("T")
_CHUNK = 10
ALL = "all"
"""The name of the group that contains all trials."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial: its group, and the measures by profile (0 or 1 for an event)."""

    group: str
    found: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Row:
    """One measure over the trials of a group at one profile, and its difference from the reference, in pairs.

    discordant: the share of pairs that disagree.
    """

    group: str
    measure: str
    profile: str
    step_hz: int
    trials: int
    value: Interval
    difference: Interval
    discordant: float


@dataclass(frozen=True, slots=True)
class PairedStudy:
    """The description of a study, which makes its table and writes its files.

    name: of its files. group, value: the titles of these columns. measures: in the order of the table. means: the
    measures that are averaged as numbers instead of counted as events. step_hz: returns the step rate of a profile by
    its name. heading: the line above the printed rows. label: returns the beginning of a printed row. printed: the
    measures that are printed.
    """

    name: str
    group: str
    value: str
    measures: tuple[str, ...]
    step_hz: Callable[[str], int]
    heading: str
    label: Callable[[Row], str]
    printed: tuple[str, ...]
    means: tuple[str, ...] = ()
    each_group: bool = True

    def compare(self, trials: Sequence[Trial], measure: str, group: str = ALL) -> list[Row]:
        """Return the rows of one measure, one for each profile; the last profile is the reference."""
        chosen = [trial for trial in trials if group in (ALL, trial.group)]
        profiles = list(chosen[0].found)
        reference = [trial.found[profiles[-1]][measure] for trial in chosen]
        rows = []
        for profile in profiles:
            here = [trial.found[profile][measure] for trial in chosen]
            value = positive_mean(here) if measure in self.means else rate(round(sum(here)), len(here))
            difference = paired_difference(reference, here)
            discordant = sum(a != b for a, b in zip(here, reference, strict=True)) / len(chosen)
            rows.append(Row(group, measure, profile, self.step_hz(profile), len(chosen), value, difference, discordant))
        return rows

    def table(self, trials: Sequence[Trial]) -> list[Row]:
        """Return the rows of all groups together, then of each, for every measure."""
        groups = [ALL, *dict.fromkeys(trial.group for trial in trials)]
        return [row for group in groups for measure in self.measures for row in self.compare(trials, measure, group)]

    def csv_text(self, rows: Sequence[Row]) -> str:
        """Return the table as CSV; rates and differences of rates are shares (0..1)."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        intervals = [f"{name}{end}" for name in (self.value, "difference") for end in ("", "_low", "_high")]
        writer.writerow([self.group, "measure", "profile", "step_hz", "trials", *intervals, "discordant"])
        for row in rows:
            figures = [f"{v:.6f}" for i in (row.value, row.difference) for v in (i.estimate, i.low, i.high)]
            writer.writerow(
                [row.group, row.measure, row.profile, row.step_hz, row.trials, *figures, f"{row.discordant:.6f}"]
            )
        return text.getvalue()

    def report(self, out: Path, rows: Sequence[Row], picture: bytes, as_json: bool = False) -> None:
        """Write table and picture into a folder, and print the rows of the measures in `printed`. Raises InputError.

        as_json: print the differences over all groups instead, by measure and profile, as one JSON object.
        """
        table, png = output_folder(out, "--out") / f"{self.name}.csv", out / f"{self.name}.png"
        write_whole(table, self.csv_text(rows))
        write_whole(png, picture)
        if as_json:
            found: dict[str, dict[str, Interval]] = {}
            for row in rows:
                if row.group == ALL:
                    found.setdefault(row.measure, {})[row.profile] = row.difference
            print_json(found)
            return
        print(self.heading)
        for row in rows:
            if row.measure in self.printed and (self.each_group or row.group == ALL):
                print(
                    f"  {self.label(row)} {row.step_hz:5} Hz  {row.value.percent():24} {row.difference.points(2)}, "
                    f"{100 * row.discordant:.1f} % of pairs disagree"
                )
        print(f"Written: {table}, {png}")


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Trials of one group, `first` to `last` - 1."""

    group: str
    first: int
    last: int

    def run(self, trial: Callable[[str, int], T]) -> list[T]:
        """Carry them out."""
        return [trial(self.group, index) for index in range(self.first, self.last)]


def in_order(trial: Callable[[str, int], T], groups: Sequence[str], trials: int, jobs: int, what: str) -> list[T]:
    """Return `trial(group, index)` for each group and 0 to `trials` - 1, in the same order for any number of jobs.

    trial: must be fit to be sent to another process. what: is counted by the progress bar, by tens.
    """
    chunks = [
        _Chunk(group, first, min(first + _CHUNK, trials)) for group in groups for first in range(0, trials, _CHUNK)
    ]
    with spread(jobs) as mapped:
        done = mapped(_Chunk.run, chunks, [trial] * len(chunks))
        return [found for chunk in counted(done, len(chunks), what) for found in chunk]


def points_off(row: Row) -> tuple[float, float]:
    """Return the difference in percentage points, and the upper half width of its interval."""
    return 100 * row.difference.estimate, 100 * (row.difference.high - row.difference.estimate)


def png(figure: Figure) -> bytes:
    """Return a figure as a PNG."""
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110, metadata={"Software": None})
    return content.getvalue()
