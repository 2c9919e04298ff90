"""The part that the matches of all games share: simulated time, the record that is written or followed, the ticker.

`advance` moves a match on by some seconds, `run` to its end; the window, the recorder and batches use the same code,
and nothing depends on a frame rate. Every decision, execution, outcome and ruling becomes a line of the record
(record.py).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from sim.errors import IllegalAction, InputError
from sim.language import _
from sim.match.grammar import jointly
from sim.match.interruptible import Interruptible
from sim.match.model import Known, model_of
from sim.match.record import RecordError
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Frame, Line, RecordedMatch, StaticScene, TickerLine
from sim.seat import Seat
from sim.seeds import Noise, derive

_TICKER_LINES = 60
FOREVER = 10**9
"""More ticks than any match has."""


class StopMatch(Exception):  # noqa: N818 - not an error: a record may end before its match
    """A signal that ends a match early: raised by decisions when there are none left."""


class Decided(NamedTuple):
    """A decision in a match: its tick, the player, the question, and the number of its line in the record (from 1)."""

    tick: int
    by: str
    question: str
    line: int


class Renewal(NamedTuple):
    """A moment from which on a match draws from another seed: a tick, and the steps of the match within it."""

    tick: int
    step: int
    seed: int


def renewals_in(lines: Sequence[str]) -> list[Renewal]:
    """Return the renewals that the lines of a record tell of, in order."""
    found = (json.loads(text) for text in lines if '"noise"' in text)
    return [Renewal(line["tick"], line["step"], line["seed"]) for line in found if line["stage"] == "noise"]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A moment of a match at which it can be opened without what was before.

    tick, step: when it was. lines: of the record up to there, with the header. seed: that of its noise. decided: the
    decisions. said, ticker: the lines of the ticker. held: returns what else the game needs, as plain data.
    """

    tick: int
    step: int
    lines: int
    seed: int
    decided: int
    said: int
    ticker: tuple[TickerLine, ...]
    held: Callable[[], Line]


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def forfeits_in(record: RecordedMatch) -> Mapping[str, str]:
    """Return the players whose external bots forfeited a recorded match, and why."""
    last = json.loads(record.lines[-1]) if record.lines else {}
    said = last.get("forfeited") if isinstance(last, dict) else None
    outside = {seat.name for seat in record.seats if seat.from_outside}
    return {name: str(why) for name, why in said.items() if name in outside} if isinstance(said, dict) else {}


@dataclass(frozen=True, slots=True)
class Cursor:
    """The position of a match in the record that it follows. here: returns the number of the line read last."""

    path: Path
    here: Callable[[], int]


