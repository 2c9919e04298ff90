"""Cargo that goes along when its ship is redesigned."""

from __future__ import annotations

import math
from dataclasses import replace

from sim.physics.ship.measures import ShipSetup, Slot
from sim.physics.ship.state import CargoState, Pose, Snapshot
from sim.physics.ship.world import ShipWorld

_ON_MM = 2.0  # a piece whose lowest point is no farther from wood lies on it


def carried_over(before: ShipWorld, setup: ShipSetup, without: set[str]) -> Snapshot:
    """Return the state of a ship of another design with the cargo of this one, where it lay.

    Each piece keeps its place on its deck or yard, and rises or sinks with that wood; one whose wood is gone, or that
    is no longer among the pieces, is left out. without: names of pieces to leave out.
    """
    old, new = before.ship, setup.ship
    now = before.snapshot()
    hull = complex(math.cos(now.hull.angle), math.sin(now.hull.angle))
    olds = {yard.name: pose for yard, pose in zip(old.yards, now.yards, strict=True)}
    thick = new.measures.yard_thickness_mm / 2
    yards: dict[str, Pose] = {}
    before_rad = {yard.name: yard.tilt_rad for yard in old.yards}
    for yard in new.yards:
        was = olds.get(yard.name, replace(now.hull, angle=now.hull.angle + yard.tilt_rad, vx=0.0, vy=0.0))
        was = replace(was, angle=was.angle + yard.tilt_rad - before_rad.get(yard.name, yard.tilt_rad))
        at = hull * complex(0.0, yard.y_mm) + _turned(was.angle) * complex(0.0, thick)
        yards[yard.name] = replace(was, x=at.real, y=at.imag)
    cargo = []
    for state in now.cargo:
        piece = setup.pieces.get(state.kind)
        if state.name in without or piece is None or state.form not in piece.forms:
            continue
        slot = _wood_under(before, state)
        place = complex(state.pose.x, state.pose.y)
        pose = state.pose
        if slot is not None:
            wood = now.hull.angle if slot.yard is None else olds[slot.yard].angle
            sections = before.setup.pieces[state.kind].forms[state.form], piece.forms[state.form]
            was_low, is_low = (section.extent(pose.angle - wood)[1] for section in sections)
            rise = was_low - is_low
            if slot.yard is None:
                rise += new.deck_mm - old.deck_mm
                place += hull * complex(0.0, rise)
            elif slot.yard in yards:
                was, here = olds[slot.yard], yards[slot.yard]
                half = (new.measures.yard_thickness_mm - old.measures.yard_thickness_mm) / 2
                turn = here.angle - was.angle
                place = complex(here.x, here.y) + _turned(turn) * (place - complex(was.x, was.y))
                place += _turned(here.angle) * complex(0.0, rise + half)
                pose = replace(pose, angle=pose.angle + turn)
            else:
                continue
        cargo.append(
            CargoState(state.name, state.kind, state.form, replace(pose, x=place.real, y=place.imag), state.layer)
        )
    return Snapshot(now.hull, tuple(yards.values()), tuple(cargo))


def _turned(angle: float) -> complex:
    return complex(math.cos(angle), math.sin(angle))


def _wood_under(world: ShipWorld, state: CargoState) -> Slot | None:
    """Return the slot on or above whose wood a piece is, the highest there is; None beside the ship."""
    section = world.setup.pieces[state.kind].forms[state.form]
    below = []
    for slot in world.ship.slots:
        wood, surface = world.hull, slot.surface_mm
        if slot.yard is not None:
            index = next(i for i, yard in enumerate(world.ship.yards) if yard.name == slot.yard)
            wood, surface = world.yards[index], world.ship.measures.yard_thickness_mm / 2
        x, y = wood.world_to_local((state.pose.x, state.pose.y))
        left, bottom, right, _ = section.extent(state.pose.angle - wood.angle)
        over = slot.wood_left_mm < x + right and x + left < slot.wood_right_mm and surface <= y + bottom + _ON_MM
        if over and (None in (slot.layer, state.layer) or slot.layer == state.layer):
            below.append(slot)
    return max(below, key=lambda slot: slot.surface_mm, default=None)
