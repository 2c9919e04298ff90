"""The asking of external bots in matches in which everybody acts at once.

Each such seat has a person's eyes and hands, and beside them the usual strategy of its profile, which follows all that
happens and plays on where the bot's answer does not count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from sim.errors import IllegalAction
from sim.match.intents import Fault, malformed
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.spec import OutsideBots

MOVE = "move"
"""The kind of all questions: what the player does now."""
NOTHING = "nothing"
"""The answer that begins nothing."""
Reading: TypeAlias = Literal["human", "perfect"]
"""How an external bot reads the table: with the delays and errors of its profile, or at once and without error."""
RELOOK_S = 1.5
"""The match time after which a bot is asked again that has named none, and sees nothing happen (s)."""
PATIENCE_S = 20.0
"""The match time for which a table waits for a bot that does nothing, where nothing goes on without it (s)."""
LONGEST_S = 60.0
"""The longest match time between two questions (s): a bot that would sleep for ever is asked again."""


@dataclass(slots=True)
class Once:
    """A function without arguments whose result is worked out at the first call, and kept.

    `functools.cache` does the same, but takes ten times as long to make, which here is done for every question.
    """

    _work_out: Callable[[], Line]
    _found: Line | None = None

    def __call__(self) -> Line:
        """Return the result."""
        if self._found is None:
            self._found = self._work_out()
        return self._found


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to one player, as `OutsideBots.decide` takes it.

    number: counts the questions to this player in the match. now_s: the match time (s). look: returns what the player
    sees, worked out when it is asked for first. legal: returns what can be begun now: the same list as long as
    nothing of it changes, as are the parts of a view. read: returns what an answer
    means; raises IllegalAction. model: returns what the player may know as a state, given a seed of theirs (model.py).
    """

    by: tuple[str]
    number: int
    now_s: float
    look: Callable[[], Line]
    legal: Callable[[], list[Line]]
    read: Callable[[object], Any]
    kind: str = MOVE
    model: Callable[[int], Line] | None = None

    @property
    def view(self) -> Line:
        """The view of the player: what can be seen of the table."""
        return self.look()


@dataclass(frozen=True, slots=True)
class StandIn:
    """The answer that the usual strategy plays until the next question. fault: why the bot's does not count."""

    fault: Fault | None = None

    def in_place_of(self, fault: Fault) -> StandIn:
        """Return the same, with the reason."""
        return StandIn(fault)


class NoBots:
    """An `OutsideBots` without any: the usual strategies play."""

    forfeited: ClassVar[Mapping[str, str]] = {}

    def decide(self, question: Any, think: Callable[[], Any], check: Callable[[Any], None]) -> Any:
        """Return what the strategy thinks."""
        return think()

    def hear(self, line: Line) -> None:
        """Do nothing."""

    def tell(self, by: str, percept: Line) -> None:
        """Do nothing."""

    def next_s(self, by: str) -> object:
        """Return None."""
        return None


