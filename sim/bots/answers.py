"""The answers of external bots, noted as they come, and given again where nothing that is read may start a bot.

So a match can be played once more: our own strategies decide anew, the bots' answers are judged anew.
"""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.bots.bot import Info, Question
from sim.bots.player import Failed, Gone, Late, Player
from sim.bots.seated import SeatedBots
from sim.errors import InputError
from sim.protocols import Configuration, Line
from sim.seat import Seat
from sim.spec import match_of
from sim.untrusted_text import read_json

LONGEST_ANSWER = 4096
"""The longest answer that is noted (characters of JSON); a longer one counts as missing."""
_LARGEST = 1 << 22
"""The most bytes that the answers of a match may have when they are unpacked. Packed text may stand for a thousand
times as much, and what is read from it takes many times that in memory."""
_FAILURES: dict[str, type[Late | Failed]] = {"late": Late, "gone": Gone, "failed": Failed}


@dataclass(slots=True)
class Notes:
    """What external bots said in a match, by seat: how they began, then an entry for each question.

    An entry has the `answer` and `next_s`, or, under `late`, `failed` or `gone`, why there is none. bots: their number.
    """

    bots: int
    said: dict[str, list[Line]] = field(default_factory=dict)

    @classmethod
    def of(cls, seats: Sequence[Seat]) -> Notes:
        """Return notes of the external bots at a table, without any entry yet."""
        return cls(sum(seat.from_outside for seat in seats))

    @property
    def most(self) -> int:
        """The number of bytes that each bot may fill."""
        return (_LARGEST - 1024) // max(1, self.bots)

    def noting(self, by: str, player: Player) -> Player:
        """Return the same bot, whose answers are noted."""
        return _Noted(player, self.said.setdefault(by, []), self.most)

    def packed(self) -> str | None:
        """Return the notes as text; None without bots."""
        return base64.b64encode(zlib.compress(_compact(self.said), 9)).decode() if self.said else None


def unpacked(text: str, where: str) -> dict[str, list[Line]]:
    """Return what bots said, by seat. Raises InputError, one sentence that begins with `where`."""
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(base64.b64decode(text, validate=True), _LARGEST)
        if not unpacking.eof:
            raise ValueError("too long or cut short")
        said = read_json(content.decode(), finite=True)
    except (ValueError, zlib.error) as error:
        raise InputError("{where}: its answers cannot be read; the store is damaged.", where=where) from error
    if not isinstance(said, dict) or not all(_are_notes(entries) for entries in said.values()):
        raise InputError("{where}: expected the answers of bots by seat; the store is damaged.", where=where)
    return said


def _are_notes(entries: object) -> bool:
    return isinstance(entries, list) and bool(entries) and all(isinstance(entry, dict) for entry in entries)


def seated_again(configuration: Configuration, seats: tuple[Seat, ...], text: str, where: str, notes: Notes) -> Any:
    """Return the bots of a match, as they answered in it. text: packed notes. notes: takes them once more.

    Raises InputError as `unpacked` does, and where other seats than those of bots have answers.
    """
    said = unpacked(text, where)
    questions = match_of(configuration.game).questions
    if questions is None or {seat.name for seat in seats if seat.from_outside} != said.keys():
        raise InputError(
            "{where}: expected answers of its external bots and of no other seat; the store is damaged.", where=where
        )
    players = {by: notes.noting(by, _Again(entries)) for by, entries in said.items()}
    return SeatedBots.begin(configuration, questions, seats, b"", players, math.inf)


class _Noted:
    """A bot whose answers are noted."""

    def __init__(self, player: Player, entries: list[Line], most: int) -> None:
        self._player, self._entries, self._left = player, entries, most
        self.name, self.version = player.name, player.version
        self.next_s: object = None
        self.busy = False

    @property
    def used_s(self) -> float:
        return self._player.used_s

    def begin(self, info: Info) -> None:
        try:
            self._player.begin(info)
        except (Late, Failed) as error:
            self._note(_entry_of(error))
            raise
        self._note({})

    def see(self, percept: Line) -> None:
        self._player.see(percept)

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        self.next_s, self.busy = None, True
        try:
            answer = self._player.ask(question, seed, time_s)
            entry = {"answer": answer}
            if self._player.next_s is not None:
                entry["next_s"] = self._player.next_s
            length = len(_compact(entry))
            if length > LONGEST_ANSWER:
                raise Failed(f"an answer of {length} characters, {LONGEST_ANSWER} are the most")
            if length > self._left:
                raise Gone("has answered more than can be kept of a match")
        except (Late, Failed) as error:
            self._note(_entry_of(error))
            raise
        finally:
            self.busy = False
        self._note(entry)
        self.next_s = self._player.next_s
        return answer

    def end(self) -> None:
        self._player.end()

    def _note(self, entry: Line) -> None:
        self._entries.append(entry)
        self._left -= len(_compact(entry)) + 1


class _Again:
    """A bot that says again what it said."""

    name = version = "again"
    busy = False
    used_s = math.nan

    def __init__(self, entries: Sequence[Line]) -> None:
        self._entries = iter(entries)
        self.next_s: object = None

    def begin(self, info: Info) -> None:
        _check(next(self._entries))

    def see(self, percept: Line) -> None:
        pass

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        entry = next(self._entries, None)
        if entry is None:
            raise LookupError(f"{question.by} is asked more often than the store has answers")
        _check(entry)
        self.next_s = entry.get("next_s")
        return entry.get("answer")

    def end(self) -> None:
        pass


def _entry_of(error: Late | Failed) -> Line:
    return {next(key for key, kind in _FAILURES.items() if isinstance(error, kind)): str(error)}


def _check(entry: Line) -> None:
    """Raise what an entry says instead of an answer."""
    for key, kind in _FAILURES.items():
        if key in entry:
            raise kind(str(entry[key]))


def _compact(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode()
