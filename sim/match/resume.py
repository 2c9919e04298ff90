"""Going on with a match that was left: everybody does again what is on record, and from its last line on it is live.

What persons did comes from the record; bots think anew, and come to the same, since all they go by is the seed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sim.configuration import configuration_from
from sim.errors import InputError
from sim.match.human_input import Inbox
from sim.match.record import Record, Recorder, read_record
from sim.match.seats import check_seats
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line, Match
from sim.spec import game_of


def resume(record: Record, tell: Callable[[Line], None] | None = None) -> tuple[Match, Recorder]:
    """The match, at its last recorded line, and a recorder that holds these lines and notes what follows.

    tell: is told what follows. Raises InputError where the match is over, or does not come out as recorded, as may
    happen with other versions of Yardarm or pymunk.
    """
    header, path = record.header, record.path
    if record.complete:
        raise InputError(
            f"{path}: expected a match that was left before its end, found one that was played to its end."
        )
    where = f"{path}: line 1: configuration"
    configuration = configuration_from(header.configuration, where, header.profile, game=header.game)
    check_seats(record.seats, header.game, f"{path}: line 1: seats", persons=True)
    recorder = Recorder()
    recorder.lines.append(record.lines[0])

    def note(line: Line) -> None:
        recorder.tell(line)
        count = len(recorder.lines)
        if count > len(record.lines):
            if tell is not None:
                tell(line)
        elif recorder.lines[-1] != record.lines[count - 1]:
            raise InputError(f"{path}: line {count}: the match does not come out as recorded, so it cannot be resumed.")

    match = game_of(header.game).match().open(configuration, record.seats, header.seed, note, inbox=Inbox.of(record))
    while len(recorder.lines) < len(record.lines) and not match.finished:
        match.advance(1.0 / TICK_HZ)
    if len(recorder.lines) < len(record.lines):
        raise InputError(f"{path}: line {len(recorder.lines) + 1}: the match ends here, where the record goes on.")
    return match, recorder


def load_resumed(path: Path) -> tuple[Match, Recorder]:
    """`resume` of the record in a file. Raises InputError."""
    return resume(read_record(path))
