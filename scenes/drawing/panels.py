"""Panels that every game has, painted with Pillow when their content has changed. Pixels, y down; no window needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from PIL import Image, ImageDraw

from scenes.drawing.palette import GLOW, INK, INK_SOFT, PAPER, PAPER_DUE, PAPER_EDGE, TONES, Colour, mix
from scenes.layout.places import STRIP_TEXT
from scenes.layout.text import first_fit, fitted, line_px, text_height, width_px, wrapped, write
from sim.match.grammar import many_do
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


def strip_panel(title: str, more: str, now: str, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Return a panel of one line: where a match is, what goes on there, and the clock, as far as there is room."""
    width, height = size
    picture = panel(size, pen)
    pad, text = pen(9), min(pen.text(STRIP_TEXT), round(0.7 * height))
    room, middle = width - 2 * pad, height / 2
    clock_px = width_px(now, text) + pen(8)
    whole = width_px(more or title, text, True)
    if width_px(now, text) <= 0.3 * room and not room - clock_px < whole <= room:
        write(picture, (width - pad, middle), now, text, INK_SOFT, anchor="rm")
        room -= clock_px
    beside = width_px(f"{title}  ", text, True)
    words = f"{title}  {more}" if more and beside + width_px(more, text, True) <= room else more or title
    write(picture, (pad, middle), fitted(words, room, text, True), text, INK, bold=True, anchor="lm")
    return picture


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A line of a panel that tells what is going on."""

    words: str
    tone: Colour
    bold: bool


def write_title(
    picture: Image.Image, titles: Sequence[str], now: str, at: tuple[int, int], sizes: tuple[int, int]
) -> None:
    """Write the first of the titles that fits, and the clock at the right end of its line.

    at: left end and base of the line. sizes: of the title's letters, and of small ones. Before a title is cut it is
    written small, and then without the clock.
    """
    (pad, base), (large, small) = at, sizes
    room = picture.width - 2 * pad
    beside = room - width_px(now, small) - round(0.5 * small)
    for size, space in ((large, beside), (small, beside), (small, room)):
        words = next((words for words in titles if width_px(words, size, True) <= space), None)
        if words is not None:
            break
    write(picture, (pad, base), words or fitted(titles[-1], room, size, True), size, INK, bold=True)
    if space == beside:
        write(picture, (picture.width - pad, base), now, small, INK_SOFT, anchor="rs")


def as_lines(parts: Sequence[tuple[str, Colour]], room: int, size: int, most: int, bold: bool) -> list[StatusLine]:
    """Return the parts of what is going on as at most `most` lines.

    A part takes as many lines as it needs. The first one is cut where there is no room, the others are left out.
    bold: the first one is written in bold letters.
    """
    found: list[StatusLine] = []
    for number, (text, tone) in enumerate(parts):
        strong = bold and not number
        lines = wrapped(text, room, size, strong)
        if len(found) + len(lines) <= most:
            found += [StatusLine(line, tone, strong) for line in lines]
        elif not number:
            last = fitted(" ".join(lines[most - 1 :]), room, size, strong)
            found += [StatusLine(line, tone, strong) for line in (*lines[: max(0, most - 1)], last)][:most]
    return found


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
    picture = panel(size, pen)
    pad, text = max(2, min(pen(7), round(0.02 * width))), min(pen.text(STRIP_TEXT), round(0.7 * height))
    each = width / max(1, len(entries))
    side = round(0.8 * text)
    while text > 8 and any(_strip_wide(entry, text) > each - 2 * pad for entry in entries) and each < 9 * text:
        # In a narrow strip the letters get smaller before names are cut.
        text -= 1
    for index, entry in enumerate(entries):
        left, right = round(index * each) + pad, round((index + 1) * each) - pad
        if entry.is_due:
            ground = sheet((right - left + pad, height), pen(9), PAPER_DUE, GLOW, 246, max(2, pen(3)))
            picture.alpha_composite(ground, (max(0, left - pad // 2 - pad // 4), 0))
        write(picture, (right, height / 2), entry.score, text, INK, bold=True, anchor="rm")
        x = left
        room = right - left - width_px(entry.score, text, True) - pad
        if paint_mark is not None and room > 4 * side:
            paint_mark(picture, x, round((height - side) / 2), side, entry.mark)
            x, room = x + side + pen(4), room - side - pen(4)
        name = fitted(entry.name, room, text, entry.is_due)
        write(picture, (x, height / 2), name, text, INK, bold=entry.is_due, anchor="lm")
    return picture


def _strip_wide(entry: StripEntry, text: int) -> int:
    return width_px(f"{entry.name}  {entry.score}", text, True) + text


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
    width, height = size
    picture = panel(size, pen)
    pad, small = pen(10), pen.text(13)
    middle = height / 2
    paused = remote.paused
    short = remote.words.removeprefix("speed ")
    state = first_fit((remote.words, short, short.partition(",")[0]), width - 2 * pad, small, paused)
    write(picture, (pad, middle), state, small, TONES["bad"] if paused else INK, bold=paused, anchor="lm")
    x = pad + width_px(state, small, paused) + pen(12)
    end = width - pad
    hint = "H: help"
    if x + width_px(hint, small) <= end:
        write(picture, (end, middle), hint, small, INK_SOFT, anchor="rm")
        end -= width_px(hint, small) + pen(10)
    if note and x + width_px(note, small) <= end:
        write(picture, (x, middle), note, small, TONES["good"], anchor="lm")
    return picture


def notice_size(words: str, bad: bool, room: int, pen: Pen) -> tuple[int, int]:
    """Return the width and height of `notice_picture`."""
    text, pad = pen.text(14), pen(9)
    lines = _notice_lines(words, bad, room, pen)
    return max(width_px(line, text, bad) for line in lines) + 2 * pad, len(lines) * line_px(text) + pad


def notice_picture(words: str, bad: bool, room: int, pen: Pen) -> Image.Image:
    """Return the panel of a player's notice, wrapped to `room` pixels. bad: it says why something cannot be done."""
    text, pad = pen.text(14), pen(9)
    picture = panel(notice_size(words, bad, room, pen), pen, due=bad)
    tone = TONES["bad" if bad else "plain"]
    for row, line in enumerate(_notice_lines(words, bad, room, pen)):
        write(picture, (pad, pad / 2 + (row + 0.5) * line_px(text)), line, text, tone, bad, "lm")
    return picture


