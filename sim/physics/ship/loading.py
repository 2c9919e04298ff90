"""Putting a piece on the ship with a hand that knows where it goes: lowered, released, watched to the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sim.physics import Point
from sim.physics.ship.attempt import CAP_S, Attempt, SettleDetector
from sim.physics.ship.catching import CatchAction, Catchers, free_sides
from sim.physics.ship.fitting import approach, free_row, put_fore, within_limits
from sim.physics.ship.grip import CalmWait, Care, Easing, Hand, ShipSight, Wander
from sim.physics.ship.state import CargoState, Pose
from sim.physics.ship.world import ShipWorld
from sim.physics.turning import turned


@dataclass(frozen=True, slots=True)
class LoadAction:
    """A placement as it is executed: what was meant plus the motor noise, drawn before the physics runs.

    x_mm: where the centre of gravity goes, in the ship's frame; the slot's limits still apply. fore_mm: how far before
    the middle of the slot, fore and aft, likewise. angle_rad: turned beyond the stance. open_height_mm: how far above
    contact the fingers open; negative, how far they press below it. lag_s: how late the hand follows the ship. care:
    what the hand does about her sway; None for nothing. hands: how many hold the piece, 1 or 2. helps: what a second
    person does who helps to catch; None for nobody.
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
    fore_mm: float = 0.0
    catch: CatchAction | None = None
    care: Care | None = None
    hands: int = 1
    helps: CatchAction | None = None

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        fields = asdict(self)
        if self.helps is None:
            del fields["helps"]
        return fields

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> LoadAction:
        """Read what `to_json` wrote. Raises TypeError or KeyError on anything else."""
        fields = dict(data)
        catch, helps = (_catch_from(fields.pop(key, None)) for key in ("catch", "helps"))
        care = fields.pop("care")
        return LoadAction(**fields, catch=catch, helps=helps, care=None if care is None else Care(**care))

    def catchers(self, world: ShipWorld) -> Catchers | None:
        """Put the hands that wait to catch into the world; None where nobody means to."""
        if self.catch is None:
            return None
        return Catchers.ready(world, self.catch, free_sides(world.ship.slot(self.slot).side, self.hands), self.helps)


def _catch_from(data: Mapping[str, Any] | None) -> CatchAction | None:
    if data is None:
        return None
    return CatchAction(**{**data, "end_error_mm": tuple(data["end_error_mm"]), "spare": tuple(data["spare"])})


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
        # The hand turns it to the slope of the wood that it goes to.
        angle = stance.angle + action.angle_rad + slot.tilt_rad
        x = within_limits(slot, section, angle, action.x_mm)
        row = free_row(world, slot)
        x, contact_y, start_y = approach(world, section, stance, slot, row, angle, x)
        self._place = (x, start_y, angle)
        care = action.care
        self._wait = None if care is None else CalmWait(care, world.time_s)
        self._easing: Easing | None = None
        # One who rests the piece on its place feels the wood, and opens no sooner.
        holds_on = care is not None and care.ease_s > 0.0
        self._open_y = contact_y + (min(0.0, action.open_height_mm) if holds_on else action.open_height_mm)
        self._sight = ShipSight(action.lag_s, world.hull.angle)
        dx, dy, dangle = self.wander(0.0)
        point, turn = self._in_world(x + dx, start_y + dy, angle + dangle)
        fore = put_fore(world.setup, slot, row, section, action.fore_mm)
        state = CargoState(action.name, action.kind, stance.form, Pose(*point, turn), row, fore)
        self.hand = Hand.take(world, state, action.press_force_mn)
        self.catchers = action.catchers(world)
        self._begin("lowers")

    # ------------------------------------------------------------------------------------------ the hand

    def _in_world(self, x: float, y: float, angle: float) -> tuple[Point, float]:
        hull = self._sight.angle
        return turned(x, y, hull), hull + angle

    def _steer(self, hand: Hand, now: float) -> None:
        world, action = self.world, self.action
        dt = 1.0 / world.setup.profile.tick_hz
        x, y, angle = self._place
        if self._wait is not None:
            if self._wait.over(now, world.sway_rad_s):
                self._wait = None
        elif y > self._open_y:
            y = max(self._open_y, y - action.lowering_speed_mm_s * dt)
        elif self._lets_go(hand, now):
            self._let_go(hand, now)
            return
        self._place = (x, y, angle)
        self._sight.look(world.hull.angle, dt)
        dx, dy, dangle = self.wander(now + dt)
        slot, section = world.ship.slot(action.slot), world.cargo[action.name].section
        # The hand keeps within the slot whatever its tremor does: that much one sees.
        inside = within_limits(slot, section, angle + dangle, x + dx)
        hand.move(*self._in_world(inside, y + dy, angle + dangle))

    def _lets_go(self, hand: Hand, now: float) -> bool:
        """Return True if the fingers open now; a hand that holds on loosens its grip first."""
        care = self.action.care
        if care is None or care.ease_s <= 0.0:
            return True
        if self._easing is None:
            self._easing = Easing(care, hand, now)
        return self._easing.over(now, self.world.sway_rad_s)

    def _check_patience(self, now: float) -> None:
        longest_s = 0.0 if self.action.care is None else self.action.care.longest_s
        if now > self.cap_s + longest_s:
            raise RuntimeError("the hand never let go")
