"""How often placements hold with another noise of the same hand: `python -m studies.robustness --matches N`.

Placements come from seeded matches. Each is repeated with the same intent, on the same ship, under other noise of the
same hand, to see how often nothing falls. Placements of a match share its ship and its people, so intervals are
clustered by match.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from calibration.metrics.figures import Figure
from sim.batch.figures import Ratio, Values
from sim.batch.job import CrashingMatch, MatchError, Task, at_fault, crashed_text, match_seed, print_crashed
from sim.batch.progress import counted
from sim.configuration import provenance
from sim.errors import InputError
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.match.seats import seats_from
from sim.metrics import SHARE
from sim.people.skill import PROFILES
from sim.physics.ship.attempt import LoadResult
from sim.seat import Seat
from sim.seeds import derive
from studies import arguments
from studies.attempts import Attempt, attempts_of

KINDS = ("always", "four fifths or more", "half to four fifths", "less than half")
"""Classes of placements by how often they hold."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A placement and its repetitions. held: in the match. holds: how many of the `noises` repetitions hold."""

    match: int
    slot: int
    profile: str
    held: bool
    holds: int
    noises: int

    @property
    def share(self) -> float:
        """The share of repetitions that hold."""
        return self.holds / self.noises

    @property
    def kind(self) -> str:
        """The class of the share, one of KINDS."""
        return KINDS[0 if self.share == 1 else 1 if self.share >= 0.8 else 2 if self.share >= 0.5 else 3]


def placements(
    configuration: RiffRaffConfiguration, seats: tuple[Seat, ...], seed: int, match: int, noises: int
) -> list[Placement]:
    """Repeat every placement of a match `noises` times."""
    return [
        Placement(
            match,
            attempt.intent.slot,
            attempt.by.profile,
            _holds(attempt.again()),
            _again(attempt, derive(seed, "robustness", match, number), noises),
            noises,
        )
        for number, attempt in enumerate(attempts_of(configuration, seats, seed, match))
    ]


def _again(attempt: Attempt, seed: int, noises: int) -> int:
    return sum(_holds(attempt.under(derive(seed, noise))) for noise in range(noises))


def _holds(result: LoadResult) -> bool:
    return not (result.fallen or result.caught)


def figures(found: Sequence[Placement]) -> list[Figure]:
    """Return the share of noise under which placements hold (overall, by profile and slot), and measures of luck."""
    holds = "one's own noise under which a placement holds"
    shares = Values()
    for _, placed in groupby(found, lambda one: one.match):
        here = [one.share for one in placed]
        shares.add(np.zeros(1, np.int64), here, [len(here)])

    def under_noise(key: str, label: str, placed: Iterable[Placement]) -> Figure:
        return _share(key, label, ((one.match, one.holds, one.noises) for one in placed))

    return [
        under_noise("robustness", holds, found),
        Figure("robustness.p10", f"{holds}, a tenth at most", shares.quantile(0.1), len(found)),
        Figure("robustness.p50", f"{holds}, half of them at most", shares.quantile(0.5), len(found)),
        *(
            _share(
                f"robustness.kind.{kind}",
                f"placements that hold: {kind}",
                ((one.match, one.kind == kind, 1) for one in found),
            )
            for kind in KINDS
        ),
        *(
            under_noise(f"robustness.profile.{name}", f"{holds}, {name}", (one for one in found if one.profile == name))
            for name in PROFILES
            if any(one.profile == name for one in found)
        ),
        *(
            under_noise(f"robustness.slot.{slot}", f"{holds}, slot {slot}", (one for one in found if one.slot == slot))
            for slot in sorted({one.slot for one in found})
        ),
        _share("held", "placements that held in the match", ((one.match, one.held, 1) for one in found)),
        _share(
            "lucky",
            "of those that held: usually do not",
            ((one.match, one.share < 0.5, 1) for one in found if one.held),
        ),
        _share(
            "unlucky",
            "of those that did not: usually hold",
            ((one.match, one.share >= 0.5, 1) for one in found if not one.held),
        ),
    ]


def _share(key: str, label: str, rows: Iterable[tuple[int, float, float]]) -> Figure:
    """Return a proportion. rows: match, numerator and denominator of each placement."""
    sums: dict[int, tuple[float, float]] = {}
    for match, y, x in rows:
        before_y, before_x = sums.get(match, (0.0, 0.0))
        sums[match] = before_y + y, before_x + x
    ratio = Ratio.of((y for y, _ in sums.values()), (x for _, x in sums.values()))
    return Figure(key, label, ratio.share(), round(ratio.x), SHARE, ratio)


def main(words: Sequence[str] | None = None) -> None:
    """Repeat the placements of some matches and print how often they hold. Raises InputError."""
    parser = arguments.parser(__doc__, "matches", "config", "profile", "seed", "json", matches=8)
    parser.add_argument(
        "--noises", type=arguments.positive, default=16, metavar="K", help="repetitions of each placement"
    )
    parser.add_argument("--players", default="casual,casual,casual,casual", metavar="P,P,...")
    given = parser.parse_args(words)
    seats = seats_from(given.players.split(","), "riff-raff")
    configuration = load_riff_raff(given.config, given.profile)
    found: list[Placement] = []
    crashed: list[CrashingMatch] = []
    for match in counted(range(given.matches), given.matches, "matches"):
        try:
            with at_fault(InputError):
                found += placements(configuration, seats, given.seed, match, given.noises)
        except MatchError as error:
            crashed.append(CrashingMatch.of(Task(match, match_seed(given.seed, match), seats), error))
    if not found:
        raise InputError(f"{crashed_text(len(crashed), given.matches)}; {crashed[0].description()}.")
    print_crashed(crashed, configuration, given.config)
    summed_up = figures(found)
    if given.json:
        answer = {
            "players": [seat.to_json() for seat in seats],
            "matches": given.matches,
            "noises": given.noises,
            "placements": len(found),
            **({"crashed": [crash.to_json() for crash in crashed]} if crashed else {}),
            "figures": [figure.to_json() for figure in summed_up],
            **provenance(configuration, given.seed),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    if crashed:
        print(f"{crashed_text(len(crashed), given.matches)}.")
    came = given.matches - len(crashed)
    print(f"{len(found)} placements of {came} matches, each carried out {given.noises} times more (95 % intervals):")
    for figure in summed_up:
        print(f"  {figure.label:66}{figure.text:>26}")


if __name__ == "__main__":
    arguments.run(main)
