"""The toy as the house knows it."""

from __future__ import annotations

from sim.protocols import Judge
from sim.spec import BotsPart, GameSpec, MatchPart


def _match() -> MatchPart:
    from toy_game import match

    return MatchPart(match.open_match, match.INTENT, match.INTENT)


def _bots() -> BotsPart:
    return BotsPart(("random", "clever"), {"child": "random", "casual": "clever", "skilled": "clever"})


def _referee() -> Judge:
    from sim.referee.lines import Vocabulary
    from sim.referee.pipe import Referee
    from toy_game import rules

    return Referee(Vocabulary({"setup": rules.Setup, "take": rules.Take}, rules.apply, rules.to_json))


SPEC = GameSpec("toy", "Toy", counts=(2, 3, 4), usual_seats=2, match=_match, bots=_bots, referee=_referee)
