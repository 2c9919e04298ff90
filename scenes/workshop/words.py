"""Words and pictures of figures on the drawing board. Pixels, y down; no window needed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PIL import Image, ImageDraw

from scenes.drawing import palette
from scenes.drawing.panels import Pen, around, panel, size_around
from scenes.layout.boxes import ENDLESS, Lines, Row, Size, Text, paint
from scenes.layout.text import fitted, width_px, write
from sim.language import _
from sim.statistics import Interval
from sim.workshop.drawing import Risk
from sim.workshop.findings import COARSE, half_width


def figure_words(share: Interval) -> tuple[str, str]:
    """Return a share in percent and its interval; the interval alone while it is coarse, dots before there is one."""
    half = half_width(share)
    if half == math.inf:
        return "…", ""
    interval = f"{100 * share.low:.0f}–{100 * share.high:.0f}"
    return (f"{interval} %", "") if half > COARSE else (f"{100 * share.estimate:.0f} %", interval)


def tag_size(name: str, words: tuple[str, str], pen: Pen, most: int) -> Size:
    """Return width and height of `tag_picture`."""
    return size_around(_tag(name, words, pen, most, False), (ENDLESS, ENDLESS), (pen(4), pen(1)))


def tag_picture(name: str, words: tuple[str, str], pen: Pen, most: int, faint: bool) -> Image.Image:
    """Return the words at a place of the drawing: what it is, how often, and the interval. most: pixels of the text."""
    box = _tag(name, words, pen, most, faint)
    return around(box, (ENDLESS, ENDLESS), (pen(4), pen(1)), partial(panel, pen=pen))


def _tag(name: str, words: tuple[str, str], pen: Pen, most: int, faint: bool) -> Row:
    size, small = min(most, pen.text(13)), min(most, pen.text(11))
    estimate, interval = words
    return Row(
        [
            Text(f"{_(name)}: ", small, palette.INK_SOFT),
            Text(estimate, size, palette.INK_SOFT if faint else palette.INK, bold=True),
            Text(f" {interval}", small, palette.INK_SOFT) if interval else None,
        ]
    )


def list_picture(title: str, risks: Sequence[Risk], size: tuple[int, int], pen: Pen, faint: bool) -> Image.Image:
    """Return the list of figures as bars with their intervals, on one scale."""
    picture = panel(size, pen)
    width, height = size
    pad, row = pen(6), height / (len(risks) + 1.2)
    text = min(pen.text(12), round(0.74 * row))
    write(
        picture,
        (pad, 0.62 * row),
        fitted(title, width - 2 * pad, text, True),
        text,
        palette.INK,
        bold=True,
        anchor="lm",
    )
    names = max((width_px(_(risk.name), text) for risk in risks), default=0) + pad
    figures = [" ".join(figure_words(risk.share)).strip() for risk in risks]
    words = max(width_px(f"{each} ", text) for each in ("88 % 88–88", *figures))
    left, right = pad + names, width - pad - words
    draw = ImageDraw.Draw(picture)
    ends = [end for risk in risks for end in (risk.share.estimate, risk.share.high)]
    most = max([0.25, *(end for end in ends if not math.isnan(end))])
    ink = palette.INK_SOFT if faint else palette.INK
    for index, (risk, figure) in enumerate(zip(risks, figures, strict=True)):
        y = (index + 1.55) * row
        write(picture, (pad, y), fitted(_(risk.name), left - pad, text), text, palette.INK, anchor="lm")
        write(picture, (width - pad, y), figure, text, ink, anchor="rm")
        if half_width(risk.share) == math.inf or right - left < pen(16):
            continue
        thick = 0.28 * row

        def at(share: float) -> float:
            return left + (right - left) * min(1.0, share / most)

        fill = palette.mix(palette.PAPER, palette.TONES["turn"], 0.35 if faint else 0.75)
        if half_width(risk.share) <= COARSE:
            draw.rectangle((left, y - thick, max(left + 1, at(risk.share.estimate)), y + thick), fill=(*fill, 255))
        draw.line((at(risk.share.low), y, at(risk.share.high), y), fill=(*palette.INK, 255), width=max(1, pen(1.5)))
    return picture


def line_picture(
    words: str, size: tuple[int, int], pen: Pen, tone: str = "plain", share: float | None = None
) -> Image.Image:
    """Return words on paper, in as many lines as there is room for.

    share: how much of its lower edge shows progress. The words keep clear of it, and do not move at its end.
    """
    picture, pad = panel(size, pen), pen(8)
    lines = Lines(words, pen.text(14), palette.TONES.get(tone, palette.INK), smallest=pen.text(11))
    top = size[1] - max(2, pen(2.5)) - 2
    paint(lines, picture, (pad, pen(2), size[0] - 2 * pad, top - pen(3)))
    if share is not None:
        box = (pad, top, pad + (size[0] - 2 * pad) * share, size[1] - 3)
        ImageDraw.Draw(picture).rectangle(box, fill=(*palette.TONES["turn"], 255))
    return picture
