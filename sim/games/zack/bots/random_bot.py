"""The random streams of one seat at a table of Zack!, and tickets for the noise of its hand.

The match creates them and lends them to the mind. Streams are named by the question and by a count that grows with
every question, tickets included. A mind never holds the seed of a throw's noise, only a ticket, which the match
redeems.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from sim.seeds import Noise


def lend(noise: Noise, name: str) -> tuple[RandomBot, Callable[[int], int]]:
    """Return a seat's random streams in the game of that noise, and a function that redeems tickets for noise seeds.

    The function raises KeyError for a ticket that was never given out, or that was redeemed before.
    """
    chance = RandomBot(noise, name)

    def noise_seed(ticket: int) -> int:
        chance.tickets.remove(ticket)
        return noise.derive("zack", name, "noise", ticket)

    return chance, noise_seed


class RandomBot:
    """The random streams of a mind. `tickets`: those given out and not redeemed yet. KEPT: what changes."""

    KEPT: ClassVar = ("_questions", "tickets")

    def __init__(self, noise: Noise, name: str) -> None:
        self._noise, self._name = noise, name
        self._questions = 0
        self.tickets: set[int] = set()

    def stream(self, question: str) -> np.random.Generator:
        self.skip()
        return self.again(question)

    def again(self, question: str) -> np.random.Generator:
        """Return the stream of `question` under the count of the last question."""
        return self._noise.rng("zack", self._name, question, self._questions)

    def skip(self) -> None:
        """Count a question that draws nothing, so that the streams after it have the same names in any case."""
        self._questions += 1

    def noise(self) -> int:
        """Return a ticket for the noise of one throw."""
        self.skip()
        self.tickets.add(self._questions)
        return self._questions
