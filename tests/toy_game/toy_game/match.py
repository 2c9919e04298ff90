"""A match: rules and players in simulated time. A hand may slip: it then drops one of several blocks back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from sim.match.human_input import Inbox
from sim.match.intents import Intent, IntentCodec
from sim.match.turn_based import Decisions, Question, Script, TurnBasedMatch, ask, opens_turn_based
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Configuration, Holdings, Line, TickerLine
from sim.rules_frame import spell
from sim.seat import Seat
from sim.seeds import derive, rng, sealed_rng
from sim.spec import MatchPart
from toy_game import rules

BLOCKS, TURN_S, SLIPS = 21, 2.0, 0.2


class Take(Intent):
    """What a player means to take."""

    question: Literal["take"] = "take"
    count: int = Field(ge=1)


INTENT: IntentCodec[Take] = IntentCodec(Take)


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


class ToyMatch(TurnBasedMatch[rules.State]):
    """A match under way."""

    game, title, static_scene = "toy", "Toy", None

    def __init__(
        self,
        configuration: Configuration,
        seats: tuple[Seat, ...],
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        decisions: Decisions | None = None,
        inbox: Inbox[Intent] | None = None,
    ) -> None:
        super().__init__(seats, seed, record_line, decisions, inbox)
        self.state, _ = rules.apply(None, rules.Setup(tuple(seat.name for seat in seats), BLOCKS))

    def _play(self) -> Script[rules.State, None]:
        number = 0
        while self.state.winner is None:
            yield round(TURN_S * TICK_HZ)
            yield from self._take_turn(number)
            number += 1
        self.finished = True
        self._record_line({"stage": "end", "time_s": self.time_s, "winners": [self.state.winner]})

    def _take_turn(self, number: int) -> Script[rules.State, None]:
        by = self.seats[self.state.due].name
        meant = yield from ask(Question((by,), Take, self.state, number))
        self._record_line(meant.line())
        noise = derive(self.seed, "hand", number)
        took = max(1, meant.count - (float(rng(noise).random()) < SLIPS))
        self._record_line({"stage": "executed", "by": by, "noise_seed": noise, "action": {"count": took}})
        self.state, events = rules.apply(self.state, rules.Take(took))
        self._record_line({"stage": "outcome", "by": by, "what": "taken", "count": took})
        self._record_line({"stage": "ruling", "time_s": self.time_s, "events": spell(events), "phase": "play"})
        self._say(f"{by} takes {took}, {self.state.blocks} are left.", "turn")

    def _think(self, question: Question[rules.State, Intent]) -> Take:
        (by,), blocks = question.by, question.view.blocks
        best = blocks % (rules.MOST + 1)
        chance = int(sealed_rng(self.seed, "mind", by, question.number).integers(1, rules.MOST + 1))
        clever = self._by_name[by].strategy == "clever"
        return Take(by=by, count=best if best and clever else min(chance, blocks))

    def _judge(self, intent: Intent) -> None:
        assert isinstance(intent, Take)
        rules.apply(self.state, rules.Take(intent.count))

    def _why_not_now(self, intent: Intent) -> str:
        return "It is another player's turn."

    def frame(self) -> ToyFrame:
        """Return this moment."""
        return ToyFrame(self.time_s, self.state, tuple(self.ticker))

    def holdings(self) -> tuple[Holdings, Holdings]:
        """Return the blocks of the tower and before the players, as they are shown and as the rules have them."""
        state = self.frame().state
        return {"tower": state.blocks, "taken": state.taken}, {"tower": self.state.blocks, "taken": self.state.taken}

    def summary_line(self) -> str:
        """Return who has won."""
        return f"{self.state.winner} has taken the last block." if self.state.winner else "The tower stands."


PART = MatchPart(opens_turn_based(ToyMatch, INTENT), INTENT, INTENT)
