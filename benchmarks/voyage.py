"""Ships loaded piece after piece, by the same plans and the same player, in sim's plane and in MuJoCo's space.

A plan says for every piece what it is, which slots are open, and by how much the hand misses sideways and fore and aft.
The player tries three places in each open slot, takes the one that leaves the ship most nearly level, or the first that
is free, and lets the piece go just above what it meets there. Then time passes, and what has fallen is taken off.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Literal, Protocol, TypeAlias

import numpy as np

from benchmarks.engines import LOOK_TICKS, Mujoco, Pymunk, below_deck, pymunk_places
from benchmarks.free_ship import Afloat, FreeShip, in_space
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.fitting import Probe, put_fore, within_limits
from sim.physics.ship.measures import ShipSetup, Slot
from sim.physics.ship.pieces import Section, Stance
from sim.physics.ship.state import UPRIGHT, CargoState, Fore, Layer, Pose
from sim.seeds import rng

STEPS = 16
"""The pieces of a plan: about as many as the ship carries before she gets dangerous."""
SECONDS = 3.5
"""How long each is watched."""
OPEN_SLOTS = 5
MISS_MM = 2.5
"""The standard deviation of what the hand misses by, sideways and fore and aft."""
ABOVE_MM = 0.5
"""How far above what it meets a piece is let go."""
# Where in a slot the player looks for a place, how far above and below its wood, and how exactly.
_SHARES = (0.5, 0.2, 0.8)
_HIGHEST_MM, _LOWEST_MM, _STEP_MM, _GRID_MM = 30.0, -12.0, 4.0, 0.1

Run: TypeAlias = Literal["shared plane", "shared space", "plane", "space"]
"""Either engine along the history that they share, and along its own."""
Watched: TypeAlias = tuple[frozenset[str], bool]
"""What fell, and whether the engine is sound."""


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of a plan. misses: sideways and fore and aft, in millimetres."""

    kind: str
    slots: tuple[int, ...]
    misses: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the hull's frame: x, forward and up (mm) of the piece's centre of gravity, upright in the plane."""

    slot: Slot
    row: Layer | None
    x: float
    forward: float
    up: float
    angle: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece in the hand, in the stance that it will be put down in."""

    name: str
    kind: str
    section: Section
    stance: Stance

    def state(self, layer: Layer | None, pose: Pose) -> CargoState:
        """Return the piece as sim's state."""
        return CargoState(self.name, self.kind, self.stance.form, pose, layer)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One placement. trims: whether the player trims. place: deck, or a yard. carried: how many pieces lay
    aboard. height_mm: how far above the slot's wood, as it is mounted, the piece was let go.

    fell: the pieces that did, in order of their names. sound: False where the engine ran away. seconds: of the
    processor, for stepping.
    """

    ship: int
    step: int
    trims: bool
    run: Run
    slot: int
    place: str
    carried: int
    height_mm: float
    fell: tuple[str, ...]
    sound: bool
    seconds: float


class Side(Protocol):
    """A ship that is being loaded in one of the engines."""

    def levers(self) -> list[tuple[float, float, float]]:
        """Return mass (g), x and forward (mm) of every piece aboard."""

    def take_up(self, piece: Piece) -> None:
        """Take a piece into the hand."""

    def meets(self, spot: Spot) -> bool:
        """Return True if the piece in the hand would overlap anything there."""

    def let_go(self, spot: Spot) -> None:
        """Leave the piece there, at rest in the ship's frame."""

    def watch(self) -> Watched:
        """Let time pass; return the pieces that fell."""

    def take_away(self, names: Iterable[str]) -> None:
        """Take pieces off the ship."""


