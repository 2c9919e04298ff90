"""A player's seat at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PERSON = "person"
"""The strategy of a seat that a person plays: what it does comes from outside (sim/match/human_input.py)."""
NAMES = ("Anne", "Bert", "Cleo", "Dirk", "Elsa", "Finn")
"""How bots are called, from the first seat on."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: a name, a skill profile (a person's: what is assumed of the hands), a strategy."""

    name: str
    profile: str
    strategy: str

    @property
    def is_person(self) -> bool:
        """Return True if a person plays here."""
        return self.strategy == PERSON

    @property
    def from_outside(self) -> bool:
        """Return True if a bot from outside plays here; its strategy then is its name and version, NAME@VERSION."""
        return "@" in self.strategy

    def own_strategy(self, usual: Mapping[str, str]) -> str:
        """Return the strategy of ours here: in place of a bot from outside, the usual one of the profile."""
        return usual[self.profile] if self.from_outside else self.strategy

    def to_json(self) -> dict[str, str]:
        """Return the seat as plain data."""
        return {"name": self.name, "profile": self.profile, "strategy": self.strategy}
