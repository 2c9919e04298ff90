"""Putting a piece on the ship as somebody does who knows where: lowered, released, watched to the end."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pymunk

from sim.errors import InputError
from sim.physics.contact.bodies import Point
from sim.physics.hands.grip import Hand, ShipSight, Wander
from sim.physics.ship.attempt import CAP_S, Attempt, LoadResult, Moment, layout
from sim.physics.ship.catching import CatchAction, Catchers
from sim.physics.ship.measures import YARDS, Slot
from sim.physics.ship.pieces import Section, Stance
from sim.physics.ship.settling import SettleDetector
from sim.physics.ship.state import CargoState, Pose, ShipSetup
from sim.physics.ship.world import CARGO, SHIP, ShipWorld, section_shapes

__all__ = [
    "CAP_S",
    "LoadAction",
    "LoadResult",
    "Loading",
    "Moment",
    "Probe",
    "layout",
    "middle_of",
    "usual_stance",
    "within_limits",
]

HOVER_MM = 14.0
_TRY_MM = 1.0
_QUERY_FILTER = pymunk.ShapeFilter(mask=SHIP | CARGO)


@dataclass(frozen=True, slots=True)
class LoadAction:
    """A placement as it is executed: what was meant plus the motor noise, drawn before the physics runs.

    x_mm: where the centre of gravity goes, in the ship's frame; the slot's limits still apply. angle_rad: turned beyond
    the stance. open_height_mm: how far above contact the fingers open; negative, how far they press below it.
    lag_s: how late the hand follows the ship.
    """

    name: str
    kind: str
    stance: str
    slot: int
    x_mm: float
    angle_rad: float = 0.0
    open_height_mm: float = 0.0
    lowering_speed_mm_s: float = 50.0
    press_force_mn: float = 50.0
    lag_s: float = 0.15
    catch: CatchAction | None = None

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> LoadAction:
        """From the dictionary that `dataclasses.asdict` makes. Raises TypeError or KeyError on anything else."""
        fields = dict(data)
        catch = fields.pop("catch")
        if catch is not None:
            catch = CatchAction(
                **{**catch, "end_error_mm": tuple(catch["end_error_mm"]), "spare": tuple(catch["spare"])}
            )
        return LoadAction(**fields, catch=catch)


class Loading(Attempt):
    """An attempt under way, by a hand that knows where the piece goes.

    Build it on a fresh world; the piece must not be in it.
    """

    def __init__(
        self,
        world: ShipWorld,
        action: LoadAction,
        wander: Wander,
        cap_s: float = CAP_S,
        _settle: SettleDetector | None = None,
    ) -> None:
        spare = () if action.catch is None else action.catch.spare
        super().__init__(world, action.name, action.kind, cap_s, spare, _settle)
        self.action = action
        self.wander = wander
        piece = world.setup.pieces[action.kind]
        stance = piece.stances[action.stance]
        section = piece.forms[stance.form]
        slot = world.ship.slot(action.slot)
        angle = stance.angle + action.angle_rad
        x = within_limits(slot, section, angle, action.x_mm)
        x, contact_y, start_y = _approach(world, section, stance, slot, angle, x)
        self._place = (x, start_y, angle)
        self._open_y = contact_y + action.open_height_mm
        self._sight = ShipSight(action.lag_s, world.hull.angle)
        dx, dy, dangle = self.wander(0.0)
        point, turned = self._in_world(x + dx, start_y + dy, angle + dangle)
        state = CargoState(action.name, action.kind, stance.form, Pose(*point, turned))
        self.hand = Hand.take(world, state, action.press_force_mn)
        if action.catch is not None:
            self.catchers = Catchers.ready(world, action.catch)
        self._begin("lowers")

    # ------------------------------------------------------------------------------------------ the hand

    def _in_world(self, x: float, y: float, angle: float) -> tuple[Point, float]:
        hull = self._sight.angle
        cos, sin = math.cos(hull), math.sin(hull)
        return (cos * x - sin * y, sin * x + cos * y), hull + angle

    def _steer(self, hand: Hand, now: float) -> None:
        world, action = self.world, self.action
        dt = 1.0 / world.setup.profile.tick_hz
        x, y, angle = self._place
        if y <= self._open_y:
            self._let_go(hand, now)
            return
        y = max(self._open_y, y - action.lowering_speed_mm_s * dt)
        self._place = (x, y, angle)
        self._sight.look(world.hull.angle, dt)
        dx, dy, dangle = self.wander(now + dt)
        slot, section = world.ship.slot(action.slot), world.cargo[action.name].section
        # The hand keeps within the slot whatever its tremor does: that much one sees.
        inside = within_limits(slot, section, angle + dangle, x + dx)
        hand.move(*self._in_world(inside, y + dy, angle + dangle))

    def _check_patience(self, now: float) -> None:
        if now > self.cap_s:
            raise RuntimeError("the hand never let go")


# -------------------------------------------------------------------------------------------------- where things are


def within_limits(slot: Slot, section: Section, angle: float, x_mm: float) -> float:
    """The nearest x at which a piece turned by `angle` does not reach into another slot (if too wide: its middle)."""
    left, right = section.sides(angle)
    low, high = slot.left_mm - left, slot.right_mm - right
    if low > high:
        return (slot.left_mm + slot.right_mm - left - right) / 2
    return min(max(x_mm, low), high)


def usual_stance(setup: ShipSetup, kind: str, slot: Slot) -> Stance:
    """How a piece is put into a slot if nothing else is said: the first of its stances that the slot has room for.

    What hangs needs the end of the wood, facing it: the outer deck slots and the yards.
    """
    open_end = math.isinf(slot.right_mm if slot.side > 0 else slot.left_mm)
    for stance in setup.pieces[kind].stances.values():
        if stance.edge_mm is None or (open_end and (stance.edge_mm > 0) == (slot.side > 0)):
            return stance
    raise InputError(f"pieces.{kind}.stances: expected one that slot {slot.number} has room for.")


def middle_of(slot: Slot, stance: Stance) -> float:
    """Where the centre of gravity goes if nothing else is said: the middle of the wood, or hooked over its end."""
    if stance.edge_mm is None:
        return slot.centre_mm
    return (slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm) - stance.edge_mm


class Probe:
    """A section turned by `angle`, to be held against the wood in thought; the ship must not move meanwhile."""

    def __init__(self, world: ShipWorld, section: Section, angle: float) -> None:
        self._world = world
        self._body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._body.angle = world.hull.angle + angle
        self._shapes = section_shapes(section, self._body)
        for shape in self._shapes:
            shape.filter = _QUERY_FILTER

    def overlaps(self, x: float, y: float) -> bool:
        """Would it overlap wood, with its centre at (x, y) in the ship's frame?"""
        self._body.position = self._world.from_ship((x, y))
        query = self._world.space.shape_query
        return any(
            point.distance < 0
            for shape in self._shapes
            for hit in query(shape)
            for point in hit.contact_point_set.points
        )


