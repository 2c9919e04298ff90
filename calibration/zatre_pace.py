"""What a turn of ZATRE brings: counts it in matches and writes sim/players/zatre/judgement.toml.

    python -m calibration.zatre_pace --matches 12 --seed 1

Matches of two, three and four planners, whose prospects these are. What they bring depends a little on the figures
themselves, so a second run begins from those of the first; after two they stay the same within their intervals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from sim.batch.runner import Task, run_tasks
from sim.batch.zatre.results import TurnRow
from sim.configuration import load_configuration
from sim.files import write_whole
from sim.matches.seats import seats_from
from sim.players.zatre.prospects import JUDGEMENT_FILE
from sim.seeds import derive

TABLES = (2, 3, 4)
"""Players at a table, by turns."""
_KINDS = (("tens", "ten_points", 1), ("elevens", "eleven_points", 2), ("twelves", "twelve_points", 4))


def pace_of(turns: Sequence[TurnRow]) -> dict[str, float]:
    """The table [pace] of these turns. Raises ZeroDivisionError where a kind of run never came."""
    found = {}
    for kind, points, worth in _KINDS:
        filled = [getattr(turn, kind) for turn in turns if getattr(turn, kind)]
        found[kind] = len(filled) / len(turns)
        found[points] = worth * sum(filled) / len(filled)
    found["crosses"] = sum(turn.crosses for turn in turns) / len(turns)
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tasks = [
        Task(n, derive(arguments.seed, "pace", n), seats_from(["casual:planner"] * TABLES[n % len(TABLES)], "zatre"))
        for n in range(arguments.matches)
    ]
    turns = [turn for _, rows in run_tasks(load_configuration("zatre"), tasks, 1) for turn in rows]
    source = f"{len(turns)} turns of {len(tasks)} matches of planners, seed {arguments.seed}"
    lines = [
        "# Written by calibration/zatre_pace.py: what a turn brings. Read by sim/players/zatre/prospects.py.",
        "",
        "[pace]",
        *(
            f'{key} = {{ value = {value:.3f}, provenance = "inferred", source = "{source}" }}'
            for key, value in pace_of(turns).items()
        ),
    ]
    write_whole(JUDGEMENT_FILE, "\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
