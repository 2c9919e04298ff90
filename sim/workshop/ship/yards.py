"""Edits of the yards: how many there are, and how each is mounted."""

from __future__ import annotations

import math
from typing import Any

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.ship.measures import YARD_KEYS
from sim.workshop.editing import Edits, whole_mm

YARD_GAP_MM = 55.0
"""The height of a new yard above the one below it."""
_TILTS_A_DEGREE = 2


def with_yards(configuration: RiffRaffConfiguration, count: int) -> Edits:
    """Return the edits that give the ship `count` yards.

    Yards are added YARD_GAP_MM above the highest and a quarter shorter, and taken away from the top.
    """
    rows = _rows(configuration)[:count]
    mast: dict[str, float] = {}
    while len(rows) < count:
        last = rows[-1] if rows else {"height_mm": 20.0, "length_mm": 200.0}
        height = last["height_mm"] + YARD_GAP_MM
        mast = {"ship.mast_height_mm": max(configuration.setup.ship.measures.mast_height_mm, height + 15.0)}
        rows.append({"height_mm": height, "length_mm": max(60.0, whole_mm(0.75 * last["length_mm"]))})
    return {**mast, **_listed(configuration, rows)}


def tilted(configuration: RiffRaffConfiguration, index: int, tilt_rad: float) -> Edits:
    """Return the edits that mount a yard at a tilt, in half degrees; none if it is mounted so already.

    The three yards of the shipped keys have none for a tilt, so they become a list.
    """
    tilt_deg = round(_TILTS_A_DEGREE * math.degrees(tilt_rad)) / _TILTS_A_DEGREE
    rows = _rows(configuration)
    if abs(rows[index].get("tilt_deg", 0.0) - tilt_deg) < 0.5 / _TILTS_A_DEGREE:
        return {}
    rows[index]["tilt_deg"] = tilt_deg
    return _listed(configuration, rows)


def _rows(configuration: RiffRaffConfiguration) -> list[dict[str, float]]:
    """Return the yards as rows of `ship.yards`, without what is as by default."""
    ship = configuration.setup.ship
    m = ship.measures
    if m.yards is not None:
        return [yard.model_dump(exclude_defaults=True) for yard in m.yards]
    return [
        {"height_mm": yard.y_mm + m.yard_thickness_mm - ship.deck_mm, "length_mm": yard.length_mm}
        for yard in ship.yards
    ]


def _listed(configuration: RiffRaffConfiguration, rows: list[dict[str, float]]) -> Edits:
    named = configuration.setup.ship.measures.yards is None
    edits: dict[str, Any] = dict.fromkeys((f"ship.{key}" for key in YARD_KEYS), None) if named else {}
    return {**edits, "ship.yards": rows}
