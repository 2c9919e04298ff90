"""The lines of the referee for ZATRE.

{"do":"setup","players":["andreas","beate"],"starter":"andreas","starting_tile":6,"bag":[5,5, ...]}   bag in draw order
{"do":"place","tiles":[{"value":6,"row":7,"col":7}, ...]}             the whole turn at once; [] when nothing fits

`starting_tile` is the highest of the tiles that the starter drew for the start (not the last one, if there was a tie);
all other tiles are back in the bag.

A setup of teams (4 or 6 players) adds "teams":{"north":["ann","bob"],"south":["cem","dan"]}, partners side by side;
`to_act` and `sheets` then name teams, while `rack` still names players. The engine draws for the side to act.
"""

from __future__ import annotations

from sim.games.zatre import rules
from sim.referee import Vocabulary
from sim.wire import words_of

VOCABULARY: Vocabulary[rules.State, rules.Action] = Vocabulary(
    lines=words_of(rules.Action),
    apply=rules.apply,
    to_json=rules.to_json,
)
