"""A league in a store: a run for each seating of two players, and one row that says what it is.

Every two players meet in mirrored pairs: the same seed, the same table, the sides exchanged. Pairs take turns at the
tables of the game, and their seeds do not depend on who plays, so all pairings meet the same matches. A run of the
league is a run like any other: `simulate` with its players and its seed plays the same.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path
from typing import Any

from calibration.league.sides import both_ways, label, side_of, table
from sim.batch.job import MatchResult, match_seed
from sim.batch.ladder import Side
from sim.batch.side_tables import TIMES, flaw_of, side_rows
from sim.batch.store_format import (
    CRASHED,
    RunRow,
    Tables,
    check_seed,
    digest_of,
    opened,
    plain_json,
    read_matches,
    read_runs,
    refusing,
)
from sim.batch.store_writer import Run, Store
from sim.configuration import configuration_from, digest
from sim.errors import InputError
from sim.files import is_blank
from sim.protocols import Configuration
from sim.seeds import derive
from sim.untrusted_text import quoted, read_json

_STATEMENT = (
    "CREATE TABLE league "
    "(seed INTEGER, tables TEXT, players TEXT, pairs INTEGER, bot_time_s REAL, tree TEXT, digest TEXT)"
)


@dataclass(frozen=True, slots=True)
class League:
    """The terms of a league.

    tables: the seatings, such as ABAB. players: profile and strategy of each. pairs: the number of mirrored pairs in
    which every two of them meet. bot_time_s: the time that an external bot has for an answer (s). tree: the
    configuration as JSON.
    """

    game: str
    seed: int
    tables: tuple[str, ...]
    players: tuple[Side, ...]
    pairs: int
    bot_time_s: float
    tree: str

    @property
    def pairings(self) -> list[tuple[Side, Side]]:
        """Every two players."""
        return list(combinations(self.players, 2))

    def seatings(self, first: Side, second: Side) -> Iterator[Seating]:
        """Yield the seatings of two players: each table as it stands, then with the sides exchanged."""
        for number, letters in enumerate(self.tables):
            matches = len(range(number, self.pairs, len(self.tables)))
            for seated in both_ways(letters):
                yield Seating(first, second, letters, seated, derive(self.seed, "league", letters), matches)

    def cells(self) -> tuple[Any, ...]:
        """Return the league's row, without its digest."""
        players = plain_json([list(side) for side in self.players])
        return self.seed, plain_json(list(self.tables)), players, self.pairs, self.bot_time_s, self.tree


@dataclass(frozen=True, slots=True)
class Seating:
    """Two players at a table. letters: the table; seated: the same, or with the sides exchanged. A is the first.

    seed: of the run. matches: how many they play at it.
    """

    first: Side
    second: Side
    letters: str
    seated: str
    seed: int
    matches: int

    def run(self, configuration: Configuration) -> Run:
        """Return the run of the store that holds these matches."""
        return Run(
            configuration.game, self.seed, table(self.seated, self.first, self.second), configuration, self.matches
        )


class LeagueStore(Store):
    """A store that this process plays a league into, locked until it is closed."""

    def __init__(self, path: Path, league: League, runs: Sequence[Run]) -> None:
        """Open the store of a league, or make one. runs: those that are played into. Raises InputError."""
        check_seed(league.seed)
        self.league = league
        super().__init__(path, runs[0], None, runs[1:])

    def _enter_more(self) -> None:
        """Enter the league's row in place of the one that is there."""
        self._connection.execute("DROP TABLE IF EXISTS league")
        self._connection.execute(_STATEMENT)
        cells = self.league.cells()
        self._connection.execute("INSERT INTO league VALUES (?, ?, ?, ?, ?, ?, ?)", (*cells, digest_of(cells)))


def gone_on(path: Path, league: League, configuration: Configuration) -> League:
    """Return a league together with the one that a file holds, if there is one: its players and pairs stay.

    Raises InputError if the file holds another league, or something else.
    """
    if is_blank(path):
        return league
    with OpenedLeague(path) as found:
        there, old = found.league, found.configuration
    for option, held, given in (
        ("GAME", there.game, league.game),
        ("--seed", there.seed, league.seed),
        ("--bot-time-s", there.bot_time_s, league.bot_time_s),
        ("--profile", old.profile, configuration.profile),
        ("the configuration", old.digest, configuration.digest),
        ("the tables", there.tables, league.tables),
    ):
        if held != given:
            raise InputError(
                "{path}: holds another league, expected {option} {held}, found {given}.",
                path=path,
                option=option,
                held=held,
                given=given,
            )
    if there.tree != league.tree:
        raise InputError("{path}: holds a league with the keys of its configuration in another order.", path=path)
    players = (*there.players, *(side for side in league.players if side not in there.players))
    return replace(league, players=players, pairs=max(there.pairs, league.pairs))


def holds_league(path: Path) -> bool:
    """Return True for a store of a league. Raises InputError for a file that is no store."""
    with closing(opened(path)) as connection:
        return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'league'").fetchone() is not None


