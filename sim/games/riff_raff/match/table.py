"""A ship, and who sits before her: what a match of Riff Raff and practice at it have in common.

Who is a person is asked through the inbox, while the clock runs tick by tick; what the hand under the mouse does is
carried out by an attempt of its own kind (sim/physics/ship/carrying.py), and told as measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sim.errors import InputError
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.frame import PieceState, PieceView, StaticScene, TableStage
from sim.games.riff_raff.match.hand_log_entries import place_line, react_line
from sim.games.riff_raff.match.mouse_hand import Mouse, OnRecord
from sim.match.base import Match, StopMatch
from sim.match.human_input import Inbox
from sim.physics.ship.attempt import Attempt
from sim.physics.ship.carrying import Carrying, Grasp, HandGuide, RefusalReason
from sim.physics.ship.fitting import usual_stance
from sim.physics.ship.pieces import Piece, Stance
from sim.physics.ship.state import Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from sim.protocols import Line
from sim.rules_frame import IllegalAction
from sim.seat import Seat

# What an answer to a question says.
_SAYS = {"card": "card", "captain": "captain", "order": "order", "count": "count"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person said, and whether it was said on record."""

    line: Line
    recorded: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """What of a frame is physics."""

    hull_angle: float
    yards: tuple[Pose, ...]
    pieces: tuple[PieceView, ...]
    hand: Pose | None
    palms: tuple[Pose, ...]


