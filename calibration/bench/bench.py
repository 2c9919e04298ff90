"""The work of `bench`: speed as ratios that mean the same on any machine.

`step_share` is the share of the wall time of a batch (matches of four casual players, one process) that is spent inside
`pymunk.Space.step`. `speedup_over_naive` compares the processor time of a placement with that of the naive way: the
reference profile's step, five simulated seconds after the release whatever happens, and a Python callback on every body
at every step. Both ways carry out the same executed actions on the same ships, alternating, and must agree on how often
something falls.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pymunk

from calibration.bench import bowl_bench, heads_bench, pipe_bench, turns_bench
from calibration.bench.placements import Attempt, attempts_of
from calibration.bench.step_clock import clock_cost, timed_steps
from calibration.options import BenchOptions
from sim.batch.figures import clustered_rate
from sim.batch.runner import Task, match_seed, play, run_tasks
from sim.configuration import provenance
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.games.zack.configuration import load as load_zack
from sim.match.seats import seats_from
from sim.physics import Pose2D
from sim.physics.ship.attempt import LoadResult
from sim.physics.ship.loading import Loading
from sim.physics.ship.measures import ShipSetup, load_ship_profile
from sim.physics.ship.settling import SettleDetector
from sim.physics.ship.world import ShipWorld
from sim.protocols import Configuration
from sim.seat import Seat
from sim.statistics import Interval

Frames = Callable[[int], dict[str, Any]]
"""A function from a seed to the cost of frames: figures by name, each by game, or None if not measurable."""

NAIVE_PROFILE = "reference"
NAIVE_S = 5.0
_PLAYERS = ("casual",) * 4
_FRAMES = {
    "frame_ms": "built and drawn",
    "frame_build_ms": "built while one aims",
    "frame_build_p99_ms": "99 of 100 in at most",
    "frame_build_alone_ms": "without ghosts",
    "frame_build_alone_p99_ms": "99 of 100 in at most",
}


@dataclass(frozen=True, slots=True)
class Batch:
    """The speed of a batch in this process: seconds of wall time, less the cost of the clock itself."""

    matches: int
    turns: int
    wall_s: float
    step_s: float

    @property
    def step_share(self) -> float:
        """The share of the wall time spent inside the engine's step."""
        return self.step_s / self.wall_s


def run_batch(configuration: Configuration, seats: tuple[Seat, ...], seed: int, seconds: float) -> Batch:
    """Play whole matches, at least one, until `seconds` of wall time have passed."""
    inside, in_all = clock_cost()
    matches = turns = 0
    # A first match, not timed, fills caches and finishes imports.
    play(configuration, Task(0, match_seed(seed, 0), seats))
    begun = time.perf_counter()
    with timed_steps() as clock:
        while matches == 0 or time.perf_counter() - begun < seconds:
            _, rows = play(configuration, Task(matches, match_seed(seed, matches), seats))
            matches += 1
            turns += len(rows)
        wall = time.perf_counter() - begun
    return Batch(matches, turns, wall - in_all * clock.calls, clock.inside_s - inside * clock.calls)


# -------------------------------------------------------------------------------------------------- naive


class _NeverSettled(SettleDetector):
    """A detector that never reports rest, as the naive way does not look whether anything still moves."""

    __slots__ = ()

    def observe(self, now_s: float, who: tuple[str, ...], places: Sequence[Pose2D], hull_angle: float) -> bool:
        """Return False: nothing ever counts as settled."""
        return False


def _by_callback(body: pymunk.Body, gravity: tuple[float, float], damping: float, dt: float) -> None:
    pymunk.Body.update_velocity(body, gravity, damping, dt)


def optimised(setup: ShipSetup, attempt: Attempt) -> LoadResult:
    """Carry out a placement the way Yardarm does."""
    return attempt.again(setup)


def naive(setup: ShipSetup, attempt: Attempt) -> LoadResult:
    """Carry out a placement the naive way. `setup` must have the reference profile."""
    world = ShipWorld(setup, attempt.snapshot)
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
    ours = configuration.setup
    theirs = replace(ours, profile=load_ship_profile(NAIVE_PROFILE))
    found = Comparison()
    index = 0
    while index == 0 or found.cost_s + found.naive_cost_s < seconds:
        for attempt in attempts_of(configuration, seats, seed, index)[index % 3 :: 3]:
            result, cost = _timed(lambda attempt=attempt: optimised(ours, attempt))  # type: ignore[misc]
            plain, naive_cost = _timed(lambda attempt=attempt: naive(theirs, attempt))  # type: ignore[misc]
            found.cost_s += cost
            found.naive_cost_s += naive_cost
            found.add(index, result, plain)
        index += 1
    return found


def _timed(work: Callable[[], LoadResult]) -> tuple[LoadResult, float]:
    begun = time.process_time()
    result = work()
    return result, time.process_time() - begun


# -------------------------------------------------------------------------------------------------- two jobs


def scaling_two_jobs(configuration: RiffRaffConfiguration, seats: tuple[Seat, ...], seed: int, matches: int) -> float:
    """Return the throughput of two processes divided by that of one, without the time to start them."""
    rates = []
    for jobs in (1, 2):
        todo = [Task(i, match_seed(seed, i), seats) for i in range(matches + 2 * jobs)]
        played = run_tasks(configuration, todo, jobs)
        # Once there are as many results as processes, all processes are running.
        for _ in range(jobs):
            next(played)
        begun = time.perf_counter()
        came = sum(1 for _ in played)
        rates.append(came / (time.perf_counter() - begun))
    return rates[1] / rates[0]


# -------------------------------------------------------------------------------------------------- the verb


