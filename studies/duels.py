"""Who wins, how often? `python -m studies.duels riff-raff casual:simple casual:random [--pairs 20] [--json]`.

The first player meets each of the others at the tables of the game, in mirrored pairs of matches, so that a seat is
worth the same to both sides; a pair is one observation. Printed is the share of the victories.
"""

from __future__ import annotations

from calibration.league.ladder import meet
from calibration.league.sides import sides_of
from sim.configuration import load_configuration
from sim.errors import InputError
from studies import arguments


def main() -> None:
    """Play the matches that the command line asks for."""
    parser = arguments.parser(__doc__, "seed", "jobs", "json")
    parser.add_argument("game")
    parser.add_argument("player", metavar="PROFILE:STRATEGY")
    parser.add_argument("others", nargs="+", metavar="PROFILE:STRATEGY")
    parser.add_argument("--pairs", type=arguments.positive, default=20)
    given = parser.parse_args()
    configuration = load_configuration(given.game)
    found = {}
    for other in given.others:
        (first, second), bots = sides_of((given.player, other), given.game, "players")
        meeting = meet(configuration, first, second, given.pairs, given.seed, given.jobs, bots)
        if meeting.crashed:
            raise InputError(f"{given.player}, {other}: {meeting.crashed[0].description()}.")
        found[other] = meeting.victory
        if not given.json:
            print(f"{given.player} against {other}: {meeting.victory.percent()} of {2 * meeting.pairs} matches")
    if given.json:
        arguments.print_json({"victories over": found})


if __name__ == "__main__":
    arguments.run(main)
