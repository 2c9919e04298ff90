"""The part of the world that is shown: how large ship, pieces and numbers are, and when the view moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scenes.games.riff_raff.framing import AVALANCHE, Framing
from scenes.window.camera import Camera, Rectangle
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import PieceState, RiffRaffFrame, TableStage
from sim.seat import PERSON, Seat
from tests.games.riff_raff.scenes.test_play import AtTable
from tests.scenes.fake_match import FakeMatch

SIZES = [(800, 500), (1280, 720), (1920, 1080)]
LEAST_PIECE_PX = {500: 30, 720: 50, 1080: 75}
"""By the height of the window: the height of the crate, in pixels."""


def practising(configuration: RiffRaffConfiguration, size: tuple[int, int]) -> AtTable:
    """Someone before a ship who is to load slot 6."""
    practice = Practice(configuration, Seat("You", "casual", PERSON), 3, slot=6, piece="crate")
    practice.advance(0.1)
    return AtTable(practice, size)


@pytest.mark.parametrize("size", SIZES)
def test_whoever_loads_sees_the_ship_fill_her_place(
    screen: Any, configuration: RiffRaffConfiguration, size: tuple[int, int]
) -> None:
    table = practising(configuration, size)
    camera, ship = table.scene.camera, configuration.setup.ship
    high = camera.to_screen((0.0, ship.mast_top_mm))[1] - camera.to_screen((0.0, 0.0))[1]
    assert high > 0.75 * camera.viewport.height
    section = configuration.setup.pieces["crate"].forms["side"]
    low, up = section.core(0.0)
    assert (up - low) * camera.pixels_per_mm > LEAST_PIECE_PX[size[1]]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("letters", [1.0, 1.6])
def test_the_numbers_of_slots_are_sixteen_pixels_high_and_follow_the_letters(
    screen: Any, configuration: RiffRaffConfiguration, size: tuple[int, int], letters: float
) -> None:
    from scenes.layout import text

    text.set_scale(letters)
    try:
        table = practising(configuration, size)
        camera, stage = table.scene.camera, table.scene.stage
        heights = []
        for zoom in (1.0, 0.6):
            camera.zoom_at(camera.viewport.centre, zoom)
            table.scene.tidy()
            table.show()
            heights += [tag.height * camera.pixels_per_mm for _, tag in stage._tags.values() if tag.visible]
    finally:
        text.set_scale(1.0)
    assert min(heights) > 15.9 * max(1.0, letters)


def at(frame: RiffRaffFrame, stage: TableStage, fallen: int = 0, by: str = "simple") -> RiffRaffFrame:
    """A frame at that stage of a bot's turn, or a person's, with that many pieces on the table."""
    pieces = [
        replace(piece, state=PieceState.FALLEN if index < fallen else PieceState.ABOARD)
        for index, piece in enumerate((frame.pieces * AVALANCHE)[:AVALANCHE])
    ]
    seats = tuple(replace(seat, strategy=by, is_due=index == 0) for index, seat in enumerate(frame.seats))
    return replace(frame, table_stage=stage, pieces=tuple(pieces), seats=seats)


@pytest.fixture(scope="module")
def frame() -> RiffRaffFrame:
    """A moment at which a piece is in the game."""
    match = FakeMatch()
    while not match.frame().pieces:
        match.advance(0.1)
    return match.frame()


def test_the_whole_toy_is_shown_before_anything_is_aboard_and_after_an_avalanche(frame: RiffRaffFrame) -> None:
    framing = Framing(FakeMatch().static_scene)
    loaded = at(frame, TableStage.CHOOSING)
    assert framing.wanted(replace(loaded, pieces=()), whole=False) == framing.whole
    assert framing.wanted(loaded, whole=False).bottom == framing.ship.bottom
    assert framing.wanted(loaded, whole=True).bottom == framing.whole.bottom
    for fallen in range(AVALANCHE):
        assert framing.wanted(at(frame, TableStage.WATCHING, fallen), whole=False).bottom == framing.ship.bottom
    after = framing.wanted(at(frame, TableStage.WATCHING, AVALANCHE), whole=False)
    assert after.bottom == framing.whole.bottom


def test_the_view_glides_and_arrives(frame: RiffRaffFrame) -> None:
    framing = Framing(FakeMatch().static_scene)
    camera = Camera(framing.ship, Rectangle(0, 0, 800, 600))
    framing.update(at(frame, TableStage.CHOOSING), 0.0, camera)
    near = camera.home
    bottoms = []
    for step in range(1, 121):
        framing.update(at(frame, TableStage.WATCHING, AVALANCHE), step / 60, camera)
        bottoms.append(camera.home.bottom)
    assert all(after <= before for before, after in zip([near.bottom, *bottoms], bottoms, strict=False))
    assert max(before - after for before, after in zip([near.bottom, *bottoms], bottoms, strict=False)) < 15.0
    assert bottoms[30] < near.bottom - 0.8 * (near.bottom - framing.whole.bottom), "most of the way in half a second"
    assert camera.home == framing.wanted(at(frame, TableStage.WATCHING, AVALANCHE), whole=False)


@pytest.mark.parametrize(
    ("stage", "by", "still"),
    [
        (TableStage.LOADING, "simple", False),
        (TableStage.LOADING, PERSON, True),
        (TableStage.WATCHING, PERSON, True),
        (TableStage.WATCHING, "simple", False),
        (TableStage.TIDYING, PERSON, False),
    ],
)
def test_the_view_never_moves_under_a_hand(frame: RiffRaffFrame, stage: TableStage, by: str, still: bool) -> None:
    framing = Framing(FakeMatch().static_scene)
    camera = Camera(framing.ship, Rectangle(0, 0, 800, 600))
    framing.update(at(frame, stage, by=by), 0.0, camera)
    home = camera.home
    for step in range(1, 60):
        framing.update(at(frame, stage, AVALANCHE, by), step / 60, camera)
    assert (camera.home == home) is still


def test_a_piece_that_goes_overboard_splashes_once_and_lies_before_the_box(screen: Any, frame: RiffRaffFrame) -> None:
    from scenes.games.riff_raff.art.backdrop import splash_picture
    from scenes.games.riff_raff.scene import build_scene
    from scenes.games.riff_raff.splash import LASTS_S
    from scenes.games.riff_raff.stage import Layer

    stage = build_scene(FakeMatch().static_scene, 640, 480, first=frame).stage
    piece = replace(frame.pieces[0], layer="bow", state=PieceState.FALLING)

    def shown(y: float, clock_s: float) -> tuple[int, set[Layer]]:
        stage.update(replace(frame, hand=None, pieces=(replace(piece, y=y),)), clock_s)
        return sum(splash.visible for splash in stage.splashes.sprites), {key[2] for key in stage._pieces}

    assert shown(60.0, 0.0) == (0, {Layer.OVER_BOW}), "behind the ship"
    assert splash_picture(2.0).image.getbbox() is not None, "there is something to be seen"
    assert shown(-60.0, 0.1) == (1, {Layer.LANDED})
    assert shown(-150.0, 0.1 + 0.9 * LASTS_S) == (1, {Layer.LANDED})
    assert shown(-160.0, 0.1 + 1.1 * LASTS_S) == (0, {Layer.LANDED}), "each goes overboard once"
    assert max(Layer.WATER, Layer.CARD, Layer.LIP) < Layer.LANDED
    assert min(Layer.PALMS, Layer.SLEEVES) > max(Layer.WATER, Layer.CARD, Layer.LIP), "no arm is cut at the box"


def test_after_a_leap_to_another_moment_the_view_is_there_at_once(frame: RiffRaffFrame) -> None:
    framing = Framing(FakeMatch().static_scene)
    camera = Camera(framing.ship, Rectangle(0, 0, 800, 600))
    fallen = at(frame, TableStage.WATCHING, AVALANCHE)
    framing.update(fallen, 5.0, camera)
    assert camera.home.bottom == framing.whole.bottom
    framing.update(replace(at(frame, TableStage.LOADING), time_s=frame.time_s - 20.0), 5.0, camera)
    assert camera.home.bottom == framing.ship.bottom, "while the clock stands still, too"
