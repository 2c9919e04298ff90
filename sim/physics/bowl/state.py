"""The state of a bowl's world as plain data: cards at rest and in the air, and what has been done since."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.physics.air import Motion
from sim.physics.bowl.sideways import Aside, Course

AIR, MOVING, IN_BOWL, BESIDE = "air", "moving", "bowl", "beside"


@dataclass(frozen=True, slots=True)
class Release:
    """A card's motion as it leaves a hand, and its error across the plane.

    aside: None for a card that stays in the plane.
    """

    motion: Motion
    aside: Aside | None = None

    @property
    def speed_mm_s(self) -> float:
        """The speed in the plane."""
        return math.hypot(self.motion.vx, self.motion.vy)

    def to_json(self) -> list[float]:
        """Return x, y, angle, vx, vy, omega; of a card with an error across the plane, its offset and yaw as well."""
        across = [] if self.aside is None else [self.aside.offset_mm, self.aside.yaw_rad]
        return [*self.motion, *across]

    @staticmethod
    def from_json(data: Any) -> Release:
        """Read what `to_json` wrote. Raises TypeError or ValueError on anything else."""
        values = [float(value) for value in data]
        return Release(Motion(*values[:6]), Aside(*values[6:]) if len(values) > 6 else None)


@dataclass(frozen=True, slots=True)
class BowlMoment:
    """An event in a card's life; `what` is one of these, `where` its place of rest, if any.

    lands: the first touch inside the bowl (floor, a wall's inside, a card that lies in it); rim, floor: the first touch
    of the rim, of the table; side: it meets a side wall; passes: it comes down beside a side wall; rests: it lies
    still, for the first time or at another place (bowl or beside) than before; unsettled: it still moved when its time
    was up, and was stopped there.
    """

    time_s: float
    what: str
    name: str
    where: str | None = None


@dataclass(frozen=True, slots=True)
class CardState:
    """A card as plain data.

    `place` is air, bowl or beside; `landed` numbers the landings (0: not yet); `since` is the tick at which it was
    thrown or set moving; `noted` are the moments that do not come twice; `rested` is where it last lay still; `woke_at`
    where it was when it last set its neighbours moving; `course` its way across the plane.
    """

    name: str
    place: str
    motion: Motion
    landed: int
    since: int
    noted: tuple[str, ...]
    rested: str | None
    woke_at: Motion | None
    course: Course | None = None

    def to_json(self) -> list[Any]:
        """Return plain data."""
        return [
            self.name,
            self.place,
            list(self.motion),
            self.landed,
            self.since,
            [*self.noted],
            self.rested,
            self.woke_at and list(self.woke_at),
            self.course and self.course.to_json(),
        ]

    @staticmethod
    def from_json(data: Any) -> CardState:
        """Read what `to_json` wrote. Raises TypeError or ValueError on anything else."""
        name, place, motion, landed, since, noted, rested, woke_at, course = data
        return CardState(
            str(name),
            str(place),
            Motion(*motion),
            int(landed),
            int(since),
            tuple(noted),
            rested,
            woke_at and Motion(*woke_at),
            course and Course.from_json(course),
        )


@dataclass(frozen=True, slots=True)
class BowlAction:
    """A hand's action at a tick: a card thrown, or cards taken out."""

    tick: int
    thrown: str | None = None
    release: Release | None = None
    taken: tuple[str, ...] = ()

    def to_json(self) -> list[Any]:
        """Return plain data."""
        return [self.tick, self.thrown, self.release and self.release.to_json(), list(self.taken)]

    @staticmethod
    def from_json(data: Any) -> BowlAction:
        """Read what `to_json` wrote. Raises TypeError or ValueError on anything else."""
        tick, thrown, release, taken = data
        return BowlAction(int(tick), thrown, release and Release.from_json(release), tuple(taken))


@dataclass(frozen=True, slots=True)
class BowlSnapshot:
    """The whole state of a bowl's world.

    While cards touch and move, the engine knows more than poses and velocities (the forces it starts from, which pairs
    touch), and none of that can be saved. A snapshot is therefore the last moment at which nothing of the kind was
    going on, the actions since, and the tick to go on to: the world that is built from it does the time between again.
    """

    cards: tuple[CardState, ...] = ()
    tick: int = 0
    landings: int = 0
    actions: tuple[BowlAction, ...] = ()
    until: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return plain data that `from_json` reads back exactly."""
        return {
            "cards": [card.to_json() for card in self.cards],
            "tick": self.tick,
            "landings": self.landings,
            "deeds": [action.to_json() for action in self.actions],
            "until": self.until,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> BowlSnapshot:
        """Read what `to_json` wrote. Raises KeyError, TypeError or ValueError on anything else."""
        return BowlSnapshot(
            tuple(CardState.from_json(card) for card in data["cards"]),
            int(data["tick"]),
            int(data["landings"]),
            tuple(BowlAction.from_json(action) for action in data["deeds"]),
            int(data["until"]),
        )


@dataclass(frozen=True, slots=True)
class CardPose:
    """A card's pose (mm, rad), for a drawing; `z` away from the viewer, `yaw` about the upright."""

    name: str
    x: float
    y: float
    angle: float
    z: float = 0.0
    yaw: float = 0.0
