"""Plans of the hand made from decisions, for one person at the table. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.games.zack.bots.attention import ChallengePlan
from sim.games.zack.bots.hand import Card, ThrowIntent, challenge_time_s, pick_up_s, throw_time_s
from sim.games.zack.bots.perception import Temper, ZackPeople
from sim.games.zack.bots.percepts import Do, Plan
from sim.match.tempo import EXPERT, Tempo
from sim.people.skill import Skill

LONGEST_GRACE_MS = 4000.0
"""What is granted to a beginner at tempo 0 before a challenge, besides the slower tempo (assumed).

Finding their own card and reading it again takes a new player some seconds.
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """The time that a bot leaves a person at the table. learner: the person's seat, None where there is none."""

    tempo: Tempo = EXPERT
    learner: int | None = None

    def grace_ms(self, seat: int) -> float:
        """Return what is granted to a seat before a challenge (ms); 0 to all but the person, and at the last tempo."""
        return LONGEST_GRACE_MS * (1.0 - self.tempo.value) if seat == self.learner else 0.0


@dataclass(frozen=True, slots=True)
class Person:
    """A player's place, skill and temper at a table for `seats`: what a plan depends on besides the percepts.

    side: -1 or 1 of the plane. distance_mm: from the bowl's middle, as in ThrowIntent. pace: the time that they leave a
    person who learns the game.
    """

    seat: int
    seats: int
    skill: Skill
    temper: Temper
    people: ZackPeople
    side: int
    distance_mm: float
    pace: Pace = Pace()

    def intent(self, card: Card) -> ThrowIntent:
        """Return the intent to throw `card` into the middle of the bowl, challenges at the temper's pace."""
        pace = self.temper.challenge_pace if card is Card.CHALLENGE else 1.0
        return ThrowIntent(card, self.side, self.distance_mm, pace=pace)

    def hand_time_s(self, intent: ThrowIntent) -> float:
        """Return the seconds from the first movement of this person's hand, fetching left out, to letting go."""
        if intent.card is Card.CHALLENGE:
            seconds = challenge_time_s(intent, self.seats, self.skill, self.people.hand)
        else:
            seconds = throw_time_s(intent, self.skill, self.people.hand)
        return seconds * self.pace.tempo.moving


def throw_plan(me: Person, cards: int, start_s: float, fetch_s: float, noise: int) -> Plan:
    """Plan the throw of the next Zack card, or of the player card if `cards` is 0, after `fetch_s` of fetching it."""
    card = Card.ZACK if cards > 0 else Card.PLAYER
    intent = me.intent(card)
    ends_s = start_s + fetch_s + me.hand_time_s(intent)
    do = Do.THROW if card is Card.ZACK else Do.PLAYER_CARD
    return Plan(do, start_s, ends_s, intent, noise, fetch_s=fetch_s)


def challenge_plan(me: Person, challenge: ChallengePlan, at_s: float, rng: np.random.Generator, noise: int) -> Plan:
    """Plan the throw of a challenge card, its cause seen at `at_s`; sometimes of the wrong colour (an error of choice).

    Takes two random values; `noise` is the ticket of the motor noise.
    """
    slips, which = float(rng.random()) < me.skill.choice_error_rate, float(rng.random())
    others = [seat for seat in range(me.seats) if seat not in (me.seat, challenge.target)]
    taken = others[int(which * len(others))] if slips and others else challenge.target
    intent = me.intent(Card.CHALLENGE)
    waits_ms = challenge.after_ms * me.pace.tempo.thinking + me.pace.grace_ms(challenge.target)
    start_s = at_s + waits_ms / 1000.0
    return Plan(
        Do.CHALLENGE,
        start_s,
        start_s + me.hand_time_s(intent),
        intent,
        noise,
        target=taken,
        meant=challenge.target,
        reason=challenge.reason,
    )


def may_be_first(me: Person, distance_mm: float) -> bool:
    """Return True if a challenge is quicker than fetching a card from `distance_mm` away and throwing it again."""
    skill, ways = me.skill, me.people.hand
    again_s = pick_up_s(skill, distance_mm, ways) + throw_time_s(me.intent(Card.ZACK), skill, ways)
    challenge_s = challenge_time_s(me.intent(Card.CHALLENGE), me.seats, skill, ways)
    return skill.watch_cost_ms / 1000.0 + challenge_s < again_s
