"""A person at a table of ZIGZAG: one hand, which follows the pointer while it is over the table.

A window says before every frame where the pointer is (`MouseHand.follow`), and what the person means to do
(`ZigzagMatch.act`, or the short forms here). Where the hand was at every tick stands in the record, as measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from sim.errors import InputError
from sim.games.zigzag.intents import GoHome, Grab, Lay, ReachOut
from sim.games.zigzag.match.table import ZigzagTable
from sim.match.intents import Intent
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.tapis.world import entry
from sim.seat import Seat

FRAME_S = 1.0 / 60.0
SCREEN_LAG_S = 0.025
"""From a drawn frame to the light of it, with that of the mouse back: as at Zack! (assumed)."""
LAG_TICKS = math.ceil((FRAME_S + SCREEN_LAG_S) * TICK_HZ - 1e-9)
"""How many ticks later bots see what a person sees: a frame at 60 Hz and the screen's own lag."""


def person_among(seats: tuple[Seat, ...]) -> str | None:
    """Return the name of the person at the table, None if there are only bots. Raises InputError for more than one."""
    names = [seat.name for seat in seats if seat.is_person]
    if len(names) > 1:
        raise InputError(
            f"--players: expected at most one person (me) at ZIGZAG, where all act at once and there is one mouse,"
            f" found {len(names)}: {', '.join(names)}."
        )
    return names[0] if names else None


class MouseHand:
    """The hand of the table's person. home: where it rests (mm, from above)."""

    def __init__(self, table: ZigzagTable, name: str, act: Callable[[Intent], None]) -> None:
        """Lead the hand of the player `name`. act: has the person do something; raises IllegalAction."""
        self.name, self.home = name, table.homes[name]
        self._table, self._act = table, act

    @property
    def pointer(self) -> Point:
        """Where the hand is steered to (mm)."""
        return self._table.pointers[self.name]

    def follow(self, x: float, y: float) -> None:
        """Steer the hand there (mm) from now on."""
        self._table.pointers[self.name] = x, y

    @property
    def out(self) -> bool:
        """True while the hand is over the table and follows the pointer."""
        return self._table.tasks[self.name].steered

    @property
    def place(self) -> Point:
        """Where the hand is (mm)."""
        hand = self._table.world.hands[self.name]
        return hand.x, hand.y

    def lying_at(self, x: float, y: float) -> str | None:
        """Return the name of the free card at that place (mm), the nearest first; None if there is none."""
        world, measures = self._table.world, self._table.configuration.setup.tapis
        found = [
            (math.hypot(pose.x - x, pose.y - y), name)
            for name, pose in world.cards.items()
            if name not in world.held
            and entry((x, y, x, y), pose, measures.card_width_mm, measures.card_height_mm) is not None
        ]
        return min(found)[1] if found else None

    def reach(self) -> None:
        """Set out. Raises IllegalAction."""
        self._act(ReachOut(by=self.name))

    def lay(self, card: str) -> None:
        """Lay a card of one's own where the hand is. Raises IllegalAction."""
        self._act(Lay(by=self.name, card=card))

    def grab(self, card: str) -> None:
        """Take that card as soon as the hand covers it. Raises IllegalAction."""
        self._act(Grab(by=self.name, card=card))

    def go_home(self) -> None:
        """Go back to where the hand rests, without being steered. Raises IllegalAction."""
        self._act(GoHome(by=self.name))
