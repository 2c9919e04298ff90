"""What a person types for a thing that was measured: `24.3`, `24,3 24,1 24.2 mm`, `152 +- 1`.

What stands after `+-` is how far the instrument may be off in 95 of 100 cases; unsaid, it is what the instrument
usually is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from calibration.measure.things import Thing
from sim.errors import InputError

_LONGEST, _MOST = 1000, 100
_UNITS = {
    "mm": {"mm": 1.0, "cm": 10.0, "m": 1000.0},
    "g": {"g": 1.0, "kg": 1000.0},
    "deg": {"deg": 1.0, "degrees": 1.0, "°": 1.0},
    "": {},
}
_NUMBER = r"-?[0-9]{1,9}(?:[.,][0-9]{1,9})?"
_TYPED = re.compile(
    rf"\s*(?P<readings>{_NUMBER}(?:(?:\s*;\s*|,?\s+){_NUMBER})*)\s*(?:\+-\s*(?P<within>{_NUMBER}))?\s*(?P<unit>[a-z°]*)\s*"
)


def read_entry(typed: str, thing: Thing, where: str) -> tuple[list[float], float]:
    """Return the readings, and how far the instrument may be off, in the thing's unit. Raises InputError.

    where: what an error calls the entry.
    """
    text = typed[: _LONGEST + 1].replace("±", "+-").replace("+/-", "+-").replace("\u2212", "-").lower()
    found = _TYPED.fullmatch(text) if len(text) <= _LONGEST else None
    units = _UNITS[thing.unit]
    scale = None if found is None else units.get(found["unit"]) if found["unit"] else 1.0
    if found is None or scale is None:
        raise InputError(
            "{where}: expected readings such as {example}, found {typed}.",
            where=where,
            example=_example(thing),
            typed=repr(typed[:60]),
        )
    readings = [scale * _number(each) for each in re.findall(_NUMBER, found["readings"])]
    within = thing.within if found["within"] is None else scale * _number(found["within"])
    low, high = thing.plausible
    strange = next((each for each in readings if not low <= each <= high), None)
    if strange is not None or not 0 <= within <= high - low:
        raise InputError(
            "{where}: expected {low:g} to {high:g} {unit}, found {strange:g}: is it another unit, or another thing?",
            where=where,
            low=low,
            high=high,
            unit=thing.unit,
            strange=within if strange is None else strange,
        )
    if not thing.readings <= len(readings) <= _MOST:
        raise InputError(
            "{where}: expected {fewest} to {most} readings, found {found}.",
            where=where,
            fewest=thing.readings,
            most=_MOST,
            found=len(readings),
        )
    return readings, within


def entry_text(readings: Sequence[float], within: float, thing: Thing) -> str:
    """Return readings as a person would type them, which read as the same again."""
    off = "" if thing.counted else f" +- {_plain(within)} {thing.unit}".rstrip()
    return " ".join(map(_plain, readings)) + off


def _example(thing: Thing) -> str:
    if thing.counted:
        return f"{thing.plausible[0]:g}"
    return f"{sum(thing.plausible) / 2:.3g} +- {thing.within:g} {thing.unit}".rstrip()


def _plain(value: float) -> str:
    return f"{value:.9f}".rstrip("0").rstrip(".")


def _number(text: str) -> float:
    return float(text.replace(",", "."))
