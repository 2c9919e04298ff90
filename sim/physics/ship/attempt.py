"""One attempt at putting a piece on the ship: the cargo watched until it has settled or time is up.

Knows no rule of any game. A subclass says how the piece comes aboard: lowered by a hand that knows where to
(loading.py), or carried by one that follows a pointer (carrying.py).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import pymunk

from sim.physics import Pose2D
from sim.physics.ship.cargo import Cargo
from sim.physics.ship.catching import NOTICED_MM, NOTICED_RAD, Palms
from sim.physics.ship.fitting import slot_at
from sim.physics.ship.grip import Hand
from sim.physics.ship.state import CargoState, Pose
from sim.physics.ship.world import ShipWorld, touches

MOVED_MM = 0.3
TURNED_RAD = math.radians(0.5)
QUIET_S = 0.5
CALM_SWING_RAD = math.radians(1.0)
STILL_RAD = math.radians(0.15)
TURN_RAD = math.radians(0.1)
TURNS = 2
"""The turning points, on each axis, through which cargo must have lain still on a ship that swings on."""


@dataclass(slots=True)
class SwingWatch:
    """A watch on the swinging about one axis: has the cargo lain through what is still to come?

    It has when the last half swing, from turn to turn, was less than a degree and so is the one she is in, when she
    has hardly turned at all for half a second, or when she has turned often enough since the cargo last moved, with no
    half swing larger than the one before. A turn is one by a tenth of a degree at least: the tremble of cargo being put
    down is no swing.
    """

    turns: int = TURNS
    _still_at: float = math.inf
    _still_since_s: float = 0.0
    _turned_at: float | None = None
    _farthest: float = 0.0
    _half_swings: list[float] = field(default_factory=list)

    def reset(self) -> None:
        """Start again: something has moved."""
        self._half_swings.clear()

    def calm(self, now_s: float, angle: float) -> bool:
        """Take in the angle (rad); return True if what is to come is no more than what was."""
        if abs(angle - self._still_at) > STILL_RAD:
            self._still_at, self._still_since_s = angle, now_s
        if self._turned_at is None:
            self._turned_at = self._farthest = angle
        if abs(angle - self._turned_at) >= abs(self._farthest - self._turned_at):
            self._farthest = angle
        elif abs(angle - self._farthest) > TURN_RAD:
            self._half_swings.append(abs(self._farthest - self._turned_at))
            self._turned_at, self._farthest = self._farthest, angle
        swings = self._half_swings
        if now_s - self._still_since_s >= QUIET_S:
            return True
        if swings and max(swings[-1], abs(self._farthest - self._turned_at)) < CALM_SWING_RAD:
            return True
        # The first is of before: it began when something still moved.
        whole = swings[1:]
        return len(swings) >= self.turns and all(after <= before + TURN_RAD for before, after in pairwise(whole))


@dataclass(slots=True)
class SettleDetector:
    """A detector fed with observations of the world, which finds when it has settled.

    Quiet is judged in the ship's own frame: cargo may be still on a ship that sways. Cargo is quiet when no piece has
    moved by more than a third of a millimetre, fore and aft too, nor turned by half a degree, relative to the hull
    since some moment. It is settled when that has lasted half a second and both axes are calm (`SwingWatch`).
    """

    since_s: float = 0.0
    roll: SwingWatch = field(default_factory=SwingWatch)
    pitch: SwingWatch = field(default_factory=SwingWatch)
    _reference: Sequence[Place] | None = None
    _who: tuple[str, ...] = ()

    def reset(self, now_s: float) -> None:
        """Start again: something is known to have moved."""
        self._reference = None
        self.since_s = now_s
        self.roll.reset()
        self.pitch.reset()

    def observe(
        self, now_s: float, who: tuple[str, ...], places: Sequence[Place], roll_rad: float, pitch_rad: float
    ) -> bool:
        """Take in the pieces, in that order their places in the hull's frame, and her angles; return True when settled.

        A place is x, y (mm), angle (rad) and how far before the mast (mm).
        """
        reference = self._reference
        if reference is None or who != self._who or _moved(places, reference):
            self.reset(now_s)
            self._reference, self._who = places, who
        calm = [self.roll.calm(now_s, roll_rad), self.pitch.calm(now_s, pitch_rad)]
        return now_s - self.since_s >= QUIET_S and all(calm)


Place = tuple[float, float, float, float]


def _moved(places: Sequence[Place], reference: Sequence[Place]) -> bool:
    # A dozen pieces: a plain loop is quicker than arrays.
    for (x, y, angle, fore), (x0, y0, angle0, fore0) in zip(places, reference, strict=True):
        if abs(x - x0) > MOVED_MM or abs(y - y0) > MOVED_MM or abs(fore - fore0) > MOVED_MM:
            return True
        if abs(angle - angle0) > TURNED_RAD:
            return True
    return False


CAP_S = 10.0
LIES_S = 0.35
_OBSERVE_TICKS = 3
_CREEPS_MM = 0.15  # between two observations (1/40 s): 6 mm/s


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The outcome of an attempt, pieces by name.

    aboard: names by slot, lowest and innermost first. settled: False when the cap of simulated time ended it. stirred:
    whether a piece that lay aboard before was seen to slide or tip after the new one was let go: by more than people
    notice (catching.py), which is also when hands go out to catch.
    """

    fallen: tuple[str, ...]
    caught: tuple[str, ...]
    aboard: Mapping[int, tuple[str, ...]]
    settled: bool
    duration_s: float
    released_s: float
    max_heel_rad: float
    stirred: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """An event of an attempt, at a time (s) since it began."""

    time_s: float
    what: str
    name: str = ""


