"""Words at places: they are seen where something happened, rise, fade, keep out of each other's way, and end."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scenes.drawing.panels import Pen
from scenes.window.camera import Rectangle

ROOM = Rectangle(0.0, 0.0, 640.0, 360.0)


@pytest.fixture
def callouts(screen: Any) -> Any:
    from scenes.drawing.callouts import Callouts

    screen.resize(640, 360)
    made = Callouts()
    made.resize(ROOM, Pen(0.5, 1.0))
    return made


def _ink(screen: Any, callouts: Any) -> np.ndarray[Any, Any]:
    callouts.show()
    drawing = SimpleNamespace(draw=lambda _window: callouts.draw())
    picture = np.asarray(screen.picture(drawing), dtype=int)[:, :, :3]
    return np.abs(picture - picture[0, 0]).sum(axis=2) > 30


def _middle(ink: np.ndarray[Any, Any]) -> tuple[float, float]:
    rows, columns = np.nonzero(ink)
    return float(columns.mean()), 360.0 - float(rows.mean())


@pytest.mark.slow
def test_words_are_drawn_at_their_place_rise_and_end(screen: Any, callouts: Any) -> None:
    callouts.say("Held", (200.0, 100.0), "good")
    callouts.update(0.2)
    x, early = _middle(_ink(screen, callouts))
    assert abs(x - 200.0) < 3
    assert 100.0 < early < 140.0
    callouts.update(1.0)
    assert early < _middle(_ink(screen, callouts))[1]
    callouts.update(2.0)
    assert not callouts.words
    assert not _ink(screen, callouts).any()


def test_words_follow_a_place_that_moves(screen: Any, callouts: Any) -> None:
    places = [(100.0, 100.0)]
    callouts.say("Caught", lambda: places[-1])
    callouts.update(0.2)
    before = _middle(_ink(screen, callouts))[0]
    places.append((400.0, 100.0))
    assert _middle(_ink(screen, callouts))[0] - before == pytest.approx(300.0, abs=1.5)


@pytest.mark.parametrize("at", [(-50.0, -50.0), (700.0, 500.0), (5.0, 350.0)])
def test_words_stay_in_the_window(callouts: Any, at: tuple[float, float]) -> None:
    callouts.say("+2 to you", at)
    callouts.show()
    (shown,) = callouts.words
    (wide, high), x, y = shown.size, shown.sprite.x, shown.sprite.y
    assert wide / 2 - 1 <= x <= 640 - wide / 2 + 1
    assert high / 2 - 1 <= y <= 360 - high / 2 + 1


def test_words_at_one_place_do_not_cover_each_other(callouts: Any) -> None:
    for words in ("Held", "Caught", "+2 to you"):
        callouts.say(words, (300.0, 100.0))
    callouts.update(0.3)
    callouts.show()
    heights = sorted(shown.sprite.y for shown in callouts.words)
    high = callouts.words[0].size[1]
    assert all(upper - lower >= high - 1.0 for lower, upper in itertools.pairwise(heights))


def test_only_the_latest_words_are_kept(callouts: Any) -> None:
    from scenes.drawing.callouts import MOST

    for number in range(MOST + 3):
        callouts.say(str(number), (300.0, 100.0))
    assert len(callouts.words) == MOST


def test_words_that_are_too_wide_are_smaller_or_wrapped_and_not_cut(screen: Any) -> None:
    from scenes.drawing.callouts import words_picture

    words = "Four cards with one thing in common are a ZIG"
    line, lines = (words_picture(words, "turn", 11.0, room, Pen(1.0, 1.0)) for room in (2000, 200))
    assert lines.width <= 200 < line.width
    assert lines.height > 1.5 * line.height
    # As much ink on several lines as on one: no letter is lost.
    ink = [int((np.asarray(picture.convert("L"), dtype=int) < 120).sum()) for picture in (line, lines)]
    assert ink[1] == pytest.approx(ink[0], rel=0.1)


def test_a_banner_is_replaced_and_ends(screen: Any, callouts: Any) -> None:
    callouts.banner("Ben is captain")
    callouts.update(0.3)
    x, y = _middle(_ink(screen, callouts))
    assert abs(x - 320.0) < 3
    assert y > 250
    callouts.banner("")
    assert not _ink(screen, callouts).any()


def test_a_pulse_is_round_its_place_until_it_is_ended(screen: Any, callouts: Any) -> None:
    callouts.update(0.3)
    callouts.pulse("ben", (500.0, 120.0))
    x, y = _middle(_ink(screen, callouts))
    assert abs(x - 500.0) < 2
    assert abs(y - 120.0) < 2
    callouts.pulse("ben", None)
    assert not _ink(screen, callouts).any()
