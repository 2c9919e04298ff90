"""A match: who is asked, how long it takes, and the seeded die."""

from __future__ import annotations

from typing import Any, Literal

from pig import rules
from sim.match.frame import PositionFrame
from sim.match.grammar import does
from sim.match.intents import Intent, IntentCodec
from sim.match.turn_based import Question, Script, TurnBasedMatch, ask, opens_turn_based
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Configuration
from sim.rules_frame import spell
from sim.seat import Seat
from sim.seeds import rng
from sim.spec import MatchPart

DECIDES_S = 1.5
ENOUGH = {"careful": 10, "bold": 20}
"""What a turn must have brought before a bot holds."""


class Decide(Intent):
    question: Literal["decide"] = "decide"
    action: Literal["roll", "hold"]


INTENT: IntentCodec[Decide] = IntentCodec(Decide)


class PigMatch(TurnBasedMatch[rules.State]):
    game, title, static_scene = "pig", "Pig", None

    def __init__(self, _configuration: Configuration, seats: tuple[Seat, ...], seed: int, *rest: Any) -> None:
        super().__init__(seats, seed, *rest)
        self.state, _ = rules.apply(None, rules.Setup(tuple(seat.name for seat in seats)))

    def _play(self) -> Script[rules.State, None]:
        number = 0
        while self.state.winner is None:
            yield round(DECIDES_S * TICK_HZ)
            by = self.seats[self.state.due].name
            meant = yield from ask(Question((by,), Decide, self.state, number))
            self._record_line(meant.line())
            noise = self.noise.derive("die", number)
            die = int(rng(noise).integers(1, 7))
            self._record_line({"stage": "executed", "by": by, "noise_seed": noise, "action": {"do": meant.action}})
            what = rules.Roll(die) if meant.action == "roll" else rules.Hold()
            self._record_line({"stage": "outcome", "by": by, "what": meant.action, "die": die})
            self.state, events = rules.apply(self.state, what)
            self._record_line({"stage": "ruling", "time_s": self.time_s, "events": spell(events), "phase": "play"})
            said = f"rolls {die}" if meant.action == "roll" else "holds"
            self._say(f"{does(by, said)}.", "turn" if events else "plain")
            number += 1
        self.finished = True
        self._record_line({"stage": "end", "time_s": self.time_s, "winners": [self.state.winner]})

    def _think(self, question: Question[rules.State, Intent]) -> Decide:
        enough = ENOUGH[self._by_name[question.by[0]].strategy]
        return Decide(by=question.by[0], action="hold" if question.view.turn >= enough else "roll")

    def _judge(self, intent: Intent) -> None:
        """Allow everything: who is due may always roll or hold."""

    def frame(self) -> PositionFrame[rules.State]:
        return PositionFrame(self.time_s, self.state, tuple(self.ticker))

    def summary_line(self) -> str:
        return f"{does(self.state.winner, 'wins')}." if self.state.winner else "Nobody has won yet."


PART = MatchPart(opens_turn_based(PigMatch, INTENT), INTENT, INTENT)
