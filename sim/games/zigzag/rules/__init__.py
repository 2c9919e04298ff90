"""ZIGZAG, the rules (Elements Editions 2013, Duwelz & Maury): `apply(state, action) -> (state, events)`, nothing else.

Source: the French rules. Where they are silent or contradict themselves the decision has a number, which stands beside
the line that carries it out and in docs/explanation/games.md; the tests name sentences and decisions. Everybody acts at
once: the engine is given one thing after the other, and so who was first. It has no source of chance either: shuffled
piles and stolen cards are given.

Actions are exported here; events, some of which have names of their own, as `events.CardTaken` and so on.
"""

from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.action_space import Expose, Give, actions
from sim.games.zigzag.rules.cards import (
    CHARACTERS,
    DEFERRED,
    IMMEDIATE,
    SHIFTS,
    STOPS,
    Card,
    Kind,
    Trait,
    sort_cards,
)
from sim.games.zigzag.rules.combinations import (
    Grade,
    common,
    disproof,
    disproves,
    grade,
    grade_of,
    holds,
    levels_reached,
    reaches,
)
from sim.games.zigzag.rules.engine import apply
from sim.games.zigzag.rules.hidden import determinize, draw, fates, observation, outcomes, sample, start
from sim.games.zigzag.rules.legality import legal_actions, why_illegal
from sim.games.zigzag.rules.notation import from_json, from_text, to_json, to_text
from sim.games.zigzag.rules.refusals import Refusal
from sim.games.zigzag.rules.state import Sheet, State, levels_of, teams_of
from sim.games.zigzag.rules.vocabulary import (
    CONTRES,
    HAND,
    NUMBERS,
    STOPS_EACH,
    TICKS_WANTED,
    Action,
    AgreeSigns,
    Announce,
    Announcement,
    Assign,
    Box,
    Call,
    Cancel,
    Case,
    Choice,
    Contre,
    ContreTest,
    Deal,
    Discard,
    Draw,
    Effect,
    Ending,
    Laid,
    Look,
    NextHand,
    Owed,
    Owing,
    Pass,
    Phase,
    PickUp,
    Play,
    Resolve,
    Setup,
    Show,
    Shuffle,
    Sign,
    Signs,
    Take,
    Tick,
    TimeUp,
    Variant,
    Verify,
)