class PlaneSide:
    """The ship of sim."""

    def __init__(self, setup: ShipSetup, engine: Pymunk) -> None:
        self._setup = setup
        self._world = engine.world(setup, UPRIGHT)
        self._probes: dict[Layer | None, Probe] = {}

    def afloat(self) -> Afloat:
        """Return the state, for the other engine to start from."""
        snapshot = self._world.snapshot()
        fore = {state.name: (state.fore.mm, state.fore.mm_s) for state in snapshot.cargo}
        return Afloat(snapshot, (snapshot.pitch.angle, snapshot.pitch.rate), fore)

    def levers(self) -> list[tuple[float, float, float]]:
        """Return mass (g), x and forward (mm) of every piece aboard."""
        cargo, places = self._world.places()
        pairs = zip(cargo, places, strict=True)
        return [(piece.section.mass_g, x, piece.fore.mm) for piece, (x, _, _) in pairs]

    def take_up(self, piece: Piece) -> None:
        """Take a piece into the hand."""
        self._piece = piece
        self._probes.clear()

    def meets(self, spot: Spot) -> bool:
        """Return True if the piece in the hand would overlap anything there."""
        layer = spot.row
        if layer not in self._probes:
            self._probes[layer] = Probe(self._world, self._piece.section, spot.angle, layer)
        return self._probes[layer].overlaps(spot.x, spot.up)

    def let_go(self, spot: Spot) -> None:
        """Leave the piece there, at rest in the ship's frame."""
        hull = self._world.hull
        x, y = self._world.from_ship((spot.x, spot.up))
        spin = hull.angular_velocity
        pose = Pose(x, y, hull.angle + spot.angle, -spin * y, spin * x, spin)
        self._world.add_cargo(replace(self._piece.state(spot.row, pose), fore=Fore(spot.forward)))

    def watch(self) -> Watched:
        """Let time pass; return the pieces that fell."""
        world = self._world
        for _ in range(round(SECONDS * TICK_HZ)):
            world.tick()
        landed = {piece.name for i in world.touches.ground if (piece := world.cargo_of(i)) is not None}
        world.touches.ground.clear()
        world.touches.overboard.clear()
        fell = landed | below_deck(self._setup, world.snapshot().cargo, pymunk_places(world))
        return frozenset(fell), world.is_finite()

    def take_away(self, names: Iterable[str]) -> None:
        """Take pieces off the ship."""
        for name in sorted(names):
            self._world.remove_cargo(name)


class SpaceSide:
    """The free ship of MuJoCo. A model cannot grow: every piece makes a new one, with the old one's state."""

    def __init__(self, setup: ShipSetup, engine: Mujoco) -> None:
        self._setup, self._engine = setup, engine
        self._cargo: tuple[CargoState, ...] = ()
        self._ship = FreeShip(setup, (), engine)

    def levers(self) -> list[tuple[float, float, float]]:
        """Return mass (g), x and forward (mm) of every piece aboard."""
        found = []
        for piece in self._cargo:
            x, forward, _ = self._ship.place(piece.name)
            found.append((self._setup.pieces[piece.kind].mass_g, float(x), float(forward)))
        return found

    def take_up(self, piece: Piece) -> None:
        """Take a piece into the hand."""
        self._piece = piece
        self._held = piece.state(None, Pose(0.0, 0.0, 0.0))
        self._with = FreeShip(self._setup, (*self._cargo, self._held), self._engine, self._ship.joints())

    def meets(self, spot: Spot) -> bool:
        """Return True if the piece in the hand would overlap anything there."""
        self._put(spot)
        return self._with.touches(self._piece.name)

    def let_go(self, spot: Spot) -> None:
        """Leave the piece there, at rest in the ship's frame."""
        self._put(spot)
        self._ship, self._cargo = self._with, (*self._cargo, self._held)

    def _put(self, spot: Spot) -> None:
        self._with.put(self._piece.name, np.array([spot.x, spot.forward, spot.up]), spot.angle)

    def watch(self) -> Watched:
        """Let time pass; return the pieces that fell."""
        return _watched(self._ship)

    def take_away(self, names: Iterable[str]) -> None:
        """Take pieces off the ship."""
        gone = set(names)
        self._cargo = tuple(piece for piece in self._cargo if piece.name not in gone)


def _watched(ship: FreeShip) -> Watched:
    return ship.run(round(SECONDS * TICK_HZ), LOOK_TICKS), ship.is_sound()


def plan(setup: ShipSetup, seed: int, ship: int) -> list[Step]:
    """Draw the plan of one ship."""
    stream = rng(seed, "free", ship)
    kinds, numbers = list(setup.pieces), [slot.number for slot in setup.ship.slots]
    return [
        Step(
            str(stream.choice(kinds)),
            tuple(stream.choice(numbers, OPEN_SLOTS, replace=False).tolist()),
            tuple((MISS_MM * stream.standard_normal(2)).tolist()),
        )
        for _ in range(STEPS)
    ]


