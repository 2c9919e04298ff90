"""What is left to chance in a game, by the law of a good shuffle: any order of cards or tiles is as likely as another.

Rules have no chance of their own: a source of it is handed to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sim.rules_frame import Event

Thing = TypeVar("Thing")
State = TypeVar("State")


class Chance(Protocol):
    """A source of chance: `random.Random` is one, and so is a generator of numpy."""

    def shuffle(self, things: list[Thing], /) -> None:
        """Put a list into an order by chance."""


class Outcome(NamedTuple, Generic[State]):
    """One way in which an action may come out: its probability, the next position, and the events between."""

    probability: Fraction
    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Draw(Generic[State]):
    """The part of an action that is left to chance: the order of the things that are drawn from.

    Attributes:
        things: these things, in an order that nobody knows; none where nothing is drawn.
        apply: what comes of the action with the things in a given order.
        gone: the number of things drawn, by the position after it. It does not depend on the order.
    """

    things: tuple[Any, ...]
    apply: Callable[[tuple[Any, ...]], tuple[State, tuple[Event, ...]]]
    gone: Callable[[State], int]

    def count(self) -> int:
        """Return how many of the things are drawn, the first ones of their order. Raises IllegalAction."""
        return self.gone(self.apply(self.things)[0]) if self.things else 0

    def outcomes(self) -> Iterator[Outcome[State]]:
        """Yield what comes of the action with each draw, and how probable that is. Raises IllegalAction."""
        for probability, order in draws(self.things, self.count()):
            yield Outcome(probability, *self.apply(order))

    def sample(self, rng: Chance) -> tuple[State, tuple[Event, ...]]:
        """Return one of the outcomes, as likely as it is. Raises IllegalAction."""
        return self.apply(shuffled(self.things, rng))


def shuffled(things: Iterable[Thing], rng: Chance) -> tuple[Thing, ...]:
    """Return things in an order by chance."""
    found = list(things)
    rng.shuffle(found)
    return tuple(found)


def draws(order: Sequence[Thing], count: int) -> Iterator[tuple[Fraction, tuple[Thing, ...]]]:
    """Yield every way to draw the first `count` of things in an unknown order, each once, with its probability.

    Each comes as a whole order: those drawn, and then the others as they were.
    """
    left = Counter(order)

    def drawn(before: tuple[Thing, ...], share: Fraction) -> Iterator[tuple[Fraction, tuple[Thing, ...]]]:
        if len(before) == min(count, len(order)):
            yield share, (*before, *_without(order, before))
            return
        total = len(order) - len(before)
        for thing in list(left):
            if left[thing]:
                chances = Fraction(left[thing], total)
                left[thing] -= 1
                yield from drawn((*before, thing), share * chances)
                left[thing] += 1

    return drawn((), Fraction(1))


def _without(order: Sequence[Thing], taken: Sequence[Thing]) -> list[Thing]:
    found = list(order)
    for thing in taken:
        found.remove(thing)
    return found
