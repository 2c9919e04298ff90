"""The tempo at which bots play with a person: from 0, which leaves a beginner time, to 1, the people as they are.

A person sets it by a `SetTempo` like any other intent, before anything moves: so it is in the record, and replay,
verification and resuming know it. Without that line, in matches of bots, the tempo is 1. It grows
within a match with what the person wins (`Tempo.after`), which follows from the record, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal, Self

from pydantic import Field

from sim.match.intents import Intent

TempoSetting = Literal["grows", "beginner", "expert"]
"""What a player may choose: a tempo that grows with the matches played, the slowest, or the fastest."""
MATCHES_TO_EXPERT = 6
"""The number of finished matches after which bots are as fast as people are (assumed)."""
WON_STEP = 0.1
"""What a set or a game that the person wins adds to the tempo (assumed)."""
SLOWEST_THINKING, SLOWEST_MOVING = 4.0, 1.8
"""How many times as long a bot takes at tempo 0 to notice and decide, and to move (assumed).

Four: a first look at four cards of one's own and those on the table takes 2 to 3 seconds, a practised one well below 1.
"""


@dataclass(frozen=True, slots=True)
class Tempo:
    """The tempo at which bots play. value: 0 to 1. grows: it grows with what the person wins."""

    value: float = 1.0
    grows: bool = False

    @property
    def is_learning(self) -> bool:
        """True below the expert's tempo: reasons are given, and it is shown who is due."""
        return self.value < 1.0

    @property
    def thinking(self) -> float:
        """The factor on the time that bots take to notice and to decide; 1 at the expert's tempo."""
        return math.pow(SLOWEST_THINKING, 1.0 - self.value)

    @property
    def moving(self) -> float:
        """The factor on the time that the hands of bots take; 1 at the expert's tempo."""
        return math.pow(SLOWEST_MOVING, 1.0 - self.value)

    def after(self, won: bool) -> Self:
        """Return the tempo after a set or a game that the person won or did not win."""
        return replace(self, value=min(1.0, self.value + WON_STEP)) if won and self.grows else self


EXPERT = Tempo()


def starting_tempo(setting: TempoSetting, matches_played: int) -> Tempo:
    """Return the tempo of a match at its beginning. matches_played: by hand, of this game, to their end."""
    match setting:
        case "expert":
            return EXPERT
        case "beginner":
            return Tempo(0.0)
        case "grows":
            return Tempo(min(1.0, matches_played / MATCHES_TO_EXPERT), grows=True)


class SetTempo(Intent):
    """The setting of the bots' tempo by the person at the table, as the match begins."""

    question: Literal["tempo"] = "tempo"
    tempo: float = Field(ge=0, le=1)
    grows: bool

    @classmethod
    def of(cls, by: str, tempo: Tempo) -> Self:
        """Return the intent of that person that sets this tempo."""
        return cls(by=by, tempo=tempo.value, grows=tempo.grows)

    @property
    def chosen(self) -> Tempo:
        return Tempo(self.tempo, self.grows)
