"""The external bots of one match: asked, checked, and stood in for where they fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sim.bots.bot import Info, Question
from sim.bots.player import Failed, Late, Player
from sim.errors import IllegalAction
from sim.match.intents import Fault, Intent
from sim.match.interruptible import wait_for
from sim.match.thinking_time import thinking, thought
from sim.protocols import Configuration, Line
from sim.seat import Seat
from sim.seeds import derive
from sim.spec import QuestionsPart

GIVEN_UP = 3
"""The number of late answers in a row after which a bot is asked nothing more in a match."""
MOST_QUESTIONS = 50_000
"""The number of questions that a bot is asked in a match, so that none can make it endless."""


@dataclass(frozen=True, slots=True)
class BotFault:
    """A question whose answer did not count. by: the seat. why: late, illegal or failed. text: what was wrong."""

    by: str
    kind: str
    why: Fault
    text: str


@dataclass(slots=True)
class _Chair:
    player: Player
    late: int = 0
    gone: str = ""
    """Why the bot is asked nothing more in this match."""


@dataclass(slots=True)
class SeatedBots:
    """The bots of a match by the names of their seats (`sim.spec.OutsideBots`).

    faults: so far, in order. asked: the number of questions by seat.
    """

    questions: QuestionsPart
    seed: int
    time_s: float
    faults: list[BotFault] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    _chairs: dict[str, _Chair] = field(default_factory=dict)

    @classmethod
    def begin(
        cls,
        configuration: Configuration,
        questions: QuestionsPart,
        seats: tuple[Seat, ...],
        seed: int,
        players: Mapping[str, Player],
        time_s: float,
    ) -> SeatedBots:
        """Seat started bots at a match that begins. players: by the name of their seats."""
        found = cls(questions, seed, time_s)
        table = questions.table(configuration)
        names, profiles = tuple(seat.name for seat in seats), tuple(seat.profile for seat in seats)
        for name, player in players.items():
            chair = found._chairs[name] = _Chair(player)
            own = derive(seed, "outside", name)
            try:
                player.begin(Info(configuration.game, name, names, profiles, table, own, time_s))
            except (Late, Failed) as error:
                chair.gone = str(error)
        return found

    def hear(self, line: Line) -> None:
        """Pass on what all players see of a line of the record."""
        percept = self.questions.public(line)
        if percept is None:
            return
        for chair in self._chairs.values():
            if not chair.gone:
                chair.player.see(percept)

    def tell(self, by: str, percept: Line) -> None:
        """Pass on what this player alone has seen."""
        chair = self._chairs.get(by)
        if chair is not None and not chair.gone:
            chair.player.see(percept)

    def next_s(self, by: str) -> object:
        """Return when this player's bot wants to be asked next, by what it said with its last answer."""
        chair = self._chairs.get(by)
        return None if chair is None else chair.player.next_s

    def decide(self, question: Any, think: Callable[[], Any], check: Callable[[Any], None]) -> Any:
        """Return the bot's answer, or that of the strategy that stands in for it; a seat without one gets its own."""
        (by,) = question.by
        chair = self._chairs.get(by)
        if chair is None:
            with thinking(by):
                return think()
        self.asked[by] += 1
        before_s = chair.player.used_s
        try:
            try:
                answer = self._answer(chair, by, question)
            finally:
                if not chair.gone:
                    thought(by, chair.player.used_s - before_s)
            check(answer)
        except Late as error:
            chair.late += 1
            if chair.late == GIVEN_UP:
                chair.gone = f"{error}, {GIVEN_UP} times in a row"
            return self._stand_in(question, "late", error, think)
        except Failed as error:
            return self._stand_in(question, "failed", error, think)
        except IllegalAction as error:
            return self._stand_in(question, "illegal", error, think)
        chair.late = 0
        return answer

    def _answer(self, chair: _Chair, by: str, question: Any) -> Intent:
        if question.number > MOST_QUESTIONS:
            chair.gone = chair.gone or f"asked {MOST_QUESTIONS} questions in this match, and no more"
        if chair.gone:
            raise Failed(chair.gone)
        view, now_s = self.questions.view(question), getattr(question, "now_s", None)
        asked = Question(
            by,
            question.kind,
            view,
            lambda: self.questions.legal(question),
            now_s=now_s,
            _think=None if self.questions.think is None else partial(self.questions.think, question),
            _mask=None if self.questions.mask is None else partial(self.questions.mask, question),
        )
        own = derive(self.seed, "outside", by, question.number)
        answer = wait_for(by, lambda: chair.player.ask(asked, own, self.time_s))
        found: Intent = self.questions.read(question, answer)
        return found

    def _stand_in(self, question: Any, why: Fault, error: Exception, think: Callable[[], Any]) -> Any:
        self.faults.append(BotFault(question.by[0], question.kind, why, str(error)))
        return think().in_place_of(why)
