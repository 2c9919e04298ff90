"""The ship against closed forms: what she weighs, how she swings, where she rests, when cargo slides or topples."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pymunk
import pytest
from scipy.special import ellipk

from sim.games.riff_raff.cargo import heeled, load, parse_cargo
from sim.physics.contact.bodies import add_pendulum
from sim.physics.contact.profiles import GRAVITY_MM_S2, new_space
from sim.physics.ship.measures import Ship, ShipSetup, load_ship_profile
from sim.physics.ship.state import CargoState, Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from tests.physics.published import BAR, BAR_AMPLITUDE_DEG, BAR_LENGTH_MM, LEGO
from tests.physics.ships import UNDAMPED, aboard, farthest, mirrored, places, resting, rigid, run, setup
from tests.processes import printed_by

NEAT = "2:chest,3:chest,1:crate,4:crate,5:boat,6:boat,7:rat,8:rat,2:plank,3:plank,9:plank,10:plank"
NEAT_LOADS = (
    "10:crate",
    "1:sailor,4:sailor,9:bottle,10:bottle",
    NEAT,
    f"{NEAT},5:sailor,6:sailor,7:sailor,8:sailor",
    "1:barrel,1:barrel,4:barrel,4:barrel,2:crate,2:rat,3:crate,3:plank",
)


# ------------------------------------------------------------------------------------------ measures


def slabs(width_at: Callable[[float], float], low: float, high: float, count: int = 20_000) -> tuple[float, ...]:
    """Area, first moment in y and second polar moment about the origin of a shape symmetrical about x = 0, by slabs."""
    step = (high - low) / count
    y = low + step * (np.arange(count) + 0.5)
    w = np.array([width_at(v) for v in y])
    return float(w.sum() * step), float((w * y).sum() * step), float((w * y**2 + w**3 / 12).sum() * step)


def test_inertia_and_righting_moment_are_those_of_the_parts() -> None:
    ship = setup().ship
    m = ship.measures

    def hull_width(y: float) -> float:
        return m.hull_bottom_width_mm + (m.hull_width_mm - m.hull_bottom_width_mm) * y / m.hull_height_mm

    area, first, second = slabs(hull_width, 0.0, m.hull_height_mm)
    inertia, righting = m.hull_mass_g * second / area, -m.hull_mass_g * first / area
    mast_mass = 0.7e-3 * math.pi * (m.mast_width_mm / 2) ** 2 * m.mast_height_mm
    area, first, second = slabs(lambda _y: m.mast_width_mm, m.hull_height_mm, m.hull_height_mm + m.mast_height_mm)
    inertia += mast_mass * second / area
    righting -= mast_mass * first / area
    for height, length in (
        (m.low_yard_height_mm, m.low_yard_length_mm),
        (m.middle_yard_height_mm, m.middle_yard_length_mm),
        (m.top_yard_height_mm, m.top_yard_length_mm),
    ):
        mass = 0.7e-3 * length * m.yard_thickness_mm * m.yard_depth_mm
        centre = m.hull_height_mm + height - m.yard_thickness_mm / 2
        inertia += mass * (centre**2 + (length**2 + m.yard_thickness_mm**2) / 12)
        righting -= mass * centre
    ball_radius = (3 * m.ball_mass_g / (4 * math.pi * 7.85e-3)) ** (1 / 3)
    inertia += m.ball_mass_g * (m.rod_length_mm**2 + 0.4 * ball_radius**2)
    righting += m.ball_mass_g * m.rod_length_mm
    assert ship.inertia_g_mm2 == pytest.approx(inertia, rel=1e-6)
    assert ship.righting_g_mm == pytest.approx(righting, rel=1e-6)


def test_pieces_weigh_what_their_size_in_beech_weighs() -> None:
    where = setup()
    crate, plank, disc = (where.pieces[kind] for kind in ("crate", "plank", "barrel"))
    assert crate.mass_g == pytest.approx(24**3 * 0.7e-3)
    assert crate.forms["side"].moment_g_mm2 == pytest.approx(crate.mass_g * 24**2 / 6)
    assert plank.forms["side"].moment_g_mm2 == pytest.approx(plank.mass_g * (38**2 + 5**2) / 12)
    assert disc.forms["end"].moment_g_mm2 == pytest.approx(disc.forms["end"].mass_g * 81 / 2)
    assert min(where.pieces, key=lambda kind: where.pieces[kind].mass_g) == "rat"
    for kind, piece in where.pieces.items():
        world = ShipWorld(
            where, aboard(*(CargoState(f, kind, f, Pose(200 + 60 * i, 0, 0)) for i, f in enumerate(piece.forms)))
        )
        for cargo in world.cargo.values():
            shapes = list(cargo.shapes)
            area = sum(shape.area for shape in shapes)
            x, y = (sum(s.area * s.center_of_gravity[axis] for s in shapes) / area for axis in (0, 1))
            assert math.hypot(x, y) < 1e-9, f"{kind} {cargo.form} does not lie about its own centre of gravity"
            assert cargo.body.mass == pytest.approx(piece.forms[cargo.form].areal_density_g_mm2 * area)


# ------------------------------------------------------------------------------------------ swinging


def swing_period_s(angle: Callable[[], float], step: Callable[[], float], swings: int) -> float:
    """The mean of that many full swings: time from every second passage through the middle."""
    passages: list[float] = []
    before, time = angle(), 0.0
    while len(passages) < 2 * swings + 1:
        dt = step()
        time += dt
        now = angle()
        if before * now < 0:
            passages.append(time - dt * abs(now) / (abs(now) + abs(before)))
        before = now
    return (passages[-1] - passages[0]) / swings


def closed_form_period_s(inertia_g_mm2: float, righting_g_mm: float, amplitude_rad: float) -> float:
    """T(A) = (2 pi / w0) (2 / pi) K(sin^2(A/2)); w0^2 = g S / J."""
    slow = math.sqrt(inertia_g_mm2 / (GRAVITY_MM_S2 * righting_g_mm))
    return 4 * slow * float(ellipk(math.sin(amplitude_rad / 2) ** 2))


def bar_period_s(inertia_g_mm2: float, righting_g_mm: float, amplitude_deg: float, profile: str = "play") -> float:
    """The simulated period of any rigid pendulum of these measures."""
    fine = load_ship_profile(profile)
    space = new_space(fine)
    body = add_pendulum(space, inertia_g_mm2, righting_g_mm)
    body.angle = math.radians(amplitude_deg)

    def step() -> float:
        space.step(fine.dt_s)
        return fine.dt_s

    return swing_period_s(lambda: body.angle, step, 10)


def ship_period_s(where: ShipSetup, amplitude_deg: float) -> float:
    """The simulated period of the ship."""
    world = ShipWorld(where, Snapshot(Pose(0, 0, math.radians(amplitude_deg))))

    def step() -> float:
        world.tick()
        return 1 / world.setup.profile.tick_hz

    return swing_period_s(lambda: world.hull.angle, step, 10)


@pytest.mark.parametrize("amplitude_deg", [5, 10, 30, 60, 80])
def test_the_period_is_the_closed_form(amplitude_deg: float) -> None:
    where = setup(**UNDAMPED)
    expected = closed_form_period_s(where.ship.inertia_g_mm2, where.ship.righting_g_mm, math.radians(amplitude_deg))
    assert ship_period_s(where, amplitude_deg) == pytest.approx(expected, rel=0.0002)


def test_free_yards_at_rest_on_their_pegs_leave_the_period_alone() -> None:
    where = setup(pivot_viscous_per_s=0.0, pivot_coulomb_s2=0.0)
    expected = closed_form_period_s(where.ship.inertia_g_mm2, where.ship.righting_g_mm, math.radians(10))
    assert ship_period_s(where, 10) == pytest.approx(expected, rel=0.0002)


def test_periods_measured_on_lego_pendulums() -> None:
    """Bars of 48 to 67 cm, each timed by two instruments.

    Every mean of the two within 0.6 %; they differ by up to 0.7 % from each other, so single readings lie farther off.
    """
    for lego in LEGO:
        length = 10 * lego.length_cm
        period = bar_period_s(length**2 / 3, length / 2, lego.amplitude_deg)
        assert period == pytest.approx((lego.video_s + lego.phone_s) / 2, rel=0.006)


def test_periods_measured_on_a_bar() -> None:
    """A bar on 13 pivots. The median error within 0.8 %."""
    errors = [
        abs(bar_period_s(BAR_LENGTH_MM**2 / 12 + lever**2, lever, BAR_AMPLITUDE_DEG) / measured - 1)
        for lever, measured in BAR.items()
    ]
    assert float(np.median(errors)) < 0.008


@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("amplitude_deg", [10, 30])
def test_a_hundred_undamped_swings_keep_their_energy(amplitude_deg: float, locked: bool) -> None:
    free = {"pivot_viscous_per_s": 0.0, "pivot_coulomb_s2": 0.0}
    world = ShipWorld(setup(**UNDAMPED if locked else free), Snapshot(Pose(0, 0, math.radians(amplitude_deg))))
    before = 1 - math.cos(world.hull.angle)
    turns = 0
    spin, highest = 0.0, 0.0
    while turns < 200:
        world.tick()
        highest = max(highest, abs(world.hull.angle))
        if world.hull.angular_velocity * spin < 0:
            turns += 1
            top, highest = highest, 0.0
        spin = world.hull.angular_velocity
    assert abs((1 - math.cos(top)) / before - 1) < 0.0005


def turning_points(world: ShipWorld, count: int) -> list[tuple[float, float]]:
    """Time and angle of the next turning points, by a parabola through three ticks."""
    found: list[tuple[float, float]] = []
    a, b = world.hull.angle, world.hull.angle
    while len(found) < count:
        world.tick()
        c = world.hull.angle
        if (b - a) * (c - b) < 0:
            shift = (a - c) / (2 * (a - 2 * b + c))
            found.append((world.time_s + (shift - 1) / world.setup.profile.tick_hz, b - (a - c) * shift / 4))
        a, b = b, c
    return found


def test_viscous_friction_decays_exponentially() -> None:
    where = setup(**{**UNDAMPED, "pivot_viscous_per_s": 0.3})
    start = math.radians(4)
    for time, angle in turning_points(ShipWorld(where, Snapshot(Pose(0, 0, start))), 12):
        assert abs(angle) == pytest.approx(start * math.exp(-0.3 * time), rel=0.01)


def test_dry_friction_takes_the_same_from_every_half_swing() -> None:
    where = setup(**{**UNDAMPED, "pivot_coulomb_s2": 0.12})
    start = math.radians(6)
    lost = 2 * 0.12 / where.ship.natural_frequency_sq_s2
    tops = [start, *(abs(a) for _, a in turning_points(ShipWorld(where, Snapshot(Pose(0, 0, start))), 8))]
    for higher, lower in pairwise(tops):
        assert higher - lower == pytest.approx(lost, rel=0.02)


def test_dry_friction_holds_a_ship_that_is_nearly_upright() -> None:
    where = setup(**{**UNDAMPED, "pivot_coulomb_s2": 0.12})
    rest = 0.9 * 0.12 / where.ship.natural_frequency_sq_s2
    world = ShipWorld(where, Snapshot(Pose(0, 0, rest)))
    run(world, 5)
    assert world.hull.angle == pytest.approx(rest, rel=1e-3)


def test_end_stops_hold() -> None:
    where = setup(pivot_viscous_per_s=0.0, pivot_coulomb_s2=0.0)
    stop = math.radians(where.ship.measures.end_stop_deg)
    for side in (-1, 1):
        world = ShipWorld(where, Snapshot(Pose(0, 0, side * 0.9 * stop, spin=side * 4.0)))
        farthest_out = 0.0
        for _ in range(600):
            world.tick()
            farthest_out = max(farthest_out, abs(world.hull.angle))
        assert 0.99 * stop < farthest_out < stop + math.radians(0.5)
        askew = max(abs(yard.angle - world.hull.angle) for yard in world.yards)
        assert askew < math.radians(where.ship.measures.yard_stop_deg + 0.5)


# ------------------------------------------------------------------------------------------ cargo


def static_heel(ship: Ship, loads: list[tuple[float, float, float]]) -> float:
    """tan(heel) = sum m x / (S - sum m y), of masses at x, y in the ship's frame."""
    return math.atan2(sum(m * x for m, x, _ in loads), ship.righting_g_mm - sum(m * y for m, _, y in loads))


