"""A league in a store: a run for each seating of two players, and one row, the head, that says what it is.

Every two players meet in mirrored pairs: the same seed, the same table, the sides exchanged. Pairs take turns at the
tables of the game. Their seeds are those of the pairing alone, so that no bot plays what it may remember of others.

All seeds come from 128 secret bits by a one-way function with a key. The head holds the bits and the commitment to
them, which is published before the first match; the plan; the digests of bots' files; and the end of a chain in which
each match, in order of coming, has a digest of its own and of the link before it. The head's own digest proves all of
that to those who know it.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain, combinations
from pathlib import Path

from calibration.league.sides import both_ways, label, side_of, table
from sim.batch.job import MatchResult, PlayedMatch, match_seed
from sim.batch.ladder import Side
from sim.batch.rows import Cell
from sim.batch.side_tables import LINKS, TIMES, flaw_of, side_rows
from sim.batch.store_format import (
    CRASHED,
    PLAYED,
    RunRow,
    Tables,
    check_seed,
    create_side_table,
    opened,
    plain_json,
    read_matches,
    read_runs,
    refusing,
    whole_digest_of,
)
from sim.batch.store_writer import Run, Store
from sim.configuration import configuration_from, digest
from sim.errors import InputError
from sim.files import is_blank
from sim.language import _
from sim.protocols import Configuration
from sim.seeds import keyed, keyed_seed
from sim.untrusted_text import quoted, read_json

_STATEMENT = (
    "CREATE TABLE league (secret TEXT, commitment TEXT, seed INTEGER, tables TEXT, players TEXT, pairs INTEGER, "
    "bot_time_s REAL, tree TEXT, bots TEXT, matches INTEGER, link TEXT, digest TEXT)"
)


def secret_of(seed: int | None) -> bytes:
    """Return the secret of a league: 16 bytes of chance, or those of a seed that was chosen."""
    return secrets.token_bytes(16) if seed is None else keyed(b"league", "seed", seed)


@dataclass(frozen=True, slots=True)
class League:
    """The terms of a league.

    secret: 16 bytes from which all seeds come. seed: the number that the secret was made from, None where chance drew
    it. tables: the seatings, such as ABAB. players: profile and strategy of each. pairs: the number of mirrored pairs
    in which every two of them meet. bot_time_s: the time that an external bot has for an answer (s). tree: the
    configuration as JSON. bots: the digest of the files behind each external bot, by its label.
    """

    game: str
    secret: bytes
    seed: int | None
    tables: tuple[str, ...]
    players: tuple[Side, ...]
    pairs: int
    bot_time_s: float
    tree: str
    bots: Mapping[str, str]

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, which is published before the first match."""
        return sha256(self.secret).hexdigest()

    @property
    def planned(self) -> int:
        """The number of matches that every two players in all their pairs make."""
        return self.pairs * len(self.players) * (len(self.players) - 1)

    @property
    def seeds(self) -> str:
        """The origin of the seeds, in words."""
        if self.seed is None:
            return _("drawn by chance")
        return _("made from --seed {seed}, which was chosen", seed=self.seed)

    def bots_secret(self, run: Run) -> bytes:
        """Return the key of the seeds of the bots in a run."""
        return keyed(self.secret, "bots", run.key)

    @property
    def pairings(self) -> list[tuple[Side, Side]]:
        """Every two players."""
        return list(combinations(self.players, 2))

    def seatings(self, first: Side, second: Side) -> Iterator[Seating]:
        """Yield the seatings of two players: each table as it stands, then with the sides exchanged."""
        players = sorted((label(first), label(second)))
        for number, letters in enumerate(self.tables):
            matches = len(range(number, self.pairs, len(self.tables)))
            for seated in both_ways(letters):
                seed = keyed_seed(self.secret, "league", letters, *players)
                yield Seating(first, second, letters, seated, seed, matches)

    def cells(self) -> tuple[Cell, ...]:
        """Return what the head holds of the terms."""
        return (
            self.secret.hex(),
            self.commitment,
            self.seed,
            plain_json(list(self.tables)),
            plain_json([list(side) for side in self.players]),
            self.pairs,
            self.bot_time_s,
            self.tree,
            plain_json(self.bots),
        )


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain of a league's matches so far: how many there are, and the last link."""

    matches: int
    link: str

    @classmethod
    def begun(cls, league: League) -> Chain:
        """Return the chain without a match yet."""
        return cls(0, league.commitment)

    def linked(self, run: str, match: int, digest: str) -> Chain:
        """Return the chain with one match more. digest: all digits of its own."""
        return Chain(self.matches + 1, whole_digest_of(self.link, run, match, digest))


def head_of(league: League, chain: Chain) -> tuple[Cell, ...]:
    """Return the head of a league; its digest, the last, is that of the whole league."""
    cells = (*league.cells(), chain.matches, chain.link)
    return (*cells, whole_digest_of(*cells))


