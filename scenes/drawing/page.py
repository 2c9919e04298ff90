"""A page of text in blocks: headings, paragraphs, and terms with what they mean. Pixels, y down; no window needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from scenes.drawing.palette import INK, PAPER, TONES
from scenes.drawing.panels import Pen
from scenes.layout.text import line_px, width_px, wrapped, write

TEXT, HEADING = 14.0, 15.0
TERM_SHARE = 0.36
"""A column of terms takes at most this share of the width."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph; with a `term` before it, what that means. Without text, `term` is a heading."""

    text: str
    term: str = ""


def heading(text: str) -> Block:
    return Block("", text)


@dataclass(frozen=True, slots=True)
class _Line:
    x: int
    y: int
    text: str
    size: int
    term: bool


def page_height(blocks: Sequence[Block], width: int, pen: Pen) -> int:
    """Return the height of a page of that width, in pixels."""
    return _set(blocks, width, pen)[1]


def paint_page(blocks: Sequence[Block], width: int, pen: Pen) -> Image.Image:
    """Paint a page on a transparent ground, `width` pixels wide."""
    lines, height = _set(blocks, width, pen)
    picture = Image.new("RGBA", (width, height), (*PAPER, 0))
    for line in lines:
        tone = TONES["turn"] if line.term else INK
        write(picture, (line.x, line.y), line.text, line.size, tone, bold=line.term)
    return picture


def _set(blocks: Sequence[Block], width: int, pen: Pen) -> tuple[list[_Line], int]:
    """Return the lines of a page, and its height."""
    text, large, gap = pen.text(TEXT), pen.text(HEADING), pen(5)
    most = round(TERM_SHARE * width)
    terms = [width_px(block.term, text, True) for block in blocks if block.term and block.text]
    room = min(most, max(terms, default=0))
    lines: list[_Line] = []
    y = 0
    for number, block in enumerate(blocks):
        if not block.text:
            y += 2 * gap if number else 0
            for words in wrapped(block.term, width, large, True):
                lines.append(_Line(0, y + round(0.98 * large), words, large, True))
                y += line_px(large)
            y += pen(1)
            continue
        left = room + pen(12) if block.term else 0
        top = y
        for words in wrapped(block.term, room, text, True) if block.term else ():
            lines.append(_Line(0, top + round(0.98 * text), words, text, True))
            top += line_px(text)
        for words in wrapped(block.text, max(1, width - left), text):
            lines.append(_Line(left, y + round(0.98 * text), words, text, False))
            y += line_px(text)
        y = max(y, top) + gap
    return lines, max(1, y)
