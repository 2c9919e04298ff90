"""The phases of an evening between throws: settling a challenge, tidying, shuffling and dealing.

As at a ship, each draws from a stream of its own, so that no phase changes the luck of another. The times of tidying
and of settling are those of the players' skills.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sim.games.zack import rules
from sim.games.zack.configuration import TableMeasures
from sim.games.zack.match.frame import Verdict
from sim.people.ex_gaussian import lognormal
from sim.people.skill import Skill
from sim.people.turn_phases import talk_s, tidy_s
from sim.seat import Seat
from sim.seeds import Noise

DEALT_S = 2.0
"""The time before play in which cards are dealt that nobody has to shuffle: before the first game of a match, or where
a person plays at the screen (assumed)."""


@dataclass(frozen=True, slots=True)
class Phases:
    """The times that phases of one match take (s)."""

    measures: TableMeasures
    seats: tuple[Seat, ...]
    skills: Mapping[str, Skill]
    noise: Noise

    def challenge_s(self, verdict: Verdict, stop: int) -> float:
        """Draw the seconds from a challenge until all know who goes on, at stop number `stop` of the match.

        One glance shows whether a player was slow. That a card was out of turn has to be proved, and is talked about; a
        person has taken that time at the screen. Then the bowl is taken up.
        """
        found = self.measures.judging_s
        if verdict.reason == rules.Reason.OUT_OF_TURN.value and not self._is_person(verdict.by):
            found += talk_s(self.skills[verdict.by], self._stream("settling", stop))
        if verdict.taker is not None:
            found += tidy_s(self.skills[verdict.taker], self._stream("tidying", stop), self._grabs(verdict.cards))
        return found

    def swap_s(self, stop: int) -> float:
        """Draw the seconds until the slowest has taken the cards of another colour and laid them out, one by one."""
        cards = len(self.seats)  # a player card, and a challenge card against each of the others
        return self.measures.judging_s + max(
            tidy_s(self.skills[seat.name], self._stream("swap", stop, number), cards)
            for number, seat in enumerate(self.seats)
        )

    def between_games_s(self, dealer: str, piles: Sequence[int], dealt: int, game: int) -> float:
        """Draw the seconds in which a dealer brings the cards together, shuffles and deals them before game `game`.

        piles: the numbers of cards in the bowl and in each hand.
        """
        if game == 1 or any(seat.is_person for seat in self.seats):
            return DEALT_S
        skill, measures = self.skills[dealer], self.measures
        grabs = sum(self._grabs(cards) for cards in piles)
        return (
            tidy_s(skill, self._stream("tidying for a game", game), grabs)
            + lognormal(measures.shuffle_s, skill.turn_log_sd, self._stream("shuffling", game))
            + lognormal(measures.deal_card_s * dealt, skill.turn_log_sd, self._stream("dealing", game))
        )

    def _grabs(self, cards: int) -> int:
        return math.ceil(cards / self.measures.cards_a_grab)

    def _is_person(self, name: str) -> bool:
        return any(seat.is_person for seat in self.seats if seat.name == name)

    def _stream(self, phase: str, *key: int) -> np.random.Generator:
        return self.noise.rng("phase", phase, *key)
