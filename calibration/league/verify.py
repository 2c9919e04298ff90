"""The work of `league verify`: what a league was to play is compared with what it holds, and matches are played again.

Our own strategies decide anew, bit for bit. Of external bots the answers come from the store and are judged anew, so
none is started. What nobody can verify is said: what a bot would have answered, and the times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from calibration.league.store import BrokenChainError, League, OpenedLeague
from calibration.league.words import bot_lines
from calibration.options import LeagueVerifyOptions
from sim.batch.job import CrashingMatch, MatchResult, PlayedMatch, Task
from sim.batch.progress import counted
from sim.batch.row_schema import RowSchema
from sim.batch.runner import run_tasks
from sim.batch.store_format import RunRow, Tables
from sim.bots.answers import unpacked
from sim.configuration import changed_versions
from sim.errors import InputError
from sim.protocols import Configuration
from sim.seeds import rng
from sim.untrusted_text import printable


@dataclass(frozen=True, slots=True)
class _Kept:
    """A match of the store. number: counts the matches of the league."""

    number: int
    run: RunRow
    result: MatchResult

    def task(self, path: Path) -> Task:
        """Return the task that plays it again. Raises InputError if the store has not what it takes."""
        sealed = self.result.sealed if isinstance(self.result, PlayedMatch) else None
        outside = any(seat.from_outside for seat in self.run.seats)
        if sealed is None or outside != (sealed.answers is not None):
            raise InputError(
                "{path}: {name}: is not sealed as league run does it; the store is damaged.", path=path, name=self.name
            )
        return Task(self.number, self.result[0].seed, self.run.seats, kept=True, answers=sealed.answers)

    @property
    def name(self) -> str:
        """The match in words."""
        players = ",".join(f"{seat.profile}:{seat.strategy}" for seat in self.run.seats)
        return f"match {self.result[0].index} of {self.run.run} ({players}, seed {self.result[0].seed})"


def league_verify_command(given: LeagueVerifyOptions) -> None:
    """Verify that a league is what it says it is. Raises InputError, SystemExit(1) where it is not."""
    with OpenedLeague(given.store) as league:
        try:
            kept = [_Kept(number, run, played) for number, (run, _, played) in enumerate(league.matches())]
        except BrokenChainError as error:
            print(printable(str(error)))
            raise SystemExit(1) from error
        if not kept:
            raise InputError("{store}: holds no match yet, expected league run to have played some.", store=given.store)
        terms, digest, configuration = league.league, league.digest, league.configuration
        tables, recorded = league.tables, league.versions
    whole = len(kept)
    if given.matches is not None and given.matches < whole:
        drawn = rng(given.seed, "league verify").choice(whole, given.matches, replace=False)
        kept = [kept[number] for number in sorted(map(int, drawn))]
    difference = _first_difference(given, kept, configuration, tables)
    if difference is not None:
        print(printable(f"{given.store}: differs, {difference}.{changed_versions(recorded)}"))
        raise SystemExit(1)
    of_all = "" if len(kept) == whole else f" of {whole}"
    print(printable(f"{given.store}: verified, {len(kept)}{of_all} matches repeat exactly, digest {digest}."))
    for line in (f"Seeds: {terms.seeds}, commitment {terms.commitment}.", *bot_lines(terms)):
        print(printable(line))
    print("Times are as measured; nothing verifies them.")
    if _are_missing(terms, whole) and given.matches is None:
        raise SystemExit(1)


def _are_missing(league: League, played: int) -> bool:
    """Print how many matches of the plan the store lacks, and return whether there are any."""
    missing = league.planned - played
    if missing:
        print(f"{missing} of {league.planned} planned matches {'are' if missing != 1 else 'is'} missing.")
    return missing > 0


def _first_difference(
    given: LeagueVerifyOptions, kept: Sequence[_Kept], configuration: Configuration, tables: Tables
) -> str | None:
    """Play matches again; return the first difference in words without a full stop, None if all repeat."""
    tasks = [each.task(given.store) for each in kept]
    try:
        with closing(run_tasks(configuration, tasks, given.workers_for(len(tasks)))) as again:
            for each, result in zip(kept, counted(again, len(tasks), "matches"), strict=True):
                for difference in _differences(each.result, result, tables):
                    return f"{each.name}: {difference}"
    except InputError as error:
        raise InputError("{store}: {error}", store=given.store, error=error) from error
    return None


def _differences(old: MatchResult, new: MatchResult | CrashingMatch, tables: Tables) -> Iterator[str]:
    """Yield what differs between a match of the store and the same played again, in words without a full stop."""
    if isinstance(new, CrashingMatch):
        yield f"it crashes now ({new.error})"
        return
    yield from _cells("", tables.match, old[0], new[0])
    if len(old[1]) != len(new[1]):
        yield f"recorded {len(old[1])} turns, simulated {len(new[1])}"
    for number, turns in enumerate(zip(old[1], new[1], strict=False), start=1):
        yield from _cells(f"turn {number}: ", tables.turn, *turns)
    assert isinstance(old, PlayedMatch)
    assert isinstance(new, PlayedMatch)
    assert old.sealed is not None
    assert new.sealed is not None
    if set(old.answers) != set(new.answers):
        yield "the bots' answers are counted otherwise"
    if old.sealed.lines != new.sealed.lines:
        yield f"recorded {old.sealed.lines} lines, simulated {new.sealed.lines}"
    if old.sealed.sha256 != new.sealed.sha256:
        one, other = (sealed.sha256[:16] for sealed in (old.sealed, new.sealed))
        yield f"the lines of its record have another digest, recorded {one}, simulated {other}"
    said = [unpacked(sealed.answers, "") for sealed in (old.sealed, new.sealed) if sealed.answers is not None]
    if said[:1] != said[1:]:
        yield "not all answers of bots that are recorded are asked for"


def _cells(where: str, schema: RowSchema, old: object, new: object) -> Iterator[str]:
    cells = zip(schema.columns[1:], schema.stored_cells(old)[1:], schema.stored_cells(new)[1:], strict=True)
    for (name, _), recorded, simulated in cells:
        if recorded != simulated:
            yield f"{where}{name}: recorded {recorded}, simulated {simulated}"
