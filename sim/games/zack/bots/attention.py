"""Attention to the others: whether one follows a turn, notices a slow or wrong neighbour, and what one does about it.

Times are ms after the face of the newest card could be seen. Every function takes the same number of random values
whatever comes of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.games.zack.bots.perception import Temper
from sim.games.zack.bots.turn_reading import CardFace, Reading, due_of, read_turn
from sim.games.zack.rules import Reason
from sim.people.skill import Skill


@dataclass(frozen=True, slots=True)
class ChallengePlan:
    """Plan to challenge the seat `target`: the hand starts `after_ms` after the newest face could be seen."""

    reason: Reason
    target: int
    after_ms: float


def attends(skill: Skill, rng: np.random.Generator) -> bool:
    """Return True if one follows this turn although it is not one's own."""
    return float(rng.random()) < skill.attention_share


def notices(skill: Skill, rng: np.random.Generator) -> bool:
    """Return True if one notices something beside one's task: a hand that starts, a card by the wrong person."""
    return float(rng.random()) < skill.notice_share


def usual_turn_ms(skill: Skill, seats: int) -> float:
    """Return how long one takes to see that it is one's own turn (mean, ms): the yardstick for others."""
    return skill.two_choice.mean + skill.choice_cost_ms_per_bit * (math.log2(seats) - 1.0)


def slow_challenge(
    reading: Reading,
    reader: int,
    seats: int,
    skill: Skill,
    temper: Temper,
    rng: np.random.Generator,
    handicap_ms: float = 0.0,
    *,
    opening: bool = False,
) -> ChallengePlan | None:
    """Return when to challenge the seat believed due for being slow, if it has not moved by then; None for never.

    As soon as one knows whose turn it is and one would have moved oneself, patience runs: exponential (a constant
    hazard) with the mean of the skill, divided by the temper's risk. A false go (the rate of the go/no-go task) does
    not wait; nor does, where there is an `opening` (they must fetch a card first), a reader who notices it and dares
    (risk below 1). `handicap_ms` is what one grants this neighbour besides (FACTS 2.3 no 26).
    """
    at_once_rate = skill.notice_share * min(1.0, temper.risk) if opening else skill.false_go_rate
    patience, at_once = float(rng.standard_exponential()), float(rng.random()) < at_once_rate
    if reading.belief == reader or 1.0 - reading.error_rate < temper.confidence:
        return None
    if at_once:
        return ChallengePlan(Reason.SLOW, reading.belief, reading.delay_ms + handicap_ms)
    start = max(reading.delay_ms, usual_turn_ms(skill, seats))
    return ChallengePlan(Reason.SLOW, reading.belief, start + patience * skill.patience_ms / temper.risk + handicap_ms)


def may_show_up(belief: Reading, thrower: int, reader: int, temper: Temper) -> bool:
    """Return True if a reader who believes this has anything to show up when `thrower` throws; draws nothing."""
    return belief.belief != thrower and thrower != reader and 1.0 - belief.error_rate >= temper.confidence


def out_of_turn_challenge(
    belief: Reading,
    earlier: CardFace | None,
    thrower: int,
    reader: int,
    seats: int,
    skill: Skill,
    temper: Temper,
    rng: np.random.Generator,
    handicap_ms: float = 0.0,
) -> ChallengePlan | None:
    """Return what a reader who believed `belief.belief` due does when `thrower` throws instead.

    They may not notice. If they do, it takes a go/no-go reaction, and mostly (the temper says how often) they read the
    card before, `earlier`, once more, and let it be if that clears the thrower. None: no challenge.
    """
    noticed, reaction = notices(skill, rng), skill.go_no_go.sample(rng)
    recheck = float(rng.random()) < temper.recheck_share
    # Drawn even where there is nothing to read again, so that the stream moves by as much.
    face, due = CardFace("none", "none", 0, False, thrower), belief.belief
    if earlier is not None:
        face, due = earlier, due_of(earlier, seats)
    second = read_turn(face, due, reader, seats, skill, rng)
    if not noticed or not may_show_up(belief, thrower, reader, temper):
        return None
    after = max(100.0, reaction) + handicap_ms
    if recheck and earlier is not None:
        if second.belief == thrower:
            return None
        after += second.delay_ms
    return ChallengePlan(Reason.OUT_OF_TURN, thrower, after)


def choose_seat(hands: Sequence[int], chooser: int, temper: Temper, rng: np.random.Generator) -> int:
    """Return whom the thrower of a choose card makes throw next; `hands` are the numbers of cards by seat.

    Themselves when their hand is empty (their player card wins) or as often as the temper says, since a turn sheds a
    card; else the player who holds most, the next clockwise among equals.
    """
    themselves = float(rng.random()) < temper.choose_self_share
    if themselves or hands[chooser] == 0 or len(hands) < 2:
        return chooser
    others = [(chooser + step) % len(hands) for step in range(1, len(hands))]
    return max(others, key=lambda seat: hands[seat])
