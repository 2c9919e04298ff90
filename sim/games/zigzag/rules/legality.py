"""What may happen now, and one sentence of why it may not. The engine and `legal_actions` both ask here."""

from __future__ import annotations

from collections import Counter

from sim.games.zigzag.rules.cards import STOPS, Card, sort_cards
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import (
    NUMBERS,
    STOPS_EACH,
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
    Pass,
    Phase,
    PickUp,
    Play,
    Resolve,
    Setup,
    Show,
    Shuffle,
    Sign,
    Take,
    Tick,
    TimeUp,
    Variant,
    Verify,
)
from sim.rules_frame import quote

RUNNING = (Phase.PLAY, Phase.BETWEEN, Phase.TEN_SECONDS)
"""The phases of a set in which everybody may announce, call CONTRE, sign and play a STOP or a Z."""


def refusal(state: State, action: Action) -> str | None:  # noqa: C901 - a flat table
    """One clear sentence of why the action cannot happen now, None if it can."""
    if isinstance(action, Setup):
        return "The game has been set up already."
    if state.phase is Phase.OVER:
        return "The game is over."
    if isinstance(action, Shuffle):
        return _shuffle(state, action)
    if state.shuffle_due:
        return "The pile is empty: the Poubelle has to be shuffled before anything else."
    player = getattr(action, "player", None)
    if player is not None and player not in state.seats:
        return f"{quote(player)} has no seat at this table."
    match action:
        case AgreeSigns():
            return _agree(state, action)
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
            return _draw(state, action)
        case Pass():
            return _pass(state, action)
        case Sign():
            return _sign(state)
        case Play():
            return _play(state, action)
        case Cancel():
            return _cancel(state, action)
        case Resolve():
            return _resolve(state, action)
        case Look():
            return _look(state, action)
        case Assign():
            return _assign(state, action)
        case TimeUp():
            return None if state.phase is Phase.TEN_SECONDS else "Nobody has ten seconds now."
        case Announce():
            return _announce(state, action)
        case Verify():
            return None if state.phase is Phase.VERIFY else "There is no announcement to be verified."
        case Tick():
            return _tick(state, action)
        case Contre():
            return _contre(state, action)
        case Show():
            return _show(state, action)


def can_take(state: State, seat: str) -> bool:
    """May the seat take from the tapis, as far as cards go? Never before it has picked up its face-down card."""
    return state.face_down[seat] is None and bool(state.tapis)


def can_pick_up(state: State, seat: str) -> bool:
    """May the seat pick up its face-down card, as far as the order goes: after a discard or a special card?"""
    return state.face_down[seat] is not None and (seat in state.opened or not state.hands[seat])


def can_refill(state: State, seat: str) -> bool:
    """Is there any card by which the seat could complete its hand?"""
    return can_take(state, seat) or can_pick_up(state, seat) or bool(state.pile or state.poubelle)


def is_complete(state: State, seat: str) -> bool:
    """Has the seat picked up its card, and all the cards that it can have, and no more?"""
    room = state.missing(seat)
    return state.face_down[seat] is None and (room == 0 or (room > 0 and not can_refill(state, seat)))


def _not_running(state: State) -> str | None:
    if state.phase in RUNNING:
        return None
    if state.phase is Phase.DEAL:
        return "The set has not been dealt yet."
    if state.phase is Phase.TICK:
        return "A box has to be ticked first."
    return "Nothing can be done while an announcement or a CONTRE is checked."


def _not_playing(state: State) -> str | None:
    return _not_running(state) or (None if state.phase is Phase.PLAY else "The next hand has not begun.")


def _not_trading(state: State, player: str) -> str | None:
    """May he exchange with the tapis in this phase?"""
    if state.phase is Phase.TEN_SECONDS:
        return None if player == state.due else f"Only {quote(state.due)} may exchange during his ten seconds."
    return _not_playing(state)


def _not_held(state: State, player: str, card: Card) -> str | None:
    return None if card in state.hands[player] else f"{quote(player)} does not hold {card.value}."


def _shuffle(state: State, action: Shuffle) -> str | None:
    if not state.shuffle_due:
        return "The Poubelle is shuffled only when cards must be drawn and the pile is empty."
    if sort_cards(action.pile) != sort_cards(state.poubelle):
        return "The shuffled pile must have exactly the cards of the Poubelle."
    return None


