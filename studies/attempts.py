"""Placements taken from matches, to be carried out again by other means or under other noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Attempt:
    """A placement as a match executed it: the match, the ship before, the action, the wander of the hand.

    by, intent, skill: who placed it, the intent, and the skill of the hands.
    """

    match: int
    snapshot: Snapshot
    action: LoadAction
    wander: Wander
    by: Seat
    intent: PlaceIntent
    skill: Skill

    def again(self, setup: ShipSetup) -> LoadResult:
        """Carry the attempt out again, exactly as in the match."""
        return Loading(ShipWorld(setup, self.snapshot), self.action, self.wander).run()

    def under(self, setup: ShipSetup, noise_seed: int) -> LoadResult:
        """Carry out the same intent with another noise of the hand."""
        action = execute(self.intent, self.action.name, self.skill, noise_seed)
        return Loading(ShipWorld(setup, self.snapshot), action, wander(self.skill, noise_seed)).run()


def attempts_of(configuration: RiffRaffConfiguration, seats: tuple[Seat, ...], seed: int, index: int) -> list[Attempt]:
    """Play a match and return its attempts."""
    lines: list[dict[str, Any]] = []
    match = RiffRaffMatch(configuration, seats, match_seed(seed, index), lines.append)
    by_name = {seat.name: seat for seat in seats}
    found: list[Attempt] = []
    before = match.table.snapshot
    while not match.finished:
        match.advance(1.0 / 60)
        if match.table.snapshot is not before:
            executed = next(line for line in reversed(lines) if line["stage"] == "executed")
            meant = next(line for line in reversed(lines) if line["stage"] == "intent" and line["question"] == "place")
            by = by_name[executed["by"]]
            skill = configuration.skills[by.profile]
            found.append(
                Attempt(
                    index,
                    before,
                    LoadAction.from_json(executed["action"]),
                    wander(skill, executed["noise_seed"]),
                    by,
                    PlaceIntent.from_json(meant),
                    skill,
                )
            )
            before = match.table.snapshot
    return found