class Attempt(ABC):
    """An attempt under way. `tick` advances it; when `done`, `result()` returns the outcome.

    name, kind: of the piece. spare: names of pieces that nobody means to catch. cap_s: simulated seconds after letting
    go at which the attempt ends as unsettled.
    """

    def __init__(
        self,
        world: ShipWorld,
        name: str,
        kind: str,
        cap_s: float = CAP_S,
        spare: tuple[str, ...] = (),
        settle: SettleDetector | None = None,
    ) -> None:
        self.world = world
        self.name = name
        self.kind = kind
        self.cap_s = cap_s
        self.spare = spare
        self.moments: list[Moment] = []
        self.debris: list[CargoState] = []
        self.fallen: list[str] = []
        self.caught: list[str] = []
        self.done = False
        self.settled = False
        self.hand: Hand | None = None
        self.catchers: Palms | None = None
        self.max_heel_rad = 0.0
        self.stirred = False
        self.released_s = math.inf
        self._landed: dict[str, float] = {}
        self._start: dict[str, Pose2D] = {}
        self._before: list[Pose2D] = []
        self._company: list[Cargo] = []
        self._names: tuple[str, ...] = ()
        self._falling: list[Cargo] = []
        self._deck_mm = world.ship.deck_mm
        self._settle = SettleDetector() if settle is None else settle

    @abstractmethod
    def _steer(self, hand: Hand, now: float) -> None:
        """Move the hand that holds the piece, or open it. Called once a tick while it holds."""

    def _begin(self, what: str) -> None:
        """Note where every piece lies, now that the new one is in the hand."""
        cargo, places = self.world.places()
        self._start = {c.name: place for c, place in zip(cargo, places, strict=True)}
        self.moments.append(Moment(0.0, what, self.name))

    def _let_go(self, hand: Hand, now: float) -> None:
        at = hand.body.position
        hand.release()
        if self.catchers is not None:
            self.catchers.come((at.x, at.y), now)
        self.hand = None
        self.released_s = now
        self._settle.reset(now)
        self.moments.append(Moment(now, "releases", self.name))

    def advance(self, most: int) -> int:
        """Advance by at most `most` control ticks, up to the first one that adds a moment.

        Returns the number of ticks; 0 when the attempt is done.
        """
        before, ticks = len(self.moments), 0
        while ticks < most and not self.done and len(self.moments) == before:
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
        if world.touches.overboard:
            self._note_overboard(world.time_s)
        if world.ticks % _OBSERVE_TICKS == 0:
            self._observe(world.time_s)
        elif self._falling:
            self._see_off(world.time_s)

    def run(self) -> LoadResult:
        """Advance to the end and return the outcome."""
        while not self.done:
            self.tick()
        return self.result()

    def result(self) -> LoadResult:
        """Return the outcome of an attempt that is done."""
        names = pieces_by_slot(self.world)
        return LoadResult(
            fallen=tuple(self.fallen),
            caught=tuple(self.caught),
            aboard=names,
            settled=self.settled,
            duration_s=self.world.time_s,
            released_s=min(self.released_s, self.world.time_s),
            max_heel_rad=self.max_heel_rad,
            stirred=self.stirred,
        )

    # ------------------------------------------------------------------------------------------ watching

    def _note_landings(self, now: float) -> None:
        for body_id in self.world.touches.ground:
            cargo = self.world.cargo_of(body_id)
            if cargo is not None and cargo.name not in self._landed:
                self._give_up(cargo, now)
                self._landed[cargo.name] = now
                self.fallen.append(cargo.name)
                self.moments.append(Moment(now, "falls", cargo.name))
        self.world.touches.ground.clear()

    def _note_overboard(self, now: float) -> None:
        for piece in self.world.touches.overboard:
            self.world.let_fall(piece, piece.name in self.spare)
            self.moments.append(Moment(now, "slips", piece.name))
        self.world.touches.overboard.clear()

    def _observe(self, now: float) -> None:
        world = self.world
        landed, start = self._landed, self._start
        for name, since in landed.items():
            # What lies on the table is out of play; it is taken away so that the engine need not keep it still.
            if now >= since + LIES_S and name in world.cargo:
                self._take_away(name)
        cargo, places = world.places()
        released = self.hand is None
        deck = self._deck_mm
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
                    self.stirred = self.stirred or piece.name != self.name
                    # Nobody reaches for what has come to rest elsewhere.
                    if abs(x - last_x) + abs(y - last_y) > _CREEPS_MM:
                        watching.append(piece)
            if y < deck and not piece.falling and (released or self._hangs_loose(piece)):
                self._let_fall_below(piece, y, angle, now)
            in_the_air = in_the_air or piece.falling
        self._before = places
        self._falling = watching
        if stirs and self.catchers is not None:
            self.catchers.notice(now)
        if cargo is not self._company:
            self._company, self._names = cargo, tuple(piece.name for piece in cargo)
        lie = [(*place, piece.fore.mm) for piece, place in zip(cargo, places, strict=True)]
        settled = self._settle.observe(now, self._names, lie, world.hull.angle, world.pitching.angle)
        if not released:
            self._check_patience(now)
            start[self.name] = places[self._names.index(self.name)]
        elif settled and not in_the_air and not landed.keys() & world.cargo.keys():
            self._finish(now, True)
        elif now >= self.released_s + self.cap_s:
            self._finish(now, False)

    def _see_off(self, now: float) -> None:
        """Look between two observations whether a piece that is seen to move has left the ship.

        The palms meet what has left her. From the deck down to them it is a tenth of a second: a quarter of that late,
        it would be in the palm before it meets it, or past it, and what is caught would hang on how its fall lies
        between two observations.
        """
        hull = self.world.hull
        for piece in self._falling:
            if not piece.falling and piece.name in self.world.cargo:
                _, y = self.world.to_ship(piece.body.position)
                if y < self._deck_mm:
                    self._let_fall_below(piece, y, piece.body.angle - hull.angle, now)

    def _let_fall_below(self, piece: Cargo, y: float, angle: float, now: float) -> None:
        """Mark a piece, at this height (mm) and angle (rad) in the ship's frame, as off her if it is below the deck.

        What hangs on the deck's edge reaches above the deck, even while it bounces off it.
        """
        if y + piece.section.extent(angle)[3] < self._deck_mm and not touches(piece.body):
            self._give_up(piece, now)
            self.world.let_fall(piece, piece.name in self.spare)
            self.moments.append(Moment(now, "slips", piece.name))

    def _give_up(self, piece: Cargo, now: float) -> None:
        """Let go of the piece if the hand still holds it: it has left the ship, so it was torn from the fingers.

        From here on it is treated like any piece that was let go in this place.
        """
        if self.hand is not None and piece.name == self.name:
            self._let_go(self.hand, now)

    def _hangs_loose(self, piece: Cargo) -> bool:
        """Return True if no hand holds this piece while the hand holds one."""
        return True

    def _check_patience(self, now: float) -> None:  # noqa: B027 - most hands may take their time
        """Raise RuntimeError where a hand that ought to open never does."""

    def _take_away(self, name: str) -> None:
        body = self.world.cargo[name].body
        gone = self.world.remove_cargo(name)
        pose = Pose(body.position.x, body.position.y, body.angle)
        self.debris.append(CargoState(name, gone.kind, gone.form, pose, gone.layer, gone.fore))

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


def pieces_by_slot(world: ShipWorld) -> dict[int, tuple[str, ...]]:
    """Return the names of the pieces in each slot, from what carries them: contacts followed from the deck upwards.

    A world just built knows no contacts before its first steps.

    A piece belongs to the deck or the yard that it touches or that carries the piece below it; where several do, to the
    lowest. Names are listed from the lowest up.
    """
    level: dict[str, str | None] = {}
    frontier: list[tuple[pymunk.Body, str | None]] = [(world.hull, None)]
    frontier += [(body, yard.name) for yard, body in zip(world.ship.yards, world.yards, strict=True)]
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
        slot = slot_at(world.ship, where, x, cargo.layer)
        slots.setdefault(slot.number, []).append((round(y, 3), abs(round(x, 3)), cargo.name))
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
