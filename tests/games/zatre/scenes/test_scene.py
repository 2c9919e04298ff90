"""Pictures of ZATRE: what is told is there to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scenes.drawing import palette
from scenes.drawing.panels import Pen
from scenes.games.zatre.art import VALUES, board_picture, middle, square_at, tile_image
from scenes.games.zatre.panels import fresh, sheet_panel, shown_rows, status_words
from scenes.layout import text
from sim.games.zatre.match.frame import RowView, SheetView, TableStage, TileView
from tests.games.zatre.scenes.frames import NAMES, SCENERY, SHEET, frame, seat

SIZES = ((640, 400), (1280, 720))


@pytest.fixture(autouse=True)
def _usual_afterwards() -> Iterator[None]:
    yield
    palette.use(palette.STANDARD)
    text.set_scale(1.0)


def picture_of(screen: Any, shown: Any, size: tuple[int, int], clock_s: float = 0.3) -> tuple[Image.Image, Any]:
    from scenes.games.zatre.scene import build_scene

    screen.resize(*size)
    scene = build_scene(SCENERY, *size, 1.0, first=shown)
    scene.show(shown, clock_s)
    return screen.picture(scene), scene


def pixels(picture: Image.Image, scene: Any, row: int, col: int) -> np.ndarray[Any, Any]:
    """The square of a picture."""
    x, y = scene.camera.to_screen(middle(row, col))
    half = 8 * scene.camera.scale
    box = (round(x - half), round(picture.height - y - half), round(x + half), round(picture.height - y + half))
    return np.asarray(picture.crop(box), dtype=float)


def test_every_point_of_a_square_is_that_square() -> None:
    for row, col in ((0, 4), (7, 7), (14, 10), (3, 12)):
        x, y = middle(row, col)
        for dx, dy in ((0, 0), (9.9, -9.9), (-9.9, 9.9)):
            assert square_at(x + dx, y + dy) == (row, col)


def test_squares_and_tiles_can_be_told_apart_without_their_colours() -> None:
    tones = {kind: np.median([square for _, square in squares_of(kind)]) for kind in ("dark", "light", "red")}
    assert tones["light"] - max(tones["dark"], tones["red"]) > 60  # the red one is marked by a ring besides
    tiles = {value: np.asarray(tile_image(value, 40).convert("L"), dtype=float) for value in VALUES}
    by_value = [float(np.median(tile)) for tile in tiles.values()]
    assert by_value == sorted(by_value, reverse=True)
    assert min(by_value) - max(tones["dark"], tones["red"]) > 60
    for one, two in combinations(tiles.values(), 2):
        assert np.mean(np.abs(one - two) > 60) > 0.04


def squares_of(kind: str) -> list[tuple[tuple[int, int], np.ndarray[Any, Any]]]:
    """The squares that the rules say are of that kind, as the board's picture shows them, in grey."""
    picture = board_picture(2.0).image.convert("L")
    found = []
    for at, what in SCENERY.squares.items():
        if what == kind:
            x, y = (picture.width / 2 + 2 * middle(*at)[0], picture.height / 2 - 2 * middle(*at)[1])
            box = round(x - 14), round(y - 14), round(x + 14), round(y + 14)
            found.append((at, np.asarray(picture.crop(box), dtype=float)))
    return found


def test_light_squares_bear_a_cross_and_the_red_one_a_ring_where_the_rules_have_them() -> None:
    plain = max(float(square.std()) for _, square in squares_of("dark"))
    for kind in ("light", "red"):
        for at, square in squares_of(kind):
            assert square.std() > 1.4 * plain, at


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize(("colours", "scale"), [("standard", 1.0), ("colour-blind", 1.5)])
def test_tiles_lie_on_their_squares(screen: Any, size: tuple[int, int], seats: int, colours: str, scale: float) -> None:
    palette.use(colours)
    text.set_scale(scale)
    empty, _ = picture_of(screen, frame(seats, board=(), gains=None), size)
    laid, scene = picture_of(screen, frame(seats, gains=None), size)
    for row, col in ((7, 7), (7, 8), (8, 8)):
        assert np.abs(pixels(laid, scene, row, col) - pixels(empty, scene, row, col)).mean() > 18
    assert np.abs(pixels(laid, scene, 3, 3) - pixels(empty, scene, 3, 3)).mean() < 1


def test_a_tile_glides_from_its_rack_to_its_square(screen: Any) -> None:
    tile = TileView(7, 7, 6, "Ada", True, 9.0)

    def at(time_s: float) -> Image.Image:
        return picture_of(
            screen, frame(time_s=time_s, board=(tile,), gains=None, table_stage=TableStage.PLACED), (1280, 720)
        )[0]

    _, scene = picture_of(screen, frame(board=(), gains=None), (1280, 720))
    rest = pixels(at(12.0), scene, 7, 7)
    assert np.abs(pixels(at(9.05), scene, 7, 7) - rest).mean() > 30  # still on its way
    assert np.abs(pixels(at(9.54), scene, 7, 7) - rest).mean() < np.abs(pixels(at(9.05), scene, 7, 7) - rest).mean()
    # Half way it is half way between the plate and the square.
    between = np.abs(np.asarray(at(9.275), dtype=float) - np.asarray(at(12.0), dtype=float)).sum(axis=(0, 2))
    columns = np.flatnonzero(between > between.max() / 3)
    plate = scene.hud.layout.seats[0].centre[0]
    assert plate < columns.min() < scene.camera.to_screen((0.0, 0.0))[0]


