"""The views of a table: as a frame for a drawing, and as the observation by which a player decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from sim.games.zigzag.bots.hand_value import reaches
from sim.games.zigzag.bots.observation import Observation
from sim.games.zigzag.intents import BoxName
from sim.games.zigzag.match.frame import (
    EVENTS_S,
    CardView,
    FrameEvent,
    HandState,
    HandView,
    SeatView,
    TableStage,
    TeamView,
    ZigzagFrame,
)
from sim.games.zigzag.match.rule_adapter import AXES, action_of, face_of
from sim.games.zigzag.match.table import ZigzagTable
from sim.games.zigzag.rules.cards import SHIFTS, Card
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import ContreTest, Phase
from sim.match.intents import Intent
from sim.protocols import TickerLine
from sim.seat import Seat

SIGN_S = 0.8
VOICE_S = 2.5
SHOWN_S = 5.0
POUBELLE = 8
"""The number of cards of the Poubelle in a frame, the newest."""

_STAGES = {
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
    return tuple([axis for axis, kind in enumerate(AXES) if kind in kinds]) if kinds else ()


def _beside(state: State, seat: str) -> dict[str, str]:
    """Return the attribute that the seat's constraint card would demand after each of +1 and -1."""
    line = state.number_of(seat)
    if line is None:
        return {}
    card = state.constraints[seat]
    return {shift.value: card[(line - 1 + by) % len(card)].value for shift, by in SHIFTS.items()}


class Views:
    """The views of players, each made anew only when something has changed that it shows.

    They are asked for many times in a tick, and mostly nothing has.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[State, tuple[Any, ...], Observation]] = {}

    def of(self, table: ZigzagTable, name: str) -> Observation:
        """Return the table as that player may know it; the same object as long as it is the same."""
        task, world = table.tasks[name], table.world
        key = task.state, task.over, task.stuck, tuple(world.cards), tuple(world.held)
        before = self._kept.get(name)
        if before is not None and before[0] is table.state and before[1] == key:
            return before[2]
        found = observe(table, name)
        self._kept[name] = table.state, key, found
        return found


def observe(table: ZigzagTable, name: str) -> Observation:
    """Return the table as that player may know it."""
    state, task, world = table.state, table.tasks[name], table.world
    team = state.team_of(name)
    constraint = state.constraint_of(name)
    teams = state.teams
    boxes: tuple[tuple[int, BoxName], ...] = tuple((level, box.value) for level, box in state.open_boxes(team))
    tick_mine = state.phase is Phase.TICK and state.choice is not None and state.choice.team == team
    if tick_mine and state.choice is not None:
        boxes = tuple(each for each in boxes if each[0] in state.choice.levels)
    return Observation(
        me=name,
        partner=state.partner(name) or name,
        number=state.seats.index(name),
        opponents={other: seats for other, seats in enumerate(teams) if other != team},
        phase=state.phase.value,
        hand_number=state.hand_number,
        hand=tuple(card.value for card in state.hands[name]),
        room=state.capacity(name) - len(state.hands[name]),
        waiting=state.face_down[name] is not None,
        opened=name in state.opened,
        passed=name in state.passed,
        tapis=tuple([(each, face_of(each)) for each in world.cards if each not in world.held]),
        stops={seat: _stopped(state, seat) for seat in state.seats},
        boxes=boxes,
        theirs={other: len(state.open_boxes(other)) for other in range(len(teams)) if other != team},
        levels=state.levels,
        contres=state.contre_limit - state.failed[team],
        real=state.contre_test is ContreTest.TRUE,
        effects=tuple((effect.card.value, effect.by, effect.target) for effect in state.effects),
        offered=tuple(card.value for card in state.offered) if state.due == name else (),
        due=state.due == name,
        must=None if constraint is None else constraint.value,
        beside=_beside(state, name),
        free=task.state is HandState.REST,
        over=task.over,
        reaching=task.state is HandState.REACHING,
        stuck=task.stuck,
        can=partial(_can, table, name),
    )


def _can(table: ZigzagTable, name: str, intent: Intent) -> bool:
    """Return True if the rules would allow this intent of that player now, wherever their hand is."""
    try:
        return intent.by == name and table.allows(action_of(intent))
    except (AttributeError, KeyError, TypeError, ValueError):  # a bot may ask with words of its own
        return False


def build_frame(
    table: ZigzagTable,
    time_s: float,
    finished: bool,
    ticker: tuple[TickerLine, ...],
    recent: Iterable[FrameEvent],
    belief: Callable[[str], Mapping[str, str]],
    winners: tuple[str, ...],
) -> ZigzagFrame:
    """Return the frame of the table at this time.

    recent: events, oldest first; those that are too old for a frame are left out. belief: returns, by seat, the signs
    that a player believes to have seen.
    """
    state, check = table.state, table.check
    is_fresh = check is not None and time_s - check.at_s < SHOWN_S
    shown = table.shown if state.phase is Phase.CONTRE or is_fresh else {}
    table_stage = TableStage.OVER if finished else _STAGES[state.phase]
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
        time_s=time_s,
        table_stage=table_stage,
        set=state.set_number,
        hand=state.hand_number,
        number=state.number,
        seats=tuple(_seat(table, seat, time_s, shown, belief(seat.name)) for seat in table.seats),
        teams=teams,
        cards=_cards(table),
        pile=len(state.pile),
        poubelle=tuple(card.value for card in state.poubelle[-POUBELLE:]),
        discarded=len(state.poubelle),
        check=check if is_fresh else None,
        ticker=ticker,
        winners=winners,
        events=tuple(event for event in recent if time_s - event.at_s <= EVENTS_S),
    )


def _cards(table: ZigzagTable) -> tuple[CardView, ...]:
    """Return the cards that lie on the tapis, then those that hands carry: a stolen one is in the thief's hand."""
    world = table.world
    found = [
        CardView(name, face_of(name), pose.x, pose.y, pose.angle, world.held.get(name), table.laid_by.get(name))
        for name, pose in world.cards.items()
    ]
    for name, task in table.tasks.items():
        if task.card is not None and Card(task.card) in table.state.hands[name]:
            hand = world.hands[name]
            found.append(CardView(f"{task.card}@{name}", task.card, hand.x, hand.y, task.angle, name, None))
    return tuple(found)


def _seat(
    table: ZigzagTable, seat: Seat, time_s: float, shown: Mapping[str, tuple[str, ...]], belief: Mapping[str, str]
) -> SeatView:
    state, name, task = table.state, seat.name, table.tasks[seat.name]
    hand = table.world.hands[name]
    sign, signed_s = table.signing.get(name, (None, 0.0))
    signing = sign is not None and time_s - signed_s < SIGN_S
    voice = table.voices.get(name)
    constraint, line = state.constraint_of(name), state.number_of(name)
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
        hand=HandView(task.state, task.card, task.aim, hand.x, hand.y),
        sign=sign if signing and sign != "bluff" else None,
        bluff=signing and sign == "bluff",
        stops=tuple(card.value for card in state.stops[name]),
        deferred=sum(power.by == name for power in state.laid),
        constraint=None if constraint is None or line is None else (line, constraint.value),
        knows=tuple(sorted(belief.items())),
        shown=shown.get(name, ()),
        voice=voice if voice is not None and time_s - voice.at_s < VOICE_S else None,
        says_combination=reaches(held, axes),
    )
