"""Frames, plain values for a drawing, made from a table of Zack!."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from sim.games.zack.match.frame import BowlEntry, CardState, CardView, SeatView, ZackFrame
from sim.games.zack.match.hands import HandTrack
from sim.games.zack.match.table import ZackTable
from sim.physics.bowl.state import AIR, BESIDE, IN_BOWL, MOVING
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import TickerLine

_STATES = {AIR: CardState.AIR, MOVING: CardState.MOVING, IN_BOWL: CardState.BOWL, BESIDE: CardState.BESIDE}
_HELD_ANGLE = math.radians(25)


def draw_frame(
    table: ZackTable, tick: int, beliefs: Mapping[int, int | None], ticker: tuple[TickerLine, ...]
) -> ZackFrame:
    """Return the frame of the table at this tick. beliefs: the seat that each seat takes to be due, where known."""
    bowl, time_s = table.bowl, tick / TICK_HZ
    seats = tuple(_seat(table, number, tick, beliefs.get(number)) for number in range(len(table.seats)))
    printed = {name: (flight.face, flight.by) for name, flight in bowl.cards.items()}
    held = [card for seat in seats for card in held_card(seat, table.hands[seat.name])]
    return ZackFrame(
        time_s=time_s,
        table_stage=table.stage,
        game=table.games,
        game_s=time_s - table.game_began_s,
        seats=seats,
        due=table.due,
        mirrored=table.state.mirrored,
        cards=(*card_views(bowl.world, printed, bowl.wrong), *held),
        bowl=tuple(BowlEntry(entry.name, entry.card.value, entry.by, entry.wrong) for entry in bowl.lies),
        verdict=table.verdict,
        throws=table.throws,
        misses=table.misses,
        challenges=table.challenges,
        ticker=ticker,
        winners=() if table.series.winner is None else (table.series.winner,),
        events=tuple(table.events),
    )


def card_views(world: BowlWorld, printed: Mapping[str, tuple[str, str]], wrong: Collection[str] = ()) -> list[CardView]:
    """Return views of those cards of a world that are in `printed`, which gives the face and the thrower by name."""
    found = []
    for pose in world.poses():
        if pose.name in printed:
            face, by = printed[pose.name]
            where = _STATES[world.where(pose.name)]
            found.append(
                CardView(
                    pose.name,
                    face,
                    by,
                    pose.x,
                    pose.y,
                    pose.angle,
                    where,
                    pose.name in wrong,
                    z=pose.z,
                    yaw=pose.yaw,
                    aside=world.lane(pose.name) != 0,
                )
            )
    return found


def held_card(seat: SeatView, track: HandTrack) -> list[CardView]:
    """Return the card in a hand that is about to throw, in a list; an empty list if there is none.

    A Zack card's face shows from the moment at which the others can see it.
    """
    hand, held = seat.hand, CardState.HELD
    if hand.card is not None:
        face, up = hand.card, track.face_up or not _is_zack(hand.card)
    elif track.pointer is not None and track.ready is not None:
        face, up = track.ready, not _is_zack(track.ready)
    else:
        return []
    angle = -seat.side * _HELD_ANGLE * (1.0 - hand.progress) if track.pointer is None else track.tilt
    return [CardView(f"{seat.name}-held", face, seat.name, hand.x, hand.y, angle, held, face_up=up)]


def _is_zack(face: str) -> bool:
    return not face.startswith(("player:", "challenge"))


def _seat(table: ZackTable, number: int, tick: int, belief: int | None) -> SeatView:
    state, seat = table.state, table.seats[number]
    due = seat.name == table.due
    return SeatView(
        name=seat.name,
        profile=seat.profile,
        strategy=seat.strategy,
        colour=state.colours[seat.name].value,
        side=table.sides[seat.name],
        cards=state.hands[seat.name],
        challenges=tuple(colour.value for colour in state.challenges[seat.name]),
        hand=table.hands[seat.name].view(tick),
        believes=None if belief is None else table.names[belief],
        clock_s=tick / TICK_HZ - table.due_since_s if due else None,
        is_due=due,
        wins=table.series.wins[seat.name],
    )
