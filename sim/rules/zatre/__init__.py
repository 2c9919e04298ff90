"""ZATRE, the rules (Manfred Schüling; Amigo): `apply(state, action) -> (state, events)`, and nothing else.

Source: the French rules. Where they are silent or contradict themselves, the decision stands beside the line that
carries it out; the tests name rules and decisions.
"""

from sim.rules.zatre.begun import open_squares
from sim.rules.zatre.board import EMPTY, KINDS, RED, SIZE, SQUARES, Cells, Kind, kind_of, place, square
from sim.rules.zatre.engine import apply, legal_actions
from sim.rules.zatre.judging import fault, laid, outcome_of, runs_made
from sim.rules.zatre.notation import from_json, to_json
from sim.rules.zatre.placements import (
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
)
from sim.rules.zatre.sheet import BONUSES, POINTS, Outcome, Sheet, bonus
from sim.rules.zatre.start import StartDraw, start_draw
from sim.rules.zatre.state import State
from sim.rules.zatre.vocabulary import (
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

__all__ = [
    "BONUSES",
    "EMPTY",
    "KINDS",
    "PLAYERS",
    "POINTS",
    "RED",
    "SIZE",
    "SQUARES",
    "TEAM_PLAYERS",
    "TILES",
    "Action",
    "BagEmptied",
    "BagShared",
    "Cells",
    "Ending",
    "GameOver",
    "GameStarted",
    "Kind",
    "NothingPlaced",
    "Outcome",
    "Phase",
    "Place",
    "Run",
    "RunsScored",
    "Setup",
    "Sheet",
    "StartDraw",
    "State",
    "Tile",
    "TilesDrawn",
    "TilesPlaced",
    "Turn",
    "apply",
    "bonus",
    "fault",
    "fitting",
    "from_json",
    "gain",
    "gains",
    "kind_of",
    "laid",
    "legal",
    "legal_actions",
    "most",
    "open_squares",
    "outcome",
    "outcome_of",
    "place",
    "placements",
    "runs_made",
    "scored",
    "scored_on",
    "square",
    "start_draw",
    "to_json",
    "turn_of",
    "why_not",
]
