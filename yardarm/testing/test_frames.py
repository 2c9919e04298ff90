"""What holds of the frames of every game: plain values, shared while they stay the same, with others between them."""

from __future__ import annotations

import json
import math
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import pytest

from yardarm.testing.matches import FACTS, TABLES, opened

SPEEDS = {"vx", "vy", "spin"}
LOOKED = 40
"""Frames of a match that are looked at."""


def plain(value: Any) -> Any:
    """The value as JSON has it. Raises TypeError for what is live."""
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        assert math.isfinite(value)
        return value
    if isinstance(value, tuple | frozenset):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        kind: Any = type(value)
        assert kind.__dataclass_params__.frozen, type(value)
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if hasattr(value, "items"):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    raise TypeError(f"{type(value).__name__} in a frame")


def near(one: Any, other: Any) -> bool:
    """The same but for the rounding of numbers, and for speeds, which no drawing needs between two frames."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(near(one[key], other[key]) for key in one.keys() - SPEEDS)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(near, one, other))
    return math.isclose(one, other, abs_tol=1e-6) if isinstance(one, float) else one == other


@pytest.mark.parametrize(("game", "count"), TABLES)
def test_a_frame_is_one_moment_as_plain_values(game: str, count: int) -> None:
    match, _, _ = opened(game, count)
    before, seen = match.frame(), 0
    thinking = {before.thinking}
    while not match.finished and seen < LOOKED:
        match.advance(FACTS[game].step_s)
        frame = match.frame()
        assert frame.time_s == match.time_s
        assert len(json.dumps(plain(frame), allow_nan=False)) > 100
        assert frame == match.frame()
        thinking.add(frame.thinking)
        # What is shared is equal.
        shared = frame.share_unchanged(before)
        assert shared == frame
        assert type(shared) is type(frame)
        assert frame.share_unchanged(frame) == frame
        # Between two frames lies a third, at the ends they stay what they are.
        share = (seen % 5) / 4
        between = before.interpolate(frame, share)
        assert type(between) is type(frame)
        assert between.time_s == pytest.approx(before.time_s + share * (frame.time_s - before.time_s))
        assert near(plain(before.interpolate(frame, 0.0)), plain(before))
        assert near(plain(frame.interpolate(frame, 0.5)), plain(frame))
        assert frame.ticker == tuple(match.ticker)[-len(frame.ticker) :]
        before, seen = shared, seen + 1
    assert seen > 10
    assert True in thinking
    assert match.said >= len(match.ticker) > 0
