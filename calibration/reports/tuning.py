"""The report of a tuning: targets, results, the course of the search, the effect of each parameter, the preset."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from calibration.metrics.figures import format_interval
from calibration.reports.against import Change
from calibration.reports.fronts import fronts_section
from calibration.reports.page import Picture, facts, folded, number, page, pictures, table
from calibration.reports.parameter_words import parameter_words, setting_words
from calibration.reports.pictures import COLOURS, Canvas, percent_axis, whole_numbers
from calibration.reports.settings_map import settings_section
from calibration.tuning.sensitivity import Influence, Sensitivity
from calibration.tuning.space import Parameter, Values
from calibration.tuning.targets import Target
from calibration.tuning.tuning import Curve, Tuning
from sim.batch.assumed import statement
from sim.batch.job import crashed_text
from sim.metrics import SHARE
from sim.seat import Seat
from sim.spec import GAMES
from sim.statistics import Interval
from sim.web_page import escape

STEPS = {
    "tried": "tried, more matches needed",
    "dropped": "given up: it misses a target",
    "moved": "left for a better place",
    "inside": "looks right, to be confirmed",
    "confirmed": "confirmed by fresh matches",
    "contradicted": "contradicted by fresh matches",
    "unreachable": "as near as the bounds allow",
    "undecided": "not decided by fresh matches",
}
_OPEN = 16
"""Steps and lines of a preset of up to this many are not folded."""
HOW_TO_READ = (
    "A target is met when the whole 95 % interval of fresh matches, which had no say in the choice of the values, lies "
    "inside the band around it. The matches of the search show how the values were found, but they flatter them, "
    "because the values were chosen to look good in just these. The curves are a model fitted to all points that were "
    "played: they say what to expect between the points, and little outside of them."
)


def tuning_report(
    tuning: Tuning,
    seats: Sequence[Seat],
    preset: str,
    sensitivity: Sensitivity | None = None,
    effects: Sequence[Change] = (),
) -> str:
    """Return the whole page; the same tuning gives the same bytes.

    preset: its text, whether it was written or not. effects: every figure at the values found (`one`) and at the usual
    ones (`other`), of which those are shown that a designer would ask for.
    """
    game = GAMES[tuning.space.game].title

    def body() -> Iterator[str]:
        wanted = [f"{f.label}: {t.words(f.metric.unit)}" for t, f in zip(tuning.targets, tuning.figures, strict=True)]
        done = "needs no change for" if tuning.unchanged else "tuned to" if tuning.ending == "met" else "not tuned to"
        # More than two do not fit into a heading; the table has them.
        aim = ", and ".join(wanted) if len(wanted) <= 2 else f"{len(wanted)} targets"
        yield f"<h1>{escape(game)}: {done} {escape(aim)}</h1>"
        kind = "" if tuning.ending == "met" else ' class="note"'
        said = tuning.sentence()
        best = () if tuning.likeliest is None else (tuning.likeliest.values,)
        for name, value in (pair for at in (tuning.values, *best) for pair in tuning.space.named_values(at).items()):
            said = said.replace(f"{name} = {value:g}", setting_words(name, value))
        yield f"<p{kind}>{escape(said)}</p>"
        yield f"<h3>How to read this</h3>\n<p>{escape(HOW_TO_READ)}</p>"
        yield "<section>\n<h2>Targets and results</h2>"
        yield _targets(tuning, seats)
        yield _parameters(tuning)
        yield from _rounded(tuning)
        yield facts(
            (
                ("Players", escape(", ".join(f"{s.name} ({s.profile}, {s.strategy})" for s in seats))),
                ("Seed", str(tuning.seed)),
                ("Physics profile", escape(tuning.space.profile)),
                (
                    "Matches",
                    f"{tuning.matches} in all, {tuning.fresh} of them fresh{_left_out(tuning)}{_expected(tuning)}",
                ),
                ("Simulated time", f"{tuning.seconds / 3600:.1f} hours of play"),
            )
        )
        yield "</section>"
        yield from _effects(tuning, effects)
        yield from fronts_section(tuning)
        yield from settings_section(tuning.maps, _marks(tuning), parameter_words)
        if tuning.curves:
            yield "<section>\n<h2>What each parameter does</h2>"
            yield pictures([_response(tuning, curve) for curve in tuning.curves])
            yield "</section>"
        yield "<section>\n<h2>How the search went</h2>"
        yield pictures([_search(tuning, n) for n in range(len(tuning.targets))])
        yield _path(tuning)
        yield "</section>"
        if sensitivity is not None:
            yield from sensitivity_section(sensitivity)
        name = "The preset" if tuning.ending == "met" else "The preset that was not written"
        lines = preset.strip().count("\n") + 1
        text = folded("As a file", f"{lines} lines", f"<pre>{escape(preset.strip())}</pre>", lines <= _OPEN)
        yield f"<section>\n<h2>{name}</h2>\n{text}\n</section>"

    return page(f"{game}: tuning", body())


def _in_words(name: str) -> str:
    """Return a parameter in words as HTML, its key in small print."""
    return f"{escape(parameter_words(name))}<code>{escape(name)}</code>"


def _marks(tuning: Tuning) -> list[tuple[str, Callable[[str], float]]]:
    """Return the settings that a map marks: the answer, the rounded one, the usual one."""
    names = [parameter.name for parameter in tuning.space.parameters]
    usual = tuple(parameter.usual for parameter in tuning.space.parameters)
    rounded = () if tuning.rounded is None else (("rounded", tuning.rounded.values),)

    def at(values: Values) -> Callable[[str], float]:
        return lambda name: values[names.index(name)]

    found = (("found" if tuning.ending == "met" else "best known", tuning.values), *rounded, ("usual", usual))
    return [(label, at(values)) for label, values in found]


def _rounded(tuning: Tuning) -> Iterator[str]:
    """Yield what is known of rounder values: confirmed ones, or that none were."""
    if tuning.ending != "met" or tuning.unchanged:
        return
    if tuning.rounded is None:
        yield (
            "<p>No rounder values were confirmed: those found are as round as possible, rounder ones may miss a band, "
            "or no matches were left to play them.</p>"
        )
        return
    values = tuning.space.named_values(tuning.rounded.values)
    where = ", ".join(f"<b>{escape(setting_words(name, value))}</b>" for name, value in values.items())
    reached = "; ".join(
        f"{escape(figure.label)} {number(found, figure.metric.unit)}, {escape(target.standing(found))}"
        for target, figure, found in zip(
            tuning.targets, tuning.figures, tuning.rounded.intervals(tuning.figures), strict=True
        )
    )
    yield (
        f"<p>Rounded values meet it too: {where}. {reached} ({tuning.rounded.matches} fresh matches). The preset below "
        "holds the values found, not these.</p>"
    )


_ASKED = ("minutes", "avalanche_rate", "wins.seat", "first_fall_minutes", "held_breath_rate", "near_fall_rate", "drama")
"""The figures whose side effects come first; all other main ones follow, folded."""


def _effects(tuning: Tuning, effects: Sequence[Change]) -> Iterator[str]:
    """Yield the side effects: figures before and after, with the difference."""
    if not effects:
        return
    wanted = {target.metric for target in tuning.targets}
    main = [change for change in effects if "." not in change.one.key or change.one.key.endswith(".mean")]
    first = sorted(
        (change for change in effects if _rank(change.one.key) is not None), key=lambda c: _rank(c.one.key) or 0
    )
    others = [change for change in main if change not in first]
    yield "<section>\n<h2>Side effects</h2>"
    yield (
        "<p>The same seeds at the usual values (before) and at the values found (after). A change whose interval "
        "does not contain 0 is marked; among many figures a few are marked by chance.</p>"
    )
    head = ("figure", "before", "after", "change")
    yield table(head, (_effect(change, wanted) for change in first), kind="wide")
    if others:
        inside = table(head, (_effect(change, wanted) for change in others), kind="wide")
        yield folded("Further figures", f"{len(others)} figures", inside, False)
    yield "</section>"


def _rank(key: str) -> int | None:
    """Return the place of a figure among those that come first; None for any other."""
    kind = "wins.seat" if key.startswith("wins.seat.") else key.removesuffix(".mean")
    return _ASKED.index(kind) if kind in _ASKED else None


def _effect(change: Change, wanted: set[str]) -> tuple[str, ...]:
    one, other = change.one, change.other
    aim = ' <span class="tag">target</span>' if one.key.removesuffix(".mean") in wanted else ""
    mark = ' <span class="tag changed">changed</span>' if change.difference.distance > 1 else ""
    return (
        f"{escape(one.label)}{aim}<code>{escape(one.key)}</code>",
        number(other.interval, one.unit),
        number(one.interval, one.unit),
        f"{number(change.difference.interval, one.unit, signed=True)}{mark}",
    )


def sensitivity_section(found: Sensitivity) -> Iterator[str]:
    """Yield a picture and a table of the influence of each parameter."""
    unit = found.figure.metric.unit
    pairs = sorted(
        zip(found.space.parameters, found.influences, strict=True),
        key=lambda pair: -(pair[1].total.estimate if pair[1].total.estimate == pair[1].total.estimate else 0.0),
    )
    name = escape(found.figure.label)
    yield f"<section>\n<h2>Which parameters matter for {name}</h2>"
    yield (
        f"<p>Over all bounds {name} is {number(found.overall, unit)}, from {found.matches} matches at "
        f"{len(found.evaluations)} points. An index is the share of its variance that a parameter explains alone, or "
        "together with the others (Sobol).</p>"
    )
    yield pictures([_influences(pairs, found.figure.label)])
    yield table(
        ("parameter", "alone", "with others", "at its low bound", "at its high bound"),
        (
            (
                _in_words(parameter.name),
                *(number(one, "") for one in (influence.first, influence.total)),
                *(number(one, unit) for one in (influence.at_low, influence.at_high)),
            )
            for parameter, influence in pairs
        ),
        kind="wide",
    )
    yield "</section>"


def _left_out(tuning: Tuning) -> str:
    crashed = len(tuning.crashed)
    return f"; {crashed_text(crashed, tuning.matches + crashed)}" if crashed else ""


def _expected(tuning: Tuning) -> str:
    return "" if tuning.forecast is None else f"; expected were {tuning.forecast}"


def _targets(tuning: Tuning, seats: Sequence[Seat]) -> str:
    rows = []
    bands, note = tuning.left_open(seats)
    for target, figure, found, band in zip(tuning.targets, tuning.figures, tuning.reached, bands, strict=True):
        holds = target.holds(found)
        met = holds and tuning.confirmed is not None
        said = "met" if met else "not confirmed" if holds else "not met"
        tag = f'<span class="tag{" changed" * met}">{said}</span>'
        where = f'<br><span class="interval">{escape(target.standing(found))}</span>'
        name = f"{escape(figure.label)}<code>{escape(target.metric)}</code>"
        unit = figure.metric.unit
        reached = statement(number(found, unit), band, figure.metric.proportion)
        rows.append((name, escape(target.words(unit)), f"{reached}{where}", tag))
    head = ("target", "wanted", f"reached, {tuning.fresh or 'no'} fresh matches", "")
    said = f'<p class="note">{escape(note)}</p>' if note else ""
    return table(head, rows, kind="wide") + said


def _parameters(tuning: Tuning) -> str:
    values = tuning.space.named_values(tuning.values)
    rows = (
        (_in_words(p.name), f"{p.low:g} to {p.high:g}", f"{p.usual:g}", f"<b>{values[p.name]:g}</b>")
        for p in tuning.space.parameters
    )
    found = "found" if tuning.ending == "met" else "best known"
    return table(("parameter", "bounds", "usual", found), rows, kind="wide")


def _path(tuning: Tuning) -> str:
    units = [figure.metric.unit for figure in tuning.figures]
    rows = (
        (
            f"{count}. "
            + escape(
                ", ".join(setting_words(name, value) for name, value in tuning.space.named_values(step.values).items())
            )
            + f"<br>{escape(STEPS.get(step.what, step.what))}",
            str(step.matches),
            *(number(found, unit) for found, unit in zip(step.found, units, strict=True)),
        )
        for count, step in enumerate(tuning.path, start=1)
    )
    inside = table(("where, and what followed", "matches", *(escape(f.label) for f in tuning.figures)), rows)
    return folded("Every step", f"{len(tuning.path)} steps", inside, len(tuning.path) <= _OPEN)


def _response(tuning: Tuning, curve: Curve) -> Picture:
    """Draw a figure along a parameter: the model with its band, every point played, the target, the result."""
    which = [target.metric for target in tuning.targets].index(curve.metric)
    target, unit = tuning.targets[which], tuning.figures[which].metric.unit
    column = [parameter.name for parameter in tuning.space.parameters].index(curve.parameter)
    scale = 100.0 if unit == SHARE else 1.0
    canvas = Canvas()
    axes = canvas.axes
    _band(axes, target, scale, "target")
    low, high = ([scale * getattr(one, side) for one in curve.figures] for side in ("low", "high"))
    axes.fill_between(curve.values, low, high, color=COLOURS[0], alpha=0.16, linewidth=0)
    axes.plot(curve.values, [scale * one.estimate for one in curve.figures], color=COLOURS[0], label="model")
    for fresh in (False, True):
        points = [e for e in tuning.evaluations if (e is tuning.confirmed or e == tuning.confirmed) == fresh]
        if not points:
            continue
        found = [evaluation.intervals(tuning.figures)[which] for evaluation in points]
        at = [evaluation.values[column] for evaluation in points]
        colour = COLOURS[1] if fresh else "#6b747c"
        axes.vlines(at, *_ends(found, scale), color=colour, linewidth=1.3)
        name = "confirmed" if fresh else "played"
        marks = [scale * one.estimate for one in found]
        axes.plot(at, marks, "D" if fresh else "o", color=colour, markersize=5, linestyle="none", label=name)
    axes.axvline(tuning.values[column], color=COLOURS[1], linewidth=1, linestyle=(0, (4, 3)))
    label = tuning.figures[which].label
    axes.set_xlabel(parameter_words(curve.parameter))
    axes.set_ylabel(wrapped(label))
    if unit == SHARE:
        percent_axis(axes.yaxis)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, handlelength=1.4, columnspacing=1.2)
    ends = "; ".join(f"{value:g}: {format_interval(one, unit)}" for value, one in _some(curve))
    title = f"{label[:1].upper()}{label[1:]} along {parameter_words(curve.parameter)}"
    caption = "The other parameters as in the answer; points that were played elsewhere along these lie off the curve."
    alt = f"{title}, as the model has it, with 95 % intervals: {ends}. Wanted: {target.words(unit)}."
    return Picture(title, canvas.svg(), alt, caption if len(tuning.space.parameters) > 1 else "")


def _some(curve: Curve) -> list[tuple[float, Interval]]:
    pairs = list(zip(curve.values, curve.figures, strict=True))
    return pairs[:: max(1, (len(pairs) - 1) // 4)]


def _band(axes: Any, target: Target, scale: float, label: str | None = None) -> None:
    """Draw what is wanted: a band, or the line of a limit."""
    low, high = (scale * edge if math.isfinite(edge) else None for edge in (target.low, target.high))
    if low is None or high is None:
        (edge,) = (edge for edge in (low, high) if edge is not None)
        axes.axhline(edge, color=COLOURS[2], linewidth=1.4, label=label)
        return
    axes.axhspan(low, high, color=COLOURS[2], alpha=0.15, linewidth=0, label=label)


def _ends(found: Sequence[Interval], scale: float) -> tuple[list[float], list[float]]:
    """Return the ends of bars; where a bound is not known, the bar ends at the estimate."""
    low = [scale * (one.estimate if math.isnan(one.low) else one.low) for one in found]
    high = [scale * (one.estimate if math.isnan(one.high) else one.high) for one in found]
    return low, high


def wrapped(label: str) -> str:
    """Return the label of an axis on lines that a small picture has room for."""
    return "\n".join(textwrap.wrap(label, 36))


_WANTED = "A step is a few more matches at one setting. The band, or the line of a limit, is what was wanted."


def _search(tuning: Tuning, which: int) -> Picture:
    """Draw what was found of one target, step by step."""
    target, unit = tuning.targets[which], tuning.figures[which].metric.unit
    scale = 100.0 if unit == SHARE else 1.0
    canvas = Canvas()
    axes = canvas.axes
    _band(axes, target, scale)
    numbers = range(1, len(tuning.path) + 1)
    found = [step.found[which] for step in tuning.path]
    marks = [scale * one.estimate for one in found]
    axes.plot(numbers, marks, color="#c3c9ce", linewidth=1)
    axes.vlines(numbers, *_ends(found, scale), color=COLOURS[0], linewidth=1.5)
    for end, colour, shape in ((False, COLOURS[0], "o"), (True, COLOURS[1], "D")):
        at = [n for n, step in zip(numbers, tuning.path, strict=True) if (step.what == "confirmed") == end]
        axes.plot(at, [marks[n - 1] for n in at], shape, color=colour, markersize=5, linestyle="none")
    axes.set_xlabel("step")
    label = tuning.figures[which].label
    axes.set_ylabel(wrapped(label))
    whole_numbers(axes.xaxis)
    if unit == SHARE:
        percent_axis(axes.yaxis)
    title = f"{label[:1].upper()}{label[1:]}, step by step"
    steps = "; ".join(
        f"step {n}: {format_interval(one, unit)}, {STEPS.get(step.what, step.what)}"
        for n, one, step in zip(numbers, found, tuning.path, strict=True)
    )
    return Picture(title, canvas.svg(), f"{title}: {steps}.", _WANTED)


def _influences(pairs: Sequence[tuple[Parameter, Influence]], metric: str) -> Picture:
    canvas = Canvas(height_in=1.1 + 0.42 * len(pairs))
    axes = canvas.axes
    for shift, colour, shape, label in (
        (-0.14, COLOURS[0], "o", "alone (first order)"),
        (0.14, COLOURS[1], "s", "with others (total)"),
    ):
        found = [influence.first if shift < 0 else influence.total for _, influence in pairs]
        at = [n + shift for n in range(len(pairs))]
        axes.hlines(at, [one.low for one in found], [one.high for one in found], color=colour, linewidth=1.8)
        marks = [one.estimate for one in found]
        axes.plot(marks, at, shape, color=colour, markersize=5, linestyle="none", label=label, clip_on=False)
    axes.set_yticks(range(len(pairs)), [wrapped(parameter_words(parameter.name)) for parameter, _ in pairs])
    axes.set_ylim(len(pairs) - 0.4, -0.6)
    axes.set_xlim(0, 1.02)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(wrapped(f"share of the variance of {metric}"))
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    texts = "; ".join(
        f"{p.name}: {format_interval(i.first, '')} alone, {format_interval(i.total, '')} with others" for p, i in pairs
    )
    return Picture("Sobol indices", canvas.svg(), f"Sobol indices of {metric}, with 95 % intervals. {texts}.")
