"""The page of `study assumptions`: bands as bars, shares as a tornado, every assumption with its range and reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calibration.assumptions.drawing import Assumption
from calibration.assumptions.shares import Share
from calibration.assumptions.study import AssumptionsStudy, Open
from calibration.assumptions.weighed_page import weighed_section
from calibration.assumptions.weighing import Weighing
from calibration.metrics.figures import format_interval as words
from calibration.reports.page import Picture, bullets, facts, folded, key, number, page, pictures, table
from calibration.reports.pictures import COLOURS, Canvas, percent_axis
from sim.batch.job import crashed_text
from sim.measures import Span
from sim.metrics import SHARE
from sim.seat import Seat
from sim.spec import GAMES
from sim.statistics import Interval
from sim.web_page import escape

_MOST = 12
"""The most assumptions that a picture shows."""
_WORTH = 0.005
"""The least share that a picture shows."""
_BAND, _GREY = "#E69F00", "#6b747c"
HOW_TO_READ = (
    "Some values of the game are measured; others are assumed, each with a plausible range and a reason. "
    "Here all assumed values are drawn at once, again and again, and matches are played at each draw. The band of a "
    "figure is where it lies in 95 of 100 draws: this much stays open until someone measures, however many matches "
    "are simulated. The sampling interval, which more matches make narrower, is the one that every other page shows. "
    "A share is the part of the variance between draws that one assumption causes alone (first-order Sobol index). "
    "Values of several people that are derived from each other are drawn together. The bands are as good as the "
    "ranges: these are judgement too, with their reasons at the end of the page."
)


def assumptions_page(found: AssumptionsStudy, seats: Sequence[Seat], weighing: Weighing | None = None) -> str:
    """Return the whole page; the same study gives the same bytes."""
    assumptions = found.assumptions
    game = GAMES[assumptions.game].title

    def body() -> Iterator[str]:
        yield f"<h1>{escape(game)}: what the assumptions leave open</h1>"
        yield (
            f'<p class="lead">{len(assumptions.parts)} assumptions, drawn {len(found.points)} times together; '
            f"{found.matches} matches at the draws, {found.usual.matches} with the values as they are.</p>"
        )
        yield f"<section>\n<h3>How to read this</h3>\n<p>{escape(HOW_TO_READ)}</p>\n</section>"
        yield "<section>\n<h2>Bands</h2>"
        yield pictures([_bands(found.found)])
        yield _bands_table(found)
        yield facts(_facts(found, seats))
        yield "</section>"
        if weighing is not None:
            yield from weighed_section(weighing)
        for one in found.found:
            yield from _section(one, found)
        yield "<section>\n<h2>Assumptions</h2>"
        yield _assumptions(assumptions.parts)
        yield "</section>"

    return page(f"{game}: what the assumptions leave open", body())


def _unit(one: Open) -> str:
    return SHARE if one.figure.metric.proportion else ""


def _facts(found: AssumptionsStudy, seats: Sequence[Seat]) -> Iterator[tuple[str, str]]:
    yield "Players", escape(", ".join(f"{seat.name} ({seat.profile}, {seat.strategy})" for seat in seats))
    yield "Seed", f"{found.seed}; simulate --seed {found.run_seed} plays the same matches"
    yield "Physics profile", escape(found.assumptions.profile)
    if found.refused:
        yield "Draws left out", f"{found.refused} that could not be built"
    if found.crashed:
        crashed = len(found.crashed)
        yield "Crashed", escape(crashed_text(crashed, found.matches + found.usual.matches + crashed))


def _bands(found: Sequence[Open]) -> Picture:
    """Draw the bands of all figures, each relative to the figure with the values as they are."""
    shown = [one for one in found if one.band is not None and one.usual.estimate > 0]
    canvas = Canvas(height_in=1.2 + 0.42 * len(shown), width_in=7.6)
    axes = canvas.axes
    texts = []
    for n, one in enumerate(shown):
        assert one.band is not None
        unit, usual = _unit(one), one.usual.estimate
        low, high = one.band.low, one.band.high
        first = None if n else "the assumptions leave this"
        wide = high.estimate - low.estimate
        axes.barh(n, wide / usual, left=low.estimate / usual, height=0.5, color=_BAND, alpha=0.55, label=first)
        for shift, end, label in ((-0.12, low, "the ends, by sampling"), (0.12, high, None)):
            axes.hlines(
                n + shift, end.low / usual, end.high / usual, color=_GREY, linewidth=1, label=None if n else label
            )
        label = None if n else "as usual, by sampling"
        axes.hlines(n, one.usual.low / usual, one.usual.high / usual, color=COLOURS[0], linewidth=3, label=label)
        axes.plot([1], [n], "o", color=COLOURS[0], markersize=5)
        texts.append(f"{one.figure.name} {words(one.usual, unit)}, left {_ends_text(one)}")
    axes.axvline(1, color=COLOURS[0], linewidth=0.8)
    axes.set_yticks(
        range(len(shown)), [f"{one.figure.name}\n{words(one.usual, _unit(one)).partition(' (')[0]}" for one in shown]
    )
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("times the figure with the values as they are")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, handlelength=1.6, columnspacing=1.4)
    return Picture("Assumptions beside sampling", canvas.svg(), f"Bands: {'; '.join(texts)}.")


def _ends_text(one: Open) -> str:
    assert one.band is not None
    unit = _unit(one)
    low, high = (
        words(Interval(e.estimate, e.low, e.high), unit).partition(" (")[0] for e in (one.band.low, one.band.high)
    )
    return f"{low} to {high}"


def _bands_table(found: AssumptionsStudy) -> str:
    def rows() -> Iterator[Sequence[str]]:
        for one in found.found:
            unit = _unit(one)
            name = f"{escape(one.figure.metric.label)} {key(one.figure.name)}"
            if one.band is None:
                yield name, number(one.usual, unit), "counted too rarely", "", ""
                continue
            leading = one.ranked(found.assumptions)[:3]
            who = "<br>".join(f"{key(n)} {_share_text(s.share)}" for n, s in leading if s.share.estimate >= 0.05)
            if one.shares is None:
                who = "no more than chance"
            yield name, number(one.usual, unit), number(one.band.low, unit), number(one.band.high, unit), who

    head = ("figure", "as usual", "left open from", "to", "carried by")
    return table(head, rows(), kind="wide")


def _share_text(share: Interval) -> str:
    return (
        f'{100 * share.estimate:.0f} % <span class="interval">({100 * share.low:.0f} to {100 * share.high:.0f})</span>'
    )


def _section(one: Open, found: AssumptionsStudy) -> Iterator[str]:
    if one.shares is None or one.band is None:
        return
    ranked = one.ranked(found.assumptions)
    shown = [(name, share) for name, share in ranked[:_MOST] if share.share.estimate >= _WORTH]
    yield f"<section>\n<h2>{escape(one.figure.metric.label[:1].upper() + one.figure.metric.label[1:])}</h2>"
    yield bullets(
        (
            f"With the values as they are {number(one.usual, _unit(one))}; left open: {escape(_ends_text(one))}.",
            f"{_share_text(one.shares.together)} of the variance is caused by several assumptions together.",
        )
    )
    if shown:
        yield pictures([_tornado(one, shown), _ends(one, shown)])
    yield folded("All shares", f"{len(ranked)}", _shares_table(one, ranked), False)
    yield "</section>"


def _tornado(one: Open, shown: Sequence[tuple[str, Share]]) -> Picture:
    canvas = Canvas(height_in=1.0 + 0.3 * len(shown), width_in=5.6)
    axes = canvas.axes
    for n, (_, share) in enumerate(shown):
        axes.barh(n, 100 * share.share.estimate, height=0.6, color=COLOURS[0], alpha=0.6)
        axes.hlines(n, 100 * share.share.low, 100 * share.share.high, color=COLOURS[5], linewidth=1.4)
    _rows(axes, shown)
    axes.set_xlim(0, min(100.0, 4 + 104 * max(share.share.high for _, share in shown)))
    percent_axis(axes.xaxis)
    axes.set_xlabel(f"share of the variance of {one.figure.name}")
    texts = "; ".join(f"{name} {words(share.share, SHARE)}" for name, share in shown)
    return Picture(
        "Which assumptions carry it", canvas.svg(), f"First-order Sobol indices of {one.figure.name}: {texts}."
    )


def _ends(one: Open, shown: Sequence[tuple[str, Share]]) -> Picture:
    """Draw the figure at the ends of each assumption, averaged over all others."""
    assert one.band is not None
    unit = _unit(one)
    scale = 100.0 if unit == SHARE else 1.0
    canvas = Canvas(height_in=1.0 + 0.3 * len(shown), width_in=5.6)
    axes = canvas.axes
    axes.axvspan(scale * one.band.low.estimate, scale * one.band.high.estimate, color=_BAND, alpha=0.15, linewidth=0)
    labelled = False
    for n, (_, share) in enumerate(shown):
        if share.ends is None:
            continue
        axes.plot([scale * end.estimate for end in share.ends], [n, n], color=_GREY, linewidth=1)
        for shift, end, colour, mark, label in (
            (-0.12, share.ends[0], COLOURS[0], "o", "at its low end"),
            (0.12, share.ends[1], COLOURS[1], "s", "at its high end"),
        ):
            axes.hlines(n + shift, scale * end.low, scale * end.high, color=colour, linewidth=1.6)
            axes.plot(
                [scale * end.estimate],
                [n + shift],
                mark,
                color=colour,
                markersize=5,
                linestyle="none",
                label=None if labelled else label,
            )
        labelled = True
    axes.axvline(scale * one.usual.estimate, color=COLOURS[5], linewidth=1, linestyle=(0, (4, 3)))
    _rows(axes, shown)
    if unit == SHARE:
        percent_axis(axes.xaxis)
    axes.set_xlabel(one.figure.name)
    if labelled:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    texts = "; ".join(
        f"{name} {words(share.ends[0], unit)} and {words(share.ends[1], unit)}" for name, share in shown if share.ends
    )
    caption = "Averaged over all others. Shaded: the band; dashed: with the values as they are."
    return Picture("At the ends of each", canvas.svg(), f"{one.figure.name} at low and high end: {texts}.", caption)


def _rows(axes: object, shown: Sequence[tuple[str, Share]]) -> None:
    from matplotlib.axes import Axes

    assert isinstance(axes, Axes)
    axes.set_yticks(range(len(shown)), [name.removeprefix("skill.") for name, _ in shown])
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")


def _shares_table(one: Open, ranked: Sequence[tuple[str, Share]]) -> str:
    unit = _unit(one)

    def rows() -> Iterator[Sequence[str]]:
        for name, share in ranked:
            ends = ("", "") if share.ends is None else tuple(number(end, unit) for end in share.ends)
            yield key(name), _share_text(share.share), f"{100 * share.matters:.0f} %", *ends

    head = ("assumption", "share", "matters with a chance of", "at its low end", "at its high end")
    return table(head, rows(), kind="wide")


def _assumptions(parts: Sequence[Assumption]) -> str:
    rows = (
        (key(name), _value(span.value), _reach(span), escape(span.reason))
        for part in parts
        for name, span in part.spans.items()
    )
    return table(("value", "as it is", "range", "because"), rows, numbers_from=4)


def _value(value: object) -> str:
    return escape(f"{value:g}" if isinstance(value, float) else value)


def _reach(span: Span) -> str:
    if span.among:
        return " or ".join(_value(item) for item in span.among)
    return f"{span.low:g} to {span.high:g}"
