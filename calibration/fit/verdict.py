"""The verdict on a fit: good, doubtful or failed, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Grade = Literal["good", "doubtful", "failed"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The grade of a fit. reasons: why it is not good, each a sentence that says what to do."""

    grade: Grade
    reasons: tuple[str, ...] = ()

    @classmethod
    def of(cls, failed: Sequence[str], doubts: Sequence[str]) -> Verdict:
        """Return the verdict: failed if there is a reason for it, doubtful if there are doubts, otherwise good."""
        if failed:
            return cls("failed", (*failed, *doubts))
        return cls("doubtful", tuple(doubts)) if doubts else cls("good")

    @property
    def good(self) -> bool:
        """True for a fit that a preset may be made of."""
        return self.grade == "good"

    def __str__(self) -> str:
        """Return the verdict as it is printed."""
        return f"{self.grade}: {' '.join(self.reasons)}" if self.reasons else self.grade

    @property
    def provenance(self) -> str:
        """The words added to the source of a value that is written anyway: nothing for a good fit."""
        return "" if self.good else f"; the fit is {self}"

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as an object."""
        return {"grade": self.grade, "reasons": list(self.reasons)}


def together(verdicts: Mapping[str, Verdict]) -> Verdict:
    """Return the worst of several verdicts, with the reasons of all and what each is about."""
    grades = [verdict.grade for verdict in verdicts.values()]
    grade: Grade = "failed" if "failed" in grades else "doubtful" if "doubtful" in grades else "good"
    several = len(verdicts) > 1
    reasons = [f"{name}: {why}" if several else why for name, verdict in verdicts.items() for why in verdict.reasons]
    return Verdict(grade, tuple(reasons))


def exit_code(verdict: Verdict, out: object, anyway: bool) -> int | None:
    """Return 1 if a fit failed, or if a preset was asked for and is not written because the fit is not good."""
    withheld = verdict.grade == "failed" or (out is not None and not verdict.good)
    return 1 if withheld and not anyway else None
