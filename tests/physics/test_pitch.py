"""The ship's pitch against closed forms, and cargo that slides, tips, or falls over bow, stern and yards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import mean

import pytest

from sim.games.riff_raff.cargo import load, parse_cargo
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import CargoState, Fore, Pitch, Snapshot
from sim.physics.ship.swinging import Swing
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import UNDAMPED, aboard, as_shipped, resting, rigid, run, setup

STEADY = {"pivot_viscous_per_s": 3.0}
"""A ship that comes to rest soon."""


def on_slot(where: ShipSetup, number: int, kind: str = "crate", fore_mm: float = 0.0) -> CargoState:
    """A piece in the middle of a slot, so far before the slot's own middle."""
    slot = where.ship.slot(number)
    state = resting(where, kind, kind, "upright", slot, slot.centre_mm)
    return replace(state, fore=Fore(slot.fore_mm + fore_mm))


def turning_points(angles: Sequence[float]) -> list[float]:
    return [b for a, b, c in zip(angles, angles[1:], angles[2:], strict=False) if (b - a) * (c - b) < 0]


def pitches(world: ShipWorld, seconds: float) -> list[float]:
    """The pitch at every tick of that time."""
    found = []
    for _ in range(round(seconds * 120)):
        world.tick()
        found.append(world.pitching.angle)
    return found


def test_the_empty_ship_pitches_with_the_period_of_her_pendulum() -> None:
    where = setup(**UNDAMPED)
    ship = where.ship
    world = ShipWorld(where, Snapshot(pitch=Pitch(math.radians(2.0))))
    angles = pitches(world, 20.0)
    passages = [n for n, (a, b) in enumerate(pairwise(angles)) if a > 0 >= b]
    period_s = (passages[-1] - passages[0]) / (len(passages) - 1) / 120
    expected = 2 * math.pi * math.sqrt(ship.pitch_inertia_g_mm2 / (where.gravity_mm_s2 * ship.righting_g_mm))
    assert period_s == pytest.approx(expected, rel=2e-3)
    assert max(map(abs, turning_points(angles))) == pytest.approx(math.radians(2.0), rel=5e-3)


@pytest.mark.parametrize(("number", "way"), [(1, 1), (2, 1), (3, -1), (4, -1)])
def test_a_piece_on_the_bow_brings_her_down_by_the_bow(number: int, way: int) -> None:
    """Tan p = m f / (S - m z)."""
    where = rigid(**STEADY)
    crate = on_slot(where, number)
    world = ShipWorld(where, aboard(crate))
    run(world, 6.0)
    mass, z = where.pieces["crate"].mass_g, crate.pose.y
    expected = math.atan(mass * 45.0 / (where.ship.righting_g_mm - mass * z))
    assert world.pitching.angle == pytest.approx(way * expected, abs=math.radians(0.3))


@pytest.mark.parametrize("axis", ["roll", "pitch"])
def test_a_swing_from_ten_degrees_lasts_for_eight_periods(axis: str) -> None:
    where, start = setup(), math.radians(10.0)
    world = ShipWorld(where, ShipWorld(where).snapshot())
    swing = Swing(where, _turned(world.snapshot(), start if axis == "roll" else 0.0, start if axis == "pitch" else 0.0))
    angles = []
    for tick in range(20 * 120):
        now = swing.at(tick)
        angles.append(now.hull.angle if axis == "roll" else now.pitch.angle)
    assert len(turning_points(angles)) >= 16
    assert abs(turning_points(angles)[15]) > math.radians(1.0)


def _turned(snapshot: Snapshot, roll: float, pitch: float) -> Snapshot:
    hull = replace(snapshot.hull, angle=roll)
    return replace(snapshot, hull=hull, yards=(), pitch=Pitch(pitch))


def test_even_a_rat_on_a_yard_moves_her() -> None:
    """She swings on about where statics has her: what she does at one moment says nothing."""
    where = as_shipped()
    ship, mass = where.ship, where.pieces["rat"].mass_g
    world = ShipWorld(where, load(where, parse_cargo("5:rat", where)))
    ((x, y, _),) = world.places()[1]
    moment = mass * abs(x)
    assert ship.measures.pivot_coulomb_s2 * ship.inertia_g_mm2 < 0.1 * moment * where.gravity_mm_s2
    heels = []
    for _ in range(round(3 * 2 * math.pi / math.sqrt(ship.natural_frequency_sq_s2) * where.profile.tick_hz)):
        world.tick()
        heels.append(abs(world.hull.angle))
    assert mean(heels) == pytest.approx(math.atan2(moment, ship.righting_g_mm - mass * y), rel=0.1)
    assert mean(heels) > math.radians(0.3)


