"""A match of ZATRE: its progress, frames, text and record."""

from collections import Counter
from itertools import chain
from operator import attrgetter

from sim.games.zatre.match import questions
from sim.games.zatre.match.intents import INTENT, MEASURED
from sim.games.zatre.match.match import ZatreMatch
from sim.games.zatre.match.practice import Practice
from sim.match.turn_based import opens_turn_based
from sim.spec import ConformancePart, MatchPart, QuestionsPart

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


def _tiles(match: ZatreMatch) -> object:
    """Return the tiles there are, on the board, in the bag and on racks."""
    state = match.table.state
    if state is None:
        return None
    return Counter([*(tile.value for tile in state.board), *state.bag, *chain(*state.rack.values())])


# A tile off the board is against the rules.
CONFORMANCE = ConformancePart(
    strategy="greedy",
    step_s=20.0,
    watched_s=60.0,
    unlawful=("place", lambda _: {"tiles": [{"value": 6, "row": 0, "col": 0}]}),
    conserved=_tiles,
)

__all__ = ["CONFORMANCE", "INTENT", "MEASURED", "PART", "Practice", "ZatreMatch"]
