"""ZATRE, the rules (Manfred Schüling; Amigo): `apply(state, action) -> (state, events)`, and nothing else.

Source: the French rules. Where they are silent or contradict themselves, the decision stands beside the line that
carries it out; the tests name rules and decisions.
"""

from sim.rules.zatre.board import EMPTY, KINDS, RED, SIZE, SQUARES, Cells, Kind, kind_of, place, square
from sim.rules.zatre.sheet import BONUSES, POINTS, Outcome, Sheet, bonus
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
    "State",
    "Tile",
    "TilesDrawn",
    "TilesPlaced",
    "Turn",
    "bonus",
    "kind_of",
    "place",
    "square",
    "turn_of",
]
