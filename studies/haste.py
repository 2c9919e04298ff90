"""How fast, and how often wrong, each temper at Zack! works out whose turn it is: `python -m studies.haste`.

Four seats; for every profile and temper one's own circle, a circle that makes another due, and a left by the player
opposite. A person is drawn for every reading, so that the figures are those of the profile; intervals are 95 %.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from sim.games.zack.bots.perception import PEOPLE_FILE, TEMPERS, build_people, shipped_people_tables
from sim.games.zack.bots.turn_reading import CardFace, read_turn
from sim.people.person import drawn
from sim.people.skill import PROFILES, load_skills
from sim.seeds import rng
from sim.statistics import Interval, mean, rate

COLOURS = ("red", "blue", "green", "yellow")
CARDS = {
    "own circle": (CardFace("circle:red", "circle:red", 0, False, 2, 3, COLOURS), 0),
    "circle of another": (CardFace("circle:blue", "circle:blue", 0, False, 2, 3, COLOURS), 1),
    "left, seen from opposite": (CardFace("L", "L", 0, False, 2, 1, COLOURS), 3),
}
"""What is read from seat 0, and who is due by it."""
SEATS = 4


def readings(profile: str, temper: str, card: str, count: int, seed: int = 1) -> tuple[Interval, Interval]:
    """Return the mean time (ms) of readings, and the share of them that is wrong."""
    people = build_people(shipped_people_tables(), PEOPLE_FILE.name)
    skill, haste = load_skills()[profile], people.tempers[temper].haste
    face, due = CARDS[card]
    found = [
        read_turn(face, due, 0, SEATS, drawn(skill, seed, f"{number}"), rng(seed, card, number), haste)
        for number in range(count)
    ]
    return mean([reading.delay_ms for reading in found]), rate(sum(reading.belief != due for reading in found), count)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m studies.haste", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--readings", type=int, default=4000, metavar="N", help="readings a cell (default 4000)")
    options = parser.parse_args(arguments)
    if options.readings < 2:
        parser.error(f"--readings: expected at least 2, found {options.readings}")
    print(f"{'profile':9}{'temper':10}{'card':26}{'mean, ms':24}wrong, %")
    for profile in PROFILES:
        for temper in TEMPERS:
            for card in CARDS:
                time, wrong = readings(profile, temper, card, options.readings)
                took = f"{time.estimate:.0f} ({time.low:.0f}-{time.high:.0f})"
                errs = f"{100 * wrong.estimate:.1f} ({100 * wrong.low:.1f}-{100 * wrong.high:.1f})"
                print(f"{profile:9}{temper:10}{card:26}{took:24}{errs}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
