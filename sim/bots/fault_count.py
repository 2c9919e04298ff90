"""The answers of external bots: how many counted, and why others did not, in a match and over a batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from sim.bots.seated import SeatedBots
from sim.match.intents import Fault
from sim.protocols import Line
from sim.seat import Seat
from sim.untrusted_text import printable

_WORDS = {"late": "too late", "illegal": "not allowed", "failed": "missing", "forfeited": "forfeited"}


Verdict: TypeAlias = Literal["counted"] | Fault
"""What becomes of an answer: it counts, or it is late, illegal or failed."""


@dataclass(frozen=True, slots=True)
class AnswerCount:
    """Answers of an external bot in one match that became the same thing.

    by: the name of its seat. first: what was wrong with the first of them, empty where they count.
    """

    by: str
    verdict: Verdict
    answers: int
    first: str = ""


def answers_of(bots: SeatedBots) -> tuple[AnswerCount, ...]:
    """Return what became of the answers of a match: by seat, those that count first."""
    found = []
    for by, asked in bots.asked.items():
        faults = [fault for fault in bots.faults if fault.by == by]
        found.append(AnswerCount(by, "counted", asked - len(faults)))
        for why in get_args(Fault):
            texts = [fault.text for fault in faults if fault.why == why]
            found += [AnswerCount(by, why, len(texts), printable(texts[0]))] if texts else []
    return tuple(found)


@dataclass(slots=True)
class FaultCount:
    """The number of faults by seat and reason, and the first of each in words."""

    counts: Counter[tuple[str, Fault]] = field(default_factory=Counter)
    first: dict[tuple[str, Fault], str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.counts)

    def add(self, answers: Iterable[AnswerCount]) -> None:
        """Add the answers of a match."""
        for answer in answers:
            if answer.verdict != "counted":
                key = answer.by, answer.verdict
                self.counts[key] += answer.answers
                self.first.setdefault(key, answer.first)

    def sentences(self, seats: Sequence[Seat]) -> Iterator[str]:
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
