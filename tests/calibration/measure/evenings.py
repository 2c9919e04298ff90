"""Made-up copies of a game, and what people read off them with instruments that are a little off."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import getitem
from typing import Any

import numpy as np

from calibration.measure.evening import Evening
from calibration.measure.things import Thing
from sim.configuration import load_configuration
from sim.measures import nested
from sim.seeds import rng


def made_up(evening: Evening, number: int) -> dict[str, float]:
    """Return the true values of a copy, by dotted key: a draw of all that is assumed, the rest as shipped."""
    shares = evening.ensemble.shares[number % len(evening.ensemble.shares)]
    drawn = zip(evening.ensemble.parts, shares.tolist(), strict=True)
    values: dict[str, Any] = {key: span.at(share) for part, share in drawn for key, span in part.spans.items()}
    shipped: Any = load_configuration(evening.game).tree
    for thing in evening.things.values():
        key = thing.key_for(evening.skill)
        values.setdefault(key, float(reduce(getitem, key.split("."), shipped)))
    return values


Scatter = Callable[[str], float]
"""How many times as far as usual the readings of a thing scatter, by its name."""


def usual(_: str) -> float:
    return 1.0


def twice_or_four_times(name: str) -> float:
    return 2.0 if len(name) % 2 else 4.0


def readings(thing: Thing, value: float, stream: np.random.Generator, times: float = 1.0) -> str:
    """Return the readings that a person would type, by an instrument that is off by as much as it says."""
    if thing.counted:
        return f"{value:g}"
    true, off = thing.reading(value), thing.within / 1.96
    count = max(thing.readings, 3)
    if thing.scatter:
        return " ".join(f"{each:.2f}" for each in true * stream.standard_normal(count))
    found = true + off * stream.standard_normal() + times * off / 2 * stream.standard_normal(count)
    return " ".join(f"{each:.2f}" for each in np.clip(found, *thing.plausible))


def measured(evening: Evening, number: int, scatter: Scatter = usual) -> tuple[Evening, list[bool]]:
    """Return the evening with all things measured on a copy, and of each whether its range holds the true value.

    How a swing dies is fitted, with a range of its own; the rest is read off.
    """
    truth, stream = made_up(evening, number), rng(7, "evenings", number)
    for name, thing in evening.things.items():
        key = thing.key_for(evening.skill)
        if name == "swing":
            evening = evening.given(_fitted(key, truth[key], thing, stream))
        else:
            evening = evening.entered(name, readings(thing, truth[key], stream, scatter(name)))
    ranges = evening.known()
    keys = [thing.key_for(evening.skill) for thing in evening.things.values()]
    return evening, [ranges[key].low <= truth[key] <= ranges[key].high for key in keys]


def _fitted(key: str, true: float, thing: Thing, stream: np.random.Generator) -> dict[str, Any]:
    found = max(true + thing.within / 1.96 * float(stream.standard_normal()), 0.0)
    ends = [max(found - thing.within, 0.0), found + thing.within]
    return nested({key: {"value": found, "provenance": "measured", "source": "a fit", "range": ends}})
