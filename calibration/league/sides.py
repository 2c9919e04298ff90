"""The two sides of a match, their tables, and who plays on them.

Matches come in mirrored pairs: the same seed, the same table, the sides exchanged, so that an advantage of a seat is
the same for both sides. A pair of matches is one observation.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.batch.ladder import Ladder, Side
from sim.bots.words import TIME_S, BotWords, seated_with_bots
from sim.errors import InputError
from sim.seat import NAMES, Seat
from sim.spec import game_of, load_part


def label(side: Side) -> str:
    """Return a side as the command line names it: `casual:simple`."""
    return ":".join(side)


def side_of(seat: Seat) -> Side:
    """Return the side that a seat belongs to."""
    return seat.profile, seat.strategy


def table(letters: str, first: Side, second: Side) -> tuple[Seat, ...]:
    """Return the seats of a table such as ABAB."""
    sides = {"A": first, "B": second}
    return tuple(Seat(name, *sides[letter]) for name, letter in zip(NAMES, letters, strict=False))


def both_ways(letters: str) -> tuple[str, str]:
    """Return a table such as ABAB, and the same with the sides exchanged: BABA."""
    return letters, letters.translate(str.maketrans("AB", "BA"))


def ladder_of(game: str) -> Ladder:
    """Return the ladder of a game: its own, else one at the smallest table with equal sides.

    Raises InputError for a game at which two equal sides cannot sit down.
    """
    spec = game_of(game)
    own = load_part(spec, "ladder", Ladder)
    if own is not None:
        return own
    even = [count for count in spec.counts if count % 2 == 0]
    if not even:
        raise InputError("{game}: expected a game for two, four or six, at which two sides can meet.", game=game)
    return Ladder(game, ("AB" * (even[0] // 2),), (), f"{even[0]} at a table")


def sides_of(words: Sequence[str], game: str, where: str, time_s: float = TIME_S) -> tuple[tuple[Side, ...], BotWords]:
    """Return the sides that words such as casual or `casual:@bot.py` name, and the external bots among them.

    Raises InputError, also for two of them that are the same.
    """
    sides: list[Side] = []
    bots: dict[str, str] = {}
    for word in words:
        seats, found = seated_with_bots([word] * len(ladder_of(game).tables[0]), game, where, time_s)
        side = side_of(seats[0])
        for named, started in found.words:
            if bots.setdefault(named, started) != started:
                raise InputError(
                    "{where}: expected bots that differ in name or version, found {bots} and {started} alike.",
                    where=where,
                    bots=bots[named],
                    started=started,
                )
        if side in sides:
            raise InputError(
                "{where}: expected players that differ, found {label} twice.", where=where, label=label(side)
            )
        sides.append(side)
    return tuple(sides), BotWords(tuple(bots.items()), time_s)
