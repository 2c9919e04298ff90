"""A Zack! match as a frame: plain values for a drawing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sim.matches.zack.frame import BowlEntry, CardState, CardView, HandState, SeatView, ZackFrame
from sim.physics.bowl_state import AIR, BESIDE, IN_BOWL, MOVING

if TYPE_CHECKING:
    from sim.matches.zack.match import ZackMatch

_STATES = {AIR: CardState.AIR, MOVING: CardState.MOVING, IN_BOWL: CardState.BOWL, BESIDE: CardState.BESIDE}
_HELD_ANGLE = math.radians(25)


def draw_frame(match: ZackMatch) -> ZackFrame:
    """The match at this moment."""
    state, section = match.state, match.section
    seats = tuple(_seat(match, number) for number in range(len(match.seats)))
    return ZackFrame(
        time_s=match.time_s,
        beat=match.beat,
        game=match.games,
        game_s=match.time_s - match.game_began_s,
        seats=seats,
        due=match.due,
        mirrored=state.mirrored,
        cards=(*_cards(match), *_held(match, seats)),
        bowl=tuple(
            BowlEntry(name, section.cards[name].face, section.cards[name].by, name in section.wrong)
            for name in section.entries
        ),
        verdict=match.verdict,
        throws=match.throws,
        misses=match.misses,
        challenges=match.challenges,
        ticker=tuple(match.ticker),
        winners=() if match.series.winner is None else (match.series.winner,),
    )


def _cards(match: ZackMatch) -> list[CardView]:
    found = []
    for pose in match.section.world.poses():
        flight = match.section.cards.get(pose.name)
        if flight is not None:
            where = _STATES[match.section.world.where(pose.name)]
            wrong = pose.name in match.section.wrong
            found.append(CardView(pose.name, flight.face, flight.by, pose.x, pose.y, pose.angle, where, wrong))
    return found


def _held(match: ZackMatch, seats: tuple[SeatView, ...]) -> list[CardView]:
    """Cards in hands that are about to throw: the face of a Zack card is turned up on the way."""
    found = []
    for seat in seats:
        hand = seat.hand
        if hand.state is HandState.THROWING and hand.card is not None:
            up = hand.progress > 0.7 or not _is_zack(hand.card)
            angle = -seat.side * _HELD_ANGLE * (1.0 - hand.progress)
            held = CardState.HELD
            found.append(CardView(f"{seat.name}-held", hand.card, seat.name, hand.x, hand.y, angle, held, face_up=up))
    return found


def _is_zack(face: str) -> bool:
    return not face.startswith(("player:", "challenge"))


def _seat(match: ZackMatch, number: int) -> SeatView:
    state, seat = match.state, match.seats[number]
    belief = match.people.beliefs[number] if match.people.beliefs else None
    due = seat.name == match.due
    return SeatView(
        name=seat.name,
        profile=seat.profile,
        strategy=seat.strategy,
        colour=state.colours[seat.name].value,
        side=match.sides[seat.name],
        cards=state.hands[seat.name],
        challenges=tuple(colour.value for colour in state.challenges[seat.name]),
        hand=match.hands[seat.name].view(match.tick),
        believes=None if belief is None else match.names[belief],
        clock_s=match.time_s - match.due_since_s if due else None,
        is_due=due,
        wins=match.series.wins[seat.name],
    )
