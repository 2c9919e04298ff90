"""Where the deeds of a ZIGZAG match come from: minds that notice and decide, or the record of a match that was played.

A deed is a line of the record: who, at which tick, and what he does (intents.py). The match asks for the deeds that are
due, one after the other, and tells what there is to be seen; it does not know who answers.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Protocol

from sim.errors import InputError
from sim.games.zigzag.bots.mind import Mind
from sim.games.zigzag.bots.observation import Observation, Percept, What
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.match import cards
from sim.games.zigzag.match.intents import INTENT
from sim.match.decisions import check_answer, malformed
from sim.match.human_input import Inbox
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.seat import Seat
from sim.seeds import derive

MOVED = ("lay", "grab")
"""Deeds of a hand over the tapis: the match says when exactly it sets out, and owns its noise."""
OWNED = ("stage", "by", "tick", "at_s", "noise_seed")
"""What no mind says of a deed."""


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


class Chance:
    """One player's chance: the streams that his mind draws from, and the noise of his hand, counted together.

    A mind is lent `draw` alone: it has neither the seed of the match nor that of a movement to come.
    """

    def __init__(self, seed: int, name: str) -> None:
        """Begin to count."""
        self._seed, self._name = seed, name
        self._count = 0

    def draw(self, question: str) -> int:
        """Return the seed of the stream of another question."""
        self._count += 1
        return derive(self._seed, "mind", self._name, question, self._count)


class BotDriver:
    """People as the strategies make them; seats of persons are left to others.

    judge: raises IllegalAction where hands or rules forbid a deed now.
    """

    def __init__(
        self,
        configuration: ZigzagConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        view: Callable[[str], Observation],
        judge: Callable[[Line], None],
    ) -> None:
        """Seat them."""
        people = configuration.people
        self._view, self._judge, self._seed = view, judge, seed
        self._names = [seat.name for seat in seats]
        self._chance = {seat.name: Chance(seed, seat.name) for seat in seats if not seat.is_person}
        self._minds = {
            seat.name: Mind(
                seat.name,
                configuration.skills[seat.profile],
                people.strategies[seat.strategy],
                people.eyes,
                people.voice,
                self._chance[seat.name].draw,
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
        at = min((self._next_s(name) for name in self._minds), default=math.inf)
        return at if math.isinf(at) else math.ceil(at * TICK_HZ - 1e-9)

    def deeds(self, tick: int) -> Iterator[Line]:
        """What they do up to this tick. Raises IllegalAction for what cannot be done now."""
        for name, mind in self._minds.items():
            next_s = self._next_s(name)
            if next_s <= tick / TICK_HZ + 1e-9:
                # Hands set out at their own moment, not at the tick's; whoever is told late sets out at once.
                at_s = min(tick / TICK_HZ, max(next_s, (tick - 1) / TICK_HZ))
                deeds: Any = mind.decide(tick / TICK_HZ, self._view(name))
                # The noise is drawn when he decides: what comes of his first deed may ask him for more of his chance.
                whole = [self._line(name, deed, tick, at_s) for deed in (deeds if isinstance(deeds, list) else [deeds])]
                for line in whole:
                    answer = {key: value for key, value in line.items() if key not in ("stage", "by", "question")}
                    check_answer(INTENT, name, line["question"], answer, self._judge)
                    yield line

    def _next_s(self, name: str) -> float:
        """When that mind will next do something. Raises IllegalAction for no time."""
        at: Any = self._minds[name].next_s
        if not isinstance(at, int | float) or isinstance(at, bool) or math.isnan(at) or at < 0.0:
            raise malformed(name, "next_s", "expected a time in seconds, or infinity", at)
        return float(at)

    def _line(self, name: str, deed: Any, tick: int, at_s: float) -> Line:
        """Return the deed as it is told, with what is not the mind's to say. Raises IllegalAction."""
        if not isinstance(deed, dict) or not isinstance(deed.get("question"), str):
            raise malformed(name, "deed", "expected a table with its question", deed)
        question = deed["question"]
        owned = [key for key in OWNED if key in deed]
        if owned:
            raise malformed(name, question, f"expected no {owned[0]}, which the match says", deed[owned[0]])
        moved = {"noise_seed": self._chance[name].draw("noise"), "at_s": at_s} if question in MOVED else {}
        return {"stage": "intent", "by": name, "tick": tick, **deed, **moved}

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


class MixedTable:
    """Bots and a person at one table. What happens is drawn in the next frame, and lights up a little later, so bots
    are told of everything with that delay (as at Zack!)."""

    def __init__(self, minds: BotDriver, inbox: Inbox[Line], lag: int) -> None:
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
