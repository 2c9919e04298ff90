"""What a player may know of a match, as a state (held.py) in which all that is hidden from them is drawn anew.

Nothing hidden and no seed of the match is in it: who reads it learns what the player sees, and no more. It has no
record of what was, by which seeds could be tried out: it is a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from sim.match.record import Recorder
from sim.protocols import Configuration, Line
from sim.seat import Seat
from sim.seeds import derive
from sim.spec import bots_of

FORMAT, VERSION = "yardarm-state", 1


class Moment(Protocol):
    """A match under way, as far as all at the table know it."""

    game: str
    seats: tuple[Seat, ...]

    @property
    def tick(self) -> int:
        """The number of control ticks since the match began."""


@dataclass(frozen=True, slots=True)
class Known:
    """A match as a player knows it, with all that is hidden from them drawn anew.

    held: what a checkpoint at the question holds (`sim.match.base.Checkpoint`). lines: those that a record needs to
    begin there. steps: those from the checkpoint to the question.
    """

    configuration: Configuration
    held: Line
    lines: Sequence[Line] = ()
    steps: int = 0


def usual_seats(match: Moment) -> tuple[Seat, ...]:
    """Return the seats of the match, played by the usual strategies of their profiles."""
    usual = bots_of(match.game).usual
    return tuple(replace(seat, strategy=usual[seat.profile], person_from=None) for seat in match.seats)


def model_of(match: Moment, by: str, seed: int, known: Known) -> Line:
    """Return the state in which a player is asked what they are asked now.

    seed: the player's own; the match that is opened draws from it, too. The others play as people of their profiles do,
    whatever they are, and so does the player themselves where nobody decides for them.
    """
    own = derive(seed, "model")
    recorder = Recorder.of(known.configuration, usual_seats(match), own)
    for line in known.lines:
        recorder.record_line(line)
    return {
        "format": FORMAT,
        "version": VERSION,
        "record": recorder.lines,
        "unrecorded": {},
        "tick": match.tick,
        "step": known.steps,
        "owed_s": 0.0,
        "pending": True,
        "forfeited": {},
        "checkpoint": {
            "tick": match.tick,
            "step": 0,
            "lines": len(recorder.lines),
            "seed": own,
            "said": 0,
            "decided": [],
            "ticker": [],
            "held": {**known.held, "asked": by},
        },
    }
