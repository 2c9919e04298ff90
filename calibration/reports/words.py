"""The summary of a run: sentences (HTML) in plain words, with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from calibration.metrics.figures import Figure
from calibration.metrics.measured import Measured
from calibration.reports.page import escape, figure_text, number
from sim.batch.match_counts import metrics_of
from sim.metrics import SHARE


def headline(measured: Measured) -> list[str]:
    """Return the sentences, most important first."""
    own = _OWN.get(measured.run.game, _plainly)
    return [*own(measured), *_winning(measured), *_lead(measured)]


def _plainly(measured: Measured) -> Iterator[str]:
    """Yield the primary figure, for a game without sentences of its own."""
    table = metrics_of(measured.run.game).table
    key = table.until[table.primary]
    figure = measured[key if key in measured else f"{key}.mean"]
    yield f"{escape(figure.label[:1].upper() + figure.label[1:])}: {figure_text(figure)}."


def _riff_raff(measured: Measured) -> Iterator[str]:
    fig = measured.__getitem__
    yield (
        f"An attempt drops something with a chance of {figure_text(fig('fall_rate'))}; "
        f"{figure_text(fig('avalanche_rate'))} of the attempts bring down five pieces or more."
    )
    for part in ("slot", "piece", "profile"):
        raw = f"Raw, whenever the {part} was met"
        yield from _extremes(measured, f"fall_rate_at_equal_cargo.{part}", f"fall_rate.{part}", raw)
    yield _until(fig("first_fall.median"), "Half of the matches have seen their first fall by attempt")
    yield (
        f"Of the pieces that fall, hands catch {figure_text(fig('catch_share'))}; "
        f"when something falls, it is {figure_text(fig('pieces_per_fall'))} pieces."
    )
    yield (
        f"A match takes {figure_text(fig('rounds.mean'))} rounds and {figure_text(fig('minutes.mean'))}; four of "
        f"five take between {_plain(fig('minutes.p10'))} and {_plain(fig('minutes.p90'))} minutes."
    )


def _zack(measured: Measured) -> Iterator[str]:
    fig = measured.__getitem__
    yield (
        f"Of the cards thrown, {figure_text(fig('miss_rate'))} miss the bowl; of those that hit, "
        f"{figure_text(fig('out_of_turn_rate'))} are out of turn."
    )
    yield (
        f"From card to card it takes {figure_text(fig('turn_seconds.mean'))}; four of five take between "
        f"{_plain(fig('turn_seconds.p10'), 2)} and {_plain(fig('turn_seconds.p90'), 2)} seconds."
    )
    yield _until(fig("first_mistake.median"), "In half of the matches somebody has made a mistake by throw")
    yield (
        f"There are {figure_text(fig('challenges_per_game'))} challenges in a game; "
        f"{figure_text(fig('challenge_success'))} of them are right."
    )
    yield (
        f"A game takes {figure_text(fig('game_seconds.mean'))} of play and {figure_text(fig('game_throws.mean'))} "
        f"cards; a match takes {figure_text(fig('minutes.mean'))}."
    )


def _zigzag(measured: Measured) -> Iterator[str]:
    fig = measured.__getitem__
    yield (
        f"Of the announcements, {figure_text(fig('announcement_success'))} are right and "
        f"{figure_text(fig('ticked_rate'))} tick a box; there are {figure_text(fig('contres_per_set'))} CONTREs in a "
        f"set, of which {figure_text(fig('contre_success'))} are confirmed."
    )
    yield (
        f"Several hands reach for {figure_text(fig('contested_rate'))} of the cards that are taken from the tapis; of "
        f"these, {figure_text(fig('tie_rate'))} are decided within 50 ms."
    )
    yield (
        f"A set takes {figure_text(fig('set_seconds.mean'))} and {figure_text(fig('hands_per_set'))} hands; a match "
        f"takes {figure_text(fig('sets.mean'))} sets and {figure_text(fig('minutes.mean'))}."
    )


def _zatre(measured: Measured) -> Iterator[str]:
    fig = measured.__getitem__
    yield (
        f"A player comes to {figure_text(fig('score'))} points, the winner to {figure_text(fig('winning_score'))}; "
        f"four of five players come to between {_plain(fig('scores.p10'), 0)} and {_plain(fig('scores.p90'), 0)}."
    )
    yield (
        f"Who begins has {figure_text(fig('starter_victory'))} of the victories and is ahead of the others by "
        f"{figure_text(fig('starter_ahead'))} points."
    )
    yield (
        f"A turn scores with a chance of {figure_text(fig('scoring_rate'))} and brings "
        f"{figure_text(fig('points_per_turn'))} points before doubling and bonus; in {figure_text(fig('pass_rate'))} "
        "of the turns no tile can be placed."
    )
    yield (
        f"A player completes {figure_text(fig('rows_complete'))} rows and ticks {figure_text(fig('crosses'))} x2 cells."
    )
    yield (
        f"A match takes {figure_text(fig('turns.mean'))} turns and {figure_text(fig('minutes.mean'))}; "
        f"{figure_text(fig('dead_ends'))} of the matches end because no tile fits any more."
    )


_OWN: Mapping[str, Callable[[Measured], Iterator[str]]] = {
    "riff-raff": _riff_raff,
    "zack": _zack,
    "zatre": _zatre,
    "zigzag": _zigzag,
}
"""The first sentences, by game."""


def _extremes(measured: Measured, compared: str, raw: str, many: str) -> Iterator[str]:
    """Yield a sentence on the parts that are extreme at equal strata, with the raw figures of the same parts.

    compared, raw: paths of both; many: what the raw figures are called.
    """
    found = measured.comparisons.get(compared)
    if found is None or found.ranking is None:
        return
    ranked, table = found.ranking, measured.table(raw)
    picked = [found.by.name(end.picked) for end in (ranked.most, ranked.least)]
    beside = ", ".join(f"{escape(name)}: {figure_text(table[name])}" for name in picked if name in table)
    sentence = ranked.sentence(found.compared, found.by, lambda interval: number(interval, SHARE), escape)
    yield f"{sentence} {many}: {beside}."


def _until(figure: Figure, words: str) -> str:
    if math.isnan(figure.interval.estimate):
        return f"{words}: more than half of the matches end before that."
    return f"{words} {figure_text(figure)}."


def _winning(measured: Measured) -> Iterator[str]:
    seats = measured.run.seats
    for key, figure in measured.table("seat_test").items():
        everybody = all(f"{seat.profile}:{seat.strategy}" == key for seat in seats)
        who = "the seats" if everybody else f"the seats of {escape(key)}"
        chance = figure.interval.estimate
        if math.isnan(chance):
            yield f"Whether {who} are worth the same cannot be told from so few victories."
        elif chance < 0.05:
            yield (
                f"Seats matter: victories of {who} would be as unequal as here in {100 * chance:.2g} % of such runs if "
                "all seats were worth the same."
            )
        else:
            yield (
                f"No advantage of a seat is shown: victories of {who} would be as unequal as here, or more, in "
                f"{100 * chance:.2g} % of such runs if all seats were worth the same."
            )
    for name, figure in measured.table("wins.against").items():
        strong, _, weak = name.partition(" over ")
        verdict = (
            "beyond doubt more than half"
            if figure.interval.low > 0.5
            else "beyond doubt less than half"
            if figure.interval.high < 0.5
            else "so it is not shown that skill pays between them"
        )
        share = f"{figure_text(figure)} of the victories of the two"
        yield f"Against a {weak} player, a {strong} one has {share}: {verdict}."


def _lead(measured: Measured) -> Iterator[str]:
    fig = measured.__getitem__
    if "lead_changes" not in measured or "decided_at" not in measured:
        return
    game = measured.run.game
    yield (
        f"The lead changes {figure_text(fig('lead_changes'))} times in a match; when the winner takes the lead for "
        f"good, {figure_text(fig('decided_at'))} of the {'game' if game == 'zack' else 'match'} is over."
    )


def _plain(figure: Figure, digits: int = 1) -> str:
    return f"{figure.interval.estimate:.{digits}f}"
