"""The table of Riff Raff and what a player sees at it, as plain data that may leave the process."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sim.games.riff_raff import rules
from sim.games.riff_raff.bots.observation import Observation
from sim.physics.ship.measures import ShipSetup
from sim.protocols import Line


def table_of(setup: ShipSetup, slots: Iterable[int]) -> Line:
    """Return what never changes in a match, as plain data: the ship, her slots and the pieces (mm, g).

    righting_g_mm: the sum of mass times depth below the gimbal's axis over the empty ship. A slot's wood lies between
    two places in the ship's frame, 0 at the mast, starboard positive; `room_mm` bounds a piece that is put down there
    (null: it may stick out), `ceiling_mm` is the height of the next wood above it (null: none), `layer` the half of the
    deck. A form is a section of a piece about its centre of gravity, x to starboard and y up: convex parts, or a disc.
    A stance is a form, its turn (counter-clockwise), and how wide it lies to port and to starboard of the place that is
    named as its x; of what hangs from the wood's end, `hangs_mm` says where that end belongs (else null).
    """
    return {
        "ship": {"righting_g_mm": setup.ship.righting_g_mm},
        "slots": {
            str(slot.number): {
                "yard": slot.yard,
                "layer": slot.layer,
                "wood_mm": [slot.wood_left_mm, slot.wood_right_mm],
                "room_mm": [_finite(slot.left_mm), _finite(slot.right_mm)],
                "surface_mm": slot.surface_mm,
                "ceiling_mm": _finite(slot.ceiling_mm),
                "tilt_deg": math.degrees(slot.tilt_rad),
            }
            for slot in map(setup.ship.slot, slots)
        },
        "pieces": {
            name: {
                "mass_g": piece.mass_g,
                "forms": {
                    form: {"parts_mm": [[list(corner) for corner in part] for part in section.parts]}
                    if section.radius_mm is None
                    else {"radius_mm": section.radius_mm}
                    for form, section in piece.forms.items()
                },
                "stances": {
                    stance: {
                        "form": turned.form,
                        "turn_deg": math.degrees(turned.angle),
                        "sides_mm": list(sides_mm(setup, name, stance)),
                        "hangs_mm": None if turned.edge_mm is None else [turned.edge_mm, turned.seat_mm],
                    }
                    for stance, turned in piece.stances.items()
                },
            }
            for name, piece in setup.pieces.items()
        },
        "friction": setup.wood.friction,
    }


def view_of(view: Observation) -> Line:
    """Return what a player sees, as plain data: the position as the referee writes it, and the ship.

    The ship's heel and the lean of each yard are in degrees, to starboard positive, and a piece's angle is
    counter-clockwise; places are in mm in the world's frame, in which the ship hangs at 0.
    """
    hull, yards = view.snapshot.hull, view.snapshot.yards
    return {
        "me": view.me,
        "position": rules.to_json(view.state),
        "heel_deg": math.degrees(-hull.angle),
        "yards_deg": {
            yard.name: math.degrees(-pose.angle) for yard, pose in zip(view.setup.ship.yards, yards, strict=False)
        },
        "cargo": [
            {
                "piece": state.kind,
                "form": state.form,
                "layer": state.layer,
                "x_mm": state.pose.x,
                "y_mm": state.pose.y,
                "angle_deg": math.degrees(state.pose.angle),
            }
            for state in view.snapshot.cargo
        ],
        "placement_sd_mm": view.skill.placement_sd_mm,
    }


def sides_mm(setup: ShipSetup, kind: str, stance: str) -> tuple[float, float]:
    """Return how far a piece in a stance reaches to port (negative) and to starboard of the place that is named."""
    piece = setup.pieces[kind]
    turned = piece.stances[stance]
    left, right = piece.forms[turned.form].sides(turned.angle)
    return left, right


def _finite(measure: float) -> float | None:
    return measure if math.isfinite(measure) else None
