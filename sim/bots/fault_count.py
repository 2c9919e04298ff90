"""The answers of bots from outside that did not count, over a batch of matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import get_args

from sim.bots.seated import BotFault
from sim.match.intents import Fault
from sim.protocols import Line
from sim.seat import Seat
from sim.untrusted_text import printable

_WORDS = {"late": "too late", "illegal": "not allowed", "failed": "missing"}


@dataclass(slots=True)
class FaultCount:
    """The number of faults by seat and reason, and the first of each in words."""

    counts: Counter[tuple[str, Fault]] = field(default_factory=Counter)
    first: dict[tuple[str, Fault], str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.counts)

    def add(self, faults: Iterable[BotFault]) -> None:
        """Add the faults of a match."""
        for fault in faults:
            key = fault.by, fault.why
            self.counts[key] += 1
            self.first.setdefault(key, fault.text)

    def sentences(self, seats: Sequence[Seat]) -> Iterator[str]:
        """Yield a sentence for each seat that has faults."""
        for seat in seats:
            found = [(why, self.counts[seat.name, why]) for why in get_args(Fault) if self.counts[seat.name, why]]
            if found:
                total = sum(count for _, count in found)
                each = ", ".join(f"{count} {_WORDS[why]} (first: {self.first[seat.name, why]})" for why, count in found)
                one = total == 1
                yield printable(
                    f"{seat.name} ({seat.strategy}): {total} answer{'s' * (not one)} did not count, and the usual "
                    f"strategy of {seat.profile} players answered instead: {each}."
                )

    def to_json(self) -> list[Line]:
        """Return the faults as plain data."""
        return [
            {"by": by, "why": why, "answers": count, "first": self.first[by, why]}
            for (by, why), count in sorted(self.counts.items())
        ]
