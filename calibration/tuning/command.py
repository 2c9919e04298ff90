"""`tune`: find values of parameters at which a game meets its targets, and write them as a preset."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from calibration.tuning.evaluations import Simulations
from calibration.tuning.preset import preset_text, write_preset
from calibration.tuning.space import parse_space
from calibration.tuning.targets import parse_targets
from calibration.tuning.tuner import Problem, tune
from calibration.tuning.tuning import Tuning
from sim.batch.job import crashed_text
from sim.batch.store_format import store_files
from sim.configuration import load_configuration, preset_file, provenance
from sim.errors import InputError
from sim.files import check_outputs, write_whole
from sim.match.seats import seats_from
from sim.seat import Seat
from sim.untrusted_text import printable

MET, NOT_MET = 0, 3
_EVERY_S = 0.25


class Status:
    """A line on standard error, only on a terminal, that tells where the search is."""

    def __init__(self, most: int) -> None:
        self._most, self._text, self._count, self._drawn = most, "", 0, 0.0
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Status:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def say(self, text: str) -> None:
        """What is being done."""
        self._text = text
        self._draw()

    def step(self) -> None:
        """One more match was played."""
        self._count += 1
        if time.monotonic() - self._drawn >= _EVERY_S:
            self._draw()

    def _draw(self) -> None:
        if self._shown:
            self._drawn = time.monotonic()
            line = f"tuning: {self._count} matches played (at most {self._most}), {self._text}"
            width = shutil.get_terminal_size().columns - 1
            print(f"\r{line[:width]}\x1b[K", end="", file=sys.stderr, flush=True)


def tune_command(
    game: str,
    targets: Sequence[str],
    vary: Sequence[str],
    players: Sequence[str],
    config: Path | None,
    profile: str,
    seed: int,
    jobs: int,
    store: Path | None,
    resume: bool,
    most_matches: int,
    out: Path | None,
    as_json: bool,
    report: Path | None = None,
) -> int:
    """The verb; returns the exit code: 0, or 3 where the targets were not met. Raises InputError."""
    if resume and store is None:
        raise InputError("--resume: expected --store STORE.sqlite, the store to go on with.")
    check_outputs(
        {"--out": out, "--report": report, "--store": store},
        {"--config": preset_file(game, config), "--store": store_files(store)[1:]},
    )
    load_configuration(game, config, profile)
    seats = seats_from(players, game)
    if not targets:
        raise InputError("--target: expected at least one METRIC=VALUE, such as fall_rate=0.20+-0.02.")
    wanted, figures = parse_targets(targets, game)
    space = parse_space(vary, game, config, profile)
    problem = Problem(space, wanted, figures, seed, most_matches)
    with ExitStack() as closing:
        kept = store
        if kept is None:
            kept = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="yardarm-tune-"))) / "tune.sqlite"
        try:
            with (
                Status(most_matches) as status,
                Simulations(space, seats, figures, seed, jobs, kept, resume, status.step) as play,
            ):
                tuning = tune(problem, play, status.say)
        except KeyboardInterrupt:
            how = "nothing is kept without --store STORE.sqlite"
            if store is not None:
                how = f"the same command with --store {store} --resume goes on from here"
            print(printable(f"yardarm: tune was interrupted; {how}."), file=sys.stderr)
            raise
        if tuning.ending == "met" and out is not None:
            write_preset(out, tuning, seats)
        if report is not None:
            from calibration.reports.tuning import tuning_report

            write_whole(report, tuning_report(tuning, seats, preset_text(tuning, seats)))
    if as_json:
        print(json.dumps(answer(tuning, seats, out), allow_nan=False))
    else:
        print(_text(tuning, seats, out))
    if tuning.ending != "met":
        print(f"yardarm: {tuning.sentence()}", file=sys.stderr)
    return MET if tuning.ending == "met" else NOT_MET


def answer(tuning: Tuning, seats: Sequence[Seat], out: Path | None) -> dict[str, object]:
    """What `--json` prints. `preset` is the file that was written (null: none was)."""
    return {
        "game": tuning.space.game,
        "players": [seat.to_json() for seat in seats],
        **tuning.to_json(),
        "preset": str(out) if tuning.ending == "met" and out is not None else None,
        **provenance(tuning.space.configuration(tuning.values), tuning.seed),
    }


def _text(tuning: Tuning, seats: Sequence[Seat], out: Path | None) -> str:
    """Return what people are told: values and figures, and where the preset is, or the preset itself."""
    space = tuning.space
    told = f"{space.game}, seed {tuning.seed}, profile {space.profile}: {tuning.matches} matches,"
    lines = [f"{told} {tuning.seconds / 3600:.1f} simulated hours", ""]
    if tuning.crashed:
        left_out = crashed_text(len(tuning.crashed), tuning.matches + len(tuning.crashed))
        lines[1:1] = [f"  {left_out}, such as {tuning.crashed[0].told()}"]
    lines += [f"  {'parameter':32}{'usual':>10}{'value':>10}   bounds"]
    for parameter, value in zip(space.parameters, tuning.values, strict=True):
        bounds = f"{parameter.low:g} to {parameter.high:g}"
        lines.append(f"  {parameter.name:32}{parameter.usual:>10.4g}{value:>10.4g}   {bounds}")
    kind = f"{tuning.fresh} fresh matches" if tuning.fresh else "no fresh matches"
    lines += ["", f"  {'target':32}{'wanted':>18}   reached ({kind}, 95 %)"]
    for target, figure, found in zip(tuning.targets, tuning.figures, tuning.reached, strict=True):
        wanted = f"{target.value:g} +- {target.tolerance:g}"
        lines.append(f"  {target.metric:32}{wanted:>18}   {figure.text(found)}")
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
