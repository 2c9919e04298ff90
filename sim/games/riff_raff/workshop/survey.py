"""How often something falls when a piece is set down on a slot, at equal cargo aboard."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from sim.forecast.attempts import SettingDown, start_attempt
from sim.games.riff_raff.cargo import free_x
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.practice import laden
from sim.people.execution import PlaceIntent
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.fitting import usual_stance
from sim.physics.ship.state import Snapshot
from sim.physics.ship.swinging import Swing
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive
from sim.workshop.findings import Cell, Findings
from sim.workshop.known import Circumstances, Edited, references
from sim.workshop.survey import Conditions

KNOWN = Path(__file__).with_name("known.json")
"""The surveys of the references, by `python -m studies.survey_known riff-raff`."""
REFERENCES: tuple[Edited, ...] = (
    (),
    (("ship.ball_mass_g", 100.0),),
    (("ship.ball_mass_g", 120.0),),
    (("ship.ball_mass_g", 140.0),),
    (("ship.yard_stop_deg", 10.0),),
    (("pieces.scale", 1.3),),
)
"""The shipped ship, steadier and less steady ones, and two on which what is aboard lies otherwise."""
ROUNDS = 52
"""Enough for every slot to become steady, even one on which half of all pieces fall (400 trials)."""
BETWEEN_S = 20.0
"""How long she swings on after she was laden, before the next piece is brought: as between the attempts of matches."""


@dataclass(frozen=True)
class ShipSurvey:
    """The rate at which something falls when a piece is set down on a slot, by slot and piece, at equal cargo aboard.

    A round has as many cargoes, of `key.load` pieces each, as there are kinds of pieces. Every cargo meets all slots,
    each with another kind, and over the round every kind meets every cargo, so slots and kinds are compared at equal
    cargo, and the figure of a slot does not hang on a few cargoes. The piece comes when she has swung on for as long as
    between the attempts of matches, and goes where wood is free next to the middle of its slot.
    """

    key: Conditions[RiffRaffConfiguration]
    rounds: int = ROUNDS

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Slot number and kind of piece, by cargo; neighbours differ in slot and kind, so a chunk of cells is mixed."""
        return tuple(self._cargoes)

    @cached_property
    def clusters(self) -> tuple[Hashable, ...]:
        """The number of the cargo, by cell."""
        return tuple(self._cargoes.values())

    @property
    def noise(self) -> Circumstances:
        """Hands, load and seed."""
        return self.key.noise

    @property
    def known(self) -> tuple[Findings, ...]:
        """The findings of the references."""
        return references(KNOWN, self.key.noise)

    @cached_property
    def chunk(self) -> int:
        """The number of slots: the trials of a job share their cargo, which takes as long as some trials."""
        return len(self.key.configuration.setup.ship.slots)

    @cached_property
    def _cargoes(self) -> dict[Cell, int]:
        setup = self.key.configuration.setup
        slots, kinds = [slot.number for slot in setup.ship.slots], tuple(setup.pieces)
        return {
            (slot, kinds[(index + shift) % len(kinds)]): shift
            for shift in range(len(kinds))
            for index, slot in enumerate(slots)
        }

    def trial(self, number: int, cell: Cell) -> bool:
        """Return True if anything left the ship, whether a hand caught it or not."""
        slot_number, kind = cell
        assert isinstance(slot_number, int)
        assert isinstance(kind, str)
        setup = self.key.configuration.setup
        snapshot, world = _laden_ship(self.key, number, self._cargoes[cell])
        slot = setup.ship.slot(slot_number)
        stance = usual_stance(setup, kind, slot)
        intent = PlaceIntent(kind, stance.name, slot_number, free_x(world, slot, kind, stance))
        noise = derive(self.key.seed, "workshop", number, slot_number, kind)
        skill = self.key.configuration.skills[self.key.hands]
        attempt = start_attempt(SettingDown(intent), setup, snapshot, skill, noise)
        while not (attempt.done or attempt.fallen or attempt.caught):
            attempt.tick()
        return bool(attempt.fallen or attempt.caught)


@lru_cache(maxsize=4)
def _laden_ship(conditions: Conditions[RiffRaffConfiguration], number: int, cargo: int) -> tuple[Snapshot, ShipWorld]:
    """Return the ship with a cargo of round `number`, and a world of it that is only looked at."""
    setup = conditions.configuration.setup
    just_laden = laden(conditions.configuration, derive(conditions.seed, "lading", number, cargo), conditions.load)
    snapshot = Swing(setup, just_laden).at(round(BETWEEN_S * TICK_HZ))
    return snapshot, ShipWorld(setup, snapshot)
