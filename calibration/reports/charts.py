"""The pictures of a game, drawn for one run or for several together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from calibration.metrics.figures import FEW, FEW_MATCHES, format_interval
from calibration.metrics.measured import Measured
from calibration.reports import pictures
from calibration.reports.page import Picture
from calibration.reports.pictures import Series
from sim import report as declared
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import part_words
from sim.language import _
from sim.spec import load_named

_LISTED = 12
"""The most points that the words for a picture list; of more points they list only a few."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run, and its label among several."""

    measured: Measured
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of the figures of one kind (`key`)."""

    title: str
    key: str
    draw: Callable[[Sequence[Series]], bytes]
    caption: str = ""

    def picture(self, runs: Sequence[Run]) -> Picture | None:
        """Return the picture, or None if there is nothing to draw."""
        series = [Series(run.label, run.measured.table(self.key)) for run in runs]
        series = [line for line in series if line.points]
        return Picture(self.title, self.draw(series), alternative(self.title, series), self.caption) if series else None


def alternative(title: str, series: Sequence[Series]) -> str:
    """Return the contents of a picture in words."""
    parts = []
    for line in series:
        points = list(line.points.items())
        if len(points) > _LISTED:
            points = points[:: max(1, len(points) // 6)]
        texts = "; ".join(
            f"{part_words(name)}: {format_interval(figure.interval, figure.unit)}" for name, figure in points
        )
        parts.append(f"{line.label}: {texts}" if len(series) > 1 else texts)
    return _("{title}, with 95 % intervals. {figures}.", title=title, figures=". ".join(parts))


def _curve(x: str, y: str, step: bool = False) -> Callable[[Sequence[Series]], bytes]:
    return lambda series: pictures.curve(series, x, y, step)


def _dots(x: str) -> Callable[[Sequence[Series]], bytes]:
    return lambda series: pictures.dots(series, x)


def _against(x: str, reference: float, text: str) -> Callable[[Sequence[Series]], bytes]:
    return lambda series: pictures.dots(series, x, reference, text)


def _bars(x: str, y: str, width: float = 1.0, scale: float = 1.0) -> Callable[[Sequence[Series]], bytes]:
    def draw(series: Sequence[Series]) -> bytes:
        # A bar stands over the middle of its step; the open step above the last one has no bar.
        moved = [
            Series(
                line.label,
                {str(float(name) + (0.5 * width / scale if scale != 1.0 else 0.0)): figure for name, figure in points},
            )
            for line in series
            if (points := [(name, figure) for name, figure in line.points.items() if not name.endswith("+")])
        ]
        return pictures.bars(moved, x, y, width, scale)

    return draw


def few_are_grey() -> str:
    """Return what grey means in a picture."""
    return _("Grey: fewer than {few} observations, or {matches} matches.", few=FEW, matches=FEW_MATCHES)


def charts_of(runs: Sequence[Run]) -> list[Picture]:
    """Return the pictures of these runs, all of one game."""
    game = runs[0].measured.run.game
    own = [picture for chart in metrics_of(game).table.charts for picture in _drawn(chart, game, runs)]
    return [*own, *(picture for picture in _players(runs) if picture is not None)]


def _drawn(chart: declared.Chart, game: str, runs: Sequence[Run]) -> list[Picture]:
    if isinstance(chart, declared.Drawing):
        draw: Any = load_named(game, "charts", chart.function, object)
        return list(draw(runs))
    match chart:
        case declared.Curve():
            how = _curve(_(chart.x), _(chart.y), chart.step)
        case declared.Dots():
            how = _dots(_(chart.x))
        case declared.Bars():
            how = _bars(_(chart.x), _(chart.y), chart.width, chart.scale)
    caption = " ".join(filter(None, (_(chart.caption), few_are_grey() if chart.few else "")))
    picture = Chart(_(chart.title), chart.path, how, caption).picture(runs)
    return [] if picture is None else [picture]


def _players(runs: Sequence[Run]) -> list[Picture | None]:
    fair = 1.0 / len(runs[0].measured.run.seats)
    share = _("share of the victories")
    return [
        Chart(
            _("Who wins, by seat"),
            "wins.seat",
            _against(share, fair, _("one fair share")),
            _("In the order of the table. Where skill differs between seats, this shows both."),
        ).picture(runs),
        *(
            [
                Chart(
                    _("Who wins, by skill"),
                    "wins.side",
                    _against(_("share of the victories, of one seat"), fair, _("one fair share")),
                    _("Skill and strategy; the mean of the seats that play like this."),
                ).picture(runs),
                Chart(
                    _("Does skill pay?"),
                    "wins.against",
                    _against(_("share of the victories of the two"), 0.5, _("skill is worth nothing")),
                    _("A seat of the stronger against a seat of the weaker at the same table."),
                ).picture(runs),
            ]
            if any(len(run.measured.table("wins.side")) > 1 for run in runs)
            else []
        ),
    ]
