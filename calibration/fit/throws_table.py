"""The table of throws, or of darts: speeds and directions, or scores, out of whatever columns it has."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from calibration.options import FitThrowsOptions
from sim.errors import InputError
from sim.lab.measurements import PERSON, Column, Role, Table, names, units_asked
from sim.lab.sheet import is_missing, number_in, read_sheet
from sim.lab.units import ANGLE, SPEED, TIME, Units
from sim.refusals import either
from sim.untrusted_text import quoted

ROLES = {
    "speed": Role(
        "speed",
        names(
            "speed, speed ms, velocity, release speed, throw speed, ball speed, launch speed, v, v0, "
            "geschwindigkeit, tempo, vitesse, velocidad"
        ),
        SPEED,
        endings=("speed",),
    ),
    "elevation_deg": Role(
        "elevation_deg",
        names(
            "elevation, elev, launch angle, release angle, elevation angle, vertical angle, pitch, loft, angle, "
            "höhenwinkel, abwurfwinkel, élévation, elevación"
        ),
        ANGLE,
    ),
    "azimuth_deg": Role(
        "azimuth_deg",
        names("azimuth, azim, horizontal angle, side angle, yaw, heading, direction, seitenwinkel, azimut"),
        ANGLE,
    ),
    "release_ms": Role("release_ms", names("release, release time, release timing, timing"), TIME),
}
_SCORE = Role("score", names("score, scores, segment, points, dart, field, feld, punkte, result, throw, wurf"))
_QUANTITIES: Mapping[str, Units] = {"angle": ANGLE, "speed": SPEED, "time": TIME}
# The units of our keys; speeds may be in any.
_USUAL = {"angle": "deg", "speed": "", "time": "ms"}
# Directions without a unit, up to here (in any of them), are radians or small degrees: nobody knows.
_RADIANS_TO = 1.7
_BULLS = {
    **dict.fromkeys(("bull", "bullseye", "bulls eye", "db", "d25", "dbull", "double bull", "inner bull"), 50),
    **dict.fromkeys(("sb", "s25", "sbull", "outer bull", "ob", "single bull", "25er"), 25),
    **dict.fromkeys(("miss", "missed", "m", "out", "x", "no score", "off"), 0),
}
_TIMES = {"s": 1, "d": 2, "t": 3, "single": 1, "double": 2, "triple": 3, "treble": 3}


@dataclass(frozen=True, slots=True)
class Throws:
    """Throws in their order, by person ("" if no column says whose): by key of ROLES, or `score`, a number or None.

    names: of the columns, by key. understood: what was understood.
    """

    people: Mapping[str, Mapping[str, list[float | None]]]
    names: Mapping[str, str]
    understood: str

    @property
    def darts(self) -> bool:
        """True for scores of darts instead of speeds and directions."""
        return "score" in self.names


def read_throws(file: Path, asked: FitThrowsOptions) -> Throws:
    """Read throws. Raises InputError."""
    sheet = read_sheet(file)
    if len(sheet.names) == 1 and sheet.headed and _dart_score(sheet.names[0]) is not None:
        sheet = sheet.headless()
    table = Table(sheet, asked.where)
    found = {key: table.find(role) for key, role in ROLES.items()}
    score = _scores(table) if found["speed"] is None else None
    if score is not None:
        found = {"score": score}
    elif found["speed"] is None:
        raise table.missing(ROLES["speed"])
    person = table.find(PERSON, asked.person)
    there = {key: column for key, column in found.items() if column is not None}
    wanted = [*there.values(), *([person] if person else [])]
    cells = table.columns(wanted)
    whose = cells.columns[len(there)] if person else [""] * len(cells.lines)
    if asked.person is None and len(set(whose)) == len(whose) > 1:
        # The numbers of the throws.
        person, whose = None, [""] * len(whose)
    values: dict[str, list[float | None]] = {}
    if score is not None:
        values["score"] = [
            _dart(table, line, score, cell) for line, cell in zip(cells.lines, cells.columns[0], strict=True)
        ]
        understood: dict[str, object] = {"score": score}
    else:
        numbers = {
            key: table.numbers(column, cells.lines, each)
            for (key, column), each in zip(there.items(), cells.columns, strict=False)
        }
        values, understood = _in_our_units(file, there, numbers, asked.unit)
    people: dict[str, dict[str, list[float | None]]] = {who: {key: [] for key in values} for who in whose}
    for key, each in values.items():
        for who, one in zip(whose, each, strict=True):
            people[who][key].append(one)
    notes = [f"{len(people)} people, each by themselves"] if len(people) > 1 else []
    notes += [
        f"no column of {key.partition('_')[0]}"
        for key in ("elevation_deg", "azimuth_deg")
        if not score and key not in there
    ]
    understood |= {"person": person} if person else {}
    return Throws(
        people,
        {key: column.name for key, column in there.items()},
        table.understood(len(cells.lines), understood, notes),
    )


def _in_our_units(
    file: Path, columns: Mapping[str, Column], numbers: Mapping[str, list[float]], asked: Sequence[str] | None
) -> tuple[dict[str, list[float | None]], dict[str, object]]:
    """Return the columns in the units of their keys, and each with its unit in words. Raises InputError."""
    given = units_asked(file, asked, _QUANTITIES)
    angles = [key for key in columns if ROLES[key].units is ANGLE]
    bare = [key for key in angles if columns[key].unit is None and "angle" not in given]
    if bare:
        largest = max((abs(value) for key in bare for value in numbers[key] if not math.isnan(value)), default=math.inf)
        if largest <= _RADIANS_TO:
            raise InputError(
                "{file}: {column}: expected a unit for directions up to {largest:.2g}: say {units}.",
                file=file,
                column=columns[bare[0]].name,
                largest=largest,
                units=either(("--unit deg", "--unit rad")),
            )
    values: dict[str, list[float | None]] = {}
    understood: dict[str, object] = {}
    for key, column in columns.items():
        units = ROLES[key].units
        quantity = next(name for name, each in _QUANTITIES.items() if each is units)
        unit = given.get(quantity) or column.unit or _USUAL[quantity]
        factor = units.get(unit, 1.0) / units.get(_USUAL[quantity], 1.0)
        values[key] = [None if math.isnan(value) else factor * value for value in numbers[key]]
        understood[key.partition("_")[0]] = f"{column.name} ({unit or 'any unit'})"
    return values, understood


def _scores(table: Table) -> Column | None:
    """Return the column of darts: by its name, or the only one of a table without a header."""
    sheet = table.sheet
    found = table.find(_SCORE)
    if found is None and len(sheet.names) == 1 and not sheet.headed:
        return table.named("1", "", {})
    return found


def _dart(table: Table, line: int, column: Column, cell: str) -> float | None:
    """Return what a dart scored, None where it is missing. Raises InputError for what no dart is."""
    score = _dart_score(cell)
    if score is None and not is_missing(cell):
        raise InputError(
            "{where}: {column}: expected what one dart scores, such as 18, S20, T20, BULL or MISS, found {cell}.",
            where=table.sheet.where(line),
            column=column.name,
            cell=quoted(cell),
        )
    return score


@lru_cache(maxsize=256)
def _dart_score(cell: str) -> float | None:
    word = " ".join(cell.lower().replace("-", " ").split())
    if word in _BULLS:
        return float(_BULLS[word])
    number = number_in(cell)
    if number is not None:
        return number
    letters = word.rstrip("0123456789")
    digits = word[len(letters) :]
    if letters.strip() in _TIMES and digits and 1 <= int(digits[:3]) <= 20:
        return float(_TIMES[letters.strip()] * int(digits[:3]))
    return None
