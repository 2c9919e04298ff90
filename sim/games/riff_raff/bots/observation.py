"""The table as a player of Riff Raff sees it, and the decisions of a strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from sim.games.riff_raff.bots.judgement import Judgement, judge
from sim.games.riff_raff.bots.slot_geometry import Judged, SlotGeometry, slot_geometry_of
from sim.games.riff_raff.rules import State
from sim.people.execution import PlaceIntent
from sim.people.skill import Skill
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import Snapshot


@dataclass(frozen=True, slots=True)
class Observation:
    """The table as one player sees it: the open position, the ship as she lies, and the player's own hands.

    Attributes:
        me: the player.
        state: the position. All of it is open: everyone has seen the cards that were played, so knows those that are
            left in each hand, and supplies lie on the table. Cards chosen for this round are not in it before all are
            revealed.
        snapshot: the ship and what lies on her, as she is.
        setup: measures of ship and pieces.
        skill: of the player's own hands; not those of the others.
        judgement: experience with places, by which the player's head judges them.
    """

    me: str
    state: State
    snapshot: Snapshot
    setup: ShipSetup
    skill: Skill
    judgement: Judgement

    @property
    def kinds(self) -> list[str]:
        """The kinds of piece in the player's supply, in the order of the rules."""
        return [kind for kind, count in self.state.supply[self.me].items() if count]

    @property
    def progress(self) -> float:
        """The share of the match's rounds that have begun."""
        return self.state.round / self.state.rounds

    @property
    def slot_geometry(self) -> SlotGeometry:
        """The geometry of all slots as the ship lies now."""
        return slot_geometry_of(self.setup, self.snapshot)

    def judged(self, number: int) -> Judged:
        """Return the places in a slot as this player judges them, for every kind of piece."""
        geometry, sd_mm = self.slot_geometry, self.skill.placement_sd_mm
        # Players of equal hands and equal judgement see the same places.
        known = geometry.judged.get((self.judgement, number, sd_mm))
        if known is None:
            judged = judge(geometry, number, sd_mm, self.judgement)
            known = geometry.judged[self.judgement, number, sd_mm] = judged
        return known


class Strategy(Protocol):
    """The decisions of a player. Every method may draw from `rng` and no other source of chance."""

    def choose_card(self, view: Observation, rng: np.random.Generator) -> int:
        """Choose a card of one's hand, in secret."""
        ...

    def name_captain(self, view: Observation, tied: tuple[str, ...], rng: np.random.Generator) -> str:
        """Choose one of those tied for the highest card, as the outgoing captain."""
        ...

    def arrange(
        self, view: Observation, groups: tuple[tuple[str, ...], ...], rng: np.random.Generator
    ) -> tuple[str, ...]:
        """Return the order of all players but the captain; only holders of equal cards (a group) may be exchanged."""
        ...

    def announce(self, view: Observation, rng: np.random.Generator) -> int:
        """Return 1 or 2 pieces to announce; asked only where two are allowed."""
        ...

    def place(self, view: Observation, rng: np.random.Generator) -> PlaceIntent:
        """Choose piece, stance and place."""
        ...
