"""The bowl against closed forms, and what it promises: exact snapshots, nothing passes through anything."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace

import pytest

from sim.errors import InputError
from sim.measures import merged
from sim.physics.air import Motion
from sim.physics.bowl import world as bowl_module
from sim.physics.bowl.engine import CardEngine
from sim.physics.bowl.measures import BowlSetup, build_bowl, shipped_bowl_tables
from sim.physics.bowl.state import BowlMoment, BowlSnapshot, Release
from sim.physics.bowl.throwing import aimed_throw, ballistic_speed, lands_at, perturb, styles
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.engine_batches import Overlap
from tests.amounts import amount
from tests.shipped import shipped_setup

SETUP = shipped_setup()
VACUUM = replace(SETUP, air=replace(SETUP.air, density_g_mm3=1e-18))
FIFTH = 0.2 * SETUP.plate.thickness_mm


def at_rest(x: float, y: float, angle: float = 0.0) -> Motion:
    return Motion(x, y, angle, 0.0, 0.0, 0.0)


def flick(index: int, distance_mm: float = 400.0) -> Release:
    """One of many different throws, from the left and the right in turn."""
    side = 1 if index % 2 else -1
    meant = aimed_throw(SETUP, side * distance_mm, 220.0, 0.0)
    return perturb(meant, 1 + 0.08 * math.sin(3.1 * index), 0.06 * math.sin(1.7 * index), 1 + 0.1 * math.sin(index))


def filled(cards: int, watch: Overlap | None = None) -> BowlWorld:
    world = BowlWorld(SETUP, watch=watch)
    for index in range(cards):
        world.throw(f"card-{index}", flick(index))
        world.settle()
    return world


# ------------------------------------------------------------------------------------------ closed forms


@pytest.mark.parametrize("beyond_deg", [-1.0, -0.5, 0.5, 1.0, 5.0])
def test_a_card_slides_down_an_incline_beyond_the_angle_of_friction(beyond_deg: float) -> None:
    mu, g = SETUP.card.table_friction, SETUP.gravity_mm_s2
    slope = math.atan(mu) + math.radians(beyond_deg)
    engine = CardEngine(SETUP)
    engine.space.gravity = (g * math.sin(slope), -g * math.cos(slope))
    engine.enter("card", at_rest(500.0, SETUP.plate.thickness_mm / 2))
    for _ in range(60):
        engine.advance(1 / 120, SETUP.profile.steps_per_tick)
    expected = max(0.0, 0.5 * g * (math.sin(slope) - mu * math.cos(slope)))
    assert engine.motion("card").vx == pytest.approx(expected, rel=0.01, abs=0.01)


def test_every_card_of_a_pile_carries_what_lies_on_it() -> None:
    engine, thick = CardEngine(SETUP), SETUP.plate.thickness_mm
    for k in range(10):
        engine.enter(str(k), at_rest(500.0, thick * (k + 0.5)))
    for _ in range(60):
        engine.advance(1 / 120, SETUP.profile.steps_per_tick)
    weight = SETUP.plate.mass_g * SETUP.gravity_mm_s2
    for k in (0, 4, 9):
        forces: list[float] = []
        engine.awake[str(k)].body.each_arbiter(
            lambda arbiter, forces=forces: forces.append(arbiter.total_impulse.y * SETUP.profile.step_hz / weight)
        )
        assert max(forces) == pytest.approx(10 - k, rel=0.01)
        assert engine.motion(str(k)).y == pytest.approx(thick * (k + 0.5), abs=0.05 * (k + 1))


def test_without_air_a_throw_is_a_parabola() -> None:
    world = BowlWorld(VACUUM)
    world.throw("card", Release(Motion(-600.0, 300.0, 0.3, 900.0, 700.0, 12.0)))
    for _ in range(24):
        world.tick()
    t, motion = 0.2, world.motion("card")  # velocities turn with the card, so the integration is not exact
    assert world.where("card") == "air"
    assert motion.x == pytest.approx(-600 + 900 * t, abs=1e-3)
    assert motion.y == pytest.approx(300 + 700 * t - SETUP.gravity_mm_s2 * t * t / 2, abs=1e-3)
    assert motion.angle == pytest.approx(0.3 + 12 * t, abs=1e-3)


def test_without_air_the_hand_needs_the_ballistic_speed() -> None:
    rise = styles(VACUUM)[0].rise_rad
    speed = ballistic_speed(VACUUM, rise, 400.0, 175.0)
    thrown = Release(Motion(-400.0, 220.0, 0.0, speed * math.cos(rise), speed * math.sin(rise), 0.0))
    assert lands_at(VACUUM, thrown, 45.0) == pytest.approx(0.0, abs=0.5)  # a parabola read off every 1/240 s


def energy(setup: BowlSetup, motion: Motion) -> float:
    plate = setup.plate
    moving = plate.mass_g * (motion.vx**2 + motion.vy**2) + plate.moment_g_mm2 * motion.omega**2
    return moving / 2 + plate.mass_g * setup.gravity_mm_s2 * motion.y


def test_contact_never_adds_energy() -> None:
    pile = filled(12).snapshot()
    for index in range(6):
        world = BowlWorld(VACUUM, pile)
        world.throw("thrown", flick(index))
        before = math.inf
        while world.active:
            now = math.fsum(energy(VACUUM, world.motion(name)) for name in world.names())
            # What a step ends in is half a step of gravity away from the energy's own integral.
            allowed = SETUP.plate.mass_g * SETUP.gravity_mm_s2 * 0.5
            assert now <= before + allowed
            before = min(before, now)
            world.tick()


@pytest.mark.parametrize("index", range(6))
def test_a_mirrored_throw_has_the_mirrored_outcome(index: int) -> None:
    x, y, angle, vx, vy, omega = flick(2 * index).motion
    ends = []
    for side in (1, -1):
        world = BowlWorld(SETUP)
        world.throw("card", Release(Motion(side * x, y, side * angle, side * vx, vy, side * omega)))
        told = [moment.what for moment in world.settle()]
        ends.append((told, world.where("card"), side * world.motion("card").x, world.motion("card").y))
    assert ends[0][:2] == ends[1][:2]
    assert ends[0][2:] == pytest.approx(ends[1][2:], abs=1.0)


# ------------------------------------------------------------------------------------------ what happens


def told(world: BowlWorld) -> Iterator[tuple[str, str, str | None]]:
    return ((moment.what, moment.name, moment.where) for moment in world.settle())


def test_a_card_dropped_flat_lands_and_rests() -> None:
    world = BowlWorld(SETUP)
    world.throw("card", Release(at_rest(0.0, 30.0)))
    assert list(told(world)) == [("lands", "card", None), ("rests", "card", "bowl")]
    floor = SETUP.bowl.floor_thickness_mm + SETUP.plate.thickness_mm / 2
    assert world.motion("card").y == pytest.approx(floor, abs=0.03)
    assert world.where("card") == "bowl"


def test_a_card_beside_the_bowl_lies_on_the_table() -> None:
    world = BowlWorld(SETUP)
    world.throw("card", Release(at_rest(250.0, 30.0)))
    assert list(told(world)) == [("floor", "card", None), ("rests", "card", "beside")]
    assert world.order() == ()


def test_a_card_on_the_rim_tells_it() -> None:
    world = BowlWorld(SETUP)
    world.throw("card", Release(at_rest(SETUP.half_opening_mm - 10.0, 70.0)))
    whats = [what for what, _, _ in told(world)]
    assert whats[0] == "rim"
    assert whats[-1] == "rests"


def test_a_world_at_rest_costs_no_engine() -> None:
    world = filled(3)
    assert not world.active
    assert world.tick() == ()
    assert world.ticks > 0


def test_a_card_whose_time_is_up_is_stopped_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bowl_module, "CAP_S", 0.1)
    world = BowlWorld(SETUP)
    world.throw("card", Release(at_rest(0.0, 30.0)))
    moments = world.settle()
    assert moments[-1].what == "unsettled"
    assert isinstance(moments[-1], BowlMoment)
    assert not world.active


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize(
    "motion",
    [
        Motion(-10_000.0, 220.0, 0.7, 32_000.0, 6400.0, 0.0),
        Motion(-400.0, 220.0, 0.7, 50_000.0, 50_000.0, 1000.0),
        Motion(-400.0, 220.0, 0.7, -6000.0, 900.0, 0.0),
    ],
    ids=["from afar", "as fast as a record may say", "off the table"],
)
def test_a_world_settles_however_a_card_was_thrown(motion: Motion, side: int) -> None:
    x, y, angle, vx, vy, omega = motion
    mirrored = Motion(side * x, y, side * angle, side * vx, vy, side * omega)
    world = BowlWorld(SETUP)
    world.throw("card", Release(mirrored))
    most = energy(SETUP, mirrored)
    for _ in range(600):
        world.tick()
        assert energy(SETUP, world.motion("card")) <= 1.001 * most, "air takes energy only"
    assert not world.active


def test_a_card_that_floats_is_stopped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bowl_module, "AIR_CAP_S", 0.1)
    world = BowlWorld(SETUP)
    world.throw("card", Release(at_rest(0.0, 1000.0)))
    moments = world.settle()
    assert [(moment.what, moment.where) for moment in moments] == [("unsettled", "beside")]
    assert world.where("card") == "beside"
    assert BowlWorld(SETUP, world.snapshot()).settle() == ()


def test_what_lay_on_a_card_that_is_taken_comes_down() -> None:
    world = BowlWorld(SETUP)
    for name in ("low", "high"):
        world.throw(name, Release(at_rest(0.0, 20.0)))
        world.settle()
    assert world.order() == ("low", "high")
    before = world.motion("high").y
    world.remove(["low"])
    assert world.where("high") == "moving"
    world.settle()
    assert world.order() == ("high",)
    assert world.motion("high").y == pytest.approx(before - SETUP.plate.thickness_mm, abs=0.05)
    with pytest.raises(KeyError):
        world.remove(["low"])


def test_a_name_is_thrown_once_and_a_release_is_finite() -> None:
    world = BowlWorld(SETUP)
    world.throw("card", Release(at_rest(0.0, 30.0)))
    with pytest.raises(ValueError, match="already holds"):
        world.throw("card", Release(at_rest(0.0, 90.0)))
    for x in (math.nan, math.inf, 1e20):
        with pytest.raises(ValueError, match="finite"):
            world.throw("other", Release(at_rest(x, 90.0)))


# ------------------------------------------------------------------------------------------ nothing passes


@pytest.mark.parametrize(
    "motion",
    [
        Motion(0.0, 120.0, math.pi / 2, 0.0, -6000.0, 0.0),  # on edge, at the floor
        Motion(-40.0, 35.0, 0.0, 6000.0, 0.0, 0.0),  # end first, at the wall from inside
        Motion(-220.0, 25.0, 0.0, 6000.0, 0.0, 0.0),  # and from outside
        Motion(SETUP.half_opening_mm + 1.0, 120.0, 0.0, 0.0, -6000.0, 0.0),  # flat, on the rim
        Motion(300.0, 120.0, 1.2, -2000.0, -5000.0, 80.0),  # spinning, at the table
    ],
)
def test_even_the_fastest_card_goes_through_nothing(motion: Motion) -> None:
    watch = Overlap()
    world = BowlWorld(SETUP, watch=watch)
    world.throw("card", Release(motion))
    world.settle()
    assert 0 < watch.deepest_mm < FIFTH
    assert world.deepest_overlap_mm() < FIFTH
    assert world.is_finite()


def test_cards_meet_in_the_air() -> None:
    watch = Overlap()
    world = BowlWorld(SETUP, watch=watch)
    world.throw("left", Release(Motion(-150.0, 200.0, math.pi / 2, 1500.0, 400.0, 0.0)))
    world.throw("right", Release(Motion(150.0, 200.0, math.pi / 2, -1500.0, 400.0, 0.0)))
    met = False
    while world.active:
        world.tick()
        met = met or (watch.deepest_mm > 0 and min(world.motion(name).y for name in world.names()) > 150)
    assert met
    assert watch.deepest_mm < FIFTH
    assert world.motion("left").x < world.motion("right").x


@pytest.mark.slow
@amount(22, full=33, whole=66)
def test_a_game_of_cards_fits_and_lies_still(amount: int) -> None:
    watch = Overlap()
    world = filled(amount, watch)
    assert watch.deepest_mm < FIFTH
    assert world.is_finite()
    assert world.contradictions() == 0
    flat = [pose for pose in world.poses() if world.where(pose.name) == "bowl" and abs(math.cos(pose.angle)) > 0.85]
    assert len(flat) > amount - 16
    assert max(pose.y for pose in flat) < SETUP.bowl.depth_mm
    assert world.deepest_overlap_mm() < FIFTH


# ------------------------------------------------------------------------------------------ snapshots


@pytest.mark.parametrize("every", [7, 31])
def test_a_run_cut_in_pieces_is_the_run_in_one(every: int) -> None:
    def run(cut: int | None) -> tuple[BowlWorld, list[BowlMoment]]:
        world, moments = BowlWorld(SETUP), []
        for index in range(8):
            world.throw(f"card-{index}", flick(index))
            if index == 5:
                world.remove(world.order()[:2])
            for tick in range(40):  # shorter than a card takes: there are several under way
                moments += world.tick()
                if cut and (index * 40 + tick) % cut == 0:
                    data = json.loads(json.dumps(world.snapshot().to_json()))
                    world = BowlWorld(SETUP, BowlSnapshot.from_json(data))
        return world, [*moments, *world.settle()]

    whole, moments = run(None)
    pieces, again = run(every)
    assert whole.poses() == pieces.poses()
    assert moments == again
    assert whole.snapshot() == pieces.snapshot()


# ------------------------------------------------------------------------------------------ throws, measures


@pytest.mark.slow
@pytest.mark.parametrize("distance", [300.0, 500.0, 800.0])
def test_a_practised_hand_hits_from_either_side(distance: float) -> None:
    right, left = (aimed_throw(SETUP, side * distance, 220.0, 0.0) for side in (1, -1))
    mirrored = left.motion._replace(x=-left.motion.x, angle=-left.motion.angle, vx=-left.motion.vx)
    assert right.motion == mirrored._replace(omega=-left.motion.omega)
    assert abs(lands_at(SETUP, right, SETUP.bowl.depth_mm)) < 60
    world = BowlWorld(SETUP)
    world.throw("card", left)
    world.settle()
    assert world.where("card") == "bowl"


def test_errors_of_a_throw_are_plain_arithmetic() -> None:
    meant = Release(Motion(-400.0, 220.0, 0.1, 1000.0, 0.0, 20.0))
    assert perturb(meant) == meant
    faster = perturb(meant, speed_factor=1.1, spin_factor=0.5).motion
    assert (faster.vx, faster.vy, faster.omega) == pytest.approx((1100.0, 0.0, 10.0))
    higher = perturb(meant, direction_rad=0.1).motion
    assert (higher.vx, higher.vy) == pytest.approx((1000 * math.cos(0.1), 1000 * math.sin(0.1)))
    assert higher.angle == pytest.approx(0.2)
    late = perturb(meant, late_s=0.01).motion
    assert (late.x, late.angle) == pytest.approx((-390.0, 0.3))
    other = perturb(Release(Motion(400.0, 220.0, -0.1, -1000.0, 0.0, -20.0)), direction_rad=0.1).motion
    assert other.vy == pytest.approx(higher.vy)


def test_in_thick_air_a_hand_knows_where_the_lightest_card_lands() -> None:
    thick = {"card": {"areal_density_g_m2": 10.0}, "air": {"density_kg_m3": 20.0}}
    setup = build_bowl(merged(dict(shipped_bowl_tables()), thick), "thick")
    release = Release(Motion(-400.0, 220.0, 0.7, 6000.0, 1200.0, 0.0))
    assert -400.0 < lands_at(setup, release, setup.bowl.depth_mm) < -300.0


def test_a_hand_below_the_rim_cannot_aim() -> None:
    with pytest.raises(InputError, match="above the rim"):
        aimed_throw(SETUP, -400.0, 30.0, 0.0)


@pytest.mark.parametrize(
    ("section", "key", "value", "expected"),
    [
        ("card", "thickness_mm", 4.9, "length_mm|ten times"),
        ("card", "friction", -1.0, "friction"),
        ("card", "areal_density_g_m2", 9.0, "at least 10"),
        ("card", "mass_g", 0.05, "at least 0.0537 g for a card of this size"),
        ("air", "density_kg_m3", 21.0, "at most 20"),
        ("bowl", "rim_radius_mm", 0.5, "half the wall"),
        ("bowl", "depth_mm", 3.0, "above the floor"),
        ("bowl", "opening_mm", 40.0, "lie flat"),
        ("bowl", "hight_mm", 40.0, "unknown key"),
        ("throw", "flick_elevation_deg", 95.0, "at most"),
    ],
)
def test_measures_that_cannot_be_built_are_refused(section: str, key: str, value: float, expected: str) -> None:
    tree = merged(dict(shipped_bowl_tables()), {section: {key: value}})
    if key == "thickness_mm":
        tree = merged(tree, {"card": {"length_mm": 40.0}})
    with pytest.raises(InputError, match=f"preset.toml: {section}.*({expected})"):
        build_bowl(tree, "preset.toml")
