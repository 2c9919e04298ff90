"""A round robin of bots: `league`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from calibration.league.run import new_league, play_league
from calibration.league.sides import label
from calibration.league.table import LeagueTable, read_table
from calibration.league.words import table_lines
from calibration.options import LeagueRunOptions
from sim.batch.tabular import Row, Tabular, interval_cells
from sim.bots.words import TIME_S
from sim.errors import InputError
from sim.files import temporary_folder
from sim.refusals import one_of
from sim.statistics import Interval
from yardarm.configurations import Config, configured
from yardarm.words import Profile, checked_as, words_of


@dataclass(frozen=True, slots=True, repr=False)
class League(Tabular):
    """A league that was played. table: all that `yardarm league table` shows.

    For example:

        >>> import yardarm as ya
        >>> found = ya.league("zatre", ["casual:random", "casual:greedy"], pairs=1, seed=1)
        >>> sorted(row["player"] for row in found.rows())
        ['casual:greedy', 'casual:random']
    """

    TABLES: ClassVar = ("players",)
    table: LeagueTable

    @property
    def players(self) -> tuple[str, ...]:
        """The players, the best first."""
        return tuple(label(one.side) for one in self.table.standings)

    def elo(self, player: str) -> Interval:
        """Return the rating of a player with its 95 % interval. Raises InputError for one that did not play."""
        found = next((one.elo for one in self.table.standings if label(one.side) == player), None)
        if found is None:
            raise InputError("player: {one_of}.", one_of=one_of(player, self.players))
        return found

    def _table(self, _name: str) -> Iterable[Row]:
        for one in self.table.standings:
            elo = interval_cells(one.elo)
            yield {
                "player": label(one.side),
                "elo": elo["estimate"],
                "low": elo["low"],
                "high": elo["high"],
                "victory": one.victory.estimate,
                "matches": one.matches,
            }

    def __repr__(self) -> str:
        """Return the league on one line."""
        rated = (f"{label(one.side)} {one.elo.estimate:.0f}" for one in self.table.standings)
        return f"<{self.table.league.game}, a league of {len(self.players)}: {', '.join(rated)}>"

    def __str__(self) -> str:
        """Return the table as `league table` prints it."""
        return "\n".join(table_lines(self.table))


@checked_as(LeagueRunOptions)
def league(
    game: str,
    players: str | Sequence[str],
    *,
    pairs: int,
    store: str | Path | None = None,
    anchor: str | None = None,
    jobs: int = 1,
    seed: int | None = None,
    config: Config = None,
    profile: Profile = "play",
    bot_time_s: float = TIME_S,
) -> League:
    """Let every two players meet in mirrored pairs of matches, and rate them. Raises InputError.

    players: such as `["casual:simple", "casual:@bot.py"]`. store: a file that keeps the league, for `yardarm league
    verify` and to go on with; what it holds is not played again. anchor: the player rated 1500; None: the mean is 0.
    seed: the number from which all seeds are made, so that others can repeat the league; None: chance draws them.

        >>> import yardarm as ya
        >>> ya.league("zatre", ["casual:random", "casual:greedy"], pairs=1, seed=1).players
        ('casual:greedy', 'casual:random')
    """
    configuration = configured(game, config, profile)
    played, bots = new_league(configuration, tuple(words_of(players)), pairs, seed, bot_time_s)
    if store is not None:
        play_league(Path(store), played, bots, configuration, jobs)
        return League(read_table(Path(store), anchor))
    with temporary_folder("league") as folder:
        path = folder / "league.sqlite"
        play_league(path, played, bots, configuration, jobs)
        return League(read_table(path, anchor))
