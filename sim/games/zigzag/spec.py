"""The specification of ZIGZAG: its parts, each imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter
from pathlib import Path
from types import ModuleType

from sim.protocols import Configuration, Judge, Line, Match, Practice, RecordedMatch
from sim.seat import Seat
from sim.spec import BotsPart, ConfigurationPart, GameSpec, MatchPart, MetricsPart, OutsideBots, QuestionsPart


def _configuration() -> ConfigurationPart:
    from sim.games.zigzag import configuration

    return ConfigurationPart(
        configuration.SECTIONS,
        configuration.shipped_tree,
        configuration.build,
        Path(__file__).with_name("presets"),
        configuration.spans,
    )


def _match() -> MatchPart:
    from sim.games.zigzag.intents import INTENT, MEASURED
    from sim.games.zigzag.match import outside
    from sim.match import at_once

    questions = QuestionsPart(outside.table_of, at_once.view_of, at_once.legal_answers, at_once.read, at_once.public)
    return MatchPart(_open, INTENT, MEASURED, questions, attrgetter("table.state"), by_hand=True)


def _open(
    configuration: Configuration,
    seats: tuple[Seat, ...],
    seed: int,
    record_line: Callable[[Line], None] | None = None,
    record: RecordedMatch | None = None,
    resumes: bool = False,
    bots: OutsideBots | None = None,
) -> Match:
    from sim.games.zigzag.configuration import ZigzagConfiguration
    from sim.games.zigzag.intents import INTENT
    from sim.games.zigzag.match.match import ZigzagMatch
    from sim.games.zigzag.match.replay import open_on_record
    from sim.match.human_input import Inbox

    assert isinstance(configuration, ZigzagConfiguration)
    if record is not None and not resumes:
        return open_on_record(configuration, seed, record_line, record)
    inbox = None if record is None else Inbox.of(record, INTENT)
    return ZigzagMatch(configuration, seats, seed, record_line, inbox=inbox, bots=bots)


def _bots() -> BotsPart:
    from sim.games.zigzag.bots import OPTIONS, STRATEGIES, USUAL_STRATEGY

    return BotsPart(STRATEGIES, USUAL_STRATEGY, OPTIONS)


def _metrics() -> MetricsPart:
    from sim.games.zigzag import metrics, rows

    return MetricsPart(rows.MatchRow, rows.TurnRow, rows.RowCollector, metrics.TABLE, metrics.to_text, _values)


def _values(_configuration: Configuration, _seats: tuple[Seat, ...]) -> Mapping[str, Collection[object]]:
    from sim.games.zigzag import rows
    from sim.games.zigzag.rules import Box, Card

    return {
        "kind": (rows.TAKE, rows.ANNOUNCE, rows.CONTRE),
        "card": [card.value for card in Card],
        "call": rows.CALLS,
        "box": [f"{level}:{box.value}" for level in (1, 2) for box in Box],
    }


def _referee() -> Judge:
    from sim.games.zigzag.referee import VOCABULARY
    from sim.referee.pipe import Referee

    return Referee(VOCABULARY)


def _practice() -> Callable[..., Practice]:
    from sim.games.zigzag.match import practice

    return practice.Practice


def _rules() -> ModuleType:
    from sim.games.zigzag import rules

    return rules


SPEC = GameSpec(
    "zigzag",
    "ZIGZAG",
    counts=(4, 6),
    usual_seats=4,
    configuration=_configuration,
    match=_match,
    bots=_bots,
    metrics=_metrics,
    referee=_referee,
    practice=_practice,
    rules=_rules,
)
