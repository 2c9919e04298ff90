"""Chance at one seat of a table of Zack!: the streams that its mind draws from, and tickets for the noise of its hand.

The match makes it and lends it to the mind. Streams are named by what is asked and by a count that grows with every
question, tickets included. A mind does not hold the seed of a throw's noise but a ticket, which the match takes in.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sim.seeds import derive, rng


def lend(seed: int, name: str) -> tuple[RandomBot, Callable[[int], int]]:
    """Return a seat's chance in the game of that seed, and what takes in a ticket for the seed of its noise.

    That raises KeyError for a ticket that the chance never gave out, or that was taken in before.
    """
    chance = RandomBot(seed, name)

    def noise_seed(ticket: int) -> int:
        chance.tickets.remove(ticket)
        return derive(seed, "zack", name, "noise", ticket)

    return chance, noise_seed


class RandomBot:
    """What a mind draws from. `tickets`: those given out and not taken in yet."""

    def __init__(self, seed: int, name: str) -> None:
        self._seed, self._name = seed, name
        self._questions = 0
        self.tickets: set[int] = set()

    def stream(self, question: str) -> np.random.Generator:
        """Return the stream of another question."""
        self.skip()
        return self.again(question)

    def again(self, question: str) -> np.random.Generator:
        """Return the stream of that question under the count of the last one."""
        return rng(self._seed, "zack", self._name, question, self._questions)

    def skip(self) -> None:
        """Count a question that draws nothing, so that the streams after it have the same names in any case."""
        self._questions += 1

    def noise(self) -> int:
        """Return a ticket for the noise of one throw."""
        self.skip()
        self.tickets.add(self._questions)
        return self._questions
