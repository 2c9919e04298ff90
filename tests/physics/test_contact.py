"""Contacts in the engine against closed forms, at the profile that is shipped; and what the builders refuse."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pymunk
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.physics import Point
from sim.physics.contact.bodies import (
    box,
    check_convex,
    combine,
    convex_parts_body,
    like_surface,
    polygon_properties,
    shape_coefficients,
    shape_friction,
)
from sim.physics.contact.impact import Ellipse, Motion, Polygon, even_polygon, rigid_impact, throw_at_table
from sim.physics.contact.profiles import GRAVITY_MM_S2, TICK_HZ, Profile, load_profile, load_profiles, new_space
from sim.seeds import rng

PLAY = load_profile("play")
BEECH = 7e-3  # g/mm2 of a 10 mm thick piece


def on_a_plane(
    slope_rad: float, mu: float, size: tuple[float, float] = (20.0, 20.0), profile: Profile = PLAY, e: float = 0.0
) -> tuple[pymunk.Space, pymunk.Body]:
    """A block at rest on a plane that falls towards +x. Gravity is tilted, not the plane: x runs along the plane."""
    space = new_space(profile)
    tilt(space, slope_rad)
    surface = like_surface(mu, e)
    floor = pymunk.Poly(space.static_body, [(-5e3, -100), (5e3, -100), (5e3, 0), (-5e3, 0)])
    surface.apply(floor)
    body, shapes = convex_parts_body([box(*size)], BEECH, surface, (0.0, size[1] / 2))
    space.add(floor, body, *shapes)
    return space, body


def tilt(space: pymunk.Space, slope_rad: float) -> None:
    space.gravity = (GRAVITY_MM_S2 * math.sin(slope_rad), -GRAVITY_MM_S2 * math.cos(slope_rad))


def advance(space: pymunk.Space, seconds: float, profile: Profile = PLAY) -> None:
    for _ in range(round(seconds * profile.step_hz)):
        space.step(profile.dt_s)


def critical(happens: Callable[[float], bool], low: float, high: float) -> float:
    """The angle (degrees) between `low`, where it does not happen, and `high`, where it does, within 0.05."""
    assert not happens(low)
    assert happens(high)
    while high - low > 0.1:
        middle = (low + high) / 2
        low, high = (low, middle) if happens(middle) else (middle, high)
    return (low + high) / 2


# ------------------------------------------------------------------------------------------------ friction


@pytest.mark.parametrize("mu", [0.1, 0.25, 0.4, 0.6])
def test_a_block_slips_at_the_angle_of_friction(mu: float) -> None:
    # Flat and long, so that it slides and never topples; at the angle itself a = 0, so a slow start is allowed 2 s.
    def slips(slope_deg: float) -> bool:
        space, body = on_a_plane(math.radians(slope_deg), mu, (40.0, 10.0))
        advance(space, 2.0)
        return abs(body.position.x) > 1.0

    expected = math.degrees(math.atan(mu))
    assert critical(slips, expected - 3, expected + 3) == pytest.approx(expected, abs=0.5)


@pytest.mark.parametrize("mu", [0.25, 0.5])
def test_a_block_slips_at_the_angle_of_friction_on_a_plane_that_tilts_slowly(mu: float) -> None:
    space, body = on_a_plane(0.0, mu, (40.0, 10.0))
    # A degree a second: slower would do no better, faster and the angle is past before the block has visibly moved.
    slope, rate = 0.0, math.radians(1.0)
    while abs(body.position.x) < 0.05 and slope < 1.0:
        slope += rate * PLAY.dt_s
        tilt(space, slope)
        space.step(PLAY.dt_s)
    assert math.degrees(slope) == pytest.approx(math.degrees(math.atan(mu)), abs=0.5)


@pytest.mark.parametrize(("mu", "speed"), [(0.2, 500.0), (0.4, 500.0), (0.4, 1000.0)])
def test_a_block_slides_v_squared_over_two_mu_g(mu: float, speed: float) -> None:
    space, body = on_a_plane(0.0, mu, (40.0, 10.0))
    advance(space, 0.2)
    start = body.position.x
    body.velocity = (speed, 0.0)
    advance(space, 1.5)
    assert abs(body.velocity.x) < 0.01
    assert body.position.x - start == pytest.approx(speed**2 / (2 * mu * GRAVITY_MM_S2), rel=0.02)


@pytest.mark.parametrize("profile", ["draft", "play", "reference"])
def test_a_block_below_the_angle_of_friction_does_not_creep(profile: str) -> None:
    # 5 degrees for 30 s: half a millimetre would be seen; the engine's friction holds a hundred times better.
    fine = load_profile(profile)
    space, body = on_a_plane(math.radians(5.0), 0.4, profile=fine)
    advance(space, 1.0, fine)
    start = body.position.x
    advance(space, 30.0, fine)
    assert abs(body.position.x - start) < 0.005


# ------------------------------------------------------------------------------------------------ toppling


@pytest.mark.parametrize(("width", "height"), [(10.0, 40.0), (10.0, 30.0), (12.0, 24.0), (15.0, 20.0)])
def test_a_block_topples_when_its_weight_passes_the_edge(width: float, height: float) -> None:
    def topples(slope_deg: float) -> bool:
        space, body = on_a_plane(math.radians(slope_deg), 1.0, (width, height))
        advance(space, 3.0)
        return abs(body.angle) > 0.7

    expected = math.degrees(math.atan(width / height))
    assert critical(topples, expected - 3, expected + 3) == pytest.approx(expected, abs=0.5)


# ------------------------------------------------------------------------------------------------ conservation


@pytest.mark.parametrize("e", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("height", [100.0, 400.0])
def test_a_dropped_block_rises_to_e_squared_of_its_height(e: float, height: float) -> None:
    space, body = on_a_plane(0.0, 0.4, e=e)
    body.position = (0.0, 10.0 + height)
    top, bounced = 0.0, False
    for _ in range(2 * PLAY.step_hz):
        space.step(PLAY.dt_s)
        bounced = bounced or body.velocity.y > 0
        if bounced:
            top = max(top, body.position.y - 10.0)
            if body.velocity.y < 0:
                break
    # The contact is seen up to one step late, so the speed is right within g dt and the height within v dt.
    speed = math.sqrt(2 * GRAVITY_MM_S2 * height)
    assert top == pytest.approx(e**2 * height, abs=2 * speed * PLAY.dt_s)


def tumbling(
    seed: int, count: int, seconds: float, mirrored: bool = False
) -> tuple[list[float], list[tuple[float, ...]]]:
    """Energies over time, and the poses at the end, of boxes that fall into a heap between walls."""
    stream = rng(seed, "tumbling")
    sign = -1.0 if mirrored else 1.0
    space = new_space(PLAY)
    surface = like_surface(0.4, 0.3)
    bodies = []
    floors = [(0.0, -50.0, 800.0, 100.0), (-120.0, 200.0, 40.0, 600.0), (120.0, 200.0, 40.0, 600.0)]
    for x, y, width, height in floors:
        corners = [(cx + x, cy + y) for cx, cy in box(width, height)]
        shape = pymunk.Poly(space.static_body, corners)
        surface.apply(shape)
        space.add(shape)
    for index in range(count):
        width, height = stream.uniform(10, 30, 2)
        x, angle, vx, spin = stream.uniform([-40, -3, -300, -10], [40, 3, 300, 10])
        body, shapes = convex_parts_body(
            [box(width, height)], BEECH, surface, (sign * x, 60.0 + 45 * index), sign * angle
        )
        body.velocity, body.angular_velocity = (sign * vx, 0.0), sign * spin
        space.add(body, *shapes)
        bodies.append(body)
    energies = []
    for _ in range(round(seconds * PLAY.step_hz)):
        space.step(PLAY.dt_s)
        energies.append(sum(energy(body) for body in bodies))
    return energies, [(body.position.x, body.position.y, body.angle) for body in bodies]


def energy(body: pymunk.Body) -> float:
    motion = body.mass * body.velocity.length**2 + body.moment * body.angular_velocity**2
    return motion / 2 + body.mass * GRAVITY_MM_S2 * body.position.y


@pytest.mark.parametrize("seed", range(6))
def test_energy_never_grows_where_nothing_drives(seed: int) -> None:
    energies, _ = tumbling(seed, 6, 2.0)
    drawn_down = np.minimum.accumulate(energies)
    # What the integrator gains in a step of free fall and what mending an overlap lifts: below 1 % of what was lost.
    assert max(energies[i] - drawn_down[i] for i in range(len(energies))) < 0.01 * (energies[0] - energies[-1])


def test_a_mirrored_throw_ends_mirrored() -> None:
    # One box: floor, walls, rolling over. Where two contacts share an impact, ten iterations leave a trace of the order
    # in which the engine takes them (2 of 12 throws); everywhere else nothing is left.
    apart = []
    for seed in range(12):
        energies, [(x, y, angle)] = tumbling(seed, 1, 1.0)
        mirrored_energies, [mirrored] = tumbling(seed, 1, 1.0, mirrored=True)
        apart.append(float(np.max(np.abs(np.subtract(energies, mirrored_energies)))) / energies[0])
        if apart[-1] < 1e-4:
            assert mirrored == pytest.approx((-x, y, -angle), abs=0.05)
    assert sum(gap >= 1e-4 for gap in apart) <= 2
    assert float(np.median(apart)) < 1e-5


@pytest.mark.slow
def test_heaps_lean_to_neither_side() -> None:
    # The mean place of six boxes over mirrored pairs of heaps that have become different heaps.
    places = [
        float(np.mean([x for x, _, _ in tumbling(seed, 6, 1.5, mirrored)[1]]))
        for seed in range(20)
        for mirrored in (False, True)
    ]
    standard_error = float(np.std(places, ddof=1)) / math.sqrt(len(places))
    assert abs(float(np.mean(places))) < 3 * standard_error


# Up to e 0.8: above 0.9, Newton's restitution with friction may gain energy by itself.
@given(st.integers(0, 10_000), st.floats(0.0, 0.8), st.floats(0.0, 0.8))
def test_a_free_collision_keeps_momentum_and_loses_energy(seed: int, e: float, mu: float) -> None:
    stream = rng(seed, "free")
    space = new_space(PLAY, gravity_mm_s2=0.0)
    surface = like_surface(mu, e)
    bodies = []
    for side in (-1.0, 1.0):
        size = stream.uniform(10, 30, 2)
        body, shapes = convex_parts_body([box(*size)], BEECH, surface, (30 * side, stream.uniform(-8, 8)), side)
        body.velocity, body.angular_velocity = (-side * stream.uniform(200, 900), 0.0), stream.uniform(-10, 10)
        space.add(body, *shapes)
        bodies.append(body)

    def totals() -> tuple[float, float, float, float]:
        spin = sum(b.moment * b.angular_velocity + b.mass * b.position.cross(b.velocity) for b in bodies)
        motion = sum(b.mass * b.velocity.length**2 + b.moment * b.angular_velocity**2 for b in bodies) / 2
        return sum(b.mass * b.velocity.x for b in bodies), sum(b.mass * b.velocity.y for b in bodies), spin, motion

    before = totals()
    advance(space, 0.2)
    after = totals()
    scale = sum(b.mass for b in bodies) * 900
    assert after[:2] == pytest.approx(before[:2], abs=1e-9 * scale)
    # The two ends of a contact lie up to a step's overlap apart, and that is the lever of the error.
    assert after[2] == pytest.approx(before[2], abs=4.0 * scale)
    assert after[3] <= before[3] * (1 + 1e-6)


# ------------------------------------------------------------------------------------------------ impacts

PLATE = Ellipse(36.4, 19.2, 35.0, 25.0)
TILE = even_polygon(36.4, [(10.0, 5.0), (80.0, 5.0), (80.0, 55.0), (10.0, 55.0)])


def test_a_polygon_is_about_its_own_centre() -> None:
    # A rectangle's radius of gyration is sqrt((a^2 + b^2) / 12).
    assert TILE.gyration_radius_mm == pytest.approx(math.sqrt((70**2 + 50**2) / 12))
    assert TILE.contact(0.3) == pytest.approx(
        (35 * -math.cos(0.3) + 25 * math.sin(0.3), -35 * math.sin(0.3) - 25 * math.cos(0.3))
    )
    across, down = TILE.contact(np.array([0.3, -0.3, 0.3 + math.pi]))
    assert across == pytest.approx([across[0], -across[0], across[0]])
    assert down == pytest.approx([down[0]] * 3)


@pytest.mark.parametrize("profile", ["play", "reference"])
def test_the_engine_repeats_the_closed_form_of_a_polygon_on_its_corner(profile: str) -> None:
    stream = rng(4, "polygon impacts")
    gaps = []
    for _ in range(30):
        turn, vx, spin = stream.uniform([0.3, -900, -10], [1.2, 900, 10])
        angle = turn + math.pi / 2 * int(stream.integers(4))
        before = Motion(vx, -stream.uniform(2000, 2900), spin)
        k = TILE.gyration_radius_mm
        wanted = rigid_impact(before, TILE.contact(angle), k, 0.2, 0.6)
        found, _, hit = throw_at_table(TILE, angle, before, 0.2, 0.6, load_profile(profile))
        assert hit
        gap = math.hypot(found.vx - wanted.vx, found.vy - wanted.vy, k * (found.om - wanted.om))
        gaps.append(gap / math.hypot(before.vx, before.vy, k * before.om))
    # A corner is a point: what is left is how far the plate turns from the impact to the end of the step, in
    # proportion to the step.
    step_s = load_profile(profile).dt_s
    assert float(np.median(gaps)) < 5 * step_s
    assert max(gaps) < 20 * step_s


def test_a_square_that_lands_flat_rises_again_without_turning() -> None:
    found, angle, hit = throw_at_table(TILE, 0.0, Motion(0.0, -1000.0, 0.0), 0.2, 0.6, PLAY)
    assert hit
    # The engine solves the two corners one after the other.
    assert found.vx == pytest.approx(0.0, abs=0.1)
    assert found.om == pytest.approx(0.0, abs=0.01)
    assert angle == pytest.approx(0.0, abs=1e-4)
    assert found.vy == pytest.approx(600.0, rel=0.01)


@pytest.mark.parametrize("profile", ["play", "reference"])
def test_the_engine_repeats_the_closed_form_of_an_impact(profile: str) -> None:
    stream = rng(3, "impacts")
    gaps = []
    for _ in range(60):
        angle, vx, spin = stream.uniform([-3, -900, -10], [3, 900, 10])
        before = Motion(vx, -stream.uniform(2000, 2900), spin)
        arm = PLATE.contact(angle)
        wanted = rigid_impact(before, arm, PLATE.gyration_radius_mm, 0.2, 0.6)
        found, _, hit = throw_at_table(PLATE, angle, before, 0.2, 0.6, load_profile(profile))
        assert hit
        k = PLATE.gyration_radius_mm
        gap = math.hypot(found.vx - wanted.vx, found.vy - wanted.vy, k * (found.om - wanted.om))
        gaps.append(gap / math.hypot(before.vx, before.vy, k * before.om))
    assert float(np.median(gaps)) < 0.005
    assert max(gaps) < 0.05


@given(
    st.floats(-3, 3), st.floats(-900, 900), st.floats(-3000, -100), st.floats(-15, 15), st.floats(0, 1), st.floats(0, 1)
)
def test_the_closed_form_obeys_newton_and_coulomb(
    angle: float, vx: float, vy: float, spin: float, mu: float, e: float
) -> None:
    rx, ry = PLATE.contact(angle)
    before = Motion(vx, vy, spin)
    after = rigid_impact(before, (rx, ry), PLATE.gyration_radius_mm, mu, e)
    approach, separation = vy + spin * rx, after.vy + after.om * rx
    if approach >= 0:
        assert (float(after.vx), float(after.vy), float(after.om)) == (vx, vy, spin)
        return
    assert separation == pytest.approx(-e * approach, abs=1e-6)
    jt, jn = after.vx - vx, after.vy - vy
    assert abs(jt) <= mu * jn + 1e-6
    slides = after.vx - after.om * ry
    assert slides == pytest.approx(0.0, abs=1e-6) or abs(jt) == pytest.approx(mu * jn, abs=1e-6)


def mirrored(plate: Polygon) -> Polygon:
    """As a mirror shows it, its corners counter-clockwise again."""
    return replace(plate, corners_mm=tuple((-x, y) for x, y in reversed(plate.corners_mm)))


@pytest.mark.parametrize("profile", ["play", "reference"])
@pytest.mark.parametrize("corners", [4, 12, 24, 60, None], ids=lambda corners: f"{corners or 'ellipse'}")
def test_a_throw_and_its_mirror_image_end_alike(corners: int | None, profile: str) -> None:
    stream, where = rng(6, "mirrored impacts", str(corners)), load_profile(profile)
    turns = np.arange(corners or 1) * (math.tau / (corners or 1))
    plate = even_polygon(36.4, [(35 * math.cos(turn), 25 * math.sin(turn)) for turn in turns]) if corners else PLATE
    other = mirrored(plate) if isinstance(plate, Polygon) else plate
    flat = [(0.0, Motion(300.0, -800.0, 5.0))]
    aslant = [(float(turn), Motion(vx, -800.0, om)) for turn, vx, om in stream.uniform(-1, 1, (5, 3)) * [3, 700, 10]]
    for angle, before in [*flat, (0.3, Motion(400.0, -692.8, 0.0)), *aslant]:
        one, turned, hit = throw_at_table(plate, angle, before, 0.2, 0.59, where)
        image = Motion(-before.vx, before.vy, -before.om)
        two, turned_too, hit_too = throw_at_table(other, -angle, image, 0.2, 0.59, where)
        assert hit == hit_too
        assert (two.vx, two.vy, two.om) == pytest.approx((-one.vx, one.vy, -one.om), abs=1e-6)
        assert turned_too == pytest.approx(-turned, abs=1e-9)


def test_a_body_that_flies_away_hits_nothing() -> None:
    before = Motion(100.0, 200.0, 0.0)
    assert throw_at_table(PLATE, 0.3, before, 0.2, 0.6, PLAY) == (before, 0.3, False)


# ------------------------------------------------------------------------------------------------ builders


def test_profiles_are_finer_one_after_the_other() -> None:
    assert [load_profile(name).step_hz for name in ("draft", "play", "reference")] == [240, 480, 1920]
    assert PLAY.dt_s == 1 / 480


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(InputError, match=r"--profile: expected one of draft, play, reference, found 'fast'"):
        load_profile("fast")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("iterations = { value = 0 }", "positive int"),
        ("iterations = { value = 2.5 }", "positive int"),
        ("iterations = 'ten'", "finite number"),
        ("iterations = { value = nan }", "finite number"),
        ("iteration = { value = 10 }", "exactly the keys"),
    ],
)
def test_a_broken_profile_is_refused(tmp_path: Path, line: str, complaint: str) -> None:
    lines = [
        "[play]",
        "steps_per_tick = 4",
        "collision_slop_mm = 0.05",
        "collision_bias = 0.002",
        "collision_persistence = 3",
        line,
    ]
    file = tmp_path / "profiles.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError, match=complaint):
        load_profiles(file)


def test_persistence_is_never_zero() -> None:
    with pytest.raises(ValueError, match="collision_persistence"):
        new_space(replace(PLAY, collision_persistence=0))


def test_the_pair_has_the_friction_that_was_asked_for() -> None:
    assert shape_friction(0.4) ** 2 == pytest.approx(0.4)
    for bad in (-0.1, math.nan, math.inf):
        with pytest.raises(ValueError, match="friction"):
            shape_friction(bad)


def test_pairs_with_the_reference_fix_all_others() -> None:
    shapes = shape_coefficients({"wood": 0.4, "palm": 0.8, "card": 0.3})
    assert shapes["wood"] ** 2 == pytest.approx(0.4)
    assert shapes["palm"] * shapes["wood"] == pytest.approx(0.8)
    assert shapes["card"] * shapes["wood"] == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("pairs", "complaint"),
    [
        ({"card": 0.3}, "lacks the pair wood-wood"),
        ({"wood": 0.0, "card": 0.3}, "wood-wood is 0"),
        ({"wood": 0.4, "card": -0.3}, "card-wood"),
    ],
)
def test_a_table_of_pairs_that_cannot_hold_is_refused(pairs: dict[str, float], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        shape_coefficients(pairs)


def test_polygon_properties_of_a_box_anywhere_either_way_round() -> None:
    corners = [(x + 1e4, y - 2e4) for x, y in box(30.0, 20.0)]
    for polygon in (corners, corners[::-1]):
        found = polygon_properties(polygon)
        assert found.area == pytest.approx(600.0)
        assert found.centroid == pytest.approx((1e4, -2e4))
        assert found.second_moment == pytest.approx(600.0 * (30**2 + 20**2) / 12)


def test_parts_add_up_to_the_whole() -> None:
    left: list[Point] = [(0, 0), (10, 0), (10, 20), (0, 20)]
    right: list[Point] = [(10, 0), (30, 0), (30, 20), (10, 20)]
    whole = polygon_properties([(0, 0), (30, 0), (30, 20), (0, 20)])
    both = combine([polygon_properties(left), polygon_properties(right)])
    assert (both.area, *both.centroid, both.second_moment) == pytest.approx(
        (whole.area, *whole.centroid, whole.second_moment)
    )


def test_a_body_of_parts_stays_where_it_was_put() -> None:
    # An L: its centre of gravity is none of its own frame's origin. Set late, it makes the geometry jump (60 mm once).
    parts: list[list[Point]] = [[(0, 0), (30, 0), (30, 10), (0, 10)], [(0, 10), (10, 10), (10, 30), (0, 30)]]
    body, shapes = convex_parts_body(parts, BEECH, like_surface(0.4, 0.2), (100.0, 50.0), 0.7)
    assert body.mass == pytest.approx(500 * BEECH)
    assert body.center_of_gravity == pytest.approx((11.0, 11.0))
    space = new_space(PLAY, gravity_mm_s2=0.0)
    space.add(body, *shapes)
    corner = body.local_to_world((30.0, 10.0))
    space.step(PLAY.dt_s)
    c, s = math.cos(0.7), math.sin(0.7)
    assert body.local_to_world((0.0, 0.0)) == pytest.approx((100.0, 50.0))
    assert body.local_to_world((30.0, 10.0)) == pytest.approx(corner)
    assert corner == pytest.approx((100.0 + 30 * c - 10 * s, 50.0 + 30 * s + 10 * c))


@pytest.mark.parametrize(
    ("parts", "density", "complaint"),
    [
        ([[(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)]], 1.0, "convex"),
        ([[(0, 0), (4, 0), (math.nan, 4)]], 1.0, "finite"),
        ([[(0, 0), (4, 0)]], 1.0, "three"),
        ([[(0, 0), (4, 0), (8, 0)]], 1.0, "area"),
        ([], 1.0, "at least one part"),
        ([box(4, 4)], 0.0, "density"),
    ],
)
def test_parts_that_the_engine_would_change_are_refused(
    parts: list[list[Point]], density: float, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        convex_parts_body(parts, density, like_surface(0.4, 0.2))


def test_a_pose_that_is_not_finite_is_refused() -> None:
    with pytest.raises(ValueError, match="pose"):
        convex_parts_body([box(4, 4)], 1.0, like_surface(0.4, 0.2), (math.nan, 0.0))


def test_a_convex_polygon_passes() -> None:
    check_convex([(3 * math.cos(t), 3 * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 12, endpoint=False)])
    assert TICK_HZ == 120
