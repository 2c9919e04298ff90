"""A person at a table of ZIGZAG: one hand, which follows the pointer while it is over the table.

Before every frame a window passes on where the pointer is (`MouseHand.follow`), and what the person means to do
(`ZigzagMatch.act`, or the short forms here). The place of the hand at every tick is in the record, as measured.
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
"""Lag of a flat screen plus that of the mouse: as at Zack! (assumed)."""
LAG_TICKS = math.ceil((FRAME_S + SCREEN_LAG_S) * TICK_HZ - 1e-9)
"""The delay (ticks) with which bots see what a person sees: a frame at 60 Hz and the lag of the screen."""


def person_among(seats: tuple[Seat, ...]) -> str | None:
    """Return the name of the person at the table, None if there are only bots. Raises InputError for more than one."""
    names = [seat.name for seat in seats if seat.is_person]
    if len(names) > 1:
        raise InputError(
            "--players: expected at most one person (me) at ZIGZAG, where all act at once and "
            "there is one mouse, found {names}: {names2}.",
            names=len(names),
            names2=", ".join(names),
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
        """The place to which the hand is steered (mm)."""
        return self._table.pointers[self.name]

    def follow(self, x: float, y: float, by_keys: bool = False) -> None:
        """Steer the hand to this place (mm) from now on.

        by_keys: keys choose where it goes, so that its way is not the person's own and is not logged.
        """
        self._table.pointers[self.name] = x, y
        self._table.by_keys = by_keys

    @property
    def free_place(self) -> Point:
        """The free place for a card (mm) that the person reaches best."""
        return self._table.free_place(self.name)

    @property
    def out(self) -> bool:
        """True while the hand is over the table and follows the pointer."""
        return self._table.tasks[self.name].steered

    @property
    def place(self) -> Point:
        """The place of the hand (mm)."""
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
        """Start the hand over the table. Raises IllegalAction."""
        self._act(ReachOut(by=self.name))

    def lay(self, card: str) -> None:
        """Lay a card of the player's own where the hand is. Raises IllegalAction."""
        self._act(Lay(by=self.name, card=card))

    def grab(self, card: str) -> None:
        """Take that card as soon as the hand covers it. Raises IllegalAction."""
        self._act(Grab(by=self.name, card=card))

    def go_home(self) -> None:
        """Go back to where the hand rests, without being steered. Raises IllegalAction."""
        self._act(GoHome(by=self.name))
