"""ZATRE, the rules (Manfred Schüling; Amigo): `apply(state, action) -> (state, events)`, and nothing else.

Source: the French rules. Where they are silent or contradict themselves, the decision stands beside the line that
carries it out; the tests name rules and decisions.
"""

from sim.games.zatre.rules.action_space import Done, actions
from sim.games.zatre.rules.board import EMPTY, KINDS, RED, SIZE, SQUARES, Cells, Kind, kind_of, place, square
from sim.games.zatre.rules.engine import StartDraw, apply, legal_actions, start_draw
from sim.games.zatre.rules.hidden import determinize, draw, fates, observation, outcomes, sample, start
from sim.games.zatre.rules.judging import fault, laid, outcome_of, runs_made
from sim.games.zatre.rules.notation import from_json, from_text, to_json, to_text
from sim.games.zatre.rules.partial_turn import open_squares
from sim.games.zatre.rules.placements import (
    fitting,
    gain,
    gains,
    legal,
    most,
    outcome,
    placements,
    scored,
    scored_on,
    why_not,
    why_not_on,
)
from sim.games.zatre.rules.sheet import BONUSES, POINTS, Outcome, Sheet, bonus
from sim.games.zatre.rules.state import State
from sim.games.zatre.rules.vocabulary import (
    PLAYERS,
    TEAM_PLAYERS,
    TILES,
    Action,
    BagEmptied,
    BagShared,
    Ending,
    GameOver,
    GameStarted,
    NothingPlaced,
    Phase,
    Place,
    Run,
    RunsScored,
    Setup,
    Tile,
    TilesDrawn,
    TilesPlaced,
    Turn,
    turn_of,
)
