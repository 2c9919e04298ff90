"""How often a thrown card does not come to lie in the bowl, by hands and side."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.throws import Thrower, bowlful, throw_once
from sim.people.skill import PROFILES
from sim.physics.bowl.state import BowlSnapshot
from sim.seeds import derive
from sim.workshop.findings import Cell, Findings
from sim.workshop.known import Circumstances, Edited, references
from sim.workshop.survey import CHUNK, Conditions

KNOWN = Path(__file__).with_name("known.json")
"""The survey of the shipped bowl, by `python -m studies.survey_known zack`."""
REFERENCES: tuple[Edited, ...] = ((),)
ROUNDS = 40

THROWS = 4
"""The number of throws a round of each pair of hands from each side."""

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class BowlSurvey:
    """The rate at which a thrown card does not come to lie in the bowl, by hands and side.

    In each round another bowlful of `key.load` cards lies there, thrown by casual hands, the same for all cells. All
    profiles throw, whatever `key.hands` is.
    """

    key: Conditions[ZackConfiguration]
    rounds: int = ROUNDS
    chunk: int = CHUNK
    clusters: tuple[Hashable, ...] = ()

    @property
    def noise(self) -> Circumstances:
        """The load and the seed."""
        return self.key.noise

    @property
    def known(self) -> tuple[Findings, ...]:
        """The findings of the shipped bowl."""
        return references(KNOWN, self.key.noise)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Hands, side and number of the throw; neighbours differ in hands and side, so a chunk of cells is mixed."""
        return tuple((hands, side, throw) for throw in range(THROWS) for side in (LEFT, RIGHT) for hands in PROFILES)

    def trial(self, number: int, cell: Cell) -> bool:
        """Return True if the card missed: it does not lie in the bowl in the end."""
        hands, side, throw = cell
        assert isinstance(hands, str)
        assert isinstance(throw, int)
        configuration = self.key.configuration
        noise = derive(self.key.seed, "workshop", number, hands, str(side), throw)
        release = thrower_of(configuration, hands).release(-1 if side == LEFT else 1, noise)
        return not throw_once(configuration.setup, _filled_bowl(self.key, number), release, watch=False).hit


def thrower_of(configuration: ZackConfiguration, hands: str) -> Thrower:
    """Return a person with these hands at a seat of the table."""
    table = configuration.table
    return Thrower(configuration.setup, configuration.skills[hands], table.seat_distance_mm, table.hand_height_mm)


@lru_cache(maxsize=4)
def _filled_bowl(conditions: Conditions[ZackConfiguration], number: int) -> BowlSnapshot:
    """Return the bowl with the cards of round `number`."""
    thrower = thrower_of(conditions.configuration, "casual")
    return bowlful(thrower, conditions.load, derive(conditions.seed, "bowlful", number))
