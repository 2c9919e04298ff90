"""Pictures of a throwing hand from the right, whose fingertips are the origin; mirror them for a hand from the left."""

from __future__ import annotations

from scenes.drawing.canvas import Picture, Point
from scenes.drawing.hands import Cut
from scenes.drawing.pictures import kept, scaled
from scenes.games.zack.art.card_art import PICTURES

SLEEVE = Cut(cuff_mm=47.0, arm_mm=64.0, length_mm=300.0)
"""The sleeve, whose cuff is at WRIST."""
WRIST: Point = (101.0, -14.5)
WRIST_TURN = -0.27
"""The direction of the arm from the wrist on (rad): flat enough that it passes above the table."""
KEPT_AT = 3.0
"""The pixels a millimetre of the pictures as they are kept."""


def fingers_picture(scale: float) -> Picture:
    """Return what lies behind the card: fingers, back of the hand, wrist."""
    return scaled(kept(PICTURES / "fingers.png"), KEPT_AT, (49.5, 157.5), scale)


def thumb_picture(scale: float) -> Picture:
    """Return what lies before the card: the thumb."""
    return scaled(kept(PICTURES / "thumb.png"), KEPT_AT, (31.5, 73.5), scale)
