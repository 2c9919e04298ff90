"""The pictures of reports, by matplotlib, as SVG: the same figures give the same bytes.

Colours are Okabe and Ito's (Color Universal Design, 2008), which colour-blind readers can distinguish; series differ in
their marks and lines too. Points with too few observations are grey.
"""

from __future__ import annotations

import contextlib
import io
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from calibration.metrics.figures import Figure
from sim.batch.metrics import part_words
from sim.language import ENGLISH, _, spoken
from sim.metrics import SHARE
from sim.statistics import Interval

WIDTH_IN = 5.2
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#8A5A9E", "#7A5C00", "#3D3D3D")
MARKS = "osD^vP"
LINES = ("-", "--", "-.", ":", "-", "--")
# How many letters have room beside each other above a map.
_LETTERS = 60
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_GREY, _INK, _SOFT = "#a9b0b6", "#1d2227", "#545d66"
_STYLE: Any = {
    "svg.fonttype": "path",
    "svg.hashsalt": "yardarm",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.edgecolor": _SOFT,
    "axes.labelcolor": _INK,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e7ea",
    "grid.linewidth": 0.7,
    "xtick.color": _SOFT,
    "ytick.color": _SOFT,
    "xtick.labelcolor": _INK,
    "ytick.labelcolor": _INK,
    "lines.linewidth": 1.7,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "figure.facecolor": "white",
}


@dataclass(frozen=True, slots=True)
class Series:
    """Figures of one kind, by name."""

    label: str
    points: Mapping[str, Figure]


@contextlib.contextmanager
def drawing_style() -> Iterator[Callable[[tuple[float, float]], Any]]:
    """Set the style of our pictures, and yield a function that makes an empty one of that size (inches)."""
    import matplotlib as mpl
    from matplotlib.figure import Figure as Drawing

    with mpl.rc_context(_STYLE):
        yield lambda size: Drawing(figsize=size, layout="constrained")


class Canvas:
    """An empty picture with one pair of axes. `svg` finishes it."""

    def __init__(self, height_in: float = 3.2, width_in: float = WIDTH_IN) -> None:
        self._style = drawing_style()
        self.drawing = self._style.__enter__()((width_in, height_in))
        self.axes: Any = self.drawing.add_subplot()

    def svg(self) -> bytes:
        """Finish the picture and return it as SVG."""
        content = io.BytesIO()
        try:
            if spoken() != ENGLISH:
                _with_commas(self.drawing)
            # No dates or versions, so that the same figures give the same bytes.
            nothing = {"Date": None, "Creator": None, "Format": None, "Type": None}
            self.drawing.savefig(content, format="svg", metadata=nothing)
        finally:
            self._style.__exit__(None, None, None)
        return content.getvalue()


def _with_commas(drawing: Any) -> None:
    """Write the decimals along all axes with a comma."""
    drawing.draw_without_rendering()
    for axis in (axis for axes in drawing.axes for axis in (axes.xaxis, axes.yaxis)):
        labels = [_POINT.sub(",", label.get_text()) for label in axis.get_majorticklabels()]
        limits = axis.get_view_interval()
        axis.set_ticks(axis.get_majorticklocs(), labels)
        axis.set_view_interval(*limits, ignore=True)


def curve(series: Sequence[Series], x: str, y: str, step: bool = False, bands: bool = True) -> bytes:
    """Draw figures over a number, as lines with bands. step: draw steps that start at 100 %, as of survival."""
    canvas = Canvas()
    axes = canvas.axes
    unit = _unit(series)
    for n, line in enumerate(series):
        numbers = [_place(name) for name in line.points]
        figures = list(line.points.values())
        middle, low, high = _columns(figures, unit)
        if step:
            # Before the first turn the event has happened to nobody.
            numbers = [numbers[0] - 1, *numbers]
            middle, low, high = ([100.0, *values] for values in (middle, low, high))
            figures = [figures[0], *figures]
        known = [value if not figure.few else math.nan for value, figure in zip(middle, figures, strict=True)]
        style = {"drawstyle": "steps-post"} if step else {}
        axes.plot(numbers, middle, color=_GREY, linewidth=1, **style)
        axes.plot(numbers, known, color=COLOURS[n], linestyle=LINES[n], label=line.label, **style)
        if bands:
            few = [figure.few for figure in figures]
            low = [math.nan if f else value for f, value in zip(few, low, strict=True)]
            high = [math.nan if f else value for f, value in zip(few, high, strict=True)]
            axes.fill_between(
                numbers, low, high, color=COLOURS[n], alpha=0.16, linewidth=0, step="post" if step else None
            )
    _frame(axes, series, unit)
    _finish(axes, series, unit)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    whole_numbers(axes.xaxis)
    return canvas.svg()


