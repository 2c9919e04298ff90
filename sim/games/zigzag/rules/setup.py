"""The setup of a game of ZIGZAG."""

from __future__ import annotations

from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.cards import SHIFTS, Card, sort_cards
from sim.games.zigzag.rules.drawing import Ruling
from sim.games.zigzag.rules.state import Sheet, State, levels_of, teams_of
from sim.games.zigzag.rules.vocabulary import HAND, NUMBERS, TICKS_WANTED, Phase, Setup, Variant
from sim.rules_frame import IllegalAction, Table, quote

SEATS = {Variant.TEAMS: (4, 6), Variant.TWO: (4,), Variant.THREE: (3,)}
"""Seats at the table. With the variant two a seat is a hand: four of them."""


def set_up(action: Setup) -> Ruling:
    """The table before the first set. Raises IllegalAction."""
    seats = action.seats
    if len(seats) not in SEATS[action.variant]:
        wanted = " or ".join(map(str, SEATS[action.variant]))
        raise IllegalAction(f"The variant {action.variant.value} is for {wanted} seats, not {len(seats)}.")
    if len(set(seats)) < len(seats):
        raise IllegalAction("Two seats have the same name.")
    if not 1 <= action.level <= 3:
        raise IllegalAction(f"There are the levels 1, 2 and 3, and no level {quote(action.level)}.")
    if action.contre_limit < 0:
        raise IllegalAction("The number of failed CONTREs that are allowed cannot be negative.")
    _check_deck(action)
    _check_constraints(action)
    nothing: Table[str, tuple[Card, ...]] = Table(dict.fromkeys(seats, ()))
    teams = teams_of(seats, action.variant)
    levels = levels_of(action.level)
    empty: Sheet = Table(dict.fromkeys(levels, Table(dict.fromkeys(TICKS_WANTED[action.variant], 0))))
    state = State(
        seats=seats,
        variant=action.variant,
        level=action.level,
        strict=action.strict,
        contre_test=action.contre_test,
        contre_limit=action.contre_limit,
        phase=Phase.DEAL,
        resumes=None,
        set_number=0,
        hand_number=0,
        pile=sort_cards(action.deck),
        hands=nothing,
        face_down=Table(dict.fromkeys(seats)),
        tapis=(),
        poubelle=(),
        stops=nothing,
        shifts=nothing,
        laid=(),
        effects=(),
        offered=(),
        opened=frozenset(),
        passed=frozenset(),
        robbed=frozenset(),
        dealt=False,
        owed=(),
        announcement=None,
        case=None,
        choice=None,
        signs=(None,) * len(teams),
        constraints=Table({seat: tuple(action.constraints[seat]) for seat in seats if action.level > 1}),
        number=None,
        sheets=(empty,) * len(teams),
        failed=(0,) * len(teams),
        winner=None,
    )
    return state, (events.GameStarted(seats, teams, state.level, state.variant, len(state.pile)),)


def _check_deck(action: Setup) -> None:
    seats = len(action.seats)
    if len(action.deck) < (HAND + 1) * seats:
        raise IllegalAction(f"{seats} seats need at least {(HAND + 1) * seats} cards, not {len(action.deck)}.")
    characters = [card for card in action.deck if card.is_character]
    if len(set(characters)) < len(characters):
        raise IllegalAction("The deck has a character card twice.")
    for card in SHIFTS:
        if action.level == 1 and card in action.deck:
            raise IllegalAction(f"{card.value} is taken out at level 1.")


def _check_constraints(action: Setup) -> None:
    if action.level == 1:
        if action.constraints:
            raise IllegalAction("There are no constraint cards at level 1.")
        return
    for seat in action.constraints:
        if seat not in action.seats:
            raise IllegalAction(f"There is a constraint card for {quote(seat)}, who has no seat.")
    for seat in action.seats:
        if seat not in action.constraints:
            raise IllegalAction(f"The constraint card of {quote(seat)} is missing.")
        if len(action.constraints[seat]) != NUMBERS:
            raise IllegalAction(f"The constraint card of {quote(seat)} must have {NUMBERS} numbers.")
