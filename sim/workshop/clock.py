"""Control ticks that fall due as wall time passes."""

from __future__ import annotations

from sim.physics.contact.profiles import TICK_HZ

LONGEST_S = 0.1
"""The most wall time that is made up for at once: after a longer pause the live model stood still meanwhile."""


class TickClock:
    """Wall time counted in control ticks; the rest of a tick is kept."""

    def __init__(self) -> None:
        self._due_s = 0.0

    def ticks(self, seconds: float) -> int:
        """Return the number of ticks that fall due in the next `seconds` (at most LONGEST_S) of wall time."""
        self._due_s += min(seconds, LONGEST_S)
        due = int(self._due_s * TICK_HZ)
        self._due_s -= due / TICK_HZ
        return due
