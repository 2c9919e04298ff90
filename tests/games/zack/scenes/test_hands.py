"""Zack!'s hands: no arm ends in mid-air, and the table reaches as far as the window."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scenes.games.zack.art import TILE_MM
from sim.games.zack.match.frame import HandState, HandView, ZackFrame
from tests.games.zack.scenes.frames import HAND, static_scene, still
from tests.scenes.sleeves import ends_outside, overlap_px, views

AT = ((150.0, 220.0), (405.0, 300.0), (HAND[0] + 90.0, 77.0), (460.0, 20.0))


def moved(frame: ZackFrame, x: float, y: float) -> ZackFrame:
    """The moment with all hands that far from the bowl's middle and that high."""
    return replace(
        frame,
        seats=tuple(
            replace(seat, hand=HandView(HandState.THROWING, None, 0.3 * number % 1, seat.side * x, y))
            for number, seat in enumerate(frame.seats)
        ),
    )


def test_no_arm_and_no_table_ends_within_the_window(screen: Any) -> None:
    from scenes.games.zack.scene import build_scene

    frame = still(6)
    scene = build_scene(static_scene(6), 640, 480, first=frame)
    tiles = scene.stage.tiles
    for size, zoom in views(scene):
        assert scene.camera.to_screen((min(tile.x for tile in tiles), 0.0))[0] < 0
        assert scene.camera.to_screen((max(tile.x for tile in tiles) + TILE_MM, 0.0))[0] > size[0]
        for at in AT:
            scene.stage.update(moved(frame, *at), 0.0)
            assert len(scene.stage.hands) == 6
            for hand in scene.stage.hands.values():
                assert 0.0 <= overlap_px(hand.sleeve) < 3.0
                assert ends_outside(hand.sleeve, scene.camera, size), (size, zoom, at)


def test_a_player_who_leaves_takes_hand_and_sleeve_along(screen: Any) -> None:
    from scenes.games.zack.scene import build_scene

    frame = still(6)
    stage = build_scene(static_scene(6), 640, 480, first=frame).stage
    stage.update(frame, 0.0)
    arts = [art for name, art in stage.gallery._art.items() if name.startswith(("sleeve", "shaft", "fingers"))]
    assert sum(len(art.sprites) for art in arts) == 3 * 6
    stage.update(replace(frame, seats=frame.seats[:2]), 0.0)
    assert sum(len(art.sprites) for art in arts) == 3 * 2
