"""The playing of one match: the tasks and the job that a worker gets, and how a crash is reported.

The seed of match i is a function of (run seed, i) alone, and a match is played from plain data, so neither the engine,
nor the number of workers, nor the order of work can change a result.
"""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any

from sim.batch.match_counts import metrics_of
from sim.bots.answers import Notes, seated_again
from sim.bots.fault_count import AnswerCount, answers_of
from sim.bots.seated import BotFault
from sim.bots.started import seated_bots
from sim.bots.words import NO_BOTS, BotWords
from sim.configuration import configuration_from, versions
from sim.errors import InputError
from sim.language import Wording, _n
from sim.match.record import Recorder
from sim.match.replay import SealedMatch
from sim.match.thinking_time import ThinkingTime, measured
from sim.protocols import Configuration, MatchRow, TurnRow
from sim.seat import Seat
from sim.seeds import derive
from sim.spec import game_of, match_of
from sim.untrusted_text import printable

MatchResult = tuple[MatchRow, Sequence[TurnRow]]
"""A match's row and the rows of its turns, as the game's rows.py defines them."""


class PlayedMatch(tuple[MatchRow, Sequence[TurnRow]]):
    """A `MatchResult` with what is known of the match besides.

    seats: who played, of a match that was played just now, and the faults of its external bots. answers: what
    became of the answers of these, by seat. sealed: what playing it again is compared with, if the task asked for that.
    times: of its players, likewise. digest: all digits of that of a sealed match, where a store holds it.
    """

    seats: tuple[Seat, ...] = ()
    faults: tuple[BotFault, ...] = ()
    answers: tuple[AnswerCount, ...] = ()
    sealed: SealedMatch | None = None
    times: ThinkingTime | None = None
    digest: str = ""


DIED = "the worker that plays it dies"
_ROOT = Path(__file__).parents[2]
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Task:
    """A match to be played: all that it depends on, besides the configuration that the whole batch shares.

    record: the file for its record. bots: the external ones. kept: seal the match, and measure the time of decisions.
    answers: of a sealed match, given again instead of asking its bots. in_step: to be compared with another design's
    (`sim.spec.MatchPart.in_step`).
    """

    index: int
    seed: int
    seats: tuple[Seat, ...]
    record: Path | None = None
    bots: BotWords = NO_BOTS
    kept: bool = False
    answers: str | None = None
    in_step: bool = False


@dataclass(frozen=True, slots=True)
class JobSpec:
    """The data that all tasks of a batch share, as sent to a worker. tree: the configuration as JSON."""

    game: str
    profile: str
    tree: str
    versions: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, configuration: Configuration) -> JobSpec:
        """Return the job of a batch with this configuration and the versions installed here."""
        tree = json.dumps(configuration.tree, allow_nan=False)
        return cls(configuration.game, configuration.profile, tree, tuple(versions().items()))


def match_seed(run_seed: int, index: int) -> int:
    """Return the seed of match `index` of a run."""
    return derive(run_seed, "match", index)


class MatchError(Exception):
    """The failure of a match; its cause is the exception that was raised."""


@dataclass(frozen=True, slots=True)
class CrashingMatch:
    """A match that crashes. error: the reason in one line, the same wherever the match is played."""

    task: Task
    error: str = DIED

    @classmethod
    def of(cls, task: Task, error: MatchError) -> CrashingMatch:
        """Return the crashing match of a task that raised."""
        return cls(task, in_one_line(error.__cause__ or error))

    def description(self) -> str:
        """Return the match's index, seed and error as text, without a full stop."""
        return f"match {self.task.index} (seed {self.task.seed}): {self.error}"

    def to_json(self) -> dict[str, object]:
        """Return index, seed and error."""
        return {"match": self.task.index, "seed": self.task.seed, "error": self.error}


def play(configuration: Configuration, task: Task) -> MatchResult:
    """Play a match to its end, and write its record if the task asks for one.

    Raises InputError where no match of the batch can be played or its record cannot be written, MatchError where this
    match crashes, MemoryError where there is not enough memory.
    """
    game = game_of(configuration.game)
    collector = metrics_of(game.name).collector(task.index, task.seed, task.seats)
    listeners: list[Callable[[dict[str, Any]], None]] = [collector.add_line]
    recorder = None
    if task.record is not None or task.kept:
        recorder = Recorder.of(configuration, task.seats, task.seed)
        listeners.append(recorder.record_line)

    def record_line(line: dict[str, Any]) -> None:
        for listener in listeners:
            listener(line)

    seated: dict[str, Any] = {}
    notes = Notes.of(task.seats)
    with at_fault(InputError):
        if task.answers is None:
            noting = notes.noting if task.kept else None
            seated = seated_bots(configuration, task.seats, task.bots, task.index, noting=noting)
        else:
            where = f"match {task.index} (seed {task.seed})"
            seated["bots"] = seated_again(configuration, task.seats, task.answers, where, notes)
        part = match_of(game.name)
        open_match = part.in_step if task.in_step and part.in_step is not None else part.open
        match = open_match(configuration, task.seats, task.seed, record_line, **seated)
    # No one outside acts from here on, so even an action that the rules forbid is the match's own fault.
    with at_fault(), measured() if task.kept else nullcontext() as times:
        match.run()
        played = PlayedMatch((collector.match_row(), collector.turns))
    played.seats = task.seats
    if "bots" in seated:
        played.faults, played.answers = tuple(seated["bots"].faults), answers_of(seated["bots"])
    if recorder is not None and task.kept:
        played.sealed, played.times = SealedMatch.of(recorder, notes.packed()), times
    if recorder is not None and task.record is not None:
        recorder.write(task.record)
    return played


