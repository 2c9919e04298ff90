"""The record of a match as JSON Lines: a header, one line per stage, and a seal.

    {"stage": "header", "format": "yardarm-record", "version": 1, "game", "seed", "seats", "profile", "configuration",
     "digest", "versions"}
    {"stage": "intent", "by", "question", ...}               what a player decided; each game has its own questions
    {"stage": "executed", "by", "noise_seed", "action"}      what the hand made of it
    {"stage": "executed", "by", "measured": true, "action"}  what a person's hand did
    {"stage": "physics", "by", ..., "snapshot"}              what happened, and a digest of the world afterwards
    {"stage": "outcome", "by", ...}                          the same in the words of the game
    {"stage": "ruling", "time_s", "events", "phase", ...}    what the rules make of it
    {"stage": "noise", "tick", "step", "seed"}               from here on all is drawn from this seed: a fork
    {"stage": "end", "time_s", "winners"}                    only if the match was played to its end
    {"stage": "seal", "lines", "sha256"}                     number and digest of the lines above

A seat that a person took over from a bot has the key `person_from_tick` in the header, and the header has
`played_on_from`: the record from which the match was played on.

The header has the whole configuration, so a record outlives the preset it was played with. The lines of a game are
written by its match (sim/games/GAME/match/match.py); its questions are in intents.py beside it. The answers of persons
carry the tick at which they were given (human_input.py).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from sim.configuration import versions
from sim.errors import InputError
from sim.file_kinds import RECORD, check_kind
from sim.files import read_text, write_whole
from sim.match.hand_log import FORMAT as HANDS
from sim.protocols import UNRECORDED, Configuration, Line, RecordedMatch
from sim.refusals import first_fault, one_of
from sim.seat import Seat
from sim.spec import GAMES, match_of
from sim.untrusted_text import checked_name, read_json

FORMAT, VERSION = "yardarm-record", 1


class RecordModel(BaseModel):
    """A model of a part of a record: no missing or extra keys, no infinite numbers."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


Name = Annotated[str, Field(min_length=1), AfterValidator(checked_name)]
"""The name of a player."""


class SeatModel(RecordModel):
    """A seat in the header."""

    name: Name
    profile: str
    strategy: str
    person_from_tick: int | None = Field(default=None, ge=1)


class OriginModel(RecordModel):
    """The record from which a match was played on: its file's name and digest, and the first line that was left out."""

    file: str
    sha256: str
    line: int


class HeaderModel(RecordModel):
    """The first line."""

    stage: Literal["header"]
    format: Literal["yardarm-record"]
    version: Literal[1]
    game: str
    seed: int = Field(ge=0)
    seats: list[SeatModel] = Field(min_length=2, max_length=6)
    profile: str
    configuration: dict[str, Any]
    digest: str
    versions: dict[str, str]
    played_on_from: OriginModel | None = None


class NoiseModel(RecordModel):
    """A line that says from which moment on a match draws from another seed."""

    stage: Literal["noise"]
    tick: int = Field(ge=0)
    step: int = Field(ge=0)
    seed: int = Field(ge=0)


LONGEST_S = 1e6
"""The longest time of a match (s): a line with a later time is damaged."""
_STAGES = ("intent", "executed", "physics", "outcome", "ruling", "noise", "end")


class RecordError(InputError):
    """An InputError that names the file and the line of a record that is impossible."""


@dataclass(slots=True)
class Recorder:
    """A collector of a match's lines; the match calls `record_line` with each.

    rulings: the number of lines of that stage.
    """

    lines: list[str] = field(default_factory=list)
    rulings: int = 0

    @classmethod
    def of(cls, configuration: Configuration, seats: tuple[Seat, ...], seed: int) -> Recorder:
        """Return a recorder that has the header as its first line."""
        recorder = cls()
        recorder.record_line(
            {
                "stage": "header",
                "format": FORMAT,
                "version": VERSION,
                "game": configuration.game,
                "seed": seed,
                "seats": [seat.to_json() for seat in seats],
                "profile": configuration.profile,
                "configuration": configuration.tree,
                "digest": configuration.digest,
                "versions": versions(),
            }
        )
        return recorder

    def record_line(self, line: Line) -> None:
        self.rulings += line["stage"] == "ruling"
        kept = {key: item for key, item in line.items() if key != UNRECORDED}
        self.lines.append(json.dumps(kept, separators=(",", ":"), allow_nan=False))

    def text(self) -> str:
        """Return the whole record, sealed."""
        return sealed(self.lines)

    def write(self, path: Path) -> None:
        """Write the whole record to a file. Raises InputError if it cannot be written."""
        check_kind(path, RECORD)
        write_whole(path, self.text())


def sealed(lines: Sequence[str]) -> str:
    """Return the text of a record of these lines, with its seal."""
    seal = {"stage": "seal", "lines": len(lines), "sha256": sha256_of(lines)}
    return "\n".join([*lines, json.dumps(seal, separators=(",", ":"))]) + "\n"


