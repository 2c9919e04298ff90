"""The bar below a match, and several matches in one window."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.layout.places import tiles
from scenes.playback.cues import Cue, listener_of
from scenes.playback.frame_buffer import FrameBuffer, FrameBuffers
from scenes.playback.playback import Playback
from scenes.window.camera import Rectangle
from tests.scenes.fake_match import FALL, FakeMatch
from tests.scenes.layout.geometry import apart
from tests.scenes.pictures import colours_in

SIZES = [(640, 400), (1280, 720), (333, 777)]


@pytest.fixture
def playback() -> Playback:
    """A short match with a fall, all of it known."""
    made = Playback(lambda seed: FakeMatch(seed, FALL), 1)
    made.frame_buffer.extend_to(1e9)
    return made


def buffers(count: int = 2) -> FrameBuffers:
    made = []
    for index in range(count):
        match = FakeMatch(index, FALL[: 1 + index])
        made.append(FrameBuffer(match, listener_of(match)))
    return FrameBuffers(made, [f"seed {index}" for index in range(count)])


# ------------------------------------------------------------------------------------------ several buffers


def test_several_matches_go_on_together_and_wait_where_they_end() -> None:
    both = buffers()
    both.extend_to(1.0)
    assert both.ends_s == pytest.approx(1.0, abs=0.05)
    assert not both.complete
    for _ in range(2000):
        both.extend()
    assert both.complete
    short, long = both.buffers
    assert short.ends_s < long.ends_s == both.ends_s
    late = both.at(long.ends_s)
    assert [frame.time_s for frame in late.frames] == [pytest.approx(short.ends_s), pytest.approx(long.ends_s)]
    assert both.near(0.05).thinking


def test_the_one_that_is_known_least_is_simulated_next() -> None:
    both = buffers()
    both.buffers[0].extend_to(0.5)
    for _ in range(5):
        both.extend()
    assert both.buffers[0].ends_s == pytest.approx(0.5, abs=0.04)
    assert both.buffers[1].ends_s == pytest.approx(5 / 30, abs=0.01)


def test_what_happens_in_several_matches_is_told_in_order_with_their_names() -> None:
    three = buffers(3)
    three.extend_to(1e9)
    times = [cue.time_s for cue in three.cues]
    assert times == sorted(times)
    assert len(times) == sum(len(frame_buffer.cues) for frame_buffer in three.buffers)
    (fall,) = (h for h in three.cues if h.kind == "falls")
    assert fall.words.startswith("seed 2: The barrel falls")
    assert len(three.between(-1.0, 1e9)) == len(times)


# ------------------------------------------------------------------------------------------ the bar


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_head_is_where_a_click_would_lead(screen: Any, playback: Playback, size: tuple[int, int]) -> None:
    from scenes.playback.watch_view import WatchScene

    scene = WatchScene(playback, *size)
    bar = scene.timeline
    left, right = bar._track
    assert 0 < left < right < size[0]
    for share in (0.0, 0.25, 0.8, 1.0):
        x = left + share * (right - left)
        scene.on_mouse_press(x, 3.0, 1, 0)
        scene.show()
        assert playback.now_s == pytest.approx(share * playback.frame_buffer.ends_s)
        assert bar._head.x == pytest.approx(x)
    scene.on_mouse_drag(left, 200.0, -50, 190, 1, 0)  # the bar stays in hand wherever the pointer goes
    assert playback.now_s == playback.frame_buffer.begins_s
    pan = scene.scene.camera.pan
    scene.on_mouse_release(left, 200.0, 1, 0)
    scene.on_mouse_drag(left, 200.0, 10, 10, 1, 0)
    assert scene.scene.camera.pan != pan


def test_a_press_above_the_bar_seeks_nothing(screen: Any, playback: Playback) -> None:
    from scenes.playback.watch_view import WatchScene

    scene = WatchScene(playback, 640, 400)
    playback.seek_to(2.0)
    scene.on_mouse_press(300.0, 200.0, 1, 0)
    assert playback.now_s == 2.0


def test_the_bar_of_a_record_has_its_length_from_the_beginning(screen: Any) -> None:
    from scenes.playback.watch_view import WatchScene

    whole = FakeMatch(1, FALL)
    while not whole.finished:
        whole.advance(1.0)
    playback = Playback(lambda seed: FakeMatch(seed, FALL, recorded_s=whole.time_s), 1)
    scene = WatchScene(playback, 640, 400)
    bar = scene.timeline
    assert bar is not None
    places = []
    for _ in range(3):
        places.append([bar.time_at(x) for x in (200.0, 400.0, 640.0)])
        playback.frame_buffer.extend_to(playback.frame_buffer.ends_s + 1.0)
        scene.wall_s += 1.0
        scene.show()
    assert playback.frame_buffer.ends_s < whole.time_s / 2
    assert places == [places[0]] * 3
    assert places[0][-1] == pytest.approx(whole.time_s)
    # How much of it has been simulated can be seen.
    screen.resize(640, 400)
    picture = np.asarray(screen.picture(scene)).astype(int)
    left, right = bar._track
    y = 400 - round(bar.place.height * 0.36)
    spots = (left + (right - left) * share for share in (0.2, 0.9))
    known, rest = (picture[y, round(x)].sum() for x in spots)
    assert known > rest + 60
    # A match that lasts longer than its record tells is not cut off.
    playback.frame_buffer.extend_to(1e9)
    scene.show()
    assert bar.time_at(640.0) == playback.frame_buffer.ends_s


def test_what_is_told_under_the_pointer_goes_when_the_window_changes(screen: Any, playback: Playback) -> None:
    from scenes.playback.watch_view import WatchScene

    scene = WatchScene(playback, 640, 400)
    for size in ((800, 480), (640, 400)):
        scene.on_mouse_motion(320, 5, 0, 0)
        scene.show()
        assert scene.timeline._tip._sprite.visible
        scene.resize(*size, 1.0)
        scene.show()
        assert not scene.timeline._tip._sprite.visible


def test_nothing_is_told_where_full_screen_has_put_the_pointer(screen: Any, playback: Playback) -> None:
    from pyglet.window import key

    from scenes.playback.watch_view import WatchScene

    class Window:
        fullscreen = False

        def set_fullscreen(self, fullscreen: bool) -> None:
            self.fullscreen = fullscreen
            scene.resize(800, 480, 1.0)
            # What pyglet does on an X server with one screen: the pointer is put into the corner.
            scene.on_mouse_motion(0.0, 0.0, -320.0, -400.0)

    def told() -> bool:
        scene.show()
        tip = scene.timeline._tip._sprite
        return tip is not None and bool(tip.visible)

    scene = WatchScene(playback, 640, 400)
    scene.window = Window()
    assert scene.on_key_press(key.F, 0)
    assert not told()
    scene.on_mouse_motion(3.0, 0.0, 3.0, 0.0)
    assert told()


def test_f1_puts_the_rules_in_front_of_a_match_that_waits_and_takes_them_away(screen: Any, playback: Playback) -> None:
    from pyglet.window import key

    from scenes.playback.watch_view import WatchScene
    from scenes.watch import rules_of

    scene = WatchScene(playback, 640, 400)
    assert scene.on_key_press(key.F1, 0)
    assert scene.front is None
    scene.rules = rules_of("riff-raff", lambda: scene.playback.match)
    scene.on_key_press(key.F1, 0)
    front: Any = scene.front
    assert "Get rid of your wooden pieces" in front.form["rules"].blocks[1].text
    assert ("H", "these keys") in [(block.term, block.text) for block in front.form["keys"].blocks]
    before = scene.clock_s
    scene.update(0.1)
    assert scene.clock_s == before
    assert front.form.layout.surplus > 0
    scene.on_key_press(key.DOWN, 0)
    assert front.form.scroll > 0
    scene.resize(800, 500, 1.0)
    scene.show()
    assert front.form.layout.panel.right <= 800
    scene.on_key_press(key.ESCAPE, 0)
    assert scene.front is None
    scene.update(0.1)
    assert scene.clock_s > before


def test_marks_show_what_happened_and_are_told_under_the_pointer(screen: Any, playback: Playback) -> None:
    from scenes.drawing.palette import TONES, lighter
    from scenes.drawing.panels import Pen
    from scenes.playback.timeline import Span, bar_picture, near

    span = Span(0.0, 100.0)
    size, pen = (600, 40), Pen(1.0, 1.0)
    empty = np.asarray(bar_picture([], span, True, size, pen).convert("RGB")).astype(int)
    for kind in ("falls", "catch", "challenge", "miss", "heel", "end", "round"):
        marked = np.asarray(bar_picture([Cue(50.0, kind)], span, True, size, pen).convert("RGB")).astype(int)
        columns = np.nonzero(np.abs(marked - empty).sum(axis=(0, 2)) > 60)[0]
        assert len(columns) > 0, kind
        assert abs(columns.mean() - 300) < 40
    fall = np.asarray(bar_picture([Cue(50.0, "falls")], span, True, size, pen).convert("RGB")).astype(int)
    assert (np.abs(fall - np.array(lighter(TONES["bad"], 0.35))).max(axis=2) < 40).sum() > 20
    told = [Cue(50.0, "falls", 1.0, "The rat falls"), Cue(50.4, "heel"), Cue(50.1, "knock")]
    found = near(told, 50.3, 2.0)
    assert found.words == "The rat falls"
    assert near(told, 60.0, 2.0) is None


@pytest.mark.slow
def test_the_tip_is_drawn_over_the_match(screen: Any, playback: Playback) -> None:
    from scenes.playback.watch_view import WatchScene

    scene = WatchScene(playback, 640, 480)
    # As the loop does before every frame: numbers of slots follow the scale at which they are seen.
    scene.tidy()
    scene.show()
    before = np.asarray(screen.picture(scene)).astype(int)
    scene.on_mouse_motion(320, 5, 0, 0)
    scene.show()
    after = np.asarray(screen.picture(scene)).astype(int)
    changed = np.nonzero(np.abs(after - before).sum(axis=2) > 30)
    assert len(changed[0]) > 200
    assert 480 - changed[0].min() > scene.place.bottom
    scene.on_mouse_leave(0, 0)
    scene.show()
    # The first picture of a process may differ by a few levels where software draws.
    assert np.abs(np.asarray(screen.picture(scene)).astype(int) - before).max() <= 3


# ------------------------------------------------------------------------------------------ the grid


@given(st.floats(320, 4000), st.floats(240, 2400), st.sampled_from([2, 4, 6, 9]))
def test_tiles_fill_the_window_and_do_not_overlap(width: float, height: float, count: int) -> None:
    place = Rectangle(0.0, 30.0, width, height)
    places = tiles(place, count, 18.0)
    assert len(places) == count
    for tile in places:
        assert tile.left >= -0.01
        assert tile.bottom >= 29.9
        assert tile.right <= width + 0.01
        assert tile.top <= height + 0.01
    assert apart(places)
    assert sum(tile.width * (tile.height + 18.0) for tile in places) > 0.7 * width * (height - 30.0)


def test_a_click_enlarges_a_match_and_one_more_shows_all(screen: Any) -> None:
    from pyglet.window import key

    from scenes.playback.grid import GridScene, Several

    grid = GridScene(Several(lambda seed: FakeMatch(seed, FALL), 5, 4), 640, 480)
    assert [match.seed for match in grid.playback.matches] == [5, 6, 7, 8]
    screen.picture(grid)
    x, y = grid.tiles[2].centre
    grid.on_mouse_press(x, y, 1, 0)
    grid.on_mouse_release(x, y, 1, 0)
    assert (grid.large, list(grid.shown)) == (2, [2])
    grid.update(1 / 60)
    large = np.asarray(screen.picture(grid))
    grid.on_mouse_press(x, y, 1, 0)
    grid.on_mouse_release(x + 1, y, 1, 0)
    assert grid.large is None
    # A drag is no click.
    grid.on_mouse_press(x, y, 1, 0)
    grid.on_mouse_release(x + 30, y, 1, 0)
    assert grid.large is None
    assert grid.on_key_press(key._3, 0)
    assert grid.large == 2
    assert grid.on_key_press(key.ESCAPE, 0)
    assert grid.large is None
    grid.update(1 / 60)
    small = np.asarray(screen.picture(grid))
    assert np.abs(large.astype(int) - small.astype(int)).mean() > 5


def test_every_tile_shows_its_own_match_under_one_remote_control(screen: Any) -> None:
    from scenes.playback.grid import GridScene, Several

    playback = Several(lambda seed: FakeMatch(seed, FALL[seed % 2 :]), 4, 2)
    grid = GridScene(playback, 640, 480)
    playback.seek_to(4.0)
    grid.show()
    picture = np.asarray(screen.picture(grid)).astype(int)
    parts = []
    for tile in grid.tiles:
        part = picture[
            round(480 - tile.top) + 2 : round(480 - tile.bottom) - 2, round(tile.left) + 2 : round(tile.right) - 2
        ]
        assert colours_in(part) > 1000
        parts.append(part[:150, :300])
    assert np.abs(parts[0] - parts[1]).max(axis=2).mean() > 0.2
    playback.toggle_pause()
    grid.update(0.1)
    assert playback.now_s == pytest.approx(4.0)
    playback.next_match()
    assert [match.seed for match in playback.matches] == [6, 7]


def test_the_table_of_zack_is_drawn_inside_its_tile(screen: Any) -> None:
    from scenes.games.zack.scene import build_scene
    from scenes.window.viewport import draw_in
    from tests.games.zack.scenes.frames import static_scene, still

    frame = still()
    scene = build_scene(static_scene(), 320, 240, first=frame)
    scene.show(frame, 0.0)
    alone = np.asarray(screen_of(screen, scene, (320, 240))).astype(int)
    screen.resize(640, 480)

    class Part:
        def draw(self, window: Any) -> None:
            draw_in(window, scene, Rectangle(300, 200, 620, 440), (640, 480), 1.0)

    picture = np.asarray(screen.picture(Part())).astype(int)
    inside = picture[40:280, 300:620]
    assert np.abs(inside - alone).mean() < 1.0
    outside = picture.copy()
    outside[40:280, 300:620] = 0
    assert outside.max() == 0


def screen_of(screen: Any, scene: Any, size: tuple[int, int]) -> Any:
    screen.resize(*size)
    return screen.picture(scene)
