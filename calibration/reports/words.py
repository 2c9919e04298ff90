"""The summary of a run: sentences (HTML) in plain words, with intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from string import Formatter

from calibration.metrics.figures import Figure
from calibration.metrics.measured import Measured
from calibration.reports.page import figure_text, number
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import part_words
from sim.language import _, capital
from sim.language import number as decimal
from sim.metrics import SHARE
from sim.report import Extremes, Median, Sentence
from sim.web_page import escape


def headline(measured: Measured) -> list[str]:
    """Return the sentences, most important first."""
    table = metrics_of(measured.run.game).table
    own = (line for sentence in table.sentences for line in _own(measured, sentence))
    return [*(own if table.sentences else _primary(measured)), *_winning(measured), *_lead(measured)]


def _primary(measured: Measured) -> Iterator[str]:
    """Yield the primary figure, for a game without sentences of its own."""
    table = metrics_of(measured.run.game).table
    key = table.until[table.primary]
    figure = measured[key if key in measured else f"{key}.mean"]
    yield f"{escape(capital(_(figure.label)))}: {figure_text(figure)}."


def _own(measured: Measured, sentence: Sentence) -> Iterator[str]:
    """Yield a sentence of the game's own, if it can be said."""
    if isinstance(sentence, Extremes):
        yield from _extremes(measured, sentence.compared, sentence.raw, _(sentence.words))
    elif isinstance(sentence, Median):
        yield _median(measured[sentence.key], _(sentence.words))
    else:
        yield "".join(_filled(measured, _(sentence)))


def _filled(measured: Measured, sentence: str) -> Iterator[str]:
    for words, key, digits, _conversion in Formatter().parse(sentence):
        yield words
        if key is not None:
            yield decimal(measured[key].interval.estimate, f".{digits}f") if digits else figure_text(measured[key])


def _extremes(measured: Measured, compared: str, raw: str, many: str) -> Iterator[str]:
    """Yield a sentence on the parts that are extreme at equal strata, with the raw figures of the same parts.

    compared, raw: paths of both; many: what the raw figures are called.
    """
    found = measured.comparisons.get(compared)
    if found is None or found.ranking is None:
        return
    ranked, table = found.ranking, measured.table(raw)
    picked = [found.by.name(end.picked) for end in (ranked.most, ranked.least)]
    beside = ", ".join(f"{escape(part_words(name))}: {figure_text(table[name])}" for name in picked if name in table)
    sentence = ranked.sentence(found.compared, found.by, lambda interval: number(interval, SHARE), escape)
    yield f"{sentence} {many}: {beside}."


def _median(figure: Figure, words: str) -> str:
    if math.isnan(figure.interval.estimate):
        return _("{sentence}: more than half of the matches end before that.", sentence=words)
    return f"{words} {figure_text(figure)}."


def _winning(measured: Measured) -> Iterator[str]:
    seats = measured.run.seats
    for key, figure in measured.table("seat_test").items():
        everybody = all(f"{seat.profile}:{seat.strategy}" == key for seat in seats)
        who = _("the seats") if everybody else _("the seats of {side}", side=escape(key))
        chance = figure.interval.estimate
        if math.isnan(chance):
            yield _("There are too few victories to show whether {seats} are worth the same.", seats=who)
        elif chance < 0.05:
            yield _(
                "Seats matter: victories of {seats} would be as unequal as here in {chance:.2g} % of such runs if all "
                "seats were worth the same.",
                seats=who,
                chance=100 * chance,
            )
        else:
            yield _(
                "No advantage of a seat is shown: victories of {seats} would be as unequal as here, or more, in "
                "{chance:.2g} % of such runs if all seats were worth the same.",
                seats=who,
                chance=100 * chance,
            )
    for name, figure in measured.table("wins.against").items():
        strong, _over, weak = name.partition(" over ")
        verdict = (
            _("beyond doubt more than half")
            if figure.interval.low > 0.5
            else _("beyond doubt less than half")
            if figure.interval.high < 0.5
            else _("so it is not shown that skill pays between them")
        )
        yield _(
            "Against a {weak} player, a {strong} one has {share} of the victories of the two: {verdict}.",
            weak=_(weak),
            strong=_(strong),
            share=figure_text(figure),
            verdict=verdict,
        )


def _lead(measured: Measured) -> Iterator[str]:
    fig = measured.__getitem__
    if "lead_changes" not in measured or "decided_at" not in measured:
        return
    over = metrics_of(measured.run.game).table.decided
    yield _(
        "The lead changes {changes} times in a match; when the winner takes the lead for good, {share} {over}.",
        changes=figure_text(fig("lead_changes")),
        share=figure_text(fig("decided_at")),
        over=_(over),
    )
