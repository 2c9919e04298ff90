"""One attempt at putting a piece on the ship: lowered, released, watched to the end. Knows no rule of any game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pymunk

from sim.physics.catching import NOTICED_MM, NOTICED_RAD, CatchAction, Catchers
from sim.physics.contact import Point
from sim.physics.hand import Hand, ShipSight, Wander
from sim.physics.pieces import Section, Stance
from sim.physics.settling import Place, SettleDetector
from sim.physics.ship import YARDS, Slot
from sim.physics.ship_state import CargoState, Pose
from sim.physics.world import CARGO, SHIP, Cargo, ShipWorld, section_shapes, slot_at, touches

HOVER_MM = 14.0
CAP_S = 10.0
LIES_S = 0.35
_OBSERVE_TICKS = 3
_CREEPS_MM = 0.15  # between two observations (1/40 s): 6 mm/s
_TRY_MM = 1.0
_QUERY_FILTER = pymunk.ShapeFilter(mask=SHIP | CARGO)


@dataclass(frozen=True, slots=True)
class LoadAction:
    """A placement as it is executed: what was meant plus the motor noise, drawn before the physics runs.

    x_mm: where the centre of gravity goes, in the ship's frame; the slot's limits still apply. angle_rad: turned beyond
    the stance. open_height_mm: how far above contact the fingers open; negative, how far they press below it.
    lag_s: how late the hand follows the ship.
    """

    name: str
    kind: str
    stance: str
    slot: int
    x_mm: float
    angle_rad: float = 0.0
    open_height_mm: float = 0.0
    lowering_speed_mm_s: float = 50.0
    press_force_mn: float = 50.0
    lag_s: float = 0.15
    catch: CatchAction | None = None

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> LoadAction:
        """From the dictionary that `dataclasses.asdict` makes. Raises TypeError or KeyError on anything else."""
        fields = dict(data)
        catch = fields.pop("catch")
        if catch is not None:
            catch = CatchAction(
                **{**catch, "end_error_mm": tuple(catch["end_error_mm"]), "spare": tuple(catch["spare"])}
            )
        return LoadAction(**fields, catch=catch)


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What happened to the cargo, by name.

    aboard: names by slot, lowest and innermost first. settled: False when the cap of simulated time ended it.
    """

    fallen: tuple[str, ...]
    caught: tuple[str, ...]
    aboard: Mapping[int, tuple[str, ...]]
    settled: bool
    duration_s: float
    released_s: float
    max_heel_rad: float


@dataclass(frozen=True, slots=True)
class Moment:
    """Something worth telling, at a time (s) since the attempt began."""

    time_s: float
    what: str
    name: str = ""


