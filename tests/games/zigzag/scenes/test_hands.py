"""ZIGZAG's hands: no arm ends in mid-air, and a left-handed player has a left hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from sim.games.zigzag.match.frame import HandState, HandView, StaticScene, ZigzagFrame
from tests.games.zigzag.scenes.frames import frame_of, static_scene
from tests.scenes.sleeves import ends_outside, overlap_px, views

AT = ((0.0, 0.0), (-380.0, 100.0), (400.0, -80.0), (0.0, 230.0))


@pytest.fixture
def six() -> StaticScene:
    """Six players around the tapis."""
    return static_scene(6)


def moved(frame: ZigzagFrame, x: float, y: float) -> ZigzagFrame:
    """The moment with all hands reaching there."""
    hand = HandView(HandState.REACHING, None, None, x, y)
    return replace(frame, seats=tuple(replace(seat, hand=hand) for seat in frame.seats))


@pytest.mark.slow
def test_no_arm_ends_within_the_window(screen: Any, six: StaticScene) -> None:
    from scenes.games.zigzag.scene import build_scene

    frame = frame_of(six)
    scene = build_scene(six, 640, 480, first=frame)
    for size, zoom in views(scene):
        for shown in (frame, *(moved(frame, *at) for at in AT)):
            scene.stage.update(shown, 0.0)
            for arm in scene.stage.arms.values():
                assert 0.0 <= overlap_px(arm.sleeve) < 3.0
                assert ends_outside(arm.sleeve, scene.camera, size), (size, zoom)


def test_a_left_hand_is_the_mirror_image_of_a_right_one(screen: Any, six: StaticScene) -> None:
    from scenes.games.zigzag.scene import build_scene

    frame = frame_of(six)
    stage = build_scene(six, 640, 480, first=frame).stage
    me, other = six.seats[:2]
    home = stage.places[me]
    at = home.beside(200.0, 0.0)
    reaching = moved(frame, *at)
    stage.update(reaching, 0.0)
    right, others = stage.arms[me], stage.arms[other]
    turn, picture = right.sleeve.near.rotation, right.spread.image
    sprites = len(stage.gallery.art("open1", lambda _: None).sprites)
    stage.left_handed = frozenset({me})
    stage.update(reaching, 0.0)
    left = stage.arms[me]
    assert left.side == -1
    assert left.spread.image is not picture
    assert left.spread.image.anchor_x == pytest.approx(picture.width - picture.anchor_x)
    # Straight ahead of where the hand rests, the arm comes from as far to the other side.
    ahead = -math.degrees(home.angle) + 90.0
    assert math.sin(math.radians(turn - ahead)) == pytest.approx(
        -math.sin(math.radians(left.sleeve.near.rotation - ahead)), abs=1e-6
    )
    assert abs(math.sin(math.radians(turn - ahead))) > 0.2
    assert stage.arms[other] is others
    assert len(stage.gallery.art("open1", lambda _: None).sprites) == sprites - 1
    stage.left_handed = frozenset()
    stage.update(reaching, 0.0)
    assert stage.arms[me].sleeve.near.rotation == turn
