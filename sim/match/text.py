"""A match as text, in the words of the window's ticker, for use without a window."""

from __future__ import annotations

from typing import TextIO

from sim.language import _
from sim.protocols import Match


class Teller:
    """The lines of a match, printed as they are said."""

    def __init__(self, match: Match, out: TextIO) -> None:
        """Print who plays."""
        self._match, self._out, self._printed = match, out, 0
        seats = ", ".join(f"{seat.name} ({seat.profile}, {seat.strategy})" for seat in match.seats)
        self._print(_("{title}, seed {seed}: {seats}.", title=match.title, seed=match.seed, seats=seats))

    def tell(self) -> None:
        """Print what has been said since the last call."""
        match = self._match
        # Count by `said`, because the ticker keeps only its last lines.
        for line in match.ticker[max(0, len(match.ticker) - (match.said - self._printed)) :]:
            clock = f"{int(line.time_s) // 60:3d}:{int(line.time_s) % 60:02d}"
            indent = "" if line.tone == "turn" else "  "
            self._print(f"{clock}  {indent}{line.text}")
        self._printed = match.said

    def end(self) -> None:
        """Print how the match ended."""
        minutes = _("Simulated time: {minutes:.1f} minutes.", minutes=self._match.time_s / 60)
        self._print(f"{self._match.summary_line()} {minutes}")

    def _print(self, text: str) -> None:
        # print flushes here, since it does nothing where standard output is closed, while `out.flush` would fail.
        print(text, file=self._out, flush=True)


def print_match(match: Match, out: TextIO) -> None:
    """Play a match to its end and print it as text, as fast as it can be simulated."""
    teller = Teller(match, out)
    while not match.finished:
        match.advance(0.1)
        teller.tell()
    teller.end()
