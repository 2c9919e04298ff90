"""The state at a table of ZIGZAG: the rules' state, the tapis, the task of every hand, what is said and shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sim.errors import IllegalAction
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.match.frame import Check, HandState, Voice
from sim.games.zigzag.match.rule_adapter import face_of, named
from sim.games.zigzag.rules.legality import why_illegal
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import Action, Assign, Deal, Setup
from sim.match.tempo import EXPERT, Tempo
from sim.people.skill import Skill
from sim.physics import Point
from sim.physics.tapis.world import CardPose, TapisWorld
from sim.seat import Seat
from sim.seeds import Noise

Signs: TypeAlias = tuple[str, str, str]
"""A team's signs in a set: for ZIG, for ZAG, and one that means nothing."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the path of a person's hand (mm, one place for each tick). is_last: the hand is home after it."""

    path: Sequence[Point] = ()
    is_last: bool = False


@dataclass(slots=True)
class HandTask:
    """The task of a seat's hand.

    card: the face of the card in it. aim: the card on the tapis that it goes for. over: it has laid a card and is still
    above the tapis. stuck: it came down beside its card, or was held up. place, angle: where it lays its card. then:
    what it does when it arrives. steered: it follows the mouse, or the record of it. path: where a steered hand was at
    every tick; ahead: the path on record, which it follows first. saved: the samples of the path that are in the record
    that is written. is_last: what lies ahead is the last piece of the path on record, so that no piece is to be saved.
    """

    state: HandState = HandState.REST
    card: str | None = None
    aim: str | None = None
    over: bool = False
    stuck: bool = False
    place: Point | None = None
    angle: float = 0.0
    then: Action | None = None
    steered: bool = False
    path: list[Point] = field(default_factory=list)
    ahead: list[Point] = field(default_factory=list)
    saved: int = 0
    is_last: bool = False

    @property
    def rests(self) -> bool:
        """True if the hand is free to set out from where it rests."""
        return self.state is HandState.REST and not self.over and not self.steered


@dataclass(slots=True)
class ZigzagTable:
    """The changing state at a table, and its measures.

    noise: of the match. signs: of each team in this set, for ZIG, for ZAG, and one that means nothing. person: the name
    of the player who plays by hand, if there is one. homes: where hands rest (mm). pile_at: where the pile lies (mm).
    pointers: where steered hands are led now (mm). laid_by: the player who laid a card on the tapis, by its name there.
    signing: the sign (zig, zag or bluff) that each player made last, and when (s). shown: cards shown at the last
    announcement or CONTRE. opening: faces of cards that the rules have on the tapis and that are about to be laid
    there. tempo: at which the bots play. by_keys: keys lead the person's hand now, not a mouse.
    """

    configuration: ZigzagConfiguration
    seats: tuple[Seat, ...]
    noise: Noise
    person: str | None
    homes: dict[str, Point]
    pile_at: Point
    state: State
    world: TapisWorld
    tasks: dict[str, HandTask]
    pointers: dict[str, Point]
    laid_by: dict[str, str] = field(default_factory=dict)
    voices: dict[str, Voice] = field(default_factory=dict)
    signing: dict[str, tuple[str, float]] = field(default_factory=dict)
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    check: Check | None = None
    opening: list[str] = field(default_factory=list)
    tempo: Tempo = EXPERT
    by_keys: bool = False
    signs: tuple[Signs, ...] = ()
    _judged_in: State | None = field(default=None, init=False, repr=False)
    _judged: dict[Action, IllegalAction | None] = field(default_factory=dict, init=False, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self.state.seats

    @property
    def sets(self) -> int:
        """The number of sets that were dealt."""
        return self.state.set_number

    def follow(self, state: State) -> None:
        """Take over a position of the rules: what they took off the tapis goes, what they have opened is to be laid."""
        self.state = state
        self.opening = [card.value for card in state.tapis]
        for name in tuple(self.world.cards):
            if face_of(name) in self.opening:
                self.opening.remove(face_of(name))
            else:
                self.world.take(name)
                self.laid_by.pop(name, None)

    def open_card(self) -> str:
        """Lay the next card that the rules have opened face up on the tapis, and return its name there."""
        name = named(self.opening.pop(0), self.world.cards)
        self.world.lay(name, CardPose(*self.free_place(self.names[0]), 0.0))
        return name

    def skill_of(self, name: str) -> Skill:
        """Return the skill that is assumed of a player's hand where it is not measured."""
        return self.configuration.skills[self.seat_of(name).profile]

    def seat_of(self, name: str) -> Seat:
        """Return a player's seat."""
        return self.seats[self.names.index(name)]

    def free_place(self, by: str) -> Point:
        """Return a free place for a card (mm), as near as possible to where the seat can see and reach it well."""
        setup = self.configuration.setup
        wide = setup.tapis.card_width_mm / 2
        taken = [(pose.x, pose.y) for pose in self.world.cards.values()]
        taken += [task.place for task in self.tasks.values() if task.place is not None]
        places = setup.places()
        free = [at for at in places if all(math.hypot(at[0] - x, at[1] - y) > wide for x, y in taken)] or list(places)
        near = (0.4 * self.homes[by][0], 0.4 * self.homes[by][1])
        return min(free, key=lambda at: (round(math.hypot(at[0] - near[0], at[1] - near[1]), 6), at))

    @property
    def learner(self) -> str | None:
        """The name of the person for whom the bots slow down, live or on record; None at the expert's tempo."""
        if not self.tempo.is_learning:
            return None
        return next((seat.name for seat in self.seats if seat.is_person), None)

    def why_illegal(self, action: Action) -> IllegalAction | None:
        """Return why the rules forbid an action now, None if they do not; each is judged once in a position."""
        if isinstance(action, Assign | Deal | Setup):
            return why_illegal(self.state, action)
        if self._judged_in is not self.state:
            self._judged_in, self._judged = self.state, {}
        if action not in self._judged:
            self._judged[action] = why_illegal(self.state, action)
        return self._judged[action]

    def allows(self, action: Action) -> bool:
        """Return True if the rules allow the action now."""
        return self.why_illegal(action) is None
