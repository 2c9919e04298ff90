"""A match as a store keeps it to be played again bit for bit: the digest of its record, and what was decided.

Our own strategies decide the same again, since all they draw follows from the seed. External bots need not, and
nothing that is read may start one: where they played, the decisions of all players are kept, and a replay follows them.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from sim.errors import InputError
from sim.match.record import Recorder, sha256_of
from sim.protocols import Line
from sim.refusals import first_fault
from sim.seat import Seat
from sim.spec import match_of
from sim.untrusted_text import read_json

_KEPT = ("intent", "end")
_LARGEST = 1 << 22
"""The most bytes that the decisions of a match may have when they are unpacked; a long match of six has 130,000. Packed
text may stand for a thousand times as much, and what is read from it takes many times that in memory."""


@dataclass(frozen=True, slots=True)
class SealedMatch:
    """A match that can be played again.

    lines, sha256: the number and the digest of all lines of its record but header and seal. decisions: the lines that
    say what was decided, packed; None where only our own strategies played.
    """

    lines: int
    sha256: str
    decisions: str | None

    @classmethod
    def of(cls, recorder: Recorder, seats: Sequence[Seat]) -> SealedMatch:
        """Return the sealed match of a recorder that began with a header."""
        lines = recorder.lines[1:]
        decisions = None
        if any(seat.from_outside for seat in seats):
            kept = [text for text in lines if json.loads(text)["stage"] in _KEPT]
            decisions = base64.b64encode(zlib.compress("\n".join(kept).encode(), 9)).decode()
        return cls(len(lines), sha256_of(lines), decisions)


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of a match, as a record to follow (`sim.protocols.RecordedMatch`)."""

    path: Path
    seats: tuple[Seat, ...]
    intents: tuple[tuple[int, Line], ...]
    lines: tuple[str, ...]
    measured: tuple[tuple[int, Line], ...] = ()

    def number_of(self, intent: int) -> int:
        """Return the number of a decision, counted from 1."""
        return max(1, intent)

    @classmethod
    def unpacked(cls, text: str, game: str, seats: tuple[Seat, ...], where: str) -> Decisions:
        """Return the decisions of a sealed match. Raises InputError, one sentence that begins with `where`."""
        try:
            unpacking = zlib.decompressobj()
            content = unpacking.decompress(base64.b64decode(text, validate=True), _LARGEST)
            if not unpacking.eof:
                raise ValueError("too long or cut short")
            lines = content.decode().split("\n")
        except (ValueError, zlib.error) as error:
            raise InputError(f"{where}: its decisions cannot be read; the store is damaged.") from error
        intents = []
        for number, text in enumerate(lines, start=1):
            try:
                line = read_json(text, finite=True)
            except ValueError as error:
                raise InputError(f"{where}: its decisions cannot be read; the store is damaged.") from error
            if not isinstance(line, dict) or line.get("stage") not in _KEPT:
                raise InputError(f"{where}: decision {number}: expected an intent or the end; the store is damaged.")
            if line["stage"] == "intent":
                try:
                    match_of(game).intent.validate_python(line)
                except ValidationError as error:
                    fault = first_fault(error, line.get("question"))
                    raise InputError(f"{where}: decision {number}: {fault}; the store is damaged.") from error
                intents.append((number, line))
        return cls(Path(where), seats, tuple(intents), tuple(lines))
