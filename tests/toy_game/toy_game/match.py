"""A match: rules and players in simulated time. A hand may slip: it then drops one of several blocks back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field, TypeAdapter

from sim.configuration import configuration_from
from sim.errors import IllegalIntent, InputError
from sim.match.base import Match, StopMatch
from sim.match.decisions import Decisions, FromMinds, FromRecord, check_answer
from sim.match.record import Record, RecordModel
from sim.match.seats import check_seats
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Configuration, Line, TickerLine
from sim.rules_frame import spell
from sim.seat import Seat
from sim.seeds import derive, rng, sealed_rng
from toy_game import rules

BLOCKS, TURN_S, SLIPS = 21, 2.0, 0.2


class TakeIntent(RecordModel):
    """What a player means to take."""

    stage: Literal["intent"]
    by: str
    question: Literal["take"]
    count: int = Field(ge=1)


INTENT = TypeAdapter(TakeIntent)


@dataclass(frozen=True, slots=True)
class ToyFrame:
    """One moment of a match."""

    time_s: float
    state: rules.State
    ticker: tuple[TickerLine, ...]
    thinking: bool = True

    def share_unchanged(self, before: ToyFrame) -> ToyFrame:
        """Return the same frame, holding what is the same as before only once."""
        return replace(self, state=before.state) if self.state == before.state else self

    def interpolate(self, later: ToyFrame, share: float) -> ToyFrame:
        """Return this frame, for nothing moves but the clock."""
        return replace(self, time_s=self.time_s + share * (later.time_s - self.time_s))


class ToyMatch(Match):
    """A match under way."""

    game, title, static_scene = "toy", "Toy", None

    def __init__(
        self,
        configuration: Configuration,
        seats: tuple[Seat, ...],
        seed: int,
        tell: Callable[[Line], None] | None = None,
        inbox: object = None,
        decisions: Decisions | None = None,
    ) -> None:
        super().__init__(seats, seed, tell)
        self._decisions = decisions or FromMinds()
        self.state, _ = rules.apply(None, rules.Setup(tuple(seat.name for seat in seats), BLOCKS))
        self._script = self._play()

    def _move(self, most: int) -> int:
        try:
            return next(self._script, 0)
        except StopMatch:
            self.finished = True
            return 0

    def _play(self) -> Iterator[int]:
        """Play the match as pauses, each of one tick."""
        number = 0
        while self.state.winner is None:
            for _ in range(round(TURN_S * TICK_HZ)):
                self._ticks += 1
                yield 1
            self._take_turn(number)
            number += 1
        self.finished = True
        self._tell({"stage": "end", "time_s": self.time_s, "winners": [self.state.winner]})

    def _take_turn(self, number: int) -> None:
        seat, state = self.seats[self.state.due], self.state

        def think() -> Line:
            best = state.blocks % (rules.MOST + 1)
            chance = int(sealed_rng(self.seed, "mind", seat.name, number).integers(1, rules.MOST + 1))
            return {"count": best if best and seat.strategy == "clever" else min(chance, state.blocks)}

        def judge(line: Line) -> None:
            rules.apply(state, rules.Take(line["count"]))

        answer = self._decisions.decide(seat.name, "take", think)
        check_answer(INTENT, seat.name, "take", answer, judge)
        self._tell({"stage": "intent", "by": seat.name, "question": "take", **answer})
        noise = derive(self.seed, "hand", number)
        took = max(1, answer["count"] - (float(rng(noise).random()) < SLIPS))
        self._tell({"stage": "executed", "by": seat.name, "noise_seed": noise, "action": {"count": took}})
        self.state, events = rules.apply(state, rules.Take(took))
        self._tell({"stage": "outcome", "by": seat.name, "what": "taken", "count": took})
        self._tell({"stage": "ruling", "time_s": self.time_s, "events": spell(events), "phase": "play"})
        self._say(f"{seat.name} takes {took}, {self.state.blocks} are left.", "turn")

    def frame(self) -> ToyFrame:
        """Return this moment."""
        return ToyFrame(self.time_s, self.state, tuple(self.ticker))

    def summary_line(self) -> str:
        """Return who has won."""
        return f"{self.state.winner} has taken the last block." if self.state.winner else "The tower stands."


class ToyReplay(ToyMatch):
    """A match that follows a record. Raises InputError where the record asks for what the rules forbid."""

    def __init__(self, record: Record, tell: Callable[[Line], None] | None = None) -> None:
        header, where = record.header, f"{record.path}: line 1"
        configuration = configuration_from(header.configuration, f"{where}: configuration", header.profile, "toy")
        check_seats(record.seats, "toy", f"{where}: seats")
        self._source = FromRecord.of(record)
        super().__init__(configuration, record.seats, header.seed, tell, decisions=self._source)

    def _move(self, most: int) -> int:
        try:
            return super()._move(most)
        except IllegalIntent as error:
            raise InputError(f"{self._source.record.path}: line {self._source.here}: {error}") from error
