"""Heads for the tests: players who answer one question wrongly, and who note what they were shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.games.riff_raff import bots as riff_raff
from sim.games.riff_raff.bots.simple import RandomBot
from sim.games.zatre import bots as zatre
from sim.games.zatre.rules import Turn
from sim.people.execution import Catch, PlaceIntent

METHODS = {
    "card": "choose_card",
    "captain": "name_captain",
    "order": "arrange",
    "count": "announce",
    "place": "place",
}


@dataclass
class Head(RandomBot):
    """Loads slot 5 with what is light, all as they should; but gives one answer, whatever it is, to one question."""

    question: str = ""
    answer: Any = None
    cards: tuple[int, ...] = (5, 6, 7, 8, 9, 10, 1, 2, 3, 4)
    seen: list[Any] = field(default_factory=list)
    streams: list[np.random.Generator] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.question:
            setattr(self, METHODS[self.question], lambda *_: self.answer)

    def choose_card(self, view: riff_raff.Observation, rng: np.random.Generator) -> int:
        """The next one."""
        self.seen.append(view)
        self.streams.append(rng)
        return self.cards[view.state.round - 1]

    def name_captain(self, view: riff_raff.Observation, tied: tuple[str, ...], rng: np.random.Generator) -> str:
        """The first of them."""
        return tied[0]

    def announce(self, view: riff_raff.Observation, rng: np.random.Generator) -> int:
        """One piece."""
        return 1

    def place(self, view: riff_raff.Observation, rng: np.random.Generator) -> PlaceIntent:
        """The lightest piece, in the middle."""
        kind = min(view.kinds, key=lambda kind: view.setup.pieces[kind].mass_g)
        assert view.state.slot is not None
        return PlaceIntent(kind, "flat", view.state.slot, view.setup.ship.slot(view.state.slot).centre_mm, Catch.ALL)


@dataclass
class Layer:
    """Places tiles at ZATRE as it was told, lawful or not."""

    answer: Any

    def place(self, view: zatre.Observation, rng: np.random.Generator) -> Turn:
        """The answer; for one that depends on the rack, a function of the view."""
        turn: Turn = self.answer(view) if callable(self.answer) else self.answer
        return turn
