"""The table of a swing: times and angles (or rates of a gyroscope) out of whatever columns it has."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.fit.angle_scale import scale_sd_in
from calibration.fit.pivot import about
from calibration.options import FitShipOptions
from sim.errors import InputError
from sim.lab.measurements import Column, Role, Table, names, units_asked
from sim.lab.sheet import read_sheet
from sim.lab.units import ANGLE, LENGTH, RATE, TIME, split_name
from sim.language import Wording
from sim.refusals import either

Floats = NDArray[np.float64]

TIME_ROLE = Role(
    "t_s",
    names(
        "t, time, times, zeit, temps, tiempo, tempo, tijd, tid, czas, elapsed, elapsed time, seconds elapsed, "
        "time elapsed, time since start, seconds, second, sec, s, ms, milliseconds, timestamp, time stamp, "
        "pts time, frame time, video time"
    ),
    TIME,
    "--time",
)
FRAME_ROLE = Role(
    "frame",
    names("frame, frames, frame number, frame no, frame nr, frame index, image, picture, bild, step"),
    flag="--time",
)
ANGLE_ROLE = Role(
    "angle_rad",
    names(
        "angle, theta, θ, angles, phi, φ, ϕ, θ r, theta r, θr, winkel, ángulo, angulo, angolo, hoek, vinkel, "
        "tilt, inclination, heel, roll, deflection, auslenkung, pendulum angle, swing, degrees, deg, rad, "
        "radians"
    ),
    ANGLE,
    "--angle",
)
_AXES = ("x", "y", "z")
RATE_ROLE = Role(
    "rate_rad_s",
    (
        *("omega", "ω", "angular velocity", "angular rate", "rate", "gyro", "gyroscope", "angularvelocity"),
        *(f"{word} {axis}" for word in ("gyroscope", "gyro", "angular velocity", "rotation rate") for axis in _AXES),
        *(f"{word}{axis}" for word in ("gyro", "omega") for axis in _AXES),
    ),
    RATE,
    "--angle",
)
_X = Role("x", names("x, x position, position x, pos x, cx, x pos, xc"), LENGTH)
_Y = Role("y", names("y, y position, position y, pos y, cy, y pos, yc"), LENGTH)

# No ship sways for longer than this (s), or heels farther.
_MOST_S = 3600.0
# Steps of this many units or more are no seconds; no sensor or film of a swing is so slow.
_LONG_STEP = 2.0
_FINER = ("ms", "us", "ns")
# Rows of a sensor may be late by a few steps, not many of them.
_MOST_LATE, _LATE_STEPS = 0.02, 5.0
# The most rows that may have one time, on a clock of few digits.
_MOST_ALIKE = 20
# Without a unit, angles up to here (half their range) are radians, and from there on degrees; between, nobody knows.
_RADIANS_TO, _DEGREES_FROM = 1.8, 3.3


@dataclass(frozen=True, slots=True)
class Sway:
    """A recording: times (s), angles (rad) or rates (rad/s), rows that lacked one of them, and what was understood.

    scale_sd: the sd of the share by which all angles may be off alike.
    """

    times: Floats
    values: Floats
    rates: bool
    missing: int
    understood: str
    scale_sd: float = 0.0


def read_sway(file: Path, asked: FitShipOptions) -> Sway:
    """Read a recording of a swing. Raises InputError."""
    table = Table(read_sheet(file), asked.where)
    units = units_asked(file, asked.unit, {"time": TIME, "angle": ANGLE, "rate": RATE})
    time = _time_column(table, asked)
    if asked.xy is not None:
        sources = _position_columns(table, asked.xy)
        rates = False
    else:
        sources, rates = _angle_columns(table, asked.angle, time, units)
    wanted = [*([time] if time else []), *sources]
    cells = table.columns(wanted)
    numbers = [
        np.array(table.numbers(column, cells.lines, each)) for column, each in zip(wanted, cells.columns, strict=True)
    ]
    clock = numbers.pop(0) if time else np.arange(len(cells.lines), dtype=np.float64)
    known = np.isfinite(clock) & np.all(np.isfinite(numbers), axis=0)
    if not np.any(known):
        raise InputError("{file}: expected rows with a time and an angle, found none.", file=file)
    lines = np.array(cells.lines)[known]
    clock, numbers = clock[known], [each[known] for each in numbers]
    notes: list[str] = []
    order, late = _in_order(clock)
    if late:
        notes.append(f"{late} rows put into the order of their times")
        clock, numbers, lines = clock[order], [each[order] for each in numbers], lines[order]
    standing = _standing(clock)
    if np.any(standing):
        notes.append(f"{int(standing.sum())} rows left out while the clock stood")
        clock, numbers, lines = clock[~standing], [each[~standing] for each in numbers], lines[~standing]
    times, time_unit = _seconds(file, clock, time, units.get("time"), asked.fps)
    _check_times(table, times, lines, wanted)
    scale_sd = 0.0
    if asked.xy is not None:
        values, scale_sd, pivot = about(file, numbers[0], numbers[1], asked.pivot)
        notes.append(f"angles about the pivot {pivot}")
        understood = f"{sources[0].name} and {sources[1].name}"
    else:
        column, found = _widest(sources, numbers)
        asked_unit = units.get("rate" if rates else "angle")
        values, unit = _radians(file, found, column, asked_unit, rates, notes)
        understood = f"{column.name} ({unit})"
    scale_sd = scale_sd or scale_sd_in(table.sheet.comments)
    if time is None:
        said = f"rows at {asked.fps:g} a second"
    else:
        said = f"{time.name} ({time_unit})"
    missing = int(np.sum(~known))
    if missing:
        notes.append(f"{missing} rows without a value left out")
    what = "rate" if rates else "angle"
    return Sway(
        times,
        values,
        rates,
        missing,
        table.understood(len(cells.lines), {"time": said, what: understood}, notes),
        scale_sd,
    )


# ---------------------------------------------------------------------------------------------------- which columns


def _time_column(table: Table, asked: FitShipOptions) -> Column | None:
    """Return the column of times, or of the numbers of pictures with --fps; None if rows are pictures."""
    if asked.fps is not None:
        return table.find(FRAME_ROLE, asked.time)
    found = table.find(TIME_ROLE, asked.time)
    if found is not None:
        return found
    sheet = table.sheet
    if not sheet.headed and len(sheet.names) > 1:
        return table.named("1", TIME_ROLE.flag, TIME)
    frame = table.find(FRAME_ROLE)
    if frame is not None:
        raise InputError(
            "{file}: t_s: missing column, found {frame}: say how many pictures a second with --fps.",
            file=sheet.file,
            frame=frame.name,
        )
    others = "" if table.find(ANGLE_ROLE, asked.angle) or asked.xy else f" and {ANGLE_ROLE.flag}"
    raise InputError(
        "{file}: t_s: missing column, found {columns} ({layout}): say which with {options}, or how many rows a second "
        "has with --fps.",
        file=sheet.file,
        columns=sheet.listed(),
        layout=sheet.layout,
        options=f"{TIME_ROLE.flag}{others}",
    )


def _position_columns(table: Table, xy: str) -> list[Column]:
    names = [name.strip() for name in xy.split(",")]
    if len(names) != 2:
        raise InputError("{file}: --xy: expected two columns, X,Y, found {xy!r}.", file=table.sheet.file, xy=xy)
    return [table.named(name, "--xy", LENGTH) for name in names]


def _angle_columns(
    table: Table, given: str | None, time: Column | None, units: Mapping[str, str]
) -> tuple[list[Column], bool]:
    """Return the columns of which one is the angle, and whether they are rates. Raises InputError."""
    sheet = table.sheet
    if given is not None:
        column = table.named(given, ANGLE_ROLE.flag, {**ANGLE, **RATE})
        name, _ = split_name(column.name, {**ANGLE, **RATE})
        rates = "rate" in units or column.unit in RATE or (name in RATE_ROLE.words and "angle" not in units)
        return [column], rates
    found = table.find(ANGLE_ROLE)
    if found is not None:
        return [found], False
    axes = [Column(place, name, "rad/s") for place, name in enumerate(sheet.names) if _is_rate(name)]
    if axes:
        return [Column(each.place, each.name, split_name(each.name, RATE)[1]) for each in axes], True
    others = [place for place in range(len(sheet.names)) if time is None or place != time.place]
    if not sheet.headed and len(others) == 1:
        return [table.named(str(others[0] + 1), ANGLE_ROLE.flag, ANGLE)], False
    x, y = table.find(_X), table.find(_Y)
    if x is not None and y is not None:
        raise InputError(
            "{file}: angle_rad: missing column, found {columns} ({layout}): for positions say --xy {x},{y} and --pivot "
            "X,Y, or --pivot fit.",
            file=sheet.file,
            columns=sheet.listed(),
            layout=sheet.layout,
            x=x.name,
            y=y.name,
        )
    if not sheet.headed:
        raise InputError(
            "{file}: angle_rad: found {columns} ({layout}): say which with --time and --angle, by their numbers, or "
            "with --xy.",
            file=sheet.file,
            columns=sheet.listed(),
            layout=sheet.layout,
        )
    raise table.missing(ANGLE_ROLE)


def _is_rate(name: str) -> bool:
    return split_name(name, RATE)[0] in RATE_ROLE.words


def _widest(columns: Sequence[Column], values: Sequence[Floats]) -> tuple[Column, Floats]:
    """Return the column that varies most: the axis about which a sensor swings."""
    best = max(range(len(columns)), key=lambda index: float(np.std(values[index])) if len(columns) > 1 else 0.0)
    return columns[best], values[best]


# ------------------------------------------------------------------------------------------------------------ units


def _seconds(
    file: Path, clock: Floats, column: Column | None, asked: str | None, fps: float | None
) -> tuple[Floats, str]:
    """Return times in seconds from 0, and the unit that they were in. Raises InputError."""
    if fps is not None:
        return (clock - clock[0]) / fps, f"pictures, {fps:g} a second"
    assert column is not None
    # Clocks that count from long ago have no digits to spare.
    clock = clock - clock[0]
    unit = asked or column.unit
    steps = np.diff(clock)
    usual = float(np.median(steps[steps > 0])) if np.any(steps > 0) else 0.0
    if unit is None:
        unit = "s"
        for finer in _FINER:
            if usual * TIME[unit] >= _LONG_STEP:
                unit = finer
        said = unit if unit == "s" else f"{unit} by its steps"
    else:
        said = unit
        if usual * TIME[unit] >= _LONG_STEP:
            raise InputError(
                "{file}: {column}: expected a film or a sensor, found steps of {usual:g} {unit}: if they are ms, say "
                "--unit ms; if they are pictures, --fps.",
                file=file,
                column=column.name,
                usual=usual,
                unit=unit,
            )
    return clock * TIME[unit], said


def _radians(
    file: Path, values: Floats, column: Column, asked: str | None, rates: bool, notes: list[str]
) -> tuple[Floats, str]:
    """Return angles (rad) without wraps, or rates (rad/s), and the unit that they were in. Raises InputError."""
    units = RATE if rates else ANGLE
    unit = asked or column.unit
    if rates:
        unit = unit or "rad/s"
        return values * units[unit], unit
    said = unit or ""
    if unit is None:
        unit = _likely_unit(file, values, column)
        said = f"{unit} by its size"
    angles, wraps, turn = unwrapped(values * units[unit])
    if wraps:
        notes.append(f"unwrapped at {_turn_text(turn, units[unit], unit)}, {wraps} times")
    half = float(np.subtract(*np.quantile(angles, (0.99, 0.01)))) / 2
    if half > math.pi:
        largest = float(np.max(np.abs(values)))
        other = Wording(": did you mean angle_deg? Then say --unit deg", unit=unit) if units[unit] == 1.0 else ""
        raise InputError(
            "{file}: {column}: angles of {largest:.3g} {unit} are not a swing{other}.",
            file=file,
            column=column.name,
            largest=largest,
            unit=unit,
            other=other,
        )
    return angles, said


def _likely_unit(file: Path, values: Floats, column: Column) -> str:
    """Return the unit that angles without one are in, by their size. Raises InputError where it might be either."""
    if float(np.max(np.abs(values))) > math.tau + 0.1:
        return "deg"
    half = float(np.ptp(unwrapped(values)[0])) / 2
    if half <= _RADIANS_TO:
        return "rad"
    if half >= _DEGREES_FROM:
        return "deg"
    raise InputError(
        "{file}: {column}: expected a unit for angles of {half:.2g} to either side: say {units}.",
        file=file,
        column=column.name,
        half=half,
        units=either(("--unit rad", "--unit deg")),
    )


def unwrapped(angles: Floats) -> tuple[Floats, int, float]:
    """Return angles (rad) without the jumps of a dial, how many there were, and the turn (rad) at which they are.

    A line has no arrow: its direction starts again after half a turn.
    """
    jumps = np.abs(np.diff(angles))
    for turn in (math.tau, math.pi):
        wraps = int(np.sum(jumps > 0.75 * turn))
        if wraps and float(np.ptp(angles)) <= 1.02 * turn:
            return np.unwrap(angles, period=turn), wraps, turn
    return angles, 0, math.tau


def _turn_text(turn: float, radian: float, unit: str) -> str:
    value = turn / radian
    return f"{value:.4g} {'degrees' if unit == 'deg' else unit}"


# ------------------------------------------------------------------------------------------------------------ times


def _in_order(clock: Floats) -> tuple[NDArray[np.int64], int]:
    """Return the order of rows by time, and how many are late by a few steps, as a busy sensor writes them."""
    back = -np.minimum(np.diff(clock), 0.0)
    late = int(np.sum(back > 0))
    steps = np.diff(np.sort(clock))
    usual = float(np.median(steps)) if steps.size else 0.0
    few = late <= _MOST_LATE * clock.size and float(np.max(back, initial=0.0)) <= _LATE_STEPS * usual
    return np.argsort(clock, kind="stable"), late if few else 0


def _standing(clock: Floats) -> NDArray[np.bool_]:
    """Return a mask of rows whose time is that of many rows before: a program that had no further time for them."""
    starts = np.flatnonzero(np.append(True, np.diff(clock) != 0))
    lengths = np.diff(np.append(starts, clock.size))
    stood = np.repeat(lengths > _MOST_ALIKE, lengths)
    stood[starts] = False
    return stood


def _check_times(table: Table, times: Floats, lines: NDArray[np.int64], used: Sequence[Column]) -> None:
    back = np.flatnonzero(np.diff(times) < 0)
    if back.size:
        row = int(back[0])
        raise InputError(
            "{where}: t_s: expected times that ascend, found {time:g} s after {before:g} s{runs}.",
            where=table.sheet.where(int(lines[row + 1])),
            time=times[row + 1],
            before=times[row],
            runs=_several_runs(table, lines, row, used),
        )
    if times[-1] - times[0] > _MOST_S:
        row = int(np.flatnonzero(times - times[0] > _MOST_S)[0])
        raise InputError(
            "{where}: t_s: expected a record of at most {most_s:g} s, found {time:g} s.",
            where=table.sheet.where(int(lines[row])),
            most_s=_MOST_S,
            time=times[row],
        )


def _several_runs(table: Table, lines: NDArray[np.int64], row: int, used: Sequence[Column]) -> str:
    """Return how to choose one of several recordings, by a column that changes where the time goes back."""
    sheet = table.sheet
    others = [place for place in range(len(sheet.names)) if place not in {column.place for column in used}]
    before: Sequence[str] = ()
    for line, cells in sheet.rows():
        if line == lines[row]:
            before = cells
        if line == lines[row + 1]:
            changed = [
                f'--where "{sheet.names[place]}={cell[place]}"'
                for place in others
                if place < min(len(cells), len(before)) and cells[place] != before[place] and sheet.names[place]
                for cell in (before, cells)
            ]
            return Wording(": for one of several recordings say {options}", options=either(changed)) if changed else ""
    return ""
