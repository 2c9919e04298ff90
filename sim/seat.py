"""A player's seat at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sim.language import Wording

PERSON = "person"
"""The strategy of a seat that a person plays: what it does comes from outside (sim/match/human_input.py)."""
NAMES = ("Anne", "Bert", "Cleo", "Dirk", "Elsa", "Finn")
"""How bots are called, from the first seat on."""


def strategy_options(strategy: str) -> tuple[str, dict[str, float]]:
    """Return name and options of a strategy of ours, such as `lookahead?tries=20`. Raises ValueError for the form."""
    name, _, text = strategy.partition("?")
    found: dict[str, float] = {}
    for part in text.split("&") if text else ():
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier() or key in found:
            raise ValueError(Wording("expected options such as tries=20, each once, found {text!r}", text=text))
        number = float(value)
        found[key] = int(number) if number.is_integer() else number
    return name, found


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: a name, a skill profile (a person's: what is assumed of the hands), a strategy.

    A strategy of ours may have options behind its name, such as `lookahead?tries=20`. person_from: the control tick
    from which on a person plays in its place; None for never.
    """

    name: str
    profile: str
    strategy: str
    person_from: int | None = None

    @property
    def is_person(self) -> bool:
        """Return True if a person plays here."""
        return self.strategy == PERSON

    def taken_over(self) -> Seat:
        """Return the same seat, now that a person plays here."""
        return replace(self, strategy=PERSON, person_from=None)

    def by_hand(self, tick: int | None) -> bool:
        """Return True if a person decided what was decided here at that tick, which is None where bots take turns."""
        return self.is_person or (self.person_from is not None and tick is not None and tick >= self.person_from)

    @property
    def from_outside(self) -> bool:
        """Return True if an external bot plays here; its strategy then is its name and version, NAME@VERSION."""
        return "@" in self.strategy

    @property
    def strategy_name(self) -> str:
        """The strategy without its options."""
        return self.strategy.partition("?")[0]

    def own_strategy(self, usual: Mapping[str, str]) -> str:
        """Return the strategy of ours here: in place of an external bot, the usual one of the profile."""
        return usual[self.profile] if self.from_outside else self.strategy

    def to_json(self) -> dict[str, str | int]:
        """Return the seat as plain data."""
        later = {} if self.person_from is None else {"person_from_tick": self.person_from}
        return {"name": self.name, "profile": self.profile, "strategy": self.strategy, **later}
