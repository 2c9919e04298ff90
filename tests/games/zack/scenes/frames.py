"""Moments of Zack! made by hand: the cards fly and settle in the real bowl, everything else is made up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from sim.games.zack.match.frame import (
    BowlEntry,
    CardState,
    CardView,
    HandState,
    HandView,
    Judged,
    SeatView,
    StaticScene,
    TableStage,
    Verdict,
    ZackFrame,
)
from sim.physics.bowl.state import BowlSnapshot
from sim.physics.bowl.throwing import aimed_throw, perturb
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import TickerLine
from tests.shipped import shipped_setup

NAMES = ("Anne", "Bartholomew of the Deep", "Cleo", "Dirk", "Elsa", "Finn")
COLOURS = ("red", "blue", "green", "yellow", "orange", "violet")
FACES = (*(f"circle:{name}" for name in COLOURS), "R", "2R", "L", "2L", "again", "back", "choose", "swap", "mirror")
HAND = 400.0, 220.0
PLACES = {"air": CardState.AIR, "moving": CardState.MOVING, "bowl": CardState.BOWL, "beside": CardState.BESIDE}


def static_scene(seats: int = 6) -> StaticScene:
    """The shipped bowl and this many seats, left and right of it in turn."""
    names = NAMES[:seats]
    sides = {name: side(index) for index, name in enumerate(names)}
    return StaticScene(shipped_setup(), names, sides, *HAND, edition="amigo", stop_cards=True, wins_needed=2)


def side(seat: int) -> int:
    return -1 if seat % 2 else 1


def seats(count: int = 6, due: int = 0) -> tuple[SeatView, ...]:
    """People around the bowl, one of them due, one throwing."""
    made = []
    for index in range(count):
        x = side(index) * (HAND[0] + 90.0)
        hand = HandView(HandState.REST, None, 0.0, x, 77.0)
        if index == due:
            hand = HandView(HandState.THROWING, "R", 0.9, side(index) * (HAND[0] + 5.0), HAND[1])
        others = tuple(colour for colour in COLOURS[:count] if colour != COLOURS[index])
        made.append(
            SeatView(
                name=NAMES[index],
                profile="casual",
                strategy="steady",
                colour=COLOURS[index],
                side=side(index),
                cards=12 - 2 * index,
                challenges=others[index:],
                hand=hand,
                believes=NAMES[due] if index != 1 else NAMES[2],
                clock_s=1.26 if index == due else None,
                is_due=index == due,
                wins=index % 2,
            )
        )
    return tuple(made)


def face_of(name: str) -> str:
    """The card of that number: every kind of Zack card in turn."""
    return FACES[int(name[1:]) % len(FACES)]


@cache
def settled(count: int) -> BowlSnapshot:
    """This many cards thrown from both sides, one after another, and all of them at rest."""
    setup, random = shipped_setup(), Random(count)
    world = BowlWorld(setup)
    for number in range(count):
        throw = aimed_throw(setup, side(number) * HAND[0], HAND[1], 0.0)
        world.throw(f"c{number}", perturb(throw, random.gauss(1.0, 0.03), random.gauss(0.0, 0.03)))
        for _ in range(60):
            world.tick()
    while world.active:
        world.tick()
    return world.snapshot()


def cards_of(world: BowlWorld, players: int = 6) -> tuple[CardView, ...]:
    """The world's cards as a frame has them."""
    return tuple(
        CardView(p.name, face_of(p.name), by(p.name, players), p.x, p.y, p.angle, PLACES[world.where(p.name)])
        for p in world.poses()
    )


def by(name: str, players: int) -> str:
    return NAMES[int(name[1:]) % players]


def frame_of(world: BowlWorld, players: int = 6, due: int = 0) -> ZackFrame:
    """That world with people around it."""
    bowl = tuple(BowlEntry(name, face_of(name), by(name, players), wrong=False) for name in world.order())
    return ZackFrame(
        time_s=83.4 + world.time_s,
        table_stage=TableStage.PLAYING,
        game=1,
        game_s=81.0,
        seats=seats(players, due),
        due=NAMES[due],
        mirrored=False,
        cards=cards_of(world, players),
        bowl=bowl,
        verdict=None,
        throws=71,
        misses=4,
        challenges=3,
        ticker=tuple(TickerLine(70.0 + n, f"{NAMES[n % 6]}: two to the left.", "plain") for n in range(9)),
    )


@cache
def still(count: int = 6, players: int = 6, due: int = 0) -> ZackFrame:
    """A pile of this many cards at rest."""
    return frame_of(BowlWorld(shipped_setup(), settled(count)), players, due)


@cache
def throw(count: int = 6) -> tuple[ZackFrame, ...]:
    """One more card, thrown from the right on such a pile, 60 frames a second until it lies."""
    setup = shipped_setup()
    world = BowlWorld(setup, settled(count))
    world.throw(f"c{count}", aimed_throw(setup, *HAND, 0.0))
    frames = [frame_of(world)]
    while world.active:
        world.tick()
        world.tick()
        frames.append(frame_of(world))
    return tuple(frames)


def judged(frame: ZackFrame, success: bool = True) -> ZackFrame:
    """The same moment, stopped by a challenge."""
    verdict = Verdict(NAMES[1], NAMES[0], "out_of_turn", success, NAMES[0] if success else NAMES[1], 5, frame.time_s)
    events = (Judged(frame.time_s - 1 / TICK_HZ, verdict),)
    return replace(frame, table_stage=TableStage.STOPPED, verdict=verdict, events=events)
