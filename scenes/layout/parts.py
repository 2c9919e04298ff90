"""Parts of a picture that a page keeps apart: letters and marks change, and the paper under them stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PIL import Image, ImageChops

from scenes.window import display_list

PARTS = "parts"
"""What the parts of a picture are noted as in its `info`."""
Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]
WHITE: Colour = (255, 255, 255)


class Part(NamedTuple):
    """A look, times a colour, painted into a box (left, top, right, bottom) of a picture.

    under, over: the pixels of the box before that and after it.
    """

    look: Image.Image
    colour: Colour
    box: Box
    under: Image.Image
    over: Image.Image

    @property
    def coloured(self) -> Image.Image:
        """The look in its colour."""
        colour = Image.new("RGBA", self.look.size, (*self.colour, 255))
        return ImageChops.multiply(self.look, colour)


@contextmanager
def apart(
    picture: Image.Image, look: Image.Image | None, at: tuple[int, int], colour: Colour = WHITE
) -> Iterator[None]:
    """Note what is painted meanwhile as a part, if the look lies within the picture.

    at: the left upper corner of the look. None: nothing is noted.
    """
    left, top = at
    if look is None or min(at) < 0 or left + look.width > picture.width or top + look.height > picture.height:
        yield
        return
    box = left, top, left + look.width, top + look.height
    under = picture.crop(box)
    yield
    part = Part(look, colour, box, under, picture.crop(box))
    picture.info[PARTS] = (*picture.info.get(PARTS, ()), part)


def lay(picture: Image.Image, art: Image.Image, left: int, top: int) -> None:
    """Lay a picture onto another one; what reaches beyond its edges is cut off.

    It becomes a part of the other one, and its parts do, too.
    """
    box = (max(0, -left), max(0, -top), min(art.width, picture.width - left), min(art.height, picture.height - top))
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    if box != (0, 0, *art.size):
        art, left, top = art.crop(box), max(0, left), max(0, top)
    paper, parts = split(art) if listened() else (art, [])
    with apart(picture, paper if listened() else None, (left, top)):
        picture.alpha_composite(paper, (left, top))
    for part in parts:
        at = left + part.box[0], top + part.box[1]
        with apart(picture, part.look, at, part.colour):
            picture.alpha_composite(part.coloured, at)


def split(picture: Image.Image) -> tuple[Image.Image, list[Part]]:
    """Return a picture without its parts, and these, in the order in which they were painted.

    A part that something else was painted over afterwards stays in the picture.
    """
    parts: list[Part] = []
    if PARTS not in picture.info:
        return picture, parts
    paper = picture.copy()
    for part in reversed(picture.info[PARTS]):
        if paper.crop(part.box).tobytes() == part.over.tobytes():
            paper.paste(part.under, part.box)
            parts.insert(0, part)
    return paper, parts


def listened() -> bool:
    """Return True if there is a listener, for which parts are noted."""
    return display_list.listener() is not None
