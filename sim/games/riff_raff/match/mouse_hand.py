"""The hand under the mouse: pointer samples from a window become targets tick by tick, and the path on record.

A person's placements are lines of the hand log, too (sim/match/hand_log.py), unless keys lead the hand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from sim.match.hand_log import Placed, Reacted
from sim.match.record import RecordError, RecordModel
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.pointer import REST_S, Pointing
from sim.physics.ship.carrying import Carrying, HandTarget
from sim.physics.ship.letting_go import FLICK_MM_S
from sim.physics.ship.pieces import Stance
from sim.protocols import Line

WAITS_AT = (-230.0, 150.0)  # where a hand is before its pointer is known
DEAD_MM = 4.0  # a click may move the mouse by as much
LEAST_STRENGTH = 0.5
"""The least by which the velocity of a throw is multiplied."""
_DT = 1.0 / TICK_HZ


FARTHEST = 1e5
"""The limit of a pointer's distance from the ship (mm) and of the turn of a piece (rad)."""
_Measure = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]


class _Held(RecordModel):
    """The stance in which the piece is held from a tick on."""

    from_tick: int = Field(ge=0)
    stance: str


class _MeasuredAction(RecordModel):
    """The path of a person's hand.

    path: place (mm) and turn (rad) per tick until it lets go. thrown: the hand threw, with the velocity of the path's
    last step. palms: their x (mm) per tick after that.
    """

    name: str
    kind: str
    slot: int = Field(ge=1)
    stances: list[_Held] = Field(min_length=1)
    path: list[Annotated[list[_Measure], Field(min_length=3, max_length=3)]] = Field(min_length=1)
    palms: list[_Measure | None]
    held_back_ticks: int = Field(ge=0)
    thrown: bool


class MeasuredModel(RecordModel):
    """The line of the record."""

    stage: Literal["executed"]
    by: str
    measured: Literal[True]
    action: _MeasuredAction


MEASURED: TypeAdapter[Any] = TypeAdapter(MeasuredModel)


