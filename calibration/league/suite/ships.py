"""Loaded ships for tasks of cargo: put aboard piece by piece by a hand that does not err, until one stands as asked."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from sim.games.riff_raff.cargo import free_x, heeled
from sim.physics.ship.attempt import pieces_by_slot
from sim.physics.ship.fitting import takes
from sim.physics.ship.grip import steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.measures import ShipSetup, Slot
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seeds import rng

T = TypeVar("T")
Range = tuple[int, int]

SEED = 40
"""The seed of all tasks: they never depend on the seed of a run."""
KINDS = ("boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest")
SETS = 4
"""The sets of pieces in the box: as many of each kind as may be aboard and in hands together."""
_MOST_SHIPS, _MOST_DRAWS = 200, 4
_LOWERING_MM_S = 60.0
_LEANS_RAD = math.radians(6.0)
_SWING_S = 5.0


@dataclass(frozen=True, slots=True)
class ShipPlan:
    """A kind of loaded ship. Ranges are (fewest, most).

    slots: one of these is to be loaded. there: how many pieces lie on it already, of there_kinds; piled: they may be
    on each other. aboard: how many lie on other slots, of aboard_kinds; side: 1 on its own side, -1 on the other, 0
    anywhere. hand: how many pieces are in hand, of hand_kinds, as different as these allow. swing_deg: how far she is
    turned out of her rest before she is let go, or None. leaning: at least one piece leans.
    """

    slots: tuple[int, ...]
    there: Range = (0, 0)
    there_kinds: tuple[str, ...] = KINDS
    piled: bool = False
    aboard: Range = (3, 6)
    aboard_kinds: tuple[str, ...] = KINDS
    side: int = 0
    hand: Range = (3, 4)
    hand_kinds: tuple[str, ...] = KINDS
    swing_deg: tuple[float, float] | None = None
    leaning: bool = False


@dataclass(frozen=True, slots=True)
class LoadedShip:
    """A ship that stands. stowage: kinds by slot, lowest first. hand: the kinds in hand."""

    slot: int
    snapshot: Snapshot
    stowage: dict[int, tuple[str, ...]]
    hand: tuple[str, ...]


def loaded_ship(plan: ShipPlan, setup: ShipSetup, name: str, number: int) -> LoadedShip:
    """Return ship `number` of a template: the first of those drawn for it that stands as the plan says."""
    for attempt in range(_MOST_SHIPS):
        found = _drawn(plan, setup, rng(SEED, "suite", name, number, attempt))
        if found is not None:
            return found
    raise RuntimeError(f"template {name}: none of {_MOST_SHIPS} ships suits task {number}")


def _one_of(items: Sequence[T], stream: np.random.Generator) -> T:
    return items[int(stream.integers(len(items)))]


def _between(bounds: Range, stream: np.random.Generator) -> int:
    return int(stream.integers(bounds[0], bounds[1] + 1))


def _drawn(plan: ShipPlan, setup: ShipSetup, stream: np.random.Generator) -> LoadedShip | None:
    """Draw a ship and load her; None where a piece finds no place, or she does not come out as the plan says."""
    due = _one_of(plan.slots, stream)
    side = setup.ship.slot(due).side
    others = [s.number for s in setup.ship.slots if s.number != due and plan.side * side in (0, s.side)]
    left = Counter(dict.fromkeys(KINDS, SETS))
    hand = _hand(plan, left, stream)
    cargo = [(due, plan.there_kinds)] * _between(plan.there, stream)
    cargo += [(0, plan.aboard_kinds)] * _between(plan.aboard, stream)
    snapshot = Snapshot()
    names: dict[int, tuple[str, ...]] = {}
    for index in stream.permutation(len(cargo)):
        where, kinds = cargo[int(index)]
        for _ in range(_MOST_DRAWS):
            kind = _one_of([kind for kind in kinds if left[kind]] or kinds, stream)
            number = where or _one_of(others, stream)
            if not left[kind]:
                continue
            loaded = _put(setup, snapshot, number, kind, f"{kind}-{len(snapshot.cargo) + 1}", plan.piled, stream)
            if loaded is not None:
                snapshot, names = loaded
                left[kind] -= 1
                break
        else:
            return None
    stowage = {slot: tuple(name.rpartition("-")[0] for name in there) for slot, there in names.items()}
    if not plan.there[0] <= len(stowage.get(due, ())) <= plan.there[1]:
        return None
    if plan.leaning and not _leans(setup, snapshot):
        return None
    if plan.swing_deg is not None:
        way = 1.0 if stream.random() < 0.5 else -1.0
        heel = -snapshot.hull.angle + way * math.radians(float(stream.uniform(*plan.swing_deg)))
        snapshot = heeled(_with_yards(setup, snapshot), heel)
        if not _stands_swinging(setup, snapshot, names):
            return None
    return LoadedShip(due, snapshot, stowage, hand)


def _hand(plan: ShipPlan, left: Counter[str], stream: np.random.Generator) -> tuple[str, ...]:
    """Draw the kinds in hand, each once before any comes twice, and take them from what is left."""
    found: list[str] = []
    for _ in range(_between(plan.hand, stream)):
        fewest = min(found.count(kind) for kind in plan.hand_kinds)
        kind = _one_of([kind for kind in plan.hand_kinds if found.count(kind) == fewest], stream)
        found.append(kind)
        left[kind] -= 1
    return tuple(found)


def _put(
    setup: ShipSetup, snapshot: Snapshot, number: int, kind: str, name: str, piled: bool, stream: np.random.Generator
) -> tuple[Snapshot, dict[int, tuple[str, ...]]] | None:
    """Put a piece down somewhere on a slot; return the ship and the names by slot, or None where something falls."""
    slot: Slot = setup.ship.slot(number)
    stance = _one_of([one for one in setup.pieces[kind].stances.values() if takes(slot, one)], stream)
    world = ShipWorld(setup, snapshot)
    near = float(stream.uniform(slot.wood_left_mm, slot.wood_right_mm))
    place = near if piled and stance.edge_mm is None else free_x(world, slot, kind, stance, near)
    action = LoadAction(name, kind, stance.name, number, place, lowering_speed_mm_s=_LOWERING_MM_S, lag_s=0.0)
    result = Loading(world, action, steady).run()
    if result.fallen or not result.settled:
        return None
    return world.snapshot(), dict(result.aboard)


def _leans(setup: ShipSetup, snapshot: Snapshot) -> bool:
    """Return True if a piece lies in none of its stances."""
    for piece in snapshot.cargo:
        stances = [one for one in setup.pieces[piece.kind].stances.values() if one.form == piece.form]
        turned = piece.pose.angle - snapshot.hull.angle
        discs = setup.pieces[piece.kind].forms[piece.form].radius_mm is not None
        if not discs and all(abs(math.remainder(turned - one.angle, math.tau)) > _LEANS_RAD for one in stances):
            return True
    return False


def _with_yards(setup: ShipSetup, snapshot: Snapshot) -> Snapshot:
    """Return the same ship with the poses of her yards in it."""
    return snapshot if snapshot.yards else ShipWorld(setup, snapshot).snapshot()


def _stands_swinging(setup: ShipSetup, snapshot: Snapshot, names: dict[int, tuple[str, ...]]) -> bool:
    """Return True if everything stays where it is while she swings out by herself."""
    world = ShipWorld(setup, snapshot)
    for _ in range(round(_SWING_S * setup.profile.tick_hz)):
        world.tick()
    return pieces_by_slot(world) == names and all(
        world.to_ship((cargo.body.position.x, cargo.body.position.y))[1] > world.ship.deck_mm
        for cargo in world.cargo.values()
    )
