"""Placements taken from matches, to be carried out again by other means or under other noise."""

from __future__ import annotations

from dataclasses import dataclass

from sim.batch.job import match_seed
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.people.execution import PlaceIntent, execute, wander
from sim.people.skill import Skill
from sim.physics.ship.attempt import LoadResult
from sim.physics.ship.grip import Wander
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seat import Seat
from sim.seeds import derive


@dataclass(frozen=True, slots=True)
class Attempt:
    """A placement as a match executed it: its copy of the ship, the state before, the action, the wander of the hand.

    by, intent, skill: who placed it, the intent, and the skill of the hands.
    """

    match: int
    setup: ShipSetup
    snapshot: Snapshot
    action: LoadAction
    wander: Wander
    by: Seat
    intent: PlaceIntent
    skill: Skill

    def again(self) -> LoadResult:
        """Carry the attempt out again, exactly as in the match."""
        return Loading(ShipWorld(self.setup, self.snapshot), self.action, self.wander).run()

    def under(self, noise_seed: int) -> LoadResult:
        """Carry out the same intent with another noise of the hand."""
        action = execute(self.intent, self.action.name, self.skill, noise_seed)
        return Loading(ShipWorld(self.setup, self.snapshot), action, wander(self.skill, noise_seed)).run()


def attempts_of(configuration: RiffRaffConfiguration, seats: tuple[Seat, ...], seed: int, index: int) -> list[Attempt]:
    """Play a match of bots and return its attempts."""
    match = RiffRaffMatch(configuration, seats, match_seed(seed, index))
    match.run()
    by_name = {seat.name: seat for seat in seats}
    found: list[Attempt] = []
    for past in match.past:
        assert past.executed is not None
        skill = past.view.skill
        moves = wander(skill, derive(match.seed, "noise", past.number))
        found.append(
            Attempt(index, past.view.setup, past.ship, past.executed, moves, by_name[past.by], past.intent, skill)
        )
    return found