@dataclass(slots=True)
class Loading:
    """An attempt under way. `tick` advances it; when `done`, `result()` tells the outcome.

    Build it on a fresh world; the piece must not be in it.
    """

    world: ShipWorld
    action: LoadAction
    wander: Wander
    cap_s: float = CAP_S
    moments: list[Moment] = field(default_factory=list)
    debris: list[CargoState] = field(default_factory=list)
    fallen: list[str] = field(default_factory=list)
    caught: list[str] = field(default_factory=list)
    done: bool = False
    settled: bool = False
    hand: Hand | None = None
    catchers: Catchers | None = None
    max_heel_rad: float = 0.0
    released_s: float = math.inf
    _landed: dict[str, float] = field(default_factory=dict)
    _start: dict[str, Place] = field(default_factory=dict)
    _before: list[Place] = field(default_factory=list)
    _company: list[Cargo] = field(default_factory=list)
    _names: tuple[str, ...] = ()
    _falling: list[Cargo] = field(default_factory=list)
    _settle: SettleDetector = field(default_factory=SettleDetector)
    _sight: ShipSight = field(default_factory=lambda: ShipSight(0.0, 0.0))
    _place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    _open_y: float = 0.0

    def __post_init__(self) -> None:
        world, action = self.world, self.action
        piece = world.setup.pieces[action.kind]
        stance = piece.stances[action.stance]
        section = piece.forms[stance.form]
        slot = world.ship.slot(action.slot)
        angle = stance.angle + action.angle_rad
        x = within_limits(slot, section, angle, action.x_mm)
        x, contact_y, start_y = _approach(world, section, stance, slot, angle, x)
        self._place = (x, start_y, angle)
        self._open_y = contact_y + action.open_height_mm
        self._sight = ShipSight(action.lag_s, world.hull.angle)
        dx, dy, dangle = self.wander(0.0)
        point, turned = self._in_world(x + dx, start_y + dy, angle + dangle)
        state = CargoState(action.name, action.kind, stance.form, Pose(*point, turned))
        self.hand = Hand.take(world, state, action.press_force_mn)
        if action.catch is not None:
            self.catchers = Catchers.ready(world, action.catch)
        cargo, places = world.places()
        self._start = {c.name: place for c, place in zip(cargo, places, strict=True)}
        self.moments.append(Moment(0.0, "lowers", action.name))

    def advance(self, most: int) -> int:
        """Advance by control ticks: up to the first in which something worth telling happens, at most so many.

        How many it was; none when it is done.
        """
        told, ticks = len(self.moments), 0
        while ticks < most and not self.done and len(self.moments) == told:
            self.tick()
            ticks += 1
        return ticks

    def tick(self) -> None:
        """Advance by one control tick."""
        world = self.world
        now = world.time_s
        if self.hand is not None:
            self._steer(self.hand, now)
        if self.hand is None and self.catchers is not None:
            self.catchers.update(now, self._falling, self._landed)
            if len(self.catchers.caught) > len(self.caught):
                for name in self.catchers.caught[len(self.caught) :]:
                    self.moments.append(Moment(now, "caught", name))
                    self.caught.append(name)
        world.tick()
        heel = abs(world.hull.angle)
        if heel > self.max_heel_rad:
            self.max_heel_rad = heel
        if world.touches.ground:
            self._note_landings(world.time_s)
        if world.ticks % _OBSERVE_TICKS == 0:
            self._observe(world.time_s)

    def run(self) -> LoadResult:
        """To the end."""
        while not self.done:
            self.tick()
        return self.result()

    def result(self) -> LoadResult:
        """The outcome of an attempt that is done."""
        names = layout(self.world)
        return LoadResult(
            fallen=tuple(self.fallen),
            caught=tuple(self.caught),
            aboard=names,
            settled=self.settled,
            duration_s=self.world.time_s,
            released_s=min(self.released_s, self.world.time_s),
            max_heel_rad=self.max_heel_rad,
        )

    # ------------------------------------------------------------------------------------------ the hand

    def _in_world(self, x: float, y: float, angle: float) -> tuple[Point, float]:
        hull = self._sight.angle
        cos, sin = math.cos(hull), math.sin(hull)
        return (cos * x - sin * y, sin * x + cos * y), hull + angle

    def _steer(self, hand: Hand, now: float) -> None:
        world, action = self.world, self.action
        dt = 1.0 / world.setup.profile.tick_hz
        x, y, angle = self._place
        if y <= self._open_y:
            hand.release()
            self.hand = None
            self.released_s = now
            self._settle.reset(now)
            self.moments.append(Moment(now, "releases", action.name))
            return
        y = max(self._open_y, y - action.lowering_speed_mm_s * dt)
        self._place = (x, y, angle)
        self._sight.look(world.hull.angle, dt)
        dx, dy, dangle = self.wander(now + dt)
        slot, section = world.ship.slot(action.slot), world.cargo[action.name].section
        # The hand keeps within the slot whatever its tremor does: that much one sees.
        inside = within_limits(slot, section, angle + dangle, x + dx)
        hand.move(*self._in_world(inside, y + dy, angle + dangle))

    # ------------------------------------------------------------------------------------------ watching

    def _note_landings(self, now: float) -> None:
        for body_id in self.world.touches.ground:
            cargo = self.world.cargo_of(body_id)
            if cargo is not None and cargo.name not in self._landed:
                self._landed[cargo.name] = now
                self.fallen.append(cargo.name)
                self.moments.append(Moment(now, "falls", cargo.name))
        self.world.touches.ground.clear()

    def _observe(self, now: float) -> None:
        world, action = self.world, self.action
        landed, start = self._landed, self._start
        for name, since in landed.items():
            # What lies on the table is out of play; it is taken away so that the engine need not keep it still.
            if now >= since + LIES_S and name in world.cargo:
                self._take_away(name)
        cargo, places = world.places()
        released = self.hand is None
        deck = world.ship.measures.hull_height_mm
        watching: list[Cargo] = []
        stirs = in_the_air = False
        before = self._before if len(self._before) == len(places) else places
        for piece, (x, y, angle), (last_x, last_y, _) in zip(cargo, places, before, strict=True):
            if piece.name in landed:
                continue
            if released:
                x0, y0, angle0 = start[piece.name]
                if abs(x - x0) + abs(y - y0) > NOTICED_MM or abs(angle - angle0) > NOTICED_RAD:
                    stirs = True
                    # Nobody reaches for what has come to rest elsewhere.
                    if abs(x - last_x) + abs(y - last_y) > _CREEPS_MM:
                        watching.append(piece)
            # What hangs on the deck's edge reaches above the deck, even while it bounces off it.
            if not piece.falling and y < deck and y + piece.section.extent(angle)[3] < deck and not touches(piece.body):
                world.let_fall(piece, action.catch is not None and piece.name in action.catch.spare)
                self.moments.append(Moment(now, "slips", piece.name))
            in_the_air = in_the_air or piece.falling
        self._before = places
        self._falling = watching
        if stirs and self.catchers is not None:
            self.catchers.notice(now)
        if cargo is not self._company:
            self._company, self._names = cargo, tuple(piece.name for piece in cargo)
        settled = self._settle.observe(now, self._names, places, world.hull.angle)
        if not released:
            if now > self.cap_s:
                raise RuntimeError("the hand never let go")
            start[action.name] = places[self._names.index(action.name)]
        elif settled and not in_the_air and not landed.keys() & world.cargo.keys():
            self._finish(now, True)
        elif now >= self.released_s + self.cap_s:
            self._finish(now, False)

    def _take_away(self, name: str) -> None:
        body = self.world.cargo[name].body
        gone = self.world.remove_cargo(name)
        self.debris.append(CargoState(name, gone.kind, gone.form, Pose(body.position.x, body.position.y, body.angle)))

    def _finish(self, now: float, settled: bool) -> None:
        for piece in list(self.world.cargo.values()):
            if piece.falling and piece.name not in self._landed:
                self.fallen.append(piece.name)
                self._landed[piece.name] = now
            if piece.name in self._landed:
                self._take_away(piece.name)
        self.settled, self.done = settled, True
        self.moments.append(Moment(now, "settled" if settled else "unsettled"))


