"""Panels that every game has, painted with Pillow when their content has changed. Pixels, y down; no window needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Protocol

from PIL import Image, ImageDraw

from scenes.drawing.key_words import placed
from scenes.drawing.palette import GLOW, INK, INK_SOFT, PAPER, PAPER_DUE, PAPER_EDGE, TONES, Colour, mix
from scenes.layout.boxes import (
    ENDLESS,
    Box,
    Column,
    First,
    Lines,
    Overlay,
    Picture,
    Place,
    Row,
    Size,
    Spacer,
    Text,
    paint,
)
from scenes.layout.places import STRIP_TEXT
from scenes.layout.text import fitted, line_px, text_height, width_px, wrapped, write
from sim.language import _
from sim.match.grammar import said_of_all
from sim.protocols import TickerLine

FINE = 3
"""Panels are painted this many times as large and reduced, so that edges are smooth."""
LEAST_TITLE = 8
"""The smallest title of a result (pixels)."""


@dataclass(frozen=True, slots=True)
class Pen:
    """The scale at which panels are painted: `unit` times as in a 720-line window, at `ratio` pixels a window unit."""

    unit: float
    ratio: float

    def __call__(self, measure: float) -> int:
        """Convert a measure of a 720-line window to pixels, at least 1."""
        return max(1, round(measure * self.unit * self.ratio))

    def text(self, size: float) -> int:
        """Return the height of a text in pixels."""
        return round(text_height(size, self.unit) * self.ratio)


class Remote(Protocol):
    """The part of a playback's remote control that panels show."""

    @property
    def words(self) -> str:
        """The state of the playback, in a few words."""

    @property
    def paused(self) -> bool:
        """True while the playback stands still."""


@lru_cache(maxsize=64)
def sheet(size: tuple[int, int], radius: int, colour: Colour, edge: Colour, alpha: int, width: int) -> Image.Image:
    """Return an empty panel, cached (copy it before painting on it): paper with round corners and an edge.

    A large one is put together from the corners and sides of a small one, which all of its kind share.
    """
    corner = radius + width + 1
    side = 2 * corner + 1
    if min(size) < side or size == (side, side):
        return _whole_sheet(size, radius, colour, edge, alpha, width)
    small = sheet((side, side), radius, colour, edge, alpha, width)
    right, low = size[0] - corner, size[1] - corner
    picture = Image.new("RGBA", size, small.getpixel((corner, corner)))
    for x, from_x, wide in ((0, 0, corner), (corner, corner, right - corner), (right, corner + 1, corner)):
        for y, from_y, high in ((0, 0, corner), (corner, corner, low - corner), (low, corner + 1, corner)):
            if (from_x, from_y) != (corner, corner):
                # The middle column and row are drawn out; corners keep their size.
                wide_from, high_from = 1 if from_x == corner else corner, 1 if from_y == corner else corner
                part = small.crop((from_x, from_y, from_x + wide_from, from_y + high_from))
                picture.paste(part.resize((wide, high), Image.Resampling.NEAREST), (x, y))
    return picture


def _whole_sheet(
    size: tuple[int, int], radius: int, colour: Colour, edge: Colour, alpha: int, width: int
) -> Image.Image:
    fine = Image.new("RGBA", (size[0] * FINE, size[1] * FINE), (*edge, 0))
    ImageDraw.Draw(fine).rounded_rectangle(
        (0, 0, fine.width - 1, fine.height - 1),
        radius * FINE,
        fill=(*colour, alpha),
        outline=(*edge, 255),
        width=width * FINE,
    )
    return fine.reduce(FINE)


def panel(size: tuple[int, int], pen: Pen, due: bool = False) -> Image.Image:
    """Return a panel to write on; a brighter one for a player whose turn it is."""
    if due:
        return sheet(size, pen(9), PAPER_DUE, GLOW, 246, max(2, pen(3))).copy()
    return sheet(size, pen(9), PAPER, PAPER_EDGE, 232, max(1, pen(1.2))).copy()


def on_panel(box: Box, size: Size, pen: Pen, due: bool = False) -> Image.Image:
    """Return a panel with a box painted on it, a little away from its edges."""
    picture = panel(size, pen, due)
    paint(box, picture, inside(size, pen))
    return picture


def around(box: Box, room: Size, pad: Size, paper: Callable[[Size], Image.Image]) -> Image.Image:
    """Return paper as large as a box and `pad` around it want, at most as large as a room, with the box on it."""
    size = size_around(box, room, pad)
    picture = paper(size).copy()
    paint(box, picture, (*pad, size[0] - 2 * pad[0], size[1] - 2 * pad[1]))
    return picture


def size_around(box: Box, room: Size, pad: Size) -> Size:
    """Return the size of `around`."""
    wide, high = box.wanted((room[0] - 2 * pad[0], room[1] - 2 * pad[1]))
    return min(room[0], wide + 2 * pad[0]), min(room[1], high + 2 * pad[1])