@pytest.mark.parametrize(
    "load_plan",
    [
        [("crate", "upright", 4, 0.0)],
        [("crate", "upright", 1, -5.0)],
        [("chest", "upright", 3, 0.0)],
        [("chest", "upright", 6, 10.0)],
        [("bottle", "upright", 7, -10.0)],
        [("plank", "flat", 8, 0.0)],
        [("rat", "flat", 10, 5.0)],
        [("crate", "upright", 9, -2.0)],
        [("crate", "upright", 4, 0.0), ("boat", "upright", 7, 0.0), ("rat", "flat", 10, 0.0)],
        [("crate", "upright", 1, 0.0), ("chest", "upright", 2, 0.0), ("plank", "flat", 6, 3.0)],
    ],
)
def test_a_load_heels_her_as_statics_says(load_plan: list[tuple[str, str, int, float]]) -> None:
    where = rigid(friction=2.0)
    cargo = []
    for index, (kind, stance, number, offset) in enumerate(load_plan):
        slot = where.ship.slot(number)
        cargo.append(resting(where, f"{kind}{index}", kind, stance, slot, slot.centre_mm + offset))
    world = ShipWorld(where, aboard(*cargo))
    before = places(world)
    run(world, 6)
    after = places(world)
    assert farthest(before, after) < 0.2, "the cargo was meant to lie still"
    loads = [(where.pieces[c.kind].mass_g, *after[c.name][:2]) for c in cargo]
    expected = static_heel(where.ship, loads)
    assert abs(expected) > math.radians(0.2)
    assert world.heel == pytest.approx(expected, rel=0.01)


