"""The verb `report`: the contents of a store as one HTML file, as tables, or as JSON."""

from __future__ import annotations

import contextlib
import io
import json
import math
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from calibration.metrics.counting import measure
from calibration.metrics.measured import Measured, at_one_mix, with_bands
from calibration.metrics.metrics_reader import Reader, StoredRun, reading
from calibration.options import ReportOptions, counters
from calibration.reports.against import Change, SameLuck, against_sections, compare, difference_section, labels
from calibration.reports.brief import Brief, brief_lines, foot, target_line
from calibration.reports.charts import Run
from calibration.reports.designs import Differing, differing
from calibration.reports.page import Attached, how_to_read, page, part
from calibration.reports.proposals import opposed, proposals
from calibration.reports.same_trials import same_trials
from calibration.reports.single import HOW_TO_READ, in_short, run_parts
from calibration.reports.wanted import judged
from sim import options
from sim.batch.assumed import NONE, AssumedBands, read_bands, shipped_bands
from sim.batch.job import crashed_text
from sim.batch.metrics import matches_text
from sim.batch.store_format import TABLES, making_sense, store_files
from sim.configuration import configuration_from, whole_tree
from sim.csv_table import CsvTable, Decimal
from sim.errors import InputError
from sim.file_kinds import PAGE
from sim.files import check_outputs, write_whole
from sim.language import _, _n
from sim.spec import GAMES
from sim.untrusted_text import printable
from sim.web_page import escape

SHEET = "@page { size: A4; margin: 12mm 14mm; }\n"
"""The paper of a brief."""
COLUMNS = ("run", "figure", "key", "estimate", "low", "high", "count")


Moments = Callable[[Path, Collection[str], int], Attached]
"""Returns, of store, runs and a number, at most that number of moments. Raises InputError."""


@dataclass(frozen=True, slots=True)
class StoreReport:
    """A report. briefs: of the runs. other, design, changes, trials: of the run that it is compared with, if there is
    one; trials: None where the two have none in common.
    """

    store: Path
    runs: tuple[Measured, ...]
    briefs: tuple[Brief, ...]
    other: Measured | None
    design: tuple[Differing, ...]
    changes: tuple[Change, ...]
    trials: SameLuck | None

    @property
    def game(self) -> str:
        """The game's name."""
        return self.runs[0].run.game

    def to_json(self) -> dict[str, object]:
        """Return all figures as plain data."""
        answer: dict[str, object] = {
            "store": str(self.store),
            "game": self.game,
            "runs": [
                run_json(one) | (brief.to_json() if brief.wanted else {})
                for one, brief in zip(self.runs, self.briefs, strict=True)
            ],
        }
        if self.other is not None:
            answer |= {
                "against": run_json(self.other),
                "design": [each.to_json() for each in self.design],
                "changes": [change.to_json() for change in self.changes],
            }
            if self.trials is not None:
                answer["same_trials"] = self.trials.to_json()
        return answer


def report_command(given: ReportOptions, moments: Moments) -> None:
    """Write a report and print about it. Raises InputError."""
    found, written = write_report(given, moments)
    for line in written:
        # With --json nothing else goes to standard output.
        print(printable(line), file=sys.stderr if given.as_json else sys.stdout)
    if given.as_json:
        print(json.dumps(found.to_json(), allow_nan=False))
    elif given.out is not None:
        print(printable(f"{given.out}: {_extent(found.runs, found.other)}."))
        for wanted in (one for brief in found.briefs for one in brief.wanted):
            print(printable(f"{target_line(wanted)}."))
        for one in (*found.runs, *([found.other] if found.other is not None else [])):
            if one.run.missing > 0:
                words = _(
                    "{run} is not finished: {count} of {goal} matches; simulate --resume goes on.",
                    run=one.run.key,
                    count=one.run.goal - one.run.missing,
                    goal=one.run.goal,
                )
                print(printable(words))
            if one.run.crashes:
                crashed = len(one.run.crashes)
                print(printable(f"{one.run.key}: {crashed_text(crashed, one.run.played + crashed)}."))


def write_report(given: ReportOptions, moments: Moments) -> tuple[StoreReport, list[str]]:
    """Read a store, and write the page and the tables that are asked for. Raises InputError.

    Returns all figures, and sentences about the tables.
    """
    if given.against is None and given.against_run is not None:
        raise InputError("--against-run: expected --against STORE.sqlite, the store that holds it.")
    if given.against is None and given.trials:
        raise InputError("--trials: expected --against STORE.sqlite, whose design is tried as well.")
    check_outputs(
        {"--out": (given.out, PAGE)},
        {
            "STORE.sqlite": store_files(given.store),
            "--against": store_files(given.against),
            "--assumptions": given.assumptions,
        },
        {
            "--csv": (given.csv, ("figures.csv", *(f"{table}.csv" for table in TABLES))),
            "--parquet": (given.parquet, [f"{table}.parquet" for table in TABLES]),
        },
    )
    if given.parquet is not None:
        from sim.batch.export import check_parquet

        check_parquet(given.parquet)
    found = _report(given)
    text = ""
    if given.out is not None:
        with making_sense(given.store):
            text = _page(given, found, moments)
    # Nothing is written before everything has been read.
    written: list[str] = []
    if given.csv is not None or given.parquet is not None:
        from sim.batch.export import write_tables

        figures = {"figures.csv": figures_csv(found.runs, given.decimal)}
        written = write_tables(given.store, given.csv, given.parquet, figures, given.decimal)
    if given.out is not None:
        write_whole(given.out, text)
    return found, written


