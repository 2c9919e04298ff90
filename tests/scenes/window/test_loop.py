"""The loop of every window: what is drawn, how often it is looked at, and what stands still. Draws are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest

from scenes.playback.playback import Playback
from scenes.window.loop import DRAW_HZ, LINGER_S, REST_S, Loop
from tests.scenes.fake_match import FALL, FakeMatch
from tests.scenes.looped import Looped


class Still:
    """A scene in which nothing moves until its look changes."""

    closing = False
    look: object = 0
    passed_s = 0.0

    def update(self, wall_s: float) -> None:
        self.passed_s += wall_s

    def show(self) -> None:
        pass

    def quit(self) -> None:
        self.closing = True


def test_nothing_is_drawn_while_nothing_changes() -> None:
    assert Looped(Still()).rests()


def test_what_changes_by_itself_is_drawn_once_and_looked_for_more_often() -> None:
    shown = Looped(scene := Still())
    shown.wait(3.0)
    scene.look = "another"
    steps, draws = shown.wait(LINGER_S)
    assert draws == 1
    assert steps == pytest.approx(LINGER_S * DRAW_HZ, abs=4)


@pytest.mark.parametrize("event", ["on_mouse_motion", "on_key_press", "on_resize", "on_expose", "on_show"])
def test_every_event_is_followed_by_pictures(event: str) -> None:
    shown = Looped(Still())
    shown.wait(3.0)
    shown.loop.take_note(event)
    assert shown.wait(1.0 / DRAW_HZ)[1] == 1


def test_drawing_is_no_event() -> None:
    shown = Looped(Still())
    shown.wait(3.0)
    for event in ("on_draw", "on_refresh"):
        shown.loop.take_note(event)
    assert shown.wait(2.0)[1] == 0


def test_the_window_draws_the_scene_that_it_was_turned_to(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyglet.app

    window, first, second = Mock(width=640, height=400), Mock(), Mock()
    window.get_framebuffer_size.return_value = (640, 400)
    loop = Loop(window, first)

    def run(_interval: object) -> None:
        loop.turn_to(second)
        window.push_handlers.call_args.kwargs["on_draw"]()

    monkeypatch.setattr(pyglet.app, "run", run)
    loop.run()
    first.close.assert_called_once_with()
    first.draw.assert_not_called()
    second.draw.assert_called_once_with(window)


def test_a_minimised_window_stands_still_until_it_is_seen_again() -> None:
    shown = Looped(scene := Still())
    shown.wait(3.0)
    shown.loop.take_note("on_hide")
    shown.wait(REST_S)
    before_s = scene.passed_s
    scene.look = "another"
    assert shown.wait(60.0)[1] == 0
    assert scene.passed_s == before_s
    shown.loop.take_note("on_expose")
    assert shown.wait(REST_S)[1] > 0
    assert scene.passed_s <= before_s + 2 * REST_S


@pytest.mark.parametrize("event", ["on_hide", "on_expose"])
def test_a_signal_closes_a_window_which_is_not_drawn_any_more(event: str) -> None:
    shown = Looped(scene := Still())
    shown.loop.take_note(event)
    shown.wait(0.1)
    shown.loop._asked.append(2)
    assert shown.wait(1.0)[1] == 0
    assert scene.closing


# ------------------------------------------------------------------------------------------ the real scenes


def watched() -> Any:
    from scenes.playback.watch_view import WatchScene

    return WatchScene(Playback(lambda seed: FakeMatch(seed, FALL), 1), 320, 240)


def grid() -> Any:
    from scenes.playback.grid import GridScene, Several

    return GridScene(Several(lambda seed: FakeMatch(seed, FALL), 1, 4), 320, 240)


def theatre() -> Any:
    from scenes.playback.theatre import Theatre
    from scenes.playback.theatre_view import TheatreScene

    return TheatreScene(Theatre(lambda seed: FakeMatch(seed, FALL), 1), 320, 240)


@pytest.mark.parametrize("make", [watched, *(pytest.param(make, marks=pytest.mark.slow) for make in (grid, theatre))])
def test_a_match_that_is_paused_or_over_is_not_drawn(screen: Any, make: Callable[[], Any]) -> None:
    assert screen
    scene = make()
    shown = Looped(scene)
    assert shown.wait(0.25)[1] == pytest.approx(0.25 * DRAW_HZ, abs=2), "while it is played every picture is drawn"
    scene.playback.frame_buffer.extend_to(1e9)
    shown.wait(0.1)
    scene.playback.toggle_pause()
    assert shown.rests()
    scene.playback.toggle_pause()
    assert shown.wait(0.25)[1] == pytest.approx(0.25 * DRAW_HZ, abs=4)
    scene.playback.end()
    assert shown.rests()


def test_the_bar_of_a_paused_match_grows_a_few_times_a_second(screen: Any) -> None:
    assert screen
    scene = watched()
    scene.playback.toggle_pause()
    scene.playback.look_ahead = lambda _wall_s: scene.playback.frame_buffer.extend()
    shown = Looped(scene)
    shown.wait(2.0)
    assert 4 <= shown.wait(2.0)[1] <= 8
