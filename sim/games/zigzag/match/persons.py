"""A person at a table of ZIGZAG: one hand, which follows the pointer while it is over the table.

A window tells the pointer's place before every frame (`MouseHand.follow`) and what the person does (`match.act`):
`reach` (the hand sets out), `lay` a card where it is, `grab` the card under it, `home`; and what needs no hand on the
tapis. Where the hand was at every tick stands in the record, as measured.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sim.errors import InputError
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.tapis.world import entry
from sim.protocols import Line
from sim.seat import Seat

if TYPE_CHECKING:
    from sim.games.zigzag.match.match import ZigzagMatch

FRAME_S = 1.0 / 60.0
SCREEN_LAG_S = 0.025
"""From a drawn frame to the light of it, with that of the mouse back: as at Zack! (assumed)."""


def the_person(seats: tuple[Seat, ...]) -> str | None:
    """The name of the person at the table, None where there are bots only. Raises InputError for more than one."""
    names = [seat.name for seat in seats if seat.is_person]
    if len(names) > 1:
        raise InputError(
            f"--players: expected at most one person (me) at ZIGZAG, where all act at once and there is one mouse,"
            f" found {len(names)}: {', '.join(names)}."
        )
    return names[0] if names else None


def lag_ticks(_configuration: ZigzagConfiguration) -> int:
    """How many ticks later bots are told of what a person sees: a frame at 60 Hz and the screen's own lag."""
    return math.ceil((FRAME_S + SCREEN_LAG_S) * TICK_HZ - 1e-9)


class MouseHand:
    """The hand of the player `name`. pointer: where it is steered to (mm, from above); home: where it rests."""

    def __init__(self, match: ZigzagMatch, name: str, home: Point) -> None:
        self.name, self.home = name, home
        self.pointer: Point = home
        self._match = match

    def follow(self, x: float, y: float) -> None:
        """The pointer is there now."""
        self.pointer = x, y

    @property
    def out(self) -> bool:
        """Is it over the table, following the pointer?"""
        return self._match.courses[self.name].steered

    @property
    def place(self) -> Point:
        """Where it is."""
        hand = self._match.world.hands[self.name]
        return hand.x, hand.y

    def under(self) -> str | None:
        """The name of the free card on the tapis that it is over, the nearest first; None over none."""
        world, (x, y) = self._match.world, self.place
        measures = self._match.configuration.setup.tapis
        found = [
            (math.hypot(pose.x - x, pose.y - y), name)
            for name, pose in world.cards.items()
            if name not in world.held
            and entry((x, y, x, y), pose, measures.card_width_mm, measures.card_height_mm) is not None
        ]
        return min(found)[1] if found else None

    def reach(self) -> None:
        """Set out. Raises IllegalAction."""
        self._does({"question": "reach"})

    def lay(self, card: str) -> None:
        """Lay a card of the own hand where the hand is. Raises IllegalAction."""
        self._does({"question": "lay", "card": card})

    def grab(self, card: str) -> None:
        """Take that card as soon as the hand covers it. Raises IllegalAction."""
        self._does({"question": "grab", "card": card})

    def go_home(self) -> None:
        """Back to where it rests, by itself. Raises IllegalAction."""
        self._does({"question": "home"})

    def _does(self, deed: Line) -> None:
        self._match.act({"by": self.name, **deed})