class Mouse:
    """The hand under the mouse, for one person after the other. A window reports the pointer, in match time.

    It is a `sim.physics.ship.carrying.HandGuide`. pace: seconds of match time per second of the person's (below 1 in
    slow motion); it only matters for the times in the hand log. strength: what the velocity of a throw is multiplied
    by. by_keys: keys lead it since the piece was taken, so its path is not the person's own and is not logged.
    may_throw: how it moves may be a flick; what arrow keys carry is only set down. stopped: it let go of the last piece
    too late to throw it, but so soon after a flick that it seems to have meant to.
    """

    def __init__(self) -> None:
        self.pointing = Pointing()
        self.pace = self.strength = 1.0
        self.by_keys = self.stopped = False
        self.may_throw = True
        self.path: list[tuple[float, float, float]] = []
        self.palms: list[float | None] = []
        self.stances: list[tuple[int, str]] = []
        self.wall_s: list[float] = []
        self._rests: Point | None = None
        self._catches = False
        self._base = 0
        self._stance = ""
        self._turn = 0.0
        self._opens_s: float | None = None
        self._leaves_s = 0.0
        self._throws: Point | None = None

    # ------------------------------------------------------------------------------------------ called by the window

    def point(self, time_s: float, x_mm: float, y_mm: float, since_s: float | None = None) -> None:
        """Record where the pointer is (world, mm) at a match time (s).

        since_s: the time after which it came there, if it may have come there before `time_s`.
        """
        self.pointing.note(time_s, (_within(x_mm), _within(y_mm)), since_s)

    def lose_sight(self) -> None:
        """Forget where the pointer was: the window was left. Catching hands wait until it moves again."""
        self.pointing = Pointing()
        self._rests, self._catches = None, False

    def turn(self, by_rad: float) -> None:
        """Turn the piece by an angle, counter-clockwise."""
        self._turn = _within(self._turn + by_rad)

    def hold_as(self, stance: str) -> None:
        """Take the piece in another stance, as soon as it is free of the ship; its turn starts again from 0."""
        self._stance, self._turn = stance, 0.0

    def let_go(self, time_s: float, sure_s: float = math.inf) -> None:
        """Open the fingers at a match time (s), with the velocity that the pointer then has.

        sure_s: the time after which it may have been, if that is earlier.
        """
        if self._opens_s is None:
            self._opens_s, self._throws = time_s, self.flick(time_s, sure_s)
            self._leaves_s = self.leaves_s(time_s) if self._throws else time_s
            last = self.pointing.last_motion(time_s, sure_s)
            self.stopped = self.may_throw and last.late and last.speed > FLICK_MM_S

    def flick(self, time_s: float, sure_s: float = math.inf) -> Point | None:
        """Return the velocity (mm/s) with which the piece would be thrown if let go then; None if it would not."""
        vx, vy = self.pointing.velocity(time_s, sure_s) if self.may_throw else (0.0, 0.0)
        return (self.strength * vx, self.strength * vy) if math.hypot(vx, vy) > FLICK_MM_S else None

    def leaves_s(self, time_s: float) -> float:
        """Return when a hand that throws then leaves the pointer's path (s), to go on as it throws.

        It goes on between two reports of the pointer; where it rests it has no way to make up.
        """
        heard_s = self.pointing.heard_s(time_s)
        return heard_s if time_s - heard_s <= REST_S else time_s

    @property
    def stance(self) -> str:
        """The stance that the person wants."""
        return self._stance

    @property
    def taken_tick(self) -> int:
        """The tick of the match at which it took the piece."""
        return self._base

    @property
    def opens(self) -> bool:
        """True once the hand is to open."""
        return self._opens_s is not None

    # ------------------------------------------------------------------------------------------ called by the physics

    def begin(self, tick: int, stance: str) -> None:
        """Take a piece at that tick of the match."""
        self.path, self.palms, self.stances, self.wall_s = [], [], [], []
        self._rests, self._catches, self.by_keys, self.may_throw, self.stopped = None, False, False, True, False
        self._base, self._opens_s, self._throws = tick, None, None
        self.hold_as(stance)

    def wish(self, tick: int) -> HandTarget:
        """Return the target of the holding hand for this tick, counted from the taking of the piece."""
        start, opens = (self._base + tick) * _DT, self._opens_s
        # A hand that throws goes on for a tick with the velocity of the throw, so that the path on record has it.
        throws = self._throws is not None
        if opens is not None and tick > throws and start >= opens + (_DT if throws else 0.0) - 1e-9:
            return HandTarget(*self.path[-1], self._stance, True, _last_velocity(self.path) if throws else None)
        if tick == len(self.path):
            end = start + _DT
            if not self.pointing.known:
                x, y = WAITS_AT
            elif opens is None or end <= self._leaves_s:
                x, y = self.pointing.at(end)
            else:
                # Start from where the hand is by then, even if it stood waiting for samples of the pointer.
                late = self.path and start >= self._leaves_s
                since, (x, y) = (
                    (start, self.path[-1][:2]) if late else (self._leaves_s, self.pointing.at(self._leaves_s))
                )
                vx, vy = self._throws or (0.0, 0.0)
                x, y = x + vx * (end - since), y + vy * (end - since)
            # Rounded as in the record, so that a replay moves by the very same numbers.
            self.path.append((round(_within(x), 3), round(_within(y), 3), round(self._turn, 5)))
            if not self.stances or self.stances[-1][1] != self._stance:
                self.stances.append((tick, self._stance))
        return HandTarget(*self.path[tick], self._stance)

    def keep(self) -> None:
        """Cancel letting go: the hand holds on."""
        self._opens_s = None

    def palm(self, tick: int) -> float | None:
        """Return the pointer's x (mm) at the end of this tick; None while the palms wait."""
        index = tick - len(self.path)
        if index == len(self.palms):
            end = (self._base + tick + 1) * _DT
            self.palms.append(self._palm(end))
            self.wall_s.append((self.wall_s[-1] if self.wall_s else 0.0) + _DT / self.pace)
        return self.palms[index]

    def _palm(self, end_s: float) -> float | None:
        """Return the palms' x; None until the mouse is moved."""
        if not self.pointing.known:
            return None
        x, y = self.pointing.at(end_s)
        if self._rests is None:
            self._rests = (x, y)
        self._catches = self._catches or math.dist((x, y), self._rests) > DEAD_MM
        return round(_within(x), 3) if self._catches else None

    def since(self, later_s: float, earlier_s: float, released_s: float) -> float:
        """Return the seconds of the person's own time between two times after the release.

        later_s, earlier_s, released_s: match time (s) since the piece was taken.
        """
        last = len(self.wall_s) - 1
        later, earlier = (min(last, max(0, round((t - released_s) * TICK_HZ) - 1)) for t in (later_s, earlier_s))
        return self.wall_s[later] - self.wall_s[earlier] if self.wall_s else 0.0

    def to_json(self, name: str, kind: str, slot: int, held_back: int) -> Line:
        """Return what the hand did, as the record's `action`."""
        palms = list(self.palms)
        while len(palms) > 1 and palms[-1] == palms[-2]:
            del palms[-1]
        return {
            "name": name,
            "kind": kind,
            "slot": slot,
            "stances": [{"from_tick": tick, "stance": stance} for tick, stance in self.stances],
            "path": [list(place) for place in self.path],
            "palms": palms,
            "held_back_ticks": held_back,
            "thrown": self._throws is not None,
        }