def bench(seconds: float, seed: int, frames: Frames | None = None) -> dict[str, Any]:
    """Measure all figures, as `bench --json` prints them. seconds: about the time for each measurement.

    frames: measures the cost of frames; the caller passes it in, as calibration may not import scenes.
    """
    configuration = load_riff_raff()
    seats = seats_from(_PLAYERS)
    batch = run_batch(configuration, seats, seed, seconds)
    zack = load_zack()
    cards = run_batch(zack, seats_from(_PLAYERS, "zack"), seed, seconds)
    thrown = bowl_bench.compare(*bowl_bench.sample_throws(max(8, round(4 * seconds)), seed))
    comparison = compare(configuration, seats, seed, seconds)
    matches = max(4, round(seconds * batch.matches / batch.wall_s / 2))
    return {
        "step_share": round(batch.step_share, 4),
        "riff_raff": {
            "matches_per_s": round(batch.matches / batch.wall_s, 4),
            "placements_per_s": round(batch.turns / batch.wall_s, 3),
            "speedup_over_naive": round(comparison.speedup, 3),
            "fall_rate": comparison.rate(comparison.falls).to_json(),
            "naive_fall_rate": comparison.rate(comparison.naive_falls).to_json(),
            "verdicts_that_differ": comparison.differ,
            "trials": sum(comparison.attempts.values()),
        },
        "zack": {
            "step_share": round(cards.step_share, 4),
            "matches_per_s": round(cards.matches / cards.wall_s, 4),
            "throws_per_s": round(cards.turns / cards.wall_s, 3),
            "speedup_over_naive": round(thrown.speedup, 3),
            **{name: interval.to_json() for name, interval in thrown.rates().items()},
            "trials": thrown.throws,
            "configuration": zack.digest,
        },
        "scaling_two_jobs": round(scaling_two_jobs(configuration, seats, seed, matches), 3),
        "zatre": turns_bench.measured(seed, seconds).to_json(),
        "heads": heads_bench.measured(configuration, seed, seconds).to_json(),
        "bots": pipe_bench.measured(seed).to_json(),
        **({} if frames is None else frames(seed)),
        "naive": {
            "profile": NAIVE_PROFILE,
            "seconds_after_release": NAIVE_S,
            "seconds_after_throw": bowl_bench.NAIVE_S,
        },
        **provenance(configuration, seed),
    }


def bench_command(given: BenchOptions, frames: Frames | None = None) -> None:
    """Measure the speed figures and print them."""
    found = bench(given.seconds, given.seed, frames)
    if given.as_json:
        print(json.dumps(found))
        return
    riff_raff = found["riff_raff"]
    ours, plain = (Interval.from_json(riff_raff[key]).percent() for key in ("fall_rate", "naive_fall_rate"))
    print(f"of the time of a batch, inside the engine's step   {100 * found['step_share']:.0f} %")
    print(f"Riff Raff, four casual players, one process        {riff_raff['matches_per_s']:.2f} matches a second")
    print(f"                                                   {riff_raff['placements_per_s']:.1f} placements a second")
    print(f"a placement against the plain way                  {riff_raff['speedup_over_naive']:.1f} times as fast")
    print(f"  drops something: ours {ours}, plain {plain}, of {riff_raff['trials']}")
    zack = found["zack"]
    hits, plain_hits = (Interval.from_json(zack[key]).percent() for key in ("hit_rate", "hit_rate_naive"))
    print(f"Zack!, four casual players, one process            {zack['matches_per_s']:.2f} matches a second")
    print(f"                                                   {zack['throws_per_s']:.1f} throws a second")
    print(f"of its time, inside the engine's step              {100 * zack['step_share']:.0f} %")
    print(f"a throw against the plain way                      {zack['speedup_over_naive']:.1f} times as fast")
    print(f"  hits: ours {hits}, plain {plain_hits}, of {zack['trials']}")
    print(f"two processes against one                          {found['scaling_two_jobs']:.2f} times as fast")
    asked, of = Interval.from_json(found["bots"]["question_ms"]), found["bots"]["questions"]
    interval = f"{asked.low:.3f}-{asked.high:.3f}"
    print(f"a question to a bot in another process             {asked.estimate:.3f} ms ({interval}), median of {of}")
    turns = found["zatre"]
    plainly = _times(Interval.from_json(turns["turns_speedup_over_naive"]))
    print(f"{'ZATRE: the turns of a position, the plain way':<50} {plainly}, median of {turns['positions']} positions")
    heads = found["heads"]
    for key, name, many in (
        ("lookahead_over_trained", "a thought of lookahead against one of trained", "questions"),
        ("skilled_match_over_casual", "a match of skilled players against casual ones", "matches"),
    ):
        print(f"{name:<50} {_times(Interval.from_json(heads[key]))}, median of {heads[many]} {many}")
    for key, what in _FRAMES.items():
        if found.get(key) is not None:
            costs = ", ".join(f"{game.replace('_', ' ')} {cost:.1f} ms" for game, cost in found[key].items())
            print(f"{f'a frame of 1280 x 720, {what}':<50} {costs}")
    for game, shown in (found.get("frames_shown") or {}).items():
        name = f"frames shown in a window, {game.replace('_', ' ')}"
        print(f"{name:<50} {shown['a_second']:.0f} a second, {100 * shown['late']:.1f} % later than 1/60 s")


def _times(ratio: Interval) -> str:
    interval = "no interval" if math.isnan(ratio.low) else f"{ratio.low:.2f}-{ratio.high:.2f}"
    return f"{ratio.estimate:.2f} times as long ({interval})"