def tilted_until(world: ShipWorld, side: int, part: int, by: float, most_deg: float) -> float:
    """The heel (degrees) at which the piece "it" has moved (part 0: x in mm, 2: angle in rad) by more than this.

    She is turned over by a degree a second. Where the piece was is looked up when she turns already: a ship that begins
    to turn makes it rock on its slop, the more the coarser the step, and that is neither sliding nor toppling.
    """
    motor = pymunk.SimpleMotor(world.space.static_body, world.hull, math.radians(side * 1.0))
    world.space.add(motor)
    run(world, 0.2)
    before = places(world)["it"][part]
    while abs(places(world)["it"][part] - before) <= by:
        world.tick()
        assert abs(math.degrees(world.heel)) < most_deg, "nothing happened"
    return abs(math.degrees(world.heel))


@pytest.mark.parametrize("friction", [0.2, 0.3, 0.4, 0.5])
@pytest.mark.parametrize(("number", "kind"), [(2, "chest"), (4, "plank"), (8, "crate")])
@pytest.mark.parametrize("side", [-1, 1])
def test_cargo_slides_at_the_angle_of_friction(friction: float, number: int, kind: str, side: int) -> None:
    where = rigid(friction)
    slot = where.ship.slot(number)
    stance = next(iter(where.pieces[kind].stances))
    expected = math.degrees(math.atan(friction))
    snapshot = aboard(resting(where, "it", kind, stance, slot, slot.centre_mm))
    world = ShipWorld(where, heeled(_with_yards(where, snapshot), math.radians(side * (expected - 2))))
    angle = tilted_until(world, side, 0, 0.1, expected + 3)
    assert angle == pytest.approx(expected, abs=0.5)


