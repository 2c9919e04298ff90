"""A match of ZATRE: its progress, frames, text and record."""

from operator import attrgetter

from sim.games.zatre.match import questions
from sim.games.zatre.match.intents import INTENT, MEASURED
from sim.games.zatre.match.match import ZatreMatch
from sim.games.zatre.match.practice import Practice
from sim.match.turn_based import opens_turn_based
from sim.spec import MatchPart, QuestionsPart

PART = MatchPart(
    opens_turn_based(ZatreMatch, INTENT),
    INTENT,
    MEASURED,
    QuestionsPart(
        questions.table_of,
        questions.view_of,
        questions.legal_answers,
        questions.read,
        questions.public,
        questions.think,
        questions.mask,
        questions.text_of,
    ),
    attrgetter("table.state"),
)

__all__ = ["INTENT", "MEASURED", "PART", "Practice", "ZatreMatch"]
