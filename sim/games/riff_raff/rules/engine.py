"""The rules of Riff Raff as a function from a position and an action to the next position and the events between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain, permutations, product

from sim.games.riff_raff.rules import vocabulary as words
from sim.games.riff_raff.rules.agreed import PRINTED, Agreed, Catches, Caught
from sim.games.riff_raff.rules.equipment import STANDARD, Equipment, Stock, Stowage, sets_each
from sim.games.riff_raff.rules.state import State
from sim.rules_frame import Event, FrozenMap, IllegalAction, check_names, listed, quote

Ruling = tuple[State, tuple[Event, ...]]

_DUE = {
    words.Phase.REVEAL: "everyone has to reveal a card",
    words.Phase.NAME_CAPTAIN: "{} has to name the new captain",
    words.Phase.ARRANGE: "{} has to arrange the order of equal cards",
    words.Phase.LOAD: "{} has to load slot {}",
}


def start(
    players: Iterable[str],
    captain: str | None = None,
    equipment: Equipment = STANDARD,
    agreed: Agreed = PRINTED,
) -> State:
    """Return the position before round 1; players clockwise, the first is captain unless another is given.

    Raises IllegalAction as a setup does.
    """
    names = tuple(players)
    return apply(None, words.Setup(names, "".join(names[:1]) if captain is None else captain, equipment, agreed))[0]


def apply(state: State | None, action: words.Action) -> Ruling:
    """Return the position after an action and the events on the way. Raises IllegalAction: nothing has happened then.

    `state` is None before the setup, which must be the first action and comes once.
    """
    if isinstance(action, words.Setup):
        if state is not None:
            raise IllegalAction("The match has been set up already.")
        return _setup(action)
    if state is None:
        raise IllegalAction("The first action must be a setup.")
    match action:
        case words.Reveal():
            _require(state, words.Phase.REVEAL)
            return _reveal(state, action)
        case words.NameCaptain():
            _require(state, words.Phase.NAME_CAPTAIN)
            return _name_captain(state, action)
        case words.Arrange():
            _require(state, words.Phase.ARRANGE)
            return _arrange(state, action)
        case words.Announce():
            _require(state, words.Phase.LOAD)
            return _announce(state, action)
        case words.Load():
            _require(state, words.Phase.LOAD)
            return _load(state, action)


def legal_actions(state: State) -> tuple[words.Action, ...]:
    """Return every action that the rules allow now, in a fixed order; empty after the end.

    A reveal is everyone's card at once, so there is one for every combination (10 000 with four full hands); a single
    player's choice is `state.hands[name]`. A load appears once for every kind of piece, with the outcome in which it
    stays: what really happens is chance, and any other outcome is legal too if it names pieces that are aboard.
    """
    match state.phase:
        case words.Phase.REVEAL:
            combinations = product(*(state.hands[name] for name in state.players))
            return tuple(words.Reveal(dict(zip(state.players, cards, strict=True))) for cards in combinations)
        case words.Phase.NAME_CAPTAIN:
            return tuple(words.NameCaptain(name) for name in state.tied_for_captain)
        case words.Phase.ARRANGE:
            orders = product(*(permutations(group) for group in state.groups))
            return tuple(words.Arrange((state.captain, *chain.from_iterable(groups))) for groups in orders)
        case words.Phase.LOAD:
            counts = range(1, state.most_pieces + 1)
            pieces = (piece for piece, count in state.supply[state.order[state.turn]].items() if count)
            return (*(words.Announce(count) for count in counts), *(words.Load(piece) for piece in pieces))
        case words.Phase.OVER:
            return ()


def _require(state: State, phase: words.Phase) -> None:
    if state.phase is words.Phase.OVER:
        raise IllegalAction("The match is over.")
    if state.phase is not phase:
        raise IllegalAction(f"Not now: {_DUE[state.phase].format(quote(state.to_act), state.slot)}.")


def _setup(action: words.Setup) -> Ruling:
    players = action.players
    if not 2 <= len(players) <= 4:
        raise IllegalAction(f"Riff Raff is for 2 to 4 players, not {len(players)}.")
    check_names(players)
    if action.captain not in players:
        raise IllegalAction(f"The captain {quote(action.captain)} is not one of the players.")
    equipment, agreed, sets = action.equipment, action.agreed, sets_each(len(players))
    state = State(
        players=players,
        phase=words.Phase.REVEAL,
        round=1,
        captain=action.captain,
        hands=FrozenMap(dict.fromkeys(players, agreed.hand(equipment))),
        played=FrozenMap(dict.fromkeys(players, ())),
        order=(),
        turn=0,
        announced=None,
        placed=0,
        supply=FrozenMap(dict.fromkeys(players, equipment.sets(sets))),
        ship=equipment.stowage(),
        removed=equipment.stock(),
        equipment=equipment,
        agreed=agreed,
    )
    started = words.MatchStarted(players, action.captain, sets * equipment.pieces_in_set, state.rounds)
    return state, (started, words.RoundStarted(1, state.captain))


def _reveal(state: State, action: words.Reveal) -> Ruling:
    unknown = [name for name in action.cards if name not in state.players]
    if unknown:
        raise IllegalAction(f"{quote(unknown[0])} is not one of the players.")
    for name in state.players:
        if name not in action.cards:
            raise IllegalAction(f"Everyone reveals at once, and the card of {quote(name)} is missing.")
        if action.cards[name] not in state.hands[name]:
            raise IllegalAction(f"{quote(name)} does not hold the card {quote(action.cards[name])}.")
    cards = FrozenMap({name: action.cards[name] for name in state.players})
    state = replace(
        state,
        hands=FrozenMap({name: tuple(c for c in state.hands[name] if c != cards[name]) for name in state.players}),
        played=FrozenMap({name: (*state.played[name], cards[name]) for name in state.players}),
    )
    revealed = words.CardsRevealed(state.round, cards)
    tied = state.tied_for_captain
    if len(tied) > 1:
        return replace(state, phase=words.Phase.NAME_CAPTAIN), (revealed, words.CaptainTied(state.captain, tied))
    return _take_office(state, tied[0], None, (revealed,))


def _name_captain(state: State, action: words.NameCaptain) -> Ruling:
    if action.captain not in state.tied_for_captain:
        raise IllegalAction(
            f"The new captain must be one of {listed(state.tied_for_captain)}, who tied for the highest card."
        )
    return _take_office(state, action.captain, state.captain, ())


def _take_office(state: State, captain: str, by: str | None, events: tuple[Event, ...]) -> Ruling:
    state = replace(state, captain=captain)
    events += (words.CaptainNamed(captain, by),)
    ties = tuple(group for group in state.groups if len(group) > 1)
    if ties:
        return replace(state, phase=words.Phase.ARRANGE), (*events, words.OrderTied(captain, ties))
    return _set_order(state, (captain, *chain.from_iterable(state.groups)), None, events)


def _arrange(state: State, action: words.Arrange) -> Ruling:
    if sorted(action.order) != sorted(state.players):
        raise IllegalAction(f"The order must name each of {listed(state.players)} exactly once.")
    if action.order[0] != state.captain:
        raise IllegalAction(f"The captain, {quote(state.captain)}, plays first.")
    cards = state.cards
    # The captain's card is (one of) the highest, so one comparison covers them too.
    if any(cards[earlier] < cards[later] for earlier, later in zip(action.order, action.order[1:], strict=False)):
        raise IllegalAction("Higher cards play before lower ones; only equal cards can be arranged.")
    return _set_order(state, action.order, state.captain, ())


def _set_order(state: State, order: tuple[str, ...], by: str | None, events: tuple[Event, ...]) -> Ruling:
    return _start_turn(replace(state, order=order), 0, (*events, words.OrderSet(order, by)))


def _start_turn(state: State, turn: int, events: tuple[Event, ...]) -> Ruling:
    player = state.order[turn]
    state = replace(state, phase=words.Phase.LOAD, turn=turn, announced=None, placed=0)
    return state, (*events, words.TurnStarted(player, state.cards[player], state.may_place_two))


def _announce(state: State, action: words.Announce) -> Ruling:
    player = state.order[state.turn]
    if state.announced is not None:
        raise IllegalAction(f"{quote(player)} has announced {state.announced} already and cannot change their mind.")
    if state.agreed.pieces_a_turn == 1:
        raise IllegalAction("At this table one piece is placed in a turn, and none is announced.")
    if not state.may_announce:
        raise IllegalAction(f"The number of pieces is announced only {state.agreed.when_more(state.equipment)}.")
    most = state.agreed.pieces_a_turn
    if not 1 <= action.count <= most:
        between = "One or two" if most == 2 else f"1 to {most}"
        raise IllegalAction(f"{between} pieces can be announced.")
    if action.count > state.most_pieces:
        # The rules do not say so, but a player cannot place a piece that they do not have.
        left = "one piece" if state.most_pieces == 1 else f"{state.most_pieces} pieces"
        count = "two" if action.count == 2 else action.count
        raise IllegalAction(f"{quote(player)} has only {left} left and cannot announce {count}.")
    return replace(state, announced=action.count), (words.Announced(player, action.count),)


def _load(state: State, action: words.Load) -> Ruling:
    player, piece = state.order[state.turn], action.piece
    slot = state.cards[player]
    if not state.supply[player].get(piece):
        raise IllegalAction(f"{quote(player)} has no {piece} to load.")
    if state.agreed.catches is Catches.NOBODY and (action.caught or action.placed is words.Fate.CAUGHT):
        raise IllegalAction("At this table nobody catches what falls.")
    ship = _without(state.equipment, state.ship, (*action.lost, *action.caught))
    if action.placed is words.Fate.STAYS:
        ship = ship.put(slot, (*ship[slot], piece))
    shifts: tuple[Event, ...] = ()
    if action.ship is not None:
        after = _settled(state.equipment, ship, action.ship)
        shifts = _shifts(state.equipment, ship, after)
        ship = after

    # Catching ONLY the piece being placed does not count (rule 12); with another piece caught beside it, both leave the
    # game (decision 2). Pieces that fell and were not caught do not matter: the text speaks of what the player caught.
    # The first piece of a double placement is an ordinary piece while the second is being placed (decision 4).
    saved = words.PieceLost if state.agreed.caught is Caught.FALLS else words.PieceCaught
    own: Event
    if action.placed is words.Fate.STAYS:
        own = words.PieceLoaded(player, piece, slot)
    elif action.placed is words.Fate.LOST:
        own = words.PieceLost(player, piece, slot, placed=True)
    elif saved is words.PieceCaught and not state.agreed.placed_leaves(len(action.caught)):
        own = words.PieceReturned(player, piece)
    else:
        own = saved(player, piece, slot, placed=True)
    others = (
        *(words.PieceLost(player, fallen.piece, fallen.slot, placed=False) for fallen in action.lost),
        *(saved(player, fallen.piece, fallen.slot, placed=False) for fallen in action.caught),
    )
    gains = [event.piece for event in others if isinstance(event, words.PieceLost)]
    leaves = [event.piece for event in (own, *others) if isinstance(event, words.PieceCaught)]
    goes = isinstance(own, words.PieceLoaded | words.PieceCaught)
    supply = _changed(state.supply[player], plus=gains, minus=[piece] if goes else [])
    events: tuple[Event, ...] = (own, *others, *shifts)
    fell = action.placed is not words.Fate.STAYS or bool(action.lost or action.caught)
    more = state.pieces_due > 1 and not fell
    state = replace(
        state,
        supply=state.supply.put(player, supply),
        ship=ship,
        removed=_changed(state.removed, plus=leaves),
        placed=state.placed + 1,
    )
    return (state, events) if more else _end_turn(state, events)


def _without(equipment: Equipment, ship: Stowage, fallen: tuple[words.Fallen, ...]) -> Stowage:
    """Return the stowage without these pieces; of several equal ones in a slot the last goes (they look alike)."""
    slots = {slot: list(pieces) for slot, pieces in ship.items()}
    for gone in fallen:
        _check_slot(equipment, gone.slot)
        pieces = slots[gone.slot]
        if gone.piece not in pieces:
            count = ship[gone.slot].count(gone.piece)
            held = f"only {count} {gone.piece} lay" if count else f"no {gone.piece} lay"
            raise IllegalAction(f"More fell from slot {gone.slot} than there was: {held} there.")
        del pieces[len(pieces) - 1 - pieces[::-1].index(gone.piece)]
    return FrozenMap({slot: tuple(pieces) for slot, pieces in slots.items()})


def _check_slot(equipment: Equipment, slot: int) -> None:
    if slot not in equipment.slots:
        raise IllegalAction(f"There is no slot {quote(slot)}, the slots are 1 to {equipment.slots[-1]}.")


def _settled(equipment: Equipment, expected: Stowage, reported: Mapping[int, tuple[str, ...]]) -> Stowage:
    """Return the reported stowage if it holds exactly the pieces still aboard; in which slots is free (decision 8)."""
    for slot in reported:
        _check_slot(equipment, slot)
    aboard = Counter(chain.from_iterable(expected.values()))
    shown = Counter(chain.from_iterable(reported.values()))
    for piece in {**equipment.pieces, **shown}:
        if aboard[piece] != shown[piece]:
            raise IllegalAction(
                f"The ship must hold exactly the pieces still aboard: {aboard[piece]} {piece}, not {shown[piece]}."
            )
    return equipment.stowage(reported)


def _shifts(equipment: Equipment, before: Stowage, after: Stowage) -> tuple[words.CargoShifted, ...]:
    """Return the net movement of cargo, piece by piece: equal pieces are taken from the lowest slot to the lowest."""
    moves: list[words.CargoShifted] = []
    for piece in equipment.pieces:
        change = {slot: after[slot].count(piece) - before[slot].count(piece) for slot in equipment.slots}
        sources = [slot for slot in equipment.slots for _ in range(-change[slot])]
        targets = [slot for slot in equipment.slots for _ in range(change[slot])]
        moves += [words.CargoShifted(piece, source, target) for source, target in zip(sources, targets, strict=True)]
    return tuple(moves)


def _changed(counts: Stock, plus: Iterable[str] = (), minus: Iterable[str] = ()) -> Stock:
    gained, gone = Counter(plus), Counter(minus)
    return FrozenMap({piece: count + gained[piece] - gone[piece] for piece, count in counts.items()})


def _end_turn(state: State, events: tuple[Event, ...]) -> Ruling:
    player = state.order[state.turn]
    left = state.supply_counts[player]
    events += (words.TurnEnded(player, left),)
    if not left:
        return _end_match(state, events)
    if state.turn + 1 < len(state.order):
        return _start_turn(state, state.turn + 1, events)
    if state.round == state.rounds:
        return _end_match(state, events)
    following = replace(
        state, phase=words.Phase.REVEAL, round=state.round + 1, order=(), turn=0, announced=None, placed=0
    )
    if not following.hands[player]:
        # As printed only two players get here: with more, the match is over when the cards are played.
        following = replace(
            following,
            hands=FrozenMap(dict.fromkeys(state.players, state.full_hand)),
            played=FrozenMap(dict.fromkeys(state.players, ())),
        )
        events += (words.HandsRetaken(state.round),)
    return following, (*events, words.RoundStarted(following.round, following.captain))


def _end_match(state: State, events: tuple[Event, ...]) -> Ruling:
    state = replace(state, phase=words.Phase.OVER, turn=0, announced=None, placed=0)
    assert isinstance(state.ending, words.Ending)
    return state, (*events, words.MatchOver(state.winners, state.ending, state.supply_counts))
