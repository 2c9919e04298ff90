"""What may happen now, and why it may not: a code and one sentence. The engine and `legal_actions` both ask here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeVar

from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import STOPS, Card, sort_cards
from sim.games.zigzag.rules.refusals import Refusal
from sim.games.zigzag.rules.state import State
from sim.rules_frame import FrozenMap, IllegalAction, quote

RUNNING = (words.Phase.PLAY, words.Phase.BETWEEN, words.Phase.TEN_SECONDS)
"""The phases of a set in which everybody may announce, call CONTRE, sign and play a STOP or a Z."""


def why_illegal(state: State, action: words.Action) -> IllegalAction | None:  # noqa: C901 - a flat table
    """Return why the action cannot happen now, as a code and one clear sentence; None if it can."""
    if isinstance(action, words.Setup):
        return IllegalAction(Refusal.SET_UP_ALREADY, "The game has been set up already.")
    if state.phase is words.Phase.OVER:
        return IllegalAction(Refusal.GAME_OVER, "The game is over.")
    if isinstance(action, words.Shuffle):
        return _shuffle(state, action)
    if state.shuffle_due:
        return IllegalAction(
            Refusal.SHUFFLE_FIRST, "The pile is empty: the Poubelle has to be shuffled before anything else."
        )
    player = getattr(action, "player", None)
    if player is not None and player not in state.seats:
        return IllegalAction(Refusal.NO_SEAT, f"{quote(player)} has no seat at this table.")
    match action:
        case words.AgreeSigns():
            return _agree(state, action)
        case words.Deal():
            return _deal(state, action)
        case words.NextHand():
            return _next_hand(state)
        case words.Discard():
            return _discard(state, action)
        case words.PickUp():
            return _pick_up(state, action)
        case words.Take():
            return _take(state, action)
        case words.Draw():
            return _draw(state, action)
        case words.Pass():
            return _pass(state, action)
        case words.Sign():
            return _sign(state)
        case words.Play():
            return _play(state, action)
        case words.Cancel():
            return _cancel(state, action)
        case words.Resolve():
            return _resolve(state, action)
        case words.Look():
            return _look(state, action)
        case words.Assign():
            return _assign(state, action)
        case words.TimeUp():
            if state.phase is words.Phase.TEN_SECONDS:
                return None
            return IllegalAction(Refusal.NO_TEN_SECONDS, "Nobody has ten seconds now.")
        case words.Announce():
            return _announce(state, action)
        case words.Verify():
            if state.phase is words.Phase.VERIFY:
                return None
            return IllegalAction(Refusal.NO_ANNOUNCEMENT, "There is no announcement to be verified.")
        case words.Tick():
            return _tick(state, action)
        case words.Contre():
            return _contre(state, action)
        case words.Show():
            return _show(state, action)


def can_take(state: State, seat: str) -> bool:
    """Return True if the seat may take from the tapis, as far as cards go: only once its own card is picked up."""
    return state.face_down[seat] is None and bool(state.tapis)


def can_pick_up(state: State, seat: str) -> bool:
    """Return True if the order lets the seat pick up its face-down card: after a discard or a special card."""
    return state.face_down[seat] is not None and (seat in state.opened or not state.hands[seat])


def can_refill(state: State, seat: str) -> bool:
    """Return True if there is any card by which the seat could complete its hand."""
    return can_take(state, seat) or can_pick_up(state, seat) or bool(state.pile or state.poubelle)


def is_complete(state: State, seat: str) -> bool:
    """Return True if the seat has picked up its card, and holds all the cards that it can have, and no more."""
    room = state.missing(seat)
    return state.face_down[seat] is None and (room == 0 or (room > 0 and not can_refill(state, seat)))


def _not_running(state: State) -> IllegalAction | None:
    if state.phase in RUNNING:
        return None
    if state.phase is words.Phase.DEAL:
        return IllegalAction(Refusal.NOT_DEALT, "The set has not been dealt yet.")
    if state.phase is words.Phase.TICK:
        return IllegalAction(Refusal.TICK_FIRST, "A box has to be ticked first.")
    return IllegalAction(Refusal.CHECKED, "Nothing can be done while an announcement or a CONTRE is checked.")


def _not_playing(state: State) -> IllegalAction | None:
    if (refused := _not_running(state)) or state.phase is words.Phase.PLAY:
        return refused
    return IllegalAction(Refusal.BETWEEN_HANDS, "The next hand has not begun.")


def _not_trading(state: State, player: str) -> IllegalAction | None:
    """Return why the player may not exchange with the tapis in this phase, None if they may."""
    if state.phase is words.Phase.TEN_SECONDS:
        if player == state.due:
            return None
        return IllegalAction(
            Refusal.TEN_SECONDS_OF_ANOTHER, f"Only {quote(state.due)} may exchange during these ten seconds."
        )
    return _not_playing(state)


def _not_held(state: State, player: str, card: Card) -> IllegalAction | None:
    if card in state.hands[player]:
        return None
    return IllegalAction(Refusal.NOT_HELD, f"{quote(player)} does not hold {card.value}.")


def _shuffle(state: State, action: words.Shuffle) -> IllegalAction | None:
    if not state.shuffle_due:
        return IllegalAction(
            Refusal.NO_SHUFFLE, "The Poubelle is shuffled only when cards must be drawn and the pile is empty."
        )
    if sort_cards(action.pile) != sort_cards(state.poubelle):
        return IllegalAction(Refusal.WRONG_SHUFFLE, "The shuffled pile must have exactly the cards of the Poubelle.")
    return None


def _agree(state: State, action: words.AgreeSigns) -> IllegalAction | None:
    if state.variant is not words.Variant.TEAMS:
        return IllegalAction(Refusal.NO_SIGNS, "There are no signs where nobody has a partner.")
    if state.phase is not words.Phase.DEAL:
        return IllegalAction(Refusal.SIGNS_FIXED, "Signs can be changed only between two sets.")
    if not 0 <= action.team < len(state.teams):
        return IllegalAction(Refusal.NO_TEAM, f"There is no team {quote(action.team)}.")
    if action.zig == action.zag:
        return IllegalAction(Refusal.SAME_SIGNS, "The signs for ZIG and ZAG must differ.")
    return None


def _deal(state: State, action: words.Deal) -> IllegalAction | None:
    if state.phase is not words.Phase.DEAL:
        return IllegalAction(
            Refusal.SET_GOES_ON, "The set goes on; it is dealt anew only after an announcement that is right."
        )
    if sort_cards(action.pile) != state.pile:
        return IllegalAction(Refusal.WRONG_PILE, "The pile that is dealt from must have exactly the cards of the game.")
    if state.level == 1:
        if action.number is None:
            return None
        return IllegalAction(
            Refusal.NO_CONSTRAINTS, "There are no constraints at level 1, so their number is not drawn."
        )
    if action.number is None or not 1 <= action.number <= words.NUMBERS:
        return IllegalAction(
            Refusal.NUMBER_MISSING, f"A number from 1 to {words.NUMBERS} has to be drawn for the constraints."
        )
    return None


def _next_hand(state: State) -> IllegalAction | None:
    if state.phase is not words.Phase.BETWEEN:
        return _not_running(state) or IllegalAction(Refusal.HAND_GOES_ON, "The hand has not ended.")
    if state.effects:
        return IllegalAction(Refusal.POWER_WAITS, "A power that has been announced is not carried out yet.")
    if not state.laid:
        return None
    return IllegalAction(Refusal.DEFERRED_POWER_FIRST, f"The deferred power of {quote(state.due)} acts first.")


def _discard(state: State, action: words.Discard) -> IllegalAction | None:
    player = action.player
    if refused := _not_trading(state, player) or _not_held(state, player, action.card):
        return refused
    if state.missing(player) > 0 and can_refill(state, player):
        return IllegalAction(
            Refusal.COMPLETE_BEFORE_DISCARD,
            f"{quote(player)} has to complete their hand before discarding another card.",
        )
    return None


def _pick_up(state: State, action: words.PickUp) -> IllegalAction | None:
    player = action.player
    if refused := _not_playing(state):
        return refused
    if state.face_down[player] is None:
        return IllegalAction(Refusal.NOTHING_FACE_DOWN, f"No face-down card lies before {quote(player)}.")
    if not can_pick_up(state, player):
        return IllegalAction(
            Refusal.DISCARD_BEFORE_PICK_UP,
            f"{quote(player)} has to discard or play a special card before picking up their card.",
        )
    if state.missing(player) > 0:
        return None
    return IllegalAction(Refusal.HAND_FULL, f"{quote(player)} would have too many cards in hand.")


def _take(state: State, action: words.Take) -> IllegalAction | None:
    player = action.player
    if refused := _not_trading(state, player):
        return refused
    if state.face_down[player] is not None:
        return IllegalAction(
            Refusal.PICK_UP_BEFORE_TAKE,
            f"{quote(player)} has to pick up their face-down card before taking from the tapis.",
        )
    if action.card not in state.tapis:
        return IllegalAction(Refusal.NOT_ON_TAPIS, f"{action.card.value} does not lie on the tapis.")
    if state.missing(player) > 0:
        return None
    return IllegalAction(Refusal.HAND_FULL, f"{quote(player)} would have too many cards in hand.")


def _draw(state: State, action: words.Draw) -> IllegalAction | None:
    player = action.player
    if refused := _not_running(state):
        return refused
    if state.phase is words.Phase.TEN_SECONDS:
        return IllegalAction(Refusal.NO_DRAW_NOW, "Nobody draws while the dealt cards lie open.")
    if state.missing(player) <= 0:
        return IllegalAction(Refusal.HAND_FULL, f"{quote(player)} would have too many cards in hand.")
    playing = state.phase is words.Phase.PLAY
    if playing and can_pick_up(state, player):
        return IllegalAction(Refusal.PICK_UP_BEFORE_DRAW, f"{quote(player)} has a face-down card to pick up.")
    if playing and can_take(state, player):
        return IllegalAction(Refusal.TAKE_BEFORE_DRAW, f"{quote(player)} can complete their hand from the tapis.")
    return (
        None if state.pile or state.poubelle else IllegalAction(Refusal.NO_CARD_LEFT, "There is no card left to draw.")
    )


def _pass(state: State, action: words.Pass) -> IllegalAction | None:
    player = action.player
    if refused := _not_playing(state):
        return refused
    if player in state.passed:
        return IllegalAction(Refusal.PASSED_ALREADY, f"{quote(player)} has passed already.")
    if state.face_down[player] is not None:
        return IllegalAction(Refusal.PICK_UP_FIRST, f"{quote(player)} has to pick up their face-down card first.")
    if is_complete(state, player):
        return None
    return IllegalAction(Refusal.HAND_INCOMPLETE, f"{quote(player)} has to have a complete hand first.")


def _sign(state: State) -> IllegalAction | None:
    if state.variant is not words.Variant.TEAMS:
        return IllegalAction(Refusal.NO_SIGNS, "There are no signs where nobody has a partner.")
    return _not_running(state)


def _play(state: State, action: words.Play) -> IllegalAction | None:
    player, card, target = action.player, action.card, action.target
    if refused := _not_running(state) or _not_held(state, player, card):
        return refused
    if card is Card.Z:
        return IllegalAction(Refusal.Z_NAMES_A_CARD, "A Z is played by naming what it cancels.")
    if not card.is_special:
        return IllegalAction(Refusal.NOT_SPECIAL, f"{card.value} is no special card.")
    wants_target = card in STOPS or card in (Card.STEAL, Card.SWAP)
    if (target is not None) != wants_target:
        return (
            IllegalAction(Refusal.TARGET_MISSING, f"{card.value} needs a target.")
            if wants_target
            else IllegalAction(Refusal.NO_TARGET, f"{card.value} has no target when it is played.")
        )
    if target is not None:
        if target not in state.seats:
            return IllegalAction(Refusal.TARGET_NO_SEAT, f"{quote(target)} has no seat at this table.")
        if target == player:
            return IllegalAction(Refusal.OWN_TARGET, "Nobody may target themselves.")
        if card is not Card.SWAP and state.team_of(target) == state.team_of(player):
            return IllegalAction(Refusal.OPPONENTS_ONLY, f"{card.value} is for opponents only.")
    if card in STOPS and target is not None:
        return _stop(state, target)
    if state.phase is not words.Phase.PLAY:
        return IllegalAction(Refusal.POWER_OUTSIDE_HAND, "Powers are played during a hand.")
    if state.missing(player) > 0 and can_refill(state, player):
        return IllegalAction(
            Refusal.COMPLETE_BEFORE_POWER, "Powers are played between two exchanges, with a complete hand."
        )
    if any(effect.by == player for effect in state.effects):
        return IllegalAction(
            Refusal.OWN_POWER_FIRST, f"The power that {quote(player)} has announced is to be carried out first."
        )
    return None


def _stop(state: State, target: str) -> IllegalAction | None:
    # Only their number is limited, not their kinds (decision 8).
    if len(state.stops[target]) >= words.STOPS_EACH:
        return IllegalAction(Refusal.STOPS_FULL, f"{words.STOPS_EACH} STOP cards lie before {quote(target)} already.")
    return None


def _cancel(state: State, action: words.Cancel) -> IllegalAction | None:
    player, target, card = action.player, action.target, action.card
    if refused := _not_running(state) or _not_held(state, player, Card.Z):
        return refused
    if target not in state.seats:
        return IllegalAction(Refusal.TARGET_NO_SEAT, f"{quote(target)} has no seat at this table.")
    if state.team_of(target) != state.team_of(player):
        return IllegalAction(Refusal.Z_FOR_OWN_TEAM, "A Z protects oneself and one's partner only.")
    if card in STOPS:
        if card in state.stops[target]:
            return None
        return IllegalAction(Refusal.STOP_NOT_LAID, f"No {card.value} lies before {quote(target)}.")
    if any(effect.card is card and effect.target == target for effect in state.effects):
        return None
    return IllegalAction(Refusal.NOTHING_TO_CANCEL, f"There is no {card.value} on {quote(target)} to be cancelled.")


def _resolve(state: State, action: words.Resolve) -> IllegalAction | None:
    if refused := _not_running(state):
        return refused
    if not state.effects:
        return IllegalAction(Refusal.NO_POWER_WAITS, "No power waits to be carried out.")
    effect = state.effects[0]
    hand = state.hands[effect.target]
    if effect.card is not Card.STEAL or not hand:
        return None if action.card is None else IllegalAction(Refusal.NOTHING_STOLEN, "No card is stolen.")
    if action.card is None:
        return IllegalAction(
            Refusal.STOLEN_CARD_MISSING, f"Which card is stolen from {quote(effect.target)} has to be named."
        )
    return _not_held(state, effect.target, action.card)


def _look(state: State, action: words.Look) -> IllegalAction | None:
    if state.phase is not words.Phase.BETWEEN or state.due != action.player or state.laid[0].card is not Card.PEEK:
        return IllegalAction(Refusal.NO_LOOK, f"{quote(action.player)} has no hand to look at now.")
    if action.target not in state.seats:
        return IllegalAction(Refusal.TARGET_NO_SEAT, f"{quote(action.target)} has no seat at this table.")
    if action.target == action.player:
        return IllegalAction(Refusal.OWN_TARGET, "Nobody may target themselves.")
    return None


def _assign(state: State, action: words.Assign) -> IllegalAction | None:
    if state.phase is not words.Phase.BETWEEN or state.due != action.player or state.laid[0].card is not Card.MASTER:
        return IllegalAction(Refusal.NOT_MASTER, f"{quote(action.player)} is not the master of cards now.")
    for seat in action.cards:
        if seat not in state.seats:
            return IllegalAction(Refusal.RECEIVER_NO_SEAT, f"{quote(seat)} has no seat at this table.")
    if Counter(action.cards.values()) != Counter(state.offered):
        return IllegalAction(
            Refusal.WRONG_SHARES,
            "The master of cards has to give away exactly the cards they were shown, one to each player.",
        )
    return None


def _announce(state: State, action: words.Announce) -> IllegalAction | None:
    if refused := _not_running(state):
        return refused
    if state.variant is words.Variant.THREE and action.call not in (words.Call.ZIG, words.Call.ZAG):
        return IllegalAction(Refusal.CALL_OF_TWO, f"{action.call.value} takes two partners.")
    return None


def _tick(state: State, action: words.Tick) -> IllegalAction | None:
    choice = state.choice
    if state.phase is not words.Phase.TICK or choice is None:
        return IllegalAction(Refusal.NO_CHOICE, "There is no box to be chosen.")
    if state.team_of(action.player) != choice.team:
        return IllegalAction(Refusal.CHOICE_OF_OTHERS, f"{quote(action.player)} is not in the team that chooses.")
    if action.level not in choice.levels:
        return IllegalAction(Refusal.WRONG_LEVEL, f"A box of level {quote(action.level)} cannot be ticked for this.")
    if (action.level, action.box) not in state.open_boxes(choice.team):
        return IllegalAction(Refusal.BOX_NOT_OPEN, f"The box {action.box.value} of level {action.level} is not open.")
    return None


def _contre(state: State, action: words.Contre) -> IllegalAction | None:
    if refused := _not_running(state):
        return refused
    if not 0 <= action.team < len(state.teams):
        return IllegalAction(Refusal.NO_TEAM, f"There is no team {quote(action.team)}.")
    own = state.team_of(action.player)
    if own == action.team:
        return IllegalAction(Refusal.OWN_TEAM, "Nobody calls CONTRE against their own team.")
    if state.failed[own] >= state.contre_limit:
        return IllegalAction(
            Refusal.CONTRES_LOST, f"The team of {quote(action.player)} has lost as many CONTREs as are allowed."
        )
    return None


def _show(state: State, action: words.Show) -> IllegalAction | None:
    case = state.case
    if state.phase is not words.Phase.CONTRE or case is None:
        return IllegalAction(Refusal.NO_CONTRE, "There is no CONTRE to be answered.")
    if state.team_of(action.player) != case.team:
        return IllegalAction(Refusal.CONTRE_OF_OTHERS, f"{quote(action.player)} is not in the team under CONTRE.")
    if action.player in case.shown:
        return IllegalAction(Refusal.SHOWN_ALREADY, f"{quote(action.player)} has shown their cards already.")
    if len(action.cards) not in (0, 2):
        return IllegalAction(Refusal.TWO_CARDS_OR_NONE, "Two cards are shown, or none.")
    if Counter(action.cards) - Counter(state.hands[action.player]):
        return IllegalAction(Refusal.SHOWN_NOT_HELD, f"{quote(action.player)} does not hold these cards.")
    return None


Thing = TypeVar("Thing")


def legal_actions(state: State, player: str | None = None) -> tuple[words.Action, ...]:
    """Return what the player can do now, in a fixed order; without a player, what the table and then everybody can.

    The table deals, shuffles, carries out effects, verifies, counts seconds. Never empty before the end (for the whole
    table). Where any order or any words would do one stands for all: a shuffled pile in the order of `Card`, number 1,
    the agreed signs (or "zig" and "zag"), the offered cards to the seats clockwise from each seat.
    """
    if state.phase is words.Phase.OVER:
        return ()
    if player is not None:
        return _allowed(state, _own(state, player))
    return (*of_nobody(state), *_allowed(state, (action for seat in state.seats for action in _own(state, seat))))


def of_nobody(state: State) -> tuple[words.Action, ...]:
    """Return what the table can do now, as `legal_actions` has it."""
    return () if state.phase is words.Phase.OVER else _allowed(state, _table(state))


def _allowed(state: State, actions: Iterable[words.Action]) -> tuple[words.Action, ...]:
    return tuple(action for action in actions if why_illegal(state, action) is None)


def _table(state: State) -> Iterator[words.Action]:
    yield words.Shuffle(sort_cards(state.poubelle))
    if state.phase is words.Phase.DEAL:
        for team in range(len(state.teams)):
            yield words.AgreeSigns(team, "zig", "zag")
        yield words.Deal(state.pile, None if state.level == 1 else 1)
    yield words.NextHand()
    stolen = state.effects and state.effects[0].card is Card.STEAL
    for card in _once(state.hands[state.effects[0].target]) if stolen else ():
        yield words.Resolve(card)
    yield words.Resolve()
    yield words.TimeUp()
    yield words.Verify()


def _own(state: State, seat: str) -> Iterator[words.Action]:
    if state.phase in RUNNING:
        yield from _exchange(state, seat)
        yield from _specials(state, seat)
        yield from _deferred(state, seat)
        own = state.team_of(seat)
        if state.variant is words.Variant.TEAMS:
            agreed = state.signs[own]
            signs = ("zig", "zag") if agreed is None else (agreed.zig, agreed.zag)
            yield from (words.Sign(seat, sign) for sign in signs)
        yield from (words.Announce(seat, call) for call in words.Call)
        yield from (words.Contre(seat, team) for team in range(len(state.teams)) if team != own)
    elif state.phase is words.Phase.CONTRE:
        yield from (words.Show(seat, pair) for pair in _once(combinations(sort_cards(state.hands[seat]), 2)))
        yield words.Show(seat)
    elif state.phase is words.Phase.TICK:
        yield from (words.Tick(seat, level, box) for level in state.levels for box in words.Box)


def _exchange(state: State, seat: str) -> Iterator[words.Action]:
    # Most of what is surely refused is left out at once: a refusal takes longer to word than an action to allow.
    if can_pick_up(state, seat):
        yield words.PickUp(seat)
    missing = state.missing(seat) > 0
    if not (missing and can_refill(state, seat)):
        yield from (words.Discard(seat, card) for card in _once(state.hands[seat]))
    if missing:
        if can_take(state, seat):
            yield from (words.Take(seat, card) for card in _once(state.tapis))
        yield words.Draw(seat)
    if state.phase is words.Phase.PLAY and seat not in state.passed and state.face_down[seat] is None:
        yield words.Pass(seat)


def _specials(state: State, seat: str) -> Iterator[words.Action]:
    for card in _once(state.hands[seat]):
        if card is Card.Z:
            for member in state.teams[state.team_of(seat)]:
                yield from (words.Cancel(seat, member, lying) for lying in _once(state.stops[member]))
                yield from (
                    words.Cancel(seat, member, of) for of in _once(e.card for e in state.effects if e.target == member)
                )
        elif card in STOPS or card in (Card.STEAL, Card.SWAP):
            yield from (words.Play(seat, card, target) for target in state.seats if target != seat)
        elif card.is_special:
            yield words.Play(seat, card)


def _deferred(state: State, seat: str) -> Iterator[words.Action]:
    if seat != state.due:
        return
    yield from (words.Look(seat, target) for target in state.seats)
    if state.offered:
        for place in range(len(state.seats)):
            turned = state.seats[place:] + state.seats[:place]
            yield words.Assign(seat, FrozenMap(zip(turned, state.offered, strict=False)))
    else:
        yield words.Assign(seat, FrozenMap())


def _once(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Return each of equal things once, in the order in which they come first."""
    return tuple(dict.fromkeys(things))
