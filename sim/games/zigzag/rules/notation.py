"""Any position of ZIGZAG as plain JSON data, and back: checked, also for what no single key can show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import fields as fields_of
from typing import Any

from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import DEFERRED, SHIFTS, STOPS, Card
from sim.games.zigzag.rules.legality import RUNNING
from sim.games.zigzag.rules.state import Sheet, State, levels_of, teams_of
from sim.games.zigzag.rules.vocabulary import HAND, STOPS_EACH, Call, ContreTest, Phase, Variant
from sim.rules_frame import FrozenMap, InputError, name_fault, quote, spell
from sim.rules_frame.json_fields import by_player, check_range, confirm, position_fields
from sim.rules_frame.text_notation import read_position, write_position
from sim.wire import read_fields

MOST = 10**6
"""A bound for counts that the rules do not bound."""

KEYS = {"set_number": "set", "hand_number": "hand", "case": "contre"}
"""The keys of a position that are not the names of the fields."""


@dataclass(frozen=True, slots=True)
class _Others:
    """Keys of a position that the state has in another form."""

    sheets: tuple[Mapping[str, Mapping[words.Box, int]], ...]
    winners: tuple[str, ...]


def to_json(state: State) -> dict[str, Any]:
    """Return the position as plain data with its keys in a fixed order; `from_json` resumes the game exactly.

    Besides the fields of `State` it holds what follows from them: `teams`, `due`, `shuffle_due`, `numbers` (each seat's
    number now), `winners` and the `ending`. Sets of seats are listed clockwise from the first seat.
    """

    def seats(some: Iterable[str]) -> list[str]:
        return [seat for seat in state.seats if seat in some]

    return {
        "phase": state.phase.value,
        "resumes": spell(state.resumes),
        "variant": state.variant.value,
        "level": state.level,
        "strict": state.strict,
        "contre_test": state.contre_test.value,
        "contre_limit": state.contre_limit,
        "seats": list(state.seats),
        "teams": spell(state.teams),
        "set": state.set_number,
        "hand": state.hand_number,
        "due": state.due,
        "hands": spell(state.hands),
        "face_down": spell(state.face_down),
        "tapis": spell(state.tapis),
        "pile": spell(state.pile),
        "poubelle": spell(state.poubelle),
        "stops": spell(state.stops),
        "shifts": spell(state.shifts),
        "laid": spell(state.laid),
        "effects": spell(state.effects),
        "offered": spell(state.offered),
        "opened": seats(state.opened),
        "passed": seats(state.passed),
        "robbed": seats(state.robbed),
        "dealt": state.dealt,
        "shuffle_due": state.shuffle_due,
        "owed": spell(state.owed),
        "announcement": spell(state.announcement),
        "contre": spell(state.case),
        "choice": spell(state.choice),
        "signs": spell(state.signs),
        "constraints": spell(state.constraints),
        "number": state.number,
        "numbers": {seat: state.number_of(seat) for seat in state.seats},
        "sheets": spell(state.sheets),
        "failed": list(state.failed),
        "winners": list(state.winners),
        "ending": spell(state.ending),
    }


def from_json(data: object) -> State:
    """Read the position that `to_json` spelled.

    Raises InputError (one sentence that names the key and what was expected) for anything that is not a possible
    position: wrong or unknown keys, cards of the wrong kind in a place, a phase without what it is about.
    """
    fields = position_fields(data)
    state = _state(fields)
    confirm(fields, to_json(state), "ZIGZAG")
    return state


_FIELDS = [field.name for field in fields_of(State) if field.name != "winner"]
_IN_TEXT = (*(KEYS.get(name, name) for name in _FIELDS), "winners")
"""The keys of a position that do not follow from others."""
_OF_CARDS = ("pile", "hands", "face_down", "tapis", "poubelle", "stops", "shifts", "offered")
_CODES = {
    card.value: "".join(trait.value[0] for trait in card.traits[:2]) + card.traits[2].value[3]
    for card in Card
    if card.is_character
}
"""Characters in a line of text: the first letters of element and landscape, and the fourth one of the accessory."""
_CARDS = {code: card for card, code in _CODES.items()}


def to_text(state: State) -> str:
    """Return the position as one line (sim/rules_frame/text_notation.py): the values of `to_json` in their order.

    Without those that follow from others, and characters by three letters; `from_text` resumes the game exactly.
    """
    spelled = to_json(state)
    return write_position({**spelled, **{key: _recoded(spelled[key], _CODES) for key in _OF_CARDS}}, _IN_TEXT)


def from_text(text: str) -> State:
    """Read the position that `to_text` wrote. Raises InputError as `from_json` does."""
    found = read_position(text, _IN_TEXT)
    return _state({**found, **{key: _recoded(found.get(key), _CARDS) for key in _OF_CARDS}})


def _recoded(cards: Any, codes: Mapping[str, str]) -> Any:
    """Return cards, or cards by seat, spelled otherwise."""
    match cards:
        case str():
            return codes.get(cards, cards)
        case list():
            return [_recoded(card, codes) for card in cards]
        case dict():
            return {seat: _recoded(of, codes) for seat, of in cards.items()}
    return cards


def _state(fields: Mapping[str, Any]) -> State:
    """Read a position. Raises InputError for an impossible one; what follows from the rest is not looked at."""
    found = read_fields(State, fields, keys=KEYS, but=("sheets", "winner"))
    others = read_fields(_Others, fields)
    seats, variant, level = found["seats"], found["variant"], found["level"]
    if name_fault(seats):
        raise InputError('"seats": expected different names.')
    if len(seats) not in {words.Variant.TEAMS: (4, 6), words.Variant.TWO: (4,), words.Variant.THREE: (3,)}[variant]:
        raise InputError('"seats": expected 4 or 6 names, 4 for the variant two, 3 for the variant three.')
    check_range("level", level, 1, 3)
    if level == 1 and found["constraints"]:
        raise InputError('"constraints": expected none at level 1.')
    for key in ("hands", "face_down", "stops", "shifts", *(["constraints"] if level > 1 else [])):
        found[key] = by_player(found[key], key, seats)
    teams = teams_of(seats, variant)
    state = State(
        **found,
        sheets=tuple(_sheet(given, variant, level) for given in others["sheets"]),
        winner=_winner(others["winners"], teams),
    )
    _check_seats(state)
    _check_kinds(state)
    _check_numbers(state, len(teams))
    check_consistency(state)
    return state


def _check_seats(state: State) -> None:
    named: dict[str, list[str]] = {
        "laid": [power.by for power in state.laid],
        "effects": [name for effect in state.effects for name in (effect.by, effect.target)],
        "opened": [*state.opened],
        "passed": [*state.passed],
        "robbed": [*state.robbed],
        "owed": [owed.seat or "" for owed in state.owed if owed.to is not words.Owing.TAPIS],
        "announcement": [state.announcement.player] if state.announcement else [],
        "contre": [state.case.player, *state.case.shown] if state.case else [],
    }
    for key, names in named.items():
        if not set(names) <= set(state.seats):
            raise InputError(f'"{key}": expected the name of a seat.')
    if any(owed.seat is not None for owed in state.owed if owed.to is words.Owing.TAPIS):
        raise InputError('"owed": expected no seat for a card of the tapis.')


def _check_kinds(state: State) -> None:
    lying: dict[str, tuple[list[Card], tuple[Card, ...]]] = {
        "stops": ([card for cards in state.stops.values() for card in cards], STOPS),
        "shifts": ([card for cards in state.shifts.values() for card in cards], tuple(SHIFTS)),
        "laid": ([power.card for power in state.laid], DEFERRED),
        "effects": ([effect.card for effect in state.effects], (Card.STEAL, Card.SWAP, Card.PEEK)),
    }
    for key, (cards, allowed) in lying.items():
        if not set(cards) <= set(allowed):
            raise InputError(f'"{key}": expected none but {", ".join(of.value for of in allowed)}.')
    for seat, card in state.constraints.items():
        if len(card) != words.NUMBERS:
            raise InputError(f'"constraints": expected {words.NUMBERS} traits for {quote(seat)}.')


def _check_numbers(state: State, teams: int) -> None:
    for key, of_teams in (("signs", state.signs), ("sheets", state.sheets), ("failed", state.failed)):
        if len(of_teams) != teams:
            raise InputError(f'"{key}": expected one entry for each of the {teams} teams.')
    for key, count in (("contre_limit", state.contre_limit), ("set", state.set_number), ("hand", state.hand_number)):
        check_range(key, count, 0, MOST)
    for lost in state.failed:
        check_range("failed", lost, 0, MOST)
    if state.number is not None:
        check_range("number", state.number, 1, words.NUMBERS)
    if state.case is not None:
        check_range("contre", state.case.team, 0, teams - 1)
    if state.choice is not None:
        check_range("choice", state.choice.team, 0, teams - 1)
        for level in state.choice.levels:
            check_range("choice", level, 1, 2)


def _sheet(given: Mapping[str, Mapping[words.Box, int]], variant: words.Variant, level: int) -> Sheet:
    levels, boxes = levels_of(level), words.TICKS_WANTED[variant]
    if set(given) != set(map(str, levels)):
        raise InputError(f'"sheets": expected the levels {" and ".join(map(str, levels))}.')
    sheet: dict[int, FrozenMap[words.Box, int]] = {}
    for of in levels:
        ticks = given[str(of)]
        if set(ticks) != set(boxes):
            raise InputError(f'"sheets": expected the boxes {", ".join(box.value for box in boxes)}.')
        for box, most in boxes.items():
            check_range("sheets", ticks[box], 0, most)
        sheet[of] = FrozenMap({box: ticks[box] for box in boxes})
    return FrozenMap(sheet)


def _winner(winners: tuple[str, ...], teams: tuple[tuple[str, ...], ...]) -> int | None:
    if not winners:
        return None
    if winners not in teams:
        raise InputError('"winners": expected the members of a team.')
    return teams.index(winners)


def check_consistency(state: State) -> None:
    """Raise InputError, one sentence that names the key, for a position that no game comes to."""
    _check_phase(state)
    _check_cards(state)
    _check_places(state)
    _check_powers(state)
    _check_sheets(state)


def _check_phase(state: State) -> None:
    checked = state.phase in (Phase.VERIFY, Phase.CONTRE)
    if (state.resumes in RUNNING) != checked or (state.resumes is not None and not checked):
        raise InputError('"resumes": expected the phase that goes on after verify or contre, null in the others.')
    for key, value, phase in (
        ("announcement", state.announcement, Phase.VERIFY),
        ("contre", state.case, Phase.CONTRE),
        ("choice", state.choice, Phase.TICK),
    ):
        if (value is not None) != (state.phase is phase):
            raise InputError(f'"{key}": expected it in the phase {phase.value}, and null in the others.')
    numbered = state.level > 1 and state.phase is not Phase.DEAL
    if (state.number is not None) != numbered:
        raise InputError('"number": expected one from the deal on at levels 2 and 3, and null otherwise.')
    if state.phase is not Phase.DEAL and not state.set_number:
        raise InputError('"set": expected at least 1 once a set has been dealt.')
    if state.phase is Phase.PLAY and not state.hand_number:
        raise InputError('"hand": expected at least 1 while a hand is played.')
    announcement, case = state.announcement, state.case
    if announcement and state.variant is Variant.THREE and announcement.call not in (Call.ZIG, Call.ZAG):
        raise InputError('"announcement": expected zig or zag with the variant three.')
    if case is not None:
        members = state.teams[case.team]
        honest = all(not set(cards) - set(state.hands[seat]) for seat, cards in case.shown.items())
        if set(case.shown) - set(members) or len(case.shown) >= len(members) or not honest:
            raise InputError('"contre": expected cards shown by members of the team, one of whom still has to.')
        if state.team_of(case.player) == case.team or state.contre_test is not ContreTest.SHOWN:
            raise InputError('"contre": expected one by an opponent, in a game in which cards are shown.')


def _check_cards(state: State) -> None:
    deck = state.deck
    if len(deck) < (HAND + 1) * len(state.seats):
        raise InputError('"pile": expected at least five cards a seat in the whole game.')
    characters = [card for card in deck if card.is_character]
    if len(set(characters)) < len(characters):
        raise InputError('"pile": expected every character card once in the whole game.')
    if state.level == 1 and any(card in SHIFTS for card in deck):
        raise InputError('"pile": expected neither plus_one nor minus_one at level 1.')
    if state.phase is Phase.DEAL and state.pile != deck:
        raise InputError('"pile": expected the whole deck, sorted, between two sets.')
    if any(len(hand) > HAND for hand in state.hands.values()):
        raise InputError(f'"hands": expected at most {HAND} cards each.')
    if any(len(lying) > STOPS_EACH for lying in state.stops.values()):
        raise InputError(f'"stops": expected at most {STOPS_EACH} before each seat.')


def _check_places(state: State) -> None:
    playing = Phase.PLAY in (state.phase, state.resumes)
    between = {Phase.BETWEEN, Phase.TEN_SECONDS} & {state.phase, state.resumes}
    if between or state.phase is Phase.DEAL:
        for key, some in (("opened", state.opened), ("passed", state.passed)):
            if some:
                raise InputError(f'"{key}": expected nobody between two hands.')
    if Phase.BETWEEN in between and state.tapis and not state.dealt:
        raise InputError('"tapis": expected no cards between two hands, but those of 10 seconds.')
    if between and not state.dealt and any(state.face_down.values()):
        raise InputError('"face_down": expected no cards before the hand is dealt.')
    if state.dealt and not between and state.phase not in (Phase.TICK, Phase.OVER):
        raise InputError('"dealt": expected false but between two hands.')
    for seat in state.passed:
        if playing and state.face_down[seat] is not None:
            raise InputError('"passed": expected only players who have picked up their card.')
    if state.owed and (state.pile or not state.poubelle):
        raise InputError('"owed": expected nothing while the pile has cards or the Poubelle has none.')
    if state.owed and state.phase not in RUNNING:
        raise InputError('"owed": expected nothing in this phase.')


def _check_powers(state: State) -> None:
    between = {Phase.BETWEEN, Phase.TEN_SECONDS} & {state.phase, state.resumes}
    peeks = [effect for effect in state.effects if effect.card is Card.PEEK]
    for effect in state.effects:
        if effect.by == effect.target:
            raise InputError('"effects": expected nobody to target themselves.')
        if effect.card is Card.STEAL and state.team_of(effect.by) == state.team_of(effect.target):
            raise InputError('"effects": expected a steal from an opponent.')
    if between and (len(peeks) < len(state.effects) or len(peeks) > 1):
        raise InputError('"effects": expected at most one peek between two hands.')
    if peeks and Phase.PLAY in (state.phase, state.resumes):
        raise InputError('"effects": expected no peek during a hand.')
    first = state.laid[0].card if state.laid and not state.effects else None
    if (first is Card.TEN_SECONDS and bool(between)) != (Phase.TEN_SECONDS in between):
        raise InputError('"laid": expected 10 seconds first in the phase ten_seconds, and in no other between hands.')
    offering = first is Card.MASTER and Phase.BETWEEN in between
    ended = state.phase in (Phase.TICK, Phase.OVER)
    if (offering or Phase.TEN_SECONDS in between) and not state.dealt:
        raise InputError('"dealt": expected true while a power deals the cards.')
    if state.offered and not offering and not ended:
        raise InputError('"offered": expected cards only before a master of cards who is due.')
    if len(state.offered) > len(state.seats):
        raise InputError('"offered": expected at most one card for each seat.')


def _check_sheets(state: State) -> None:
    complete = [team for team in range(len(state.teams)) if not state.open_boxes(team)]
    if complete != ([] if state.winner is None else [state.winner]):
        raise InputError('"winners": expected the team with the complete sheet, nobody without one.')
    if (state.phase is Phase.OVER) != (state.winner is not None):
        raise InputError('"phase": expected over if and only if a team has won.')
    if any(lost > state.contre_limit for lost in state.failed):
        raise InputError('"failed": expected no more failed CONTREs than are allowed.')
    for signs in state.signs:
        if signs is not None and (state.variant is not Variant.TEAMS or signs.zig == signs.zag):
            raise InputError('"signs": expected two different signs of a team of partners.')
    choice = state.choice
    if choice is not None and not any(level in choice.levels for level, _ in state.open_boxes(choice.team)):
        raise InputError('"choice": expected an open box at one of its levels.')
