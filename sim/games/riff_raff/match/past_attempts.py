"""The attempts of a match so far, each with the moment before it: what stood there, what was meant, what came of it.

The match keeps them in memory, whether it is played or follows a record; they are no part of the record.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.forecast.attempts import Action, LettingGo, SettingDown
from sim.games.riff_raff import rules
from sim.games.riff_raff.bots import Observation
from sim.games.riff_raff.bots.observation import as_agreed
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.table import nearest_stance
from sim.people.execution import PlaceIntent
from sim.people.skill import Skill
from sim.physics.ship.carrying import Carrying
from sim.physics.ship.fitting import approach, free_row, within_limits
from sim.physics.ship.loading import LoadAction
from sim.physics.ship.state import Pose, Snapshot
from sim.physics.ship.world import ShipWorld

DROP_MM = 25.0
"""A piece that a person lets go from higher above its place is dropped, not set down."""


@dataclass(frozen=True, slots=True)
class PastAttempt:
    """An attempt of a match and the moment before it.

    number: 1, 2, ... within the match. strategy: of the player's seat. question: the number of the question that the
    player answered with this placement, which keys the strategy's randomness. view: what the player saw, with the ship
    as she was left, and the player's own skill. ship: as she had swung on when a bot's hand brought the piece, or a
    person's let go of it. action: what was meant; of a person, what the hand did. executed: what the hand made of it
    under its noise; None for a person, whose hand is not simulated. outcome: as an action of the rules. begun_s,
    ruled_s: the match times of the beginning of the turn and of the ruling (s).
    """

    number: int
    strategy: str
    question: int
    view: Observation
    ship: Snapshot
    action: Action
    executed: LoadAction | None
    outcome: rules.Load
    settled: bool
    begun_s: float
    ruled_s: float

    @property
    def by(self) -> str:
        """The player."""
        return self.view.me

    @property
    def intent(self) -> PlaceIntent:
        """The placement that was meant."""
        return self.action.intent

    @property
    def fell(self) -> bool:
        """True if any piece left the ship, caught or not."""
        outcome = self.outcome
        return outcome.placed is not rules.Fate.STAYS or bool(outcome.lost or outcome.caught)


def as_let_go(carrying: Carrying, configuration: RiffRaffConfiguration, helper: Skill | None = None) -> Action:
    """Return how a person let a piece go, as what their hand meant: thrown or dropped, or else set down.

    A person's hand has calmed the ship before it opened, so `cares` is False. helper: as of `SettingDown`.
    """
    release, motion = carrying.release, carrying.motion
    assert release is not None
    assert motion is not None
    piece = configuration.setup.pieces[carrying.kind]
    stance = piece.stances[nearest_stance(piece, piece.stances[carrying.stance].form, release.angle)]
    intent = as_agreed(PlaceIntent(carrying.kind, stance.name, carrying.grasp.slot, release.x), configuration.agreed)
    if carrying.flicked or carrying.release_height_mm > DROP_MM:
        return LettingGo(intent, motion, helper=helper)
    turned = math.remainder(release.angle - stance.angle, 2 * math.pi)
    return SettingDown(intent, turned, cares=False, helper=helper)


def resting_place(world: ShipWorld, intent: PlaceIntent, angle_rad: float = 0.0) -> Pose:
    """Return where a piece meets the ship if it is set down as meant (mm, rad, ship's frame).

    angle_rad: how far it is turned beyond its stance. The world is the ship before the attempt.
    """
    piece, slot = world.setup.pieces[intent.kind], world.ship.slot(intent.slot)
    stance = piece.stances[intent.stance]
    section, angle = piece.forms[stance.form], stance.angle + angle_rad
    x, y, _ = approach(
        world, section, stance, slot, free_row(world, slot), angle, within_limits(slot, section, angle, intent.x_mm)
    )
    return Pose(x, y, angle)
