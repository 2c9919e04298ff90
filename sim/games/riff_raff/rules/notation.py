"""Any position of Riff Raff as plain JSON data, and back."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sim.games.riff_raff.rules.equipment import MOST, STANDARD, Equipment, Stock, Stowage, sets_each
from sim.games.riff_raff.rules.state import State
from sim.games.riff_raff.rules.vocabulary import Phase
from sim.rules_frame import FrozenMap, IllegalAction, InputError, listed, name_fault, quote, spell
from sim.rules_frame.json_fields import array, by_player, confirm, get, mapping, number, text, word


def to_json(state: State) -> dict[str, Any]:
    """Return the position as plain data with its keys in a fixed order; `from_json` resumes the match exactly.

    Besides the fields of `State` it holds what follows from them: `rounds` of the match, `to_act`, `slot` to be loaded,
    `may_place_two`, `ending` and `winners`. Piece counts list all pieces, `ship` all slots of the `equipment`, which is
    left out where it is the standard one.
    """
    equipment = state.equipment
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
        **({} if equipment.is_standard else {"equipment": spell(equipment)}),
    }


def from_json(data: object) -> State:
    """Read the position that `to_json` spelled.

    Raises InputError (one sentence that names the key and what was expected) for anything that is not a possible
    position: wrong or unknown keys, cards or pieces that do not add up, an order that the cards forbid.
    """
    fields = mapping(data, "position")
    players = tuple(text(name, "players") for name in array(get(fields, "players"), "players"))
    if not 2 <= len(players) <= 4 or name_fault(players):
        raise InputError('"players": expected two to four different names.')
    equipment = _equipment(fields["equipment"]) if "equipment" in fields else STANDARD
    order = tuple(text(name, "order") for name in array(get(fields, "order"), "order"))
    to_act = get(fields, "to_act")
    phase = word(Phase, get(fields, "phase"), "phase")
    if phase is Phase.LOAD and to_act not in order:
        raise InputError('"to_act": expected a player of the order.')
    state = State(
        players=players,
        phase=phase,
        round=number(get(fields, "round"), "round", 1, equipment.rounds(len(players))),
        captain=text(get(fields, "captain"), "captain"),
        hands=_cards(get(fields, "hands"), "hands", players, equipment),
        played=_cards(get(fields, "played"), "played", players, equipment),
        order=order,
        turn=order.index(text(to_act, "to_act")) if phase is Phase.LOAD else 0,
        announced=None if get(fields, "announced") is None else number(fields["announced"], "announced", 1, 2),
        placed=number(get(fields, "placed"), "placed", 0, 1),
        supply=_supply(get(fields, "supply"), players, equipment),
        ship=_ship(get(fields, "ship"), equipment),
        removed=_stock(get(fields, "removed"), "removed", players, equipment),
        equipment=equipment,
    )
    _check_cards(state)
    _check_order(state)
    _check_pieces(state)
    _check_turn(state)
    if equipment.is_standard:
        fields = {key: value for key, value in fields.items() if key != "equipment"}
    confirm(fields, to_json(state), "Riff Raff")
    return state


def _equipment(value: object) -> Equipment:
    fields = mapping(value, "equipment")
    if set(fields) != {"pieces", "deck_slots", "yards"}:
        raise InputError('"equipment": expected the keys "pieces", "deck_slots" and "yards".')
    pieces = mapping(fields["pieces"], "equipment.pieces")
    try:
        return Equipment(
            FrozenMap({name: number(count, "equipment.pieces", 1, MOST) for name, count in pieces.items()}),
            number(fields["deck_slots"], "equipment.deck_slots", 0, MOST),
            number(fields["yards"], "equipment.yards", 0, MOST // 2),
        )
    except IllegalAction as error:
        raise InputError(f'"equipment": {error}') from error


def _piece(value: object, key: str, equipment: Equipment) -> str:
    if isinstance(value, str) and value in equipment.pieces:
        return value
    raise InputError(f'"{key}": expected names of pieces ({listed(equipment.pieces)}).')


def _cards(value: object, key: str, players: tuple[str, ...], equipment: Equipment) -> FrozenMap[str, tuple[int, ...]]:
    fields, highest = by_player(value, key, players), equipment.cards[-1]
    return FrozenMap(
        {name: tuple(number(card, key, 1, highest) for card in array(fields[name], key)) for name in players}
    )


def _stock(value: object, key: str, players: tuple[str, ...], equipment: Equipment) -> Stock:
    fields, sets = mapping(value, key), sets_each(len(players)) * len(players)
    if set(fields) != set(equipment.pieces):
        raise InputError(f'"{key}": expected a count for each of {listed(equipment.pieces)}.')
    owned = equipment.sets(sets)
    return FrozenMap({piece: number(fields[piece], key, 0, owned[piece]) for piece in owned})


def _supply(value: object, players: tuple[str, ...], equipment: Equipment) -> FrozenMap[str, Stock]:
    fields = by_player(value, "supply", players)
    return FrozenMap({name: _stock(fields[name], "supply", players, equipment) for name in players})


def _ship(value: object, equipment: Equipment) -> Stowage:
    fields = mapping(value, "ship")
    if set(fields) != {str(slot) for slot in equipment.slots}:
        raise InputError(f'"ship": expected the slots "1" to "{equipment.slots[-1]}" as keys.')
    return FrozenMap(
        {
            slot: tuple(_piece(piece, "ship", equipment) for piece in array(fields[str(slot)], "ship"))
            for slot in equipment.slots
        }
    )


def _check_cards(state: State) -> None:
    cards = state.equipment.cards
    spent = (state.round - 1) % len(cards) + (state.phase is not Phase.REVEAL)
    for name in state.players:
        if sorted(state.hands[name] + state.played[name]) != list(cards) or len(state.played[name]) != spent:
            raise InputError(f'"hands": expected {len(cards)} cards of {quote(name)}, {spent} of them under "played".')
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
    for piece, expected in state.equipment.sets(sets_each(len(state.players)) * len(state.players)).items():
        owned = sum(stock[piece] for stock in state.supply.values())
        if owned + aboard.count(piece) + state.removed[piece] != expected:
            raise InputError(f'"supply": expected {expected} of the piece {piece}, aboard and removed ones included.')
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
        possible = (
            slot in state.equipment.yard_slots and enough and (before or (state.placed == 1 and state.announced == 2))
        )
    if not possible:
        raise InputError('"announced": expected what can have been announced and placed on this slot.')
