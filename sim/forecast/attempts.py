"""What a hand can be about to do with a piece, as plain data, and carried out under a seed of its own noise."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from sim.people.execution import PlaceIntent, execute, wander
from sim.people.motor import throw_error
from sim.people.skill import Skill
from sim.physics.ship.attempt import Attempt
from sim.physics.ship.fitting import Probe, free_row, put_fore
from sim.physics.ship.grip import Hand, Wander
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import CargoState, Layer, Pose, Snapshot
from sim.physics.ship.world import ShipWorld, touches
from sim.seeds import rng

NAME = "foreseen"
"""The piece in question, as these worlds call it: no piece of a match has a name without a number."""
_TRY_MM, _TRIES = 0.5, 60


@dataclass(frozen=True, slots=True)
class SettingDown:
    """A piece is lowered onto its place, as a match executes an intent.

    angle_rad: how far it is meant to be turned beyond its stance. height_mm: from how high above contact it is meant to
    be let go, beyond the height at which these fingers open anyway. cares: whether the hand waits for calm and holds on
    as its skill does; a person's own hand does that before it lets go. helper: the skill of a second person who helps
    to catch; None for nobody.
    """

    intent: PlaceIntent
    angle_rad: float = 0.0
    height_mm: float = 0.0
    cares: bool = True
    helper: Skill | None = None

    def begin(self, world: ShipWorld, skill: Skill, noise_seed: int) -> Attempt:
        """Begin the attempt on a fresh world. Raises KeyError for an unknown piece, stance or slot."""
        drawn = execute(self.intent, NAME, skill, noise_seed, self.helper)
        action = replace(
            drawn,
            angle_rad=drawn.angle_rad + self.angle_rad,
            open_height_mm=drawn.open_height_mm + self.height_mm,
            care=drawn.care if self.cares else None,
        )
        way = _FromAbove if self.height_mm > 0 else Loading
        return way(world, action, wander(skill, noise_seed))


@dataclass(frozen=True, slots=True)
class LettingGo:
    """A piece leaves the hand where it is, as it moves: flicked from afar, or dropped.

    motion: pose (mm, rad) and rates in the world's frame, as meant. intent: which piece, in which stance (the motion
    says how it is turned), for which slot, and what shall be caught.

    The hand's noise is that of a throw, for want of measurements of flicked blocks: the speed times a factor, the
    direction turned, the spin times a factor, all as the skill throws cards; place and angle are off as when it sets
    a piece down. rests: the piece lies on its place already, held to calm the ship, so nothing of that can err.
    helper: as of `SettingDown`.
    """

    intent: PlaceIntent
    motion: Pose
    rests: bool = False
    helper: Skill | None = None

    def begin(self, world: ShipWorld, skill: Skill, noise_seed: int) -> Attempt:
        """Begin the attempt on a fresh world. Raises KeyError for an unknown piece, stance or slot."""
        action = execute(self.intent, NAME, skill, noise_seed, self.helper)
        if self.rests:
            return _Free(world, replace(action, fore_mm=0.0), self.motion)
        error = throw_error(skill, rng(noise_seed, "throw"))
        turning = throw_error(replace(skill, throw_speed_cv=skill.throw_spin_cv), rng(noise_seed, "spin"))
        meant = self.motion
        c, s = math.cos(error.direction_rad) * error.speed_factor, math.sin(error.direction_rad) * error.speed_factor
        motion = Pose(
            meant.x + action.x_mm - self.intent.x_mm,
            meant.y,
            meant.angle + action.angle_rad,
            c * meant.vx - s * meant.vy,
            s * meant.vx + c * meant.vy,
            meant.spin * turning.speed_factor,
        )
        return _Free(world, action, motion)


Action = SettingDown | LettingGo


def start_attempt(action: Action, setup: ShipSetup, snapshot: Snapshot, skill: Skill, noise_seed: int) -> Attempt:
    return action.begin(ShipWorld(setup, snapshot), skill, noise_seed)


class _FromAbove(Loading):
    """An attempt whose piece may be let go from higher than a hand usually starts from."""

    def __init__(self, world: ShipWorld, action: LoadAction, wander: Wander) -> None:
        super().__init__(world, action, wander)
        x, y, angle = self._place
        if self._open_y <= y or self.hand is None:
            return
        slot, cargo = world.ship.slot(action.slot), world.cargo[action.name]
        # Below the next yard, which has no room for fingers and what they hold.
        y = max(y, min(self._open_y, slot.ceiling_mm - cargo.section.extent(angle)[3]))
        self._place, self._open_y = (x, y, angle), y
        dx, dy, dangle = self.wander(0.0)
        point, turned = self._in_world(x + dx, y + dy, angle + dangle)
        for body in (self.hand.body, cargo.body):
            body.position, body.angle = point, turned


class _Free(Attempt):
    """An attempt without a hand: the piece is on its way. Nobody reaches for it before it has met the ship."""

    def __init__(self, world: ShipWorld, action: LoadAction, motion: Pose) -> None:
        super().__init__(world, action.name, action.kind, spare=() if action.catch is None else action.catch.spare)
        slot = world.ship.slot(action.slot)
        form = world.setup.pieces[action.kind].stances[action.stance].form
        section = world.setup.pieces[action.kind].forms[form]
        row = free_row(world, slot)
        start = _freed(world, section, motion, row)
        fore = put_fore(world.setup, slot, row, section, action.fore_mm)
        world.add_cargo(CargoState(action.name, action.kind, form, start, row, fore))
        self.released_s = 0.0
        self._met = False
        self.catchers = action.catchers(world)
        if self.catchers is not None:
            self.catchers.come((motion.x, motion.y), 0.0)
        self._begin("releases")

    def _steer(self, hand: Hand, now: float) -> None:
        raise AssertionError("there is no hand")

    def _observe(self, now: float) -> None:
        cargo = self.world.cargo.get(self.name)
        if cargo is not None and not self._met and not cargo.falling:
            body = cargo.body
            self._met = touches(body)
            x, y = self.world.to_ship((body.position.x, body.position.y))
            self._start[cargo.name] = (x, y, body.angle - self.world.hull.angle)
            if not self._met and body.velocity.y > 0:
                # It rises, be it from below the deck: nothing is lost yet.
                return
        super()._observe(now)


def _freed(world: ShipWorld, section: Section, motion: Pose, layer: Layer | None) -> Pose:
    """Return the nearest pose above that meets nothing: a hand that errs does not push wood into wood."""
    hull = world.hull.angle
    overlaps = Probe(world, section, motion.angle - hull, layer).overlaps
    for step in range(_TRIES):
        pose = replace(motion, y=motion.y + step * _TRY_MM)
        if not overlaps(*world.to_ship((pose.x, pose.y))):
            return pose
    return motion
