"""The specification of Zack!: its parts, each imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter
from pathlib import Path
from types import ModuleType

from sim.protocols import Configuration, Judge, Line, Match, Practice, RecordedMatch
from sim.seat import Seat
from sim.spec import BotsPart, ConfigurationPart, GameSpec, MatchPart, MetricsPart, OutsideBots, QuestionsPart


def _configuration() -> ConfigurationPart:
    from sim.games.zack import configuration

    return ConfigurationPart(
        configuration.SECTIONS,
        configuration.shipped_tree,
        configuration.build,
        Path(__file__).with_name("presets"),
        configuration.spans,
    )


def _match() -> MatchPart:
    from sim.games.zack.match import INTENT, MEASURED, outside
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
    from sim.games.zack.configuration import ZackConfiguration
    from sim.games.zack.match import INTENT
    from sim.games.zack.match.match import ZackMatch
    from sim.games.zack.match.replay import open_on_record
    from sim.match.human_input import Inbox

    assert isinstance(configuration, ZackConfiguration)
    if record is not None and not resumes:
        return open_on_record(configuration, seed, record_line, record)
    inbox = None if record is None else Inbox.of(record, INTENT)
    return ZackMatch(configuration, seats, seed, record_line, inbox=inbox, bots=bots)


def _bots() -> BotsPart:
    from sim.games.zack.bots import OPTIONS, STRATEGIES, USUAL_STRATEGY

    return BotsPart(STRATEGIES, USUAL_STRATEGY, OPTIONS)


def _metrics() -> MetricsPart:
    from sim.games.zack import metrics, rows

    return MetricsPart(rows.MatchRow, rows.TurnRow, rows.RowCollector, metrics.TABLE, metrics.to_text, _values)


def _values(configuration: Configuration, _seats: tuple[Seat, ...]) -> Mapping[str, Collection[object]]:
    from sim.games.zack import rows
    from sim.games.zack.configuration import ZackConfiguration
    from sim.games.zack.deck import ACTIONS
    from sim.games.zack.metrics import REASONS

    assert isinstance(configuration, ZackConfiguration)
    deck = configuration.deck
    coloured = [f"{what}:{colour}" for what in ("circle", "player", "challenge") for colour in deck.colours]
    return {
        "kind": (rows.THROW, rows.PLAYER_CARD, rows.CHALLENGE),
        "face": (*coloured, *ACTIONS, *deck.stops),
        "on": ("circle", *ACTIONS, *deck.stops),
        "reason": REASONS,
        "way": rows.WAYS,
    }


def _referee() -> Judge:
    from sim.games.zack.referee import VOCABULARY
    from sim.referee.pipe import Referee

    return Referee(VOCABULARY)


def _practice() -> Callable[..., Practice]:
    from sim.games.zack.match import practice

    return practice.Practice


def _rules() -> ModuleType:
    from sim.games.zack import rules

    return rules


SPEC = GameSpec(
    "zack",
    "Zack!",
    counts=(3, 4, 5, 6),
    usual_seats=4,
    configuration=_configuration,
    match=_match,
    bots=_bots,
    metrics=_metrics,
    referee=_referee,
    practice=_practice,
    rules=_rules,
)