@pytest.mark.parametrize(
    ("kind", "half_base_mm", "centre_mm"), [("barrel", 7.0, 10.0), ("bottle", 9.0, 12.84), ("crate", 12.0, 12.0)]
)
@pytest.mark.parametrize("side", [-1, 1])
def test_tall_cargo_topples_where_its_weight_leaves_its_base(
    kind: str, half_base_mm: float, centre_mm: float, side: int
) -> None:
    where = rigid(friction=2.0)
    slot = where.ship.slot(3)
    expected = math.degrees(math.atan2(half_base_mm, centre_mm))
    snapshot = aboard(resting(where, "it", kind, "upright", slot, slot.centre_mm))
    world = ShipWorld(where, heeled(_with_yards(where, snapshot), math.radians(side * (expected - 5))))
    angle = tilted_until(world, side, 2, math.radians(0.5), expected + 3)
    assert angle == pytest.approx(expected, abs=0.7)


def _with_yards(where: ShipSetup, snapshot: Snapshot) -> Snapshot:
    """The same snapshot with the yards where a world puts them."""
    return ShipWorld(where, snapshot).snapshot()


@pytest.mark.slow
@pytest.mark.parametrize("cargo", NEAT_LOADS)
def test_a_neat_load_does_not_creep(cargo: str) -> None:
    where = setup()
    world = ShipWorld(where, load(where, parse_cargo(cargo, where)))
    run(world, 2)
    before = places(world)
    run(world, 30)
    assert farthest(before, places(world)) < 0.5
    assert not world.touches.ground


