"""Units as tables name them, and names of columns that hold one."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping

Units = Mapping[str, float]
"""Spellings of the units of one quantity, in small letters, and what each is in the usual one."""

_DEGREE = math.pi / 180
TIME: Units = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "sek", "sekunden", "secondes", "segundos"), 1.0),
    **dict.fromkeys(("ms", "msec", "msecs", "millisecond", "milliseconds", "millis", "millisekunden"), 1e-3),
    **dict.fromkeys(("us", "µs", "μs", "usec", "microseconds"), 1e-6),
    **dict.fromkeys(("ns", "nsec", "nanoseconds"), 1e-9),
    **dict.fromkeys(("min", "minutes"), 60.0),
}
"""Seconds."""
ANGLE: Units = {
    **dict.fromkeys(("rad", "rads", "radian", "radians", "radiant"), 1.0),
    **dict.fromkeys(("deg", "degs", "degree", "degrees", "°", "º", "grad", "degrés", "grados"), _DEGREE),
    "mrad": 1e-3,
    **dict.fromkeys(("turn", "turns", "rev"), math.tau),
}
"""Radians."""
RATE: Units = {
    **dict.fromkeys(("rad/s", "rads/s", "radians/s"), 1.0),
    **dict.fromkeys(("deg/s", "°/s", "degrees/s", "dps"), _DEGREE),
}
"""Radians per second."""
LENGTH: Units = {
    "mm": 1.0,
    "cm": 10.0,
    "m": 1000.0,
    **dict.fromkeys(("in", "inch", "inches"), 25.4),
    **dict.fromkeys(("px", "pixel", "pixels"), 1.0),
}
"""Millimetres."""
SPEED: Units = {"m/s": 1.0, "mm/s": 1e-3, "cm/s": 1e-2, "km/h": 1 / 3.6, "ft/s": 0.3048, "mph": 0.44704}
"""Metres per second."""
QUANTITIES = (TIME, ANGLE, RATE, LENGTH, SPEED)
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}


def unit_word(text: str) -> str:
    """Return a unit as the tables above spell it."""
    word = unicodedata.normalize("NFKC", text).strip().strip("()[]{}<>").strip().lower().removesuffix(".")
    return word.replace("s^-1", "/s").replace("s-1", "/s").replace(" per ", "/").replace(" ", "").replace("·/", "/")


def is_unit(text: str) -> bool:
    """Return True for the name of a unit, in brackets or not."""
    return any(unit_word(text) in units for units in QUANTITIES)


def split_name(name: str, units: Units) -> tuple[str, str | None]:
    """Return a column's name in plain words, and the unit that it holds, None if it holds none of these.

    >>> split_name("Angle [deg]", ANGLE), split_name("t_ms", TIME), split_name("key_resp.rt", TIME)
    (('angle', 'deg'), ('t', 'ms'), ('key resp rt', None))
    """
    text = unicodedata.normalize("NFKC", name).strip().strip("\"'").strip()
    for opening, closing in _BRACKETS.items():
        if text.endswith(closing) and opening in text:
            before, _, inside = text[:-1].rpartition(opening)
            unit = unit_word(inside)
            if unit in units:
                return _words(before), unit
            if is_unit(inside):
                # Of another quantity: then the name is not what is sought.
                return f"{_words(before)} in {unit}", None
    for mark in ("/", ",", " in "):
        before, found, after = text.rpartition(mark)
        if found and unit_word(after) in units and before.strip():
            return _words(before), unit_word(after)
    words = _words(text).split()
    for count in (2, 1):
        unit = "/".join(words[-count:])
        if len(words) >= count and unit in units:
            return " ".join(words[:-count]) or unit, unit
    return " ".join(words), None


def _words(text: str) -> str:
    """Return the words of a name in small letters; signs, spaces, and capitals after small letters part them."""
    spelt: list[str] = []
    for before, letter in zip(" " + text, text, strict=False):
        if letter.isupper() and (before.islower() or before.isdecimal()):
            spelt.append(" ")
        spelt.append(letter if letter.isalnum() or letter == "°" else " ")
    return " ".join("".join(spelt).lower().split())
