"""The declaration of ZATRE as a game of Yardarm."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from pathlib import Path
from types import ModuleType

from sim.protocols import Configuration, Judge, Line, Match, Practice, RecordedMatch
from sim.seat import Seat
from sim.spec import BotsPart, ConfigurationPart, GameSpec, MatchPart, MetricsPart, OutsideBots, QuestionsPart


def _configuration() -> ConfigurationPart:
    from sim.games.zatre import configuration

    return ConfigurationPart(
        configuration.SECTIONS,
        configuration.shipped_tree,
        configuration.build,
        Path(__file__).with_name("presets"),
        configuration.spans,
    )


def _match() -> MatchPart:
    from sim.games.zatre.match import INTENT, MEASURED, questions

    part = QuestionsPart(
        questions.table_of,
        questions.view_of,
        questions.legal_answers,
        questions.read,
        questions.public,
        questions.think,
        questions.mask,
        questions.text_of,
    )
    return MatchPart(_open, INTENT, MEASURED, part, attrgetter("table.state"))


def _open(
    configuration: Configuration,
    seats: tuple[Seat, ...],
    seed: int,
    record_line: Callable[[Line], None] | None = None,
    record: RecordedMatch | None = None,
    resumes: bool = False,
    bots: OutsideBots | None = None,
) -> Match:
    from sim.games.zatre.configuration import ZatreConfiguration
    from sim.games.zatre.match import INTENT, ZatreMatch
    from sim.match.turn_based import open_turn_based

    assert isinstance(configuration, ZatreConfiguration)
    make = partial(ZatreMatch, configuration, seats, seed)
    return open_turn_based(make, INTENT, record_line, record, resumes, bots)


def _bots() -> BotsPart:
    from sim.games.zatre.bots import OPTIONS, STRATEGIES, USUAL_STRATEGY

    return BotsPart(STRATEGIES, USUAL_STRATEGY, OPTIONS)


def _metrics() -> MetricsPart:
    from sim.games.zatre import metrics, rows

    return MetricsPart(rows.MatchRow, rows.TurnRow, rows.RowCollector, metrics.TABLE, metrics.to_text)


def _referee() -> Judge:
    from sim.games.zatre.referee import VOCABULARY
    from sim.referee.pipe import Referee

    return Referee(VOCABULARY)


def _practice() -> Callable[..., Practice]:
    from sim.games.zatre.match import practice

    return practice.Practice


def _rules() -> ModuleType:
    from sim.games.zatre import rules

    return rules


SPEC = GameSpec(
    "zatre",
    "ZATRE",
    counts=(2, 3, 4, 5, 6),
    usual_seats=4,
    configuration=_configuration,
    match=_match,
    bots=_bots,
    metrics=_metrics,
    referee=_referee,
    practice=_practice,
    rules=_rules,
)
