"""The declaration of Riff Raff as a game of Yardarm."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from operator import attrgetter
from pathlib import Path
from types import ModuleType

from sim.protocols import Configuration, Judge, Line, Match, Practice, RecordedMatch
from sim.seat import Seat
from sim.spec import BotsPart, ConfigurationPart, GameSpec, MatchPart, MetricsPart, OutsideBots, QuestionsPart


def _configuration() -> ConfigurationPart:
    from sim.games.riff_raff import configuration

    return ConfigurationPart(
        configuration.SECTIONS,
        configuration.shipped_tree,
        configuration.build,
        Path(__file__).with_name("presets"),
        configuration.spans,
        configuration.beneath,
    )


def _match() -> MatchPart:
    from sim.games.riff_raff.match import INTENT, MEASURED, questions

    part = QuestionsPart(
        questions.table_of,
        questions.view_of,
        questions.legal_answers,
        questions.read,
        questions.public,
        questions.think,
        questions.mask,
    )
    return MatchPart(_open, INTENT, MEASURED, part, attrgetter("state"), by_hand=True)


def _open(
    configuration: Configuration,
    seats: tuple[Seat, ...],
    seed: int,
    record_line: Callable[[Line], None] | None = None,
    record: RecordedMatch | None = None,
    resumes: bool = False,
    bots: OutsideBots | None = None,
) -> Match:
    from sim.games.riff_raff.configuration import RiffRaffConfiguration
    from sim.games.riff_raff.match import INTENT, RiffRaffMatch
    from sim.match.turn_based import open_turn_based

    assert isinstance(configuration, RiffRaffConfiguration)
    make = partial(RiffRaffMatch, configuration, seats, seed)
    return open_turn_based(make, INTENT, record_line, record, resumes, bots)


def _bots() -> BotsPart:
    from sim.games.riff_raff.bots import OPTIONS, STRATEGIES, USUAL_STRATEGY

    return BotsPart(STRATEGIES, USUAL_STRATEGY, OPTIONS)


def _metrics() -> MetricsPart:
    from sim.games.riff_raff import metrics, rows

    return MetricsPart(rows.MatchRow, rows.TurnRow, rows.RowCollector, metrics.TABLE, metrics.to_text, _values)


def _values(configuration: Configuration, seats: tuple[Seat, ...]) -> Mapping[str, Collection[object]]:
    from sim.games.riff_raff.configuration import RiffRaffConfiguration
    from sim.games.riff_raff.rules import Fate

    assert isinstance(configuration, RiffRaffConfiguration)
    equipment, pieces = configuration.equipment, configuration.setup.pieces
    return {
        "round": range(1, equipment.rounds(len(seats)) + 1),
        "turn": range(1, len(seats) + 1),
        "slot": equipment.slots,
        "piece": pieces,
        "stance": dict.fromkeys(stance for piece in pieces.values() for stance in piece.stances),
        "announced": (1, 2),
        "which": (1, 2),
        "fate": [fate.value for fate in Fate],
    }


def _referee() -> Judge:
    from sim.games.riff_raff.referee import VOCABULARY
    from sim.referee.pipe import Referee

    return Referee(VOCABULARY)


def _practice() -> Callable[..., Practice]:
    from sim.games.riff_raff.match import practice

    return practice.Practice


def _rules() -> ModuleType:
    from sim.games.riff_raff import rules

    return rules


SPEC = GameSpec(
    "riff-raff",
    "Riff Raff",
    counts=(2, 3, 4),
    usual_seats=4,
    configuration=_configuration,
    match=_match,
    bots=_bots,
    metrics=_metrics,
    referee=_referee,
    practice=_practice,
    rules=_rules,
)
