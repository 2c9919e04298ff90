"""Where pieces lie that are only thought of: as the hand means them, as it brings them, as a bot weighs them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scenes.games.riff_raff.depth import Lean, risen
from sim.forecast.attempts import LettingGo
from sim.games.riff_raff.again import Again
from sim.games.riff_raff.match.past_attempts import PastAttempt, resting_place
from sim.people.execution import PlaceIntent
from sim.physics.ship.fitting import free_row
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import Pose
from sim.physics.ship.world import ShipWorld
from sim.physics.turning import turned


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A piece as an outline: its kind and form, its pose in the ship's frame, and its place fore and aft (mm, rad)."""

    kind: str
    form: str
    pose: Pose
    fore_mm: float

    def place(self, lean: Lean) -> tuple[float, float, float]:
        """Return x, y (mm) and angle (rad) where it is drawn, on a ship that leans so."""
        x, y = turned(self.pose.x, self.pose.y, lean.roll)
        return *risen(x, y, lean, self.fore_mm), self.pose.angle + lean.roll


class MomentShip:
    """The ship before a past attempt, on which the places of pieces are looked up, each once."""

    def __init__(self, past: PastAttempt) -> None:
        self.past = past
        self._world = ShipWorld(past.view.setup, past.ship)
        self._found: dict[tuple[PlaceIntent, float], DrawnPiece] = {}

    def set_down(self, intent: PlaceIntent, angle_rad: float = 0.0) -> DrawnPiece:
        """Return the outline of a piece that is set down as meant, turned by `angle_rad` beyond its stance."""
        asked = intent, angle_rad
        found = self._found.get(asked)
        if found is None:
            pose = resting_place(self._world, intent, angle_rad)
            found = self._found[asked] = DrawnPiece(intent.kind, self.form(intent), pose, self.fore_mm(intent.slot))
        return found

    def meant(self, again: Again) -> DrawnPiece:
        """Return the outline of what the hand means: where it sets the piece down, or lets it go."""
        action = again.action
        if not isinstance(action, LettingGo):
            return self.set_down(action.intent, action.angle_rad)
        turn, motion = self.past.ship.hull.angle, action.motion
        x, y = turned(motion.x, motion.y, -turn)
        intent = action.intent
        return DrawnPiece(intent.kind, self.form(intent), Pose(x, y, motion.angle - turn), self.fore_mm(intent.slot))

    def did(self) -> DrawnPiece | None:
        """Return the outline of where a bot's hand brought the piece; None for a person's."""
        executed, intent = self.past.executed, self.past.intent
        return None if executed is None else self.set_down(replace(intent, x_mm=executed.x_mm), executed.angle_rad)

    def form(self, intent: PlaceIntent) -> str:
        """Return the form of a piece in its stance."""
        return self.past.view.setup.pieces[intent.kind].stances[intent.stance].form

    def section(self, drawn: DrawnPiece) -> Section:
        """Return the section of an outline."""
        return self.past.view.setup.pieces[drawn.kind].forms[drawn.form]

    def fore_mm(self, number: int) -> float:
        """Return how far before the mast a piece is put into the slot of that number."""
        ship = self.past.view.setup.ship
        slot = ship.slot(number)
        return ship.middle_mm(slot, free_row(self._world, slot))