def choose(side: Side, setup: ShipSetup, piece: Piece, step: Step, trims: bool) -> Spot | None:
    """Return where the player lets the piece go, the hand's misses included; None where there is no room.

    trims: take the place that leaves the ship most nearly level, instead of the first that is free.
    """
    levers = side.levers()
    rolls, pitches = (math.fsum(lever[0] * lever[axis] for lever in levers) for axis in (1, 2))
    best: tuple[float, Spot] | None = None
    for number in step.slots:
        slot = setup.ship.slot(number)
        for row, share in product(slot.rows or (None,), _SHARES):
            x = slot.wood_left_mm + share * (slot.wood_right_mm - slot.wood_left_mm)
            x = within_limits(slot, piece.section, piece.stance.angle, x)
            fore_mm = put_fore(setup, slot, row, piece.section, 0.0).mm
            spot = lowered(side, piece, slot, row, x, fore_mm, _STEP_MM)
            if spot is None:
                continue
            mass = piece.section.mass_g
            uneven = math.hypot(rolls + mass * x, pitches + mass * spot.forward)
            if best is None or uneven < best[0]:
                best = uneven, spot
        if best is not None and not trims:
            break
    if best is None:
        return None
    meant, (sideways, fore) = best[1], step.misses
    fore_mm = put_fore(setup, meant.slot, meant.row, piece.section, fore).mm
    return lowered(side, piece, meant.slot, meant.row, meant.x + sideways, fore_mm, _GRID_MM)


def lowered(
    side: Side, piece: Piece, slot: Slot, row: Layer | None, x: float, forward: float, exact_mm: float
) -> Spot | None:
    """Return the place `ABOVE_MM` above the first thing that a piece meets when lowered onto a slot.

    exact_mm: how exactly the height is found. None where it meets something already at the top, or nothing at all.
    """

    def at(height: float) -> Spot:
        return Spot(slot, row, x, forward, slot.surface_mm - piece.stance.seat_mm + height, piece.stance.angle)

    free, met = _HIGHEST_MM, _HIGHEST_MM
    while not side.meets(at(met)):
        free, met = met, met - _STEP_MM
        if met < _LOWEST_MM:
            return None
    if met == _HIGHEST_MM:
        return None
    while free - met > exact_mm:
        middle = (free + met) / 2
        free, met = (free, middle) if side.meets(at(middle)) else (middle, met)
    return at(free + ABOVE_MM)


def voyage(
    setup: ShipSetup, seed: int, ship: int, trims: bool, engines: tuple[Pymunk, Mujoco], steps: int = STEPS
) -> Iterator[list[Attempt]]:
    """Load one ship; yield each step's attempts, of those runs in which there was room. Raises ImportError.

    Along the shared history the player loads the plane, and space is started again from every state of it. The plane
    rules it, since a state of it is one in space, and not the other way. What fell in either is taken off both:
    otherwise a piece that holds in the plane alone would be counted again with every later placement.
    """
    shared, plane, space = (PlaneSide(setup, engines[0]), PlaneSide(setup, engines[0]), SpaceSide(setup, engines[1]))
    for number, step in enumerate(plan(setup, seed, ship)[:steps]):
        piece = _in_hand(setup, step, f"piece-{number}")
        of_this = partial(Attempt, ship, number, trims)
        found = []
        for side in (shared, plane, space):
            carried = len(side.levers())
            side.take_up(piece)
            spot = choose(side, setup, piece, step, trims)
            if spot is None:
                continue
            side.let_go(spot)
            height = round(spot.up + piece.stance.seat_mm - spot.slot.surface_mm, 2)
            where = (spot.slot.number, spot.slot.yard or "deck", carried, height)
            if side is shared:
                afloat = shared.afloat()
                same = FreeShip(setup, afloat.snapshot.cargo, engines[1], in_space(setup, afloat))
                both = [
                    of_this("shared plane", *where, *_timed(side.watch)),
                    of_this("shared space", *where, *_timed(partial(_watched, same))),
                ]
            else:
                both = [of_this("plane" if side is plane else "space", *where, *_timed(side.watch))]
            side.take_away({name for one in both for name in one.fell})
            found += both
        yield found


def _timed(watch: Callable[[], Watched]) -> tuple[tuple[str, ...], bool, float]:
    begun = time.process_time()
    fell, sound = watch()
    return tuple(sorted(fell)), sound, time.process_time() - begun


def _in_hand(setup: ShipSetup, step: Step, name: str) -> Piece:
    """Return the piece in the first stance in which it does not hang."""
    kind = setup.pieces[step.kind]
    stance = next(stance for stance in kind.stances.values() if stance.edge_mm is None)
    return Piece(name, step.kind, kind.forms[stance.form], stance)
