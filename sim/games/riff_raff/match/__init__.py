"""A match of Riff Raff: its progress, frames, text and record."""

from collections import Counter
from operator import attrgetter

from sim.games.riff_raff.match import questions
from sim.games.riff_raff.match.intents import INTENT
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.mouse_hand import MEASURED
from sim.games.riff_raff.match.practice import Practice
from sim.match.turn_based import opens_turn_based
from sim.spec import ConformancePart, MatchPart, QuestionsPart

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


def _pieces(match: RiffRaffMatch) -> object:
    """Return the pieces there are: aboard, before players, and out of the game."""
    state = match.state
    aboard = Counter(piece for pieces in state.ship.values() for piece in pieces)
    return aboard + sum(map(Counter, state.supply.values()), Counter()) + Counter(state.removed)


# A card that was played before is none that may be chosen.
CONFORMANCE = ConformancePart(
    strategy="random", unlawful=("card", lambda before: {"card": before[-1]["card"]}), conserved=_pieces
)

__all__ = ["CONFORMANCE", "INTENT", "MEASURED", "PART", "Practice", "RiffRaffMatch"]
