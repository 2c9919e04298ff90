"""The control of hands at a table of ZIGZAG: they lay cards, reach for others, fetch cards, and go home."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from sim.configuration import digest
from sim.games.zigzag.bots.observation import PerceptKind
from sim.games.zigzag.intents import Grab, Lay, Movement, ReachOut
from sim.games.zigzag.match.frame import HandState
from sim.games.zigzag.match.hand_log_entries import HandLogEntries
from sim.games.zigzag.match.rule_adapter import face_of, named
from sim.games.zigzag.match.table import HandTask, Piece, ZigzagTable
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import Card
from sim.match.simultaneous import Schedule
from sim.people import motor
from sim.physics import Point
from sim.physics.tapis.world import CardPose, Moment, Reach
from sim.protocols import Line
from sim.seeds import rng

HOME_WIDTH_MM = 150.0
"""The width of the place that a hand goes home to (assumed)."""
STUCK_S = 0.35
"""The delay after its due arrival at which a hand that was held up gives up (assumed)."""


class Rule(Protocol):
    """A function that applies an action to the rules."""

    def __call__(self, action: words.Action, by: str, physics: Line | None = None) -> object:
        """Apply the action, record it, and carry out what follows. Raises IllegalAction.

        physics: the record's line of what happened in the world.
        """


class Notice(Protocol):
    """A function that shows players what happens."""

    def __call__(
        self, kind: PerceptKind, seat: str | None = None, name: str | None = None, face: str | None = None
    ) -> None:
        """Show it to all players now. seat: the player who acts. name, face: of the card."""


class HandControl:
    """The part of a match that moves the hands, for bots and persons alike; it decides nothing."""

    def __init__(
        self,
        table: ZigzagTable,
        schedule: Schedule,
        record: Callable[[Line], None],
        rule: Rule,
        notice: Notice,
        log: HandLogEntries,
        path_of: Callable[[str], Piece],
    ) -> None:
        """Move the hands at `table`.

        record: takes lines of the match's record. path_of: returns the next piece on record of the path of a person's
        hand.
        """
        self._table, self._schedule = table, schedule
        self._write, self._rule, self._notice, self._log = record, rule, notice, log
        self._path_of = path_of
        schedule.knows(self._grasped)

    # ------------------------------------------------------------------------------------------ setting out

    def lay(self, intent: Lay) -> None:
        """Carry a card to the tapis, with the noise of the hand; or lay it at once where a steered hand is."""
        self.record_line(intent.line())
        table, by = self._table, intent.by
        if intent.noise_seed is None:
            hand = table.world.hands[by]
            self._lies(by, intent.card, CardPose(hand.x, hand.y, 0.0))
            return
        task = HandTask(HandState.LAYING, card=intent.card, place=table.free_place(by))
        self._record_executed(intent, self.carries(by, task, intent.noise_seed, intent.at_s))

    def carries(self, by: str, task: HandTask, noise_seed: int, since: Reach | float | None) -> Reach:
        """Carry a card to its place with that noise of the hand, from now on or as one that is on its way already."""
        measures, place = self._table.configuration.setup.tapis, task.place
        assert place is not None
        dx, dy, turn = (float(z) for z in rng(noise_seed).standard_normal(3))
        to = place[0] + measures.lay_sd_mm * dx, place[1] + measures.lay_sd_mm * dy
        self._table.tasks[by] = replace(task, angle=math.radians(measures.lay_angle_sd_deg) * turn)
        return self._send(by, to, measures.card_width_mm, since=since)

    def grab(self, intent: Grab) -> None:
        """Reach for a card on the tapis, with the noise of the hand; or take it as soon as a steered hand covers it."""
        self.record_line(intent.line())
        if intent.noise_seed is None:
            self._table.tasks[intent.by].aim = intent.card
            return
        self._record_executed(intent, self.reaches(intent.by, intent.card, intent.noise_seed, intent.at_s))

    def reaches(self, by: str, card: str, noise_seed: int, since: Reach | float | None) -> Reach:
        """Reach for a card with that noise of the hand, from now on or as one that is on its way already."""
        table = self._table
        pose, skill = table.world.cards[card], table.skill_of(by)
        width, noise = table.configuration.setup.tapis.card_width_mm, rng(noise_seed)
        x = pose.x + motor.reach_error_mm(skill, noise, width)
        y = pose.y + motor.reach_error_mm(skill, noise, width)
        table.tasks[by] = HandTask(HandState.REACHING, aim=card)
        return self._send(by, (x, y), width, card, since)

    def reach_out(self, intent: ReachOut) -> None:
        """Start a person's hand: it follows the path on record, then the mouse."""
        self.record_line(intent.line())
        piece = self._path_of(intent.by)
        self._table.tasks[intent.by] = HandTask(
            HandState.REACHING, steered=True, ahead=[*piece.path], is_last=piece.is_last
        )

    def record_line(self, line: Line) -> None:
        """Add a line to the record, and before it the way of a person's hand that is out, as far as it has come.

        So whatever a hand has done by that line can be repeated from the record, wherever it ends. A way that the
        record that is followed has in one piece stays in one.
        """
        for name, task in self._table.tasks.items():
            # What leads to going home is recorded with it.
            goes_home = line.get("question") == "home" and line["by"] == name
            if not task.steered or task.is_last or goes_home or len(task.path) == task.saved:
                continue
            path = [list(at) for at in task.path[task.saved :]]
            task.saved = len(task.path)
            self._write({"stage": "executed", "by": name, "measured": True, "action": {"path": path, "goes_on": True}})
            piece = self._path_of(name)
            task.ahead, task.is_last = [*task.ahead, *piece.path], piece.is_last
        self._write(line)

    def go_home(self, by: str, card: str | None = None) -> None:
        """Take the hand back to where it rests, with a card or without."""
        task = self._table.tasks[by]
        if task.steered:
            path = [list(at) for at in task.path[task.saved :]]
            self._write({"stage": "executed", "by": by, "measured": True, "action": {"path": path, "goes_on": False}})
            self._log.note_return()
        self._table.tasks[by] = HandTask(HandState.BACK, card=card)
        self._send(by, self._table.homes[by], HOME_WIDTH_MM)

    def fetch(self, by: str, at: Point, state: HandState, then: words.Action | None) -> None:
        """Take the hand to a place (mm), do there what is to be done if the rules allow it, and take it home."""
        self._table.tasks[by] = HandTask(state, then=then)
        self._send(by, at, HOME_WIDTH_MM)

    def everybody_home(self) -> None:
        """Take all hands home, with what they carry: play stops."""
        for name, task in self._table.tasks.items():
            if task.steered:
                task.aim = None
                continue
            busy = task.state in (HandState.LAYING, HandState.REACHING, HandState.FETCHING)
            if busy or task.over:
                self.go_home(name, task.card)

    def in_front(self, name: str) -> Point:
        """Return the place of a player's face-down card (mm)."""
        home = self._table.homes[name]
        return 0.78 * home[0], 0.78 * home[1]

    def _send(
        self, by: str, to: Point, width_mm: float, card: str | None = None, since: Reach | float | None = None
    ) -> Reach:
        """Send a hand somewhere. since: when it sets out (s), or the reach that it is on, which gets another end."""
        world = self._table.world
        hand = world.hands[by]
        x, y = (since.x0, since.y0) if isinstance(since, Reach) else (hand.x, hand.y)
        takes = motor.reach_time_s(self._table.skill_of(by), math.hypot(to[0] - x, to[1] - y), width_mm)
        if not self._table.seat_of(by).is_person:
            takes *= self._table.tempo.moving
        if isinstance(since, Reach):
            hand.reach = replace(since, x1=to[0], y1=to[1], takes_s=takes, card=card)
            return hand.reach
        return world.send(by, *to, takes, card, since)

    def _record_executed(self, intent: Movement, reach: Reach) -> None:
        action = {"card": intent.card, "to": [reach.x1, reach.y1], "takes_s": reach.takes_s}
        self.record_line({"stage": "executed", "by": intent.by, "noise_seed": intent.noise_seed, "action": action})

    # ------------------------------------------------------------------------------------------ what comes of it

    def move(self) -> None:
        """Move all hands on by one tick."""
        table = self._table
        if not (table.world.active or any(task.steered for task in table.tasks.values())):
            table.world.skip(1)
            return
        self._steer()
        for moment in table.world.tick():
            self._react(moment)
        for name, task in table.tasks.items():
            hand = table.world.hands[name]
            if task.steered or hand.arrived or hand.reach is None or task.stuck:
                continue
            if table.world.time_s > hand.reach.ends_s + STUCK_S:
                hand.arrived = True
                self._arrives(name)

    def _steer(self) -> None:
        for name, task in self._table.tasks.items():
            if not task.steered:
                continue
            step = len(task.path)
            at = task.ahead[step] if step < len(task.ahead) else self._table.pointers[name]
            at = (round(at[0], 2), round(at[1], 2))
            task.path.append(at)
            self._table.world.steer(name, *at, task.aim)

    def _react(self, moment: Moment) -> None:
        if moment.what == "covers":
            self._covers(moment)
        elif moment.what == "arrives":
            self._arrives(moment.hand)

    def _covers(self, moment: Moment) -> None:
        """Give the card to the hand that is over it first, if it aims at it and the rules allow it."""
        table, by, name = self._table, moment.hand, moment.card
        assert name is not None
        task = table.tasks[by]
        action = words.Take(by, Card(face_of(name)))
        if task.aim != name or not table.allows(action):
            table.world.held.pop(name, None)
            return
        physics: Line = {"what": "covers", "card": name, "at_s": moment.time_s, "rivals": self._rivals(by, name)}
        table.world.take(name)
        table.laid_by.pop(name, None)
        task.aim, task.card = None, face_of(name)
        if not task.steered:
            task.state = HandState.GRASPING
            grasp_s = table.configuration.setup.hand.grasp_ms / 1000.0
            self._schedule.after(grasp_s, self._grasped, by)
        self._rule(action, by, physics)
        self._notice(PerceptKind.TAKEN, seat=by, name=name, face=face_of(name))

    def _rivals(self, by: str, name: str) -> list[dict[str, Any]]:
        """Return the other hands that reach for the card, with the time at which each would cover it.

        due_s: None for a steered hand, and for one that would come down beside the card.
        """
        table, rivals = self._table, []
        for other, theirs in table.tasks.items():
            reach = table.world.hands[other].reach
            if other != by and theirs.aim == name and theirs.state is HandState.REACHING and reach is not None:
                due = None if theirs.steered else table.world.covers_at_s(reach)
                rivals.append({"by": other, "due_s": due})
        return rivals

    def _grasped(self, by: str) -> None:
        task = self._table.tasks[by]
        if task.state is HandState.GRASPING:
            self.go_home(by, task.card)

    def _arrives(self, by: str) -> None:
        task = self._table.tasks[by]
        match task.state:
            case HandState.LAYING:
                self._lays(by)
            case HandState.REACHING:
                task.stuck = True
                self._notice(PerceptKind.MISSED, seat=by)
            case HandState.FETCHING | HandState.PLAYING:
                if task.then is not None and self._table.allows(task.then):
                    self._rule(task.then, by)
                if self._table.tasks[by] is task:
                    self.go_home(by, task.card)
            case HandState.BACK:
                self._table.world.rest(by)
                self._table.tasks[by] = HandTask()
                self._notice(PerceptKind.FREE, seat=by)

    def _lays(self, by: str) -> None:
        """Lay the card, now that the hand is in its place; take it home if the rules do not allow it any more."""
        task, hand = self._table.tasks[by], self._table.world.hands[by]
        assert task.card is not None
        if not self._table.allows(words.Discard(by, Card(task.card))):
            self.go_home(by, task.card)
            return
        # The place stays taken until the card lies there.
        self._table.tasks[by] = HandTask(over=True)
        self._lies(by, task.card, CardPose(hand.x, hand.y, task.angle))
        self._notice(PerceptKind.FREE, seat=by)

    def _lies(self, by: str, face: str, pose: CardPose) -> None:
        table = self._table
        name = named(face, table.world.cards)
        table.world.lay(name, pose)
        table.laid_by[name] = by
        self._rule(words.Discard(by, Card(face)), by, {"what": "lays", "card": name, "pose": pose.to_json()})
        if name in table.world.cards:
            self._notice(PerceptKind.LAID, seat=by, name=name, face=face)


def world_digest(table: ZigzagTable) -> str:
    """Return a digest that changes with anything on the tapis."""
    return digest(table.world.snapshot().to_json())
