"""Matches in which all players act at the same time: later events wait in a schedule, idle time is skipped."""

from __future__ import annotations

import heapq
import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, Generic, Protocol

from sim.errors import InputError
from sim.match.at_once import Asked
from sim.match.base import FOREVER, Checkpoint, Match, StopMatch, forfeits_in, renewals_in
from sim.match.human_input import Inbox, Said
from sim.match.intents import IntentCodec
from sim.match.plain_values import PlainValues
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Configuration, Line, RecordedMatch
from sim.seat import Seat
from sim.spec import OpenMatch, OutsideBots


class Schedule:
    """The clock of a match and its scheduled actions; those due at the same tick keep the order of scheduling.

    An action is a method that its owner has named (`knows`), with plain arguments, so that what waits can be held.
    tick: control ticks since the match began.
    """

    def __init__(self) -> None:
        self.tick = 0
        self._serial = 0
        self._waiting: list[tuple[int, int, str, tuple[Any, ...]]] = []
        self._actions: dict[str, Callable[..., None]] = {}

    @property
    def time_s(self) -> float:
        """The match time now (s)."""
        return self.tick / TICK_HZ

    @property
    def next_tick(self) -> float:
        """The tick of the next action; infinity if none waits."""
        return self._waiting[0][0] if self._waiting else math.inf

    def knows(self, *actions: Callable[..., None]) -> None:
        """Let these actions be scheduled, each by its name."""
        self._actions.update({action.__name__: action for action in actions})

    def after(self, seconds: float, action: Callable[..., None], *given: Any) -> None:
        """Schedule `action(*given)` after `seconds` of match time, rounded up to a tick."""
        assert action.__name__ in self._actions
        self._serial += 1
        due = self.tick + max(0, math.ceil(seconds * TICK_HZ - 1e-9))
        heapq.heappush(self._waiting, (due, self._serial, action.__name__, given))

    def pop(self) -> Callable[[], None]:
        """Remove and return the next action. Raises IndexError if none waits."""
        _, _, name, given = heapq.heappop(self._waiting)
        return partial(self._actions[name], *given)

    def clear(self) -> None:
        """Remove all actions."""
        self._waiting.clear()

    def keep(self, stays: Callable[[str, tuple[Any, ...]], bool]) -> None:
        """Remove all actions but those that stay, by their name and what they are given."""
        self._waiting = sorted([each for each in self._waiting if stays(*each[2:])], key=itemgetter(0, 1))

    def held(self, values: PlainValues) -> list[Any]:
        """Return what waits as plain data, in order: the tick, the name of the action, what it is given."""
        return [[due, name, values.spell(given)] for due, _, name, given in sorted(self._waiting, key=itemgetter(0, 1))]

    def hold(self, waiting: Sequence[Any], values: PlainValues) -> None:
        """Let that wait which `held` returned. Raises KeyError, TypeError or ValueError for other data."""
        found = [(int(due), number, name, values.read(given)) for number, (due, name, given) in enumerate(waiting)]
        strange = next((name for _, _, name, _ in found if name not in self._actions), None)
        if strange is not None:
            raise ValueError(f"{strange!r} is no action of this game")
        self._waiting = found
        self._serial = len(self._waiting)


class Players(Protocol):
    """The source of the intents of all seats: bots, a person beside bots, a program outside, or a record.

    Each game adds how they are asked. They are asked at every tick from `next_tick` on, and answer at once with what
    they have, so a program outside needs no thread: it submits intents between two calls of `advance`.
    """

    @property
    def next_tick(self) -> float:
        """The tick at which a player acts next; infinity if none is going to."""


