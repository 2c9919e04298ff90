"""Whether cards pass through each other or the bowl: `python -m studies.soundness --throws N`.

Many throws are watched at every step for cards that overlap. Bowls are filled with a whole game's cards, one after the
other and sometimes two at once, from both sides and several distances, by hands of every skill; what falls beside stays
on the table. Then a new bowl begins. docs/evidence.md has the results.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.configuration import provenance
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.configuration import load as load_zack
from sim.games.zack.throws import Thrower
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import IN_BOWL, CardPose, Release
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.engine_batches import Overlap
from sim.seeds import derive, rng
from sim.statistics import rate
from studies import arguments

CARDS = 66
DISTANCES_MM = (300.0, 400.0, 550.0, 800.0)
TOGETHER = 0.2  # the share of throws with a second card thrown a moment later, from the other side
ALLOWED = 0.2  # the overlap allowed, as a share of a card's thickness


@dataclass(slots=True)
class Soundness:
    """The counts of a study; depths and heights in mm.

    above_rim_mm: for each full bowl, how far the highest card over its inner half reaches above the rim (negative:
    stays below). leaning: full bowls with a card's middle above the rim.
    """

    thickness_mm: float
    throws: int = 0
    bowls: int = 0
    too_deep: int = 0
    passed: int = 0
    deepest_mm: float = 0.0
    unsettled: int = 0
    broken: int = 0
    contradicted: int = 0
    in_bowl: int = 0
    leaning: int = 0
    above_rim_mm: list[float] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the figures, rates with their intervals."""
        return {
            "throws": self.throws,
            "bowls": self.bowls,
            "tunnelled": {"count": self.passed, **rate(self.passed, self.throws).to_json()},
            "overlap_beyond_a_fifth": {"count": self.too_deep, **rate(self.too_deep, self.throws).to_json()},
            "deepest_overlap_mm": round(self.deepest_mm, 4),
            "card_thickness_mm": self.thickness_mm,
            "unsettled": self.unsettled,
            "not_finite": self.broken,
            "order_violations": self.contradicted,
            "share_in_bowl": round(self.in_bowl / max(1, self.throws), 4),
            "bowls_propped_above_the_rim": {
                "count": (over := sum(height > 0 for height in self.above_rim_mm)),
                **rate(over, self.bowls).to_json(),
            },
            "highest_over_the_inner_half_mm": round(max(self.above_rim_mm, default=-math.inf), 2),
            "bowls_with_a_card_leaning_over_the_rim": self.leaning,
        }


def _release(configuration: ZackConfiguration, seed: int, side: int) -> Release:
    stream = rng(seed, "who throws from where")
    skill = configuration.skills[str(stream.choice(sorted(configuration.skills)))]
    distance = float(stream.choice(DISTANCES_MM))
    height = configuration.table.hand_height_mm
    return Thrower(configuration.setup, skill, distance, height).release(side, seed)


def fill(configuration: ZackConfiguration, seed: int, watch: Overlap | None = None) -> Iterator[BowlWorld]:
    """Fill a bowl with a game's cards. Yields its world after every throw, for the caller to settle."""
    world = BowlWorld(configuration.setup, watch=watch)
    card = 0
    while card < CARDS:
        noise = derive(seed, "throw", card)
        together = bool(rng(noise, "two at once").random() < TOGETHER) and card + 1 < CARDS
        side = int(rng(noise, "side").choice((-1, 1)))
        world.throw(f"card-{card}", _release(configuration, noise, side))
        card += 1
        if together:
            # From the other side, as a card cannot start where another one flies.
            for _ in range(int(rng(noise, "how much later").integers(0, 40))):
                world.tick()
            world.throw(f"card-{card}", _release(configuration, derive(seed, "throw", card), -side))
            card += 1
        yield world


def top(setup: BowlSetup, pose: CardPose, inner_mm: float) -> float:
    """Return the highest point (mm) of a card within `inner_mm` of the bowl's middle; 0 if none is there.

    Only points on the card's middle line count.
    """
    half = setup.plate.length_mm / 2
    along = np.linspace(-half, half, 60)
    x, y = pose.x + along * math.cos(pose.angle), pose.y + along * math.sin(pose.angle)
    return float(np.max(y[np.abs(x) < inner_mm], initial=0.0))


def soundness(throws: int, seed: int, configuration: ZackConfiguration | None = None) -> Soundness:
    """Throw at least `throws` cards, in whole bowls."""
    configuration = configuration or load_zack()
    setup = configuration.setup
    seen = Soundness(setup.plate.thickness_mm)
    while seen.throws < throws:
        watch = Overlap()
        for world in fill(configuration, derive(seed, "bowl", seen.bowls), watch):
            moments = world.settle()
            seen.deepest_mm = max(seen.deepest_mm, watch.deepest_mm)
            seen.too_deep += watch.deepest_mm > ALLOWED * setup.plate.thickness_mm
            seen.passed += watch.deepest_mm > 0.5 * setup.plate.thickness_mm
            watch.forget()
            seen.unsettled += sum(moment.what == "unsettled" for moment in moments)
            seen.broken += not world.is_finite()
        seen.throws += CARDS
        seen.bowls += 1
        seen.contradicted += world.contradictions()
        inside = [pose for pose in world.poses() if world.where(pose.name) == IN_BOWL]
        seen.in_bowl += len(inside)
        # Cards that lean on the wall may reach above it, and others lean on those: counted apart from cards that are
        # too high away from the wall.
        inner = setup.bowl.opening_mm / 4
        seen.above_rim_mm.append(max(top(setup, pose, inner) for pose in inside) - setup.bowl.depth_mm)
        seen.leaning += any(pose.y > setup.bowl.depth_mm and abs(math.cos(pose.angle)) > 0.85 for pose in inside)
    return seen


def main() -> None:
    """Fill bowls and print the counts."""
    parser = arguments.parser(__doc__, "seed", "json")
    parser.add_argument("--throws", type=arguments.positive, default=660, metavar="N")
    given = parser.parse_args()
    configuration = load_zack()
    begun = time.perf_counter()
    found = soundness(given.throws, given.seed, configuration).to_json()
    if given.json:
        print(json.dumps({**found, **provenance(configuration, given.seed)}))
        return
    print(f"{found['throws']} throws into {found['bowls']} bowls, {time.perf_counter() - begun:.0f} s:")
    for key, value in found.items():
        if isinstance(value, dict):
            shown = f"{value['count']} (below {100 * value['high']:.3f} % with 95 % confidence)"
        else:
            shown = str(value)
        print(f"  {key:40} {shown}")


if __name__ == "__main__":
    arguments.run(main)
