"""The verb `fit friction`: from the tilts at which a piece slips on a board to the friction of its wood."""

from __future__ import annotations

import json
import math

from calibration.fit.csv_reader import Column, header, read_columns
from calibration.options import FitFrictionOptions
from calibration.presets import Value, fine_json, print_interval, write_preset
from sim.errors import InputError, between
from sim.file_kinds import PRESET
from sim.files import check_outputs
from sim.statistics import mean
from sim.untrusted_text import printable

FEWEST_SLIPS = 5
_STEEPEST_DEG = 80.0
_ANGLE = Column({"angle_deg": 1.0, "angle_rad": 180 / math.pi})
_RISE, _BOARD = Column({"rise_mm": 1.0, "rise_cm": 10.0}), Column({"board_mm": 1.0, "board_cm": 10.0})


def friction_command(given: FitFrictionOptions) -> None:
    """Read tilts, print the friction, and write it as a preset. Raises InputError.

    The board's end is raised slowly until the piece slips; there the friction is tan(angle), and the angle's sine the
    rise over the board's length.
    """
    check_outputs({"--out": (given.out, PRESET)}, {"TILTS.csv": given.file})
    slips = _read_tilts(given)
    friction = mean([math.tan(angle) for angle in slips])
    if given.out is not None:
        source = f"fit friction {given.file.name}: {len(slips)} slips"
        heading = f"The wood of {printable(given.file.name)}, by `yardarm fit friction`."
        write_preset(given.out, heading, {"wood": {"friction": Value.measured(friction, source)}})
    if given.as_json:
        interval = {key: fine_json(getattr(friction, key)) for key in ("estimate", "low", "high")}
        answer = {"friction": interval, "slips": len(slips), "preset": None if given.out is None else str(given.out)}
        print(json.dumps(answer, allow_nan=False))
        return
    print_interval("friction", friction)
    print(f"{len(slips)} slips")
    if given.out is not None:
        print(printable(f"the wood's friction is in {given.out}"))


def _read_tilts(given: FitFrictionOptions) -> list[float]:
    """Return the angles (rad) at which a piece slipped. Raises InputError."""
    by_angle = bool(set(header(given.file)) & set(_ANGLE.units))
    _, rows = read_columns(given.file, (_ANGLE,) if by_angle else (_RISE, _BOARD))
    slips = []
    for where, (first, *rest) in rows:
        if first is None or None in rest:
            continue
        degrees = first
        if rest:
            assert rest[0] is not None
            share = between(f"{where}: rise_mm over board_mm", first / rest[0] if rest[0] else math.inf, 0.0, 1.0)
            degrees = math.degrees(math.asin(share))
        slips.append(math.radians(between(f"{where}: angle_deg", degrees, 0.1, _STEEPEST_DEG)))
    if len(slips) < FEWEST_SLIPS:
        raise InputError(
            "{file}: expected at least {fewest} slips, found {found}.",
            file=given.file,
            fewest=FEWEST_SLIPS,
            found=len(slips),
        )
    return slips
