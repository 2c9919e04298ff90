"""Announcements and their verification, CONTRE and its showing, ticks, the end of a set and of the game."""

from __future__ import annotations

from dataclasses import replace

from sim.games.zigzag.rules import events
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.combinations import Grade, disproves, grade_of, levels_reached
from sim.games.zigzag.rules.drawing import Ruling, change_hands
from sim.games.zigzag.rules.state import State
from sim.rules_frame import Event, FrozenMap


def announce(state: State, action: words.Announce) -> Ruling:
    """Note a call; until it is verified nothing else happens."""
    state = replace(
        state,
        phase=words.Phase.VERIFY,
        resumes=state.phase,
        announcement=words.Announcement(action.player, action.call),
    )
    return state, (events.Announced(action.player, action.call),)


def verify(state: State) -> Ruling:
    """Let the team show its cards: it ticks a box and the set ends, or it changes its hands and the set goes on."""
    announcement, resumes = state.announcement, state.resumes
    assert announcement is not None
    assert resumes is not None
    player, call = announcement.player, announcement.call
    team = state.team_of(player)
    levels = levels_reached(state, player, call)
    members = state.teams[team]
    shown = FrozenMap({seat: state.hands[seat] for seat in members})
    happened = events.AnnouncementJudged(bool(levels), player, team, call, shown, levels)
    state = replace(state, phase=resumes, resumes=None, announcement=None)
    if not levels:
        # Any error, even partial, is the error of both partners (decisions 1 and 5).
        state, changed = change_hands(state, members)
        return state, (happened, *changed)
    if call is words.Call.DOUBLE_ZAG:
        if any(level in levels for level, _ in state.open_boxes(team)):
            return replace(state, phase=words.Phase.TICK, choice=words.Choice(team, levels)), (happened,)
        ticked: tuple[Event, ...] = ()
    else:
        state, ticked = _tick_named(state, team, words.Box(call.value), levels)
    state, ended = _end_set(state, team)
    return state, (happened, *ticked, *ended)


def _tick_named(state: State, team: int, box: words.Box, levels: tuple[int, ...]) -> Ruling:
    """Tick the box of what was announced, that of level 2 first (decision 23); not a ticked one (decision 24)."""
    for level in sorted(levels, reverse=True):
        if (level, box) in state.open_boxes(team):
            return _ticked(state, team, level, box)
    return state, ()


def _ticked(state: State, team: int, level: int, box: words.Box) -> Ruling:
    sheet = state.sheets[team]
    sheet = sheet.put(level, sheet[level].put(box, sheet[level][box] + 1))
    sheets = (*state.sheets[:team], sheet, *state.sheets[team + 1 :])
    return replace(state, sheets=sheets), (events.BoxTicked(team, level, box),)


def tick(state: State, action: words.Tick) -> Ruling:
    """Tick the box that the team with the DOUBLE-ZAG chooses."""
    assert state.choice is not None
    team = state.choice.team
    state, ticked = _ticked(replace(state, choice=None), team, action.level, action.box)
    state, ended = _end_set(state, team)
    return state, (*ticked, *ended)


def _end_set(state: State, team: int) -> Ruling:
    """End the game if the team's sheet is complete; else gather all cards for the next set."""
    happened: tuple[Event, ...] = (events.SetEnded(state.set_number, team),)
    if not state.open_boxes(team):
        state = replace(state, phase=words.Phase.OVER, winner=team)
        return state, (*happened, events.GameOver(state.winners, team, words.Ending.SHEET))
    nothing: FrozenMap[str, tuple[Card, ...]] = FrozenMap(dict.fromkeys(state.seats, ()))
    state = replace(
        state,
        phase=words.Phase.DEAL,
        pile=state.deck,
        hands=nothing,
        face_down=FrozenMap(dict.fromkeys(state.seats)),
        tapis=(),
        poubelle=(),
        stops=nothing,
        shifts=nothing,
        laid=(),
        effects=(),
        offered=(),
        opened=frozenset(),
        passed=frozenset(),
        robbed=frozenset(),
        dealt=False,
        number=None,
    )
    if state.level > 1:
        # Everybody gets another constraint card: they go to the left (decision 30).
        seats = state.seats
        passed = FrozenMap({seat: state.constraints[seats[place - 1]] for place, seat in enumerate(seats)})
        state = replace(state, constraints=passed)
        happened = (*happened, events.ConstraintsPassed(passed))
    return state, happened


def contre(state: State, action: words.Contre) -> Ruling:
    """Begin a CONTRE: the members of the team have to show their cards, or under the other reading the hands decide."""
    happened = events.ContreCalled(action.player, action.team)
    case = words.Case(action.player, action.team, FrozenMap())
    state = replace(state, phase=words.Phase.CONTRE, resumes=state.phase, case=case)
    if state.contre_test is words.ContreTest.SHOWN:
        return state, (happened,)
    confirmed = any(grade_of(state, seat) > Grade.NOTHING for seat in state.teams[action.team])
    state, judged = _judge(state, case, confirmed)
    return state, (happened, *judged)


def show(state: State, action: words.Show) -> Ruling:
    """Show two cards of a member (or none); when all have, the CONTRE is judged."""
    case = state.case
    assert case is not None
    proof = disproves(action.cards, state.stopped(action.player))
    happened = events.CardsShown(action.player, action.cards, proof)
    case = replace(case, shown=case.shown.put(action.player, action.cards))
    members = state.teams[case.team]
    if len(case.shown) < len(members):
        return replace(state, case=case), (happened,)
    confirmed = not all(disproves(case.shown[seat], state.stopped(seat)) for seat in members)
    state, judged = _judge(state, case, confirmed)
    return state, (happened, *judged)


def _judge(state: State, case: words.Case, confirmed: bool) -> Ruling:
    """Judge a CONTRE. Confirmed: the team changes its hands. Failed: the caller does, and has one CONTRE less."""
    assert state.resumes is not None
    own = state.team_of(case.player)
    failed = tuple(lost + (team == own and not confirmed) for team, lost in enumerate(state.failed))
    happened = events.ContreJudged(confirmed, case.player, case.team, failed[own])
    state = replace(state, phase=state.resumes, resumes=None, case=None, failed=failed)
    state, changed = change_hands(state, state.teams[case.team] if confirmed else (case.player,))
    return state, (happened, *changed)
