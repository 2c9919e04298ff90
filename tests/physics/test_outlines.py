"""Outlines of any shape: checked, and cut into convex parts of the same area."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.physics import Point
from sim.physics.contact.bodies import check_convex, combine, polygon_properties
from sim.physics.contact.outlines import checked_outline, convex_parts

L_SHAPE = ((0, 0), (20, 0), (20, 5), (5, 5), (5, 20), (0, 20))
COMB = ((0, 0), (30, 0), (30, 20), (24, 20), (24, 5), (18, 5), (18, 20), (12, 20), (12, 5), (6, 5), (6, 20), (0, 20))


@st.composite
def stars(draw: st.DrawFn) -> list[Point]:
    """A polygon whose corners lie around the origin: simple, and mostly concave."""
    corners = draw(st.integers(3, 20))
    far = draw(st.lists(st.floats(3, 30), min_size=corners, max_size=corners))
    shift = draw(st.floats(0, math.tau))
    return [
        (r * math.cos(shift + math.tau * n / corners), r * math.sin(shift + math.tau * n / corners))
        for n, r in enumerate(far)
    ]


@settings(max_examples=60, deadline=None)
@given(stars(), st.booleans())
def test_parts_are_convex_and_have_area_middle_and_moment_of_the_whole(star: list[Point], clockwise: bool) -> None:
    outline = checked_outline(star[::-1] if clockwise else star)
    parts = convex_parts(outline)
    for part in parts:
        check_convex(part)
    one, whole = combine([polygon_properties(part) for part in parts]), polygon_properties(outline)
    assert one.area == pytest.approx(whole.area, rel=1e-9)
    assert one.centroid == pytest.approx(whole.centroid, abs=1e-6)
    assert one.second_moment == pytest.approx(whole.second_moment, rel=1e-6)


def test_a_convex_outline_stays_whole_and_a_concave_one_has_few_parts() -> None:
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert len(convex_parts(checked_outline(square))) == 1
    assert len(convex_parts(checked_outline(L_SHAPE))) == 2
    assert len(convex_parts(checked_outline(COMB))) <= 7


def test_either_way_round_a_closing_corner_and_corners_on_a_line_give_the_same_shape() -> None:
    plain = checked_outline(((0, 0), (10, 0), (10, 10), (0, 10)))
    assert checked_outline(((0, 0), (10, 0), (10, 10), (0, 10), (0, 0))) == plain
    assert checked_outline(((0, 0), (5, 0), (10, 0), (10, 10), (0, 10))) == plain
    assert set(checked_outline(((0, 10), (10, 10), (10, 0), (0, 0)))) == set(plain)
    assert sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(plain, [*plain[1:], plain[0]], strict=True)) > 0


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        (((0, 0), (10, 0)), "at least three corners"),
        (((0, 0), (10, 0), (0, 0)), "at least three corners"),
        (((0, 0), (10, 10), (10, 0), (0, 10)), r"from \(0, 0\) to \(10, 10\) meets that from \(10, 0\) to \(0, 10\)"),
        (((0, 0), (10, 0), (10, 10), (5, 0), (0, 10)), "does not meet itself"),
        (((0, 0), (10, 0), (5, 0), (5, 10)), "does not meet itself"),
        (((0, 0), (0, 0), (10, 0), (5, 10)), "apart from each other"),
        (((0, 0), (10, 0), (20, 0)), "does not meet itself|area"),
    ],
)
def test_an_outline_that_is_none_is_refused_with_the_reason(corners: tuple[Point, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        checked_outline(corners)