def test_a_swinging_ship_that_nobody_loads_swings_as_the_engine_has_her() -> None:
    where = setup()
    ship = load(where, parse_cargo("1:crate,2:crate,3:chest,4:chest,5:rat,6:rat", where))
    ship = replace(ship, pitch=Pitch(math.radians(3.0)), hull=replace(ship.hull, spin=0.0))
    world, swing = ShipWorld(where, ship), Swing(where, ship)
    run(world, 4.0)
    then = swing.at(480)
    assert then.pitch.angle == pytest.approx(world.pitching.angle, abs=math.radians(0.2))
    assert then.hull.angle == pytest.approx(world.hull.angle, abs=math.radians(0.3))
    assert [state.name for state in then.cargo] == [state.name for state in ship.cargo]


@pytest.mark.parametrize(("pitch_deg", "slides"), [(9.0, False), (20.0, True)])
def test_wood_slides_forward_where_she_leans_by_more_than_its_friction(pitch_deg: float, slides: bool) -> None:
    """Friction 0.3 holds up to 16.7 degrees; locked, she keeps her pitch."""
    where = rigid(pivot_coulomb_s2=1e5)
    world = ShipWorld(where, replace(aboard(on_slot(where, 1)), pitch=Pitch(math.radians(pitch_deg))))
    run(world, 0.2)
    assert (world.cargo["crate"].fore.mm > 45.5) == slides


def test_what_slides_over_the_bow_falls_clear_of_her() -> None:
    where = rigid(pivot_coulomb_s2=1e5)
    world = ShipWorld(where, replace(aboard(on_slot(where, 1)), pitch=Pitch(math.radians(30.0))))
    run(world, 2.0)
    assert [piece.name for piece in world.touches.overboard] == ["crate"]
    assert world.cargo["crate"].falling
    assert world.touches.ground


@pytest.mark.parametrize("way", [1, -1])
def test_what_slides_off_a_yard_falls_onto_the_deck_of_that_half(way: int) -> None:
    where = rigid(pivot_coulomb_s2=1e5)
    state = on_slot(where, 5)
    state = replace(state, pose=replace(state.pose, x=-20.0))
    world = ShipWorld(where, replace(aboard(state), pitch=Pitch(way * math.radians(25.0))))
    run(world, 1.5)
    piece = world.cargo[state.name]
    assert piece.layer == ("bow" if way > 0 else "stern")
    assert piece.fore.mm * way > 10.0
    _, y = world.to_ship(piece.body.position)
    assert piece.falling or y < where.ship.slot(5).surface_mm


@pytest.mark.parametrize("roll_deg", [8.0, 14.0])
def test_a_lean_fore_and_aft_takes_friction_from_the_plane(roll_deg: float) -> None:
    """At 12 degrees of pitch wood slides sideways from atan(sqrt(0.3^2 - tan(12)^2)) = 11.9 degrees on, not 16.7."""
    where = rigid(pivot_coulomb_s2=1e5)
    state = on_slot(where, 2)
    hull = math.radians(-roll_deg)
    cos, sin = math.cos(hull), math.sin(hull)
    x, y = state.pose.x, state.pose.y
    leaning = replace(state, pose=replace(state.pose, x=cos * x - sin * y, y=sin * x + cos * y, angle=hull))
    snapshot = Snapshot(replace(Snapshot().hull, angle=hull), (), (leaning,), Pitch(math.radians(12.0)))
    world = ShipWorld(where, snapshot)
    run(world, 0.5)
    ((now, _, _),) = world.places()[1]
    assert (now > x + 1.0) == (roll_deg > 11.9)


def test_a_world_built_again_goes_on_the_same() -> None:
    where = setup()
    world = ShipWorld(where, replace(load(where, parse_cargo("1:crate,6:boat,9:rat", where)), pitch=Pitch(0.1, -0.2)))
    run(world, 1.0)
    again = Snapshot.from_json(world.snapshot().to_json())
    assert again == world.snapshot()
    one, other = ShipWorld(where, again), ShipWorld(where, again)
    run(one, 1.0)
    run(other, 1.0)
    assert one.snapshot() == other.snapshot()


def test_bow_and_stern_are_alike() -> None:
    where = setup()
    one = ShipWorld(where, aboard(on_slot(where, 1, fore_mm=3.0), replace(on_slot(where, 6, "boat"), fore=Fore(2.0))))
    other = ShipWorld(
        where, aboard(on_slot(where, 3, fore_mm=-3.0), replace(on_slot(where, 6, "boat"), fore=Fore(-2.0)))
    )
    run(one, 2.0)
    run(other, 2.0)
    assert one.pitching.angle == pytest.approx(-other.pitching.angle, abs=1e-9)
    assert one.hull.angle == pytest.approx(other.hull.angle, abs=1e-9)
