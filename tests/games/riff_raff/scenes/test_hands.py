"""Riff Raff's hands: the palms lie where the physics catches, and arms hide little."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from scenes.drawing.canvas import Picture
from scenes.games.riff_raff.art import hand_art
from sim.games.riff_raff.match.frame import PieceState, RiffRaffFrame
from sim.physics.ship.catching import FINGER_MM, PALM_THICKNESS_MM
from sim.physics.ship.state import Pose
from tests.scenes.fake_match import CATCH, FakeMatch

WIDTH = CATCH.width_mm
AT = {"centre": (8.0, 180.0), "left": (-120.0, 120.0), "right": (130.0, 40.0), "top": (5.0, 330.0)}
SLEEVE_MM = hand_art.SLEEVE.length_mm


def opaque_at(picture: Picture) -> Callable[[Any, Any], Any]:
    """Return a function that tells which points (mm) a picture covers."""
    alpha = np.asarray(picture.image.getchannel("A"))

    def covered(x: Any, y: Any) -> Any:
        columns = np.floor(picture.anchor[0] + np.asarray(x) * picture.scale).astype(int)
        rows = picture.image.height - 1 - np.floor(picture.anchor[1] + np.asarray(y) * picture.scale).astype(int)
        inside = (rows >= 0) & (rows < alpha.shape[0]) & (columns >= 0) & (columns < alpha.shape[1])
        found = alpha[rows.clip(0, alpha.shape[0] - 1), columns.clip(0, alpha.shape[1] - 1)] > 127
        return found & inside

    return covered


@pytest.mark.parametrize(
    ("scale", "side", "width"), [(1.1, 1, WIDTH), (2.3, -1, WIDTH), (2.3, 1, 70.0), (5.0, 1, WIDTH)]
)
def test_a_palm_is_drawn_within_a_millimetre_of_where_it_catches(
    display: str, scale: float, side: int, width: float
) -> None:
    from scenes.drawing.sprites import mirrored

    painter = partial(hand_art.palm_picture, width, PALM_THICKNESS_MM, FINGER_MM)
    picture = (mirrored(painter) if side < 0 else painter)(scale)
    covered, half, near = opaque_at(picture), width / 2, 1.0
    across = np.linspace(-half + near, half - near, 80)
    # The face: hand up to a millimetre below it, and nothing from a millimetre above it up to over the fingertips.
    assert covered(across, np.full(80, -near)).all()
    for y in np.arange(near, FINGER_MM + 6, 0.5):
        assert not covered(across, np.full(80, y)).any()
    # The box of the physics is hand all through.
    for y in np.linspace(-PALM_THICKNESS_MM + near, -near, 8):
        assert covered(across, np.full(80, y)).all()
    # At both ends fingers stand up: as high, and with their inner sides at the ends of the face.
    up = np.linspace(near, FINGER_MM - near, 20)
    for end in (-1, 1):
        assert covered(np.full(20, end * (half + near)), up).all()
        outwards = end * np.linspace(half, half + 9, 40)
        assert covered(outwards, np.full(40, FINGER_MM - near)).any()
        assert not covered(outwards, np.full(40, FINGER_MM + near)).any()


def pixels(sprite: Any) -> Any:
    """The pixels of a sprite's picture, rows by columns by red, green, blue and opacity."""
    image = sprite.image.get_image_data()
    data = np.frombuffer(image.get_data("RGBA", image.width * 4), dtype=np.uint8)
    return data.reshape(image.height, image.width, 4)


def scene_of(frame: RiffRaffFrame, match: FakeMatch) -> Any:
    from scenes.games.riff_raff.scene import build_scene

    return build_scene(match.static_scene, 640, 480, first=frame)


@pytest.fixture(scope="module")
def held() -> tuple[FakeMatch, RiffRaffFrame]:
    """A moment at which a hand holds a piece over the ship."""
    match = FakeMatch()
    while not any(piece.state is PieceState.HELD for piece in match.frame().pieces):
        match.advance(0.1)
    return match, match.frame()


def moved(frame: RiffRaffFrame, at: tuple[float, float], reach: float = 75.0) -> RiffRaffFrame:
    """The moment with the holding hand there, and both palms that far from the ship's axis."""
    x, y = at
    pieces = tuple(
        replace(piece, x=x, y=y, angle=0.0) if piece.state is PieceState.HELD else piece for piece in frame.pieces
    )
    palms = (Pose(-reach, -28.0, 0.0), Pose(reach, -28.0, 0.0))
    return replace(frame, pieces=pieces, hand=Pose(x, y, 0.0), palms=palms)


def test_an_arm_fades_out_on_its_own_side_of_the_mast(screen: Any, held: tuple[FakeMatch, RiffRaffFrame]) -> None:
    match, frame = held
    stage = scene_of(frame, match).stage
    for x in (-140.0, -60.0, -12.0, 12.0, 60.0, 140.0):
        stage.update(moved(frame, (x, 120.0)), 0.0)
        (arm,) = [hand.arm.near for hand in stage.hands.values() if hand.arm.near.visible]
        turn = -math.radians(arm.rotation)
        assert arm.x * x > 0, "the wrist"
        assert (arm.x + SLEEVE_MM * math.cos(turn)) * x > 0, "the elbow"
        assert arm.opacity < 200, "cargo is seen through it"
        alpha = np.asarray(pixels(arm))[..., 3]
        assert alpha[:, -3:].max() <= 2, "it does not end, it fades"
        assert alpha.max() > 250


def test_palms_are_shown_where_the_match_says(screen: Any, held: tuple[FakeMatch, RiffRaffFrame]) -> None:
    match, frame = held
    stage = scene_of(frame, match).stage
    stage.update(moved(frame, AT["centre"], 131.0), 0.0)
    assert [(palm.x, palm.y, palm.rotation) for palm in stage.catching.palms.values()] == [
        (-131.0, -28.0, 0.0),
        (131.0, -28.0, 0.0),
    ]
    for palm in frame.palms:
        stage.update(replace(frame, palms=(palm,)), 0.0)
        shown = [sprite.x for sprite in stage.catching.palms.values() if sprite.visible]
        assert shown == [palm.x], "the other hand loads"
    stage.update(replace(frame, palms=()), 0.0)
    assert not any(palm.visible for palm in stage.catching.palms.values())
    assert not any(arm.near.visible for arm in stage.catching.arms.values())


PALMS = {"left": (Pose(-131.0, -28.0, 0.0),), "right": (Pose(131.0, -28.0, 0.0),)}


def test_an_opened_hand_is_seen_to_withdraw_until_it_waits_to_catch(
    screen: Any, held: tuple[FakeMatch, RiffRaffFrame]
) -> None:
    match, frame = held
    stage = scene_of(frame, match).stage

    def lifts(palms: tuple[Pose, ...]) -> bool:
        stage.update(replace(frame, palms=PALMS["left"]), 0.0)
        stage.update(replace(frame, time_s=frame.time_s + 0.1, hand=None, palms=palms), 0.0)
        return any(hand.arm.near.visible for hand in stage.hands.values())

    assert lifts(PALMS["left"])
    assert not lifts(PALMS["left"] + PALMS["right"])
