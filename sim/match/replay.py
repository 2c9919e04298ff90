"""Replay of a recorded match: decisions come from the record, all else is simulated; to watch, verify or resume it.

A store keeps a match sealed: the digest of its record, and the answers of external bots (sim/bots/answers.py). Our own
strategies decide the same again, since all they draw follows from the seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeAlias

from sim.configuration import changed_versions, configuration_from, digest
from sim.errors import InputError
from sim.match.base import Match as OurMatch
from sim.match.record import Record, Recorder, read_record, sha256_of
from sim.match.seats import check_seats
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Configuration, Line, Match
from sim.seat import Seat
from sim.spec import match_of
from sim.untrusted_text import printable

SeatBots: TypeAlias = Callable[[Configuration, tuple[Seat, ...]], dict[str, Any]]
"""Returns, of configuration and seats, what a match is opened with besides (`sim.bots.started.seated_bots`)."""


def _no_bots(_configuration: Configuration, _seats: tuple[Seat, ...]) -> dict[str, Any]:
    return {}


def _opened(
    record: Record, record_line: Callable[[Line], None] | None, resumes: bool, seat_bots: SeatBots = _no_bots
) -> Match:
    """Open the match of a record, with the configuration and the seats of its header. Raises InputError."""
    header, where = record.header, f"{record.path}: line 1"
    configuration = configuration_from(header.configuration, f"{where}: configuration", header.profile, header.game)
    check_seats(record.seats, header.game, f"{where}: seats", persons=True, outside=True)
    bots = seat_bots(configuration, record.seats)
    matches = match_of(header.game)
    return matches.open(configuration, record.seats, header.seed, record_line, record, resumes, **bots)


def replay(record: Record, record_line: Callable[[Line], None] | None = None) -> Match:
    """Return the match of a record, ready to be advanced; it stops where the record stops.

    Raises InputError, as the match does later where the record asks for something impossible.
    """
    match = _opened(record, record_line, resumes=False)
    match.recorded_s = record.length_s
    return match


def load_replay(path: Path) -> Match:
    """Return the match of the record in a file. Raises InputError as `replay` does."""
    return replay(read_record(path))


def resume(
    record: Record, record_line: Callable[[Line], None] | None = None, seat_bots: SeatBots = _no_bots
) -> tuple[Match, Recorder]:
    """Return an unfinished match, at its last recorded line, and the recorder of the lines up to there and to come.

    The actions of persons come from the record, and where players take turns those of bots too. Where everybody acts at
    once bots decide again, with the same results, since these follow from the seed; external ones, which hear of
    everything, are asked again. record_line: gets the lines that follow. seat_bots: seats them. Where a person is to
    take over a seat, the match is returned as they sit down.

    Raises InputError if the match is over, or does not come out as recorded, as may happen with other versions of
    Yardarm or pymunk, or with an external bot that does not answer the same again.
    """
    path = record.path
    if record.complete:
        raise InputError(
            "{path}: expected a match that was left before its end, found one that was played to its end.", path=path
        )
    recorder = Recorder()
    recorder.lines.append(record.lines[0])

    def note(line: Line) -> None:
        recorder.record_line(line)
        count = len(recorder.lines)
        if count > len(record.lines):
            if record_line is not None:
                record_line(line)
        elif recorder.lines[-1] != record.lines[count - 1]:
            raise InputError(
                "{path}: line {count}: the match does not come out as recorded, so it cannot be resumed.",
                path=path,
                count=count,
            )

    match = _opened(record, note, resumes=True, seat_bots=seat_bots)
    while (len(recorder.lines) < len(record.lines) or _awaits_person(match)) and not match.finished:
        match.advance(1.0 / TICK_HZ)
    if len(recorder.lines) < len(record.lines):
        raise InputError(
            "{path}: line {lines}: the match ends here, where the record goes on.",
            path=path,
            lines=len(recorder.lines) + 1,
        )
    if _awaits_person(match):
        raise InputError("{path}: line 1: seats: person_from_tick: the match is over before that tick.", path=path)
    return match, recorder


def _awaits_person(match: Match) -> bool:
    return isinstance(match, OurMatch) and match.awaits_person


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line at which a record and its simulation differ; None for a line that one of them lacks."""

    number: int
    recorded: str | None
    simulated: str | None
    how: str = "simulated"
    """The word for the second value in `sentence`."""

    def sentence(self) -> str:
        """Describe the difference in a sentence: the first nested key at which the two differ, with both values."""
        if self.recorded is None or self.simulated is None:
            return f"line {self.number}: only the {'record' if self.simulated is None else 'simulation'} has one."
        try:
            found = _parting(json.loads(self.recorded), json.loads(self.simulated))
            if found is None:
                return f"line {self.number} is spelled differently."
            path, old, new = found
            old_text, new_text = _shown(old, new)
        except (ValueError, RecursionError):
            return f"line {self.number} differs."
        return f"line {self.number}: {path}: recorded {old_text}, {self.how} {new_text}."


