"""`lab fall`: let go of a sheet of paper or card in still air, many times, and report how it falls.

A sheet is let go at rest, its middle at the height asked for, and has fallen when its middle has come down to 0. The
coefficients of the air are those of its span over chord, and the lift of rotation differs a little from sheet to sheet
(air.toml, [sheets]). The report of a fall is of its last part, below 0.65 of the height. A swing is what lies between
two turning points of the angle; turns back by less than 20 degrees do not end one. A swing turns the sheet over if it
passes flat on one face and flat on the other. Then the fall is

    tumbling    one swing that turns it over: it keeps turning the same way
    chaotic     several swings, one of which turns it over
    steady      it lies flat within 20 degrees and keeps its angle within 20 degrees
    fluttering  anything else: it rocks, and never turns over

A fall too short for its sheet is reported as what was seen of it: a large sheet on its first swing, and a heavy board
that is still diving on its edge, flutter; `turns` and `seconds` of a run show how little that was.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sim.configuration import digest, versions
from sim.csv_table import CsvTable, Decimal
from sim.errors import InputError, between
from sim.file_kinds import TABLE
from sim.files import check_outputs, write_whole
from sim.options import FallOptions
from sim.physics.air import Air, Motion, Plate, flight, shipped_air, shipped_air_table, shipped_sheets
from sim.physics.contact.profiles import GRAVITY_MM_S2, TICK_HZ, Profile, load_profile
from sim.seeds import rng
from sim.statistics import positive_mean, rate
from sim.untrusted_text import printable

MODES = ("tumbling", "fluttering", "chaotic", "steady")
LAST_PART = 0.65
_LEAST_SWING_RAD = math.radians(20)
# Steps are split until none is longer than this share of a / U, in which air changes the motion of the sheet.
_SHARE_OF_AIR_TIME = 0.1
# A sheet that floats for this many times the time it would take flat has not been let go in a world with a floor.
_CAP = 30.0
BOUNDS = {
    "--length-mm": (1.0, 5000.0),
    "--width-mm": (1.0, 5000.0),
    "--areal-density-gsm": (1.0, 20_000.0),
    "--height-mm": (1.0, 20_000.0),
    "--release-deg": (-360.0, 360.0),
    "--release-sd-deg": (0.0, 360.0),
    "--sheet-sd": (0.0, 1.0),
}
"""What the options may be: from confetti to a board of 5 m, from the thinnest tissue to 2.5 mm of steel."""
# What all sheets together may take: some hundred megabytes of paths, some twenty minutes of steps.
_MOST_SECONDS, _MOST_STEPS = 10_000.0, 2e8


@dataclass(frozen=True, slots=True)
class Fall:
    """The fall of one sheet. Speeds are means over its last part, without a sign: down, sideways, turning.

    `turns` and `seconds` belong to the whole fall; `path` is (t, x, y, angle) 120 times a second.
    """

    mode: str
    descent_mm_s: float
    horizontal_mm_s: float
    rotation_rad_s: float
    turns: float
    seconds: float
    path: tuple[tuple[float, float, float, float], ...]

    def to_json(self) -> dict[str, Any]:
        """Return all but the path."""
        return {
            "mode": self.mode,
            "descent_mm_s": round(self.descent_mm_s, 3),
            "horizontal_mm_s": round(self.horizontal_mm_s, 3),
            "rotation_rad_s": round(self.rotation_rad_s, 5),
            "turns": round(self.turns, 4),
            "seconds": round(self.seconds, 5),
        }


def sheet(length_mm: float, width_mm: float, areal_density_gsm: float) -> Plate:
    """Return a sheet of no thickness of this paper; `length_mm` lies in the plane of the fall."""
    return Plate(length_mm, width_mm, 0.0, areal_density_gsm * 1e-6 * length_mm * width_mm)


def inertia_ratio(plate: Plate, air: Air) -> float:
    """Return I* = 4 sigma / (pi rho l): the number that decides how a thin plate falls."""
    return 4 * plate.mass_g / (math.pi * air.density_g_mm3 * plate.span_mm * plate.length_mm**2)


def flat_speed(plate: Plate, air: Air) -> float:
    """Return the terminal speed (mm/s) of a sheet that falls flat: the closed form with C_D = A + B."""
    drag = air.density_g_mm3 * plate.span_mm * plate.length_mm / 2 * (air.drag_a + air.drag_b)
    return math.sqrt(plate.mass_g * GRAVITY_MM_S2 / drag)


def swings(angles: Sequence[float], least: float = _LEAST_SWING_RAD) -> list[tuple[float, float]]:
    """Return the first and last angle of each swing in a series of angles; turns back below `least` end none.

    The first and the last swing may be cut off by the ends of the series. Raises ValueError for an empty series.
    """
    if not angles:
        raise ValueError("no angles")
    found: list[tuple[float, float]] = []
    start = low = high = angles[0]
    way = 0
    for angle in angles:
        low, high = min(low, angle), max(high, angle)
        if way >= 0 and angle <= high - least:
            if way > 0:
                found.append((start, high))
            start, way, low = high, -1, angle
        elif way <= 0 and angle >= low + least:
            if way < 0:
                found.append((start, low))
            start, way, high = low, 1, angle
    found.append((start, high if way > 0 else low if way < 0 else angles[-1]))
    return found


def turns_over(start: float, end: float) -> bool:
    """Return True if a swing between two angles passes flat on one face and flat on the other."""
    low, high = min(start, end), max(start, end)
    return math.floor(high / math.pi) > math.ceil(low / math.pi)


def mode_of(angles: Sequence[float]) -> str:
    """Return the mode (see the module) of a series of angles (rad, continuous: whole turns are kept)."""
    found = swings(angles)
    if any(turns_over(*swing) for swing in found):
        return "tumbling" if len(found) == 1 else "chaotic"
    flat = all(abs(math.sin(angle)) < math.sin(_LEAST_SWING_RAD) for angle in angles)
    return "steady" if flat and max(angles) - min(angles) < _LEAST_SWING_RAD else "fluttering"


def let_fall(plate: Plate, air: Air, release_rad: float, height_mm: float, profile: Profile) -> Fall:
    """Simulate one fall from rest. Raises ValueError where it does not come down."""
    dt, split = _step(plate, air, profile)
    # Flat, a sheet sets the air about it in motion too: that is what a large and light one mostly moves.
    moved_g = plate.mass_g + math.pi * air.density_g_mm3 * plate.span_mm * (plate.length_mm / 2) ** 2
    fall_s = math.sqrt(2 * height_mm / GRAVITY_MM_S2 * moved_g / plate.mass_g)
    cap = _CAP * (height_mm / flat_speed(plate, air) + fall_s)
    every = split * profile.steps_per_tick
    fly = flight(plate, air, GRAVITY_MM_S2)
    motion = Motion(0.0, height_mm, release_rad, 0.0, 0.0, 0.0)
    path = [(0.0, 0.0, height_mm, release_rad)]
    entered: tuple[float, Motion] | None = None
    angles: list[float] = []
    steps = 0
    while motion.y > 0:
        if steps * dt > cap:
            raise ValueError(f"the sheet had not come down after {cap:.0f} s")
        motion = fly(motion, dt)
        steps += 1
        if entered is None and motion.y < LAST_PART * height_mm:
            entered = (steps * dt, motion)
        if entered is not None:
            angles.append(motion.angle)
        if steps % every == 0:
            path.append((steps * dt, motion.x, motion.y, motion.angle))
    assert entered is not None
    began, first = entered
    lasted = max(steps * dt - began, dt)
    return Fall(
        mode=mode_of(angles),
        descent_mm_s=(first.y - motion.y) / lasted,
        horizontal_mm_s=abs(motion.x - first.x) / lasted,
        rotation_rad_s=abs(motion.angle - first.angle) / lasted,
        turns=(motion.angle - release_rad) / math.tau,
        seconds=steps * dt,
        path=tuple(path),
    )


def _step(plate: Plate, air: Air, profile: Profile) -> tuple[float, int]:
    """Return the step (s), and into how many the profile's step was split for a small sheet."""
    half = plate.length_mm / 2
    areal = plate.mass_g / (plate.length_mm * plate.span_mm)
    air_time = half / math.sqrt(2 * areal * GRAVITY_MM_S2 / (math.pi * air.density_g_mm3))
    split = max(1, math.ceil(profile.dt_s / (_SHARE_OF_AIR_TIME * air_time)))
    return profile.dt_s / split, split


