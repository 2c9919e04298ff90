"""Any position of Zack! as plain JSON data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.games.zack.rules.state import State
from sim.games.zack.rules.turns import due_after, function_of, mirrored_by, zack_cards
from sim.games.zack.rules.vocabulary import SEATS, Agreed, Card, Colour, Edition, OwnCard, Phase, Stop
from sim.rules_frame import FrozenMap, InputError, name_fault, quote, spell
from sim.rules_frame.json_fields import by_player, confirm, position_fields
from sim.rules_frame.text_notation import read_position, write_position
from sim.wire import read_fields


def to_json(state: State) -> dict[str, Any]:
    """Return the position as plain data with its keys in a fixed order; `from_json` resumes the game exactly.

    Besides the fields of `State` it holds what follows from them: `stopped`, the number of cards in the `hands`, and
    the `ending`. `piles` are the hands themselves, top card first; `challenges` the colours of the challenge cards that
    each seat holds; a player card in the bowl is spelled `player:COLOUR`.
    """
    return {
        "phase": state.phase.value,
        **spell(state.agreed),
        "seats": list(state.seats),
        "due": state.due,
        "stopped": state.stopped,
        "stop": spell(state.stop),
        "bowl": spell(state.bowl),
        "hands": spell(state.hands),
        "piles": spell(state.piles),
        "colours": spell(state.colours),
        "challenges": spell(state.challenges),
        "mirrored": state.mirrored,
        "winner": state.winner,
        "ending": spell(state.ending),
    }


def from_json(data: object) -> State:
    """Read the position that `to_json` spelled.

    Raises InputError (one sentence that names the key and what was expected) for anything that is not a possible
    position: wrong or unknown keys, colours twice, a due player whom the bowl does not name. A position cannot show
    whether the cards add up to a deck, since a deck is data.
    """
    fields = position_fields(data)
    state = _state(fields)
    confirm(fields, to_json(state), "Zack!")
    return state


_IN_TEXT = (
    "phase", "edition", "stop_cards", "seats", "due", "stop", "bowl", "piles", "colours", "challenges", "mirrored",
    "winner",
)  # fmt: skip
"""The keys of a position that do not follow from others."""


def to_text(state: State) -> str:
    """Return the position as one line (sim/rules_frame/text_notation.py): the values of `to_json` in their order.

    Without those that follow from others; `from_text` resumes the game exactly.
    """
    return write_position(to_json(state), _IN_TEXT)


def from_text(text: str) -> State:
    """Read the position that `to_text` wrote. Raises InputError as `from_json` does."""
    return _state(read_position(text, _IN_TEXT))


def _state(fields: Mapping[str, Any]) -> State:
    """Read a position. Raises InputError for an impossible one; what follows from the rest is not looked at."""
    found = read_fields(State, fields, but=("agreed", "borders"))
    seats = found["seats"]
    if len(seats) not in SEATS or name_fault(seats):
        raise InputError('"seats": expected three to six different names.')
    for key in ("colours", "piles"):
        found[key] = by_player(found[key], key, seats)
    if len(set(found["colours"].values())) < len(seats):
        raise InputError('"colours": expected a different colour for every player.')
    challenges = read_fields(_Challenges, fields)["challenges"]
    state = State(
        **found,
        agreed=Agreed(**read_fields(Agreed, fields)),
        borders=_borders(by_player(challenges, "challenges", seats), found["colours"]),
    )
    _check_cards(state)
    _check_bowl(state)
    _check_turn(state)
    _check_mirror(state)
    return state


@dataclass(frozen=True, slots=True)
class _Challenges:
    challenges: Mapping[str, tuple[Colour, ...]]


def _borders(challenges: Mapping[str, tuple[Colour, ...]], colours: FrozenMap[str, Colour]) -> FrozenMap[str, Colour]:
    """Return the border colours: the one colour in play against which a seat holds no challenge card."""
    borders = {}
    for seat, held in challenges.items():
        missing = set(colours.values()) - set(held)
        if len(missing) != 1 or len(held) != len(colours) - 1:
            raise InputError(f'"challenges": expected for {quote(seat)} a card against every colour in play but one.')
        borders[seat] = missing.pop()
    if len(set(borders.values())) < len(borders):
        raise InputError('"challenges": expected challenge cards of a different border colour for every player.')
    return FrozenMap(borders)


def _check_cards(state: State) -> None:
    if state.agreed.edition is Edition.AMIGO and state.borders != state.colours:
        raise InputError('"challenges": expected the challenge cards with the border of the own colour.')
    places = {"piles": [card for pile in state.piles.values() for card in pile]}
    places["bowl"] = [card for card, _ in zack_cards(state.bowl)]
    for key, cards in places.items():
        for card in cards:
            if card.colour is not None and card.colour not in state.in_play:
                raise InputError(f'"{key}": expected no {card.value}, a colour that nobody has.')
            if card.stops and not state.agreed.stop_cards:
                raise InputError(f'"{key}": expected no stop card such as {card.value} in a game without them.')


def _check_bowl(state: State) -> None:
    won = state.phase is Phase.OVER
    owners = set()
    for place, entry in enumerate(state.bowl, 1):
        if entry.by not in state.seats:
            raise InputError('"bowl": expected cards by players of this table.')
        if isinstance(entry.card, OwnCard):
            if entry.by in owners or entry.card is not OwnCard.of(state.colours[entry.by]):
                raise InputError('"bowl": expected only own player cards, and each only once.')
            owners.add(entry.by)
            if entry.wrong == (won and place == len(state.bowl)):
                raise InputError('"bowl": expected player cards to be wrong, but for the one that has won.')
    top = state.bowl[-1] if state.bowl else None
    if won != (state.winner is not None):
        raise InputError('"winner": expected a winner after the end, and none before.')
    if won and (top is None or not isinstance(top.card, OwnCard) or top.by != state.winner or state.piles[top.by]):
        raise InputError('"winner": expected a winner without cards, with their player card on top of the bowl.')


def _check_turn(state: State) -> None:
    if (state.due is None) != (state.phase is Phase.OVER) or (state.due is not None and state.due not in state.seats):
        raise InputError('"due": expected a player while the game goes on, and null after its end.')
    if state.phase is Phase.OVER and state.stop is not None:
        raise InputError('"stop": expected null after the end.')
    thrown = any(zack_cards(state.bowl))
    function = function_of(state.bowl)
    if state.stop is Stop.STOP_CARD and (function is None or not function.stops):
        raise InputError('"stop": expected a stop card, or an again that repeats one, on top of the bowl.')
    if state.stop is Stop.CHALLENGE and thrown and state.agreed.edition is Edition.AMIGO:
        raise InputError('"bowl": expected an empty bowl after a challenge of the German edition.')
    if state.phase is Phase.CHOOSE and (function is not Card.CHOOSE or state.stop is None):
        raise InputError('"phase": expected a stopped game with a choose card on top of the bowl in the phase choose.')
    chosen = state.phase is Phase.PLAY and function is Card.CHOOSE
    if thrown and state.due is not None and not chosen:
        expected = due_after(state.seats, state.colours, state.bowl, state.mirrored)
        if state.due != expected:
            raise InputError(f'"due": expected {quote(expected)}, whom the top card of the bowl names.')


def _check_mirror(state: State) -> None:
    if state.agreed.edition is Edition.AMIGO and state.mirrored != mirrored_by(state.bowl):
        raise InputError('"mirrored": expected what the mirror cards in the bowl make of it.')
    if state.mirrored and not state.agreed.stop_cards:
        raise InputError('"mirrored": expected false in a game without stop cards.')
