"""`lab pile`: a pile of bricks from a file, let stand or fall."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from sim.configuration import digest, versions
from sim.errors import InputError
from sim.foreign import printable
from sim.lab.bricks import PileResult, PileSettings, read_bricks, run_pile
from sim.options import PileOptions
from sim.physics.contact.bodies import load_profile
from sim.verbs import shared


def pile_command(given: PileOptions) -> None:
    """Print which bricks fall and how far all moved. Raises InputError."""
    if given.table_half_width_mm is not None and given.table_half_width_mm <= 0:
        raise InputError(f"--table-half-width-mm: expected a positive length, found {given.table_half_width_mm:g}.")
    settings = shared(PileSettings, given)
    result = run_pile(read_bricks(given.file), settings, load_profile(given.profile), given.seed)
    if given.as_json:
        print(json.dumps(_as_json(result, settings, given.profile, given.seed)))
    else:
        print(_as_text(result))


def _as_json(result: PileResult, settings: PileSettings, profile: str, seed: int) -> dict[str, Any]:
    return {
        "fell": list(result.fell),
        "moved_mm": {name: round(distance, 4) for name, distance in result.moved_mm.items()},
        "fall_rate": {name: interval.to_json() for name, interval in result.fall_rate.items()},
        "any_fall_rate": result.any_fall_rate.to_json(),
        "runs": result.runs,
        "unsettled": result.unsettled,
        "start_overlap_mm": round(result.start_overlap_mm, 4),
        "skin_mm": round(result.skin_mm, 4),
        "step_hz": round(result.step_hz, 3),
        "table_y_mm": round(result.table_y_mm, 4),
        "table_half_width_mm": round(result.table_half_width_mm, 4),
        "profile": profile,
        "configuration": digest(asdict(settings)),
        "seed": seed,
        "versions": versions(),
    }


def _as_text(result: PileResult) -> str:
    lines = [f"fell in most of {result.runs} runs: {', '.join(result.fell) or 'none'}"]
    if result.unsettled:
        lines.append(f"still moving at the end: {result.unsettled} of {result.runs} runs")
    if result.start_overlap_mm > 0:
        lines.append(f"bricks overlap by up to {result.start_overlap_mm:.2f} mm in the file")
    lines += [
        f"{name}: fell in {result.fall_rate[name].percent()} of runs, moved {distance:.2f} mm"
        for name, distance in result.moved_mm.items()
    ]
    # Bricks are called as the file calls them.
    return "\n".join(map(printable, lines))
