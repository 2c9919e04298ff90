"""The table of ZIGZAG from above (felt on oak), with shadows and lights."""

from __future__ import annotations

from PIL import Image

from scenes.drawing.canvas import Picture
from scenes.drawing.palette import OAK, darker
from scenes.drawing.pictures import kept, scaled
from scenes.games.zigzag.art.card_art import PICTURES

FINEST = 0.45
"""The pixels a millimetre of the table's picture as it is kept."""
FLOOR = darker(OAK, 0.4)
"""The colour of the floor, into which the table fades at the end of its picture."""


def table_picture(scale: float) -> Picture:
    """Return the table with its origin in the middle of the felt, at no more than FINEST pixels a millimetre."""
    table = kept(PICTURES / "table.png")
    return scaled(table, FINEST, (table.width / 2, table.height / 2), scale)


def shadow_picture() -> Image.Image:
    """Return a card's soft shadow in white, to be tinted."""
    return kept(PICTURES / "shadow.png")


def halo_picture() -> Image.Image:
    """Return the light around a marked card in white, to be tinted."""
    return kept(PICTURES / "halo.png")


def bump_picture() -> Image.Image:
    """Return a ring of strokes, shown where two hands touch."""
    return kept(PICTURES / "bump.png")