@dataclass(slots=True)
class Prompt:
    """The asking of one player: what the bot is yet to hear of, and when the next question is due.

    model: as in `Asked`.
    """

    by: str
    bots: OutsideBots
    model: Callable[[int], Line] | None = None
    _asked: int = 0
    _wakes: list[float] = field(default_factory=list)
    # When the bot itself wants to be asked.
    _wish_s: float = math.inf
    _unheard: list[tuple[float, Line]] = field(default_factory=list)
    # What can be begun where no question is due: the same list each time.
    _idle: list[Line] = field(default_factory=lambda: [{"do": NOTHING}])

    @property
    def next_s(self) -> float:
        """The time at which the bot is asked next (s); infinity for never."""
        return min((self._wish_s, *self._wakes))

    def begin(self) -> None:
        """Forget what the bot has not heard of yet, and ask nothing before something is seen."""
        self._unheard.clear()
        self.calm()

    def calm(self) -> None:
        """Ask nothing before something more is seen."""
        self._wakes.clear()
        self._wish_s = math.inf

    def sees(self, at_s: float, percept: Line) -> None:
        """Keep what the player sees at that time (s), until then and until the next question."""
        self._unheard.append((at_s, {**percept, "at_s": at_s}))

    def wake(self, at_s: float) -> None:
        """Ask at that time (s), when something is noticed; a bot that waits for nothing but its own time waits for it.

        Else a bot that wants to be asked all the time would react to what no eye has noticed yet.
        """
        self._wakes.append(at_s)
        self._wish_s = max(self._wish_s, at_s)

    def question(
        self, now_s: float, look: Callable[[], Line], legal: Callable[[], list[Line]], read: Callable[[object], Any]
    ) -> Asked:
        """Return the question that is asked next, as it would be asked now; nothing can be begun where none is due.

        look: returns what the player sees.
        """
        due = self.next_s <= now_s
        return Asked(
            (self.by,),
            self._asked + 1,
            now_s,
            Once(lambda: {"time_s": now_s, **look()}),
            legal if due else lambda: self._idle,
            read,
            model=self.model,
        )

    def ask(self, asked: Asked) -> Any | StandIn:
        """Pass on what has been seen, ask, and return what the answer means; a `StandIn` where it does not count.

        The next question is due after the next percept, when the bot has said, or after `RELOOK_S`.
        """
        now_s = asked.now_s
        for at_s, percept in self._unheard:
            if at_s <= now_s:
                self.bots.tell(self.by, percept)
        self._unheard = [each for each in self._unheard if each[0] > now_s]
        self._wakes = [at_s for at_s in self._wakes if at_s > now_s]
        self._asked += 1
        wish_s = now_s + RELOOK_S

        def check(_found: object) -> None:
            nonlocal wish_s
            wish_s = self._wished(now_s)

        found = self.bots.decide(asked, StandIn, check)
        self._wish_s = max((wish_s, *self._wakes))
        return found

    def _wished(self, now_s: float) -> float:
        """Return when the bot wants to be asked again (s). Raises IllegalAction for anything but a time."""
        at_s = self.bots.next_s(self.by)
        if at_s is None:
            return now_s + RELOOK_S
        if isinstance(at_s, bool) or not isinstance(at_s, int | float) or at_s != at_s:
            raise malformed(self.by, MOVE, "next_s: expected a time in seconds", at_s)
        # A hand moves at the next tick at the earliest; and nobody sleeps for ever.
        return float(min(max(at_s, now_s + 1.0 / TICK_HZ), now_s + LONGEST_S))


def view_of(asked: Asked) -> Line:
    """Return what the asked player sees."""
    return asked.view


def legal_answers(asked: Asked) -> list[Line]:
    """Return what the asked player can begin now."""
    return asked.legal()


def read(asked: Asked, answer: object) -> Any:
    """Return what an answer means. Raises IllegalAction."""
    return asked.read(answer)


def public(_line: Line) -> None:
    """Return None: each player hears of what can be seen as it is seen, not as it is recorded."""


def impatient(by: str) -> IllegalAction:
    """Return the exception for doing nothing where the table has waited for `PATIENCE_S`."""
    return IllegalAction(
        "waited_for", "{by} answers 'nothing': the table has waited for {patience_s:g} s.", by=by, patience_s=PATIENCE_S
    )


def word_of(by: str, answer: object) -> tuple[str, dict[str, Any]]:
    """Return what an answer does, and its other keys. Raises IllegalAction where it is no object with a word `do`."""
    if not isinstance(answer, Mapping) or not all(isinstance(key, str) for key in answer):
        raise malformed(by, MOVE, 'expected an object such as {"do":"nothing"}', answer)
    more = dict(answer)
    do = more.pop("do", None)
    if not isinstance(do, str):
        raise malformed(by, MOVE, "do: expected a word", do)
    return do, more
