"""The dials and buttons of a ship: masses, friction and people; yards, pieces and corners more or fewer."""

from __future__ import annotations

import math
from typing import Any

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.ship.measures import YARD_KEYS
from sim.workshop.editing import Action, Dial, Edits, whole_mm

YARD_GAP_MM = 55.0
"""The height of a new yard above the one below it."""


DIALS = (
    Dial("ship.ball_mass_g", "Ball", "g", 40, 300, 5),
    Dial("ship.hull_mass_g", "Hull", "g", 40, 300, 5),
    Dial("wood.friction", "Friction of wood", "", 0.05, 0.8, 0.01),
    Dial("wood.density_g_cm3", "Wood, g/cm³", "", 0.3, 1.2, 0.05),
    Dial("pieces.scale", "Size of pieces", "", 0.6, 1.6, 0.05),
    Dial("ship.yard_stop_deg", "Yards rock by", "°", 0, 12, 0.5),
    Dial("ship.pivot_viscous_per_s", "Damping", "/s", 0, 3, 0.1),
)


def dials(hands: str) -> tuple[Dial, ...]:
    """Return the dials; the last one is how far these hands miss."""
    return (*DIALS, Dial(f"skill.{hands}.placement_sd_mm", "Hands miss by", "mm", 0.2, 8, 0.1))


def actions(configuration: RiffRaffConfiguration, kind: str) -> tuple[Action, ...]:
    """Return the edits that change the number of yards, of kinds of pieces, and of what a piece `kind` has."""
    count, supply = len(configuration.setup.ship.yards), configuration.setup.pieces[kind].supply
    found = [
        Action("Yard +", "one yard more", with_yards(configuration, count + 1)),
        Action("Yard −", "one yard less", with_yards(configuration, max(0, count - 1))),
        Action("Piece +", "a new piece", with_new_piece(configuration)),
        Action("Fewer", f"fewer {kind}s", {f"pieces.{kind}.supply": supply - 1}),
        Action("More", f"more {kind}s", {f"pieces.{kind}.supply": supply + 1}),
    ]
    if configuration.tree["pieces"][kind].get("outline") is not None:
        found.append(Action("Corner +", "one corner more", with_more_corners(configuration, kind)))
    return tuple(found)


def with_yards(configuration: RiffRaffConfiguration, count: int) -> Edits:
    """Return the edits that give the ship `count` yards.

    Yards are added YARD_GAP_MM above the highest and a quarter shorter, and taken away from the top.
    """
    ship = configuration.setup.ship
    m, deck = ship.measures, ship.deck_mm
    if m.yards is not None:
        rows = [{key: value for key, value in yard.model_dump().items() if value is not None} for yard in m.yards]
    else:
        rows = [
            {"height_mm": yard.y_mm + m.yard_thickness_mm - deck, "length_mm": yard.length_mm} for yard in ship.yards
        ]
    edits: dict[str, Any] = {} if m.yards is not None else dict.fromkeys((f"ship.{key}" for key in YARD_KEYS), None)
    rows = rows[:count]
    while len(rows) < count:
        last = rows[-1] if rows else {"height_mm": 20.0, "length_mm": 200.0}
        height = last["height_mm"] + YARD_GAP_MM
        edits["ship.mast_height_mm"] = max(m.mast_height_mm, height + 15.0)
        rows.append({"height_mm": height, "length_mm": max(60.0, whole_mm(0.75 * last["length_mm"]))})
    return {**edits, "ship.yards": rows}


def with_new_piece(configuration: RiffRaffConfiguration) -> Edits:
    """Return the edits to one more kind of piece: a block, whose corners can be dragged."""
    known = configuration.tree["pieces"]
    name = next(name for number in range(1, len(known) + 2) if (name := f"piece{number}") not in known)
    return {f"pieces.{name}": {"outline": [[-12.0, 0.0], [12.0, 0.0], [12.0, 18.0], [-12.0, 18.0]], "depth_mm": 18.0}}


def with_more_corners(configuration: RiffRaffConfiguration, kind: str) -> Edits:
    """Return the edits to one more corner of a piece's outline, in the middle of its longest side."""
    corners = [[float(x), float(y)] for x, y in configuration.tree["pieces"][kind]["outline"]]
    sides = [math.dist(corner, corners[(n + 1) % len(corners)]) for n, corner in enumerate(corners)]
    at = sides.index(max(sides))
    (ax, ay), (bx, by) = corners[at], corners[(at + 1) % len(corners)]
    corners.insert(at + 1, [(ax + bx) / 2, (ay + by) / 2])
    return {f"pieces.{kind}.outline": corners}
