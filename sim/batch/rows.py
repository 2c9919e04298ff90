"""The rows of results, one per match and one per turn, as all games have them: flat enough to be columns of tables.

They are derived from the lines of a match (sim/match/record.py), so a recorded match gives the same rows as the match
itself. What a turn is, and what is counted of it, each game defines in its rows.py and metrics.py.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any

from sim.seat import NAMES

Cell = int | float | str | None
SIGNED = "may be negative"
Signed = Annotated[int, SIGNED]
"""A whole number of a row that may be negative; all others are counts or numbers of something."""


def columns(row: Any) -> dict[str, Cell]:
    """Return a row as the flat columns of a table.

    A bool is 0 or 1; a tuple by seat becomes x_1, x_2, ..., None for seats that are empty.
    """
    flat: dict[str, Cell] = {}
    for item in fields(row):
        value = getattr(row, item.name)
        if isinstance(value, tuple):
            padded = [*value, *[None] * (len(NAMES) - len(value))]
            flat |= {f"{item.name}_{seat}": cell for seat, cell in enumerate(padded, start=1)}
        else:
            flat[item.name] = int(value) if isinstance(value, bool) else value
    return flat


@dataclass(slots=True)
class LeadTracker:
    """The history of the standing in a match, one entry per turn: changes of the lead, drama and decisiveness.

    The standing is the number of things that each player still has to get rid of; the players with the fewest lead.
    Drama and decisiveness follow Browne (Automatic Generation and Evaluation of Recombination Games, 2008, chapter 4),
    with the real standing in place of an evaluation function.
    """

    _moments: list[dict[str, int]] = field(default_factory=list)
    lead_changes: int = 0
    _leader: str | None = None

    def add(self, standing: Mapping[str, int]) -> None:
        """Add the standing after a turn: by name, what each player has left."""
        self._moments.append(dict(standing))
        fewest = min(standing.values())
        ahead = [name for name, count in standing.items() if count == fewest]
        if len(ahead) == 1:
            self.lead_changes += self._leader not in (None, ahead[0])
            self._leader = ahead[0]

    def drama(self, winners: Sequence[str]) -> float | None:
        """Return how far behind the winners were while they were behind, 0 to 1; None if they never were.

        It is the mean of sqrt(gap to the leader / the most that any player ever had to get rid of).
        """
        most = max((max(moment.values()) for moment in self._moments), default=0)
        gaps = [moment[name] - min(moment.values()) for name in winners for moment in self._moments]
        behind = [math.sqrt(gap / most) for gap in gaps if gap > 0]
        return math.fsum(behind) / len(behind) if behind else None

    def decided_at(self, winners: Sequence[str]) -> float:
        """Return the share of the turns after which the winner led alone until the end.

        Near 1 the match was open to the last; it is 1 where several players win.
        """
        if len(winners) > 1:
            return 1.0
        count = len(self._moments)
        for number in range(count, 0, -1):
            moment = self._moments[number - 1]
            if any(left <= moment[winners[0]] for name, left in moment.items() if name != winners[0]):
                return number / count
        return 0.0
