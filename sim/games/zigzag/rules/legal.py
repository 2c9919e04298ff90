"""Everything that can happen now, by player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeVar

from sim.games.zigzag.rules.cards import STOPS, Card, sort_cards
from sim.games.zigzag.rules.legality import RUNNING, refusal
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import (
    Action,
    AgreeSigns,
    Announce,
    Assign,
    Box,
    Call,
    Cancel,
    Contre,
    Deal,
    Discard,
    Draw,
    Look,
    NextHand,
    Pass,
    Phase,
    PickUp,
    Play,
    Resolve,
    Show,
    Shuffle,
    Sign,
    Take,
    Tick,
    TimeUp,
    Variant,
    Verify,
)
from sim.rules_frame import Table

Thing = TypeVar("Thing")


def legal_actions(state: State, player: str | None = None) -> tuple[Action, ...]:
    """What the player can do now, in a fixed order; without a player, what everybody can, and the table before them.

    The table deals, shuffles, carries out effects, verifies, counts seconds. Never empty before the end (for the whole
    table). Where any order or any words would do one stands for all: a shuffled pile in the order of `Card`, number 1,
    the agreed signs (or "zig" and "zag"), the offered cards to the seats clockwise from each seat.
    """
    if state.phase is Phase.OVER:
        return ()
    seats = state.seats if player is None else (player,)
    found = [*(_table(state) if player is None else ()), *(action for seat in seats for action in _own(state, seat))]
    return tuple(action for action in found if refusal(state, action) is None)


def _table(state: State) -> Iterator[Action]:
    yield Shuffle(sort_cards(state.poubelle))
    if state.phase is Phase.DEAL:
        for team in range(len(state.teams)):
            yield AgreeSigns(team, "zig", "zag")
        yield Deal(state.pile, None if state.level == 1 else 1)
    yield NextHand()
    stolen = state.effects and state.effects[0].card is Card.STEAL
    for card in _once(state.hands[state.effects[0].target]) if stolen else ():
        yield Resolve(card)
    yield Resolve()
    yield TimeUp()
    yield Verify()


def _own(state: State, seat: str) -> Iterator[Action]:
    if state.phase in RUNNING:
        yield from _exchange(state, seat)
        yield from _specials(state, seat)
        yield from _deferred(state, seat)
        agreed = None if state.variant is not Variant.TEAMS else state.signs[state.team_of(seat)]
        yield from (Sign(seat, sign) for sign in (("zig", "zag") if agreed is None else (agreed.zig, agreed.zag)))
        yield from (Announce(seat, call) for call in Call)
        yield from (Contre(seat, team) for team in range(len(state.teams)))
    elif state.phase is Phase.CONTRE:
        yield from (Show(seat, pair) for pair in _once(combinations(sort_cards(state.hands[seat]), 2)))
        yield Show(seat)
    elif state.phase is Phase.TICK:
        yield from (Tick(seat, level, box) for level in state.levels for box in Box)


def _exchange(state: State, seat: str) -> Iterator[Action]:
    yield PickUp(seat)
    yield from (Discard(seat, card) for card in _once(state.hands[seat]))
    yield from (Take(seat, card) for card in _once(state.tapis))
    yield Draw(seat)
    yield Pass(seat)


def _specials(state: State, seat: str) -> Iterator[Action]:
    for card in _once(state.hands[seat]):
        if card is Card.Z:
            for member in state.teams[state.team_of(seat)]:
                yield from (Cancel(seat, member, lying) for lying in _once(state.stops[member]))
                yield from (
                    Cancel(seat, member, of) for of in _once(e.card for e in state.effects if e.target == member)
                )
        elif card in STOPS or card in (Card.STEAL, Card.SWAP):
            yield from (Play(seat, card, target) for target in state.seats)
        elif card.is_special:
            yield Play(seat, card)


def _deferred(state: State, seat: str) -> Iterator[Action]:
    if seat != state.due:
        return
    yield from (Look(seat, target) for target in state.seats)
    if state.offered:
        for place in range(len(state.seats)):
            turned = state.seats[place:] + state.seats[:place]
            yield Assign(seat, Table(zip(turned, state.offered, strict=False)))
    else:
        yield Assign(seat, Table())


def _once(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Each of equal things once, in the order in which they come first."""
    return tuple(dict.fromkeys(things))