def sha256_of(lines: Sequence[str]) -> str:
    """Return the digest of lines, as the seal of a record has it."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: header, decisions with line numbers (from 1), and the text of all lines but the seal.

    intact: whether the seal fits the lines. complete: whether the match was played to its end. measured: what the hands
    of persons did, with line numbers.
    """

    path: Path
    header: HeaderModel
    intents: tuple[tuple[int, dict[str, Any]], ...]
    lines: tuple[str, ...]
    intact: bool
    complete: bool
    measured: tuple[tuple[int, dict[str, Any]], ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the players."""
        return tuple(Seat(s.name, s.profile, s.strategy, s.person_from_tick) for s in self.header.seats)

    @property
    def length_s(self) -> float | None:
        """The match time (s) of the last line that has one: the end, or the last ruling before it; None without one."""
        for text in reversed(self.lines):
            time_s = json.loads(text).get("time_s")
            if isinstance(time_s, int | float) and 0 <= time_s <= LONGEST_S:
                return float(time_s)
        return None


def number_of(intents: Sequence[tuple[int, Line]], intent: int) -> int:
    """Return the line number of an intent, counted from 1; for 0, that of the first intent; 1 if there are none."""
    return intents[max(0, intent - 1)][0] if intents else 1


def read_record(path: Path) -> Record:
    """Read and validate a record. Raises InputError: one sentence that names the file, the line and what was expected.

    A record whose seal does not fit its lines is accepted, with `intact` False; `verify` finds where it differs.
    """
    return parse_record(path, read_text(path).splitlines())


def parse_record(path: Path, texts: Sequence[str]) -> Record:
    """Validate the lines of a record, as `read_record` does. path: what the messages name."""
    if not texts:
        raise InputError("{path}: expected the record of a match, found an empty file.", path=path)
    before = line = _parse(path, 1, texts[0])
    header = _header(path, line)
    matches = match_of(header.game)
    intents: list[tuple[int, Line]] = []
    measured: list[tuple[int, Line]] = []
    # Line by line: what is not needed any more is not held in memory.
    for number, text in enumerate(texts[1:], start=2):
        before, line = line, _parse(path, number, text)
        if line.get("stage") == "seal":
            if number < len(texts):
                raise InputError(
                    "{path}: line {number}: follows the seal that ends the record in line {number2}, "
                    "expected nothing there.",
                    path=path,
                    number=number + 1,
                    number2=number,
                )
        elif line.get("stage") not in _STAGES:
            raise InputError(
                "{path}: line {number}: stage: {one_of}.",
                path=path,
                number=number,
                one_of=one_of(line.get("stage"), _STAGES),
            )
        elif line["stage"] == "intent":
            _check(path, number, line, matches.intent.validate_python, line.get("question"))
            intents.append((number, line))
        elif line["stage"] == "executed" and "measured" in line:
            _check(path, number, line, matches.measured.validate_python)
            measured.append((number, line))
        elif line["stage"] == "noise":
            _check(path, number, line, NoiseModel.model_validate)
    if line.get("stage") != "seal" or set(line) != {"stage", "lines", "sha256"}:
        raise InputError(
            "{path}: line {texts}: expected the seal that ends a record; the record is cut off.",
            path=path,
            texts=len(texts),
        )
    lines = tuple(texts[:-1])
    intact = line["lines"] == len(lines) and line["sha256"] == sha256_of(list(lines))
    return Record(path, header, tuple(intents), lines, intact, before.get("stage") == "end", tuple(measured))


def _check(path: Path, number: int, line: Line, validate: Callable[[Line], object], question: object = None) -> None:
    try:
        validate(line)
    except ValidationError as error:
        raise InputError(
            "{path}: line {number}: {first_fault}.",
            path=path,
            number=number,
            first_fault=first_fault(error, question),
        ) from error


def _header(path: Path, line: Line) -> HeaderModel:
    if line.get("format") == HANDS:
        raise InputError(
            "{path}: line 1: format: expected {format}, found {hands}: a log of hands holds no match.",
            path=path,
            format=FORMAT,
            hands=HANDS,
        )
    try:
        header = HeaderModel.model_validate(line)
    except ValidationError as error:
        raise InputError("{path}: line 1: {first_fault}.", path=path, first_fault=first_fault(error)) from error
    if header.game not in GAMES:
        raise InputError("{path}: line 1: game: {one_of}.", path=path, one_of=one_of(header.game, GAMES))
    return header


class CheckedRecord(RecordedMatch, Protocol):
    """A record each of whose lines has been checked, so that its values are what its question says."""

    @property
    def intents(self) -> tuple[tuple[int, dict[str, Any]], ...]:
        """The intents of the players."""


def check_order(record: CheckedRecord) -> None:
    """Raise InputError if an intent is by a name not at the table, or its tick is below that of the one before."""
    names, before = [seat.name for seat in record.seats], 0
    for number, line in record.intents:
        if line["by"] not in names:
            raise InputError(
                "{path}: line {number}: by: there is no {by!r} at the table.",
                path=record.path,
                number=number,
                by=line["by"],
            )
        if line["tick"] < before:
            raise InputError(
                "{path}: line {number}: tick: expected at least {before}, found {tick}.",
                path=record.path,
                number=number,
                before=before,
                tick=line["tick"],
            )
        before = line["tick"]


def _parse(path: Path, number: int, text: str) -> Line:
    try:
        line = read_json(text, finite=True)
    except ValueError as error:
        raise InputError(
            "{path}: line {number}: is not JSON; the record is damaged or cut off.", path=path, number=number
        ) from error
    if not isinstance(line, dict):
        raise InputError("{path}: line {number}: expected a JSON object.", path=path, number=number)
    return line
