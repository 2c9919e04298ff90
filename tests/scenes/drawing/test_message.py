"""The line of the message of the moment: it stays in its room, and is made smaller or wrapped rather than cut."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scenes.drawing.chance import ShownChance
from scenes.drawing.panels import Pen
from scenes.window.camera import Rectangle
from sim.statistics import Interval

WORDS = "Four cards with one thing in common are a ZIG"
PEN = Pen(1.0, 1.0)
LIKELY = ShownChance.of(Interval(0.74, 0.60, 0.85))


def line_of_messages() -> Any:
    from pyglet.graphics import Group

    from scenes.drawing.batch import Batch
    from scenes.drawing.message import MessageLine

    return MessageLine(Batch(), Group())


def test_words_that_are_too_wide_are_smaller_or_wrapped_and_not_cut(screen: Any) -> None:
    from scenes.drawing.message import message_picture

    line, small, lines = (message_picture(WORDS, "turn", (room, 30), PEN) for room in (2000, 330, 160))
    assert line.width > small.width > lines.width
    assert small.height < line.height < lines.height
    ink = [int((np.asarray(picture.convert("L"), dtype=int) < 120).sum()) for picture in (small, lines)]
    assert ink[1] == pytest.approx(ink[0], rel=0.35), "no letter is lost"


@pytest.mark.parametrize("room", [Rectangle(20.0, 10.0, 620.0, 40.0), Rectangle(0.0, 0.0, 460.0, 30.0)])
def test_the_line_lies_in_the_middle_of_its_room(screen: Any, room: Rectangle) -> None:
    line = line_of_messages()
    assert line.place is None
    line.show((WORDS, "bad"), room, PEN, LIKELY)
    place = line.place
    assert room.left <= place.left < place.right <= room.right
    assert room.bottom <= place.bottom < place.top <= room.top
    assert place.centre[0] == pytest.approx(room.centre[0], abs=1.0)
    line.show(("", "plain"), room, PEN)
    assert line.place is None


def test_a_chance_alone_is_shown_and_its_interval_while_one_points_at_it(screen: Any) -> None:
    room, line = Rectangle(0.0, 0.0, 600.0, 40.0), line_of_messages()
    line.show(("", "plain"), room, PEN, LIKELY, (0.0, 0.0))
    plain = line.place
    line.show(("", "plain"), room, PEN, LIKELY, plain.centre)
    assert line.place.width > plain.width
