"""The order of support: constructed piles whose order is known, and any pile against its own geometry."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from sim.physics.bowl.card_geometry import corners, disc_separation, separation
from sim.physics.bowl.pile_order import Placed, above, contradictions, inversions, support_order

LENGTH, THICKNESS = 59.0, 0.8


def order(*cards: Placed) -> tuple[str, ...]:
    return support_order(cards, LENGTH, THICKNESS).order


def test_a_flat_pile_lies_in_its_heights_whatever_landed_first() -> None:
    assert order(("c", (2.0, 2.0, 0.0)), ("a", (0.0, 0.4, 0.0)), ("b", (9.0, 1.2, 0.0))) == ("a", "b", "c")


def test_cards_side_by_side_keep_the_order_of_landing() -> None:
    right, left = ("right", (60.0, 0.4, 0.0)), ("left", (0.0, 5.0, 0.0))
    assert order(right, left) == ("right", "left")
    assert order(left, right) == ("left", "right")


def test_a_leaning_card_lies_under_the_one_on_its_foot_though_its_middle_is_higher() -> None:
    # The leaning card's left end is down; a flat card rests on that end only.
    lean = math.radians(30)
    leaning = ("leaning", (0.0, 0.7 + LENGTH / 2 * math.sin(lean), lean))
    foot = -LENGTH / 2 * math.cos(lean)
    flat = ("flat", (foot - LENGTH / 2 + 3.0, 4.0, 0.0))
    assert flat[1][1] < leaning[1][1]
    assert order(leaning, flat) == ("leaning", "flat")
    assert order(flat, leaning) == ("leaning", "flat")


def test_a_card_slid_under_another_is_below_it_and_counts_as_an_inversion() -> None:
    first, second = ("first", (0.0, 3.0, 0.05)), ("second", (10.0, 0.4, 0.0))
    assert order(first, second) == ("second", "first")
    assert inversions(("first", "second"), order(first, second)) == 1


def test_an_upright_card_is_compared_where_it_overlaps() -> None:
    # Leaning steeply to the right, its foot under the end of a flat card that rests against its left face.
    steep = math.radians(80)
    upright = (0.0, 29.5, steep)
    flat = (-LENGTH / 2 - 2.0, 20.0, 0.0)
    assert above(flat, upright, LENGTH, THICKNESS) == 1
    assert above(upright, flat, LENGTH, THICKNESS) == -1


def test_inversions_are_counted_pair_by_pair() -> None:
    assert inversions("abc", "abc") == 0
    assert inversions("abc", "cba") == 3
    assert inversions("abcd", "bacd") == 1
    assert inversions("abx", "ba") == 1  # what is not in the bowl does not count


@given(st.lists(st.tuples(st.floats(-60, 60), st.floats(-0.04, 0.04)), min_size=2, max_size=12), st.randoms())
def test_the_order_never_contradicts_the_geometry(places: list[tuple[float, float]], random: object) -> None:
    # Cards apart from each other, each above the last by more than their slopes can bridge.
    cards: list[Placed] = [(str(i), (x, 4.0 * i, a)) for i, (x, a) in enumerate(places)]
    shuffled = list(cards)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    stack = support_order(shuffled, LENGTH, THICKNESS)
    assert stack.broken_cycles == 0
    placed = dict(cards)
    assert contradictions([(name, placed[name]) for name in stack.order], LENGTH, THICKNESS) == 0
    assert sorted(stack.order) == sorted(placed)


def test_a_wrong_order_is_a_contradiction() -> None:
    low, high = ("low", (0.0, 0.4, 0.0)), ("high", (5.0, 1.2, 0.0))
    assert contradictions([low, high], LENGTH, THICKNESS) == 0
    assert contradictions([high, low], LENGTH, THICKNESS) == 1


def test_separation_is_the_gap_face_to_face_and_minus_the_depth_of_an_overlap() -> None:
    card = corners(0.0, 0.4, 0.0, LENGTH, THICKNESS)
    assert math.isclose(separation(card, corners(3.0, 1.5, 0.0, LENGTH, THICKNESS)), 0.3, abs_tol=1e-12)
    assert math.isclose(separation(card, corners(3.0, 1.1, 0.0, LENGTH, THICKNESS)), -0.1, abs_tol=1e-12)
    assert math.isclose(disc_separation(card, (0.0, 2.0), 1.0), 0.2, abs_tol=1e-12)
    assert math.isclose(disc_separation(card, (30.5, 0.4), 1.5), -0.5, abs_tol=1e-12)
    assert math.isclose(disc_separation(card, (0.0, 0.7), 1.0), -1.1, abs_tol=1e-12)
