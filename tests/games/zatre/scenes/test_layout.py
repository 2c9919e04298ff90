"""The panels of ZATRE in windows of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scenes.games.zatre.layout import lay_out
from scenes.games.zatre.tray import lay_out as lay_tray
from scenes.games.zatre.tray import room_for, tray_height
from scenes.layout import text
from scenes.layout.places import Foot, bar_height
from scenes.window.camera import Camera, Rectangle
from tests.games.zatre.scenes import frames
from tests.scenes.layout.geometry import apart

SIZES = ((640, 400), (800, 600), (1024, 768), (1280, 720), (1280, 1024), (1920, 1080), (600, 900), (400, 800))


@pytest.fixture(params=(1.0, 1.5))
def text_scale(request: pytest.FixtureRequest) -> Iterator[float]:
    text.set_scale(request.param)
    yield request.param
    text.set_scale(1.0)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_has_a_panel(size: tuple[int, int], seats: int, text_scale: float) -> None:
    assert len(lay_out(*size, seats, seats).seats) == seats


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_board_has_a_good_part_of_the_window(size: tuple[int, int], text_scale: float) -> None:
    width, height = size
    board = lay_out(width, height, 4, 4).table
    assert min(board.width, board.height) >= 0.5 * min(width, height) / text_scale**0.5


@pytest.mark.parametrize("foot", [None, room_for], ids=["watched", "played"])
@pytest.mark.parametrize(
    ("size", "watched", "played"), [((800, 500), 26, 25), ((1280, 720), 38, 35), ((1920, 1080), 58, 53)], ids=str
)
def test_tiles_are_large(screen: Any, size: tuple[int, int], watched: int, played: int, foot: Foot | None) -> None:
    """Their side in pixels, however many play: the board fills the height of its place."""
    from scenes.games.zatre.stage import HOME, TILE_MM

    assert screen
    for seats in range(2, 7):
        width, height = size
        layout = lay_out(width, height - (bar_height(*size) if foot is None else 0.0), seats, min(seats, 3), foot)
        table, below = layout.table, 0.0 if foot is None else foot(layout)
        camera = Camera(HOME, Rectangle(table.left, table.bottom + below, table.right, table.top))
        assert camera.scale * TILE_MM >= (watched if foot is None else played), seats


@pytest.mark.parametrize("size", [(640, 400), (1280, 720), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_somebody_sheet_is_always_seen(size: tuple[int, int], text_scale: float) -> None:
    for seats in range(2, 7):
        assert lay_out(*size, seats, seats).sheets


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("count", [0, 2, 4, 9])
def test_tiles_words_and_button_of_the_tray_are_apart(size: tuple[int, int], count: int, text_scale: float) -> None:
    layout = lay_out(*size, 3, 3)
    tray = lay_tray(layout.table, tray_height(layout.table.height, layout.unit), layout.unit, count)
    assert len(tray.tiles) == count
    assert apart((*tray.tiles, tray.words, tray.button))
    for tile in tray.tiles:
        assert tray.place.left <= tile.left
        assert tile.right <= tray.rack.right
        assert tray.place.bottom <= tile.bottom
        assert tile.top <= tray.place.top
    assert tray.words.width > 40


@pytest.mark.parametrize("sides", [4, 5, 6])
@pytest.mark.parametrize("size", [(800, 500), (800, 470), (1280, 690)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("foot", [None, room_for])
def test_every_side_has_its_sheet_from_800x500_on(size: tuple[int, int], sides: int, foot: Foot | None) -> None:
    """The bar of a watched match takes 30 of the 500 lines."""
    layout = lay_out(*size, sides, sides, foot)
    assert len(layout.seats) == len(layout.sheets) == sides


def test_where_not_all_sheets_fit_those_that_lead_come_after_the_side_to_move(screen: Any) -> None:
    from scenes.games.zatre.scene import Hud

    assert screen
    totals = {"Anne": 12, "Bert": 30, "Cleo": 7, "Dirk": 30}
    frame = frames.frame(4)
    names = [seat.name for seat in frame.seats]
    seats = tuple(
        replace(seat, sheet=replace(seat.sheet, total=total), is_due=total == 7)
        for seat, total in zip(frame.seats, totals.values(), strict=True)
    )
    hud, shown = Hud(frames.SCENERY), []
    hud._put_sheet = lambda _panel, _place, side, *_rest: shown.append(side)
    layout = hud.resize(640, 400, 1.0, replace(frame, seats=seats))
    hud.layout = replace(layout, sheets=(layout.sheets[0],) * 3)
    hud.update(replace(frame, seats=seats), None, Camera(Rectangle(0, 0, 1, 1), Rectangle(0, 0, 1, 1)))
    assert shown == [names[2], names[1], names[3]]
