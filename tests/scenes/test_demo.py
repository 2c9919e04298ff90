"""The demonstration: every game in turn, a practice at a touch, and back after a minute of rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from scenes.layout import text
from scenes.options import WatchOptions
from scenes.playback.playback import Playback
from tests.scenes.fake_match import FALL, FakeMatch

SIZE = (640.0, 400.0, 1.0)
STEP_S = 0.1


@pytest.fixture(autouse=True)
def usual_letters() -> Iterator[None]:
    yield
    text.set_scale(1.0)


class Shown:
    """Which matches a demonstration has opened."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, int]] = []

    def open_scene(self, game: str, seed: int) -> Any:
        from scenes.playback.watch_view import WatchScene

        self.opened.append((game, seed))
        return WatchScene(Playback(lambda number: FakeMatch(number, FALL), seed), *SIZE)


def demonstration(shown: Shown) -> Any:
    from scenes.demo import Demo

    return Demo(shown.open_scene, lambda: text.set_scale(1.0), 5, SIZE, games=("riff-raff", "zack"))


def let_pass(demo: Any, seconds: float) -> None:
    """Let wall time pass without a touch."""
    for _ in range(round(seconds / STEP_S)):
        demo.update(STEP_S)


def test_all_games_are_shown_in_turn_with_other_matches_in_each_round(screen: Any) -> None:
    from scenes.demo import SHOWN_S

    shown = Shown()
    demo = demonstration(shown)
    for _ in range(3):
        demo.shown.playback.paused = True  # otherwise its end would come first
        let_pass(demo, SHOWN_S + STEP_S)
    assert shown.opened == [("riff-raff", 5), ("zack", 5), ("riff-raff", 6), ("zack", 6)]
    demo.shown.playback.frame_buffer.extend_to(1e9)
    demo.shown.playback.end()
    demo.update(STEP_S)
    assert shown.opened[4:] == [("riff-raff", 7)], "a match that is over makes room for the next"


def test_a_touch_begins_a_practice_with_large_letters_and_rest_ends_it(screen: Any) -> None:
    from pyglet.window import key, mouse

    from scenes.demo import LETTERS, REST_S

    shown = Shown()
    demo = demonstration(shown)
    demo.show()
    before = screen.picture(demo)
    demo.take("on_mouse_motion", 320.0, 200.0, 0.0, 0.0)
    assert demo.practice is None, "a mouse that is pushed is no touch"
    demo.take("on_mouse_press", 320.0, 200.0, mouse.LEFT, 0)
    assert demo.practice.session.is_practice
    assert demo.practice.session.setup.game == "riff-raff"
    assert text.scale() == LETTERS
    demo.show()
    assert screen.picture(demo) != before
    let_pass(demo, REST_S - 1.0)
    demo.take("on_mouse_motion", 300.0, 200.0, 0.0, 0.0)
    demo.take("on_key_press", key.P, 0)
    assert not demo.practice.screens, "no menu of the player's own"
    let_pass(demo, REST_S - 1.0)
    assert demo.practice is not None, "the rest is counted from the last touch"
    let_pass(demo, 1.5)
    assert demo.practice is None
    assert [game for game, _ in shown.opened] == ["riff-raff", "zack"]
    assert text.scale() == 1.0


def test_escape_ends_it_from_either(screen: Any) -> None:
    from pyglet.window import key

    for first in ((), ("on_key_press", key.SPACE, 0)):
        demo = demonstration(Shown())
        if first:
            demo.take(*first)
            assert demo.practice is not None
        demo.take("on_key_press", key.ESCAPE, 0)
        assert demo.closing
        demo.close()


def test_a_visitor_changes_no_settings(screen: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    demo = demonstration(Shown())
    demo.begin_practice()
    demo.practice.change_settings(ghosts=False)
    demo.close()
    assert list(tmp_path.iterdir()) == []


def test_a_demonstration_goes_with_no_game_and_watching_needs_one() -> None:
    assert WatchOptions(demo=True).game is None
    with pytest.raises(typer.BadParameter, match="or --demo"):
        WatchOptions()
    with pytest.raises(typer.BadParameter, match="goes with no game"):
        WatchOptions(demo=True, game="zack")
    with pytest.raises(typer.BadParameter, match="goes with no game"):
        WatchOptions(demo=True, text=True)
