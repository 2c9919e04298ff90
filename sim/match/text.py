"""A match as text, in the words of the window's ticker, for use without a window."""

from __future__ import annotations

from typing import TextIO

from sim.protocols import Match


def print_match(match: Match, out: TextIO) -> None:
    """Play a match to its end and print it as text, as fast as it can be simulated."""
    seats = ", ".join(f"{seat.name} ({seat.profile}, {seat.strategy})" for seat in match.seats)
    # print flushes here, since it does nothing where standard output is closed, while `out.flush` would fail.
    print(f"{match.title}, seed {match.seed}: {seats}.", file=out, flush=True)
    printed = 0
    while not match.finished:
        match.advance(0.1)
        # Count by `said`, because the ticker keeps only its last lines.
        for line in match.ticker[max(0, len(match.ticker) - (match.said - printed)) :]:
            clock = f"{int(line.time_s) // 60:3d}:{int(line.time_s) % 60:02d}"
            indent = "" if line.tone == "turn" else "  "
            print(f"{clock}  {indent}{line.text}", file=out, flush=True)
        printed = match.said
    print(f"{match.summary_line()} Simulated time: {match.time_s / 60:.1f} minutes.", file=out, flush=True)
