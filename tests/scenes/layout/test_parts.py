"""What is written and laid on a picture can be taken off it again, for a page; windows get the same pixels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scenes.layout.parts import lay, split
from scenes.layout.text import write
from scenes.window.display_list import reporting_to

PAPER = (238, 232, 220, 232)
INK = (40, 30, 60)


class Deaf:
    """A listener that hears nothing."""

    def layer(self, clip: object) -> None: ...
    def fill(self, colour: object, clip: object) -> None: ...
    def sprite(self, number: int, item: object) -> None: ...
    def quads(self, number: int, quads: object) -> None: ...


@pytest.fixture
def listened() -> Iterator[None]:
    with reporting_to(Deaf()):
        yield


def mark() -> Image.Image:
    """A disc with a letter on it."""
    picture = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    ImageDraw.Draw(picture).ellipse((0, 0, 19, 19), fill=(200, 40, 40, 255))
    write(picture, (10, 10), "Z", 12, (255, 255, 255), anchor="mm")
    return picture


def painted() -> Image.Image:
    """Paper with a line of text, a mark, and a mark that is partly off it."""
    picture = Image.new("RGBA", (120, 40), PAPER)
    write(picture, (4.5, 22.25), "Ada stows", 13, INK)
    lay(picture, mark(), 90, 4)
    lay(picture, mark(), 110, 30)
    return picture


@pytest.mark.usefixtures("listened")
def test_what_is_left_is_paper_and_parts_make_the_picture_again() -> None:
    picture = painted()
    paper, parts = split(picture)
    assert len(parts) >= 4
    assert (np.asarray(paper) == PAPER).all()
    again = paper.copy()
    for part in parts:
        again.alpha_composite(part.coloured, part.box[:2])
    # As a graphics card lays them, letters are a little lighter at their edges than on paper that shows through.
    off = np.abs(np.asarray(again, dtype=int) - np.asarray(picture, dtype=int))
    assert off.max() < 12


@pytest.mark.usefixtures("listened")
def test_equal_words_look_equal_in_every_colour() -> None:
    picture = Image.new("RGBA", (120, 60), PAPER)
    write(picture, (4, 20), "falls", 13, INK)
    write(picture, (9, 50), "falls", 13, (200, 0, 0))
    one, other = split(picture)[1]
    assert one.look is other.look
    assert [part.colour for part in (one, other)] == [INK, (200, 0, 0)]


@pytest.mark.usefixtures("listened")
def test_what_something_was_painted_over_stays_in_the_picture() -> None:
    picture = Image.new("RGBA", (120, 40), PAPER)
    write(picture, (4, 22), "Ada", 13, INK)
    ImageDraw.Draw(picture).line((0, 18, 120, 18), fill=(255, 0, 0, 255))
    paper, parts = split(picture)
    assert parts == []
    assert paper.tobytes() == picture.tobytes()


def test_nothing_is_noted_without_a_listener() -> None:
    picture = painted()
    assert split(picture) == (picture, [])
    with reporting_to(Deaf()):
        text = Image.new("RGBA", (120, 40), PAPER)
        write(text, (4.5, 22.25), "Ada stows", 13, INK)
    assert text.crop((0, 0, 80, 40)).tobytes() == picture.crop((0, 0, 80, 40)).tobytes()