def inside(size: Size, pen: Pen) -> Place:
    """Return the place of what is on a panel of that size."""
    across, along = min(pen(8), size[0] // 10), min(pen(8), size[1] // 10)
    return across, along, size[0] - 2 * across, size[1] - 2 * along


def status_box(
    titles: Sequence[str], now: str, lines: Sequence[Sequence[Box]], strip: tuple[str, str], size: Size, pen: Pen
) -> Box:
    """Return what stands on the panel of a match: a title, the clock, and below them the first lines that fit.

    titles: the first one that fits is written. lines: what goes on, the most words first. strip: where there is room
    for one line only, where the match is and what goes on there.
    """
    large, small = pen.text(17), pen.text(13.5)
    clock = Text(now, small, INK_SOFT, whole=True, spare=1)
    title = Row([Text(titles, large, INK, bold=True, smallest=small, whole=True, grow=1), clock], pen(6))
    where, more = strip
    px = min(pen.text(STRIP_TEXT), round(0.7 * size[1]))
    words = (f"{where}  {more}", more) if more else where
    line = Row([Text(words, px, INK, bold=True, whole=True, grow=1), replace(clock, px=px)], pen(8))
    cut = Column([title, Lines(more, small, INK)], pen(2))
    return First([*(Column([title, *below], pen(2)) for below in lines), cut, line])


def ruling_panel(ruling: tuple[str, str], good: bool, size: Size, pen: Pen) -> Image.Image:
    """Paint a ruling in the place of the panel of a match: what was said, and what follows, alone if need be."""
    said, follows = ruling
    tone, strip = TONES["good" if good else "bad"], min(pen.text(STRIP_TEXT), round(0.7 * size[1]))
    lines = (said, INK), (follows, tone)
    boxes: list[Box] = [
        Column([Lines(words, px, ink, bold=True, whole=True) for words, ink in written])
        for written in (lines, lines[1:])
        for px in range(pen.text(15), pen.text(9) - 1, -1)
    ]
    line = Text((f"{said} {follows}", follows), strip, tone, bold=True, smallest=round(0.7 * strip))
    return on_panel(First([*boxes, line]), size, pen, due=True)


@dataclass(frozen=True, slots=True)
class StripEntry:
    """A player in the strip that replaces folded panels. mark: whatever the game's painter of marks needs to know."""

    name: str
    score: str
    is_due: bool
    mark: Hashable = None


MarkPainter = Callable[[Image.Image, int, int, int, Hashable], None]
"""Paints a player's mark into a picture: left, top and side in pixels, and the mark of the `StripEntry`."""


def names_strip(
    entries: Sequence[StripEntry], size: tuple[int, int], pen: Pen, paint_mark: MarkPainter | None
) -> Image.Image:
    """Return a panel of one line with every player's mark, name and score; the player who is due stands out."""
    width, height = size
    px = min(pen.text(STRIP_TEXT), round(0.7 * height))
    pad = max(2, min(pen(7), round(0.02 * width)))
    cells = []
    for entry in entries:
        mark = None if paint_mark is None else _mark_box(entry, paint_mark, round(0.8 * px))
        # In a narrow strip the letters get smaller before names are cut.
        name = Text(entry.name, px, INK, bold=entry.is_due, smallest=round(0.7 * px), grow=1)
        score = Text(entry.score, px, INK, bold=True, smallest=round(0.7 * px), whole=True)
        line = Row([Spacer(), mark, name, score, Spacer()], pad)
        ground = Picture(lambda *size: sheet(size, pen(9), PAPER_DUE, GLOW, 246, max(2, pen(3))), None)
        cells.append(Overlay([ground, line]) if entry.is_due else line)
    picture = panel(size, pen)
    paint(Row(cells, even=True), picture, (0, 0, *size))
    return picture


def _mark_box(entry: StripEntry, paint_mark: MarkPainter, side: int) -> Box:
    def make(wide: int, high: int) -> Image.Image:
        picture = Image.new("RGBA", (wide, high), (*PAPER, 0))
        paint_mark(picture, 0, 0, side, entry.mark)
        return picture

    return Picture(make, high=side, spare=1)


def clock(seconds: float) -> str:
    """Format seconds as minutes and seconds, such as 1:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def line_of_text(text: str, size: int, colour: Colour, room: int, bold: bool = False) -> Image.Image:
    """Return one line of text on a transparent ground."""
    text = fitted(text, room, size, bold) or " "
    picture = Image.new("RGBA", (max(1, width_px(text, size, bold) + 2), line_px(size)), (*colour, 0))
    write(picture, (1, size), text, size, colour, bold=bold)
    return picture


def ticker_panel(lines: Sequence[TickerLine], size: tuple[int, int], pen: Pen) -> Image.Image:
    """Return the panel of the latest events: the newest at the bottom, in the strongest colour, cut if too long."""
    width, height = size
    picture = panel(size, pen)
    draw = ImageDraw.Draw(picture)
    pad, small = pen(10), pen.text(13)
    step, dot = line_px(small), round(small * 0.30)
    indent = pad + 2 * dot + pen(5)
    y = height - pad - round(small * 0.18)
    for age, entry in enumerate(reversed(lines)):
        words = wrapped(entry.text, width - pad - indent, small)
        room = math.floor((y - small - pad * 0.6) / step) + 1
        if len(words) > room:
            if age or room < 1:
                break
            words = (*words[: room - 1], fitted(f"{words[room - 1]} {words[room]}", width - pad - indent, small))
        tone = mix(TONES.get(entry.tone, INK), PAPER, min(0.34, 0.085 * age))
        for row, text in enumerate(reversed(words)):
            write(picture, (indent, y - row * step), text, small, tone)
        first = y - (len(words) - 1) * step
        middle = first - round(small * 0.33)
        draw.ellipse((pad, middle - dot, pad + 2 * dot, middle + dot), fill=(*tone, 255))
        y = first - step - pen(2)
    return picture


def remote_panel(remote: Remote, note: str, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Return the panel of the playback: its state, a note of the game's if there is room, and the key for help."""
    small, paused = pen.text(13), remote.paused
    short = remote.words.removeprefix(_("speed {pace}", pace=""))
    state = (remote.words, short, short.partition(",")[0])
    boxes = [
        Text(state, small, TONES["bad"] if paused else INK, bold=paused, whole=True),
        Text(note, small, TONES["good"], whole=True, spare=2) if note else None,
        Text(_("H: help"), small, INK_SOFT, whole=True, side="right", grow=1, spare=1),
    ]
    return on_panel(Row(boxes, pen(11)), size, pen)


def notice_picture(words: str, bad: bool, room: int, pen: Pen) -> Image.Image:
    """Return the panel of a notice, wrapped to `room` pixels. bad: it says why something cannot be done."""
    box = Lines(words, pen.text(14), TONES["bad" if bad else "plain"], bold=bad)
    return around(box, (max(room, 40 + 2 * pen(9)), ENDLESS), (pen(9), pen(5)), partial(panel, pen=pen, due=bad))


def victory(words: str, rest: str, room: tuple[int, int], pen: Pen) -> Image.Image:
    """Return the panel of the result: `words` as large as the room allows, and `rest` below it, if there is room."""
    box = Column(
        [
            Text(words, pen.text(30), INK, bold=True, smallest=LEAST_TITLE, side="middle"),
            Lines(rest, pen.text(15), INK_SOFT, whole=True, side="middle", spare=1),
        ],
        pen(4),
    )
    paper = partial(sheet, radius=pen(12), colour=PAPER_DUE, edge=GLOW, alpha=250, width=max(2, pen(3)))
    return around(box, room, (pen(24), pen(13)), paper)


def hinted(picture: Image.Image, hint: str, room: int, pen: Pen) -> Image.Image:
    """Return a panel with a hint on a piece of paper below it, at most `room` pixels wide."""
    text = line_of_text(hint, pen.text(12.5), INK, room - 2 * pen(8))
    paper = sheet((text.width + 2 * pen(8), text.height + pen(6)), pen(6), PAPER, PAPER_EDGE, 245, max(1, pen(1)))
    whole = Image.new("RGBA", (max(picture.width, paper.width), picture.height + pen(4) + paper.height))
    for part, y in ((picture, 0), (paper, picture.height + pen(4)), (text, picture.height + pen(7))):
        whole.alpha_composite(part, ((whole.width - part.width) // 2, y))
    return whole


def won_by(winners: Sequence[str]) -> str:
    """Return a sentence that says who has won."""
    if not winners:
        return _("The match is over")
    return said_of_all(winners, _("You win!"), _("{name} wins!"), _("{names} win!"))


def help_panel(keys: Sequence[tuple[str, str]], room: tuple[int, int], pen: Pen) -> Image.Image:
    keys, pad = placed(keys, {}), pen(20)
    text = min(pen.text(15), max(LEAST_TITLE, round((room[1] - 2 * pad) / (1.3 * (len(keys) + 1.6)))))
    names = Column([Text(key, text, TONES["turn"], bold=True, whole=True) for key, _ in keys])
    words = Column([Text(what, text, INK) for _, what in keys])
    box = Column([Text(_("Keys"), text + 1, INK, bold=True), Row([names, words], pen(22))], round(0.6 * text))
    paper = partial(sheet, radius=pen(12), colour=PAPER, edge=PAPER_EDGE, alpha=250, width=max(1, pen(1.5)))
    return around(box, room, (pad, pad), paper)
