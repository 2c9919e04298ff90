"""The pile: cards drawn from it, the Poubelle that becomes it, hands thrown away and drawn anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import Owed, Owing
from sim.rules_frame import Event

Ruling = tuple[State, tuple[Event, ...]]


def draw(state: State, owed: Iterable[Owed]) -> Ruling:
    """Draw these cards from the pile, after those owed before.

    When the pile runs out the rest stays owed until the Poubelle has been shuffled (the rules are silent: decision 11);
    what neither of them has is not drawn at all.
    """
    return serve(replace(state, owed=(*state.owed, *owed)))


def serve(state: State) -> Ruling:
    """Draw what is owed as far as the pile goes."""
    happened: list[Event] = []
    while state.owed and state.pile:
        state, event = _one(state)
        happened.append(event)
    if state.owed and not state.poubelle:
        happened.append(events.PileExhausted(len(state.owed)))
        state = replace(state, owed=())
    return state, tuple(happened)


def _one(state: State) -> tuple[State, Event]:
    card, *rest = state.pile
    owed = state.owed[0]
    seat = owed.seat
    state = replace(state, pile=tuple(rest), owed=state.owed[1:])
    if owed.to is Owing.TAPIS:
        return replace(state, tapis=(*state.tapis, card)), events.CardOpened(card)
    assert seat is not None
    if owed.to is Owing.OFFERED:
        return replace(state, offered=(*state.offered, card)), events.CardOffered(seat, card)
    if owed.to is Owing.FACE_DOWN:
        return replace(state, face_down=state.face_down.put(seat, card)), events.CardDealt(seat, card)
    return replace(state, hands=state.hands.put(seat, (*state.hands[seat], card))), events.CardDrawn(seat, card)


def fill_up(state: State) -> Ruling:
    """Fill every hand to four cards, robbed ones too, just before the next hand."""
    state = replace(state, robbed=frozenset())
    return draw(state, [Owed(Owing.HAND, seat) for seat in state.seats for _ in range(state.missing(seat))])


def change_hands(state: State, seats: Iterable[str]) -> Ruling:
    """Throw the hands of these players into the Poubelle and draw as many cards as they may hold."""
    happened: list[Event] = []
    owed: list[Owed] = []
    changed = tuple(seats)
    for seat in changed:
        thrown = state.hands[seat]
        happened.append(events.HandChanged(seat, thrown))
        owed += [Owed(Owing.HAND, seat)] * state.capacity(seat)
        state = replace(state, hands=state.hands.put(seat, ()), poubelle=(*state.poubelle, *thrown))
    state, drawn = draw(replace(state, passed=state.passed.difference(changed)), owed)
    return state, (*happened, *drawn)
