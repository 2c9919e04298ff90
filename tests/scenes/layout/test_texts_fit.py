"""Nothing on a panel is cut or covered: measured while panels are painted, at small and large windows and texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageDraw

from scenes.drawing.panels import Pen, StripEntry, names_strip, remote_panel, ticker_panel
from scenes.games.riff_raff import panels as ship
from scenes.games.riff_raff.layout import LEAST_DIGIT
from scenes.games.riff_raff.layout import lay_out as lay_ship
from scenes.games.riff_raff.panels import seat_panel as ship_seat
from scenes.games.riff_raff.tray import Item, Sort, room_for, tray_picture
from scenes.games.riff_raff.tray import lay_out as lay_ship_tray
from scenes.games.zack import panels as bowl
from scenes.games.zack.layout import lay_out as lay_bowl
from scenes.games.zack.panels import seat_panel as bowl_seat
from scenes.games.zatre import panels as board
from scenes.games.zatre.layout import lay_out as lay_board
from scenes.games.zatre.panels import sheet_panel
from scenes.games.zatre.tray import Look
from scenes.games.zatre.tray import lay_out as lay_board_tray
from scenes.games.zatre.tray import room_for as board_room
from scenes.games.zatre.tray import tray_picture as board_tray
from scenes.games.zigzag import panels as tapis
from scenes.games.zigzag.layout import buttons_of, pad_of
from scenes.games.zigzag.layout import lay_out as lay_tapis
from scenes.games.zigzag.panels import seat_panel as tapis_seat
from scenes.games.zigzag.play_panels import Button, button_picture
from scenes.layout import boxes, text
from scenes.layout.boxes import Box, First, Overlay, Place
from scenes.layout.places import PanelLayout, bar_height, message_line, tiles
from scenes.window.camera import Rectangle
from sim.physics.ship.pieces import KINDS
from tests.calls import given_to
from tests.games.zack.scenes import frames as bowls
from tests.games.zatre.scenes import frames as boards
from tests.games.zigzag.scenes import frames as tapises
from tests.scenes import fake_match
from tests.scenes.fake_match import FakeMatch
from tests.scenes.layout.geometry import apart, inside, overlap

SIZES = ((800, 500), (960, 540), (1280, 720), (1920, 1080), (2560, 1440), (800, 1000))
SCALES = (0.8, 1.0, 1.5, 2.0)
BUTTONS = (
    ("pick up", "Space"), ("draw", "R"), ("no more", "N"), ("sign ZIG", "A"), ("sign ZAG", "S"), ("false sign", "D"),
    ("ZIG!", "Z"), ("ZAG!", "X"), ("2×ZIG!", "C"), ("ZIG-ZAG!", "V"), ("2×ZAG!", "B"), ("CONTRE!", "K"),
)  # fmt: skip
"""The longest words on buttons of ZIGZAG, with their keys."""
SLACK = 2
"""How far the edge of a letter may stand over (pixels): smoothed edges."""
Painters = list[tuple[str, Callable[[], Image.Image]]]


@dataclass(frozen=True)
class Written:
    """A text: what it says, its box (pixels), the size of its letters and of the picture that it is painted into."""

    words: str
    box: tuple[float, float, float, float]
    letters: float
    room: tuple[int, int]

    @property
    def cut(self) -> bool:
        left, top, right, bottom = self.box
        wide, high = self.room
        # Faces of cards are painted several times as large as they are shown.
        slack = max(SLACK, 0.015 * wide)
        return left < -slack or top < -slack or right > wide + slack or bottom > high + slack

    def covers(self, other: Written) -> bool:
        wide = min(self.box[2], other.box[2]) - max(self.box[0], other.box[0])
        high = min(self.box[3], other.box[3]) - max(self.box[1], other.box[1])
        return wide > SLACK and high > 0.3 * min(self.letters, other.letters)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[int, list[Written]]]:
    """The texts that are painted from now on, by the identity of their pictures."""
    found: dict[int, list[Written]] = {}
    original = ImageDraw.ImageDraw.text

    def noting(self: Any, xy: Any, words: str, *args: Any, **options: Any) -> None:
        if words.strip():
            box = self.textbbox(xy, words, font=options["font"], anchor=options["anchor"])
            found.setdefault(id(self.im), []).append(Written(words, box, options["font"].size, self.im.size))
        original(self, xy, words, *args, **options)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noting)
    yield found
    text.set_scale(1.0)


class Playing:
    """A playback's remote control."""

    words, paused = "speed 1×", False


