"""A match or a practice under way, with all that must not be lost: its record and the hand logs.

Needs no window: the scene moves the match, this module saves it.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from scenes.play.folders import fresh_path, hands_folder, made, matches_folder
from scenes.play.setup import Setup, most_persons, open_match, open_practice
from sim.bots.started import seated_bots
from sim.bots.words import NO_BOTS, BotWords
from sim.errors import InputError
from sim.language import _, said
from sim.match.base import Match
from sim.match.hand_log import HandLog, HandsHeader
from sim.match.record import Record, Recorder, read_record
from sim.match.replay import resume
from sim.protocols import Line
from sim.spec import game_of
from sim.untrusted_text import printable

Who = Callable[[], str | None]


@dataclass(frozen=True, slots=True)
class Kept:
    """The result of saving a record: its path, whether the match is over, what went wrong, and its external bots.

    bots: the words that name them.
    """

    path: Path | None
    finished: bool
    trouble: str = ""
    bots: tuple[str, ...] = ()

    def sentence(self, *more: str) -> str:
        """Describe the result for a terminal. more: options with which one goes on."""
        if self.path is None:
            return _("The match is not saved: {trouble}", trouble=self.trouble)
        words = _("The match is saved: {path}", path=self.path)
        if not self.finished:
            again = ["--resume", str(self.path), *more, *(part for word in self.bots for part in ("--bot", word))]
            words += _("; go on with it by: yardarm play {again}", again=shlex.join(again))
        return f"{self.trouble} {words}".strip()

    def words(self) -> str:
        """Describe the result for the window."""
        if self.path is None:
            return _("The match is not saved: {trouble}", trouble=self.trouble)
        return _("{trouble} The match is saved as {name}.", trouble=self.trouble, name=self.path.name).strip()


def print_kept(kept: Sequence[Kept], *more: str) -> None:
    """Print for a terminal where matches were saved, and what went wrong. more: options with which one goes on."""
    for one in kept:
        print(printable(one.sentence(*more)), file=sys.stdout if one.path is not None else sys.stderr)


class Hands:
    """The hand logs of one session: a file for each person, begun with the first movement."""

    def __init__(self, setup: Setup, wanted: Callable[[], bool], who: Who) -> None:
        self._setup, self._wanted, self._who = setup, wanted, who
        self._logs: dict[str, HandLog] = {}

    @property
    def complaint(self) -> str:
        """The reason why a log is not written, in one sentence, or empty."""
        return next((log.trouble for log in self._logs.values() if log.trouble), "")

    @property
    def noted(self) -> int:
        """The number of movements in all logs."""
        return sum(log.noted for log in self._logs.values())

    def note(self, line: Line) -> None:
        """Add a movement to the log of the person who made it, if logs are wanted."""
        if not self._wanted():
            return
        name = str(line.get("by") or self._who() or self._setup.persons[0])
        if name not in self._logs:
            seat = next(seat for seat in self._setup.seats if seat.name == name)
            path = fresh_path(hands_folder(), self._setup.game, "hands")
            self._logs[name] = HandLog(path, HandsHeader(game=self._setup.game, person=name, profile=seat.profile))
        self._logs[name].note(line)

    def close(self) -> None:
        """Close all logs; the next movement opens its log again."""
        for log in self._logs.values():
            log.close()


class Session:
    """A match or a practice, with its record and its hand logs.

    cut: the record from whose end it was played on, to which one may go back; None for a match from its beginning.
    """

    def __init__(
        self,
        setup: Setup,
        match: Any,
        recorder: Recorder | None,
        path: Path | None,
        wanted: Callable[[], bool],
        who: Who,
        cut: Record | None = None,
    ) -> None:
        self.setup, self.match, self.recorder, self.path, self.cut = setup, match, recorder, path, cut
        self.hands = Hands(setup, wanted, who)
        match.note_hand = self.hands.note
        self._asked = path is not None
        self._written = 0
        self._rulings_saved = 0
        self._trouble = ""
        self._kept: Kept | None = None
        if isinstance(match, Match):
            match.let_bots_take_their_time()

    @classmethod
    def begin(cls, setup: Setup, path: Path | None, wanted: Callable[[], bool], who: Who) -> Session:
        """Begin a new match, or a practice, which has no record. Raises InputError."""
        configuration = setup.configuration()
        if setup.practice is not None:
            return cls(setup, open_practice(setup, configuration), None, None, wanted, who)
        recorder = Recorder.of(configuration, setup.seats, setup.seed)
        return cls(setup, open_match(setup, configuration, recorder.record_line), recorder, path, wanted, who)

    @classmethod
    def going_on(
        cls, file: Path, path: Path | None, wanted: Callable[[], bool], who: Who, bots: BotWords = NO_BOTS
    ) -> Session:
        """Resume a match that was left before its end; it is recorded in `path`, or in its own file if that is None.

        bots: its external bots, which have been named again. Raises InputError.
        """
        record = read_record(file)
        if not any(seat.is_person or seat.person_from is not None for seat in record.seats):
            raise InputError("{file}: expected a match with a person at the table, found one of bots alone.", file=file)
        return cls._resumed(record, path or file, None, wanted, who, bots)

    @classmethod
    def playing_on(
        cls, cut: Record, path: Path | None, wanted: Callable[[], bool], who: Who, bots: BotWords = NO_BOTS
    ) -> Session:
        """Play on where a record was cut off (sim/match/play_on.py); this is recorded in `path`, or in a new file.

        bots: its external bots, which have been named again. Raises InputError.
        """
        return cls._resumed(cut, path, cut, wanted, who, bots)

    @classmethod
    def _resumed(
        cls, record: Record, path: Path | None, cut: Record | None, wanted: Callable[[], bool], who: Who, bots: BotWords
    ) -> Session:
        header, persons = record.header, [s for s in record.seats if s.is_person or s.person_from is not None]
        most = most_persons(header.game)
        if len(persons) > most:
            title = game_of(header.game).title
            raise InputError(
                "{path}: expected at most {most} at the mouse at {title}, found {persons}.",
                path=record.path,
                most=most,
                title=title,
                persons=len(persons),
            )
        match, recorder = resume(record, seat_bots=partial(seated_bots, bots=bots))
        setup = Setup(header.game, match.seats, header.seed, None, header.profile, bots=bots)
        session = cls(setup, match, recorder, path, wanted, who, cut)
        session._written, session._rulings_saved = len(recorder.lines), recorder.rulings
        return session

    @property
    def is_practice(self) -> bool:
        """True for a practice: attempts without an end, and without a record."""
        return self.setup.practice is not None

    @property
    def held_up_by(self) -> str:
        """The player whose external bot thinks while the table waits; empty for none."""
        return self.match.held_up_by if isinstance(self.match, Match) else ""

    @property
    def worth_keeping(self) -> bool:
        """True if something has been recorded since the record was last written."""
        return self.recorder is not None and len(self.recorder.lines) > max(1, self._written)

    def save_new_ruling(self) -> Kept | None:
        """Write the record if there is a new ruling since the last call; return None if there is none.

        If the process is killed, no more than the turn under way is lost. Never raises, as `keep`.
        """
        if self.recorder is None or self.recorder.rulings == self._rulings_saved:
            return None
        self._rulings_saved = self.recorder.rulings
        return self.keep()

    def keep(self) -> Kept | None:
        """Write the record; return the result, or that of the last time if there is nothing new (None: never written).

        Never raises: if the file cannot be written, another folder is tried, and the result says so.
        """
        if self.recorder is None or not (self.worth_keeping or (self._asked and not self._written)):
            return self._kept
        for place in (self._own, self._usual, self._last_resort):
            try:
                path = place()
                self.recorder.write(path)
            except InputError as error:
                # Kept until the end: later calls write to the new folder without trouble.
                self._trouble = self._trouble or said(error)
                continue
            self.path, self._written = path, len(self.recorder.lines)
            outside = {seat.strategy for seat in self.setup.seats}
            named = tuple(word for label, word in self.setup.bots.words if label in outside)
            self._kept = Kept(path, self.match.finished, self._trouble, named)
            return self._kept
        self._kept = Kept(None, self.match.finished, self._trouble)
        return self._kept

    def _own(self) -> Path:
        return self._usual() if self.path is None else self.path

    def _usual(self) -> Path:
        return fresh_path(made(matches_folder()), self.setup.game, f"seed{self.setup.seed}")

    def _last_resort(self) -> Path:
        return fresh_path(Path(tempfile.gettempdir()), self.setup.game, f"seed{self.setup.seed}")

    def close(self) -> Kept | None:
        """Save the record, close the hand logs, and wait for no bot any more."""
        self.hands.close()
        kept = self.keep()
        if isinstance(self.match, Match):
            self.match.leave()
        return kept
