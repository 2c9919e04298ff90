"""Matches in which one player decides after the other: a script of pauses and questions, and the sources of answers.

A match's script (`TurnBasedMatch._play`) yields a number of ticks to let pass, an activity to carry out, or a
`Question`, whose answer is sent back to it. Questions to persons are answered through the inbox, all others by
`Decisions`: the players' strategies, a record, or, for players without either, a program outside the match:

    for question in match.questions():
        match.answer(choose(question.view))
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from pydantic import ValidationError

from sim.errors import IllegalAction, InputError
from sim.language import Wording
from sim.match.base import Cursor, Match, StopMatch, forfeits_in, renewals_in
from sim.match.human_input import Inbox, by_hand
from sim.match.intents import Intent, IntentCodec, malformed
from sim.match.record import RecordError, number_of
from sim.match.thinking_time import thinking
from sim.protocols import Configuration, Line, RecordedMatch
from sim.refusals import first_fault
from sim.seat import Seat
from sim.spec import OpenMatch, OutsideBots

Observed = TypeVar("Observed")
View_co = TypeVar("View_co", covariant=True)
Said_co = TypeVar("Said_co", bound=Intent, covariant=True)
Result = TypeVar("Result")
Opened = TypeVar("Opened", bound=Match)


@dataclass(frozen=True, slots=True, eq=False)
class Question(Generic[View_co, Said_co]):
    """A decision that a match waits for.

    by: who may decide: one player, or partners of whom any may. intent: the class of the answer. view: what the player
    may see. number: distinguishes the questions to one player; with the name it is the key of a strategy's randomness.
    each: all of `by` decide separately. A script that yields such a question again gets the next answer, and None once
    all have answered and `until_tick` has come. model: returns what the asked player may know, as a state, given a
    seed of theirs (model.py); a match gives it to those who decide.
    """

    by: tuple[str, ...]
    intent: type[Said_co]
    view: View_co
    number: int = 0
    each: bool = False
    until_tick: int = 0
    model: Callable[[int], Line] | None = field(default=None, repr=False)

    @property
    def kind(self) -> str:
        """The question's name in records."""
        return str(self.intent.model_fields["question"].default)


class Activity(Protocol):
    """A physical process that takes some time."""

    @property
    def done(self) -> bool:
        """True once it is over."""

    def advance(self, most: int) -> int:
        """Advance by at most `most` control ticks, and return how many were used."""


Step: TypeAlias = int | Activity | Question[Observed, Intent]
Script: TypeAlias = Generator[Step[Observed], Intent | None, Result]


def ask(question: Question[Observed, Said_co]) -> Script[Observed, Said_co]:
    """Yield a question with one answer, and return the answer."""
    answer = yield question
    assert isinstance(answer, question.intent)
    return answer


# ------------------------------------------------------------------------------------------ where answers come from


class Decisions(Protocol):
    """The source of the answers of players who are no persons at this table."""

    def decide(
        self,
        question: Question[object, Intent],
        think: Callable[[], Intent],
        check: Callable[[Intent], None],
    ) -> Intent | None:
        """Return the answer to a question, or None if it will come from outside.

        think: returns the answer of the player's strategy. check: raises IllegalAction if an answer is malformed or
        against the rules; the answer that is returned is checked anyway. Raises StopMatch where the match ends before
        its answer.
        """


class FromStrategies:
    """Decisions made by the players' strategies. outside: the names of the players who are decided for from outside."""

    def __init__(self, outside: tuple[str, ...] = ()) -> None:
        self.outside = outside

    def decide(
        self,
        question: Question[object, Intent],
        think: Callable[[], Intent],
        check: Callable[[Intent], None],
    ) -> Intent | None:
        """Return the strategy's answer, or None for a player who is decided for from outside."""
        if question.by[0] in self.outside:
            return None
        with thinking(question.by[0]):
            return think()


