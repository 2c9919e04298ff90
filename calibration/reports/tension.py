"""The chapter of a report on tension: how far the ship heels, near falls, held breath, and when a match is decided."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from calibration.metrics.figures import Figure
from calibration.metrics.measured import Measured
from calibration.reports import pictures as drawn
from calibration.reports.charts import Chart, Run, alternative
from calibration.reports.page import Picture, bullets, figure_text, number, part, pictures
from calibration.reports.pictures import Series
from sim.batch.figures import Ratio
from sim.language import N_, _, capital
from sim.metrics import SHARE
from sim.statistics import NO_DATA, rate

_RATES = (
    ("held_breath_rate.attempt", N_("the table holds its breath")),
    ("near_fall_rate.attempt", N_("near falls")),
    ("fall_rate.attempt", N_("something falls")),
)


def tension_chapter(measured: Measured) -> Iterator[str]:
    """Yield the chapter of a run: sentences, then pictures; nothing for a game without such figures."""
    sentences = [*_heeling(measured), *_deciding(measured)]
    found = tension_pictures([Run(measured, measured.run.key)])
    if sentences or found:
        yield from part(_("Tension"), (bullets(sentences), pictures(found)), 3)


def tension_pictures(runs: Sequence[Run]) -> list[Picture]:
    """Return the pictures of the chapter, for one run or for several together."""
    parts = [
        _chart(
            _("Heel by attempt"), "heel_deg.attempt", _("attempt of the match"), _("greatest heel, mean, degrees")
        ).picture(runs),
        *([_rates(runs[0].measured)] if len(runs) == 1 else _rates_apart(runs)),
        Chart(
            _("When it was decided"),
            "decided.tenth",
            lambda series: drawn.bars(series, _("tenth of the turns"), _("matches")),
            _(
                "The tenth of the turns from which the winner led alone to the end; the last if the match was open to "
                "the end, or several won."
            ),
        ).picture(runs),
    ]
    return [picture for picture in parts if picture is not None]


def _chart(title: str, key: str, x: str, y: str) -> Chart:
    draw: Callable[[Sequence[Series]], bytes] = lambda series: drawn.curve(series, x, y)  # noqa: E731
    return Chart(title, key, draw, _("Grey: too few attempts."))


def _rates(measured: Measured) -> Picture | None:
    """Draw what is seen and what falls, attempt by attempt."""
    series = [Series(_(words), _known(measured.table(key))) for key, words in _RATES]
    series = [line for line in series if line.points]
    if not series:
        return None
    title = _("Breath held, near falls and falls")
    picture = drawn.curve(series, _("attempt of the match"), _("attempts"), bands=len(series) == 1)
    return Picture(title, picture, alternative(title, series), _("The intervals are in the tables below."))


def _rates_apart(runs: Sequence[Run]) -> list[Picture | None]:
    """Draw the same for several runs, a picture each; falls have one of their own elsewhere."""
    return [
        _chart(capital(_(words)), key, _("attempt of the match"), _("attempts")).picture(runs)
        for key, words in _RATES[:2]
    ]


def _known(table: dict[str, Figure]) -> dict[str, Figure]:
    return {name: figure for name, figure in table.items() if not math.isnan(figure.interval.estimate)}


def _heeling(measured: Measured) -> Iterator[str]:
    if "heel_deg.mean" not in measured:
        return

    def fig(key: str) -> str:
        return figure_text(measured[key])

    yield _(
        "At its farthest the ship heels by {heel} in an attempt; nine attempts of ten stay within {most}, and {far} go "
        "beyond 8 degrees.",
        heel=fig("heel_deg.mean"),
        most=fig("heel_deg.p90"),
        far=fig("far_heel_rate"),
    )
    yield _(
        "At {share} of the attempts the table holds its breath: the ship heels beyond 8 degrees, or a piece that lay "
        "aboard is seen to slide or tip.",
        share=fig("held_breath_rate"),
    )
    yield _(
        "{near} of the attempts are near falls: a piece that lay aboard slides or tips, and everything stays. At "
        "{falls} something does fall.",
        near=fig("near_fall_rate"),
        falls=fig("fall_rate"),
    )
    yield _(
        "The first piece falls within {minutes} in half of the matches; a match without any fall counts with its whole "
        "length.",
        minutes=fig("first_fall_minutes.p50"),
    )
    yield _(
        "The turn that decides, after which the winner leads until the end, is turn {turn} on average.",
        turn=fig("deciding_turn.mean"),
    )


def _deciding(measured: Measured) -> Iterator[str]:
    tenths = measured.table("decided.tenth")
    if not tenths:
        return
    first = [figure.sums for name, figure in tenths.items() if int(name) <= 5 and isinstance(figure.sums, Ratio)]
    early = rate(round(sum(sums.y for sums in first)), round(first[0].x)) if first else NO_DATA
    yield _(
        "{open} of the matches are open until the last tenth of their turns; {early} are decided in the first half.",
        open=figure_text(tenths["10"]),
        early=number(early, SHARE),
    )
    if "drama" in measured and not math.isnan(measured["drama"].interval.estimate):
        yield _(
            "Winners who were behind were so by {drama} on a scale from 0 to 1 (drama: the mean root of the gap to the "
            "leader, as a share of the most that any player had to get rid of).",
            drama=figure_text(measured["drama"]),
        )
