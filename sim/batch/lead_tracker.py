"""The changes of the lead in a match, its drama and its decisiveness.

The standing is the number of things that each player still has to get rid of; the players with the fewest lead. Drama
and decisiveness follow Browne (Automatic Generation and Evaluation of Recombination Games, 2008, chapter 4), with the
real standing in place of an evaluation function.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class LeadTracker:
    """The history of the standing in a match, one entry per turn."""

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
