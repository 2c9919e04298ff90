"""Whether places are as dangerous as the bots think: `python -m studies.judged [--config FILE.toml]`.

On every ship that matches of four casual players leave, with the judgement that they have, a random piece is put on a
few random slots, at the place that a casual glance likes best there, by casual hands and without catching. The chance
that the glance gave is compared with what fell. Placements of a match share its ships, so intervals are clustered by
match.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from calibration.fit.judgement import favourite, ships, try_place
from sim.batch.engines import spread
from sim.batch.figures import Ratio
from sim.batch.progress import counted
from sim.configuration import provenance
from sim.games.riff_raff.bots.judgement import judge
from sim.games.riff_raff.bots.slot_geometry import slot_geometry_of
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.seeds import derive, rng
from sim.statistics import Interval
from studies import arguments

WITHIN = 0.04
"""How far the judged chance may be from the real share for the judgement to be called right."""
_HANDS = "casual"
_PLAYERS = (f"{_HANDS}:simple",) * 4
_ABOARD = ((0, 7), (8, 15), (16, None))


@dataclass(frozen=True, slots=True)
class Placed:
    """One placement: where, and whether the piece (own) or anything fell, each with the chance that it was given."""

    match: int
    slot: int
    level: str
    aboard: int
    own: bool
    anything: bool
    own_judged: float
    anything_judged: float


@dataclass(frozen=True, slots=True)
class Row:
    """A group of placements: the real share of falls, the mean of the chances they were given, and the difference."""

    group: str
    what: str
    placements: int
    real: Interval
    judged: float
    difference: Interval

    @property
    def verdict(self) -> str:
        """The answer whether the judgement is right within WITHIN, in words."""
        low, high = self.difference.low, self.difference.high
        if low >= -WITHIN and high <= WITHIN:
            return "within 4 points"
        if high < -WITHIN or low > WITHIN:
            return "off"
        return "open, nearest within" if abs(self.difference.estimate) <= WITHIN else "open, nearest off"


@dataclass(frozen=True, slots=True)
class _Trial:
    """The placements on the ships of one match, as a job for a process."""

    configuration: RiffRaffConfiguration
    seed: int
    tries: int

    def placed(self, index: int) -> list[Placed]:
        """Play the match, and place pieces on each of its ships."""
        return list(self._placed(index))

    def _placed(self, index: int) -> Iterator[Placed]:
        configuration, skill = self.configuration, self.configuration.skills[_HANDS]
        stream, kinds = rng(self.seed, "judged places", index), list(configuration.setup.pieces)
        for ship in ships(configuration, derive(self.seed, "judged", index), _PLAYERS):
            view = slot_geometry_of(configuration.setup, ship)
            for _ in range(self.tries):
                slot = configuration.setup.ship.slots[int(stream.integers(len(configuration.setup.ship.slots)))]
                kind, noise = kinds[int(stream.integers(len(kinds)))], int(stream.integers(2**62))
                judged = judge(view, slot.number, skill.placement_sd_mm, configuration.judgement)
                chosen = favourite(judged, kind)
                if chosen is None:
                    continue
                own, others = try_place(configuration.setup, ship, judged.places.intent(chosen), skill, noise)
                own_judged, others_judged = float(judged.own[chosen]), float(judged.others[chosen])
                anything = 1.0 - (1.0 - own_judged) * (1.0 - others_judged)
                level = "deck" if slot.yard is None else f"yard {slot.yard.removeprefix('yard')}"
                yield Placed(index, slot.number, level, len(ship.cargo), own, own or others > 0, own_judged, anything)


def placements(configuration: RiffRaffConfiguration, seed: int, matches: int, tries: int, jobs: int) -> list[Placed]:
    """Place `tries` pieces on each ship of `matches` matches; the same for any number of jobs."""
    trial = _Trial(configuration, seed, tries)
    with spread(jobs) as mapped:
        return list(chain.from_iterable(counted(mapped(trial.placed, range(matches)), matches, "matches")))


def compare(group: str, placed: Sequence[Placed]) -> list[Row]:
    """Return the rows of a group: of the piece itself, and of anything."""
    return [
        _row(group, "the piece itself", placed, lambda one: one.own, lambda one: one.own_judged),
        _row(group, "anything", placed, lambda one: one.anything, lambda one: one.anything_judged),
    ]


def _row(
    group: str,
    what: str,
    placed: Sequence[Placed],
    fell: Callable[[Placed], bool],
    judged: Callable[[Placed], float],
) -> Row:
    matches = [[one for one in placed if one.match == match] for match in sorted({one.match for one in placed})]
    sizes = list(map(len, matches))
    real = Ratio.of((sum(fell(one) for one in here) for here in matches), sizes)
    off = Ratio.of((sum(judged(one) - fell(one) for one in here) for here in matches), sizes)
    return Row(group, what, len(placed), real.share(), sum(map(judged, placed)) / len(placed), off.mean())


def table(placed: Sequence[Placed]) -> list[Row]:
    """Return the rows of all placements, then by level, then by pieces aboard, of groups that have any."""
    groups = {"all": list(placed)}
    for level in dict.fromkeys(one.level for one in sorted(placed, key=lambda one: one.slot)):
        groups[level] = [one for one in placed if one.level == level]
    for low, high in _ABOARD:
        name = f"{low} or more aboard" if high is None else f"{low} to {high} aboard"
        groups[name] = [one for one in placed if low <= one.aboard and (high is None or one.aboard <= high)]
    return [row for name, part in groups.items() if part for row in compare(name, part)]


def main(words: Sequence[str] | None = None) -> None:
    """Place, compare and print. Raises InputError."""
    parser = arguments.parser(__doc__, "matches", "config", "profile", "jobs", "seed", "json", matches=16)
    parser.add_argument("--tries", type=arguments.positive, default=2, metavar="K", help="placements on each ship")
    given = parser.parse_args(words)
    configuration = load_riff_raff(given.config, given.profile)
    placed = placements(configuration, given.seed, given.matches, given.tries, given.jobs)
    rows = table(placed)
    if given.json:
        answer = {
            "matches": given.matches,
            "placements": len(placed),
            "knows": not configuration.remark,
            "rows": [
                {
                    "group": row.group,
                    "what": row.what,
                    "placements": row.placements,
                    "real": row.real.to_json(),
                    "judged": row.judged,
                    "difference": row.difference.to_json(),
                    "verdict": row.verdict,
                }
                for row in rows
            ],
            **provenance(configuration, given.seed),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    print(f"{len(placed)} placements on the ships of {given.matches} matches: what falls, and what the glance expects")
    print(f"  {'':20}{'':18}{'really, %':>20}{'judged, %':>11}{'points off':>22}")
    for row in rows:
        off = row.difference
        span = "no interval" if math.isnan(off.low) else f"{100 * off.low:+.1f} to {100 * off.high:+.1f}"
        points = f"{100 * off.estimate:+.1f} ({span})"
        figures = f"{row.real.percent():>20}{100 * row.judged:>11.1f}{points:>22}"
        print(f"  {row.group:20}{row.what:18}{figures}   {row.verdict}")
    if configuration.remark:
        print(f"Of note: {configuration.remark}")


if __name__ == "__main__":
    arguments.run(main)