def spots(layout: PanelLayout, place: Rectangle | None, pen: Pen) -> tuple[int, int]:
    return (8, 8) if place is None else place.pixels(pen.ratio)


def common(layout: PanelLayout, entries: list[StripEntry], ticker: Any, pen: Pen) -> Painters:
    """The panels that all games have."""
    found: Painters = []
    if layout.strip is not None:
        found.append(("strip", lambda: names_strip(entries, spots(layout, layout.strip, pen), pen, None)))
    if layout.ticker is not None:
        found.append(("ticker", lambda: ticker_panel(ticker, spots(layout, layout.ticker, pen), pen)))
    if layout.remote is not None:
        found.append(("remote", lambda: remote_panel(Playing(), "", spots(layout, layout.remote, pen), pen)))
    return found


def of_the_ship(size: tuple[int, int], played: bool = True) -> tuple[PanelLayout, Painters]:
    match = FakeMatch(players=4)
    frame, icons = match.frame(), ship.Icons(match.static_scene.pieces)
    frame = replace(frame, seats=tuple(replace(seat, supply=dict.fromkeys(KINDS, 9)) for seat in frame.seats))
    layout = lay_ship(*size, 4, room_for if played else None)
    pen = Pen(layout.unit, 1.0)
    entries = [StripEntry(seat.name, "8", seat.is_due) for seat in frame.seats]
    found = common(layout, entries, frame.ticker, pen)
    found.append(("status", lambda: ship.status_panel(frame, layout.status.pixels(1.0), pen)))
    if layout.gauge is not None:
        found.append(("gauge", lambda: ship.gauge_panel(20.0, spots(layout, layout.gauge, pen), pen)[0]))
    for index, (seat, place) in enumerate(zip(frame.seats, layout.seats, strict=False)):
        found.append(
            ("seat", lambda s=seat, i=index, p=place: ship_seat(s, i, (30, 90, 160), p.pixels(1.0), pen, icons))
        )
    items = [Item(Sort.PIECE, kind, kind, 9, str(n + 1)) for n, kind in enumerate(KINDS)]
    if not played:
        return layout, found
    tray = lay_ship_tray(layout, items)
    words = ("Which piece for slot 9?", "plain")
    found.append(("tray", lambda: tray_picture(tray, words, (30, 90, 160), None, pen, icons)))
    return layout, found


def of_the_bowl(size: tuple[int, int], played: bool = True, seats: int = 4) -> tuple[PanelLayout, Painters]:
    frame = bowls.still(20, players=seats)
    layout = lay_bowl(*size, [seat.side for seat in frame.seats], (lambda _layout: 0.0) if played else None)
    pen = Pen(layout.unit, 1.0)
    entries = [StripEntry(seat.name, str(seat.cards), seat.is_due) for seat in frame.seats]
    found = common(layout, entries, frame.ticker, pen)
    colours = {seat.name: seat.colour for seat in frame.seats}
    found.append(("status", lambda: bowl.status_panel(frame, 2, layout.status.pixels(1.0), pen)))
    if layout.tally is not None:
        found.append(("tally", lambda: bowl.tally_panel(frame, spots(layout, layout.tally, pen), pen)))
    if layout.pile is not None:
        lies = bowl.lying(frame)
        found.append(("pile", lambda: bowl.pile_panel(lies, colours, spots(layout, layout.pile, pen), pen)))
    for seat, place in zip(frame.seats, layout.seats, strict=False):
        found.append(("seat", lambda s=seat, p=place: bowl_seat(s, 2, p.pixels(1.0), pen)[0]))
    return layout, found


def of_the_board(size: tuple[int, int], played: bool = True) -> tuple[PanelLayout, Painters]:
    frame = boards.frame(4)
    layout = lay_board(*size, 4, 4, board_room if played else None)
    pen = Pen(layout.unit, 1.0)
    entries = [StripEntry(seat.name, str(seat.sheet.total), seat.is_due) for seat in frame.seats]
    found = common(layout, entries, frame.ticker, pen)
    found.append(("status", lambda: board.status_panel(frame, layout.status.pixels(1.0), pen)))
    for seat, place in zip(frame.seats, layout.seats, strict=False):
        found.append(("seat", lambda s=seat, p=place: board.seat_panel(s, None, p.pixels(1.0), pen)))
    for seat, place in zip(frame.seats, layout.sheets, strict=False):
        found.append(("sheet", lambda s=seat, p=place: sheet_panel(s.name, s.sheet, p.pixels(1.0), pen)))
    if not played:
        return layout, found
    tray = lay_board_tray(layout.table, board_room(layout), layout.unit, 3)
    look = Look((3, 5, 2), "12 and 10: 5 points, x2 ticked. Place it with Enter.", False, True, None, True)
    found.append(("tray", lambda: board_tray(tray, look, pen)))
    return layout, found