def _agree(state: State, action: AgreeSigns) -> str | None:
    if state.variant is not Variant.TEAMS:
        return "There are no signs where nobody has a partner."
    if state.phase is not Phase.DEAL:
        return "Signs can be changed only between two sets."
    if not 0 <= action.team < len(state.teams):
        return f"There is no team {quote(action.team)}."
    if action.zig == action.zag:
        return "The signs for ZIG and ZAG must differ."
    return None


def _deal(state: State, action: Deal) -> str | None:
    if state.phase is not Phase.DEAL:
        return "The set goes on; it is dealt anew only after an announcement that is right."
    if sort_cards(action.pile) != state.pile:
        return "The pile that is dealt from must have exactly the cards of the game."
    if state.level == 1:
        return None if action.number is None else "There are no constraints at level 1, so their number is not drawn."
    if action.number is None or not 1 <= action.number <= NUMBERS:
        return f"A number from 1 to {NUMBERS} has to be drawn for the constraints."
    return None


def _next_hand(state: State) -> str | None:
    if state.phase is not Phase.BETWEEN:
        return _not_running(state) or "The hand has not ended."
    if state.effects:
        return "A power that has been announced is not carried out yet."
    return None if not state.laid else f"The deferred power of {quote(state.due)} acts first."


def _discard(state: State, action: Discard) -> str | None:
    player = action.player
    if reason := _not_trading(state, player) or _not_held(state, player, action.card):
        return reason
    if state.missing(player) > 0 and can_refill(state, player):
        return f"{quote(player)} has to complete his hand before he discards another card."
    return None


def _pick_up(state: State, action: PickUp) -> str | None:
    player = action.player
    if reason := _not_playing(state):
        return reason
    if state.face_down[player] is None:
        return f"No face-down card lies before {quote(player)}."
    if not can_pick_up(state, player):
        return f"{quote(player)} has to discard or to play a special card before he picks up his card."
    return None if state.missing(player) > 0 else f"{quote(player)} would have too many cards in hand."


def _take(state: State, action: Take) -> str | None:
    player = action.player
    if reason := _not_trading(state, player):
        return reason
    if state.face_down[player] is not None:
        return f"{quote(player)} has to pick up his face-down card before he takes from the tapis."
    if action.card not in state.tapis:
        return f"{action.card.value} does not lie on the tapis."
    return None if state.missing(player) > 0 else f"{quote(player)} would have too many cards in hand."


def _draw(state: State, action: Draw) -> str | None:
    player = action.player
    if reason := _not_running(state):
        return reason
    if state.phase is Phase.TEN_SECONDS:
        return "Nobody draws while the dealt cards lie open."
    if state.missing(player) <= 0:
        return f"{quote(player)} would have too many cards in hand."
    playing = state.phase is Phase.PLAY
    if playing and can_pick_up(state, player):
        return f"{quote(player)} has his face-down card to pick up."
    if playing and can_take(state, player):
        return f"{quote(player)} can complete his hand with the tapis."
    return None if state.pile or state.poubelle else "There is no card left to draw."


def _pass(state: State, action: Pass) -> str | None:
    player = action.player
    if reason := _not_playing(state):
        return reason
    if player in state.passed:
        return f"{quote(player)} has passed already."
    if state.face_down[player] is not None:
        return f"{quote(player)} has to pick up his face-down card first."
    return None if is_complete(state, player) else f"{quote(player)} has to have a complete hand first."


def _sign(state: State) -> str | None:
    if state.variant is not Variant.TEAMS:
        return "There are no signs where nobody has a partner."
    return _not_running(state)


def _play(state: State, action: Play) -> str | None:
    player, card, target = action.player, action.card, action.target
    if reason := _not_running(state) or _not_held(state, player, card):
        return reason
    if card is Card.Z:
        return "A Z is played by naming what it cancels."
    if not card.is_special:
        return f"{card.value} is no special card."
    wants_target = card in STOPS or card in (Card.STEAL, Card.SWAP)
    if (target is not None) != wants_target:
        return f"{card.value} needs a target." if wants_target else f"{card.value} has no target when it is played."
    if target is not None:
        if target not in state.seats:
            return f"{quote(target)} has no seat at this table."
        if target == player:
            return "Nobody is his own target."
        if card is not Card.SWAP and state.team_of(target) == state.team_of(player):
            return f"{card.value} is for opponents only."
    if card in STOPS and target is not None:
        return _stop(state, target)
    if state.phase is not Phase.PLAY:
        return "Powers are played during a hand."
    if state.missing(player) > 0 and can_refill(state, player):
        return "Powers are played between two exchanges, with a complete hand."
    if any(effect.by == player for effect in state.effects):
        return f"The power that {quote(player)} has announced is to be carried out first."
    return None