# -------------------------------------------------------------------------------------------------- where things are


def within_limits(slot: Slot, section: Section, angle: float, x_mm: float) -> float:
    """The nearest x at which a piece turned by `angle` does not reach into another slot (if too wide: its middle)."""
    left, right = section.sides(angle)
    low, high = slot.left_mm - left, slot.right_mm - right
    if low > high:
        return (slot.left_mm + slot.right_mm - left - right) / 2
    return min(max(x_mm, low), high)


class Probe:
    """A section turned by `angle`, to be held against the wood in thought; the ship must not move meanwhile."""

    def __init__(self, world: ShipWorld, section: Section, angle: float) -> None:
        self._world = world
        self._body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._body.angle = world.hull.angle + angle
        self._shapes = section_shapes(section, self._body)
        for shape in self._shapes:
            shape.filter = _QUERY_FILTER

    def overlaps(self, x: float, y: float) -> bool:
        """Would it overlap wood, with its centre at (x, y) in the ship's frame?"""
        self._body.position = self._world.from_ship((x, y))
        query = self._world.space.shape_query
        return any(
            point.distance < 0
            for shape in self._shapes
            for hit in query(shape)
            for point in hit.contact_point_set.points
        )


def _approach(
    world: ShipWorld, section: Section, stance: Stance, slot: Slot, angle: float, x: float
) -> tuple[float, float, float]:
    """Where a hand brings a piece in from the front: x, the height of first contact, and the height it starts from.

    The hand comes from before the ship, so only the place where it enters her plane must be free. What hangs is hooked
    over the end of the wood, as near to it as it goes; all else goes on top of whatever lies there. Where nothing is
    free up to the next yard, the piece is brought in outside the end of the slot's wood, and falls: an attempt is
    mandatory.
    """
    left, bottom, right, over = section.extent(angle)
    overlaps = Probe(world, section, angle).overlaps
    wood = (_wood_height(world, slot, x + left), _wood_height(world, slot, x + right))
    base = min(wood) - bottom
    top = slot.ceiling_mm - over if math.isfinite(slot.ceiling_mm) else base + 400.0
    if stance.edge_mm is not None:
        base = max(wood) - stance.seat_mm
        for step in range(10):
            outside = x + slot.side * step * _TRY_MM / 2
            if not overlaps(outside, base + 0.6):
                return outside, base, base + 0.6
    y = base + 0.05
    while y <= top and overlaps(x, y):
        y += _TRY_MM
    if y > top:
        end = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
        outside = end - left + 3.0 if slot.side > 0 else end - right - 3.0
        return outside, base, base + 1.0
    low, high = max(base, y - _TRY_MM), y
    for _ in range(4):
        middle = (low + high) / 2
        low, high = (middle, high) if overlaps(x, middle) else (low, middle)
    start = high
    while start < high + HOVER_MM and start + _TRY_MM <= top and not overlaps(x, start + _TRY_MM):
        start += _TRY_MM
    return x, high, start


