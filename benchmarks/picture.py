"""The work-precision plot: error against processor seconds, one line an engine."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sim.statistics import Interval

_STYLES = {"pymunk": ("tab:blue", "o", "-"), "MuJoCo implicitfast": ("tab:red", "s", "-")}
_OTHERS = (("tab:orange", "^", "--"), ("tab:purple", "v", "--"))


@dataclass(frozen=True, slots=True)
class Row:
    """One engine at one step, against the finest step of the same engine; seconds are of the processor, a placement.

    `verdict_differs` is the share of placements on which the two do not agree whether anything fell; `pose_mm` the
    median over placements of the rms distance, in the hull's frame, between where the pieces that stayed in both ended;
    `pose_rms_mm` the rms over all such pieces; `heel_deg` the median difference of the hull's angle. `times_play` is
    the median of the processor time in times of pymunk's at 480 Hz on the same placement.
    """

    engine: str
    step_hz: int
    reference: bool
    seconds: Interval
    build_seconds: Interval
    times_play: Interval
    fell: Interval
    verdict_differs: Interval
    pose_mm: Interval
    pose_rms_mm: float
    heel_deg: Interval
    unsound: int


def picture(rows: Sequence[Row], placements: int) -> bytes:
    """Draw verdicts that differ from the engine's own reference (left) and the final pose's error (right). PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    compared = [row for row in rows if not row.reference]
    engines = list(dict.fromkeys(row.engine for row in compared))
    others = iter(_OTHERS)
    for engine in engines:
        mine = [row for row in compared if row.engine == engine]
        style = _STYLES.get(engine) or next(others)
        _line(left, mine, [_times(row.verdict_differs, 100.0) for row in mine], style)
        _line(right, mine, [_times(row.pose_mm, 1.0) for row in mine], style)
    left.set_ylabel("verdicts that differ from the reference, %")
    left.set_title(f"Did anything fall? {placements} placements, 95 % intervals")
    left.set_ylim(bottom=-1.0)
    right.set_yscale("log")
    right.set_ylabel("final pose against the reference, mm")
    right.set_title("Where did the rest end? Median of placements")
    for axes in (left, right):
        axes.set_xscale("log")
        axes.set_xlabel("processor seconds for a placement of 4 s")
        axes.grid(alpha=0.3, which="both")
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=len(engines), fontsize=9)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110, metadata={"Software": None})
    return content.getvalue()


def _times(interval: Interval, factor: float) -> tuple[float, float, float]:
    return interval.estimate * factor, interval.low * factor, interval.high * factor


def _line(
    axes: Any, rows: Sequence[Row], values: Sequence[tuple[float, float, float]], style: tuple[str, str, str]
) -> None:
    colour, marker, line = style
    at = [row.seconds.estimate for row in rows]
    below = [0.0 if math.isnan(low) else value - low for value, low, _ in values]
    above = [0.0 if math.isnan(high) else high - value for value, _, high in values]
    middle = [value for value, _, _ in values]
    axes.errorbar(
        at,
        middle,
        yerr=[below, above],
        color=colour,
        marker=marker,
        linestyle=line,
        capsize=2,
        markersize=5,
        linewidth=1.2,
        label=rows[0].engine,
    )
    for row, x, y in zip(rows, at, middle, strict=True):
        axes.annotate(f"{row.step_hz}", (x, y), xytext=(4, 5), textcoords="offset points", fontsize=7, color=colour)
