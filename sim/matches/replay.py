"""A recorded match again: the decisions come from the record, everything else is simulated anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sim.configuration import configuration_from, versions
from sim.errors import InputError
from sim.matches.record import Line, Record, Recorder, read_record
from sim.matches.riff_raff import RiffRaffMatch, StopMatch
from sim.matches.seats import STRATEGIES
from sim.rules.frame import IllegalAction


@dataclass(slots=True)
class FromRecord:
    """Decisions as they stand in a record. Raises StopMatch after the last one."""

    record: Record
    _next: int = field(default=0)

    def decide(self, by: str, question: str, think: Callable[[], Line]) -> Line:
        """The recorded answer. Raises InputError where the record answers another question."""
        if self._next == len(self.record.intents):
            raise StopMatch
        number, line = self.record.intents[self._next]
        self._next += 1
        if line["by"] != by or line["question"] != question:
            raise InputError(
                f"{self.record.path}: line {number}: {line['by']} answers {line['question']!r}, where the match asks"
                f" {by} for {question!r}."
            )
        return {key: value for key, value in line.items() if key not in ("stage", "by", "question")}

    @property
    def here(self) -> int:
        """The line of the record that was last asked for."""
        return self.record.intents[max(0, self._next - 1)][0] if self.record.intents else 1


class Replay(RiffRaffMatch):
    """A match that follows a record. Raises InputError where the record asks for what the rules forbid."""

    def __init__(self, record: Record, tell: Callable[[Line], None] | None = None) -> None:
        where = f"{record.path}: line 1: configuration"
        configuration = configuration_from(record.header.configuration, where, record.header.profile)
        for seat in record.seats:
            if seat.profile not in configuration.skills or seat.strategy not in STRATEGIES:
                raise InputError(f"{record.path}: line 1: seats: unknown profile or strategy of {seat.name!r}.")
        self._from_record = FromRecord(record)
        super().__init__(configuration, record.seats, record.header.seed, tell, self._from_record)

    def _move(self, most: int) -> int:
        try:
            return super()._move(most)
        except (IllegalAction, KeyError) as error:
            raise InputError(
                f"{self._from_record.record.path}: line {self._from_record.here}: {_sentence(error)}"
            ) from error


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, IllegalAction) else f"there is no {error.args[0]!r} here."


def load_replay(path: Path) -> Replay:
    """A recorded match, ready to be advanced. Raises InputError."""
    return Replay(read_record(path))


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
    replay = Replay(record, recorder.tell)
    refused: InputError | None = None
    try:
        replay.run()
    except InputError as error:
        refused = error
    recorded = record.lines[1:] if refused is None else record.lines[1 : 1 + len(recorder.lines)]
    for number, (old, new) in enumerate(zip_longest(recorded, recorder.lines), start=2):
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
        print(f"{file}: verified, {len(record.lines)} lines of a {extent} repeat exactly.")
        return
    said = "the seal does not fit the lines." if difference is None else difference.sentence()
    changed = [f"{name} {recorded.get(name)} -> {now}" for name, now in versions().items() if recorded.get(name) != now]
    print(f"{file}: differs, {said}" + (f" Versions differ too: {', '.join(changed)}." if changed else ""))
    raise SystemExit(1)
