"""How players work out whose turn it is: which seat a reader believes due after a card, and how long that takes.

A reader is shown what lies open on the table, and no ruling: they find what follows from it (`due_of`) after a choice
reaction, or take a plausible other seat. Seats are numbered clockwise from 0; a thrower's left is the next seat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from sim.games.zack import rules
from sim.people.reaction import Fault, Task, answer, mean_error_rate
from sim.people.skill import Skill

SIDES = frozenset({"R", "2R", "L", "2L"})
# Wrong answers on a card with left or right: mostly the other way round, else one seat off.
_OTHER_WAY, _ONE_OFF, _FORGOTTEN = 3.0, 1.0, 3.0
_WORST_ERROR_RATE = 0.9


@dataclass(frozen=True, slots=True)
class CardFace:
    """The face of a card that shows or lies on top, and what can be read around it; no ruling.

    kind: as printed (`circle:red`, R, 2R, L, 2L, again, back, choose, swap, mirror). carried: the kind of the card
    whose function is carried out in the end: for an again that of the card below, and so on down; for anything else its
    own. links: the number of agains and backs that were looked through. mirrored: True if left and right are exchanged
    now. thrower: the seat that threw it. below: the seat that threw the card directly below, None where there is none.
    colours: of each seat. under: of a player card, which makes nobody due: what says whose turn it is.
    """

    kind: str
    carried: str
    links: int
    mirrored: bool
    thrower: int
    below: int | None = None
    colours: tuple[str, ...] = ()
    under: Turn | None = None


Turn: TypeAlias = CardFace | int
"""The source of whose turn it is: the newest Zack card that counts, or a named seat (the first, or after a stop)."""


@lru_cache(maxsize=256)
def due_of(turn: Turn, seats: int) -> int:
    """Return the seat due by the rules at a table for `seats`. Raises ValueError where nothing says so."""
    if isinstance(turn, int):
        return turn
    if turn.under is not None:
        return due_of(turn.under, seats)
    function = None if turn.carried == "none" else rules.Card(turn.carried)
    colours = {seat: rules.Colour(colour) for seat, colour in enumerate(turn.colours)}
    return rules.due_by(range(seats), colours, function, turn.thrower, turn.below, turn.mirrored)


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of a turn: the seat believed due, the ms since the face was seen, the probability of an error."""

    belief: int
    delay_ms: float
    error_rate: float


def opposite_share(reader: int, thrower: int, seats: int) -> float:
    """Return how differently a reader sees left and right from the thrower: 0 in the same seat, 1 right opposite.

    (1 - cos angle) / 2 of the angle between the two seats: left and right agree in the thrower's own seat and are
    exactly exchanged opposite.
    """
    return (1.0 - math.cos(math.tau * ((reader - thrower) % seats) / seats)) / 2.0


def reading_task(face: CardFace, reader: int, seats: int, skill: Skill) -> Task:
    """Return what reading this card asks of that reader: a choice among the seats, and what the card adds to it.

    Left and right of a thrower who sits elsewhere call up the reader's own first; so do an again or a back the seat
    that it would name by itself, and left and right that are exchanged those that are printed.
    """
    impulse_rate = skill.link_error_rate * face.links
    extra_ms = skill.link_cost_ms * face.links
    conflict_ms = 0.0
    if face.carried in SIDES:
        share = opposite_share(reader, face.thrower, seats)
        conflict_ms = skill.conflict_cost_ms * share
        extra_ms += skill.perspective_cost_ms * share + (skill.mirror_cost_ms if face.mirrored else 0.0)
        impulse_rate += (skill.conflict_error_rate + skill.perspective_error_rate) * share
        impulse_rate += skill.mirror_error_rate if face.mirrored else 0.0
    return Task(seats, impulse_rate=impulse_rate, conflict_ms=conflict_ms, extra_ms=extra_ms)


def mistakes(face: CardFace, due: int, seats: int) -> tuple[tuple[int, float], ...]:
    """Return (seat, weight) of every plausible wrong answer; never `due`, never empty (for two seats or more).

    Left and right: the other way round, or one seat off. Again and back: as if seen from the thrower of the card below,
    or the newest thrower. Everything else (a colour taken for another): any other seat.
    """
    due, thrower = due % seats, face.thrower % seats
    weights: dict[int, float] = {}

    def add(seat: int, weight: float) -> None:
        if seat % seats != due:
            weights[seat % seats] = weights.get(seat % seats, 0.0) + weight

    if face.carried in SIDES:
        add(2 * thrower - due, _OTHER_WAY)
        add(due + 1, _ONE_OFF)
        add(due - 1, _ONE_OFF)
    if face.links:
        if face.below is not None:
            add(face.below + (due - thrower), _FORGOTTEN)
        add(thrower, _ONE_OFF)
    if not weights:
        for seat in range(seats):
            add(seat, 1.0)
    return tuple(weights.items())


def read_turn(
    face: CardFace, due: int, reader: int, seats: int, skill: Skill, rng: np.random.Generator, haste: float = 1.0
) -> Reading:
    """Return a random reading of the card that makes `due` due. Always draws the same number of random values.

    The time is that of an answer among the seats (reaction.py), decided `haste` times as fast as usual, plus the cost
    of holding back where another player turns out to be due. A guess is to go: those who guess hold themselves due,
    which is no mistake in those who are. Slips and impulses lead to a plausible other seat. Raises ValueError for fewer
    than two seats.
    """
    if seats < 2:
        raise ValueError(f"expected two seats or more, found {seats}")
    task = reading_task(face, reader, seats, skill)
    found, which = answer(skill, rng, task, haste), float(rng.random())
    belief = due
    if found.fault is Fault.GUESS:
        belief = reader
    elif found.wrong:
        belief = _drawn(mistakes(face, due, seats), which)
    delay = 1000.0 * found.seconds
    if belief != reader:
        delay += skill.watch_cost_ms / haste
    return Reading(belief, delay, min(_WORST_ERROR_RATE, mean_error_rate(skill, task, haste)))


def _drawn(weighted: tuple[tuple[int, float], ...], place: float) -> int:
    """Return the entry at `place` (0 to 1) of the cumulated weights."""
    rest = place * math.fsum(weight for _, weight in weighted)
    for seat, weight in weighted:
        rest -= weight
        if rest < 0:
            return seat
    return weighted[-1][0]
