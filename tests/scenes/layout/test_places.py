"""Panels in windows of any size: nothing overlaps, nothing leaves the window, text can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.drawing.panels import Pen
from scenes.games.riff_raff import tray as ship_tray
from scenes.games.riff_raff.layout import lay_out
from scenes.games.zack.layout import fields_of
from scenes.games.zack.layout import lay_out as lay_out_zack
from scenes.games.zack.layout import strip_of as cards_of_the_bowl
from scenes.games.zatre import tray as board_tray
from scenes.games.zatre.layout import lay_out as lay_out_zatre
from scenes.games.zigzag.layout import buttons_of, cards_of, choices_of, pad_of, strip_of
from scenes.games.zigzag.layout import lay_out as lay_out_zigzag
from scenes.layout import text
from scenes.layout.places import PanelLayout, message_line, spot_at
from scenes.layout.text import LEAST_TEXT, MOST_SCALE, clean, fitted, width_px, wrapped
from scenes.window.camera import Rectangle
from sim.spec import game_of
from tests.scenes.layout.geometry import apart, inside

SIZES = [(640, 480), (1280, 720), (1920, 1080), (333, 777), (480, 900), (800, 800), (2560, 1080), (3840, 2160)]


@contextmanager
def written(scale: float) -> Iterator[None]:
    """Text this many times as large."""
    text.set_scale(scale)
    try:
        yield
    finally:
        text.set_scale(1.0)


SCALES = st.one_of(st.just(1.0), st.floats(text.LEAST_SCALE, MOST_SCALE))


LAY_OUTS: dict[str, Callable[[int, int, int], PanelLayout]] = {
    "riff-raff": lay_out,
    "zack": lambda width, height, seats: lay_out_zack(width, height, [-1 if seat % 2 else 1 for seat in range(seats)]),
    "zatre": lambda width, height, seats: lay_out_zatre(width, height, seats, seats),
    "zigzag": lambda width, height, seats: lay_out_zigzag(width, height, seats, 2),
}


@pytest.mark.parametrize("game", LAY_OUTS)
@given(data=st.data(), width=st.integers(320, 4000), height=st.integers(240, 2400), scale=SCALES)
def test_panels_are_in_the_window_and_apart_from_each_other_and_from_the_table(
    game: str, data: st.DataObject, width: int, height: int, scale: float
) -> None:
    seats = data.draw(st.sampled_from(game_of(game).counts))
    with written(scale):
        layout = LAY_OUTS[game](width, height, seats)
    assert len(layout.seats) in (0, seats)
    assert all(min(panel.width, panel.height) > 0 for panel in layout.panels)
    assert all(inside(panel, Rectangle(0.0, 0.0, width, height)) for panel in layout.panels)
    assert apart([*layout.panels, layout.table])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", ["riff-raff", "zack"])
def test_with_the_largest_text_something_is_left_of_the_table(size: tuple[int, int], seats: int, game: str) -> None:
    with written(MOST_SCALE):
        table = lay_out(*size, seats).table if game == "riff-raff" else lay_out_zack(*size, [-1, 1] * 3).table
    assert table.width * table.height > 0.22 * size[0] * size[1]


@pytest.mark.parametrize("scale", [0.5, 2.5, float("nan")])
def test_no_text_is_too_small_or_too_large_to_be_asked_for(scale: float) -> None:
    with pytest.raises(ValueError, match=r"0\.8 to 2"):
        text.set_scale(scale)
    assert text.scale() == 1.0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_ship_keeps_her_part_of_the_window(size: tuple[int, int], seats: int) -> None:
    layout = lay_out(*size, seats)
    assert len(layout.seats) == seats
    ship = layout.table
    assert ship.width * ship.height > 0.38 * size[0] * size[1]


@pytest.mark.parametrize("size", SIZES)
def test_text_grows_with_the_window_and_is_never_too_small(size: tuple[int, int]) -> None:
    layout = lay_out(*size, 4)
    for body in (11.5, 13, 16):
        assert layout.text(body) >= LEAST_TEXT
    assert lay_out(1920, 1080, 4).text(13) > lay_out(1280, 720, 4).text(13)
    assert Pen(layout.unit, 2.0).text(13) == 2 * layout.text(13)


@given(st.text(max_size=40), st.integers(5, 300))
def test_text_is_cut_to_its_room(text: str, room: int) -> None:
    short = fitted(text, room, 13)
    assert width_px(short, 13) <= room
    assert short in (clean(text), "") or short.endswith("…")


@given(
    st.lists(st.sampled_from(["Ada", "lowers", "a", "crate", "on", "slot", "Bartholomew's"]), min_size=1, max_size=20)
)
def test_wrapped_text_loses_no_word(words: list[str]) -> None:
    lines = wrapped(" ".join(words), 120, 13)
    assert " ".join(lines).split() == words
    assert all(width_px(line, 13) <= 120 for line in lines)


Find = Callable[[float, float], int | None]
Spots = list[tuple[tuple[Rectangle, ...], Find]]


def found_in(*rows: tuple[Rectangle, ...]) -> Spots:
    return [(spots, partial(spot_at, spots)) for spots in rows]


def at_the_ship(width: float, height: float) -> Spots:
    layout = lay_out(width, height, 4, ship_tray.room_for)
    cards = [ship_tray.Item(ship_tray.Sort.CARD, number) for number in range(1, 11)]
    pieces = [ship_tray.Item(ship_tray.Sort.PIECE, str(number)) for number in range(8)]
    trays = [ship_tray.lay_out(layout, items) for items in (cards, pieces)]
    return [(tray.spots, tray.at) for tray in trays]


def at_the_bowl(width: float, height: float) -> Spots:
    layout = lay_out_zack(width, height, (-1, -1, -1, 1, 1, 1))
    return found_in(cards_of_the_bowl(layout, 5).challenges, fields_of(layout.table, 6))


def at_the_board(width: float, height: float) -> Spots:
    layout = lay_out_zatre(width, height, 4, 4, board_tray.room_for)
    tray = board_tray.lay_out(layout.table, board_tray.room_for(layout), layout.unit, 3)
    return [(tray.tiles, tray.tile_at)]


def at_the_tapis(width: float, height: float) -> Spots:
    layout = lay_out_zigzag(width, height, 6, 1, message_line)
    buttons = buttons_of(pad_of(layout, 12), 12, layout.unit)
    return found_in(cards_of(strip_of(layout)), buttons, choices_of(layout.table, [True] * 4))


SPOTS = {"riff-raff": at_the_ship, "zack": at_the_bowl, "zatre": at_the_board, "zigzag": at_the_tapis}


@pytest.mark.parametrize("size", [(800, 500), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("game", SPOTS)
def test_between_two_things_to_click_no_click_is_lost(game: str, size: tuple[int, int]) -> None:
    width, height = size
    for spots, find in SPOTS[game](width, height):
        for one, two in pairwise(spots):
            beside = one.top > two.bottom and two.top > one.bottom
            for step in range(11) if beside else ():
                x = one.right + (two.left - one.right) * step / 10
                found = find(x, one.centre[1])
                assert found is not None
                assert spots[found] in (one, two)
        last = spots[-1]
        assert find(last.right + last.width, last.centre[1]) is None
    assert spot_at((), 1.0, 1.0) is None
