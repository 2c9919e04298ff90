"""`lab throw`: throw a card at the bowl, many times, and count what lands in it."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Any

from sim.configuration import configuration_from, provenance
from sim.errors import InputError
from sim.games.zack.bots.hand import Card, ThrowIntent, execute_throw
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.configuration import load as load_zack
from sim.measures import merged
from sim.options import ThrowOptions
from sim.people.skill import Skill
from sim.physics.bowl.engine import Overlap
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.pile_order import inversions
from sim.physics.bowl.state import IN_BOWL, BowlSnapshot, Release
from sim.physics.bowl.throwing import aimed_throw, comes_down
from sim.physics.bowl.world import BowlWorld
from sim.seeds import derive
from sim.statistics import mean, rate

NAME = "thrown"
BOWLFULS = 8  # different bowlfuls that the trials are shared out to
_ATTEMPTS = 20  # throws a card of a bowlful may take


@dataclass(frozen=True, slots=True)
class Thrower:
    """A person who throws from both sides in turn: the world, the skill, the place."""

    setup: BowlSetup
    skill: Skill
    distance_mm: float
    height_mm: float

    def release(self, side: int, noise_seed: int) -> Release:
        """Return the throw from a side (-1 left, 1 right) as the hand carries it out under this seed."""
        meant = aimed_throw(self.setup, side * self.distance_mm, self.height_mm, 0.0)
        noise = execute_throw(ThrowIntent(Card.ZACK, side, self.distance_mm), self.skill, noise_seed)
        return noise.applied(meant, self.setup)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one throw.

    `landed`: touched the bowl's inside; `side_wall`: met a side wall; `aside`: came down beside one; `inverted`: pairs
    of cards that lie in another order than they landed in, more than before; `contradicted`: pairs whose reported order
    their geometry contradicts; `deepest_mm`: see Overlap.
    """

    hit: bool
    landed: bool
    rim: bool
    side_wall: bool
    aside: bool
    unsettled: bool
    inverted: int
    contradicted: int
    seconds: float
    deepest_mm: float


def throw_once(setup: BowlSetup, snapshot: BowlSnapshot, release: Release, watch: bool = True) -> Outcome:
    """Throw once into a bowlful and wait until everything rests. Without `watch` no overlap is measured."""
    overlap = Overlap() if watch else None
    world = BowlWorld(setup, snapshot, overlap)
    before = inversions(world.landings(), world.order())
    world.throw(NAME, release)
    moments = world.settle()
    return Outcome(
        hit=world.where(NAME) == IN_BOWL,
        landed=any(moment.what == "lands" and moment.name == NAME for moment in moments),
        rim=any(moment.what == "rim" and moment.name == NAME for moment in moments),
        side_wall=any(moment.what == "side" and moment.name == NAME for moment in moments),
        aside=world.lane(NAME) != 0,
        unsettled=any(moment.what == "unsettled" for moment in moments),
        inverted=inversions(world.landings(), world.order()) - before,
        contradicted=world.contradictions(),
        seconds=(world.ticks - snapshot.until) / setup.profile.tick_hz,
        deepest_mm=overlap.deepest_mm if overlap is not None else math.nan,
    )


def bowlful(thrower: Thrower, cards: int, seed: int) -> BowlSnapshot:
    """Return a bowl with `cards` cards in it, thrown from both sides in turn; what fell beside has been taken away.

    Raises InputError if the thrower cannot fill it.
    """
    world = BowlWorld(thrower.setup)
    for attempt in range(_ATTEMPTS * max(1, cards)):
        inside = len(world.names())
        if inside == cards:
            return world.snapshot()
        side = 1 if attempt % 2 else -1
        world.throw(f"card-{attempt}", thrower.release(side, derive(seed, "bowlful", attempt)))
        world.settle()
        world.remove([name for name in world.names() if world.where(name) != IN_BOWL])
        world.settle()
    raise InputError(f"--cards-in-bowl: {cards} cards do not stay in this bowl, expected fewer.")


