"""The verb `fit throws`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.fit.darts import fit_scores
from calibration.fit.throws import ColumnFit, cv, fit_column, pooled_lag1
from calibration.fit.throws_table import Throws, read_throws
from calibration.fit.verdict import Verdict, exit_code, together
from calibration.options import FitThrowsOptions
from calibration.presets import Value, fine_json, print_interval, write_preset
from sim.errors import InputError
from sim.file_kinds import PRESET
from sim.files import check_outputs
from sim.statistics import Interval
from sim.untrusted_text import printable

_MOST_OUTLIERS = 0.1
_MOST_CV = 0.5
# Throws that resemble the one before surely more than this drift, or are several people's.
_MOST_ALIKE = 0.4


@dataclass(frozen=True, slots=True)
class HandFit:
    """The fit of one person's throws: intervals by key, the fits of the columns, and the verdict."""

    intervals: Mapping[str, Interval]
    columns: Mapping[str, ColumnFit]
    throws: int
    missing: Mapping[str, int]
    verdict: Verdict


def throws_command(given: FitThrowsOptions) -> int | None:
    """Read throws, fit each person's, print the figures and the verdict, and write the preset of one good fit.

    Returns 1 for a fit that failed, and where no preset is written because of the verdict. Raises InputError.
    """
    check_outputs({"--out": (given.out, PRESET)}, {"THROWS.csv": given.file})
    read = read_throws(given.file, given)
    if given.out is not None:
        _check_preset(read, given.file)
    fits = {who: _fit(read, who, given.file) for who in read.people}
    whole = together({who or given.file.name: fit.verdict for who, fit in fits.items()})
    out = given.out if whole.good or given.anyway else None
    if out is not None:
        (hand,) = fits.values()
        _write(out, hand, given)
    if given.as_json:
        print(json.dumps(_answer(fits, read, whole, given.file, out), allow_nan=False))
        return exit_code(whole, given.out, given.anyway)
    print(printable(read.understood))
    for who, hand in fits.items():
        _print(who, hand, read)
    print(f"verdict: {whole}")
    if out is not None:
        noise = f"the hand's noise is in {out}, for skill {given.skill}"
        print(printable(f"{noise}; its direction is the elevation, the plane we simulate"))
    elif given.out is not None:
        print(printable(f"no preset is written: --anyway writes {given.out}, with the verdict in it"))
    return exit_code(whole, given.out, given.anyway)


def _check_preset(read: Throws, file: Path) -> None:
    if read.darts:
        raise InputError(
            "{file}: score: scores alone make no hand, expected speed, elevation_deg and azimuth_deg.", file=file
        )
    if len(read.people) > 1:
        raise InputError(
            '{file}: person: expected one person for a preset, found {people}: say --where "COLUMN=NAME".',
            file=file,
            people=", ".join(map(printable, read.people)),
        )


def _fit(read: Throws, who: str, file: Path) -> HandFit:
    """Fit one person's throws. Raises InputError."""
    values = read.people[who]
    missing = {key: sum(value is None for value in each) for key, each in values.items()}
    throws = max(len(each) for each in values.values())
    try:
        if read.darts:
            return HandFit({"landing_sd_mm": fit_scores(values["score"])}, {}, throws, missing, Verdict("good"))
        fits = {}
        for key, each in values.items():
            circle = 360.0 if key in ("elevation_deg", "azimuth_deg") else None
            fits[key] = fit_column(read.names[key], each, circle=circle)
        intervals = {"speed_cv": cv(fits["speed"])}
        intervals |= {
            f"{key.partition('_')[0]}_sd_deg": fits[key].sd for key in ("elevation_deg", "azimuth_deg") if key in fits
        }
        intervals["lag1"] = pooled_lag1({key: fit for key, fit in fits.items() if key != "release_ms"})
        if "release_ms" in fits:
            intervals["release_sd_ms"] = fits["release_ms"].sd
    except InputError as error:
        whose = f" ({printable(who)})" if who else ""
        raise InputError("{file}: {error}", file=file, error=f"{str(error).rstrip('.')}{whose}.") from error
    return HandFit(intervals, fits, throws, missing, _verdict(fits, intervals))


