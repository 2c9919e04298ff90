"""The scene itself, drawn off screen or in a hidden window, and its keys and mouse through window events."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scenes.playback.playback import Playback
from sim.games.riff_raff.match.frame import PieceState, TableStage
from sim.seat import PERSON
from tests.calls import given_to
from tests.scenes.fake_match import FALL, FakeMatch
from tests.scenes.pictures import colours_in

SIZES = [(640, 480), (1280, 720), (333, 777)]


@pytest.fixture(scope="module")
def fallen() -> Playback:
    """A match in the middle of a fall, paused."""
    playback = Playback(lambda seed: FakeMatch(seed, FALL), 1)
    while not any(piece.state == "falling" for piece in playback.shown().pieces):
        playback.seek(0.1)
        assert not playback.ended
    return playback


def scene_of(playback: Playback, size: tuple[int, int], ratio: float = 1.0) -> Any:
    from scenes.playback.watch_view import WatchScene

    return WatchScene(playback, *size, ratio)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_frame_is_a_picture(screen: Any, fallen: Playback, size: tuple[int, int]) -> None:
    screen.resize(*size)
    picture = screen.picture(scene_of(fallen, size))
    assert picture.size == size
    assert colours_in(picture) > 3000


@pytest.mark.slow
def test_pieces_are_where_the_match_says(screen: Any, fallen: Playback) -> None:
    from scenes.drawing.palette import PIECES

    screen.resize(1280, 720)
    scene = scene_of(fallen, (1280, 720))
    picture = np.asarray(screen.picture(scene)).astype(int)
    found = 0
    for piece in fallen.shown().pieces:
        x, y = scene.scene.camera.to_screen((piece.x, piece.y))
        y += scene.place.bottom
        if piece.kind not in ("chest", "crate") or piece.state == "falling" or piece.state == "held":
            continue
        patch = picture[round(720 - y) - 6 : round(720 - y) + 6, round(x) - 14 : round(x) + 14].reshape(-1, 3)
        assert (np.abs(patch - np.array(PIECES[piece.kind])).max(axis=1) < 60).mean() > 0.3
        found += 1
    assert found >= 1


def test_a_heeling_ship_looks_different(screen: Any) -> None:
    from dataclasses import replace

    from scenes.games.riff_raff.scene import build_scene

    match = FakeMatch()
    scene = build_scene(match.static_scene, 640, 480, first=match.frame())
    frame = match.frame()
    scene.show(frame, 0.0)
    upright = np.asarray(screen.picture(scene)).astype(int)
    scene.show(replace(frame, hull_angle=-0.3), 0.0)
    heeling = np.asarray(screen.picture(scene)).astype(int)
    changed = np.abs(upright - heeling).max(axis=2) > 40
    assert changed[60:330, 160:480].mean() > 0.05  # the ship
    assert changed[0:60, 490:640].mean() > 0.002  # the needle of the dial


@pytest.mark.slow
def test_everything_grows_with_the_window_and_dense_pixels(screen: Any, fallen: Playback) -> None:
    screen.resize(640, 480)
    plain = screen.picture(scene_of(fallen, (640, 480)))
    screen.resize(1280, 960)
    dense = scene_of(fallen, (640, 480), 2.0)
    # On a dense display the projection stays in window units; here it is that of the target, so scale by hand.
    from pyglet.math import Mat4

    class Dense:
        def draw(self, window: Any) -> None:
            window.projection = Mat4.orthogonal_projection(0, 640, 0, 480, -255, 255)
            dense.draw(window)

    picture = screen.picture(Dense())
    small = np.asarray(picture.reduce(2)).astype(int)
    assert np.abs(small - np.asarray(plain).astype(int)).mean() < 6.0
    # Really finer, not enlarged: its fine detail is lost by reducing and enlarging.
    coarse = np.asarray(picture.reduce(2).resize(picture.size)).astype(int)
    assert np.abs(np.asarray(picture).astype(int) - coarse).mean() > 1.0


def test_resizing_lays_out_anew(screen: Any, fallen: Playback) -> None:
    scene = scene_of(fallen, (1280, 720))
    for size in ((500, 900), (320, 240), (1280, 720)):
        scene.resize(*size, 1.0)
        scene.show()
        assert all(panel.right <= size[0] + 0.01 for panel in scene.scene.hud.layout.panels)
        screen.resize(*size)
        assert colours_in(screen.picture(scene)) > 2000


@pytest.mark.slow
def test_art_is_repainted_little_by_little_after_a_zoom(screen: Any, sharp: None, fallen: Playback) -> None:
    scene = scene_of(fallen, (640, 480))
    gallery = scene.scene.stage.gallery
    before = gallery.scale
    scene.scene.camera.zoom_at((320, 240), 2.0)
    scene.tidy()
    assert gallery.scale == pytest.approx(2 * before)
    left = len(gallery._stale)
    assert left > 20
    gallery.repaint(0.0)
    assert len(gallery._stale) == left - 1
    gallery.repaint(60.0)
    # A picture may be coarser than it is asked to be, as soft shadows are.
    assert all(art.asked == gallery.scale for art in gallery._art.values())
    scene.scene.camera.reset()


def test_the_camera_steps_back_from_a_tall_pile(screen: Any) -> None:
    from dataclasses import replace

    from scenes.games.riff_raff.scene import build_scene

    match = FakeMatch()
    match.advance(1.0)
    frame = match.frame()
    scene = build_scene(match.static_scene, 900, 480, first=match.frame())
    scene.show(frame, 0.0)
    near = scene.camera.scale
    high = replace(frame, pieces=(replace(frame.pieces[0], x=0.0, y=300.0, state=PieceState.ABOARD),))
    seats = tuple(replace(seat, strategy=PERSON, is_due=True) for seat in high.seats)
    held = replace(high, table_stage=TableStage.LOADING, seats=seats)
    for step in range(20):
        scene.show(held, 0.01 + step / 2000)
    assert scene.camera.scale == near, "it would move under the pointer that holds a piece"
    scene.show(replace(high, table_stage=TableStage.RULED), 0.04)
    assert 0.9 * near < scene.camera.scale < near
    for step in range(200):
        scene.show(replace(high, table_stage=TableStage.RULED), 0.04 + step / 60)
    assert scene.camera.to_screen((0.0, 320.0))[1] < 480
    scene.show(frame, 100.0)
    assert scene.camera.scale == near


def test_pieces_that_leave_take_their_sprites_along(screen: Any) -> None:
    from dataclasses import replace

    match = FakeMatch()
    scene = scene_of(Playback(lambda _seed: match, 1), (640, 480))
    match.advance(1.0)
    frame = match.frame()
    assert frame.pieces
    scene.scene.show(frame, 0.0)
    held = len(scene.scene.stage._pieces)
    scene.scene.show(replace(frame, pieces=()), 0.0)
    assert (held, len(scene.scene.stage._pieces)) == (len(frame.pieces), 0)
    assert all(not art.sprites for name, art in scene.scene.stage.gallery._art.items() if "/" in name)


# ------------------------------------------------------------------------------------------------ window events


@pytest.fixture
def watched(screen: Any) -> Any:
    """A scene that listens to the shared window."""
    scene = scene_of(Playback(lambda seed: FakeMatch(seed), 3), (640, 480))
    scene.attach(screen.window)
    yield scene
    screen.window.pop_handlers()


def press(scene: Any, *symbols: int) -> None:
    for symbol in symbols:
        scene.window.dispatch_event("on_key_press", symbol, 0)
        scene.window.dispatch_events()


def test_keys_work_the_remote_control(watched: Any) -> None:
    from pyglet.window import key

    playback = watched.playback
    press(watched, key.SPACE)
    assert playback.paused
    press(watched, key.SPACE, key.PLUS, key.EQUAL)
    assert (playback.paused, playback.speed) == (False, 4.0)
    press(watched, key.MINUS)
    assert playback.speed == 2.0
    press(watched, key.RIGHT)
    assert playback.now_s == pytest.approx(5.0)
    press(watched, key.LEFT)
    assert playback.now_s == 0.0
    press(watched, key.PERIOD)
    assert playback.paused
    assert playback.now_s > 0.0
    press(watched, key.T, key.H)
    assert not playback.skip_thinking
    assert watched.scene.hud.help_shown
    press(watched, key.N)
    assert playback.seed == 4


def test_wheel_and_drag_move_the_camera_and_zero_puts_it_back(watched: Any) -> None:
    from pyglet.window import key, mouse

    camera = watched.scene.camera
    scale, centre = camera.scale, camera.centre
    watched.window.dispatch_event("on_mouse_scroll", 200, 300, 0, 3)
    watched.window.dispatch_events()
    assert camera.scale > 1.3 * scale
    before = camera.to_screen((0.0, 0.0))
    watched.window.dispatch_event("on_mouse_drag", 210, 310, 12, 7, mouse.LEFT, 0)
    watched.window.dispatch_events()
    assert camera.to_screen((0.0, 0.0)) == pytest.approx((before[0] + 12, before[1] + 7))
    press(watched, key._0)
    assert (camera.scale, camera.centre) == (scale, centre)


def test_help_and_banner_are_drawn_over_everything(watched: Any, screen: Any) -> None:
    from dataclasses import replace

    frame = watched.playback.shown()
    plain = np.asarray(screen.picture(watched)).astype(int)
    watched.scene.hud.help_shown = True
    watched.scene.show(frame, 0.0, watched.playback)
    helped = np.asarray(screen.picture(watched)).astype(int)
    assert (np.abs(helped - plain).max(axis=2) > 30).mean() > 0.08
    watched.scene.hud.help_shown = False
    watched.scene.show(replace(frame, table_stage=TableStage.OVER, winners=("Ada",)), 0.0, watched.playback)
    over = np.asarray(screen.picture(watched)).astype(int)
    assert (np.abs(over - plain).max(axis=2) > 30)[300:460, 170:470].mean() > 0.1


def test_panels_are_painted_only_when_they_change(watched: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from scenes.drawing import hud as plates

    painted = given_to(monkeypatch, plates.PanelSprite, "_put")
    frame = watched.playback.shown()
    for moment in range(20):
        watched.scene.show(frame, moment / 60, watched.playback)
    assert painted == []
    watched.playback.toggle_pause()
    watched.scene.show(frame, 1.0, watched.playback)
    assert len(painted) == 1
