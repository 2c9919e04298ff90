"""The work of `league run`: every two players meet in mirrored pairs; what the store has is not played again."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from heapq import merge
from operator import itemgetter
from pathlib import Path

from calibration.league.bot_files import digests_of
from calibration.league.sides import ladder_of, sides_of
from calibration.league.store import League, LeagueStore, Seating, gone_on, secret_of
from calibration.options import LeagueRunOptions
from sim.batch.engines import engine_of
from sim.batch.job import CrashingMatch, JobSpec, PlayedMatch, Task, match_seed, print_crashed
from sim.batch.progress import Bar
from sim.batch.runner import chunk_size, dispatch
from sim.batch.store_format import plain_json, store_files
from sim.batch.store_writer import Gaps, Run
from sim.bots.fault_count import FaultCount
from sim.bots.words import BotWords
from sim.configuration import load_configuration, preset_file, provenance
from sim.errors import InputError
from sim.file_kinds import STORE
from sim.files import check_outputs
from sim.protocols import Configuration
from sim.seat import Seat
from sim.untrusted_text import printable


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of playing a league.

    matches: how many were played now. total: of the players that were named. digest: of the whole league.
    """

    league: League
    digest: str
    matches: int
    total: int
    crashed: tuple[CrashingMatch, ...]
    faults: dict[str, FaultCount]


def play_league(
    path: Path,
    league: League,
    bots: BotWords,
    configuration: Configuration,
    jobs: int,
    commit: Callable[[League], None] = lambda _: None,
) -> Played:
    """Play what the store of a league lacks. Raises InputError; what was played is kept, also when interrupted.

    bots: the external ones among the players, which are named anew each time. commit: gets the league before its first
    match, to tell its commitment.
    """
    whole = gone_on(path, league, configuration)
    wanted = replace(whole, players=league.players)
    runs: dict[tuple[Seat, ...], tuple[Seating, Run]] = {}
    for pairing in wanted.pairings:
        for seating in wanted.seatings(*pairing):
            if seating.matches:
                run = seating.run(configuration)
                runs[run.seats] = seating, run
    crashed: list[CrashingMatch] = []
    faults: dict[str, FaultCount] = {}
    with LeagueStore(path, whole, [run for _, run in runs.values()]) as store:
        commit(whole)
        missing = {seats: store.missing(run) for seats, (_, run) in runs.items()}
        todo = sum(map(len, missing.values()))
        total = sum(run.asked for _, run in runs.values())
        with engine_of("processes", jobs) as engine, Bar("matches", total, total - todo) as bar:
            tasks = _tasks(wanted, runs, missing, bots)
            results = dispatch(engine, JobSpec.of(configuration), tasks, chunk_size(todo, jobs))
            with closing(results):
                for result in results:
                    if isinstance(result, CrashingMatch):
                        crashed.append(result)
                        store.add(result, runs[result.task.seats][1])
                    else:
                        assert isinstance(result, PlayedMatch)
                        store.add(result, runs[result.seats][1])
                        for seat in result.seats:
                            own = [each for each in result.answers if each.by == seat.name]
                            faults.setdefault(seat.strategy, FaultCount()).add(own)
                    bar.step()
        store.flush()
        digest = store.digest
    return Played(whole, digest, todo, total, tuple(crashed), {label: each for label, each in faults.items() if each})


def _tasks(
    league: League, runs: dict[tuple[Seat, ...], tuple[Seating, Run]], missing: dict[tuple[Seat, ...], Gaps],
    bots: BotWords,
) -> Iterator[Task]:  # fmt: skip
    """Yield the matches that are missing, pair by pair, so that an interrupted league is even."""

    def of_run(seats: tuple[Seat, ...], seating: Seating, run: Run) -> Iterator[tuple[int, Task]]:
        # No bot gets a seed twice, which would tell it that it knows the match.
        own = replace(bots, secret=league.bots_secret(run))
        for index in missing[seats]:
            pair = index * len(league.tables) + league.tables.index(seating.letters)
            yield pair, Task(index, match_seed(run.seed, index), seats, bots=own, kept=True)

    # Merged as they are needed: there may be more matches than a list has room for.
    by_run = (of_run(seats, seating, run) for seats, (seating, run) in runs.items())
    return (task for _, task in merge(*by_run, key=itemgetter(0)))


def new_league(
    configuration: Configuration, words: tuple[str, ...], pairs: int, seed: int | None, bot_time_s: float
) -> tuple[League, BotWords]:
    """Return the league of players named by words, and the external bots among them. Raises InputError.

    seed: from which its secret is made; None: chance draws it.
    """
    game = configuration.game
    sides, bots = sides_of(words, game, "--players", bot_time_s)
    if len(sides) < 2:
        raise InputError("--players: expected two or more, found {sides}.", sides=len(sides))
    tables, tree = ladder_of(game).tables, plain_json(configuration.tree)
    return League(game, secret_of(seed), seed, tables, sides, pairs, bot_time_s, tree, digests_of(bots)), bots


def league_run_command(given: LeagueRunOptions) -> None:
    """Play a league, or what is missing of it, and say what there is. Raises InputError."""
    check_outputs(
        {"--out": (given.out, STORE)},
        {"--config": preset_file(given.game, given.config), "--out": store_files(given.out)[1:]},
    )
    configuration = load_configuration(given.game, given.config, given.profile)
    league, bots = new_league(configuration, given.players, given.pairs, given.seed, given.bot_time_s)

    def commit(whole: League) -> None:
        """Print the commitment, also where standard output is for one object of JSON alone; seeds that were chosen have
        nothing to hide.
        """
        if whole.seed is not None:
            return
        stream = sys.stderr if given.as_json else sys.stdout
        print(f"commitment {whole.commitment} to the seeds, {whole.seeds}.", file=stream, flush=True)

    played = play_league(given.out, league, bots, configuration, given.workers, commit)
    print_crashed(played.crashed, configuration, given.config)
    for named, faults in played.faults.items():
        total = sum(faults.counts.values())
        first = next(iter(faults.first.values()))
        text = f"yardarm: {named}: {total} answer{'s' * (total != 1)} did not count, the first: {first}."
        print(printable(text), file=sys.stderr)
    if given.as_json:
        answer = {
            "game": given.game,
            "players": [":".join(side) for side in league.players],
            "pairs": played.league.pairs,
            "matches": played.total,
            "played": played.matches,
            **({"crashed": [crash.to_json() for crash in played.crashed]} if played.crashed else {}),
            "commitment": played.league.commitment,
            "digest": played.digest,
            **provenance(configuration, played.league.seed),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    print(
        printable(
            f"{given.out}: {len(league.players)} players of {given.game} in {played.league.pairs} mirrored "
            f"pair{'s' * (played.league.pairs != 1)} each, {played.matches} of {played.total} matches played now, "
            f"digest {played.digest}; yardarm league table {given.out} rates them."
        )
    )
