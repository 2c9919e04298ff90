"""The match of ZIGZAG: its table, its players, its frames, its texts, its record."""

from operator import attrgetter

from sim.games.zigzag.intents import INTENT, MEASURED
from sim.games.zigzag.match import outside
from sim.games.zigzag.match.match import ZigzagMatch, open_on_record
from sim.games.zigzag.match.match import ZigzagMatch as Match
from sim.games.zigzag.match.practice import Practice
from sim.match import at_once
from sim.match.simultaneous import opens_simultaneous
from sim.spec import MatchPart, QuestionsPart

PART = MatchPart(
    opens_simultaneous(ZigzagMatch, open_on_record, INTENT),
    INTENT,
    MEASURED,
    QuestionsPart(outside.table_of, at_once.view_of, at_once.legal_answers, at_once.read, at_once.public),
    attrgetter("table.state"),
    by_hand=True,
)

__all__ = ["PART", "Match", "Practice", "ZigzagMatch"]
