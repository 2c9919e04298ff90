"""The figures of the ship's closed forms, measured anew: python -m tests.physics.figures (about ten seconds).

With the word `time`: how long placements take and where the time goes, instead.
"""

from __future__ import annotations

import cProfile
import math
import pstats
import sys
import time

import numpy as np
import pymunk

from sim.configuration import load_configuration
from sim.lab.cargo import heeled, load, parse_cargo
from sim.lab.place import Placing
from sim.physics.ship.state import Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive
from studies.convergence import any_intent, loaded_ship
from tests.physics.published import BAR, BAR_AMPLITUDE_DEG, BAR_LENGTH_MM, LEGO
from tests.physics.ships import UNDAMPED, aboard, farthest, places, resting, rigid, run, setup
from tests.physics.test_ship import (
    NEAT_LOADS,
    bar_period_s,
    closed_form_period_s,
    run_held,
    ship_period_s,
    static_heel,
    tilted_until,
    turning_points,
)


def _periods() -> None:
    where = setup(**UNDAMPED)
    for amplitude in (5, 10, 30, 60, 80):
        expected = closed_form_period_s(where.ship.inertia_g_mm2, where.ship.righting_g_mm, math.radians(amplitude))
        error = ship_period_s(where, amplitude) / expected - 1
        print(f"period at {amplitude} deg: closed form {expected:.5f} s, simulated {100 * error:+.4f} %")


def _published() -> None:
    for length, amplitude, *readings in LEGO:
        period = bar_period_s((10 * length) ** 2 / 3, 5 * length, amplitude)
        against = [100 * (period / measured - 1) for measured in (*readings, sum(readings) / 2)]
        print(f"Coramik 2023, {length} cm: video %+.2f, phone %+.2f, their mean %+.2f %%" % tuple(against))
    errors = [
        100 * abs(bar_period_s(BAR_LENGTH_MM**2 / 12 + d**2, d, BAR_AMPLITUDE_DEG) / t - 1) for d, t in BAR.items()
    ]
    print(f"Yuningsih 2020: median error {float(np.median(errors)):.2f} %")


def _energy() -> None:
    free = {"pivot_viscous_per_s": 0.0, "pivot_coulomb_s2": 0.0}
    for name, keys, amplitudes in (("locked", UNDAMPED, (10, 30, 80)), ("free", free, (10, 30))):
        for amplitude in amplitudes:
            start = math.radians(amplitude)
            last = turning_points(ShipWorld(setup(**keys), Snapshot(Pose(0, 0, start))), 200)[-1][1]
            drift = (1 - math.cos(last)) / (1 - math.cos(start)) - 1
            print(f"energy after 100 undamped swings from {amplitude} deg, yards {name}: {100 * drift:+.4f} %")


def _friction() -> None:
    where = setup(**{**UNDAMPED, "pivot_viscous_per_s": 0.3})
    start = math.radians(4)
    points = turning_points(ShipWorld(where, Snapshot(Pose(0, 0, start))), 12)
    worst = max(abs(abs(angle) / (start * math.exp(-0.3 * time)) - 1) for time, angle in points)
    print(f"viscous decay: amplitudes within {100 * worst:.3f} % of A0 exp(-v t)")
    where = setup(**{**UNDAMPED, "pivot_coulomb_s2": 0.12})
    tops = [
        math.radians(6),
        *(abs(a) for _, a in turning_points(ShipWorld(where, Snapshot(Pose(0, 0, math.radians(6)))), 8)),
    ]
    lost = -np.diff(tops) * where.ship.natural_frequency_sq_s2 / 0.24
    print(f"dry friction: loss a half swing over 2c/w0^2: {min(lost):.4f} to {max(lost):.4f}")