def _report(given: ReportOptions) -> StoreReport:
    """Count what a store holds, and compare it with another. Raises InputError."""
    bands = None if given.assumptions in (None, NONE) else read_bands(given.assumptions)
    with reading(given.store) as reader:
        if given.out is not None or given.against is not None:
            _check_played(reader)
        chosen = reader.runs if given.run is None and given.against is None else (reader.run(given.run, "--run"),)
        if any(given.workers(one.played) > 1 for one in chosen):
            threading.Thread(target=_import_ahead, args=(given.out is not None,)).start()
        if bands is not None and not any(bands.fit(one.game, one.configuration, one.seats) for one in chosen):
            raise InputError(f"--assumptions: {given.assumptions}: {bands.misfit()}")
        known = [_bands(one, bands) if given.assumptions != NONE else None for one in chosen]
        briefs = [_brief(reader, one, its, given.target or ()) for one, its in zip(chosen, known, strict=True)]
        found = [
            _with_bands(measure(reader, one, given.against is not None, given.workers(one.played)), its)
            for one, its in zip(chosen, known, strict=True)
        ]
    if given.against is None:
        return StoreReport(given.store, tuple(found), tuple(briefs), None, (), (), None)
    other = _other(given, given.against, reader.game)
    with making_sense(given.against):
        first, other = at_one_mix(found[0], other)
        design = differing(*(whole_tree(one.run.game, one.run.tree) for one in (other, first)))
        trials = same_trials(first.run, other.run, given.trials, options.workers(given.jobs, given.trials))
        changes = tuple(compare(first, other))
        return StoreReport(given.store, (first,), tuple(briefs), other, tuple(design), changes, trials)


def _page(given: ReportOptions, found: StoreReport, moments: Moments) -> str:
    if found.other is None or given.against is None:
        attached = moments(given.store, [one.run.key for one in found.runs], given.most_moments)
        return report_page(found.runs, attached, found.briefs, given.brief)
    names = labels(
        (printable(given.store.name), found.runs[0].run.key), (printable(given.against.name), found.other.run.key)
    )
    return against_page(
        Run(found.runs[0], names[0]), Run(found.other, names[1]), found.design, found.changes, found.trials
    )


def _brief(reader: Reader, run: StoredRun, bands: AssumedBands | None, targets: Sequence[str]) -> Brief:
    """Return the targets of a run as it meets them, and what may be changed. Raises InputError."""
    if not (targets and run.played):
        return Brief(bands=bands)
    configuration = configuration_from(run.tree, f"{reader.path}", run.profile, run.game)
    with making_sense(reader.path):
        wanted = judged(targets, configuration, run.seats, reader.matches(run), bands)
    found = proposals(wanted, bands, run)
    return Brief(wanted, found, () if found else opposed(wanted, bands, run), bands)


def _bands(run: StoredRun, given: AssumedBands | None = None) -> AssumedBands | None:
    """Return what is given of the run, or else shipped; None where that is nothing, or the design is of old tables."""
    if given is not None:
        return given if given.fit(run.game, run.configuration, run.seats) else None
    try:
        configuration = configuration_from(run.tree, "the store", run.profile, run.game)
    except InputError:
        return None
    return shipped_bands(configuration, run.seats)


def _with_bands(one: Measured, bands: AssumedBands | None) -> Measured:
    return one if bands is None else with_bands(one, bands)


def _import_ahead(page: bool) -> None:
    """Import what figures are made with, and pages, which takes seconds, while other processes count."""
    # An import that fails here fails again where the module is used, and is reported there.
    with contextlib.suppress(ImportError):
        import scipy.stats  # noqa: F401

        if page:
            import matplotlib.figure  # noqa: F401


def _other(given: ReportOptions, path: Path, game: str) -> Measured:
    with reading(path) as reader:
        if reader.game != game:
            raise InputError(f"--against: {path}: is a store of {reader.game}, expected one of {game}.")
        _check_played(reader)
        run = reader.run(given.against_run, "--against-run")
        return measure(reader, run, pairs=True, jobs=given.workers(run.played))


def _check_played(reader: Reader) -> None:
    if not any(run.played for run in reader.runs):
        raise InputError(f"{reader.path}: holds no match that was played, so there is nothing to report.")