class Match(ABC):
    """A match that is being played.

    static_scene: what a drawing needs to know only once. recorded_s: the match time at which the record that is
    followed ends (s), None without one. cursor: the position in that record, None without one. faults: the exceptions
    that an impossible line of a record may cause. said: the number of lines ever added to the ticker, which keeps the
    last ones. decided: the decisions so far. noise: what is drawn from now. renewals: those to come. pending: the
    question that has to be answered from outside before the match goes on, or None. forfeited: the players whose
    external bots play no more and do not win, and why. carrying_on: the questions at which nothing new is decided.
    """

    recorded_s: float | None = None
    cursor: Cursor | None = None
    faults: tuple[type[Exception], ...] = (IllegalAction, InputError, KeyError, StopMatch)
    carrying_on: frozenset[str] = frozenset()
    forfeited: Mapping[str, str] = MappingProxyType({})
    pending: Any = None
    _kept: Checkpoint | None = None
    game: str
    title: str
    static_scene: StaticScene

    def __init__(self, seats: tuple[Seat, ...], seed: int, record_line: Callable[[Line], None] | None) -> None:
        self.seats = seats
        self.seed = seed
        self.noise = Noise(seed)
        self.renewals: list[Renewal] = []
        self.finished = False
        self.ticker: list[TickerLine] = []
        self.said = 0
        self.decided: list[Decided] = []
        self._record_line = self._noting(record_line)
        self._takeovers = sorted((seat.person_from, seat.name) for seat in seats if seat.person_from is not None)
        self._ticks = self._steps = 0
        self._lines = 1  # the header
        self._owed_s = 0.0
        self._interruptible: Interruptible | None = None

    @property
    def tick(self) -> int:
        """The number of control ticks since the match began."""
        return self._ticks

    @property
    def step(self) -> int:
        """The number of steps within this tick that took no time."""
        return self._steps

    @property
    def owed_s(self) -> float:
        """The part of a tick that calls of `advance` have asked for beyond this one (s)."""
        return self._owed_s

    @property
    def time_s(self) -> float:
        """The simulated time since the match began (s)."""
        return self._ticks / TICK_HZ

    def advance(self, seconds: float) -> None:
        """Advance by `seconds` of simulated time, in whole control ticks; the rest is kept for the next call.

        Where the match is held up (`held_up_by`), go on with the call that was, if it can go on, and with nothing else.
        """
        if self._interruptible is None:
            self._advance(seconds)
        else:
            self._interruptible.run(partial(self._advance, seconds))

    def _advance(self, seconds: float) -> None:
        self._owed_s += seconds
        ticks = int(self._owed_s * TICK_HZ + 1e-9)
        self._owed_s -= ticks / TICK_HZ
        while ticks > 0 and not (self.finished or self.halted):
            ticks -= self._step(ticks)

    def run(self) -> None:
        """Play to the end of the match."""
        while not (self.finished or self.halted):
            self._step(FOREVER)

    def reach(self, tick: int, step: int, owed_s: float = 0.0) -> bool:
        """Play up to a moment: a tick, the steps within it, what is owed beyond it; return False if there is none."""
        while not self.finished and (self._ticks, self._steps) < (tick, step):
            self._step(max(1, tick - self._ticks))
        self._owed_s = owed_s
        self._renew()
        return (self._ticks, self._steps) == (tick, step)

    def renoise(self, seed: int) -> None:
        """Draw from another seed from now on, and put what nobody has seen into another order."""
        self.noise.seed = seed
        self._record_line({"stage": "noise", "tick": self._ticks, "step": self._steps, "seed": seed})
        self._shuffle_unseen()

    def _shuffle_unseen(self) -> None:  # noqa: B027 - where all lies open there is nothing to be done
        """Put what nobody has seen, such as a pile, into another order."""

    def _renew(self) -> None:
        while self.renewals and self.renewals[0][:2] <= (self._ticks, self._steps):
            self.renoise(self.renewals.pop(0).seed)

    def restore(self, at: Checkpoint, decided: Sequence[Decided], held: Line) -> None:
        """Go to a checkpoint, before anything has happened. Raises KeyError, TypeError or ValueError for other data."""
        self._go_to(at)
        self._restore(held)
        self._go_to(at)
        self.decided.extend(decided)
        self._kept = at

    def _go_to(self, at: Checkpoint) -> None:
        self._ticks, self._steps, self._lines = at.tick, at.step, at.lines
        self.noise.seed, self.said, self.ticker = at.seed, at.said, list(at.ticker)

    def _restore(self, held: Line) -> None:
        """Take over what a checkpoint of the game holds."""
        raise ValueError(f"{self.title} has no checkpoints")

    @property
    def checkpoint(self) -> Checkpoint | None:
        """The last checkpoint, where the match has some."""
        return self._kept

    def _moment(self, held: Callable[[], Line]) -> Checkpoint:
        """Return this moment as a checkpoint. held: returns what the game needs, of values that do not change."""
        ticker, decided = tuple(self.ticker), len(self.decided)
        return Checkpoint(self._ticks, self._steps, self._lines, self.noise.seed, decided, self.said, ticker, held)

    def let_bots_take_their_time(self) -> None:
        """Return from `advance` from now on while an external bot thinks, for a window that has to draw frames."""
        if any(seat.from_outside for seat in self.seats):
            self._interruptible = Interruptible()

    @property
    def held_up_by(self) -> str:
        """The player whose bot thinks while time stands still and `advance` returns; empty for none."""
        return "" if self._interruptible is None else self._interruptible.waits_for

    def leave(self) -> None:
        """Drop a match that is not played on: it waits for no bot any more."""
        if self._interruptible is not None:
            self._interruptible.close()

    @property
    def awaits_person(self) -> bool:
        """True while a seat is still to be taken over by a person."""
        return bool(self._takeovers)

    @property
    def halted(self) -> bool:
        """True while the match cannot go on before something is done from outside."""
        return self.pending is not None

    @property
    def asks(self) -> bool:
        """True while a question is asked that may be answered from outside."""
        return False

    def wait_for_answer(self) -> None:
        """Have the question that is asked now answered from outside. Raises ValueError if there is none."""
        raise ValueError("no question is asked")

    def ask_again(self) -> None:
        """Ask the pending question again: it may be answered from outside no more."""
        self.pending = None

    def answer(self, found: Any) -> None:
        """Answer the pending question. Raises IllegalAction, before the answer has any effect."""
        if self.pending is None:
            raise IllegalAction("not_asked", "No question is waiting for an answer.")
        self._answer(found)

    def _answer(self, found: Any) -> None:
        """Carry out the answer to the pending question. Raises IllegalAction."""
        raise NotImplementedError

    def model(self, by: str, seed: int) -> Line:
        """Return what the player who is asked may know, as a state, with the hidden drawn anew by the seed.

        Raises InputError where the game has no such state.
        """
        found = self._determinized(by, derive(seed, "hidden"))
        if found is None:
            raise InputError("model: {title} has no state of what a player knows.", title=self.title)
        return model_of(self, by, seed, found)

    def _determinized(self, _by: str, _seed: int) -> Known | None:
        """Return the match as the asked player knows it, all that is hidden drawn anew; None for no such game."""
        return None

    def _step(self, most: int) -> int:
        """Advance as `_take_seats` does, and renew the noise at its moments; count the steps within a tick."""
        if self.renewals:
            self._renew()
        if self.renewals and self.renewals[0].tick > self._ticks:
            most = min(most, self.renewals[0].tick - self._ticks)
        ticks = self._take_seats(most)
        if ticks:
            self._steps = 0
        return ticks

    def _take_seats(self, most: int) -> int:
        """Advance as `_follow` does, and have persons sit down before anything else happens at their tick."""
        if not self._takeovers:
            return self._follow(most)
        ticks = self._follow(min(most, self._takeovers[0][0] - self._ticks))
        while self._takeovers and self._takeovers[0][0] <= self._ticks:
            self._sit_down(self._takeovers.pop(0)[1])
        return ticks

    def _sit_down(self, name: str) -> None:
        """Have a person play that seat from now on."""
        self.seats = tuple(seat.taken_over() if seat.name == name else seat for seat in self.seats)
        self._say(_("From here on a person plays as {name}.", name=name), "turn")

    def _follow(self, most: int) -> int:
        """Advance as `_move` does. Raises RecordError, with file and line, if the record that is followed is
        impossible.
        """
        if self.cursor is None:
            return self._move(most)
        if self._exhausted():
            # The record ends before the match does.
            self.finished = True
            return 0
        try:
            return self._move(most)
        except RecordError:
            raise
        except self.faults as error:
            said = f"there is no {error.args[0]!r} here." if isinstance(error, KeyError) else str(error)
            raise RecordError(
                "{path}: line {here}: {said}", path=self.cursor.path, here=self.cursor.here(), said=said
            ) from error

    def _exhausted(self) -> bool:
        """Return True if nothing more can happen because the record that is followed is at its end."""
        return False

    @abstractmethod
    def _move(self, most: int) -> int:
        """Advance by at most `most` ticks, and return how many were used."""

    @abstractmethod
    def frame(self) -> Frame:
        """Return all that a drawing of this moment needs."""

    @abstractmethod
    def summary_line(self) -> str:
        """Return the result of the match as one line of text."""

    def _noting(self, record_line: Callable[[Line], None] | None) -> Callable[[Line], None]:
        """Return what takes the lines of the record: it notes the decisions, and passes every line on."""

        def note(line: Line) -> None:
            self._lines += 1
            if line["stage"] == "end" and self.forfeited:
                winners = self.winning([str(name) for name in _listed(line["winners"])])
                line = {**line, "winners": list(winners), "forfeited": dict(self.forfeited)}
                self._tell_of_forfeits(winners)
            if line["stage"] == "intent":
                self.decided.append(Decided(self._ticks, str(line["by"]), str(line["question"]), self._lines))
            if record_line is not None:
                record_line(line)

        return note

    def winning(self, winners: Sequence[str]) -> tuple[str, ...]:
        """Return who wins where the rules name these: nobody who has forfeited the match, nor a partner of theirs.

        Where none of them is left, all others share the victory.
        """
        lost = {name for forfeiter in self.forfeited for name in self._partners(forfeiter)}
        left = tuple(name for name in winners if name not in lost)
        others = tuple(seat.name for seat in self.seats if seat.name not in lost)
        return left or (others if winners else ()) or tuple(winners)

    def _partners(self, name: str) -> Collection[str]:
        """Return all who win and lose with a player, themselves included."""
        return (name,)

    def _tell_of_forfeits(self, winners: Sequence[str]) -> None:
        for name, why in self.forfeited.items():
            self._say(_("{name} forfeits the match: {why}.", name=name, why=why), "turn")
        self._say(_("So {names} win the match.", names=jointly(winners)), "turn")

    def _say(self, text: str, tone: str) -> None:
        self.said += 1
        self.ticker.append(TickerLine(self.time_s, text, tone))
        del self.ticker[:-_TICKER_LINES]
