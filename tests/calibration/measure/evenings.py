"""Made-up copies of a game, and what people read off them with instruments that are a little off."""

from __future__ import annotations

from typing import Any

import numpy as np

from calibration.measure.evening import Evening
from calibration.measure.things import Thing
from sim.configuration import load_configuration
from sim.seeds import rng


def made_up(evening: Evening, number: int) -> dict[str, float]:
    """Return the true values of a copy, by dotted key: a draw of all that is assumed, the rest as shipped."""
    drawn = zip(evening.ensemble.parts, evening.ensemble.shares[number].tolist(), strict=True)
    values: dict[str, Any] = {key: span.at(share) for part, share in drawn for key, span in part.spans.items()}
    for thing in evening.things.values():
        key = thing.key_for(evening.skill)
        values.setdefault(key, _shipped(evening.game, key))
    return values


def readings(thing: Thing, value: float, stream: np.random.Generator) -> str:
    """Return the readings that a person would type, by an instrument that is off by as much as it says."""
    if thing.counted:
        return f"{value:g}"
    true, off = thing.reading(value), thing.within / 1.96
    count = max(thing.readings, 3)
    if thing.scatter:
        return " ".join(f"{each:.2f}" for each in true * stream.standard_normal(count))
    found = true + off * stream.standard_normal() + off / 2 * stream.standard_normal(count)
    return " ".join(f"{each:.2f}" for each in np.clip(found, *thing.plausible))


def measured(evening: Evening, number: int) -> tuple[Evening, list[bool]]:
    """Return the evening with all things measured on a copy, and of each whether its range holds the true value."""
    truth, stream = made_up(evening, number), rng(7, "evenings", number)
    for name, thing in evening.things.items():
        evening = evening.entered(name, readings(thing, truth[thing.key_for(evening.skill)], stream))
    ranges = evening.known()
    keys = [thing.key_for(evening.skill) for thing in evening.things.values()]
    return evening, [ranges[key].low <= truth[key] <= ranges[key].high for key in keys]


def _shipped(game: str, key: str) -> float:
    found: Any = load_configuration(game).tree
    for word in key.split("."):
        found = found[word]
    return float(found)
