"""Two kinds of player against each other: `duel`."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.league.ladder import meet
from calibration.league.sides import label, sides_of
from calibration.options import LeagueRunOptions
from sim.batch.ladder import Side
from sim.statistics import Interval
from yardarm.configurations import Config, configured
from yardarm.words import Player, Profile, checked_as, words_of


@dataclass(frozen=True, slots=True)
class Duel:
    """The result of mirrored pairs of matches.

    first, second: the two sides, as profile and strategy. matches: how many were played to their end, in whole pairs.
    victory: the first side's share of the victories with its 95 % interval, a pair being one observation.

        >>> import yardarm as ya
        >>> ya.duel("casual:greedy", "casual:random", "zatre", pairs=1).matches
        2
    """

    game: str
    first: Side
    second: Side
    matches: int
    victory: Interval

    def __str__(self) -> str:
        """Return the result on one line."""
        sides = f"{label(self.first)} against {label(self.second)}"
        return f"{sides} at {self.game}: {self.victory.percent()} of {self.matches} matches"


@checked_as(LeagueRunOptions)
def duel(
    first: Player,
    second: Player,
    game: str,
    *,
    pairs: int = 20,
    jobs: int = 1,
    seed: int = 1,
    config: Config = None,
    profile: Profile = "play",
) -> Duel:
    """Play two kinds of player against each other in mirrored pairs: the same seed and table, the sides exchanged.

    first, second: such as casual, `skilled:lookahead` or a function of a question. Half of a table are of each side.
    Raises InputError.

        >>> import yardarm as ya
        >>> print(ya.duel("casual:greedy", "casual:random", "zatre", pairs=1))
        casual:greedy against casual:random at zatre: ... of 2 matches
    """
    configuration = configured(game, config, profile)
    (ours, theirs), bots = sides_of(words_of((first, second)), game, "players")
    found = meet(configuration, ours, theirs, pairs, seed, jobs, bots)
    return Duel(game, ours, theirs, len(found.matches), found.victory)
