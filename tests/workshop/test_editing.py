"""Edits that any game's designs share: corners of an outline."""

from __future__ import annotations

from sim.workshop.editing import corner_added, corner_removed


def test_corners_are_added_to_the_longest_side_and_the_least_is_taken_away() -> None:
    square = [[0.0, 0.0], [8.0, 0.0], [8.0, 6.0], [0.0, 6.0]]
    more = corner_added(square, closed=True)
    assert more == [[0.0, 0.0], [4.0, 0.0], *square[1:]]
    assert corner_removed(more, closed=True) == square
    line = [[0.0, 0.0], [1.0, 0.0], [1.0, 5.0]]
    assert corner_added(line, closed=False) == [[0.0, 0.0], [1.0, 0.0], [1.0, 2.5], [1.0, 5.0]]
    assert corner_removed(line, closed=False) == [line[0], line[2]]
