"""Riff Raff as a race: the chance of being the first who is rid of all pieces, or of having the fewest in the end.

How a supply changes in a turn depends here on how far the match is, and on nothing else, so that the supplies of the
players are chains that do not know of each other. That is rough, but it tells what a piece more or less is worth: much
where the others are as far, all where a turn may end the match, nothing where nobody can be caught up with any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
Data: TypeAlias = Mapping[str, Any]

CHANGES = (-2, -1, 0, 1, 2, 3)
"""The changes of a supply in a turn that are distinguished; the last stands for all greater ones."""
PARTS = 10
"""The parts of a match, by its rounds, whose turns are distinguished."""
_AT_LARGE = 2.0
"""The turns of the match at large that each part is thought to have had besides its own."""
_ROOM = 12
"""By how many pieces a supply may grow in thought."""

Pace: TypeAlias = Mapping[int, Array]
"""The chances of CHANGES in each part of a match (parts, changes), by the number of players."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it was played. players: at the table. number: of the round, from 1, of `rounds`. change: of the supply
    of the player whose turn it was.
    """

    players: int
    number: int
    rounds: int
    change: int


def pace_of(turns: Iterable[Turn]) -> Pace:
    """Return the chances of the changes as they were counted in turns."""
    counts: dict[int, Array] = {}
    for turn in turns:
        table = counts.setdefault(turn.players, np.zeros((PARTS, len(CHANGES))))
        table[_part(turn.number, turn.rounds), CHANGES.index(min(max(turn.change, CHANGES[0]), CHANGES[-1]))] += 1.0
    found = {}
    for players, counted in sorted(counts.items()):
        table = counted + _AT_LARGE * counted.sum(axis=0) / counted.sum()
        found[players] = table / table.sum(axis=1, keepdims=True)
    return found


def outcomes(falls: float, losses: float) -> Array:
    """Return the chances of CHANGES for one placement.

    falls: the chance that the piece itself falls. losses: the number of others that do, on average (Poisson), whether
    it falls or not.
    """
    none = np.exp(-losses)
    others = np.array([none, losses * none, losses**2 / 2.0 * none, 0.0])
    others[-1] = max(0.0, 1.0 - others.sum())
    chances = np.zeros(len(CHANGES))
    chances[1:5] += (1.0 - falls) * others
    chances[2:6] += falls * others
    return chances


def in_succession(first: Array, second: Array) -> Array:
    """Return the chances of CHANGES where a second piece follows if nothing falls with the first."""
    chances = first.copy()
    chances[1] = 0.0
    chances[:-1] += first[1] * second[1:]
    return chances


class Race:
    """The race as the player whose turn it is sees it."""

    def __init__(self, pace: Pace, view: Data) -> None:
        """Read the view of a question that is asked in a turn.

        A table of another number of players than were counted is taken for the nearest.
        """
        position, me = view["position"], view["me"]
        supply = {name: sum(pieces.values()) for name, pieces in position["supply"].items()}
        first, rounds = position["round"], position["rounds"]
        counted = pace[min(pace, key=lambda players: abs(players - len(supply)))]
        turns = counted[[_part(number, rounds) for number in range(first, rounds + 1)]]
        order: Sequence[str] = position["order"]
        self._left = supply[me]
        self._turns = turns[1:]
        # Who has not played in this round plays once more than this player.
        others = [
            _chain(supply[name], turns) if order.index(name) > order.index(me) else _chain(supply[name], turns[1:], 1)
            for name in order
            if name != me
        ]
        # In rounds to come the order is not known: half of the others come first.
        self._behind = np.prod([(alive[1:-1] + alive[2:]) / 2.0 for alive, _ in others], axis=0)
        longest = max(len(end) for _, end in others)
        self._fewer = np.prod([_more(np.pad(end, (0, longest - len(end)))) for _, end in others], axis=0)

    def victory(self, chances: Array) -> float:
        """Return the chance of winning if the turn has these chances of CHANGES; a shared victory counts by half."""
        return float(
            sum(chance * self._with(self._left + change) for change, chance in zip(CHANGES, chances, strict=True))
        )

    def _with(self, left: int) -> float:
        """Return the chance of winning with this many pieces left after this turn."""
        if left <= 0:
            return 1.0
        alive, end = _chain(left, self._turns)
        both = min(len(end), len(self._fewer))
        return float((alive[:-1] - alive[1:]) @ self._behind + end[:both] @ self._fewer[:both])


def _part(number: int, rounds: int) -> int:
    return min(PARTS - 1, PARTS * (number - 1) // rounds)


def _chain(supply: int, turns: Array, idle: int = 0) -> tuple[Array, Array]:
    """Return the chance of having pieces left after 0, 1, ... turns, and the chance of each supply at the end.

    idle: turns that pass before the first.
    """
    chances = np.zeros(supply + _ROOM)
    chances[supply] = 1.0
    alive = [1.0] * (1 + idle)
    for turn in turns:
        after = np.zeros_like(chances)
        for change, chance in zip(CHANGES, turn, strict=True):
            if change < 0:
                after[1:change] += chance * chances[1 - change :]
            else:
                after[1 + change :] += chance * chances[1 : len(chances) - change]
                # A supply that outgrows the table stays at its end.
                after[-1] += chance * chances[len(chances) - change :].sum()
        chances = after
        alive.append(float(chances.sum()))
    return np.array(alive), chances


def _more(end: Array) -> Array:
    """Return of each supply the chance that an opponent's is greater in the end, and half of that of a draw."""
    return end[::-1].cumsum()[::-1] - end / 2.0
