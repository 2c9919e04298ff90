"""What the tasks of the three kinds have in common: how they are made and tried, and what came of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from sim.bots.bot import Question
from sim.bots.seated import BotFault
from sim.bots.words import NO_BOTS, BotWords
from sim.match.thinking_time import ThinkingTime
from sim.protocols import Line
from sim.seat import NAMES, Seat
from sim.seeds import derive

NAME = "yardarm-40"
VERSION = "v1"
Kind: TypeAlias = Literal["cargo", "throws", "table"]
KINDS: tuple[Kind, ...] = ("cargo", "throws", "table")
HANDS = ("child", "casual", "skilled")
ME = NAMES[0]
"""The seat of the bot in tasks of a single answer."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that is scored.

    word: as it was named; strategy: the label NAME@VERSION of an external one, else the word of one of ours. bots:
    starts it where it is external.
    """

    word: str
    strategy: str
    bots: BotWords = NO_BOTS

    def seats(self, profile: str, others: tuple[str, ...], usual: str) -> tuple[Seat, ...]:
        """Return a table at which it sits first, with these hands. others: the others' hands, usual: their play."""
        hands = ((profile, self.strategy), *((other, usual) for other in others))
        return tuple(Seat(name, *hand) for name, hand in zip(NAMES, hands, strict=False))


@dataclass(slots=True)
class Tried:
    """The outcome of a task: `solved` of `tries`, with shares of a victory where the tries are matches.

    decisions: how many questions were put to the bot; cpu_s: the processor time of its answers, that of all its threads
    and processes, NaN where the system does not say.
    """

    solved: float = 0.0
    tries: int = 0
    decisions: int = 0
    cpu_s: float = 0.0
    faults: list[BotFault] = field(default_factory=list)


def spent_s(times: ThinkingTime, by: str = ME) -> float:
    """Return the processor time that was measured of a player (s); NaN for none."""
    return times.processor_s.get(by, math.nan)


class SuiteTask(Protocol):
    """A task."""

    @property
    def template(self) -> str:
        """The name of its template."""

    @property
    def number(self) -> int:
        """Its number there."""

    @property
    def hands(self) -> str:
        """The skill profile of the bot's hands."""

    def to_json(self) -> Line:
        """Return all that the task consists of, as plain data."""

    def asked(self) -> Question | None:
        """Return the question in plain data, as an external bot gets it; None where there are many in one try."""

    def tried(self, entrant: Entrant, seed: int, tries: int) -> Tried:
        """Let a bot decide and carry it out `tries` times, under noise that depends on `seed` and the task alone."""

    def score(self, act: Callable[[Question], object]) -> float:
        """Return the share of tries that are solved. act: returns the answer to a question, as plain data.

        Raises IllegalAction for an answer against the rules, where there is one question.
        """


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of task.

    says: what it is, in a sentence. hands: of the bot, unless a run says otherwise. tasks: how many there are. make:
    returns a task, given its number and the hands. tries: how often each is tried.
    """

    name: str
    kind: Kind
    says: str
    hands: str
    tasks: int
    tries: int
    make: Callable[[int, str], SuiteTask]

    def task(self, number: int, hands: str | None = None) -> SuiteTask:
        """Return task `number`, from 0, in these hands. Raises IndexError."""
        if not 0 <= number < self.tasks:
            raise IndexError(f"{self.name} has tasks 0 to {self.tasks - 1}, not {number}")
        return self.make(number, hands or self.hands)


def noise_seed(seed: int, template: str, number: int, *keys: int | str) -> int:
    """Return the seed of a part of a try: the same for every bot, and for every hand."""
    return derive(seed, "suite", template, number, *keys)


def head(task: SuiteTask, kind: Kind, **more: Any) -> Line:
    """Return the beginning of a task as plain data."""
    suite = f"{NAME}-{VERSION}"
    return {"suite": suite, "template": task.template, "number": task.number, "kind": kind, "hands": task.hands, **more}
