"""Does anything fall once an attempt is judged over? `python -m studies.later_falls --matches 90 [--turns 3] [--json]`

The clock does not wait until the ship is still, so something could fall later. Here every attempt of matches of three
casual players is judged over as in the match, with `--turns` turning points to lie through, and watched for `--after`
seconds more, with nobody at her. Printed are the shares of attempts after which a piece falls, and after which one ends
2 mm or more from where it lay, with 95 % intervals (clustered by match).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sim.batch.figures import Ratio, clustered_rate, number_text
from sim.batch.progress import counted
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.match.seats import seats_from
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.attempt import TURNS, SettleDetector, SwingWatch
from sim.physics.ship.loading import Loading
from sim.physics.ship.world import ShipWorld
from sim.statistics import Interval
from studies import arguments
from studies.attempts import Attempt, attempts_of

_PLAYERS = ("casual",) * 3
MOVED_MM = 2.0
LASTED = "seconds after letting go"


@dataclass(frozen=True, slots=True)
class Watched:
    """An attempt watched after it was judged over.

    settled: whether it had settled, or was ended by the cap of simulated time. lasted_s: from letting go until then.
    fell: whether a piece fell after that. moved_mm: the farthest that a piece then lay from where it had been.
    """

    match: int
    settled: bool
    lasted_s: float
    fell: bool
    moved_mm: float


def watched(attempt: Attempt, turns: int, after_s: float) -> Watched:
    """Carry an attempt out again until it is judged over, and watch the ship for some seconds more."""
    world = ShipWorld(attempt.setup, attempt.snapshot)
    settle = SettleDetector(roll=SwingWatch(turns), pitch=SwingWatch(turns))
    result = Loading(world, attempt.action, attempt.wander, _settle=settle).run()
    before = _where(world)
    for _ in range(round(after_s * TICK_HZ)):
        world.tick()
    after = _where(world)
    return Watched(
        attempt.match,
        result.settled,
        result.duration_s - result.released_s,
        bool(world.touches.ground or world.touches.overboard),
        max((math.dist(before[name], after[name]) for name in before), default=0.0),
    )


def _where(world: ShipWorld) -> dict[str, tuple[float, float, float]]:
    """Return x, y and how far before the mast (mm, ship's frame) every piece is."""
    return {piece.name: (x, y, piece.fore.mm) for piece, (x, y, _) in zip(*world.places(), strict=True)}


def figures(found: Sequence[Watched]) -> dict[str, Interval]:
    """Return the shares of attempts, and the mean time after letting go (s)."""
    matches: dict[int, list[Watched]] = {}
    for one in found:
        matches.setdefault(one.match, []).append(one)
    groups, counts = list(matches.values()), [len(group) for group in matches.values()]
    return {
        "something falls later": clustered_rate([sum(one.fell for one in group) for group in groups], counts),
        "something moves by 2 mm later": clustered_rate(
            [sum(one.fell or one.moved_mm >= MOVED_MM for one in group) for group in groups], counts
        ),
        "not settled": clustered_rate([sum(not one.settled for one in group) for group in groups], counts),
        LASTED: Ratio.of([sum(one.lasted_s for one in group) for group in groups], counts).positive_mean(),
    }


def main(words: Sequence[str] | None = None) -> None:
    """Run the study."""
    parser = arguments.parser(__doc__, "matches", "seed", "config", "profile", "json", matches=90)
    parser.add_argument("--turns", type=arguments.positive, default=TURNS, metavar="N", help="turning points")
    parser.add_argument("--after", type=arguments.positive, default=20, metavar="S", help="seconds watched")
    given = parser.parse_args(words)
    configuration, seats = load_riff_raff(given.config, given.profile), seats_from(_PLAYERS, "riff-raff")
    found = [
        watched(attempt, given.turns, given.after)
        for match in counted(range(given.matches), given.matches, "matches")
        for attempt in attempts_of(configuration, seats, given.seed, match)
    ]
    summed_up = figures(found)
    if given.json:
        arguments.print_json({"attempts": len(found), "turns": given.turns, "figures": summed_up})
        return
    print(f"{len(found)} attempts of {given.matches} matches, judged over after {given.turns} turning points:")
    for name, value in summed_up.items():
        in_percent = Interval(100 * value.estimate, 100 * value.low, 100 * value.high)
        shown = number_text(value, 2) if name == LASTED else f"{number_text(in_percent, 2)} %"
        print(f"  {name:<30}{shown}")


if __name__ == "__main__":
    arguments.run(main)
