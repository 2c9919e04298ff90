"""The chapter of a report on tension: how far the ship heels, near falls, held breath, and when a match is decided."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from calibration.metrics.figures import Figure
from calibration.metrics.measured import Measured
from calibration.reports import pictures as drawn
from calibration.reports.charts import Chart, Run, alternative
from calibration.reports.page import Picture, bullets, figure_text, number, pictures
from calibration.reports.pictures import Series
from sim.batch.figures import Ratio
from sim.metrics import SHARE
from sim.statistics import NO_DATA, rate

_RATES = (
    ("held_breath_rate.attempt", "the table holds its breath"),
    ("near_fall_rate.attempt", "near falls"),
    ("fall_rate.attempt", "something falls"),
)


def tension_chapter(measured: Measured) -> Iterator[str]:
    """Yield the chapter of a run: sentences, then pictures; nothing for a game without such figures."""
    sentences = [*_heeling(measured), *_deciding(measured)]
    found = tension_pictures([Run(measured, measured.run.key)])
    if sentences or found:
        yield "<h3>Tension</h3>"
        yield bullets(sentences)
        yield pictures(found)


def tension_pictures(runs: Sequence[Run]) -> list[Picture]:
    """Return the pictures of the chapter, for one run or for several together."""
    parts = [
        _chart("Heel by attempt", "heel_deg.attempt", "attempt of the match", "greatest heel, mean, degrees").picture(
            runs
        ),
        *([_rates(runs[0].measured)] if len(runs) == 1 else _rates_apart(runs)),
        Chart(
            "When it was decided",
            "decided.tenth",
            lambda series: drawn.bars(series, "tenth of the turns", "matches"),
            "The tenth of the turns from which the winner led alone to the end; the last if the match was open to the "
            "end, or several won.",
        ).picture(runs),
    ]
    return [picture for picture in parts if picture is not None]


def _chart(title: str, key: str, x: str, y: str) -> Chart:
    draw: Callable[[Sequence[Series]], bytes] = lambda series: drawn.curve(series, x, y)  # noqa: E731
    return Chart(title, key, draw, "Grey: too few attempts.")


def _rates(measured: Measured) -> Picture | None:
    """Draw what is seen and what falls, attempt by attempt."""
    series = [Series(words, _known(measured.table(key))) for key, words in _RATES]
    series = [line for line in series if line.points]
    if not series:
        return None
    title = "Breath held, near falls and falls"
    picture = drawn.curve(series, "attempt of the match", "attempts", bands=len(series) == 1)
    return Picture(title, picture, alternative(title, series), "The intervals are in the tables below.")


def _rates_apart(runs: Sequence[Run]) -> list[Picture | None]:
    """Draw the same for several runs, a picture each; falls have one of their own elsewhere."""
    return [
        _chart(words[:1].upper() + words[1:], key, "attempt of the match", "attempts").picture(runs)
        for key, words in _RATES[:2]
    ]


def _known(table: dict[str, Figure]) -> dict[str, Figure]:
    return {name: figure for name, figure in table.items() if not math.isnan(figure.interval.estimate)}


def _heeling(measured: Measured) -> Iterator[str]:
    if "heel_deg.mean" not in measured:
        return
    fig = measured.__getitem__
    yield (
        f"At its farthest the ship heels by {figure_text(fig('heel_deg.mean'))} in an attempt; nine attempts of ten "
        f"stay within {figure_text(fig('heel_deg.p90'))}, and {figure_text(fig('far_heel_rate'))} go beyond 8 degrees."
    )
    yield (
        f"At {figure_text(fig('held_breath_rate'))} of the attempts the table holds its breath: the ship heels "
        "beyond 8 degrees, or a piece that lay aboard is seen to slide or tip."
    )
    yield (
        f"{figure_text(fig('near_fall_rate'))} of the attempts are near falls: a piece that lay aboard slides or "
        f"tips, and everything stays. At {figure_text(fig('fall_rate'))} something does fall."
    )
    yield (
        f"The first piece falls within {figure_text(fig('first_fall_minutes.p50'))} in half of the matches; a match "
        "without any fall counts with its whole length."
    )
    yield (
        f"The turn that decides, after which the winner leads until the end, is turn "
        f"{figure_text(fig('deciding_turn.mean'))} on average."
    )


def _deciding(measured: Measured) -> Iterator[str]:
    tenths = measured.table("decided.tenth")
    if not tenths:
        return
    first = [figure.sums for name, figure in tenths.items() if int(name) <= 5 and isinstance(figure.sums, Ratio)]
    early = rate(round(sum(sums.y for sums in first)), round(first[0].x)) if first else NO_DATA
    yield (
        f"{figure_text(tenths['10'])} of the matches are open until the last tenth of their turns; "
        f"{number(early, SHARE)} are decided in the first half."
    )
    if "drama" in measured and not math.isnan(measured["drama"].interval.estimate):
        yield (
            f"Winners who were behind were so by {figure_text(measured['drama'])} on a scale from 0 to 1 (drama: the "
            "mean root of the gap to the leader, as a share of the most that any player had to get rid of)."
        )
