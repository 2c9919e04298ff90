"""A right hand seen from above, pointing up; the point that it covers is the origin. Mirror it for a left one."""

from __future__ import annotations

from scenes.drawing.canvas import Picture, Point
from scenes.drawing.hands import Cut
from scenes.drawing.pictures import kept, scaled
from scenes.games.zigzag.art.card_art import PICTURES

WRIST: Point = (0.0, -122.0)
"""The middle of the cuff; the arm goes straight back from there."""
KEPT_AT, ORIGIN = 3.0, (223.5, 439.5)
"""The pixels a millimetre of a hand's picture as it is kept, and the place of its origin then (pixels)."""


def sleeve(striped: bool) -> Cut:
    """Return the cut of a sleeve; that of the second member of a team is striped."""
    return Cut(cuff_mm=72.0, arm_mm=132.0, length_mm=340.0, striped=striped)


def open_picture(scale: float) -> Picture:
    """Return a hand with spread fingers, as when reaching."""
    return scaled(kept(PICTURES / "open.png"), KEPT_AT, ORIGIN, scale)


def grip_picture(scale: float) -> Picture:
    """Return a hand with closed fingers on a card, the thumb below its edge."""
    return scaled(kept(PICTURES / "grip.png"), KEPT_AT, ORIGIN, scale)
