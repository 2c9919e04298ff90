"""The state of a tapis as plain data: the cards that lie on it, the hands and their reaches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sim.physics.hands.minimum_jerk import minimum_jerk


@dataclass(frozen=True, slots=True)
class CardPose:
    """A card's pose: its middle (mm) and its angle (rad)."""

    x: float
    y: float
    angle: float

    def to_json(self) -> list[float]:
        """Return x, y and the angle."""
        return [self.x, self.y, self.angle]


@dataclass(frozen=True, slots=True)
class Reach:
    """A reach along a minimum-jerk path: from where, to where (mm), from when and how long (s). `card`: what for."""

    x0: float
    y0: float
    x1: float
    y1: float
    began_s: float
    takes_s: float
    card: str | None = None

    def at(self, time_s: float) -> tuple[float, float]:
        """Return where (mm) the hand would be at a time if nothing were in its way."""
        share = 1.0 if self.takes_s <= 0 else minimum_jerk((time_s - self.began_s) / self.takes_s)
        return self.x0 + (self.x1 - self.x0) * share, self.y0 + (self.y1 - self.y0) * share

    @property
    def ends_s(self) -> float:
        """The time at which it would be over."""
        return self.began_s + self.takes_s

    def to_json(self) -> list[Any]:
        """Return plain data."""
        return [self.x0, self.y0, self.x1, self.y1, self.began_s, self.takes_s, self.card]


@dataclass(slots=True)
class Hand:
    """A hand: where it is (mm), how fast (mm/s), its reach (None: it rests), a path steered from outside (a mouse).

    out: it is over the table, where other hands can meet it. arrived: its reach is over.
    """

    x: float
    y: float
    vx: float = 0.0
    vy: float = 0.0
    reach: Reach | None = None
    steered: tuple[float, float] | None = None
    out: bool = False
    arrived: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "pose": [self.x, self.y, self.vx, self.vy],
            "reach": None if self.reach is None else self.reach.to_json(),
            "steered": None if self.steered is None else list(self.steered),
            "out": self.out,
            "arrived": self.arrived,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Hand:
        """Read what `to_json` wrote."""
        x, y, vx, vy = data["pose"]
        reach = None if data["reach"] is None else Reach(*data["reach"])
        steered = None if data["steered"] is None else (data["steered"][0], data["steered"][1])
        return cls(x, y, vx, vy, reach, steered, data["out"], data["arrived"])


@dataclass(frozen=True, slots=True)
class Moment:
    """An event: covers (a card: the hand has it), arrives, or bumps (into `other`); at a time (s)."""

    time_s: float
    hand: str
    what: str
    card: str | None = None
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole state of a tapis. `held`: hand by covered card that still lies there. `touching`: pairs of hands."""

    tick: int
    cards: dict[str, CardPose] = field(default_factory=dict)
    hands: dict[str, Hand] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    touching: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "tick": self.tick,
            "cards": {name: pose.to_json() for name, pose in self.cards.items()},
            "hands": {name: hand.to_json() for name, hand in self.hands.items()},
            "held": dict(self.held),
            "touching": [list(pair) for pair in self.touching],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Snapshot:
        """Read what `to_json` wrote."""
        return cls(
            data["tick"],
            {name: CardPose(*pose) for name, pose in data["cards"].items()},
            {name: Hand.from_json(hand) for name, hand in data["hands"].items()},
            dict(data["held"]),
            tuple((a, b) for a, b in data["touching"]),
        )
