"""The rules of ZIGZAG as a function from a position and what happens to the next position and the events between.

Decisions by number are those of docs/referee-zigzag.md.
"""

from __future__ import annotations

from dataclasses import replace

from sim.games.zigzag.rules import events, powers
from sim.games.zigzag.rules.announcing import announce, contre, show, tick, verify
from sim.games.zigzag.rules.drawing import Ruling, draw, fill_up, serve
from sim.games.zigzag.rules.legality import is_complete, refusal
from sim.games.zigzag.rules.setup import set_up
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import (
    HAND,
    Action,
    AgreeSigns,
    Announce,
    Assign,
    Call,
    Cancel,
    Contre,
    Deal,
    Discard,
    Draw,
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
    Verify,
)
from sim.rules_frame import Event, IllegalAction


def apply(state: State | None, action: Action) -> Ruling:
    """The position after an action and what the rules made of it, or IllegalAction and nothing has happened.

    `state` is None before the setup, which must be the first action and comes once. Everybody acts at once: actions
    come in the order in which they happened, and what comes too late (a card that somebody else has) is illegal.
    """
    if state is None:
        if not isinstance(action, Setup):
            raise IllegalAction("The first action must be a setup.")
        return set_up(action)
    if (reason := refusal(state, action)) is not None:
        raise IllegalAction(reason)
    state, told = _do(state, action)
    state, ended = _end_of_hand(state)
    return state, (*told, *ended)


def _do(state: State, action: Action) -> Ruling:  # noqa: C901 - a flat table
    match action:
        case AgreeSigns():
            signs = list(state.signs)
            signs[action.team] = Signs(action.zig, action.zag)
            told = events.SignsAgreed(action.team, action.zig, action.zag)
            return replace(state, signs=tuple(signs)), (told,)
        case Deal():
            return _deal(state, action)
        case NextHand():
            return _next_hand(state)
        case Discard():
            return _discard(state, action)
        case PickUp():
            return _pick_up(state, action)
        case Take():
            return _take(state, action)
        case Draw():
            return draw(state, [Owed(Owing.HAND, action.player)])
        case Pass():
            return replace(state, passed=state.passed | {action.player}), (events.Passed(action.player),)
        case Sign():
            return state, (_sign(state, action),)
        case Play():
            return powers.play(state, action)
        case Cancel():
            return powers.cancel(state, action)
        case Resolve():
            return powers.resolve(state, action)
        case Look():
            return powers.look(state, action)
        case Assign():
            return powers.assign(state, action)
        case TimeUp():
            return powers.time_up(state)
        case Announce():
            return announce(state, action)
        case Verify():
            return verify(state)
        case Tick():
            return tick(state, action)
        case Contre():
            return contre(state, action)
        case Show():
            return show(state, action)
        case Shuffle():
            shuffled = events.PileShuffled(len(action.pile))
            state, told_later = serve(replace(state, pile=action.pile, poubelle=()))
            return state, (shuffled, *told_later)
        case Setup():
            raise IllegalAction("The game has been set up already.")


def _deal(state: State, action: Deal) -> Ruling:
    """Four cards each, the rest is the pile."""
    number = state.set_number + 1
    state = replace(
        state, phase=Phase.BETWEEN, set_number=number, hand_number=0, pile=action.pile, number=action.number
    )
    state, drawn = draw(state, [Owed(Owing.HAND, seat) for _ in range(HAND) for seat in state.seats])
    return state, (events.SetStarted(number, action.number), *drawn)


def _next_hand(state: State) -> Ruling:
    state, told = fill_up(state)
    if not state.dealt:
        state, dealt = draw(state, [Owed(Owing.FACE_DOWN, seat) for seat in state.seats])
        told = (*told, *dealt)
    hand = state.hand_number + 1
    state = replace(state, phase=Phase.PLAY, hand_number=hand, opened=frozenset(), passed=frozenset(), dealt=False)
    return state, (*told, events.HandStarted(state.set_number, hand))


def _end_of_hand(state: State) -> Ruling:
    """The tapis goes to the Poubelle when it is empty or nobody wants to exchange any more (decision 14).

    Not before everybody has picked up his card, completed his hand, and every announced power is carried out.
    """
    if state.phase is not Phase.PLAY or state.owed or state.effects:
        return state, ()
    if not all(is_complete(state, seat) for seat in state.seats):
        return state, ()
    if state.tapis and len(state.passed) < len(state.seats):
        return state, ()
    cause = "passed" if state.tapis else "empty"
    told = events.HandEnded(state.hand_number, cause, state.tapis)
    state = replace(
        state,
        phase=Phase.BETWEEN,
        tapis=(),
        poubelle=(*state.poubelle, *state.tapis),
        opened=frozenset(),
        passed=frozenset(),
    )
    state, powers_told = powers.advance(state)
    return state, (told, *powers_told)


def _discard(state: State, action: Discard) -> Ruling:
    player, card = action.player, action.card
    state = powers.out_of_hand(state, player, card)
    # There is something new on the tapis: everybody may want to exchange again.
    state = replace(state, tapis=(*state.tapis, card), passed=frozenset())
    return state, (events.CardDiscarded(player, card),)


def _pick_up(state: State, action: PickUp) -> Ruling:
    player = action.player
    card = state.face_down[player]
    assert card is not None
    state = replace(
        state,
        hands=state.hands.put(player, (*state.hands[player], card)),
        face_down=state.face_down.put(player, None),
    )
    return state, (events.CardPickedUp(player, card),)


def _take(state: State, action: Take) -> Ruling:
    player, card = action.player, action.card
    tapis = list(state.tapis)
    tapis.remove(card)
    state = replace(state, tapis=tuple(tapis), hands=state.hands.put(player, (*state.hands[player], card)))
    return state, (events.CardTaken(player, card),)


def _sign(state: State, action: Sign) -> Event:
    agreed = state.signs[state.team_of(action.player)]
    means = None
    if agreed is not None and action.sign in (agreed.zig, agreed.zag):
        means = Call.ZIG if action.sign == agreed.zig else Call.ZAG
    return events.SignMade(action.player, action.sign, means)
