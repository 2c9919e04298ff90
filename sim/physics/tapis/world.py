"""The tapis seen from above: hands reach for cards, the hand that covers a card first has it, hands block and bump.

A hand is a disc with a mass and a strength. At every control tick it is given the velocity that would bring it to where
its minimum-jerk path says it should be at the next, as far as its strength allows; between two ticks it moves freely,
or, where hands can meet, as the engine has it. So an unhindered hand is exactly on its path at every tick, whatever the
step, and the moment at which its middle crosses the edge of a card is found on the line between two positions, not
rounded to a step. Cards lie still: hands are above them. The state is plain data (`Snapshot`).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pymunk

from sim.physics.contact.bodies import like_surface
from sim.physics.contact.profiles import new_space
from sim.physics.minimum_jerk import minimum_jerk
from sim.physics.tapis.measures import TapisSetup


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


_HAND = 1
Segment = tuple[float, float, float, float]


def entry(segment: Segment, card: CardPose, width_mm: float, height_mm: float) -> float | None:
    """Return the share (0..1) of a straight movement at which it enters a card; 0 if it begins on it, None if it
    misses.
    """
    x0, y0, x1, y1 = segment
    cos, sin = math.cos(card.angle), math.sin(card.angle)

    def own(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - card.x, y - card.y
        return dx * cos + dy * sin, dy * cos - dx * sin

    (ax, ay), (bx, by) = own(x0, y0), own(x1, y1)
    first, last = 0.0, 1.0
    for a, b, half in ((ax, bx, width_mm / 2), (ay, by, height_mm / 2)):
        if a == b:
            if abs(a) > half:
                return None
            continue
        enter, leave = sorted(((-half - a) / (b - a), (half - a) / (b - a)))
        first, last = max(first, enter), min(last, leave)
    return first if first <= last else None


class TapisWorld:
    """A tapis under way. Hands by the names of their owners, cards by their own."""

    def __init__(self, setup: TapisSetup, snapshot: Snapshot) -> None:
        self.setup = setup
        found = copy.deepcopy(snapshot)
        self.cards: dict[str, CardPose] = found.cards
        self.hands: dict[str, Hand] = found.hands
        self.held: dict[str, str] = found.held
        self._touching = set(found.touching)
        self._tick = found.tick
        self._tick_s = 1.0 / setup.profile.tick_hz

    @classmethod
    def of(cls, setup: TapisSetup, homes: Mapping[str, tuple[float, float]]) -> TapisWorld:
        """Build an empty tapis with all hands at rest at their homes."""
        return cls(setup, Snapshot(0, hands={name: Hand(x, y) for name, (x, y) in homes.items()}))

    def snapshot(self) -> Snapshot:
        """Return the whole state, from which `TapisWorld` goes on exactly."""
        return copy.deepcopy(Snapshot(self._tick, self.cards, self.hands, self.held, tuple(sorted(self._touching))))

    @property
    def time_s(self) -> float:
        """Time since the world began."""
        return self._tick * self._tick_s

    @property
    def active(self) -> bool:
        """True if any hand is over the table."""
        return any(hand.out for hand in self.hands.values())

    # ------------------------------------------------------------------------------------------ what hands do

    def skip(self, ticks: int) -> None:
        """Let time pass while no hand is over the table. Raises ValueError while one is."""
        if self.active:
            raise ValueError("a hand is over the table")
        self._tick += ticks

    def lay(self, card: str, pose: CardPose) -> None:
        """Lay a card on the tapis. Raises ValueError if it lies there already."""
        if card in self.cards:
            raise ValueError(f"{card} lies on the tapis already")
        self.cards[card] = pose

    def take(self, card: str) -> None:
        """Take a card away."""
        del self.cards[card]
        self.held.pop(card, None)

    def send(
        self, name: str, x: float, y: float, takes_s: float, card: str | None = None, began_s: float | None = None
    ) -> Reach:
        """Send a hand to a place; with `card`, to cover that card.

        began_s: when exactly it set out within the tick that has just passed (None: now), so that who is first does not
        depend on the tick. Raises ValueError for any other time.
        """
        if began_s is None:
            began_s = self.time_s
        if not self.time_s - self._tick_s - 1e-9 <= began_s <= self.time_s + 1e-9:
            raise ValueError(f"a hand sets out in the tick before {self.time_s} s, not at {began_s} s")
        hand = self.hands[name]
        hand.reach = Reach(hand.x, hand.y, x, y, began_s, takes_s, card)
        hand.steered, hand.out, hand.arrived = None, True, False
        return hand.reach

    def steer(self, name: str, x: float, y: float, card: str | None = None) -> None:
        """Let a hand follow a pointer: it is to be there at the next tick, as far as its strength allows."""
        hand = self.hands[name]
        hand.steered, hand.out, hand.arrived = (x, y), True, False
        hand.reach = Reach(hand.x, hand.y, x, y, self.time_s, 0.0, card)

    def rest(self, name: str) -> None:
        """Put a hand back at rest, out of everybody's way."""
        hand = self.hands[name]
        hand.vx = hand.vy = 0.0
        hand.reach, hand.steered, hand.out, hand.arrived = None, None, False, True

    def covers_at_s(self, reach: Reach) -> float | None:
        """Return when this reach would cover its card if no hand were in its way; None if it misses or the card is
        gone.
        """
        if reach.card not in self.cards:
            return None
        card, measures = self.cards[reach.card], self.setup.tapis
        share = entry((reach.x0, reach.y0, reach.x1, reach.y1), card, measures.card_width_mm, measures.card_height_mm)
        if share is None:
            return None
        low, high = 0.0, 1.0
        for _ in range(40):
            # The way covered grows with time, so halving finds when.
            half = (low + high) / 2
            x, y = reach.at(reach.began_s + half * reach.takes_s)
            gone = math.hypot(x - reach.x0, y - reach.y0)
            if gone < share * math.hypot(reach.x1 - reach.x0, reach.y1 - reach.y0):
                low = half
            else:
                high = half
        return reach.began_s + high * reach.takes_s

    # ------------------------------------------------------------------------------------------ time

    def tick(self) -> list[Moment]:
        """Advance by one control tick and return its moments in the order of time."""
        out = {name: hand for name, hand in self.hands.items() if hand.out}
        began_s = self.time_s
        moments: list[Moment] = []
        before = {name: (hand.vx, hand.vy) for name, hand in out.items()}
        for hand in out.values():
            self._drive(hand, began_s + self._tick_s)
        meet = self._may_meet(list(out.values()))
        ways = self._together(out, before, moments, began_s) if meet else self._alone(out)
        self._tick += 1
        moments += self._covered(out, ways, began_s)
        for name, hand in out.items():
            reach = hand.reach
            if hand.arrived or reach is None or hand.steered is not None:
                continue
            if self.time_s >= reach.ends_s and math.hypot(hand.x - reach.x1, hand.y - reach.y1) < 1.0:
                hand.arrived = True
                moments.append(Moment(self.time_s, name, "arrives", reach.card))
        return sorted(moments, key=lambda moment: (moment.time_s, moment.hand, moment.what))

    def _drive(self, hand: Hand, next_s: float) -> None:
        """Set the velocity that brings the hand onto its path at the next tick, as far as its strength allows.

        What it is off its path, it makes up for no faster than it can brake again.
        """
        gx = gy = 0.0
        if hand.steered is not None:
            (x, y) = hand.steered
        elif hand.reach is not None:
            (x, y), (nx, ny) = hand.reach.at(next_s - self._tick_s), hand.reach.at(next_s)
            gx, gy = (nx - x) / self._tick_s, (ny - y) / self._tick_s
        else:
            x, y = hand.x, hand.y
        ex, ey, most = x - hand.x, y - hand.y, self.setup.hand.acceleration_max_mm_s2
        off = math.hypot(ex, ey)
        rate = min(1.0 / self._tick_s, math.sqrt(2 * most / off)) if off > 0 else 0.0
        dvx, dvy = gx + ex * rate - hand.vx, gy + ey * rate - hand.vy
        wanted, most = math.hypot(dvx, dvy), most * self._tick_s
        if wanted > most:
            dvx, dvy = dvx * most / wanted, dvy * most / wanted
        hand.vx, hand.vy = hand.vx + dvx, hand.vy + dvy

    def _may_meet(self, hands: list[Hand]) -> bool:
        apart = 2 * self.setup.hand.palm_mm
        for number, a in enumerate(hands):
            for b in hands[number + 1 :]:
                way = (math.hypot(a.vx, a.vy) + math.hypot(b.vx, b.vy)) * self._tick_s
                if math.hypot(a.x - b.x, a.y - b.y) < apart + way:
                    return True
        return False

    def _alone(self, out: dict[str, Hand]) -> dict[str, list[Segment]]:
        self._touching.clear()
        ways = {}
        for name, hand in out.items():
            x, y = hand.x + hand.vx * self._tick_s, hand.y + hand.vy * self._tick_s
            ways[name] = [(hand.x, hand.y, x, y)]
            hand.x, hand.y = x, y
        return ways

    def _together(
        self, out: dict[str, Hand], before: dict[str, tuple[float, float]], moments: list[Moment], began_s: float
    ) -> dict[str, list[Segment]]:
        """Move hands that can meet in a fresh space, so that a world goes on from a snapshot exactly.

        The change of velocity is spread over the tick as a force: given at once, the engine would move hands into each
        other before it looks whether they touch, and the deeper the coarser the step.
        """
        profile, measures = self.setup.profile, self.setup.hand
        space = new_space(profile, gravity_mm_s2=0.0)
        surface = like_surface(measures.friction, measures.restitution)
        bodies: dict[str, pymunk.Body] = {}
        pushes: dict[str, tuple[float, float]] = {}
        names: dict[pymunk.Shape, str] = {}
        for name, hand in out.items():
            body = pymunk.Body(measures.mass_g, math.inf)
            body.position, body.velocity = (hand.x, hand.y), before[name]
            dvx, dvy = hand.vx - before[name][0], hand.vy - before[name][1]
            pushes[name] = (measures.mass_g * dvx / self._tick_s, measures.mass_g * dvy / self._tick_s)
            shape = pymunk.Circle(body, measures.palm_mm)
            shape.collision_type = _HAND
            surface.apply(shape)
            space.add(body, shape)
            bodies[name], names[shape] = body, name
        met: list[tuple[str, str]] = []
        space.on_collision(_HAND, _HAND, begin=lambda arbiter, _space, _data: met.append(_pair(arbiter, names)))
        ways: dict[str, list[Segment]] = {name: [] for name in out}
        places = {name: (hand.x, hand.y) for name, hand in out.items()}
        for step in range(profile.steps_per_tick):
            for name, body in bodies.items():
                body.force = pushes[name]
            space.step(profile.dt_s)
            for name, body in bodies.items():
                x, y = body.position
                if not all(map(math.isfinite, (x, y, *body.velocity))):
                    raise RuntimeError(f"the hand of {name} is nowhere after {began_s + step * profile.dt_s} s")
                ways[name].append((*places[name], x, y))
                places[name] = x, y
        new = sorted(set(met) - self._touching)
        moments.extend(Moment(began_s, first, "bumps", _card(out[first]), second) for first, second in new)
        self._touching = set(met)
        for name, body in bodies.items():
            hand = out[name]
            (hand.x, hand.y), (hand.vx, hand.vy) = body.position, body.velocity
        return ways

    def _covered(self, out: dict[str, Hand], ways: dict[str, list[Segment]], began_s: float) -> list[Moment]:
        """Return the cards covered in this tick, in the order of time; a card belongs to the first hand on it."""
        measures, found = self.setup.tapis, []
        for name, hand in out.items():
            card = _card(hand)
            if card is None or card not in self.cards or card in self.held:
                continue
            step_s = self._tick_s / len(ways[name])
            for step, segment in enumerate(ways[name]):
                share = entry(segment, self.cards[card], measures.card_width_mm, measures.card_height_mm)
                if share is not None:
                    found.append(Moment(began_s + (step + share) * step_s, name, "covers", card))
                    break
        moments = []
        for moment in sorted(found, key=lambda each: (each.time_s, each.hand)):
            assert moment.card is not None
            if moment.card not in self.held:
                self.held[moment.card] = moment.hand
                moments.append(moment)
        return moments


def _card(hand: Hand) -> str | None:
    return None if hand.reach is None else hand.reach.card


def _pair(arbiter: pymunk.Arbiter, names: Mapping[pymunk.Shape, str]) -> tuple[str, str]:
    first, second = sorted(names[shape] for shape in arbiter.shapes)
    return first, second