def tried(configuration: Configuration, task: Task) -> MatchResult | CrashingMatch:
    """Play one match, or return how it crashed. Raises InputError and MemoryError as `play` does."""
    try:
        return play(configuration, task)
    except MatchError as error:
        return CrashingMatch.of(task, error)


def tried_here(configuration: Configuration, tasks: Iterable[Task]) -> Iterator[MatchResult | CrashingMatch]:
    """Play these matches in this process, one after the other. Raises InputError, also where memory is used up."""
    for task in tasks:
        try:
            yield tried(configuration, task)
        except MemoryError as error:
            # This is not the match's fault: with more memory it can be played.
            raise InputError(
                "match {index} (seed {seed}) cannot be played: there is not enough memory.",
                index=task.index,
                seed=task.seed,
            ) from error


def check_versions(sent: tuple[tuple[str, str], ...]) -> None:
    """Raise InputError unless this worker has the versions of the process that sent it tasks."""
    here = versions()
    for package, expected in sent:
        if here.get(package) != expected:
            raise InputError(
                "a worker has {package} {here}, expected {expected}: results would depend on who plays.",
                package=package,
                here=here.get(package) or Wording("of no known version"),
                expected=expected,
            )


def play_chunk(job: JobSpec, tasks: Sequence[Task]) -> list[MatchResult | CrashingMatch]:
    """Play these matches in a worker. Raises InputError unless it has the versions of the process that sent them."""
    check_versions(job.versions)
    configuration = _configuration(job)
    return [tried(configuration, task) for task in tasks]


def in_one_line(error: BaseException) -> str:
    """Format an exception as one line: its type, its message, and the last file and line of Yardarm's in its traceback.

    The line is the same on every machine and in every run: addresses of objects and folders are left out.
    """
    kind = type(error).__qualname__
    said = " ".join(str(traceback.TracebackException.from_exception(error, limit=0)).split())
    said = re.sub(r"\b0x[0-9a-fA-F]+", "0x...", said)
    if len(said) > _LONGEST:
        said = said[:_LONGEST] + " ..."
    # How deep a recursion gets depends on the stack below it, so the line where it ends may vary.
    where = "" if isinstance(error, RecursionError) else _place(error.__traceback__)
    return printable(f"{kind}{f': {said}' if said else ''}{where}")


def _place(trace: TracebackType | None) -> str:
    found = ""
    for frame, line in traceback.walk_tb(trace):
        path = Path(frame.f_code.co_filename)
        # An error raised in a library is placed at the line of Yardarm's that called it. This file is left out, since
        # every match is played from here.
        if path.is_relative_to(_ROOT / "sim") and path != Path(__file__):
            found = f" ({path.relative_to(_ROOT).as_posix()}, line {line})"
    return found


@contextlib.contextmanager
def at_fault(*others: type[Exception]) -> Iterator[None]:
    """Turn an exception into a MatchError, except MemoryError and `others`, which are not the fault of the match."""
    excused: tuple[type[Exception], ...] = (MemoryError, *others)
    try:
        yield
    except excused:
        raise
    except Exception as error:
        raise MatchError(f"{type(error).__qualname__}: {error}") from error


@lru_cache(maxsize=2)
def _configuration(job: JobSpec) -> Configuration:
    return configuration_from(json.loads(job.tree), "the batch's configuration", job.profile, job.game)


MOST_PRINTED = 10
"""The largest number of crashed matches that are listed one by one on standard error."""


def crashed_text(crashed: int, matches: int) -> str:
    """Format a number of crashes: `2 of 40 matches crashed and are left out`."""
    of = _n("{count} match", "{count} matches", matches)
    return _n(
        "{count} of {matches} crashed and is left out",
        "{count} of {matches} crashed and are left out",
        crashed,
        matches=of,
    )


def print_crashed(crashes: Sequence[CrashingMatch], configuration: Configuration, config: Path | None) -> None:
    """Print the crashed matches on standard error, each with the command that shows it again with its traceback."""
    for crash in crashes[:MOST_PRINTED]:
        again = shown_again(crash, configuration, config)
        text = f"yardarm: {crash.description()}; it is left out, and seen again with: {again}"
        print(printable(text), file=sys.stderr)
    if len(crashes) > MOST_PRINTED:
        print(f"yardarm: {len(crashes) - MOST_PRINTED} more matches crashed and are left out.", file=sys.stderr)


def shown_again(crash: CrashingMatch, configuration: Configuration, config: Path | None) -> str:
    """Return the command that plays a crashed match again; an external bot by the word that was given for it."""
    words_of = dict(crash.task.bots.words)
    players = ",".join(f"{seat.profile}:{words_of.get(seat.strategy, seat.strategy)}" for seat in crash.task.seats)
    words = ["yardarm", "watch", configuration.game, "--players", players, "--seed", str(crash.task.seed)]
    words += ["--profile", configuration.profile]
    if config is not None:
        words += ["--config", str(config)]
    return shlex.join([*words, "--text"])