def _extent(found: Sequence[Measured], other: Measured | None) -> str:
    matches = sum(one.run.played for one in found)
    if other is not None:
        return _("{matches} matches against {others}", matches=matches, others=other.run.played)
    if len(found) == 1:
        return matches_text(matches)
    return _("{matches} of {runs} runs", matches=matches_text(matches), runs=len(found))


def measured_runs(store: Path) -> list[Measured]:
    """Return the runs of a store as a report shows them. Raises InputError, also where nothing was played."""
    with reading(store) as reader:
        _check_played(reader)
        found = [measure(reader, one, pairs=False, jobs=counters(None, one.played)) for one in reader.runs]
    return [_with_bands(one, _bands(one.run)) for one in found]


def report_page(
    found: Sequence[Measured], attached: Attached, briefs: Sequence[Brief] = (), only_brief: bool = False
) -> str:
    """Return the page of one store, with a section for each run.

    attached: follows the first run's brief, its moments those of their runs. briefs: of the runs. only_brief: nothing
    but these, a sheet each.
    """
    title = GAMES[found[0].run.game].title

    def body() -> Iterator[str]:
        matches = sum(one.run.played for one in found)
        yield f"<h1>{escape(title)}: {simulated(matches)}</h1>"
        if len(found) > 1 and not only_brief:
            links = (f'<li><a href="#{escape(one.run.key)}">{escape(_title(one))}</a></li>' for one in found)
            yield f"<nav><ol>{''.join(links)}</ol></nav>"
        for one, brief in zip(found, briefs or [Brief()] * len(found), strict=True):
            yield f'<section class="run">\n<h2 id="{escape(one.run.key)}">{escape(_title(one))}</h2>'
            moment, *others = attached.moments.get(one.run.key, ()) or [()]
            if one.run.played:
                yield from brief_lines(one, brief, moment)
            if only_brief:
                yield f'<p class="quiet">{escape(foot(one))}</p>'
            else:
                if one is found[0]:
                    yield from _how_to_read()
                    yield from attached.lines
                if others:
                    yield from part(_("Moments"), (line for lines in others for line in lines), 3)
                if brief.wanted:
                    yield from part(_("In short"), in_short(one), 3)
                yield from run_parts(one)
            yield "</section>"

    if only_brief:
        return page(_("{game}: in brief", game=title), body(), replace(attached, style=attached.style + SHEET))
    return page(_("{game}: report", game=title), body(), attached)


def against_page(
    one: Run, other: Run, design: Sequence[Differing], changes: Sequence[Change], trials: SameLuck | None
) -> str:
    """Return the page that compares two runs: what differs in their design, and how their figures changed."""
    title = GAMES[one.measured.run.game].title
    heading = _("{game}: {one} against {other}", game=title, one=one.label, other=other.label)

    def body() -> Iterator[str]:
        yield f"<h1>{escape(heading)}</h1>"
        counts = _(
            "{matches} matches against {others}; every figure with its 95 % interval.",
            matches=one.measured.run.played,
            others=other.measured.run.played,
        )
        yield f'<p class="lead">{counts}</p>'
        yield from difference_section(one, other, design)
        yield from _how_to_read()
        yield from against_sections(one, other, changes, trials)

    return page(heading, body())


def simulated(matches: int) -> str:
    """Return a number of matches as the title of a page."""
    return _n("{count} simulated match", "{count} simulated matches", matches)


def _how_to_read() -> Iterator[str]:
    yield how_to_read(_(HOW_TO_READ))


def _title(measured: Measured) -> str:
    return _(
        "{count} matches of {players}, seed {seed}",
        count=measured.run.played,
        players=", ".join(_(seat.profile) for seat in measured.run.seats),
        seed=measured.run.seed,
    )


def figures_csv(found: Sequence[Measured], decimal: Decimal = ".") -> str:
    """Return all figures as CSV, with an empty cell for an unknown number."""
    text = io.StringIO()
    csv = CsvTable(text, decimal)
    csv.row(COLUMNS)
    for one in found:
        for figure in one.figures:
            interval = figure.interval
            cells = ("" if math.isnan(v) else v for v in (interval.estimate, interval.low, interval.high))
            csv.row((one.run.key, figure.label, figure.key, *cells, figure.count))
    return text.getvalue()


def run_json(one: Measured) -> dict[str, object]:
    """Return a run and its figures as plain data."""
    run = one.run
    return {
        "run": run.key,
        "players": [seat.to_json() for seat in run.seats],
        "seed": run.seed,
        "profile": run.profile,
        "configuration": run.configuration,
        "versions": dict(run.versions),
        "matches": run.played,
        "missing": run.missing,
        "crashed": [crash.to_json() for crash in run.crashes],
        "figures": [figure.to_json() for figure in one.figures],
        "comparisons": {path: each.to_json() for path, each in one.comparisons.items()},
    }
