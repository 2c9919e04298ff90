"""Two kinds of player against each other: `duel`."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.options import LeagueRunOptions
from calibration.studies.ladders import duel as played_out
from calibration.studies.ladders import ladder_of, sides_of
from sim.batch.ladder import Ladder, Side
from sim.statistics import Interval
from yardarm.words import Config, checked_as, configured


@dataclass(frozen=True, slots=True)
class Duel:
    """The result of mirrored pairs of matches.

    first, second: the two sides, as profile and strategy. matches: how many were played to their end, in whole pairs.
    victory: the first side's share of the victories with its 95 % interval, a pair being one observation.
    """

    game: str
    first: Side
    second: Side
    matches: int
    victory: Interval

    def __str__(self) -> str:
        """Return the result on one line."""
        first, second = (":".join(side) for side in (self.first, self.second))
        return f"{first} against {second} at {self.game}: {self.victory.percent()} of {self.matches} matches"


@checked_as(LeagueRunOptions)
def duel(
    first: str,
    second: str,
    game: str,
    *,
    pairs: int = 20,
    jobs: int = 1,
    seed: int = 1,
    config: Config = None,
    profile: str = "play",
) -> Duel:
    """Play two kinds of player against each other in mirrored pairs: the same seed and table, the sides exchanged.

    first, second: such as casual or `skilled:lookahead`. Half of a table are of each side. Raises InputError.
    """
    configuration = configured(game, config, profile)
    sides, bots = sides_of((first, second), game, "players")
    ladder = Ladder(game, ladder_of(game).tables, (), "", steps=((sides[0], sides[1]),), bots=bots)
    found = played_out(ladder, configuration, sides[0], sides[1], 2 * pairs, seed, jobs)
    return Duel(game, sides[0], sides[1], found.matches, found.victory)
