"""The ship's pitch: a second degree of freedom beside the engine's plane, and what it does to her cargo.

The engine knows the plane that is seen from the stern. Fore and aft the ship is a pendulum of her own on the same
gimbal, with the moments of all that lies on her, stepped once a control tick. Her lean there takes friction from the
plane: of the force that wood can hold, what fore and aft needs is gone. Cargo slides fore and aft where that is more
than there is, tips over the ends of what carries it, and falls over bow and stern or off a yard.

Gravity in the plane stays whole; at 10 degrees of pitch it would be less by 1.5 %. On the deck a piece that tips over
fore and aft without going overboard stays as it is drawn, and one that slides to the middle stops there.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import pymunk

from sim.physics import Pose2D
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.cargo import CARGO_FILTERS, Cargo
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import HALVES, Fore, Pitch
from sim.physics.ship.swinging import Pendulum

LOOK_TICKS = 3
"""The cargo is looked at every fortieth of a second."""
_DT_S = 1.0 / TICK_HZ
_LOOK_S = LOOK_TICKS * _DT_S
# As a share of what friction holds: below it, friction in the plane is less by half a per cent at most.
_SLIGHT = 0.1
# Likewise: below it nothing tips or slides that did not before.
_STEADY = 0.3
_SUPPORT_LOOKS = 4
_NEW_LOOKS = 40
_TIPS_LOOKS = 4  # a piece that has leant over the edge for a tenth of a second is gone
_LANDS_MM = 2.0
_SINKS_MM = 3.0
_CREEPS_MM = (0.05, 20.0)  # between two looks: less is the engine's tremble, more is a fall
_FRICTION_STEP = 0.01


@dataclass(slots=True)
class Level:
    """The deck (with hull and mast) or a yard: the height of its wood, half its length fore and aft, its shapes.

    grip: the share of friction that the plane has left.
    """

    height_mm: float
    half_mm: float
    shapes: Sequence[pymunk.Shape]
    grip: float = 1.0


@dataclass(slots=True)
class Pitching:
    """The pitch of a ship under way (rad, bow down; rad/s; rad/s2), and where her cargo is fore and aft.

    `advance` is called once a tick, `look` every `LOOK_TICKS`.
    """

    setup: ShipSetup
    levels: Sequence[Level]
    angle: float
    rate: float
    acceleration: float = 0.0
    _empty: tuple[float, float] = field(init=False)
    _across: float = field(init=False)
    _pendulum: Pendulum = field(init=False)
    _yards_mm: list[float] = field(init=False)
    _looks: int = 0
    _new: int = 0

    def __post_init__(self) -> None:
        ship = self.setup.ship
        self._empty, self._across = (ship.righting_g_mm, ship.pitch_inertia_g_mm2), ship.own_across_g_mm
        self._yards_mm = [level.height_mm - _SINKS_MM for level in self.levels[1:]]
        self._weighed(self._empty[0], ship.list_g_mm[1], self._empty[1])

    def _weighed(self, righting_g_mm: float, ahead_g_mm: float, inertia_g_mm2: float) -> None:
        self._pendulum = Pendulum.of(self.setup.ship, self._empty[1], inertia_g_mm2, righting_g_mm, -ahead_g_mm)

    def state(self) -> Pitch:
        """Return the pitch as plain data."""
        return Pitch(self.angle, self.rate)

    def expect(self) -> None:
        """Take note that a piece is new: it is looked at closely for a second."""
        self._new = self._looks + _NEW_LOOKS

    def advance(self) -> None:
        """Step the pendulum by one control tick."""
        angle, rate = self._pendulum.run(self.angle, self.rate, self.setup.gravity_mm_s2)
        self.acceleration = (rate - self.rate) / _DT_S
        self.angle, self.rate = angle, rate

    def look(self, cargo: Sequence[Cargo], places: Sequence[Pose2D], roll: float) -> list[Cargo]:
        """Weigh the cargo, set its friction, move it fore and aft; return the pieces that go over an edge.

        places: of the cargo, in the ship's frame. roll: the hull's angle (rad).
        """
        self._looks += 1
        self._weigh(cargo, places, roll)
        mu = self.setup.wood.friction
        if not mu:
            return []
        lean_at = self._leaning()
        lean = max(abs(lean_at(self.levels[-1].height_mm, 0.0)), abs(math.tan(self.angle)))
        if lean >= _SLIGHT * mu or any(level.grip < 1.0 for level in self.levels):
            self._slacken(cargo, lean_at, math.cos(roll))
        if lean < _STEADY * mu and self._looks > self._new and not any(piece.fore.mm_s for piece in cargo):
            for piece in cargo:
                piece.last = None
            return []
        if self._looks % _SUPPORT_LOOKS == 0:
            self._support(cargo, places)
        return list(self._shift(cargo, places, lean_at, roll))

    def grip(self, piece: Cargo, share: float) -> None:
        """Give a piece this share of its friction."""
        root = math.sqrt(self.setup.wood.friction * share)
        for shape in piece.shapes:
            shape.friction = root

    # ------------------------------------------------------------------------------------------ moments, friction

    def _weigh(self, cargo: Sequence[Cargo], places: Sequence[Pose2D], roll: float) -> None:
        ship = self.setup.ship
        sin, cos = math.sin(roll), math.cos(roll)
        righting, ahead, inertia = self._empty[0] * cos - self._across * sin, ship.list_g_mm[1], self._empty[1]
        deck, yards = ship.deck_mm, self._yards_mm
        for piece, (x, y, _) in zip(cargo, places, strict=True):
            if piece.fore.spilled and y + piece.section.extent(piece.body.angle - roll)[1] < deck + _LANDS_MM:
                piece.fore = replace(piece.fore, spilled=False)
                piece.meet(CARGO_FILTERS[piece.layer])
            mass, fore, z = piece.weighs_g, piece.fore.mm, sin * x + cos * y
            if not mass or y < deck:
                continue
            righting -= mass * z
            ahead += mass * fore
            inertia += mass * (z * z + fore * fore)
            level = bisect_left(yards, y)
            if level != piece.level:
                piece.level = level
                self.grip(piece, self.levels[level].grip)
        self._weighed(righting, ahead, inertia)

    def _leaning(self) -> Callable[[float, float], float]:
        """Return the tangent of the lean that friction must hold now, her own swinging included, as a function.

        It is of the height and of how far before the mast (mm).
        """
        g, square, acceleration = self.setup.gravity_mm_s2, self.rate**2, self.acceleration
        ahead, press = g * math.sin(self.angle), g * math.cos(self.angle)

        def lean_at(z: float, fore: float) -> float:
            return (ahead - acceleration * z + square * fore) / max(press - acceleration * fore - square * z, 1.0)

        return lean_at

    def _slacken(self, cargo: Sequence[Cargo], lean_at: Callable[[float, float], float], cos: float) -> None:
        """Leave the plane, level by level, the friction that the lean fore and aft does not need."""
        mu = self.setup.wood.friction
        for number, level in enumerate(self.levels):
            share = math.sqrt(max(0.0, 1.0 - (lean_at(level.height_mm * cos, 0.0) / mu) ** 2))
            if abs(share - level.grip) <= _FRICTION_STEP:
                continue
            level.grip = share
            root = math.sqrt(mu * share)
            for shape in level.shapes:
                shape.friction = root
            for piece in cargo:
                if piece.level == number and piece.weighs_g:
                    self.grip(piece, share)

    # ------------------------------------------------------------------------------------------ sliding, tipping

    def _support(self, cargo: Sequence[Cargo], places: Sequence[Pose2D]) -> None:
        """Find the ends, fore and aft, of what carries each piece on a yard: wood, or cargo below it."""
        heights = {piece.body.id: (piece, y) for piece, (_, y, _) in zip(cargo, places, strict=True)}
        for piece, (_, y, _) in zip(cargo, places, strict=True):
            if piece.level > 0 and piece.weighs_g:
                found = [ends for other in _touched(piece.body) for ends in self._ends(other, heights, piece.level, y)]
                piece.rests = (min(low for low, _ in found), max(high for _, high in found)) if found else None

    def _ends(
        self, other: pymunk.Shape, heights: dict[int, tuple[Cargo, float]], level: int, y: float
    ) -> Iterator[tuple[float, float]]:
        half = self.levels[level].half_mm
        if other in self.levels[level].shapes:
            yield -half, half
        elif other.body is not None and other.body.id in heights:
            below, height = heights[other.body.id]
            if height < y - _LANDS_MM:
                yield below.fore.mm - below.depth_mm / 2, below.fore.mm + below.depth_mm / 2

    def _shift(
        self, cargo: Sequence[Cargo], places: Sequence[Pose2D], lean_at: Callable[[float, float], float], roll: float
    ) -> Iterator[Cargo]:
        """Move what slides; yield what goes over an edge."""
        sin, cos, mu = math.sin(roll), math.cos(roll), self.setup.wood.friction
        for piece, (x, y, angle) in zip(cargo, places, strict=True):
            if not piece.weighs_g or piece.borne or piece.level < 0:
                continue
            lean = lean_at(sin * x + cos * y, piece.fore.mm)
            if piece.fore.mm_s or abs(lean) > mu:
                self._slide(piece, lean)
            self._creep(piece, lean, (x, y))
            if abs(piece.fore.mm) > self.levels[piece.level].half_mm or self._tips(piece, lean, angle):
                yield piece

    def _slide(self, piece: Cargo, lean: float) -> None:
        mu, pull, speed = self.setup.wood.friction, self.setup.gravity_mm_s2 * _LOOK_S, piece.fore.mm_s
        faster = speed + lean * pull
        speed = 0.0 if abs(faster) <= mu * pull else faster - math.copysign(mu * pull, faster)
        self._go(piece, speed * _LOOK_S, speed)

    def _creep(self, piece: Cargo, lean: float, at: tuple[float, float]) -> None:
        """Move a piece that slides in the plane: where friction is at its limit there, nothing holds it here."""
        last, piece.last = piece.last, at
        if last is None:
            return
        way = math.dist(last, at)
        if _CREEPS_MM[0] < way < _CREEPS_MM[1]:
            mu = self.setup.wood.friction
            self._go(piece, way * lean / math.sqrt(max(mu * mu - lean * lean, (0.1 * mu) ** 2)), piece.fore.mm_s)

    def _go(self, piece: Cargo, way: float, speed: float) -> None:
        fore = piece.fore.mm + way
        if piece.layer is not None and piece.level == 0:
            inner = piece.depth_mm / 2
            if (fore if HALVES[piece.layer] == "bow" else -fore) < inner <= abs(piece.fore.mm):
                fore, speed = math.copysign(inner, piece.fore.mm), 0.0
        piece.fore = Fore(fore, speed)

    def _tips(self, piece: Cargo, lean: float, angle: float) -> bool:
        """Return True once a piece has leant over the edge of what carries it for long enough."""
        fore, half = piece.fore.mm, self.levels[piece.level].half_mm
        if piece.level == 0:
            room = half - fore if lean > 0 else half + fore
        elif piece.rests is None:
            return False
        else:
            low, high = piece.rests
            if not low <= fore <= high:
                return True
            room = min(high - fore if lean > 0 else fore - low, piece.depth_mm / 2)
        over = abs(lean) * piece.section.reach_mm > room and abs(lean) * -piece.section.extent(angle)[1] > room
        piece.leans = piece.leans + 1 if over else 0
        return room < 0.0 or piece.leans >= _TIPS_LOOKS


def _touched(body: pymunk.Body) -> list[pymunk.Shape]:
    found: list[pymunk.Shape] = []

    def note(arbiter: pymunk.Arbiter) -> None:
        one, other = arbiter.shapes
        found.append(other if one.body is body else one)

    body.each_arbiter(note)
    return found
