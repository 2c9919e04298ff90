"""The cost of a placement: the ship's world against the naive way.

The naive way: the reference profile's step, five simulated seconds after the release whatever happens, and a Python
callback on every body at every step. Both ways carry out the same executed actions on the same ships, alternating, and
must agree on how often something falls.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pymunk

from sim.batch.figures import clustered_rate
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.contact.profiles import Profile
from sim.physics.ship.attempt import LoadResult, Place, SettleDetector
from sim.physics.ship.loading import Loading
from sim.physics.ship.measures import load_ship_profile
from sim.physics.ship.world import ShipWorld
from sim.seat import Seat
from sim.statistics import Interval
from studies.attempts import Attempt, attempts_of

NAIVE_PROFILE = "reference"
NAIVE_S = 5.0


class _NeverSettled(SettleDetector):
    """A detector that never reports rest, as the naive way does not look whether anything still moves."""

    __slots__ = ()

    def observe(
        self, now_s: float, who: tuple[str, ...], places: Sequence[Place], roll_rad: float, pitch_rad: float
    ) -> bool:
        """Return False: nothing ever counts as settled."""
        return False


def _by_callback(body: pymunk.Body, gravity: tuple[float, float], damping: float, dt: float) -> None:
    pymunk.Body.update_velocity(body, gravity, damping, dt)


def optimised(attempt: Attempt) -> LoadResult:
    """Carry out a placement the way Yardarm does."""
    return attempt.again()


def naive(profile: Profile, attempt: Attempt) -> LoadResult:
    """Carry out a placement the naive way, with the reference profile."""
    world = ShipWorld(replace(attempt.setup, profile=profile), attempt.snapshot)
    loading = Loading(world, attempt.action, attempt.wander, NAIVE_S, _settle=_NeverSettled())
    for body in world.space.bodies:
        if body.body_type == pymunk.Body.DYNAMIC:
            body.velocity_func = _by_callback
    return loading.run()


@dataclass(slots=True)
class Comparison:
    """The results of both ways on the same attempts: counts by match, and processor seconds.

    differ: the number of attempts at which only one way dropped something.
    """

    attempts: dict[int, int] = field(default_factory=dict)
    falls: dict[int, int] = field(default_factory=dict)
    naive_falls: dict[int, int] = field(default_factory=dict)
    differ: int = 0
    cost_s: float = 0.0
    naive_cost_s: float = 0.0

    def add(self, match: int, result: LoadResult, plain: LoadResult) -> None:
        """Count the results of one attempt: of Yardarm's way and of the naive one."""
        fell, plainly = bool(result.fallen or result.caught), bool(plain.fallen or plain.caught)
        self.attempts[match] = self.attempts.get(match, 0) + 1
        self.falls[match] = self.falls.get(match, 0) + fell
        self.naive_falls[match] = self.naive_falls.get(match, 0) + plainly
        self.differ += fell != plainly

    def rate(self, falls: dict[int, int]) -> Interval:
        """Return the share of attempts that drop something, clustered by match."""
        return clustered_rate(list(falls.values()), list(self.attempts.values()))

    @property
    def speedup(self) -> float:
        """The cost of the naive way divided by the cost of Yardarm's."""
        return self.naive_cost_s / self.cost_s


def compare(configuration: RiffRaffConfiguration, seats: tuple[Seat, ...], seed: int, seconds: float) -> Comparison:
    """Carry out every third attempt of successive matches in both ways, for about `seconds` of processor time.

    Only every third, so that the attempts come from more matches; the first one taken varies with the match.
    """
    profile = load_ship_profile(NAIVE_PROFILE)
    found = Comparison()
    index = 0
    while index == 0 or found.cost_s + found.naive_cost_s < seconds:
        for attempt in attempts_of(configuration, seats, seed, index)[index % 3 :: 3]:
            result, cost = _timed(lambda attempt=attempt: optimised(attempt))  # type: ignore[misc]
            plain, naive_cost = _timed(lambda attempt=attempt: naive(profile, attempt))  # type: ignore[misc]
            found.cost_s += cost
            found.naive_cost_s += naive_cost
            found.add(index, result, plain)
        index += 1
    return found


def _timed(work: Callable[[], LoadResult]) -> tuple[LoadResult, float]:
    begun = time.process_time()
    result = work()
    return result, time.process_time() - begun
