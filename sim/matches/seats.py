"""Who sits where: names, skill profiles, strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.errors import InputError
from sim.players.riff_raff import STRATEGIES
from sim.players.skill import PROFILES

__all__ = ["NAMES", "STRATEGIES", "USUAL_STRATEGY", "Seat", "seats_from"]

NAMES = ("Anne", "Bert", "Cleo", "Dirk")
# How each profile plays unless told otherwise: planning is a strategy, not a skill of the hands.
USUAL_STRATEGY = {"child": "thumb", "casual": "thumb", "skilled": "lookahead"}


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: a name, a skill profile, a strategy."""

    name: str
    profile: str
    strategy: str

    def to_json(self) -> dict[str, str]:
        """Plain data."""
        return {"name": self.name, "profile": self.profile, "strategy": self.strategy}


def seats_from(words: Sequence[str], where: str = "--players") -> tuple[Seat, ...]:
    """Seats from words such as `casual` or `skilled:thumb` (profile, and strategy if not the usual one).

    Raises InputError for an unknown profile or strategy, or fewer than two or more than four seats.
    """
    if not 2 <= len(words) <= len(NAMES):
        raise InputError(f"{where}: expected two to four players, found {len(words)}.")
    seats = []
    for name, word in zip(NAMES, words, strict=False):
        profile, _, strategy = word.partition(":")
        if profile not in PROFILES:
            raise InputError(f"{where}: expected a profile of {', '.join(PROFILES)}, found {profile!r}.")
        strategy = strategy or USUAL_STRATEGY[profile]
        if strategy not in STRATEGIES:
            raise InputError(f"{where}: expected a strategy of {', '.join(STRATEGIES)}, found {strategy!r}.")
        seats.append(Seat(name, profile, strategy))
    return tuple(seats)
