"""The ship beside closed forms and published periods: `python -m studies.ship_figures [--json]` (about ten seconds)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sim.games.riff_raff.cargo import heeled, load, parse_cargo
from sim.physics.ship.state import Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from studies import arguments
from tests.physics.published import BAR, BAR_AMPLITUDE_DEG, BAR_LENGTH_MM, LEGO
from tests.physics.ships import UNDAMPED, aboard, farthest, places, resting, rigid, run, setup
from tests.physics.test_ship import (
    NEAT_LOADS,
    bar_period_s,
    closed_form_period_s,
    ship_period_s,
    static_heel,
    tilted_until,
    turning_points,
)


def _periods() -> dict[str, float]:
    where = setup(**UNDAMPED)
    found = {}
    for amplitude in (5, 10, 30, 60, 80):
        expected = closed_form_period_s(where.ship.inertia_g_mm2, where.ship.righting_g_mm, math.radians(amplitude))
        found[f"period at {amplitude} deg off the closed form, %"] = 100 * (
            ship_period_s(where, amplitude) / expected - 1
        )
    return found


def _published() -> dict[str, float]:
    found = {}
    for length, amplitude, *readings in LEGO:
        period = bar_period_s((10 * length) ** 2 / 3, 5 * length, amplitude)
        by = {"video": readings[0], "phone": readings[1], "mean of both": sum(readings) / 2}
        for way, measured in by.items():
            found[f"Coramik 2023, {length} cm off the {way}, %"] = 100 * (period / measured - 1)
    errors = [
        100 * abs(bar_period_s(BAR_LENGTH_MM**2 / 12 + d**2, d, BAR_AMPLITUDE_DEG) / t - 1) for d, t in BAR.items()
    ]
    return {**found, "Yuningsih 2020, median error, %": float(np.median(errors))}


def _energy() -> dict[str, float]:
    found = {}
    free: dict[str, Any] = {"pivot_viscous_per_s": 0.0, "pivot_coulomb_s2": 0.0}
    for name, keys, amplitudes in (("locked", UNDAMPED, (10, 30, 80)), ("free", free, (10, 30))):
        for amplitude in amplitudes:
            start = math.radians(amplitude)
            last = turning_points(ShipWorld(setup(**keys), Snapshot(Pose(0, 0, start))), 200)[-1][1]
            drift = (1 - math.cos(last)) / (1 - math.cos(start)) - 1
            found[f"height after 100 undamped swings from {amplitude} deg, yards {name}, %"] = 100 * drift
    return found


def _friction() -> dict[str, float]:
    where = setup(**{**UNDAMPED, "pivot_viscous_per_s": 0.3})
    start = math.radians(4)
    points = turning_points(ShipWorld(where, Snapshot(Pose(0, 0, start))), 12)
    worst = max(abs(abs(angle) / (start * math.exp(-0.3 * time)) - 1) for time, angle in points)
    where = setup(**{**UNDAMPED, "pivot_coulomb_s2": 0.12})
    tops = [
        math.radians(6),
        *(abs(a) for _, a in turning_points(ShipWorld(where, Snapshot(Pose(0, 0, math.radians(6)))), 8)),
    ]
    lost = -np.diff(tops) * where.ship.natural_frequency_sq_s2 / 0.24
    return {
        "viscous decay, amplitudes off A0 exp(-v t), %": 100 * worst,
        "dry friction, loss a half swing over 2c/w0^2, least": float(min(lost)),
        "dry friction, loss a half swing over 2c/w0^2, most": float(max(lost)),
    }


def _heel() -> dict[str, float]:
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
    return {"static heel, 3 pieces x 10 slots, off tan th = m x / (S - m y), %": 100 * worst}


def _sliding() -> dict[str, float]:
    found = {}
    for friction in (0.2, 0.3, 0.4, 0.5):
        where = rigid(friction)
        slot = where.ship.slot(2)
        start = ShipWorld(where, aboard(resting(where, "it", "chest", "upright", slot, slot.centre_mm))).snapshot()
        world = ShipWorld(where, heeled(start, math.atan(friction) - math.radians(2)))
        angle = tilted_until(world, 1, 0, 0.1, 40)
        found[f"slides at, less atan({friction}), deg"] = angle - math.degrees(math.atan(friction))
    return found


def _toppling() -> dict[str, float]:
    found = {}
    where = rigid(friction=2.0)
    slot = where.ship.slot(3)
    for kind, half_base, centre in (("barrel", 7.0, 10.0), ("bottle", 9.0, 12.84), ("crate", 12.0, 12.0)):
        expected = math.atan2(half_base, centre)
        start = ShipWorld(where, aboard(resting(where, "it", kind, "upright", slot, slot.centre_mm))).snapshot()
        world = ShipWorld(where, heeled(start, expected - math.radians(5)))
        angle = tilted_until(world, 1, 2, math.radians(0.5), 60)
        found[f"{kind} topples at, less atan(b/h), deg"] = angle - math.degrees(expected)
    return found


def _creep() -> dict[str, float]:
    where = setup()
    worst = 0.0
    for cargo in NEAT_LOADS:
        world = ShipWorld(where, load(where, parse_cargo(cargo, where)))
        run(world, 2)
        before = places(world)
        run(world, 30)
        worst = max(worst, farthest(before, places(world)))
    return {f"creep of {len(NEAT_LOADS)} neat loads in 30 s, mm at most": worst}


def main() -> None:
    """Print all of them."""
    parser = arguments.parser(__doc__, "json")
    given = parser.parse_args()
    parts = (_periods, _published, _energy, _friction, _heel, _sliding, _toppling, _creep)
    found = {name: round(value, 6) for part in parts for name, value in part().items()}
    if given.json:
        arguments.print_json(found)
        return
    for name, value in found.items():
        print(f"{name}: {value:.4g}")


if __name__ == "__main__":
    arguments.run(main)