def _most_falls(plate: Plate, air: Air, height_mm: float, profile: Profile) -> int:
    """Return how many such falls may be asked for at once, by about how long one lasts and its steps."""
    seconds = height_mm / flat_speed(plate, air) + math.sqrt(2 * height_mm / GRAVITY_MM_S2)
    dt, _ = _step(plate, air, profile)
    return math.floor(min(_MOST_SECONDS / seconds, _MOST_STEPS * dt / seconds))


def falls(
    plate: Plate, air: Air, count: int, release_deg: float, release_sd_deg: float, height_mm: float, seed: int,
    profile: Profile, sheet_sd: float = 0.0,
) -> list[Fall]:  # fmt: skip
    """Simulate `count` falls, each from an angle of its own (normal about `release_deg`) by its own stream.

    `sheet_sd` is the SD of ln C_R from sheet to sheet, drawn from streams apart from those of the angles.
    """
    found = []
    for index in range(count):
        angle = release_deg + release_sd_deg * float(rng(seed, "lab fall", index).standard_normal())
        lift = math.exp(sheet_sd * float(rng(seed, "lab fall sheet", index).standard_normal()))
        own = replace(air, lift_rotational=air.lift_rotational * lift)
        found.append(let_fall(plate, own, math.radians(angle), height_mm, profile))
    return found