def _last_velocity(path: Sequence[Sequence[float]]) -> Point:
    """Return the velocity (mm/s) of a path's last step."""
    (ax, ay, _), (bx, by, _) = path[-2:]
    return (bx - ax) * TICK_HZ, (by - ay) * TICK_HZ


def _within(measure: float) -> float:
    return min(max(measure, -FARTHEST), FARTHEST)


@dataclass(slots=True)
class RecordedHand:
    """A hand from a record: a `sim.physics.ship.carrying.HandGuide`. where: its place in the record, for messages."""

    action: Mapping[str, Any]
    where: str

    def wish(self, tick: int) -> HandTarget:
        """Return the target of the holding hand for this tick, counted from the taking of the piece."""
        path = self.action["path"]
        stance: str = [held["stance"] for held in self.action["stances"] if held["from_tick"] <= tick][-1]
        x, y, turn = path[min(tick, len(path) - 1)]
        lets_go = tick >= len(path)
        return HandTarget(x, y, turn, stance, lets_go, self.throws if lets_go else None)

    @property
    def throws(self) -> Point | None:
        """The velocity (mm/s) of the throw; None for a hand that sets down, or that does not move."""
        path = self.action["path"]
        if not self.action["thrown"] or len(path) < 2:
            return None
        velocity = _last_velocity(path)
        return velocity if math.hypot(*velocity) > LEAST_STRENGTH * FLICK_MM_S - 1.0 else None

    def keep(self) -> None:
        """Raise RecordError, since the recorded hand did open."""
        raise RecordError("{where}: the hand lets go where the rules forbid it.", where=self.where)

    def palm(self, tick: int) -> float | None:
        """Return the x of a palm (mm) at the end of this tick; None while the palms wait."""
        palms = self.action["palms"]
        x: float | None = palms[min(tick - len(self.action["path"]), len(palms) - 1)] if palms else None
        return x


PATH_S = 10.0
"""The last part of a path that is logged (s): a longer wait tells no more about a hand's tremor."""


def place_line(by: str, carrying: Carrying, stance: Stance, aim_x_mm: float | None) -> Line:
    """Return the line of a placement: the piece's centre of gravity tick by tick, and how it was let go.

    The speed is the hand's downward speed when the piece met wood or when it was let go, whichever came first. A person
    who aims at a mark (`aim_x_mm`) is taken to aim at no turn of the piece.
    """
    release, grasp = carrying.release, carrying.grasp
    assert release is not None
    path = carrying.trace[-round(PATH_S * TICK_HZ) :]
    return Placed(
        by=by,
        piece=grasp.kind,
        stance=stance.name,
        slot=grasp.slot,
        x_mm=release.x,
        angle_rad=release.angle - stance.angle,
        height_mm=None if carrying.flicked else carrying.release_height_mm,
        speed_mm_s=carrying.lowered_mm_s,
        aim_x_mm=aim_x_mm,
        aim_angle_rad=None if aim_x_mm is None else 0.0,
        path_hz=float(TICK_HZ),
        # Rounded to a micrometre, a hundredth of the steadiest hand's tremor.
        path=tuple((round(x, 3), round(y, 3), round(angle - stance.angle, 5)) for x, y, angle in path),
    ).line()


def react_line(by: str, carrying: Carrying, mouse: Mouse) -> Line | None:
    """Return the line of how soon a palm moved after a fall began; None if nothing fell, or it moved already.

    There is none after a throw either: what is thrown moves anyway, so it is no cue.
    """
    palms = carrying.guided
    if carrying.flicked or palms.noticed_s is None or palms.moved_s is None or not palms.falls_side:
        return None
    rt_s = mouse.since(palms.moved_s, palms.noticed_s, carrying.released_s)
    return Reacted(by=by, cue="falls", rt_ms=1000.0 * rt_s, correct=palms.moved_side == palms.falls_side).line()
