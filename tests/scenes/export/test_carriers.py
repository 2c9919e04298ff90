"""Cargo is stored as its ship sees it, and a page shows it where it was."""

from __future__ import annotations

import math

import pytest

from scenes.export.page.carriers import Carriers
from scenes.export.page.tracks import DEGREE, PIXEL, Track
from tests.scenes.export.test_tracks import shown, sprite

FRAMES = 200
GONE = range(80, 95)
"""The frames in which the cargo is not drawn."""


def heel(frame: int) -> float:
    """The turn of the ship, clockwise (degrees)."""
    return 14.0 * math.sin(frame / 17) + 3.0 * math.sin(frame / 5)


def seen(x: float, y: float, frame: int) -> tuple[float, float]:
    """Where a point of the ship is seen, which turns about (300, 200)."""
    turn = math.radians(heel(frame))
    return 300 + x * math.cos(turn) + y * math.sin(turn), 200 - x * math.sin(turn) + y * math.cos(turn)


def track_of(x: float, y: float, layer: int = 0, gone: range = range(0)) -> Track:
    """Something that lies on the ship."""
    track = Track("S", layer)
    for frame in range(FRAMES):
        if frame not in gone:
            track.put(frame, sprite(*seen(x, y, frame), turn=heel(frame) + 5.0))
            track.seen = frame
    return track


def test_cargo_takes_a_key_where_its_ship_takes_many_and_is_shown_where_it_was() -> None:
    ship, cargo = track_of(0, 0), track_of(120, 60, gone=GONE)
    carriers = Carriers([ship, cargo])
    assert [carriers.of(number) for number in range(2)] == [-1, 0]
    nothing: frozenset[int] = frozenset()
    by, on = ship.keys(nothing, carries=True), carriers.seen(1).keys(nothing)
    assert max(len(keys) for keys in on) <= 4 < len(by[3])
    for frame in set(range(FRAMES)) - set(GONE):
        (x0, y0, turn0), (x, y, turn) = (
            (shown(keys[1], frame) / PIXEL, shown(keys[2], frame) / PIXEL, shown(keys[3], frame) / DEGREE)
            for keys in (by, on)
        )
        cosine, sine = math.cos(math.radians(turn0)), math.sin(math.radians(turn0))
        assert (x0 + cosine * x + sine * y, y0 - sine * x + cosine * y) == pytest.approx(seen(120, 60, frame), abs=0.3)
        assert turn0 + turn == pytest.approx(heel(frame) + 5.0, abs=0.1)


def test_what_lies_in_another_layer_or_moves_by_itself_is_not_carried() -> None:
    away = Track("S")
    for frame in range(FRAMES):
        away.put(frame, sprite(3.0 * frame, 40.0 * math.sin(frame / 3)))
        away.seen = frame
    carriers = Carriers([track_of(0, 0), track_of(120, 60, layer=1), away])
    assert [carriers.of(number) for number in range(3)] == [-1, -1, -1]