def _approach(
    world: ShipWorld, section: Section, stance: Stance, slot: Slot, angle: float, x: float
) -> tuple[float, float, float]:
    """Where a hand brings a piece in from the front: x, the height of first contact, and the height it starts from.

    The hand comes from before the ship, so only the place where it enters her plane must be free. What hangs is hooked
    over the end of the wood, as near to it as it goes; all else goes on top of whatever lies there. Where nothing is
    free up to the next yard, the piece is brought in outside the end of the slot's wood, and falls: an attempt is
    mandatory.
    """
    left, bottom, right, over = section.extent(angle)
    overlaps = Probe(world, section, angle).overlaps
    wood = (_wood_height(world, slot, x + left), _wood_height(world, slot, x + right))
    base = min(wood) - bottom
    top = slot.ceiling_mm - over if math.isfinite(slot.ceiling_mm) else base + 400.0
    if stance.edge_mm is not None:
        base = max(wood) - stance.seat_mm
        for step in range(10):
            outside = x + slot.side * step * _TRY_MM / 2
            if not overlaps(outside, base + 0.6):
                return outside, base, base + 0.6
    y = base + 0.05
    while y <= top and overlaps(x, y):
        y += _TRY_MM
    if y > top:
        end = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
        outside = end - left + 3.0 if slot.side > 0 else end - right - 3.0
        return outside, base, base + 1.0
    low, high = max(base, y - _TRY_MM), y
    for _ in range(4):
        middle = (low + high) / 2
        low, high = (middle, high) if overlaps(x, middle) else (low, middle)
    start = high
    while start < high + HOVER_MM and start + _TRY_MM <= top and not overlaps(x, start + _TRY_MM):
        start += _TRY_MM
    return x, high, start


def _wood_height(world: ShipWorld, slot: Slot, x: float) -> float:
    """The height of a slot's wood at x (its end, if x lies beyond), in the ship's frame: a yard may lie askew."""
    if slot.yard is None:
        return slot.surface_mm
    body = world.yards[YARDS.index(slot.yard)]
    askew = body.angle - world.hull.angle
    thickness = world.ship.measures.yard_thickness_mm
    inside = min(max(x, slot.wood_left_mm), slot.wood_right_mm)
    return slot.surface_mm - thickness + thickness / math.cos(askew) + inside * math.tan(askew)
