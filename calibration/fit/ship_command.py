"""The verb `fit ship`: reads the record, prints the fit, and writes the measures of a ship that sways alike."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.fit.angle_scale import angle_scale_sd, with_scale_error
from calibration.fit.csv_reader import Column, read_columns
from calibration.fit.laws import PARAMETERS
from calibration.fit.ship import KEYS, ShipFit, fit_ship
from calibration.options import FitShipOptions
from calibration.presets import Value, fine_json, print_interval, write_preset
from sim.errors import InputError
from sim.file_kinds import PRESET
from sim.files import check_outputs
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.physics.ship.measures import ShipMeasures, WoodMeasures, build_ship
from sim.untrusted_text import printable

TIME = Column({"t_s": 1.0, "time_s": 1.0, "t_ms": 1e-3, "time_ms": 1e-3})
_DEGREE = math.pi / 180
ANGLE = Column({"angle_rad": 1.0, "angle_deg": _DEGREE, "theta_rad": 1.0, "theta_deg": _DEGREE})

# No ship sways for longer than this, or heels farther, wherever the zero of the angle is.
_MOST_S, _MOST_RAD = 3600.0, 1000.0

# The limits of the rod's length (mm), beyond which the hull's mass is changed.
_ROD_MM = (30.0, 1000.0)
_HULL_SHARES = (1.0, 0.7, 0.5, 0.35, 0.25, 0.1, 0.03)
_UNITS = {
    "omega0_sq_s2": "1/s2",
    "viscous_per_s": "1/s",
    "coulomb_s2": "1/s2",
    "quadratic": "",
    "theta0_rad": "rad",
    "omega_start_rad_s": "rad/s",
    "zero_rad": "rad",
}


def read_sway(file: Path) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """Read times (s), angles (rad) and the number of rows that lacked one of them. Raises InputError."""
    (_, name), rows = read_columns(file, (TIME, ANGLE))
    whole: list[tuple[float, float]] = []
    before = -math.inf
    for where, (time, angle) in rows:
        if time is None or angle is None:
            continue
        if time < before:
            raise InputError(
                "{where}: t_s: expected times that ascend, found {time:g} s after {before:g} s.",
                where=where,
                time=time,
                before=before,
            )
        if whole and time - whole[0][0] > _MOST_S:
            raise InputError(
                "{where}: t_s: expected a record of at most {most_s:g} s, found {time:g} s.",
                where=where,
                most_s=_MOST_S,
                time=time,
            )
        if abs(angle) > _MOST_RAD:
            raise InputError(
                "{where}: {name}: expected an angle within {most_rad:g} rad, found {angle:g} rad.",
                where=where,
                name=name,
                most_rad=_MOST_RAD,
                angle=angle,
            )
        before = time
        whole.append((time, angle))
    times, angles = np.array(whole).T if whole else np.zeros((2, 0))
    return times, angles, len(rows) - len(whole)


def ship_measures(fit: ShipFit, file: Path) -> dict[str, Value]:
    """Return the keys of [ship] that make the empty ship sway as fitted. Raises InputError if none can be built.

    The frequency determines the rod's length, which no source gives, and the hull's mass where that is not enough.
    """
    configuration = load_riff_raff()
    shipped, wood = configuration.setup.ship.measures, configuration.setup.wood
    same = "quadratic" not in fit.law
    target = fit.value("omega0_sq_s2") if same else math.exp(fit.plain.parameters[0])
    for share in _HULL_SHARES:
        hull = round(shipped.hull_mass_g * share, 6)
        rod = _rod_mm(target, shipped, wood, hull)
        if rod is not None:
            break
    else:
        raise InputError(
            "{file}: omega0_sq_s2: expected a frequency that our ship can have, found {target:.4g} 1/s2.",
            file=file,
            target=target,
        )
    how = f"the rod that gives omega0_sq_s2 = {target:.6g} of {file.name} to our hull"
    measures = {"rod_length_mm": Value(round(rod, 6), "inferred", how)}
    if share < 1:
        measures["hull_mass_g"] = Value(hull, "inferred", f"lighter, or no rod gives the frequency of {file.name}")
    below = max(shipped.table_below_mm, rod + shipped.table_below_mm - shipped.rod_length_mm)
    if below > shipped.table_below_mm:
        measures["table_below_mm"] = Value(
            round(below, 6), "inferred", "the ball swings free above the table, as before"
        )
    for index, key in ((1, "pivot_viscous_per_s"), (2, "pivot_coulomb_s2")):
        interval = fit.intervals[KEYS[PARAMETERS[index]]]
        if same:
            source = f"fit ship {file.name}: 95 % {interval.low:.4g} to {interval.high:.4g}"
            measures[key] = Value.measured(interval, source)
        else:
            value = round(float(fit.plain.parameters[index]), 9)
            measures[key] = Value(value, "inferred", f"fit ship {file.name}, by the best law without quadratic damping")
    return measures


def _rod_mm(target: float, shipped: ShipMeasures, wood: WoodMeasures, hull_mass_g: float) -> float | None:
    """Return the rod length (mm) nearest to the shipped one that gives the frequency, or None."""

    def excess(rod: float) -> float:
        changed = {"rod_length_mm": rod, "table_below_mm": rod + 1.0, "hull_mass_g": hull_mass_g}
        try:
            ship = build_ship(shipped.model_copy(update=changed), wood, "fit")
        except InputError:
            # With so short a rod she does not stand; where she just does, she takes for ever to swing.
            return -target
        return ship.natural_frequency_sq_s2 - target

    lengths = np.geomspace(*_ROD_MM, 200)
    signs = np.sign([excess(float(length)) for length in lengths])
    turns = np.flatnonzero(signs[1:] != signs[:-1])
    if not turns.size:
        return None
    at = int(min(turns, key=lambda turn: abs(float(lengths[turn]) - shipped.rod_length_mm)))
    from scipy.optimize import brentq

    return float(brentq(excess, float(lengths[at]), float(lengths[at + 1]), xtol=1e-9))


def ship_command(given: FitShipOptions) -> None:
    """Read a swing, fit the ship to it, print the figures, and write the preset. Raises InputError."""
    check_outputs({"--out": (given.out, PRESET)}, {"SWAY.csv": given.file})
    times, angles, missing = read_sway(given.file)
    try:
        fit = with_scale_error(fit_ship(times, angles), angle_scale_sd(given.file))
    except InputError as error:
        raise InputError("{file}: {error}", file=given.file, error=error) from error
    remarks = _remarks(fit)
    if given.out is not None:
        measures = ship_measures(fit, given.file)
        heading = f"The ship of {printable(given.file.name)}, by `yardarm fit ship`.\n" + "\n".join(remarks)
        write_preset(given.out, heading.rstrip(), {"ship": measures})
    if given.as_json:
        print(json.dumps(_answer(fit, missing, given.file, given.out, remarks), allow_nan=False))
        return
    print(f"law of damping: {_law(fit)} ({fit.weights[fit.law]:.0%} of the weight of the laws)")
    for key, unit in _UNITS.items():
        print_interval(key, fit.intervals[key], unit)
    print_interval("rms_rad", fit.rms_rad, "rad")
    print(f"{fit.rows} rows, worth {fit.worth_rows:.0f}; left out: {fit.outliers} outliers, {missing} incomplete")
    for remark in remarks:
        print(remark)
    if given.out is not None:
        print(printable(f"the ship's measures are in {given.out}"))


def _law(fit: ShipFit) -> str:
    return "+".join(fit.law) or "none"


def _remarks(fit: ShipFit) -> list[str]:
    if "quadratic" in fit.law:
        plain = fit.plain
        rms = math.sqrt(float(plain.raw @ plain.raw) / plain.raw.size)
        return [
            (
                f"Our ship has no quadratic damping: a preset takes the best law without it (viscous_per_s "
                f"{plain.parameters[1]:.4g}, coulomb_s2 {plain.parameters[2]:.4g}), which is {rms:.4g} rad off "
                f"instead of {fit.rms_rad.estimate:.4g}."
            )
        ]
    return []


def _answer(fit: ShipFit, missing: int, file: Path, out: Path | None, remarks: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {key: fine_json(fit.value(key)) for key in KEYS.values()}
    found["rms_rad"] = fine_json(fit.rms_rad.estimate)
    intervals = {**fit.intervals, "rms_rad": fit.rms_rad}
    return {
        **found,
        "intervals": {
            key: {"estimate": fine_json(each.estimate), "low": fine_json(each.low), "high": fine_json(each.high)}
            for key, each in intervals.items()
        },
        "law": _law(fit),
        "laws": {
            "+".join(law) or "none": {"bic_above_least": round(above, 3), "weight": round(fit.weights[law], 6)}
            for law, above in sorted(fit.criteria.items(), key=lambda item: item[1])
        },
        "rows": fit.rows,
        "rows_worth": round(fit.worth_rows, 1),
        "outliers": fit.outliers,
        "missing": missing,
        "file": str(file),
        "preset": None if out is None else str(out),
        "remarks": remarks,
    }
