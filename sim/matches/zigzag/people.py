"""Where the deeds of a ZIGZAG match come from: minds that notice and decide, or the record of a match that was played.

A deed is a line of the record: who, at which tick, and what he does (intents.py). The match asks for the deeds that are
due, one after the other, and tells what there is to be seen; it does not know who answers.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from sim.configuration.zigzag import ZigzagConfiguration
from sim.errors import InputError
from sim.matches.match import Line
from sim.matches.persons import Inbox
from sim.matches.seats import Seat
from sim.matches.zigzag import cards
from sim.physics.contact import TICK_HZ
from sim.players.zigzag.mind import Mind
from sim.players.zigzag.views import Percept, View, What

Point = tuple[float, float]


class People(Protocol):
    """Everybody at the table."""

    def sees(self, percept: Percept) -> None:
        """Everybody can see this now."""

    @property
    def next_tick(self) -> float:
        """The tick at which `deeds` will next have something to tell; infinity for never."""

    def deeds(self, tick: int) -> Iterator[Line]:
        """What is done up to this tick, one after the other: each is decided after the one before was done."""

    def path_of(self, by: str) -> list[Point]:
        """Where a person's hand that sets out now was on record; empty where it is watched live."""

    def belief(self, name: str) -> dict[str, str]:
        """What that player believes to have seen of others: their signs, by seat."""


class Minds:
    """People as the strategies make them; seats of persons are left to others."""

    def __init__(
        self,
        configuration: ZigzagConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        view: Callable[[str], View],
    ) -> None:
        people = configuration.people
        self._view, self._seed = view, seed
        self._names = [seat.name for seat in seats]
        self._minds = {
            seat.name: Mind(
                seat.name,
                configuration.skills[seat.profile],
                people.strategies[seat.strategy],
                people.eyes,
                people.voice,
                seed,
            )
            for seat in seats
            if not seat.is_person
        }
        self._sets = 0

    def sees(self, percept: Percept) -> None:
        """Everybody sees it, and notices it after his own time."""
        if percept.what is What.NEW_SET:
            self._sets += 1
        for name, mind in self._minds.items():
            if percept.what is What.NEW_SET:
                teams = len(self._names) // 2
                zig, zag, _ = cards.signs(self._names.index(name) % teams, teams, self._seed, self._sets)
                mind.signs = {"zig": zig, "zag": zag}
            own = percept.what in (What.FREE, What.MISSED, What.DUE, What.PEEKED)
            if not own or percept.seat == name:
                mind.sees(percept, self._view(name))

    @property
    def next_tick(self) -> float:
        """The first moment at which one of them does something."""
        at = min((mind.next_s for mind in self._minds.values()), default=math.inf)
        return at if math.isinf(at) else math.ceil(at * TICK_HZ - 1e-9)

    def deeds(self, tick: int) -> Iterator[Line]:
        """What they do up to this tick."""
        for name, mind in self._minds.items():
            if mind.next_s <= tick / TICK_HZ + 1e-9:
                # Hands set out at their own moment, not at the tick's; whoever is told late sets out at once.
                at_s = min(tick / TICK_HZ, max(mind.next_s, (tick - 1) / TICK_HZ))
                for deed in mind.decide(tick / TICK_HZ, self._view(name)):
                    exactly = {"at_s": at_s} if deed["question"] in ("lay", "grab") else {}
                    yield {"stage": "intent", "by": name, "tick": tick, **deed, **exactly}

    def path_of(self, by: str) -> list[Point]:
        """Nobody is measured here."""
        return []

    def belief(self, name: str) -> dict[str, str]:
        """Signs that he believes to have seen."""
        mind = self._minds.get(name)
        if mind is None:
            return {}
        found = {seat: "sign" for seat, suspect in mind.suspects.items() if suspect.signed}
        return found if mind.partners is None else {**found, "partner": mind.partners}


class Company:
    """Bots and a person at one table. What happens is drawn in the next frame, and lights up a little later, so bots
    are told of everything with that delay (as at Zack!)."""

    def __init__(self, minds: Minds, inbox: Inbox, lag: int) -> None:
        self._minds, self._inbox, self._lag_s = minds, inbox, lag / TICK_HZ

    def sees(self, percept: Percept) -> None:
        """The person sees it by himself; the bots as late as he does."""
        self._minds.sees(replace(percept, at_s=percept.at_s + self._lag_s))

    @property
    def next_tick(self) -> float:
        """When somebody may do something."""
        return min(self._minds.next_tick, self._inbox.next_tick)

    def deeds(self, tick: int) -> Iterator[Line]:
        """What the person does, then what the bots do."""
        yield from self._inbox.take(tick)
        yield from self._minds.deeds(tick)

    def path_of(self, by: str) -> list[Point]:
        """The path on record while that is caught up with."""
        return path_on_record(self._inbox.measured(), by)

    def belief(self, name: str) -> dict[str, str]:
        """Signs that a bot believes to have seen."""
        return self._minds.belief(name)


def path_on_record(line: Line | None, by: str) -> list[Point]:
    """Where a person's hand was, from its line of the record; empty without one. Raises InputError for another's."""
    if line is None:
        return []
    if line["by"] != by:
        raise InputError(f"expected what the hand of {by} did, measured, and found that of {line['by']}.")
    return [(float(x), float(y)) for x, y in line["action"]["path"]]


class FromRecord:
    """Deeds as they stand in a record."""

    def __init__(self, intents: list[Line], measured: list[Line]) -> None:
        self._intents = deque(intents)
        self._measured = deque(measured)
        self.done = 0

    def sees(self, percept: Percept) -> None:
        """Nobody looks: what everybody did is written."""

    @property
    def next_tick(self) -> float:
        """The tick of the next line."""
        return float(self._intents[0]["tick"]) if self._intents else math.inf

    def deeds(self, tick: int) -> Iterator[Line]:
        """The lines of this tick."""
        while self._intents and self._intents[0]["tick"] <= tick:
            self.done += 1
            yield self._intents.popleft()

    def path_of(self, by: str) -> list[Point]:
        """As it is written."""
        return path_on_record(self._measured.popleft() if self._measured else None, by)

    def belief(self, name: str) -> dict[str, str]:
        """What they believed is not written."""
        return {}
