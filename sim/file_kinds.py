"""The kinds of files that are written, and which suffixes say so: a name that says another kind is refused.

A suffix that nobody has heard of says nothing, and neither does none: a file may be called what it is for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sim.errors import InputError
from sim.language import N_, Wording


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file. what: with its article. suffixes: those that say so. needed: one of them decides on the form."""

    what: str
    suffixes: tuple[str, ...]
    needed: bool = False

    @property
    def expected(self) -> str:
        """The kind in words, with its suffixes."""
        *others, last = self.suffixes
        return Wording(
            "{what} ({suffixes})",
            what=Wording(self.what),
            suffixes=Wording("{others} or {last}", others=", ".join(others), last=last) if others else last,
        )


DRAWING = FileKind(N_("a drawing"), (".png", ".svg", ".pdf"), needed=True)
FILM = FileKind(N_("a film"), (".mp4",), needed=True)
JSON = FileKind("JSON", (".json",))
PAGE = FileKind(N_("a page"), (".html", ".htm"))
PICTURE = FileKind(N_("a picture, a film or a page"), (".gif", ".png", ".mp4", ".html"), needed=True)
PRESET = FileKind(N_("a preset"), (".toml",))
PRINT = FileKind(N_("a sheet to print"), (".pdf",), needed=True)
RECORD = FileKind(N_("a record"), (".jsonl",))
SNAPSHOT = FileKind(N_("a picture"), (".png",), needed=True)
STORE = FileKind(N_("a store"), (".sqlite", ".sqlite3", ".db"))
TABLE = FileKind(N_("a table"), (".csv",))

_PAGE = "yardarm report STORE.sqlite --out PAGE.html"
_TABLES = "yardarm report STORE.sqlite --csv DIR"
_SHOWN = "yardarm replay MATCH.jsonl --export MATCH"
_COMPRESSED = Wording("compress it afterwards")
HOW: Mapping[str, str] = {
    ".csv": Wording("for CSV: {command}", command=_TABLES),
    ".db": Wording("for a store: {command}", command="yardarm simulate GAME --out STORE.sqlite"),
    ".gif": Wording("for a moving picture: {command}", command=f"{_SHOWN}.gif"),
    ".gz": _COMPRESSED,
    ".htm": Wording("for a page: {command}", command=_PAGE),
    ".html": Wording("for a page: {command}, or {other}", command=_PAGE, other=f"{_SHOWN}.html"),
    ".jpeg": Wording("for a picture: {command}", command=f"{_SHOWN}.png"),
    ".jpg": Wording("for a picture: {command}", command=f"{_SHOWN}.png"),
    ".json": Wording("for JSON: --json, on standard output"),
    ".jsonl": Wording("for a record: {command}", command="yardarm watch GAME --record MATCH.jsonl"),
    ".mov": Wording("for a film: {command}", command=f"{_SHOWN}.mp4"),
    ".mp4": Wording("for a film: {command}", command=f"{_SHOWN}.mp4"),
    ".ods": Wording("for a spreadsheet: {command}", command=_TABLES),
    ".parquet": Wording("for Parquet: {command}", command="yardarm report STORE.sqlite --parquet DIR"),
    ".pdf": Wording("for PDF: print the page of {command} from a browser", command=_PAGE),
    ".png": Wording("for a picture: {command}", command=f"{_SHOWN}.png"),
    ".sqlite": Wording("for a store: {command}", command="yardarm simulate GAME --out STORE.sqlite"),
    ".sqlite3": Wording("for a store: {command}", command="yardarm simulate GAME --out STORE.sqlite"),
    ".svg": Wording('for a drawing: sweep(...).plot("SWEEP.svg") in Python'),
    ".toml": Wording("for a preset: {command}", command="yardarm tune GAME --out PRESET.toml"),
    ".tsv": Wording("for a table: {command}", command=_TABLES),
    ".webm": Wording("for a film: {command}", command=f"{_SHOWN}.mp4"),
    ".xlsx": Wording("for a spreadsheet: {command}", command=_TABLES),
    ".zip": _COMPRESSED,
}
"""The suffixes that say something, and how what they say is made."""


def check_kind(path: Path, kind: FileKind, flag: str = "") -> str:
    """Return the suffix of a file to be written, in small letters.

    Raises InputError, with `flag` in front, for a suffix that says another kind, and for any other where one is needed.
    """
    suffix = path.suffix.lower()
    if suffix not in kind.suffixes and (kind.needed or suffix in HOW):
        raise _refusal(path, kind.expected, flag, suffix)
    return suffix


def check_folder_name(path: Path, flag: str) -> None:
    """Raise InputError for the name of a folder to be made that a file should have."""
    suffix = path.suffix.lower()
    if suffix in HOW:
        raise _refusal(path, Wording("a folder"), flag, suffix)


def _refusal(path: Path, expected: str, flag: str, suffix: str) -> InputError:
    how = Wording("; {how}", how=HOW[suffix]) if suffix in HOW else ""
    return InputError(
        "{flag}{path}: expected {expected}{how}.", flag=flag and f"{flag}: ", path=path, expected=expected, how=how
    )
