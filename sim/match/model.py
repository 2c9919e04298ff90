"""What a player may know of a match, as a state (held.py) in which all that is hidden from them is drawn anew.

Nothing hidden and no seed of the match is in it: who reads it learns what the player sees, and no more. It has no
record of what was, by which seeds could be tried out: it is a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sim.match.base import Match
from sim.match.record import Recorder
from sim.protocols import Configuration, Line
from sim.seeds import derive
from sim.spec import bots_of

FORMAT, VERSION = "yardarm-state", 1


def model_of(match: Match, configuration: Configuration, by: str, seed: int, held: Line, lines: Sequence[Line]) -> Line:
    """Return the state in which a player is asked what they are asked now.

    seed: the player's own; the match that is opened draws from it, too. held, lines: the game's part and what its
    record begins with, the hidden drawn anew by the seed. The others play as people of their profiles do, whatever they
    are, and so does the player themselves where nobody decides for them.
    """
    usual = bots_of(match.game).usual
    seats = tuple(replace(seat, strategy=usual[seat.profile], person_from=None) for seat in match.seats)
    own = derive(seed, "model")
    recorder = Recorder.of(configuration, seats, own)
    for line in lines:
        recorder.record_line(line)
    return {
        "format": FORMAT,
        "version": VERSION,
        "record": recorder.lines,
        "unrecorded": {},
        "tick": match.tick,
        "step": 1,
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
            "held": {**held, "asked": by},
        },
    }
