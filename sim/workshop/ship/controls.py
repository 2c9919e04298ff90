"""The dials and buttons of a ship: masses, friction and people; yards, pieces and corners more or fewer."""

from __future__ import annotations

import math
from dataclasses import replace

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.workshop.editing import Action, Dial, Edits, corner_added, corner_removed
from sim.workshop.ship.yards import with_yards

_BALL = Dial("ship.ball_mass_g", "Ball", "g", 40, 300, 5)
DIALS = (
    Dial("ship.hull_mass_g", "Hull", "g", 40, 300, 5),
    Dial("wood.friction", "Friction of wood", "", 0.05, 0.8, 0.01),
    Dial("wood.density_g_cm3", "Wood, g/cm³", "", 0.3, 1.2, 0.05),
    Dial("pieces.scale", "Size of pieces", "", 0.6, 1.6, 0.05),
    Dial("ship.yard_stop_deg", "Yards rock by", "°", 0, 12, 0.5),
    Dial("ship.pivot_viscous_per_s", "Damping", "/s", 0, 3, 0.1),
)


def dials(configuration: RiffRaffConfiguration, hands: str) -> tuple[Dial, ...]:
    """Return the dials; the first one is the ball that rights the ship, the last one how far these hands miss."""
    return (_ball(configuration), *DIALS, Dial(f"skill.{hands}.placement_sd_mm", "Hands miss by", "mm", 0.2, 8, 0.1))


def varied(configuration: RiffRaffConfiguration) -> tuple[str, ...]:
    """Return what is varied where the design is tuned, as options of `tune --vary`."""
    ball = _ball(configuration)
    return f"{ball.key}={ball.low:g}:{ball.high:g}", "wood.friction=0.15:0.6"


def _ball(configuration: RiffRaffConfiguration) -> Dial:
    """Return the dial of the ball, from the lightest one that rights the ship."""
    lightest = _BALL.step * math.ceil(configuration.setup.ship.lightest_ball_g / _BALL.step)
    low = max(_BALL.low, lightest)
    return replace(_BALL, low=low, high=max(_BALL.high, low + _BALL.step))


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
        key, corners = f"pieces.{kind}.outline", configuration.tree["pieces"][kind]["outline"]
        found += [
            Action("Corner +", "one corner more", {key: corner_added(corners, closed=True)}),
            Action("Corner −", "one corner less", {key: corner_removed(corners, closed=True)}),
        ]
    return tuple(found)


def with_new_piece(configuration: RiffRaffConfiguration) -> Edits:
    """Return the edits to one more kind of piece: a block, whose corners can be dragged."""
    known = configuration.tree["pieces"]
    name = next(name for number in range(1, len(known) + 2) if (name := f"piece{number}") not in known)
    return {f"pieces.{name}": {"outline": [[-12.0, 0.0], [12.0, 0.0], [12.0, 18.0], [-12.0, 18.0]], "depth_mm": 18.0}}
