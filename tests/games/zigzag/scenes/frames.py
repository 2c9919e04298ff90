"""Moments of ZIGZAG made by hand, and matches to draw: nothing of them depends on chance."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from sim.configuration import skill_tables
from sim.games.zigzag.configuration import ZigzagConfiguration, build, shipped_tree
from sim.games.zigzag.match.frame import (
    CardView,
    Check,
    FrameEvent,
    HandState,
    HandView,
    SeatView,
    StaticScene,
    TableStage,
    TeamView,
    Voice,
    ZigzagFrame,
)
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.cards import CHARACTERS
from sim.games.zigzag.rules.vocabulary import Call
from sim.protocols import TickerLine
from sim.rules_frame import FrozenMap
from sim.seat import PERSON, Seat
from tests.shipped import shipped_tapis

NAMES = ("Anne", "Bartholomew of the Deep", "Cleo", "Dirk", "Elsa", "Finn")
BOXES = ("zig", "zag", "double_zig", "zig_zag")
FACES = tuple(card.value for card in CHARACTERS)


@cache
def configuration(level: int = 1) -> ZigzagConfiguration:
    """As shipped, at that level, with coarse physics."""
    tree = {**shipped_tree(), "skill": skill_tables(None, "shipped")}
    tree["table"] = {**tree["table"], "level": level}
    return build(tree, "shipped", "draft")


def people(count: int = 4, person: bool = True) -> tuple[Seat, ...]:
    """Ada, who plays by hand if wanted, and bots."""
    first = Seat("Ada", "casual", PERSON if person else "team")
    return (first, *(Seat(name, "casual", "team") for name in ("Bert", "Cleo", "Dirk", "Elsa", "Finn")[: count - 1]))


def static_scene(seats: int = 4, level: int = 1) -> StaticScene:
    """The shipped tapis and this many seats."""
    setup, names = shipped_tapis(), NAMES[:seats]
    homes = {name: setup.home(number, seats) for number, name in enumerate(names)}
    half = seats // 2
    teams = tuple((names[n], names[n + half]) for n in range(half))
    return StaticScene(setup, names, teams, homes, (-384.75, 0.0), (384.75, 0.0), level)


def seat_of(scene: StaticScene, number: int, **changes: object) -> SeatView:
    """Someone at rest with four cards."""
    name = scene.seats[number]
    x, y = scene.homes[name]
    made = SeatView(
        name=name,
        profile="casual",
        strategy="team",
        team=number % len(scene.teams),
        cards=FACES[4 * number : 4 * number + 4],
        waiting=False,
        passed=False,
        hand=HandView(HandState.REST, None, None, x, y),
        sign=None,
        bluff=False,
        stops=(),
        deferred=0,
        constraint=None if scene.level == 1 else (number + 1, "pink"),
        knows=(),
        shown=(),
        voice=None,
        says_combination=None,
    )
    return replace(made, **changes)


def frame_of(scene: StaticScene, cards: tuple[CardView, ...] = (), **changes: object) -> ZigzagFrame:
    """A quiet moment of the second set."""
    levels = (1, 2) if scene.level == 3 else (scene.level,)
    boxes = tuple((level, box, False) for level in levels for box in BOXES)
    made = ZigzagFrame(
        time_s=83.4,
        table_stage=TableStage.PLAYING,
        set=2,
        hand=3,
        number=None if scene.level == 1 else 7,
        seats=tuple(seat_of(scene, number) for number in range(len(scene.seats))),
        teams=tuple(TeamView(team, boxes, 3) for team in scene.teams),
        cards=cards,
        pile=44,
        poubelle=("joker", "steal"),
        discarded=9,
        check=None,
        ticker=tuple(TickerLine(70.0 + n, f"{NAMES[n % 4]} takes a card.", "plain") for n in range(9)),
    )
    return replace(made, **changes)


def with_seat(frame: ZigzagFrame, number: int, **changes: object) -> ZigzagFrame:
    """The frame with something else about one seat."""
    seats = list(frame.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(frame, seats=tuple(seats))


def lying(face: str, x: float, y: float, angle: float = 0.0) -> CardView:
    """A card on the tapis."""
    return CardView(face, face, x, y, angle)


def happened(frame: ZigzagFrame, *what: Any) -> ZigzagFrame:
    """The frame with these events of the rules, or moments of hands, after those that it has."""
    first = len(frame.events)
    new = tuple(FrameEvent(first + number, frame.time_s, event) for number, event in enumerate(what))
    return replace(frame, events=frame.events + new)


def said(text: str, at_s: float = 83.0, is_contre: bool = False) -> Voice:
    """Something that is heard."""
    return Voice(text, at_s, is_contre)


def judged(frame: ZigzagFrame, kind: str = "zig", success: bool = True, by: int = 0) -> ZigzagFrame:
    """The moment at which an announcement or a CONTRE has been looked at."""
    name = frame.seats[by].name
    team = frame.seats[by].team if kind != "contre" else 1 - frame.seats[by].team
    call = None if kind == "contre" else Call(kind)
    box = (1, kind) if success and call is not None else None
    verdict: Any = (
        events.ContreJudged(success, name, team, 0)
        if call is None
        else events.AnnouncementJudged(success, name, team, call, FrozenMap(), (1,))
    )
    return happened(replace(frame, check=Check(call, name, team, success, box, frame.time_s)), verdict)
