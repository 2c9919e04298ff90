"""Any position of Riff Raff as plain JSON data, and back."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sim.games.riff_raff.rules.state import CARDS, State, rounds_in_match, sets_each
from sim.games.riff_raff.rules.vocabulary import SLOTS, YARD_SLOTS, Phase, Piece, Stock, Stowage
from sim.rules_frame import FrozenMap, InputError, listed, quote, spell
from sim.rules_frame.json_fields import array, by_player, confirm, get, mapping, number, text, word


def to_json(state: State) -> dict[str, Any]:
    """Return the position as plain data with its keys in a fixed order; `from_json` resumes the match exactly.

    Besides the fields of `State` it holds what follows from them: `rounds` of the match, `to_act`, `slot` to be loaded,
    `may_place_two`, `ending` and `winners`. Piece counts list all eight pieces, `ship` all ten slots.
    """
    return {
        "phase": state.phase.value,
        "round": state.round,
        "rounds": state.rounds,
        "players": list(state.players),
        "captain": state.captain,
        "order": list(state.order),
        "to_act": state.to_act,
        "slot": state.slot,
        "may_place_two": state.may_place_two,
        "announced": state.announced,
        "placed": state.placed,
        "hands": spell(state.hands),
        "played": spell(state.played),
        "supply": spell(state.supply),
        "ship": spell(state.ship),
        "removed": spell(state.removed),
        "ending": None if state.ending is None else state.ending.value,
        "winners": list(state.winners),
    }


def from_json(data: object) -> State:
    """Read the position that `to_json` spelled.

    Raises InputError (one sentence that names the key and what was expected) for anything that is not a possible
    position: wrong or unknown keys, cards or pieces that do not add up, an order that the cards forbid.
    """
    fields = mapping(data, "position")
    players = tuple(text(name, "players") for name in array(get(fields, "players"), "players"))
    if not 2 <= len(players) <= 4 or len(set(players)) < len(players):
        raise InputError('"players": expected two to four different names.')
    order = tuple(text(name, "order") for name in array(get(fields, "order"), "order"))
    to_act = get(fields, "to_act")
    phase = word(Phase, get(fields, "phase"), "phase")
    if phase is Phase.LOAD and to_act not in order:
        raise InputError('"to_act": expected a player of the order.')
    state = State(
        players=players,
        phase=phase,
        round=number(get(fields, "round"), "round", 1, rounds_in_match(len(players))),
        captain=text(get(fields, "captain"), "captain"),
        hands=_cards(get(fields, "hands"), "hands", players),
        played=_cards(get(fields, "played"), "played", players),
        order=order,
        turn=order.index(text(to_act, "to_act")) if phase is Phase.LOAD else 0,
        announced=None if get(fields, "announced") is None else number(fields["announced"], "announced", 1, 2),
        placed=number(get(fields, "placed"), "placed", 0, 1),
        supply=_supply(get(fields, "supply"), players),
        ship=_ship(get(fields, "ship")),
        removed=_stock(get(fields, "removed"), "removed"),
    )
    _check_cards(state)
    _check_order(state)
    _check_pieces(state)
    _check_turn(state)
    confirm(fields, to_json(state), "Riff Raff")
    return state


def _piece(value: object, key: str) -> Piece:
    for piece in Piece:
        if value == piece.value:
            return piece
    raise InputError(f'"{key}": expected names of pieces ({listed(piece.value for piece in Piece)}).')


def _cards(value: object, key: str, players: tuple[str, ...]) -> FrozenMap[str, tuple[int, ...]]:
    fields = by_player(value, key, players)
    return FrozenMap(
        {name: tuple(number(card, key, CARDS[0], CARDS[-1]) for card in array(fields[name], key)) for name in players}
    )


def _stock(value: object, key: str) -> Stock:
    fields = mapping(value, key)
    if set(fields) != {piece.value for piece in Piece}:
        raise InputError(f'"{key}": expected a count for each of {listed(piece.value for piece in Piece)}.')
    return FrozenMap({piece: number(fields[piece.value], key, 0, 32) for piece in Piece})


def _supply(value: object, players: tuple[str, ...]) -> FrozenMap[str, Stock]:
    fields = by_player(value, "supply", players)
    return FrozenMap({name: _stock(fields[name], "supply") for name in players})


def _ship(value: object) -> Stowage:
    fields = mapping(value, "ship")
    if set(fields) != {str(slot) for slot in SLOTS}:
        raise InputError('"ship": expected the slots "1" to "10" as keys.')
    return FrozenMap(
        {slot: tuple(_piece(piece, "ship") for piece in array(fields[str(slot)], "ship")) for slot in SLOTS}
    )


def _check_cards(state: State) -> None:
    spent = (state.round - 1) % len(CARDS) + (state.phase is not Phase.REVEAL)
    for name in state.players:
        if sorted(state.hands[name] + state.played[name]) != list(CARDS) or len(state.played[name]) != spent:
            raise InputError(f'"hands": expected ten cards of {quote(name)}, {spent} of them under "played".')
        if list(state.hands[name]) != sorted(state.hands[name]):
            raise InputError(f'"hands": expected the cards of {quote(name)} in ascending order.')


def _check_order(state: State) -> None:
    if state.captain not in state.players:
        raise InputError('"captain": expected one of the players.')
    ordered = state.phase in (Phase.LOAD, Phase.OVER)
    if not ordered and state.order:
        raise InputError(f'"order": expected none in the phase {state.phase.value}.')
    if state.phase is Phase.NAME_CAPTAIN and len(state.tied_for_captain) < 2:
        raise InputError('"phase": expected a tie for the highest card in the phase name_captain.')
    if (ordered or state.phase is Phase.ARRANGE) and state.captain not in state.tied_for_captain:
        raise InputError('"captain": expected a player with the highest card.')
    if state.phase is Phase.ARRANGE and all(len(group) == 1 for group in state.groups):
        raise InputError('"phase": expected equal cards in the phase arrange.')
    if ordered:
        cards = state.cards
        descending = all(cards.get(a, 0) >= cards.get(b, 0) for a, b in pairwise(state.order))
        if sorted(state.order) != sorted(state.players) or state.order[0] != state.captain or not descending:
            raise InputError('"order": expected every player once, the captain first, by descending card.')


def _check_pieces(state: State) -> None:
    aboard = [piece for pieces in state.ship.values() for piece in pieces]
    for piece in Piece:
        owned = sum(stock[piece] for stock in state.supply.values())
        expected = sets_each(len(state.players)) * len(state.players)
        if owned + aboard.count(piece) + state.removed[piece] != expected:
            raise InputError(
                f'"supply": expected {expected} of the piece {piece.value}, aboard and removed ones included.'
            )
    empty = [name for name, count in state.supply_counts.items() if count == 0]
    if len(empty) > (state.phase is Phase.OVER):
        raise InputError(f'"supply": expected a piece for {quote(empty[0])}, only the winner of a match has none.')
    if state.phase is Phase.OVER and not empty and state.round < state.rounds:
        raise InputError('"phase": expected an empty supply or the last round at the end of a match.')


def _check_turn(state: State) -> None:
    if state.phase is not Phase.LOAD:
        possible = state.announced is None and state.placed == 0
    elif state.announced is None:
        possible = state.placed == 0
    else:
        # Before the first placement the choice must have been open; afterwards cargo may have slid anywhere.
        slot = state.slot
        assert slot is not None
        before = state.placed == 0 and bool(state.ship[slot])
        enough = state.supply_counts[state.order[state.turn]] >= state.pieces_due
        possible = slot in YARD_SLOTS and enough and (before or (state.placed == 1 and state.announced == 2))
    if not possible:
        raise InputError('"announced": expected what can have been announced and placed on this slot.')
