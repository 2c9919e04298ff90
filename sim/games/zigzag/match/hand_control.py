"""What hands do at a table of ZIGZAG: they lay cards, reach for others, fetch what is theirs, and go home.

The part of a match (match.py) that moves hands, for bots and persons alike. Nothing is decided here: deeds come from
people.py, and what is done is ruled in match.py.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sim.configuration import digest
from sim.games.zigzag.bots.observation import Percept, What
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.match.frame import HandState
from sim.games.zigzag.match.rule_adapter import face_of, named
from sim.games.zigzag.rules import legality as permission
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.state import State
from sim.match.simultaneous import SimultaneousMatch
from sim.people import motor
from sim.people.skill import Skill
from sim.physics import Point
from sim.physics.tapis.state import CardPose, Moment
from sim.physics.tapis.world import TapisWorld
from sim.protocols import Line
from sim.rules_frame import Event
from sim.seeds import rng

if TYPE_CHECKING:
    from sim.games.zigzag.match.hand_log_entries import HandNotes

HOME_WIDTH_MM = 150.0
"""How wide the place is that a hand goes home to (assumed)."""
STUCK_S = 0.35
"""A hand that has not come where it meant to be so long after it should have been there gives up (assumed)."""


@dataclass(slots=True)
class Course:
    """What a seat's hand is about.

    card: the face of the card in it. aim: the card on the tapis that it goes for. over: it has laid a card and is still
    above the tapis. stuck: it came down beside its card, or was held up. place, angle: where it lays its card. path:
    where a person's hand was at every tick; steered: it follows the mouse, or the record of it.
    """

    state: HandState = HandState.REST
    card: str | None = None
    aim: str | None = None
    over: bool = False
    stuck: bool = False
    place: Point | None = None
    angle: float = 0.0
    then: Callable[[], None] | None = None
    steered: bool = False
    path: list[Point] = field(default_factory=list)
    ahead: list[Point] = field(default_factory=list)


class AtWork(SimultaneousMatch[Line]):
    """A match as far as hands are concerned; `ZigzagMatch` makes what is named here, and rules on it."""

    configuration: ZigzagConfiguration
    names: tuple[str, ...]
    world: TapisWorld
    homes: dict[str, Point]
    pile_at: Point
    courses: dict[str, Course]
    state: State
    laid_by: dict[str, str]
    bumps: int
    notes: HandNotes

    @abstractmethod
    def _rule(self, action: words.Action, by: str, physics: Line | None = None) -> tuple[Event, ...]:
        """Ask the rules, tell it, and carry out what they say. Raises IllegalAction."""

    @abstractmethod
    def _sees(self, what: What, **seen: str | None) -> None:
        """Something can be noticed now."""

    @abstractmethod
    def skill_of(self, name: str) -> Skill:
        """What is supposed of this player's hands, where they are not measured."""

    @abstractmethod
    def pointer_of(self, name: str) -> Point:
        """Where a person's hand is steered to now (mm)."""

    def allows(self, action: words.Action) -> bool:
        """Would the rules allow this now?"""
        return permission.refusal(self.state, action) is None

    # ------------------------------------------------------------------------------------------ setting out

    def _goes(
        self, by: str, x: float, y: float, width_mm: float, card: str | None = None, at_s: float | None = None
    ) -> float:
        hand = self.world.hands[by]
        takes = motor.reach_time_s(self.skill_of(by), math.hypot(x - hand.x, y - hand.y), width_mm)
        self.world.send(by, x, y, takes, card, at_s)
        return takes

    def _idle(self, by: str) -> bool:
        """May the hand set out for something?"""
        return self.courses[by].state is HandState.REST

    def _lay(self, line: Line) -> None:
        """A card is carried to the tapis."""
        by = line["by"]
        self._tell(line)
        measures, noise = self.configuration.setup.tapis, rng(line["noise_seed"])
        place = self._free_place(by)
        dx, dy, turn = (float(z) for z in noise.standard_normal(3))
        x, y = place[0] + measures.lay_sd_mm * dx, place[1] + measures.lay_sd_mm * dy
        self.courses[by] = Course(HandState.LAYING, card=line["card"], place=place)
        self.courses[by].angle = math.radians(measures.lay_angle_sd_deg) * turn
        takes = self._goes(by, x, y, measures.card_width_mm, at_s=line["at_s"])
        action = {"card": line["card"], "to": [x, y], "takes_s": takes}
        self._tell({"stage": "executed", "by": by, "noise_seed": line["noise_seed"], "action": action})

    def _free_place(self, by: str) -> Point:
        """A free place for a card, as near as can be to where the seat can see and reach it well."""
        wide = self.configuration.setup.tapis.card_width_mm / 2
        taken = [(pose.x, pose.y) for pose in self.world.cards.values()]
        taken += [course.place for course in self.courses.values() if course.place is not None]
        places = self.configuration.setup.places()
        free = [at for at in places if all(math.hypot(at[0] - x, at[1] - y) > wide for x, y in taken)] or list(places)
        near = (0.4 * self.homes[by][0], 0.4 * self.homes[by][1])
        return min(free, key=lambda at: (round(math.hypot(at[0] - near[0], at[1] - near[1]), 6), at))

    def _grab(self, line: Line) -> None:
        """The hand reaches for a card on the tapis."""
        by, name = line["by"], line["card"]
        self._tell(line)
        pose, skill = self.world.cards[name], self.skill_of(by)
        width, noise = self.configuration.setup.tapis.card_width_mm, rng(line["noise_seed"])
        x = pose.x + motor.reach_error_mm(skill, noise, width)
        y = pose.y + motor.reach_error_mm(skill, noise, width)
        self.courses[by] = Course(HandState.REACHING, aim=name)
        takes = self._goes(by, x, y, width, name, line["at_s"])
        action = {"card": name, "to": [x, y], "takes_s": takes}
        self._tell({"stage": "executed", "by": by, "noise_seed": line["noise_seed"], "action": action})

    def _goes_home(self, by: str, card: str | None = None) -> None:
        steered = self.courses[by].steered
        if steered:
            self._note_path(by)
            self.notes.goes_home()
        self.courses[by] = Course(HandState.BACK, card=card)
        self._goes(by, *self.homes[by], HOME_WIDTH_MM)

    def _fetch(self, by: str, at: Point, state: HandState, then: Callable[[], None] | None) -> None:
        """The hand goes there, does something, and goes home."""
        self.courses[by] = Course(state, then=then)
        self._goes(by, *at, HOME_WIDTH_MM)

    def _in_front(self, name: str) -> Point:
        return 0.78 * self.homes[name][0], 0.78 * self.homes[name][1]

    # ------------------------------------------------------------------------------------------ a person's hand

    def _reach_out(self, line: Line, ahead: list[Point]) -> None:
        """A person's hand sets out: it follows the mouse, or the path on record."""
        self._tell(line)
        self.courses[line["by"]] = Course(HandState.REACHING, steered=True, ahead=ahead)

    def _steer(self) -> None:
        for name, course in self.courses.items():
            if not course.steered:
                continue
            step = len(course.path)
            at = course.ahead[step] if step < len(course.ahead) else self.pointer_of(name)
            at = (round(at[0], 2), round(at[1], 2))
            course.path.append(at)
            self.world.steer(name, *at, course.aim)

    def _note_path(self, by: str) -> None:
        path = [list(at) for at in self.courses[by].path]
        self._tell({"stage": "executed", "by": by, "measured": True, "action": {"path": path}})

    def _by_hand(self, line: Line) -> None:
        """What a person's hand does where it is: lays a card, or takes one."""
        by, hand = line["by"], self.world.hands[line["by"]]
        self._tell(line)
        if line["question"] == "lay":
            self._lies(by, line["card"], CardPose(hand.x, hand.y, 0.0))
        else:
            self.courses[by].aim = line["card"]

    # ------------------------------------------------------------------------------------------ what comes of it

    def _physics(self) -> None:
        if not (self.world.active or any(course.steered for course in self.courses.values())):
            self.world.skip(1)
            return
        self._steer()
        for moment in self.world.tick():
            self._moment(moment)
        for name, course in self.courses.items():
            hand = self.world.hands[name]
            if course.steered or hand.arrived or hand.reach is None or course.stuck:
                continue
            if self.world.time_s > hand.reach.ends_s + STUCK_S:
                hand.arrived = True
                self._arrives(name)

    def _moment(self, moment: Moment) -> None:
        if moment.what == "bumps":
            self.bumps += 1
        elif moment.what == "covers":
            self._covers(moment)
        elif moment.what == "arrives":
            self._arrives(moment.hand)

    def _covers(self, moment: Moment) -> None:
        """The first hand over a card has it."""
        by, name = moment.hand, moment.card
        assert name is not None
        course = self.courses[by]
        action = words.Take(by, Card(face_of(name)))
        if course.aim != name or not self.allows(action):
            self.world.held.pop(name, None)
            return
        rivals = []
        for other, theirs in self.courses.items():
            reach = self.world.hands[other].reach
            if other != by and theirs.aim == name and theirs.state is HandState.REACHING and reach is not None:
                due = None if theirs.steered else self.world.covers_at_s(reach)
                rivals.append({"by": other, "due_s": due})
        physics: Line = {"what": "covers", "card": name, "at_s": moment.time_s, "rivals": rivals}
        self.world.take(name)
        self.laid_by.pop(name, None)
        course.aim, course.card = None, face_of(name)
        if not course.steered:
            course.state = HandState.GRASPING
            self._at(self.configuration.setup.hand.grasp_ms / 1000.0, lambda: self._grasped(by, course))
        self._rule(action, by, physics)
        self._sees(What.TAKEN, seat=by, name=name, face=face_of(name))

    def _grasped(self, by: str, course: Course) -> None:
        if self.courses[by] is course and course.state is HandState.GRASPING:
            self._goes_home(by, course.card)

    def _arrives(self, by: str) -> None:
        course = self.courses[by]
        match course.state:
            case HandState.LAYING:
                self._lays(by)
            case HandState.REACHING:
                course.stuck = True
                self._sees(What.MISSED, seat=by)
            case HandState.FETCHING | HandState.PLAYING:
                if course.then is not None:
                    course.then()
                if self.courses[by] is course:
                    self._goes_home(by, course.card)
            case HandState.BACK:
                self.world.rest(by)
                self.courses[by] = Course()
                self._sees(What.FREE, seat=by)

    def _lays(self, by: str) -> None:
        """The hand has come to where it lays its card."""
        course, hand = self.courses[by], self.world.hands[by]
        assert course.card is not None
        if not self.allows(words.Discard(by, Card(course.card))):
            self._goes_home(by, course.card)
            return
        # The place stays taken until the card lies there.
        self.courses[by] = Course(over=True)
        self._lies(by, course.card, CardPose(hand.x, hand.y, course.angle))
        self._sees(What.FREE, seat=by)

    def _lies(self, by: str, face: str, pose: CardPose) -> None:
        name = named(face, self.world.cards)
        self.world.lay(name, pose)
        self.laid_by[name] = by
        self._rule(words.Discard(by, Card(face)), by, {"what": "lays", "card": name, "pose": pose.to_json()})
        if name in self.world.cards:
            self._sees(What.LAID, seat=by, name=name, face=face)

    def _everybody_home(self) -> None:
        """Play stops: hands go home, with what they carry."""
        for name, course in self.courses.items():
            if course.steered:
                course.aim = None
                continue
            busy = course.state in (HandState.LAYING, HandState.REACHING, HandState.FETCHING)
            if busy or course.over:
                self._goes_home(name, course.card)

    def _digest(self) -> str:
        """Sixteen digits that change with anything on the tapis."""
        return digest(self.world.snapshot().to_json())


def percept(at_s: float, what: What, seen: dict[str, str | None]) -> Percept:
    """A percept of what is seen."""
    return Percept(at_s, what, seen.get("seat"), seen.get("name"), seen.get("face"), seen.get("other"))