def _verdict(fits: Mapping[str, ColumnFit], intervals: Mapping[str, Interval]) -> Verdict:
    doubts = []
    for key, fit in fits.items():
        share = fit.outliers / max(fit.kept + fit.outliers, 1)
        if share > _MOST_OUTLIERS:
            doubts.append(f"{share:.0%} of {key} are outliers: leave out what is not a throw, with --where.")
    if intervals["speed_cv"].estimate > _MOST_CV:
        doubts.append(
            f"Speeds scatter by {intervals['speed_cv'].estimate:.0%}: fit throws of different kinds apart, "
            "with --where."
        )
    if intervals["lag1"].low > _MOST_ALIKE:
        doubts.append(
            f"A throw resembles the one before (lag1 {intervals['lag1'].estimate:.2f}): the hand drifts, or these are "
            "several people: say --person."
        )
    return Verdict.of((), doubts)


def _write(out: Path, hand: HandFit, given: FitThrowsOptions) -> None:
    wanted = {
        "throw_speed_cv": "speed_cv",
        "throw_direction_sd_deg": "elevation_sd_deg",
        "throw_release_sd_ms": "release_sd_ms",
    }
    values = {}
    for key, name in wanted.items():
        if name in hand.intervals:
            interval = hand.intervals[name]
            source = f"fit throws {given.file.name}: 95 % {interval.low:.4g} to {interval.high:.4g}"
            source += (", elevation" if "direction" in key else "") + hand.verdict.provenance
            values[key] = Value.measured(interval, source)
    heading = (
        f"The hand of {given.file.name}, by `yardarm fit throws`; "
        "the direction is the elevation, the plane we simulate."
    )
    write_preset(out, f"{printable(heading)}\nVerdict: {hand.verdict}", {f"skill.{given.skill}": values})


def _answer(fits: Mapping[str, HandFit], read: Throws, whole: Verdict, file: Path, out: Path | None) -> dict[str, Any]:
    people = {who: _hand_json(hand) for who, hand in fits.items()}
    # One person's figures are those of the file.
    own = next(iter(people.values())) if len(people) == 1 else {}
    return {
        **own,
        **({"people": people} if any(fits) else {}),
        "verdict": whole.to_json(),
        "read": read.understood,
        "file": str(file),
        "preset": None if out is None else str(out),
    }


def _hand_json(hand: HandFit) -> dict[str, Any]:
    return {
        **{key: fine_json(each.estimate) for key, each in hand.intervals.items()},
        "intervals": {key: each.to_json() for key, each in hand.intervals.items()},
        "lag1_by_column": {key: fit.lag1.to_json() for key, fit in hand.columns.items()},
        "throws": hand.throws,
        "outliers": {key: fit.outliers for key, fit in hand.columns.items()},
        "missing": dict(hand.missing),
        "verdict": hand.verdict.to_json(),
    }


def _print(who: str, hand: HandFit, read: Throws) -> None:
    if who:
        print(printable(f"{who}:"))
    for key, interval in hand.intervals.items():
        print_interval(key, interval)
    if read.darts:
        print(f"{hand.throws} darts aimed at the bull, {hand.missing['score']} missing")
        return
    outliers = sum(fit.outliers for fit in hand.columns.values())
    missing = sum(hand.missing.values())
    print(f"{hand.throws} throws; left out: {outliers} outlying numbers, {missing} missing")
    for key, name in (("elevation_deg", "direction"), ("azimuth_deg", "azimuth")):
        if key not in hand.columns:
            print(f"no column of {key.partition('_')[0]}: the {name} keeps its usual value")