@dataclass(slots=True)
class FromRecord:
    """The decisions of a record's bots; those of persons come through the inbox. read: converts a line to an intent."""

    record: RecordedMatch
    read: Callable[[Line], Intent]
    _intents: list[tuple[int, Line]] = field(init=False)
    _next: int = 0

    def __post_init__(self) -> None:
        self._intents = [entry for entry in self.record.intents if not by_hand(self.record, entry[1])]

    @property
    def left(self) -> bool:
        """True before the last decision."""
        return self._next < len(self._intents)

    def decide(
        self,
        question: Question[object, Intent],
        think: Callable[[], Intent],
        check: Callable[[Intent], None],
    ) -> Intent:
        """Return the recorded answer. Raises InputError if it answers another question, StopMatch after the last."""
        if not self.left:
            raise StopMatch
        _, line = self._intents[self._next]
        self._next += 1
        (by,) = question.by
        if line["by"] != by or line["question"] != question.kind:
            raise InputError(
                "{by} answers {question!r}, where the match asks {by2} for {kind!r}.",
                by=line["by"],
                question=line["question"],
                by2=by,
                kind=question.kind,
            )
        return self.read(line)

    @property
    def here(self) -> int:
        """The line number of the decision that was read last."""
        return number_of(self._intents, self._next)


@dataclass(frozen=True, slots=True)
class Resumed:
    """The decisions of a match that is resumed: those of bots as recorded, as far as the record goes.

    So nobody thinks again, and external bots, which hear what happens meanwhile, need not decide the same. bots: decide
    all else.
    """

    recorded: FromRecord
    bots: Decisions

    def decide(
        self,
        question: Question[object, Intent],
        think: Callable[[], Intent],
        check: Callable[[Intent], None],
    ) -> Intent | None:
        """Return the recorded answer, or the answer of now. Raises InputError."""
        return (self.recorded if self.recorded.left else self.bots).decide(question, think, check)


def opens_turn_based(make: Callable[..., Opened], codec: IntentCodec[Any]) -> OpenMatch:
    """Return what sets the matches of a game up; with a record they follow that, or with `resumes` only persons do.

    make: gets configuration, seats and seed, the listener to the lines of the record, the source of the bots'
    decisions, None for their strategies, and the inbox of persons.
    """

    def open_match(
        configuration: Configuration,
        seats: tuple[Seat, ...],
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        record: RecordedMatch | None = None,
        resumes: bool = False,
        bots: OutsideBots | None = None,
    ) -> Opened:
        opened = partial(make, configuration, seats, seed)
        if record is not None and not resumes:
            return _follow(record, codec, partial(opened, record_line))
        inbox: Inbox[Intent] | None = None if record is None else Inbox.of(record, codec)
        decisions: Decisions = FromStrategies() if bots is None else bots
        if record is not None:
            decisions = Resumed(FromRecord(record, codec.read), decisions)
        heard = record_line if bots is None else partial(_heard, bots, record_line)
        match = opened(heard, decisions, inbox)
        if bots is not None:
            match.forfeited = bots.forfeited
        if record is not None:
            match.renewals = renewals_in(record.lines)
        return match

    return open_match


def _heard(bots: OutsideBots, record_line: Callable[[Line], None] | None, line: Line) -> None:
    if record_line is not None:
        record_line(line)
    bots.hear(line)


def _follow(
    record: RecordedMatch,
    codec: IntentCodec[Any],
    make: Callable[[Decisions | None, Inbox[Intent]], Opened],
) -> Opened:
    inbox: Inbox[Intent] = Inbox.of(record, codec)
    decisions = FromRecord(record, codec.read)
    match = make(decisions, inbox)
    match.cursor = Cursor(record.path, lambda: decisions.here)
    match.forfeited = forfeits_in(record)
    match.renewals = renewals_in(record.lines)
    return match


# -------------------------------------------------------------------------------------------------------- the driver


