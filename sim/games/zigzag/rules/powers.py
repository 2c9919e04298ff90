"""The special cards: STOP, theft, exchange of hands, Z, +1 and -1, and the powers that act between two hands."""

from __future__ import annotations

from dataclasses import replace

from sim.games.zigzag.rules import events
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import DEFERRED, SHIFTS, STOPS, Card
from sim.games.zigzag.rules.drawing import Ruling, draw, fill_up
from sim.games.zigzag.rules.state import State
from sim.rules_frame import Event, FrozenMap


def out_of_hand(state: State, player: str, card: Card) -> State:
    """Return the state without a card of the player's hand: the face-down card may be picked up now."""
    hand = list(state.hands[player])
    hand.remove(card)
    opened = state.opened | {player} if state.phase is words.Phase.PLAY else state.opened
    return replace(state, hands=state.hands.put(player, tuple(hand)), opened=opened, passed=state.passed - {player})


def _throw(state: State, card: Card) -> State:
    return replace(state, poubelle=(*state.poubelle, card))


def play(state: State, action: words.Play) -> Ruling:
    """Play a special card other than Z from the hand."""
    player, card, target = action.player, action.card, action.target
    state = out_of_hand(state, player, card)
    if card in DEFERRED:
        # Only that it is a power is announced; which one is seen when it acts.
        return replace(state, laid=(*state.laid, words.Laid(player, card))), (events.PowerLaid(player, card),)
    if card in SHIFTS:
        state = replace(state, shifts=state.shifts.put(player, (*state.shifts[player], card)))
        return state, (events.ConstraintShifted(player, card, state.number_of(player)),)
    assert target is not None
    if card in STOPS:
        state = replace(state, stops=state.stops.put(target, (*state.stops[target], card)))
        return state, (events.StopPlaced(player, target, card),)
    if card is Card.STEAL and _robbed_already(state, target):
        # Two thefts from one player contradict each other: they have a right to three cards. The first one counts.
        return _throw(state, card), (events.PowerWasted(player, card),)
    state = replace(state, effects=(*state.effects, words.Effect(card, player, target)))
    return state, (events.PowerAnnounced(player, card, target),)


def _robbed_already(state: State, target: str) -> bool:
    return target in state.robbed or any(e.card is Card.STEAL and e.target == target for e in state.effects)


def cancel(state: State, action: words.Cancel) -> Ruling:
    """Cancel one card by a Z; both go to the Poubelle (decision 17)."""
    player, target, card = action.player, action.target, action.card
    state = _throw(out_of_hand(state, player, Card.Z), Card.Z)
    if card in STOPS:
        kept = list(state.stops[target])
        kept.remove(card)
        state = _throw(replace(state, stops=state.stops.put(target, tuple(kept))), card)
        return state, (events.StopRemoved(player, target, card),)
    effect = next(effect for effect in state.effects if effect.card is card and effect.target == target)
    state = _drop(state, effect)
    state, happened = advance(state)
    return state, (events.PowerCancelled(player, effect.by, target, card), *happened)


def _drop(state: State, effect: words.Effect) -> State:
    """End an effect: its card goes to the Poubelle."""
    place = state.effects.index(effect)
    return _throw(replace(state, effects=state.effects[:place] + state.effects[place + 1 :]), effect.card)


def resolve(state: State, action: words.Resolve) -> Ruling:
    """Carry out the effect announced first (powers are played in the order of their announcement)."""
    effect = state.effects[0]
    by, target = effect.by, effect.target
    state = _drop(state, effect)
    if effect.card is Card.PEEK:
        state, happened = advance(state)
        return state, (events.HandSeen(by, target, state.hands[target]), *happened)
    state = replace(state, passed=state.passed - {by, target})
    if effect.card is Card.SWAP:
        hands = state.hands.put(by, state.hands[target]).put(target, state.hands[by])
        return replace(state, hands=hands), (events.HandsExchanged(by, target),)
    if action.card is None:
        return state, (events.PowerWasted(by, effect.card),)
    kept = list(state.hands[target])
    kept.remove(action.card)
    hands = state.hands.put(target, tuple(kept)).put(by, (*state.hands[by], action.card))
    state = replace(state, hands=hands, robbed=state.robbed | {target})
    return state, (events.CardStolen(by, target, action.card),)


def advance(state: State) -> Ruling:
    """Begin the next deferred power between two hands, in the order of announcement.

    A peek waits for its player to name a hand. The master of cards and 10 seconds deal the cards themselves; only the
    first of these can, the others are wasted (decision 18). Hands are completed before that.
    """
    if state.phase is not words.Phase.BETWEEN or state.effects:
        return state, ()
    happened: list[Event] = []
    while state.laid:
        power = state.laid[0]
        if power.card is Card.PEEK:
            break
        if not state.dealt:
            state, dealt = _deal_by(state, power)
            return state, (*happened, *dealt)
        state = _throw(replace(state, laid=state.laid[1:]), power.card)
        happened.append(events.PowerWasted(power.by, power.card))
    return state, tuple(happened)


def _deal_by(state: State, power: words.Laid) -> Ruling:
    state, happened = fill_up(state)
    state = replace(state, dealt=True)
    if power.card is Card.MASTER:
        owed = [words.Owed(words.Owing.OFFERED, power.by) for _ in state.seats]
    else:
        state = replace(state, phase=words.Phase.TEN_SECONDS)
        owed = [words.Owed(words.Owing.TAPIS) for _ in state.seats]
    state, dealt = draw(state, owed)
    return state, (*happened, *dealt)


def _done(state: State) -> Ruling:
    """End the first deferred power: its card goes to the Poubelle, the next one begins."""
    power = state.laid[0]
    return advance(_throw(replace(state, laid=state.laid[1:], phase=words.Phase.BETWEEN), power.card))


def look(state: State, action: words.Look) -> Ruling:
    """Name the hand of a peek; it can be cancelled until it is carried out."""
    effect = words.Effect(Card.PEEK, action.player, action.target)
    state = replace(state, laid=state.laid[1:], effects=(effect,))
    return state, (events.PowerAnnounced(action.player, Card.PEEK, action.target),)


def assign(state: State, action: words.Assign) -> Ruling:
    """Give out the cards of the master of cards; each lies face down before its player."""
    face_down = state.face_down
    for seat, card in action.cards.items():
        face_down = face_down.put(seat, card)
    happened = events.CardsAssigned(action.player, FrozenMap(action.cards))
    state, later = _done(replace(state, face_down=face_down, offered=()))
    return state, (happened, *later)


def time_up(state: State) -> Ruling:
    """End the ten seconds; what lies open is the tapis of the next hand (decision 19)."""
    happened = events.TimeUp(state.laid[0].by)
    state, later = _done(state)
    return state, (happened, *later)
