"""The sheet of an evening: what to measure, in the order of what it is worth, with room to write."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from calibration.measure.evening import Asked, Evening
from calibration.measure.evening_command import band_text, worth_words
from sim.spec import game_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGIN_MM, _ROW_MM, _HEAD_MM, _LINE_MM = 14.0, 11.0, 26.0, 3.1
_WRITE_MM, _WIDE = 62.0, 92
_INCH = 25.4


def drawn(evening: Evening, paper: str) -> bytes:
    """Return the sheet as PDF, on as many pages as it needs; the same bytes every time."""
    import matplotlib as mpl
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

    width, height = _PAPERS[paper]
    asked = evening.asked()
    rows = max(int((height - 2 * _MARGIN_MM - _HEAD_MM) / _ROW_MM), 1)
    pages = [asked[start : start + rows] for start in range(0, len(asked), rows)] or [[]]
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
    axes.text(right, top + 6, "Date, copy, who: ______________________", fontsize=8, ha="right", va="top")
    words = (
        f"{evening.ensemble.figure} now: {band_text(evening)}, in 95 of 100 cases.",
        "First what takes most of that band away; stop where it is narrow enough. Three readings where you can. Afterwards:",
        f"yardarm measure {evening.game} --out PRESET.toml, or --set NAME=READINGS once for each.",
    )
    for row, text in enumerate(words):
        axes.text(_MARGIN_MM, top + 8 + 4 * row, text, fontsize=7.5, va="top")


def _draw_rows(axes: Axes, page: Sequence[Asked], width: float) -> None:
    right = width - _MARGIN_MM
    for row, one in enumerate(page):
        y = _MARGIN_MM + _HEAD_MM + row * _ROW_MM
        axes.plot([_MARGIN_MM, right], [y - 1, y - 1], color="0.75", linewidth=0.4)
        axes.text(_MARGIN_MM, y, one.name, fontsize=8.5, weight="bold", va="top")
        axes.text(_MARGIN_MM, y + 3.8, worth_words(one), fontsize=6, color="0.35", va="top")
        left = _MARGIN_MM + 26
        axes.text(left, y, one.thing.what, fontsize=8, va="top")
        for n, line in enumerate(textwrap.wrap(one.thing.how, _WIDE)[:2]):
            axes.text(left, y + 3.8 + n * _LINE_MM * 0.9, line, fontsize=6, color="0.25", va="top")
        axes.plot([right - _WRITE_MM, right - 10], [y + 7.4, y + 7.4], color="black", linewidth=0.5)
        axes.text(right, y + 7.4, one.thing.unit, fontsize=8, ha="right")
