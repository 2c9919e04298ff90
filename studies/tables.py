"""What becomes of whole matches? `python -m studies.tables [--matches 60] [--strategy NAME] [--json]`

Four players of a kind (child, casual, skilled; each by one strategy, as a rule the simple one) play matches of Riff
Raff. Printed are, with 95 % intervals, minutes and rounds of a match, the share that reaches round 10, falls an
attempt, over all and by pieces aboard, how much more falls on the yards than on deck with as much aboard, attempts at
which several pieces leave the ship, and what is caught. Falls by slot on the same ships are those of
studies/slot_risk.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import cast

from sim.batch.figures import Ratio, clustered_rate, quantile
from sim.batch.job import CrashingMatch
from sim.batch.runner import run_tasks, tasks_of
from sim.errors import InputError
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.games.riff_raff.metrics import yards_less_deck
from sim.games.riff_raff.rows import MatchRow, TurnRow
from sim.match.seats import seats_from
from sim.statistics import Interval, positive_mean, rate
from studies import arguments

COMPANIES = ("child", "casual", "skilled")
ABOARD = ((0, 3), (4, 7), (8, 11), (12, 15), (16, 99))
ROUND = 10
"""The last round that a match can have."""
SEVERAL = 3
"""The number of pieces that leave the ship in one attempt."""
NUMBERS = ("minutes, median", "rounds, mean")
"""The figures that are no shares."""
YARDS_LESS_DECK = "yards less deck, at equal cargo"
Played = Sequence[tuple[MatchRow, Sequence[TurnRow]]]


def per_attempt(counts: Iterable[Iterable[tuple[float, float]]]) -> Interval:
    """Return a rate over attempts, clustered by match; for each match its numerators and denominators."""
    matches = [list(pairs) for pairs in counts]
    return clustered_rate(
        [sum(y for y, _ in pairs) for pairs in matches], [sum(x for _, x in pairs) for pairs in matches]
    )


def rows_of(played: Played) -> dict[str, Interval]:
    """Return the figures of matches by their names."""
    minutes = quantile([match.simulated_s / 60 for match, _ in played], 0.5)
    rounds = positive_mean([match.rounds for match, _ in played])
    late = rate(sum(match.rounds >= ROUND for match, _ in played), len(played))
    falls = per_attempt(([(turn.fell, 1.0) for turn in turns] for _, turns in played))
    several = per_attempt(([(turn.pieces_fallen >= SEVERAL, 1.0) for turn in turns] for _, turns in played))
    caught = per_attempt(([(turn.pieces_caught, turn.pieces_fallen) for turn in turns] for _, turns in played))
    found = {
        **dict(zip(NUMBERS, (minutes, rounds), strict=True)),
        f"reach round {ROUND}": late,
        "falls an attempt": falls,
    }
    for low, high in ABOARD:
        part = [[(turn.fell, 1.0) for turn in turns if low <= turn.aboard_before <= high] for _, turns in played]
        found[f"falls, {low} to {high} aboard"] = per_attempt(part)
    pairs = [yards_less_deck(*one) for one in played]
    found[YARDS_LESS_DECK] = Ratio.of(map(sum, pairs), list(map(len, pairs))).mean()
    found[f"{SEVERAL} pieces or more leave at once"] = several
    found["caught, of what falls"] = caught
    return found


def _words(name: str, found: Interval) -> str:
    if name in NUMBERS:
        return f"{found.estimate:.1f} ({found.low:.1f}-{found.high:.1f})"
    if name == YARDS_LESS_DECK:
        span = "no interval" if math.isnan(found.low) else f"{100 * found.low:+.1f} to {100 * found.high:+.1f}"
        return f"{100 * found.estimate:+.1f} points ({span})"
    return found.percent()


def main() -> None:
    """Run the study."""
    parser = arguments.parser(__doc__, "matches", "seed", "jobs", "config", "profile", "json", matches=60)
    parser.add_argument("--strategy", default="simple", metavar="NAME", help="of every player")
    options = parser.parse_args()
    configuration = load_riff_raff(options.config, options.profile)
    tables = {}
    for company in COMPANIES:
        seats = seats_from([f"{company}:{options.strategy}"] * 4, "riff-raff")
        played: list[tuple[MatchRow, Sequence[TurnRow]]] = []
        tasks = tasks_of(seats, options.seed, range(options.matches))
        for result in run_tasks(configuration, tasks, options.jobs):
            if isinstance(result, CrashingMatch):
                raise InputError(f"{company}: {result.description()}.")
            played.append(cast("tuple[MatchRow, Sequence[TurnRow]]", result))
        tables[company] = rows_of(played)
    if options.json:
        arguments.print_json(tables)
        return
    print(f"| {options.matches} matches each | " + " | ".join(COMPANIES) + " |")
    print("|---|" + "---|" * len(COMPANIES))
    for name in tables[COMPANIES[0]]:
        print(f"| {name} | " + " | ".join(_words(name, table[name]) for table in tables.values()) + " |")


if __name__ == "__main__":
    arguments.run(main)
