"""Checks of a position that was read, for what no single key can show."""

from __future__ import annotations

from sim.games.zigzag.rules.cards import SHIFTS, Card
from sim.games.zigzag.rules.legality import RUNNING
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import HAND, STOPS_EACH, Call, ContreTest, Phase, Variant
from sim.rules_frame import InputError


def check(state: State) -> None:
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
    if state.phase in (Phase.PLAY, Phase.TEN_SECONDS) and state.hand_number < (state.phase is Phase.PLAY):
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
