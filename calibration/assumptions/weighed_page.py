"""The section about weighed draws on the page of `study assumptions`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calibration.assumptions.weighed import mean_text, move_text, values_at, warning
from calibration.assumptions.weighing import Judged, Moved, Weighed, Weighing
from calibration.metrics.figures import format_interval as words
from calibration.reports.page import Picture, bullets, folded, key, number, pictures, table
from calibration.reports.pictures import COLOURS, Canvas
from sim.metrics import SHARE
from sim.web_page import escape

HOW_TO_READ = (
    "Nobody has measured the assumed values, but people have said what playing is like. Each of their statements is "
    "turned into a band of a figure. A draw in which the figure lies in the band loses nothing; the farther outside "
    "it lies, compared with the softness of the statement and the chance in a few matches, the less the draw weighs. "
    "A draw's weight is the product over all statements, which are taken as independent. The effective number says "
    "how many draws of equal weight would tell as much: a small one means that few draws carry everything. Leave a "
    "statement out to see whether the result hangs on it; if one alone pulls a figure, doubt it before you trust the "
    "band. People exaggerate, remember what falls, and have read each other, so the bands may still be too narrow."
)


def weighed_section(weighing: Weighing) -> Iterator[str]:
    """Yield the section of the page."""
    yield "<section>\n<h2>Weighed by the reports</h2>"
    yield f"<p>{escape(HOW_TO_READ)}</p>"
    count = f"{len(weighing.weights)} draws count as <b>{weighing.effective:.1f}</b>."
    yield bullets((count, escape(warning(weighing))) if weighing.few else (count,))
    yield pictures([_bands(weighing)])
    yield table(("figure", "all draws alike", "", "weighed", ""), _band_rows(weighing), kind="wide")
    columns = (
        "statement",
        "figure",
        "band",
        "softness",
        "mean of the draws",
        "weighed",
        "counts as, alone",
        "without it",
    )
    yield table(columns, map(_judged_row, weighing.judged), numbers_from=2, kind="wide")
    yield folded("Where it is said, and why the band", "", _sources(weighing), False)
    names = ("figure", *(escape(one.name) for one in weighing.judged))
    left_out = table(names, _left_out_rows(weighing), kind="wide")
    yield folded("Bands with one statement left out", "", left_out, False)
    clear = [row for one in weighing.ranked for row in _moved_rows(one)]
    others = sorted((one for one in weighing.moved if not one.clear), key=lambda one: (-one.far, one.part.name))
    head = ("assumption", "median before", "95 % of the draws", "median weighed", "95 % weighed")
    yield "<h3>Assumptions that move by more than chance</h3>"
    yield table(head, clear, kind="wide") if clear else "<p>None does.</p>"
    rest = table(head, [row for one in others for row in _moved_rows(one)], kind="wide")
    yield folded("The others", f"{len(others)}", rest, False)
    yield "</section>"


def _unit(one: Weighed) -> str:
    return SHARE if one.one.figure.metric.proportion else ""


def _band_rows(weighing: Weighing) -> Iterator[Sequence[str]]:
    for one in weighing.figures:
        if one.band is not None and one.one.band is not None:
            ends = (one.one.band.low, one.one.band.high, one.band.low, one.band.high)
            yield key(one.one.figure.name), *(number(end, _unit(one)) for end in ends)


def _judged_row(one: Judged) -> Sequence[str]:
    low, high = one.report.band
    ignored = f"<br>not counted at {one.ignored} draws, ignored there" if one.ignored else ""
    return (
        f"{key(one.name)} {escape(one.report.statement)}{ignored}",
        key(one.report.figure),
        f"{low:g} to {high:g}",
        f"{one.report.softness:g}",
        mean_text(one.before),
        mean_text(one.after),
        f"{one.alone:.1f}",
        f"{one.without:.1f}",
    )


def _sources(weighing: Weighing) -> str:
    rows = ((key(one.name), escape(one.report.source), escape(one.report.reason)) for one in weighing.judged)
    return table(("statement", "source", "because"), rows, numbers_from=3)


def _left_out_rows(weighing: Weighing) -> Iterator[Sequence[str]]:
    for one in weighing.figures:
        if one.band is not None:
            scale, digits = (100, 1) if _unit(one) else (1, 2)
            ends = (f"{scale * low:.{digits}f} to {scale * high:.{digits}f}" for low, high in one.left_out.values())
            yield key(one.one.figure.name), *ends


def _moved_rows(one: Moved) -> Iterator[Sequence[str]]:
    for name, span in one.part.spans.items():
        if span.among:
            yield key(name), "", "", "", escape(move_text(span, one))
            continue
        (low, before, high), (least, after, most) = values_at(span, one.before), values_at(span, one.after)
        yield key(name), f"{before:.4g}", f"{low:.4g} to {high:.4g}", f"{after:.4g}", f"{least:.4g} to {most:.4g}"


def _bands(weighing: Weighing) -> Picture:
    """Draw the bands of all figures before and after, each relative to the figure with the values as they are."""
    shown = [one for one in weighing.figures if one.band is not None and one.one.usual.estimate > 0]
    canvas = Canvas(height_in=1.2 + 0.42 * len(shown), width_in=7.6)
    axes = canvas.axes
    texts = []
    for n, one in enumerate(shown):
        assert one.band is not None
        assert one.one.band is not None
        usual, unit = one.one.usual.estimate, _unit(one)
        for shift, band, colour, label in (
            (-0.2, one.one.band, COLOURS[5], "all draws alike"),
            (0.2, one.band, COLOURS[0], "weighed by the reports"),
        ):
            low, high = band.low.estimate / usual, band.high.estimate / usual
            axes.barh(
                n + shift, high - low, left=low, height=0.34, color=colour, alpha=0.6, label=label if not n else None
            )
        texts.append(f"{one.one.figure.name} {words(one.band.low, unit)} to {words(one.band.high, unit)}")
    axes.axvline(1, color=COLOURS[0], linewidth=0.8)
    axes.set_yticks(range(len(shown)), [one.one.figure.name for one in shown])
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("times the figure with the values as they are")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return Picture("Bands before and after", canvas.svg(), f"Weighed: {'; '.join(texts)}.")
