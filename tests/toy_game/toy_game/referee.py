"""The words of the referee."""

from sim.referee.lines import Vocabulary
from toy_game import rules

VOCABULARY = Vocabulary({"setup": rules.Setup, "take": rules.Take}, rules.apply, rules.to_json)
