"""A Zack! match as a frame: plain values for a drawing."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from sim.games.zack.match.frame import BowlEntry, CardState, CardView, HandState, SeatView, ZackFrame
from sim.games.zack.match.hands import HandTrack
from sim.physics.bowl.state import AIR, BESIDE, IN_BOWL, MOVING
from sim.physics.bowl.world import BowlWorld

if TYPE_CHECKING:
    from sim.games.zack.match.match import ZackMatch

_STATES = {AIR: CardState.AIR, MOVING: CardState.MOVING, IN_BOWL: CardState.BOWL, BESIDE: CardState.BESIDE}
_HELD_ANGLE = math.radians(25)


def draw_frame(match: ZackMatch) -> ZackFrame:
    """The match at this moment."""
    state, section = match.state, match.section
    seats = tuple(_seat(match, number) for number in range(len(match.seats)))
    return ZackFrame(
        time_s=match.time_s,
        table_stage=match.table_stage,
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
    section = match.section
    printed = {name: (flight.face, flight.by) for name, flight in section.cards.items()}
    return card_views(section.world, printed, section.wrong)


def card_views(world: BowlWorld, printed: Mapping[str, tuple[str, str]], wrong: Collection[str] = ()) -> list[CardView]:
    """The cards of a world of which the face, and who threw them, is known."""
    found = []
    for pose in world.poses():
        if pose.name in printed:
            face, by = printed[pose.name]
            where = _STATES[world.where(pose.name)]
            found.append(CardView(pose.name, face, by, pose.x, pose.y, pose.angle, where, pose.name in wrong))
    return found


def _held(match: ZackMatch, seats: tuple[SeatView, ...]) -> list[CardView]:
    return [card for seat in seats for card in held_card(seat, match.hands[seat.name])]


def held_card(seat: SeatView, track: HandTrack) -> list[CardView]:
    """The card in a hand that is about to throw: a Zack card's face shows from when the others can see it."""
    hand, held = seat.hand, CardState.HELD
    if hand.state is HandState.THROWING and hand.card is not None:
        face, up = hand.card, track.face_up or not _is_zack(hand.card)
    elif track.pointer is not None and track.ready is not None:
        face, up = track.ready, not _is_zack(track.ready)
    else:
        return []
    angle = -seat.side * _HELD_ANGLE * (1.0 - hand.progress) if track.pointer is None else track.tilt
    return [CardView(f"{seat.name}-held", face, seat.name, hand.x, hand.y, angle, held, face_up=up)]


def _is_zack(face: str) -> bool:
    return not face.startswith(("player:", "challenge"))


def _seat(match: ZackMatch, number: int) -> SeatView:
    state, seat = match.state, match.seats[number]
    belief = match.people.beliefs.get(number)
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
