"""The table as somebody sees it: as a frame for a drawing, and as one player knows it when he decides."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sim.games.zigzag.bots.hand_value import reaches
from sim.games.zigzag.bots.observation import Observation
from sim.games.zigzag.match.frame import (
    CardView,
    HandState,
    HandView,
    SeatView,
    TableStage,
    TeamView,
    ZigzagFrame,
)
from sim.games.zigzag.match.rule_adapter import AXES, face_of
from sim.games.zigzag.rules.cards import SHIFTS
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import ContreTest, Phase

if TYPE_CHECKING:
    from sim.games.zigzag.match.match import ZigzagMatch

SIGN_S = 0.8
VOICE_S = 2.5
SHOWN_S = 5.0
POUBELLE = 8
"""So many cards of the Poubelle are told, the newest."""

_BEATS = {
    Phase.DEAL: TableStage.DEALING,
    Phase.BETWEEN: TableStage.DEALING,
    Phase.TEN_SECONDS: TableStage.POWERS,
    Phase.PLAY: TableStage.PLAYING,
    Phase.VERIFY: TableStage.CHECKING,
    Phase.CONTRE: TableStage.CHECKING,
    Phase.TICK: TableStage.CHECKING,
    Phase.OVER: TableStage.OVER,
}


def _stopped(state: State, seat: str) -> tuple[int, ...]:
    kinds = state.stopped(seat)
    return tuple(axis for axis, kind in enumerate(AXES) if kind in kinds)


def _beside(state: State, seat: str) -> dict[str, str]:
    """What the seat's constraint card would demand after each of +1 and -1."""
    line = state.number_of(seat)
    if line is None:
        return {}
    card = state.constraints[seat]
    return {shift.value: card[(line - 1 + by) % len(card)].value for shift, by in SHIFTS.items()}


def view_of(match: ZigzagMatch, name: str) -> Observation:
    """What that player may know."""
    state, course, world = match.state, match.courses[name], match.world
    team = state.team_of(name)
    constraint = state.constraint_of(name) if state.level > 1 else None
    boxes = tuple((level, box.value) for level, box in state.open_boxes(team))
    busy = course.state is not HandState.REST
    tick_mine = state.phase is Phase.TICK and state.choice is not None and state.choice.team == team
    if tick_mine and state.choice is not None:
        boxes = tuple(each for each in boxes if each[0] in state.choice.levels)
    return Observation(
        me=name,
        partner=state.partner(name) or name,
        number=state.seats.index(name),
        opponents={other: seats for other, seats in enumerate(state.teams) if other != team},
        phase=state.phase.value,
        hand_number=state.hand_number,
        hand=tuple(card.value for card in state.hands[name]),
        room=state.capacity(name) - len(state.hands[name]),
        waiting=state.face_down[name] is not None,
        opened=name in state.opened,
        passed=name in state.passed,
        tapis=tuple((each, face_of(each)) for each in world.cards if each not in world.held),
        stops={seat: _stopped(state, seat) for seat in state.seats},
        boxes=boxes,
        theirs={other: len(state.open_boxes(other)) for other in range(len(state.teams)) if other != team},
        levels=state.levels,
        contres=state.contre_limit - state.failed[team],
        real=state.contre_test is ContreTest.TRUE,
        effects=tuple((effect.card.value, effect.by, effect.target) for effect in state.effects),
        offered=tuple(card.value for card in state.offered) if state.due == name else (),
        due=state.due == name,
        must=None if constraint is None else constraint.value,
        beside=_beside(state, name),
        free=not busy,
        over=course.over,
        reaching=course.state is HandState.REACHING,
        stuck=course.stuck,
        can=partial(match.can, name),
    )


def draw_frame(match: ZigzagMatch) -> ZigzagFrame:
    """Everything that a drawing of this moment needs."""
    state = match.state
    check = match.check
    seen_s = None if check is None else check.at_s
    shown = match.shown if state.phase is Phase.CONTRE or _fresh(match, seen_s, SHOWN_S) else {}
    table_stage = TableStage.OVER if match.finished else _BEATS[state.phase]
    if table_stage is TableStage.DEALING and state.phase is Phase.BETWEEN and (state.laid or state.effects):
        table_stage = TableStage.POWERS
    teams = tuple(
        TeamView(
            seats,
            tuple(
                (level, box.value, count > 0)
                for level, boxes in state.sheets[team].items()
                for box, count in boxes.items()
            ),
            state.contre_limit - state.failed[team],
        )
        for team, seats in enumerate(state.teams)
    )
    return ZigzagFrame(
        time_s=match.time_s,
        table_stage=table_stage,
        set=state.set_number,
        hand=state.hand_number,
        number=state.number,
        seats=tuple(_seat(match, number, shown) for number in range(len(state.seats))),
        teams=teams,
        cards=_cards(match),
        pile=len(state.pile),
        poubelle=tuple(card.value for card in state.poubelle[-POUBELLE:]),
        discarded=len(state.poubelle),
        check=check if _fresh(match, seen_s, SHOWN_S) else None,
        ticker=tuple(match.ticker),
        winners=state.winners,
    )


def _fresh(match: ZigzagMatch, at_s: float | None, seconds: float) -> bool:
    return at_s is not None and match.time_s - at_s < seconds


def _cards(match: ZigzagMatch) -> tuple[CardView, ...]:
    """Those that lie on the tapis, then those that hands carry."""
    world = match.world
    found = [
        CardView(name, face_of(name), pose.x, pose.y, pose.angle, world.held.get(name), match.laid_by.get(name))
        for name, pose in world.cards.items()
    ]
    for name, course in match.courses.items():
        if course.card is not None:
            hand = world.hands[name]
            found.append(CardView(f"{course.card}@{name}", course.card, hand.x, hand.y, course.angle, name, None))
    return tuple(found)


def _seat(match: ZigzagMatch, number: int, shown: dict[str, tuple[str, ...]]) -> SeatView:
    state, seat = match.state, match.seats[number]
    name, course = seat.name, match.courses[seat.name]
    hand = match.world.hands[name]
    sign, signed_s = match.signing.get(name, (None, 0.0))
    signing = sign is not None and match.time_s - signed_s < SIGN_S
    voice = match.voices.get(name)
    constraint = state.constraint_of(name) if state.level > 1 and state.number is not None else None
    line = state.number_of(name)
    held = tuple(card.value for card in state.hands[name])
    axes = _stopped(state, name)
    return SeatView(
        name=name,
        profile=seat.profile,
        strategy=seat.strategy,
        team=state.team_of(name),
        cards=held,
        waiting=state.face_down[name] is not None,
        passed=name in state.passed,
        hand=HandView(course.state, course.card, course.aim, hand.x, hand.y),
        sign=sign if signing and sign != "bluff" else None,
        bluff=signing and sign == "bluff",
        stops=tuple(card.value for card in state.stops[name]),
        deferred=sum(power.by == name for power in state.laid),
        constraint=None if constraint is None or line is None else (line, constraint.value),
        knows=tuple(sorted(match.people.belief(name).items())),
        shown=shown.get(name, ()),
        voice=voice if voice is not None and match.time_s - voice.at_s < VOICE_S else None,
        says_combination=reaches(held, axes),
    )
