"""Attention to other players: whether one follows a turn, notices a slow or wrong neighbour, and challenges.

Times are ms after the face of the newest card could be seen. Every function draws the same number of random values
whatever the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.games.zack.bots.perception import Temper
from sim.games.zack.bots.turn_reading import CardFace, Reading, due_of, read_turn
from sim.games.zack.rules import Reason
from sim.people.reaction import Task, mean_error_rate, mean_ms
from sim.people.skill import Skill

_HOLDING_BACK = Task(go_no_go=True)


@dataclass(frozen=True, slots=True)
class ChallengePlan:
    """A decision to challenge the seat `target`: the hand starts `after_ms` after the newest face could be seen."""

    reason: Reason
    target: int
    after_ms: float


def attends(skill: Skill, rng: np.random.Generator) -> bool:
    """Return True if the player follows this turn although it is not their own."""
    return float(rng.random()) < skill.attention_share


def notices(skill: Skill, rng: np.random.Generator) -> bool:
    """Return True if the player notices something beside their task: a hand that starts, a card by the wrong person."""
    return float(rng.random()) < skill.notice_share


def usual_turn_ms(skill: Skill, seats: int, haste: float = 1.0) -> float:
    """Return the mean time (ms) in which a player sees that it is their own turn: the yardstick for the others."""
    return mean_ms(skill, Task(seats), haste)


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
    """Return the challenge of the seat believed due, if it has not moved by then; None for no challenge.

    Once the reader knows whose turn it is and would have moved themselves, patience runs: exponential (a constant
    hazard) with the mean of the skill, divided by the temper's risk. A false go (the go/no-go task, at the temper's
    haste) does not wait; nor does, where there is an `opening` (the seat must fetch a card first), a reader who notices
    it and dares (risk below 1). `handicap_ms` is granted to this neighbour in addition (FACTS 2.3 no 26).
    """
    false_go_rate = mean_error_rate(skill, _HOLDING_BACK, temper.haste)
    at_once_rate = skill.notice_share * min(1.0, temper.risk) if opening else false_go_rate
    patience, at_once = float(rng.standard_exponential()), float(rng.random()) < at_once_rate
    if reading.belief == reader or 1.0 - reading.error_rate < temper.confidence:
        return None
    if at_once:
        return ChallengePlan(Reason.SLOW, reading.belief, reading.delay_ms + handicap_ms)
    start = max(reading.delay_ms, usual_turn_ms(skill, seats, temper.haste))
    return ChallengePlan(Reason.SLOW, reading.belief, start + patience * skill.patience_ms / temper.risk + handicap_ms)


def may_show_up(belief: Reading, thrower: int, reader: int, temper: Temper) -> bool:
    """Return True if a reader with this belief may challenge `thrower` for throwing out of turn. Draws nothing."""
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
    """Return the challenge by a reader who believed `belief.belief` due when `thrower` throws instead; None for none.

    The reader may not notice. If they do, it takes a go/no-go reaction, and with the temper's recheck share they read
    the card before, `earlier`, once more, and do not challenge if that clears the thrower.
    """
    noticed, reaction = notices(skill, rng), skill.go_no_go.sample(rng)
    recheck = float(rng.random()) < temper.recheck_share
    # Drawn even where there is no card to read again, so that the stream always advances equally.
    face, due = CardFace("none", "none", 0, False, thrower), belief.belief
    if earlier is not None:
        face, due = earlier, due_of(earlier, seats)
    second = read_turn(face, due, reader, seats, skill, rng, temper.haste)
    if not noticed or not may_show_up(belief, thrower, reader, temper):
        return None
    after = max(100.0, reaction) + handicap_ms
    if recheck and earlier is not None:
        if second.belief == thrower:
            return None
        after += second.delay_ms
    return ChallengePlan(Reason.OUT_OF_TURN, thrower, after)


def choose_seat(hands: Sequence[int], chooser: int, temper: Temper, rng: np.random.Generator) -> int:
    """Return the seat that the thrower of a choose card makes throw next; `hands` are the numbers of cards by seat.

    They choose themselves when their hand is empty (their player card wins) and as often as the temper says, since a
    turn sheds a card; otherwise the player who holds most cards, the next clockwise among equals.
    """
    themselves = float(rng.random()) < temper.choose_self_share
    if themselves or hands[chooser] == 0 or len(hands) < 2:
        return chooser
    others = [(chooser + step) % len(hands) for step in range(1, len(hands))]
    return max(others, key=lambda seat: hands[seat])
