"""The seats of a match: names, skill profiles, strategies."""

from __future__ import annotations

from collections.abc import Sequence

from sim.errors import InputError
from sim.people.skill import PROFILES
from sim.seat import NAMES, PERSON, Seat
from sim.spec import bots_of, game_of
from sim.untrusted_text import has_control

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
ME, YOU = "me", "You"


def seats_from(
    words: Sequence[str], game: str = "riff-raff", where: str = "--players", persons: bool = False
) -> tuple[Seat, ...]:
    """Parse seats such as `casual` or `skilled:thumb` (profile, and the strategy if it is not the usual one).

    With `persons`, also `me`, `me:skilled`, `me=Carla` and `me:skilled=Carla`. Raises InputError for an unknown profile
    or strategy, a number of seats that the game does not allow, or two seats of one name.
    """
    bots = bots_of(game)
    mine = sum(is_me(word) for word in words)
    seats = []
    for usual, word in zip(NAMES, words, strict=False):
        if persons and is_me(word):
            word, _, name = word.partition("=")
            _, _, profile = word.partition(":")
            name = name.strip() or (YOU if mine == 1 else usual)
            seats.append(Seat(name, profile or "casual", PERSON))
            continue
        profile, _, strategy = word.partition(":")
        seats.append(Seat(usual, profile, strategy or bots.usual.get(profile, "")))
    check_seats(tuple(seats), game, where, len(words), persons)
    return tuple(seats)


def check_count(count: int, counts: Sequence[int], where: str, why: str = "") -> None:
    """Raise InputError if the number of players is not among `counts`; `why` follows these numbers in the message."""
    if count not in counts:
        raise InputError(f"{where}: expected {number_words(counts)} players{why}, found {count}.")


def number_words(counts: Sequence[int]) -> str:
    """Format numbers: `two to four`, or `four or six` where numbers in between are not allowed."""
    words = [_NUMBERS[count] for count in counts]
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{words[0]} to {words[-1]}"
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def is_me(word: str) -> bool:
    """Return True for the word of a person's seat, such as `me:skilled=Carla`."""
    return word.partition("=")[0].partition(":")[0] == ME


def check_seats(
    seats: tuple[Seat, ...],
    game: str,
    where: str,
    count: int | None = None,
    persons: bool = False,
    outside: bool = False,
) -> None:
    """Raise InputError for an unknown profile or strategy, a number of seats the game does not allow, or equal names.

    count: the number of seats asked for, if not all of them are in `seats`. outside: whether bots from outside may be
    among them, by name and version.
    """
    found = game_of(game)
    check_count(len(seats) if count is None else count, found.counts, where)
    strategies = bots_of(game).strategies
    for seat in seats:
        if seat.profile not in PROFILES:
            expected = ", ".join((*PROFILES, ME) if persons else PROFILES)
            raise InputError(f"{where}: expected a profile of {expected}, found {seat.profile!r}.")
        known = seat.strategy in strategies or (persons and seat.is_person) or (outside and seat.from_outside)
        if not known:
            raise InputError(f"{where}: expected a strategy of {', '.join(strategies)}, found {seat.strategy!r}.")
    names = [seat.name for seat in seats]
    for name in names:
        if has_control(name):
            raise InputError(f"{where}: expected names without control characters, found {name!r}.")
        if names.count(name) > 1:
            raise InputError(f"{where}: expected names that differ, found {name!r} twice.")