def of_the_tapis(size: tuple[int, int], played: bool = True) -> tuple[PanelLayout, Painters]:
    scene = tapises.static_scene(6)
    frame = tapises.frame_of(scene)
    layout = lay_tapis(*size, 6, 1, message_line if played else None)
    pen = Pen(layout.unit, 1.0)
    entries = [StripEntry(seat.name, "2/4", False) for seat in frame.seats]
    found = common(layout, entries, frame.ticker, pen)
    found.append(("status", lambda: tapis.status_panel(frame, 1, layout.status.pixels(1.0), pen)))
    for seat, place in zip(frame.seats, layout.seats, strict=False):
        found.append(("seat", lambda s=seat, p=place: tapis_seat(s, p.pixels(1.0), pen)))
    for number, (view, place) in enumerate(zip(frame.teams, layout.sheets, strict=False)):
        found.append(("sheet", lambda n=number, v=view, p=place: tapis.sheet_panel(n, v, p.pixels(1.0), pen)))
    if not played:
        return layout, found
    pads = buttons_of(pad_of(layout, len(BUTTONS)), len(BUTTONS), layout.unit)
    for (words, cap), place in zip(BUTTONS, pads, strict=True):
        button = Button(words, cap, True)
        found.append(("button", lambda b=button, p=place: button_picture(b, p.pixels(1.0), pen, False)))
    return layout, found


GAMES = {
    "riff-raff": of_the_ship,
    "zack": of_the_bowl,
    "zack for six": partial(of_the_bowl, seats=6),
    "zatre": of_the_board,
    "zigzag": of_the_tapis,
}
SEATED = {
    "riff-raff": [name for name, _ in fake_match.NAMES],
    "zack": bowls.NAMES[:4],
    "zack for six": bowls.NAMES,
    "zatre": boards.NAMES[:4],
    "zigzag": tapises.NAMES,
}


@pytest.fixture
def boxed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Box, Place]]:
    """The boxes that are painted from now on, with their places."""
    return given_to(monkeypatch, boxes, "placed")


def faults_of(box: Box, place: Place) -> list[str]:
    """What is wrong with a box in a place: it is too small for it, or parts of it overlap or stand out."""
    least, found = box.least(place[2:]), []
    if not isinstance(box, First) and not box.spare and (least[0] > place[2] or least[1] > place[3]):
        found.append(f"{box} needs {least}, has {place[2:]}")
    spots = [Rectangle(x, -y - high, x + wide, -y) for _, (x, y, wide, high) in box.parts(place)]
    whole = Rectangle(place[0], -place[1] - place[3], place[0] + place[2], -place[1])
    found += [f"{spot} stands out of {box}" for spot in spots if not inside(spot, whole)]
    if not isinstance(box, Overlay):
        found += [f"{one} and {two} of {box}" for one, two in combinations(spots, 2) if overlap(one, two)]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("played", [False, True], ids=["watched", "played"])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("game", GAMES)
def test_boxes_have_room_beside_each_other_and_everybody_is_named(
    game: str, scale: float, played: bool, written: dict[int, list[Written]], boxed: list[tuple[Box, Place]]
) -> None:
    text.set_scale(scale)
    for size in SIZES:
        layout, painters = GAMES[game](size, played)
        window = Rectangle(0.0, 0.0, *size)
        assert all(inside(panel, window) for panel in layout.panels)
        assert apart(layout.panels)
        words: list[str] = []
        for name, paint in painters:
            written.clear()
            boxed.clear()
            picture = paint()
            faults = [fault for box, place in boxed for fault in faults_of(box, place)]
            assert not faults, (size, name, picture.size, faults)
            if name in ("strip", "seat"):
                words += [one.words for texts in written.values() for one in texts]
        unseen = [who for who in SEATED[game] if not any(shows(one, who) for one in words)]
        assert not unseen, (size, unseen, words)
        # Long names may be cut; nothing else is said of a player in half a word.
        cut = [one for one in words if one.endswith("…") and not any(shows(one, who) for who in SEATED[game])]
        assert not cut, (size, cut)


