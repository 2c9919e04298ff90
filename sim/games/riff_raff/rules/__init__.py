"""Riff Raff, the rules (Zoch 2012, Christoph Cantzler): `apply(state, action) -> (state, events)`, and nothing else.

Sources: the printed rules (French page 12 and its English and German counterparts). Where they are silent or contradict
each other, the decision stands beside the line that carries it out; the tests name rules and decisions by number.
"""

from sim.games.riff_raff.rules.action_space import Choose, actions
from sim.games.riff_raff.rules.agreed import PRINTED, Agreed, Catches, Caught, PiecesOn
from sim.games.riff_raff.rules.engine import apply, legal_actions, start
from sim.games.riff_raff.rules.equipment import STANDARD, Equipment, Stock, Stowage
from sim.games.riff_raff.rules.hidden import determinize, draw, fates, observation, outcomes, sample
from sim.games.riff_raff.rules.notation import from_json, from_text, to_json, to_text
from sim.games.riff_raff.rules.state import State
from sim.games.riff_raff.rules.vocabulary import (
    Action,
    Announce,
    Announced,
    Arrange,
    CaptainNamed,
    CaptainTied,
    CardsRevealed,
    CargoShifted,
    Ending,
    Fallen,
    Fate,
    HandsRetaken,
    Load,
    MatchOver,
    MatchStarted,
    NameCaptain,
    OrderSet,
    OrderTied,
    Phase,
    PieceCaught,
    PieceLoaded,
    PieceLost,
    PieceReturned,
    Reveal,
    RoundStarted,
    Setup,
    TurnEnded,
    TurnStarted,
)
