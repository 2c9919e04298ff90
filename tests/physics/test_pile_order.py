"""The order of support: constructed piles whose order is known, and any pile against its own geometry."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from sim.physics.bowl.card_geometry import Corners, corners, disc_separation, separation
from sim.physics.bowl.pile_order import LEAST_OVERLAP_MM, Pile, Placed, Pose, contradictions, inversions, support_order

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
    upright = ("upright", (0.0, 29.5, steep))
    flat = ("flat", (-LENGTH / 2 - 2.0, 20.0, 0.0))
    assert order(flat, upright) == order(upright, flat) == ("upright", "flat")


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
    random.shuffle(shuffled)
    stack = support_order(shuffled, LENGTH, THICKNESS)
    assert stack.broken_cycles == 0
    placed = dict(cards)
    assert contradictions([(name, placed[name]) for name in stack.order], LENGTH, THICKNESS) == 0
    assert sorted(stack.order) == sorted(placed)


def middle(outline: Corners, x: float) -> float:
    """The middle of what an upright line cuts out of a card, corner by corner."""
    cuts = []
    for (x0, y0), (x1, y1) in zip((outline[-1], *outline), outline, strict=False):
        if x0 != x1 and min(x0, x1) <= x <= max(x0, x1):
            cuts.append(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
    return (min(cuts) + max(cuts)) / 2


def stretch(first: Corners, second: Corners) -> tuple[float, float]:
    """The common stretch of two cards along x; its right end lies left of its left end if there is none."""
    return (
        max(min(x for x, _ in first), min(x for x, _ in second)),
        min(max(x for x, _ in first), max(x for x, _ in second)),
    )


poses = st.tuples(st.floats(-60, 60), st.floats(0, 45), st.floats(-4, 4) | st.sampled_from((0.0, math.pi / 2)))


@given(st.lists(poses, max_size=9))
def test_pairs_are_compared_as_they_are_one_by_one(places: list[Pose]) -> None:
    cards = [(f"{number}", place) for number, place in enumerate(places)]
    outlines = [corners(*place, LENGTH, THICKNESS) for place in places]
    wrong, under = 0, {name: set[str]() for name, _ in cards}
    for j in range(len(cards)):
        for i in range(j):
            left, right = stretch(outlines[i], outlines[j])
            if right - left < LEAST_OVERLAP_MM:
                continue
            lines = [left + (right - left) * (k + 0.5) / 7 for k in range(7)]
            wrong += sum(middle(outlines[j], x) < middle(outlines[i], x) for x in lines) > 3
            by = middle(outlines[i], (left + right) / 2) - middle(outlines[j], (left + right) / 2)
            if by:
                under[cards[i if by > 0 else j][0]].add(cards[j if by > 0 else i][0])
    assert contradictions(cards, LENGTH, THICKNESS) == wrong
    # The order is made of these pairs alone: each time the first card in the list under which nothing is left, or, in
    # a ring, the first that is left.
    left_over, expected, rings = [name for name, _ in cards], [], 0
    while left_over:
        free = [name for name in left_over if not under[name] & {*left_over}]
        rings += not free
        expected.append((free or left_over)[0])
        left_over.remove(expected[-1])
    stack = support_order(cards, LENGTH, THICKNESS)
    assert (list(stack.order), stack.broken_cycles) == (expected, rings)


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


@given(st.lists(poses, min_size=1, max_size=9), st.lists(st.lists(st.none() | poses, max_size=9), max_size=3))
def test_a_pile_that_changed_is_the_pile_made_anew(places: list[Pose], changes: list[list[Pose | None]]) -> None:
    """Each change moves some cards, takes some away and adds one; what has not moved is taken from the pile before."""
    now = {f"{number}": place for number, place in enumerate(places)}
    pile = Pile(tuple(now.items()), LENGTH, THICKNESS)
    for number, change in enumerate(changes):
        for name, place in zip(list(now), change, strict=False):
            if place is not None:
                now[name] = place
            elif len(now) > 2:
                del now[name]
        now[f"new {number}"] = (5.0 * number, 20.0, 0.1)
        cards = tuple(now.items())
        asked_before = number % 2 == 0  # what the pile before knew of contradictions is taken over only then
        if asked_before:
            pile.contradictions()
        pile = Pile(cards, LENGTH, THICKNESS, pile)
        anew = Pile(cards, LENGTH, THICKNESS)
        assert pile.stack == anew.stack == support_order(cards, LENGTH, THICKNESS)
        assert pile.inversions == inversions([*now], anew.stack.order)
        placed = [(name, now[name]) for name in anew.stack.order]
        assert pile.contradictions() == anew.contradictions() == contradictions(placed, LENGTH, THICKNESS)
