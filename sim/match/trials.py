"""What a participant did in an experiment: a folder with a line for each trial, and the logs of the hands.

    {"format": "yardarm-trials", "version": 1, "participant", "table", "table_sha256", "consent_sha256", ...}
    {"trial": 1, "block", "game", "design", "asked": {"slot": 10, "piece": "crate"}, ..., "attempt": {...}}

A line is written when its trial is over, and reaches the disk before the next begins. Nothing is written before the
participant has given consent.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from io import FileIO
from pathlib import Path
from typing import Annotated, Literal, Protocol, runtime_checkable

from sim.errors import InputError, reason
from sim.files import is_there, read_text
from sim.match.hand_log import Given, HandLog, HandsHeader, Known, NotNegative, Person
from sim.match.lines import append_line, open_lines, read_line
from sim.protocols import Line, Practice
from sim.refusals import one_of
from sim.rules_frame.json_fields import Bounds
from sim.untrusted_text import quoted
from sim.wire import Misfit, json_of, read

TRIALS = "trials.jsonl"
HANDS = "hands-{game}.jsonl"
PARTICIPANT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
"""A participant's code, which names a folder: no name of a person is asked for."""
Number = Annotated[int, Bounds(1)]
Value = int | float | str
Outcome = Literal["aboard", "fallen", "caught", "astray", "hit", "missed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempted:
    """An attempt of a hand in a practice, and what came of it.

    Places in mm, in the frame of the game: of Riff Raff the ship's, of a piece its centre of gravity; of Zack! the
    table's. taken_ms, released_ms: when the hand took the piece, or began to move the card, and when it let go, since
    the trial began (to a 120th of a second). from_*: where the hand was when it took it. aim_*, width_mm: the place and
    the width of what was aimed at. outcome: `astray` is a piece that came down on another slot and was taken back.
    fallen, caught: how many pieces fell, or were caught. by_keys: keys led the hand.
    """

    outcome: Outcome
    what: str
    taken_ms: NotNegative
    released_ms: NotNegative
    from_x_mm: float
    from_y_mm: float
    x_mm: float
    y_mm: float
    angle_rad: float
    vx_mm_s: float
    vy_mm_s: float
    spin_rad_s: float
    aim_x_mm: Known[float]
    aim_y_mm: Known[float]
    width_mm: NotNegative
    fallen: int = 0
    caught: int = 0
    by_keys: bool


@runtime_checkable
class Tried(Practice, Protocol):
    """A practice of which one attempt can be a trial.

    attempted: what the last attempt came to, None before its end. is_trial: nothing is offered beside the attempt.
    """

    attempted: Attempted | None
    is_trial: bool

    @property
    def let_go(self) -> bool:
        """True once the piece or card of the attempt under way has left the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A trial as the table asks for it.

    trial: its number, from 1. design: a preset's name or file, None for the shipped measures. asked: what is practised,
    as the game's practice takes it. limit_s: how long until the piece or card must have left the hand; None for any
    time. ghosts: forecasts are shown. feedback: what comes of it is shown and heard.
    """

    trial: Number
    block: Annotated[str, Bounds(1)]
    training: bool
    game: str
    design: Known[str]
    asked: Mapping[str, Value]
    limit_s: Known[NotNegative]
    ghosts: bool
    feedback: bool
    seed: Annotated[int, Bounds(0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialDone(Trial):
    """A trial that is over: a line of the file.

    begun_at, ended_at: the wall clock (ISO 8601, UTC). begun_s, ended_s: a clock that only goes forward (s, any zero).
    outcome: that of the attempt, or `late`. attempt: None for a trial that ran out of time. hand_lines: the
    numbers of the lines in the game's log of hands that belong to it. frame_ms_*: the times between frames. pauses: how
    often the participant paused, which stops a trial's time. device: what the researcher says points.
    window: its size in pixels, and how many of them are a millimetre of the table.
    """

    begun_at: str
    begun_s: float
    ended_at: str
    ended_s: float
    outcome: Outcome | Literal["late"]
    attempt: Known[Attempted]
    hand_lines: tuple[int, ...]
    frame_ms_median: Known[NotNegative]
    frame_ms_95th: Known[NotNegative]
    frame_ms_most: Known[NotNegative]
    pauses: int
    device: Known[str]
    window: tuple[int, int]
    pixels_per_mm: NotNegative


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialsHeader:
    """The first line. *_sha256: of the table and of the text that the participant agreed to."""

    format: Given[Literal["yardarm-trials"]] = "yardarm-trials"
    version: Given[Literal[1]] = 1
    participant: Person
    table: str
    table_sha256: str
    consent_sha256: str
    consented_at: Given[str] = ""
    trials: Number
    profile: str
    language: str
    yardarm: str


class Participation:
    """The trials that one participant has done of an experiment, in a folder of their own. done: how many are over."""

    def __init__(self, folder: Path, header: TrialsHeader) -> None:
        """Read what is there already. Raises InputError where it is another experiment's, or damaged, or complete."""
        self.folder, self.header = folder, header
        self.path = folder / TRIALS
        self.done = 0
        self.begun = False
        self._file: FileIO | None = None
        self._logs: dict[str, HandLog] = {}
        if is_there(self.path):
            before, rows = read_trials(self.path)
            self.done, self.begun = len(rows), before is not None
            if before is not None:
                self._check(before)
                self.header = before

    def _check(self, before: TrialsHeader) -> None:
        for key in ("participant", "table_sha256", "consent_sha256", "trials", "profile"):
            there, now = getattr(before, key), getattr(self.header, key)
            if there != now:
                raise InputError(
                    "{path}: line 1: {key}: expected the experiment that {participant} began ({there}), found {now}.",
                    path=self.path,
                    key=key,
                    participant=before.participant,
                    there=quoted(there),
                    now=quoted(now),
                )
        if self.done >= before.trials:
            raise InputError(
                "{path}: {participant} has done all {count} trials; expected another --participant or --out.",
                path=self.path,
                participant=before.participant,
                count=before.trials,
            )

    def begin(self, now: str) -> None:
        """Make the folder and the file of trials, or open it at its end. Raises InputError.

        now: the wall clock, which is when consent was given if nothing is there yet.
        """
        if not self.begun:
            self.header = replace(self.header, consented_at=now)
        try:
            self._file, _ = open_lines(self.path, json_of(self.header), lambda _first: None)
            _keep_others_out(self._file)
            os.fsync(self._file.fileno())
        except BlockingIOError as error:
            self.close()
            raise InputError(
                "{path}: another window is open for {participant}, expected one.",
                path=self.path,
                participant=self.header.participant,
            ) from error
        except OSError as error:
            raise InputError("{path}: cannot be written ({why}).", path=self.path, why=reason(error)) from error

    def note_hand(self, game: str, line: Line) -> int | None:
        """Add a movement to the game's log of hands, and return the number of its line. Raises InputError."""
        assert self._file is not None
        if game not in self._logs:
            header = HandsHeader(game=game, person=self.header.participant, profile=self.header.profile)
            self._logs[game] = HandLog(self.folder / HANDS.format(game=game), header)
        log = self._logs[game]
        if not log.note(line):
            raise InputError("{trouble}", trouble=log.trouble)
        return log.lines

    def note(self, trial: TrialDone) -> None:
        """Add a trial that is over, and see that it reaches the disk. Raises InputError."""
        assert self._file is not None
        try:
            append_line(self._file, json_of(trial))
            os.fsync(self._file.fileno())
        except OSError as error:
            raise InputError("{path}: cannot be written ({why}).", path=self.path, why=reason(error)) from error
        self.done += 1

    def close(self) -> None:
        """Close all files."""
        for log in self._logs.values():
            log.close()
        if self._file is not None:
            self._file.close()
            self._file = None


def _keep_others_out(file: FileIO) -> None:
    """Hold a file until it is closed, or this process ends. Raises BlockingIOError where another process
    holds it."""
    if sys.platform == "win32":
        return  # there, a second session for one participant is not noticed
    import fcntl

    fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def read_trials(path: Path) -> tuple[TrialsHeader | None, list[TrialDone]]:
    """Read a file of trials; a last line that was cut off, as by a crash, does not count. No header: nothing whole.

    Raises InputError: one sentence that names file, line, key and what was expected.
    """
    whole = read_text(path).split("\n")[:-1]
    if not whole:
        return None, []
    try:
        header = read(TrialsHeader, read_line(path, 1, whole[0]))
    except Misfit as misfit:
        raise InputError("{path}: line 1: {misfit}.", path=path, misfit=misfit) from misfit
    rows = []
    for number, text in enumerate(whole[1:], start=2):
        try:
            row = read(TrialDone, read_line(path, number, text))
        except Misfit as misfit:
            raise InputError("{path}: line {number}: {misfit}.", path=path, number=number, misfit=misfit) from misfit
        if row.trial != number - 1:
            raise InputError(
                "{path}: line {number}: trial: expected {next}, found {found}.",
                path=path,
                number=number,
                next=number - 1,
                found=row.trial,
            )
        rows.append(row)
    return header, rows


def hand_logs(folder: Path, who: str | None) -> list[Path]:
    """Return the logs of hands of one participant in a participant's own folder, or in that of an experiment.

    who: the participant; None for the only one. Raises InputError where there is none, or it is not clear whose.
    """
    pattern = HANDS.format(game="*")
    own = sorted(folder.glob(pattern))
    by_name: dict[str, list[Path]] = {}
    for log in sorted(folder.glob(f"*/{pattern}")):
        by_name.setdefault(log.parent.name, []).append(log)
    if own or not by_name:
        if not own:
            raise InputError("{folder}: expected hand logs ({name}), found none.", folder=folder, name=pattern)
        return own
    if who is None and len(by_name) > 1:
        raise InputError(
            "{where}: expected --who to say whose hands, found {people}.", where=folder, people=", ".join(by_name)
        )
    name = next(iter(by_name)) if who is None else who
    if name not in by_name:
        raise InputError("{where}: --who: {one_of}.", where=folder, one_of=one_of(name, by_name))
    return by_name[name]
