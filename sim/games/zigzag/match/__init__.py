"""The match of ZIGZAG: its table, its players, its frames, its texts, its record."""

from functools import partial
from operator import attrgetter

from sim.games.zigzag.intents import INTENT, MEASURED
from sim.games.zigzag.match import outside
from sim.games.zigzag.match.match import ZigzagMatch, open_on_record
from sim.games.zigzag.match.practice import Practice
from sim.match import at_once
from sim.match.simultaneous import opens_simultaneous
from sim.spec import ConformancePart, MatchPart, QuestionsPart

PART = MatchPart(
    opens_simultaneous(ZigzagMatch, open_on_record, INTENT),
    INTENT,
    MEASURED,
    QuestionsPart(outside.table_of, at_once.view_of, at_once.legal_answers, at_once.read, at_once.public),
    attrgetter("table.state"),
    by_hand=True,
    in_step=opens_simultaneous(partial(ZigzagMatch, in_step=True), open_on_record, INTENT),
)


def _deck(match: ZigzagMatch) -> object:
    """Return the deck, after comparing the tapis of the rules with that of the table."""
    state = match.table.state
    lying = [card.face for card in match.frame().cards if card.name in match.table.world.cards]
    assert sorted(card.value for card in state.tapis) == sorted(lying)
    return state.deck


# A stranger has no hand at this table.
CONFORMANCE = ConformancePart(
    shorter={"table": {"most_minutes": 1.5}},
    step_s=0.25,
    glance_s=0.5,
    unlawful=("grab", lambda _: {"by": "Zoe"}),
    conserved=_deck,
)

__all__ = ["CONFORMANCE", "PART", "Practice", "ZigzagMatch"]