def _place(name: str) -> float:
    """Return the position on the axis for a name: a number, or the middle of a range such as `6-10`."""
    first, _, last = name.partition("-")
    return (float(first) + float(last or first)) / 2


def _frame(axes: Any, series: Sequence[Series], unit: str) -> None:
    """Limit the axes to the points with enough observations, so that the others do not flatten them."""
    solid = [(name, figure) for line in series for name, figure in line.points.items() if not figure.few]
    if not solid:
        return
    _, _, high = _columns([figure for _, figure in solid], unit)
    axes.set_ylim(0, 1.05 * max(high) or 1.0)
    axes.set_xlim(0, 1.08 * max(_place(name) for name, _ in solid))


def dots(series: Sequence[Series], x: str, reference: float | None = None, reference_text: str = "") -> bytes:
    """Draw figures by name, as points with their intervals, one line each.

    reference: a value at which a line is drawn for comparison.
    """
    names = list(dict.fromkeys(name for line in series for name in line.points))
    canvas = Canvas(height_in=0.85 + 0.27 * len(names) + 0.2 * (reference is not None or len(series) > 1))
    axes = canvas.axes
    unit = _unit(series)
    scale = 100.0 if unit == SHARE else 1.0
    named = len(series) > 1
    for n, line in enumerate(series):
        shift = 0.0 if len(series) == 1 else 0.34 * (n / (len(series) - 1) - 0.5)
        shown = [(at + shift, line.points[name]) for at, name in enumerate(names) if name in line.points]
        for few in (True, False):
            part = [(at, figure) for at, figure in shown if figure.few == few]
            middle, low, high = _columns([figure for _, figure in part], unit)
            at = [place for place, _ in part]
            colour = _GREY if few else COLOURS[n]
            axes.hlines(at, low, high, color=colour, linewidth=1.8)
            axes.plot(
                middle,
                at,
                MARKS[n],
                color=colour,
                markersize=5,
                label=line.label if named and not few else None,
                linestyle="none",
                clip_on=few,  # grey marks are clipped at the edge, others are drawn whole
                zorder=3,
            )
    if reference is not None:
        axes.axvline(scale * reference, color=_INK, linewidth=1, linestyle=(0, (4, 3)), label=reference_text)
    axes.set_yticks(range(len(names)), [part_words(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(x)
    # Large intervals from few observations must not flatten all others.
    everything = [figure for line in series for figure in line.points.values()]
    solid = [figure for figure in everything if not figure.few] or everything
    highs = [value for figure in solid for value in (figure.interval.high, figure.interval.estimate) if value == value]
    lows = [value for figure in solid for value in (figure.interval.low, figure.interval.estimate) if value == value]
    top = scale * max((*highs, reference or 0.0), default=1.0) or 1.0
    axes.set_xlim(min(0.0, scale * min(lows, default=0.0)), top * 1.04)
    if unit == SHARE:
        axes.set_xlim(0.0, min(100.0, top * 1.04) + 0.4)
        percent_axis(axes.xaxis)
    if named or reference is not None:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, handlelength=1.6, columnspacing=1.4)
    return canvas.svg()


def bars(series: Sequence[Series], x: str, y: str, width: float = 1.0, scale: float = 1.0) -> bytes:
    """Draw a distribution over numbers, as bars with their intervals. scale: the factor from names to positions."""
    canvas = Canvas()
    axes = canvas.axes
    wide = width / len(series)
    for n, line in enumerate(series):
        at = [scale * float(name) + wide * (n - (len(series) - 1) / 2) for name in line.points]
        middle, low, high = _columns(list(line.points.values()), SHARE)
        axes.bar(at, middle, 0.86 * wide, color=COLOURS[n], alpha=0.55, label=line.label)
        axes.vlines(at, low, high, color=COLOURS[n], linewidth=1.4)
    _finish(axes, series, SHARE)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(visible=False, axis="x")
    if width == 1.0:
        whole_numbers(axes.xaxis)
    return canvas.svg()


def heat(
    cells: Mapping[tuple[str, str], tuple[Interval, str, bool]],
    rows: Sequence[str],
    columns: Sequence[str],
    row: str,
    diverging: bool = False,
) -> bytes:
    """Draw a map of shares by (row, column): each the interval, the text below its number, and True if it is grey.

    diverging: the shares are differences, with colours for both signs.
    """
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    longest = max((len(_(column)) for column in columns), default=0)
    # Names that would run into each other lean, with room for their length.
    leaning = longest * len(columns) > _LETTERS
    canvas = Canvas(height_in=0.55 + 0.44 * len(rows) + 0.055 * longest * leaning, width_in=5.6)
    axes = canvas.axes
    values = [100 * interval.estimate for interval, _, greyed in cells.values() if not greyed]
    most = max((abs(value) for value in values), default=1.0) or 1.0
    colours = colormaps["PuOr_r" if diverging else "YlGnBu"]
    for (name, column), (interval, small, greyed) in cells.items():
        x, y = columns.index(column), rows.index(name)
        value = 100 * interval.estimate
        share = value / most
        # The palest and the darkest colours are left out, as paper is white and text black.
        face = colours(0.5 + 0.42 * share) if diverging else colours(0.03 + 0.72 * share)
        axes.add_patch(Rectangle((x, y), 1, 1, facecolor="#f0f1f2" if greyed else face, edgecolor="white", linewidth=2))
        dark = not greyed and (abs(share) > 0.75 if diverging else share > 0.62)
        ink = "white" if dark else _SOFT if greyed else _INK
        axes.text(
            x + 0.5, y + 0.42, f"{value:+.0f}" if diverging else f"{value:.0f}", ha="center", va="center", color=ink
        )
        axes.text(x + 0.5, y + 0.77, small, ha="center", va="center", color=ink, fontsize=6.5)
    axes.set_xlim(0, len(columns))
    axes.set_ylim(len(rows), 0)
    axes.set_xticks([n + 0.5 for n in range(len(columns))], [_(column) for column in columns])
    axes.set_yticks([n + 0.5 for n in range(len(rows))], rows)
    axes.set_ylabel(row)
    axes.xaxis.tick_top()
    if leaning:
        axes.tick_params(axis="x", labelrotation=45)
        for label in axes.get_xticklabels():
            label.set(ha="left", rotation_mode="anchor")
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    return canvas.svg()


def _columns(figures: Sequence[Figure], unit: str) -> tuple[list[float], list[float], list[float]]:
    scale = 100.0 if unit == SHARE else 1.0
    intervals = [figure.interval for figure in figures]
    middle = [scale * interval.estimate for interval in intervals]
    # Where a bound is missing, the bar ends at the estimate.
    low = [scale * (i.low if i.low == i.low else i.estimate) for i in intervals]
    high = [scale * (i.high if i.high == i.high else i.estimate) for i in intervals]
    return middle, low, high


def _unit(series: Sequence[Series]) -> str:
    return next((figure.unit for line in series for figure in line.points.values()), SHARE)


def _finish(axes: Any, series: Sequence[Series], unit: str) -> None:
    axes.set_ylim(bottom=0)
    if unit == SHARE:
        axes.set_ylim(0, min(100.0, axes.get_ylim()[1]) * 1.005)
        percent_axis(axes.yaxis)
    if len(series) > 1:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, handlelength=1.8, columnspacing=1.4)


def percent_axis(axis: Any) -> None:
    """Label an axis in percent, at round steps."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    low, high = axis.get_view_interval()
    axis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10], integer=high - low > 4))
    axis.set_major_formatter(PercentFormatter(100, decimals=0 if high - low > 4 else 1, symbol=" %"))


def whole_numbers(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))
