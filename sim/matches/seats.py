"""Who sits where: names, skill profiles, strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.errors import InputError
from sim.games import game_of
from sim.players.skill import PROFILES

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
NAMES = ("Anne", "Bert", "Cleo", "Dirk", "Elsa", "Finn")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: a name, a skill profile, a strategy."""

    name: str
    profile: str
    strategy: str

    def to_json(self) -> dict[str, str]:
        """Plain data."""
        return {"name": self.name, "profile": self.profile, "strategy": self.strategy}


def seats_from(words: Sequence[str], game: str = "riff-raff", where: str = "--players") -> tuple[Seat, ...]:
    """Seats from words such as `casual` or `skilled:thumb` (profile, and strategy if not the usual one).

    Raises InputError for an unknown profile or strategy, or too few or too many seats for the game.
    """
    people = game_of(game).room("sim.players")
    seats = []
    for name, word in zip(NAMES, words, strict=False):
        profile, _, strategy = word.partition(":")
        seats.append(Seat(name, profile, strategy or people.USUAL_STRATEGY.get(profile, "")))
    check_seats(tuple(seats), game, where, len(words))
    return tuple(seats)


def check_seats(seats: tuple[Seat, ...], game: str, where: str, count: int | None = None) -> None:
    """Raise InputError for an unknown profile or strategy, or too few or too many seats for the game."""
    found = game_of(game)
    count = len(seats) if count is None else count
    if not found.least_seats <= count <= found.most_seats:
        few, many = (_NUMBERS[n] for n in (found.least_seats, found.most_seats))
        raise InputError(f"{where}: expected {few} to {many} players, found {count}.")
    strategies = found.room("sim.players").STRATEGIES
    for seat in seats:
        if seat.profile not in PROFILES:
            raise InputError(f"{where}: expected a profile of {', '.join(PROFILES)}, found {seat.profile!r}.")
        if seat.strategy not in strategies:
            raise InputError(f"{where}: expected a strategy of {', '.join(strategies)}, found {seat.strategy!r}.")
