"""The match of Zack!: its course, its players, its frames, its texts, its record."""

from collections import Counter
from operator import attrgetter

from sim.games.zack.match import outside
from sim.games.zack.match.intents import INTENT, MEASURED
from sim.games.zack.match.match import ZackMatch, open_on_record
from sim.games.zack.match.practice import Practice
from sim.games.zack.rules import zack_cards
from sim.match import at_once
from sim.match.simultaneous import opens_simultaneous
from sim.spec import ConformancePart, MatchPart, QuestionsPart

PART = MatchPart(
    opens_simultaneous(ZackMatch, open_on_record, INTENT),
    INTENT,
    MEASURED,
    QuestionsPart(outside.table_of, at_once.view_of, at_once.legal_answers, at_once.read, at_once.public),
    attrgetter("table.state"),
    by_hand=True,
)


def _cards(match: ZackMatch) -> object:
    """Return the cards there are, in piles and in the bowl."""
    state = match.table.state
    piles = Counter(card for pile in state.piles.values() for card in pile)
    return piles + Counter(card for card, _ in zack_cards(state.bowl))


# A stranger has no hand at this table.
CONFORMANCE = ConformancePart(
    shorter={"table": {"wins": 1}},
    step_s=0.25,
    glance_s=0.5,
    unlawful=("throw", lambda _: {"by": "Zoe"}),
    conserved=_cards,
)

__all__ = ["CONFORMANCE", "INTENT", "MEASURED", "PART", "Practice", "ZackMatch"]
