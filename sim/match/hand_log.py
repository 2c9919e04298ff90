"""The hand log: what a person's hands did, one JSON line per movement, for `fit play` alone.

    {"format": "yardarm-hands", "version": 1, "game", "person", "profile"}
    {"move": "place", "piece", "stance", "slot", "aim_x_mm", "x_mm", "aim_angle_rad", "angle_rad", "height_mm",
     "speed_mm_s", "path_hz", "path": [[x_mm, y_mm, angle_rad], ...]}
    {"move": "throw", "card", "side", "distance_mm", "aim_x_mm", "speed_mm_s", "elevation_rad", "spin_rad_s", "pace",
     "meant": {"speed_mm_s", "elevation_rad", "spin_rad_s"}}
    {"move": "reach", "what", "aim_x_mm", "aim_y_mm", "width_mm", "x_mm", "y_mm", "took_ms", "waited_ms", "won",
     "path_hz", "path": [[x_mm, y_mm], ...]}
    {"move": "react", "cue", "bits", "conflict", "rt_ms", "correct"}

A line has `by` where several persons share a log; without it, it belongs to the header's person. Unknown values are
null: an aim is known only in practice and for bots. No match ever reads a log. The dataclasses here
make the lines (`json_of`), `read_movement` validates one, and `HandLog` appends them.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from sim.errors import InputError
from sim.files import read_text
from sim.match.lines import append_line, line_text, open_lines, read_line
from sim.people.skill import PROFILES
from sim.protocols import Line
from sim.refusals import one_of
from sim.rules_frame.json_fields import Bounds, Needed, Printable
from sim.spec import GAMES
from sim.untrusted_text import read_json
from sim.wire import Misfit, json_of, read, read_one

FORMAT: Literal["yardarm-hands"] = "yardarm-hands"
VERSION: Literal[1] = 1
PATH_HZ = 120.0

Person = Annotated[str, Bounds(1), Printable()]
Positive = Annotated[float, Bounds(0, beyond=True)]
NotNegative = Annotated[float, Bounds(0)]
# A log has every key, also where Python may leave a value out, and null for what is not known.
T = TypeVar("T")
Given: TypeAlias = Annotated[T, Needed()]
Known: TypeAlias = Annotated[T | None, Needed()]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsHeader:
    """The first line. person: whose hands these are. profile: the skill profile whose noise they are taken to have."""

    format: Given[Literal["yardarm-hands"]] = FORMAT
    version: Given[Literal[1]] = VERSION
    game: str
    person: Person
    profile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """A movement of a hand. by: the person; None for the one of the header."""

    by: Person | None = None

    def line(self) -> Line:
        """Return the line of the log."""
        return json_of(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Movement):
    """A piece set down, or flicked (then `height_mm` is null). Ship's frame, 0 at the mast; angles from the stance's.

    `height_mm` is the height above contact at letting go, `speed_mm_s` the downward speed of the hand then (negative:
    up). Piece, stance and slot are those of the design that was played, which the log does not hold. `path`: x, y (mm)
    and angle (rad) from taking the piece up to letting it go.
    """

    move: Literal["place"] = "place"
    piece: Annotated[str, Bounds(1)]
    stance: str
    slot: Annotated[int, Bounds(1, 99)]
    aim_x_mm: Known[float] = None
    x_mm: float
    aim_angle_rad: Known[float] = None
    angle_rad: float
    height_mm: Known[float]
    speed_mm_s: float
    path_hz: Given[Positive] = PATH_HZ
    path: Given[tuple[tuple[float, float, float], ...]] = ()


@dataclass(frozen=True, slots=True)
class Meant:
    """The release that a practised hand would use for an aim."""

    speed_mm_s: Positive
    elevation_rad: float
    spin_rad_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown(Movement):
    """A card thrown from `side` (-1 left, 1 right), `distance_mm` beside the bowl's middle; elevation above level."""

    move: Literal["throw"] = "throw"
    card: Literal["zack", "challenge", "player"]
    side: Literal[-1, 1]
    distance_mm: Positive
    aim_x_mm: Known[float] = None
    speed_mm_s: NotNegative
    elevation_rad: float
    spin_rad_s: float
    pace: Known[Positive] = None
    meant: Known[Meant] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached(Movement):
    """A hand over the tapis, seen from above: it laid a card, took one (`won`), came too late for it, or neither.

    `aim_*_mm`: the middle of the card it went for; `width_mm`: the width of a card; `x_mm`, `y_mm`: where the hand
    ended. `path`: where the mouse led it, from where it set out (mm); the hand follows as fast as its strength allows.
    `took_ms`: the time from setting out, `waited_ms`: the time from when that card lay there to setting out (thinking
    included).
    """

    move: Literal["reach"] = "reach"
    what: Literal["lay", "grab", "nothing"]
    aim_x_mm: Known[float]
    aim_y_mm: Known[float]
    width_mm: Positive
    x_mm: float
    y_mm: float
    took_ms: NotNegative
    waited_ms: Known[NotNegative]
    won: Known[bool]
    path_hz: Given[Positive] = PATH_HZ
    path: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reacted(Movement):
    """An answer to a cue: one's own turn, something that falls, one's own card that missed.

    `bits` of choice: the logarithm to base 2 of the number of possible answers (0: it was known beforehand).
    """

    move: Literal["react"] = "react"
    cue: Literal["turn", "falls", "miss"]
    bits: Given[NotNegative] = 0.0
    conflict: Given[bool] = False
    rt_ms: NotNegative
    correct: Given[bool] = True


