"""The hand moved by keys alone: arrows carry a piece or the catching hands, and a throw is charged and let go.

It gives the same samples of a place as a mouse does, so what it does is carried out and recorded like any other
movement. Places are in mm (world), times are match times (s).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from pyglet.window import key

from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ

ARROWS: Mapping[int, Point] = {
    key.LEFT: (-1.0, 0.0),
    key.RIGHT: (1.0, 0.0),
    key.DOWN: (0.0, -1.0),
    key.UP: (0.0, 1.0),
}
CARRY_MM_S, FINE_MM_S = 220.0, 30.0
"""How fast arrows carry a piece, without and with Shift."""
CATCH_MM_S, CATCH_FINE_MM_S = 900.0, 300.0
"""How fast arrows move the catching hands, without and with Shift."""
QUICKENS_MM_S2 = 1600.0
AIM_RAD = math.radians(60.0)
"""The elevation of an aim that nobody has turned yet."""
TURNS_RAD_S, TURNS_FINE_RAD_S = math.radians(60.0), math.radians(12.0)
"""How fast the aim turns, without and with Shift."""
LEAST_MM_S, MOST_MM_S, CHARGES_S = 400.0, 2000.0, 1.6
"""The speed of a throw that is hardly charged and of one that is fully charged, and how long that takes."""
TAP_S = 0.15
"""A key that is held no longer than this is not charging: the piece is set down."""
SWING_S, DRAWS_S = 0.12, 0.25
"""How long a throw takes, from where the hand was drawn back to to where it lets go; how long it takes to draw back."""
STOPS_S = 0.06
"""How long the hand rests before it sets down, so that it does not throw."""
_SAMPLE_S = 1.0 / 120.0


@dataclass(frozen=True, slots=True)
class ChargedThrow:
    """A throw that is charged: its velocity (mm/s), and where the hand is at each tick until it opens (mm)."""

    velocity: Point
    path: tuple[Point, ...]


@dataclass(slots=True)
class KeyboardHand:
    """The hand of a player who plays by keys.

    place: where it is, without what it is drawn back for a throw; None while the mouse leads. aim_rad: the direction of
    a throw, counter-clockwise from starboard. fine: Shift is held. opens_s: when the fingers are to open; None for
    never.
    """

    place: Point | None = None
    aim_rad: float = AIM_RAD
    fine: bool = False
    opens_s: float | None = None
    _aimed: bool = False
    _down: set[int] = field(default_factory=set)
    _turns: dict[int, int] = field(default_factory=dict)
    _velocity: Point = (0.0, 0.0)
    _charged_s: float | None = None
    _swings_s: float | None = None
    _swing_mm_s: float = 0.0

    @property
    def leads(self) -> bool:
        """True while keys move the hand, not the mouse."""
        return self.place is not None

    @property
    def charges(self) -> bool:
        """True while a throw is being charged, or under way."""
        return self._charged_s is not None or self._swings_s is not None

    @property
    def swings(self) -> bool:
        """True while a throw is under way."""
        return self._swings_s is not None

    @property
    def throw(self) -> Point:
        """The velocity (mm/s) with which the hand would throw now, or throws."""
        speed = self._swing_mm_s if self._swings_s is not None else _speed(self._charged_s or 0.0)
        return speed * math.cos(self.aim_rad), speed * math.sin(self.aim_rad)

    @property
    def charged(self) -> ChargedThrow | None:
        """The throw that would be made if the key were let go now; None while nothing is charged."""
        if self.place is None or self._charged_s is None or self._charged_s <= TAP_S:
            return None
        (x, y), (vx, vy) = self.place, self.throw
        # After the swing the hand goes on for a tick before it opens, and opens at the beginning of one.
        times = [tick / TICK_HZ for tick in range(1, math.ceil(SWING_S * TICK_HZ) + 2)]
        ahead = [t - SWING_S if t > SWING_S else ((t / SWING_S) ** 2 - 1.0) * SWING_S / 2 for t in times]
        return ChargedThrow((vx, vy), tuple((x + vx * s, y + vy * s) for s in ahead))

    # ------------------------------------------------------------------------------------------ keys

    def lead(self, place: Point) -> None:
        if self.place is None:
            self.place, self._velocity = place, (0.0, 0.0)

    def leave(self) -> None:
        """Leave the hand to the mouse."""
        self.rest()
        self.place = self.opens_s = self._swings_s = None

    def rest(self) -> None:
        """Take all keys for let go, and uncharge the throw."""
        self._down.clear()
        self._turns.clear()
        self.fine, self._charged_s, self._velocity = False, None, (0.0, 0.0)

    def press(self, symbol: int) -> None:
        """Press an arrow: it moves the hand, or turns the aim while a throw is charged."""
        self._down.add(symbol)

    def turn_aim(self, symbol: int, direction: int) -> None:
        """Begin to turn the aim, counter-clockwise for a `direction` of 1, until the key is let go."""
        self._turns[symbol] = direction

    def release(self, symbol: int) -> None:
        """Let go of an arrow or of a key that turns the aim."""
        self._down.discard(symbol)
        self._turns.pop(symbol, None)

    def charge(self, towards_x_mm: float) -> None:
        """Begin to charge a throw, in the direction of the last one; of the first one: towards that place."""
        if self.place is None or self.charges or self.opens_s is not None:
            return
        if not self._aimed:
            self.aim_rad = AIM_RAD if towards_x_mm >= self.place[0] else math.pi - AIM_RAD
        self._charged_s = 0.0

    def let_fly(self, now_s: float) -> None:
        """Throw what is charged, or set down after a tap."""
        if self._charged_s is None:
            return
        charged, self._charged_s = self._charged_s, None
        if charged <= TAP_S:
            self.set_down(now_s)
        else:
            self._swing_mm_s, self._swings_s = _speed(charged), now_s
            self.opens_s = now_s + SWING_S
            self._aimed = True

    def set_down(self, now_s: float) -> None:
        """Stop, and open the fingers a moment later."""
        if self.opens_s is None and not self.charges:
            self._down.clear()
            self._velocity, self.opens_s = (0.0, 0.0), now_s + STOPS_S

    # ------------------------------------------------------------------------------------------ time

    def move(self, begins_s: float, ends_s: float, wall_s: float, holds: bool) -> list[tuple[float, float, float]]:
        """Move on through a stretch of match time that takes `wall_s`; return samples of its place (time, x, y).

        holds: a piece is in the hand; else the catching hands move.
        """
        times = [ends_s - _SAMPLE_S * n for n in range(math.ceil((ends_s - begins_s) / _SAMPLE_S - 1e-9))][::-1]
        if self.opens_s is not None and begins_s < self.opens_s < ends_s:
            # The velocity of a throw is that of the place at this very moment.
            times = sorted({*times, self.opens_s})
        samples, before = [], begins_s
        for time_s in times:
            self._step(wall_s * (time_s - before) / (ends_s - begins_s), holds)
            samples.append((time_s, *self._drawn(time_s)))
            before = time_s
        return samples

    def opened(self) -> None:
        """Take note that the fingers have opened, or were kept from it."""
        self.opens_s = self._swings_s = None

    def _step(self, wall_s: float, holds: bool) -> None:
        assert self.place is not None
        x = sum(ARROWS[symbol][0] for symbol in self._down)
        y = sum(ARROWS[symbol][1] for symbol in self._down)
        turns = sum(self._turns.values())
        if self._charged_s is not None:
            self._charged_s += wall_s
            turns -= round(x)
        if turns:
            self.aim_rad += turns * wall_s * (TURNS_FINE_RAD_S if self.fine else TURNS_RAD_S)
            self._aimed = True
        if self.charges or self.opens_s is not None:
            return
        if holds:
            wanted = FINE_MM_S if self.fine else CARRY_MM_S
            self._velocity = _nearer(self._velocity, (wanted * x, wanted * y), QUICKENS_MM_S2 * wall_s)
        else:
            wanted = CATCH_FINE_MM_S if self.fine else CATCH_MM_S
            self._velocity = (wanted * x, wanted * y)
        self.place = self.place[0] + self._velocity[0] * wall_s, self.place[1] + self._velocity[1] * wall_s

    def _drawn(self, time_s: float) -> Point:
        """Return where the hand is with what it is drawn back: it speeds up evenly, up to where it lets go."""
        assert self.place is not None
        back = 0.0
        if self._swings_s is not None:
            done = min(1.0, (time_s - self._swings_s) / SWING_S)
            back = self._swing_mm_s * SWING_S / 2 * (1.0 - done * done)
        elif self._charged_s is not None and self._charged_s > TAP_S:
            back = _speed(self._charged_s) * SWING_S / 2 * _drawn_back(self._charged_s)
        return self.place[0] - back * math.cos(self.aim_rad), self.place[1] - back * math.sin(self.aim_rad)


def _speed(charged_s: float) -> float:
    """Return the speed (mm/s) of a throw that was charged for so long."""
    return LEAST_MM_S + (MOST_MM_S - LEAST_MM_S) * min(1.0, charged_s / CHARGES_S)


def _drawn_back(charged_s: float) -> float:
    """Return the share, 0 to 1, of its way back that the hand has gone after charging for so long."""
    return min(1.0, max(0.0, (charged_s - TAP_S) / DRAWS_S))


def _nearer(velocity: Point, wanted: Point, most: float) -> Point:
    """Return a velocity changed towards the wanted one by at most `most`."""
    dx, dy = wanted[0] - velocity[0], wanted[1] - velocity[1]
    far = math.hypot(dx, dy)
    share = 1.0 if far <= most else most / far
    return velocity[0] + dx * share, velocity[1] + dy * share
