"""Zack!, the rules (Amigo 2000, the Bourbaki-Team): `apply(state, action) -> (state, events)`, and nothing else.

Sources: the German rules and the French translation. Where they differ there are two editions, `amigo` and `french`:
docs/explanation/games.md has the 26 points, and which of them the engine treats differently. Where both are silent the
decision stands beside the line that carries it out; the tests name points and decisions by number.

Actions are exported here; events, one of which is also called Challenge, as `events.Challenge` and so on.
"""

from sim.games.zack.rules import events
from sim.games.zack.rules.engine import actions, apply, legal_actions
from sim.games.zack.rules.hidden import determinize, draw, fates, observation, outcomes, sample, start
from sim.games.zack.rules.notation import from_json, from_text, to_json, to_text
from sim.games.zack.rules.series import WINS, Deal, Series, deal, start_series
from sim.games.zack.rules.state import State
from sim.games.zack.rules.turns import (
    STEPS_LEFT,
    challengeable,
    due_after,
    due_by,
    function_of,
    functions,
    holder,
    mirrored_by,
    neighbour,
    zack_cards,
)
from sim.games.zack.rules.vocabulary import (
    SEATS,
    WINDOW,
    Action,
    Agreed,
    Card,
    Challenge,
    ChallengeMiss,
    Choose,
    Colour,
    Edition,
    Ending,
    Entry,
    Miss,
    OwnCard,
    Phase,
    PlayerCard,
    Reason,
    Resume,
    Setup,
    Stop,
    Throw,
)
