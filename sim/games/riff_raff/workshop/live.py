"""The live ship with its cargo, swaying, while the design changes under it: the cargo goes along."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sim.games.riff_raff.cargo import free_x
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.practice import laden
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.fitting import usual_stance
from sim.physics.ship.grip import steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.measures import ShipSetup, Slot
from sim.physics.ship.state import HALVES, CargoState, Layer, Pose, Snapshot
from sim.physics.ship.world import ShipWorld, body_pose
from sim.workshop.clock import TickClock

SEEN_S = 2.0
"""How long a piece that fell from the live ship is seen lying on the table."""

ROCK_RAD_S = 1.2
"""How fast the live ship turns when it is given a push."""


@dataclass(frozen=True, slots=True)
class LivePiece:
    """A piece at the live ship, in the world's frame (mm, rad). off: it has left the ship. layer: the half of the
    deck it is on."""

    name: str
    kind: str
    form: str
    pose: Pose
    off: bool
    layer: Layer | None


class LiveShip:
    """The ship of a design with its cargo, swaying. After an edit the cargo stays where it lay."""

    def __init__(self, configuration: RiffRaffConfiguration, aboard: int = 0, seed: int = 1) -> None:
        self.configuration = configuration
        self.world = ShipWorld(configuration.setup, laden(configuration, seed, aboard))
        self._fell_s: dict[str, float] = {}
        self._clock_s, self._clock = 0.0, TickClock()
        self.fallen: list[str] = []
        """The names of pieces that have fallen and been taken off the table, in order."""

    def redesign(self, configuration: RiffRaffConfiguration) -> None:
        """Continue as the ship of another design. What lay on wood that has moved moves with it."""
        before = self.world
        self.configuration = configuration
        self.world = ShipWorld(configuration.setup, carried_over(before, configuration.setup, set(self._fell_s)))
        self._fell_s.clear()

    def reload(self, snapshot: Snapshot) -> None:
        """Continue with another cargo."""
        self.world = ShipWorld(self.configuration.setup, snapshot)
        self._fell_s.clear()

    def snapshot(self) -> Snapshot:
        """Return the ship and what is aboard; what has fallen is left out."""
        now = self.world.snapshot()
        return replace(now, cargo=tuple(state for state in now.cargo if state.name not in self._fell_s))

    def rock(self, way: int = 1) -> None:
        """Give the ship a push, to starboard if `way` is 1, to port if it is -1."""
        self.reload(replace(self.snapshot(), hull=replace(self.snapshot().hull, spin=-way * ROCK_RAD_S)))

    def advance(self, seconds: float) -> None:
        """Move on by wall time, at most a tenth of a second."""
        for _ in range(self._clock.ticks(seconds)):
            self._clock_s += 1.0 / TICK_HZ
            self.world.tick()
            self._note_falls()

    def _note_falls(self) -> None:
        for body_id in self.world.touches.ground:
            cargo = self.world.cargo_of(body_id)
            if cargo is not None:
                self._fell_s.setdefault(cargo.name, self._clock_s)
        self.world.touches.ground.clear()
        for name in [name for name, at_s in self._fell_s.items() if self._clock_s > at_s + SEEN_S]:
            del self._fell_s[name]
            self.world.remove_cargo(name)
            self.fallen.append(name)

    @property
    def heel_deg(self) -> float:
        """The ship's heel, positive to starboard."""
        return math.degrees(self.world.heel)

    @property
    def aboard(self) -> int:
        """The number of pieces that have not fallen."""
        return len(self.world.cargo) - len(self._fell_s)

    def pieces(self) -> Iterator[LivePiece]:
        for cargo in self.world.cargo.values():
            yield LivePiece(
                cargo.name, cargo.kind, cargo.form, body_pose(cargo.body), cargo.name in self._fell_s, cargo.layer
            )

    def yards(self) -> tuple[Pose, ...]:
        """Return the poses of the yards' middles."""
        return tuple(body_pose(yard) for yard in self.world.yards)

    def to_ship(self, point: Point) -> Point:
        """Transform a point of the world into the frame in which the ship is upright."""
        return self.world.to_ship(point)

    def from_ship(self, point: Point) -> Point:
        """Transform a point of the ship's frame into the world."""
        return self.world.from_ship(point)


def put_aboard(live: LiveShip, kind: str, slot_number: int) -> bool:
    """Let a steady hand set a piece down on the live ship; return True if nothing fell."""
    setup, snapshot = live.configuration.setup, live.snapshot()
    slot = setup.ship.slot(slot_number)
    stance = usual_stance(setup, kind, slot)
    x_mm = free_x(ShipWorld(setup, snapshot), slot, kind, stance)
    taken = {state.name for state in snapshot.cargo}
    name = next(name for number in range(1, len(taken) + 2) if (name := f"{kind}-w{number}") not in taken)
    loading = Loading(ShipWorld(setup, snapshot), LoadAction(name, kind, stance.name, slot_number, x_mm), steady)
    result = loading.run()
    live.reload(loading.world.snapshot())
    return not result.fallen


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
            CargoState(
                state.name, state.kind, state.form, replace(pose, x=place.real, y=place.imag), state.layer, state.fore
            )
        )
    return Snapshot(now.hull, tuple(yards.values()), tuple(cargo), now.pitch)


def _turned(angle: float) -> complex:
    return complex(math.cos(angle), math.sin(angle))


def _wood_under(world: ShipWorld, state: CargoState) -> Slot | None:
    """Return the slot on or above whose wood a piece is, the highest there is; None beside the ship."""
    section = world.setup.pieces[state.kind].forms[state.form]
    below, half = [], HALVES[state.layer]
    for slot in world.ship.slots:
        wood, surface = world.hull, slot.surface_mm
        if slot.yard is not None:
            index = next(i for i, yard in enumerate(world.ship.yards) if yard.name == slot.yard)
            wood, surface = world.yards[index], world.ship.measures.yard_thickness_mm / 2
        x, y = wood.world_to_local((state.pose.x, state.pose.y))
        left, bottom, right, _ = section.extent(state.pose.angle - wood.angle)
        over = slot.wood_left_mm < x + right and x + left < slot.wood_right_mm and surface <= y + bottom + _ON_MM
        if over and (None in (half, slot.half) or half == slot.half):
            below.append(slot)
    return max(below, key=lambda slot: slot.surface_mm, default=None)