MOVES: dict[str, type[Movement]] = {"place": Placed, "throw": Thrown, "reach": Reached, "react": Reacted}


def read_movement(line: Any) -> Movement:
    """Return the movement of a line. Raises Misfit."""
    return read_one(MOVES, "move", line)


# -------------------------------------------------------------------------------------------------- lines are kept


class HandLog:
    """The log of a session. `note` is what a match's `note_hand` calls; it never raises.

    The file is opened at the first movement, so a session without movements leaves no file; an existing log of the same
    person is extended. Each line is written whole or not at all. trouble: a sentence for the window once a movement
    could not be written; after a failure of the file nothing more is tried. noted: the number of movements written.
    lines: of the file, once it is open.
    """

    def __init__(self, path: Path, header: HandsHeader) -> None:
        self.path = path
        self.trouble = ""
        self.noted = self.lines = 0
        self._header = header
        self._file: FileIO | None = None
        self._given_up = False

    def note(self, line: Line) -> bool:
        """Append a movement, and return True if it was written. An invalid one is left out and reported in `trouble`.

        The same holds for a movement that cannot be written.
        """
        if self._given_up:
            return False
        try:
            read_movement(line)
        except Misfit as misfit:
            self.trouble = f"{self.path}: a movement was not noted: {misfit}."
            return False
        try:
            if self._file is None:
                self._file = self._open()
            append_line(self._file, line)
        except (OSError, InputError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            explained = isinstance(error, InputError)
            self.trouble = str(error) if explained else f"{self.path}: hands cannot be recorded ({reason})."
            self._given_up = True
            self.close()
            return False
        self.noted += 1
        self.lines += 1
        return True

    def close(self) -> None:
        """Close the file; a later movement opens it again."""
        if self._file is not None:
            try:
                self._file.close()
            except OSError as error:
                self.trouble = f"{self.path}: hands cannot be recorded ({error.strerror or error})."
            self._file = None

    def _open(self) -> FileIO:
        header = json_of(self._header)
        try:
            read(HandsHeader, header)
        except Misfit as misfit:
            raise InputError("{path}: line 1: {misfit}.", path=self.path, misfit=misfit) from misfit
        file, self.lines = open_lines(self.path, header, self._check)
        return file

    def _check(self, first: bytes) -> None:
        """Raise InputError for another person's log, or another file."""
        if not first:
            raise InputError("{path}: expected the log of a person's hands, found another file.", path=self.path)
        if first != line_text(json_of(self._header)).encode():
            raise InputError(
                "{path}: line 1: expected the log of {person}'s hands.", path=self.path, person=self._header.person
            )


# -------------------------------------------------------------------------------------------------- lines are read


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A log that was read: its header and every movement, each with its line number and with `by` filled in.

    remark: a sentence that says what was left out if the last line was cut off.
    """

    path: Path
    header: HandsHeader
    moves: tuple[tuple[int, dict[str, Any]], ...]
    remark: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of those whose movements there are, in the order of their first movement."""
        return tuple(dict.fromkeys(line["by"] for _, line in self.moves))


def read_hand_log(path: Path) -> HandRecord:
    """Read and validate a log. Raises InputError: one sentence that names file, line, key and what was expected.

    A last line that is cut off, as after a crash, is left out and reported in `remark`.
    """
    text = read_text(path)
    *rows, last = text.split("\n")
    if not text.strip():
        raise InputError("{path}: expected the log of a person's hands, found an empty file.", path=path)
    remark = ""
    if last.strip():
        if rows and not _is_json(last):
            remark = f"{path}: line {len(rows) + 1}: is cut off, and left out."
        else:
            rows.append(last)
    header = _header(path, read_line(path, 1, rows[0]))
    moves = []
    for number, row in enumerate(rows[1:], start=2):
        line = read_line(path, number, row)
        try:
            read_movement(line)
        except Misfit as misfit:
            raise InputError("{path}: line {number}: {misfit}.", path=path, number=number, misfit=misfit) from misfit
        moves.append((number, {**line, "by": line.get("by") or header.person}))
    return HandRecord(path, header, tuple(moves), remark)


def _header(path: Path, line: Line) -> HandsHeader:
    where = f"{path}: line 1"
    if line.get("format") != FORMAT:
        raise InputError(
            "{where}: format: expected {format!r}, found {line!r}.", where=where, format=FORMAT, line=line.get("format")
        )
    if line.get("version") != VERSION:
        raise InputError(
            "{where}: version: expected {version}, found {line!r}.",
            where=where,
            version=VERSION,
            line=line.get("version"),
        )
    if line.get("game") not in GAMES:
        raise InputError("{where}: game: {one_of}.", where=where, one_of=one_of(line.get("game"), GAMES))
    if line.get("profile") not in PROFILES:
        raise InputError("{where}: profile: {one_of}.", where=where, one_of=one_of(line.get("profile"), PROFILES))
    try:
        return read(HandsHeader, line)
    except Misfit as misfit:
        raise InputError("{where}: {misfit}.", where=where, misfit=misfit) from misfit


def _is_json(text: str) -> bool:
    try:
        read_json(text)
    except ValueError:
        return False
    return True