class ShipTable(Match):
    """A match or practice under way. `mouse` is the hand that a window steers; `note_hand` is told what hands did.

    follows_record: does every answer come from a record?
    """

    game = "riff-raff"
    title = "Riff Raff"
    follows_record = False

    def __init__(
        self,
        configuration: RiffRaffConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        tell: Callable[[Line], None] | None,
        inbox: Inbox | None,
    ) -> None:
        super().__init__(seats, seed, tell)
        self.configuration = configuration
        self.inbox = inbox or Inbox()
        self.mouse = Mouse()
        self.note_hand: Callable[[Line], None] = lambda _line: None
        self.table_stage = TableStage.CHOOSING
        self.snapshot = Snapshot()
        self.loading: Attempt | None = None
        palm = max(configuration.skills[seat.profile].catch_width_mm for seat in seats)
        self.static_scene = StaticScene(configuration.setup.ship, configuration.setup.pieces, palm)
        self._by_name = {seat.name: seat for seat in seats}
        self._asked: dict[str, str] = {}
        self._answers: dict[str, Answer] = {}
        self._moments = 0
        self._attempts = 0
        self._pause_ticks = 0
        self._script = self._play()

    # ------------------------------------------------------------------------------------------ time

    def _play(self) -> Iterator[int]:
        """The course of it as pauses, in ticks; while `self.loading` is under way its ticks come in between."""
        raise NotImplementedError

    def run(self) -> None:
        """To the end. Raises InputError where a person would be waited for."""
        persons = [seat.name for seat in self.seats if seat.is_person]
        if persons and not self.follows_record:
            raise InputError(f"{persons[0]} plays by hand, so the match cannot be run without a window.")
        super().run()

    @property
    def now_s(self) -> float:
        """Match time including what is not yet a whole tick: pointer samples carry it."""
        return self.time_s + self._owed_s

    def _move(self, most: int) -> int:
        if self._pause_ticks:
            ticks = min(most, self._pause_ticks)
            self._pause_ticks -= ticks
            self._ticks += ticks
        elif self.loading is not None and not self.loading.done:
            ticks = self.loading.advance(most)
            # What happens in a tick is told with the time at which it begins.
            self._ticks += ticks - 1
            self._notice(self.loading)
            self._ticks += 1
        else:
            try:
                self._pause_ticks = next(self._script, 0)
            except StopMatch:
                self.finished = True
            ticks = 0
        return ticks

    def _notice(self, loading: Attempt) -> None:
        if loading.hand is None and self.table_stage is TableStage.LOADING:
            self.table_stage = TableStage.WATCHING
            self._asked.clear()
        for moment in loading.moments[self._moments :]:
            if moment.what in ("falls", "caught"):
                kind = kind_of(moment.name)
                text = f"The {kind} falls!" if moment.what == "falls" else f"The {kind} is caught."
                self._say(text, "bad" if moment.what == "falls" else "good")
        self._moments = len(loading.moments)

    def _attempt(self, loading: Attempt) -> Iterator[int]:
        """Have an attempt under way until it is done."""
        self.loading, self._moments, self.table_stage = loading, 0, TableStage.LOADING
        while not loading.done:
            yield 0

    # ------------------------------------------------------------------------------------------ persons

    @property
    def waits_for(self) -> tuple[str, ...]:
        """Persons whose answer, or whose hand, everything waits for."""
        return tuple(name for name in self._asked if name not in self._answers)

    def question(self, by: str) -> str | None:
        """What a person is asked now: card, captain, order, count, place; None for nothing."""
        return self._asked.get(by)

    def usual_stance(self, kind: str, slot: int) -> Stance:
        """How a piece for that slot is taken up at first."""
        setup = self.configuration.setup
        return usual_stance(setup, kind, setup.ship.slot(slot))

    @property
    def tries_so_far(self) -> int:
        """How many attempts there were."""
        return self._attempts

    @property
    def carrying(self) -> Carrying | None:
        """The attempt of a person that is under way, held or let go."""
        return self.loading if isinstance(self.loading, Carrying) else None

    @property
    def holds(self) -> bool:
        """Does a person hold a piece?"""
        return self.carrying is not None and self.carrying.hand is not None and not self.carrying.done

    def may(self, line: Line) -> None:
        """Raise IllegalAction, one plain sentence, where what a person wants is against the rules now."""
        by, question = str(line.get("by")), str(line.get("question"))
        seat = self._by_name.get(by)
        if seat is None or not seat.is_person:
            raise IllegalAction(f"Nobody called {by} plays by hand here.")
        if self.finished or self.table_stage is TableStage.OVER:
            raise IllegalAction("The match is over.")
        if by in self._answers:
            raise IllegalAction("That has been said and stays so.")
        if self._asked.get(by) != question:
            raise IllegalAction(self._why_not_now(by, question))
        if self.loading is not None and question == "place":
            raise IllegalAction("The hand holds a piece already.")
        self._check(line)

    def act(self, line: Line) -> None:
        """What a person does. Raises IllegalAction as `may`."""
        self.may(line)
        self.inbox.put(line)

    def put_back(self) -> None:
        """The held piece goes back to the supply. Raises IllegalAction once it has met wood."""
        carrying = self.carrying
        if carrying is None or not self.holds:
            raise IllegalAction("The hand holds nothing.")
        if carrying.touched:
            raise IllegalAction(f"The {carrying.kind} has touched the ship: it must be let go now.")
        carrying.put_back()

    def take_refusal(self) -> str | None:
        """Why the hand did not open when it was told to; told once."""
        carrying = self.carrying
        if carrying is None or carrying.refused is None:
            return None
        refused, carrying.refused = carrying.refused, None
        if refused.why is RefusalReason.NO_ROOM:
            return f"There is no room for the {carrying.kind} here."
        return f"The {carrying.kind} would come down on slot {refused.slot}, and the card says {carrying.grasp.slot}."

    def _check(self, line: Line) -> None:
        """Raise IllegalAction where the rules forbid this answer to the question that is open."""
        raise NotImplementedError

    def _why_not_now(self, by: str, question: str) -> str:
        raise NotImplementedError

    def _listen(self) -> None:
        """Take what persons have said up to now. Raises StopMatch where a record says no more."""
        recorded = not self.inbox.live
        for line in self.inbox.take(self._ticks):
            try:
                self.may(line)
            except IllegalAction as refused:
                if recorded:
                    self._refuse(line, refused)
                continue  # said too late
            self._answers[line["by"]] = Answer(line, recorded)
        if self.follows_record and self.inbox.live and self.waits_for:
            raise StopMatch

    def _refuse(self, line: Line, refused: IllegalAction) -> None:
        """What is on record is against the rules. Raises InputError."""
        raise InputError(f"{self.inbox.where}: tick {line['tick']}: {line['by']}: {refused}") from refused

    def _hear(self, by: str, question: str) -> Iterator[int]:
        """Wait until a person has answered; the answer is then in `_answers`."""
        self._asked = {by: question}
        while True:
            self._listen()
            if by in self._answers:
                return
            yield 1

    def _tell_answer(self, by: str, question: str, line: Line) -> Line:
        """Tell what a person answered as an intent, and give it."""
        told = {key: line[key] for key in (_SAYS[question], "tick")}
        self._tell({"stage": "intent", "by": by, "question": question, **told})
        return told

    def _carry(self, by: str, slot: int) -> Iterator[int]:
        """Wait until a person has taken a piece, and let go of it; then `self.loading` is done and not returned."""
        while True:
            yield from self._hear(by, "place")
            answer = self._answers.pop(by)
            skill = self.configuration.skills[self._by_name[by].profile]
            kind = str(answer.line["piece"])
            name = f"{kind}-{self._attempts + 1}"
            self._course = self._course_of(answer, kind, slot, name)
            grasp = Grasp(name, kind, slot, skill.hand_speed_max_mm_s, skill.press_force_mn, skill.catch_width_mm)
            carrying = Carrying(ShipWorld(self.configuration.setup, self.snapshot), grasp, self._course)
            yield from self._attempt(carrying)
            if not carrying.returned:
                break
            self.loading, self.table_stage = None, TableStage.THINKING
        self._attempts += 1
        self._tell_hand(by, carrying, answer)

    def _course_of(self, answer: Answer, kind: str, slot: int, name: str) -> HandGuide:
        piece = self.configuration.setup.pieces[kind]
        if answer.recorded:
            measured = self.inbox.measured()
            action: Mapping[str, Any] = {} if measured is None else measured["action"]
            if measured is None or measured["by"] != answer.line["by"]:
                self._refuse(answer.line, IllegalAction("the record does not tell what the hand did"))
            if (action["name"], action["kind"], action["slot"]) != (name, kind, slot):
                self._refuse(answer.line, IllegalAction("the hand carried something else than was taken"))
            unknown = [held["stance"] for held in action["stances"] if held["stance"] not in piece.stances]
            if unknown or action["stances"][0]["from_tick"] != 0:
                self._refuse(answer.line, IllegalAction(f"a {kind} cannot be held like that"))
            return OnRecord(action, f"{self.inbox.where}: tick {answer.line['tick']}")
        self.mouse.begin(self._ticks, str(answer.line.get("stance") or self.usual_stance(kind, slot).name))
        return self.mouse

    def _tell_hand(self, by: str, carrying: Carrying, answer: Answer) -> None:
        """Told when all is over, so that a match that is left in mid-air goes on at the question."""
        release = carrying.release
        assert release is not None
        grasp = carrying.grasp
        piece = self.configuration.setup.pieces[grasp.kind]
        form = piece.stances[carrying.stance].form
        stance = nearest_stance(piece, form, release.angle)
        self._tell(
            {
                "stage": "intent",
                "by": by,
                "question": "place",
                "piece": grasp.kind,
                "stance": stance,
                "slot": grasp.slot,
                "x_mm": release.x,
                "catch": "all",
                "tick": answer.line["tick"],
            }
        )
        if isinstance(self._course, OnRecord):
            action = {**self._course.action, "held_back_ticks": carrying.held_back}
        else:
            action = self.mouse.to_json(grasp.name, grasp.kind, grasp.slot, carrying.held_back)
            self.note_hand(place_line(by, carrying, piece.stances[stance], self._aim_of(grasp.kind)))
            reaction = react_line(by, carrying, self.mouse)
            if reaction is not None:
                self.note_hand(reaction)
        self._tell({"stage": "executed", "by": by, "measured": True, "action": action})

    def _aim_of(self, kind: str) -> float | None:
        """Where along its slot (mm) a piece of that kind was to go, where that is known: in practice."""
        return None

    # ------------------------------------------------------------------------------------------ what is seen

    def _seen(self) -> Seen:
        """Ship, pieces and hands as they are now."""
        loading = self.loading
        now = self.snapshot if loading is None else loading.world.snapshot()
        return Seen(
            now.hull.angle,
            now.yards or ShipWorld(self.configuration.setup).snapshot().yards,
            (*_views(now, loading), *_debris(loading)),
            None if loading is None or loading.hand is None else loading.hand.pose(),
            () if loading is None or loading.catchers is None else loading.catchers.poses(),
        )


def kind_of(name: str) -> str:
    """`crate-17` is a crate."""
    return name.partition("-")[0]


def _views(now: Snapshot, loading: Attempt | None) -> Iterator[PieceView]:
    for c in now.cargo:
        state = PieceState.ABOARD
        if loading is not None:
            if loading.hand is not None and loading.hand.name == c.name:
                state = PieceState.HELD
            elif c.name in loading.fallen:
                state = PieceState.FALLEN
            elif loading.world.cargo[c.name].falling:
                state = PieceState.FALLING
        yield PieceView(c.name, c.kind, c.form, c.pose.x, c.pose.y, c.pose.angle, state)


def _debris(loading: Attempt | None) -> Iterator[PieceView]:
    for c in () if loading is None else loading.debris:
        yield PieceView(c.name, c.kind, c.form, c.pose.x, c.pose.y, c.pose.angle, PieceState.FALLEN)


def nearest_stance(piece: Piece, form: str, angle: float) -> str:
    """The stance of that form which is turned most like that."""
    stances = [stance for stance in piece.stances.values() if stance.form == form]
    return min(stances, key=lambda stance: abs(math.remainder(angle - stance.angle, 2 * math.pi))).name
