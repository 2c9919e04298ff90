"""Where things are in the workshop's window: nothing overlaps, nothing is outside, whatever its size."""

from __future__ import annotations

from itertools import combinations

import pytest

from scenes.window.camera import Rectangle
from scenes.workshop.layout import lay_out

SIZES = [(800, 500), (1280, 720), (2560, 1440), (640, 400)]


def apart(a: Rectangle, b: Rectangle) -> bool:
    return a.right <= b.left + 1e-6 or b.right <= a.left + 1e-6 or a.top <= b.bottom + 1e-6 or b.top <= a.bottom + 1e-6


@pytest.mark.parametrize("designs", [1, 2])
@pytest.mark.parametrize("size", SIZES)
def test_everything_has_a_place_of_its_own(size: tuple[int, int], designs: int) -> None:
    width, height = size
    layout = lay_out(width, height, designs, 9)
    assert len(layout.boards) == designs
    places = [layout.column, layout.head, layout.foot, *layout.boards]
    assert all(apart(a, b) for a, b in combinations(places, 2))
    for place in (*places, layout.part, layout.listing):
        assert 0 <= place.left < place.right <= width
        assert 0 <= place.bottom < place.top <= height
    assert apart(layout.part, layout.listing)
    for inner in (layout.part, layout.listing):
        board = layout.boards[-1]
        assert board.left <= inner.left
        assert inner.right <= board.right
        assert board.bottom <= inner.bottom
        assert inner.top <= board.top


@pytest.mark.parametrize("size", SIZES)
def test_the_drawing_gets_more_than_half_of_the_window(size: tuple[int, int]) -> None:
    width, height = size
    board = lay_out(width, height, 1, 9).boards[0]
    assert board.width * board.height > 0.5 * width * height