def _stop(state: State, target: str) -> str | None:
    # Only their number is limited, not their kinds (decision 8).
    if len(state.stops[target]) >= STOPS_EACH:
        return f"{STOPS_EACH} STOP cards lie before {quote(target)} already."
    return None


def _cancel(state: State, action: Cancel) -> str | None:
    player, target, card = action.player, action.target, action.card
    if reason := _not_running(state) or _not_held(state, player, Card.Z):
        return reason
    if target not in state.seats:
        return f"{quote(target)} has no seat at this table."
    if state.team_of(target) != state.team_of(player):
        return "A Z protects oneself and one's partner only."
    if card in STOPS:
        return None if card in state.stops[target] else f"No {card.value} lies before {quote(target)}."
    if any(effect.card is card and effect.target == target for effect in state.effects):
        return None
    return f"There is no {card.value} on {quote(target)} to be cancelled."


def _resolve(state: State, action: Resolve) -> str | None:
    if reason := _not_running(state):
        return reason
    if not state.effects:
        return "No power waits to be carried out."
    effect = state.effects[0]
    hand = state.hands[effect.target]
    if effect.card is not Card.STEAL or not hand:
        return None if action.card is None else "No card is stolen."
    if action.card is None:
        return f"Which card is stolen from {quote(effect.target)} has to be told."
    return _not_held(state, effect.target, action.card)


def _look(state: State, action: Look) -> str | None:
    if state.phase is not Phase.BETWEEN or state.due != action.player or state.laid[0].card is not Card.PEEK:
        return f"{quote(action.player)} has no hand to look at now."
    if action.target not in state.seats:
        return f"{quote(action.target)} has no seat at this table."
    return None if action.target != action.player else "Nobody is his own target."


def _assign(state: State, action: Assign) -> str | None:
    if state.phase is not Phase.BETWEEN or state.due != action.player or state.laid[0].card is not Card.MASTER:
        return f"{quote(action.player)} is not the master of cards now."
    for seat in action.cards:
        if seat not in state.seats:
            return f"{quote(seat)} has no seat at this table."
    if Counter(action.cards.values()) != Counter(state.offered):
        return "The master of cards has to give away exactly the cards that he was shown, one to each player."
    return None


def _announce(state: State, action: Announce) -> str | None:
    if reason := _not_running(state):
        return reason
    if state.variant is Variant.THREE and action.call not in (Call.ZIG, Call.ZAG):
        return f"{action.call.value} takes two partners."
    return None


def _tick(state: State, action: Tick) -> str | None:
    choice = state.choice
    if state.phase is not Phase.TICK or choice is None:
        return "There is no box to be chosen."
    if state.team_of(action.player) != choice.team:
        return f"{quote(action.player)} is not in the team that chooses."
    if action.level not in choice.levels:
        return f"A box of level {quote(action.level)} cannot be ticked for this."
    if (action.level, action.box) not in state.open_boxes(choice.team):
        return f"The box {action.box.value} of level {action.level} is not open."
    return None


def _contre(state: State, action: Contre) -> str | None:
    if reason := _not_running(state):
        return reason
    if not 0 <= action.team < len(state.teams):
        return f"There is no team {quote(action.team)}."
    own = state.team_of(action.player)
    if own == action.team:
        return "Nobody calls CONTRE against his own team."
    if state.failed[own] >= state.contre_limit:
        return f"The team of {quote(action.player)} has lost as many CONTREs as are allowed."
    return None


def _show(state: State, action: Show) -> str | None:
    case = state.case
    if state.phase is not Phase.CONTRE or case is None:
        return "There is no CONTRE to be answered."
    if state.team_of(action.player) != case.team:
        return f"{quote(action.player)} is not in the team under CONTRE."
    if action.player in case.shown:
        return f"{quote(action.player)} has shown his cards already."
    if len(action.cards) not in (0, 2):
        return "Two cards are shown, or none."
    if Counter(action.cards) - Counter(state.hands[action.player]):
        return f"{quote(action.player)} does not hold these cards."
    return None
