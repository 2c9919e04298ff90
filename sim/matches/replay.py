"""A recorded match again: the decisions come from the record, everything else is simulated anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sim.configuration import versions
from sim.errors import InputError
from sim.foreign import printable
from sim.games import game_of
from sim.matches.match import Line, Match
from sim.matches.record import Record, Recorder, read_record


def replay(record: Record, tell: Callable[[Line], None] | None = None) -> Match:
    """The match of a record, ready to be advanced. Raises InputError."""
    match: Match = game_of(record.header.game).room("sim.matches").Replay(record, tell)
    return match


def load_replay(path: Path) -> Match:
    """A recorded match, ready to be advanced. Raises InputError."""
    return replay(read_record(path))


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line at which a record and its simulation differ; None for a line that one of them lacks."""

    number: int
    recorded: str | None
    simulated: str | None

    def sentence(self) -> str:
        """The difference in words."""
        if self.recorded is None or self.simulated is None:
            return f"line {self.number}: only the {'record' if self.simulated is None else 'simulation'} has one."
        try:
            old, new = json.loads(self.recorded), json.loads(self.simulated)
        except ValueError:
            return f"line {self.number} differs."
        for key in {**old, **new}:
            if old.get(key) != new.get(key):
                return (
                    f"line {self.number} ({old.get('stage')}): {key}: recorded {_short(old.get(key))},"
                    f" simulated {_short(new.get(key))}."
                )
        return f"line {self.number} is spelled differently."


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 70 else text[:66] + " ..."


def verify(record: Record) -> Difference | None:
    """Simulate a record anew and compare it line by line; None when nothing differs.

    Raises InputError where the rules forbid what the record asks for, unless the two had parted before.
    """
    recorder = Recorder()
    match = replay(record, recorder.tell)
    refused: InputError | None = None
    recorded, told = record.lines[1:], recorder.lines
    try:
        # A match that was left before its end is followed as far as it was told.
        while not match.finished and (record.complete or len(told) < len(recorded)):
            match.advance(1.0)
    except InputError as error:
        refused = error
        recorded = recorded[: len(told)]
    if not record.complete:
        told = told[: len(recorded)]
    for number, (old, new) in enumerate(zip_longest(recorded, told), start=2):
        if old != new:
            return Difference(number, old, new)
    if refused is not None:
        raise refused
    return None


def verify_command(file: Path) -> None:
    """`replay FILE --verify`: says what was found; raises SystemExit(1) on any difference."""
    record = read_record(file)
    difference = verify(record)
    recorded = record.header.versions
    if difference is None and record.intact:
        extent = "whole match" if record.complete else "match that was left before its end"
        print(printable(f"{file}: verified, {len(record.lines)} lines of a {extent} repeat exactly."))
        return
    said = "the seal does not fit the lines." if difference is None else difference.sentence()
    changed = [f"{name} {recorded.get(name)} -> {now}" for name, now in versions().items() if recorded.get(name) != now]
    told = f"{file}: differs, {said}" + (f" Versions differ too: {', '.join(changed)}." if changed else "")
    print(printable(told))
    raise SystemExit(1)
