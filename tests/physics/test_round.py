"""Round bowls and round cards against closed forms, and against the bowl and the card in space."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from sim.configuration import changed_configuration, load_configuration
from sim.errors import InputError
from sim.games.zack.configuration import ZackConfiguration
from sim.physics.air import Motion, Plate, fly
from sim.physics.bowl.card_geometry import corners, separation
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.sideways import Aside, Course, Fit, compliance, width_at
from sim.physics.bowl.state import IN_BOWL, Release
from sim.physics.bowl.world import BowlWorld

DISH = [[0, 0], [0.5, 0], [0.8, 0.12], [0.94, 0.45], [1, 1]]
STEPPED = [[0, 0], [0.8, 0], [0.8, 0.5], [0.95, 0.5], [1, 1]]
FUNNEL = [[0, 0], [1, 1]]
BOWLS: dict[str, dict[str, Any]] = {
    "cylinder": {"opening_mm": 200},
    "dish": {"opening_mm": 240, "section": DISH, "depth_mm": 60},
    "stepped": {"opening_mm": 240, "section": STEPPED, "depth_mm": 60},
    "funnel": {"opening_mm": 240, "section": FUNNEL, "depth_mm": 80},
}
DISC = {"round": True, "length_mm": 80, "span_mm": 80}


def setup(bowl: dict[str, Any], card: dict[str, Any] | None = None) -> BowlSetup:
    found = changed_configuration("zack", {"bowl": {"round": True, **bowl}, "card": card or {}})
    assert isinstance(found, ZackConfiguration)
    return found.setup


# ---------------------------------------------------------------------------------------------------- round cards


def test_a_disc_weighs_and_turns_as_a_disc_does() -> None:
    plate = setup(BOWLS["cylinder"], DISC).plate
    assert plate.mass_g == pytest.approx(320e-6 * math.pi * 40**2)
    assert plate.moment_g_mm2 == pytest.approx(plate.mass_g * (40**2 / 4 + 0.8**2 / 12))
    assert plate.aspect == pytest.approx(4 / math.pi)
    # An impact beside the plane: about a diameter a quarter of m r^2, about the axis a half.
    flat, upright = compliance(plate, 0.0, 10.0), compliance(plate, math.pi / 2, 10.0)
    assert (flat.normal, flat.sliding) == pytest.approx((100 / (40**2 / 4), 100 / (40**2 / 2)))
    assert (upright.normal, upright.sliding) == pytest.approx((100 / (40**2 / 2), 100 / (40**2 / 4)))


def test_what_air_does_to_a_disc_is_the_sum_over_its_strips() -> None:
    z = np.linspace(-1.0, 1.0, 200_001)
    chord = 2.0 * np.sqrt(1.0 - z**2)
    sums = [float(np.trapezoid(chord**power, z)) / (2.0**power * 2.0) for power in (1, 2, 3, 4)]
    assert Plate(80, 80, 0.8, 2.0, True).shares == pytest.approx(sums, rel=1e-6)
    assert Plate(80, 80, 0.8, 2.0).shares == (1.0, 1.0, 1.0, 1.0)


def test_a_disc_that_falls_flat_reaches_the_speed_at_which_air_carries_it() -> None:
    where = setup(BOWLS["cylinder"], DISC)
    motion = Motion(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for _ in range(4000):
        motion = fly(where.plate, where.air, motion, 1e-3, where.gravity_mm_s2)
    air, area = where.air, math.pi * 40**2
    expected = math.sqrt(
        2 * where.plate.mass_g * where.gravity_mm_s2 / (air.density_g_mm3 * area * (air.drag_a + air.drag_b))
    )
    assert -motion.vy == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({"round": True}, "card.span_mm: expected the diameter of a round card (card.length_mm, 59), found 91"),
        ({"round": 1.5}, "card.round: expected"),
    ],
)
def test_what_is_no_disc_is_refused(card: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as refused:
        setup(BOWLS["cylinder"], card)
    assert words in str(refused.value)


# ---------------------------------------------------------------------------------------------------- round bowls


def radius_at(where: BowlSetup, y: npt.NDArray[np.float64] | float) -> npt.NDArray[np.float64]:
    """The radius of the hollow at heights from the floor to the top of the wall, just above where it is level."""
    radii, heights = np.array(where.radii).T
    level = np.append(np.diff(heights) == 0.0, False)
    return np.interp(y, heights - 1e-9 * level, radii)


@pytest.mark.parametrize("name", BOWLS)
def test_the_inside_is_where_the_ends_of_a_card_meet_the_bowl(name: str) -> None:
    where = setup(BOWLS[name])
    outline = [(x, y) for x, y in where.inside() if x > 0.0]
    assert [math.hypot(x, 45.5) for x, _ in outline[2:]] == pytest.approx(
        [float(radius_at(where, y)) for _, y in outline[2:]]
    )
    assert where.inside() == tuple((-x if x else x, y) for x, y in reversed(where.inside()))
    assert where.half_outside_mm > where.half_opening_mm == where.half_width_mm


@pytest.mark.parametrize("name", BOWLS)
def test_a_card_meets_the_plane_s_bowl_where_it_meets_the_bowl_in_space(name: str) -> None:
    """Cards in the middle of the bowl, turned in the plane, that are hardly in its wood or hardly out of it."""
    where, random = setup(BOWLS[name]), Random(7)
    length, half_span, floor = where.plate.length_mm, where.plate.span_mm / 2, where.bowl.floor_thickness_mm
    along, across = np.meshgrid(np.linspace(-length / 2, length / 2, 119), np.linspace(-half_span, half_span, 41))
    met = clear = 0
    for _ in range(900):
        x, y = random.uniform(-0.9, 0.9) * where.half_opening_mm, random.uniform(4.0, where.top_mm)
        angle = random.uniform(-1.2, 1.2)
        px, py = x + along * math.cos(angle), y + along * math.sin(angle)
        hollow = radius_at(where, np.clip(py, floor, where.top_mm))
        deep = float(np.where(py < where.top_mm, np.maximum(np.hypot(px, across) - hollow, floor - py), -9.0).max())
        outline = corners(x, y, angle, length, 0.01)
        apart = min(separation(outline, part) for part in where.parts())
        if 0.8 < deep < 1.9:
            met += 1
            assert apart < 0.0, (x, y, angle)
        elif deep < -0.8:
            clear += 1
            assert apart > 0.0, (x, y, angle)
    assert min(met, clear) > 4


@pytest.mark.parametrize("card", [{}, DISC], ids=["rectangle", "disc"])
def test_a_card_on_the_rim_tips_to_the_side_of_the_line_between_its_supports(card: dict[str, Any]) -> None:
    """A rectangle rests where its ends cross the rim; a disc there too, when its middle is over the same line.

    It tips in from inside that line, and out from outside the rim; in between it lies on three places of the rim.
    """
    where = setup(BOWLS["cylinder"], card)
    outer, top = where.half_opening_mm + 1.0, where.bowl.depth_mm + where.plate.thickness_mm / 2
    line = math.sqrt(outer**2 - (where.plate.span_mm / 2) ** 2)
    for x, expected in ((line - 4.0, "in"), (line + 4.0, "on"), (outer + 4.0, "out")):
        lies = Motion(x, top + 0.05, 0.0, 0.0, 0.0, 0.0)
        world = BowlWorld(where)
        world.throw("one", Release(lies))
        world.settle()
        (state,) = world.snapshot().cards
        lay = "out" if state.place != IN_BOWL else "on" if state.motion.y > where.bowl.depth_mm else "in"
        assert lay == expected


@pytest.mark.parametrize("card", [{}, DISC], ids=["rectangle", "disc"])
def test_beside_a_card_a_round_bowl_is_as_wide_as_its_circle_leaves(card: dict[str, Any]) -> None:
    where = setup(BOWLS["cylinder"], card)
    radius, half = where.half_opening_mm, where.plate.span_mm / 2
    for x in range(-140, 141, 10):
        motion = Motion(x, 60.0, 0.0, 0.0, -500.0, 0.0)
        width = width_at(where, motion, half)
        assert width >= half
        assert Course(-400.0, Aside(0.0, 0.0)).fit(where, motion) is Fit.INSIDE, "in the middle only ends are met"
        if card:
            # As far as a disc reaches in a circle: its middle at most R - r from the middle.
            if abs(x) <= radius - half:
                assert math.hypot(x, width - half) == pytest.approx(radius - half)
        elif abs(x) + where.plate.length_mm / 2 <= math.sqrt(radius**2 - half**2):
            assert math.hypot(abs(x) + where.plate.length_mm / 2, width) == pytest.approx(radius, abs=0.5)


@pytest.mark.parametrize(
    ("bowl", "words"),
    [
        ({"opening_mm": 100}, "bowl.opening_mm: expected a floor on which a card can lie flat (card.length_mm, 59)"),
        ({"opening_mm": 105, "section": DISH}, "bowl.opening_mm: expected a mouth that a card goes through"),
        (
            {"opening_mm": 240, "section": [[0, 0.1], [0.3, 0.1], [0.3, 0], [1, 1]]},
            "bowl.section: expected a section that never falls on its way outwards where bowl.round is true",
        ),
    ],
)
def test_a_round_bowl_that_the_plane_cannot_carry_is_refused(bowl: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as refused:
        setup(bowl)
    assert words in str(refused.value)


def test_the_shipped_bowl_and_cards_are_what_they_were() -> None:
    found = load_configuration("zack")
    assert found.digest == "14a8b57d55539899"
