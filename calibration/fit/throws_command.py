"""The verb `fit throws`."""

from __future__ import annotations

import json
import math
from pathlib import Path

from calibration.fit.csv_reader import Column, header, read_columns
from calibration.fit.darts import fit_scores
from calibration.fit.throws import ColumnFit, cv, fit_column, pooled_lag1
from calibration.options import FitThrowsOptions
from calibration.presets import Value, fine_json, print_interval, write_preset
from sim.errors import InputError
from sim.file_kinds import PRESET
from sim.files import check_outputs
from sim.untrusted_text import printable

_RADIAN = 180 / math.pi
COLUMNS = {
    "speed": Column({"speed": 1.0, "speed_m_s": 1.0, "speed_mm_s": 1e-3}),
    "elevation_deg": Column({"elevation_deg": 1.0, "elevation_rad": _RADIAN}),
    "azimuth_deg": Column({"azimuth_deg": 1.0, "azimuth_rad": _RADIAN}),
    "release_ms": Column({"release_ms": 1.0, "release_s": 1e3}, optional=True),
}


def throws_command(given: FitThrowsOptions) -> None:
    """Read throws, fit them, print the figures, and write the preset. Raises InputError."""
    check_outputs({"--out": (given.out, PRESET)}, {"THROWS.csv": given.file})
    if "score" in (names := header(given.file)) and "speed" not in names:
        _darts(given.file, given.out, given.as_json)
        return
    found, rows = read_columns(given.file, list(COLUMNS.values()))
    fits: dict[str, ColumnFit] = {}
    try:
        for index, (key, name) in enumerate(zip(COLUMNS, found, strict=True)):
            if name is not None:
                circle = 360.0 if key in ("elevation_deg", "azimuth_deg") else None
                fits[key] = fit_column(name, [values[index] for _, values in rows], circle=circle)
        spatial = {key: fit for key, fit in fits.items() if key != "release_ms"}
        intervals = {
            "speed_cv": cv(fits["speed"]),
            "elevation_sd_deg": fits["elevation_deg"].sd,
            "azimuth_sd_deg": fits["azimuth_deg"].sd,
            "lag1": pooled_lag1(spatial),
        }
    except InputError as error:
        raise InputError("{file}: {error}", file=given.file, error=error) from error
    if "release_ms" in fits:
        intervals["release_sd_ms"] = fits["release_ms"].sd
    if given.out is not None:
        wanted = {"throw_speed_cv": "speed_cv", "throw_direction_sd_deg": "elevation_sd_deg"}
        if "release_ms" in fits:
            wanted["throw_release_sd_ms"] = "release_sd_ms"
        hand = {
            key: Value.measured(
                intervals[name],
                f"fit throws {given.file.name}: 95 % {intervals[name].low:.4g} to {intervals[name].high:.4g}"
                + (", elevation" if "direction" in key else ""),
            )
            for key, name in wanted.items()
        }
        heading = (
            f"The hand of {given.file.name}, by `yardarm fit throws`; "
            "the direction is the elevation, the plane we simulate."
        )
        write_preset(given.out, printable(heading), {f"skill.{given.skill}": hand})
    if given.as_json:
        answer = {
            **{key: fine_json(each.estimate) for key, each in intervals.items()},
            "intervals": {key: each.to_json() for key, each in intervals.items()},
            "lag1_by_column": {key: fit.lag1.to_json() for key, fit in fits.items()},
            "throws": len(rows),
            "outliers": {key: fit.outliers for key, fit in fits.items()},
            "missing": {key: fit.missing for key, fit in fits.items()},
            "file": str(given.file),
            "preset": None if given.out is None else str(given.out),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    for key, interval in intervals.items():
        print_interval(key, interval)
    left_out = sum(fit.outliers for fit in fits.values())
    print(f"{len(rows)} throws; left out: {left_out} outlying numbers, {sum(f.missing for f in fits.values())} missing")
    if given.out is not None:
        noise = f"the hand's noise is in {given.out}, for skill {given.skill}"
        print(printable(f"{noise}; its direction is the elevation, the plane we simulate"))


def _darts(file: Path, out: Path | None, as_json: bool) -> None:
    """Fit scores of darts aimed at the bull, instead of speeds and directions, and print the figures."""
    if out is not None:
        raise InputError(
            "{file}: score: scores alone make no hand, expected speed, elevation_deg and azimuth_deg.", file=file
        )
    _, rows = read_columns(file, [Column({"score": 1.0})])
    scores = [values[0] for _, values in rows]
    try:
        landing = fit_scores(scores)
    except InputError as error:
        raise InputError("{file}: {error}", file=file, error=error) from error
    missing = sum(score is None for score in scores)
    if as_json:
        answer = {
            "landing_sd_mm": fine_json(landing.estimate),
            "intervals": {"landing_sd_mm": landing.to_json()},
            "throws": len(rows),
            "missing": {"score": missing},
            "file": str(file),
            "preset": None,
        }
        print(json.dumps(answer, allow_nan=False))
        return
    print_interval("landing_sd_mm", landing)
    print(f"{len(rows)} darts aimed at the bull, {missing} missing")
