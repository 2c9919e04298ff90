"""A throw at Zack! by keys: arrows aim and move the hand, and the longer Space is held the faster the card leaves."""

from __future__ import annotations

import math

from pyglet.window import key

from sim.games.zack.match.gesture import Speeds, speeds_in
from sim.games.zack.match.mouse_hand import MouseHand
from sim.physics import Point
from sim.physics.bowl.measures import BowlSetup

SWEEP_S = 1.1
"""The time in which the strength grows from its least to its most, while Space is held; then it falls again."""
LEAST_SHARE, MOST_SHARE = 0.45, 1.55
"""The least and the greatest strength, as shares of what carries the card into the bowl's middle."""
LESS, MORE = 0.8, 1.2
"""The least and the greatest speed that is shown where none is found, as shares of a practised hand's (assumed)."""
TURN_DEG_S, MOVE_MM_S = 40.0, 160.0
"""How fast a direction turns and a hand moves while an arrow is held."""
STEP_DEG, STEP_MM = 2.0, 8.0
"""How far the direction turns and the hand moves at the press of an arrow."""
RISES_DEG = (-25.0, 40.0)
ROW_MM = 30.0
"""Speeds are looked for at places this far apart: the search takes a while."""
ARROWS = {key.UP: (0, 1), key.DOWN: (0, -1), key.LEFT: (-1, 0), key.RIGHT: (1, 0)}


class KeyThrow:
    """The aim of a throw by keys. rise_deg: its direction above the horizontal, towards the bowl."""

    def __init__(self, setup: BowlSetup, hand: MouseHand) -> None:
        self._setup, self._hand = setup, hand
        self.rise_deg = setup.throw.flick_elevation_deg
        self._held: set[int] = set()
        self._since_s: float | None = None
        self.steers = False
        """True once keys have aimed: the aim is shown until the mouse moves."""

    @property
    def charging(self) -> bool:
        """True while Space is held to throw."""
        return self._since_s is not None

    def press(self, symbol: int, now_s: float) -> None:
        """Aim by an arrow's step, and on while it is held."""
        across, up = ARROWS[symbol]
        self._held.add(symbol)
        self._aim(across * STEP_MM, up * STEP_DEG, now_s)

    def release(self, symbol: int) -> None:
        """Let go of an arrow."""
        self._held.discard(symbol)

    def move_on(self, wall_s: float, now_s: float) -> None:
        """Aim on for that long by the arrows that are held."""
        across = sum(ARROWS[symbol][0] for symbol in self._held)
        up = sum(ARROWS[symbol][1] for symbol in self._held)
        if across or up:
            self._aim(across * MOVE_MM_S * wall_s, up * TURN_DEG_S * wall_s, now_s)

    def _aim(self, across_mm: float, up_deg: float, now_s: float) -> None:
        self.steers = True
        self.rise_deg = min(RISES_DEG[1], max(RISES_DEG[0], self.rise_deg + up_deg))
        if not self.charging:
            x, y = self._hand.place
            left, _, right, _ = self._hand.reach
            self._hand.steer(now_s, min(right, max(left, x + across_mm)), y)

    def charge(self, now_s: float) -> None:
        """Begin to gather strength."""
        self._since_s, self.steers = now_s, True

    def stop(self) -> None:
        """Forget the strength, and the keys that are held."""
        self._since_s, self.steers = None, False
        self._held.clear()

    def share(self, now_s: float) -> float:
        """Return the strength as a share of what carries the card into the bowl's middle; 1 until it is gathered."""
        if self._since_s is None:
            return 1.0
        sweep = max(0.0, now_s - self._since_s) / SWEEP_S % 2.0
        return LEAST_SHARE + (MOST_SHARE - LEAST_SHARE) * (sweep if sweep <= 1.0 else 2.0 - sweep)

    def velocity(self, now_s: float) -> Point:
        """Return the velocity (mm/s) of a card that is let go now."""
        speed, rise = self.share(now_s) * self.needed.middle, math.radians(self.rise_deg)
        return -self._hand.side * speed * math.cos(rise), speed * math.sin(rise)

    @property
    def needed(self) -> Speeds:
        """The speeds that carry a card into the bowl from about where the hand is, in the direction of the aim."""
        return needed_near(self._setup, self._hand, math.radians(self.rise_deg))


def needed_near(setup: BowlSetup, hand: MouseHand, rise_rad: float) -> Speeds:
    """Return the speeds that carry a card into the bowl from about where the hand is, in about that direction.

    Where nothing does: those in the usual direction, or else, as at a long table where the air brings a flick down
    before the bowl, about that of a practised hand.
    """
    x, y = (round(value / ROW_MM) * ROW_MM for value in hand.place)
    rise = math.radians(round(math.degrees(rise_rad) / 5.0) * 5.0)
    usual = math.radians(setup.throw.flick_elevation_deg)
    spin = hand.spin_rad_s
    found = speeds_in(setup, hand.side, x, y, rise, spin) or speeds_in(setup, hand.side, x, y, usual, spin)
    return found or Speeds(LESS * hand.usual_mm_s, hand.usual_mm_s, MORE * hand.usual_mm_s)
