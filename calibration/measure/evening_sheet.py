"""The sheet of an evening: what to measure, in the order of what it is worth, with room to write."""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from calibration.measure.evening import Asked, Evening
from sim.language import capital
from sim.spec import game_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGIN_MM, _HEAD_MM, _ROW_MM, _MORE_MM = 14.0, 26.0, 11.0, 7.0
_WRITE_MM, _UNIT_MM, _WIDE = 62.0, 8.0, 72
_TEN = 10
"""The readings that one line has room for."""
_INCH = 25.4


def drawn(evening: Evening, paper: str) -> bytes:
    """Return the sheet as PDF, on as many pages as it needs; the same bytes every time."""
    import matplotlib as mpl
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

    width, height = _PAPERS[paper]
    pages = _pages(evening.asked(), height - 2 * _MARGIN_MM - _HEAD_MM)
    stream = io.BytesIO()
    title = f"{game_of(evening.game).title}: an evening of measuring"
    with (
        mpl.rc_context({"pdf.fonttype": 42, "font.family": "DejaVu Sans", "axes.unicode_minus": False}),
        PdfPages(stream, metadata={"CreationDate": None, "Title": title}) as pdf,
    ):
        for number, page in enumerate(pages, start=1):
            figure = Figure(figsize=(width / _INCH, height / _INCH))
            axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
            axes.set(xlim=(0, width), ylim=(height, 0))
            axes.axis("off")
            _draw_head(axes, evening, title, f"{number} / {len(pages)}", width)
            _draw_rows(axes, page, width)
            pdf.savefig(figure)
    return stream.getvalue()


def _draw_head(axes: Axes, evening: Evening, title: str, number: str, width: float) -> None:
    top, right = _MARGIN_MM, width - _MARGIN_MM
    axes.text(_MARGIN_MM, top, title, fontsize=14, weight="bold", va="top")
    axes.text(right, top, number, fontsize=8, ha="right", va="top")
    axes.text(right - 14, top, "Date, copy, who: ____________________", fontsize=8, ha="right", va="top")
    words = (
        f"{capital(evening.ensemble.label)} now: {evening.band_text()}, in 95 of 100 cases.",
        "First what narrows that most; stop when it is narrow enough. Three readings where you can. Then:",
        f"yardarm measure {evening.game} --out PRESET.toml, or --set NAME=READINGS once for each.",
    )
    for row, text in enumerate(words):
        axes.text(_MARGIN_MM, top + 8 + 4 * row, text, fontsize=7.5, va="top")


def _lines(one: Asked) -> int:
    """Return how many lines there are to write the readings on."""
    return max(math.ceil(one.thing.readings / _TEN), 1)


def _high(one: Asked) -> float:
    return _ROW_MM + (_lines(one) - 1) * _MORE_MM


def _pages(asked: Sequence[Asked], room: float) -> list[list[Asked]]:
    """Return what stands on each page, of which `room` (mm) is for it."""
    pages: list[list[Asked]] = [[]]
    for one in asked:
        if pages[-1] and sum(map(_high, pages[-1])) + _high(one) > room:
            pages.append([])
        pages[-1].append(one)
    return pages


def _draw_rows(axes: Axes, page: Sequence[Asked], width: float) -> None:
    right, left = width - _MARGIN_MM, _MARGIN_MM + 27
    y = _MARGIN_MM + _HEAD_MM
    for one in page:
        axes.plot([_MARGIN_MM, right], [y - 1, y - 1], color="0.75", linewidth=0.4)
        axes.text(_MARGIN_MM, y, one.name, fontsize=8.5, weight="bold", va="top")
        axes.text(_MARGIN_MM, y + 3.8, one.worth_words, fontsize=6.5, color="0.3", va="top")
        axes.text(left, y, one.thing.what, fontsize=8, va="top")
        how = "\n".join(textwrap.wrap(one.thing.how, _WIDE if _lines(one) == 1 else _WIDE - 4))
        axes.text(left, y + 3.8, how, fontsize=6.5, color="0.2", va="top", linespacing=1.1)
        for line in range(_lines(one)):
            below = y + 7.6 + line * _MORE_MM
            axes.plot([right - _WRITE_MM, right - _UNIT_MM], [below, below], color="black", linewidth=0.5)
        axes.text(right, y + 7.6, one.thing.unit, fontsize=8, ha="right")
        y += _high(one)
