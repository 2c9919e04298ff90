"""The game has the window: at every size and scale of text the table keeps its share of it, and panels are apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from scenes.games.riff_raff import layout as riff_raff
from scenes.games.riff_raff import tray as riff_raff_tray
from scenes.games.zack import layout as zack
from scenes.games.zack.layout import strip_of
from scenes.games.zatre import layout as zatre
from scenes.games.zatre import tray as zatre_tray
from scenes.games.zigzag import layout as zigzag
from scenes.games.zigzag.layout import buttons_of, cards_of, pad_of
from scenes.layout import text
from scenes.layout.places import Foot, PanelLayout, bar_height, message_line
from scenes.window.camera import Rectangle
from tests.scenes.layout.geometry import apart, inside, overlap

SIZES = (
    (800, 500), (960, 540), (1024, 768), (1280, 720), (1366, 768), (1280, 1024), (1600, 900), (1920, 1080),
    (2560, 1080), (2560, 1440), (800, 1000), (1080, 1920),
)  # fmt: skip
SCALES = (0.8, 1.0, 1.5, 2.0)
LEAST = 0.55

LayOut = Callable[[float, float, Foot | None, bool | None], PanelLayout]
GAMES: dict[str, tuple[LayOut, Foot | None]] = {
    "riff-raff, 2": (lambda w, h, foot, fold: riff_raff.lay_out(w, h, 2, foot, fold), riff_raff_tray.room_for),
    "riff-raff, 4": (lambda w, h, foot, fold: riff_raff.lay_out(w, h, 4, foot, fold), riff_raff_tray.room_for),
    "zack, 3": (lambda w, h, foot, fold: zack.lay_out(w, h, (-1, 1, -1), foot, fold), None),
    "zack, 6": (lambda w, h, foot, fold: zack.lay_out(w, h, (-1, 1) * 3, foot, fold), None),
    "zigzag, 4": (lambda w, h, foot, fold: zigzag.lay_out(w, h, 4, 1, foot, fold), message_line),
    "zigzag, 6": (lambda w, h, foot, fold: zigzag.lay_out(w, h, 6, 2, foot, fold), message_line),
    "zatre, 2": (lambda w, h, foot, fold: zatre.lay_out(w, h, 2, 2, foot, fold), zatre_tray.room_for),
    "zatre, 4": (lambda w, h, foot, fold: zatre.lay_out(w, h, 4, 4, foot, fold), zatre_tray.room_for),
    "zatre, 6": (lambda w, h, foot, fold: zatre.lay_out(w, h, 6, 3, foot, fold), zatre_tray.room_for),
}


@pytest.fixture(params=SCALES)
def text_scale(request: pytest.FixtureRequest) -> Iterator[float]:
    text.set_scale(request.param)
    yield request.param
    text.set_scale(1.0)


def layout_of(game: str, size: tuple[float, float], played: bool, fold: bool | None = None) -> PanelLayout:
    """Return the layout of a game in a window; a match that is watched has the bar of its time below it."""
    width, height = size
    lay_out, foot = GAMES[game]
    return lay_out(width, height, foot, fold) if played else lay_out(width, height - bar_height(*size), None, fold)


def drawn_in(game: str, layout: PanelLayout, played: bool) -> Rectangle:
    """Return the part of the window in which the table is drawn."""
    foot, table = GAMES[game][1] if played else None, layout.table
    return Rectangle(table.left, table.bottom + (0.0 if foot is None else foot(layout)), table.right, table.top)


@pytest.mark.parametrize("played", [True, False], ids=["playing", "watching"])
@pytest.mark.parametrize("game", GAMES)
def test_the_table_has_more_than_half_of_every_window(game: str, played: bool, text_scale: float) -> None:
    for size in SIZES:
        table = drawn_in(game, layout_of(game, size, played), played)
        share = table.width * table.height / (size[0] * size[1])
        assert share >= LEAST, f"{size}: {share:.3f}"


@pytest.mark.parametrize("fold", [None, True, False], ids=["as there is room", "folded", "unfolded"])
@pytest.mark.parametrize("played", [True, False], ids=["playing", "watching"])
@pytest.mark.parametrize("game", GAMES)
def test_panels_are_in_the_window_and_apart_from_each_other_and_from_the_table(
    game: str, played: bool, fold: bool | None, text_scale: float
) -> None:
    for size in SIZES:
        layout = layout_of(game, size, played, fold)
        table = drawn_in(game, layout, played)
        for panel in layout.panels:
            assert inside(panel, Rectangle(0.0, 0.0, *size)), (size, panel)
            assert min(panel.width, panel.height) > 12.0, (size, panel)
            assert not overlap(panel, table), (size, panel)
        assert apart(layout.panels), size


@pytest.mark.parametrize("game", GAMES)
def test_folded_panels_leave_a_line_with_everybody_in_it(game: str, text_scale: float) -> None:
    for size in SIZES:
        layout = layout_of(game, size, True, True)
        assert layout.is_folded
        assert layout.strip is not None, size
        count = int(game[-1])
        parts = [layout.seat_place(index, count) for index in range(count)]
        assert all(part.width > 3.0 * text.least_text() for part in parts), size
        assert apart(parts)


@pytest.mark.parametrize("game", GAMES)
def test_a_large_window_shows_every_panel(game: str) -> None:
    for size in ((1280, 720), (1920, 1080), (2560, 1440)):
        for played in (True, False):
            assert not layout_of(game, size, played).is_folded, (size, played)


@pytest.mark.parametrize("game", GAMES)
def test_panels_are_unfolded_where_the_player_wants_them(game: str) -> None:
    for size in ((800, 500), (1280, 720), (2560, 1440)):
        assert not layout_of(game, size, True, False).is_folded, size


@pytest.mark.parametrize("seats", [3, 6])
def test_the_cards_of_a_player_at_zack_have_a_place_of_their_own(seats: int, text_scale: float) -> None:
    for size in SIZES:
        for fold in (None, True):
            layout = zack.lay_out(*size, (-1, 1) * (seats // 2), None, fold)
            assert layout.lens is not None, size
            strip = strip_of(layout, seats - 1)
            assert not overlap(strip.place, layout.table)
            assert all(card.width >= 18 for card in strip.challenges), (size, strip.challenges[0].width)


@pytest.mark.parametrize("seats", [4, 6])
def test_cards_and_buttons_at_zigzag_do_not_lie_on_the_table(seats: int, text_scale: float) -> None:
    for size in SIZES:
        for fold in (None, True):
            layout = zigzag.lay_out(*size, seats, 1, message_line, fold)
            assert layout.hand is not None
            cards, buttons = cards_of(layout.hand), buttons_of(pad_of(layout, 12), 12, layout.unit)
            for place in (*cards, *buttons):
                assert not overlap(place, layout.table), size
            assert all(card.width >= 40 for card in cards), (size, cards[0])
            assert all(button.width >= 50 * min(1.0, text_scale) and button.height >= 18 for button in buttons), (
                size,
                buttons[0],
            )
