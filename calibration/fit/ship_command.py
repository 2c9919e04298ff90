"""The verb `fit ship`: reads the record, prints the fit, and writes the measures of a ship that sways alike.

What a preset or a picture needs is imported for those alone: it takes longer than a short fit.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from calibration.fit.angle_scale import with_scale_error
from calibration.fit.ship import CORRELATED_P, ShipFit, fit_ship
from calibration.fit.sway_table import Sway, read_sway
from calibration.fit.verdict import exit_code
from calibration.options import FitShipOptions
from calibration.presets import fine_json, print_interval, write_preset
from sim.batch.progress import Bar
from sim.errors import InputError
from sim.file_kinds import DRAWING, PRESET
from sim.files import check_outputs, write_whole
from sim.statistics import Interval
from sim.untrusted_text import printable

_UNITS = {
    "omega0_sq_s2": "1/s2",
    "viscous_per_s": "1/s",
    "coulomb_s2": "1/s2",
    "quadratic": "",
    "theta0_rad": "rad",
    "omega_start_rad_s": "rad/s",
    "zero_rad": "rad",
    "rms_rad": "rad",
}


def ship_command(given: FitShipOptions) -> int | None:
    """Read a swing, fit the ship to it, print the figures and the verdict, and write the preset of a good fit.

    Returns 1 for a fit that failed, and where no preset is written because of the verdict. Raises InputError.
    """
    check_outputs({"--out": (given.out, PRESET), "--picture": (given.picture, DRAWING)}, {"SWAY.csv": given.file})
    sway = read_sway(given.file, given)
    try:
        with Bar("per cent fitted", 100) as bar:
            fit = fit_ship(sway.times, sway.values, rates=sway.rates, report=lambda share: bar.to(round(100 * share)))
    except InputError as error:
        raise InputError("{file}: {error}", file=given.file, error=error) from error
    fit = with_scale_error(fit, sway.scale_sd)
    out = given.out if fit.verdict.good or given.anyway else None
    remarks = [*_found(fit), *_remarks(fit)]
    if given.picture is not None:
        from calibration.fit.ship_picture import drawn

        write_whole(given.picture, drawn(fit, sway, given.picture.suffix.removeprefix(".").lower()))
    if out is not None:
        from calibration.fit.ship_preset import ship_measures

        measures = ship_measures(fit, given.file)
        heading = [f"The ship of {printable(given.file.name)}, by `yardarm fit ship`.", f"Verdict: {fit.verdict}"]
        write_preset(out, "\n".join([*heading, *remarks]), {"ship": measures})
    if given.as_json:
        print(json.dumps(_answer(fit, sway, given.file, out, remarks), allow_nan=False))
    else:
        _print(fit, sway, given, out, remarks)
    return exit_code(fit.verdict, given.out, given.anyway)


def _print(fit: ShipFit, sway: Sway, given: FitShipOptions, out: Path | None, remarks: list[str]) -> None:
    print(printable(sway.understood))
    print(f"law of damping: {_law(fit)} ({fit.weights[fit.law]:.0%} of the weight of the laws)")
    for key, unit in _units(fit).items():
        print_interval(key, _intervals(fit)[key], unit)
    print(f"{fit.rows} rows, worth {fit.worth_rows:.0f}; left out: {fit.outliers} outliers, {sway.missing} incomplete")
    for remark in remarks:
        print(remark)
    print(f"verdict: {fit.verdict}")
    if given.picture is not None:
        print(printable(f"the picture is {given.picture}"))
    if out is not None:
        print(printable(f"the ship's measures are in {out}"))
    elif given.out is not None:
        print(printable(f"no preset is written: --anyway writes {given.out}, with the verdict in it"))


def _intervals(fit: ShipFit) -> dict[str, Interval]:
    """Return the intervals by the keys of the answer: what is recorded as rates has a zero and noise of rates."""
    intervals = {**fit.intervals, "rms_rad": fit.rms_rad}
    return {_key(fit, key): interval for key, interval in intervals.items()}


def _units(fit: ShipFit) -> dict[str, str]:
    return {_key(fit, key): f"{unit}/s" if _key(fit, key) != key else unit for key, unit in _UNITS.items()}


def _key(fit: ShipFit, key: str) -> str:
    return f"{key}_s" if fit.decay.rows.rates and key in ("zero_rad", "rms_rad") else key


def _law(fit: ShipFit) -> str:
    return "+".join(fit.law) or "none"


def _found(fit: ShipFit) -> list[str]:
    """Return what was found in the recording besides a free decay, a sentence each."""
    decay = fit.decay
    found = []
    if decay.released_s is not None:
        found.append(f"Let go at {decay.released_s:.2f} s: earlier rows are left out.")
    if decay.stopped_s is not None:
        found.append(f"Stopped at {decay.stopped_s:.2f} s: later rows are left out.")
    if decay.lost:
        losses = ", ".join(f"{pictures:+d} at {time:.2f} s" for time, pictures in decay.lost)
        found.append(f"The clock was behind by pictures that were lost, {losses}: this is put right.")
    if decay.clipped:
        found.append(f"{decay.clipped} rows at the limit of the sensor are left out.")
    chance = f"{fit.whiteness_p:.2g}" if fit.whiteness_p >= 1e-6 else "less than 1e-6"
    white = (
        "as chance makes it" if fit.whiteness_p >= CORRELATED_P else "more alike from row to row than chance makes it"
    )
    found.append(f"What is left over is {white} (p {chance}, Ljung and Box).")
    return found


def _remarks(fit: ShipFit) -> list[str]:
    if "quadratic" in fit.law:
        plain = fit.plain
        rms = math.sqrt(float(np.mean(plain.raw**2)))
        return [
            (
                f"Our ship has no quadratic damping: a preset takes the best law without it (viscous_per_s "
                f"{plain.parameters[1]:.4g}, coulomb_s2 {plain.parameters[2]:.4g}), which is {rms:.4g} rad off "
                f"instead of {fit.rms_rad.estimate:.4g}."
            )
        ]
    return []


def _answer(fit: ShipFit, sway: Sway, file: Path, out: Path | None, remarks: list[str]) -> dict[str, Any]:
    intervals, decay = _intervals(fit), fit.decay
    return {
        **{key: fine_json(each.estimate) for key, each in intervals.items()},
        "intervals": {
            key: {"estimate": fine_json(each.estimate), "low": fine_json(each.low), "high": fine_json(each.high)}
            for key, each in intervals.items()
        },
        "law": _law(fit),
        "laws": {
            "+".join(law) or "none": {"bic_above_least": round(above, 3), "weight": round(fit.weights[law], 6)}
            for law, above in sorted(fit.criteria.items(), key=lambda item: item[1])
        },
        "verdict": fit.verdict.to_json(),
        "read": sway.understood,
        "rows": fit.rows,
        "rows_worth": round(fit.worth_rows, 1),
        "outliers": fit.outliers,
        "missing": sway.missing,
        "released_s": None if decay.released_s is None else round(decay.released_s, 4),
        "stopped_s": None if decay.stopped_s is None else round(decay.stopped_s, 4),
        "lost_pictures": [{"at_s": round(time, 4), "pictures": pictures} for time, pictures in decay.lost],
        "clipped": decay.clipped,
        "whiteness_p": fine_json(fit.whiteness_p),
        "angle_scale_sd": fine_json(sway.scale_sd),
        "file": str(file),
        "preset": None if out is None else str(out),
        "remarks": remarks,
    }
