"""The work of `study ladder`: every step of a game's ladder plays the one below it, to see whether skill pays.

A game declares its ladder as data (sim/batch/ladder.py): the opponents, the tables, and the measures. It is a league
with fixed opponents, in which nobody is rated. The share of victories of a side is its players' share of the victory
(shared victories count in equal parts); between equals it is one half by symmetry.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from calibration.league.sides import both_ways, ladder_of, side_of, sides_of, table
from calibration.options import LadderOptions
from sim.batch.job import CrashingMatch, Task, print_crashed, shown_again
from sim.batch.ladder import Duel, Ladder, Meeting, Met, Side
from sim.batch.progress import counted
from sim.batch.runner import run_tasks
from sim.bots.words import NO_BOTS, BotWords
from sim.configuration import load_configuration, provenance
from sim.errors import InputError
from sim.protocols import Configuration
from sim.seeds import derive
from sim.spec import bots_of


def pairs_of(matches: int) -> int:
    """Return the number of pairs for `matches` matches, rounded up."""
    return (matches + 1) // 2


def tasks(stronger: Side, weaker: Side, pairs: int, seed: int, tables: Sequence[str], bots: BotWords) -> list[Task]:
    """Return mirrored pairs of matches, each mirror image right after its match; pairs take turns at the tables."""
    found = []
    for pair in range(pairs):
        at = derive(seed, "ladder", "-".join((*stronger, *weaker)), pair)
        found += [
            Task(2 * pair + side, at, table(letters, stronger, weaker), bots=bots)
            for side, letters in enumerate(both_ways(tables[pair % len(tables)]))
        ]
    return found


def meet(
    configuration: Configuration,
    stronger: Side,
    weaker: Side,
    pairs: int,
    seed: int,
    jobs: int = 1,
    bots: BotWords = NO_BOTS,
) -> Meeting:
    """Let two sides play mirrored pairs of matches at the tables of the game; a progress bar counts them.

    bots: the external ones among them. Raises InputError if no pair was played to its end.
    """
    title = f"{' '.join(stronger)} against {' '.join(weaker)}"
    todo = tasks(stronger, weaker, pairs, seed, ladder_of(configuration.game).tables, bots)
    results = counted(run_tasks(configuration, todo, jobs), len(todo), title)
    met: list[Met] = []
    crashed: list[CrashingMatch] = []
    pair: list[Met] = []
    for task, result in zip(todo, results, strict=True):
        if isinstance(result, CrashingMatch):
            crashed.append(result)
        else:
            ours = tuple(side_of(seat) == stronger for seat in task.seats)
            pair.append(Met(len(met) // 2, ours, *result))
        if task.index % 2 == 1:
            met += pair if len(pair) == 2 else ()
            pair.clear()
    if not met:
        again = shown_again(crashed[0], configuration, None)
        raise InputError(
            "study ladder: no pair of matches of {title} came to its end; {description}; seen again with: {again}",
            title=title,
            description=crashed[0].description(),
            again=again,
        )
    return Meeting(stronger, weaker, tuple(met), tuple(crashed))


def duel(
    ladder: Ladder, configuration: Configuration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int = 1
) -> Duel:
    """Play a step of a ladder in `matches` matches, rounded up to whole pairs, and measure it."""
    meeting = meet(configuration, stronger, weaker, pairs_of(matches), seed, jobs, ladder.bots)
    victory = meeting.victory
    measured = {each.key: each.of(meeting) for each in ladder.measures}
    return Duel(meeting, victory, ladder.goal.reached(victory), measured)


def against_all(ladder: Ladder, word: str) -> Ladder:
    """Return the ladder on which an external bot meets every strategy of the game. Raises InputError."""
    (bot,), bots = sides_of([word], ladder.game, "--bot")
    if not bots.words:
        raise InputError("--bot: expected a bot such as casual:@bot.py, found {word!r}.", word=word)
    steps = tuple((bot, (bot[0], strategy)) for strategy in bots_of(ladder.game).strategies)
    return replace(ladder, steps=steps, bots=bots)


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
            print_crashed(step.meeting.crashed, configuration, None)
        return
    played = 2 * pairs_of(given.matches)
    print(f"{ladder.seating}, {played} matches a step, seed {given.seed} (95 % intervals).")
    print(f"  {ladder.heading()}")
    missing = []
    for step in duels:
        print(f"  {ladder.row(step)}", flush=True)
        crashed = step.meeting.crashed
        if crashed:
            print(f"    matches that crashed, and whose pairs are left out: {len(crashed)}")
            print_crashed(crashed, configuration, None)
        if not step.holds:
            missing.append(f"{ladder.name(step.meeting.stronger)} over {ladder.name(step.meeting.weaker)}")
    print(f"{ladder.goal.missing}: {'; '.join(missing)}." if missing else ladder.goal.whole)