class OpenedLeague:
    """A store of a league, open to be read."""

    def __init__(self, path: Path) -> None:
        """Open it. Raises InputError for a file that holds no league, or a damaged one."""
        self.path = path
        self.connection = opened(path)
        try:
            with refusing(path):
                self.connection.execute("BEGIN")
            self.runs = {run.run: run for run in read_runs(self.connection, path)}
            first = next(iter(self.runs.values()))
            self.league = _league(self.connection, path, first.game)
            tree = read_json(self.league.tree, finite=True)
            if any(run.configuration != digest(tree) for run in self.runs.values()):
                raise InputError(
                    "{path}: the league's configuration is not that of its runs; the store is damaged.", path=path
                )
            self.configuration = configuration_from(tree, f"{path}: configuration", first.profile, first.game)
            self.tables = Tables.of(first.game)
            self.seatings = {
                seating.run(self.configuration).key: seating
                for pairing in self._met()
                for seating in self.league.seatings(*pairing)
            }
            strange = next((run for run in self.runs if run not in self.seatings), None)
            if strange is not None:
                raise InputError(
                    "{path}: {strange} is no run of the league that it holds; the store is damaged.",
                    path=path,
                    strange=strange,
                )
        except BaseException:
            self.connection.close()
            raise

    def _met(self) -> Iterator[tuple[Side, Side]]:
        """Yield every two players who have a run; all pairings would be many more where a forged league has no runs.

        Raises InputError for a player without a run.
        """
        sides = [{side_of(seat) for seat in run.seats} for run in self.runs.values()]
        seated = frozenset(chain.from_iterable(sides))
        alone = next((side for side in self.league.players if side not in seated), None)
        if alone is not None:
            raise InputError(
                "{path}: {label} is in no run of the league; the store is damaged.",
                path=self.path,
                label=quoted(label(alone)),
            )
        place = {side: number for number, side in enumerate(self.league.players)}
        for met in dict.fromkeys(frozenset(met) for met in sides if len(met) == 2 and met <= place.keys()):
            first, second = sorted(met, key=place.__getitem__)
            yield first, second

    def __enter__(self) -> OpenedLeague:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    @property
    def versions(self) -> dict[str, str]:
        """The versions that the league was begun with."""
        return next(iter(self.runs.values())).versions

    def matches(self) -> Iterator[tuple[RunRow, Seating, MatchResult]]:
        """Yield the matches that were played, each with its run and its seating. Raises InputError for damaged ones."""
        for key, run in self.runs.items():
            for played in read_matches(self.connection, self.path, key, self.tables, len(run.players)):
                if played[0].seed != match_seed(run.seed, played[0].index):
                    raise InputError(
                        "{path}: match {index} of {key}: seed: expected that of the run's match, found "
                        "{seed}; the store is damaged.",
                        path=self.path,
                        index=played[0].index,
                        key=key,
                        seed=played[0].seed,
                    )
                yield run, self.seatings[key], played

    def crashed(self) -> int:
        """Return the number of matches that crashed."""
        (found,) = self.connection.execute("SELECT count(*) FROM matches WHERE status = ?", (CRASHED,)).fetchone()
        return int(found)

    def times(self) -> Iterator[tuple[Side, tuple[str, int], int, float]]:
        """Yield for seats that decided: player, run and match, number of decisions, their processor time (s)."""
        for key, run in self.runs.items():
            with refusing(self.path):
                for row in side_rows(self.connection, TIMES, key):
                    flaw = flaw_of(TIMES, row, len(run.players))
                    if flaw is not None:
                        raise InputError(
                            "{path}: match {row!r} of {key}: {flaw}; the store is damaged.",
                            path=self.path,
                            row=row[1],
                            key=key,
                            flaw=flaw,
                        )
                    yield side_of(run.seats[row[2] - 1]), (key, row[1]), row[3], row[4]


def _league(connection: sqlite3.Connection, path: Path, game: str) -> League:
    """Read the league's row. Raises InputError."""
    with refusing(path):
        there = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'league'").fetchone()
        if there is None or there[0] != _STATEMENT:
            raise InputError("{path}: holds no league, expected a file written by league run.", path=path)
        rows = connection.execute("SELECT * FROM league LIMIT 2").fetchall()
    try:
        ((*cells, stored_digest),) = rows
        if stored_digest != digest_of(cells):
            raise ValueError("does not fit its digest")
        seed, tables, players, pairs, bot_time_s, tree = cells
        league = League(
            game,
            int(seed),
            tuple(str(letters) for letters in read_json(tables)),
            tuple((str(profile), str(strategy)) for profile, strategy in read_json(players)),
            int(pairs),
            float(bot_time_s),
            str(tree),
        )
        if not isinstance(read_json(league.tree, finite=True), dict):
            raise ValueError("is not that of a league")
        if league.cells() != tuple(cells) or len(league.players) < 2 or not league.tables:
            raise ValueError("is not that of a league")
        if len(set(league.players)) < len(league.players) or len(set(league.tables)) < len(league.tables):
            raise ValueError("is not that of a league")
        if not all(set(letters) == {"A", "B"} and len(letters) <= 6 for letters in league.tables):
            raise ValueError("is not that of a league")
    except (TypeError, ValueError, json.JSONDecodeError) as error:
        raise InputError("{path}: the row of the league cannot be read; the store is damaged.", path=path) from error
    return league
