"""The placements that both engines carry out: loaded ships of growing difficulty, and a piece just above its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.errors import InputError
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.people.execution import PlaceIntent
from sim.physics.ship.fitting import Probe, free_row, put_fore, within_limits
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import CargoState, Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive, rng
from studies.convergence import any_intent, loaded_ship

NAME = "placed"
SHIPS = ("neat 4", "ugly 4", "ugly 8", "neat 12", "ugly 12", "neat 16")
DROP_MM = 1.0
OFFSET_MM = 8.0
"""How far from the meant place a piece is let go at most, either way: far enough that some fall off a yard's end."""
# How exactly a place's height is found, how far below the slot's own (a yard may be tilted), and how far above (cargo).
_GRID_MM = 0.1
_ASKEW_MM = 8.0
_HIGHEST_MM = 150.0
_ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class Placement:
    """A loaded ship at rest, and the piece that is let go `DROP_MM` above its place, at rest in the ship's frame."""

    ship: str
    index: int
    snapshot: Snapshot
    placed: CargoState

    @property
    def cargo(self) -> tuple[CargoState, ...]:
        """All pieces, the placed one last."""
        return (*self.snapshot.cargo, self.placed)


def placements(count: int, seed: int, ships: Sequence[str] = SHIPS) -> list[Placement]:
    """Draw `count` placements, ship after ship in turn. The ships are those of studies/convergence.py with that seed.

    Raises InputError where a ship has no free place for what is drawn.
    """
    setup = load_riff_raff().setup
    return [_placement(setup, ships[index % len(ships)], index, seed) for index in range(count)]


def _placement(setup: ShipSetup, ship: str, index: int, seed: int) -> Placement:
    snapshot = loaded_ship(ship, seed)
    world = ShipWorld(setup, snapshot)
    for attempt in range(_ATTEMPTS):
        noise = derive(seed, "peer", ship, index, attempt)
        placed = _above(world, any_intent(setup, noise), noise)
        if placed is not None:
            return Placement(ship, index, snapshot, placed)
    raise InputError(f"--seed: expected a ship with room for one more piece, but {ship} of seed {seed} has none.")


def _above(world: ShipWorld, intent: PlaceIntent, seed: int) -> CargoState | None:
    """Return the piece just above what it would touch first, in the ship's frame; None where it has no room."""
    setup, ship = world.setup, world.ship
    slot, stance = ship.slot(intent.slot), setup.pieces[intent.kind].stances[intent.stance]
    section = setup.pieces[intent.kind].forms[stance.form]
    stream = rng(seed, "offset")
    if stance.edge_mm is None:
        offset = float(stream.uniform(-OFFSET_MM, OFFSET_MM))
        x = within_limits(slot, section, stance.angle, intent.x_mm + offset)
    else:
        # What hangs goes a little outside the wood's end: nearer, and it would stand in it.
        x = intent.x_mm + slot.side * float(stream.uniform(0.2, 2.0))
    row = free_row(world, slot)
    overlaps = Probe(world, section, stance.angle, row).overlaps
    # Up to where it is free, then down to what it would touch: a yard may be tilted.
    y = slot.surface_mm - stance.seat_mm
    lowest, highest = y - _ASKEW_MM, y + _HIGHEST_MM
    while y <= highest and overlaps(x, y):
        y += _GRID_MM
    while y >= lowest and not overlaps(x, y - _GRID_MM):
        y -= _GRID_MM
    y += DROP_MM
    room = y + section.extent(stance.angle)[3] < slot.ceiling_mm
    if not lowest <= y <= highest or not room or overlaps(x, y):
        return None
    hull = world.hull
    at_x, at_y = world.from_ship((x, y))
    spin = hull.angular_velocity
    pose = Pose(at_x, at_y, hull.angle + stance.angle, -spin * at_y, spin * at_x, spin)
    return CargoState(NAME, intent.kind, stance.form, pose, row, put_fore(setup, slot, row, section, 0.0))
