"""The match of Zack!: its course, its players, its frames, its texts, its record."""

from operator import attrgetter

from sim.games.zack.match import outside
from sim.games.zack.match.intents import INTENT, MEASURED
from sim.games.zack.match.match import ZackMatch, open_on_record
from sim.games.zack.match.match import ZackMatch as Match
from sim.games.zack.match.practice import Practice
from sim.match import at_once
from sim.match.simultaneous import opens_simultaneous
from sim.spec import MatchPart, QuestionsPart

PART = MatchPart(
    opens_simultaneous(ZackMatch, open_on_record, INTENT),
    INTENT,
    MEASURED,
    QuestionsPart(outside.table_of, at_once.view_of, at_once.legal_answers, at_once.read, at_once.public),
    attrgetter("table.state"),
    by_hand=True,
)

__all__ = ["INTENT", "MEASURED", "PART", "Match", "Practice", "ZackMatch"]