@dataclass(slots=True)
class ThrowOutcomes:
    """The outcomes of many throws.

    along_mm, across_mm: where each would come down to the rim's height with nothing in its way, in the direction of the
    throw from the bowl's middle, and across it, away from the viewer.
    """

    speeds: list[float] = field(default_factory=list)
    along_mm: list[float] = field(default_factory=list)
    across_mm: list[float] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)

    def count(self, what: str) -> int:
        """Count the throws in which a field was not nought."""
        return sum(bool(getattr(outcome, what)) for outcome in self.outcomes)

    def to_json(self, thickness_mm: float) -> dict[str, Any]:
        """Return the figures of `lab throw`."""
        trials, hits = len(self.outcomes), self.count("hit")
        deepest = max(outcome.deepest_mm for outcome in self.outcomes)
        return {
            "hit_rate": rate(hits, trials).to_json(),
            "speed_mm_s": {"mean": round(mean(self.speeds).estimate, 3), "sd": round(_sd(self.speeds), 3)},
            "landing_sd_mm": {"along": round(_sd(self.along_mm), 3), "across": round(_sd(self.across_mm), 3)},
            "bounced_out": sum(outcome.landed and not outcome.hit for outcome in self.outcomes),
            "rim_hits": self.count("rim"),
            "side_wall_hits": rate(self.count("side_wall"), trials).to_json(),
            "beside_a_side_wall": rate(self.count("aside"), trials).to_json(),
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


def throws(thrower: Thrower, trials: int, cards_in_bowl: int, seed: int) -> ThrowOutcomes:
    """Throw `trials` times, from the left and the right in turn, into up to `BOWLFULS` different bowlfuls."""
    kinds = min(BOWLFULS, trials) if cards_in_bowl else 1
    snapshots = [bowlful(thrower, cards_in_bowl, derive(seed, "lab throw bowlful", kind)) for kind in range(kinds)]
    found = ThrowOutcomes()
    for index in range(trials):
        side = 1 if index % 2 else -1
        release = thrower.release(side, derive(seed, "lab throw", index))
        along, across = comes_down(thrower.setup, release)
        found.along_mm.append(along)
        found.across_mm.append(-side * across)
        found.speeds.append(math.hypot(release.motion.vx, release.motion.vy))
        found.outcomes.append(throw_once(thrower.setup, snapshots[index % kinds], release))
    return found


def with_opening(configuration: ZackConfiguration, radius_mm: float, where: str) -> ZackConfiguration:
    """Return the same, with a bowl of this half opening. Raises InputError if it cannot be built."""
    tree = merged(dict(configuration.tree), {"bowl": {"opening_mm": 2 * radius_mm}})
    found = configuration_from(tree, where, configuration.profile, "zack")
    assert isinstance(found, ZackConfiguration)
    return found


def throw_command(given: ThrowOptions) -> None:
    """Throw a card many times and print what landed in the bowl. Raises InputError."""
    configuration = load_zack(given.config, given.profile)
    if given.bowl_radius_mm is not None:
        configuration = with_opening(configuration, given.bowl_radius_mm, "--bowl-radius-mm")
    setup, skills = configuration.setup, configuration.skills
    if given.player not in skills:
        raise InputError(f"--player: expected one of {', '.join(skills)}, found {given.player!r}.")
    if given.distance_mm <= setup.half_outside_mm:
        raise InputError(
            f"--distance-mm: expected a hand beside the bowl, further than {setup.half_outside_mm:g} mm from its "
            f"middle, found {given.distance_mm:g}."
        )
    thrower = Thrower(setup, skills[given.player], given.distance_mm, configuration.table.hand_height_mm)
    found = throws(thrower, given.trials, given.cards_in_bowl, given.seed).to_json(setup.plate.thickness_mm)
    if given.as_json:
        print(json.dumps({**found, "cards_in_bowl": given.cards_in_bowl, **provenance(configuration, given.seed)}))
        return
    hits, speed = rate(round(found["hit_rate"]["estimate"] * given.trials), given.trials), found["speed_mm_s"]
    print(
        f"{given.player} hands, {given.distance_mm:g} mm from the bowl's middle, {given.cards_in_bowl} cards in it, "
        f"{given.trials} throws:"
    )
    print(f"  lie in the bowl  {hits.percent()}")
    print(f"  bounced out {found['bounced_out']}, touched the rim {found['rim_hits']}, unsettled {found['unsettled']}")
    walls, beside = (
        rate(round(found[key]["estimate"] * given.trials), given.trials).percent()
        for key in ("side_wall_hits", "beside_a_side_wall")
    )
    print(f"  met a side wall  {walls}")
    print(f"  came down beside one  {beside}")
    landing = found["landing_sd_mm"]
    print(f"  scatter at the rim's height  {landing['along']:.0f} mm along, {landing['across']:.0f} mm across")
    print(f"  speed {speed['mean']:.0f} mm/s, standard deviation {speed['sd']:.0f} mm/s")
    print(f"  throws after which cards lie in another order than they landed in: {found['order_inversions']}")
    print(f"  deepest overlap {found['deepest_overlap_mm']:.3f} mm of cards {setup.plate.thickness_mm:g} mm thick;")
    print(f"  passed through something: {found['tunnelled']}; order against the geometry: {found['order_violations']}")
    print(f"  {found['seconds_simulated']:.0f} s simulated at profile {configuration.profile}")
