"""Where the deeds of a Zack! match come from: minds that see and think, or the record of a match that was played.

A deed is a line of the record: who, at which tick, and what his hand does (intents.py). The match asks for the deeds
that are due, and tells what there is to be seen; it does not know who answers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from sim.errors import InputError
from sim.games.zack.bots.mind import Mind
from sim.games.zack.bots.percepts import Act, Do, Percept, What
from sim.games.zack.bots.planning import Person
from sim.games.zack.bots.random_bot import lend
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.lawful import CARDS, Law
from sim.physics.bowl.state import Release
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.seat import Seat
from sim.seeds import derive

BEGINNER = "child"
"""Whom the others grant some time, if the table has agreed on it ([table] child_handicap_ms)."""


class People(Protocol):
    """Everybody at the table."""

    def new_game(self, game: int, hands: Sequence[int]) -> None:
        """A game begins, with so many cards in each hand."""

    def sees(self, percept: Percept) -> None:
        """Everybody can see this now."""

    @property
    def next_tick(self) -> float:
        """The tick at which `deeds` will next have something to tell; infinity for never."""

    def deeds(self, tick: int, hands: Sequence[int]) -> list[Line]:
        """What is done up to this tick; `hands` are the Zack cards that each seat holds. May raise StopMatch."""

    @property
    def beliefs(self) -> Mapping[int, int | None]:
        """The seat that each seat takes to be due, of those seats of whom it is known."""

    def measured(self, by: str) -> Release:
        """What the hand of a person did, next in the record. Raises InputError where it is not on record."""


def side_of(seat: int, seats: int) -> int:
    """The side of the plane on which a seat's hand is: the first half of the table sits to the right (1)."""
    return 1 if seat < (seats + 1) // 2 else -1


class BotDriver:
    """People as the strategies make them; seats of persons are left to others (persons.py)."""

    def __init__(
        self, configuration: ZackConfiguration, seats: tuple[Seat, ...], seed: int, colour_of: Callable[[int], str]
    ) -> None:
        self._configuration = configuration
        self._seats = seats
        self._seed = seed
        self._colour_of = colour_of
        self._minds: list[Mind] = []
        self._laws: dict[int, Law] = {}
        # Asked at every tick, and another only after something was seen or done.
        self._next_tick = math.inf

    def new_game(self, game: int, hands: Sequence[int]) -> None:
        """Everybody forgets what was."""
        people, table = self._configuration.people, self._configuration.table
        seed = derive(self._seed, "game", game)
        beginners = {n: table.child_handicap_ms for n, seat in enumerate(self._seats) if seat.profile == BEGINNER}
        self._minds, self._laws = [], {}
        for number, seat in enumerate(self._seats):
            if seat.is_person:
                continue
            skill, temper = self._configuration.skills[seat.profile], people.tempers[seat.strategy]
            side = side_of(number, len(self._seats))
            me = Person(number, len(self._seats), skill, temper, people, side, table.seat_distance_mm)
            chance, noise_seed = lend(seed, seat.name)
            self._laws[number] = Law(me, seat.name, noise_seed)
            handicap = {} if seat.profile == BEGINNER else beginners
            self._minds.append(Mind(me, chance, cards=hands[number], handicap_ms=handicap))
        self._look_ahead()

    def sees(self, percept: Percept) -> None:
        """Every mind takes it in."""
        for law in self._laws.values():
            law.sees(percept)
        for mind in self._minds:
            mind.sees(percept)
        self._look_ahead()

    @property
    def next_tick(self) -> float:
        """The first tick that is not before the next deed."""
        return self._next_tick

    def _look_ahead(self) -> None:
        at_s = min((self._next_s(mind) for mind in self._minds), default=math.inf)
        self._next_tick = at_s if math.isinf(at_s) else math.ceil(at_s * TICK_HZ - 1e-9)

    def deeds(self, tick: int, hands: Sequence[int]) -> list[Line]:
        """What the minds do up to this tick, in the order of the seats."""
        lines = []
        for mind in self._minds:
            mind.cards = hands[mind.seat]
            if self._next_s(mind) <= tick / TICK_HZ + 1e-9:
                lines += [self._line(mind, act, tick, hands) for act in mind.tick(tick / TICK_HZ + 1e-9)]
        self._look_ahead()
        return [line for line in lines if line]

    def _next_s(self, mind: Mind) -> float:
        return self._laws[mind.seat].time(mind.next_s, "next")

    @property
    def beliefs(self) -> Mapping[int, int | None]:
        """Whom each mind takes to be due."""
        found = {mind.seat: mind.belief for mind in self._minds}
        return {
            seat: None if belief is None else self._laws[seat].seat(belief, "belief") for seat, belief in found.items()
        }

    def measured(self, by: str) -> Release:
        """Bots' hands are not measured."""
        raise InputError(f"{by} is no person, whose hand could have been measured.")

    def _line(self, mind: Mind, act: Act, tick: int, hands: Sequence[int]) -> Line:
        """Return the deed in the words of the record, empty for what nobody sees. Raises IllegalIntent."""
        law = self._laws[mind.seat]
        plan = law.check(act, tick / TICK_HZ).plan
        head = {"stage": "intent", "by": self._seats[mind.seat].name, "tick": tick}
        if act.what is What.WITHDRAW:
            return {**head, "question": "withdraw"}
        if act.what is What.BEGIN:
            if plan.do not in CARDS:
                return {}
            return {
                **head,
                "question": "begin",
                "do": plan.do.value,
                "at_s": plan.at_s,
                "towards_bowl_s": plan.towards_bowl_s,
                **({} if plan.target is None else {"target": self._colour_of(plan.target)}),
            }
        head["question"] = plan.do.value
        if plan.do is Do.RESUME:
            return head
        if plan.do is Do.CHOOSE:
            return {**head, "colour": self._colour_of(law.seat(mind.chooses(hands), "choose"))}
        assert plan.intent is not None
        aimed: Line = {
            "side": plan.intent.side,
            "distance_mm": plan.intent.distance_mm,
            "target_x_mm": plan.intent.target_x_mm,
            "pace": plan.intent.pace,
            "noise_seed": law.noise_seed(plan),
        }
        if plan.do is Do.CHALLENGE:
            assert plan.target is not None
            assert plan.reason is not None
            aimed |= {"target": self._colour_of(plan.target), "reason": plan.reason.value}
        return {**head, **aimed}