@pytest.mark.parametrize("cargo", ["", "10:crate", NEAT])
@pytest.mark.parametrize("heel_deg", [6, 14])
def test_energy_never_grows(cargo: str, heel_deg: float) -> None:
    where = setup()
    rests = load(where, parse_cargo(cargo, where))
    world = ShipWorld(where, heeled(rests, math.radians(heel_deg)))
    energies = [world.energy()]
    for _ in range(6 * 120):
        world.tick()
        energies.append(world.energy())
    lowest = np.minimum.accumulate(energies)
    assert lowest[-1] < energies[0]
    swing = energies[0] - min(lowest[-1], ShipWorld(where, rests).energy())
    # Half a step lies between the engine's positions and its velocities: that much, w0 dt / 2, its sum may ripple.
    ripple = math.sqrt(where.ship.natural_frequency_sq_s2) * where.profile.dt_s / 2
    assert max(np.array(energies) - lowest) < 1.2 * ripple * swing


# ------------------------------------------------------------------------------------------ the world as data


def test_a_mirrored_ship_does_the_mirrored_thing() -> None:
    where = setup()
    cargo = "4:chest,1:crate,5:boat,8:plank,6:sailor"
    snapshot = heeled(load(where, parse_cargo(cargo, where)), math.radians(4))
    one, other = ShipWorld(where, snapshot), ShipWorld(where, mirrored(where, snapshot))
    for _ in range(240):
        one.tick()
        other.tick()
        assert one.hull.angle == pytest.approx(-other.hull.angle, abs=math.radians(0.02))
    left, right = places(one), places(other)
    for name, (x, y, angle) in left.items():
        assert (x, y) == pytest.approx((-right[name][0], right[name][1]), abs=0.05)
        assert angle == pytest.approx(-right[name][2], abs=math.radians(0.1))


def states(world: ShipWorld, ticks: int) -> Iterator[Snapshot]:
    for _ in range(ticks):
        world.tick()
        yield world.snapshot()


def test_a_world_from_a_snapshot_continues_exactly() -> None:
    where = setup()
    world = ShipWorld(where, heeled(load(where, parse_cargo(NEAT, where)), math.radians(12)))
    run(world, 0.3)
    snapshot = world.snapshot()
    again = Snapshot.from_json(json.loads(json.dumps(snapshot.to_json())))
    assert again == snapshot
    assert ShipWorld(where, snapshot).snapshot() == snapshot
    for one, other in zip(states(ShipWorld(where, snapshot), 120), states(ShipWorld(where, again), 120), strict=True):
        assert one == other


DIGEST = """
from sim.configuration import digest
from sim.games.riff_raff.cargo import heeled, load, parse_cargo
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import run, setup
where = setup()
world = ShipWorld(where, heeled(load(where, parse_cargo({cargo!r}, where)), 0.3))
run(world, 2)
print(digest(world.snapshot().to_json()))
"""


@pytest.mark.slow
def test_no_hash_seed_changes_anything() -> None:
    digests = {printed_by(DIGEST.format(cargo=NEAT), hash_seed=seed) for seed in (1, 4242)}
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 16
