"""The measures of a ship that sways as a fit says, for a preset."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from calibration.fit.laws import PARAMETERS
from calibration.fit.ship import KEYS, ShipFit
from calibration.presets import Value
from sim.errors import InputError
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.physics.ship.measures import ShipMeasures, WoodMeasures, build_ship

# The limits of the rod's length (mm), beyond which the hull's mass is changed.
_ROD_MM = (30.0, 1000.0)
_HULL_SHARES = (1.0, 0.7, 0.5, 0.35, 0.25, 0.1, 0.03)


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
            source = f"fit ship {file.name}: 95 % {interval.low:.4g} to {interval.high:.4g}{fit.verdict.provenance}"
            measures[key] = Value.measured(interval, source)
        else:
            value = round(float(fit.plain.parameters[index]), 9)
            source = f"fit ship {file.name}, by the best law without quadratic damping{fit.verdict.provenance}"
            measures[key] = Value(value, "inferred", source)
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
