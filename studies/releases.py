"""Would better hands have kept it? `python -m studies.releases --matches 40 --noises 12 [--head trained]`

Ships and meant placements are those of matches that four casual players with the same head play. Each placement is
released again on the very same ship, without catching: exactly as it is meant, by the `perfect` hands of
studies/hands.py (twice, since even these differ by a twentieth of a millimetre), and by casual hands under many noises.
Printed are, with 95 % intervals (clustered by match), by level and by pieces aboard, the shares of casual releases at
which something falls, and at which it does with exact ones; at which noise drops what exact hands would keep, and keeps
what they would drop; and the share of the variance of a casual fall that follows from ship and place alone, the rest
being left to the hand.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.fit.judgement import try_place
from sim.batch.figures import clustered_rate
from sim.bots.started import end_bots, seated_bots
from sim.bots.words import seated_with_bots
from sim.configuration import changed_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.people.skill import Skill
from sim.seeds import derive, rng
from sim.statistics import Interval
from studies.hands import GAME, OTHERS, hands

SEATS = 4
EXACT = 2
"""The exact releases of each placement."""
_RESAMPLES = 2000
GROUPS: tuple[tuple[str, Callable[[Released], bool]], ...] = (
    ("all", lambda one: True),
    ("deck, 1-4", lambda one: one.slot <= 4),
    ("low yard, 5-6", lambda one: 5 <= one.slot <= 6),
    ("middle yard, 7-8", lambda one: 7 <= one.slot <= 8),
    ("top yard, 9-10", lambda one: one.slot >= 9),
    ("0 to 7 aboard", lambda one: one.aboard <= 7),
    ("8 to 15 aboard", lambda one: 8 <= one.aboard <= 15),
    ("16 or more aboard", lambda one: one.aboard >= 16),
)


@dataclass(frozen=True, slots=True)
class Released:
    """A placement that was released again and again on the same ship.

    match: it comes from. aboard: the pieces that lay there. exact, casual: of each release whether anything fell.
    """

    match: int
    slot: int
    aboard: int
    exact: tuple[bool, ...]
    casual: tuple[bool, ...]


def placements(configuration: RiffRaffConfiguration, head: str, seed: int) -> Iterator[PastAttempt]:
    """Yield the attempts of one match of casual players with this head."""
    seats, bots = seated_with_bots([f"{OTHERS}:{head}"] * SEATS, GAME, "head")
    seated = seated_bots(configuration, seats, bots, seed)
    match = RiffRaffMatch(configuration, seats, seed, decisions=seated.get("bots"))
    match.run()
    yield from match.past


def released(
    configuration: RiffRaffConfiguration, exact: Skill, match: int, past: PastAttempt, noises: int, seed: int
) -> Released:
    """Release a placement again on its ship, exactly and under this many noises."""

    def fell(skill: Skill, hand: str, number: int) -> bool:
        noise = derive(seed, "releases", match, past.number, hand, number)
        own, others = try_place(configuration.setup, past.view.snapshot, past.intent, skill, noise)
        return own or others > 0

    return Released(
        match,
        past.intent.slot,
        len(past.view.snapshot.cargo),
        tuple(fell(exact, "exact", number) for number in range(EXACT)),
        tuple(fell(configuration.skills[OTHERS], OTHERS, number) for number in range(noises)),
    )


def share(found: Sequence[Released], of: Callable[[Released], float]) -> Interval:
    """Return the mean of a value of the placements, clustered by match."""
    matches = sorted({one.match for one in found})
    sums, counts = dict.fromkeys(matches, 0.0), dict.fromkeys(matches, 0.0)
    for one in found:
        sums[one.match] += of(one)
        counts[one.match] += 1.0
    return clustered_rate([sums[match] for match in matches], [counts[match] for match in matches])


def explained(found: Sequence[Released], seed: int) -> Interval:
    """Return the share of the variance of a casual fall that lies between placements; its interval by bootstrap.

    What varies between the noises of one placement is the hand's (the unbiased variance of each, on average).
    """
    matches = sorted({one.match for one in found})
    table = np.zeros((len(matches), 3))
    for one in found:
        count, rate = len(one.casual), sum(one.casual) / len(one.casual)
        table[matches.index(one.match)] += 1.0, rate, rate * (1.0 - rate) * count / (count - 1)
    drawn = rng(seed, "releases resampled").integers(len(matches), size=(_RESAMPLES, len(matches)))

    def between(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        rate, within = sums[..., 1] / sums[..., 0], sums[..., 2] / sums[..., 0]
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(1.0 - within / (rate * (1.0 - rate)))

    low, high = np.nanquantile(between(table[drawn].sum(axis=1)), (0.025, 0.975))
    return Interval(float(between(table.sum(axis=0))), float(low), float(high))


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--noises", type=int, default=12)
    parser.add_argument("--head", default="trained")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.matches < 2 or options.noises < 2:
        parser.error("expected at least 2 matches and 2 noises")
    configuration = changed_configuration(GAME, {})
    assert isinstance(configuration, RiffRaffConfiguration)
    perfect, of_perfect = hands("perfect")
    assert isinstance(of_perfect, RiffRaffConfiguration)
    try:
        found = [
            released(configuration, of_perfect.skills[perfect], match, past, options.noises, options.seed)
            for match in range(options.matches)
            for past in placements(configuration, options.head, derive(options.seed, "releases", match))
        ]
    finally:
        end_bots()
    print(f"{len(found)} placements of {options.matches} matches, {options.noises} casual and {EXACT} exact releases")
    columns: tuple[tuple[str, Callable[[Released], float]], ...] = (
        ("casual falls", lambda one: _mean(one.casual)),
        ("exact falls", lambda one: _mean(one.exact)),
        ("noise drops", lambda one: _mean(one.casual) * (1.0 - _mean(one.exact))),
        ("noise keeps", lambda one: (1.0 - _mean(one.casual)) * _mean(one.exact)),
        ("exact, once only", lambda one: float(len(set(one.exact)) > 1)),
    )
    print(f"{'':20}" + "".join(f"{title:>19}" for title, _ in columns) + f"{'ship and place':>19}{'':>8}")
    for title, belongs in GROUPS:
        part = [one for one in found if belongs(one)]
        if len({one.match for one in part}) < 2:
            continue
        cells = [share(part, of) for _, of in columns] + [explained(part, options.seed)]
        print(f"{title:20}" + "".join(f"{cell.percent():>19}" for cell in cells) + f"{len(part):>8}")


def _mean(fell: Sequence[bool]) -> float:
    return sum(fell) / len(fell)


if __name__ == "__main__":
    main()
