"""A loaded ship for an experiment: `--cargo slot:piece,...` read, and really put aboard by a hand of stone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from sim.errors import InputError, between
from sim.people.execution import PlaceIntent
from sim.physics.ship.fitting import free_row, middle_of, over_wood, usual_stance, within_limits
from sim.physics.ship.grip import steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.measures import Ship, ShipSetup, Slot
from sim.physics.ship.pieces import Stance
from sim.physics.ship.state import Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from sim.physics.turning import turned
from sim.refusals import one_of
from sim.untrusted_text import quoted

_GRID_MM = 2.0
_CLEARANCE_MM = 1.0
# Slow, so that the heel which the piece brings comes on gently.
_LOWERING_MM_S = 30.0


@dataclass(frozen=True, slots=True)
class Stowed:
    """One item of a cargo list."""

    slot: int
    kind: str


def a_slot(ship: Ship, number: int, where: str) -> int:
    """Return a slot's number if the ship has it. Raises InputError."""
    if not 1 <= number <= len(ship.slots):
        raise InputError(
            "{where}: expected a slot from 1 to {slots}, found {number}.",
            where=where,
            slots=len(ship.slots),
            number=number,
        )
    return number


def a_kind(setup: ShipSetup, kind: str, where: str) -> str:
    """Return a kind of piece if it is one. Raises InputError."""
    if kind not in setup.pieces:
        raise InputError("{where}: {one_of}.", where=where, one_of=one_of(kind, setup.pieces))
    return kind


def check_offset(setup: ShipSetup, intent: PlaceIntent) -> None:
    """Raise InputError for a piece that is meant for beside the wood of its slot, where no match lets a hand put it."""
    slot, piece = setup.ship.slot(intent.slot), setup.pieces[intent.kind]
    stance = piece.stances[intent.stance]
    middle = middle_of(slot, stance)
    low, high = over_wood(slot, piece.forms[stance.form], stance.angle)
    between("--offset-mm", intent.x_mm - middle, low - middle, high - middle)


Cargo: TypeAlias = str | Iterable[str] | Mapping[int, str | Sequence[str]] | None
"""`7:rat,10:crate`, `["7:rat", "10:crate"]`, or `{7: "rat", 10: ["crate", "rat"]}`, in the order of loading."""


def parse_cargo(cargo: Cargo, setup: ShipSetup, where: str = "--cargo") -> tuple[Stowed, ...]:
    """Read a cargo, in the order in which the pieces are put aboard. Raises InputError."""
    items = []
    for item in _items(cargo, where):
        number, colon, kind = item.strip().partition(":")
        if not colon or not number.strip().isdecimal():
            raise InputError(
                "{where}: expected SLOT:PIECE,... such as 7:rat,10:crate, found {item!r}.",
                where=where,
                item=item.strip(),
            )
        slot = a_slot(setup.ship, int(number), f"{where}: {item.strip()}")
        items.append(Stowed(slot, a_kind(setup, kind.strip(), f"{where}: {item.strip()}")))
    return tuple(items)


def _items(cargo: object, where: str) -> list[str]:
    """Return the items of a cargo, such as `7:rat`. Raises InputError."""
    if cargo is None:
        return []
    if isinstance(cargo, str):
        return cargo.split(",") if cargo.strip() else []
    if isinstance(cargo, Mapping):
        pieces = {slot: [kinds] if isinstance(kinds, str) else kinds for slot, kinds in cargo.items()}
        return [f"{slot}:{kind}" for slot, kinds in pieces.items() for kind in kinds]
    if isinstance(cargo, Iterable):
        return [str(item) for item in cargo]
    raise InputError(
        "{where}: expected SLOT:PIECE,... such as 7:rat,10:crate, found {cargo}.", where=where, cargo=quoted(cargo)
    )


def load(setup: ShipSetup, cargo: tuple[Stowed, ...], where: str = "--cargo") -> Snapshot:
    """Return the ship with this cargo, settled: every piece was put down by a hand that neither errs nor trembles.

    Each goes as near to the middle of its slot as leaves the wood below it free; where the slot is full, onto the
    middle. Pieces are called after their kind and number in the list, such as `rat-2`. Raises InputError where one of
    them makes something fall.
    """
    snapshot = setup.ship.at_rest()
    for index, item in enumerate(cargo, start=1):
        slot = setup.ship.slot(item.slot)
        stance = usual_stance(setup, item.kind, slot)
        world = ShipWorld(setup, snapshot)
        action = LoadAction(
            name=f"{item.kind}-{index}",
            kind=item.kind,
            stance=stance.name,
            slot=slot.number,
            x_mm=free_x(world, slot, item.kind, stance),
            lowering_speed_mm_s=_LOWERING_MM_S,
            lag_s=0.0,
        )
        result = Loading(world, action, steady).run()
        if result.fallen or not result.settled:
            fate = f"{' and '.join(result.fallen)} fell" if result.fallen else "nothing came to rest"
            last = f"{item.slot}:{item.kind} (item {index})"
            raise InputError(
                "{where}: expected a cargo that the ship carries, but with {last} {fate}.",
                where=where,
                last=last,
                fate=fate,
            )
        snapshot = world.snapshot()
    return snapshot


def free_x(world: ShipWorld, slot: Slot, kind: str, stance: Stance, near_mm: float | None = None) -> float:
    """Return the x nearest the middle of the slot, or `near_mm`, with no cargo over it; that place if there is none."""
    middle = middle_of(slot, stance)
    if stance.edge_mm is not None:
        return middle
    if near_mm is not None:
        middle = near_mm
    section = world.setup.pieces[kind].forms[stance.form]
    left, _, right, _ = section.extent(stance.angle)
    taken = []
    row = free_row(world, slot)
    cargo, poses = world.ship_frame()
    for piece, (x, y, angle) in zip(cargo, poses.tolist(), strict=True):
        piece_left, bottom, piece_right, top = piece.section.extent(angle)
        meets = None in (row, piece.layer) or row == piece.layer
        if meets and y + top > slot.surface_mm and y + bottom < slot.ceiling_mm:
            taken.append((x + piece_left, x + piece_right))
    for step in range(math.ceil((slot.wood_right_mm - slot.wood_left_mm) / _GRID_MM)):
        for side in (slot.side, -slot.side) if step else (slot.side,):
            x = middle + side * step * _GRID_MM
            inside = within_limits(slot, section, stance.angle, x) == x
            on_wood = slot.wood_left_mm <= x + left and x + right <= slot.wood_right_mm
            clear = all(x + right + _CLEARANCE_MM < low or high + _CLEARANCE_MM < x + left for low, high in taken)
            if inside and on_wood and clear:
                return x
    return middle


def heeled(snapshot: Snapshot, heel_rad: float) -> Snapshot:
    """Return the same ship at rest, turned about her gimbal as one rigid thing to a heel (positive to starboard)."""
    turn = -heel_rad - snapshot.hull.angle

    def carried(pose: Pose) -> Pose:
        return Pose(*turned(pose.x, pose.y, turn), pose.angle + turn)

    return Snapshot(
        Pose(0.0, 0.0, -heel_rad),
        tuple(map(carried, snapshot.yards)),
        tuple(replace(c, pose=carried(c.pose)) for c in snapshot.cargo),
    )