class TurnBasedMatch(Match, Generic[Observed]):
    """A match whose players decide one after the other.

    inbox: the intents of persons. note_hand: gets what persons' hands did, as lines of the hand log.
    """

    def __init__(
        self,
        seats: tuple[Seat, ...],
        seed: int,
        record_line: Callable[[Line], None] | None,
        decisions: Decisions | None,
        inbox: Inbox[Intent] | None,
    ) -> None:
        super().__init__(seats, seed, record_line)
        self.inbox: Inbox[Intent] = Inbox() if inbox is None else inbox
        self.pending: Question[Observed, Intent] | None = None
        self.note_hand: Callable[[Line], None] = lambda _line: None
        self._decisions: Decisions = decisions or FromStrategies()
        self._by_name = {seat.name: seat for seat in seats}
        self._question: Question[Observed, Intent] | None = None
        self._said: dict[str, Intent] = {}
        self._handed_on: set[str] = set()
        self._activity: Activity | None = None
        self._pause_ticks = 0
        self._script = self._play()

    # ---------------------------------------------------------------------------------------- what a game makes of it

    @abstractmethod
    def _play(self) -> Script[Observed, None]:
        """Play the match, as a script."""

    @abstractmethod
    def _judge(self, intent: Intent) -> None:
        """Raise IllegalAction if the rules forbid this answer to the question that is asked."""

    def _why_not_now(self, _intent: Intent) -> str:
        """Return one sentence that says why a person who is not asked this cannot do it now."""
        return "It is another player's turn."

    @abstractmethod
    def _think(self, question: Question[Observed, Intent]) -> Intent:
        """Return the answer of the asked player's strategy. Raises ValidationError if its form is wrong."""

    def _notice(self) -> None:
        """Report what has happened in the last tick of an activity."""

    # ---------------------------------------------------------------------------------------- time

    @property
    def now_s(self) -> float:
        """The match time including the part of a tick that is still owed (s); pointer samples carry it."""
        return self.time_s + self._owed_s

    @property
    def follows_record(self) -> bool:
        """True if every answer comes from a record."""
        return isinstance(self._decisions, FromRecord)

    def run(self) -> None:
        """Play to the end, or to a question that has to be answered from outside.

        Raises InputError if the match would wait for a person.
        """
        person = next((seat for seat in self.seats if seat.is_person), None)
        if person is not None and not self.follows_record:
            raise InputError("{person} plays by hand, so the match cannot be run without a window.", person=person.name)
        super().run()

    def _move(self, most: int) -> int:
        if self._pause_ticks:
            ticks = min(most, self._pause_ticks)
            self._pause_ticks -= ticks
            self._ticks += ticks
            return ticks
        if self._activity is not None and not self._activity.done:
            ticks = self._activity.advance(most)
            # Events of a tick are reported with the time at which the tick begins.
            self._ticks += ticks - 1
            self._notice()
            self._ticks += 1
            return ticks
        try:
            if self._question is None:
                self._go_on(None)
            elif self._by_name[self._question.by[0]].is_person:
                if not self._hear(self._question):
                    self._ticks += 1
                    return 1
            else:
                self._decide(self._question)
        except StopMatch:
            self.finished = True
        return 0

    def _go_on(self, answer: Intent | None) -> None:
        """Send the answer to the script, and prepare its next step."""
        try:
            step = self._script.send(answer)
        except StopIteration:
            self.finished = True
            return
        finally:
            self._steps += 1
        if step is not self._question:
            self._question = self._activity = None
            self._said.clear()
            self._handed_on.clear()
        if isinstance(step, int):
            self._pause_ticks = step
        elif isinstance(step, Question):
            self._question = step
        else:
            self._activity = step

    def _sit_down(self, name: str) -> None:
        super()._sit_down(name)
        self._by_name = {seat.name: seat for seat in self.seats}

    # ---------------------------------------------------------------------------------------- decisions

    @property
    def asks(self) -> bool:
        """True while a question is asked."""
        return self._question is not None

    def wait_for_answer(self) -> None:
        """Have the question that is asked now answered from outside. Raises ValueError if there is none."""
        if self._question is None:
            raise ValueError("no question is asked")
        self.pending = self._question

    def questions(self) -> Iterator[Question[Observed, Intent]]:
        """Play to the end; yield each question to a player who is decided for from outside, to be answered at once.

        Raises InputError as `run` does.
        """
        self.run()
        while self.pending is not None:
            yield self.pending
            self.run()

    def _answer(self, found: Intent) -> None:
        assert self.pending is not None
        self._check(self.pending, found)
        self.pending = None
        self._go_on(found)

    def _keep(self, held: Callable[[], Line]) -> None:
        """Make this moment a checkpoint. held: returns what the game needs, of values that do not change."""
        self._kept = self._moment(held)

    def _decide(self, question: Question[Observed, Intent]) -> None:
        try:
            answer = self._decisions.decide(
                replace(question, model=partial(self.model, question.by[0])),
                lambda: self._think(question),
                lambda found: self._check(question, found),
            )
        except ValidationError as error:
            found = error.errors()[0]["input"]
            raise malformed(question.by[0], question.kind, first_fault(error, found=False), found) from error
        if answer is None:
            self.pending = question
            return
        self._check(question, answer)
        self._go_on(answer)

    def _check(self, question: Question[Observed, Intent], answer: Intent) -> None:
        """Raise IllegalAction, which names player and question, if an answer is malformed or against the rules."""
        (by,) = question.by
        if not isinstance(answer, question.intent) or answer.by != by or answer.tick is not None:
            raise malformed(by, question.kind, f"expected {question.intent.__name__} by {by}, without a tick", answer)
        try:
            self._judge(answer)
        except IllegalAction as refused:
            raise IllegalAction(
                "against_the_rules", "{by} answers {kind!r}: {refused}", by=by, kind=question.kind, refused=refused
            ) from refused

    # ---------------------------------------------------------------------------------------- persons

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The persons whose answer is waited for; of partners, any may give it."""
        question = self._question
        if question is None or not self._by_name[question.by[0]].is_person:
            return ()
        return tuple(name for name in question.by if name not in self._said)

    def question(self, by: str) -> str | None:
        """Return the name in records of what a person is asked now; None for nothing."""
        asked = self.asked(by)
        return None if asked is None else asked.kind

    def asked(self, by: str) -> Question[Observed, Intent] | None:
        """Return what a person is asked now; None for nothing."""
        question = self._question
        return question if question is not None and by in question.by and self._by_name[by].is_person else None

    def may(self, intent: Intent) -> None:
        """Raise IllegalAction, in one sentence, if the rules forbid now what a person wants to do."""
        by = intent.by
        if by not in self._by_name or not self._by_name[by].is_person:
            raise IllegalAction(Wording("Nobody called {by} plays by hand here.", by=by))
        if self.finished:
            raise IllegalAction(Wording("The match is over."))
        if by in self._said:
            raise IllegalAction(Wording("That cannot be changed any more."))
        question = self._question
        if question is None or by not in question.by or not isinstance(intent, question.intent):
            raise IllegalAction(self._why_not_now(intent))
        if self._said and not question.each:
            raise IllegalAction(Wording("That cannot be changed any more."))
        self._judge(intent)

    def act(self, intent: Intent) -> None:
        """Submit a person's intent. Raises IllegalAction as `may` does."""
        self.may(intent)
        self.inbox.put(intent)

    def _hear(self, question: Question[Observed, Intent]) -> bool:
        """Take the intents of persons up to now and go on with the next answer; return False if there is none.

        Raises RecordError if a recorded intent is against the rules, StopMatch at the end of the record.
        """
        recorded = not self.inbox.caught_up
        for intent in self.inbox.take(self._ticks):
            try:
                self.may(intent)
            except IllegalAction as refused:
                if recorded:
                    raise RecordError("{here}: {refused}", here=self.inbox.here, refused=refused) from refused
                continue  # it came too late
            self._said[intent.by] = intent
        name = next((name for name in question.by if name in self._said and name not in self._handed_on), None)
        if name is not None:
            self._handed_on.add(name)
            self._go_on(self._said[name])
            return True
        if question.each and len(self._handed_on) == len(question.by) and self._ticks >= question.until_tick:
            self._go_on(None)
            return True
        if self.follows_record and self.inbox.caught_up and self.waits_for:
            raise StopMatch
        return False