def _wood_height(world: ShipWorld, slot: Slot, x: float) -> float:
    """The height of a slot's wood at x (its end, if x lies beyond), in the ship's frame: a yard may lie askew."""
    if slot.yard is None:
        return slot.surface_mm
    body = world.yards[YARDS.index(slot.yard)]
    askew = body.angle - world.hull.angle
    thickness = world.ship.measures.yard_thickness_mm
    inside = min(max(x, slot.wood_left_mm), slot.wood_right_mm)
    return slot.surface_mm - thickness + thickness / math.cos(askew) + inside * math.tan(askew)


def layout(world: ShipWorld) -> dict[int, tuple[str, ...]]:
    """Which piece rests in which slot: by what carries it, found through the contacts from the deck upwards.

    A world just built knows no contacts before its first steps.

    A piece belongs to the deck or the yard that it touches or that carries the piece below it; where several do, to the
    lowest. Names are listed from the lowest up.
    """
    level: dict[str, str | None] = {}
    frontier: list[tuple[pymunk.Body, str | None]] = [(world.hull, None)]
    frontier += [(body, name) for name, body in zip(YARDS, world.yards, strict=True)]
    while frontier:
        following: list[tuple[pymunk.Body, str | None]] = []
        for body, where in frontier:
            for cargo in _neighbours(world, body):
                if cargo.name not in level:
                    level[cargo.name] = where
                    following.append((cargo.body, where))
        frontier = following
    slots: dict[int, list[tuple[float, float, str]]] = {}
    for cargo in world.cargo.values():
        if cargo.falling:
            continue
        x, y = world.to_ship((cargo.body.position.x, cargo.body.position.y))
        where = level.get(cargo.name, _level_by_height(world, y))
        slots.setdefault(slot_at(world.ship, where, x).number, []).append((round(y, 3), abs(round(x, 3)), cargo.name))
    return {number: tuple(name for _, _, name in sorted(slots[number])) for number in sorted(slots)}


def _level_by_height(world: ShipWorld, y: float) -> str | None:
    below = [yard.name for yard in world.ship.yards if yard.y_mm < y]
    return below[-1] if below else None


def _neighbours(world: ShipWorld, body: pymunk.Body) -> list[Cargo]:
    found: list[Cargo] = []

    def note(arbiter: pymunk.Arbiter) -> None:
        one, two = arbiter.shapes
        if one is world.mast or two is world.mast:
            return  # the mast carries nothing: what leans on it belongs to what it stands on
        other = two.body if one.body is body else one.body
        cargo = world.cargo_of(other.id) if other is not None else None
        if cargo is not None and cargo not in found:
            found.append(cargo)

    body.each_arbiter(note)
    return sorted(found, key=lambda cargo: cargo.name)
