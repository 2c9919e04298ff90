"""The panels over a watched match: what was weighed, and the one with which a moment is tried again. Pictures alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from scenes.drawing.palette import GLOW, INK, INK_SOFT, PAPER, PAPER_DUE, PAPER_EDGE, TONES
from scenes.drawing.panels import Pen, panel, sheet
from scenes.layout.text import fitted, line_px, width_px, wrapped, write
from scenes.spec import WatchPart
from scenes.window.camera import Rectangle

KEYS = (
    ("I", "what was meant and weighed"),
    ("W, click", "this moment again 100 times"),
)
"""The keys of the layer while nothing is tried again."""
Words = tuple[str, str, bool]
"""A line of words, its tone (a name in `TONES`), and whether it is bold."""
SIZE = 13.0


@dataclass(frozen=True, slots=True)
class Chip:
    """A word that can be clicked. value: what it stands for. on: whether it is chosen."""

    words: str
    value: tuple[str, str]
    on: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A panel laid out, in pixels of its picture, y down: its size, its lines, and where its chips are."""

    size: tuple[int, int]
    lines: tuple[Words, ...]
    chips: tuple[tuple[Chip, tuple[int, int, int, int]], ...]

    def at(self, x: float, y: float) -> Chip | None:
        """Return the chip at that place of the picture (pixels, y down), None for none."""
        for chip, (left, top, right, bottom) in self.chips:
            if left <= x <= right and top <= y <= bottom:
                return chip
        return None


def lay_out(lines: Sequence[Words], rows: Sequence[Sequence[Chip]], room: int, pen: Pen) -> Placed:
    """Return the panel of these lines, and of rows of chips below them, at most `room` pixels wide; both wrap."""
    text, pad, gap = pen.text(SIZE), pen(9), pen(5)
    broken = tuple(
        (part, tone, bold) for words, tone, bold in lines for part in wrapped(words, room - 2 * pad, text, bold)
    )
    wide = max((width_px(words, text, bold) for words, _, bold in broken), default=0)
    chips: list[tuple[Chip, tuple[int, int, int, int]]] = []
    high = line_px(text) + gap
    y = pad + len(broken) * line_px(text)
    for row in rows:
        x = pad
        for chip in row:
            across = min(room - 2 * pad, width_px(chip.words, text, chip.on) + 2 * gap)
            if x > pad and x + across > room - pad:
                x, y = pad, y + high + gap // 2
            chips.append((chip, (x, y + gap, x + across, y + high)))
            x += across + gap
            wide = max(wide, x - gap - pad)
        y += high + gap // 2
    return Placed((min(room, wide + 2 * pad), y + pad), broken, tuple(chips))


def picture(placed: Placed, hover: Chip | None, pen: Pen) -> Image.Image:
    """Return the picture of a panel; the chip under the pointer is brighter."""
    text, pad = pen.text(SIZE), pen(9)
    image = panel(placed.size, pen)
    for row, (words, tone, bold) in enumerate(placed.lines):
        write(image, (pad, pad + row * line_px(text) + text), words, text, TONES[tone], bold=bold)
    for chip, (left, top, right, bottom) in placed.chips:
        lit = chip.on or chip == hover
        ground = sheet(
            (right - left, bottom - top), pen(5), PAPER_DUE if lit else PAPER, GLOW if chip.on else PAPER_EDGE, 255,
            max(1, pen(2 if chip.on else 1)),
        )  # fmt: skip
        image.alpha_composite(ground, (left, top))
        words = fitted(chip.words, right - left - pen(4), text, chip.on)
        middle = (left + right) / 2, (top + bottom) / 2
        write(image, middle, words, text, INK if lit else INK_SOFT, bold=chip.on, anchor="mm")
    return image


def place_of(placed: Placed, room: Rectangle, ratio: float, top: bool = False) -> Rectangle:
    """Return where in the window a panel lies: in the middle of the foot of a room, or of its top (window units)."""
    wide, high = placed.size[0] / ratio, placed.size[1] / ratio
    left = room.centre[0] - wide / 2
    low = room.top - high if top else room.bottom
    return Rectangle(left, low, left + wide, low + high)


WATCHING = WatchPart("scenes.games.riff_raff.moment:MomentLayer", KEYS)
