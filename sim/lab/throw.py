"""`lab throw`: throw a card at the bowl, many times, and count what lands in it."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.batch.figures import Ratio
from sim.configuration import configuration_from, provenance
from sim.errors import InputError, whole
from sim.games.zack.configuration import FARTHEST_MM, ZackConfiguration
from sim.games.zack.configuration import load as load_zack
from sim.games.zack.throws import Outcome, Thrower, bowlful, throw_once
from sim.measures import merged
from sim.options import DEFAULT_SEED, MOST_IN_BOWL, MOST_TRIALS, ThrowOptions
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.pile_order import Pile
from sim.physics.bowl.state import BowlSnapshot
from sim.physics.bowl.throwing import comes_down
from sim.physics.bowl.world import BowlWorld
from sim.refusals import one_of
from sim.seeds import derive
from sim.statistics import Interval, mean, rate

# Filling a bowl costs as much as three to fifty throws into it, and throws into one bowl are hardly more alike than any
# others: bowls explain less than 0.02 of the variance of hits. So these are near the number of trials a bowl that gives
# the narrowest interval in a given time, and the fewest bowls of which an interval is worth much.
TRIALS_A_BOWL, FEWEST_BOWLS = 50, 9


def pile_of(setup: BowlSetup, snapshot: BowlSnapshot) -> Pile:
    """Return the pile in a bowl, with all that the throws into it can take from it."""
    pile = BowlWorld(setup, snapshot).pile()
    pile.contradictions()
    return pile


@dataclass(slots=True)
class ThrowOutcomes:
    """The outcomes of many throws.

    along_mm, across_mm: where each would come down to the rim's height with nothing in its way, in the direction of the
    throw from the bowl's middle, and across it, away from the viewer. bowls: which bowl each was thrown into; those
    into an empty bowl have one each, as it is the same for all of them and makes none more like another.
    """

    bowls: list[int] = field(default_factory=list)
    speeds: list[float] = field(default_factory=list)
    along_mm: list[float] = field(default_factory=list)
    across_mm: list[float] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)

    def count(self, what: str) -> int:
        """Count the throws in which a field was not 0."""
        return sum(bool(getattr(outcome, what)) for outcome in self.outcomes)

    def share(self, what: str) -> Interval:
        """Return the share of throws in which a field was not 0.

        The interval is that of a sample in clusters, which are the bowls: what lies in one is the same for all throws
        into it (sim.batch.figures.Ratio).
        """
        tries = Counter(self.bowls)
        if len(tries) == len(self.bowls):
            return rate(self.count(what), len(self.bowls))
        yes = Counter(bowl for bowl, found in zip(self.bowls, self.outcomes, strict=True) if getattr(found, what))
        return Ratio.of((yes[bowl] for bowl in tries), tries.values()).share()

    def to_json(self, thickness_mm: float) -> dict[str, object]:
        """Return the figures of `lab throw`."""
        trials = len(self.outcomes)
        deepest = max(outcome.deepest_mm for outcome in self.outcomes)
        return {
            "hit_rate": self.share("hit").to_json(),
            "speed_mm_s": {"mean": round(mean(self.speeds).estimate, 3), "sd": round(_sd(self.speeds), 3)},
            "landing_sd_mm": {"along": round(_sd(self.along_mm), 3), "across": round(_sd(self.across_mm), 3)},
            "bounced_out": sum(outcome.landed and not outcome.hit for outcome in self.outcomes),
            "rim_hits": self.count("rim"),
            "side_wall_hits": self.share("side_wall").to_json(),
            "beside_a_side_wall": self.share("aside").to_json(),
            "tunnelled": sum(outcome.deepest_mm > thickness_mm / 2 for outcome in self.outcomes),
            "deepest_overlap_mm": round(deepest, 4),
            "order_violations": self.count("contradicted"),
            "order_inversions": sum(outcome.inverted > 0 for outcome in self.outcomes),
            "unsettled": self.count("unsettled"),
            "trials": trials,
            "seconds_simulated": round(math.fsum(outcome.seconds for outcome in self.outcomes), 6),
        }


def _sd(values: list[float]) -> float:
    centre = mean(values).estimate
    return math.sqrt(math.fsum((value - centre) ** 2 for value in values) / max(1, len(values) - 1))


def bowls_for(trials: int) -> int:
    """Return the number of bowls that are filled for these trials: one each if they are few.

    If bowls are shared, their number is odd, so that trials which take bowls in turn and sides in turn come to each
    bowl from both sides.
    """
    if trials <= FEWEST_BOWLS:
        return trials
    return max(FEWEST_BOWLS, math.ceil(trials / TRIALS_A_BOWL)) | 1


def throws(thrower: Thrower, trials: int, cards_in_bowl: int, seed: int) -> ThrowOutcomes:
    """Throw `trials` times, from the left and the right in turn; bowls with cards in them are taken in turn as well."""
    filled: list[tuple[BowlSnapshot, Pile | None]] = [(BowlSnapshot(), None)] * trials
    if cards_in_bowl:
        seeds = [derive(seed, "lab throw bowlful", bowl) for bowl in range(bowls_for(trials))]
        bowlfuls = [bowlful(thrower, cards_in_bowl, bowl_seed) for bowl_seed in seeds]
        filled = [(snapshot, pile_of(thrower.setup, snapshot)) for snapshot in bowlfuls]
    found = ThrowOutcomes()
    for index in range(trials):
        side = 1 if index % 2 else -1
        release = thrower.release(side, derive(seed, "lab throw", index))
        along, across = comes_down(thrower.setup, release)
        found.along_mm.append(along)
        found.across_mm.append(-side * across)
        found.speeds.append(release.speed_mm_s)
        bowl = index % len(filled)
        found.bowls.append(bowl)
        snapshot, pile = filled[bowl]
        found.outcomes.append(throw_once(thrower.setup, snapshot, release, pile=pile))
    return found


def with_opening(configuration: ZackConfiguration, radius_mm: float, where: str) -> ZackConfiguration:
    """Return the same, with a bowl of this half opening. Raises InputError if it cannot be built."""
    tree = merged(dict(configuration.tree), {"bowl": {"opening_mm": 2 * radius_mm}})
    found = configuration_from(tree, where, configuration.profile, "zack")
    assert isinstance(found, ZackConfiguration)
    return found


@dataclass(frozen=True, slots=True, repr=False)
class Throws:
    """One throw, tried many times. hands: the skill profile; figures: those of `lab throw`."""

    hands: str
    distance_mm: float
    cards_in_bowl: int
    outcomes: ThrowOutcomes
    figures: Mapping[str, Any]
    configuration: ZackConfiguration
    seed: int

    @property
    def trials(self) -> int:
        """The number of tries."""
        return len(self.outcomes.outcomes)

    @property
    def bowls_filled(self) -> int:
        """The number of bowls that the tries share; 0 if the bowl is empty."""
        return len({*self.outcomes.bowls}) if self.cards_in_bowl else 0

    @property
    def hit_rate(self) -> Interval:
        """The share of throws after which the card lies in the bowl."""
        return self.outcomes.share("hit")

    @property
    def side_wall_rate(self) -> Interval:
        """The share of throws that met a side wall."""
        return self.outcomes.share("side_wall")

    @property
    def beside_rate(self) -> Interval:
        """The share of throws that came down beside a side wall."""
        return self.outcomes.share("aside")

    def to_json(self) -> dict[str, object]:
        """Return the figures of `lab throw` with what they depend on."""
        bowl = {"cards_in_bowl": self.cards_in_bowl, "bowls_filled": self.bowls_filled}
        return {**self.figures, **bowl, **provenance(self.configuration, self.seed)}

    def __repr__(self) -> str:
        """Return what was done, with its first figure, on one line."""
        return f"<{self.trials} throws from {self.distance_mm:g} mm: in the bowl {self.hit_rate.percent()}>"

    def __str__(self) -> str:
        """Return the figures in words."""
        return self.text()

    def text(self) -> str:
        """Return the figures in words, a line each."""
        found = self.figures
        landing, speed = found["landing_sd_mm"], found["speed_mm_s"]
        thickness_mm = self.configuration.setup.plate.thickness_mm
        cards = "1 card" if self.cards_in_bowl == 1 else f"{self.cards_in_bowl} cards"
        bowl = f"{self.distance_mm:g} mm from the bowl's middle, {cards} in it"
        if self.bowls_filled > 1:
            bowl += f" ({self.bowls_filled} bowls in turn)"
        rim, unsettled = found["rim_hits"], found["unsettled"]
        passed, against = found["tunnelled"], found["order_violations"]
        lines = (
            f"{self.hands} hands, {bowl}, {self.trials} throws:",
            f"  lie in the bowl  {self.hit_rate.percent()}",
            f"  bounced out {found['bounced_out']}, touched the rim {rim}, unsettled {unsettled}",
            f"  met a side wall  {self.side_wall_rate.percent()}",
            f"  came down beside one  {self.beside_rate.percent()}",
            f"  scatter at the rim's height  {landing['along']:.0f} mm along, {landing['across']:.0f} mm across",
            f"  speed {speed['mean']:.0f} mm/s, standard deviation {speed['sd']:.0f} mm/s",
            f"  throws after which cards lie in another order than they landed in: {found['order_inversions']}",
            f"  deepest overlap {found['deepest_overlap_mm']:.3f} mm of cards {thickness_mm:g} mm thick;",
            f"  passed through something: {passed}; order against the geometry: {against}",
            f"  {found['seconds_simulated']:.0f} s simulated at profile {self.configuration.profile}",
        )
        return "\n".join(lines)


def thrown(
    configuration: ZackConfiguration,
    distance_mm: float,
    hands: str = "casual",
    *,
    cards_in_bowl: int = 0,
    trials: int = 400,
    seed: int = DEFAULT_SEED,
) -> Throws:
    """Throw a card at the bowl `trials` times from both sides in turn, and count what lies in it.

    distance_mm: from the bowl's middle to the hand. hands: a skill profile. Raises InputError.
    """
    setup, skills = configuration.setup, configuration.skills
    if hands not in skills:
        raise InputError("--player: {one_of}.", one_of=one_of(hands, skills))
    whole("--trials", trials, 1, MOST_TRIALS)
    whole("--cards-in-bowl", cards_in_bowl, 0, MOST_IN_BOWL)
    if not setup.half_outside_mm < distance_mm <= FARTHEST_MM:
        raise InputError(
            "--distance-mm: expected a hand beside the bowl, further than {half_outside_mm:g} mm "
            "from its middle and no further than {farthest_mm:g} mm, found {distance_mm:g}.",
            half_outside_mm=setup.half_outside_mm,
            farthest_mm=FARTHEST_MM,
            distance_mm=distance_mm,
        )
    thrower = Thrower(setup, skills[hands], distance_mm, configuration.table.hand_height_mm)
    found = throws(thrower, trials, cards_in_bowl, seed)
    figures = found.to_json(setup.plate.thickness_mm)
    return Throws(hands, distance_mm, cards_in_bowl, found, figures, configuration, seed)


def throw_command(given: ThrowOptions) -> None:
    """Throw a card many times and print what landed in the bowl. Raises InputError."""
    configuration = load_zack(given.config, given.profile)
    if given.bowl_radius_mm is not None:
        configuration = with_opening(configuration, given.bowl_radius_mm, "--bowl-radius-mm")
    found = thrown(
        configuration,
        given.distance_mm,
        given.player,
        cards_in_bowl=given.cards_in_bowl,
        trials=given.trials,
        seed=given.seed,
    )
    print(json.dumps(found.to_json()) if given.as_json else found.text())
