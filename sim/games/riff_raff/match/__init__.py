"""A match of Riff Raff: its progress, frames, text and record."""

from operator import attrgetter

from sim.games.riff_raff.match import questions
from sim.games.riff_raff.match.intents import INTENT
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.mouse_hand import MEASURED
from sim.games.riff_raff.match.practice import Practice
from sim.match.turn_based import opens_turn_based
from sim.spec import MatchPart, QuestionsPart

PART = MatchPart(
    opens_turn_based(RiffRaffMatch, INTENT),
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
    ),
    attrgetter("state"),
    by_hand=True,
)

__all__ = ["INTENT", "MEASURED", "PART", "Practice", "RiffRaffMatch"]
