"""The cost of a throw: the bowl's world against the naive way.

The naive way: the reference profile's step from the release on, two simulated seconds whatever happens, every card a
body, and a Python callback on every body at every step that applies the air. Both ways do the same throws into the same
bowlfuls, alternating, and must agree on what lands and in which order it lies.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pymunk

from sim.games.zack.configuration import load as load_zack
from sim.games.zack.throws import NAME, Outcome, Thrower, bowlful, throw_once
from sim.physics.air import Motion, drag_kick, fly
from sim.physics.bowl.engine import CardEngine
from sim.physics.bowl.measures import BowlSetup, load_card_profile
from sim.physics.bowl.pile_order import contradictions, inversions, support_order
from sim.physics.bowl.state import BowlSnapshot, Release
from sim.seeds import derive
from sim.statistics import Interval, rate

NAIVE_PROFILE = "reference"
NAIVE_S = 2.0
PLAYER = "casual"
DISTANCE_MM = 400.0
FILLINGS = (0, 5, 10, 20)


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw into one bowlful."""

    snapshot: BowlSnapshot
    release: Release


@dataclass(slots=True)
class BowlBench:
    """The results of the same throws done both ways, and the processor time of each.

    both: (hit, naive hit) of every throw.
    """

    throws: int = 0
    own_s: float = 0.0
    naive_s: float = 0.0
    own_hits: int = 0
    naive_hits: int = 0
    own_inverted: int = 0
    naive_inverted: int = 0
    both: list[tuple[bool, bool]] = field(default_factory=list)

    @property
    def speedup(self) -> float:
        """The cost of the naive way divided by the cost of the bowl's world; NaN before the first throw."""
        return self.naive_s / self.own_s if self.own_s else math.nan

    def rates(self) -> dict[str, Interval]:
        """Return the hit and inversion rates of both ways."""
        return {
            "hit_rate": rate(self.own_hits, self.throws),
            "hit_rate_naive": rate(self.naive_hits, self.throws),
            "inversion_rate": rate(self.own_inverted, self.throws),
            "inversion_rate_naive": rate(self.naive_inverted, self.throws),
        }


def naive_throw(setup: BowlSetup, snapshot: BowlSnapshot, release: Release, seconds: float = NAIVE_S) -> Outcome:
    """Throw a card the naive way for `seconds` of simulated time. `snapshot` must be at rest.

    The profile of `setup` is replaced by the reference profile.
    """
    setup = replace(setup, profile=load_card_profile(NAIVE_PROFILE))
    engine, plate, air = CardEngine(setup), setup.plate, setup.air
    for card in snapshot.cards:
        engine.enter(card.name, card.motion)
    engine.enter(NAME, release.motion)
    thrown = engine.awake[NAME].body
    touched: list[bool] = []

    def blown(body: pymunk.Body, gravity: tuple[float, float], damping: float, dt: float) -> None:
        (vx, vy), omega = body.velocity, body.angular_velocity
        if body is thrown and not touched:
            x, y = body.position
            after = fly(plate, air, Motion(x, y, body.angle, vx, vy, omega), dt, setup.gravity_mm_s2)
            body.velocity, body.angular_velocity = (after.vx, after.vy), after.omega
            return
        pymunk.Body.update_velocity(body, gravity, damping, dt)
        dvx, dvy, domega = drag_kick(plate, air, vx, vy, body.angle, omega, dt)
        body.velocity = body.velocity.x + dvx, body.velocity.y + dvy
        body.angular_velocity += domega

    for awake in engine.awake.values():
        awake.body.velocity_func = blown
    landed = False
    steps = math.ceil(seconds * setup.profile.step_hz)
    for _ in range(steps):
        engine.space.step(setup.profile.dt_s)
        for touch in engine.touches():
            if touch.name == NAME:
                touched.append(True)
                landed = landed or abs(thrown.position.x) < setup.half_opening_mm
    poses = {name: (*card.body.position, card.body.angle) for name, card in engine.awake.items()}
    inside = {name: pose for name, pose in poses.items() if abs(pose[0]) < setup.half_opening_mm}
    before = [card.name for card in sorted(snapshot.cards, key=lambda card: card.landed)]
    size = plate.length_mm, plate.thickness_mm
    then = [(card.name, card.motion[:3]) for card in sorted(snapshot.cards, key=lambda card: card.landed)]
    landing = [name for name in (*before, NAME) if name in inside]
    order = support_order([(name, inside[name]) for name in landing], *size).order
    return Outcome(
        hit=NAME in inside,
        landed=landed,
        rim=False,
        side_wall=False,
        aside=False,
        unsettled=False,
        inverted=inversions(landing, order) - inversions(before, support_order(then, *size).order),
        contradicted=contradictions([(name, inside[name]) for name in order], *size),
        uppermost=tuple(order[-1:]) == (NAME,),
        seconds=seconds,
        deepest_mm=math.nan,
    )


def sample_throws(count: int, seed: int, fillings: Sequence[int] = FILLINGS) -> tuple[BowlSetup, list[Throw]]:
    """Return the set-up at profile play, and throws by casual hands from both sides into bowlfuls of several sizes."""
    configuration = load_zack()
    thrower = Thrower(
        configuration.setup, configuration.skills[PLAYER], DISTANCE_MM, configuration.table.hand_height_mm
    )
    bowlfuls = [bowlful(thrower, cards, derive(seed, "bench bowlful", cards)) for cards in fillings]
    throws = [
        # The naive way knows the plane only.
        Throw(bowlfuls[i % len(bowlfuls)], replace(thrower.release(side, derive(seed, "bench throw", i)), aside=None))
        for i in range(count)
        for side in (1 if i // 2 % 2 else -1,)
    ]
    return configuration.setup, throws


def compare(setup: BowlSetup, throws: Sequence[Throw]) -> BowlBench:
    """Throw every card both ways, alternating, and compare processor times."""
    bench = BowlBench()
    for throw in throws:
        begun = time.process_time()
        own = throw_once(setup, throw.snapshot, throw.release, watch=False)
        middle = time.process_time()
        naive = naive_throw(setup, throw.snapshot, throw.release)
        bench.naive_s += time.process_time() - middle
        bench.own_s += middle - begun
        bench.throws += 1
        bench.own_hits += own.hit
        bench.naive_hits += naive.hit
        bench.own_inverted += own.inverted > 0
        bench.naive_inverted += naive.inverted > 0
        bench.both.append((own.hit, naive.hit))
    return bench
