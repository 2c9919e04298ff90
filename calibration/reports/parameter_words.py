"""The names of parameters in words: `ship: ball mass (g)` for `ship.ball_mass_g`."""

from __future__ import annotations

_UNITS = {
    "mm": "mm", "g": "g", "kg": "kg", "deg": "deg", "rad": "rad", "s": "s", "hz": "Hz", "n": "N", "mn": "mN",
    "ms": "ms", "bit": "bit", "bits": "bits", "m2": "m²", "m3": "m³", "cm3": "cm³", "s2": "s²",
}  # fmt: skip
_BELOW = ("s", "m2", "m3", "cm3", "s2")
"""Units that divide the one before them: `mm_s` is mm/s."""
_LONG = {"sd": "standard deviation", "cv": "coefficient of variation", "rms": "root mean square", "*": "every"}
_ORDER = {0: "lowest yard", 1: "2nd yard from below", 2: "3rd yard from below"}


def parameter_words(name: str) -> str:
    """Return a dotted key, or a pattern of keys, in words, with its unit in brackets; a pattern takes a factor."""
    text, unit = _parts(name)
    unit = "factor" if "*" in name else unit
    return f"{text} ({unit})" if unit else text


def setting_words(name: str, value: float) -> str:
    """Return a parameter with its value in words: `ship: ball mass 120.8 g`."""
    text, unit = _parts(name)
    return f"{text} times {value:g}" if "*" in name else f"{text} {value:g} {unit}".strip()


def unit_of(name: str) -> str:
    """Return the unit of a dotted key as it is written; empty for none."""
    return _parts(name)[1]


def _parts(name: str) -> tuple[str, str]:
    """Return a dotted key in words, and its unit."""
    *above, last = name.split(".")
    words = last.split("_")
    unit: list[str] = []
    while len(words) > 1 and words[-1] in _UNITS:
        unit.insert(0, words.pop())
    if "per" in words[1:] and unit:
        at = words.index("per", 1)
        at -= words[at - 1] in _UNITS
        words, unit = words[:at], [*words[at:], *unit]
    text = " ".join(_LONG.get(word, word) for word in words).replace("*", "every ").strip()
    before = _whose(above)
    return f"{before}: {text}" if before else text, _unit(unit)


def _unit(parts: list[str]) -> str:
    """Return a unit as it is written: mm/s, g/m², 1/s², ms per bit."""
    text = ""
    for n, part in enumerate(parts):
        over = part in _BELOW and "per" not in parts and (len(parts) > 1 or part == "s2")
        between = ("/" if n else "1/") if over and (n or len(parts) == 1) else " " if n else ""
        text += between + _UNITS.get(part, part)
    return text


def _whose(above: list[str]) -> str:
    """Return in words what a parameter belongs to: a yard by its place, a piece by its name, players by their skill."""
    if above[:2] == ["ship", "yards"] and len(above) == 3:
        return yard_words(above[2])
    if above[:1] == ["pieces"] and len(above) > 1:
        above = [part for part in above[1:] if part != "stances"]
        return ", ".join(above).replace("_", " ")
    if above[:1] == ["skill"] and len(above) == 2:
        return "every player" if above[1] == "*" else f"{above[1]} players"
    return " ".join(above).replace("_", " ").replace("*", "every")


def yard_words(number: str) -> str:
    """Return which of the ship's yards is meant by its place in the array of yards, 0 for the lowest."""
    if not number.isdecimal():
        return "every yard"
    return _ORDER.get(int(number), f"{int(number) + 1}th yard from below")
