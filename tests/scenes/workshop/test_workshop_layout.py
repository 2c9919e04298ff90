"""Where things are in the workshop's window: nothing overlaps, nothing is outside, whatever its size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scenes.drawing.panels import Pen
from scenes.window.camera import Rectangle
from scenes.workshop.layout import lay_out, spread
from scenes.workshop.words import line_picture
from tests.scenes.layout.geometry import apart, inside

SIZES = [(800, 500), (1280, 720), (2560, 1440), (640, 400)]


@pytest.mark.parametrize("designs", [1, 2])
@pytest.mark.parametrize("size", SIZES)
def test_everything_has_a_place_of_its_own(size: tuple[int, int], designs: int) -> None:
    width, height = size
    layout = lay_out(width, height, designs, 9)
    assert len(layout.boards) == designs
    places = [layout.column, layout.head, layout.foot, *layout.boards]
    assert apart(places)
    for place in (*places, layout.part, *([layout.listing] if layout.listing.width else [])):
        assert 0 <= place.left < place.right <= width
        assert 0 <= place.bottom < place.top <= height
    assert apart([layout.part, layout.listing])
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


def test_the_headline_of_two_designs_gets_as_many_lines_as_it_needs() -> None:
    one, two = (lay_out(900, 560, designs, 9).head for designs in (1, 2))
    assert two.height > 1.4 * one.height
    assert lay_out(2560, 1440, 2, 9).head.height < 2 * lay_out(2560, 1440, 1, 9).head.height


@pytest.mark.parametrize("size", [*SIZES, (960, 540)])
def test_the_words_of_a_headline_keep_clear_of_its_bar(size: tuple[int, int]) -> None:
    layout = lay_out(*size, 1, 9)
    pen, room = Pen(layout.unit, 1.0), layout.head.pixels(1.0)
    paper = np.asarray(line_picture("", room, pen))

    def rows(words: str, share: float | None) -> NDArray[np.intp]:
        return np.flatnonzero((np.asarray(line_picture(words, room, pen, share=share)) != paper).any(axis=(1, 2)))

    bar = rows("", 1.0)
    for letters in (80, 120, 178, 240):
        assert rows("by (jumping) " * (letters // 13), None).max() < bar.min() - 1


def test_the_list_leaves_the_middle_free_where_the_ball_hangs() -> None:
    for width, height in SIZES:
        layout = lay_out(width, height, 2, 9)
        assert layout.listing.right < layout.boards[-1].centre[0] - 10 * layout.unit


BOX = st.tuples(st.floats(-20, 320), st.floats(-20, 420), st.floats(20, 100), st.floats(10, 18))


@given(st.lists(BOX, min_size=1, max_size=6))
def test_boxes_stay_inside_and_those_that_are_apart_stay_where_they_are(
    boxes: list[tuple[float, float, float, float]],
) -> None:
    window = Rectangle(0.0, 0.0, 300.0, 400.0)
    given_boxes = [Rectangle(x, y, x + wide, y + high) for x, y, wide, high in boxes]
    found = spread(given_boxes, window)
    for before, after in zip(given_boxes, found, strict=True):
        assert (after.width, after.height) == pytest.approx((before.width, before.height))
        assert inside(after, window)
    if apart(found, slack=1e-6):
        again = spread(found, window)
        assert [box.left for box in again] == pytest.approx([box.left for box in found])
        assert [box.bottom for box in again] == pytest.approx([box.bottom for box in found])


def test_two_words_in_one_row_go_apart_sideways_and_two_in_a_column_go_apart_upwards() -> None:
    window = Rectangle(0.0, 0.0, 300.0, 400.0)
    row = spread([Rectangle(100, 50, 180, 66), Rectangle(140, 52, 220, 68)], window)
    assert apart(row)
    assert [box.bottom for box in row] == [50, 52]
    assert row[0].right == pytest.approx(row[1].left) == pytest.approx(160.0)
    column = spread([Rectangle(100, 50, 180, 66), Rectangle(104, 40, 184, 56)], window)
    assert apart(column)
    assert [box.left for box in column] == [100, 104]
    assert column[0].bottom > column[1].bottom
    wide = spread([Rectangle(0, 50, 200, 66), Rectangle(100, 50, 300, 66)], window)
    assert apart(wide)
