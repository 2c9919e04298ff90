"""The work of `study ladder`: every step of a game's ladder plays the one below it, to see whether skill pays.

A game declares its ladder as data (sim/batch/ladder.py): the opponents, the tables, and the measures. Matches come in
mirrored pairs: the same seed, the same table, the sides exchanged, so that an advantage of a seat is the same for both
sides. A pair of matches is one observation. The share of victories of a side is its players' share of the victory
(shared victories count in equal parts); between equals it is one half by symmetry.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from calibration.options import LadderOptions
from sim.batch.figures import clustered_rate
from sim.batch.job import print_crashed, shown_again
from sim.batch.ladder import GOAL, Duel, Ladder, Meeting, Met, Side
from sim.batch.progress import counted
from sim.batch.runner import CrashingMatch, Task, run_tasks
from sim.bots.words import TIME_S, BotWords, seated_with_bots
from sim.configuration import load_configuration, provenance
from sim.errors import InputError
from sim.protocols import Configuration
from sim.seat import NAMES, Seat
from sim.seeds import derive
from sim.spec import bots_of, game_of, load_part
from sim.statistics import Interval


def table(letters: str, stronger: Side, weaker: Side) -> tuple[Seat, ...]:
    """Return the seats of a table such as ABAB."""
    sides = {"A": stronger, "B": weaker}
    return tuple(Seat(name, *sides[letter]) for name, letter in zip(NAMES, letters, strict=False))


def mirrored(letters: str) -> str:
    """Return a table such as ABAB with the sides exchanged: BABA."""
    return letters.translate(str.maketrans("AB", "BA"))


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
        raise InputError(f"{game}: expected a game for two, four or six, at which two sides can meet.")
    return Ladder(game, ("AB" * (even[0] // 2),), (), f"{even[0]} at a table")


def sides_of(words: Sequence[str], game: str, where: str, time_s: float = TIME_S) -> tuple[tuple[Side, ...], BotWords]:
    """Return the sides that words such as casual or `casual:@bot.py` name, and the external bots among them.

    Raises InputError, also for two of them that are the same.
    """
    sides: list[Side] = []
    bots: dict[str, str] = {}
    for word in words:
        seats, found = seated_with_bots([word] * len(ladder_of(game).tables[0]), game, where, time_s)
        side = (seats[0].profile, seats[0].strategy)
        for named, started in found.words:
            if bots.setdefault(named, started) != started:
                raise InputError(
                    f"{where}: expected bots that differ in name or version, found {bots[named]} and {started} alike."
                )
        if side in sides:
            raise InputError(f"{where}: expected players that differ, found {':'.join(side)} twice.")
        sides.append(side)
    return tuple(sides), BotWords(tuple(bots.items()), time_s)


def tasks(stronger: Side, weaker: Side, pairs: int, seed: int, tables: Sequence[str]) -> list[Task]:
    """Return mirrored pairs of matches, each mirror image right after its match; pairs take turns at the tables."""
    found = []
    for pair in range(pairs):
        letters = tables[pair % len(tables)]
        at = derive(seed, "ladder", "-".join((*stronger, *weaker)), pair)
        found += [
            Task(2 * pair + side, at, table(seated, stronger, weaker))
            for side, seated in enumerate((letters, mirrored(letters)))
        ]
    return found


def pairs_of(matches: int) -> int:
    """Return the number of pairs for `matches` matches, rounded up."""
    return (matches + 1) // 2


def meet(
    ladder: Ladder, configuration: Configuration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int
) -> Meeting:
    """Let two sides play `matches` matches, rounded up to whole pairs; a progress bar counts them.

    Raises InputError if no pair was played to its end.
    """
    title = f"{ladder.name(stronger)} against {ladder.name(weaker)}"
    todo = [replace(task, bots=ladder.bots) for task in tasks(stronger, weaker, pairs_of(matches), seed, ladder.tables)]
    results = counted(run_tasks(configuration, todo, jobs), len(todo), title)
    met: list[Met] = []
    crashed: list[CrashingMatch] = []
    pair: list[Met] = []
    for task, result in zip(todo, results, strict=True):
        if isinstance(result, CrashingMatch):
            crashed.append(result)
        else:
            ours = tuple((seat.profile, seat.strategy) == stronger for seat in task.seats)
            pair.append(Met(len(met) // 2, ours, *result))
        if task.index % 2 == 1:
            met += pair if len(pair) == 2 else ()
            pair.clear()
    if not met:
        again = shown_again(crashed[0], configuration, None)
        raise InputError(
            f"study ladder: no pair of matches of {title} came to its end; {crashed[0].description()}; "
            f"seen again with: {again}"
        )
    return Meeting(stronger, weaker, tuple(met), tuple(crashed))


def duel(
    ladder: Ladder, configuration: Configuration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int = 1
) -> Duel:
    """Play a step of a ladder in `matches` matches, rounded up to whole pairs, and measure it."""
    meeting = meet(ladder, configuration, stronger, weaker, matches, seed, jobs)
    victory = clustered_rate(meeting.by_pair(lambda met: met.victory), [2.0] * meeting.pairs)
    return Duel(
        stronger,
        weaker,
        2 * meeting.pairs,
        victory,
        holds(ladder, victory),
        {measure.key: measure.of(meeting) for measure in ladder.measures},
        meeting.crashed,
    )


def holds(ladder: Ladder, victory: Interval) -> bool:
    """Return True if the stronger side reaches the ladder's goal, and significantly more than half (95 %)."""
    return victory.estimate >= ladder.goal and victory.low > 0.5


def against_all(ladder: Ladder, word: str) -> Ladder:
    """Return the ladder on which an external bot meets every strategy of the game. Raises InputError."""
    (bot,), bots = sides_of([word], ladder.game, "--bot")
    if not bots.words:
        raise InputError(f"--bot: expected a bot such as casual:@bot.py, found {word!r}.")
    steps = tuple((bot, (bot[0], strategy)) for strategy in bots_of(ladder.game).strategies)
    label = bot[1]
    return replace(
        ladder,
        steps=steps,
        bots=bots,
        missing=f"{label} has not {100 * GOAL:.0f} %, or not beyond doubt more than half",
        whole=f"{label} has {100 * GOAL:.0f} % or more against each, and more than half beyond doubt.",
    )


def ladder_command(given: LadderOptions) -> None:
    """Print the steps of a ladder as they finish, or all of them as one JSON object. Raises InputError."""
    ladder = ladder_of(given.game)
    configuration = load_configuration(given.game)
    if given.bot is not None:
        ladder = against_all(ladder, given.bot)
    duels = (
        duel(ladder, configuration, stronger, weaker, given.matches, given.seed, given.workers)
        for stronger, weaker in ladder.meetings
    )
    if given.as_json:
        done = list(duels)
        print(json.dumps({"steps": [step.to_json() for step in done], **provenance(configuration, given.seed)}))
        for step in done:
            print_crashed(step.crashed, configuration, None)
        return
    played = 2 * pairs_of(given.matches)
    print(f"{ladder.seating}, {played} matches a step, seed {given.seed} (95 % intervals).")
    print(f"  {ladder.heading()}")
    missing = []
    for step in duels:
        print(f"  {ladder.row(step)}", flush=True)
        if step.crashed:
            print(f"    matches that crashed, and whose pairs are left out: {len(step.crashed)}")
            print_crashed(step.crashed, configuration, None)
        if not step.holds:
            missing.append(f"{ladder.name(step.stronger)} over {ladder.name(step.weaker)}")
    print(f"{ladder.missing}: {'; '.join(missing)}." if missing else ladder.whole)
