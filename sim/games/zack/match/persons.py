"""Persons at a table of Zack!, among bots: what they do comes from outside, what bots see comes to them as late.

A person sees the table on a screen: what happens is drawn in the next frame, and lights up a little later. So bots,
who would know it at once, are told everything with that delay (`lag_ticks`), and no bot acts on anything, or has been
told of it, before it was drawn, as long as no frame covers more match time than that (`ZackMatch.longest_step_s`).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sim.errors import InputError
from sim.games.zack.bots.percepts import Percept
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.bot_driver import BotDriver
from sim.games.zack.match.reaction_log import Eyes
from sim.match.human_input import Inbox
from sim.physics.bowl.state import Release
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.seat import Seat

FRAME_S = 1.0 / 60.0
MOST_PERSONS = 1


def the_person(seats: tuple[Seat, ...]) -> str | None:
    """The name of the person at the table, None where bots are among themselves. Raises InputError for more than one.

    At Zack! everybody acts at once, and one mouse is in one hand.
    """
    names = [seat.name for seat in seats if seat.is_person]
    if len(names) > MOST_PERSONS:
        raise InputError(
            f"--players: expected at most one person (me) at Zack!, where all throw at once and there is one mouse,"
            f" found {len(names)}: {', '.join(names)}."
        )
    return names[0] if names else None


def lag_ticks(configuration: ZackConfiguration) -> int:
    """How many ticks later bots are told of what a person sees: a frame at 60 Hz and the screen's own lag."""
    return math.ceil((FRAME_S + configuration.people.sight.screen_lag_ms / 1000.0) * TICK_HZ - 1e-9)


def release_on_record(line: Line | None, by: str) -> Release:
    """How a card left a person's hand, from its line of the record. Raises InputError where there is none of his."""
    if line is None or line["by"] != by:
        raise InputError(f"expected what the hand of {by} did, measured, and found nothing of it on record.")
    return Release.from_json(line["action"]["release"])


class MixedTable:
    """Bots and persons at one table: a `People`."""

    def __init__(self, minds: BotDriver, eyes: Eyes, inbox: Inbox, lag: int) -> None:
        self._minds, self._eyes, self._inbox, self._lag = minds, eyes, inbox, lag
        self._coming: deque[tuple[int, Percept]] = deque()

    def new_game(self, game: int, hands: Sequence[int]) -> None:
        """Everybody forgets what was."""
        self._coming.clear()
        self._eyes.forget()
        self._minds.new_game(game, hands)

    def sees(self, percept: Percept) -> None:
        """The person sees it now, as far as we follow his eyes; the bots when it can be seen on the screen."""
        self._eyes.sees(percept)
        late = replace(percept, at_s=percept.at_s + self._lag / TICK_HZ)
        self._coming.append((math.ceil(late.at_s * TICK_HZ - 1e-9), late))

    @property
    def next_tick(self) -> float:
        """When somebody may do something, or is told of something."""
        told = self._coming[0][0] if self._coming else math.inf
        return min(told, self._minds.next_tick, self._inbox.next_tick)

    def deeds(self, tick: int, hands: Sequence[int]) -> list[Line]:
        """What the persons do, then what the bots do."""
        while self._coming and self._coming[0][0] <= tick:
            self._minds.sees(self._coming.popleft()[1])
        return [*self._inbox.take(tick), *self._minds.deeds(tick, hands)]

    @property
    def beliefs(self) -> Mapping[int, int | None]:
        """Whom each bot takes to be due."""
        return self._minds.beliefs

    def measured(self, by: str) -> Release:
        """What a person's hand did, from the record that is caught up with."""
        return release_on_record(self._inbox.measured(), by)
