"""Ships for the tests: the shipped one with other measures, other wood, or cargo exactly where it is wanted."""

from __future__ import annotations

import math
import tomllib
from dataclasses import replace
from functools import cache
from typing import Any

from sim.configuration import configuration_from, load_configuration
from sim.measures import merged, shipped
from sim.physics.ship.fitting import put_fore
from sim.physics.ship.measures import SHIP_FILE, ShipSetup, Slot
from sim.physics.ship.state import CargoState, Layer, Pose, Snapshot
from sim.physics.ship.world import ShipWorld

# Nothing that takes energy out of her, and yards that are one with the mast.
UNDAMPED: dict[str, Any] = {
    "pivot_viscous_per_s": 0.0,
    "pivot_coulomb_s2": 0.0,
    "yard_stop_deg": 0.0,
    "end_stop_deg": 170.0,
}
ROW: dict[str, Any] = shipped(SHIP_FILE.with_name("row.toml"))["ship"]
"""The keys of [ship] for a deck in a row."""
DRAWN = "[pieces]\nscale = 1.0\n"
"""A preset with the pieces as their file draws them, in whose millimetres a test places, drops and weighs them."""


def as_shipped() -> ShipSetup:
    """The set-up of the game, with its pieces as large as they are shipped: for what is said of the game itself."""
    return load_configuration("riff-raff").setup


@cache
def _plain() -> Any:
    return load_configuration("riff-raff").tree


def setup(profile: str = "play", wood: dict[str, Any] | None = None, **ship: Any) -> ShipSetup:
    """The set-up with its pieces as drawn, and these keys of [wood] and [ship] in place of the shipped ones."""
    tree = merged(_plain(), {**tomllib.loads(DRAWN), "wood": wood or {}, "ship": ship})
    return configuration_from(tree, "test", profile, "riff-raff").setup


def rigid(friction: float = 0.3, **ship: Any) -> ShipSetup:
    """A ship whose yards are one with the mast, and that turns without friction but with much damping."""
    wood = {"friction": friction, "rolling_friction_mm": 0.0}
    return setup(wood=wood, **{**UNDAMPED, "pivot_viscous_per_s": 3.0, **ship})


def resting(
    where: ShipSetup,
    name: str,
    kind: str,
    stance: str,
    slot: Slot,
    x_mm: float,
    seat_mm: float | None = None,
    row: Layer | None = None,
) -> CargoState:
    """A piece that stands on a slot of the upright ship (or on something at `seat_mm`), its centre at x.

    row: of the deck; the one by the mast unless it is given.
    """
    piece = where.pieces[kind]
    how = piece.stances[stance]
    y = (slot.surface_mm if seat_mm is None else seat_mm) - how.seat_mm
    row = row or slot.half
    fore = put_fore(where, slot, row, piece.forms[how.form], 0.0)
    return CargoState(name, kind, how.form, Pose(x_mm, y, how.angle), row, fore)


def aboard(*cargo: CargoState) -> Snapshot:
    """The upright ship with that cargo."""
    return Snapshot(cargo=cargo)


def mirrored(where: ShipSetup, snapshot: Snapshot) -> Snapshot:
    """The same ship seen in a mirror; its pieces must look the same from behind, or have a form for that."""

    def pose(p: Pose) -> Pose:
        return Pose(-p.x, p.y, -p.angle, -p.vx, p.vy, -p.spin)

    def form(kind: str, name: str) -> str:
        behind = name.removesuffix("~") if name.endswith("~") else f"{name}~"
        return behind if behind in where.pieces[kind].forms else name

    return Snapshot(
        pose(snapshot.hull),
        tuple(pose(yard) for yard in snapshot.yards),
        tuple(replace(c, form=form(c.kind, c.form), pose=pose(c.pose)) for c in snapshot.cargo),
        snapshot.pitch,
    )


def run(world: ShipWorld, seconds: float) -> None:
    """Let the world go on, untouched."""
    for _ in range(round(seconds * world.setup.profile.tick_hz)):
        world.tick()


def places(world: ShipWorld) -> dict[str, tuple[float, float, float]]:
    """Where each piece is, in the ship's frame."""
    cargo, poses = world.ship_frame()
    return {piece.name: (x, y, a) for piece, (x, y, a) in zip(cargo, poses.tolist(), strict=True)}


def farthest(before: dict[str, tuple[float, float, float]], after: dict[str, tuple[float, float, float]]) -> float:
    """How far the piece that moved most has moved (mm); a piece that is gone has moved infinitely far."""
    return max(
        (math.dist(p[:2], after[name][:2]) if name in after else math.inf for name, p in before.items()), default=0.0
    )