def test_a_frame_between_two_carries_tiles_on() -> None:
    one, two = frame(time_s=9.0), frame(time_s=9.2)
    assert one.interpolate(two, 0.5).time_s == pytest.approx(9.1)


@pytest.mark.parametrize("size", [(800, 500), (1280, 720), (1920, 1080)])
def test_badges_have_sixteen_pixels(screen: Any, size: tuple[int, int]) -> None:
    _, scene = picture_of(screen, frame(), size)
    corners = scene.stage.badge(0.0, 0.0, "6", "plain").corners
    assert (corners[2][1] - corners[0][1]) * scene.camera.scale > 15.9


def test_runs_that_count_are_framed_with_their_sums(screen: Any) -> None:
    plain, scene = picture_of(screen, frame(gains=None), (1280, 720))
    told, _ = picture_of(screen, frame(), (1280, 720))
    for row, col in ((7, 7), (7, 8), (8, 8)):
        assert np.abs(pixels(told, scene, row, col) - pixels(plain, scene, row, col)).mean() > 4
    assert np.abs(pixels(told, scene, 2, 3) - pixels(plain, scene, 2, 3)).mean() < 1


def test_whose_turn_it_is_is_told_with_its_verb() -> None:
    shown = frame()
    assert status_words(replace(shown, table_stage=TableStage.THINKING)) == "Ada thinks"
    assert status_words(replace(shown, due="You", table_stage=TableStage.THINKING)) == "You think"


@pytest.mark.parametrize("size", [(64, 64), (200, 120), (120, 400), (3000, 300)])
def test_any_window_shows_something(screen: Any, size: tuple[int, int]) -> None:
    for shown in (frame(6), frame(3, table_stage=TableStage.OVER, due=None, winners=("Ada",))):
        picture, _ = picture_of(screen, shown, size)
        assert np.asarray(picture).std() > 5


def test_partners_share_a_sheet_and_everybody_else_has_his_own(screen: Any) -> None:
    teams = tuple(seat(name, due=index < 2, team=index // 2) for index, name in enumerate(NAMES[:4]))
    _, scene = picture_of(screen, frame(4), (1280, 720))
    assert len(scene.hud.layout.sheets) == 4
    scene.show(frame(4, seats=teams), 0.0)
    assert len(scene.hud.layout.sheets) == 2


def test_tiles_face_down_do_not_show_their_value(screen: Any) -> None:
    def with_rack(rack: tuple[int | None, ...]) -> np.ndarray[Any, Any]:
        shown = frame()
        hidden = replace(shown, seats=(shown.seats[0], seat("Bert", rack=rack)))
        return np.asarray(picture_of(screen, hidden, (1280, 720))[0], dtype=float)

    assert np.abs(with_rack((None,)) - with_rack(())).max() > 20
    assert np.abs(with_rack((1,)) - with_rack((6,))).max() > 20
    assert np.abs(with_rack((None,)) - with_rack((6,))).max() > 20


# ------------------------------------------------------------------------------------------------ sheets


def test_cells_filled_by_the_turn_are_lit() -> None:
    after = SheetView((*SHEET.rows[:1], replace(SHEET.rows[1], ten=1, earned=True), *SHEET.rows[2:]), 0, 60)
    new = fresh(SHEET, after)
    assert new.cells == {(1, 1)}
    pen = Pen(1.0, 1.0)
    one, two = (np.asarray(sheet_panel("Ada", after, (300, 340), pen, False, lit), dtype=float) for lit in (None, new))
    assert np.abs(one - two).max() > 20


@pytest.mark.parametrize("size", [(300, 340), (150, 160), (110, 90), (40, 30)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_sheet_can_be_painted_at_any_size(size: tuple[int, int], scale: float) -> None:
    text.set_scale(scale)
    rows = tuple(RowView(row < 13, 1, 2, 4, 3, True, 20) for row in range(23))
    assert sheet_panel("Bosun Bartholomew", SheetView(rows, 5, 455), size, Pen(1.0, 1.0)).size == size


def test_the_rows_that_are_being_filled_are_shown() -> None:
    rows = tuple(RowView(False, 1, None, None, 0, False, 1) for _ in range(20))
    assert shown_rows(SheetView(rows[:3]), 10) == range(10)
    assert shown_rows(SheetView(rows[:6]), 3) == range(3, 6), "on a small sheet no row is empty"
    late = shown_rows(SheetView(rows), 8)
    assert len(late) == 8
    assert 19 in late
    assert 20 in late
