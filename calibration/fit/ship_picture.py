"""The picture of a fit of a ship: rows and fit, and below them what is left over."""

from __future__ import annotations

import io
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.fit.ship import ShipFit
from calibration.fit.sway_table import Sway
from calibration.reports.pictures import COLOURS, drawing_style

Floats = NDArray[np.float64]

_SIZE_IN = (7.2, 4.8)
_CURVE = 4000
_GREY = "#9aa2a9"


def drawn(fit: ShipFit, sway: Sway, form: str) -> bytes:
    """Draw all rows of a recording, the fit, and residuals, in a form such as png."""
    decay = fit.decay
    unit = "rad/s" if sway.rates else "degrees"
    scale = 1.0 if sway.rates else 180 / math.pi
    own = np.zeros(sway.times.size, dtype=np.bool_)
    own[decay.which] = True
    clock = sway.times - sway.times[0]
    model = scale * fit.angles(fit.start_s + decay.rows.times)
    left = scale * decay.rows.values - model
    with drawing_style() as figure_of:
        figure = figure_of(_SIZE_IN)
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1.4))
        if not np.all(own):
            above.plot(clock[~own], scale * sway.values[~own], ".", ms=2.5, color=_GREY, label="left out")
        above.plot(clock[own], scale * sway.values[own], ".", ms=3, color=COLOURS[0], label="rows")
        # The clock of the recording is behind where pictures were lost.
        dense = np.linspace(0, decay.rows.times[-1], _CURVE)
        shown = np.interp(dense, decay.rows.times, clock[own])
        above.plot(
            shown, scale * fit.angles(fit.start_s + dense), color=COLOURS[1], lw=1.1, label=f"fit: {fit.verdict.grade}"
        )
        below.axhline(0, color=_GREY, lw=0.7)
        below.plot(clock[own], left, ".", ms=2.5, color=COLOURS[0])
        for axes in (above, below):
            _mark(axes, fit)
        above.set_ylabel(f"{'rate' if sway.rates else 'angle'} ({unit})")
        below.set_ylabel(f"left over ({unit})")
        below.set_xlabel("time (s)")
        above.legend(loc="upper right", ncols=3)
        content = io.BytesIO()
        figure.savefig(content, format=form, dpi=150, metadata={"Date": None} if form in ("svg", "pdf") else None)
    return content.getvalue()


def _mark(axes: Any, fit: ShipFit) -> None:
    """Mark release, end and losses."""
    decay = fit.decay
    for time, text in ((decay.released_s, "let go"), (decay.stopped_s, "stopped")):
        if time is not None:
            axes.axvline(time, color=COLOURS[2], lw=0.9, ls="--")
            axes.annotate(
                text, (time, 1), xycoords=("data", "axes fraction"), fontsize=7, color=COLOURS[2], va="bottom"
            )
    for time, _ in decay.lost:
        axes.axvline(time, color=COLOURS[3], lw=0.9, ls=":")
