"""`lab pile`: a pile of bricks from a file, let stand or fall."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sim.configuration import digest, versions
from sim.errors import InputError
from sim.lab.bricks import PileResult, PileSettings, read_bricks, run_pile
from sim.physics.contact.profiles import load_profile
from sim.untrusted_text import printable

DEFAULTS = PileSettings()


def pile_command(
    file: Path,
    friction: float = DEFAULTS.friction,
    restitution: float = DEFAULTS.restitution,
    gravity_mm_s2: float = DEFAULTS.gravity_mm_s2,
    remove: str | None = None,
    table_y_mm: float | None = None,
    table_half_width_mm: float | None = None,
    seed: int = 1,
    config: Path | None = None,
    profile: str = "play",
    as_json: bool = False,
    table_friction: float | None = None,
    damping_per_fall_time: float = DEFAULTS.damping_per_fall_time,
    duration_fall_times: float = DEFAULTS.duration_fall_times,
    runs: int = DEFAULTS.runs,
) -> None:
    """Print which bricks fall and how far all moved. Raises InputError."""
    if config is not None:
        raise InputError(f"--config: expected none, because a preset holds nothing a pile needs, found {config}.")
    if table_half_width_mm is not None and table_half_width_mm <= 0:
        raise InputError(f"--table-half-width-mm: expected a positive length, found {table_half_width_mm:g}.")
    settings = PileSettings(
        friction=friction,
        restitution=restitution,
        gravity_mm_s2=gravity_mm_s2,
        remove=remove,
        table_y_mm=table_y_mm,
        table_half_width_mm=table_half_width_mm,
        table_friction=table_friction,
        damping_per_fall_time=damping_per_fall_time,
        duration_fall_times=duration_fall_times,
        runs=runs,
    )
    result = run_pile(read_bricks(file), settings, load_profile(profile), seed)
    if as_json:
        print(json.dumps(_as_json(result, settings, profile, seed)))
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
