"""The actions of a seat as numbers, so that an agent can be trained, and an environment built, on the rules alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sim.rules_frame import Event, IllegalAction, check_seat, quote

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

State = TypeVar("State")
Action = TypeVar("Action")


class ActionSpace(ABC, Generic[State, Action]):
    """All actions that a seat can have in a game: a fixed, finite list for one setup, the same for every seat.

    An action here is one decision of one seat. Some actions of the engines are made of several: everybody's cards at
    once, or all tiles of a turn. Decisions that are no whole action yet are passed on as `begun`, as `apply` returned
    it: it grows until the action is whole and goes to the engine. What is nobody's decision (a shuffle, the fate of a
    piece) is for the caller to say.

    Attributes:
        seats: the names of those who act, in the order of the setup.
        words: each action in words, in the order of the numbers.
    """

    def __init__(
        self,
        seats: tuple[str, ...],
        words: Mapping[Action, str],
        rules: Callable[[State, Any], tuple[State, tuple[Event, ...]]],
    ) -> None:
        """List these actions in the order of their numbers; those that name a `player` have the empty name.

        rules: the function `apply` of the game.
        """
        self._rules = rules
        self.seats = seats
        self.words = tuple(words.values())
        self._actions: dict[str, tuple[Action, ...]] = {
            seat: tuple(_done_by(seat, action) for action in words) for seat in seats
        }
        self._last: tuple[State | None, tuple[Action, ...], dict[str, Collection[int]]] = (None, (), {})
        self._numbers = {action: number for of in self._actions.values() for number, action in enumerate(of)}

    def __len__(self) -> int:
        return len(self.words)

    def encode(self, action: Action) -> int:
        """Return the number of an action, which does not depend on the seat. Raises IllegalAction if it has none."""
        number = self._numbers.get(action)
        if number is None:
            raise IllegalAction("no_number", f"{type(action).__name__} is no numbered action of this setup.")
        return number

    def decode(self, number: int, seat: str) -> Action:
        """Return the action with this number, done by this seat. Raises IllegalAction for another number or seat."""
        self._check(seat)
        actions = self._actions[seat]
        if not 0 <= number < len(actions):
            raise IllegalAction("no_number", f"The actions have the numbers 0 to {len(self) - 1}, not {quote(number)}.")
        return actions[number]

    def mask(self, state: State, seat: str, begun: tuple[Action, ...] = ()) -> NDArray[bool_]:
        """Return for every number whether the rules accept that action of this seat now.

        All False for a seat that has nothing to decide. Raises IllegalAction if there is no such seat.
        """
        # Only here, so that rules are read and judged without numpy.
        from numpy import bool_, frombuffer

        allowed = bytearray(len(self))
        for number in self.legal(state, seat, begun):
            allowed[number] = 1
        return frombuffer(allowed, bool_)

    def legal(self, state: State, seat: str, begun: tuple[Action, ...] = ()) -> Collection[int]:
        """Return the numbers that `mask` marks, each once, in no particular order. Raises IllegalAction as it does."""
        # A position is asked who acts, then what they can do, and then whether they may do it.
        before, under, found = self._last
        if before is not state or under != begun:
            # A new mapping and no cleared one: another thread may read this one.
            found = {}
            self._last = state, begun, found
        if seat not in found:
            self._check(seat)
            found[seat] = tuple(self._legal(state, seat, begun))
        return found[seat]

    def to_act(self, state: State, begun: tuple[Action, ...] = ()) -> tuple[str, ...]:
        """Return the seats that have something to decide now; none after the end."""
        return tuple(seat for seat in self.seats if self.legal(state, seat, begun))

    def of_nobody(self, state: State) -> tuple[Any, ...]:
        """Return what can happen now and no seat decides, such as a deal; an order of cards stands for all others."""
        return ()

    def apply(
        self, state: State, seat: str | None, action: Action, begun: tuple[Action, ...] = ()
    ) -> tuple[State, tuple[Action, ...], tuple[Event, ...]]:
        """Return the position after an action of this seat, what is begun then, and the events.

        seat: None for what is nobody's decision. Raises IllegalAction: nothing has happened then.
        """
        whole, begun = self.whole(state, seat, action, begun)
        if whole is None:
            return state, begun, ()
        after, events = self._rules(state, whole)
        return after, self.kept(begun, state, after), events

    def whole(
        self, state: State, seat: str | None, action: Action, begun: tuple[Action, ...] = ()
    ) -> tuple[Any, tuple[Action, ...]]:
        """Return the action of the rules that a decision makes whole, None if more must follow; and what is begun.

        Raises IllegalAction as `apply` does, but for what the rules say to the whole.
        """
        if seat is not None:
            self._check(seat)
        if getattr(action, "player", seat) != seat:
            raise IllegalAction("other_seat", f"{quote(seat)} cannot act for another player.")
        return self._whole(state, seat, action, begun)

    def kept(self, begun: tuple[Action, ...], before: State, after: State) -> tuple[Action, ...]:
        """Return what is still begun after a whole action that led from one position to another."""
        return ()

    def _check(self, seat: str) -> None:
        if seat not in self.seats:
            check_seat(seat, self.seats)

    @abstractmethod
    def _legal(self, state: State, seat: str, begun: tuple[Action, ...]) -> Collection[int]:
        """Return as `legal` does, for a seat that is there."""

    @abstractmethod
    def _whole(
        self, state: State, seat: str | None, action: Action, begun: tuple[Action, ...]
    ) -> tuple[Any, tuple[Action, ...]]:
        """Return as `whole` does, for a seat that is there and acts for itself."""


def _done_by(seat: str, action: Any) -> Any:
    return replace(action, player=seat) if hasattr(action, "player") else action
