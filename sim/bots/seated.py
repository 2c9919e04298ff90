"""The external bots of one match: asked, checked, and stood in for where they fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sim.bots.bot import Info, Question
from sim.bots.player import Failed, Gone, Late, Player
from sim.errors import IllegalAction
from sim.match.intents import Fault, Intent
from sim.match.interruptible import wait_for
from sim.match.thinking_time import thinking, thought
from sim.protocols import Configuration, Line
from sim.seat import Seat
from sim.seeds import keyed_seed
from sim.spec import QuestionsPart

GIVEN_UP = 3
"""The number of late answers in a row with which a bot forfeits the match."""
FEW_FAULTS, MOST_FAULTS = 3, 0.1
"""The number of answers, and the share of them, that may not count; with more than both a bot forfeits the match."""
MOST_QUESTIONS = 50_000
"""The number of questions that a bot is asked in a match, so that none can make it endless."""


@dataclass(frozen=True, slots=True)
class BotFault:
    """A question whose answer did not count. by: the seat. why: as a record has it. text: what was wrong."""

    by: str
    kind: str
    why: Fault
    text: str


@dataclass(slots=True)
class _Chair:
    """A seat. late: answers in a row. faults: answers that did not count. used_s: processor time that was counted."""

    player: Player
    late: int = 0
    faults: int = 0
    used_s: float = 0.0


@dataclass(slots=True)
class SeatedBots:
    """The bots of a match by the names of their seats (`sim.spec.OutsideBots`).

    key: of the bots' seeds. faults: so far, in order. asked: the number of questions by seat. forfeited: the players
    who are asked nothing more and do not win, and why.
    """

    questions: QuestionsPart
    key: bytes
    time_s: float
    faults: list[BotFault] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    forfeited: dict[str, str] = field(default_factory=dict)
    _chairs: dict[str, _Chair] = field(default_factory=dict)

    @classmethod
    def begin(
        cls,
        configuration: Configuration,
        questions: QuestionsPart,
        seats: tuple[Seat, ...],
        key: bytes,
        players: Mapping[str, Player],
        time_s: float,
    ) -> SeatedBots:
        """Seat started bots at a match that begins. players: by the name of their seats."""
        found = cls(questions, key, time_s)
        table = questions.table(configuration)
        names, profiles = tuple(seat.name for seat in seats), tuple(seat.profile for seat in seats)
        for name, player in players.items():
            chair = found._chairs[name] = _Chair(player)
            own = keyed_seed(key, "match", name)
            try:
                player.begin(Info(configuration.game, name, names, profiles, table, own, time_s))
            except (Late, Failed) as error:
                found.forfeited[name] = f"does not begin: {error}"
            chair.used_s = player.used_s
        return found

    def hear(self, line: Line) -> None:
        """Pass on what all players see of a line of the record."""
        percept = self.questions.public(line)
        if percept is None:
            return
        for by in self._chairs:
            self.tell(by, percept)

    def tell(self, by: str, percept: Line) -> None:
        """Pass on what this player alone has seen."""
        chair = self._chairs.get(by)
        if chair is not None and by not in self.forfeited:
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
        if by in self.forfeited:
            return self._stand_in(question, "forfeited", self.forfeited[by], think)
        try:
            answer = self._answer(chair, by, question)
            check(answer)
        except (Late, Failed, IllegalAction) as error:
            # Before it may be ended.
            self._measure(chair, by)
            why = self._counted(chair, by, error)
            return self._stand_in(question, why, self.forfeited.get(by, str(error)), think)
        self._measure(chair, by)
        chair.late = 0
        return answer

    def _measure(self, chair: _Chair, by: str) -> None:
        """Count the processor time since the last question, so that what a bot does between two is its own."""
        used_s = chair.player.used_s
        thought(by, used_s - chair.used_s)
        chair.used_s = used_s

    def _counted(self, chair: _Chair, by: str, error: Exception) -> Fault:
        """Count an answer that does not count, and return why it does not; see whether the match is forfeited by it."""
        chair.faults += 1
        chair.late = chair.late + 1 if isinstance(error, Late) else 0
        asked = self.asked[by]
        if isinstance(error, Gone):
            self.forfeited[by] = str(error)
        elif chair.late == GIVEN_UP:
            self.forfeited[by] = f"{error}, {GIVEN_UP} times in a row"
        elif chair.faults > max(FEW_FAULTS, MOST_FAULTS * asked):
            self.forfeited[by] = f"{chair.faults} of {asked} answers did not count, the last: {error}".rstrip(".")
        if by in self.forfeited:
            # It must not slow what it has lost.
            wait_for(by, chair.player.end)
            return "forfeited"
        return "late" if isinstance(error, Late) else "failed" if isinstance(error, Failed) else "illegal"

    def _answer(self, chair: _Chair, by: str, question: Any) -> Intent:
        if question.number > MOST_QUESTIONS:
            raise Gone(f"asked {MOST_QUESTIONS} questions in this match, and no more")
        view, now_s = self.questions.view(question), getattr(question, "now_s", None)
        asked = Question(
            by,
            question.kind,
            view,
            lambda: self.questions.legal(question),
            now_s=now_s,
            _think=None if self.questions.think is None else partial(self.questions.think, question),
            _mask=None if self.questions.mask is None else partial(self.questions.mask, question),
            _model=getattr(question, "model", None),
        )
        own = keyed_seed(self.key, "question", by, question.number)
        answer = wait_for(by, lambda: chair.player.ask(asked, own, self.time_s))
        found: Intent = self.questions.read(question, answer)
        return found

    def _stand_in(self, question: Any, why: Fault, text: str, think: Callable[[], Any]) -> Any:
        self.faults.append(BotFault(question.by[0], question.kind, why, text))
        return think().in_place_of(why)