def shows(words: str, name: str) -> bool:
    """Fewer than three letters of a name say nothing."""
    return words == name or (words.endswith("…") and len(words) > 3 and name.startswith(words[:-1]))


@pytest.mark.slow
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("game", GAMES)
def test_no_text_of_a_panel_is_cut_or_covered_by_another(
    game: str, scale: float, written: dict[int, list[Written]]
) -> None:
    text.set_scale(scale)
    for size in SIZES:
        for name, paint in GAMES[game](size)[1]:
            written.clear()
            picture = paint()
            texts = [one for all_of_it in written.values() for one in all_of_it]
            cut = [one for one in texts if one.cut]
            assert not cut, (size, name, picture.size, cut)
            own = written.get(id(picture.im), [])
            covered = [(one.words, two.words) for n, one in enumerate(own) for two in own[:n] if one.covers(two)]
            assert not covered, (size, name, picture.size, covered)


@pytest.mark.slow
@pytest.mark.parametrize("scale", SCALES)
def test_pieces_are_counted_in_letters_of_nine_pixels(scale: float, written: dict[int, list[Written]]) -> None:
    text.set_scale(scale)
    for size in SIZES:
        counts = []
        for name, paint in of_the_ship(size)[1]:
            written.clear()
            paint()
            if name in ("seat", "tray"):
                texts = [one for all_of_it in written.values() for one in all_of_it]
                counts += [one.letters for one in texts if one.words == "9"]
        assert counts, size
        assert min(counts) >= LEAST_DIGIT
    assert text.font(round(LEAST_DIGIT)).getbbox("x", anchor="ls")[1] <= -9


def status_painters(game: str, size: tuple[float, float]) -> Painters:
    """The panel of what goes on in a match that is watched in a place of that size, at every stage."""
    frame: Any
    layout: PanelLayout
    paint: Callable[[Any, tuple[int, int], Pen], Image.Image]
    if game == "riff-raff":
        frame, layout, paint = FakeMatch(players=4).frame(), lay_ship(*size, 4), ship.status_panel
    elif game == "zack":
        frame, layout = bowls.still(20, players=4), lay_bowl(*size, (-1, -1, 1, 1))
        paint = partial(_with, bowl.status_panel, 2)
    elif game == "zatre":
        frame, layout, paint = boards.frame(4), lay_board(*size, 4, 4), board.status_panel
    else:
        frame, layout = tapises.judged(tapises.frame_of(tapises.static_scene(4))), lay_tapis(*size, 4, 1)
        paint = partial(_with, tapis.status_panel, 1)
    pen, room = Pen(layout.unit, 1.0), layout.status.pixels(1.0)
    stages = type(frame.table_stage)
    return [(stage.name, partial(paint, replace(frame, table_stage=stage), room, pen)) for stage in stages]


def _with(paint: Any, number: int, frame: Any, room: tuple[int, int], pen: Pen) -> Image.Image:
    picture: Image.Image = paint(frame, number, room, pen)
    return picture


def test_the_totals_of_a_sheet_are_written_whole(written: dict[int, list[Written]]) -> None:
    sheet = replace(boards.SHEET, total=346)
    for size in ((800, 500), (1280, 720), (1920, 1080)):
        layout = lay_board(*size, 4, 4, board_room)
        for place in layout.sheets:
            written.clear()
            sheet_panel("Ada", sheet, place.pixels(1.0), Pen(layout.unit, 1.0))
            numbers = [one.words for texts in written.values() for one in texts if one.words[0].isdigit()]
            assert numbers.count("346") >= 1
            assert not any(words.endswith("…") for words in numbers), (size, numbers)


@pytest.mark.parametrize("game", GAMES)
def test_what_goes_on_is_told_whole_in_every_tile_of_a_grid(game: str, written: dict[int, list[Written]]) -> None:
    for size in ((800, 500), (1280, 720)):
        for count in (1, 2, 4, 6, 9):
            tile = tiles(Rectangle(0.0, bar_height(*size), *size), count, 18.0)[0]
            for stage, paint in status_painters(game, (tile.width, tile.height)):
                written.clear()
                paint()
                cut = [one.words for texts in written.values() for one in texts if one.words.endswith("…")]
                assert not cut, (size, count, stage, cut)
