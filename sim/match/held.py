"""A match that is held: its state as plain data, from which it is opened again at the same moment, in any process.

    {"format": "yardarm-state", "version": 1, "record", "unrecorded", "tick", "step", "owed_s", "pending", "forfeited",
     "checkpoint"}

Nothing live is copied: worlds, schedules and minds are made again. `record` has the lines so far, without a seal, and
the match is played again up to that tick and to the step within it, by its decisions, as one that is resumed
(replay.py). It begins at the last checkpoint: where players take turns at most a turn before, where all act at once at
that very moment, but for external bots; the lines before that are taken as they are. `unrecorded`: what rows are made
of and no record keeps, by the number of its line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from sim.configuration import changed_versions, configuration_from
from sim.errors import InputError
from sim.match.base import Checkpoint, Decided, Match
from sim.match.model import FORMAT, VERSION
from sim.match.record import HeaderModel, NoiseModel, RecordModel
from sim.match.seats import check_seats
from sim.protocols import UNRECORDED, Configuration, Line, TickerLine
from sim.refusals import first_fault
from sim.seat import Seat
from sim.spec import Check, OutsideBots, match_of
from sim.untrusted_text import read_json

_WHERE = Path("the state")


class CheckpointModel(RecordModel):
    """A checkpoint (`sim.match.base.Checkpoint`): the decisions and the last lines of the ticker are written out."""

    tick: int = Field(ge=0)
    step: int = Field(ge=0)
    lines: int = Field(ge=1)
    seed: int = Field(ge=0)
    said: int = Field(ge=0)
    decided: list[tuple[int, str, str, int]]
    ticker: list[tuple[float, str, str]]
    held: dict[str, Any]


class StateModel(RecordModel):
    """A state. pending: whether the question that is asked then is answered from outside."""

    format: Literal["yardarm-state"]
    version: Literal[1]
    record: list[str] = Field(min_length=1)
    unrecorded: dict[str, dict[str, Any]]
    tick: int = Field(ge=0)
    step: int = Field(ge=0)
    owed_s: float
    pending: bool
    forfeited: dict[str, str]
    checkpoint: CheckpointModel | None


def state_of(match: Match, lines: Sequence[str], unrecorded: Mapping[int, object]) -> Line:
    """Return where a match stands as plain data. lines: of its record, with the header. Raises InputError."""
    person = next((seat.name for seat in match.seats if seat.is_person or seat.person_from is not None), None)
    if person is not None:
        raise InputError("{person} plays by hand: only a match of bots alone can be held.", person=person)
    at = match.checkpoint
    return {
        "format": FORMAT,
        "version": VERSION,
        "record": list(lines),
        "unrecorded": {str(number): kept for number, kept in unrecorded.items()},
        "tick": match.tick,
        "step": match.step,
        "owed_s": match.owed_s,
        "pending": match.halted,
        "forfeited": dict(match.forfeited),
        "checkpoint": None if at is None else _spelled(at, match.decided),
    }


def _spelled(at: Checkpoint, decided: Sequence[Decided]) -> Line:
    return {
        "tick": at.tick,
        "step": at.step,
        "lines": at.lines,
        "seed": at.seed,
        "said": at.said,
        "decided": [list(one) for one in decided[: at.decided]],
        "ticker": [[line.time_s, line.text, line.tone] for line in at.ticker],
        "held": at.held(),
    }


def read_state(data: object) -> StateModel:
    """Read a state, which may come from JSON. Raises InputError: one sentence that names the key."""
    try:
        return StateModel.model_validate_json(json.dumps(data, allow_nan=False))
    except ValidationError as error:
        raise InputError("state: {fault}.", fault=first_fault(error)) from error
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError("state: expected plain data, as JSON has them.") from error


@dataclass(frozen=True, slots=True)
class _Recorded:
    """The decisions of a state, as a record to follow (`sim.protocols.RecordedMatch`)."""

    path: Path
    seats: tuple[Seat, ...]
    intents: tuple[tuple[int, Line], ...]
    lines: tuple[str, ...]
    measured: tuple[tuple[int, Line], ...] = ()


class Held:
    """A state that is opened again. configuration, seats, seed: of its match. model: its data."""

    def __init__(self, data: object) -> None:
        """Read the header. Raises InputError."""
        self.model = read_state(data)
        header = _header(self.model.record[0])
        self.configuration = _configuration(self.model.record[0])
        self.seed = header.seed
        self.seats = tuple(Seat(s.name, s.profile, s.strategy, s.person_from_tick) for s in header.seats)
        check_seats(self.seats, header.game, "state: seats", persons=False, outside=True)
        self._versions = header.versions
        at = self.model.checkpoint
        if at is not None and at.lines > len(self.model.record):
            raise InputError("state: checkpoint: expected at most as many lines as the record has.")

        self._first = 1 if at is None else at.lines
        self._lines = _lines(self.model.record[1:])

    @property
    def before(self) -> list[Line]:
        """The lines of the record that are not played again, without the header, and with what no record keeps."""
        found = self._lines[: self._first - 1]
        for number, kept in self.model.unrecorded.items():
            place = int(number) - 2 if number.isdecimal() else -1
            if 0 <= place < len(found):
                found[place] = {**found[place], UNRECORDED: kept}
        return found

    def open(self, record_line: Callable[[Line], None], bots: OutsideBots | None = None) -> Match:
        """Return the match at its moment. record_line: gets the lines after `before`. bots: play external seats.

        The caller compares these lines with those of the state.

        Raises InputError if it does not come out as the state says, as may happen with other versions of Yardarm or
        pymunk, or with an external bot that does not answer the same again.
        """
        state, part = self.model, match_of(self.configuration.game)
        tail = list(enumerate(self._lines[self._first - 1 :], start=self._first + 1))
        for number, line in tail:
            _check(line, number, part.intent)
        intents = tuple((number, line) for number, line in tail if line["stage"] == "intent")
        record = _Recorded(_WHERE, self.seats, intents, tuple(state.record[self._first :]))
        listens = state.checkpoint is None

        def heard(line: Line) -> None:
            # What a match writes as it is set up was before the checkpoint.
            if listens:
                record_line(line)

        match = part.open(self.configuration, self.seats, self.seed, heard, record, True, bots)
        if not isinstance(match, Match):
            raise InputError("{title} cannot be held: its matches are of their own kind.", title=match.title)
        self._restore(match)
        listens = True
        if not match.reach(state.tick, state.step, state.owed_s):
            raise self.differs()
        if state.pending:
            if not match.asks:
                raise self.differs()
            match.wait_for_answer()
        return match

    def differs(self) -> InputError:
        """Return the exception for a match that does not come out as the state says."""
        versions = changed_versions(self._versions)
        return InputError("state: the match does not come out as recorded{versions}", versions=versions or ".")

    def _restore(self, match: Match) -> None:
        at = self.model.checkpoint
        if at is None:
            return
        decided = [Decided(*one) for one in at.decided]
        ticker = tuple(TickerLine(*line) for line in at.ticker)
        point = Checkpoint(at.tick, at.step, at.lines, at.seed, len(decided), at.said, ticker, lambda: at.held)
        try:
            match.restore(point, decided, at.held)
        except (InputError, KeyError, TypeError, ValueError) as error:
            raise InputError("state: checkpoint: held: {fault}.", fault=str(error).rstrip(".")) from error


def _header(text: str) -> HeaderModel:
    try:
        return HeaderModel.model_validate(read_json(text, finite=True))
    except ValidationError as error:
        raise InputError("state: record: line 1: {fault}.", fault=first_fault(error)) from error
    except ValueError as error:
        raise InputError("state: record: line 1: is not JSON.") from error


# Forks of one match have one header.
@lru_cache(maxsize=8)
def _configuration(text: str) -> Configuration:
    header = _header(text)
    return configuration_from(header.configuration, "state: configuration", header.profile, header.game)


def _lines(texts: Sequence[str]) -> list[Line]:
    """Return the lines of a record after its header. Raises InputError."""
    found = []
    for number, text in enumerate(texts, start=2):
        try:
            line = read_json(text, finite=True)
        except ValueError as error:
            raise InputError("state: record: line {number}: is not JSON.", number=number) from error
        if not isinstance(line, dict) or "stage" not in line:
            raise InputError('state: record: line {number}: expected an object with the key "stage".', number=number)
        found.append(line)
    return found


def _check(line: Line, number: int, intent: Check) -> None:
    """Raise InputError for an intent that cannot be, or a line of noise."""
    try:
        if line["stage"] == "intent":
            intent.validate_python(line)
        elif line["stage"] == "noise":
            NoiseModel.model_validate(line)
    except ValidationError as error:
        fault = first_fault(error)
        raise InputError("state: record: line {number}: {fault}.", number=number, fault=fault) from error