def _heel() -> None:
    worst = 0.0
    where = rigid(friction=2.0)
    for number in range(1, 11):
        for kind in ("plank", "chest", "crate"):
            slot = where.ship.slot(number)
            stance = next(iter(where.pieces[kind].stances))
            world = ShipWorld(where, aboard(resting(where, "it", kind, stance, slot, slot.centre_mm)))
            run(world, 6)
            expected = static_heel(where.ship, [(where.pieces[kind].mass_g, *places(world)["it"][:2])])
            worst = max(worst, abs(world.heel / expected - 1))
    print(f"static heel, 3 pieces x 10 slots: within {100 * worst:.3f} % of tan th = m x / (S - m y)")


def _sliding() -> None:
    for friction in (0.2, 0.3, 0.4, 0.5):
        where = rigid(friction)
        slot = where.ship.slot(2)
        start = ShipWorld(where, aboard(resting(where, "it", "chest", "upright", slot, slot.centre_mm))).snapshot()
        world = ShipWorld(where, heeled(start, math.atan(friction) - math.radians(2)))
        run_held(world, 0.2)
        x = places(world)["it"][0]
        angle = tilted_until(world, 1, lambda w=world, x0=x: abs(places(w)["it"][0] - x0) > 0.1, 40)
        print(f"slides at {angle:.2f} deg, atan({friction}) = {math.degrees(math.atan(friction)):.2f} deg")


def _toppling() -> None:
    where = rigid(friction=2.0)
    slot = where.ship.slot(3)
    for kind, half_base, centre in (("barrel", 7.0, 10.0), ("bottle", 9.0, 12.84), ("crate", 12.0, 12.0)):
        expected = math.atan2(half_base, centre)
        start = ShipWorld(where, aboard(resting(where, "it", kind, "upright", slot, slot.centre_mm))).snapshot()
        world = ShipWorld(where, heeled(start, expected - math.radians(5)))
        run_held(world, 0.2)
        upright = places(world)["it"][2]
        angle = tilted_until(
            world,
            1,
            lambda w=world, a0=upright: abs(places(w)["it"][2] - a0) > math.radians(0.5),
            60,
        )
        print(f"{kind} topples at {angle:.2f} deg, atan(b/h) = {math.degrees(expected):.2f} deg")


def _creep() -> None:
    where = setup()
    worst = 0.0
    for cargo in NEAT_LOADS:
        world = ShipWorld(where, load(where, parse_cargo(cargo, where)))
        run(world, 2)
        before = places(world)
        run(world, 30)
        worst = max(worst, farthest(before, places(world)))
    print(f"creep of {len(NEAT_LOADS)} neat loads in 30 s: {worst:.6f} mm at most")


def _time() -> None:
    setting = setup()
    skill = load_configuration("riff-raff").skills["casual"]
    jobs = []
    for ship in ("empty", "neat 8", "ugly 8", "neat 16", "ugly 16"):
        for index in range(30):
            noise = derive(1, "convergence", ship, index)
            jobs.append((Placing(setting, loaded_ship(ship, 1), skill, any_intent(setting, noise)), noise))

    def all_of_them() -> float:
        return sum(placing.trial(noise).duration_s for placing, noise in jobs)

    all_of_them()
    began = time.perf_counter()
    simulated = all_of_them()
    wall = time.perf_counter() - began
    print(f"{len(jobs)} placements, {simulated:.0f} s simulated, in {wall:.2f} s")
    inside, step = [0.0], pymunk.Space.step

    def timed(space: pymunk.Space, dt: float) -> None:
        start = time.perf_counter()
        step(space, dt)
        inside[0] += time.perf_counter() - start

    began = time.perf_counter()
    pymunk.Space.step = timed
    try:
        all_of_them()
    finally:
        pymunk.Space.step = step
    print(f"share of the time inside Space.step: {inside[0] / (time.perf_counter() - began):.3f}")
    profile = cProfile.Profile()
    profile.runcall(all_of_them)
    pstats.Stats(profile).sort_stats("tottime").print_stats(12)


def main() -> None:
    """All of them, or where the time goes."""
    figures = (_periods, _published, _energy, _friction, _heel, _sliding, _toppling, _creep)
    for part in (_time,) if sys.argv[1:] == ["time"] else figures:
        part()


if __name__ == "__main__":
    main()
