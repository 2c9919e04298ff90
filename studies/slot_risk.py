"""How dangerous is each slot, on the same ships? `python -m studies.slot_risk --matches 30 [--player child] [--json]`

In matches the slots are not met on equal terms: players choose their cards, the low ones late, when the ship heels. So
here a random piece is put on every slot of the very same ship, at the place that a casual glance likes best there, by
casual hands (`--player`: others, at the same places on the same ships) with the same noise and no catching. Ships are
every third one that matches of four casual players leave. Printed are the shares of placements at which something
falls, by slots and by pieces aboard, with 95 % intervals (clustered by match), and beside them what the glance
(judgement.toml) expects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from calibration.fit.judgement import favourite, ships, try_place
from sim.batch.figures import clustered_rate
from sim.games.riff_raff.bots.judgement import judge
from sim.games.riff_raff.bots.slot_geometry import slot_geometry_of
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.physics.ship.measures import SLOTS
from sim.physics.ship.pieces import KINDS
from sim.physics.ship.state import Snapshot
from sim.seeds import derive, rng
from sim.statistics import NO_DATA, Interval
from studies import arguments

_GLANCE = "casual"
_PLAYERS = (f"{_GLANCE}:simple",) * 4
_EVERY = 3
GROUPS = (
    ("deck, 1-4", (1, 2, 3, 4)),
    ("low yard, 5-6", (5, 6)),
    ("middle yard, 7-8", (7, 8)),
    ("top yard, 9-10", (9, 10)),
)
ABOARD = ((0, 7), (8, 15), (16, 99), (0, 99))


@dataclass(frozen=True, slots=True)
class Tried:
    """One placement: the match its ship comes from, the pieces aboard before, the slot, and what fell.

    judged: the chance that the piece itself falls, as the glance has it.
    """

    match: int
    aboard: int
    slot: int
    fell: bool
    own: bool
    judged: float


def tries(
    configuration: RiffRaffConfiguration, player: str, seed: int, ship: tuple[int, Snapshot], index: int
) -> Iterator[Tried]:
    """Yield one placement on every slot that has room for the piece, all by `player` with the same piece and noise."""
    match, snapshot = ship
    setup, skill = configuration.setup, configuration.skills[player]
    aim_sd_mm = configuration.skills[_GLANCE].placement_sd_mm
    stream = rng(seed, "slot risk", index)
    kind, noise = KINDS[int(stream.integers(len(KINDS)))], int(stream.integers(2**62))
    view = slot_geometry_of(setup, snapshot)
    for slot in SLOTS:
        judged = judge(view, slot, aim_sd_mm, configuration.judgement)
        best = favourite(judged, kind)
        if best is None:
            continue
        own, others = try_place(setup, snapshot, judged.places.intent(best), skill, noise)
        yield Tried(match, len(snapshot.cargo), slot, own or others > 0, own, float(judged.own[best]))


def _share(tried: list[Tried], values: list[float]) -> Interval:
    """Return the mean of the values, clustered by match."""
    matches = sorted({one.match for one in tried})
    if len(matches) < 2:
        return NO_DATA
    sums, counts = dict.fromkeys(matches, 0.0), dict.fromkeys(matches, 0.0)
    for one, value in zip(tried, values, strict=True):
        sums[one.match] += value
        counts[one.match] += 1.0
    return clustered_rate([sums[match] for match in matches], [counts[match] for match in matches])


def figures(tried: list[Tried]) -> dict[str, dict[str, dict[str, Interval]]]:
    """Return the three shares of each group of slots, by pieces aboard."""
    found: dict[str, dict[str, dict[str, Interval]]] = {}
    for low, high in ABOARD:
        here = found[f"{low} to {high} aboard"] = {}
        for name, slots in GROUPS:
            part = [one for one in tried if one.slot in slots and low <= one.aboard <= high]
            here[name] = {
                "something falls": _share(part, [float(one.fell) for one in part]),
                "the piece itself": _share(part, [float(one.own) for one in part]),
                "the piece itself, as judged": _share(part, [one.judged for one in part]),
            }
    return found


def main() -> None:
    """Run the study."""
    parser = arguments.parser(__doc__, "matches", "seed", "config", "profile", "json", matches=30, profile="draft")
    parser.add_argument("--player", default="casual", choices=("child", "casual", "skilled"))
    options = parser.parse_args()
    configuration = load_riff_raff(options.config, options.profile)
    met = (
        (match, ship)
        for match in range(options.matches)
        for ship in ships(configuration, derive(options.seed, "judgement", match), _PLAYERS)
    )
    fleet = islice(met, 0, None, _EVERY)
    found = figures(
        [
            one
            for index, ship in enumerate(fleet)
            for one in tries(configuration, options.player, options.seed, ship, index)
        ]
    )
    if options.json:
        arguments.print_json(found)
        return
    for aboard, groups in found.items():
        print(f"{aboard}: {'; '.join(next(iter(groups.values())))}")
        for name, shares in groups.items():
            print(f"  {name:<17}" + " | ".join(share.percent() for share in shares.values()))


if __name__ == "__main__":
    arguments.run(main)