_NOTHING = object()
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_LONGEST = 70


def _parting(old: Line, new: Line) -> tuple[str, Any, Any] | None:
    """Return the path of the first key at which two lines differ (`outcome.ship["3"][0]`) and both values, or None."""
    stage = old.get("stage")
    path = stage if stage == new.get("stage") and isinstance(stage, str) else ""
    one: Any = old
    other: Any = new
    while True:
        if isinstance(one, dict) and isinstance(other, dict):
            pairs = [(_member(path, key), one.get(key, _NOTHING), other.get(key, _NOTHING)) for key in {**one, **other}]
        elif isinstance(one, list) and isinstance(other, list):
            both = zip_longest(one, other, fillvalue=_NOTHING)
            pairs = [(f"{path}[{number}]", *pair) for number, pair in enumerate(both)]
        else:
            return path, one, other
        found = next((pair for pair in pairs if _spelled(pair[1]) != _spelled(pair[2])), None)
        if found is None:
            return None
        path, one, other = found


def _member(path: str, key: str) -> str:
    if _NAME.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{json.dumps(key)}]"


def _spelled(value: Any) -> str:
    """Return a value as JSON, in which 1 and 1.0 differ, and so do 0.0 and -0.0."""
    return "nothing" if value is _NOTHING else json.dumps(value)


def _shown(old: Any, new: Any) -> tuple[str, str]:
    """Format two values: numbers with all their digits, long texts and lists from where they differ."""
    texts = _spelled(old), _spelled(new)
    if max(map(len, texts)) <= _LONGEST:
        return texts
    same = next((at for at, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
    begin = max(0, same - _LONGEST // 3)
    first, second = ((f"... {text[begin:]}" if begin else text) for text in texts)
    return _cut(first), _cut(second)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."


def _header_difference(record: Record) -> Difference | None:
    """Return the difference between the header's digest and that of its configuration; None if they agree."""
    header = json.loads(record.lines[0])
    found = digest(record.header.configuration)
    if header["digest"] == found:
        return None
    return Difference(1, record.lines[0], json.dumps({**header, "digest": found}), "hashed anew")


def verify(record: Record) -> Difference | None:
    """Simulate a record again and compare it line by line; return None if nothing differs.

    The digest of the header's configuration is computed again; the rest of the header is what the match is made from.
    Raises InputError if the rules forbid what the record asks for, unless a line before that differs.
    """
    recorder = Recorder()
    match = replay(record, recorder.record_line)
    altered = _header_difference(record)
    if altered is not None:
        return altered
    refused: InputError | None = None
    recorded, repeated = record.lines[1:], recorder.lines
    try:
        # An unfinished match is simulated as far as it was recorded.
        while not match.finished and (record.complete or len(repeated) < len(recorded)):
            match.advance(1.0)
    except InputError as error:
        refused = error
        recorded = recorded[: len(repeated)]
    if not record.complete:
        repeated = repeated[: len(recorded)]
    for number, (old, new) in enumerate(zip_longest(recorded, repeated), start=2):
        if old != new:
            return Difference(number, old, new)
    if refused is not None:
        raise refused
    return None


def verify_command(file: Path) -> None:
    """Verify a record and print the result (`replay FILE --verify`). Raises SystemExit(1) for any difference."""
    record = read_record(file)
    difference = verify(record)
    if difference is None and record.intact:
        extent = "whole match" if record.complete else "match that was left before its end"
        print(printable(f"{file}: verified, {len(record.lines)} lines of a {extent} repeat exactly."))
        return
    said = "the seal does not fit the lines." if difference is None else difference.sentence()
    report = f"{file}: differs, {said}{changed_versions(record.header.versions)}"
    print(printable(report))
    raise SystemExit(1)


@dataclass(frozen=True, slots=True)
class SealedMatch:
    """A match that can be played again.

    lines, sha256: the number and the digest of all lines of its record but header and seal. answers: those of its
    external bots, packed (sim/bots/answers.py); None where only our own strategies played.
    """

    lines: int
    sha256: str
    answers: str | None

    @classmethod
    def of(cls, recorder: Recorder, answers: str | None) -> SealedMatch:
        """Return the sealed match of a recorder that began with a header."""
        lines = recorder.lines[1:]
        return cls(len(lines), sha256_of(lines), answers)
