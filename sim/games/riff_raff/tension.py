"""The metrics of Riff Raff's tension: heel, near falls, held breath, the first fall, and the turn that decides.

A near fall is an attempt at which a piece that lay aboard before is seen to slide or tip, and nothing leaves the ship.
Seen is what people notice and reach out for (sim/physics/ship/catching.py): 4 mm or 12 degrees from where the piece
lay when the new one was let go. The table holds its breath where a piece is seen to slide or tip, whether anything
falls then or not, and where the ship heels beyond TENSE_HEEL_DEG.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sim.batch.players import by_profile
from sim.games.riff_raff.rows import MatchRow, TurnRow
from sim.language import N_, Composed
from sim.metrics import (
    Entry,
    Metric,
    by_turns,
    deciding_turn,
    divided,
    greatest_turn,
    per_match,
    turn_that_decides,
)

TENSE_HEEL_DEG = 8.0
"""The heel (degrees) beyond which a table holds its breath: of the attempts that heel farther about half drop something
(53 % of 140), of the others one in twelve; in 60 matches of three casual players, November 2026."""


def _heel(row: TurnRow) -> float:
    return math.degrees(row.max_heel_rad)


def _far(row: TurnRow) -> float:
    return float(_heel(row) > TENSE_HEEL_DEG)


def _known(row: TurnRow) -> float:
    return float(row.stirred is not None)


def _near(row: TurnRow) -> float:
    return float(bool(row.stirred) and not row.fell)


def _tense(row: TurnRow) -> float:
    return float(row.stirred is not None and (row.stirred or _heel(row) > TENSE_HEEL_DEG))


def _first_fall(match: MatchRow, turns: Sequence[TurnRow]) -> list[float]:
    """Return the number of the first attempt that drops something, or one more than there were, if none does."""
    return [float(next((row.attempt for row in turns if row.fell), match.attempts + 1))]


def _first_fall_minutes(match: MatchRow, turns: Sequence[TurnRow]) -> list[float]:
    """Return the minutes until something has fallen, or those of the whole match, if nothing does."""
    return [next((row.time_s for row in turns if row.fell), match.simulated_s) / 60]


def _numbers(turns: Sequence[TurnRow]) -> list[int]:
    """Return the number of the turn in the match that each attempt belongs to."""
    seen = {(row.round, row.turn): None for row in turns}
    numbers = {turn: number for number, turn in enumerate(seen, start=1)}
    return [numbers[row.round, row.turn] for row in turns]


def _falling_s(row: TurnRow) -> float:
    """Return when things begin to fall (s): a moment after the piece was let go."""
    return row.time_s - row.settle_s + 1.0


HIGHLIGHTS = (
    greatest_turn(
        N_("The worst fall"), lambda row: float(row.pieces_fallen), N_("pieces that leave the ship: {}"), _falling_s
    ),
    turn_that_decides(_numbers),
)
_ATTEMPT = by_turns("attempt", N_("{label}, attempt {part} of the match"))
HEEL_DEG = Metric("heel_deg", N_("greatest heel of an attempt"), _heel, unit=N_("degrees"), spread=True)
FAR_HEEL_RATE = Metric(
    "far_heel_rate",
    Composed(N_("attempts at which the ship heels beyond {heel:g} degrees"), heel=TENSE_HEEL_DEG),
    _far,
    by=(_ATTEMPT,),
)
NEAR_FALL_RATE = Metric(
    "near_fall_rate", N_("near falls (a piece aboard slides or tips, nothing falls)"), _near, _known, by=(by_profile(),)
)
HELD_BREATH_RATE = Metric("held_breath_rate", N_("attempts at which the table holds its breath"), _tense, _known)
FIRST_FALL = Metric(
    "first_fall", N_("attempts until the first fall"), unit="", each=_first_fall, spread=True, one_each=True
)
FIRST_FALL_MINUTES = Metric(
    "first_fall_minutes",
    N_("minutes until the first fall"),
    unit="minutes",
    each=_first_fall_minutes,
    spread=True,
    one_each=True,
)
DECIDING_TURN = per_match("deciding_turn", N_("deciding turn of a match"), deciding_turn, spread=True, whole=True)
TENSION: tuple[Entry, ...] = (
    HEEL_DEG,
    divided(HEEL_DEG, by_turns("attempt", N_("{label}, attempt {part} of the match, mean"))),
    FAR_HEEL_RATE,
    NEAR_FALL_RATE,
    divided(NEAR_FALL_RATE, _ATTEMPT, by_turns("piece", N_("{label}, with the {part}"))),
    HELD_BREATH_RATE,
    divided(HELD_BREATH_RATE, _ATTEMPT),
    FIRST_FALL_MINUTES,
    DECIDING_TURN,
)
"""What a report shows of it, in its order."""
