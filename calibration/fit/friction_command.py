"""The verb `fit friction`: from the tilts at which a piece slips on a board to the friction of its wood."""

from __future__ import annotations

import json
import math

from calibration.options import FitFrictionOptions
from calibration.presets import Value, fine_json, print_interval, write_preset
from sim.errors import InputError, between
from sim.file_kinds import PRESET
from sim.files import check_outputs
from sim.lab.measurements import Role, Table, names
from sim.lab.sheet import read_sheet
from sim.lab.units import ANGLE, LENGTH
from sim.statistics import mean
from sim.untrusted_text import printable

FEWEST_SLIPS = 5
_STEEPEST_DEG = 80.0
# Without a unit, angles up to here are radians.
_STEEPEST_RAD = math.radians(_STEEPEST_DEG)
_ANGLE = Role("angle_deg", names("angle, tilt, slip angle, inclination, winkel"), ANGLE)
_RISE = Role("rise_mm", names("rise, height, lift"), LENGTH)
_BOARD = Role("board_mm", names("board, length, board length"), LENGTH)


def friction_command(given: FitFrictionOptions) -> None:
    """Read tilts, print the friction, and write it as a preset. Raises InputError.

    The board's end is raised slowly until the piece slips; there the friction is tan(angle), and the angle's sine the
    rise over the board's length.
    """
    check_outputs({"--out": (given.out, PRESET)}, {"TILTS.csv": given.file})
    slips, understood = _read_tilts(given)
    friction = mean([math.tan(angle) for angle in slips])
    if given.out is not None:
        source = f"fit friction {given.file.name}: {len(slips)} slips"
        heading = f"The wood of {printable(given.file.name)}, by `yardarm fit friction`."
        write_preset(given.out, heading, {"wood": {"friction": Value.measured(friction, source)}})
    if given.as_json:
        interval = {key: fine_json(getattr(friction, key)) for key in ("estimate", "low", "high")}
        preset = None if given.out is None else str(given.out)
        print(
            json.dumps(
                {"friction": interval, "slips": len(slips), "read": understood, "preset": preset}, allow_nan=False
            )
        )
        return
    print(printable(understood))
    print_interval("friction", friction)
    print(f"{len(slips)} slips")
    if given.out is not None:
        print(printable(f"the wood's friction is in {given.out}"))


def _read_tilts(given: FitFrictionOptions) -> tuple[list[float], str]:
    """Return the angles (rad) at which a piece slipped, and what was understood. Raises InputError."""
    table = Table(read_sheet(given.file))
    angle = table.find(_ANGLE)
    columns = [angle] if angle else [table.needed(_RISE), table.needed(_BOARD)]
    cells = table.columns(columns)
    numbers = [table.numbers(column, cells.lines, each) for column, each in zip(columns, cells.columns, strict=True)]
    units = [column.unit or ("mm" if angle is None else "") for column in columns]
    if angle and not angle.unit:
        units = ["deg" if max(numbers[0]) > _STEEPEST_RAD else "rad"]
    slips = []
    for line, *values in zip(cells.lines, *numbers, strict=True):
        if any(map(math.isnan, values)):
            continue
        where = table.sheet.where(line)
        if angle:
            tilt = ANGLE[units[0]] * values[0]
        else:
            rise, board = (LENGTH[unit] * value for unit, value in zip(units, values, strict=True))
            tilt = math.asin(between(f"{where}: rise_mm over board_mm", rise / board if board else math.inf, 0.0, 1.0))
        between(f"{where}: angle_deg", math.degrees(tilt), 0.1, _STEEPEST_DEG)
        slips.append(tilt)
    if len(slips) < FEWEST_SLIPS:
        raise InputError(
            "{file}: expected at least {fewest} slips, found {found}.",
            file=given.file,
            fewest=FEWEST_SLIPS,
            found=len(slips),
        )
    found = {column.name: unit for column, unit in zip(columns, units, strict=True)}
    return slips, table.understood(len(cells.lines), found)
