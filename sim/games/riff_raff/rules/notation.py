"""Any position of Riff Raff as plain JSON data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sim.games.riff_raff.rules.agreed import PRINTED, Agreed
from sim.games.riff_raff.rules.equipment import STANDARD, Equipment, Stock, Stowage, sets_each
from sim.games.riff_raff.rules.state import State
from sim.games.riff_raff.rules.vocabulary import Phase
from sim.rules_frame import FrozenMap, IllegalAction, InputError, listed, name_fault, quote, spell
from sim.rules_frame.json_fields import by_player, check_range, confirm, position_fields
from sim.rules_frame.text_notation import read_position, write_position
from sim.wire import json_of, read_fields


def to_json(state: State) -> dict[str, Any]:
    """Return the position as plain data with its keys in a fixed order; `from_json` resumes the match exactly.

    Besides the fields of `State` it holds what follows from them: `rounds` of the match, `to_act`, `slot` to be loaded,
    `may_place_two`, `ending` and `winners`. Piece counts list all pieces, `ship` all slots of the `equipment`, which is
    left out where it is the standard one; so is what is `agreed` where nothing is.
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
        **({} if equipment.is_standard else {"equipment": json_of(equipment)}),
        **({} if state.agreed == PRINTED else {"agreed": spell(state.agreed)}),
    }


def from_json(data: object) -> State:
    """Read the position that `to_json` spelled.

    Raises InputError (one sentence that names the key and what was expected) for anything that is not a possible
    position: wrong or unknown keys, cards or pieces that do not add up, an order that the cards forbid.
    """
    fields = position_fields(data)
    state = _state(fields)
    as_usual = {"equipment": state.equipment.is_standard, "agreed": state.agreed == PRINTED}
    fields = {key: value for key, value in fields.items() if not as_usual.get(key)}
    confirm(fields, to_json(state), "Riff Raff")
    return state


_IN_TEXT = (
    "phase", "round", "players", "captain", "order", "to_act", "announced", "placed", "hands", "played", "supply",
    "ship", "removed", "equipment", "agreed",
)  # fmt: skip
"""The keys of a position that do not follow from others."""


def to_text(state: State) -> str:
    """Return the position as one line (sim/rules_frame/text_notation.py): the values of `to_json` in their order.

    Without those that follow from others; `from_text` resumes the match exactly.
    """
    position = to_json(state)
    if "agreed" in position:
        # Values have no keys here, so one that is left out must be the last.
        position = {"equipment": json_of(state.equipment), **position}
    return write_position(position, _IN_TEXT)


def from_text(text: str) -> State:
    """Read the position that `to_text` wrote. Raises InputError as `from_json` does."""
    return _state(read_position(text, _IN_TEXT))


def _state(fields: Mapping[str, Any]) -> State:
    """Read a position. Raises InputError for an impossible one; what follows from the rest is not looked at."""
    found = read_fields(State, fields, but=("turn", "ship", "equipment", "agreed"))
    others = _others(fields)
    players, order = found["players"], found["order"]
    if not 2 <= len(players) <= 4 or name_fault(players):
        raise InputError('"players": expected two to four different names.')
    equipment, agreed, to_act = others["equipment"], others["agreed"], others["to_act"]
    if found["phase"] is Phase.LOAD and to_act not in order:
        raise InputError('"to_act": expected a player of the order.')
    for key in ("hands", "played", "supply"):
        found[key] = by_player(found[key], key, players)
    found["supply"] = FrozenMap({name: _stock(stock, "supply", equipment) for name, stock in found["supply"].items()})
    found["removed"] = _stock(found["removed"], "removed", equipment)
    state = State(
        **found,
        turn=order.index(to_act) if found["phase"] is Phase.LOAD else 0,
        ship=_ship(others["ship"], equipment),
        equipment=equipment,
        agreed=agreed,
    )
    _check_cards(state)
    _check_order(state)
    _check_pieces(state)
    _check_turn(state)
    return state


@dataclass(frozen=True, slots=True)
class _Others:
    """Keys of a position that the state has in another form."""

    to_act: str | None
    ship: Mapping[str, tuple[str, ...]]
    equipment: Equipment
    agreed: Agreed


def _others(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Read these keys; what is as in the box, and as printed, is left out as a whole."""
    found = read_fields(_Others, fields, but=("equipment", "agreed"))
    for key, usual, other in (("equipment", STANDARD, "agreed"), ("agreed", PRINTED, "equipment")):
        spelled = {key: json_of(usual), **fields}
        try:
            found |= read_fields(_Others, spelled, but=("to_act", "ship", other))
        except IllegalAction as error:
            raise InputError(f'"{key}": {error}') from error
        if spelled[key].keys() - {"one_sided"} != json_of(usual).keys():
            raise InputError(f'"{key}": expected the keys {listed(json_of(usual))}.')
    try:
        found["agreed"].hand(found["equipment"])
    except IllegalAction as error:
        raise InputError(f'"agreed": {error}') from error
    return found


def _stock(found: Mapping[str, int], key: str, equipment: Equipment) -> Stock:
    if set(found) != set(equipment.pieces):
        raise InputError(f'"{key}": expected a count for each of {listed(equipment.pieces)}.')
    if min(found.values()) < 0:
        raise InputError(f'"{key}": expected no count below 0.')
    return FrozenMap({piece: found[piece] for piece in equipment.pieces})


def _ship(found: Mapping[str, tuple[str, ...]], equipment: Equipment) -> Stowage:
    if set(found) != {str(slot) for slot in equipment.slots}:
        raise InputError(f'"ship": expected the slots "1" to "{equipment.slots[-1]}" as keys.')
    if not {piece for pieces in found.values() for piece in pieces} <= set(equipment.pieces):
        raise InputError(f'"ship": expected names of pieces ({listed(equipment.pieces)}).')
    return FrozenMap({slot: found[str(slot)] for slot in equipment.slots})


def _check_cards(state: State) -> None:
    check_range("round", state.round, 1, state.rounds)
    cards = state.full_hand
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
    most = state.agreed.pieces_a_turn
    check_range("placed", state.placed, 0, max(1, most - 1))
    if state.announced is not None:
        check_range("announced", state.announced, 1, max(2, most))
    if state.phase is not Phase.LOAD:
        possible = state.announced is None and state.placed == 0
    elif state.announced is None:
        possible = state.placed == 0
    else:
        # Before the first placement the choice must have been open; afterwards cargo may have slid anywhere.
        slot = state.slot
        assert slot is not None
        laden = _laden(state.equipment) if 0 < state.placed < state.announced else state.ship
        was_open = state.agreed.more_than_one_on(slot, state.equipment, laden)
        enough = state.supply_counts[state.order[state.turn]] >= state.pieces_due
        possible = was_open and enough and state.placed < state.announced <= most
    if not possible:
        raise InputError('"announced": expected what can have been announced and placed on this slot.')


def _laden(equipment: Equipment) -> Stowage:
    """Return a ship with a piece in every slot."""
    return equipment.stowage(dict.fromkeys(equipment.slots, tuple(equipment.pieces)[:1]))