def _notice_lines(words: str, bad: bool, room: int, pen: Pen) -> tuple[str, ...]:
    return wrapped(words, max(40, room - 2 * pen(9)), pen.text(14), bad)


def victory(words: str, rest: str, room: tuple[int, int], pen: Pen) -> Image.Image:
    """Return the panel of the result: `words` as large as the room allows, and `rest` below it, if there is room."""
    title, small, space = pen.text(30), pen.text(15), room[0] - pen(48)
    while title > pen.text(15) and width_px(words, title, True) > space:
        title -= 1
    below = wrapped(rest, space, small)
    if _victory_high(title, len(below), pen) > room[1]:
        below = ()
    while title > LEAST_TITLE and _victory_high(title, len(below), pen) > room[1]:
        title -= 1
    words = fitted(words, space, title, True)
    wide = max(
        width_px(text, size, bold) for text, size, bold in ((words, title, True), *((t, small, False) for t in below))
    )
    size = (min(room[0], wide + pen(48)), _victory_high(title, len(below), pen))
    picture = sheet(size, pen(12), PAPER_DUE, GLOW, 250, max(2, pen(3))).copy()
    write(picture, (size[0] / 2, pen(12) + title), words, title, INK, bold=True, anchor="ms")
    for row, text in enumerate(reversed(below)):
        write(picture, (size[0] / 2, size[1] - pen(15) - row * line_px(small)), text, small, INK_SOFT, anchor="ms")
    return picture


def _victory_high(title: int, lines: int, pen: Pen) -> int:
    return round(title * 1.3) + lines * line_px(pen.text(15)) + pen(26)


def won_by(winners: Sequence[str]) -> str:
    """Return a sentence that says who has won."""
    return f"{many_do(winners, 'wins')}!" if winners else "The match is over"


def help_panel(keys: Sequence[tuple[str, str]], room: tuple[int, int], pen: Pen) -> Image.Image:
    """Return the panel of the keys."""
    text = pen.text(15)
    while text > 8 and (len(keys) + 1.6) * line_px(text) + pen(40) > room[1]:
        text -= 1
    names = max(width_px(key, text, True) for key, _ in keys)
    words = max(width_px(what, text) for _, what in keys)
    pad = pen(20)
    width = min(room[0], names + words + pen(22) + 2 * pad)
    height = round((len(keys) + 1.6) * line_px(text)) + 2 * pad
    picture = sheet((width, height), pen(12), PAPER, PAPER_EDGE, 250, max(1, pen(1.5))).copy()
    y = pad + text // 2
    write(picture, (pad, y + text // 2), "Keys", text + 1, INK, bold=True)
    for key, what in keys:
        y += line_px(text)
        write(picture, (pad, y + text), key, text, TONES["turn"], bold=True)
        x = pad + names + pen(22)
        write(picture, (x, y + text), fitted(what, width - pad - x, text), text, INK)
    return picture
