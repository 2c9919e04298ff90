"""The part of a tuning's page on targets that exclude each other: how near one comes at the cost of the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from calibration.metrics.figures import format_interval
from calibration.reports.page import Picture, pictures
from calibration.reports.pictures import COLOURS, Canvas, percent_axis
from calibration.tuning.outlook import Compromise
from calibration.tuning.targets import Target
from calibration.tuning.tuning import Tuning
from sim.metrics import SHARE


def fronts_section(tuning: Tuning) -> Iterator[str]:
    """Yield the section; nothing where there is a single target, or all were met."""
    if tuning.outlook is None or not tuning.outlook.fronts:
        return
    yield "<section>\n<h2>One target at the cost of the other</h2>"
    yield (
        "<p>By the models, with 95 % intervals. A setting on the line comes as near to both values as it can: one "
        "comes nearer only if the other goes farther away. The box is what was wanted. Where the line passes it by, no "
        "setting within the ranges meets both.</p>"
    )
    yield pictures([_front(tuning, pair, front) for pair, front in tuning.outlook.fronts])
    yield "</section>"


def _front(tuning: Tuning, pair: tuple[int, int], front: Sequence[Compromise]) -> Picture:
    assert tuning.outlook is not None
    figures = [tuning.figures[n] for n in pair]
    targets = [tuning.targets[n] for n in pair]
    scales = [100.0 if figure.metric.unit == SHARE else 1.0 for figure in figures]
    canvas = Canvas(height_in=4.0)
    axes = canvas.axes
    reach = [[scale * point[n] for point in tuning.outlook.reach] for n, scale in zip(pair, scales, strict=True)]
    axes.plot(*reach, ".", color="#c3c9ce", markersize=4, label="settings in the ranges")
    sides = [[each.figures[n] for each in front] for n in pair]
    marks = [[scale * one.estimate for one in side] for side, scale in zip(sides, scales, strict=True)]
    x_ends, y_ends = (
        [[scale * (one.estimate - one.low) for one in side], [scale * (one.high - one.estimate) for one in side]]
        for side, scale in zip(sides, scales, strict=True)
    )
    axes.errorbar(
        *marks, xerr=x_ends, yerr=y_ends, fmt="o-", color=COLOURS[0], markersize=4, elinewidth=0.9, label="front"
    )
    _box(axes, targets, scales)
    for set_label, axis, figure in zip(
        (axes.set_xlabel, axes.set_ylabel), (axes.xaxis, axes.yaxis), figures, strict=True
    ):
        set_label(figure.label)
        if figure.metric.unit == SHARE:
            percent_axis(axis)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, handlelength=1.4, columnspacing=1.2)
    title = f"{figures[0].label[:1].upper()}{figures[0].label[1:]} and {figures[1].label}"
    words = "; ".join(
        " with ".join(
            format_interval(each.figures[n], figure.metric.unit) for n, figure in zip(pair, figures, strict=True)
        )
        for each in front
    )
    wanted = " and ".join(t.words(f.metric.unit) for t, f in zip(targets, figures, strict=True))
    return Picture(title, canvas.svg(), f"{title}, as near as both come together: {words}. Wanted: {wanted}.")


def _box(axes: Any, targets: Sequence[Target], scales: Sequence[float]) -> None:
    """Draw what is wanted; a limit ends at the edge of the picture."""
    edges = []
    for target, scale, (first, last) in zip(targets, scales, (axes.get_xlim(), axes.get_ylim()), strict=True):
        edges.append(
            (scale * target.low if target.bound != "<" else first, scale * target.high if target.bound != ">" else last)
        )
    (left, right), (bottom, top) = edges
    axes.fill((left, right, right, left), (bottom, bottom, top, top), color=COLOURS[2], alpha=0.3, label="wanted")