class BrokenChainError(InputError):
    """A store whose matches are not those that came, or not in that order."""


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
        check_seed(league.seed or 0)
        self.league = league
        super().__init__(path, runs[0], None, runs[1:])

    @property
    def digest(self) -> str:
        """The digest of the league as far as it is written."""
        ((found,),) = self._connection.execute("SELECT digest FROM league").fetchall()
        return str(found)

    def _enter_more(self) -> None:
        """Enter the head in place of the one that is there."""
        chain = Chain.begun(self.league)
        if LINKS in self._side_tables():
            chain = self._chain()
            ((secret,),) = self._connection.execute("SELECT secret FROM league").fetchall()
            if secret != self.league.secret.hex():
                raise InputError(
                    "{path}: another process has begun a league here, expected this one again.", path=self.path
                )
            self._connection.execute("DROP TABLE league")
        else:
            self._connection.execute(create_side_table(LINKS))
        self._connection.execute(_STATEMENT)
        self._enter_head(chain)

    def _enter_more_of(self, written: Sequence[tuple[Cell, ...]]) -> None:
        chain = self._chain()
        for run, match, status, whole_digest in written:
            if status == PLAYED:
                chain = chain.linked(str(run), int(match or 0), str(whole_digest))
                cells = run, match, chain.matches, chain.link
                self._connection.execute("INSERT INTO links VALUES (?, ?, ?, ?)", cells)
        self._connection.execute("DELETE FROM league")
        self._enter_head(chain)

    def _enter_head(self, chain: Chain) -> None:
        head = head_of(self.league, chain)
        self._connection.execute(f"INSERT INTO league VALUES ({', '.join('?' * len(head))})", head)

    def _chain(self) -> Chain:
        ((matches, link),) = self._connection.execute("SELECT matches, link FROM league").fetchall()
        return Chain(matches, link)


def gone_on(path: Path, league: League, configuration: Configuration) -> League:
    """Return a league together with the one that a file holds, if there is one: its secret, players and pairs stay.

    Raises InputError if the file holds another league, or something else.
    """
    if is_blank(path):
        return league
    with OpenedLeague(path) as found:
        found.check_count()
        there, old = found.league, found.configuration
    seed = "a league without --seed" if there.seed is None else f"--seed {there.seed}"
    if league.seed not in (None, there.seed):
        raise InputError(
            "{path}: holds another league, expected {seed}, found {seed2}.", path=path, seed=seed, seed2=league.seed
        )
    for option, held, given in (
        ("GAME", there.game, league.game),
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
    for bot, given in league.bots.items():
        held = there.bots.get(bot, given)
        if held != given:
            raise InputError(
                "{path}: {bot} is not what it was: expected the file with the digest {held}, found {now}; give it "
                "another version.",
                path=path,
                bot=bot,
                held=held[:12] or "of none",
                now=given[:12] or "none",
            )
    players = (*there.players, *(side for side in league.players if side not in there.players))
    pairs, bots = max(there.pairs, league.pairs), {**there.bots, **league.bots}
    return replace(league, secret=there.secret, seed=there.seed, players=players, pairs=pairs, bots=bots)


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
            self.league, self.chain = _league(self.connection, path, first.game)
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
                    "{path}: {strange} is not a run of the league that it holds; the store is damaged.",
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

    @property
    def digest(self) -> str:
        """The digest of the whole league."""
        return str(head_of(self.league, self.chain)[-1])

    def matches(self) -> Iterator[tuple[RunRow, Seating, MatchResult]]:
        """Yield the matches that were played, each with its run and its seating.

        Raises InputError for damaged ones, and, after the last, BrokenChainError.
        """
        digests: dict[tuple[str, int], str] = {}
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
                digests[key, played[0].index] = played.digest if isinstance(played, PlayedMatch) else ""
                yield run, self.seatings[key], played
        self._check_chain(digests)

    def check_count(self) -> None:
        """Raise BrokenChainError where there are more or fewer matches than the head says."""
        found, linked = (
            self.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in (f"matches WHERE status = '{PLAYED}'", LINKS.name)
        )
        if not found == linked == self.chain.matches:
            raise self._broken(f"expected {self.chain.matches} matches, found {found}, with {linked} links")

    def _check_chain(self, digests: Mapping[tuple[str, int], str]) -> None:
        self.check_count()
        chain = Chain.begun(self.league)
        rows = self.connection.execute(f"SELECT * FROM {LINKS.name} ORDER BY place")
        for number, (run, match, place, link) in enumerate(rows, start=1):
            digest = digests.get((run, match))
            if place != number or digest is None:
                raise self._broken(f"match {number} in order of coming is missing")
            chain = chain.linked(run, match, digest)
            if chain.link != link:
                raise self._broken(f"match {match} of {run} is not the one that came as number {number}")
        if chain != self.chain:
            raise self._broken("the last match is not the one that came last")

    def _broken(self, why: str) -> BrokenChainError:
        return BrokenChainError("{path}: the chain of matches is broken: {why}.", path=self.path, why=why)

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


def _league(connection: sqlite3.Connection, path: Path, game: str) -> tuple[League, Chain]:
    """Read the head. Raises InputError."""
    with refusing(path):
        there = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'league'").fetchone()
        if there is None or there[0] != _STATEMENT:
            raise InputError("{path}: holds no league, expected a file written by league run.", path=path)
        rows = connection.execute("SELECT * FROM league LIMIT 2").fetchall()
    try:
        (head,) = rows
        secret, _, seed, tables, players, pairs, bot_time_s, tree, bots, matches, link, _ = head
        league = League(
            game,
            bytes.fromhex(secret),
            None if seed is None else int(seed),
            tuple(str(letters) for letters in read_json(tables)),
            tuple((str(profile), str(strategy)) for profile, strategy in read_json(players)),
            int(pairs),
            float(bot_time_s),
            str(tree),
            {str(bot): str(digest) for bot, digest in read_json(bots).items()},
        )
        chain = Chain(int(matches), str(link))
        if not isinstance(read_json(league.tree, finite=True), dict):
            raise ValueError("is not that of a league")
        if head_of(league, chain) != head or len(league.players) < 2 or not league.tables:
            raise ValueError("is not that of a league")
        if len(set(league.players)) < len(league.players) or len(set(league.tables)) < len(league.tables):
            raise ValueError("is not that of a league")
        if not all(set(letters) == {"A", "B"} and len(letters) <= 6 for letters in league.tables):
            raise ValueError("is not that of a league")
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError("{path}: the row of the league cannot be read; the store is damaged.", path=path) from error
    return league, chain
