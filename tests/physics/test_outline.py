"""Bowls of other shapes and cards of other sizes: the section's outline, what it is built of, and what it holds."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import InputError
from sim.measures import merged
from sim.physics.air import Motion
from sim.physics.bowl.card_geometry import box_around, separation
from sim.physics.bowl.measures import BowlSetup, build_bowl, shipped_bowl_tables
from sim.physics.bowl.outline import contains, fault_of, inner_outline, wall_parts
from sim.physics.bowl.state import BowlSnapshot, Release
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.engine_batches import Overlap
from sim.seeds import rng

DISH = ((0.0, 0.0), (0.5, 0.0), (0.8, 0.12), (0.94, 0.45), (1.0, 1.0))
FUNNEL = ((0.0, 0.0), (1.0, 1.0))
BELLY = ((0.0, 0.0), (0.8, 0.0), (1.4, 0.4), (1.4, 0.7), (1.0, 1.0))
STEP = ((0.0, 0.1), (0.3, 0.1), (0.3, 0.0), (0.8, 0.0), (0.8, 0.5), (0.95, 0.5), (1.0, 1.0))
SHAPES = {"dish": DISH, "funnel": FUNNEL, "belly": BELLY, "step": STEP}
BOX = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
"""The outline of a box."""


def setup_of(bowl: dict[str, Any], card: dict[str, Any] | None = None) -> BowlSetup:
    return build_bowl(merged(dict(shipped_bowl_tables()), {"bowl": bowl, "card": card or {}}), "design.toml")


def of_shape(name: str) -> BowlSetup:
    return setup_of({"section": SHAPES[name], "opening_mm": 220.0, "depth_mm": 60.0})


def area(polygon: tuple[tuple[float, float], ...]) -> float:
    """Return the signed area, positive counter-clockwise."""
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


# ------------------------------------------------------------------------------------------ what it is built of


@pytest.mark.parametrize("name", SHAPES)
def test_a_bowl_of_any_shape_is_built_of_convex_parts_outside_its_outline(name: str) -> None:
    setup = of_shape(name)
    inside = setup.inside()
    hollow = (*inside, (setup.half_opening_mm, setup.bowl.depth_mm), (-setup.half_opening_mm, setup.bowl.depth_mm))
    for part in setup.parts():
        assert area(part) > 0
        corners = zip(part, part[1:] + part[:1], part[2:] + part[:2], strict=True)
        assert all((b[0] - a[0]) * (c[1] - b[1]) >= (b[1] - a[1]) * (c[0] - b[0]) - 1e-9 for a, b, c in corners)
        middle = [sum(values) / len(part) for values in zip(*part, strict=True)]
        assert not contains(hollow, *middle)
        assert min(y for _, y in part) >= -1e-9
    assert setup.half_outside_mm == pytest.approx(
        max(*(box_around(part)[2] for part in setup.parts()), setup.rims()[1][0] + setup.bowl.rim_radius_mm)
    )


@pytest.mark.parametrize("name", SHAPES)
def test_both_halves_of_a_bowl_are_mirror_images(name: str) -> None:
    setup = of_shape(name)
    inside = setup.inside()
    assert inside == tuple((-x, y) for x, y in reversed(inside))
    assert setup.rims()[0] == (-setup.rims()[1][0], setup.rims()[1][1])
    holds = setup.holds()
    for k in range(200):
        x, y = 1.7 * k, (k * 7.3) % 70
        assert holds(x, y) == holds(-x, y)


def test_a_section_in_the_shape_of_the_box_is_the_box() -> None:
    box, drawn = setup_of({}), setup_of({"section": BOX})
    assert drawn.inside() == box.inside()
    assert (drawn.half_floor_mm, drawn.half_outside_mm) == (box.half_floor_mm, box.half_outside_mm)
    assert drawn.rims() == box.rims()
    thrown = aimed_throw(box, -400.0, 220.0, 0.0)
    assert aimed_throw(drawn, -400.0, 220.0, 0.0) == thrown
    ends = []
    for setup in (box, drawn):
        world = BowlWorld(setup)
        world.throw("card", thrown)
        moments = [moment.what for moment in world.settle()]
        ends.append((moments, world.where("card"), world.motion("card")))
    assert ends[0][:2] == ends[1][:2]
    assert ends[0][2][:3] == pytest.approx(ends[1][2][:3], abs=0.5)


def test_a_flat_floor_is_one_part_without_a_seam_in_the_middle() -> None:
    assert inner_outline(BOX, 95.0, 2.0, 44.0) == ((-95.0, 44.0), (-95.0, 2.0), (95.0, 2.0), (95.0, 44.0))
    assert len(wall_parts(inner_outline(BOX, 95.0, 2.0, 44.0), 2.0)) == 3 + 2  # slabs, and a wedge at either corner


def test_what_is_inside_follows_the_walls() -> None:
    dish, belly = of_shape("dish").holds(), of_shape("belly").holds()
    assert dish(0.0, 3.0)
    assert not dish(100.0, 3.0)  # on the table, below the wall that leans out
    assert dish(105.0, 61.0)  # over the rim, its middle over the opening
    assert not dish(115.0, 61.0)
    assert belly(140.0, 30.0)  # wider than the mouth
    assert not belly(140.0, 61.0)  # on its shoulder


points = st.tuples(st.floats(-2, 2), st.floats(-2, 2))


@given(st.lists(points, min_size=3, max_size=8), points)
@settings(max_examples=150, deadline=None)
def test_a_ray_in_any_direction_says_the_same_of_inside(
    polygon: list[tuple[float, float]], point: tuple[float, float]
) -> None:
    x, y = point
    # By the second way the polygon and the point are turned by a third of a turn: another ray, the same question.
    c, s = math.cos(2.0), math.sin(2.0)
    # Thin quadrilaterals about the edges: within a hair of one, either answer is right.
    edges = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    if min(math.dist(a, point) + math.dist(point, b) - math.dist(a, b) for a, b in edges) > 1e-9:
        turned = [(c * u - s * v, s * u + c * v) for u, v in polygon]
        assert contains(polygon, x, y) == contains(turned, c * x - s * y, s * x + c * y)


# ------------------------------------------------------------------------------------------ cards in it


def flick(setup: BowlSetup, index: int) -> Release:
    stream = rng(7, "outline", index)
    side = 1 if index % 2 else -1
    meant = aimed_throw(setup, side * 400.0, 240.0, 0.0).motion
    return Release(meant._replace(vx=meant.vx * (1 + 0.05 * float(stream.standard_normal()))))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_cards_fill_a_bowl_of_any_shape_and_pass_through_nothing(name: str) -> None:
    setup, watch = of_shape(name), Overlap()
    world = BowlWorld(setup, watch=watch)
    for index in range(5):
        world.throw(str(index), flick(setup, index))
        world.settle()
    fifth = setup.plate.thickness_mm / 5
    assert 0 < watch.deepest_mm < fifth
    assert world.deepest_overlap_mm() < fifth
    assert world.contradictions() == 0
    assert sum(world.where(str(index)) == "bowl" for index in range(5)) >= 3


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(
    "start", [Motion(0.0, 120.0, math.pi / 2, 0.0, -6000.0, 0.0), Motion(-260.0, 30.0, 0.0, 6000.0, 0.0, 0.0)]
)
def test_even_the_fastest_card_goes_through_no_wall(name: str, start: Motion) -> None:
    setup, watch = of_shape(name), Overlap()
    world = BowlWorld(setup, watch=watch)
    world.throw("card", Release(start))
    world.settle()
    assert watch.deepest_mm < setup.plate.thickness_mm / 5
    assert world.deepest_overlap_mm() < setup.plate.thickness_mm / 5


def test_a_flying_card_enters_the_engine_before_it_overlaps_a_sloping_wall() -> None:
    setup = of_shape("funnel")
    world, deepest = BowlWorld(setup), 0.0
    world.throw("card", Release(Motion(-60.0, 110.0, -0.3, 900.0, -500.0, 0.0)))
    while world.active:
        world.tick()
        deepest = max(deepest, world.deepest_overlap_mm())
    assert deepest < setup.plate.thickness_mm / 5
    assert world.where("card") == "bowl"


def test_a_run_in_a_dish_that_is_cut_in_pieces_is_the_run_in_one() -> None:
    setup = of_shape("dish")
    whole, pieces = BowlWorld(setup), BowlWorld(setup)
    for index in range(4):
        for world in (whole, pieces):
            world.throw(str(index), flick(setup, index))
        for _ in range(37):
            whole.tick()
            pieces.tick()
        pieces = BowlWorld(setup, BowlSnapshot.from_json(json.loads(json.dumps(pieces.snapshot().to_json()))))
    whole.settle()
    pieces.settle()
    assert whole.poses() == pieces.poses()


def test_a_card_of_another_size_and_mass_falls_and_rests_by_its_own_measures() -> None:
    small = setup_of({}, {"length_mm": 40.0, "span_mm": 60.0, "thickness_mm": 0.5, "mass_g": 3.0})
    assert small.plate.mass_g == 3.0
    by_stock = setup_of({}, {"length_mm": 40.0, "span_mm": 60.0})
    assert by_stock.plate.mass_g == pytest.approx(320e-6 * 40 * 60)
    assert small.air == setup_of({}, {"length_mm": 60.0, "span_mm": 90.0}).air  # of the same span over chord
    world = BowlWorld(small)
    world.throw("card", aimed_throw(small, -300.0, 220.0, 0.0))
    world.settle()
    assert world.where("card") == "bowl"
    assert world.motion("card").y == pytest.approx(small.bowl.floor_thickness_mm + 0.25, abs=0.06)


def test_a_wider_bowl_leaves_more_play_to_the_side() -> None:
    narrow, wide = setup_of({"width_mm": 100.0}), setup_of({"width_mm": 240.0})
    meant = aimed_throw(narrow, -400.0, 220.0, 0.0)
    thrown = Release.from_json([*meant.to_json(), 60.0, 0.0])
    found = []
    for setup in (narrow, wide):
        world = BowlWorld(setup)
        world.throw("card", thrown)
        world.settle()
        found.append(world.where("card"))
    assert found == ["beside", "bowl"]


# ------------------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("bowl", "card", "expected"),
    [
        ({"section": [[0, 0], [0.9, 0], [0.2, 0.6], [0.6, 0], [1, 1]]}, {}, "line 1 across line 3"),
        ({"section": [[0, 0], [0.6, 0], [0.3, 0], [1, 1]]}, {}, "does not cross itself, found line 2 on line 1"),
        ({"section": [[0, 0.3], [0.5, 0.2], [1, 1]]}, {}, "its lowest point at the floor"),
        ({"section": [[0, 0], [0.5, 1.4], [1, 1]]}, {}, "between floor and rim"),
        ({"section": [[0, 0], [1.8, 0.5], [1, 1]]}, {}, "no farther out than x = 1.5"),
        ({"section": [[0, 0], [0.9, 0.9]]}, {}, r"the rim, \[1, 1\], as the last point, found \[0.9, 0.9\]"),
        ({"section": [[0.1, 0], [1, 1]]}, {}, "the first one in it"),
        ({"section": [[0, 0], [-0.5, 0.5], [1, 1]]}, {}, "right of the bowl's middle"),
        ({"section": [[0, 0], [0.5, 0.5], [0.501, 0.5], [1, 1]]}, {}, "at least 0.01 apart"),
        ({"section": [[0, 0]]}, {}, "at least 2 items"),
        ({"section": [[0, 0], [1, "high"]]}, {}, "section.1.1: expected a number"),
        ({"section": "round"}, {}, "bowl.section: "),
        ({"section": BOX, "wall_angle_deg": 5.0}, {}, "wall_angle_deg: expected 0 where bowl.section"),
        ({"section": BOX, "floor_thickness_mm": 1.0}, {}, "at least the wall's thickness"),
        ({"section": FUNNEL, "opening_mm": 50.0}, {}, r"a mouth that a card goes through \(card.length_mm, 59\)"),
        ({}, {"length_mm": 200.0}, r"a floor on which a card can lie flat \(card.length_mm, 200\), found 190"),
        ({}, {"span_mm": 130.0}, r"room for a card across the bowl \(card.span_mm, 130\), found 120"),
        ({}, {"mass_g": 0.0}, "card.mass_g: expected more than 0"),
    ],
)  # fmt: skip
def test_bowls_and_cards_that_cannot_be_are_refused_in_one_sentence(
    bowl: dict[str, Any], card: dict[str, Any], expected: str
) -> None:
    with pytest.raises(InputError, match=expected) as refused:
        setup_of(bowl, card)
    said = str(refused.value)
    assert said.startswith("design.toml: ")
    assert said.endswith(".")
    assert "\n" not in said


shares = st.tuples(st.floats(0.05, 1.4), st.floats(0.0, 1.0))


@given(st.lists(shares, max_size=5))
@settings(max_examples=120, deadline=None)
def test_an_outline_is_refused_or_can_be_built(middle: list[tuple[float, float]]) -> None:
    outline = ((0.0, 0.0), *middle, (1.0, 1.0))
    if fault_of(outline) is not None:
        with pytest.raises(InputError, match=r"bowl\.section"):
            setup_of({"section": outline, "opening_mm": 200.0})
        return
    setup = setup_of({"section": outline, "opening_mm": 200.0})
    assert all(area(part) > 0 for part in setup.parts())
    slabs = setup.parts()[: len(setup.inside()) - 1]
    for slab in slabs:
        sides = [math.dist(a, b) for a, b in zip(slab, slab[1:] + slab[:1], strict=True)]
        assert separation(slab, slab) == pytest.approx(-min(sides))
    assert setup.holds()(0.0, setup.bowl.floor_thickness_mm + 1.0)