class SimultaneousMatch(Match, Generic[Said]):
    """A match in continuous time, whose players act at any moment.

    people: the players. person: the name of the one who plays by hand, or None. inbox: the intents of that person.
    """

    people: Players
    person: str | None
    inbox: Inbox[Said]
    outside = False
    """True if a program outside decides for a seat: it may act between two calls of `advance`."""
    _asked: str | None = None
    """The player for whose answer the match waits, where it is a model (model.py)."""

    def __init__(self, seats: tuple[Seat, ...], seed: int, record_line: Callable[[Line], None] | None) -> None:
        self.schedule = Schedule()
        super().__init__(seats, seed, record_line)

    @property
    def _ticks(self) -> int:
        return self.schedule.tick

    @_ticks.setter
    def _ticks(self, tick: int) -> None:
        self.schedule.tick = tick

    def run(self) -> None:
        """Play to the end of the match. Raises InputError if a person sits at the table, since they could not act."""
        if self.person is not None:
            raise InputError(
                "{person} is a person: such a match is played in a window, in real time.", person=self.person
            )
        super().run()

    @abstractmethod
    def may(self, said: Said) -> None:
        """Raise IllegalAction if a person may not do this now; mistakes that the rules punish are allowed."""

    def act(self, said: Said) -> None:
        """Submit a person's intent for the next tick. Raises IllegalAction as `may` does."""
        self.may(said)
        self.inbox.put(said)

    def _at(self, seconds: float, action: Callable[[], None]) -> None:
        self.schedule.after(seconds, action)

    # ------------------------------------------------------------------------------------------ as a state

    @property
    def checkpoint(self) -> Checkpoint | None:
        """This moment, at any tick; None where all has to be played again: with persons, records and external bots."""
        held = self._held()
        return None if held is None else self._moment(lambda: {**held, "asked": self._asked})

    def _held(self) -> Line | None:
        """Return all that changes in a match, as plain data; None where that cannot be."""
        return None

    def _restore(self, held: Line) -> None:
        data: dict[str, Any] = held
        self._hold(data)
        self._asked = data["asked"]
        if self._asked is not None and self._asked not in [seat.name for seat in self.seats]:
            raise ValueError(f"asked: expected a player, found {self._asked!r}")

    def _hold(self, data: dict[str, Any]) -> None:
        """Take over what `_held` returned. Raises KeyError, TypeError or ValueError for other data, and InputError."""
        raise ValueError(f"{self.title} has no checkpoints")

    @property
    def asks(self) -> bool:
        """True while a model waits for the answer of the player who was asked."""
        return self._asked is not None

    def wait_for_answer(self) -> None:
        """Have the player who was asked decided for from outside, once. Raises ValueError if there is none."""
        if self._asked is None:
            super().wait_for_answer()
        self.pending = self._once_more(str(self._asked))

    def ask_again(self) -> None:
        """Let the usual strategy decide for the player who was asked."""
        self.pending = self._asked = None

    def _answer(self, found: Any) -> None:
        by, self.pending, self._asked = str(self._asked), None, None
        self._begin_with(by, found)

    def _once_more(self, by: str) -> Asked:
        """Return the question to a player as it would be asked now, seeing all that lies there."""
        raise NotImplementedError

    def _begin_with(self, by: str, found: Any) -> None:
        """Have that player do what an answer to this question means."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------ time

    def _move(self, most: int) -> int:
        if self._called_off():
            self._steps += 1
            return 0
        coming = min(self.schedule.next_tick, self.people.next_tick)
        if coming > self._ticks and not self._busy():
            if math.isinf(coming) and self.person is None and (most == FOREVER or not self.outside):
                raise RuntimeError(f"nobody has anything to do in {self._part()} of match {self.seed}")
            skipped = most if math.isinf(coming) else min(most, int(coming) - self._ticks)
            return self._skip(skipped)
        part = self._part()
        try:
            self._happen()
        except StopMatch:
            self.finished = True
        if self.finished or self._breaks_off(part):
            self._steps += 1
            return 0
        self._physics()
        self._ticks += 1
        return 1

    def _called_off(self) -> bool:
        """End the match if its time is up, and return whether it was."""
        return False

    def _exhausted(self) -> bool:
        return math.isinf(min(self.schedule.next_tick, self.people.next_tick)) and not self._busy()

    @abstractmethod
    def _busy(self) -> bool:
        """Return True while something moves or waits, so that no tick can be skipped."""

    def _skip(self, ticks: int) -> int:
        """Skip ticks in which nothing happens; return how many."""
        self._ticks += ticks
        return ticks

    @abstractmethod
    def _part(self) -> str:
        """Return the name of the part of the match that is being played, such as `game 2`."""

    def _breaks_off(self, part: str) -> bool:
        """Return True if the events of this tick ended the part of the match, so that the tick is not completed."""
        return False

    @abstractmethod
    def _happen(self) -> None:
        """Carry out the actions scheduled for this tick and those of players. May raise StopMatch."""

    @abstractmethod
    def _physics(self) -> None:
        """Advance the world by one tick."""


def opens_simultaneous(make: Callable[..., Match], follow: Callable[..., Match], codec: IntentCodec[Any]) -> OpenMatch:
    """Return what sets the matches of a game up.

    make: gets configuration, seats and seed, the listener to the lines of the record, and by name the inbox of persons
    and the external bots. follow: returns a match that follows a record, given configuration, seed, listener and
    record.
    """

    def open_match(
        configuration: Configuration,
        seats: tuple[Seat, ...],
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        record: RecordedMatch | None = None,
        resumes: bool = False,
        bots: OutsideBots | None = None,
    ) -> Match:
        if record is not None and not resumes:
            match = follow(configuration, seed, record_line, record)
            match.forfeited = forfeits_in(record)
            match.renewals = renewals_in(record.lines)
            return match
        inbox = None if record is None else Inbox.of(record, codec)
        match = make(configuration, seats, seed, record_line, inbox=inbox, bots=bots)
        if bots is not None:
            match.forfeited = bots.forfeited
        if record is not None:
            match.renewals = renewals_in(record.lines)
        return match

    return open_match
