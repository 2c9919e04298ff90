"""Sleeves go on for as long as they are needed, and hands are no larger than they need to be."""

from __future__ import annotations

import numpy as np
import pytest

from scenes.drawing.canvas import Picture
from scenes.drawing.hands import FINEST, MOST_ACROSS, SLICE_MM, Cut, shaft_picture, sleeve_picture, smooth
from scenes.games.riff_raff.art import hand_art as riff_raff
from scenes.games.zack import art as zack
from scenes.games.zigzag import art as zigzag

CUTS = (
    riff_raff.SLEEVE,
    riff_raff.PALM_SLEEVE,
    zack.SLEEVE,
    zigzag.sleeve_cut(striped=False),
    zigzag.sleeve_cut(striped=True),
)


def column(picture: Picture, number: int) -> np.ndarray:
    """A column of a picture as it is drawn: its colours multiplied by their opacity."""
    pixels = np.asarray(picture.image.convert("RGBA"), dtype=float)[:, number]
    return pixels[:, :3] * pixels[:, 3:] / 255


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("scale", [0.31, 1.7])
def test_a_sleeve_looks_the_same_where_its_painted_part_ends_and_beyond(cut: Cut, scale: float) -> None:
    near, far = sleeve_picture(cut, scale), shaft_picture(cut, scale)
    assert near.scale == far.scale
    assert near.anchor[1] == far.anchor[1]
    assert near.image.height == far.image.height
    apart = np.abs(column(near, -1) - column(far, 0))
    # At the very edges, by less than a pixel.
    assert apart.max() < 80
    assert np.median(apart) < 2
    # Drawn out, it has neither gaps nor a pattern.
    first = column(far, 0)
    assert first.max() > 200
    assert all(np.abs(column(far, number) - first).max() < 2 for number in range(far.image.width))
    assert far.image.width / far.scale > 0.5 * SLICE_MM


def test_a_striped_sleeve_is_no_plain_one() -> None:
    plain, striped = (column(shaft_picture(zigzag.sleeve_cut(striped), 1.0), 0) for striped in (False, True))
    assert (np.abs(plain - striped) > 60).mean() > 0.2


def test_a_smooth_line_goes_through_all_its_points() -> None:
    points = [(0.0, 0.0), (3.0, 4.0), (8.0, 3.0), (9.0, -2.0)]
    for closed in (False, True):
        line = smooth(points, closed)
        assert all(min(np.hypot(x - a, y - b) for a, b in line) < 1e-9 for x, y in points)
    assert smooth(points)[-1] == points[-1]


def test_hands_are_not_painted_finer_than_their_shading_is() -> None:
    near, nearer = riff_raff.thumb_picture(FINEST), riff_raff.thumb_picture(4 * FINEST)
    assert (nearer.scale, nearer.image.size) == (FINEST, near.image.size)
    assert sleeve_picture(riff_raff.SLEEVE, 40.0).image.height < MOST_ACROSS + 8
