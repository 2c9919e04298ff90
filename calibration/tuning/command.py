"""The verb `tune`: finds values of parameters at which a game meets its targets, and writes them as a preset."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from calibration.metrics.counting import measure
from calibration.metrics.metrics_reader import reading
from calibration.options import TuneOptions
from calibration.tuning.evaluations import Simulations
from calibration.tuning.space import check_played, parse_space
from calibration.tuning.targets import parse_targets
from calibration.tuning.tuner import Problem, tune
from calibration.tuning.tuning import Forecast, Tuning
from sim.batch.assumed import statement
from sim.batch.job import crashed_text
from sim.batch.store_format import store_files
from sim.configuration import load_configuration, overlaid, preset_file, print_remark, provenance, read_preset, versions
from sim.errors import InputError
from sim.file_kinds import PAGE, PRESET, STORE
from sim.files import check_outputs, temporary_folder, write_whole
from sim.match.seats import seats_from
from sim.measures import nested
from sim.seat import Seat
from sim.text_table import text_table
from sim.toml_text import toml_text
from sim.untrusted_text import printable

if TYPE_CHECKING:
    from calibration.reports.against import Change

MET, NOT_MET = 0, 3
_EVERY_S = 0.25
_MOST_BEFORE = 200
"""The most matches that are played at the usual values to show side effects."""


class Status:
    """A line on standard error that shows the state of the search, on a terminal only.

    steps: each step is a line of its own instead, wherever standard error leads.
    """

    def __init__(self, most: int, steps: bool = False) -> None:
        self._most, self._text, self._count, self._drawn = most, "", 0, 0.0
        self._steps, self._began = steps, time.monotonic()
        self._shown = sys.stderr.isatty() and not steps

    def __enter__(self) -> Status:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def say(self, text: str) -> None:
        """Show what is being done."""
        self._text = text
        if self._steps:
            print(printable(f"step: {self._count} matches, {text}"), file=sys.stderr, flush=True)
        self._draw()

    def foretell(self, forecast: Forecast) -> None:
        """Show once what the search is going to take, from the matches so far."""
        per_match = (time.monotonic() - self._began) / max(self._count, 1)
        text = f"tuning: {forecast} if there is an answer, {_lasting(forecast.matches * per_match)}"
        if forecast.low > self._most:
            text += f"; --max-matches allows {self._most}, too few for these tolerances"
        if self._shown or self._steps:
            print(f"\r{text}\x1b[K" if self._shown else text, file=sys.stderr, flush=True)

    def step(self) -> None:
        """Count one more match."""
        self._count += 1
        if time.monotonic() - self._drawn >= _EVERY_S:
            self._draw()

    def _draw(self) -> None:
        if self._shown:
            self._drawn = time.monotonic()
            line = f"tuning: {self._count} matches played (at most {self._most}), {self._text}"
            width = shutil.get_terminal_size().columns - 1
            print(f"\r{line[:width]}\x1b[K", end="", file=sys.stderr, flush=True)


def _lasting(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{max(seconds, 1):.0f} seconds"


def tune_command(given: TuneOptions) -> int:
    """Tune a game, print the result, and write the preset. Raises InputError.

    Returns the exit code: 0, or 3 if the targets were not met.
    """
    try:
        tuning, seats = tuned(given)
    except KeyboardInterrupt:
        how = "nothing is kept without --store STORE.sqlite"
        if given.store is not None:
            how = f"the same command with --store {given.store} --resume goes on from here"
        print(printable(f"yardarm: tune was interrupted; {how}."), file=sys.stderr)
        raise
    if given.as_json:
        print(json.dumps(answer(tuning, seats, given.out), allow_nan=False))
    else:
        print(_text(tuning, seats, given.out))
    if tuning.ending != "met":
        print(f"yardarm: {tuning.sentence()}", file=sys.stderr)
    return MET if tuning.ending == "met" else NOT_MET


def tuned(given: TuneOptions) -> tuple[Tuning, tuple[Seat, ...]]:
    """Tune a game, and write the preset and the page that are asked for. Raises InputError.

    Returns the tuning and the seats of the players.
    """
    if given.resume and given.store is None:
        raise InputError("--resume: expected --store STORE.sqlite, the store to go on with.")
    check_outputs(
        {"--out": (given.out, PRESET), "--report": (given.report, PAGE), "--store": (given.store, STORE)},
        {"--config": preset_file(given.game, given.config), "--store": store_files(given.store)[1:]},
    )
    configuration = load_configuration(given.game, given.config, given.profile)
    print_remark(configuration)
    seats = seats_from(given.players, given.game)
    if not given.target:
        raise InputError("--target: expected at least one METRIC=VALUE, such as fall_rate=0.20+-0.02.")
    wanted, figures = parse_targets(given.target, configuration, seats)
    space = parse_space(given.vary or (), given.game, given.config, given.profile)
    check_played(space, seats)
    problem = Problem(space, wanted, figures, given.seed, given.max_matches, rounds=given.report is not None)
    effects: Sequence[Change] = ()
    with ExitStack() as closing:
        kept = given.store
        if kept is None:
            kept = closing.enter_context(temporary_folder("tune")) / "tune.sqlite"
        with (
            Status(given.max_matches, given.steps) as status,
            Simulations(space, seats, figures, given.seed, given.workers, kept, given.resume, status.step) as play,
        ):
            tuning = tune(problem, play, status.say, status.foretell)
            if given.report is not None:
                status.say("side effects")
                effects = side_effects(tuning, play, kept)
        if tuning.ending == "met" and given.out is not None:
            write_whole(given.out, preset_text(tuning, seats))
        if given.report is not None:
            from calibration.reports.tuning import tuning_report

            write_whole(given.report, tuning_report(tuning, seats, preset_text(tuning, seats), effects=effects))
    return tuning, seats


def side_effects(tuning: Tuning, play: Simulations, store: Path) -> list[Change]:
    """Return every figure at the usual values and at those of the answer, in the order of the game's table.

    The matches that are quoted are played at the usual values too, as many of them as _MOST_BEFORE, with the same
    seeds, so the figures are compared as pairs. Empty where no fresh matches are quoted, or nothing was changed.
    """
    from calibration.reports.against import compare

    after, usual = tuning.confirmed, tuning.space.usual
    if after is None or after.values == usual:
        return []
    count = min(len(after.outcomes), _MOST_BEFORE)
    play(usual, after.stream, 0, count)
    keys = [play.run(values, after.stream, count).key for values in (after.values, usual)]
    with reading(store) as reader:
        now, then = (measure(reader, reader.run(key, "--store"), pairs=True) for key in keys)
    order = [figure.key for figure in now.figures]
    return sorted(compare(now, then), key=lambda change: order.index(change.one.key))


def answer(tuning: Tuning, seats: Sequence[Seat], out: Path | None) -> dict[str, object]:
    """Return what `--json` prints. `preset` is the file that was written, or null."""
    bands, note = tuning.left_open(seats)
    pairs = zip(tuning.targets, bands, strict=True)
    left_open = {target.metric: band.to_json() for target, band in pairs if band is not None}
    return {
        "game": tuning.space.game,
        "players": [seat.to_json() for seat in seats],
        **tuning.to_json(),
        "assumptions": None if note else left_open,
        "preset": str(out) if tuning.ending == "met" and out is not None else None,
        **provenance(tuning.space.configuration(tuning.values), tuning.seed),
    }


def source_of(tuning: Tuning, seats: Sequence[Seat]) -> str:
    """Return the text of the `source` keys of a tuned preset."""
    targets = " ".join(f"--target {target}" for target in tuning.targets)
    players = ",".join(f"{seat.profile}:{seat.strategy}" for seat in seats)
    return (
        f"tune {tuning.space.game} {targets}: {tuning.reached_text()}, seed {tuning.seed}, players {players}, "
        f"profile {tuning.space.profile}, yardarm {versions()['yardarm']}"
    )


def preset_text(tuning: Tuning, seats: Sequence[Seat]) -> str:
    """Return the tuned preset as TOML.

    It contains the preset of --config that it was tuned on, as it would not give these figures without it.
    """
    source = source_of(tuning, seats)
    changes = {
        key: {"value": value, "provenance": "tuned", "source": source}
        for key, value in tuning.space.changes(tuning.values).items()
    }
    below = {} if tuning.space.preset is None else read_preset(tuning.space.game, tuning.space.preset)
    return toml_text(overlaid(below, nested(changes)))


def _text(tuning: Tuning, seats: Sequence[Seat], out: Path | None) -> str:
    """Return the result as text: values, figures, and the preset or the file that it was written to."""
    space = tuning.space
    opening = f"{space.game}, seed {tuning.seed}, profile {space.profile}: {tuning.matches} matches,"
    lines = [f"{opening} {tuning.seconds / 3600:.1f} simulated hours", ""]
    if tuning.crashed:
        left_out = crashed_text(len(tuning.crashed), tuning.matches + len(tuning.crashed))
        lines[1:1] = [f"  {left_out}, such as {tuning.crashed[0].description()}"]
    rows = [("  parameter", "usual", "value", " bounds")]
    for parameter, value in zip(space.parameters, tuning.values, strict=True):
        bounds = f" {parameter.low:g} to {parameter.high:g}"
        rows.append((f"  {parameter.name}", f"{parameter.usual:.4g}", f"{value:.4g}", bounds))
    lines += text_table(rows, "<>><", (34, 8, 8))
    kind = f"{tuning.fresh} fresh matches" if tuning.fresh else "no fresh matches"
    lines += ["", f"  reached ({kind}, 95 %), and wanted"]
    bands, note = tuning.left_open(seats)
    for target, figure, found, band in zip(tuning.targets, tuning.figures, tuning.reached, bands, strict=True):
        reached = statement(figure.words(found), band, figure.metric.proportion)
        lines += [
            f"  {figure.label} ({target.metric})",
            f"    {reached}, {target.standing(found)}: {target.words(figure.metric.unit)}",
        ]
    if note:
        lines += ["", *wrap(note, 100, initial_indent="  ", subsequent_indent="  ")]
    if tuning.ending == "met" and (tuning.unchanged or tuning.unlikely()):
        lines += ["", tuning.sentence()]
    if out is not None:
        lines += ["", printable(f"Written: {out}" if tuning.ending == "met" else f"Not written: {out}")]
    elif tuning.ending == "met":
        lines += [
            "",
            "The preset, which --out PRESET.toml writes:",
            "",
            preset_text(tuning, seats).rstrip(),
        ]
    return "\n".join(lines)
