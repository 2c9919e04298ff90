"""The names of parameters in words: `ship: ball mass (g)` for `ship.ball_mass_g`."""

from __future__ import annotations

_UNITS = ("mm", "g", "deg", "rad", "s", "hz", "n", "ms", "bit", "cm3", "m2", "s2", "bits")


def parameter_words(name: str) -> str:
    """Return a dotted key, or a pattern of keys, in words, with its unit in brackets."""
    *above, last = name.split(".")
    words = last.split("_")
    unit: list[str] = []
    while len(words) > 1 and words[-1] in _UNITS:
        unit.insert(0, words.pop())
    if "per" in words[1:] and unit:
        at = words.index("per", 1)
        unit = [*words[at - 1 :], *unit] if words[at - 1] in _UNITS else [*words[at:], *unit]
        words = words[: at - 1] if words[at - 1] in _UNITS else words[:at]
    text = " ".join(words).replace("*", "every").strip()
    before = " ".join(above).replace("_", " ").replace("*", "every")
    after = f" ({' '.join(unit)})" if unit else ""
    return f"{before}: {text}{after}" if before else f"{text}{after}"
