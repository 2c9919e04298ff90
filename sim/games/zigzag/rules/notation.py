"""Any position of ZIGZAG as plain JSON data, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import DEFERRED, SHIFTS, STOPS, Card
from sim.games.zigzag.rules.consistency import check
from sim.games.zigzag.rules.state import Sheet, State, levels_of, teams_of
from sim.rules_frame import FrozenMap, InputError, name_fault, quote, spell
from sim.rules_frame.json_fields import by_player, check_range, confirm, mapping
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
    fields = mapping(data, "position")
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
    check(state)
    confirm(fields, to_json(state), "ZIGZAG")
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
            raise InputError(f'"constraints": expected {words.NUMBERS} characteristics for {quote(seat)}.')


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