def summary(runs: Sequence[Fall]) -> dict[str, Any]:
    """Return shares of the modes and means of the speeds, each with its 95 % interval."""
    return {
        "shares": {mode: rate(sum(run.mode == mode for run in runs), len(runs)).to_json() for mode in MODES},
        "means": {
            key: positive_mean([getattr(run, key) for run in runs]).to_json()
            for key in ("descent_mm_s", "horizontal_mm_s", "rotation_rad_s")
        },
    }


def csv_text(runs: Sequence[Fall], decimal: Decimal = ".") -> str:
    """Return all paths as CSV: run, t_s (120 a second), x_mm, y_mm, angle_rad (counter-clockwise, 0 flat)."""
    text = io.StringIO()
    table = CsvTable(text, decimal)
    table.row(("run", "t_s", "x_mm", "y_mm", "angle_rad"))
    for index, run in enumerate(runs):
        for path in run.path:
            table.row((index, *map(table.number, path, (6, 3, 3, 6))))
    return text.getvalue()


def fall_command(given: FallOptions) -> None:
    """Let sheets fall and print how they fell. Raises InputError."""
    check_outputs({"--csv": (given.csv, TABLE)}, {})
    measures = {
        "--length-mm": given.length_mm,
        "--width-mm": given.length_mm if given.width_mm is None else given.width_mm,
        "--areal-density-gsm": given.areal_density_gsm,
        "--height-mm": given.height_mm,
        "--release-deg": given.release_deg,
        "--release-sd-deg": given.release_sd_deg,
        "--sheet-sd": shipped_sheets().lift_rotational_sd if given.sheet_sd is None else given.sheet_sd,
    }
    for flag, value in measures.items():
        between(flag, value, *BOUNDS[flag])
    plate = sheet(given.length_mm, measures["--width-mm"], given.areal_density_gsm)
    air, physics = shipped_air().over(plate), load_profile(given.profile)
    most = _most_falls(plate, air, given.height_mm, physics)
    if not 1 <= given.count <= most:
        raise InputError(
            "--count: expected 1 to {most} such sheets from {height_mm:g} mm, found {count}.",
            most=most,
            height_mm=given.height_mm,
            count=given.count,
        )
    runs = falls(
        plate, air, given.count, given.release_deg, given.release_sd_deg, given.height_mm, given.seed, physics,
        measures["--sheet-sd"],
    )  # fmt: skip
    if given.csv is not None:
        write_whole(given.csv, csv_text(runs, given.decimal))
    figures = summary(runs)
    if given.as_json:
        answer = {
            "runs": [run.to_json() for run in runs],
            **figures,
            "mass_g": round(plate.mass_g, 6),
            "inertia_ratio": round(inertia_ratio(plate, air), 6),
            "flat_terminal_mm_s": round(flat_speed(plate, air), 3),
            "span_over_chord": round(plate.span_mm / plate.length_mm, 6),
            "sheet_sd": measures["--sheet-sd"],
            "coefficients": {key: round(value, 6) for key, value in asdict(air).items() if key != "density_g_mm3"},
            "air": dict(shipped_air_table()),
            "profile": given.profile,
            "configuration": digest({"air": dict(shipped_air_table())}),
            "seed": given.seed,
            "versions": versions(),
        }
        print(json.dumps(answer))
        return
    print(
        f"{given.count} sheet{'s' * (given.count > 1)} of {given.length_mm:g} x {plate.span_mm:g} mm, "
        f"{given.areal_density_gsm:g} g/m2 ({plate.mass_g:.3g} g, I* {inertia_ratio(plate, air):.2f}), "
        f"let go at {given.release_deg:g} +/- {given.release_sd_deg:g} degrees, {given.height_mm:g} mm up:"
    )
    for mode in MODES:
        these = [run for run in runs if run.mode == mode]
        if these:
            print(f"  {mode:<11}{rate(len(these), given.count).percent()}")
    print(f"below {LAST_PART:g} of the height, means of all:")
    down, aside, turning = (positive_mean([getattr(run, key) for run in runs]) for key in figures["means"])
    print(f"  descent    {_plus_minus(down.estimate, down.high, 0)} mm/s")
    print(f"  sideways   {_plus_minus(aside.estimate, aside.high, 0)} mm/s")
    print(f"  rotation   {_plus_minus(turning.estimate, turning.high, 1)} rad/s, "
          f"{_plus_minus(turning.estimate / math.tau, turning.high / math.tau, 2)} turns/s")  # fmt: skip
    print(f"flat, without turning, it would come to {flat_speed(plate, air):.0f} mm/s")
    if given.csv is not None:
        print(printable(f"{sum(len(run.path) for run in runs)} rows, {TICK_HZ} a second, in {given.csv}"))


def _plus_minus(estimate: float, high: float, digits: int) -> str:
    spread = "" if math.isnan(high) else f" +/- {high - estimate:.{digits}f}"
    return f"{estimate:.{digits}f}{spread}"
