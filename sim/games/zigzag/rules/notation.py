"""Any position of ZIGZAG as plain JSON data, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import DEFERRED, SHIFTS, STOPS, Card, Trait
from sim.games.zigzag.rules.consistency import check
from sim.games.zigzag.rules.state import Sheet, State, levels_of, teams_of
from sim.rules_frame import FrozenMap, InputError, name_fault, quote, spell
from sim.rules_frame.json_fields import array, by_player, confirm, get, mapping, number, text, truth, word

MOST = 10**6
"""A bound for counts that the rules do not bound."""


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
        "laid": [{"by": power.by, "card": power.card.value} for power in state.laid],
        "effects": [{"card": e.card.value, "by": e.by, "target": e.target} for e in state.effects],
        "offered": spell(state.offered),
        "opened": seats(state.opened),
        "passed": seats(state.passed),
        "robbed": seats(state.robbed),
        "dealt": state.dealt,
        "shuffle_due": state.shuffle_due,
        "owed": [{"to": owed.to.value, "seat": owed.seat} for owed in state.owed],
        "announcement": _spell_fields(state.announcement, "player", "call"),
        "contre": _spell_fields(state.case, "player", "team", "shown"),
        "choice": _spell_fields(state.choice, "team", "levels"),
        "signs": [_spell_fields(signs, "zig", "zag") for signs in state.signs],
        "constraints": spell(state.constraints),
        "number": state.number,
        "numbers": {seat: state.number_of(seat) for seat in state.seats},
        "sheets": spell(state.sheets),
        "failed": list(state.failed),
        "winners": list(state.winners),
        "ending": spell(state.ending),
    }


def _spell_fields(value: object, *keys: str) -> dict[str, Any] | None:
    return None if value is None else {key: spell(getattr(value, key)) for key in keys}


def from_json(data: object) -> State:
    """Read the position that `to_json` spelled.

    Raises InputError (one sentence that names the key and what was expected) for anything that is not a possible
    position: wrong or unknown keys, cards of the wrong kind in a place, a phase without what it is about.
    """
    fields = mapping(data, "position")
    seats = tuple(text(name, "seats") for name in array(get(fields, "seats"), "seats"))
    if name_fault(seats):
        raise InputError('"seats": expected different names.')
    variant = word(words.Variant, get(fields, "variant"), "variant")
    if len(seats) not in {words.Variant.TEAMS: (4, 6), words.Variant.TWO: (4,), words.Variant.THREE: (3,)}[variant]:
        raise InputError('"seats": expected 4 or 6 names, 4 for the variant two, 3 for the variant three.')
    level = number(get(fields, "level"), "level", 1, 3)
    teams = len(teams_of(seats, variant))
    resumes, drawn_number = get(fields, "resumes"), get(fields, "number")
    winners = [text(name, "winners") for name in array(get(fields, "winners"), "winners")]
    state = State(
        seats=seats,
        variant=variant,
        level=level,
        strict=truth(get(fields, "strict"), "strict"),
        contre_test=word(words.ContreTest, get(fields, "contre_test"), "contre_test"),
        contre_limit=number(get(fields, "contre_limit"), "contre_limit", 0, MOST),
        phase=word(words.Phase, get(fields, "phase"), "phase"),
        resumes=None if resumes is None else word(words.Phase, resumes, "resumes"),
        set_number=number(get(fields, "set"), "set", 0, MOST),
        hand_number=number(get(fields, "hand"), "hand", 0, MOST),
        pile=_cards(get(fields, "pile"), "pile"),
        hands=_cards_by_seat(fields, "hands", seats),
        face_down=_face_down(fields, seats),
        tapis=_cards(get(fields, "tapis"), "tapis"),
        poubelle=_cards(get(fields, "poubelle"), "poubelle"),
        stops=_cards_by_seat(fields, "stops", seats, STOPS),
        shifts=_cards_by_seat(fields, "shifts", seats, tuple(SHIFTS)),
        laid=tuple(_laid(given, seats) for given in array(get(fields, "laid"), "laid")),
        effects=tuple(_effect(given, seats) for given in array(get(fields, "effects"), "effects")),
        offered=_cards(get(fields, "offered"), "offered"),
        opened=_some(fields, "opened", seats),
        passed=_some(fields, "passed", seats),
        robbed=_some(fields, "robbed", seats),
        dealt=truth(get(fields, "dealt"), "dealt"),
        owed=tuple(_owed(given, seats) for given in array(get(fields, "owed"), "owed")),
        announcement=_announcement(get(fields, "announcement"), seats),
        case=_case(get(fields, "contre"), seats, teams),
        choice=_choice(get(fields, "choice"), teams),
        signs=tuple(_signs(given) for given in _of_teams(fields, "signs", teams)),
        constraints=_constraints(get(fields, "constraints"), seats, level),
        number=None if drawn_number is None else number(drawn_number, "number", 1, words.NUMBERS),
        sheets=tuple(_sheet(given, variant, level) for given in _of_teams(fields, "sheets", teams)),
        failed=tuple(number(lost, "failed", 0, MOST) for lost in _of_teams(fields, "failed", teams)),
        winner=_winner(winners, teams_of(seats, variant)),
    )
    check(state)
    confirm(fields, to_json(state), "ZIGZAG")
    return state


def _cards(value: object, key: str, allowed: tuple[Card, ...] | None = None) -> tuple[Card, ...]:
    found = tuple(word(Card, card, key) for card in array(value, key))
    for card in found:
        if allowed is not None and card not in allowed:
            raise InputError(f'"{key}": expected none but {", ".join(of.value for of in allowed)}.')
    return found


def _cards_by_seat(
    fields: dict[str, Any], key: str, seats: tuple[str, ...], allowed: tuple[Card, ...] | None = None
) -> FrozenMap[str, tuple[Card, ...]]:
    given = by_player(get(fields, key), key, seats)
    return FrozenMap({seat: _cards(given[seat], key, allowed) for seat in seats})


def _face_down(fields: dict[str, Any], seats: tuple[str, ...]) -> FrozenMap[str, Card | None]:
    given = by_player(get(fields, "face_down"), "face_down", seats)
    return FrozenMap({seat: None if given[seat] is None else word(Card, given[seat], "face_down") for seat in seats})


def _entry(value: object, key: str, *keys: str) -> dict[str, Any]:
    fields = mapping(value, key)
    if set(fields) != set(keys):
        raise InputError(f'"{key}": expected objects with exactly the keys {", ".join(keys)}.')
    return fields


def _seat(value: object, key: str, seats: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in seats:
        raise InputError(f'"{key}": expected the name of a seat.')
    return value


def _some(fields: dict[str, Any], key: str, seats: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_seat(name, key, seats) for name in array(get(fields, key), key))


def _laid(value: object, seats: tuple[str, ...]) -> words.Laid:
    fields = _entry(value, "laid", "by", "card")
    return words.Laid(_seat(fields["by"], "laid", seats), _cards([fields["card"]], "laid", DEFERRED)[0])


def _effect(value: object, seats: tuple[str, ...]) -> words.Effect:
    fields = _entry(value, "effects", "card", "by", "target")
    (card,) = _cards([fields["card"]], "effects", (Card.STEAL, Card.SWAP, Card.PEEK))
    by, target = (_seat(fields[key], "effects", seats) for key in ("by", "target"))
    return words.Effect(card, by, target)


def _owed(value: object, seats: tuple[str, ...]) -> words.Owed:
    fields = _entry(value, "owed", "to", "seat")
    to = word(words.Owing, fields["to"], "owed")
    return words.Owed(to, None if to is words.Owing.TAPIS else _seat(fields["seat"], "owed", seats))


def _announcement(value: object, seats: tuple[str, ...]) -> words.Announcement | None:
    if value is None:
        return None
    fields = _entry(value, "announcement", "player", "call")
    return words.Announcement(
        _seat(fields["player"], "announcement", seats), word(words.Call, fields["call"], "announcement")
    )


def _case(value: object, seats: tuple[str, ...], teams: int) -> words.Case | None:
    if value is None:
        return None
    fields = _entry(value, "contre", "player", "team", "shown")
    shown = mapping(fields["shown"], "contre")
    return words.Case(
        _seat(fields["player"], "contre", seats),
        number(fields["team"], "contre", 0, teams - 1),
        FrozenMap({_seat(seat, "contre", seats): _cards(cards, "contre") for seat, cards in shown.items()}),
    )


def _choice(value: object, teams: int) -> words.Choice | None:
    if value is None:
        return None
    fields = _entry(value, "choice", "team", "levels")
    levels = tuple(number(level, "choice", 1, 2) for level in array(fields["levels"], "choice"))
    return words.Choice(number(fields["team"], "choice", 0, teams - 1), levels)


def _signs(value: object) -> words.Signs | None:
    if value is None:
        return None
    fields = _entry(value, "signs", "zig", "zag")
    return words.Signs(text(fields["zig"], "signs"), text(fields["zag"], "signs"))


def _of_teams(fields: dict[str, Any], key: str, teams: int) -> list[Any]:
    given = array(get(fields, key), key)
    if len(given) != teams:
        raise InputError(f'"{key}": expected one entry for each of the {teams} teams.')
    return given


def _constraints(value: object, seats: tuple[str, ...], level: int) -> FrozenMap[str, tuple[Trait, ...]]:
    if level == 1:
        if mapping(value, "constraints"):
            raise InputError('"constraints": expected none at level 1.')
        return FrozenMap()
    given = by_player(value, "constraints", seats)
    cards = {seat: tuple(word(Trait, of, "constraints") for of in array(given[seat], "constraints")) for seat in seats}
    for seat, card in cards.items():
        if len(card) != words.NUMBERS:
            raise InputError(f'"constraints": expected {words.NUMBERS} characteristics for {quote(seat)}.')
    return FrozenMap(cards)


def _sheet(value: object, variant: words.Variant, level: int) -> Sheet:
    given = mapping(value, "sheets")
    levels, boxes = levels_of(level), words.TICKS_WANTED[variant]
    if set(given) != set(map(str, levels)):
        raise InputError(f'"sheets": expected the levels {" and ".join(map(str, levels))}.')
    sheet: dict[int, FrozenMap[words.Box, int]] = {}
    for of in levels:
        ticks = mapping(given[str(of)], "sheets")
        if set(ticks) != {box.value for box in boxes}:
            raise InputError(f'"sheets": expected the boxes {", ".join(box.value for box in boxes)}.')
        sheet[of] = FrozenMap({box: number(ticks[box.value], "sheets", 0, most) for box, most in boxes.items()})
    return FrozenMap(sheet)


def _winner(winners: list[str], teams: tuple[tuple[str, ...], ...]) -> int | None:
    if not winners:
        return None
    if tuple(winners) not in teams:
        raise InputError('"winners": expected the members of a team.')
    return teams.index(tuple(winners))
