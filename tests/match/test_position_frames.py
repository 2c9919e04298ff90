"""A frame of a match that shows its position alone."""

from __future__ import annotations

from sim.match.frame import PositionFrame


def test_only_a_position_that_is_the_same_is_held_once() -> None:
    before = PositionFrame(1.0, [1], ())
    equal, other = PositionFrame(2.0, [1], ()), PositionFrame(2.0, [2], ())
    assert equal.share_unchanged(before).position is before.position
    assert other.share_unchanged(before) is other
    assert equal.interpolate(PositionFrame(4.0, [1], ()), 0.25) == PositionFrame(2.5, [1], ())
